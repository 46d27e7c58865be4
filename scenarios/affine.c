/*
 * Known    Scores that weigh a code by its spread change legitimately: irs with weights=deviation; so does what takes
 *          distances or sizes of raw codes (z-diff, hoyer), or drops codes by a threshold on their deviation.
 */
#include "scenario.h"

enum { MAP_NONE, MAP_AFFINE };
static const double slopes[] = { 1, 10, 0.1, 5, 2, 3, 4, 7 };

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    const size_t n = v->n, d = v->n_factors;
    const assay_status status = noise_codes(NOISE_FIXED, v, stream, to);
    if (status != ASSAY_OK || parameter[0] == MAP_NONE) return status;
    for (size_t j = 0; j < d; j++)
        for (size_t s = 0; s < n; s++) to->codes[j * n + s] = slopes[j % 8] * to->codes[j * n + s] + 3.0;
    return ASSAY_OK;
}

const assay_scenario assay_scenario_affine = {
    .id = "affine",
    .title = "Codes in other units",
    .formula = "z_j = a_j w_j + 3, w = .6 v + .4 n, a = (1, 10, .1, 5, 2, 3, 4, 7), again and again on a profile; M = "
               "d = 8",
    .draws = "v = random((n, 8)), then n = random((n, 8)), each row by row",
    .truth_text = "the same with either map, as noise at alpha = .4: modularity and compactness 1, explicitness in "
                  "between",
    .source = "ours",
    STUDIED(20000, 100),
    ONE_PARAMETER(CHOICE_OF("map", "codes as they are, or each in units of its own", MAP_AFFINE,
                            0, [MAP_NONE] = "none", [MAP_AFFINE] = "affine"),
                  "map", 0, 1),
    OF_NOISE_FIXED(codes),
};
