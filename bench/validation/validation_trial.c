/*
 * Every hypothesis against the candidate's values: one is dropped, function by function, at the first value it does not
 * give. Points at which candidate and reference differ most come first, so most hypotheses are gone after one data set.
 */
#include "validation_inside.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12 }; /* of data sets that are made to tell hypotheses apart */

/* What a hypothesis says of a cell's values: [n_values]. made 0: nothing. */
typedef struct prediction {
    double *value;
    unsigned char *made;
} prediction;

/* What the hypotheses of one cell share. */
typedef struct trial {
    comparison *c;
    hypotheses *s;
    compared_point *point;
    const compared_cell *cell;
    assay_data misread;
    assay_matrix matrix[4];
    assay_relation correlation;
    double *correlations, *ones, *scratch, *item;
    prediction prediction;
} trial;

/* ---- what hypotheses say ---- */

static void predict(const trial *t, size_t k, double value)
{
    t->prediction.value[k] = value;
    t->prediction.made[k] = 1;
}

/* The values of a score of the same shape as the cell's; another metric's output stands for the only one compared. */
static void predict_score(const trial *t, const hypothesis *one, const assay_score *score)
{
    const compared_cell *cell = t->cell;
    for (size_t k = 0; k < cell->n_values; k++) {
        const value_pair *v = &cell->at[k];
        const assay_score *from = &score[one->output == SIZE_MAX ? t->c->output[v->output].want : one->output];
        size_t items = 0;
        for (size_t l = 0; l < cell->n_values; l++) items += cell->at[l].output == v->output && cell->at[l].item >= 0;
        if (v->item < 0) predict(t, k, from->overall.value);
        else if (from->n_items == items) predict(t, k, from->items[v->item].value);
    }
}

/* A transform or a metric that cannot do with this data says nothing. */
static assay_status predict_variant(trial *t, const hypothesis *one)
{
    const assay_score *score;
    const assay_status status = scoring_run(t->c->scoring, one->variant, &score);
    if (status == ASSAY_OK && score->status == ASSAY_OK) predict_score(t, one, score);
    return status;
}

/* The items stay as they are; what is told of the overall value is another. */
static void predict_aggregate(const trial *t, const hypothesis *one)
{
    for (size_t k = 0; k < t->cell->n_values; k++) {
        const value_pair *v = &t->cell->at[k];
        const reference_items *items = &t->cell->items[v->output];
        if (v->item >= 0) predict(t, k, v->want);
        else if (items->n) predict(t, k, aggregate_value(one->index, items, v->want));
    }
}

/* The reference's values: what a function makes of its items, and of their mean, is seen in judge_value. */
static void predict_items(const trial *t)
{
    for (size_t k = 0; k < t->cell->n_values; k++)
        if (t->cell->items[t->cell->at[k].output].n) predict(t, k, t->cell->at[k].want);
}

static void predict_chance(const trial *t)
{
    for (size_t k = 0; k < t->cell->n_values; k++)
        if (t->cell->at[k].item < 0) predict(t, k, 0.0);
}

static size_t reference_bins(const comparison *c, int32_t role)
{
    const ptrdiff_t place = option_of_role(c->reference->metric, role);
    return place < 0 ? 10 : (size_t)c->reference->option[place];
}

/* Where the overall value is the mean of the items that are defined: the same of what items stand for. */
static void predict_signs(const trial *t, const hypothesis *one, const assay_score *score)
{
    const assay_score *from = &score[t->c->output[0].want];
    double plain = 0.0, sum = 0.0;
    size_t defined = 0;
    for (size_t k = 0; k < from->n_items; k++) {
        if (isnan(from->items[k].value)) continue;
        plain += from->items[k].value;
        sum += relation_mistake_item(one->index, from->items[k].value);
        defined++;
    }
    if (!defined || !(fabs(plain / (double)defined - from->overall.value) <= EXACT)) return;
    for (size_t k = 0; k < t->cell->n_values; k++) {
        const ptrdiff_t item = t->cell->at[k].item;
        if (t->cell->at[k].output) continue;
        if (item < 0) predict(t, k, sum / (double)defined);
        else if ((size_t)item < from->n_items)
            predict(t, k, relation_mistake_item(one->index, from->items[item].value));
    }
}

static assay_status score_changed(trial *t, const hypothesis *one, relation_mistake *mistake, const assay_score **to)
{
    const assay_score *score;
    scoring_change_relations(t->c->scoring, relation_mistake_make, mistake);
    const assay_status status = scoring_run(t->c->scoring, one->variant, &score);
    scoring_change_relations(t->c->scoring, NULL, NULL);
    *to = status == ASSAY_OK && score->status == ASSAY_OK && mistake->applies ? score : NULL;
    return status;
}

/* Matches of one sum (factors that say the same) are as good: where the items change with a touch, nothing is said. */
static assay_status predict_matched(trial *t, const hypothesis *one, relation_mistake *mistake)
{
    static const double TOUCH = 1e-8, CHANGED = 1e-6;
    const double touches[] = { TOUCH, -TOUCH, 0.0 };
    double first = 0.0;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < sizeof touches / sizeof *touches && status == ASSAY_OK; k++) {
        const assay_score *score;
        double sum = 0.0;
        mistake->nudge = touches[k];
        status = score_changed(t, one, mistake, &score);
        if (status != ASSAY_OK || !score) return status;
        const assay_score *from = &score[t->c->output[0].want];
        for (size_t i = 0; i < from->n_items; i++)
            if (!isnan(from->items[i].value)) sum += relation_mistake_item(one->index, from->items[i].value);
        if (k && !(fabs(sum - first) <= CHANGED)) return ASSAY_OK;
        first = sum;
        if (touches[k] == 0.0) predict_signs(t, one, score);
    }
    return status;
}

/* Of data of which each value is there: parts of others are scored by themselves. */
static assay_status predict_relation(trial *t, const hypothesis *one)
{
    relation_mistake mistake = { .index = one->index, .correlations = t->correlations };
    if (t->cell->peculiar & PECULIAR_ABSENT) return ASSAY_OK;
    if (relation_mistake_signs(one->index)) return predict_matched(t, one, &mistake);
    const assay_score *score;
    const assay_status status = score_changed(t, one, &mistake, &score);
    if (status == ASSAY_OK && score) predict_score(t, one, score);
    return status;
}

static void predict_form(const trial *t, const hypothesis *one)
{
    const assay_relation *r = one->relation == SIZE_MAX ? &t->correlation : &t->matrix[one->relation].relation;
    const form f = form_at(one->index);
    size_t items;
    if (!r->value || t->cell->peculiar & PECULIAR_CONSTANT_FACTOR)
        return; /* 0/0: 0, left out or undefined, as one likes */
    const double overall =
        form_value(&f, r, reference_bins(t->c, ASSAY_CUTS_CODES), t->cell->size.n, t->scratch, t->item, &items);
    for (size_t k = 0; k < t->cell->n_values; k++) {
        const ptrdiff_t item = t->cell->at[k].item;
        const double value = item < 0 ? overall : items + 1 == t->cell->n_values ? t->item[item] : NAN;
        if (!isnan(value)) predict(t, k, value);
    }
}

/* ---- judging ---- */

/* Of absent values there are other numbers of rows for each factor. */
static int of_rows(const score_function *p)
{
    const assay_size few = { .n = 10, .n_factors = 3, .n_codes = 5 }, more = { .n = 20, .n_factors = 3, .n_codes = 5 };
    return p->of(0.5, &few) != p->of(0.5, &more);
}

/* A function of a score; of items the mean of what it makes of each. */
static double function_value(const trial *t, const hypothesis *one, size_t p, size_t k)
{
    const value_pair *v = &t->cell->at[k];
    const score_function *f = function_at(p);
    if (one->kind != HYPOTHESIS_ITEMS || v->item >= 0) return f->of(t->prediction.value[k], &t->cell->size);
    const reference_items *items = &t->cell->items[v->output];
    double sum = 0.0;
    size_t defined = 0;
    for (size_t i = 0; i < items->n; i++) {
        if (isnan(items->at[i])) continue;
        sum += f->of(items->at[i], &t->cell->size);
        defined++;
    }
    return sum / (double)defined;
}

int is_explained(const comparison *c, const value_pair *v) { return c->only == SIZE_MAX || v->output == c->only; }

size_t output_of_means(const comparison *c) { return c->only == SIZE_MAX ? 0 : c->only; }

static void judge_value(trial *t, hypothesis *one, size_t k)
{
    const value_pair *v = &t->cell->at[k];
    const double x = t->prediction.value[k];
    if (!is_explained(t->c, v)) return;
    if (isnan(x) && !isnan(v->got) && !isnan(v->want) && !t->point->moves && !values_differ(t->c, v)) {
        one->alive = 0; /* the cause would have made a difference where there is none */
        return;
    }
    if (isnan(v->got) || isnan(x)) {
        one->odd += isnan(v->got) != isnan(x) && !(isnan(v->got) && isnan(v->want));
        return;
    }
    const int differs = values_differ(t->c, v);
    const double allowed = fmax(value_allowed(t->c, v), t->c->tolerance * fabs(v->got));
    for (size_t p = 0; p < function_count(); p++) {
        if (!(one->alive >> p & 1)) continue;
        if (t->cell->peculiar & PECULIAR_ABSENT && of_rows(function_at(p))) continue;
        const double y = function_value(t, one, p, k);
        if (t->point->moves) {
            if (v->item < 0 && v->output == output_of_means(t->c)) mean_add(&one->mean[p], v->got - y);
        } else if (!(fabs(y - v->got) <= allowed)) {
            one->alive &= ~(1ull << p);
        } else {
            one->fitted[p] += v->item < 0;
            one->told[p] += differs != 0;
            one->proven[p] += differs != 0;
            one->covered[p] += differs != 0 && v->item < 0;
            one->here |= (uint64_t)(differs != 0) << p;
        }
    }
}

static assay_status judge(trial *t, hypothesis *one)
{
    if (t->point->moves && !one->mean) {
        one->mean = calloc(FUNCTIONS_MOST, sizeof *one->mean);
        one->mark = calloc(FUNCTIONS_MOST, sizeof *one->mark);
        if (!one->mean || !one->mark) return ASSAY_ENOMEM;
    }
    for (size_t k = 0; k < t->cell->n_values && one->alive; k++)
        if (t->prediction.made[k]) judge_value(t, one, k);
    return ASSAY_OK;
}

/* The end of a statistical point: the means over its seeds. */
static void judge_means(const comparison *c, const compared_point *point, hypothesis *one)
{
    const double own = c->output[output_of_means(c)].range, range = own > 0.0 ? own : 1.0;
    for (size_t p = 0; p < function_count(); p++) {
        double mean, half;
        const running_mean m = one->mean[p];
        one->mean[p] = (running_mean){ 0 };
        one->mark[p] += m.sum;
        if (!(one->alive >> p & 1) || m.n < 2) continue;
        const int differs = mean_differs(c, &m, &mean, &half);
        if ((differs && !(fabs(mean) <= EXACT * range)) || isnan(mean) || half > c->options->resolution * range) {
            one->alive &= ~(1ull << p);
        } else {
            one->fitted[p] += m.n;
            one->told[p] += point->worst > 1.0 ? m.n : 0;
        }
    }
}

/* A mean that is far from 0 after a few seeds is not asked of the others: three times as far as the interval reaches,
 * which is a dozen standard errors. */
static void judge_early(const comparison *c, hypothesis *one)
{
    for (size_t p = 0; p < function_count() && one->mean; p++) {
        double mean, half;
        if (one->alive >> p & 1 && mean_differs(c, &one->mean[p], &mean, &half) && fabs(mean) > 3.0 * half &&
            half > 0.0)
            one->alive &= ~(1ull << p);
    }
}

/* ---- one cell ---- */

static void correlate(const assay_data *data, double *to)
{
    const size_t n = data->n, m = data->n_factors, d = data->n_codes;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < d; j++) {
            const double *x = data->factors + i * n, *y = data->codes + j * n;
            double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
            for (size_t s = 0; s < n; s++) mx += x[s], my += y[s];
            mx /= (double)n, my /= (double)n;
            for (size_t s = 0; s < n; s++) {
                xx += (x[s] - mx) * (x[s] - mx);
                yy += (y[s] - my) * (y[s] - my);
                xy += (x[s] - mx) * (y[s] - my);
            }
            to[i * d + j] = xx > 0.0 && yy > 0.0 ? xy / sqrt(xx * yy) : 0.0;
        }
    }
}

static int column_constant(const assay_data *data, size_t i)
{
    const double *x = data->factors + i * data->n;
    size_t s = 1;
    while (s < data->n && x[s] == x[0]) s++;
    return s == data->n;
}

static int forms_alive(const hypotheses *s, size_t relation)
{
    for (size_t k = 0; k < s->count; k++)
        if (s->at[k].alive && s->at[k].kind == HYPOTHESIS_FORM && s->at[k].relation == relation) return 1;
    return 0;
}

static assay_status matrices_make(trial *t)
{
    const comparison *c = t->c;
    const assay_rep rep = assay_data_view(&c->data);
    const size_t m = rep.n_factors, d = rep.n_codes;
    t->correlation = (assay_relation){ 0 };
    for (size_t r = 0; r < t->s->n_relations; r++) {
        if (!forms_alive(t->s, r)) continue;
        const assay_status status =
            assay_matrix_make(&rep, t->s->relation[r], t->cell->seed, t->point->point.scenario->id,
                              t->point->point.at.set.text, 1, &t->matrix[r], NULL);
        if (status == ASSAY_ENOMEM) return status;
    }
    if (!forms_alive(t->s, SIZE_MAX)) return ASSAY_OK;
    correlate(&c->data, t->correlations);
    for (size_t i = 0; i < m + d; i++) t->ones[i] = i < m && column_constant(&c->data, i) ? 0.0 : 1.0;
    t->correlation = (assay_relation){
        .n_factors = m, .n_codes = d, .value = t->correlations, .factor_total = t->ones, .code_total = t->ones
    };
    return ASSAY_OK;
}

static assay_status trial_alloc(trial *t)
{
    const size_t m = t->c->data.n_factors, d = t->c->data.n_codes, n = t->cell->n_values;
    t->correlations = calloc(m * d, sizeof *t->correlations);
    t->ones = calloc(m + d, sizeof *t->ones);
    t->scratch = calloc(4 * (m + d), sizeof *t->scratch);
    t->item = calloc(m + d + n, sizeof *t->item);
    t->prediction.value = calloc(n + 1, sizeof *t->prediction.value);
    t->prediction.made = calloc(n + 1, 1);
    return t->correlations && t->ones && t->scratch && t->item && t->prediction.value && t->prediction.made
               ? ASSAY_OK
               : ASSAY_ENOMEM;
}

static void trial_free(trial *t)
{
    for (size_t r = 0; r < 4; r++) assay_matrix_free(&t->matrix[r]);
    free(t->correlations);
    free(t->ones);
    free(t->scratch);
    free(t->item);
    free(t->prediction.value);
    free(t->prediction.made);
    t->correlations = t->ones = t->scratch = t->item = t->prediction.value = NULL;
    t->prediction.made = NULL;
}

static int transform_alive(const hypotheses *s, size_t how)
{
    for (size_t k = 0; k < s->count; k++)
        if (s->at[k].alive && (s->at[k].kind == HYPOTHESIS_VARIANT || s->at[k].kind == HYPOTHESIS_RELATION) &&
            s->at[k].transform == how)
            return 1;
    return 0;
}

/* Turns the scoring to the data as misread. *usable 0: it cannot be, here. */
static assay_status misread(trial *t, size_t how, int *usable)
{
    comparison *c = t->c;
    const assay_status made = transform_apply(transform_at(how), &c->data, reference_bins(c, ASSAY_CUTS_CODES),
                                              reference_bins(c, ASSAY_CUTS_FACTORS), &t->misread);
    *usable = made == ASSAY_OK;
    if (made != ASSAY_OK) return made == ASSAY_ENOMEM ? made : ASSAY_OK;
    const assay_rep rep = assay_data_view(&t->misread);
    *usable = scoring_check(&rep, NULL) == ASSAY_OK;
    return *usable ? scoring_begin(c->scoring, &rep, t->cell->seed, t->point->point.scenario->id,
                                   t->point->point.at.set.text)
                   : ASSAY_OK;
}

static assay_status try_kind(trial *t, int kind, size_t how)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < t->s->count && status == ASSAY_OK; k++) {
        hypothesis *one = &t->s->at[k];
        if (!one->alive || one->kind != kind || one->transform != how) continue;
        memset(t->prediction.made, 0, t->cell->n_values);
        if (kind == HYPOTHESIS_VARIANT) status = predict_variant(t, one);
        else if (kind == HYPOTHESIS_RELATION) status = predict_relation(t, one);
        else if (kind == HYPOTHESIS_AGGREGATE) predict_aggregate(t, one);
        else if (kind == HYPOTHESIS_ITEMS) predict_items(t);
        else if (kind == HYPOTHESIS_CHANCE) predict_chance(t);
        else predict_form(t, one);
        if (status == ASSAY_OK) status = judge(t, one);
    }
    return status;
}

/* Of the data as they are, which the scoring is turned to. */
static assay_status try_relations(trial *t)
{
    int of_signs = 0;
    for (size_t k = 0; k < t->s->count; k++)
        of_signs |= t->s->at[k].alive && t->s->at[k].kind == HYPOTHESIS_RELATION &&
                    relation_mistake_signs(t->s->at[k].index);
    if (of_signs) correlate(&t->c->data, t->correlations);
    return try_kind(t, HYPOTHESIS_RELATION, 0);
}

/* Overall values of a cell that hypotheses are held against. */
static size_t held_against(const comparison *c, const compared_point *p, const compared_cell *cell)
{
    size_t n = 0;
    for (size_t k = 0; k < cell->n_values; k++) {
        const value_pair *v = &cell->at[k];
        n += v->item < 0 && !isnan(v->got) && is_explained(c, v) && (!p->moves || v->output == output_of_means(c));
    }
    return n;
}

static assay_status try_cell(trial *t)
{
    assay_status status = trial_alloc(t);
    t->s->defined += held_against(t->c, t->point, t->cell);
    for (size_t k = 0; k < t->cell->n_values; k++) {
        const value_pair *v = &t->cell->at[k];
        t->s->differing +=
            v->item < 0 && !t->point->moves && !isnan(v->got) && !isnan(v->want) && is_explained(t->c, v) &&
            values_differ(t->c, v);
    }
    if (status == ASSAY_OK) status = matrices_make(t);
    if (status == ASSAY_OK) status = try_kind(t, HYPOTHESIS_AGGREGATE, 0);
    if (status == ASSAY_OK) status = try_kind(t, HYPOTHESIS_ITEMS, 0);
    if (status == ASSAY_OK) status = try_kind(t, HYPOTHESIS_CHANCE, 0);
    if (status == ASSAY_OK) status = try_kind(t, HYPOTHESIS_FORM, 0);
    for (size_t how = 0; how < transform_count() && status == ASSAY_OK; how++) {
        int usable;
        if (!transform_alive(t->s, how)) continue;
        status = misread(t, how, &usable);
        if (status == ASSAY_OK && usable) status = try_kind(t, HYPOTHESIS_VARIANT, how);
        if (status == ASSAY_OK && usable && how == 0) status = try_relations(t);
    }
    trial_free(t);
    return status;
}

/* ---- all ---- */

/* Exact points first, for they drop a hypothesis at once; among them those on which numbers differ, of few rows first,
 * which are little work, and then the largest difference. Of the others those of few rows, too. */
static int worse(const void *a, const void *b)
{
    const compared_point *x = *(compared_point *const *)a, *y = *(compared_point *const *)b;
    if (!x->moves != !y->moves) return x->moves ? 1 : -1;
    if (!isinf(x->worst) != !isinf(y->worst) && !x->moves) return isinf(x->worst) ? 1 : -1;
    if ((x->worst > 1.0) != (y->worst > 1.0) && !x->moves) return x->worst > 1.0 ? -1 : 1;
    if (x->samples != y->samples) return x->samples < y->samples ? -1 : 1;
    if (!isinf(x->worst) != !isinf(y->worst)) return isinf(x->worst) ? 1 : -1;
    if (x->worst != y->worst) return x->worst > y->worst ? -1 : 1;
    return (x > y) - (x < y);
}

/* What has said nothing of so many values that it can no longer give half of them all (fits) is not asked again. 0: no
 * hypothesis is left. */
static int drop_silent(hypotheses *s)
{
    int left = 0;
    for (size_t k = 0; k < s->count; k++) {
        hypothesis *one = &s->at[k];
        for (size_t p = 0; p < function_count() && one->alive; p++)
            if (2 * (s->defined - (one->fitted[p] < s->defined ? one->fitted[p] : s->defined)) > s->most)
                one->alive &= ~(1ull << p);
        left |= one->alive != 0;
    }
    return left;
}

static assay_status try_point(trial *t, size_t all, assay_error *err)
{
    enum { FEW = 8 }; /* seeds that show what is far off */
    comparison *c = t->c;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < t->point->n_cells && status == ASSAY_OK; k++) {
        t->cell = &t->point->cell[k];
        if (progress_stopped(c, "explaining", t->point->point.scenario->id, all))
            return assay_fail(err, ASSAY_EINTERRUPTED, "stopped");
        c->done++;
        if (t->cell->failed || t->cell->inapplicable) continue;
        status = data_build(c, t->point, t->cell->seed, err);
        if (status == ASSAY_OK && (status = try_cell(t)) != ASSAY_OK) return assay_fail(err, status, "memory ran out");
        for (size_t h = 0; h < t->s->count && t->point->moves && k % FEW == FEW - 1; h++) judge_early(c, &t->s->at[h]);
    }
    /* edges of bins are met at one point alone, which is made for them */
    const int edges = strcmp(t->point->point.scenario->id, VALIDATION_EDGES) == 0;
    for (size_t k = 0; k < t->s->count; k++) {
        hypothesis *one = &t->s->at[k];
        if (t->point->moves && one->mean) judge_means(c, t->point, one);
        one->twice |= edges ? one->here : one->once & one->here;
        one->once |= one->here;
        one->here = 0;
    }
    return status;
}

/* Most of the overall values, and most of those that differ, where they were compared exactly. */
static int fits(const hypotheses *s, const hypothesis *one, size_t p)
{
    return one->alive >> p & 1 && one->told[p] && 2 * one->fitted[p] >= s->defined &&
           2 * one->covered[p] >= s->differing;
}

size_t hypothesis_function(const hypotheses *s, const hypothesis *one)
{
    size_t p = 0;
    while (p < function_count() && !fits(s, one, p)) p++;
    return p;
}

size_t hypotheses_found(const hypotheses *s)
{
    size_t found = 0;
    for (size_t k = 0; k < s->count; k++) found += hypothesis_function(s, &s->at[k]) < function_count();
    return found;
}

/* What is left is held against data that nobody chose it by: a coincidence ends there. Where several are left, they
 * go on to where they part: at most so many data sets, for what never parts is one thing in several words. */
static assay_status tell_apart(trial *t, assay_error *err)
{
    /* of most numbers of rows halves, quarters and fifths are whole; where they are not, one half is the larger */
    enum { DEAR_ROUNDS = 3, ALONE = 3, LEAST_ROWS = 240, MORE_ROWS = 120 };
    comparison *c = t->c;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < c->n_points; k++)
        if (c->point[k].moves) return ASSAY_OK;
    const int constants = !differs_without(c, PECULIAR_CONSTANT_FACTOR | PECULIAR_DEAD_CODE);
    for (uint64_t round = 0; round < (c->work > DEAR ? DEAR_ROUNDS : ROUNDS) && status == ASSAY_OK; round++) {
        compared_point p = { .samples = LEAST_ROWS + MORE_ROWS * round + round % 2,
                             .seed_first = round,
                             .seed_end = round + 1 };
        const size_t found = hypotheses_found(t->s);
        if (!found || (found == 1 && round >= ALONE)) break;
        if (plan_point_make(data_telling(constants), NULL, &p.point) != ASSAY_OK)
            return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
        t->point = &p;
        status = compare_point(c, &p, err);
        if (status == ASSAY_OK) status = try_point(t, 0, err);
        t->point = NULL;
        plan_point_free(&p.point);
    }
    return status;
}

assay_status hypotheses_try(comparison *c, hypotheses *s, assay_error *err)
{
    compared_point **order = malloc(c->n_points * sizeof *order);
    if (!order) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    size_t cells = 0;
    for (size_t k = 0; k < c->n_points; k++) {
        order[k] = &c->point[k];
        cells += c->point[k].n_cells;
        for (size_t l = 0; l < c->point[k].n_cells; l++) 
            s->most += held_against(c, &c->point[k], &c->point[k].cell[l]);
    }
    s->most += ROUNDS * c->n_outputs; /* of data on which what is left is told apart */
    qsort(order, c->n_points, sizeof *order, worse);
    c->done = 0;
    trial t = { .c = c, .s = s };
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < c->n_points && status == ASSAY_OK && drop_silent(s); k++) {
        t.point = order[k];
        status = try_point(&t, cells, err);
    }
    if (status == ASSAY_OK) status = tell_apart(&t, err);
    assay_data_free(&t.misread);
    free(order);
    return status;
}
