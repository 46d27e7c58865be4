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
static double bin_largest_own(double x, double low, double high,
                              double bins) /* the same where the largest is 1 to the bit */
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

assay_status bins_apply(const assay_data *from, const bin_mistake *by, size_t bins, size_t factor_bins, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    if (status != ASSAY_OK) return status;
    const size_t n = to->n;
    double low, high;
    for (size_t j = 0; j < to->n_codes; j++) {
        extent(by->pooled ? from->codes : from->codes + j * n, by->pooled ? n * to->n_codes : n, &low, &high);
        bin_column(to->codes + j * n, n, low, high, bins, by->codes);
    }
    for (size_t i = 0; i < to->n_factors; i++) {
        if (from->levels[i] || column_lacks(from->factors + i * n, n)) continue;
        extent(from->factors + i * n, n, &low, &high);
        bin_column(to->factors + i * n, n, low, high, factor_bins, by->factors);
        to->levels[i] = (int32_t)factor_bins + 2;
    }
    return ASSAY_OK;
}

/* Bins of another rule in the codes (the factors' being right), in the factors, in both. */
#define BINS_OF(rule_, text_)                                                        \
    { .text = "the bins of codes and factors " text_, .bins = { rule_, rule_, 0 } }, \
        { .text = "the bins of codes " text_, .bins = { rule_, bin_plain, 0 } },     \
    {                                                                                \
        .text = "the bins of factors " text_, .bins = { bin_plain, rule_, 0 }        \
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
      .bins = { bin_plain, bin_plain, 1 } },
};

size_t bin_transform_count(void) { return sizeof transforms / sizeof *transforms; }
const transform *bin_transform_at(size_t index) { return &transforms[index]; }
