/*
 * recipe_numpy -- a recipe as a Python program of NumPy alone, of few lines: that of each word's row with its
 * numbers put in, and the functions that these use. Sine and cosine are the polynomials of angles.c.
 */
#include "angles.h"
#include "recipe.h"
#include "reference.h"

#include <stdio.h>
#include <string.h>

enum { FRAME = 5 };

/* Each is a file of reference/recipes; what another calls stands before it. */
static const char *const functions[] = { "sincos", "bend", "turn", "like", "heavy", "zipf", "grow" };
enum { SINCOS, BEND, TURNING, FUNCTIONS = sizeof functions / sizeof *functions };

static const char *const noises[] = { "r.random(x.shape)", "r.standard_normal(x.shape)", "heavy(r, *x.shape, 2)" };

static void add_number(wording *w, double x)
{
    char text[64];
    assay_option_print(NULL, x, text, sizeof text);
    wording_add(w, x < 0.0 ? "(%s)" : "%s", text);
}

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
    case 'J': add_number(w, whole_of(r->levels[s->place[1]])); return;
    case 'K': add_number(w, whole_of(r->levels[s->place[2]])); return;
    case 'w': add_number(w, 2.0 * precise_arc_tangent(precise_power_of_1000(s->argument[0] - 0.25) / 2.0)); return;
    default: add_number(w, precise_power_of_1000(0.25 - s->argument[0]));
    }
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
        for (size_t i = 0; i < r->n_factors; i++) wording_add(&b->w, "%s%.0f.", i ? ", " : "", whole_of(r->levels[i]));
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
    char call[16];
    snprintf(call, sizeof call, "%s(", functions[f]);
    return strstr(text, call) || (f == SINCOS && (is_called(text, BEND) || is_called(text, TURNING)));
}

/* Adds what the statements call of a function, all of it or nothing, and counts its lines; to NULL: counts. */
static size_t add_function(size_t f, const char *statements, wording *to)
{
    char name[48];
    size_t size, lines = 0;
    if (!is_called(statements, f)) return 0;
    snprintf(name, sizeof name, "reference/recipes/%s.py", functions[f]);
    const char *text = reference_file(name, &size);
    for (size_t k = 0; k < size; k++) lines += text[k] == '\n';
    if (to) wording_add(to, "%.*s", (int)size, text);
    return lines;
}

/* The statements; then how many lines the functions leave them. */
static size_t write_body(const recipe *r, size_t a_line, char *text, size_t size)
{
    body b = { wording_in(text, size), 0, a_line };
    size_t taken = FRAME;
    int scaled = 0;
    for (size_t k = 0; k < r->n_steps; k++) add_step(&b, r, &r->step[k], &scaled);
    for (size_t f = 0; f < FUNCTIONS; f++) taken += add_function(f, text, NULL);
    const size_t left = taken < RECIPE_PROGRAM_LINES ? RECIPE_PROGRAM_LINES - taken : 1;
    return (b.statements + left - 1) / left;
}

void recipe_program(const recipe *r, size_t n, uint64_t seed, wording *to)
{
    char text[RECIPE_TEXT * 8];
    write_body(r, write_body(r, 1, text, sizeof text), text, sizeof text);
    wording_add(to, "import numpy as np\n\n");
    for (size_t f = 0; f < FUNCTIONS; f++) add_function(f, text, to);
    wording_add(to,
                "def make(n=%zu, seed=%llu):\n    r, z = np.random.default_rng(seed), []\n%s\n"
                "    return V, np.hstack(z)\n",
                n, (unsigned long long)seed, text);
}
