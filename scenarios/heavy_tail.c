/*
 * Known    One far value stretches equal-width bins until nearly all samples share one: mig reads .07 or .00, depending
 *          on what it divides by, and modularity .69. Bins of equal counts should read about 1.
 */
#include "angles.h"
#include "scenario.h"

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    ASSAY_TRY(assay_data_shape(to, n, 8, 8));
    block_draw(stream, n, 8, to->factors);
    for (size_t k = 0; k < n * 8; k++) to->codes[k] = to->factors[k] - 0.5;
    angles_tangent(to->codes, n * 8, 0.0, PI, 1.0, to->codes);
    return ASSAY_OK;
}

const assay_scenario assay_scenario_heavy_tail = {
    .id = "heavy-tail",
    .title = "Codes without a mean",
    .formula = "z_j = tan(pi (v_j - 1/2)), v uniform on [0, 1), M = d = 8",
    .draws = "v = random((n, 8)), row by row",
    .truth_text = "all three properties are 1: each code is a bijection of its factor",
    .source = "ours",
    STUDIED(20000, 100),
    OWN_ONLY(build, truth_perfect,
             "its codes have no mean for factors uniform on [0, 1); a class at the end of the range would be infinite"),
};
