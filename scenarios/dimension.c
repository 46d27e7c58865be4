/*
 * Known    Modularity of pure noise grows with M (.20 .32 .38 for 2, 4, 8). The sweep has width 1 alone, since a forest
 *          for 32 factors over 128 codes takes its time; the plan `dimension` has 2 and 4, too.
 */
#include "scenario.h"

#define PARAMETERS(ROW, STILL)                                                                       \
    ROW(ALPHA, "alpha", (0.0, 0.4, 1.0), NUMBER("alpha", "share of noise in every code", 0.4, 0, 1)) \
    ROW(FACTORS, "M", (2, 4, 8, 16, 32), WHOLE("factors", "number of factors", 16, 1, 64))           \
    STILL(WIDTH, "d/M", WHOLE("width", "codes for each factor; all but the first are noise", 1, 1, 8))
PARAMETER_TABLE(PARAMETERS);

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    const size_t m = (size_t)parameter[FACTORS], d = m * (size_t)parameter[WIDTH];
    ASSAY_TRY(assay_data_shape(to, n, m, d));
    block_draw(stream, n, m, to->factors);
    block_draw(stream, n, m, to->codes);
    codes_blend(to->factors, n * m, parameter[ALPHA], to->codes);
    block_draw(stream, n, d - m, to->codes + n * m);
    return ASSAY_OK;
}

const assay_scenario assay_scenario_dimension = {
    .id = "dimension",
    .title = "Few factors and many",
    .formula = "z_j = (1 - alpha) v_j + alpha n_j for j < M, and (width - 1) M codes of noise; all uniform on [0, 1)",
    .draws = "v = random((n, M)), n = random((n, M)), then random((n, (width - 1) M)), each row by row",
    .truth_text = "as noise, for any number of factors and codes: modularity and compactness are 1 for alpha < 1 and 0 "
                  "at 1; explicitness falls from 1 to 0",
    .source = "ours",
    .recipe = "v: {factors} uniform; z = noise(v, {alpha})",
    SWEPT(20000, 100),
    OWN_ONLY(build, noise_truth, "the number of factors is what it sweeps; noise and irrelevant-code have its codes"),
    PROBES({ "factors=3:width=2", 1000 }),
};
