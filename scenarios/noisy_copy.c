/*
 * Truth    No code depends on two factors and the first code of each gives it back: modularity and explicitness are 1.
 *          Compactness goes from that of two copies to 1 as the second code says less and less.
 */
#include "scenario.h"

#include <math.h>
#include <string.h>

enum { M = 4 };

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    const size_t n = v->n, m = v->n_factors;
    ASSAY_TRY(codes_begin(v, m, 2 * m, to));
    block_draw(stream, n, m, to->codes); /* the noise of factor i is at i and moves to 2 i + 1, the last one first */
    for (size_t i = m; i-- > 0;) {
        double *copy = to->codes + 2 * i * n, *noisy = copy + n;
        memcpy(noisy, to->codes + i * n, n * sizeof *noisy);
        codes_blend(v->scaled + i * n, n, parameter[0], noisy);
    }
    for (size_t i = 0; i < m; i++) memcpy(to->codes + 2 * i * n, v->scaled + i * n, n * sizeof *to->codes);
    return ASSAY_OK;
}

TRUTH_OF_FACTORS(p, m, M, truth_is(1.0), truth_up_to_1(1.0 - (1.0 - p[0]) * log(2.0) / log(2.0 * m)), truth_is(1.0));

const assay_scenario assay_scenario_noisy_copy = {
    .id = "noisy-copy",
    .title = "A perfect code and a noisy one for each factor",
    .formula = "codes v_0, (1 - alpha) v_0 + alpha n_0, v_1, ...; v and n uniform on [0, 1), M = 4, d = 8",
    .draws = "v = random((n, 4)), then n = random((n, 4)), each row by row",
    .truth_text = "modularity and explicitness are 1; compactness rises with alpha from that of two copies to 1",
    .source = "ours",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "share of noise in the second code", 0.5, 0, 1), "alpha", 0.0, 0.25, 0.5, 0.75, 1.0),
    OF_UNIFORM(M, codes, truth),
    .truth_on = truth_on,
    PROBES({ "alpha=0.5", 1000 }),
};
