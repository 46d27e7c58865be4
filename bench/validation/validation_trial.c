/*
 * Every cause against the candidate's values: one is dropped at the first value that it does not give. Points at which
 * candidate and reference differ most come first, so most causes are gone after one data set.
 */
#include "validation_inside.h"

#include <stdlib.h>
#include <string.h>

typedef struct trial {
    comparison *c;
    causes *s;
    compared_point *point;
    const compared_cell *cell;
    assay_data other;
    double *value;       /* what a cause gives of each value of the cell; */
    unsigned char *said; /* 0: it says nothing */
} trial;

/* ---- what causes give ---- */

static void say(const trial *t, size_t k, double value)
{
    t->value[k] = value;
    t->said[k] = 1;
}

/* The values of a score of the same shape as the cell's; another output stands for the only one compared. */
static void say_score(const trial *t, const cause *one, const assay_score *score)
{
    const compared_cell *cell = t->cell;
    for (size_t k = 0; k < cell->n_values; k++) {
        const value_pair *v = &cell->at[k];
        const assay_score *from = &score[one->output == SIZE_MAX ? t->c->output[v->output].want : one->output];
        size_t items = 0;
        for (size_t l = 0; l < cell->n_values; l++) items += cell->at[l].output == v->output && cell->at[l].item >= 0;
        if (v->item < 0) say(t, k, from->overall.value);
        else if (from->n_items == items) say(t, k, from->items[v->item].value);
    }
}

/* A cause that cannot do with this data says nothing. */
static assay_status say_run(trial *t, const cause *one)
{
    const assay_score *score;
    const assay_status status = scoring_run(t->c->scoring, one->variant, &score);
    if (status == ASSAY_OK && score->status == ASSAY_OK) say_score(t, one, score);
    return status;
}

size_t reference_bins(const comparison *c, int32_t role)
{
    const ptrdiff_t place = option_of_role(c->reference->metric, role);
    return place < 0 ? 10 : (size_t)c->reference->option[place];
}

/* Of data of which each value is there: parts of others are scored by themselves. */
static assay_status say_relation(trial *t, const cause *one)
{
    relation_change change = { .index = one->index, .bins = reference_bins(t->c, ASSAY_CUTS_CODES) };
    if (t->cell->peculiar & PECULIAR_ABSENT) return ASSAY_OK;
    scoring_change_relations(t->c->scoring, relation_change_make, &change);
    const assay_status status = say_run(t, one);
    scoring_change_relations(t->c->scoring, NULL, NULL);
    if (!change.applies) memset(t->said, 0, t->cell->n_values);
    return status;
}

static assay_status begin(trial *t, const assay_data *data)
{
    const assay_rep rep = assay_data_view(data);
    return scoring_begin(t->c->scoring, &rep, t->cell->seed, t->point->point.scenario->id,
                         t->point->point.at.set.text);
}

static assay_status exchange(const assay_data *from, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, from->n, from->n_codes, from->n_factors));
    memcpy(to->factors, from->codes, from->n * from->n_codes * sizeof *to->factors);
    memcpy(to->codes, from->factors, from->n * from->n_factors * sizeof *to->codes);
    return ASSAY_OK;
}

static assay_status say_of_other_data(trial *t, const cause *one)
{
    comparison *c = t->c;
    const size_t bins = reference_bins(c, ASSAY_CUTS_CODES), of_factors = reference_bins(c, ASSAY_CUTS_FACTORS);
    ASSAY_TRY(one->step == CHANGED_EXCHANGED ? exchange(&c->data, &t->other)
                                             : bins_change_make(one->index, &c->data, bins, of_factors, &t->other));
    const assay_rep rep = assay_data_view(&t->other);
    if (scoring_check(&rep, NULL) != ASSAY_OK) return ASSAY_OK;
    ASSAY_TRY(begin(t, &t->other));
    ASSAY_TRY(say_run(t, one));
    return begin(t, &c->data);
}

/* The mean of what becomes of the items; where they stay as they are it says nothing. */
static void say_mean(const trial *t, size_t k, size_t index, const reference_items *items)
{
    running_mean m = { 0 };
    int other = 0;
    for (size_t i = 0; i < items->n; i++) {
        if (isnan(items->at[i])) continue;
        const double x = score_changed(index, items->at[i], &t->cell->size);
        other |= x != items->at[i];
        mean_add(&m, x);
    }
    if (other) say(t, k, m.sum / (double)m.n);
}

/* What is made of the reference's values alone. Of absent values there are other numbers of rows for each factor, and a
 * reference over the columns that vary has other numbers of those. */
static void say_of_values(const trial *t, const cause *one)
{
    const int of_score = one->step == CHANGED_SCORE || one->step == CHANGED_ITEMS;
    const int varying = (t->c->reference->metric->flags & ASSAY_VARYING) != 0;
    const unsigned odd = t->cell->peculiar,
                   constant = varying ? PECULIAR_CONSTANT_FACTOR | PECULIAR_DEAD_CODE : 0;
    if (of_score && odd & PECULIAR_ABSENT && score_change_counts(one->index, 0)) return;
    if (of_score && odd & constant && score_change_counts(one->index, 1)) return;
    for (size_t k = 0; k < t->cell->n_values; k++) {
        const value_pair *v = &t->cell->at[k];
        const reference_items *items = &t->cell->items[v->output];
        const double changed = of_score ? score_changed(one->index, v->want, &t->cell->size) : v->want;
        if (one->step == CHANGED_SCORE || v->item >= 0) say(t, k, changed);
        else if (one->step == CHANGED_ITEMS) say_mean(t, k, one->index, items);
        else if (one->step == CHANGED_MEAN && items->n) {
            const double mean = mean_changed(one->index, items, v->want, &t->cell->size);
            if (!isinf(mean)) say(t, k, mean);
        }
    }
}

static assay_status say_all(trial *t, const cause *one)
{
    memset(t->said, 0, t->cell->n_values);
    switch (one->step) {
    case CHANGED_OPTIONS: return say_run(t, one);
    case CHANGED_RELATION: return say_relation(t, one);
    case CHANGED_EXCHANGED:
    case CHANGED_BINS: return say_of_other_data(t, one);
    default: say_of_values(t, one); return ASSAY_OK;
    }
}

/* ---- judging ---- */

int is_explained(const comparison *c, const value_pair *v) { return c->only == SIZE_MAX || v->output == c->only; }

static void judge_value(const trial *t, cause *one, size_t k)
{
    const value_pair *v = &t->cell->at[k];
    const double x = t->value[k];
    if (!is_explained(t->c, v)) return;
    if (isnan(x) && !isnan(v->got) && !isnan(v->want) && !values_differ(t->c, v)) {
        one->dead = 1; /* the cause would have made a difference where there is none */
        return;
    }
    if (isnan(v->got) || isnan(x)) {
        one->odd += isnan(v->got) != isnan(x);
        return;
    }
    const double allowed = fmax(value_allowed(t->c, v), t->c->tolerance * fabs(v->got));
    const int differs = values_differ(t->c, v) != 0;
    one->dead = !(fabs(x - v->got) <= allowed);
    one->fitted += v->item < 0;
    one->told += (size_t)differs;
    one->covered += differs && v->item < 0;
    one->here |= differs;
}

/* ---- one cell ---- */

/* Overall values that causes are held against, and those that differ. */
static void count_values(trial *t)
{
    for (size_t k = 0; k < t->cell->n_values; k++) {
        const value_pair *v = &t->cell->at[k];
        if (v->item >= 0 || isnan(v->got) || !is_explained(t->c, v)) continue;
        t->s->defined++;
        t->s->differing += !isnan(v->want) && values_differ(t->c, v);
    }
}

static assay_status try_cell(trial *t)
{
    t->value = calloc(t->cell->n_values + 1, sizeof *t->value);
    t->said = calloc(t->cell->n_values + 1, 1);
    assay_status status = t->value && t->said ? begin(t, &t->c->data) : ASSAY_ENOMEM;
    count_values(t);
    for (size_t h = 0; h < t->s->count && status == ASSAY_OK; h++) {
        cause *one = &t->s->at[h];
        if (one->dead) continue;
        status = say_all(t, one);
        for (size_t k = 0; k < t->cell->n_values && status == ASSAY_OK && !one->dead; k++)
            if (t->said[k]) judge_value(t, one, k);
    }
    free(t->value);
    free(t->said);
    return status;
}

/* ---- all ---- */

/* Those on which numbers differ first, of few rows, which are little work, and then the largest difference. */
static int worse(const void *a, const void *b)
{
    const compared_point *x = *(compared_point *const *)a, *y = *(compared_point *const *)b;
    if (!isinf(x->worst) != !isinf(y->worst)) return isinf(x->worst) ? 1 : -1;
    if ((x->worst > 1.0) != (y->worst > 1.0)) return x->worst > 1.0 ? -1 : 1;
    if (x->samples != y->samples) return x->samples < y->samples ? -1 : 1;
    if (x->worst != y->worst) return x->worst > y->worst ? -1 : 1;
    return (x > y) - (x < y);
}

static int some_are_left(const causes *s)
{
    for (size_t k = 0; k < s->count; k++)
        if (!s->at[k].dead) return 1;
    return 0;
}

static assay_status try_point(trial *t, size_t all, assay_error *err)
{
    comparison *c = t->c;
    for (size_t k = 0; k < t->point->n_cells && some_are_left(t->s); k++) {
        t->cell = &t->point->cell[k];
        progress_say(c, "explaining", t->point->point.scenario->id, all);
        c->done++;
        if (t->cell->failed || t->cell->inapplicable) continue;
        ASSAY_TRY(data_build(c, t->point, t->cell->seed, err));
        if (try_cell(t) != ASSAY_OK) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    }
    /* edges of bins are met at one point alone, which is made for them */
    const int edges = strcmp(t->point->point.scenario->id, VALIDATION_EDGES) == 0;
    for (size_t k = 0; k < t->s->count; k++) {
        cause *one = &t->s->at[k];
        one->twice |= one->here && (edges || one->once);
        one->once |= one->here;
        one->here = 0;
    }
    return ASSAY_OK;
}

/* Most of the overall values, and most of those that differ, where they were compared exactly. */
int cause_fits(const causes *s, const cause *one)
{
    return !one->dead && one->told && 2 * one->fitted >= s->defined && 2 * one->covered >= s->differing;
}

size_t causes_found(const causes *s)
{
    size_t found = 0;
    for (size_t k = 0; k < s->count; k++) found += (size_t)cause_fits(s, &s->at[k]);
    return found;
}

assay_status causes_try(comparison *c, causes *s, assay_error *err)
{
    compared_point **order = malloc(c->n_points * sizeof *order);
    if (!order) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    size_t cells = 0;
    for (size_t k = 0; k < c->n_points; k++) {
        order[k] = &c->point[k];
        cells += c->point[k].n_cells;
    }
    qsort(order, c->n_points, sizeof *order, worse);
    c->done = 0;
    trial t = { .c = c, .s = s };
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < c->n_points && status == ASSAY_OK; k++) {
        t.point = order[k];
        if (!t.point->moves) status = try_point(&t, cells, err);
    }
    assay_data_free(&t.other);
    free(order);
    return status;
}
