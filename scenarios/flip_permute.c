/*
 *   permute=no leaves p(j) = j, flip=no leaves s_j = 1; the draws are the same, so that the four points of a seed hold
 *   the same numbers.
 *
 * Known    Half-open bins are mirrored with the codes and their edges rounded anew: the few samples that lie on an edge
 *          may change bins, and scores move by some 1e-4.
 */
#include "owned.h"
#include "scenario.h"

#define PARAMETERS(ROW, STILL)                                                                      \
    ROW(PERMUTE, "permute", (0, 1), NO_YES("permute", "put the codes into a random order", YES, 0)) \
    ROW(FLIP, "flip", (0, 1), NO_YES("flip", "negate a random half of the codes", YES, 0))
PARAMETER_TABLE(PARAMETERS);

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    const size_t n = v->n, d = v->n_factors;
    OWNED size_t *from = zeroed(d, sizeof *from);
    OWNED double *old = zeroed(n * d, sizeof *old);
    ASSAY_TRY(from && old ? noise_codes(NOISE_FIXED, v, stream, to) : ASSAY_ENOMEM);
    memcpy(old, to->codes, n * d * sizeof *old);
    assay_stream_permutation(stream, from, d);
    for (size_t j = 0; j < d; j++) {
        const double *z = old + (parameter[PERMUTE] == YES ? from[j] : j) * n, u = assay_stream_uniform(stream);
        memcpy(to->codes + j * n, z, n * sizeof *z);
        if (parameter[FLIP] == YES && u < 0.5) block_scale(to->codes + j * n, n, -1.0);
    }
    return ASSAY_OK;
}

const assay_scenario assay_scenario_flip_permute = {
    .id = "flip-permute",
    .title = "Codes in another order and with other signs",
    .formula = "z_j = s_j w_p(j), w = .6 v + .4 n, p a random permutation, s_j a random sign; M = d = 8",
    .draws = "v = random((n, 8)), n = random((n, 8)), each row by row, p = permutation(8), then random(8): below 1/2 "
             "the sign is -1; all drawn at every point",
    .truth_text = "the same at all four points of a seed, as noise at alpha = .4: modularity and compactness 1, "
                  "explicitness in between; every score should be the same, too",
    .source = "ours",
    SWEPT(20000, 100),
    OF_NOISE_FIXED(codes),
};
