/*
 * Bins as somebody might have cut them. Every column becomes the numbers of its bins under the mistaken rule, factors
 * as labels; the reference then gets so many bins that no two numbers share one.
 */
#include "validation_inside.h"


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
static double bin_plain(double x, double low, double high, double bins) /* [a, b]: as is right */
{
    return edges_below(scaled(x, low, high), bins, bins, 1);
}
static double bin_one_fewer(double x, double low, double high, double bins)
{
    return bin_plain(x, low, high, bins - 1);
}
static double bin_one_more(double x, double low, double high, double bins) { return bin_plain(x, low, high, bins + 1); }
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

static void extent(const double *x, size_t count, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        *low = x[k] < *low ? x[k] : *low;
        *high = x[k] > *high ? x[k] : *high;
    }
}

static void side_bin(const double *from, size_t columns, size_t n, size_t bins, bin_rule_of rule, const int32_t *levels,
                     double *to)
{
    for (size_t j = 0; j < columns; j++) {
        double low, high;
        if ((levels && levels[j]) || column_lacks(from + j * n, n)) continue;
        extent(from + j * n, n, &low, &high);
        bin_column(to + j * n, n, low, high, bins, rule);
    }
}

assay_status bins_apply(const assay_data *from, const bin_mistake *by, size_t bins, size_t factor_bins, assay_data *to)
{
    ASSAY_TRY(data_copy(from, to));
    side_bin(from->codes, from->n_codes, from->n, bins, by->codes, NULL, to->codes);
    side_bin(from->factors, from->n_factors, from->n, factor_bins, by->factors, from->levels, to->factors);
    for (size_t i = 0; i < to->n_factors; i++)
        if (!from->levels[i] && !column_lacks(from->factors + i * from->n, from->n))
            to->levels[i] = (int32_t)factor_bins + 2;
    return ASSAY_OK;
}

/* Bins of another rule in the codes (the factors' being right), in the factors, in both. */
#define BINS_OF(rule_, text_)                                                                         \
    { .text = "the bins of codes and factors " text_, .bins = { .codes = (rule_), .factors = (rule_) } }, \
        { .text = "the bins of codes " text_, .bins = { .codes = (rule_), .factors = bin_plain } },   \
    {                                                                                                 \
        .text = "the bins of factors " text_, .bins = {.codes = bin_plain, .factors = (rule_) }       \
    }

static const transform transforms[] = {
    BINS_OF(bin_right, "are closed on the wrong side: (a, b] where [a, b) is meant"),
    BINS_OF(bin_right_own, "are closed on the wrong side, (a, b], and the smallest value has a bin of its own"),
    BINS_OF(bin_last_own,
            "leave the largest value a bin of its own (numpy.digitize with all edges, or floor without a cap)"),
    BINS_OF(bin_one_fewer, "are one too few (as many edges as bins are meant)"),
    BINS_OF(bin_one_more, "are one too many"),
    BINS_OF(bin_unscaled, "are cut on 0..1 instead of each column's range"),
};

/* x within a bin or before it, as one counts in bins, lays edges from the least value on, or scales to 0..1 first. */
static int edge_parts(double x, double low, double high, double bins)
{
    enum { NEAR = 1000000000 }; /* of a bin: rounding of any of them is less than 1 in so many */
    const double range = high - low, place = bins * (x - low) / range, edge = rint(place);
    if (!(fabs(place - edge) < 1.0 / NEAR) || edge < 1.0 || edge >= bins) return 0;
    const int within = place >= edge;
    return within != ((x - low) / range * bins >= edge) || within != ((x - low) / (range / bins) >= edge) ||
           within != (x >= low + edge * (range / bins)) || within != (x >= low + edge * range / bins) ||
           within != (scaled(x, low, high) >= edge * (1.0 / bins));
}

static int column_on_edges(const double *x, size_t n, double bins)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < n; s++) {
        low = fmin(low, x[s]);
        high = fmax(high, x[s]);
    }
    size_t s = n;
    if (high > low && isfinite(high - low))
        for (s = 0; s < n && !edge_parts(x[s], low, high, bins);) s++;
    return s < n;
}

int bins_on_edges(const assay_data *data, size_t bins, size_t factor_bins)
{
    const size_t n = data->n;
    for (size_t j = 0; j < data->n_codes; j++)
        if (column_on_edges(data->codes + j * n, n, (double)bins)) return 1;
    for (size_t i = 0; i < data->n_factors; i++)
        if (!data->levels[i] && column_on_edges(data->factors + i * n, n, (double)factor_bins)) return 1;
    return 0;
}

size_t bin_transform_count(void) { return sizeof transforms / sizeof *transforms; }
const transform *bin_transform_at(size_t index) { return &transforms[index]; }
