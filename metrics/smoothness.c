/*
 *     D_k = (a_(k+1) - a_k) / (z_(k+1) - z_k),  x_k = |D_(k+1) - D_k|
 *     Smoothness = 1 - (sum_k x_k^2 / sum_k x_k) / (max_k D_k - min_k D_k)
 *
 *   The contraharmonic mean of the second differences over the range of the first; the step delta, by which both are
 *   divided in the source, cancels. 1 is a straight line, 0 a single jump.
 *
 * Source   Watcharasupat, Lee and Lerch 2022, "Latte", Software Impacts, equations 7 to 9; Watcharasupat and Lerch
 *          2021, ISMIR late-breaking demo.
 * Takes    traverses (see traverses.h) of three points or more in equal steps: factor i is the attribute, code i the
 *          one that is moved.
 * Gives    "smoothness", one per factor and their mean, a fraction; a ptp-mode below 1 can push it below 0.
 * Cost     O(n) for each factor; with ptp-mode below 1 a sort of each traverse.
 * R1  A traverse that is straight to the rounding of its points, x_k <= 64 eps (max|a| + max|D| max|z|) / |z_1 - z_0|
 *     for all k, scores 1: the formula is 0/0 there, or a ratio of rounding errors. A constant attribute is straight.
 *     edge=published: 0/0 unless every traverse of the attribute is straight to the last bit, in which case all score
 *     1.
 * R2  Steps that differ by more than 1e-6 of the first (published: by 1e-8): undefined, degenerate-traverse. So is a
 *     range of quantiles that is 0.
 * R3  max-mode=lehmer: sum x^p / sum x^(p-1), the contraharmonic mean where p = 2; naive: the largest x.
 * R4  ptp-mode=q: between the quantiles (1 +- q)/2 of D, linearly interpolated; q = 1 is the range.
 * R5  Scaling an attribute or a code by a power of two changes no bit.
 */
#include "ascending.h"
#include "traverses.h"

#include <float.h>
#include <math.h>

enum { MAX_LEHMER, MAX_NAIVE };
enum { EDGE_MENDED, EDGE_PUBLISHED };

#define OPTIONS(OPTION)                                                                                                \
    TRAVERSE_OPTIONS(OPTION)                                                                                           \
    OPTION(MAX_MODE,                                                                                                   \
           CHOICE("max-mode", "what stands for the largest second difference: their Lehmer mean, or the largest",      \
                  [MAX_LEHMER] = "lehmer", [MAX_NAIVE] = "naive"))                                                     \
    OPTION(POWER, WHOLE("p", "power of the Lehmer mean", 2, 2, 64))                                                    \
    OPTION(PTP_MODE,                                                                                                   \
           NUMBER("ptp-mode", "share of the slopes, in the middle, whose range is taken; 1: of all", 1, 0.01, 1))      \
    OPTION(CLAMP, NO_YES("clamp", "a score below 0 becomes 0", NO, 0))                                                 \
    OPTION(EDGE, CHOICE("edge", "a straight traverse: 1 for itself, or as published only if all of its attribute are", \
                        [EDGE_MENDED] = "mended", [EDGE_PUBLISHED] = "published"))
OPTION_TABLE(OPTIONS);

static double quantile_of(const double *sorted, size_t n, double q)
{
    const double at = q * (double)(n - 1);
    const size_t below = (size_t)at;
    if (below + 1 >= n) return sorted[n - 1];
    return sorted[below] + (sorted[below + 1] - sorted[below]) * (at - (double)below);
}

static double largest_of(const double *x, size_t n)
{
    double largest = 0.0;
    for (size_t k = 0; k < n; k++) largest = fmax(largest, fabs(x[k]));
    return largest;
}

/* R3. The differences count as shares of the largest, so that no power overflows. */
static double spread_of_seconds(const double *x, size_t n, double largest, const double *option)
{
    if (option[MAX_MODE] == MAX_NAIVE || largest == 0.0) return largest;
    double above = 0.0, below = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double share = x[k] / largest;
        double power = share;
        for (int p = 2; p < (int)option[POWER]; p++) power *= share;
        above += power * share;
        below += power;
    }
    return largest * (above / below);
}

/* R4. Sorts the slopes where quantiles are asked for. */
static double range_of_slopes(double *slope, size_t n, double q)
{
    if (q < 1.0) {
        qsort(slope, n, sizeof *slope, ascending);
        return quantile_of(slope, n, 0.5 + 0.5 * q) - quantile_of(slope, n, 0.5 - 0.5 * q);
    }
    double low = slope[0], high = slope[0];
    for (size_t k = 1; k < n; k++) {
        low = fmin(low, slope[k]);
        high = fmax(high, slope[k]);
    }
    return high - low;
}

static int steps_are_equal(const double *code, size_t points, int edge) /* R2 */
{
    const double step = code[1] - code[0], allowed = edge == EDGE_PUBLISHED ? 1e-8 : TRAVERSE_STEP * fabs(step);
    for (size_t k = 1; k + 1 < points; k++) {
        const double before = edge == EDGE_PUBLISHED ? code[k] - code[k - 1] : step;
        if (!(fabs(code[k + 1] - code[k] - before) <= allowed)) return 0;
    }
    return 1;
}

/* The score of one traverse, or undefined; *straight: the formula is 0/0. */
static double traverse_score(const traverses *all, size_t i, size_t t, const double *code, const double *attribute,
                             double *slope, int *straight)
{
    assay_call *call = all->call;
    const size_t n = all->points;
    const int edge = (int)call->option[EDGE];
    double *second = slope + n;
    *straight = 0;
    const double refused = traverse_slopes(all, i, t, code, attribute, slope);
    if (isnan(refused)) return refused;
    if (!steps_are_equal(code, n, edge))
        return CODE_UNDEFINED(call, i, "degenerate-traverse", "the steps of code # differ in traverse %zu", t);
    for (size_t k = 0; k + 2 < n; k++) second[k] = fabs(slope[k + 1] - slope[k]);
    const double largest = largest_of(second, n - 2);
    const double size = largest_of(attribute, n) + largest_of(slope, n - 1) * largest_of(code, n);
    const double rounding = edge == EDGE_MENDED ? 64 * DBL_EPSILON * size / fabs(code[1] - code[0]) : 0.0;
    *straight = largest <= rounding; /* R1 */
    if (*straight) return 1.0;
    const double spread = spread_of_seconds(second, n - 2, largest, call->option);
    const double range = range_of_slopes(slope, n - 1, call->option[PTP_MODE]);
    if (range == 0.0 && call->option[CLAMP] == YES) return 0.0;
    if (range == 0.0)
        return FACTOR_UNDEFINED(call, i, "degenerate-traverse",
                                "the slopes' quantiles are equal in traverse %zu of factor #", t);
    const double score = 1.0 - spread / range;
    return call->option[CLAMP] == YES ? fmin(fmax(score, 0.0), 1.0) : score;
}

static assay_status scores(const traverses *all, size_t factor, const double *code, const double *attribute,
                           double *value)
{
    assay_call *call = all->call;
    double *slope = call->alloc(call, 2 * all->points, sizeof *slope);
    int *straight = call->alloc(call, all->count, sizeof *straight);
    if (!slope || !straight) return ASSAY_ENOMEM;
    size_t n_straight = 0;
    for (size_t t = 0; t < all->count; t++) {
        const size_t at = t * all->points;
        value[t] = traverse_score(all, factor, t, code + at, attribute + at, slope, &straight[t]);
        n_straight += (size_t)straight[t];
    }
    if (call->option[EDGE] == EDGE_MENDED || n_straight == all->count) return ASSAY_OK;
    for (size_t t = 0; t < all->count; t++) /* R1, published */
        if (straight[t])
            value[t] = FACTOR_UNDEFINED(call, factor, "degenerate-traverse",
                                        "traverse %zu of factor # is straight and others are not: 0/0", t);
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call) { return traverses_score(rep, call, 3, scores); }

static const assay_output outputs[] = { { "smoothness", ASSAY_PER_FACTOR, 0, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Watcharasupat et al. 2022, equation 9", NULL, NULL },
    { "latte2021", "Latte 0.1, published code", "edge=published:nanmean=no:nominal=number",
      "A straight traverse among curved ones is 0/0 and makes its attribute undefined; a line that is straight but for "
      "rounding scores any number (a = 0.3 z + 0.1 on 11 points of [-1, 1]: 0.4). Steps may differ by 1e-8 whatever "
      "their size, beyond that it raises an error; undefined here. Gives one value for each attribute and no mean over "
      "them; here the mean is given, too." },
};

const assay_metric assay_metric_smoothness = {
    .flags = ASSAY_ABSENT,
    .id = "smoothness",
    .title = "Smoothness of an attribute along its code",
    .family = "interpolation",
    .formula = "1 - C(|D_(k+1) - D_k|) / (max D - min D), D_k = (a_(k+1) - a_k) / (z_(k+1) - z_k), C(x) = sum x^2 / "
               "sum x",
    .source = "Watcharasupat, Lee and Lerch 2022, Latte, Software Impacts, equation 9",
    METRIC_PARTS,
    .cost = traverses_cost,
};
