/* Rows drawn again. */
#include "resample.h"

#include "ascending.h"
#include "moments.h"
#include "student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a draw depends on ---- */

/* FNV-1a by words of 64 bits, each folded: one word that differs makes another hash. */
static uint64_t add_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 1099511628211u;
    return hash ^ (hash >> 32);
}

/* How many rows a draw without replacement has. */
static size_t part_of(size_t n) { return n / 2; }

static uint64_t add_values(uint64_t hash, const double *value, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint64_t word;
        memcpy(&word, &value[k], sizeof word);
        hash = add_word(hash, word);
    }
    return hash;
}

uint64_t resample_hash(const assay_rep *rep)
{
    uint64_t hash = 14695981039346656037u;
    hash = add_word(add_word(add_word(hash, rep->n), rep->n_factors), rep->n_codes);
    for (size_t i = 0; i < rep->n_factors; i++) hash = add_word(hash, (uint64_t)rep->levels[i]);
    hash = add_values(hash, rep->factors, rep->n * rep->n_factors);
    return add_values(hash, rep->codes, rep->n * rep->n_codes);
}

static void stream_of(uint64_t hash, int32_t kind, uint64_t draw, assay_stream *to)
{
    const uint32_t entropy[] = { (uint32_t)hash, (uint32_t)(hash >> 32), (uint32_t)kind, (uint32_t)draw,
                                 (uint32_t)(draw >> 32) };
    (void)assay_stream_seed_words(to, entropy, sizeof entropy / sizeof *entropy, NULL, 0); /* there is entropy */
}

/* ---- rows ---- */

static int by_size(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* Fills row[n] and returns how many of them are drawn. */
static size_t draw_rows(size_t n, int32_t kind, assay_stream *stream, size_t *row)
{
    if (kind == UNCERTAIN_BOOTSTRAP)
        for (size_t s = 0; s < n; s++) row[s] = (size_t)assay_stream_below(stream, n);
    else assay_stream_permutation(stream, row, n);
    const size_t drawn = kind == UNCERTAIN_SUBSAMPLE ? part_of(n) : n;
    if (kind != UNCERTAIN_NULL) qsort(row, drawn, sizeof *row, by_size);
    return drawn;
}

static void take_rows(const double *from, size_t n, const size_t *row, size_t drawn, size_t columns, double *to)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t s = 0; s < drawn; s++) to[c * drawn + s] = from[c * n + (row ? row[s] : s)];
}

/* Classes that are left become 0, 1, ... in their order. */
static assay_status close_up(double *column, size_t n, int32_t *levels)
{
    int32_t *place = calloc((size_t)*levels + 1, sizeof *place), left = 0;
    if (!place) return ASSAY_ENOMEM;
    for (size_t s = 0; s < n; s++)
        if (!isnan(column[s])) place[(size_t)column[s]] = 1;
    for (int32_t k = 0; k < *levels; k++)
        if (place[k]) place[k] = left++;
    for (size_t s = 0; s < n; s++)
        if (!isnan(column[s])) column[s] = place[(size_t)column[s]];
    *levels = left;
    free(place);
    return ASSAY_OK;
}

assay_status resample_draw(const assay_rep *rep, uint64_t hash, int32_t kind, uint64_t draw, assay_data *to,
                           uint64_t *seed)
{
    assay_stream stream;
    stream_of(hash, kind, draw, &stream);
    size_t *row = malloc((rep->n + 1) * sizeof *row);
    if (!row) return ASSAY_ENOMEM;
    const size_t drawn = draw_rows(rep->n, kind, &stream, row);
    assay_status status = assay_data_shape(to, drawn, rep->n_factors, rep->n_codes);
    if (status == ASSAY_OK) {
        take_rows(rep->factors, rep->n, kind == UNCERTAIN_NULL ? NULL : row, drawn, rep->n_factors, to->factors);
        take_rows(rep->codes, rep->n, row, drawn, rep->n_codes, to->codes);
    }
    for (size_t i = 0; i < rep->n_factors && status == ASSAY_OK; i++) {
        to->levels[i] = rep->levels[i];
        if (to->levels[i] && kind != UNCERTAIN_NULL) status = close_up(to->factors + i * drawn, drawn, &to->levels[i]);
    }
    *seed = assay_stream_raw(&stream) >> 32; /* as many bits as every random generator takes */
    free(row);
    return status;
}

/* ---- what draws say ---- */

static moments moments_of(const double *draw, size_t draws)
{
    moments m = { 0 };
    for (size_t k = 0; k < draws; k++) moments_add_defined(&m, draw[k]);
    return m;
}

uncertainty resample_interval(double score, const double *draw, size_t draws, int32_t kind, size_t n, double level,
                              const double range[2])
{
    const moments m = moments_of(draw, draws);
    const size_t part = part_of(n);
    const double factor = kind == UNCERTAIN_SUBSAMPLE ? sqrt((double)part / (double)(n - part)) : 1.0;
    uncertainty u = { .kind = kind,
                      .level = level,
                      .draws = draws,
                      .defined = m.n,
                      .mean = moments_mean(&m),
                      .sd = moments_sd(&m) * factor,
                      .low = NAN,
                      .high = NAN,
                      .p = NAN };
    if (m.n < 2 || isnan(score)) return u;
    const double wide = student_quantile(0.5 + level / 2, (double)(m.n - 1)) * u.sd;
    double ends[2];
    student_interval(score, wide, range, ends);
    u.low = ends[0];
    u.high = ends[1];
    return u;
}

/* The smallest value that a share `level` of the draws does not exceed, counted with one more draw; undefined ones are
 * worse than any. NaN: it is one of those. */
static double level_point(const double *draw, size_t draws, double level)
{
    double *sorted = malloc((draws + 1) * sizeof *sorted), point = NAN;
    size_t n = 0;
    if (!sorted) return NAN;
    for (size_t k = 0; k < draws; k++)
        if (!isnan(draw[k])) sorted[n++] = draw[k];
    qsort(sorted, n, sizeof *sorted, ascending);
    const size_t place = (size_t)ceil(level * (double)(draws + 1) - 1e-9), undefined = draws - n;
    const size_t at = place < draws ? place : draws;
    if (at > undefined) point = sorted[at - undefined - 1];
    free(sorted);
    return point;
}

uncertainty resample_null(double score, const double *draw, size_t draws, double level)
{
    const moments m = moments_of(draw, draws);
    uncertainty u = { .kind = UNCERTAIN_NULL,
                      .level = level,
                      .draws = draws,
                      .defined = m.n,
                      .mean = moments_mean(&m),
                      .sd = moments_sd(&m),
                      .low = NAN,
                      .high = level_point(draw, draws, level),
                      .p = NAN };
    size_t as_good = 0;
    for (size_t k = 0; k < draws; k++) as_good += draw[k] >= score;
    if (m.n && !isnan(score)) u.p = (double)(1 + as_good) / (double)(1 + draws);
    return u;
}
