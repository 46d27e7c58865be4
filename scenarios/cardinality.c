/*
 * Known    Codes cut into fewer bins than a factor has values cannot hold it: with 10 bins mig reads less than 1 for
 *          the last two. A linear classifier on one axis separates two values and no more.
 */
#include "profiles.h"
#include "scenario.h"

static const assay_profile own = { CLASSES(2, 3, 5, 10, 20, 40) };

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    (void)stream;
    return codes_copied(v, v->n_factors, v->n_factors, to);
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    return codes_of_profile(&own, codes, parameter, n, stream, to);
}

const assay_scenario assay_scenario_cardinality = {
    .id = "cardinality",
    .title = "Factors with few values and with many",
    .formula = "y_i = floor(K_i u_i), z_i = y_i / (K_i - 1), K = (2, 3, 5, 10, 20, 40); M = d = 6",
    .draws = "u = random((n, 6)), row by row",
    .truth_text = "all three properties are 1, for each factor alike",
    .source = "ours",
    STUDIED(20000, 100),
    BUILT(build, truth_perfect),
    .codes = codes,
};
