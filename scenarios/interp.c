/*
 *   Row r is point r mod 17 of traverse r / 17, all traverses alike but for their noise; rows beyond the last whole
 *   traverse are its beginning. `square` and `cube` run over z = 0, 1, ... 15: 16 points.
 *
 *   Smoothness is 1 of line, falling and constant, 1 - 1/14 of square, 1 - 36540/630^2 of cube, 23/28 of cube-centred,
 *   14/15 of parabola, .838679 of logistic, .720066 of tanh, .832897 of sine-half, .841735 of sine, .846225 of cosine,
 *   0 of step, alternating and staircase, 1 and 14/15 in turn of mixed. Monotonicity is -1 of falling, undefined of
 *   constant, 0 of parabola, sine, cosine and alternating, 1 and 0 in turn of mixed, and 1 of the others.
 *
 * Truth    Of the scores above, at s = 0; with noise smoothness does not grow on average. Modularity, compactness and
 *          explicitness are no question with one factor and one code.
 * Known    A line is where the published smoothness is 0/0, or a ratio of rounding errors.
 */
#include "scenario.h"

#include "angles.h"

#include <math.h>

#define POINTS 17
#define LONG_POINTS 16              /* of square and cube */
#define ROOT_E 0x1.368b2fc6f960ap-1 /* e^-1/2 */
#define ONE_OVER_E 0x1.78b56362cef38p-2

/* clang-format off */
#define CURVES(WORD)                                                                                                \
    WORD(LINE, "line") WORD(FALLING, "falling") WORD(CONSTANT, "constant") WORD(SQUARE, "square") WORD(CUBE, "cube") \
    WORD(CUBE_CENTRED, "cube-centred") WORD(PARABOLA, "parabola") WORD(LOGISTIC, "logistic") WORD(TANH, "tanh")     \
    WORD(SINE_HALF, "sine-half") WORD(SINE, "sine") WORD(COSINE, "cosine") WORD(STEP, "step")                       \
    WORD(ALTERNATING, "alternating") WORD(STAIRCASE, "staircase") WORD(MIXED, "mixed")
/* clang-format on */
enum { CURVES(WORD_PLACE) };
#define PARAMETERS(ROW, STILL)                                                         \
    ROW(ATTRIBUTE, "attribute", (CURVES(WORD_PLACE)),                                  \
        CHOICE_AMONG("attribute", "the curve that is measured", CUBE_CENTRED, CURVES)) \
    ROW(NOISE, "s", (0.0, 0.01, 0.05, 0.1),                                            \
        NUMBER("noise", "standard deviation of the noise on the attribute", 0, 0, 100))
PARAMETER_TABLE(PARAMETERS);

/* base^(2z) for z = -4, -3.5, ... 4: products, since the library's exp differs between processors */
static double power_of(double base, double z)
{
    double power = 1.0;
    for (int k = 0; k < (int)fabs(2 * z); k++) power *= base;
    return z < 0.0 ? 1.0 / power : power;
}

/* Sine or cosine of times pi z / 8 */
static double wave(double times, double z, int is_cosine)
{
    double sine, cosine;
    angles_sine_cosine(&(double){ times * PI * z / 8.0 }, 1, &sine, &cosine);
    return is_cosine ? cosine : sine;
}

/* The attribute of point k of a traverse. */
static double attribute_at(int attribute, size_t k, size_t traverse, double z)
{
    switch (attribute) {
    case LINE: return 0.3 * z + 0.1;
    case FALLING: return 5.0 - 2.0 * z;
    case CONSTANT: return 0.7;
    case SQUARE:
    case PARABOLA: return z * z;
    case CUBE:
    case CUBE_CENTRED: return z * z * z;
    case LOGISTIC: return 1.0 / (1.0 + power_of(ROOT_E, z));
    case TANH: return (1.0 - power_of(ONE_OVER_E, z)) / (1.0 + power_of(ONE_OVER_E, z));
    case SINE_HALF: return wave(1.0, z, 0);
    case SINE: return wave(2.0, z, 0);
    case COSINE: return wave(2.0, z, 1);
    case STEP: return z > 0.1;
    case ALTERNATING: return k % 2 ? -1.0 : 1.0;
    case STAIRCASE: return (double)k - (k % 2 ? 0.5 : 0.0);
    default: return traverse % 2 ? z * z : z;
    }
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, n, 1, 1));
    const int attribute = (int)parameter[0], whole = attribute == SQUARE || attribute == CUBE;
    const size_t points = whole ? LONG_POINTS : POINTS;
    for (size_t r = 0; r < n; r++) {
        const size_t k = r % points;
        const double z = whole ? (double)k : 0.5 * (double)k - 4.0;
        to->codes[r] = z;
        to->factors[r] = attribute_at(attribute, k, r / points, z) + parameter[1] * assay_stream_normal(stream);
    }
    return ASSAY_OK;
}

TRUTH(p, truth_unknown(), truth_unknown(), truth_unknown());

const assay_scenario assay_scenario_interp = {
    .id = "interp",
    .title = "Attributes along traverses of a code",
    .formula = "z = -4, -3.5, ... 4 again and again, of square and cube 0, 1, ... 15; a = f(z) + noise g; M = d = 1. "
               "f: line .3 z + .1, falling 5 - 2 z, constant .7, square and parabola z^2, cube and cube-centred z^3, "
               "logistic 1/(1 + e^-z), tanh z, sine-half sin(pi z/8), sine sin(2 pi z/8), cosine cos(2 pi z/8), step "
               "1 where z > .1, else 0; of point k from 0: alternating (-1)^k, staircase k, k - 1/2 of odd k; mixed "
               "z, z^2 of every second traverse",
    .draws = "g = standard_normal(n), whatever s is",
    .truth_text = "smoothness and monotonicity are known in closed form at s = 0: smoothness 1 for a line, 14/15 for a "
                  "parabola, 23/28 for a cube, 0 for a step, a staircase and an alternation; monotonicity 1 rising, "
                  "-1 falling, 0 for whole waves; noise does not raise them on average",
    .source = "Watcharasupat, Lee and Lerch 2022, Latte, Software Impacts, equations 7 to 10",
    SWEPT(POINTS, 100),
    OWN_ONLY(build, truth, "its rows are points of a traverse, and its factor is a curve over them"),
    PROBES({ "", 1700 }),
};
