/*
 * Data as somebody might have misread it. A reference that scores misread data as the candidate scored the true ones
 * shows the mistake. Bins are tried the same way (validation_bins.c).
 */
#include "validation_inside.h"

#include <stdlib.h>
#include <string.h>

enum { FACTORS = 1, CODES = 2 };

static assay_status copy_shaped(const assay_data *from, size_t n, size_t m, size_t d, assay_data *to)
{
    const assay_status status = assay_data_shape(to, n, m, d);
    if (status == ASSAY_OK && m == from->n_factors) memcpy(to->levels, from->levels, m * sizeof *to->levels);
    return status;
}

assay_status data_copy(const assay_data *from, assay_data *to)
{
    const assay_status status = copy_shaped(from, from->n, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    memcpy(to->codes, from->codes, from->n * from->n_codes * sizeof *to->codes);
    return ASSAY_OK;
}

static assay_status as_it_is(const assay_data *from, assay_data *to) { return data_copy(from, to); }

static assay_status swap(const assay_data *from, assay_data *to)
{
    const assay_status status = assay_data_shape(to, from->n, from->n_codes, from->n_factors);
    if (status != ASSAY_OK) return status;
    memcpy(to->factors, from->codes, from->n * from->n_codes * sizeof *to->factors);
    memcpy(to->codes, from->factors, from->n * from->n_factors * sizeof *to->codes);
    return ASSAY_OK;
}

/* ---- the wrong memory order ---- */

/* Rows read as if they were columns: x.reshape(columns, n) where x.T was meant. */
static void rows_as_columns(const double *x, size_t n, size_t columns, double *to)
{
    for (size_t k = 0; k < n * columns; k++) to[k] = x[k % columns * n + k / columns];
}

/* Columns read as if they were rows: x.reshape(n, columns) of an array of columns. */
static void columns_as_rows(const double *x, size_t n, size_t columns, double *to)
{
    for (size_t k = 0; k < n * columns; k++) to[k % columns * n + k / columns] = x[k];
}

static void highest_levels(const assay_data *from, assay_data *to)
{
    int32_t most = 0;
    for (size_t i = 0; i < from->n_factors; i++) most = from->levels[i] > most ? from->levels[i] : most;
    for (size_t i = 0; i < from->n_factors; i++) to->levels[i] = from->levels[i] ? most : 0;
}

static assay_status reorder(const assay_data *from, int which, void (*how)(const double *, size_t, size_t, double *),
                            assay_data *to)
{
    const assay_status status = data_copy(from, to);
    if (status != ASSAY_OK) return status;
    if (which & FACTORS) how(from->factors, from->n, from->n_factors, to->factors);
    if (which & FACTORS) highest_levels(from, to);
    if (which & CODES) how(from->codes, from->n, from->n_codes, to->codes);
    return ASSAY_OK;
}

#define DATA_ONLY(name_, call_) \
    static assay_status name_(const assay_data *from, assay_data *to) { return call_; }
DATA_ONLY(reshape_codes, reorder(from, CODES, rows_as_columns, to))
DATA_ONLY(reshape_factors, reorder(from, FACTORS, rows_as_columns, to))
DATA_ONLY(reshape_both, reorder(from, FACTORS | CODES, rows_as_columns, to))
DATA_ONLY(unshape_codes, reorder(from, CODES, columns_as_rows, to))
DATA_ONLY(unshape_both, reorder(from, FACTORS | CODES, columns_as_rows, to))

/* ---- sorting, shifting, leaving out ---- */

static int up(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static assay_status sort_columns(const assay_data *from, int which, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; which & FACTORS && i < to->n_factors; i++)
        qsort(to->factors + i * to->n, to->n, sizeof *to->factors, up);
    for (size_t j = 0; which & CODES && j < to->n_codes; j++)
        qsort(to->codes + j * to->n, to->n, sizeof *to->codes, up);
    return ASSAY_OK;
}
DATA_ONLY(sort_codes, sort_columns(from, CODES, to))
DATA_ONLY(sort_factors, sort_columns(from, FACTORS, to))
DATA_ONLY(sort_both, sort_columns(from, FACTORS | CODES, to))

/* Each sample's codes sorted: numpy.sort without axis=0. */
static assay_status sort_rows(const assay_data *from, assay_data *to)
{
    const size_t n = from->n, d = from->n_codes;
    const assay_status status = data_copy(from, to);
    double *row = status == ASSAY_OK ? malloc(d * sizeof *row) : NULL;
    if (!row) return status == ASSAY_OK ? ASSAY_ENOMEM : status;
    for (size_t s = 0; s < n; s++) {
        for (size_t j = 0; j < d; j++) row[j] = from->codes[j * n + s];
        qsort(row, d, sizeof *row, up);
        for (size_t j = 0; j < d; j++) to->codes[j * n + s] = row[j];
    }
    free(row);
    return ASSAY_OK;
}

/* Sample s is compared with the codes of sample s + 1; the last is lost or, wrapped, meets the first. */
static assay_status shift(const assay_data *from, int wrap, assay_data *to)
{
    const size_t n = from->n, rows = wrap ? n : n - 1;
    if (n < 2) return ASSAY_EUSAGE;
    const assay_status status = copy_shaped(from, rows, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * n, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        for (size_t s = 0; s < rows; s++) to->codes[j * rows + s] = from->codes[j * n + (s + 1) % n];
    return ASSAY_OK;
}
DATA_ONLY(shift_codes, shift(from, 0, to))
DATA_ONLY(roll_codes, shift(from, 1, to))

static assay_status keep_rows(const assay_data *from, size_t first, size_t end, assay_data *to)
{
    const size_t n = from->n, rows = end - first;
    if (end <= first || end > n) return ASSAY_EUSAGE;
    const assay_status status = copy_shaped(from, rows, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * n + first, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        memcpy(to->codes + j * rows, from->codes + j * n + first, rows * sizeof *to->codes);
    return ASSAY_OK;
}
DATA_ONLY(all_but_last, keep_rows(from, 0, from->n - 1, to))
DATA_ONLY(all_but_first, keep_rows(from, 1, from->n, to))
DATA_ONLY(first_half, keep_rows(from, 0, from->n / 2, to))
DATA_ONLY(second_half, keep_rows(from, from->n / 2, from->n, to))
DATA_ONLY(first_fifths, keep_rows(from, 0, from->n * 4 / 5, to))
DATA_ONLY(last_fifth, keep_rows(from, from->n * 4 / 5, from->n, to))

/* Rows drawn without replacement, in a fixed order of draws: which part it was, no comparison over seeds can tell. */
static assay_status random_rows(const assay_data *from, size_t rows, assay_data *to)
{
    const size_t n = from->n;
    if (!rows) return ASSAY_EUSAGE;
    size_t *order = malloc(n * sizeof *order);
    if (!order) return ASSAY_ENOMEM;
    uint64_t state = n;
    for (size_t s = 0; s < n; s++) order[s] = s;
    for (size_t s = 0; s < rows; s++) {
        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's constants; its high bits are good */
        const size_t other = s + (size_t)(state >> 33) % (n - s), kept = order[s];
        order[s] = order[other];
        order[other] = kept;
    }
    const assay_status status = copy_shaped(from, rows, from->n_factors, from->n_codes, to);
    for (size_t i = 0; status == ASSAY_OK && i < from->n_factors; i++)
        for (size_t s = 0; s < rows; s++) to->factors[i * rows + s] = from->factors[i * n + order[s]];
    for (size_t j = 0; status == ASSAY_OK && j < from->n_codes; j++)
        for (size_t s = 0; s < rows; s++) to->codes[j * rows + s] = from->codes[j * n + order[s]];
    free(order);
    return status;
}
DATA_ONLY(random_half, random_rows(from, from->n / 2, to))
DATA_ONLY(random_fifths, random_rows(from, from->n * 4 / 5, to))

static int column_dead(const double *x, size_t n)
{
    for (size_t s = 1; s < n; s++)
        if (x[s] != x[0]) return 0;
    return 1;
}

static assay_status keep_codes(const assay_data *from, const unsigned char *keep, assay_data *to)
{
    size_t kept = 0;
    for (size_t j = 0; j < from->n_codes; j++) kept += keep[j];
    if (!kept) return ASSAY_EUSAGE;
    const assay_status status = copy_shaped(from, from->n, from->n_factors, kept, to);
    if (status != ASSAY_OK) return status;
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    kept = 0;
    for (size_t j = 0; j < from->n_codes; j++)
        if (keep[j]) memcpy(to->codes + kept++ * from->n, from->codes + j * from->n, from->n * sizeof *to->codes);
    return ASSAY_OK;
}

static assay_status choose_codes(const assay_data *from, int dead, assay_data *to)
{
    unsigned char *keep = malloc(from->n_codes);
    if (!keep) return ASSAY_ENOMEM;
    for (size_t j = 0; j < from->n_codes; j++)
        keep[j] = dead ? !column_dead(from->codes + j * from->n, from->n) : j < from->n_factors;
    const assay_status status = keep_codes(from, keep, to);
    free(keep);
    return status;
}
DATA_ONLY(without_dead, choose_codes(from, 1, to))
DATA_ONLY(first_codes, choose_codes(from, 0, to))

/* ---- other numbers ---- */

static assay_status map_codes(const assay_data *from, double (*of)(double), assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t k = 0; status == ASSAY_OK && k < to->n * to->n_codes; k++) to->codes[k] = of(to->codes[k]);
    return status;
}

static double square(double x) { return x * x; }
static double single(double x) { return (double)(float)x; }
static double clip_unit(double x) { return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x; }
DATA_ONLY(codes_absolute, map_codes(from, fabs, to))
DATA_ONLY(codes_squared, map_codes(from, square, to))
DATA_ONLY(codes_whole, map_codes(from, trunc, to))
DATA_ONLY(codes_single, map_codes(from, single, to))
DATA_ONLY(codes_clipped, map_codes(from, clip_unit, to))

/* Ranks from 0; ties share the number of values below them. to may not be x. */
static assay_status rank_column(const double *x, size_t n, int distinct, double *to, size_t *levels)
{
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted) return ASSAY_ENOMEM;
    memcpy(sorted, x, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, up);
    size_t count = n;
    if (distinct) {
        count = 1;
        for (size_t k = 1; k < n; k++)
            if (sorted[k] != sorted[count - 1]) sorted[count++] = sorted[k];
    }
    for (size_t s = 0; s < n; s++) {
        size_t low = 0, high = count;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (sorted[middle] < x[s]) low = middle + 1;
            else high = middle;
        }
        to[s] = (double)low;
    }
    *levels = count;
    free(sorted);
    return ASSAY_OK;
}

int column_lacks(const double *x, size_t n)
{
    for (size_t s = 0; s < n; s++)
        if (isnan(x[s])) return 1;
    return 0;
}

static assay_status rank_all(const assay_data *from, int which, int distinct, assay_data *to)
{
    assay_status status = data_copy(from, to);
    size_t levels;
    for (size_t j = 0; which & CODES && j < to->n_codes && status == ASSAY_OK; j++)
        status = rank_column(from->codes + j * to->n, to->n, distinct, to->codes + j * to->n, &levels);
    for (size_t i = 0; which & FACTORS && i < to->n_factors && status == ASSAY_OK; i++) {
        if (from->levels[i] || column_lacks(from->factors + i * to->n, to->n)) continue;
        status = rank_column(from->factors + i * to->n, to->n, distinct, to->factors + i * to->n, &levels);
        if (distinct) to->levels[i] = (int32_t)levels;
    }
    return status;
}
DATA_ONLY(codes_ranked, rank_all(from, CODES, 0, to))
DATA_ONLY(all_ranked, rank_all(from, CODES | FACTORS, 0, to))
DATA_ONLY(values_as_labels, rank_all(from, FACTORS, 1, to))

static assay_status labels_as_numbers(const assay_data *from, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t i = 0; status == ASSAY_OK && i < to->n_factors; i++) to->levels[i] = 0;
    return status;
}

static const transform transforms[] = {
    { .text = NULL, .make = as_it_is },
    { .text = "factors and codes are exchanged (the arrays are transposed, or the arguments swapped)",
      .more = 1,
      .make = swap },
    { .text = "the codes are reshaped instead of transposed: rows are read as columns", .make = reshape_codes },
    { .text = "the factors are reshaped instead of transposed: rows are read as columns", .make = reshape_factors },
    { .text = "both arrays are reshaped instead of transposed: rows are read as columns", .make = reshape_both },
    { .text = "the codes are read in the other memory order: columns are read as rows", .make = unshape_codes },
    { .text = "both arrays are read in the other memory order: columns are read as rows", .make = unshape_both },
    { .text = "each code is sorted, which takes it apart from the factors' rows", .make = sort_codes },
    { .text = "each factor is sorted, which takes it apart from the codes' rows", .make = sort_factors },
    { .text = "codes and factors are all sorted, each by itself", .make = sort_both },
    { .text = "each sample's codes are sorted (numpy.sort along the wrong axis)", .make = sort_rows },
    { .text = "factors and codes are one row apart", .make = shift_codes },
    { .text = "factors and codes are one row apart, the last meeting the first", .make = roll_codes },
    { .text = "the last sample is left out", .make = all_but_last },
    { .text = "the first sample is left out", .make = all_but_first },
    { .text = "only the first half of the samples is used", .make = first_half },
    { .text = "only the second half of the samples is used", .make = second_half },
    { .text = "only the first 4/5 of the samples are used", .make = first_fifths },
    { .text = "only the last fifth of the samples is used", .make = last_fifth },
    { .text = "a random half of the samples is used", .make = random_half },
    { .text = "a random part of the samples, 4/5, is used", .make = random_fifths },
    { .text = "constant codes are left out", .make = without_dead },
    { .text = "only the first codes are used, as many as there are factors", .make = first_codes },
    { .text = "the codes' signs are lost: |z| is used", .make = codes_absolute },
    { .text = "the codes are squared", .make = codes_squared },
    { .text = "the codes are cut to whole numbers", .make = codes_whole },
    { .text = "the codes are rounded to single precision", .make = codes_single },
    { .text = "the codes are clipped to 0..1", .make = codes_clipped },
    { .text = "the codes are replaced by their ranks", .make = codes_ranked },
    { .text = "codes and factors are replaced by their ranks", .make = all_ranked },
    { .text = "every distinct value of a continuous factor is taken as a class of its own", .make = values_as_labels },
    { .text = "categorical factors are taken as numbers", .make = labels_as_numbers },
};

enum { OF_DATA = sizeof transforms / sizeof *transforms };

size_t transform_count(void) { return OF_DATA + bin_transform_count(); }

const transform *transform_at(size_t index)
{
    return index < OF_DATA ? &transforms[index] : bin_transform_at(index - OF_DATA);
}

assay_status transform_apply(const transform *t, const assay_data *from, size_t bins, size_t factor_bins,
                             assay_data *to)
{
    return t->make ? t->make(from, to) : bins_apply(from, &t->bins, bins, factor_bins, to);
}
