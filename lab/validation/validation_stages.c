/* The first step that differs. Each step that a candidate was seen to take (python/assay/observer.py) stands in for the
 * reference's own. Where the reference goes on from it to the candidate's values, on every data set that was watched,
 * all that comes after it is as it should be, and the cause lies in it. */
#include "ascending.h"
#include "candidate.h"
#include "plain_text.h"
#include "relation.h"
#include "sealed_file.h"
#include "validation_inside.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>

static const double NEAR = 0.6; /* squared correlation of two relations of the same data */
enum { CELLS = 6, LEAST = 3, STEPS_MOST = 600, TEXT_MOST = 640, SLOTS = 8, WHOLE_PAIR = -1 };

/* A step as it was met on every data set: `text` is how it differs from the reference's, where that first matters. */
typedef struct step {
    char key[256], text[TEXT_MOST];
    int is_data, signs, draws; /* draws: it stands for those of a random reference */
    size_t slot, met, same;
    double sum[6];                  /* of 1, its values, the reference's, their squares and products, of a relation */
    unsigned dead, once, twice;     /* outputs: it gives some other value; the reference does at a point, two */
    const char *made[OUTPUTS_MOST]; /* what a random reference makes of it, where the candidate makes another */
} step;

/* A step of the reference that another may stand in for: its relation, the totals of this, what it names itself. */
typedef struct slot {
    char name[64];
    size_t rows, columns;
    double *own;       /* [rows * columns] the reference's */
    const json_t *put; /* what stands in; NULL: nothing */
} slot;
enum { RELATION, OF_FACTORS, OF_CODES }; /* the first slots, of a reference that asks for a relation */

typedef struct stages {
    comparison *c;
    const variant *many; /* the reference with a bin for each of any labels, if it cuts codes */
    step at[STEPS_MOST];
    int blind;               /* the last answer had no steps: it is a program that shows none */
    size_t count, left;      /* steps, those that are not refuted */
    size_t cells, differing; /* data sets watched, those on which values differ */
    unsigned differs, here;  /* outputs to explain, a bit each; over seeds: whose means differ at this point */
    unsigned made_of[SLOTS]; /* outputs */
    const slot *disturbed;   /* its values are put in order; what is made of it changes */
    const compared_point *point;
    const compared_cell *cell;
    slot slot[SLOTS];
    size_t slots;
    int related, of_squares, squares; /* there is a relation; it holds squares; roots of these are put there */
    const char *made[OUTPUTS_MOST];   /* what the reference makes of its own steps, where the candidate makes another */
} stages;

/* Of this name, which comes from the candidate's process. NULL: there are too many. */
static step *step_at(stages *s, const char *name)
{
    step next = { .met = 0 };
    size_t k = 0;
    snprintf(next.key, sizeof next.key, "%s", name);
    text_make_plain(next.key);
    while (k < s->count && strcmp(s->at[k].key, next.key) != 0) k++;
    if (k == STEPS_MOST) return NULL;
    if (k == s->count) s->at[s->count++] = next;
    return &s->at[k];
}

static double number_at(const json_t *values, size_t k)
{
    return json_is_number(json_array_get(values, k)) ? json_number_value(json_array_get(values, k)) : NAN;
}

static const char *text_of(const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));
    return text ? text : "";
}

static size_t count_of(const json_t *from, const char *key)
{
    const json_int_t count = json_integer_value(json_object_get(from, key));
    return count > 0 && count < 1 << 24 ? (size_t)count : 0;
}

/* Whether it is refuted for all outputs that are to be explained. */
static int is_dead(const stages *s, const step *one) { return !(s->differs & ~one->dead); }

static unsigned bit_of(size_t output) { return 1u << tally_place(output); }
/* Outputs of which scores of the reference (NULL: none) have another value than the candidate here; the candidate's
 * where the reference's own is another; another value than its own. */
typedef struct outputs {
    unsigned wrong, shown, other;
} outputs;
static outputs outputs_of(const stages *s, const assay_score *score)
{
    const comparison *c = s->c;
    outputs of = { 0 };
    for (size_t k = 0; k < s->cell->n_values; k++) {
        const value_pair *v = &s->cell->at[k];
        const double x = score ? score_for(c, score, v) : NAN;
        const unsigned bit = bit_of(v->output);
        if (score && !(fabs(x - v->want) <= value_allowed(c, v)) && !(isnan(x) && isnan(v->want))) of.other |= bit;
        if (isnan(v->got) && isnan(v->want)) continue;
        if (!value_gives(c, v, x)) of.wrong |= bit;
        else if (!isnan(v->got) && values_differ(c, v)) of.shown |= bit;
    }
    return of;
}

/* 1: a step with these scores gives some values that differ. */
static int judge(const stages *s, step *one, const assay_score *score)
{
    const outputs of = outputs_of(s, score);
    one->met++;
    one->dead |= of.wrong;
    one->twice |= one->once & of.shown;
    one->once |= of.shown;
    return of.shown != 0;
}

/* The reference's scores of other data; NULL: it has none. Of data of the same shape one column may stay, a factor or a
 * code after these: the others are the data's own again, which the reference's bins, as many or more, leave apart.
 * Factors that were cut are categories. */
static const assay_score *pair_score(const stages *s, const json_t *pair, ptrdiff_t kept)
{
    comparison *c = s->c;
    const assay_data *own = &c->data;
    const json_t *cut = json_object_get(pair, "cut");
    const size_t n = count_of(pair, "rows"), m = count_of(pair, "n_factors"), d = count_of(pair, "n_codes");
    const int alike = n == own->n && m == own->n_factors && d == own->n_codes;
    FREED(assay_data_free) assay_data to = { 0 };
    if (!n || !m || !d || !(alike || kept == WHOLE_PAIR) || assay_data_shape(&to, n, m, d) != ASSAY_OK) return NULL;
    for (size_t k = 0; k < m + d; k++) {
        const size_t j = k < m ? k : k - m;
        const json_t *values = json_object_get(pair, k < m ? "factors" : "codes");
        const int stays = kept == WHOLE_PAIR || kept == (ptrdiff_t)k;
        double *x = (k < m ? to.factors : to.codes) + j * n;
        const double *as_is = (k < m ? own->factors : own->codes) + j * n;
        for (size_t r = 0; r < n; r++) x[r] = stays ? number_at(values, j * n + r) : as_is[r];
        if (k < m) to.levels[k] = m == own->n_factors ? own->levels[k] : 0;
        if (k >= m || !stays || !json_is_true(json_array_get(cut, 0))) continue;
        const moments of = moments_of(x, n);
        if (!of.n || !(of.most - of.least < 4096)) return NULL;
        for (size_t r = 0; r < n; r++) x[r] -= of.least;
        to.levels[k] = of.most > of.least ? (int32_t)(of.most - of.least) + 1 : 0;
    }
    const assay_rep rep = assay_data_view(&to);
    const int labels = kept == WHOLE_PAIR && json_is_true(json_array_get(cut, 1));
    if (scoring_check(&rep, NULL) != ASSAY_OK) return NULL;
    score_begin(c, &to, s->point, s->cell->seed);
    return scores_by(c, labels ? s->many : c->reference, NULL, NULL);
}

/* Data in the place of the reference's; of cut columns it is kept how they were, where the reference makes other values
 * of them alone: else they are cut as its own. */
static void try_pairs(stages *s, const json_t *pairs)
{
    for (size_t k = 0; k < json_array_size(pairs); k++) {
        const json_t *pair = json_array_get(pairs, k), *texts = json_object_get(pair, "text");
        step *one = step_at(s, text_of(pair, "name"));
        if (!one || is_dead(s, one)) continue;
        one->is_data = 1;
        one->same += json_is_true(json_object_get(pair, "same"));
        if (!judge(s, one, pair_score(s, pair, WHOLE_PAIR)) || one->text[0]) continue;
        wording w = WORDING(one->text);
        wording_add(&w, "%s", text_of(pair, "text"));
        for (size_t side = 0; side < json_array_size(texts); side++) {
            const json_t *of = json_array_get(texts, side);
            unsigned differs = 0;
            for (size_t j = 0; j < json_array_size(of) && !differs; j++) {
                const char *text = json_string_value(json_array_get(of, j));
                if (!text || !text[0]) continue;
                differs = outputs_of(s, pair_score(s, pair, (ptrdiff_t)(side * s->c->data.n_factors + j))).other;
                if (differs) wording_join(&w, "; ", text);
            }
        }
        text_make_plain(one->text);
    }
}

/* What stands in, as the reference has it. */
static double put_at(const stages *s, const slot *at, size_t k)
{
    const double x = number_at(at->put, k);
    return isnan(x) ? 0.0 : at == s->slot && s->squares ? x * x : x;
}

/* The reference's own step is kept, and the candidate's takes its place. */
static void put(stages *s, const char *name, size_t rows, size_t columns, double *value)
{
    const size_t count = rows * columns;
    size_t k = 0;
    while (k < s->slots && strcmp(s->slot[k].name, name) != 0) k++;
    if (k == SLOTS) return;
    slot *at = &s->slot[k];
    if (k == s->slots) {
        *at = (slot){ .rows = rows, .columns = columns };
        at->own = arena_alloc(&s->c->memory, count, sizeof *at->own);
        s->c->no_memory |= !at->own;
        if (!at->own) return;
        snprintf(at->name, sizeof at->name, "%s", name);
        memcpy(at->own, value, count * sizeof *value);
        s->slots++;
    }
    if (at == s->disturbed) qsort(value, count, sizeof *value, ascending);
    for (k = 0; json_array_size(at->put) == count && k < count; k++) value[k] = put_at(s, at, k);
}

/* A scoring_change. */
static void stand_in(const changing_relation *r, void *context)
{
    stages *s = context;
    const size_t m = r->n_factors, d = r->n_codes;
    put(s, r->step ? r->step : "relation", m, d, r->value);
    if (r->step) return;
    put(s, "factors", m, 1, r->factor_total);
    put(s, "codes", 1, d, r->code_total);
}

/* "at factor v1 and code z3 it is 0.41 where the reference's is 0.38", after what is there. */
static void slot_text(const stages *s, const slot *at, wording *w)
{
    const size_t count = at->rows * at->columns, m = s->c->data.n_factors, d = s->c->data.n_codes;
    const int squares = at == s->slot && s->squares, totals = s->related && at > s->slot && at <= s->slot + OF_CODES;
    size_t worst = count;
    double most = fmax(EXACT, s->c->tolerance), got = NAN, want = NAN;
    char place[96];
    for (size_t k = 0; k < count; k++) {
        const double x = put_at(s, at, k), y = at->own[k], by = fabs(x - y) / fmax(1.0, fabs(y));
        if (by > most && json_is_number(json_array_get(at->put, k)))
            most = by, worst = k, got = squares ? sqrt(x) : x, want = squares ? sqrt(fmax(0.0, y)) : y;
    }
    if (worst == count) return;
    const size_t row = worst / at->columns + 1, column = worst % at->columns + 1;
    const int of_codes = strstr(at->name, " of codes") != NULL, of_both = at->rows == m && at->columns == d;
    if (at->columns == 1 && at->rows == m) snprintf(place, sizeof place, "factor v%zu", row);
    else if (at->rows == 1 && at->columns == d) snprintf(place, sizeof place, "code z%zu", column);
    else
        snprintf(place, sizeof place,
                 of_codes  ? "codes z%zu and z%zu"
                 : of_both ? "factor v%zu and code z%zu"
                           : "row %zu and column %zu",
                 row, column);
    wording_add(w, "%s%sat %s it is %.6g where the reference's is %.6g", w->used ? "; " : "",
                totals ? "of the totals, " : "", place, got, want);
}

/* What the reference makes of steps that are the candidate's, where that is another value of an output that differs
 * here. */
static void look_made(const stages *s, const assay_score *score, const char **made)
{
    comparison *c = s->c;
    for (size_t k = 0; k < s->cell->n_values && score; k++) {
        const value_pair *v = &s->cell->at[k];
        const double x = score_for(c, score, v);
        const char **to = &made[tally_place(v->output)];
        if (*to || !(s->here & bit_of(v->output))) continue;
        if (isnan(x) || isnan(v->got) || fabs(x - v->got) <= value_allowed(c, v)) continue;
        *to = comparison_text(c, "On %s, %llu samples, seed %llu, the reference makes %s%.9g of this, you make %.9g.",
                              s->point->point.scenario->id, (unsigned long long)s->point->samples,
                              (unsigned long long)s->cell->seed, output_word(c, v->output, " "), x, v->got);
    }
}

/* Whether what is returned for squares are squares, by what they are nearer to. */
static int is_square(const slot *at)
{
    double nearer = 0.0;
    for (size_t k = 0; k < at->rows * at->columns; k++) {
        const double x = number_at(at->put, k);
        nearer += fabs(x - at->own[k]) - fabs(x * x - at->own[k]);
    }
    return nearer < 0.0;
}

/* What was put is a relation, whatever was drawn, if it correlates with the reference's own. */
static void look_near(const stages *s, step *one)
{
    const slot *at = &s->slot[RELATION];
    for (size_t k = 0; k < at->rows * at->columns; k++) {
        const double x = put_at(s, at, k), y = at->own[k], terms[] = { 1.0, x, y, x * x, y * y, x * y };
        for (size_t t = 0; t < 6; t++) one->sum[t] += terms[t];
    }
}

static int is_near(const step *one)
{
    const double *s = one->sum, both = s[0] * s[5] - s[1] * s[2];
    return both > 0.0 && both * both > NEAR * (s[0] * s[3] - s[1] * s[1]) * (s[0] * s[4] - s[2] * s[2]);
}

/* What was put, which is a step of this name, in the place of the reference's. draws: it stands for its draws. */
static void try_slots(stages *s, step *one, size_t at, int draws)
{
    char text[TEXT_MOST] = "";
    wording w = WORDING(text);
    const assay_score *score = scores_by(s->c, s->c->reference, stand_in, s);
    judge(s, one, score);
    for (size_t k = 0; k < s->slots; k++)
        if (s->slot[k].put) slot_text(s, &s->slot[k], &w);
    one->slot = at;
    one->same += w.used == 0;
    for (size_t k = 0; k < json_array_size(s->slot[RELATION].put) && s->squares; k++)
        one->signs |= number_at(s->slot[RELATION].put, k) < 0.0;
    if (!one->text[0]) memcpy(one->text, text, sizeof text);
    one->draws = draws;
    if (at == RELATION) look_near(s, one);
    if (at == RELATION && s->c->reference_moves) look_made(s, score, one->made);
}

/* All that was seen and has the shape of the slot, or by what the candidate returns its name, in its place; then with
 * others in the places of the relation's totals. The key is "NAME", "NAME of the codes" or "NAME as STEP", after what
 * was put before it. */
static void try_all(stages *s, size_t at, const json_t *observed, const char *before)
{
    static const char *const lists[] = { "offered", "arrays" };
    slot *to = &s->slot[at];
    const int relation = s->related && at == RELATION, totals = s->related && at && at <= OF_CODES;
    const size_t last = relation ? OF_CODES : totals ? at : at + 1;
    const char *bare = strncmp(to->name, "the ", 4) == 0 ? to->name + 4 : to->name, *as = totals ? " of the " : " as ";
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < json_array_size(json_object_get(observed, lists[l])); k++) {
            const json_t *seen = json_array_get(json_object_get(observed, lists[l]), k);
            const char *name = text_of(seen, "step");
            char key[256];
            to->put = json_object_get(seen, "values");
            if (json_array_size(to->put) == to->rows * to->columns &&
                (name[0] ? strcmp(name, bare) == 0
                         : count_of(seen, "rows") == to->rows && count_of(seen, "columns") == to->columns)) {
                snprintf(key, sizeof key, "%.100s%s%.100s%s%.40s", before, before[0] ? ", and " : "",
                         text_of(seen, "name"), relation ? "" : as, relation ? "" : to->name);
                if (at == RELATION) s->squares = relation && s->of_squares && !(l == 0 && is_square(to));
                step *one = step_at(s, key);
                if (one && !(is_dead(s, one) && one->same < one->met && (at || before[0] || !s->c->reference_moves)))
                    try_slots(s, one, at, at == 0 && s->c->reference_moves && (l == 0 || !relation));
                for (size_t next = at + 1; next <= last && next < s->slots && !before[0]; next++)
                    try_all(s, next, observed, key);
            }
            to->put = NULL;
        }
}

static void watch_cell(stages *s)
{
    comparison *c = s->c;
    const assay_metric *candidate = c->candidate->metric;
    FREED(json_dropped) json_t *names = json_array(); /* of data that are not refuted */
    for (const step *one = s->at; one < s->at + s->count; one++)
        if (one->is_data && !is_dead(s, one)) json_array_append_new(names, json_string(one->key));
    OWNED char *wanted = s->cells ? json_dumps(names, 0) : NULL;
    candidate_watch(candidate, wanted ? wanted : "true");
    scores_of_cell(c, s->point, s->cell->seed, s->cell->seed, c->candidate);
    candidate_watch(candidate, NULL);
    const char *text = candidate_observed(candidate);
    FREED(json_dropped) json_t *read = text ? json_strict(text, strlen(text), NULL) : NULL;
    const json_t *observed = json_object_get(read, "observed");
    s->differing += cell_differs(c, s->cell) ? 1 : 0;
    s->blind = !observed;
    s->cells += observed != NULL;
    s->slots = 0;
    try_pairs(s, json_object_get(observed, "pairs"));
    score_begin(c, &c->data, s->point, s->cell->seed);
    const assay_score *score = scores_by(c, c->reference, stand_in, s); /* nothing is put yet: slots are found */
    s->related = s->slots > OF_CODES && strcmp(s->slot[RELATION].name, "relation") == 0;
    if (!c->reference_moves) look_made(s, score, s->made);
    for (size_t k = 0; k < s->slots; k++) { /* which outputs are made of which steps */
        s->disturbed = &s->slot[k];
        s->made_of[k] |= outputs_of(s, scores_by(c, c->reference, stand_in, s)).other;
    }
    s->disturbed = NULL;
    for (size_t k = 0; k < s->slots; k++) try_all(s, k, observed, "");
    for (size_t k = s->left = 0; k < s->count; k++) s->left += !is_dead(s, &s->at[k]);
}

/* Columns that are left out on the way take no steps, and of a single one a relation looks like totals. */
static int shows_steps(const compared_cell *cell)
{
    return !(cell->peculiar & (PECULIAR_CONSTANT_FACTOR | PECULIAR_DEAD_CODE | PECULIAR_ONE_CODE)) &&
           cell->size.n_factors > 1;
}

/* Those on which numbers differ first, of few rows, which are little work. */
static double later(const compared_point *p)
{
    return (isinf(p->worst) ? 2e9 : p->worst > 1.0 ? 0.0 : 1e9) + (double)p->samples;
}

static int worse(const void *a, const void *b)
{
    const compared_point *x = *(compared_point *const *)a, *y = *(compared_point *const *)b;
    const double by = later(x) - later(y);
    return by != 0.0 ? (by > 0.0) - (by < 0.0) : (x > y) - (x < y);
}

/* The first data set of each point that was compared and differs, small ones first, then of some that do not; of few
 * rows where `fewer`. One that returns at once why it has no value takes no steps. */
static void watch_points(stages *s, compared_point **order, int fewer)
{
    comparison *c = s->c;
    int elsewhere = 0;
    double width;
    for (size_t k = 0; k < c->n_points; k++) elsewhere |= order[k]->worst > 1.0 && shows_steps(order[k]->cell);
    s->cells = s->count = s->differing = 0;
    const size_t most = fewer && c->work <= COSTLY ? CELLS : LEAST + 1;
    for (size_t k = 0; k < c->n_points && s->cells < most && !c->no_memory; k++) {
        const compared_point *of = order[k];
        const compared_cell *cell = of->cell;
        compared_point p = few_rows(of);
        p.samples = fewer ? p.samples : of->samples;
        int has_values = 0;
        if (s->blind || (s->cells >= LEAST && !s->left)) break;
        if (!of->n_cells || cell->failed || (cell->inapplicable && strcmp(cell->inapplicable, left_out) != 0)) continue;
        if ((elsewhere && !shows_steps(cell)) || cell->size.n_codes > 64 || cell->size.n > 4000 || /* it takes long */
            strcmp(of->point.scenario->id, VALIDATION_EDGES) == 0) /* scaling rounds to either side */
            continue;
        c->done = s->cells;
        progress_say(c, "watching", of->point.scenario->id, CELLS);
        if (compare_point(c, &p, NULL) != ASSAY_OK) continue; /* the reference does not take so few */
        s->point = &p, s->cell = p.cell, s->here = s->differs;
        for (size_t o = 0; o < c->n_outputs; o++)
            if ((c->reference_moves || c->candidate_moves) && !mean_apart(c, of, o, &width)) s->here &= ~bit_of(o);
        for (size_t v = 0; v < p.cell->n_values; v++) has_values |= !isnan(p.cell->at[v].got);
        if (has_values) watch_cell(s);
    }
}

/* How the reference goes on from the earliest that was met on every data set and gives every value of the output, at
 * two points at least what differs: data, those first of which more is known than other values; then a relation or
 * totals, then both. NULL: there is none. */
static const char *cause_text(const stages *s, size_t output)
{
    comparison *c = s->c;
    const unsigned of = output == ALL_OUTPUTS ? ~0u : bit_of(output);
    const step *best = NULL;
    int rank = 4;
    for (size_t k = 0; k < s->count; k++) {
        const step *one = &s->at[k];
        const int own =
            one->is_data ? strstr(one->text, " have other values") != NULL : 2 + (strstr(one->key, ", and ") != NULL);
        const int holds = !(one->dead & of) && one->twice & of && one->met == s->cells && one->same < one->met;
        if (holds && own < rank) best = one, rank = own;
    }
    if (!best) return NULL;
    const int drawn = c->reference_moves && !best->is_data; /* the reference's is: one value of many says nothing */
    return comparison_text(
        c, "Your %svalues are those of the reference where it goes on from %s. %s%s%sWhat comes after agrees%s.",
        output_word(c, output, " "), best->key, drawn ? "" : "There ",
        drawn           ? ""
        : best->text[0] ? best->text
                        : "other values stand",
        drawn ? "" : ". ", drawn ? ": they part in it, or before" : "");
}

/* A relation that is the reference's own on all data sets, without its signs if there is one, or what stands for its
 * draws, by its name or as near to the reference's as draws leave it: the first step that differs is what is made of
 * it. */
static const char *after_text(const stages *s, size_t output)
{
    const step *best = NULL;
    const size_t place = tally_place(output);
    comparison *c = s->c;
    for (size_t k = 0; k < s->count; k++) {
        const step *one = &s->at[k];
        const int alone = !one->is_data && !strstr(one->key, ", and ") && !strstr(one->key, " of the ");
        const int is_own = c->reference_moves ? one->slot == RELATION && one->made[place] &&
                                                    (one->draws || (s->related && one->met == s->cells && is_near(one)))
                                              : s->made[place] && one->met >= LEAST && one->same == one->met;
        if (alone && is_own && s->made_of[one->slot] & bit_of(output) && (!best || best->signs)) best = one;
    }
    if (!best) return NULL;
    if (c->reference_moves)
        return comparison_text(c, "Your %svalues part from the reference's after %s. %s", output_word(c, output, " "),
                               best->key, best->made[place]);
    return comparison_text(
        c, "Your %svalues part from the reference's after %s: on all %zu data sets watched %s equals it%s. %s",
        output_word(c, output, " "), strstr(best->key, " as the ") ? "a step" : "the relation", best->met, best->key,
        best->signs ? ", but keeps the signs of correlations" : "", s->made[place]);
}

/* The first that differs, of the steps that are returned or else of what has the shape of one and is made into what
 * differs. NULL: there is none. */
static const char *differing_text(const stages *s, int returned)
{
    for (size_t k = 0; k < s->count && !s->c->reference_moves; k++) {
        const step *one = &s->at[k];
        const int is_one = returned ? strncmp(one->key, "your step ", 10) == 0
                                    : !one->is_data && (one->met == s->cells || is_near(one));
        if (is_one && !strstr(one->key, ", and ") && one->same < one->met && one->text[0])
            return comparison_text(s->c, "Of the %s %s is the first that differs: %s.",
                                   returned ? "steps that you return" : "arrays that have the shape of a step",
                                   one->key, one->text);
    }
    return NULL;
}

/* The first step that differs, of all outputs where all differ; else of each by itself. 1: some output has one. */
static int name_steps(const stages *s)
{
    comparison *c = s->c;
    unsigned all = 0;
    for (size_t o = 0; o < c->n_outputs; o++) all |= bit_of(o);
    const char *of_all = s->differs == all ? cause_text(s, ALL_OUTPUTS) : NULL;
    int found = of_all != NULL;
    c->step = of_all ? of_all : differing_text(s, 1);
    c->after = NULL;
    for (size_t o = 0; o < c->n_outputs && o < OUTPUTS_MOST && !of_all; o++) {
        const int differs = (s->differs & bit_of(o)) != 0;
        c->step_of[o] = differs ? cause_text(s, o) : NULL;
        found |= c->step_of[o] != NULL;
        const char *after = differs && !c->step_of[o] ? after_text(s, o) : NULL;
        if (c->reference_moves && after) c->step_of[o] = after; /* what stands for the draws is handed over */
        else if (!c->after) c->after = after;
    }
    if (c->n_outputs == 1 && !c->step) c->step = c->step_of[0];
    if (!c->step && !c->after) c->after = differing_text(s, 0);
    return found;
}

void stages_watch(comparison *c)
{
    if (c->unrepeatable || !candidate_watch(c->candidate->metric, NULL)) return;
    stages *s = arena_alloc(&c->memory, 1, sizeof *s);
    compared_point **order = arena_alloc(&c->memory, c->n_points, sizeof *order);
    const ptrdiff_t bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES);
    double option[OPTIONS_MOST];
    variant many;
    if ((c->no_memory |= !s || !order)) return;
    for (size_t k = 0; k < c->n_points; k++) order[k] = &c->point[k];
    qsort(order, c->n_points, sizeof *order, worse);
    const double labels = fmax(bins < 0 ? 0.0 : 2.0 * c->reference->option[bins] + 8.0, 150.0);
    s->many = variant_with(c->reference, bins, labels, option, &many) ? &many : c->reference;
    s->c = c;
    s->of_squares = holds_squares(c->reference->metric, c->reference->option);
    for (size_t o = 0; o < c->n_outputs; o++) s->differs |= output_differs(c, o) ? bit_of(o) : 0u;
    watch_points(s, order, 1);
    if (!name_steps(s) && !s->blind && s->differing < LEAST) watch_points(s, order, 0), name_steps(s);
}
