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

/* What is done otherwise than [a, b) on the column's range, the largest value in the last bin. */
enum { RIGHT_CLOSED = 1, LEAST_OWN = 2, MOST_OWN = 4, UNSCALED = 8 };

/* The number of the edges k (1/bins), k = 0..bins, that are not above the value; of right-closed bins that are below. */
static double bin_of(double x, double low, double high, double bins, int rule)
{
    const double y = rule & UNSCALED ? fmin(fmax(x, 0.0), 1.0) : scaled(x, low, high), width = 1.0 / bins;
    double k = fmax(0.0, floor(y * bins) - 1.0);
    while (k <= bins && (rule & RIGHT_CLOSED ? k * width < y : k * width <= y)) k++;
    if (rule & RIGHT_CLOSED && !(rule & LEAST_OWN)) k = fmax(1.0, k);
    return rule & MOST_OWN ? k : fmin(k, bins); /* rounding may scale beyond 1 */
}

/* Bins of another rule in the codes (the factors' being right), in the factors, in both. */
#define BINS_OF(rule_, text_)                                                                      \
    { "the bins of codes and factors " text_, rule_, rule_ }, { "the bins of codes " text_, rule_, 0 }, \
    {                                                                                              \
        "the bins of factors " text_, 0, rule_                                                     \
    }
static const struct {
    const char *text;
    int codes, factors;
} rules[] = {
    BINS_OF(RIGHT_CLOSED, "are closed on the wrong side: (a, b] where [a, b) is meant"),
    BINS_OF(RIGHT_CLOSED | LEAST_OWN,
            "are closed on the wrong side, (a, b], and the smallest value has a bin of its own"),
    BINS_OF(MOST_OWN,
            "leave the largest value a bin of its own (numpy.digitize with all edges, or floor without a cap)"),
    BINS_OF(UNSCALED, "are cut on 0..1 instead of each column's range"),
};

size_t bins_change_count(void) { return sizeof rules / sizeof *rules; }
const char *bins_change_text(size_t index) { return rules[index].text; }

/* 0: some value is absent. */
static int column_extent(const double *x, size_t n, double *low, double *high)
{
    int absent = 0;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t s = 0; s < n; s++) *low = fmin(*low, x[s]), *high = fmax(*high, x[s]), absent |= isnan(x[s]);
    return !absent;
}

static int column_cut(double *x, size_t n, size_t bins, int rule)
{
    double low, high;
    if (!column_extent(x, n, &low, &high)) return 0;
    for (size_t s = 0; s < n; s++)
        x[s] = high - low >= 10 * 0x1p-52 ? bin_of(x[s], low, high, (double)bins, rule) : 0.0;
    return 1;
}

assay_status bins_change_make(size_t index, const assay_data *from, size_t bins, size_t factor_bins, assay_data *to)
{
    const size_t n = from->n;
    ASSAY_TRY(data_copy(from, to));
    for (size_t j = 0; j < to->n_codes; j++) column_cut(to->codes + j * n, n, bins, rules[index].codes);
    for (size_t i = 0; i < to->n_factors; i++)
        if (!from->levels[i] && column_cut(to->factors + i * n, n, factor_bins, rules[index].factors))
            to->levels[i] = (int32_t)factor_bins + 2;
    return ASSAY_OK;
}

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

static int column_on_edges(const double *x, size_t n, size_t bins)
{
    double low, high;
    column_extent(x, n, &low, &high);
    for (size_t s = 0; s < n && high > low && isfinite(high - low); s++)
        if (edge_parts(x[s], low, high, (double)bins)) return 1;
    return 0;
}

int bins_on_edges(const assay_data *data, size_t bins, size_t factor_bins)
{
    for (size_t j = 0; j < data->n_codes; j++)
        if (column_on_edges(data->codes + j * data->n, data->n, bins)) return 1;
    for (size_t i = 0; i < data->n_factors; i++)
        if (!data->levels[i] && column_on_edges(data->factors + i * data->n, data->n, factor_bins)) return 1;
    return 0;
}
