/*
 * Known    Codes cut into fewer bins than a factor has values cannot hold it: with 10 bins mig reads less than 1 for
 *          the last two. A linear classifier on one axis separates two values and no more.
 */
#include "classes.h"
#include "scenario.h"

#include <string.h>

enum { M = 6 };
static const int32_t levels[M] = { 2, 3, 5, 10, 20, 40 };

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    ASSAY_TRY(assay_data_shape(to, n, M, M));
    block_draw(stream, n, M, to->factors);
    for (size_t i = 0; i < M; i++) {
        to->levels[i] = levels[i];
        block_classify(to->factors + i * n, n, levels[i]);
        classes_grid(to->factors + i * n, n, levels[i], to->codes + i * n);
    }
    return ASSAY_OK;
}

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    (void)stream;
    const assay_status status = codes_begin(v, v->n_factors, v->n_factors, to);
    if (status == ASSAY_OK) memcpy(to->codes, v->scaled, v->n * v->n_factors * sizeof *to->codes);
    return status;
}

const assay_scenario assay_scenario_cardinality = {
    .id = "cardinality",
    .title = "Factors with few values and with many",
    .formula = "y_i = floor(K_i u_i), z_i = y_i / (K_i - 1), K = (2, 3, 5, 10, 20, 40); M = d = 6",
    .draws = "u = random((n, 6)), row by row",
    .truth_text = "all three properties are 1, for each factor alike",
    .source = "ours",
    STUDIED(20000, 100),
    .build = build,
    .truth = truth_perfect,
    .codes = codes,
};
