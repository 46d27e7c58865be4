/*
 * rotate -- the codes hold the same subspace as the factors, seen along other axes
 *
 *     z = (v - 1/2) R          M = d = 8
 *
 *   matrix=pairs: R turns the plane of codes 0 and 1 by `angle` degrees, that of 2 and 3, and so on: z_a = cos c_a -
 *   sin c_b, z_b = sin c_a + cos c_b for centred factors c. matrix=haar: R is a random orthogonal matrix, uniform in
 *   the sense of Haar: the Q of G = Q U, U upper triangular with a positive diagonal, G of standard normal draws. The
 *   angle then does nothing.
 *
 * Source   Boilard 2022, section 4.1.4, asks what rotations do to a score; the construction is ours. Haar: Mezzadri
 *          2007, Notices of the AMS 54(5).
 * Draws    n*8 uniforms for the factors, row by row; matrix=haar: then 64 standard normals for G, row by row.
 * Truth    A rotation loses nothing: explicitness is 1. Modularity and compactness fall from 1 to two equal sources at
 *          45 degrees, where they are those of mixing at alpha = .5; the larger of |cos| and |sin| orders the angles.
 *          Of a random rotation nothing is stated.
 * Known    No metric in common use sees through a change of axes: a diagnosis, not an accusation. Unlike mixing at .5,
 *          45 degrees leave a matrix of full rank.
 */
#include "angles.h"
#include "scenario.h"

#include <math.h>
#include <string.h>

#define DEGREE (0x1.921fb54442d18p+1 / 180.0)

enum { D = 8 };
enum { ANGLE, MATRIX };
enum { PAIRS, HAAR }; /* as in `matrices` */

static void turn_pairs(double degrees, double r[D][D])
{
    const double angle = degrees * DEGREE;
    double sine, cosine;
    angles_sine_cosine(&angle, 1, &sine, &cosine);
    memset(r, 0, D * sizeof *r);
    for (size_t a = 0; a < D; a += 2) {
        r[a][a] = r[a + 1][a + 1] = cosine;
        r[a + 1][a] = -sine;
        r[a][a + 1] = sine;
    }
}

/* Takes from column j of r what column k says; twice for every pair leaves nothing but rounding. */
static void column_project(double r[D][D], size_t j, size_t k)
{
    double along = 0;
    for (size_t l = 0; l < D; l++) along += r[l][k] * r[l][j];
    for (size_t l = 0; l < D; l++) r[l][j] -= along * r[l][k];
}

static void turn_haar(assay_stream *stream, double r[D][D])
{
    for (size_t l = 0; l < D; l++)
        for (size_t j = 0; j < D; j++) r[l][j] = assay_stream_normal(stream);
    for (size_t j = 0; j < D; j++) {
        for (size_t k = 0; k < 2 * j; k++) column_project(r, j, k % j);
        double square = 0;
        for (size_t l = 0; l < D; l++) square += r[l][j] * r[l][j];
        for (size_t l = 0; l < D; l++) r[l][j] /= sqrt(square);
    }
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    const assay_status status = assay_data_shape(to, n, D, D);
    if (status != ASSAY_OK) return status;
    block_draw(stream, n, D, to->factors);
    double r[D][D];
    if (parameter[MATRIX] == PAIRS) turn_pairs(parameter[ANGLE], r);
    else turn_haar(stream, r);
    for (size_t j = 0; j < D; j++)
        for (size_t l = 0; l < D; l++)
            for (size_t s = 0; s < n; s++) to->codes[j * n + s] += (to->factors[l * n + s] - 0.5) * r[l][j];
    return ASSAY_OK;
}

static void truth(const double *parameter, assay_truth to[3])
{
    to[EXPLICITNESS] = truth_is(1.0);
    to[MODULARITY] = to[COMPACTNESS] = (assay_truth){ ASSAY_UNKNOWN, 0 };
    if (parameter[MATRIX] == HAAR) return;
    const double angle = parameter[ANGLE] * DEGREE, share = fmax(fabs(cos(angle)), fabs(sin(angle)));
    to[MODULARITY] = to[COMPACTNESS] = share == 1.0 ? truth_is(1.0) : truth_order(share);
}

static const char *const matrices[] = { "pairs", "haar", NULL };
static const assay_option parameters[] = {
    { .id = "angle", .text = "degrees that each plane of two codes is turned by", .standard = 15, .low = 0,
      .high = 90 },
    { .id = "matrix", .text = "planes of two codes, or one random rotation of all", .standard = PAIRS, .low = 0,
      .high = 1, .flags = ASSAY_WHOLE, .words = matrices },
};
static const double angles[] = { 0, 15, 30, 45 }, matrices_swept[] = { PAIRS };
static const assay_sweep sweeps[] = { SWEEP("t", angles), SWEEP("matrix", matrices_swept) };

const assay_scenario assay_scenario_rotate = {
    .abi = ASSAY_ABI,
    .id = "rotate",
    .title = "Codes seen along turned axes",
    .formula = "z = (v - 1/2) R, R turning the planes of codes (0,1), (2,3), ... by the angle, or a random orthogonal "
               "matrix; M = d = 8",
    .draws = "v = random((n, 8)), row by row; matrix=haar: then G = standard_normal((8, 8)), row by row",
    .truth_text = "explicitness is 1; modularity and compactness are 1 at 0 degrees and fall to two equal sources at "
                  "45; nothing is stated of a random rotation",
    .source = "ours, after Boilard 2022, section 4.1.4",
    .parameters = parameters,
    .sweeps = sweeps,
    .n_parameters = ASSAY_COUNT(parameters),
    .samples = 20000,
    .seeds = 100,
    .build = build,
    .truth = truth,
    PROBES({ "angle=25", 1000 }),
};
