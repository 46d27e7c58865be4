/*
 * What the candidate may be: the reference with other options, or another metric of its family; one step of it changed
 * (validation_changes.c); something made of its values. Data are met one after the other, those on which numbers differ
 * first, the plain before the peculiar. Whatever gives the candidate's values goes on to the next; where nothing does,
 * what is left is changed once more: bins of either side, constants and a normaliser are found together. How much is
 * tried depends on stated work, and on no clock.
 */
#include "growing.h"
#include "relation.h"
#include "validation_inside.h"

#include <stdio.h>
#include <string.h>

/* of causes kept; of those that are changed once more; of scores before a new beginning */
enum { POOL_MOST = 160, WIDENED = 8, BEGIN_EVERY = 12, LEVELS = 3, TRIES = 6 };
static const double WORK = 6e8,
                    RUN = 1e4; /* units of assay_metric_cost: of all that is tried; of a score beside its own */

ptrdiff_t option_of_role(const assay_metric *metric, int32_t role)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (metric->options[k].flags & role) return (ptrdiff_t)k;
    return -1;
}

size_t bins_of(const assay_metric *metric, const double *option, int32_t role)
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

/* What is met, and what has been found that gives it. */
typedef struct search {
    comparison *c;
    causes *s;
    size_t output; /* that is explained; ALL_OUTPUTS */
    const compared_point *point;
    const compared_cell *cell;
    const assay_data *data; /* the cell's */
    assay_data own, other;
    double *plain;           /* [n_values] the reference's of the cell */
    size_t runs, last;       /* scores since it was begun; the last data on which values differ */
    double left, usual;      /* of WORK; of a score of the reference here */
    int strict, level, anew; /* anew: the reference and its presets are changed, too */
    causes found;
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

/* ---- what a cause gives ---- */

static assay_status exchange(const assay_data *from, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, from->n, from->n_codes, from->n_factors));
    memcpy(to->factors, from->codes, from->n * from->n_codes * sizeof *to->factors);
    memcpy(to->codes, from->factors, from->n * from->n_factors * sizeof *to->codes);
    return ASSAY_OK;
}

/* Scores of other data than the cell's: exchanged, or cut into other bins, which a reference of twice as many and 8
 * leaves apart. */
static const assay_score *run_on_other(search *t, const cause *one)
{
    comparison *c = t->c;
    const ptrdiff_t bins = option_of_role(one->metric, ASSAY_CUTS_CODES);
    const int cut = one->by->stage == AT_BINS;
    double option[OPTIONS_MOST];
    const variant own = variant_of(c, one);
    variant v = own;
    if (cut && (bins < 0 || !reads(one, (size_t)bins))) return NULL;
    if (cut && !variant_with(&own, bins, 2.0 * one->option[bins] + 8.0, option, &v)) return NULL;
    c->no_memory |= (cut ? bins_change_make(one->by, t->data, bins_of(one->metric, one->option, ASSAY_CUTS_CODES),
                                            bins_of(one->metric, one->option, ASSAY_CUTS_FACTORS), &t->other)
                         : exchange(t->data, &t->other)) != ASSAY_OK;
    const assay_rep rep = assay_data_view(&t->other);
    if (c->no_memory || scoring_check(&rep, NULL) != ASSAY_OK) return NULL;
    score_begin(c, &t->other, t->point, t->cell->seed);
    t->runs = BEGIN_EVERY; /* the next begins anew */
    return scores_by(c, &v, NULL, NULL);
}

static const assay_score *run(search *t, const cause *one)
{
    comparison *c = t->c;
    const variant v = variant_of(c, one);
    relation_change change = { .by = one->by,
                               .bins = bins_of(one->metric, one->option, ASSAY_CUTS_CODES),
                               .factor_bins = bins_of(one->metric, one->option, ASSAY_CUTS_FACTORS) };
    const double work = variant_work(&v, &t->cell->size);
    if (t->level && work > 16.0 * (RUN + t->usual)) return NULL;
    t->left -= RUN + work;
    if (one->by && one->by->stage != AT_RELATION) return run_on_other(t, one);
    if (one->by && t->cell->peculiar & PECULIAR_ABSENT) return NULL; /* parts are scored by themselves */
    if (t->runs++ % BEGIN_EVERY == 0) t->runs = 1, score_begin(c, t->data, t->point, t->cell->seed);
    const assay_score *score = scores_by(c, &v, one->by ? relation_change_make : NULL, &change);
    return one->by && !change.applies ? NULL : score;
}

/* Whether what is made of values says nothing of this cell: of absent values there are other numbers of rows for each
 * factor, and where a column is constant a reference may count those that vary. */
static int is_silent(const search *t, const cause *one)
{
    const unsigned constant = PECULIAR_CONSTANT_FACTOR | PECULIAR_DEAD_CODE;
    return one->then && one->then->stage == AT_SCORE &&
           ((t->cell->peculiar & PECULIAR_ABSENT && score_change_counts(one->then, 0)) ||
            (t->cell->peculiar & constant && score_change_counts(one->then, 1)));
}

/* What it gives of a value, of its scores; INFINITY: nothing. */
static double gives(const search *t, const cause *one, const assay_score *scores, const value_pair *v)
{
    const assay_score *of = &scores[one->output == SIZE_MAX ? t->c->output[v->output].want : one->output];
    const int of_score = one->then && one->then->stage == AT_SCORE;
    if (v->item < 0) return overall_changed(one->then, one->of_items, one->zero, of, &t->cell->size);
    const assay_size *size = &t->cell->size;
    if (of->n_items != (t->c->output[v->output].axis == ASSAY_PER_CODE ? size->n_codes : size->n_factors))
        return INFINITY;
    const double x = of->items[v->item].value;
    if (isnan(x) && one->zero && counts_as_zero(one->zero, &of->items[v->item])) return 0.0;
    return of_score ? score_changed(one->then, x, &t->cell->size) : x;
}

typedef struct match {
    int contradicted;
    size_t odd, given, shown,
        covered; /* values defined in one alone; equal ones; where the reference's differ; overall */
} match;

static match match_of(const search *t, const cause *one, const assay_score *scores)
{
    const comparison *c = t->c;
    match m = { .contradicted = !scores && !one->by };
    for (size_t k = 0; scores && k < t->cell->n_values && !m.contradicted; k++) {
        const value_pair *v = &t->cell->at[k];
        if (t->output != ALL_OUTPUTS && tally_place(v->output) != t->output) continue;
        const double x = gives(t, one, scores, v);
        if (isinf(x) || (isnan(x) && isnan(v->got))) continue;
        const int differs = values_differ(c, v);
        if (isnan(x) || isnan(v->got)) {
            m.odd++;
            m.contradicted |= isnan(x) && !isnan(v->want);
            continue;
        }
        m.contradicted |= !value_gives(c, v, x);
        m.given++;
        m.shown += differs != 0;
        m.covered += differs && v->item < 0;
    }
    return m;
}

/* ---- what is tried ---- */

/* What may be made of values, one thing after the other: nothing, a mean, a function, a function of each item. */
static int made_of(const cause *from, size_t k, cause *to)
{
    const mistake *by = k ? &mistakes[(k - 1) % mistake_count] : NULL;
    const int again = k > mistake_count;
    *to = *from;
    to->changes += by != NULL;
    if (!by) return 1;
    if (by->stage == AT_MEAN && by->how != AS_DEFINED) {
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

/* Keeps what gives the cell's values, of the scores of `one` with everything that may be made of them. */
static void try_one(search *t, const cause *one, const cause *from, int depth)
{
    const assay_score *scores = t->left < 0.0 ? NULL : run(t, one);
    (void)depth;
    if (one != from && !matters(t, one, scores)) return;
    for (size_t k = 0; scores && k < 2 * mistake_count + 1 && t->found.count < POOL_MOST; k++) {
        cause made;
        if (!made_of(one, k, &made) || is_silent(t, &made)) continue;
        const match m = match_of(t, &made, scores);
        if (!m.contradicted && m.given && !(t->strict && m.odd)) cause_add(t->c, &t->found, &made);
    }
}

typedef void each_cause(search *t, const cause *one, const cause *from, int depth);

static void with_value(search *t, const cause *from, size_t k, double x, each_cause *each, int depth)
{
    const ptrdiff_t factors = option_of_role(from->metric, ASSAY_CUTS_FACTORS);
    double option[OPTIONS_MOST];
    cause one = *from;
    one.option = memcpy(option, from->option, from->metric->n_options * sizeof *option);
    option[k] = x;
    one.changes++;
    each(t, &one, from, depth);
    if (!(from->metric->options[k].flags & ASSAY_CUTS_CODES) || factors < 0 || (size_t)factors == k) return;
    option[factors] = x; /* the same number of either side is one change */
    each(t, &one, from, depth);
}

/* Every other value of an option: words; whole numbers, shares, else powers of ten, where the reference is not dear. */
static void each_value(search *t, const cause *from, size_t k, each_cause *each, int depth)
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
    if (option->flags & ASSAY_TESTS && is < 1.0) with_value(t, from, k, 1.0, each, depth);
    for (size_t w = 0; option->words && option->words[w]; w++)
        if ((double)w != is) with_value(t, from, k, (double)w, each, depth);
    if (option->words || option->flags & ASSAY_TESTS || t->c->work > DEAR || (t->level > 2 && (depth == 1 || !whole)))
        return;
    for (size_t w = 0; w < MOST + (whole ? 2 : 0); w++) {
        const double x = w < MOST ? numbers[w] : is + (w == MOST ? -1.0 : 1.0);
        const int odd = t->level > 2 && whole && (x < 5.0 || x > 100.0 || (fmod(x, 2.0) > 0.0 && fmod(x, 5.0) > 0.0));
        const int there = odd || x == is || (w && x == 0.0) || x < option->low || x > option->high;
        if (!there) with_value(t, from, k, x, each, depth);
    }
}

/* Everything that is one change away: an option from the `after`-th on, or a step. */
static void each_change(search *t, const cause *from, size_t after, each_cause *each, int depth)
{
    const int related = assay_metric_relation(from->metric, from->option) != NULL,
              squares = holds_squares(from->metric, from->option);
    for (size_t k = after; k < from->metric->n_options; k++)
        if (reads(from, k)) each_value(t, from, k, each, depth);
    for (size_t k = 0; k < mistake_count && !from->by && t->c->work <= DEAR && t->level < 3; k++) {
        cause one = *from;
        one.by = &mistakes[k];
        one.changes++;
        if (one.by->stage > AT_RELATION ||
            (one.by->stage == AT_RELATION && !(related && mistake_text(one.by, squares))))
            continue;
        each(t, &one, from, depth);
    }
}

/* Another option after this one; depth: how many more. Of three, the last is a word. */
static void try_more(search *t, const cause *one, const cause *from, int depth)
{
    size_t k = 0;
    while (k < one->metric->n_options && one->option[k] == from->option[k]) k++;
    if (one->by || t->left < 0.0 || t->found.count || k == one->metric->n_options || !matters(t, one, run(t, one)))
        return;
    const ptrdiff_t factors = option_of_role(one->metric, ASSAY_CUTS_FACTORS);
    if (factors > (ptrdiff_t)k && one->option[factors] != from->option[factors]) k = (size_t)factors; /* of both */
    each_change(t, one, k + 1, depth > 2 ? try_more : try_one, depth - 1);
}

/* ---- data after data ---- */

static void turn_to(search *t, const compared_place *at)
{
    comparison *c = t->c;
    t->point = at->point, t->cell = at->cell;
    c->no_memory |= data_build(c, at->point, at->cell->seed, NULL) != ASSAY_OK;
    t->runs = 0;
    t->usual = variant_work(c->reference, &at->cell->size);
}

/* What a cause gives of the cell goes to it; 0: it is contradicted. */
static int meet_one(search *t, cause *one)
{
    if (is_silent(t, one)) return 1;
    const assay_score *scores = run(t, one);
    const match m = match_of(t, one, scores);
    const int edges = strcmp(t->point->point.scenario->id, VALIDATION_EDGES) == 0; /* met at one point, made for them */
    if (m.contradicted) one->missed += t->point->moves ? 1 : MISSED_ONE; /* what draws may give it all the same */
    if (m.contradicted) return 0;
    one->odd += m.odd, one->given += m.given, one->covered += m.covered;
    if (m.shown && one->at != t->point) one->points += edges ? 2 : 1, one->at = t->point;
    return 1;
}

/* Those that gave fewer of the cells than others go; another metric that gave one fewer is none. */
static void keep_best(const search *t, causes *of)
{
    size_t least = SIZE_MAX, kept = 0;
    for (size_t k = 0; k < of->count; k++) least = of->at[k].missed < least ? of->at[k].missed : least;
    for (size_t k = 0; k < of->count; k++)
        if (of->at[k].missed == least &&
            (least < MISSED_ONE || (of->at[k].metric == t->c->reference->metric && of->at[k].output == SIZE_MAX)))
            of->at[kept++] = of->at[k];
    of->count = kept;
}

/* Whether b, the l-th, is all of what a, the k-th, has, and no more: nothing, or what the reference has. */
static int is_less(const search *t, const cause *a, const cause *b, int earlier)
{
    const double *own = t->c->reference->option;
    size_t fewer = b->by != a->by || b->then != a->then || b->zero != a->zero;
    if (b->metric != a->metric || b->metric != t->c->reference->metric || b->output != a->output) return 0;
    if (b->odd > a->odd || b->missed > a->missed) return 0;
    if ((b->by && b->by != a->by) || (b->zero && b->zero != a->zero) || (b->then && b->then != a->then)) return 0;
    for (size_t k = 0; k < a->metric->n_options; k++) {
        if (b->option[k] != a->option[k] && b->option[k] != own[k]) return 0;
        fewer += b->option[k] != a->option[k];
    }
    return fewer > 0 || earlier;
}

static void drop_more(const search *t, causes *of)
{
    size_t kept = 0;
    for (size_t k = 0; k < of->count; k++) {
        size_t l = 0;
        while (l < of->count && (l == k || !is_less(t, &of->at[k], &of->at[l], l < k))) l++;
        of->at[k].order = l;
    }
    for (size_t k = 0; k < of->count; k++)
        if (of->at[k].order == of->count) of->at[kept++] = of->at[k];
    of->count = kept;
}

static void forget(cause *one) { one->missed = one->odd = one->given = one->covered = one->points = 0, one->at = NULL; }

/* What was found here and gives as much of the data met before as what was there. */
static void take_found(search *t, const compared_place *at, size_t here, size_t missed)
{
    for (size_t j = 0; j <= here && t->found.count; j++) {
        size_t kept = 0;
        turn_to(t, &at[j]);
        for (size_t k = 0; k < t->found.count; k++) {
            cause *one = &t->found.at[k];
            if (j == 0) forget(one);
            meet_one(t, one);
            if (one->missed <= missed) t->found.at[kept++] = *one;
        }
        t->found.count = kept;
    }
    drop_more(t, &t->found);
    for (size_t k = 0; k < t->found.count && t->s->count < 2 * POOL_MOST; k++) cause_add(t->c, t->s, &t->found.at[k]);
}

/* Changes what is left in one place more, then the reference and its presets in two and three, until something gives
 * the cell. */
static void widen(search *t, const causes *seeds, const compared_place *at, const size_t here[2], size_t missed,
                  int levels)
{
    const causes *from[] = { t->s, seeds };
    const size_t before = t->s->count;
    turn_to(t, &at[here[0]]);
    for (t->level = 1; t->level <= levels && t->s->count == before; t->level++) {
        t->found.count = 0;
        for (size_t k = 0; k < before + seeds->count && !t->c->no_memory; k++) {
            const cause *one = &from[k >= before]->at[k < before ? k : k - before];
            const int own = one->metric == t->c->reference->metric && one->output == SIZE_MAX;
            if (!own || (k < before && !here[1]) || (k < before && (k >= WIDENED || t->level > 1)) ||
                (t->level > 1 && k > before))
                continue;
            if (k >= before && !t->anew) continue;
            const assay_score *scores = run(t, one);
            for (size_t v = 0; v < t->cell->n_values; v++)
                t->plain[v] = scores ? gives(t, one, scores, &t->cell->at[v]) : INFINITY;
            if (t->level == 1) try_one(t, one, one, 0);
            each_change(t, one, 0, t->level > 1 ? try_more : try_one, t->level);
        }
        const int level = t->level;
        t->level = 0;
        take_found(t, at, here[1], missed);
        t->level = level;
        turn_to(t, &at[here[0]]);
    }
    t->level = 0;
}

static void meet(search *t, const causes *seeds, const compared_place *at, size_t here, int *tries)
{
    size_t before = SIZE_MAX, left = 0, alike = 0, own = 0;
    turn_to(t, &at[here]);
    for (size_t k = 0; k < t->s->count && !t->c->no_memory; k++) {
        cause *one = &t->s->at[k];
        const size_t odd = one->odd;
        before = one->missed < before ? one->missed : before;
        if (!meet_one(t, one)) continue;
        left++;
        if (one->metric == t->c->reference->metric) own++, alike += one->odd == odd;
    }
    const int differs = cell_differs(t->c, t->cell);
    t->strict = left > 0;
    t->anew = !own && *tries == TRIES;
    if (differs) t->last = here;
    if ((differs || !left) && !alike && *tries > 0 && t->left > 0.0 && t->usual < DEAR / 10.0)
        widen(t, seeds, at, (const size_t[]){ t->last, here }, before, t->anew && !left ? LEVELS : 1), (*tries)--;
    keep_best(t, t->s);
}

/* ---- the order of data, and where all begins ---- */

/* Those on which numbers differ first, of few peculiarities and rows. */
static int plainer(const void *a, const void *b)
{
    const compared_place *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->work != y->work) return x->work < y->work ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

/* Whether a cell is; where the reference alone draws, one that does not may be what the candidate is. */
static int is_met(const search *t, const compared_point *p, compared_cell *cell, compared_place *to)
{
    const comparison *c = t->c;
    const unsigned odd = cell->peculiar;
    unsigned rank = 1000;
    if (p->moves && !c->candidate_moves) cell->n_values = cell->n_all;
    if (cell->failed || (p->moves ? c->candidate_moves : cell->inapplicable != NULL) || !cell->n_values) return 0;
    for (size_t k = 0; k < cell->n_values; k++) {
        const value_pair *v = &cell->at[k];
        const int here = t->output == ALL_OUTPUTS || tally_place(v->output) == t->output;
        if (here && !isnan(v->got) && !isnan(v->want) && values_differ(c, v)) rank = 0;
    }
    rank += (odd & PECULIAR_DEAD_CODE) + (odd & PECULIAR_CONSTANT_FACTOR) + (odd & PECULIAR_LABELS);
    rank += (odd & PECULIAR_ABSENT) + (p->moves ? 2000 : 0);
    *to = (compared_place){ p, cell, rank, cell->size.n * cell->size.n_factors * cell->size.n_codes };
    return 1;
}

static size_t places_list(const search *t, compared_place **to)
{
    const comparison *c = t->c;
    size_t count = 0;
    for (size_t p = 0; p < c->n_points; p++) count += c->point[p].n_cells;
    *to = calloc(count + 1, sizeof **to);
    count = 0;
    for (size_t p = 0; *to && p < c->n_points; p++)
        for (size_t k = 0; k < c->point[p].n_cells; k++)
            if (is_met(t, &c->point[p], &c->point[p].cell[k], &(*to)[count])) count++;
    if (*to) qsort(*to, count, sizeof **to, plainer);
    return count;
}

/* The reference, its presets and other outputs; those of its family. */
void causes_begin(comparison *c, causes *to)
{
    const variant *own = c->reference;
    cause one = { .metric = own->metric, .preset = own->preset, .option = own->option, .output = SIZE_MAX };
    double option[OPTIONS_MOST];
    assay_error ignored;
    *to = (causes){ 0 };
    if (own->metric->n_options > OPTIONS_MOST) return;
    cause_add(c, to, &one);
    one.changes = 1;
    for (size_t m = 0; m <= assay_metric_count(); m++) {
        one.metric = m ? assay_metric_at(m - 1) : own->metric;
        if ((m && (one.metric == own->metric || c->work > DEAR)) ||
            strcmp(one.metric->family, own->metric->family) != 0)
            continue;
        for (size_t p = 0; p < one.metric->n_presets && one.metric->n_options <= OPTIONS_MOST; p++) {
            one.preset = &one.metric->presets[p];
            one.option = option;
            if (assay_options_settle(one.metric, one.preset, NULL, option, &ignored) != ASSAY_OK) continue;
            const variant v = variant_of(c, &one);
            if (m && variant_work(&v, &usual_size) > DEAR) continue;
            for (size_t o = 0; o < (m ? one.metric->n_outputs : 1); o++) {
                one.output = m ? o : SIZE_MAX;
                cause_add(c, to, &one);
            }
        }
    }
    one = to->at[0];
    one.changes = 1;
    for (size_t o = 0; o < own->metric->n_outputs && own->metric->n_outputs > 1; o++) {
        one.output = o;
        cause_add(c, to, &one);
    }
}

/* Of a preset's options those stay that are needed: the others are the reference's, as whose change it is typed. */
static void make_lean(search *t, const compared_place *at, size_t count, cause *one)
{
    const variant *own = t->c->reference;
    const cause before = *one;
    if (one->metric != own->metric || one->output != SIZE_MAX || one->preset == own->preset) return;
    one->preset = own->preset;
    for (size_t k = 0; k < one->metric->n_options; k++) {
        cause less = *one;
        if (one->option[k] == own->option[k]) continue;
        less.option = arena_alloc(&t->c->memory, OPTIONS_MOST, sizeof *less.option);
        t->c->no_memory |= !less.option;
        if (!less.option) return;
        memcpy(less.option, one->option, one->metric->n_options * sizeof *less.option);
        less.option[k] = own->option[k];
        forget(&less);
        for (size_t j = 0; j < count && less.missed <= one->missed && less.odd <= one->odd; j++) {
            turn_to(t, &at[j]);
            meet_one(t, &less);
        }
        if (less.missed <= one->missed && less.odd <= one->odd) *one = less;
    }
    int changed = (one->by != NULL) + (one->then != NULL) + (one->zero != NULL);
    for (size_t k = 0; k < one->metric->n_options; k++) changed += one->option[k] != own->option[k] && reads(one, k);
    if (changed > (before.changes > 1 ? 4 : 1)) *one = before; /* which says it shorter */
    else one->changes = changed;
}

/* Options, which can be typed, come before what is made of items, of steps, another output or metric, of values. */
static int kind_of_cause(const cause *one)
{
    const int of_score = one->then && one->then->stage == AT_SCORE;
    return (one->zero || (one->then && !of_score)) + 2 * (one->by != NULL) + 3 * (one->output != SIZE_MAX) +
           4 * (of_score + (of_score && one->of_items));
}

static int simpler(const void *a, const void *b)
{
    const cause *x = a, *y = b;
    if (x->odd != y->odd) return x->odd < y->odd ? -1 : 1;
    if (x->changes != y->changes) return x->changes < y->changes ? -1 : 1;
    if (kind_of_cause(x) != kind_of_cause(y)) return kind_of_cause(x) - kind_of_cause(y);
    return (x->order > y->order) - (x->order < y->order);
}

/* Whether nothing gives what differs after a few data sets. */
static int is_hopeless(const causes *s)
{
    for (size_t k = 0; k < s->count; k++)
        if (s->at[k].missed < 4 * MISSED_ONE || s->at[k].points > 1) return 0;
    return s->count > 0;
}

static void count_value(const search *t, const value_pair *v, causes *to)
{
    if ((t->output != ALL_OUTPUTS && tally_place(v->output) != t->output) || isnan(v->got)) return;
    to->values++;
    to->differing += v->item < 0 && !isnan(v->want) && values_differ(t->c, v);
}

void causes_search(comparison *c, size_t output, causes *to)
{
    search t = { .c = c, .s = to, .output = output, .data = &c->data, .left = WORK };
    causes seeds;
    compared_place *at = NULL;
    int tries = TRIES;
    size_t most = 0;
    causes_begin(c, &seeds);
    causes_begin(c, to);
    const size_t count = places_list(&t, &at);
    for (size_t k = 0; k < count; k++) {
        most = at[k].cell->n_values > most ? at[k].cell->n_values : most;
        to->cells += at[k].rank % 2000 < 1000;
        for (size_t v = 0; v < at[k].cell->n_values; v++) count_value(&t, &at[k].cell->at[v], to);
    }
    t.plain = calloc(most + 1, sizeof *t.plain);
    c->no_memory |= !at || !t.plain;
    for (size_t k = 0; k < count && !c->no_memory && !is_hopeless(to); k++) {
        progress_say(c, "explaining", at[k].point->point.scenario->id, count);
        meet(&t, &seeds, at, k, &tries);
    }
    for (size_t k = 0; k < to->count && k < WIDENED; k++) make_lean(&t, at, count, &to->at[k]);
    drop_more(&t, to);
    for (size_t k = 0; k < to->count; k++) {
        to->at[k].order = k;
        to->at[k].typed = !to->at[k].by && !to->at[k].then && !to->at[k].zero && !to->at[k].odd && !to->at[k].missed;
    }
    if (to->count) qsort(to->at, to->count, sizeof *to->at, simpler);
    assay_data_free(&t.other);
    free(t.found.at);
    free(t.plain);
    free(at);
    causes_free(&seeds);
}

/* ---- over seeds, where both draw ---- */

enum { MAKINGS = 256, FIRST_SEEDS = 2 };

/* Whether means differ: after a few seeds by far, as the reference's own differences vary; at last as elsewhere. */
static int is_apart(const search *t, const moments *m, const moments *own, int last)
{
    double half;
    const double sd = fmax(moments_sd(own), EXACT);
    if (!last) return fabs(m->mean) > 4.0 * sd;
    if (fabs(m->mean) < 0.05 * fabs(own->mean)) return 0; /* what is left is how each draws */
    return mean_differs(t->c, m, &half) || !(3.0 * half < fabs(own->mean));
}

static const value_pair *overall_at(const compared_cell *cell, size_t output)
{
    for (size_t k = 0; k < cell->n_values; k++)
        if (cell->at[k].item < 0 && cell->at[k].output == output) return &cell->at[k];
    return NULL;
}

/* Keeps what gives the mean over the seeds of a point, of everything that may be made of the scores. */
static void try_means(search *t, const cause *one, const cause *from, int depth)
{
    static const moments none = { 0 };
    moments of[MAKINGS], own = none;
    unsigned char dead[MAKINGS] = { 0 };
    const compared_point *p = t->point;
    size_t left = 1;
    (void)from, (void)depth;
    for (size_t k = 0; k < MAKINGS; k++) of[k] = none;
    for (size_t s = 1; s < p->n_cells && left && t->left > 0.0 && t->found.count < POOL_MOST; s++) {
        turn_to(t, &(compared_place){ .point = p, .cell = &p->cell[s] });
        const value_pair *v = overall_at(t->cell, t->output);
        const assay_score *scores = v ? run(t, one) : NULL;
        const int last = s + 1 == p->n_cells;
        if (!scores || isnan(v->got) || isnan(v->want)) return;
        moments_add(&own, v->got - v->want);
        left = 0;
        for (size_t k = 0; k < 2 * mistake_count + 1 && k < MAKINGS; k++) {
            cause made;
            if (dead[k] || !made_of(one, k, &made)) continue;
            const double x = gives(t, &made, scores, v);
            if (isfinite(x)) moments_add(&of[k], v->got - x);
            dead[k] = !isfinite(x) || ((s == FIRST_SEEDS || last) && is_apart(t, &of[k], &own, last));
            left += !dead[k];
            made.seeds = p->n_cells - 1;
            if (last && !dead[k] && made.changes) cause_add(t->c, &t->found, &made);
        }
    }
}

int causes_over_seeds(comparison *c, size_t output, causes *to)
{
    search t = { .c = c, .s = to, .output = output, .data = &c->data, .left = 5.0 * WORK };
    double width;
    causes_begin(c, to);
    for (size_t k = 0; k < c->n_points && !t.found.count; k++) {
        t.point = &c->point[k];
        if (!t.point->moves || t.point->n_cells < 4 || !mean_apart(c, t.point, output, &width)) continue;
        turn_to(&t, &(compared_place){ .point = t.point, .cell = &t.point->cell[1] });
        for (size_t q = 0; q < to->count; q++) {
            cause one = to->at[q];
            if (one.metric != c->reference->metric) continue;
            for (size_t o = 0; q && o < one.metric->n_options; o++) one.changes += one.option[o] != to->at[0].option[o];
            try_means(&t, &one, NULL, 0);
        }
        t.level = 3; /* numbers that are used */
        each_change(&t, to->at, 0, try_means, 2);
        break;
    }
    assay_data_free(&t.other);
    causes_free(to);
    *to = t.found;
    drop_more(&t, to);
    for (size_t k = 0; k < to->count; k++) to->at[k].order = k;
    if (to->count) qsort(to->at, to->count, sizeof *to->at, simpler);
    return to->count > 0;
}

void causes_free(causes *s)
{
    free(s->at);
    *s = (causes){ 0 };
}
