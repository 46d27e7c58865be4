/*
 * Truth    The map is linear and of full rank: explicitness is 1. Each code depends on two factors of three alike, each
 *          factor is in two codes of three alike: modularity and compactness are that of two equal shares, 1 - ln 2 /
 *          ln 3 by entropy. An order only, since its number depends on the measure.
 * Known    z-diff reads 1 here: of three codes the one without the fixed factor differs from the others. z-min-var
 *          reads .24, mig 0, modularity .5.
 */
#include "scenario.h"

#include <math.h>

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    ASSAY_TRY(assay_data_shape(to, n, 3, 3));
    block_draw(stream, n, 3, to->factors);
    static const size_t first[] = { 0, 1, 0 }, second[] = { 1, 2, 2 };
    for (size_t j = 0; j < 3; j++)
        for (size_t s = 0; s < n; s++)
            to->codes[j * n + s] = (to->factors[first[j] * n + s] + to->factors[second[j] * n + s]) / 2.0;
    return ASSAY_OK;
}

#define TWO_OF_THREE (1.0 - log(2.0) / log(3.0))
TRUTH(p, truth_order(TWO_OF_THREE), truth_order(TWO_OF_THREE), truth_is(1.0));

const assay_scenario assay_scenario_higgins = {
    .id = "higgins",
    .title = "Three codes, each the mean of two factors",
    .formula = "z = ((v_0 + v_1)/2, (v_1 + v_2)/2, (v_0 + v_2)/2), v uniform on [0, 1), M = d = 3",
    .draws = "v = random((n, 3)), row by row",
    .truth_text = "modularity and compactness are low, two equal sources of three; explicitness is 1",
    .source = "ours; a counterexample to Higgins et al. 2017",
    .recipe = "v: 3 uniform; z1 = mix(v1 0.5, v2 0.5); z2 = mix(v2 0.5, v3 0.5); z3 = mix(v1 0.5, v3 0.5)",
    STUDIED(20000, 100),
    OWN_ONLY(build, truth, "its three factors are alike, and its cycle is made of three"),
};
