/*
 * The first step that differs. A Python candidate is watched at work (python/assay/observer.py); each step it was seen
 * to take stands in for the reference's own: the data or bins that its functions were given, the relation and the
 * totals that they made. Where the reference goes on from such a step to the candidate's own values, on every data set
 * that was watched, all that comes after it is as it should be, and the cause lies in it.
 */
#include "ascending.h"
#include "candidate.h"
#include "plain_text.h"
#include "relation.h"
#include "sealed_file.h"
#include "validation_inside.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>

static const char BINS[] = ": its bins";     /* how the observer ends the name of what was cut, */
static const char RETURNED[] = "your step "; /* and begins that of what the candidate returns by the name of a step */
enum { CELLS = 10, FEW_ROWS = 160, LEAST = 3, STEPS_MOST = 600, TEXT_MOST = 640, AFTER_MOST = 768, SLOTS = 8 };

/* What a step in the place of the reference's gives of an output's values. */
typedef struct tally {
    int dead; /* some other value */
    size_t here, points,
        odd; /* an equal value at which the reference differs: at the point tried (1), at so many before;
                                 values defined in one alone */
} tally;

/* A step as it was met on every data set: `text` is how it differs from the reference's, where that first matters. */
typedef struct step {
    char key[256], text[TEXT_MOST];
    int is_data, signs;
    size_t slot;
    size_t met, same;
    tally of[OUTPUTS_MOST];
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
    const variant *many; /* the reference with a bin for each of any labels; NULL: it cuts no codes */
    step at[STEPS_MOST];
    int blind;                      /* the last answer had no steps: it is a program that shows none */
    size_t count, cells, differing; /* of data sets watched, those on which values differ */
    int differs[OUTPUTS_MOST];      /* outputs to explain */
    int here[OUTPUTS_MOST];         /* over seeds: those whose means differ at this point */
    int made_of[SLOTS][OUTPUTS_MOST];
    const slot *disturbed; /* its values are put in order; what is made of it changes */
    const compared_point *point;
    const compared_cell *cell;
    slot slot[SLOTS];
    size_t slots;
    int related, squares; /* there is a relation; what is put there holds roots of what it holds */
    char drawn[256];      /* what stands for the draws of a random reference */
    /* what is made of these, where it is not what the candidate makes; and of a step that is the reference's own */
    char made[OUTPUTS_MOST][AFTER_MOST], after[OUTPUTS_MOST][AFTER_MOST];
} stages;

/* x is what it gives; 1: where the reference differs. */
static int tally_value(const comparison *c, const value_pair *v, double x, tally of[OUTPUTS_MOST])
{
    const int differs = values_differ(c, v), got = !isnan(v->got), equal = value_gives(c, v, x);
    tally *t = &of[tally_place(v->output)];
    if (!got && isnan(v->want)) return 0;
    if (!got || isnan(x)) {
        t->odd += got != !isnan(x);
        t->dead |= !differs; /* it would have made a difference where there is none */
        return 0;
    }
    t->dead |= !equal;
    t->here |= equal && differs;
    return equal && differs;
}

/* NULL: there are too many. */
static step *step_at(stages *s, const char *key)
{
    size_t k = 0;
    while (k < s->count && strcmp(s->at[k].key, key) != 0) k++;
    if (k == STEPS_MOST) return NULL;
    if (k == s->count) {
        s->at[s->count++] = (step){ .met = 0 };
        snprintf(s->at[k].key, sizeof s->at[k].key, "%s", key);
    }
    return &s->at[k];
}

static double number_at(const json_t *values, size_t k)
{
    const json_t *x = json_array_get(values, k);
    return json_is_number(x) ? json_number_value(x) : NAN;
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
static int is_dead(const stages *s, const step *one)
{
    for (size_t o = 0; o < OUTPUTS_MOST; o++)
        if (s->differs[o] && !one->of[o].dead) return 0;
    return 1;
}

/* What a step with these scores gives of the values here; NULL: the reference's own.  1: it gives some that differ. */
static int judge(const stages *s, step *one, const assay_score *score)
{
    const comparison *c = s->c;
    int shows = 0;
    one->met++;
    for (size_t k = 0; k < s->cell->n_values; k++) {
        const value_pair *v = &s->cell->at[k];
        shows |= tally_value(c, v, score ? score_for(c, score, v) : v->want, one->of);
    }
    for (size_t o = 0; o < OUTPUTS_MOST; o++) one->of[o].points += one->of[o].here, one->of[o].here = 0;
    return shows;
}

/* Whether a score of the reference has other values than its own here. */
static int is_another(const stages *s, const assay_score *score, size_t output)
{
    int another = 0;
    for (size_t k = 0; k < s->cell->n_values && score; k++) {
        const value_pair *v = &s->cell->at[k];
        const double x = score_for(s->c, score, v);
        if (output == ALL_OUTPUTS || output == tally_place(v->output))
            another |= !(fabs(x - v->want) <= value_allowed(s->c, v)) && !(isnan(x) && isnan(v->want));
    }
    return another;
}

static void refute(step *one)
{
    for (size_t o = 0; o < OUTPUTS_MOST; o++) one->of[o].dead = 1;
}

static int block_fill(const json_t *values, double *to, size_t count)
{
    for (size_t k = 0; k < count; k++) to[k] = number_at(values, k);
    return json_array_size(values) == count;
}

/* Factors that were cut are categories: labels from 0 on. 0: they cannot be. */
static int levels_settle(const comparison *c, int cut, assay_data *to)
{
    enum { MOST_LEVELS = 4096 };
    for (size_t i = 0; i < to->n_factors; i++) {
        double *x = to->factors + i * to->n;
        const moments m = column_moments(x, to->n);
        to->levels[i] = to->n_factors == c->data.n_factors ? c->data.levels[i] : 0;
        if (!cut) continue;
        if (!m.n || !(m.most - m.least < MOST_LEVELS)) return 0;
        for (size_t k = 0; k < to->n; k++) x[k] -= m.least;
        to->levels[i] = m.most > m.least ? (int32_t)(m.most - m.least) + 1 : 0;
    }
    return 1;
}

/* Whether the factors, or the codes, of a pair were cut. */
static int is_cut(const json_t *pair, size_t side)
{
    return json_is_true(json_array_get(json_object_get(pair, "cut"), side));
}

static int pair_data(const comparison *c, const json_t *pair, assay_data *to)
{
    const size_t n = count_of(pair, "rows"), m = count_of(pair, "n_factors"), d = count_of(pair, "n_codes");
    return n && m && d && assay_data_shape(to, n, m, d) == ASSAY_OK &&
           block_fill(json_object_get(pair, "factors"), to->factors, n * m) &&
           block_fill(json_object_get(pair, "codes"), to->codes, n * d) && levels_settle(c, is_cut(pair, 0), to);
}

/* Of data of the same shape one column stays, a factor or a code after these; the others are the data's own again. The
 * reference's bins, as many or more, leave labels apart. */
enum { WHOLE_PAIR = -1 };
static int keep_alone(const comparison *c, ptrdiff_t kept, assay_data *to)
{
    const assay_data *own = &c->data;
    const size_t n = own->n, m = own->n_factors;
    if (to->n != n || to->n_factors != m || to->n_codes != own->n_codes) return 0;
    for (size_t k = 0; k < m + own->n_codes; k++) {
        if (kept == (ptrdiff_t)k) continue;
        if (k < m) to->levels[k] = own->levels[k];
        if (k < m) memcpy(to->factors + k * n, own->factors + k * n, n * sizeof *own->factors);
        else memcpy(to->codes + (k - m) * n, own->codes + (k - m) * n, n * sizeof *own->codes);
    }
    return 1;
}

/* The reference's scores of other data; NULL: it has none. */
static const assay_score *pair_score(const stages *s, const json_t *pair, ptrdiff_t kept)
{
    comparison *c = s->c;
    assay_data data = { 0 };
    const assay_score *score = NULL;
    const int cut = is_cut(pair, 1) && kept == WHOLE_PAIR;
    const int fits = pair_data(c, pair, &data) && (kept == WHOLE_PAIR || keep_alone(c, kept, &data));
    const assay_rep rep = assay_data_view(&data);
    if (fits && scoring_check(&rep, NULL) == ASSAY_OK) {
        score_begin(c, &data, s->point, s->cell->seed);
        score = scores_by(c, cut && s->many ? s->many : c->reference, NULL, NULL);
    }
    assay_data_free(&data);
    return score;
}

/* Of cut columns how they were, where the reference makes other values of them alone: else they are cut as its own. */
static void pair_text(const stages *s, const json_t *pair, char to[TEXT_MOST])
{
    const json_t *texts = json_object_get(pair, "text");
    wording w = wording_in(to, TEXT_MOST);
    if (json_is_string(texts)) wording_add(&w, "%s", json_string_value(texts));
    for (size_t side = 0; side < json_array_size(texts); side++) {
        const json_t *of = json_array_get(texts, side);
        int differs = 0;
        for (size_t j = 0; j < json_array_size(of) && !differs; j++) {
            const char *text = json_string_value(json_array_get(of, j));
            if (!text || !text[0]) continue;
            const assay_score *score = pair_score(s, pair, (ptrdiff_t)(side * s->c->data.n_factors + j));
            differs = is_another(s, score, ALL_OUTPUTS);
            if (differs) wording_join(&w, "; ", text);
        }
    }
}

static void try_pairs(stages *s, const json_t *pairs)
{
    size_t k;
    const json_t *pair;
    json_array_foreach(pairs, k, pair)
    {
        const int same = json_is_true(json_object_get(pair, "same"));
        step *one = step_at(s, text_of(pair, "name"));
        if (!one || is_dead(s, one)) continue;
        const assay_score *score = same ? NULL : pair_score(s, pair, WHOLE_PAIR);
        one->is_data = 1;
        one->same += (size_t)same;
        if (!same && !score) refute(one);
        else if (judge(s, one, score) && !one->text[0]) pair_text(s, pair, one->text);
    }
}

/* ---- relations, totals, named steps ---- */

static slot *slot_at(stages *s, const char *name, size_t rows, size_t columns, const double *value)
{
    size_t k = 0;
    while (k < s->slots && strcmp(s->slot[k].name, name) != 0) k++;
    if (k == SLOTS || k < s->slots) return k < s->slots ? &s->slot[k] : NULL;
    slot *to = &s->slot[k];
    *to = (slot){ .rows = rows, .columns = columns, .own = malloc(rows * columns * sizeof *to->own) };
    if (!to->own) return NULL;
    snprintf(to->name, sizeof to->name, "%s", name);
    memcpy(to->own, value, rows * columns * sizeof *to->own);
    s->slots++;
    return to;
}

static void put(stages *s, const char *name, size_t rows, size_t columns, double *value)
{
    const slot *at = slot_at(s, name, rows, columns, value);
    if (at && at == s->disturbed) qsort(value, rows * columns, sizeof *value, ascending);
    if (!at || json_array_size(at->put) != rows * columns) return;
    for (size_t k = 0; k < rows * columns; k++) {
        const double x = number_at(at->put, k);
        value[k] = isnan(x) ? 0.0 : at == s->slot && s->squares ? x * x : x;
    }
}

/* A named step, or a relation and its totals. */
typedef void slot_take(stages *s, const char *name, size_t rows, size_t columns, double *value);
static void each_slot(const changing_relation *r, stages *s, slot_take *take)
{
    const size_t m = r->n_factors, d = r->n_codes;
    take(s, r->step ? r->step : "relation", m, d, r->value);
    if (!r->step) take(s, "factors", m, 1, r->factor_total);
    if (!r->step) take(s, "codes", 1, d, r->code_total);
}

/* A scoring_change: keeps the reference's own, and puts the candidate's in its place. */
static void stand_in(const changing_relation *r, void *context)
{
    each_slot(r, context, put);
    for (size_t k = 0; k < r->n_factors * r->n_codes && !r->step && ((const stages *)context)->c->squares; k++)
        r->value[k] = fmax(0.0, r->value[k]); /* roots */
}

static void slots_free(stages *s)
{
    for (size_t k = 0; k < s->slots; k++) free(s->slot[k].own);
    s->slots = 0;
}

/* "at factor v1 and code z3 it is 0.41 where the reference's is 0.38". to stays empty where nothing differs. */
static void slot_text(const stages *s, const slot *at, char *to, size_t size)
{
    const size_t count = at->rows * at->columns;
    const int squares = at == s->slot && s->squares;
    size_t worst = count;
    double most = EXACT;
    char place[96];
    for (size_t k = 0; k < count; k++) {
        const double x = number_at(at->put, k), y = squares ? sqrt(at->own[k]) : at->own[k],
                     by = fabs((isnan(x)  ? 0.0
                                : squares ? fabs(x)
                                          : x) -
                               y) /
                          fmax(1.0, fabs(y));
        if (by > most && by > s->c->tolerance) most = by, worst = k;
    }
    if (worst == count) return;
    const size_t m = s->c->data.n_factors, d = s->c->data.n_codes;
    const size_t row = worst / at->columns, column = worst % at->columns;
    if (at->columns == 1 && at->rows == m) snprintf(place, sizeof place, "factor v%zu", worst + 1);
    else if (at->rows == 1 && at->columns == d) snprintf(place, sizeof place, "code z%zu", worst + 1);
    else if (at->rows == m && at->columns == d)
        snprintf(place, sizeof place, "factor v%zu and code z%zu", row + 1, column + 1);
    else snprintf(place, sizeof place, "row %zu and column %zu (counted from 0)", row, column);
    const double x = number_at(at->put, worst), y = squares ? sqrt(at->own[worst]) : at->own[worst];
    double off = 0.0;
    for (size_t k = 0; k < count; k++)
        off = fmax(off, fabs(number_at(at->put, k) * y - (squares ? sqrt(at->own[k]) : at->own[k]) * x));
    wording w = wording_in(to, size);
    wording_add(&w, "at %s it is %.6g where the reference's is %.6g", place, x, y);
    if (count > 2 && x * y > 0.0 && off <= 1e-9 * x * y) wording_add(&w, " (all are %.6g times it)", x / y);
}

/* Which outputs are made of which steps. */
static void look_disturbed(stages *s)
{
    for (size_t k = 0; k < s->slots; k++) {
        s->disturbed = &s->slot[k];
        const assay_score *score = scores_by(s->c, s->c->reference, stand_in, s);
        for (size_t o = 0; o < OUTPUTS_MOST; o++) s->made_of[k][o] |= is_another(s, score, o);
    }
    s->disturbed = NULL;
}

/* "modularity ", or nothing where the reference has one output. */
static void output_text(const comparison *c, size_t output, char to[96])
{
    snprintf(to, 96, "%s%s", c->n_outputs > 1 ? c->reference->metric->outputs[c->output[output].want].id : "",
             c->n_outputs > 1 ? " " : "");
}

/* What the reference makes of steps that are the candidate's, where that is another value of an output that differs
 * here. */
static void look_made(const stages *s, const assay_score *score, char to[OUTPUTS_MOST][AFTER_MOST])
{
    for (size_t k = 0; k < s->cell->n_values && score; k++) {
        const value_pair *v = &s->cell->at[k];
        const double x = score_for(s->c, score, v);
        const size_t place = tally_place(v->output);
        char of[96];
        if (to[place][0] || !s->here[place]) continue;
        if (isnan(x) || isnan(v->got) || fabs(x - v->got) <= value_allowed(s->c, v)) continue;
        output_text(s->c, v->output, of);
        snprintf(to[place], AFTER_MOST,
                 "On %s, %llu samples, seed %llu, the reference makes %s%.9g of this, you make %.9g.",
                 s->point->point.scenario->id, (unsigned long long)s->point->samples, (unsigned long long)s->cell->seed,
                 of, x, v->got);
    }
}

/* The reference's scores with what was put, which is a step of this name; NULL: it has none. */
static const assay_score *try_slots(stages *s, step *one)
{
    char text[TEXT_MOST];
    wording w = WORDING(text);
    const assay_score *score = scores_by(s->c, s->c->reference, stand_in, s);
    if (score) judge(s, one, score);
    else refute(one);
    for (size_t k = 0; k < s->slots; k++) {
        char of[256] = "";
        const int totals = s->related && (k == OF_FACTORS || k == OF_CODES);
        if (s->slot[k].put) slot_text(s, &s->slot[k], of, sizeof of);
        if (of[0]) wording_add(&w, "%s%s%s", w.used ? "; " : "", totals ? "of the totals, " : "", of);
    }
    one->same += w.used == 0;
    for (size_t k = 0; k < json_array_size(s->slot[RELATION].put) && s->squares; k++)
        one->signs |= number_at(s->slot[RELATION].put, k) < 0.0;
    if (!one->text[0] && w.used) snprintf(one->text, sizeof one->text, "%s", text);
    return score;
}

/* Whether what was seen has the shape of a step; what the candidate returns has its name, too. */
static int fits_slot(const json_t *seen, const slot *to)
{
    const char *bare = strncmp(to->name, "the ", 4) == 0 ? to->name + 4 : to->name, *name = text_of(seen, "step");
    const size_t side = json_object_get(seen, "side") ? 1 + count_of(seen, "side") : 0;
    if (json_array_size(json_object_get(seen, "values")) != to->rows * to->columns) return 0;
    if (name[0]) return strcmp(name, bare) == 0;
    if (json_object_get(seen, "rows"))
        return count_of(seen, "rows") == to->rows && count_of(seen, "columns") == to->columns;
    return side == 0 ? to->rows > 1 && to->columns > 1 : side == 1 ? to->columns == 1 : to->rows == 1;
}

/* "NAME", "NAME of the codes" or "NAME as STEP", after what was put before it. */
static void key_of(const stages *s, size_t at, const json_t *seen, const char *before, char to[256])
{
    const int totals = s->related && (at == OF_FACTORS || at == OF_CODES), relation = s->related && at == RELATION;
    snprintf(to, 256, "%.100s%s%.100s%s%.40s", before, before[0] ? ", and " : "", text_of(seen, "name"),
             relation ? ""
             : totals ? " of the "
                      : " as ",
             relation ? "" : s->slot[at].name);
}

static void try_all(stages *s, size_t at, const json_t *observed, const char *before);

/* Whether what is returned for squares are squares, by what they are nearer to. */
static int is_square(const slot *at)
{
    double as_is = 0.0, as_root = 0.0;
    for (size_t k = 0; k < at->rows * at->columns; k++) {
        const double x = number_at(at->put, k);
        as_is += fabs(x - at->own[k]), as_root += fabs(x * x - at->own[k]);
    }
    return as_is < as_root;
}

/* In the place of the slot; then with others in the places of those that follow. */
static void try_seen(stages *s, size_t at, const json_t *observed, const json_t *seen, const char *before)
{
    char key[256];
    key_of(s, at, seen, before, key);
    s->slot[at].put = json_object_get(seen, "values");
    if (at == RELATION && s->related && s->c->squares)
        s->squares = !(text_of(seen, "step")[0] && is_square(&s->slot[at]));
    step *one = step_at(s, key);
    if (one && !(is_dead(s, one) && one->same < one->met)) {
        const assay_score *score = try_slots(s, one);
        one->slot = at;
        if (at == 0 && s->c->reference_moves && json_object_get(seen, "rows")) {
            if (!s->drawn[0]) snprintf(s->drawn, sizeof s->drawn, "%.200s", key);
            if (strncmp(s->drawn, key, 200) == 0) look_made(s, score, s->made);
        }
    }
    const size_t last = !s->related ? at + 1 : at == RELATION ? OF_CODES : at;
    for (size_t k = at + 1; k <= last && k < s->slots && !before[0]; k++) try_all(s, k, observed, key);
    s->slot[at].put = NULL;
}

static void try_all(stages *s, size_t at, const json_t *observed, const char *before)
{
    static const char *const lists[] = { "offered", "tables", "totals", "others" };
    for (size_t l = 0; l < 4; l++) {
        size_t k;
        const json_t *seen;
        json_array_foreach(json_object_get(observed, lists[l]), k, seen)
        {
            if (fits_slot(seen, &s->slot[at])) try_seen(s, at, observed, seen, before);
        }
    }
}

static void try_relations(stages *s, const json_t *observed)
{
    slots_free(s);
    score_begin(s->c, &s->c->data, s->point, s->cell->seed);
    const assay_score *score = scores_by(s->c, s->c->reference, stand_in, s); /* nothing is put yet: slots are found */
    s->related = s->slots > OF_CODES && strcmp(s->slot[RELATION].name, "relation") == 0;
    look_made(s, score, s->after);
    look_disturbed(s);
    for (size_t k = 0; k < s->slots; k++) {
        s->squares = k == RELATION && s->related && s->c->squares;
        try_all(s, k, observed, "");
    }
}

/* Whether some step is not refuted; names gets those of the data, where it is asked for. */
static int is_left(const stages *s, json_t *names)
{
    int left = 0;
    for (size_t k = 0; k < s->count; k++) {
        if (is_dead(s, &s->at[k])) continue;
        left = 1;
        if (names && s->at[k].is_data) json_array_append_new(names, json_string(s->at[k].key));
    }
    return left;
}

static void watch_cell(stages *s)
{
    comparison *c = s->c;
    const assay_metric *candidate = c->candidate->metric;
    json_t *names = json_array();
    is_left(s, names);
    char *wanted = s->cells ? json_dumps(names, 0) : NULL;
    c->no_memory |= data_build(c, s->point, s->cell->seed, NULL) != ASSAY_OK;
    if (!c->no_memory) score_begin(c, &c->data, s->point, s->cell->seed);
    candidate_watch(candidate, wanted ? wanted : "true");
    scores_by(c, c->candidate, NULL, NULL);
    candidate_watch(candidate, NULL);
    free(wanted);
    json_decref(names);
    const char *text = candidate_observed(candidate);
    json_t *read = text ? json_strict(text, strlen(text), NULL) : NULL;
    const json_t *observed = json_object_get(read, "observed");
    s->differing += cell_differs(c, s->cell) ? 1 : 0;
    s->blind = !observed;
    s->cells += observed != NULL;
    if (observed) try_pairs(s, json_object_get(observed, "pairs"));
    if (observed) try_relations(s, observed);
    json_decref(read);
}

/* Whether the candidate has a value: one that returns at once why it has none takes no steps. */
static int has_values(const compared_cell *cell)
{
    for (size_t k = 0; k < cell->n_values && !cell->failed; k++)
        if (!isnan(cell->at[k].got)) return 1;
    return 0;
}

/* A data set of the point, of few rows where `fewer`. */
static void watch_point(stages *s, const compared_point *of, int fewer)
{
    compared_point p = *of;
    if ((fewer && p.samples > FEW_ROWS) || p.moves) { /* the first seed of one that moves has no values any more */
        p = (compared_point){ .point = of->point,
                              .samples = fewer && p.samples > FEW_ROWS ? FEW_ROWS : p.samples,
                              .seed_first = of->seed_first,
                              .seed_end = of->seed_first + 1 };
        if (compare_point(s->c, &p, NULL) != ASSAY_OK) return; /* the reference does not take so few */
    }
    double width;
    for (size_t o = 0; o < s->c->n_outputs; o++)
        s->here[tally_place(o)] = s->differs[tally_place(o)] && (!(s->c->reference_moves || s->c->candidate_moves) ||
                                                                 mean_apart(s->c, of, o, &width));
    s->point = &p, s->cell = p.cell;
    if (p.n_cells && has_values(p.cell)) watch_cell(s);
}

/* Columns that are left out on the way take no steps, and of a single one a relation looks like totals. */
static int shows_steps(const compared_cell *cell)
{
    return !(cell->peculiar & (PECULIAR_CONSTANT_FACTOR | PECULIAR_DEAD_CODE | PECULIAR_ONE_CODE)) &&
           cell->size.n_factors > 1;
}

/* One data set of each point that was compared exactly and differs, small ones first; then of some that do not. */
static void watch_points(stages *s, compared_point **order, int fewer)
{
    comparison *c = s->c;
    int elsewhere = 0;
    for (size_t k = 0; k < c->n_points; k++) elsewhere |= order[k]->worst > 1.0 && shows_steps(order[k]->cell);
    s->cells = s->count = s->differing = 0;
    const size_t most = fewer && c->work <= COSTLY ? CELLS : LEAST + 1;
    for (size_t k = 0; k < c->n_points && s->cells < most && !c->no_memory; k++) {
        const compared_cell *cell = order[k]->cell;
        const int spared = cell && cell->inapplicable && strcmp(cell->inapplicable, left_out) == 0;
        if (s->blind || (s->cells >= LEAST && !is_left(s, NULL))) break;
        if (!order[k]->n_cells || cell->failed || (cell->inapplicable && !spared)) continue;
        if (elsewhere && !shows_steps(cell)) continue;
        if (cell->size.n_codes > 64 || cell->size.n > 4000) continue; /* a watched call takes so much longer */
        if (strcmp(order[k]->point.scenario->id, VALIDATION_EDGES) == 0) continue; /* scaling rounds to either side */
        c->done = s->cells;
        progress_say(c, "watching", order[k]->point.scenario->id, CELLS);
        watch_point(s, order[k], fewer);
    }
}

/* Met on every data set, it gives every value of the output; at two points at least values differ. */
static int holds(const stages *s, const step *one, size_t output)
{
    size_t points = 0;
    for (size_t o = 0; o < OUTPUTS_MOST; o++) {
        if (output != ALL_OUTPUTS && o != output) continue;
        if (one->of[o].dead || one->of[o].odd) return 0;
        points = one->of[o].points > points ? one->of[o].points : points;
    }
    return points > 1 && one->met == s->cells && one->same < one->met;
}

/* The earliest: data, those first of which more is known than other values; then a relation or totals, then both. NULL:
 * none holds. */
static const step *first_step(const stages *s, size_t output)
{
    const step *best = NULL;
    int rank = 4;
    for (size_t k = 0; k < s->count; k++) {
        const step *one = &s->at[k];
        const int own =
            one->is_data ? strstr(one->text, " have other values") != NULL : 2 + (strstr(one->key, ", and ") != NULL);
        if (own < rank && holds(s, one, output)) best = one, rank = own;
    }
    return best;
}

static const char *cause_text(stages *s, const step *one, const char *of)
{
    char cut[96] = "", key[sizeof one->key], text[TEXT_MOST];
    const assay_metric *metric = s->c->reference->metric;
    const double *own = s->c->reference->option;
    snprintf(key, sizeof key, "%s", one->key); /* they come from the candidate's process */
    snprintf(text, sizeof text, "%s", one->text);
    text_make_plain(key);
    text_make_plain(text);
    if (strstr(one->key, BINS) && option_of_role(metric, ASSAY_CUTS_CODES) >= 0 &&
        option_of_role(metric, ASSAY_CUTS_FACTORS) >= 0)
        snprintf(cut, sizeof cut, " (the reference has %zu bins of codes, %zu of factors)",
                 bins_of(metric, own, ASSAY_CUTS_CODES), bins_of(metric, own, ASSAY_CUTS_FACTORS));
    if (s->c->reference_moves && !one->is_data)
        return comparison_text(
            s->c,
            "Your %svalues are those of the reference where it goes on from %s, which is drawn. What "
            "comes after agrees: they part in it, or before.",
            of, key);
    return comparison_text(s->c,
                           "Your %svalues are those of the reference where it goes on from %s. There %s%s. What "
                           "comes after agrees.",
                           of, key, text[0] ? text : "other values stand", cut);
}

/* A relation that is the reference's own on all data sets, without its signs if there is one: the first step that
 * differs is what is made of it. */
static const char *after_text(stages *s, size_t output, const char *of)
{
    const step *best = NULL;
    const size_t place = tally_place(output);
    for (size_t k = 0; k < s->count && s->after[place][0]; k++) {
        const step *one = &s->at[k];
        const int alone = !one->is_data && !strstr(one->key, ", and ") && !strstr(one->key, " of the ");
        if (alone && s->made_of[one->slot][place] && one->met >= LEAST && one->same == one->met &&
            (!best || best->signs))
            best = one;
    }
    if (!best) return NULL;
    return comparison_text(
        s->c, "Your %svalues part from the reference's after %s: on all %zu data sets watched %s equals it%s. %s", of,
        strstr(best->key, " as the ") ? "a step" : "the relation", best->met, best->key,
        best->signs ? ", but keeps the signs of correlations" : "", s->after[place]);
}

/* The first that differs, of the steps that are returned or else of what has the shape of one and is made into what
 * differs. NULL: there is none. */
static const char *differing_text(stages *s, int returned)
{
    for (size_t k = 0; k < s->count && !s->c->reference_moves; k++) {
        const step *one = &s->at[k];
        const int is_one =
            returned ? strncmp(one->key, RETURNED, strlen(RETURNED)) == 0 : !one->is_data && one->met == s->cells;
        if (is_one && !strstr(one->key, ", and ") && one->same < one->met && one->text[0])
            return comparison_text(s->c, "Of the %s %s is the first that differs: %s.",
                                   returned ? "steps that you return" : "arrays that have the shape of a step",
                                   one->key, one->text);
    }
    return NULL;
}

/* The first step that differs, of all outputs where all differ; else of each by itself. */
static void name_steps(stages *s)
{
    comparison *c = s->c;
    int all = 1;
    for (size_t o = 0; o < c->n_outputs; o++) all &= s->differs[tally_place(o)];
    const step *one = all ? first_step(s, ALL_OUTPUTS) : NULL;
    c->step = one ? cause_text(s, one, "") : differing_text(s, 1);
    c->after = NULL;
    for (size_t o = 0; o < c->n_outputs && o < OUTPUTS_MOST && !c->step; o++) {
        char of[96];
        output_text(c, o, of);
        one = s->differs[o] ? first_step(s, o) : NULL;
        c->step_of[o] = one ? cause_text(s, one, of) : NULL;
        if (!one && s->made[o][0] && s->made_of[RELATION][o]) /* what stands for the draws is handed over */
            c->step_of[o] =
                comparison_text(c, "Your %svalues part from the reference's after %s. %s", of, s->drawn, s->made[o]);
        if (!one && s->differs[o] && !c->after) c->after = after_text(s, o, of);
    }
    if (c->n_outputs == 1 && !c->step) c->step = c->step_of[0];
    if (!c->step && !c->after) c->after = differing_text(s, 0);
}

/* Whether some output that differs has a step. */
static int some_step(const stages *s)
{
    for (size_t o = 0; o < OUTPUTS_MOST; o++)
        if (s->differs[o] && first_step(s, o)) return 1;
    return 0;
}

void stages_watch(comparison *c)
{
    if (c->unrepeatable || !candidate_watch(c->candidate->metric, NULL)) return;
    stages *s = calloc(1, sizeof *s);
    compared_point **order = points_ordered(c);
    const ptrdiff_t bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES);
    double option[OPTIONS_MOST];
    variant many;
    c->no_memory |= !s;
    if (c->no_memory) {
        free(s);
        return;
    }
    const double labels =
        fmax(2.0 * (double)bins_of(c->reference->metric, c->reference->option, ASSAY_CUTS_CODES) + 8.0, 150.0);
    if (variant_with(c->reference, bins, labels, option, &many)) s->many = &many;
    s->c = c;
    for (size_t o = 0; o < c->n_outputs; o++) s->differs[tally_place(o)] |= output_differs(c, o);
    for (int fewer = 1; fewer >= 0 && !some_step(s) && !s->blind && (fewer || s->differing < LEAST); fewer--)
        watch_points(s, order, fewer);
    name_steps(s);
    slots_free(s);
    free(s);
}
