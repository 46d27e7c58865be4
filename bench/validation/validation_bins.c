/*
 * Bins as somebody might have cut them. Every column becomes the numbers of its bins under the mistaken rule, factors
 * as labels; the reference then gets so many bins that no two numbers share one.
 */
#include "validation_inside.h"

#include "ascending.h"

#include <stdlib.h>

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
/* The same where the largest is 1 to the bit. */
static double bin_largest_own(double x, double low, double high, double bins)
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
        else x[s] = rule(fmin(fmax(x[s], low), high), low, high, (double)bins);
    }
}

/* Edges as numpy.quantile has them, between two values where need be; how many are not above. */
static assay_status bin_quantiles(double *x, size_t n, size_t bins)
{
    double *sorted = malloc(n * sizeof *sorted), *edge = calloc(bins, sizeof *edge);
    for (size_t s = 0; sorted && s < n; s++) sorted[s] = x[s];
    if (sorted) qsort(sorted, n, sizeof *sorted, ascending);
    for (size_t k = 1; sorted && edge && k < bins; k++) {
        const double place = (double)(n - 1) * ((double)k / (double)bins);
        const size_t below = (size_t)place;
        const double next = sorted[below + 1 < n ? below + 1 : below];
        edge[k - 1] = sorted[below] + (next - sorted[below]) * (place - (double)below);
    }
    for (size_t s = 0; sorted && edge && s < n; s++) {
        size_t label = 1;
        while (label < bins && edge[label - 1] <= x[s]) label++;
        x[s] = (double)label;
    }
    const assay_status status = sorted && edge ? ASSAY_OK : ASSAY_ENOMEM;
    free(sorted);
    free(edge);
    return status;
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

static size_t first_rows(const bin_mistake *by, size_t n)
{
    const double rows = by->first >= 2.0 ? by->first : by->first > 0.0 ? floor(by->first * (double)n) : (double)n;
    return rows < 1.0 ? 1 : rows < (double)n ? (size_t)rows : n;
}

static assay_status codes_bin(const assay_data *from, const bin_mistake *by, size_t bins, assay_data *to)
{
    const size_t n = to->n;
    for (size_t j = 0; j < to->n_codes; j++) {
        double low, high;
        extent(by->pooled ? from->codes : from->codes + j * n, by->pooled ? n * to->n_codes : first_rows(by, n), &low,
               &high);
        if (!(by->quantiles & CUT_CODES)) bin_column(to->codes + j * n, n, low, high, bins, by->codes);
        else if (bin_quantiles(to->codes + j * n, n, bins) != ASSAY_OK) return ASSAY_ENOMEM;
    }
    return ASSAY_OK;
}

static assay_status factors_bin(const assay_data *from, const bin_mistake *by, size_t bins, assay_data *to)
{
    const size_t n = to->n;
    for (size_t i = 0; i < to->n_factors; i++) {
        double low, high;
        if (from->levels[i] || column_lacks(from->factors + i * n, n)) continue;
        extent(from->factors + i * n, first_rows(by, n), &low, &high);
        if (!(by->quantiles & CUT_FACTORS)) bin_column(to->factors + i * n, n, low, high, bins, by->factors);
        else if (bin_quantiles(to->factors + i * n, n, bins) != ASSAY_OK) return ASSAY_ENOMEM;
        to->levels[i] = (int32_t)bins + 2;
    }
    return ASSAY_OK;
}

assay_status bins_apply(const assay_data *from, const bin_mistake *by, size_t bins, size_t factor_bins, assay_data *to)
{
    assay_status status = data_copy(from, to);
    if (by->bins) bins = factor_bins = by->bins(from->n);
    if (bins < 2) return ASSAY_EUSAGE;
    if (status == ASSAY_OK) status = codes_bin(from, by, bins, to);
    return status == ASSAY_OK ? factors_bin(from, by, factor_bins, to) : status;
}

assay_status bins_plain(const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)
{
    static const bin_mistake none = { .codes = bin_plain, .factors = bin_plain };
    const assay_status status = bins_apply(from, &none, bins, factor_bins, to);
    for (size_t i = 0; i < from->n_factors && status == ASSAY_OK; i++) to->levels[i] = from->levels[i];
    return status;
}

static size_t bins_by_root(size_t rows) { return (size_t)sqrt((double)rows); }
static size_t bins_by_root_above(size_t rows) { return (size_t)ceil(sqrt((double)rows)); }
static size_t bins_by_sturges(size_t rows) { return (size_t)ceil(log2((double)rows)) + 1; }
static size_t bins_by_rice(size_t rows) { return (size_t)ceil(2.0 * cbrt((double)rows)); }

/* Bins of another rule in the codes (the factors' being right), in the factors, in both. */
#define BINS_OF(rule_, text_)                                                                         \
    { .text = "the bins of codes and factors " text_, .bins = { .codes = (rule_), .factors = (rule_) } }, \
        { .text = "the bins of codes " text_, .bins = { .codes = (rule_), .factors = bin_plain } },   \
    {                                                                                                 \
        .text = "the bins of factors " text_, .bins = {.codes = bin_plain, .factors = (rule_) }       \
    }

#define BINS_OF_FIRST(first_, text_)                                                      \
    {                                                                                     \
        .text = "the edges of bins are taken from the " text_ ", not from all", .bins = { \
            .codes = bin_plain,                                                           \
            .factors = bin_plain,                                                         \
            .first = (first_)                                                             \
        }                                                                                 \
    }
#define BINS_OF_ROWS(bins_, text_)                                          \
    {                                                                       \
        .text = "the number of bins grows with the rows: " text_, .bins = { \
            .codes = bin_plain,                                             \
            .factors = bin_plain,                                           \
            .bins = (bins_)                                                 \
        }                                                                   \
    }

static const transform transforms[] = {
    BINS_OF(bin_right, "are closed on the wrong side: (a, b] where [a, b) is meant"),
    BINS_OF(bin_right_own, "are closed on the wrong side, (a, b], and the smallest value has a bin of its own"),
    BINS_OF(bin_last_own,
            "leave the largest value a bin of its own (numpy.digitize with all edges, or floor without a cap)"),
    BINS_OF(bin_largest_own, "leave the largest value a bin of its own (numpy.digitize with all edges)"),
    BINS_OF(bin_one_fewer, "are one too few (as many edges as bins are meant)"),
    BINS_OF(bin_few_own,
            "are one too few, and the largest value has a bin of its own (linspace with as many edges as bins)"),
    BINS_OF(bin_one_more, "are one too many"),
    BINS_OF(bin_rounded, "are rounded to instead of cut into"),
    BINS_OF(bin_rounded_more, "are rounded to instead of cut into, one more than there are"),
    BINS_OF(bin_unscaled, "are cut on 0..1 instead of each column's range"),
    { .text = "the bins of codes span the range of all codes together, not each code's own",
      .bins = { .codes = bin_plain, .factors = bin_plain, .pooled = 1 } },
    BINS_OF_FIRST(0.5, "first half of the rows"),
    BINS_OF_FIRST(0.1, "first tenth of the rows"),
    BINS_OF_FIRST(10, "first 10 rows"),
    BINS_OF_FIRST(32, "first 32 rows"),
    BINS_OF_FIRST(50, "first 50 rows"),
    BINS_OF_FIRST(64, "first 64 rows"),
    BINS_OF_FIRST(100, "first 100 rows"),
    BINS_OF_FIRST(128, "first 128 rows"),
    BINS_OF_FIRST(256, "first 256 rows"),
    BINS_OF_FIRST(500, "first 500 rows"),
    { .text = "the bins of codes and factors are quantiles: as many rows in each",
      .bins = { .codes = bin_plain, .factors = bin_plain, .quantiles = CUT_CODES | CUT_FACTORS } },
    { .text = "the bins of codes are quantiles: as many rows in each",
      .bins = { .codes = bin_plain, .factors = bin_plain, .quantiles = CUT_CODES } },
    { .text = "the bins of factors are quantiles: as many rows in each",
      .bins = { .codes = bin_plain, .factors = bin_plain, .quantiles = CUT_FACTORS } },
    BINS_OF_ROWS(bins_by_root, "sqrt(N), cut to a whole number"),
    BINS_OF_ROWS(bins_by_root_above, "sqrt(N), rounded up"),
    BINS_OF_ROWS(bins_by_sturges, "log2(N) + 1, as Sturges has it"),
    BINS_OF_ROWS(bins_by_rice, "2 N^(1/3), as Rice has it"),
};

/* x within a bin or before it, as one counts in bins, lays edges from the least value on, or scales to 0..1 first; of a
 * value that is itself a matter of rounding, so near an edge is enough. */
static int edge_parts(double x, double low, double high, double bins, int rounded)
{
    enum { NEAR = 1000000000 }; /* of a bin: rounding of any of them is less than 1 in so many */
    const double range = high - low, place = bins * (x - low) / range, edge = rint(place);
    if (!(fabs(place - edge) < 1.0 / NEAR) || edge < 1.0 || edge >= bins) return 0;
    if (rounded) return 1;
    const int within = place >= edge;
    return within != ((x - low) / range * bins >= edge) || within != ((x - low) / (range / bins) >= edge) ||
           within != (x >= low + edge * (range / bins)) || within != (x >= low + edge * range / bins) ||
           within != (scaled(x, low, high) >= edge * (1.0 / bins));
}

static int column_on_edges(const double *x, size_t n, double bins, int rounded)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < n; s++) {
        low = fmin(low, x[s]);
        high = fmax(high, x[s]);
    }
    size_t s = n;
    if (high > low && isfinite(high - low))
        for (s = 0; s < n && !edge_parts(x[s], low, high, bins, rounded);) s++;
    return s < n;
}

int bins_on_edges(const assay_data *data, size_t bins, size_t factor_bins, int rounded)
{
    const size_t n = data->n;
    for (size_t j = 0; j < data->n_codes; j++)
        if (column_on_edges(data->codes + j * n, n, (double)bins, rounded)) return 1;
    for (size_t i = 0; i < data->n_factors; i++)
        if (!data->levels[i] && column_on_edges(data->factors + i * n, n, (double)factor_bins, 0)) return 1;
    return 0;
}

size_t bin_transform_count(void) { return sizeof transforms / sizeof *transforms; }
const transform *bin_transform_at(size_t index) { return &transforms[index]; }
