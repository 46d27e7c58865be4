/* Where two right ways to cut bins part: values that lie on an edge but for rounding. */
#include "validation_inside.h"

/* In [0, 1] as scikit-learn scales. */
static double scaled(double x, double low, double high)
{
    const double s = 1.0 / (high - low);
    return x * s + (0.0 - low * s);
}

static void column_extent(const double *x, size_t n, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t s = 0; s < n; s++) *low = fmin(*low, x[s]), *high = fmax(*high, x[s]);
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
