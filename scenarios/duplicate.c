/*
 * Source   Boilard 2022, section 3.3.4, table 3.1: "duplicate-2" is copies=2 with 4 factors. "Duplicate-4" has 4
 *          factors in the text (16 codes) and 2 in the published code (8 codes); the published scores (forest
 *          compactness .4 where theory has .333 for M = 2 and .5 for M = 4) are those of M = 2, so compare
 *          copies=4:factors=2 with the table.
 * Known    Gaps between the two best codes are 0; a lasso keeps one copy and sees perfect compactness.
 */
#include "scenario.h"

#include <math.h>

#define PARAMETERS(ROW, STILL)                                                  \
    ROW(COPIES, "k", (2, 4), WHOLE("copies", "codes of each factor", 2, 1, 16)) \
    ROW(FACTORS, "M", (4, 2), WHOLE("factors", "number of factors", 4, 1, 16))
PARAMETER_TABLE(PARAMETERS);

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)stream;
    const size_t copies = (size_t)parameter[COPIES], m = v->n_factors;
    ASSAY_TRY(codes_begin(v, m, m * copies, to));
    codes_repeat(v->scaled, v->n, m, copies, to->codes);
    return ASSAY_OK;
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    return codes_of_uniform((size_t)parameter[FACTORS], codes, parameter, n, stream, to);
}

TRUTH_OF_FACTORS(p, m, p[FACTORS], truth_is(1.0),
                 p[COPIES] == 1.0 ? truth_is(1.0) : truth_order(1.0 - log(p[COPIES]) / log(p[COPIES] * m)),
                 truth_is(1.0));

const assay_scenario assay_scenario_duplicate = {
    .id = "duplicate",
    .title = "Factors copied into several codes",
    .formula = "codes v_0 (copies times), v_1 (copies times), ...; v uniform on [0, 1), d = copies * factors",
    .draws = "v = random((n, factors)), row by row",
    .truth_text = "modularity and explicitness are 1; compactness is 1 for one copy and otherwise ordered as "
                  "1 - log copies / log d",
    .source = "Boilard 2022, section 3.3.4, table 3.1 (duplicate-4 as published has 2 factors)",
    .recipe = "v: {factors} uniform; z = duplicate(v, {copies})",
    SWEPT(20000, 100),
    BUILT(build, truth),
    .codes = codes,
    .truth_on = truth_on,
    .order_within = 1u << FACTORS,
    PROBES({ "copies=2:factors=4", 1000 }),
};
