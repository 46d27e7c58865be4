/* estimate_kinds.h -- data of every kind whose cost is compared with the stated one. Even seeds have one set of numbers
 * of classes, codes and zeros, odd seeds another: costs were chosen on both, at 500 to 5000 rows. */
#ifndef ASSAY_ESTIMATE_KINDS_H
#define ASSAY_ESTIMATE_KINDS_H

#include "assay.h"

enum { KIND_CONTINUOUS, KIND_CLASSES, KIND_MIXED, KIND_BINARY, KIND_SPARSE, KIND_WIDE, ESTIMATE_KINDS };
static const char *const estimate_kind_name[] = { "continuous", "classes", "mixed", "binary", "sparse", "wide" };

/* The factors of a kind: how many classes each has, in turn; 0: it is a number. Of even seeds, then of odd ones. */
/* clang-format off */
static const int32_t estimate_levels[2][ESTIMATE_KINDS][5] = {
    { { 0, 0, 0, 0, 0 }, { 3, 6, 40, 32, 32 }, { 0, 10, 0, 3, 0 }, { 2, 2, 2, 2, 2 }, { 10, 4, 0, 3, 0 },
      { 0, 5, 0, 2, 3 } },
    { { 0, 0, 0, 0, 0 }, { 300, 3, 4, 100, 8 }, { 20, 0, 0, 0, 2 }, { 2, 2, 2, 2, 2 }, { 0, 3, 3, 25, 0 },
      { 4, 0, 0, 12, 0 } },
};
/* clang-format on */
static const size_t estimate_codes[2][ESTIMATE_KINDS] = { { 10, 10, 10, 10, 40, 64 }, { 7, 16, 12, 6, 24, 100 } };
static const double estimate_zeros[2] = { 0.95, 0.7 };

static inline double estimate_factor(assay_stream *stream, int32_t levels)
{
    return levels ? (double)assay_stream_below(stream, (uint64_t)levels) : assay_stream_uniform(stream);
}

/* The factor that a code carries information about, with noise; of sparse codes most values are 0. */
static inline double estimate_code(assay_stream *stream, double zeros, double factor, int32_t levels)
{
    const double value = (levels ? factor / levels : factor) + 0.2 * assay_stream_normal(stream);
    return zeros > 0.0 && assay_stream_uniform(stream) < zeros ? 0.0 : value;
}

static inline assay_status estimate_kind_make(size_t kind, size_t n, uint64_t seed, assay_data *to)
{
    enum { FACTORS = 5 };
    const size_t codes = estimate_codes[seed % 2][kind];
    const int32_t *levels = estimate_levels[seed % 2][kind];
    const double zeros = kind == KIND_SPARSE ? estimate_zeros[seed % 2] : 0.0;
    assay_stream stream;
    assay_stream_seed(&stream, seed);
    const assay_status status = assay_data_shape(to, n, FACTORS, codes);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < FACTORS; i++) {
        to->levels[i] = levels[i];
        for (size_t s = 0; s < n; s++) to->factors[i * n + s] = estimate_factor(&stream, levels[i]);
    }
    for (size_t j = 0; j < codes; j++)
        for (size_t s = 0; s < n; s++)
            to->codes[j * n + s] = estimate_code(&stream, zeros, to->factors[j % FACTORS * n + s], levels[j % FACTORS]);
    return ASSAY_OK;
}

#endif
