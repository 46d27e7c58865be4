/*
 * Data as somebody might have misread it. A reference that scores misread data as the candidate scored the true ones
 * shows the mistake. Bins are tried the same way: every column becomes the number of its bin under the mistaken rule,
 * factors as labels; the reference then gets so many bins that no two numbers share one.
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

static assay_status copy_all(const assay_data *from, assay_data *to)
{
    const assay_status status = copy_shaped(from, from->n, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    memcpy(to->codes, from->codes, from->n * from->n_codes * sizeof *to->codes);
    return ASSAY_OK;
}

static assay_status as_it_is(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)
{
    (void)bins, (void)factor_bins;
    return copy_all(from, to);
}

static assay_status swap(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)
{
    (void)bins, (void)factor_bins;
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
    const assay_status status = copy_all(from, to);
    if (status != ASSAY_OK) return status;
    if (which & FACTORS) how(from->factors, from->n, from->n_factors, to->factors);
    if (which & FACTORS) highest_levels(from, to);
    if (which & CODES) how(from->codes, from->n, from->n_codes, to->codes);
    return ASSAY_OK;
}

#define DATA_ONLY(name_, call_)                                                                                        \
    static assay_status name_(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)                 \
    {                                                                                                                  \
        (void)bins, (void)factor_bins;                                                                                 \
        return call_;                                                                                                  \
    }
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
    const assay_status status = copy_all(from, to);
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
static assay_status sort_rows(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)
{
    (void)bins, (void)factor_bins;
    const size_t n = from->n, d = from->n_codes;
    const assay_status status = copy_all(from, to);
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
    const assay_status status = copy_all(from, to);
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

static int column_whole(const double *x, size_t n) /* no absent value */
{
    for (size_t s = 0; s < n; s++)
        if (isnan(x[s])) return 0;
    return 1;
}

static assay_status rank_all(const assay_data *from, int which, int distinct, assay_data *to)
{
    assay_status status = copy_all(from, to);
    size_t levels;
    for (size_t j = 0; which & CODES && j < to->n_codes && status == ASSAY_OK; j++)
        status = rank_column(from->codes + j * to->n, to->n, distinct, to->codes + j * to->n, &levels);
    for (size_t i = 0; which & FACTORS && i < to->n_factors && status == ASSAY_OK; i++) {
        if (from->levels[i] || !column_whole(from->factors + i * to->n, to->n)) continue;
        status = rank_column(from->factors + i * to->n, to->n, distinct, to->factors + i * to->n, &levels);
        if (distinct) to->levels[i] = (int32_t)levels;
    }
    return status;
}
DATA_ONLY(codes_ranked, rank_all(from, CODES, 0, to))
DATA_ONLY(all_ranked, rank_all(from, CODES | FACTORS, 0, to))
DATA_ONLY(values_as_labels, rank_all(from, FACTORS, 1, to))

static assay_status labels_as_numbers(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)
{
    (void)bins, (void)factor_bins;
    const assay_status status = copy_all(from, to);
    for (size_t i = 0; status == ASSAY_OK && i < to->n_factors; i++) to->levels[i] = 0;
    return status;
}

/* ---- bins ---- */

typedef double (*bin_rule_of)(double x, double low, double high, double bins);

/* y in [0, 1] as scikit-learn scales; edges are k (1/bins) */
static double scaled(double x, double low, double high)
{
    const double s = 1.0 / (high - low);
    return x * s + (0.0 - low * s);
}

/* How many of the edges k (1/bins), k = 0..count-1, are below y, or (closed) not above. */
static double edges_below(double y, double bins, double count, int closed)
{
    const double width = 1.0 / bins;
    double k = floor(y * bins) - 1.0;
    k = k < 0.0 ? 0.0 : k;
    while (k < count && (closed ? k * width <= y : k * width < y)) k++;
    return k;
}

static double bin_right(double x, double low, double high, double bins) /* (a, b]; the least in the first */
{
    const double k = edges_below(scaled(x, low, high), bins, bins, 0);
    return k < 1.0 ? 0.0 : k - 1.0;
}
static double bin_right_own(double x, double low, double high, double bins) /* (a, b]; the least alone */
{
    return edges_below(scaled(x, low, high), bins, bins, 0);
}
static double bin_last_own(double x, double low, double high, double bins) /* [a, b); the largest alone */
{
    return edges_below(scaled(x, low, high), bins, bins + 1.0, 1);
}
static double bin_largest_own(double x, double low, double high, double bins) /* the same where the largest is 1 to the bit */
{
    return x == high ? bins + 1.0 : edges_below(scaled(x, low, high), bins, bins, 1);
}
static double bin_plain(double x, double low, double high, double bins) /* [a, b]: as is right */
{
    return edges_below(scaled(x, low, high), bins, bins, 1);
}
static double bin_one_fewer(double x, double low, double high, double bins)
{
    return bin_plain(x, low, high, bins - 1);
}
static double bin_few_own(double x, double low, double high, double bins)
{
    return bin_last_own(x, low, high, bins - 1);
}
static double bin_one_more(double x, double low, double high, double bins) { return bin_plain(x, low, high, bins + 1); }
static double bin_rounded(double x, double low, double high, double bins)
{
    return rint(scaled(x, low, high) * (bins - 1.0));
}
static double bin_rounded_more(double x, double low, double high, double bins)
{
    return rint(scaled(x, low, high) * bins);
}

/* Edges on [0, 1] whatever the values: what lies outside goes into the first and last. */
static double bin_unscaled(double x, double low, double high, double bins)
{
    (void)low, (void)high;
    return x < 0.0 ? 0.0 : x >= 1.0 ? bins - 1.0 : edges_below(x, bins, bins, 1) - 1.0;
}

static void bin_column(double *x, size_t n, double low, double high, size_t bins, bin_rule_of rule)
{
    for (size_t s = 0; s < n; s++) {
        if (!(high - low >= 10 * 0x1p-52)) x[s] = 0.0;
        else x[s] = rule(x[s], low, high, (double)bins);
    }
}

static void extent(const double *x, size_t count, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        *low = x[k] < *low ? x[k] : *low;
        *high = x[k] > *high ? x[k] : *high;
    }
}

static assay_status bin_all(const assay_data *from, int which, size_t bins, size_t factor_bins, bin_rule_of rule,
                            bin_rule_of factor_rule, int pooled, assay_data *to)
{
    const assay_status status = copy_all(from, to);
    if (status != ASSAY_OK) return status;
    const size_t n = to->n;
    double low, high;
    for (size_t j = 0; j < to->n_codes && which & CODES; j++) {
        extent(pooled ? from->codes : from->codes + j * n, pooled ? n * to->n_codes : n, &low, &high);
        bin_column(to->codes + j * n, n, low, high, bins, rule);
    }
    for (size_t i = 0; i < to->n_factors; i++) {
        if (from->levels[i] || !column_whole(from->factors + i * n, n)) continue;
        extent(from->factors + i * n, n, &low, &high);
        bin_column(to->factors + i * n, n, low, high, factor_bins, factor_rule);
        to->levels[i] = (int32_t)factor_bins + 2;
    }
    return ASSAY_OK;
}

#define BINNED(name_, rule_)                                                                                           \
    static assay_status name_##_codes(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)         \
    {                                                                                                                  \
        return bin_all(from, CODES, bins, factor_bins, rule_, bin_plain, 0, to);                                       \
    }                                                                                                                  \
    static assay_status name_##_both(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)          \
    {                                                                                                                  \
        return bin_all(from, CODES | FACTORS, bins, factor_bins, rule_, rule_, 0, to);                                 \
    }                                                                                                                  \
    static assay_status name_##_factors(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)       \
    {                                                                                                                  \
        return bin_all(from, CODES | FACTORS, bins, factor_bins, bin_plain, rule_, 0, to);                             \
    }
BINNED(right, bin_right)
BINNED(right_own, bin_right_own)
BINNED(last_own, bin_last_own)
BINNED(largest_own, bin_largest_own)
BINNED(one_fewer, bin_one_fewer)
BINNED(few_own, bin_few_own)
BINNED(one_more, bin_one_more)
BINNED(rounded, bin_rounded)
BINNED(rounded_more, bin_rounded_more)
BINNED(unscaled, bin_unscaled)

static assay_status pooled(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)
{
    return bin_all(from, CODES | FACTORS, bins, factor_bins, bin_plain, bin_plain, 1, to);
}

#define BINS_OF(name_, text_)                                                                                          \
    { "the bins of codes and factors " text_, 1, 0, name_##_both }, { "the bins of codes " text_, 1, 0, name_##_codes },     \
    {                                                                                                                  \
        "the bins of factors " text_, 1, 0, name_##_factors                                                               \
    }

static const transform transforms[] = {
    { NULL, 0, 0, as_it_is },
    { "factors and codes are exchanged (the arrays are transposed, or the arguments swapped)", 0, 1, swap },
    { "the codes are reshaped instead of transposed: rows are read as columns", 0, 0, reshape_codes },
    { "the factors are reshaped instead of transposed: rows are read as columns", 0, 0, reshape_factors },
    { "both arrays are reshaped instead of transposed: rows are read as columns", 0, 0, reshape_both },
    { "the codes are read in the other memory order: columns are read as rows", 0, 0, unshape_codes },
    { "both arrays are read in the other memory order: columns are read as rows", 0, 0, unshape_both },
    { "each code is sorted, which takes it apart from the factors' rows", 0, 0, sort_codes },
    { "each factor is sorted, which takes it apart from the codes' rows", 0, 0, sort_factors },
    { "codes and factors are all sorted, each by itself", 0, 0, sort_both },
    { "each sample's codes are sorted (numpy.sort along the wrong axis)", 0, 0, sort_rows },
    { "factors and codes are one row apart", 0, 0, shift_codes },
    { "factors and codes are one row apart, the last meeting the first", 0, 0, roll_codes },
    { "the last sample is left out", 0, 0, all_but_last },
    { "the first sample is left out", 0, 0, all_but_first },
    { "only the first half of the samples is used", 0, 0, first_half },
    { "only the second half of the samples is used", 0, 0, second_half },
    { "only the first 4/5 of the samples are used", 0, 0, first_fifths },
    { "only the last fifth of the samples is used", 0, 0, last_fifth },
    { "constant codes are left out", 0, 0, without_dead },
    { "only the first codes are used, as many as there are factors", 0, 0, first_codes },
    { "the codes' signs are lost: |z| is used", 0, 0, codes_absolute },
    { "the codes are squared", 0, 0, codes_squared },
    { "the codes are cut to whole numbers", 0, 0, codes_whole },
    { "the codes are rounded to single precision", 0, 0, codes_single },
    { "the codes are clipped to 0..1", 0, 0, codes_clipped },
    { "the codes are replaced by their ranks", 0, 0, codes_ranked },
    { "codes and factors are replaced by their ranks", 0, 0, all_ranked },
    { "every distinct value of a continuous factor is taken as a class of its own", 0, 0, values_as_labels },
    { "categorical factors are taken as numbers", 0, 0, labels_as_numbers },
    BINS_OF(right, "are closed on the wrong side: (a, b] where [a, b) is meant"),
    BINS_OF(right_own, "are closed on the wrong side, (a, b], and the smallest value has a bin of its own"),
    BINS_OF(last_own,
            "leave the largest value a bin of its own (numpy.digitize with all edges, or floor without a cap)"),
    BINS_OF(largest_own, "leave the largest value a bin of its own (numpy.digitize with all edges)"),
    BINS_OF(one_fewer, "are one too few (as many edges as bins are meant)"),
    BINS_OF(few_own,
            "are one too few, and the largest value has a bin of its own (linspace with as many edges as bins)"),
    BINS_OF(one_more, "are one too many"),
    BINS_OF(rounded, "are rounded to instead of cut into"),
    BINS_OF(rounded_more, "are rounded to instead of cut into, one more than there are"),
    BINS_OF(unscaled, "are cut on 0..1 instead of each column's range"),
    { "the bins of codes span the range of all codes together, not each code's own", 1, 0, pooled },
};

size_t transform_count(void) { return sizeof transforms / sizeof *transforms; }
const transform *transform_at(size_t index) { return &transforms[index]; }
