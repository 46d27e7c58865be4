/*
 * Source   Haar: Mezzadri 2007, Notices of the AMS 54(5).
 * Truth    A rotation loses nothing: explicitness is 1. Modularity and compactness fall from 1 to two equal sources at
 *          45 degrees, where they are those of mixing at alpha = .5; the larger of |cos| and |sin| orders the angles.
 *          Of a random rotation nothing is stated.
 * Known    No metric in common use sees through a change of axes: a diagnosis, not an accusation. Unlike mixing at .5,
 *          45 degrees leave a matrix of full rank.
 */
#include "angles.h"
#include "dense.h"
#include "owned.h"
#include "scenario.h"

#include <math.h>

enum { PAIRS, HAAR };
#define PARAMETERS(ROW, STILL)                                                                                        \
    ROW(ANGLE, "t", (0, 15, 30, 45), NUMBER("angle", "degrees that each plane of two codes is turned by", 15, 0, 90)) \
    STILL(MATRIX, "matrix",                                                                                           \
          CHOICE("matrix", "planes of two codes, or one random rotation of all", [PAIRS] = "pairs", [HAAR] = "haar"))
PARAMETER_TABLE(PARAMETERS);

/* r is d x d, column by column, a code each. A last code without a partner stays as it is. */
static void turn_pairs(double degrees, size_t d, double *r)
{
    const double angle = degrees * DEGREE;
    double sine, cosine;
    angles_sine_cosine(&angle, 1, &sine, &cosine);
    for (size_t a = 0; a + 1 < d; a += 2) {
        r[a * d + a] = r[(a + 1) * d + a + 1] = cosine;
        r[a * d + a + 1] = -sine;
        r[(a + 1) * d + a] = sine;
    }
    if (d % 2) r[d * d - 1] = 1.0;
}

/* Takes from each column what those before it say; twice leaves nothing but rounding. */
static void turn_haar(assay_stream *stream, size_t d, double *r)
{
    block_normal(stream, d, d, r);
    for (size_t j = 0; j < d; j++) {
        for (size_t k = 0; k < 2 * j; k++) dense_project(r + j * d, r + k % j * d, d, 1.0);
        dense_directions_scale(r + j * d, 1, d);
    }
}

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    const size_t n = v->n, d = v->n_factors;
    OWNED double *r = zeroed(d * d, sizeof *r);
    ASSAY_TRY(r ? codes_begin(v, d, d, to) : ASSAY_ENOMEM);
    if (parameter[MATRIX] == PAIRS) turn_pairs(parameter[ANGLE], d, r);
    else turn_haar(stream, d, r);
    for (size_t j = 0; j < d; j++)
        for (size_t l = 0; l < d; l++)
            for (size_t s = 0; s < n; s++) to->codes[j * n + s] += (v->scaled[l * n + s] - 0.5) * r[j * d + l];
    return ASSAY_OK;
}

static void truth(const double *parameter, assay_truth to[3])
{
    const double angle = parameter[ANGLE] * DEGREE, share = fmax(fabs(cos(angle)), fabs(sin(angle)));
    const assay_truth mixed = parameter[MATRIX] == HAAR ? truth_unknown() : truth_up_to_1(share);
    truth_set(to, mixed, mixed, truth_is(1.0));
}

static void truth_on(const double *parameter, const assay_profile *on, assay_truth to[3])
{
    truth(parameter, to);
    forget_mixed(on, to);
}

const assay_scenario assay_scenario_rotate = {
    .id = "rotate",
    .title = "Codes seen along turned axes",
    .formula = "z = (v - 1/2) R; M = d = 8. pairs: of planes (0,1), (2,3), ..., c = v - 1/2: z_a = cos(angle) c_a - "
               "sin(angle) c_b, z_b = sin(angle) c_a + cos(angle) c_b; a last code alone stays c. haar: R = Q of G = "
               "Q U, U upper triangular with a positive diagonal",
    .draws = "v = random((n, 8)), row by row; matrix=haar: then G = standard_normal((8, 8)), row by row",
    .truth_text = "explicitness is 1; modularity and compactness are 1 at 0 degrees and fall to two equal sources at "
                  "45; nothing is stated of a random rotation",
    .source = "ours, after Boilard 2022, section 4.1.4",
    .recipe = "v: 8 uniform; z = v; rotate(1 2, {angle})"
              "; rotate(3 4, {angle}); rotate(5 6, {angle}); rotate(7 8, {angle})",
    SWEPT(20000, 100),
    OF_UNIFORM(8, codes, truth),
    .truth_on = truth_on,
    .refuse = refuse_one_factor,
    .order_within_on = 1u << ANGLE,
    PROBES({ "angle=25", 1000 }),
};
