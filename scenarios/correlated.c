/*
 * Truth    Ideal codes are bijections of their factors however these depend on each other: all three properties are 1.
 *          Mixing has full rank: explicitness 1 again. Modularity and compactness of mixed codes are below 1, but how
 *          two values of s compare there is not known, so that nothing is stated but at s = 1000.
 * Known    Asked for the one factor or code that stands out, a metric finds two as soon as factors agree: mig, mig-sup
 *          and modularity fall as s goes to 0, minimality and sufficiency do not.
 */
#include "scenario.h"

enum { M = 8, K = 10 };
#define PARAMETERS(ROW, STILL)                                                                            \
    ROW(PAIRS, "pairs", (1, 2, 3), WHOLE("pairs", "pairs of factors that depend on each other", 1, 1, 3)) \
    ROW(CODE, "code", (CODES_IDEAL, CODES_MIXED), OPTION_CLASSES_CODES)                                   \
    ROW(S, "s", (1000, 0.7, 0.4, 0.1, 0.04),                                                              \
        NUMBER("s", "spread of the pairs around agreement; 1000: independent", 0.4, 0.01, 1000))
PARAMETER_TABLE(PARAMETERS);

/* Column p holds the draw of pair p, and column pairs + i that of factor 2 pairs + i: to be opened from behind. */
static void pairs_open(double *y, size_t n, size_t pairs, const double *sum)
{
    for (size_t i = M; i-- > 2 * pairs;) {
        for (size_t s = 0; s < n; s++) y[i * n + s] = y[(i - pairs) * n + s];
        block_classify(y + i * n, n, K);
    }
    for (size_t p = pairs; p-- > 0;) {
        for (size_t s = 0; s < n; s++) {
            const size_t place = classes_find(sum, K * K, y[p * n + s]);
            y[2 * p * n + s] = (double)(place / K);
            y[(2 * p + 1) * n + s] = (double)(place % K);
        }
    }
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    const size_t pairs = (size_t)parameter[PAIRS];
    ASSAY_TRY(assay_data_shape(to, n, M, M));
    factors_categorical(to, K);
    double sum[K * K];
    classes_weigh(K, parameter[S], sum);
    classes_sum(sum, K * K);
    block_draw(stream, n, M - pairs, to->factors);
    pairs_open(to->factors, n, pairs, sum);
    classes_codes((int)parameter[CODE], K, to);
    return ASSAY_OK;
}

static void truth(const double *parameter, assay_truth to[3]) { classes_truth((int)parameter[CODE], parameter[S], to); }

const assay_scenario assay_scenario_correlated = {
    .id = "correlated",
    .title = "Pairs of factors that tend to agree",
    .formula = "P(y_a, y_b) ~ exp(-(c_a - c_b)^2 / (2 s^2)), c = y/9, for `pairs` pairs of neighbours; z = c, or z_j = "
               "(.7 y_j + .3 y_(j-1 mod 8))/9; M = d = 8, 10 classes",
    .draws = "random((n, 8 - pairs)), row by row: one for each pair (inverse of the running sums of its table, row by "
             "row), then one for each other factor",
    .truth_text = "ideal codes: all three properties are 1 for every s; mixed ones: explicitness is 1, modularity and "
                  "compactness are lower (stated at s = 1000, independence)",
    .source = "Traeuble et al. 2021, arXiv:2006.07886; Roth et al. 2023, arXiv:2210.07347; codes ours",
    SWEPT(20000, 100),
    OWN_ONLY(build, truth, "how its factors depend on each other is what it sweeps"),
    PROBES({ "pairs=2:code=ideal:s=0.2", 1000 }),
};
