/*
 * recipe_numpy -- a recipe as a Python program of NumPy alone, of few lines: that of each word's row with its
 * numbers put in, and the functions that these use. Sine and cosine are the polynomials of angles.c.
 */
#include "precise.h"
#include "recipe.h"
#include "wording.h"

#include <math.h>
#include <string.h>

enum { FRAME = 5 };

static const struct {
    const char *call, *text;
} functions[] = {
    { "sincos(", "def sincos(x):\n"
      "    k = (x * 0.6366197723675814 + 6755399441055744.0) - 6755399441055744.0\n"
      "    t = x - k * 1.5707963267341256; w = k * 6.077100506303966e-11; u = t - w\n"
      "    v = k * 2.0222662487959506e-21 - ((t - u) - w); r = u - v; e = (u - r) - v; z = r * r\n"
      "    s = -0.16666666666666666 + z * (0.008333333333330936 + z * (-0.00019841269836740532 + z * "
      "(2.7557316093198404e-06 + z * (-2.5051129896450185e-08 + z * 1.5917988979397435e-10))))\n"
      "    c = 0.041666666666666664 + z * (-0.0013888888888887389 + z * (2.48015872987544e-05 + z * "
      "(-2.755731726587808e-07 + z * (2.087614504941318e-09 - z * 1.138254464534925e-11))))\n"
      "    h = 0.5 * z; m = 1.0 - h; q = (k % 4).astype(int)\n"
      "    s, c = r + (r * (z * s) + e * m), m + (((1.0 - m) - h) + (z * z * c - r * e))\n"
      "    return np.choose(q, [s, c, -s, -c]), np.choose(q, [c, -s, -c, s])\n" },
    { "bend(", "bend = lambda x, w, scale: (lambda p: scale * (p[0] / p[1]) + 0.5)(sincos(w * (x - 0.5)))\n" },
    { "turn(", "def turn(x, i, j, degrees):\n"
      "    (s,), (c,) = sincos(np.array([degrees * (np.pi / 180.0)])); a, b = x[:, i] - 0.5, x[:, j] - 0.5\n"
      "    x = x.copy(); x[:, i], x[:, j] = a * c + b * -s, a * s + b * c\n    return x\n" },
    { "like(", "like = lambda a, b: np.sort(a)[np.argsort(np.argsort(b, kind='stable'), kind='stable')]\n" },
    { "heavy(", "def heavy(r, n, c, df):\n    g = r.standard_normal((n, c, df + 1))\n"
      "    return g[:, :, 0] / np.sqrt(np.cumsum(g[:, :, 1:] * g[:, :, 1:], axis=2)[:, :, -1] / df)\n" },
    { "zipf(", "def zipf(u, k, s):\n"
      "    c = np.cumsum(1.0 / np.prod(np.tile(np.arange(1.0, k + 1), (s, 1)), axis=0))\n"
      "    return np.minimum(np.searchsorted(c, u * c[-1], side='right'), k - 1) * 1.0\n" },
    { "grow(", "def grow(x, s):\n    y = 1.0 + s * np.abs(x) / 1024.0\n    for _ in range(10): y = y * y\n"
      "    return np.where(x < 0, 1.0 / y, y)\n" },
};
static const char *const noises[] = { "r.random(x.shape)", "r.standard_normal(x.shape)", "heavy(r, *x.shape, 2)" };

static void add_number(wording *w, double x)
{
    char text[64];
    assay_option_print(NULL, x, text, sizeof text);
    wording_add(w, x < 0.0 ? "(%s)" : "%s", text);
}

static double whole_of(const recipe *r, size_t i) { return r->levels[i] ? (double)r->levels[i] - 1.0 : 1.0; }

static void add_levels(wording *w, const assay_profile *of)
{
    wording_add(w, "np.array([");
    for (size_t i = 0; i < of->n_factors; i++) wording_add(w, "%s%d", i ? ", " : "", (int)of->levels[i]);
    wording_add(w, "])");
}

/* What stands for $ and a letter. */
static void add_part(wording *w, const recipe *r, const recipe_step *s, char part)
{
    const int is_v = s->word->kind == WORD_SOURCE;
    switch (part) {
    case '1': add_number(w, s->argument[0]); return;
    case '2':
        if (s->word->argument[1].words) wording_add(w, "%s", noises[(size_t)s->argument[1]]);
        else add_number(w, s->argument[1]);
        return;
    case 'p': add_levels(w, recipe_profile(s)); return;
    case 'c': wording_add(w, "%zu", s->count); return;
    case 'm': wording_add(w, "%zu", r->n_factors); return;
    case 'i': wording_add(w, "%zu", s->place[0]); return;
    case 'j': wording_add(w, "%zu", s->place[1] + (size_t)is_v); return;
    case 'k': wording_add(w, "%zu", s->place[2]); return;
    case 'J': add_number(w, whole_of(r, s->place[1])); return;
    case 'K': add_number(w, whole_of(r, s->place[2])); return;
    default: break;
    }
    const double turn = 2.0 * precise_arc_tangent(precise_power_of_1000(s->argument[0] - 0.25) / 2.0);
    wording_add(w, "bend(x, ");
    add_number(w, turn);
    wording_add(w, ", ");
    add_number(w, precise_power_of_1000(0.25 - s->argument[0]));
    wording_add(w, ")");
}

static void add_template(wording *w, const recipe *r, const recipe_step *s)
{
    for (const char *c = s->word->numpy; *c; c++)
        if (*c == '$') add_part(w, r, s, *++c);
        else wording_add(w, "%c", *c);
    for (size_t t = 0; s->word->kind == WORD_SOURCE && !s->word->numpy[0] && t < s->n_places; t++) {
        wording_add(w, t ? " + " : "");
        add_number(w, s->weight[t]);
        wording_add(w, " * v[:, [%zu]]", s->place[t]);
    }
}

/* Several statements to a line where there are many. */
typedef struct body {
    wording w;
    size_t statements, a_line;
} body;

static void next(body *b)
{
    if (b->statements++ % b->a_line) wording_add(&b->w, "; ");
    else wording_add(&b->w, "%s    ", b->statements > 1 ? "\n" : "");
}

static void add_step(body *b, const recipe *r, const recipe_step *s, int *scaled)
{
    const int kind = s->word->kind;
    if (kind == WORD_ROWS) return;
    if (kind == WORD_SOURCE && !(*scaled)++) {
        next(b);
        wording_add(&b->w, "v = V / np.array([");
        for (size_t i = 0; i < r->n_factors; i++) wording_add(&b->w, "%s%.0f.", i ? ", " : "", whole_of(r, i));
        wording_add(&b->w, "])");
    }
    next(b);
    if (s->on_whole) wording_add(&b->w, "x = np.hstack(z); ");
    if (kind == WORD_CODE) wording_add(&b->w, "z.append(x)");
    else if (kind == WORD_LAW) {
        wording_add(&b->w, s == r->step ? "V = " : "V = np.hstack([V, ");
        add_template(&b->w, r, s);
        wording_add(&b->w, s == r->step ? "" : "])");
    } else {
        wording_add(&b->w, kind == WORD_DEPENDENCE ? "" : "x = ");
        add_template(&b->w, r, s);
    }
    if (s->on_whole) wording_add(&b->w, "; z = [x]");
}

static int is_called(const char *text, size_t f)
{
    if (strstr(text, functions[f].call)) return 1;
    return f == 0 && (strstr(text, functions[1].call) || strstr(text, functions[2].call));
}

/* The statements; then how many lines the functions leave them. */
static size_t write_body(const recipe *r, size_t a_line, char *text, size_t size)
{
    body b = { wording_in(text, size), 0, a_line };
    size_t left = RECIPE_PROGRAM_LINES - FRAME;
    int scaled = 0;
    for (size_t k = 0; k < r->n_steps; k++) add_step(&b, r, &r->step[k], &scaled);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (const char *c = functions[f].text; is_called(text, f) && *c; c++) left -= *c == '\n';
    return (b.statements + left - 1) / left;
}

void recipe_program(const recipe *r, const numpy_run *run, wording *to)
{
    char text[RECIPE_TEXT * 8];
    write_body(r, write_body(r, 1, text, sizeof text), text, sizeof text);
    wording_add(to, "import numpy as np\n\n");
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        if (is_called(text, f)) wording_add(to, "%s", functions[f].text);
    wording_add(to, "def make(n=%zu, seed=%llu):\n    r, z = np.random.default_rng(seed), []\n%s\n"
                "    return V, np.hstack(z)\n", run->n, (unsigned long long)run->seed, text);
}
