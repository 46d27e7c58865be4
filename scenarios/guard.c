/*
 *   f_i and g_i are the published curves, in turn; curves=bounded: the bounded ones, since a published f_2 reaches 1e46
 *   and a score of it says what outliers do; curves=apart: bounded, every derived factor of parents of its own, so that
 *   it is distributed as before and nothing follows from anything: what redundancy does is the difference.
 *
 * Source   Joshi et al. 2026, "Who Guards the Guardians?" (UAI, PMLR 337:2618-2660), and its published code: structures
 *          D1 to D4, encoders E1 to E10. `turned` is ours: the published order of dense codes, the condition number,
 *          says nothing of how much they mix.
 * Truth    Modularity and compactness do not depend on the factors' law: scaled and curved 1, noise 0; orders of turned
 *          by the entropy of a code's squared weights. Explicitness is 1 where the codes determine the factors: of
 *          fewer, where those lost are functions of those kept.
 * Known    `correlated` of two factors is as published. Of more it has the covariance's Cholesky factor; the published
 *          code takes the basis that LAPACK picks in an eigenspace of M - 1 dimensions, which is rounding. From M = 7
 *          on a curve is no bijection. two-parents with curved codes: sinh leaves the range of a double in 8 of 100
 *          seeds at 1000 rows, and such data are refused.
 */
#include "dense.h"
#include "owned.h"
#include "scenario.h"
#include "twister.h"

#include <math.h>

enum { INDEPENDENT, CORRELATED, REDUNDANT, TWO_PARENTS };
enum { SCALED, CURVED, DENSE, TURNED, FEWER, COPIES, CURVED_COPIES, WIDE, INTERVALS, GAUSSIAN, UNIFORM };
enum { DRAWN, SPLIT, TEST };
enum { STREAMS_APART, STREAMS_SHARED };
enum { RANDOM_CUTS, EVEN_CUTS };
enum { PUBLISHED_CURVES, BOUNDED_CURVES, BOUNDED_APART };
enum { MOST = 1000 }; /* columns */
#define IF_SET ASSAY_NAMED_IF_SET
#define PARAMETERS(ROW, STILL)                                                                                         \
    ROW(STRUCTURE, "structure", (INDEPENDENT, REDUNDANT),                                                              \
        CHOICE("structure", "law of the factors", [INDEPENDENT] = "independent", [CORRELATED] = "correlated",          \
               [REDUNDANT] = "redundant", [TWO_PARENTS] = "two-parents"))                                              \
    ROW(CODES, "codes",                                                                                                \
        (SCALED, CURVED, DENSE, TURNED, FEWER, COPIES, CURVED_COPIES, WIDE, INTERVALS, GAUSSIAN, UNIFORM),             \
        CHOICE("codes",                                                                                                \
               "what the codes are", [SCALED] = "scaled", [CURVED] = "curved", [DENSE] = "dense", [TURNED] = "turned", \
               [FEWER] = "fewer", [COPIES] = "copies", [CURVED_COPIES] = "curved-copies", [WIDE] = "wide",             \
               [INTERVALS] = "intervals", [GAUSSIAN] = "gaussian-noise", [UNIFORM] = "uniform-noise"))                 \
    STILL(FACTORS, "M", LATER_WHOLE("factors", "number of factors", 5, 1, 100))                                        \
    STILL(WIDTH, "d", LATER_WHOLE("width", "number of codes; 0: as published", 0, 0, MOST))                            \
    STILL(RHO, "rho", LATER("rho", "correlation of any two correlated factors", 0.5, -0.999, 0.999))                   \
    STILL(DERIVED, "r", LATER_WHOLE("derived", "factors that are functions of their parents", 1, 1, 99))               \
    STILL(COPY, "copy", LATER("copy", "share of the curve in a redundant factor, the rest being its parent", 1, 0, 1)) \
    STILL(COPY_NOISE, "copy-noise", LATER("copy-noise", "deviation of the noise on derived factors", 0, 0, 100))       \
    STILL(ALPHA, "alpha", LATER("alpha", "share of the curve in curved codes", 1, 0, 1))                               \
    STILL(CONDITION, "kappa",                                                                                          \
          LATER("condition", "condition number of the matrix of dense and wide codes", 10, 1, 1e6))                    \
    STILL(ANGLE, "t", LATER("angle", "degrees between a turned code and its factor", 30, 0, 45))                       \
    STILL(PARTS, "k", LATER_WHOLE("parts", "interval codes of each factor", 2, 2, 10))                                 \
    STILL(CUTS, "cuts",                                                                                                \
          CHOICE_OF("cuts", "ends of the intervals", RANDOM_CUTS,                                                      \
                    IF_SET, [RANDOM_CUTS] = "random", [EVEN_CUTS] = "even"))                                           \
    STILL(ROWS, "rows",                                                                                                \
          CHOICE_OF("rows", "all rows as drawn, in the order of a split, or the split's test rows", DRAWN,             \
                    IF_SET, [DRAWN] = "drawn", [SPLIT] = "split", [TEST] = "test"))                                    \
    STILL(GENERATORS, "generators",                                                                                    \
          CHOICE_OF("generators", "factors and codes drawn from streams of their own, or of one seed", STREAMS_APART,  \
                    IF_SET, [STREAMS_APART] = "apart", [STREAMS_SHARED] = "shared"))                                   \
    STILL(                                                                                                             \
        DERIVING, "curves",                                                                                            \
        CHOICE_OF("curves",                                                                                            \
                  "derived factors are published curves, which reach 1e46; bounded ones; or "                          \
                  "those, each of parents of its own, so that nothing follows from anything",                          \
                  PUBLISHED_CURVES,                                                                                    \
                  IF_SET, [PUBLISHED_CURVES] = "published", [BOUNDED_CURVES] = "bounded", [BOUNDED_APART] = "apart"))
PARAMETER_TABLE(PARAMETERS);

#define CODE_SEED 1000000u

static size_t whole(const double *parameter, int which) { return (size_t)parameter[which]; }
static int kind_of(const double *parameter, int which) { return (int)parameter[which]; }

static size_t width_of(const double *p)
{
    const size_t m = whole(p, FACTORS), width = whole(p, WIDTH);
    const int kind = kind_of(p, CODES);
    if (kind == INTERVALS) return m * whole(p, PARTS);
    if (width) return width;
    if (kind == FEWER) return m - 1;
    if (kind == COPIES || kind == CURVED_COPIES) return m + 1;
    return m * (kind == WIDE ? 2 : 1);
}

/* Why these parameters do not go together; NULL: they do. */
static const char *refusal(const double *p)
{
    const size_t m = whole(p, FACTORS), d = width_of(p), derived = whole(p, DERIVED);
    const int kind = kind_of(p, CODES), structure = kind_of(p, STRUCTURE);
    if (structure == CORRELATED && m > 1 && !(p[RHO] > -1.0 / (double)(m - 1)))
        return "rho has to be above -1/(factors - 1): there is no such covariance";
    if (structure == REDUNDANT && m < derived + 1) return "structure=redundant wants more factors than derived ones";
    if (structure == TWO_PARENTS && m < derived + 2)
        return "structure=two-parents needs two factors that are not derived";
    if (kind <= TURNED && d != m) return "these codes are as many as the factors: leave width=0";
    if (kind == FEWER && (d > m || d == 0)) return "codes=fewer wants 1 to `factors` codes";
    if (kind >= COPIES && kind <= WIDE && d < m) return "these codes are at least as many as the factors: raise width";
    return d > MOST ? "more than 1000 codes" : NULL;
}

/* Their last bits are the C library's; so are NumPy's. The first six are strictly increasing. The seventh jumps at 0
 * and has the same value at -1/2 and -1/6: it is not one to one, though the source calls it so. */
#define CURVES_BIJECTIVE 6

static double sign_of(double x) { return (double)((x > 0.0) - (x < 0.0)); }

static double curve_at(size_t k, double x)
{
    switch (k % 7) {
    case 0: return tanh(2.0 * pow(x, 3.0) - 0.1);
    case 1: return sinh(2.0 * pow(x, 3.0) + 0.1);
    case 2: return sign_of(x) * sqrt(fabs(x));
    case 3: return pow(x, 3.0);
    case 4: return pow(x, 5.0);
    case 5: return exp(x);
    default: return sign_of(x) * log1p(fabs(3.0 * x + 1.0));
    }
}

static double joint_at(size_t k, double x, double y)
{
    switch (k % 5) {
    case 0: return x * y;
    case 1: return x + y;
    case 2: return x * x + y * y;
    case 3: return tanh(x) * tanh(y);
    default: return sign_of(x * y) * sqrt(fabs(x * y));
    }
}

static double bounded_curve_at(size_t k, double x)
{
    switch (k % 3) {
    case 0: return tanh(2.0 * x);
    case 1: return x / (1.0 + fabs(x));
    default: return tanh(x * x * x);
    }
}

/* Two factors as published: C's eigenvectors are (1, 1) and (1, -1), of one dimension each, so that only their order
 * and signs are LAPACK's: the larger eigenvalue first. */
static void correlate_two(double *v, size_t n, double rho)
{
    const double first = sqrt((1.0 + fabs(rho)) / 2.0), second = sqrt((1.0 - fabs(rho)) / 2.0);
    const double sign = rho < 0.0 ? 1.0 : -1.0;
    for (size_t s = 0; s < n && rho != 0.0; s++) {
        const double x = v[s], y = v[n + s];
        v[s] = -first * x + sign * second * y;
        v[n + s] = sign * first * x + second * y;
    }
}

/* v = L x, L L' = C; from the last column, so that x may be v. */
static void correlate(double *v, size_t n, size_t m, double rho)
{
    double l[101][101] = { { 0 } };
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k <= i; k++) {
            double left = i == k ? 1.0 : rho;
            for (size_t q = 0; q < k; q++) left -= l[i][q] * l[k][q];
            l[i][k] = i == k ? sqrt(left) : left / l[k][k];
        }
    for (size_t s = 0; s < n; s++)
        for (size_t i = m; i-- > 0;) {
            double sum = 0.0;
            for (size_t k = 0; k <= i; k++) sum += l[i][k] * v[k * n + s];
            v[i * n + s] = sum;
        }
}

/* Derived factor i of its parents x and y. */
static double derived_of(const double *p, size_t i, double x, double y)
{
    const int bounded = kind_of(p, DERIVING) != PUBLISHED_CURVES;
    if (kind_of(p, STRUCTURE) == TWO_PARENTS) return bounded ? tanh(x) * bounded_curve_at(i, y) : joint_at(i, x, y);
    const double curve = bounded ? bounded_curve_at(i, x) : curve_at(i, x), copy = p[COPY];
    return copy == 1.0 ? curve : (1.0 - copy) * x + copy * curve;
}

/* Sources stand in the first columns: those after the parents make room for what is derived of them. */
static void derive(const double *p, size_t n, size_t parents, assay_stream *stream, double *v)
{
    const size_t m = whole(p, FACTORS), derived = whole(p, DERIVED), sources = m - derived;
    const int own = kind_of(p, DERIVING) == BOUNDED_APART;
    memmove(v + (parents + derived) * n, v + parents * n, (sources - parents) * n * sizeof *v);
    for (size_t i = 0; i < derived; i++)
        for (size_t s = 0; s < n; s++) {
            const double x = own ? assay_stream_normal(stream) : v[s];
            const double y = own && parents == 2 ? assay_stream_normal(stream) : v[n + s];
            v[(parents + i) * n + s] = derived_of(p, i, x, y);
        }
    for (size_t s = 0; s < n && p[COPY_NOISE] > 0.0; s++)
        for (size_t i = 0; i < derived; i++) v[(parents + i) * n + s] += p[COPY_NOISE] * assay_stream_normal(stream);
}

static void factors_draw(const double *p, size_t n, assay_stream *stream, double *v)
{
    const size_t m = whole(p, FACTORS);
    const int structure = kind_of(p, STRUCTURE), derives = structure == REDUNDANT || structure == TWO_PARENTS;
    block_normal(stream, n, derives ? m - whole(p, DERIVED) : m, v);
    if (structure == CORRELATED && m == 2) correlate_two(v, n, p[RHO]);
    else if (structure == CORRELATED) correlate(v, n, m, p[RHO]);
    if (derives) derive(p, n, structure == REDUNDANT ? 1 : 2, stream, v);
}

/* Each of m factors once, and d - m more; in drawn order. */
static void sources_draw(assay_stream *stream, size_t m, size_t d, size_t *source)
{
    size_t kept[MOST], order[MOST];
    for (size_t j = 0; j < d; j++) kept[j] = j < m ? j : (size_t)assay_stream_below(stream, m);
    assay_stream_permutation(stream, order, d);
    for (size_t j = 0; j < d; j++) source[j] = kept[order[j]];
}

/* Which factor each code holds, and its scale with its sign. */
static void pairs_draw(const double *p, size_t d, assay_stream *stream, size_t *source, double *scale)
{
    const size_t m = whole(p, FACTORS);
    const int kind = kind_of(p, CODES);
    if (kind == COPIES || kind == CURVED_COPIES) sources_draw(stream, m, d, source);
    if (kind == CURVED) assay_stream_permutation(stream, source, d);
    for (size_t j = 0; kind != CURVED_COPIES && j < d; j++) scale[j] = 0.5 + 1.5 * assay_stream_uniform(stream);
    for (size_t j = 0; kind != CURVED && kind != CURVED_COPIES && j < d; j++)
        scale[j] *= assay_stream_below(stream, 2) ? 1.0 : -1.0;
    if (kind == SCALED) assay_stream_permutation(stream, source, d);
    for (size_t j = 0; kind == FEWER && j < d; j++) source[j] = m - d + j;
}

static void codes_of_pairs(const double *p, const double *v, size_t n, size_t d, assay_stream *stream, double *z)
{
    size_t source[MOST] = { 0 };
    double scale[MOST] = { 0 };
    const int kind = kind_of(p, CODES);
    const double bent = kind == CURVED ? p[ALPHA] : kind == CURVED_COPIES;
    pairs_draw(p, d, stream, source, scale);
    for (size_t j = 0; j < d; j++)
        for (size_t s = 0; s < n; s++) {
            const double x = v[source[j] * n + s];
            if (bent == 0.0) z[j * n + s] = scale[j] * x;
            else z[j * n + s] = (1.0 - bent) * scale[j] * x + bent * curve_at(j, x);
        }
}

static assay_status codes_of_matrix(const double *p, const double *v, size_t n, size_t d, assay_stream *stream,
                                    double *z)
{
    const size_t m = whole(p, FACTORS);
    OWNED double *a = zeroed(d * m, sizeof *a);
    if (!a) return ASSAY_ENOMEM;
    if (kind_of(p, CODES) == TURNED) dense_turned(m, p[ANGLE], a);
    else if (kind_of(p, CODES) == DENSE) ASSAY_TRY(dense_square(stream, m, p[CONDITION], a));
    else ASSAY_TRY(dense_wide(stream, d, m, p[CONDITION], a));
    dense_codes(v, n, m, a, d, z);
    return ASSAY_OK;
}

/* The ends of the intervals of (0, 1], ascending, parts + 1 of them. */
static void cuts_draw(const double *p, assay_stream *stream, double *cut)
{
    const size_t parts = whole(p, PARTS);
    cut[0] = 0.0, cut[parts] = 1.0;
    for (size_t k = 1; k < parts; k++) {
        const double u = kind_of(p, CUTS) == EVEN_CUTS ? (double)k / (double)parts : assay_stream_uniform(stream);
        size_t place = k;
        for (; place > 1 && cut[place - 1] > u; place--) cut[place] = cut[place - 1];
        cut[place] = u;
    }
}

static void codes_of_intervals(const double *p, const double *v, size_t n, assay_stream *stream, double *z)
{
    const size_t m = whole(p, FACTORS), parts = whole(p, PARTS);
    size_t source[MOST];
    assay_stream_permutation(stream, source, m);
    for (size_t j = 0; j < m; j++) {
        const double *x = v + source[j] * n;
        double cut[MOST + 1], *to = z + j * parts * n;
        cuts_draw(p, stream, cut);
        for (size_t s = 0; s < n && parts == 2; s++) to[s] = sin(x[s]), to[n + s] = cos(x[s]);
        for (size_t s = 0; s < n && parts > 2; s++) {
            const double y = 1.0 / (1.0 + exp(-x[s]));
            for (size_t k = 0; k < parts; k++) to[k * n + s] = y > cut[k] && y <= cut[k + 1] ? x[s] : 0.0;
        }
    }
}

static assay_status codes_draw(const double *p, const double *v, size_t n, assay_stream *stream, double *z)
{
    const size_t d = width_of(p);
    switch (kind_of(p, CODES)) {
    case DENSE:
    case TURNED:
    case WIDE: return codes_of_matrix(p, v, n, d, stream, z);
    case INTERVALS: codes_of_intervals(p, v, n, stream, z); break;
    case GAUSSIAN: block_normal(stream, n, d, z); break;
    case UNIFORM:
        block_draw(stream, n, d, z);
        for (size_t k = 0; k < n * d; k++) z[k] = -1.0 + 2.0 * z[k];
        break;
    default: codes_of_pairs(p, v, n, d, stream, z);
    }
    return ASSAY_OK;
}

/* The last n rows of their order. */
static assay_status rows_split(const assay_data *from, uint64_t seed, size_t n, assay_data *to)
{
    OWNED size_t *order = zeroed(from->n, sizeof *order);
    twister t;
    ASSAY_TRY(order ? assay_data_shape(to, n, from->n_factors, from->n_codes) : ASSAY_ENOMEM);
    twister_seed_numpy(&t, (uint32_t)seed);
    twister_permutation(&t, order, from->n);
    for (size_t s = 0; s < n; s++) {
        const size_t row = order[from->n - n + s];
        for (size_t i = 0; i < to->n_factors; i++) to->factors[i * n + s] = from->factors[i * from->n + row];
        for (size_t j = 0; j < to->n_codes; j++) to->codes[j * n + s] = from->codes[j * from->n + row];
    }
    return ASSAY_OK;
}

static assay_status rows_drawn(const double *p, size_t n, uint64_t seed, assay_data *to)
{
    assay_stream factors, codes;
    assay_stream_seed(&factors, seed);
    assay_stream_seed(&codes, seed + (p[GENERATORS] == STREAMS_APART ? CODE_SEED : 0));
    ASSAY_TRY(assay_data_shape(to, n, whole(p, FACTORS), width_of(p)));
    factors_draw(p, n, &factors, to->factors);
    return codes_draw(p, to->factors, n, &codes, to->codes);
}

static assay_status build(const double *p, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    const char *why = refusal(p);
    const int rows = kind_of(p, ROWS);
    if (why) return assay_fail(err, ASSAY_EUSAGE, "%s", why);
    if (rows == DRAWN) return rows_drawn(p, n, seed, to);
    if (seed > UINT32_MAX) return assay_fail(err, ASSAY_EUSAGE, "rows=split and rows=test want a seed below 2^32");
    FREED(assay_data_free) assay_data all = { 0 };
    ASSAY_TRY(rows_drawn(p, rows == TEST ? 5 * n : n, seed, &all));
    return rows_split(&all, seed, n, to);
}

/* 1 - the entropy of a code's squared weights, of log M. */
static double turned_purity(size_t m, double degrees)
{
    double own, other;
    dense_turned_shares(m, degrees, &own, &other);
    if (m < 2 || other == 0.0) return 1.0;
    const double entropy = -own * log(own) - (double)(m - 1) * other * log(other);
    return fmax(0.0, 1.0 - entropy / log((double)m));
}

/* The first `lost` factors have no code: what the kept ones say of them. */
static assay_truth fewer_explicit(const double *p)
{
    const size_t m = whole(p, FACTORS), d = width_of(p), lost = m - d, derived = whole(p, DERIVED);
    const double share = (double)d / (double)m;
    const int structure = kind_of(p, STRUCTURE), noisy = p[COPY_NOISE] > 0.0;
    if (lost == 0) return truth_is(1.0);
    if (kind_of(p, DERIVING) == BOUNDED_APART && structure != CORRELATED) return truth_is(share);
    if (structure == INDEPENDENT || (structure == CORRELATED && p[RHO] == 0.0)) return truth_is(share);
    if (structure == CORRELATED) return truth_unknown();
    if (structure == REDUNDANT && !noisy && derived <= CURVES_BIJECTIVE) return truth_is(lost <= derived ? 1.0 : share);
    if (structure == TWO_PARENTS && !noisy && derived == 1 && lost != 2) return truth_is(lost == 1 ? 1.0 : share);
    return truth_unknown();
}

static assay_truth explicit_truth(const double *p)
{
    const size_t columns = width_of(p);
    double own, other;
    switch (kind_of(p, CODES)) {
    case GAUSSIAN:
    case UNIFORM: return truth_is(0.0);
    case FEWER: return fewer_explicit(p);
    case CURVED: return columns <= CURVES_BIJECTIVE || p[ALPHA] == 0.0 ? truth_is(1.0) : truth_unknown();
    case CURVED_COPIES: return columns <= CURVES_BIJECTIVE ? truth_is(1.0) : truth_unknown();
    case INTERVALS: return p[PARTS] == 2.0 ? truth_order(0.998) : truth_is(1.0);
    case TURNED:
        dense_turned_shares(columns, p[ANGLE], &own, &other);
        return sqrt(own) - sqrt(other) > 1e-6 ? truth_is(1.0) : truth_unknown(); /* else all codes are the same sum */
    default: return truth_is(1.0);
    }
}

/* Of what a draw decides, how far below 1 it is, the order says nothing. */
static assay_truth modular_truth(const double *p)
{
    switch (kind_of(p, CODES)) {
    case DENSE:
    case WIDE: return truth_up_to_1(p[FACTORS] < 2.0 ? 1.0 : 0.5);
    case TURNED: return truth_up_to_1(turned_purity(whole(p, FACTORS), p[ANGLE]));
    case GAUSSIAN:
    case UNIFORM: return truth_is(0.0);
    default: return truth_is(1.0);
    }
}

static assay_truth compact_truth(const double *p)
{
    const double m = p[FACTORS], d = (double)width_of(p), parts = p[PARTS];
    switch (kind_of(p, CODES)) {
    case WIDE: return d > m ? truth_order(0.5) : modular_truth(p);
    case FEWER: return truth_up_to_1(d / m);
    case COPIES:
    case CURVED_COPIES: return truth_up_to_1(d > m ? 0.9 : 1.0);
    case INTERVALS: return truth_order(1.0 - log(parts) / log(parts * m));
    default: return modular_truth(p);
    }
}

static void truth(const double *p, assay_truth to[3])
{
    if (refusal(p)) truth_set(to, truth_unknown(), truth_unknown(), truth_unknown());
    else truth_set(to, modular_truth(p), compact_truth(p), explicit_truth(p));
}

const assay_scenario assay_scenario_guard = {
    .id = "guard",
    .title = "Laws of the factors by kinds of codes",
    .formula = "factors: independent N(0, I); correlated N(0, C), C_il = rho; redundant: behind S_1 (1 - copy) S_1 + "
               "copy f_i(S_1); two-parents: behind S_1, S_2 g_i(S_1, S_2); derived + copy-noise N(0, 1). Codes, s a "
               "sign, a on [.5, 2), p a permutation: scaled s_j a_j V_p(j); curved (1 - alpha) a_j V_p(j) + alpha "
               "f_j(V_p(j)); dense A V, A Gaussian with singular values 1 to 1/condition in even steps; turned "
               "cos(angle) V_j + sin(angle) (sum of the others) / sqrt(M - 1); fewer, the last d, copies, each once "
               "and d - M drawn, s_j a_j V; curved-copies f_j(V); wide Q diag(singular values) Q'; intervals V_p(j) "
               "where sigmoid(V_p(j)) is in the k-th interval, of two parts sine and cosine. f: tanh(2x^3 - .1), "
               "sinh(2x^3 + .1), sgn(x) sqrt|x|, x^3, x^5, e^x, sgn(x) log(1 + |3x + 1|); g: x y, x + y, x^2 + y^2, "
               "tanh x tanh y, sgn(x y) sqrt|x y|; bounded: tanh 2x, x/(1 + |x|), tanh x^3, g = tanh(x) f(y); all in "
               "turn",
    .draws = "factors from default_rng(seed): standard_normal((n, sources)), then parents of their own, then the "
             "noise of derived factors; codes from default_rng(seed + 1000000) in the order that the kind of codes "
             "lists: scaled uniform(.5, 2), signs integers(0, 2), permutation; curved permutation, uniform; dense and "
             "wide Gaussian blocks; copies integers(0, M), shuffle, uniform, signs; intervals permutation, "
             "random(parts - 1) for each factor; noise standard_normal((n, d)) or uniform(-1, 1, (n, d)). rows=split: "
             "the order of RandomState(seed).permutation(n); test: of 5 n rows its last n",
    .truth_text = "modularity is 1 of codes made of one factor, 0 of noise, ordered by angle where turned; compactness "
                  "is 1 of one code for each factor; explicitness is 1 where the codes determine the factors, those "
                  "included that are functions of others",
    .source = "Joshi et al. 2026, UAI, PMLR 337:2618-2660, and its published code; turned: ours",
    SWEPT(1000, 5),
    .build_seeded = build,
    .truth = truth,
    .own_factors = "the laws of its factors are what it is about",
    .order_within = ~(1u << ANGLE | 1u << PARTS | 1u << ALPHA),
    PROBES({ "structure=redundant:codes=scaled", 1000 }, { "structure=correlated:codes=wide", 1000 }),
};
