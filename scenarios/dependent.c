/*
 * Source   Classes are printed as 0 to 5; five of them, and a cosine that stays on its falling half, ask for 0 to 4.
 * Truth    alpha = 1: code j is a bijection of factor j, all three properties are 1 for every delta. Below, minimality
 *          (modularity) and sufficiency (compactness) grow with alpha at fixed delta, since a code gets more of its own
 *          factor; the paper asks that they do not grow with delta at fixed alpha; and both are 1 at delta = 1/4 for
 *          every alpha, where the four factors are one. The order 1 - (1 - alpha)(4 delta - 1)/3 says just this along
 *          either parameter. Nothing is known of two points that differ in both: compare along a line of the grid only.
 *          Explicitness: the map of y to z' has the eigenvalues 1 and (4 alpha - 1)/3, so all codes together determine
 *          all factors for alpha > 1/4 at any delta, and at delta = 1/4. At alpha = 1/4 the codes are equal and tell
 *          the sum alone, which tells more of each factor the more these resemble each other: the order is that of the
 *          squared correlation with the sum before cutting, (1 + 3 rho)/4.
 * Known    Minimality measured over bins rises again by up to .033 between delta = .7 and 1 at alpha = .85, against the
 *          paper. At delta = 1/4 every metric that needs one winner among codes or factors is left with a tie.
 */
#include "scenario.h"

#define LEVELS 5
#define PARAMETERS(ROW, STILL)                                                         \
    ROW(DELTA, "delta", (0.25, 0.4, 0.55, 0.7, 0.85, 1.0),                             \
        NUMBER("delta", "independence of the factors, 1/4: all alike", 0.55, 0.25, 1)) \
    ROW(ALPHA, "alpha", (0.25, 0.4, 0.55, 0.7, 0.85, 0.95, 1.0),                       \
        NUMBER("alpha", "own factor's share in a code, 1/4: all alike", 0.7, 0.25, 1))
PARAMETER_TABLE(PARAMETERS);

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, n, 4, 4));
    factors_categorical(to, LEVELS);
    block_draw(stream, n, 4, to->codes); /* e is there until the codes are made */
    block_average(to->codes, n, 4, parameter[0], to->factors);
    block_classify(to->factors, n * 4, LEVELS);
    block_average(to->factors, n, 4, parameter[1], to->codes);
    codes_cosine(to->codes, n * 4, LEVELS);
    return ASSAY_OK;
}

/* The correlation of two factors before they are cut into classes. */
static double correlation(double delta)
{
    const double share = (1.0 - delta) / 3.0;
    return (2.0 * delta * share + 2.0 * share * share) / (delta * delta + 3.0 * share * share);
}

static void truth(const double *parameter, assay_truth to[3])
{
    const double delta = parameter[0], alpha = parameter[1];
    const double order = 1.0 - (1.0 - alpha) * (4.0 * delta - 1.0) / 3.0;
    const assay_truth own = alpha == 1.0 ? truth_is(1.0) : truth_order(order);
    const int determined = alpha > 0.25 || delta == 0.25;
    truth_set(to, own, own, determined ? truth_is(1.0) : truth_order((1.0 + 3.0 * correlation(delta)) / 4.0));
}

const assay_scenario assay_scenario_dependent = {
    .id = "dependent",
    .title = "Factors that depend on each other",
    .formula = "y'_i = delta e_i + (1-delta)/3 (sum of the other e), y_i = min(4, floor(5 y'_i)); "
               "z_j = cos(pi (alpha y_j + (1-alpha)/3 (sum of the other y)) / 5); M = d = 4",
    .draws = "e = random((n, 4)), row by row",
    .truth_text = "at alpha = 1 all three properties are 1 for every delta; below, modularity and compactness grow "
                  "with alpha at fixed delta and do not grow with delta at fixed alpha (points that differ in both are "
                  "not comparable); explicitness is 1 but at alpha = 1/4, where it falls with delta",
    .source = "Almudevar and Ortega 2025, section 5.1, figure 2",
    SWEPT(20000, 100),
    OWN_ONLY(build, truth, "how its factors depend on each other is what it sweeps"),
    .order_along_one = 1,
    PROBES({ "delta=0.5:alpha=0.5", 1000 }),
};
