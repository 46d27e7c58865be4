/*
 * recipe_words -- every word of the language of recipes: arguments with their ranges, what is drawn, what it does to
 * the truth, and its line of NumPy
 *
 *   Draws    in the order of the text, each block row by row. A factor enters codes as x: class k of K as k / (K - 1),
 *            anything else as it is.
 *   Bits     additions, multiplications, divisions, square roots and sorting alone, in the order of the formula; sine,
 *            cosine and tangent are those of angles.c, whose NumPy is in recipe_numpy.c.
 */
#include "angles.h"
#include "builders.h"
#include "recipe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): s and q are names */
#define FOR_ROWS(s, r) for (size_t s = 0; s < (r)->n; s++)
#define FOR_ALL(q, r) for (size_t q = 0; q < (r)->n * (r)->k; q++)
/* NOLINTEND(bugprone-macro-parentheses) */

/* ---- laws: into x, of `count` columns ---- */

static void draw_uniform(const recipe_step *s, recipe_rows *r) { block_draw(r->stream, r->n, s->count, r->x); }
static void draw_normal(const recipe_step *s, recipe_rows *r) { block_normal(r->stream, r->n, s->count, r->x); }

static double class_of(double x, double classes) { return fmin(floor(classes * x), classes - 1.0); }
static double below(double x, double p) { return x < p; }
static double turned(double x, double none) { return (void)none, TURN * x; }

static void draw_unbalanced(const recipe_step *s, recipe_rows *r)
{
    double sum[64];
    const size_t classes = (size_t)s->argument[0];
    classes_zipf(classes, (size_t)s->argument[1], sum);
    draw_uniform(s, r);
    FOR_ALL(q, r) r->x[q] = (double)classes_find(sum, classes, r->x[q]);
}

/* Student's t of a whole number of degrees of freedom. */
static void heavies(recipe_rows *r, size_t columns, size_t freedom, double *to)
{
    FOR_ROWS (q, r)
        for (size_t i = 0; i < columns; i++) {
            const double x = assay_stream_normal(r->stream);
            double squares = 0.0;
            for (size_t k = 0; k < freedom; k++) {
                const double y = assay_stream_normal(r->stream);
                squares += y * y;
            }
            to[i * r->n + q] = x / sqrt(squares / (double)freedom);
        }
}

static void draw_heavy(const recipe_step *s, recipe_rows *r) { heavies(r, s->count, (size_t)s->argument[0], r->x); }

/* Profiles whose values are all there. */
static const char *const profiles[] = {
    "dsprites", "shapes3d", "mpi3d", "cars3d", "smallnorb", "letters", "ynoc", NULL
};

const assay_profile *recipe_profile(const recipe_step *law)
{
    return law->word->classes == CLASSES_OF_PROFILE ? assay_profile_find(profiles[(size_t)law->argument[0]]) : NULL;
}

static void draw_profile(const recipe_step *s, recipe_rows *r)
{
    draw_uniform(s, r);
    for (size_t i = 0; i < s->count; i++) block_classify(r->x + i * r->n, r->n, recipe_profile(s)->levels[i]);
}

/* ---- dependence: of factors drawn before ---- */

/* The column's values in the order of `like`. */
static void arrange(double *column, const double *like, recipe_rows *r)
{
    column_sort(column, r->n, r->placed);
    FOR_ROWS (q, r) r->numbers[q] = r->placed[q].value;
    column_sort(like, r->n, r->placed);
    FOR_ROWS (q, r) column[r->placed[q].row] = r->numbers[q];
}

static void make_correlated(const recipe_step *s, recipe_rows *r)
{
    const double rho = s->argument[0], own = sqrt(1.0 - rho * rho);
    block_normal(r->stream, r->n, 2, r->y);
    FOR_ROWS (q, r) r->y[r->n + q] = rho * r->y[q] + own * r->y[r->n + q];
    for (size_t c = 0; c < 2; c++) arrange(r->value + s->place[c] * r->n, r->y + c * r->n, r);
}

static void make_confounder(const recipe_step *s, recipe_rows *r)
{
    const double share = s->argument[0], own = sqrt(1.0 - share * share), *hidden = r->y + r->m * r->n;
    block_normal(r->stream, r->n, r->m + 1, r->y);
    for (size_t i = 0; i < r->m; i++) {
        FOR_ROWS (q, r) r->y[i * r->n + q] = share * hidden[q] + own * r->y[i * r->n + q];
        arrange(r->value + i * r->n, r->y + i * r->n, r);
    }
}

static void make_copy(const recipe_step *s, recipe_rows *r)
{
    memcpy(r->value + s->place[0] * r->n, r->value + s->place[1] * r->n, r->n * sizeof(double));
}

static void make_derived(const recipe_step *s, recipe_rows *r)
{
    const size_t i = s->place[0], j = s->place[1], k = s->place[2];
    FOR_ROWS (q, r)
        r->value[i * r->n + q] =
            (r->value[j * r->n + q] / whole_of(r->levels[j]) + r->value[k * r->n + q] / whole_of(r->levels[k])) / 2.0;
}

static void make_child(const recipe_step *s, recipe_rows *r)
{
    FOR_ROWS (q, r) r->value[s->place[0] * r->n + q] *= r->value[s->place[1] * r->n + q] > 0.0;
}

/* ---- sources: into x ---- */

static void make_factors(const recipe_step *s, recipe_rows *r)
{
    memcpy(r->x, r->scaled + s->place[0] * r->n, r->n * s->width * sizeof *r->x);
}

static void make_mix(const recipe_step *s, recipe_rows *r)
{
    FOR_ROWS (q, r) {
        double sum = s->weight[0] * r->scaled[s->place[0] * r->n + q];
        for (size_t t = 1; t < s->n_places; t++) sum += s->weight[t] * r->scaled[s->place[t] * r->n + q];
        r->x[q] = sum;
    }
}

/* Codes of no factor, behind those that are there: none before a source. */
static void add_constants(const recipe_step *s, recipe_rows *r)
{
    const size_t end = r->n * (r->k + (size_t)s->argument[0]);
    for (size_t q = r->n * r->k; q < end; q++) r->x[q] = 0.1;
}

static void add_noise(const recipe_step *s, recipe_rows *r)
{
    block_draw(r->stream, r->n, (size_t)s->argument[0], r->x + r->k * r->n);
}

/* ---- maps: of x ---- */

static double scaled(double x, double times) { return times * x; }
static double shifted(double x, double by) { return x + by; }
static double flipped(double x, double none) { return (void)none, -x; }

static double power(double x, double p)
{
    const double size = fabs(x);
    double product = size;
    for (size_t k = 2; k < (size_t)p; k++) product *= size;
    return x * product;
}

static double sigmoid(double x, double s)
{
    const double t = s * (2.0 * x - 1.0);
    return t / (1.0 + fabs(t));
}

/* e^(s x) by (1 + s x / 1024)^1024: the same bits anywhere. */
static double exponential(double x, double s)
{
    double y = 1.0 + s * fabs(x) / 1024.0;
    for (int k = 0; k < 10; k++) y = y * y;
    return x < 0.0 ? 1.0 / y : y;
}

static double binned(double x, double k) { return class_of(x, k) / (k - 1.0); }
static double left_binned(double k) { return 1.0 - 1.0 / k; }
static double folded(double x, double none) { return (void)none, fabs(x - 0.5); }
static double left_folded(double none) { return (void)none, 0.5; }
static double clipped(double x, double q) { return fmin(fmax(x, q), 1.0 - q); }
static double left_clipped(double q) { return 1.0 - 2.0 * q; }
static double sparse(double x, double p) { return fmax(x - p, 0.0); }

static void map_curve(const recipe_step *s, recipe_rows *r) { codes_bend(r->x, r->n * r->k, s->argument[0], r->x); }

static void map_rank(const recipe_step *s, recipe_rows *r)
{
    (void)s;
    for (size_t j = 0; j < r->k; j++) column_rank(r->x + j * r->n, r->n, r->placed);
}

enum { NOISE_UNIFORM, NOISE_NORMAL, NOISE_HEAVY };
static const char *const recipe_noises[] = { "uniform", "normal", "heavy", NULL };

static void map_noise(const recipe_step *s, recipe_rows *r)
{
    if (s->argument[1] == NOISE_UNIFORM) block_draw(r->stream, r->n, r->k, r->y);
    else if (s->argument[1] == NOISE_NORMAL) block_normal(r->stream, r->n, r->k, r->y);
    else heavies(r, r->k, 2, r->y);
    codes_blend(r->x, r->n * r->k, s->argument[0], r->y);
}

static void map_drop(const recipe_step *s, recipe_rows *r)
{
    block_draw(r->stream, r->n, r->k, r->y);
    FOR_ALL(q, r) r->x[q] = r->x[q] * (r->y[q] >= s->argument[0]);
}

/* ---- maps that change how many columns there are, or their order: into y ---- */

static void map_circle(const recipe_step *s, recipe_rows *r) { (void)s, codes_circle(r->x, r->n, r->k, 1, r->y); }

static void map_split(const recipe_step *s, recipe_rows *r)
{
    const size_t parts = (size_t)s->argument[0];
    for (size_t j = 0; j < r->k * parts; j++)
        FOR_ROWS (q, r) {
            const double x = r->x[j / parts * r->n + q];
            r->y[j * r->n + q] = (class_of(x, s->argument[0]) == (double)(j % parts)) * (1.0 + x);
        }
}

static void map_duplicate(const recipe_step *s, recipe_rows *r)
{
    codes_repeat(r->x, r->n, r->k, (size_t)s->argument[0], r->y);
}

static void map_mixing(const recipe_step *s, recipe_rows *r) { codes_mix(r->x, r->n, r->k, s->argument[0], r->y); }

static void map_rotate(const recipe_step *s, recipe_rows *r)
{
    double sine, cosine, *a = r->x + s->place[0] * r->n, *b = r->x + s->place[1] * r->n;
    angles_sine_cosine(&(double){ s->argument[0] * DEGREE }, 1, &sine, &cosine);
    FOR_ROWS (q, r) {
        const double x = a[q] - 0.5, y = b[q] - 0.5;
        a[q] = x * cosine + y * -sine;
        b[q] = x * sine + y * cosine;
    }
}

static void map_permute(const recipe_step *s, recipe_rows *r)
{
    (void)s;
    size_t from[RECIPE_CODES];
    assay_stream_permutation(r->stream, from, r->k);
    for (size_t j = 0; j < r->k; j++) memcpy(r->y + j * r->n, r->x + from[j] * r->n, r->n * sizeof *r->y);
}

/* Of factors, codes so far and x alike. */
static void map_sort(const recipe_step *s, recipe_rows *r)
{
    (void)s;
    double *const block[] = { r->scaled, r->x, r->z, r->value };
    const size_t columns[] = { r->m, r->k, r->d, r->m };
    column_sort(r->value, r->n, r->placed);
    for (size_t b = 0; b < 4; b++)
        for (double *x = block[b]; x < block[b] + columns[b] * r->n; x += r->n) {
            FOR_ROWS (q, r) r->numbers[q] = x[r->placed[q].row];
            memcpy(x, r->numbers, r->n * sizeof *x);
        }
}

/* Columns of the factors; a code's v1 is what it was. */
static void map_reverse(const recipe_step *s, recipe_rows *r)
{
    (void)s;
    for (size_t i = 0, j = r->m - 1; i < j; i++, j--) {
        const int32_t levels = r->levels[i];
        double *a = r->value + i * r->n, *b = r->value + j * r->n;
        memcpy(r->numbers, a, r->n * sizeof *a);
        memcpy(a, b, r->n * sizeof *a);
        memcpy(b, r->numbers, r->n * sizeof *a);
        r->levels[i] = r->levels[j];
        r->levels[j] = levels;
    }
}

#define NUMBER(name, least, most, usual)                                  \
    {                                                                     \
        .id = (name), .low = (least), .high = (most), .standard = (usual) \
    }
#define WHOLE(name, least, most, usual)                                                         \
    {                                                                                           \
        .id = (name), .low = (least), .high = (most), .standard = (usual), .flags = ASSAY_WHOLE \
    }
#define LAW .kind = WORD_LAW, .truth = "factors are independent"
#define MAP(does_) .kind = WORD_MAP, .does = (does_)
#define UNIT .wants_unit = 1, .gives_unit = 1
#define SAME .truth = "nothing changes"
#define MONOTONE .truth = "nothing changes but for explicitness by a line"
#define FEWER .truth = "explicitness falls"

/* clang-format off */
static const recipe_word words[] = {
    { .id = "uniform", LAW, .gives_unit = 1, .make = draw_uniform, .numpy = "r.random((n, $c))", .text = "on [0, 1)" },
    { .id = "normal", LAW, .make = draw_normal, .numpy = "r.standard_normal((n, $c))", .text = "standard normal" },
    { .id = "levels", .classes = CLASSES_ASKED, LAW, .gives_unit = 1, .argument = { WHOLE("k", 2, 1000, NAN) },
      .make = draw_uniform, .map = class_of, .text = "k classes, equally likely",
      .numpy = "np.minimum(np.floor($1 * r.random((n, $c))), $1 - 1)" },
    { .id = "unbalanced", .classes = CLASSES_ASKED, LAW, .gives_unit = 1,
      .argument = { WHOLE("k", 2, 50, NAN), WHOLE("s", 0, 5, 1) }, .make = draw_unbalanced,
      .numpy = "zipf(r.random((n, $c)), $1, $2)",
      .text = "k classes, weights 1, 1/2^s, ..." },
    { .id = "binary", .classes = 2, LAW, .gives_unit = 1, .argument = { NUMBER("p", 0.001, 0.999, 0.5) },
      .make = draw_uniform, .map = below, .text = "1 with probability p, else 0",
      .numpy = "(r.random((n, $c)) < $1) * 1.0" },
    { .id = "profile", .classes = CLASSES_OF_PROFILE, LAW, .gives_unit = 1,
      .argument = { { .id = "NAME", .standard = NAN, .flags = ASSAY_WHOLE, .words = profiles } }, .make = draw_profile,
      .numpy = "np.minimum(np.floor($p * r.random((n, $c))), $p - 1)",
      .text = "all factors of dsprites, shapes3d, mpi3d, cars3d, smallnorb, letters or ynoc, classes" },
    { .id = "heavy", LAW, .argument = { WHOLE("df", 1, 30, 2) }, .make = draw_heavy, .numpy = "heavy(r, n, $c, $1)",
      .text = "Student's t of df degrees of freedom" },
    { .id = "circle", .kind = WORD_LAW, .truth = "as a map: compactness falls", .make = draw_uniform, .map = turned,
      .numpy = "2 * np.pi * r.random((n, $c))", .text = "an angle, 0 to 2 pi" },

    { .id = "correlated", .kind = WORD_DEPENDENCE, .columns = 2, .argument = { NUMBER("rho", -0.999, 0.999, NAN) },
      .make = make_correlated, .numpy = "g = r.standard_normal((n, 2)); g[:, 1] = $1 * g[:, 0] + np.sqrt(1.0 - $1 * "
      "$1) * g[:, 1]; V[:, $i] = like(V[:, $i], g[:, 0]); V[:, $j] = like(V[:, $j], g[:, 1])",
      .text = "both in the order of normal numbers of this correlation", .truth = "amounts of mixing are unknown" },
    { .id = "confounder", .kind = WORD_DEPENDENCE, .argument = { NUMBER("s", 0, 0.999, NAN) }, .make = make_confounder,
      .numpy = "g = r.standard_normal((n, $m + 1)); V = np.stack([like(V[:, i], $1 * g[:, $m] + np.sqrt(1.0 - $1 * $1) "
      "* g[:, i]) for i in range($m)], axis=1)",
      .text = "all in the order of normal numbers that share s of a hidden one",
      .truth = "amounts of mixing are unknown" },
    { .id = "copy", .does = DOES_EQUAL, .kind = WORD_DEPENDENCE, .columns = 2, .makes_first = 1, .make = make_copy,
      .numpy = "V[:, $i] = V[:, $j]", .text = "a factor equal to another", .truth = "both are one source" },
    { .id = "derived", .does = DOES_DERIVE, .kind = WORD_DEPENDENCE, .columns = 3, .makes_first = 1,
      .make = make_derived, .numpy = "V[:, $i] = (V[:, $j] / $J + V[:, $k] / $K) / 2.0",
      .text = "a factor that is the mean of two others",
      .truth = "mixing of the three is unknown" },
    { .id = "child", .does = DOES_MASK, .kind = WORD_DEPENDENCE, .columns = 2, .makes_first = 1, .make = make_child,
      .numpy = "V[:, $i] *= V[:, $j] > 0.0", .text = "a class that is 0 where its parent is 0",
      .truth = "amounts of mixing are unknown" },

    { .id = "v", .does = OF_FACTORS, .kind = WORD_SOURCE, .gives_unit = -1, .make = make_factors,
      .numpy = "v[:, $i:$j]", .text = "v: all factors, v3: one, v2-4: three", .truth = "a code of one factor" },
    { .id = "mix", .does = OF_SUM, .kind = WORD_SOURCE, .gives_unit = -1, .make = make_mix, .numpy = "",
      .text = "mix(v1 0.7, v2 0.3): a sum", .truth = "modularity and compactness fall" },
    { .id = "random", .kind = WORD_SOURCE, .gives_unit = 1, .argument = { WHOLE("k", 0, RECIPE_ADDED, 1) },
      .make = add_noise, .numpy = "r.random((n, $1))", .text = "codes of noise", .truth = "says nothing" },
    { .id = "constant", .is_constant = 1, .kind = WORD_SOURCE, .gives_unit = 1,
      .argument = { WHOLE("k", 0, RECIPE_ADDED, 1) }, .make = add_constants, .numpy = "np.full((n, $1), 0.1)",
      .text = "codes of 1/10", .truth = "says nothing" },

    { .id = "scale", MAP(DOES_SCALE), SAME, .argument = { NUMBER("a", 1e-9, 1e9, NAN) }, .map = scaled,
      .numpy = "$1 * x", .text = "a x" },
    { .id = "shift", MAP(DOES_NOTHING), SAME, .argument = { NUMBER("b", -1e9, 1e9, NAN) }, .map = shifted,
      .numpy = "x + $1", .text = "x + b" },
    { .id = "flip", MAP(DOES_FLIP), SAME, .map = flipped, .numpy = "-x", .text = "-x" },
    { .id = "curve", MAP(DOES_BEND), MONOTONE, UNIT, .argument = { NUMBER("s", 0, 1, NAN) }, .make = map_curve,
      .numpy = "bend(x, $w, $h)", .text = "tangent, from nearly a line at 0 to steep ends at 1" },
    { .id = "power", MAP(DOES_BEND), MONOTONE, .gives_unit = -1, .argument = { WHOLE("p", 2, 9, NAN) },
      .map = power, .numpy = "x * np.prod(np.repeat(np.abs(x)[None], $1 - 1, axis=0), axis=0)",
      .text = "|x|^p with the sign of x" },
    { .id = "sigmoid", MAP(DOES_BEND), MONOTONE, .argument = { NUMBER("s", 0.01, 100, NAN) }, .map = sigmoid,
      .numpy = "(lambda t: t / (1.0 + np.abs(t)))($1 * (2.0 * x - 1.0))", .text = "t / (1 + |t|), t = s (2 x - 1)" },
    { .id = "exp", MAP(DOES_BEND), MONOTONE, .argument = { NUMBER("s", 0.01, 20, NAN) }, .map = exponential,
      .numpy = "grow(x, $1)", .text = "(1 + s |x| / 1024)^1024, its inverse below 0" },
    { .id = "rank", MAP(DOES_BEND), MONOTONE, .gives_unit = 1, .make = map_rank,
      .numpy = "(np.argsort(np.argsort(x, axis=0, kind='stable'), axis=0, kind='stable') + 0.5) / n",
      .text = "(rank + 1/2) / n, ties by row" },

    { .id = "bins", MAP(DOES_LOSE), FEWER, UNIT, .argument = { WHOLE("k", 2, 1000, NAN) }, .map = binned,
      .left = left_binned, .numpy = "np.minimum(np.floor($1 * x), $1 - 1.0) / ($1 - 1.0)", .text = "k equal steps" },
    { .id = "fold", MAP(DOES_LOSE), FEWER, UNIT, .map = folded, .left = left_folded, .numpy = "np.abs(x - 0.5)",
      .text = "|x - 1/2|" },
    { .id = "clip", MAP(DOES_LOSE), FEWER, UNIT, .argument = { NUMBER("q", 0, 0.499, NAN) }, .map = clipped,
      .left = left_clipped, .numpy = "np.minimum(np.maximum(x, $1), 1.0 - $1)", .text = "from q to 1 - q" },
    { .id = "noise", MAP(DOES_LOSE), .truth = "explicitness falls; all three are 0 where all codes are noise",
      .gives_unit = -1, .argument = { NUMBER("s", 0, 1, NAN), { .id = "kind", .standard = NOISE_UNIFORM, .high = 2,
      .flags = ASSAY_WHOLE, .words = recipe_noises } }, .into_y = 1, .make = map_noise,
      .numpy = "(1.0 - $1) * x + $1 * $2", .text = "(1 - s) x + s noise: uniform, normal or heavy (t of 2)" },
    { .id = "drop", MAP(DOES_LOSE), FEWER, .gives_unit = -1, .argument = { NUMBER("p", 0, 1, NAN) }, .make = map_drop,
      .numpy = "x * (r.random(x.shape) >= $1)", .text = "0 in a share p of rows" },
    { .id = "sparse", MAP(DOES_LOSE), FEWER, UNIT, .argument = { NUMBER("p", 0, 0.999, NAN) }, .map = sparse,
      .numpy = "np.maximum(x - $1, 0.0)", .text = "max(0, x - p)" },

    { .id = "circle", MAP(DOES_CIRCLE), .truth = "compactness falls", .into_y = 1, .make = map_circle,
      .numpy = "np.stack(sincos(x), axis=2).reshape(n, -1)", .text = "sine and cosine of an angle" },
    { .id = "split", MAP(DOES_SPLIT), .truth = "compactness falls", .wants_unit = 1,
      .argument = { WHOLE("k", 2, 16, NAN) }, .into_y = 1, .make = map_split,
      .numpy = "((np.minimum(np.floor($1 * x), $1 - 1.0)[:, :, None] == np.arange($1)) * (1.0 + x[:, :, None]))"
      ".reshape(n, -1)", .text = "k codes, each 1 + x in its part of the range, else 0" },
    { .id = "duplicate", MAP(DOES_COPY), .truth = "compactness falls", .gives_unit = -1,
      .argument = { WHOLE("k", 1, 64, NAN) }, .into_y = 1, .make = map_duplicate, .numpy = "np.repeat(x, $1, axis=1)",
      .text = "every code k times" },
    { .id = "dead", .is_constant = 1, MAP(DOES_APPEND), SAME, .gives_unit = -1,
      .argument = { WHOLE("k", 0, RECIPE_ADDED, 1) }, .make = add_constants,
      .numpy = "np.hstack([x, np.full((n, $1), 0.1)])",
      .text = "and k codes of 1/10" },
    { .id = "spare", MAP(DOES_APPEND), SAME, .gives_unit = -1, .argument = { WHOLE("k", 0, RECIPE_ADDED, 1) },
      .make = add_noise, .numpy = "np.hstack([x, r.random((n, $1))])", .text = "and k codes of noise" },
    { .id = "mixing", MAP(DOES_MIX), .truth = "modularity and compactness fall up to alpha = 1/2", .gives_unit = -1,
      .argument = { NUMBER("alpha", 0, 1, NAN) }, .into_y = 1, .make = map_mixing,
      .numpy = "(1.0 - $1) * x + $1 * np.roll(x, 1, axis=1)", .text = "every code with a share of the one before" },
    { .id = "rotate", MAP(DOES_TURN), .truth = "modularity and compactness fall up to 45 degrees", .columns = 2,
      .argument = { NUMBER("degrees", -360, 360, NAN) }, .make = map_rotate, .numpy = "turn(x, $i, $j, $1)",
      .text = "two codes around 1/2 in their plane" },
    { .id = "permute", MAP(DOES_SHUFFLE), SAME, .gives_unit = -1, .into_y = 1, .make = map_permute,
      .numpy = "x[:, r.permutation(x.shape[1])]", .text = "codes in another order" },
    { .id = "sort", MAP(DOES_NOTHING), SAME, .gives_unit = -1, .make = map_sort,
      .numpy = "x; o = np.argsort(V[:, 0], kind='stable'); V = V[o]; v = v[o]; z = [c[o] for c in z]; x = x[o]",
      .text = "rows in the order of the first factor" },
    { .id = "reverse", MAP(DOES_NOTHING), SAME, .gives_unit = -1, .make = map_reverse, .numpy = "x; V = V[:, ::-1]",
      .text = "factors, the last first" },
    { .id = "rows", .kind = WORD_ROWS, .argument = { WHOLE("n", 10, 1e7, NAN) }, .numpy = "",
      .text = "how many rows, where nothing else says it", SAME },
};
/* clang-format on */

const recipe_word *recipe_word_at(size_t index) { return index < sizeof words / sizeof *words ? &words[index] : NULL; }

const recipe_word *recipe_word_find(const char *id, unsigned kinds)
{
    size_t k = 0;
    while (k < sizeof words / sizeof *words && (strcmp(words[k].id, id) != 0 || !(kinds & 1u << words[k].kind))) k++;
    return recipe_word_at(k);
}
