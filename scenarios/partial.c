/*
 * Known    Means over all codes count them all the same: mig-sup reads m/8.
 */
#include "scenario.h"

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)stream;
    return codes_copied(v, (size_t)parameter[0], v->n_factors, to);
}

const assay_scenario assay_scenario_partial = {
    .id = "partial",
    .title = "Some factors are not measured",
    .formula = "z = w, factors = the first `known` columns of w, w uniform on [0, 1), d = 8",
    .draws = "w = random((n, 8)), row by row",
    .truth_text = "all three properties are 1 however many factors are known",
    .source = "Boilard 2022, section 3.3.5, figure 3.7",
    STUDIED(20000, 100),
    ONE_PARAMETER(WHOLE("known", "measured factors of the 8", 4, 2, 8), "m", 2, 3, 4, 5, 6, 7, 8),
    OF_UNIFORM(8, codes, truth_perfect),
    .refuse = refuse_fewer,
    PROBES({ "known=4", 1000 }),
};
