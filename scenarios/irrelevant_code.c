/*
 * Known    Means over codes count noise as a code like any other: mig-sup and modularity fall with k, as does irs.
 */
#include "scenario.h"

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    const size_t n = v->n, m = v->n_factors, count = (size_t)parameter[0];
    ASSAY_TRY(codes_copied(v, m, m + count, to));
    block_draw(stream, n, count, to->codes + n * m);
    return ASSAY_OK;
}

const assay_scenario assay_scenario_irrelevant_code = {
    .id = "irrelevant-code",
    .title = "Codes of pure noise added to perfect ones",
    .formula = "codes v_0 .. v_3 and `count` columns of noise, all uniform on [0, 1); M = 4, d = 4 + count",
    .draws = "v = random((n, 4)), then random((n, count)), each row by row",
    .truth_text = "all three properties are 1 however many codes of noise there are",
    .source = "ours",
    .recipe = "v: 4 uniform; z = v; spare({count})",
    STUDIED(20000, 100),
    ONE_PARAMETER(WHOLE("count", "codes of noise", 4, 0, 256), "k", 0, 1, 4, 16),
    OF_UNIFORM(4, codes, truth_perfect),
    PROBES({ "count=4", 1000 }),
};
