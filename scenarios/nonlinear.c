/*
 * Known    Metrics over equal-width bins collapse. The source blames the division by the factor's entropy, yet its
 *          published code divides by the code's, and is then not even monotone in alpha.
 */
#include "scenario.h"

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)stream;
    ASSAY_TRY(codes_begin(v, v->n_factors, v->n_factors, to));
    codes_bend(v->scaled, v->n * v->n_factors, parameter[0], to->codes);
    return ASSAY_OK;
}

const assay_scenario assay_scenario_nonlinear = {
    .id = "nonlinear",
    .title = "Codes are curved functions of the factors",
    .formula = "z = 1000^(1/4-alpha) tan(w (v - 1/2)) + 1/2 with w = 2 atan(1000^(alpha-1/4) / 2), v uniform on "
               "[0, 1), M = d = 8",
    .draws = "v = random((n, 8)), row by row",
    .truth_text = "all three properties are 1 at every alpha: each code is a bijection of its factor",
    .source = "Boilard 2022, section 3.3.3, eq. 3.3",
    .recipe = "v: 8 uniform; z = curve(v, {alpha})",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "curvature of the map", 0.6, 0, 1), "alpha", 0.0, 0.2, 0.4, 0.6, 0.8, 1.0),
    OF_UNIFORM(8, codes, truth_perfect),
    PROBES({ "alpha=1", 1000 }),
};
