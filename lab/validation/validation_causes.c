/* What the candidate may be: the reference with other options, or another metric of its family; one step of it changed;
 * something made of its values. What gives the candidate's values of some data goes on to the next; where nothing does,
 * what is left is changed once more, so that bins, constants and a normaliser are found together. How much is tried
 * depends on stated work, and on no clock. */
#include "growing.h"
#include "relation.h"
#include "validation_inside.h"

#include <string.h>

/* of causes kept; of those that are changed once more; of scores before a new beginning */
enum { POOL_MOST = 160, WIDENED = 8, BEGIN_EVERY = 12, LEVELS = 3, TRIES = 6 };
static const double WORK = 6e8, RUN = 1e4; /* units of assay_metric_cost: of all scores; what each adds to its own */

static size_t bins_of(const assay_metric *metric, const double *option, int32_t role)
{
    const ptrdiff_t place = option_of_role(metric, role);
    return place < 0 ? 10 : (size_t)option[place];
}

int holds_squares(const assay_metric *metric, const double *option)
{
    const char *relation = assay_metric_relation(metric, option);
    const relation_kind *kind = relation ? relation_find(relation) : NULL;
    return kind && kind->squares;
}

typedef struct place {
    const compared_point *point;
    const compared_cell *cell;
    double later; /* those on which numbers differ first, of few peculiarities, and then of little work */
} place;

typedef struct search {
    comparison *c;
    causes *s, found;
    size_t output; /* that is explained; ALL_OUTPUTS */
    place *at;     /* all data, in the order in which they are met */
    size_t count, here;
    const compared_cell *cell; /* of the data that are met now */
    assay_data other;
    double *plain;      /* [n_values] the reference's of the cell */
    size_t runs, last;  /* scores since it was begun; the last data on which values differ */
    double left, usual; /* of WORK; of a score of the reference here */
    int strict, level, tries;
} search;

static int reads(const cause *one, size_t k) { return assay_option_read(one->metric, one->option, k) != ASSAY_UNREAD; }

static variant variant_of(const comparison *c, const cause *one)
{
    return (variant){ .metric = one->metric, .preset = one->preset, .id = c->reference->id, .option = one->option };
}

static void cause_add(comparison *c, causes *to, const cause *one)
{
    cause *more = grown(to->at, sizeof *more, to->count, &to->room);
    double *option = arena_alloc(&c->memory, one->metric->n_options + 1, sizeof *option);
    if (more) to->at = more;
    c->no_memory |= !more || !option;
    if (c->no_memory) return;
    if (one->metric->n_options) memcpy(option, one->option, one->metric->n_options * sizeof *option);
    to->at[to->count] = *one, to->at[to->count++].option = option;
}

/* Its scores of the cell, or of what was cut into other bins, which a reference of twice as many and 8 leaves apart. */
static const assay_score *run(search *t, const cause *one)
{
    comparison *c = t->c;
    const compared_point *point = t->at[t->here].point;
    const ptrdiff_t bins = option_of_role(one->metric, ASSAY_CUTS_CODES);
    const variant own = variant_of(c, one);
    variant v = own;
    relation_change change = { .by = one->by,
                               .bins = bins_of(one->metric, one->option, ASSAY_CUTS_CODES),
                               .factor_bins = bins_of(one->metric, one->option, ASSAY_CUTS_FACTORS) };
    double option[OPTIONS_MOST];
    const double work = variant_work(&v, &t->cell->size);
    if (t->level && work > 16.0 * (RUN + t->usual)) return NULL;
    t->left -= RUN + work;
    if (one->by && one->by->stage == AT_BINS) {
        if (bins < 0 || !reads(one, (size_t)bins) ||
            !variant_with(&own, bins, 2.0 * one->option[bins] + 8.0, option, &v))
            return NULL;
        c->no_memory |= bins_change_make(one->by, &c->data, change.bins, change.factor_bins, &t->other) != ASSAY_OK;
        const assay_rep rep = assay_data_view(&t->other);
        if (c->no_memory || scoring_check(&rep, NULL) != ASSAY_OK) return NULL;
        score_begin(c, &t->other, point, t->cell->seed);
        t->runs = BEGIN_EVERY; /* the next begins anew */
        return scores_by(c, &v, NULL, NULL);
    }
    if (one->by && t->cell->peculiar & PECULIAR_ABSENT) return NULL; /* parts are scored by themselves */
    if (t->runs++ % BEGIN_EVERY == 0) t->runs = 1, score_begin(c, &c->data, point, t->cell->seed);
    const assay_score *score = scores_by(c, &v, one->by ? relation_change_make : NULL, &change);
    return one->by && !change.applies ? NULL : score;
}

/* What it gives of a value, of its scores; INFINITY: nothing. What is made of values says nothing of a cell with absent
 * values if it counts rows, of which there are other numbers for each factor, and if it counts columns of a cell where
 * some are constant: a reference may count those that vary. */
static double gives(const search *t, const cause *one, const assay_score *scores, const value_pair *v)
{
    const compared_output *output = &t->c->output[v->output];
    const assay_score *of = &scores[one->output == SIZE_MAX ? output->want : one->output];
    const size_t items = output->axis == ASSAY_PER_CODE ? t->cell->size.n_codes : t->cell->size.n_factors;
    const unsigned odd = t->cell->peculiar, constant = PECULIAR_CONSTANT_FACTOR | PECULIAR_DEAD_CODE;
    const int silent = one->then && one->then->stage == AT_SCORE &&
                       ((odd & PECULIAR_ABSENT && score_change_counts(one->then, 0)) ||
                        (odd & constant && score_change_counts(one->then, 1)));
    if (silent || (v->item >= 0 && of->n_items != items)) return INFINITY;
    return cause_gives(one, of, v->item, &t->cell->size);
}

static int is_explained(const search *t, const value_pair *v)
{
    return t->output == ALL_OUTPUTS || tally_place(v->output) == t->output;
}

typedef struct match {
    int contradicted;
    size_t odd, given, shown, covered; /* values defined in one alone; equal; where the reference's differ; overall */
} match;

static match match_of(const search *t, const cause *one, const assay_score *scores)
{
    match m = { .contradicted = !scores && !one->by };
    unsigned odd = 0; /* outputs of which items are defined in one alone: their means are of other items */
    for (size_t k = 0; scores && k < t->cell->n_values; k++) {
        const value_pair *v = &t->cell->at[k];
        if (v->item >= 0 && isnan(v->got) != isnan(gives(t, one, scores, v))) odd |= 1u << tally_place(v->output);
    }
    for (size_t k = 0; scores && k < t->cell->n_values && !m.contradicted; k++) {
        const value_pair *v = &t->cell->at[k];
        const double x = is_explained(t, v) ? gives(t, one, scores, v) : INFINITY;
        if (isinf(x) || (isnan(x) && isnan(v->got)) || (v->item < 0 && odd >> tally_place(v->output) & 1)) continue;
        const int numbers = !isnan(x) && !isnan(v->got), differs = numbers && values_differ(t->c, v);
        m.contradicted |= numbers ? !value_gives(t->c, v, x) : isnan(x) && !isnan(v->want);
        m.odd += !numbers;
        m.given += (size_t)numbers;
        m.shown += (size_t)differs;
        m.covered += differs && v->item < 0;
    }
    return m;
}

/* What may be made of values, one thing after the other: nothing, a mean, a function, a function of each item. */
static int made_of(const cause *from, size_t k, cause *to)
{
    const mistake *by = k ? &mistakes[(k - 1) % mistake_count] : NULL;
    const int again = k > mistake_count;
    *to = *from;
    to->changes += by != NULL;
    if (!by) return 1;
    if (by->stage == AT_MEAN && by->how) {
        to->zero = by;
        return !again && !from->zero;
    }
    to->then = by;
    to->of_items = again;
    return !from->then && (by->stage == AT_SCORE || (by->stage == AT_MEAN && !again));
}

/* Whether a change is one here: else it is none of what differs, and not tried together with others. */
static int matters(const search *t, const cause *one, const assay_score *scores)
{
    for (size_t k = 0; k < t->cell->n_values && scores; k++) {
        const double x = gives(t, one, scores, &t->cell->at[k]);
        if (!(fabs(x - t->plain[k]) <= EXACT) && x != t->plain[k] && !(isnan(x) && isnan(t->plain[k]))) return 1;
    }
    return 0;
}

static void each_change(search *t, const cause *from, size_t after, int depth);

/* Keeps what gives the cell's values, of the scores of `one` with everything that may be made of them; depth: of how
 * many more options another is changed first. Of three, the last is a word. */
static void try_one(search *t, const cause *one, const cause *from, int depth)
{
    const ptrdiff_t factors = option_of_role(one->metric, ASSAY_CUTS_FACTORS);
    size_t changed = 0;
    if (t->left < 0.0 || (depth && (one->by || t->found.count))) return;
    const assay_score *scores = run(t, one);
    if (one != from && !matters(t, one, scores)) return;
    for (size_t k = 0; !depth && scores && k < 2 * mistake_count + 1 && t->found.count < POOL_MOST; k++) {
        cause made;
        if (!made_of(one, k, &made)) continue;
        const match m = match_of(t, &made, scores);
        const int odd = m.odd && (t->strict || !m.given);
        if (!m.contradicted && !odd && (m.given || !k)) cause_add(t->c, &t->found, &made);
    }
    if (!depth) return;
    while (changed < one->metric->n_options && one->option[changed] == from->option[changed]) changed++;
    if (factors > (ptrdiff_t)changed && one->option[factors] != from->option[factors]) changed = (size_t)factors;
    each_change(t, one, changed + 1, depth - 1);
}

static void try_value(search *t, const cause *from, size_t k, double x, int depth)
{
    const ptrdiff_t factors = option_of_role(from->metric, ASSAY_CUTS_FACTORS);
    double option[OPTIONS_MOST];
    cause one = *from;
    one.option = memcpy(option, from->option, from->metric->n_options * sizeof *option);
    option[k] = x;
    one.changes++;
    try_one(t, &one, from, depth);
    if (!(from->metric->options[k].flags & ASSAY_CUTS_CODES) || factors < 0 || (size_t)factors == k) return;
    option[factors] = x; /* the same number of either side is one change */
    try_one(t, &one, from, depth);
}

/* Every other value of an option: words; whole numbers, shares, else powers of ten, of a cheap reference. */
static void each_value(search *t, const cause *from, size_t k, int depth)
{
    enum { MOST = 26 };
    static const double tried[3][MOST] = {
        { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 20, 25, 30, 32, 40, 50, 64, 100, 128, 200, 256, 500 },
        { 0, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99, 1 },
        { 1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 5, 10, 1e2, 1e3, 1e6 },
    };
    const assay_option *option = &from->metric->options[k];
    const int whole = option->flags & ASSAY_WHOLE, of_one = option->low >= 0.0 && option->high <= 1.0;
    const double *numbers = tried[whole ? 0 : of_one ? 1 : 2], is = from->option[k];
    if (option->flags & ASSAY_TESTS && is < 1.0) try_value(t, from, k, 1.0, depth);
    for (size_t w = 0; option->words && option->words[w]; w++)
        if ((double)w != is) try_value(t, from, k, (double)w, depth);
    if (option->words || option->flags & ASSAY_TESTS || t->c->work > EXPENSIVE ||
        (t->level > 2 && (depth == 0 || !whole)))
        return;
    for (size_t w = 0; w < MOST + (whole ? 2 : 0); w++) {
        const double x = w < MOST ? numbers[w] : is + (w == MOST ? -1.0 : 1.0);
        const int odd = t->level > 2 && whole && (x < 5.0 || x > 100.0 || (fmod(x, 2.0) > 0.0 && fmod(x, 5.0) > 0.0));
        const int there = odd || x == is || (w && x == 0.0) || x < option->low || x > option->high;
        if (!there) try_value(t, from, k, x, depth);
    }
}

/* Everything that is one change away: an option from the `after`-th on, or a step. */
static void each_change(search *t, const cause *from, size_t after, int depth)
{
    for (size_t k = after; k < from->metric->n_options; k++)
        if (reads(from, k)) each_value(t, from, k, depth);
    for (size_t k = 0; k < mistake_count && !from->by && t->c->work <= EXPENSIVE && t->level < 3; k++) {
        cause one = *from;
        one.by = &mistakes[k];
        one.changes++;
        if (one.by->stage == AT_BINS ||
            (one.by->stage == AT_RELATION && assay_metric_relation(from->metric, from->option) &&
             mistake_text(one.by, holds_squares(from->metric, from->option))))
            try_one(t, &one, from, depth);
    }
}

static void turn_to(search *t, size_t here)
{
    comparison *c = t->c;
    t->here = here, t->cell = t->at[here].cell;
    c->no_memory |= data_build(c, t->at[here].point, t->cell->seed, NULL) != ASSAY_OK;
    t->runs = 0;
    t->usual = variant_work(c->reference, &t->cell->size);
}

/* What a cause gives of the cell goes to it; 0: it is contradicted. */
static int meet_one(search *t, cause *one)
{
    const compared_point *point = t->at[t->here].point;
    const match m = match_of(t, one, run(t, one));
    const int edges = strcmp(point->point.scenario->id, VALIDATION_EDGES) == 0; /* met at one point, made for them */
    if (m.contradicted) return one->missed += point->moves ? 1 : MISSED_ONE, 0; /* what draws may give it */
    one->odd += m.odd, one->given += m.given, one->covered += m.covered;
    if (m.shown && one->at != point) one->points += edges ? 2 : 1, one->at = point;
    return 1;
}

static int is_own(const search *t, const cause *one)
{
    return one->metric == t->c->reference->metric && one->output == SIZE_MAX;
}

/* Those go of which another is all that they have, and no more: nothing, or what the reference has. */
static void drop_more(const search *t, causes *of)
{
    const double *own = t->c->reference->option;
    size_t kept = 0;
    for (size_t k = 0; k < of->count; k++) {
        cause *a = &of->at[k];
        a->order = 0;
        for (size_t l = 0; l < of->count; l++) {
            const cause *b = &of->at[l];
            int less = l != k && b->metric == a->metric && b->metric == t->c->reference->metric &&
                       b->output == a->output && b->odd <= a->odd && b->missed <= a->missed &&
                       (!b->by || b->by == a->by) && (!b->zero || b->zero == a->zero) &&
                       (!b->then || b->then == a->then);
            size_t fewer = b->by != a->by || b->then != a->then || b->zero != a->zero;
            for (size_t o = 0; o < a->metric->n_options && less; o++) {
                less = b->option[o] == a->option[o] || b->option[o] == own[o];
                fewer += b->option[o] != a->option[o];
            }
            a->order |= less && (fewer || l < k);
        }
    }
    for (size_t k = 0; k < of->count; k++)
        if (!of->at[k].order) of->at[kept++] = of->at[k];
    of->count = kept;
}

static void forget(cause *one) { one->missed = one->odd = one->given = one->covered = one->points = 0, one->at = NULL; }

/* Changes what is left in one place more, or (anew) the reference and its presets, the reference in up to `levels`
 * places, until something gives the last cell that differs, and as much of the others as what was there. */
static void widen(search *t, const causes *seeds, int anew, size_t missed, int levels)
{
    FREED(causes_free) causes from = { 0 };
    const size_t here = t->here, before = t->s->count;
    for (size_t k = 0; k < before && k < WIDENED && here; k++)
        if (is_own(t, &t->s->at[k])) cause_add(t->c, &from, &t->s->at[k]);
    for (size_t k = 0; k < seeds->count && anew; k++)
        if (is_own(t, &seeds->at[k])) cause_add(t->c, &from, &seeds->at[k]);
    for (int level = 1; level <= levels && t->s->count == before; level++) {
        turn_to(t, t->last);
        t->level = level;
        t->found.count = 0;
        for (size_t k = 0; k < from.count && !t->c->no_memory; k++) {
            const cause *one = &from.at[k];
            if (level > 1 && one->changes) continue;
            const assay_score *scores = run(t, one);
            for (size_t v = 0; v < t->cell->n_values; v++)
                t->plain[v] = scores ? gives(t, one, scores, &t->cell->at[v]) : INFINITY;
            if (level == 1) try_one(t, one, one, 0);
            each_change(t, one, 0, level - 1);
        }
        t->level = 0;
        for (size_t j = 0; j <= here && t->found.count; j++) {
            size_t kept = 0;
            turn_to(t, j);
            for (size_t k = 0; k < t->found.count; k++) {
                cause *one = &t->found.at[k];
                if (j == 0) forget(one);
                meet_one(t, one);
                if (one->missed <= missed) t->found.at[kept++] = *one;
            }
            t->found.count = kept;
        }
        drop_more(t, &t->found);
        for (size_t k = 0; k < t->found.count && t->s->count < 2 * POOL_MOST; k++)
            cause_add(t->c, t->s, &t->found.at[k]);
    }
    t->here = here;
}

/* Meets the next data; where nothing gives them as it gave those before, causes are widened. Those that gave fewer of
 * the data than others go; another metric that gave one fewer is none. */
static void meet(search *t, const causes *seeds, size_t here)
{
    size_t before = SIZE_MAX, left = 0, alike = 0, own = 0, least = SIZE_MAX, kept = 0;
    turn_to(t, here);
    for (size_t k = 0; k < t->s->count && !t->c->no_memory; k++) {
        cause *one = &t->s->at[k];
        const size_t odd = one->odd;
        before = one->missed < before ? one->missed : before;
        if (!meet_one(t, one)) continue;
        left++;
        if (one->metric == t->c->reference->metric) own++, alike += one->odd == odd;
    }
    const int differs = cell_differs(t->c, t->cell), anew = !own && t->tries == TRIES;
    t->strict = left > 0;
    if (differs) t->last = here;
    if ((differs || !left) && !alike && t->tries > 0 && t->left > 0.0 && t->usual < EXPENSIVE / 10.0)
        widen(t, seeds, anew, before, anew && !left ? LEVELS : 1), t->tries--;
    for (size_t k = 0; k < t->s->count; k++) least = t->s->at[k].missed < least ? t->s->at[k].missed : least;
    for (size_t k = 0; k < t->s->count; k++)
        if (t->s->at[k].missed == least && (least < MISSED_ONE || is_own(t, &t->s->at[k])))
            t->s->at[kept++] = t->s->at[k];
    t->s->count = kept;
}

static int plainer(const void *a, const void *b)
{
    const place *x = a, *y = b;
    return x->later != y->later ? (x->later < y->later ? -1 : 1) : (x->cell > y->cell) - (x->cell < y->cell);
}

/* The data that are met; where the reference alone draws, those on which it does not may be what the candidate is. */
static void places_list(search *t)
{
    const comparison *c = t->c;
    size_t count = 0, most = 0;
    for (size_t p = 0; p < c->n_points; p++) count += c->point[p].n_cells;
    t->at = arena_alloc(&t->c->memory, count, sizeof *t->at);
    for (size_t k = 0; t->at && k < c->n_points; k++) {
        const compared_point *p = &c->point[k];
        for (size_t s = 0; s < p->n_cells; s++) {
            const compared_cell *cell = &p->cell[s];
            unsigned rank = 1000;
            if (cell->failed || (p->moves ? c->candidate_moves : cell->inapplicable != NULL) || !cell->n_values)
                continue;
            most = cell->n_values > most ? cell->n_values : most;
            for (size_t v = 0; v < cell->n_values; v++) {
                const value_pair *value = &cell->at[v];
                if (!is_explained(t, value) || isnan(value->got)) continue;
                const int differs = !isnan(value->want) && values_differ(c, value);
                if (differs) rank = 0;
                t->s->values++;
                t->s->differing += differs && value->item < 0;
            }
            rank +=
                cell->peculiar & (PECULIAR_DEAD_CODE | PECULIAR_CONSTANT_FACTOR | PECULIAR_LABELS | PECULIAR_ABSENT);
            const double work = (double)(cell->size.n * cell->size.n_factors * cell->size.n_codes);
            t->at[t->count++] = (place){ p, cell, 1e12 * (rank + (p->moves ? 2000 : 0)) + work };
        }
    }
    if (t->at) qsort(t->at, t->count, sizeof *t->at, plainer);
    t->plain = arena_alloc(&t->c->memory, most, sizeof *t->plain);
    t->c->no_memory |= !t->at || !t->plain;
}

/* The reference, its presets and other outputs; those of its family. */
void causes_begin(comparison *c, causes *to)
{
    const variant *own = c->reference;
    cause one = { .metric = own->metric, .preset = own->preset, .option = own->option, .output = SIZE_MAX };
    double option[OPTIONS_MOST];
    *to = (causes){ 0 };
    if (own->metric->n_options > OPTIONS_MOST) return;
    cause_add(c, to, &one);
    one.changes = 1;
    for (size_t o = 0; o < own->metric->n_outputs && own->metric->n_outputs > 1; o++) {
        one.output = o;
        cause_add(c, to, &one);
    }
    for (size_t m = 0; m <= assay_metric_count(); m++) {
        one.metric = m ? assay_metric_at(m - 1) : own->metric;
        if ((m && (one.metric == own->metric || c->work > EXPENSIVE)) ||
            strcmp(one.metric->family, own->metric->family) != 0)
            continue;
        for (size_t p = 0; p < one.metric->n_presets && one.metric->n_options <= OPTIONS_MOST; p++) {
            one.preset = &one.metric->presets[p];
            one.option = option;
            const variant v = variant_of(c, &one);
            if (assay_options_settle(one.metric, one.preset, NULL, option, NULL) != ASSAY_OK ||
                (m && variant_work(&v, &usual_size) > EXPENSIVE))
                continue;
            for (size_t o = 0; o < (m ? one.metric->n_outputs : 1); o++) {
                one.output = m ? o : SIZE_MAX;
                cause_add(c, to, &one);
            }
        }
    }
}

/* Of a preset's options those stay that are needed: the others are the reference's, as whose change it is typed. */
static void make_lean(search *t, cause *one)
{
    const variant *own = t->c->reference;
    double *option = arena_alloc(&t->c->memory, OPTIONS_MOST, sizeof *option);
    cause lean = *one;
    t->c->no_memory |= !option;
    if (!is_own(t, one) || one->preset == own->preset || !option) return;
    lean.preset = own->preset;
    lean.changes = (one->by != NULL) + (one->then != NULL) + (one->zero != NULL);
    lean.option = memcpy(option, one->option, one->metric->n_options * sizeof *option);
    for (size_t k = 0; k < one->metric->n_options; k++) {
        const double was = option[k];
        cause less = lean;
        if (was == own->option[k]) continue;
        option[k] = own->option[k];
        forget(&less);
        for (size_t j = 0; j < t->count && less.missed <= one->missed && less.odd <= one->odd; j++) {
            turn_to(t, j);
            meet_one(t, &less);
        }
        if (less.missed <= one->missed && less.odd <= one->odd) lean = less;
        else option[k] = was;
    }
    for (size_t k = 0; k < one->metric->n_options; k++)
        lean.changes += lean.option[k] != own->option[k] && reads(&lean, k);
    if (lean.changes <= (one->changes > 1 ? 4 : 1)) *one = lean; /* else the preset says it shorter */
}

/* Options, which can be typed, come before what is made of items, of steps, another output or metric, of values. */
static double complexity(const cause *one)
{
    const int of_score = one->then && one->then->stage == AT_SCORE;
    const int kind = (one->zero || (one->then && !of_score)) + 2 * (one->by != NULL) + 3 * (one->output != SIZE_MAX) +
                     4 * (of_score + (of_score && one->of_items));
    return 1e9 * (double)one->odd + 1e7 * one->changes + 1e5 * kind + (double)one->order;
}

static int simpler(const void *a, const void *b)
{
    const double x = complexity(a), y = complexity(b);
    return (x > y) - (x < y);
}

void causes_search(comparison *c, size_t output, causes *to)
{
    search t = { .c = c, .s = to, .output = output, .left = WORK, .tries = TRIES };
    FREED(causes_free) causes seeds;
    int hopeful = 1; /* something gives what differs, after a few data sets */
    causes_begin(c, &seeds);
    causes_begin(c, to);
    places_list(&t);
    for (size_t k = 0; k < t.count && !c->no_memory && hopeful; k++) {
        progress_say(c, "explaining", t.at[k].point->point.scenario->id, t.count);
        meet(&t, &seeds, k);
        hopeful = !to->count;
        for (size_t l = 0; l < to->count; l++) hopeful |= to->at[l].missed < 4 * MISSED_ONE || to->at[l].points > 1;
    }
    for (size_t k = 0; k < to->count && k < WIDENED; k++) make_lean(&t, &to->at[k]);
    drop_more(&t, to);
    for (size_t k = 0; k < to->count; k++) to->at[k].order = k;
    if (to->count) qsort(to->at, to->count, sizeof *to->at, simpler);
    assay_data_free(&t.other);
    causes_free(&t.found);
}

void causes_free(causes *s)
{
    free(s->at);
    *s = (causes){ 0 };
}
