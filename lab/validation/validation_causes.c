/*
 * Every cause known here, simplest first: other options of the reference, its presets and other outputs, one step of it
 * changed (validation_changes.c), other metrics of the family. Which are listed depends on how much work they are, as
 * their descriptors state it, and on no clock. Each is held against the candidate's values and dropped at the first
 * that it does not give. Points at which candidate and reference differ most come first, so most causes are gone after
 * one data set.
 */
#include "growing.h"
#include "relation.h"
#include "rows.h"
#include "validation_inside.h"

#include <stdio.h>
#include <string.h>

enum { NAME_ROOM = 1024 };

static void cause_add(comparison *c, causes *to, cause one, const char *text)
{
    cause *more = grown(to->at, sizeof *more, to->count, &to->room);
    c->no_memory |= !more;
    if (!more) return;
    to->at = more;
    one.text = text;
    to->at[to->count++] = one;
}

/* The variant's number, from 1; 0: it cannot be, or is there already. */
static size_t variant_add(comparison *c, causes *to, const char *name)
{
    assay_error ignored;
    const size_t before = to->variants.count;
    c->no_memory |= selection_add(&to->variants, name, &ignored) == ASSAY_ENOMEM;
    return to->variants.count > before ? to->variants.count : 0;
}

const variant *cause_variant(const comparison *c, const causes *s, const cause *one)
{
    return one->variant ? &s->variants.at[one->variant - 1] : c->reference;
}

static size_t variant_changed(comparison *c, causes *to, const char *options)
{
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "%s@%s:%s", c->reference->metric->id, c->reference->id.text, options);
    return variant_add(c, to, name);
}

ptrdiff_t option_of_role(const assay_metric *metric, int32_t role)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (metric->options[k].flags & role) return (ptrdiff_t)k;
    return -1;
}

/* `before` are options that are changed, too: "rows=all:", or none. */
static void list_option(comparison *c, causes *to, const char *before, const char *changes)
{
    const char *text = comparison_text(c, "%s%s", before, changes);
    const cause one = { .output = SIZE_MAX, .variant = variant_changed(c, to, text) };
    if (one.variant) cause_add(c, to, one, comparison_text(c, "%s with %s", c->reference->metric->id, text));
}

static void list_number(comparison *c, causes *to, const assay_option *option, const char *before, double x)
{
    char text[160];
    if (x < option->low || x > option->high) return;
    snprintf(text, sizeof text, "%s=%.10g", option->id, x);
    list_option(c, to, before, text);
    snprintf(text, sizeof text, "bins=%g:factor-bins=%g", x, x);
    if (option->flags & ASSAY_CUTS_CODES && option_of_role(c->reference->metric, ASSAY_CUTS_FACTORS) >= 0)
        list_option(c, to, before, text);
}

/* Whole numbers; shares; else powers of ten of either side. A preset that scores a part of the rows is met by few: bins
 * other than its own are of all rows, too. */
static void list_numbers(comparison *c, causes *to, const assay_option *option, double value)
{
    enum { MOST = 22 };
    static const double tried[3][MOST] = {
        { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 32, 40, 50, 64, 100, 128, 256 },
        { 0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99, 1 },
        { 1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e6 },
    };
    const int whole = option->flags & ASSAY_WHOLE, of_one = option->low >= 0.0 && option->high <= 1.0;
    const double *from = tried[whole ? 0 : of_one ? 1 : 2];
    const ptrdiff_t rows = option_of_role(c->reference->metric, ASSAY_PART_OF_ROWS);
    const int parts = rows >= 0 && c->reference->option[rows] != ROWS_ALL;
    for (int k = -1; k <= 1 && whole; k += 2) list_number(c, to, option, "", value + k);
    for (size_t k = 0; k < MOST; k++) {
        if (from[k] == value || (k && from[k] == 0.0)) continue;
        list_number(c, to, option, "", from[k]);
        if (parts && option->flags & (ASSAY_CUTS_CODES | ASSAY_CUTS_FACTORS))
            list_number(c, to, option, "rows=all:", from[k]);
    }
}

/* Each option of the reference changed by itself. */
static void list_options(comparison *c, causes *to)
{
    const assay_metric *metric = c->reference->metric;
    for (size_t k = 0; k < metric->n_options; k++) {
        const assay_option *option = &metric->options[k];
        const double value = c->reference->option[k];
        if (!assay_option_read(metric, c->reference->option, k)) continue;
        for (size_t w = 0; option->words && option->words[w]; w++) {
            char text[160];
            snprintf(text, sizeof text, "%s=%s", option->id, option->words[w]);
            if ((double)w != value) list_option(c, to, "", text);
        }
        if (option->flags & ASSAY_TESTS && value < 1.0) list_option(c, to, "", "level=1");
        else if (!option->words && c->work <= DEAR) list_numbers(c, to, option, value);
    }
}

/* Those of a metric; of another than the reference's each output. Presets that are much work are no causes. */
static void list_presets(comparison *c, causes *to, const assay_metric *metric)
{
    const int own = metric == c->reference->metric;
    for (size_t p = 0; p < metric->n_presets; p++) {
        char name[256];
        cause one = { .output = SIZE_MAX };
        snprintf(name, sizeof name, "%s@%s", metric->id, metric->presets[p].id);
        one.variant = variant_add(c, to, name);
        if (one.variant && !own && variant_work(cause_variant(c, to, &one), &usual_size) > DEAR) continue;
        for (size_t o = 0; o < (own ? 1 : metric->n_outputs) && one.variant; o++) {
            const int several = !own && metric->n_outputs > 1;
            one.output = own ? SIZE_MAX : o;
            cause_add(c, to, one,
                      several ? comparison_text(c, "%s (%s)", name, metric->outputs[o].id)
                              : comparison_text(c, "%s", name));
        }
    }
}

static void list_family(comparison *c, causes *to)
{
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m), *own = c->reference->metric;
        if (metric != own && strcmp(metric->family, own->family) == 0) list_presets(c, to, metric);
    }
}

/* Another output of the reference, under the name of the one that is compared. */
static void list_outputs(comparison *c, causes *to)
{
    const assay_metric *metric = c->reference->metric;
    for (size_t o = 0; o < metric->n_outputs && metric->n_outputs > 1; o++) {
        const cause one = { .output = o };
        cause_add(c, to, one, comparison_text(c, "the reference's %.100s", metric->outputs[o].id));
    }
}

/* The reference with bins enough for all numbers of bins_change_make; 0: it has no bins. */
static size_t list_finer(comparison *c, causes *to)
{
    char text[64];
    const ptrdiff_t bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES);
    if (bins < 0 || !assay_option_read(c->reference->metric, c->reference->option, (size_t)bins)) return 0;
    snprintf(text, sizeof text, "bins=%g", 2.0 * c->reference->option[bins] + 8.0);
    return variant_changed(c, to, text);
}

/* What is made of the score comes after what the steps before it are; of each item, last. */
static void list_mistakes(comparison *c, causes *to)
{
    const char *relation = assay_metric_relation(c->reference->metric, c->reference->option);
    const relation_kind *kind = relation ? relation_find(relation) : NULL;
    const size_t finer = list_finer(c, to);
    for (size_t k = 0; k < 2 * mistake_count; k++) {
        const mistake *by = &mistakes[k % mistake_count];
        const cause one = {
            .by = by, .output = SIZE_MAX, .of_items = k >= mistake_count, .variant = by->stage == AT_BINS ? finer : 0
        };
        const char *text = by->stage == AT_RELATION && kind && kind->squares ? by->of_squares : by->text;
        if (c->work > DEAR && by->stage != AT_MEAN && by->stage != AT_SCORE) continue;
        if ((by->stage == AT_RELATION && !kind) || (by->stage == AT_BINS && !finer)) continue;
        if (text && (!one.of_items || by->stage == AT_SCORE)) cause_add(c, to, one, text);
    }
}

void causes_list(comparison *c, causes *to)
{
    *to = (causes){ 0 };
    list_options(c, to);
    list_presets(c, to, c->reference->metric);
    list_outputs(c, to);
    list_mistakes(c, to);
    if (c->work <= DEAR) list_family(c, to);
}

void causes_free(causes *s)
{
    free(s->at);
    selection_free(&s->variants);
    *s = (causes){ 0 };
}

typedef struct trial {
    comparison *c;
    causes *s;
    compared_point *point;
    const compared_cell *cell;
    assay_data other;
    double *value; /* what a cause gives of each value of the cell; INFINITY: it says nothing */
} trial;

/* The values of a score of the same shape as the cell's; another output stands for the only one compared. */
static void say_run(trial *t, const cause *one, scoring_change change, void *context)
{
    const assay_score *score = scores_by(t->c, cause_variant(t->c, t->s, one), change, context);
    for (size_t k = 0; k < t->cell->n_values && score; k++) {
        const value_pair *v = &t->cell->at[k];
        const assay_score *from = &score[one->output == SIZE_MAX ? t->c->output[v->output].want : one->output];
        if (v->item < 0 || from->n_items == t->cell->items[v->output].n) t->value[k] = score_at(from, v->item);
    }
}

static void say_nothing(trial *t)
{
    for (size_t k = 0; k < t->cell->n_values; k++) t->value[k] = INFINITY;
}

size_t reference_bins(const comparison *c, int32_t role)
{
    const ptrdiff_t place = option_of_role(c->reference->metric, role);
    return place < 0 ? 10 : (size_t)c->reference->option[place];
}

/* Of data of which each value is there: parts of others are scored by themselves. */
static void say_relation(trial *t, const cause *one)
{
    relation_change change = { .by = one->by, .bins = reference_bins(t->c, ASSAY_CUTS_CODES) };
    if (t->cell->peculiar & PECULIAR_ABSENT) return;
    say_run(t, one, relation_change_make, &change);
    if (!change.applies) say_nothing(t);
}

static assay_status exchange(const assay_data *from, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, from->n, from->n_codes, from->n_factors));
    memcpy(to->factors, from->codes, from->n * from->n_codes * sizeof *to->factors);
    memcpy(to->codes, from->factors, from->n * from->n_factors * sizeof *to->codes);
    return ASSAY_OK;
}

/* Of other data than the cell's: exchanged, or cut into other bins. */
static void say_of_other_data(trial *t, const cause *one)
{
    comparison *c = t->c;
    const size_t bins = reference_bins(c, ASSAY_CUTS_CODES), of_factors = reference_bins(c, ASSAY_CUTS_FACTORS);
    const assay_status made = one->by->stage == AT_EXCHANGE
                                  ? exchange(&c->data, &t->other)
                                  : bins_change_make(one->by, &c->data, bins, of_factors, &t->other);
    c->no_memory |= made != ASSAY_OK;
    const assay_rep rep = assay_data_view(&t->other);
    if (c->no_memory || scoring_check(&rep, NULL) != ASSAY_OK) return;
    score_begin(c, &t->other, t->point, t->cell->seed);
    say_run(t, one, NULL, NULL);
    score_begin(c, &c->data, t->point, t->cell->seed);
}

/* The mean of what becomes of the items; where they stay as they are it says nothing. */
static double mean_of_changed(const trial *t, const mistake *by, const reference_items *items)
{
    moments m = { 0 };
    int other = 0;
    for (size_t i = 0; i < items->n; i++) {
        if (isnan(items->at[i])) continue;
        const double x = score_changed(by, items->at[i], &t->cell->size);
        other |= x != items->at[i];
        moments_add(&m, x);
    }
    return other ? m.mean : INFINITY;
}

/* What is made of the reference's values alone. Of absent values there are other numbers of rows for each factor, and
 * where a column is constant a reference may count those that vary. */
static void say_of_values(const trial *t, const cause *one)
{
    const int of_score = one->by->stage == AT_SCORE;
    const unsigned odd = t->cell->peculiar, constant = PECULIAR_CONSTANT_FACTOR | PECULIAR_DEAD_CODE;
    if (of_score && odd & PECULIAR_ABSENT && score_change_counts(one->by, 0)) return;
    if (of_score && odd & constant && score_change_counts(one->by, 1)) return;
    for (size_t k = 0; k < t->cell->n_values; k++) {
        const value_pair *v = &t->cell->at[k];
        const reference_items *items = &t->cell->items[v->output];
        if (of_score && (v->item >= 0 || !one->of_items)) t->value[k] = score_changed(one->by, v->want, &t->cell->size);
        else if (v->item >= 0) t->value[k] = v->want;
        else if (of_score) t->value[k] = mean_of_changed(t, one->by, items);
        else if (items->n) t->value[k] = mean_changed(one->by, items, v->want, &t->cell->size);
    }
}

static void say_all(trial *t, const cause *one)
{
    say_nothing(t);
    switch (one->by ? one->by->stage : AT_VARIANT) {
    case AT_VARIANT: say_run(t, one, NULL, NULL); break;
    case AT_RELATION: say_relation(t, one); break;
    case AT_BINS:
    case AT_EXCHANGE: say_of_other_data(t, one); break;
    default: say_of_values(t, one);
    }
}

void tally_value(const comparison *c, const value_pair *v, double x, int loose, tally of[OUTPUTS_MOST])
{
    const int differs = values_differ(c, v) != 0;
    tally *t = &of[tally_place(v->output)];
    if (isinf(x) || (isnan(v->got) && isnan(v->want))) return;
    if (isnan(v->got) || isnan(x)) {
        t->odd += isnan(v->got) != isnan(x);
        t->dead |= !differs; /* it would have made a difference where there is none */
        return;
    }
    const int single = v->got == (double)(float)v->got; /* it is rounded to single precision, or by chance */
    const double share = fmax(c->tolerance, single && !(c->options->tolerance > 0.0) ? SINGLE : 0.0);
    const int gives = fabs(x - v->got) <= fmax(value_allowed(c, v), share * fabs(v->got));
    t->dead |= !gives && !loose;
    t->fitted += gives && v->item < 0;
    t->shown += gives && differs;
    t->covered += gives && differs && v->item < 0;
    t->here |= gives && differs;
}

void tally_turn(tally of[OUTPUTS_MOST], int enough)
{
    for (size_t o = 0; o < OUTPUTS_MOST; o++) {
        of[o].twice |= of[o].here && (enough || of[o].once);
        of[o].once |= of[o].here;
        of[o].here = 0;
    }
}

tally tally_of(const tally of[OUTPUTS_MOST], size_t output)
{
    tally t = { 0 };
    for (size_t o = 0; o < OUTPUTS_MOST; o++) {
        if (output != ALL_OUTPUTS && o != output) continue;
        t.dead |= of[o].dead, t.once |= of[o].once, t.twice |= of[o].twice;
        t.fitted += of[o].fitted, t.shown += of[o].shown, t.covered += of[o].covered;
        t.odd += of[o].odd;
    }
    return t;
}

/* Whether it may still give an output's values that differ. */
static int is_left(const causes *s, const cause *one)
{
    for (size_t o = 0; o < OUTPUTS_MOST; o++)
        if (!one->of[o].dead && s->all[o].shown) return 1;
    return 0;
}

/* What a cause that gives every value would have. */
static void count_all(const comparison *c, causes *s)
{
    for (walk w = { 0 }; value_next(c, &w);) {
        tally *all = &s->all[tally_place(w.value->output)];
        if (w.point->moves) continue;
        all->shown += values_differ(c, w.value) != 0; /* or is undefined in one alone */
        if (w.value->item >= 0 || isnan(w.value->got)) continue;
        all->fitted++;
        all->covered += !isnan(w.value->want) && values_differ(c, w.value);
    }
}

static void try_cell(trial *t)
{
    const size_t count = t->cell->n_values;
    t->value = calloc(count + 1, sizeof *t->value);
    t->c->no_memory |= !t->value;
    score_begin(t->c, &t->c->data, t->point, t->cell->seed);
    for (size_t h = 0; h < t->s->count && !t->c->no_memory; h++) {
        cause *one = &t->s->at[h];
        if (!is_left(t->s, one)) continue;
        say_all(t, one);
        for (size_t k = 0; k < count; k++) tally_value(t->c, &t->cell->at[k], t->value[k], 0, one->of);
    }
    free(t->value);
}

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

static void try_point(trial *t, size_t all)
{
    comparison *c = t->c;
    for (size_t k = 0; k < t->point->n_cells; k++) {
        t->cell = &t->point->cell[k];
        progress_say(c, "explaining", t->point->point.scenario->id, all);
        c->done++;
        if (t->cell->failed || t->cell->inapplicable) continue;
        c->no_memory |= data_build(c, t->point, t->cell->seed, NULL) != ASSAY_OK;
        if (!c->no_memory) try_cell(t);
    }
    /* edges of bins are met at one point alone, which is made for them */
    const int edges = strcmp(t->point->point.scenario->id, VALIDATION_EDGES) == 0;
    for (size_t k = 0; k < t->s->count; k++) tally_turn(t->s->at[k].of, edges);
}

int cause_fits(const causes *s, const cause *one, size_t output)
{
    const tally t = tally_of(one->of, output), all = tally_of(s->all, output);
    return !t.dead && t.shown && 2 * t.fitted >= all.fitted && 2 * t.covered >= all.covered;
}

int causes_found(const causes *s)
{
    for (size_t k = 0; k < s->count; k++)
        if (cause_fits(s, &s->at[k], ALL_OUTPUTS)) return 1;
    return 0;
}

compared_point **points_ordered(comparison *c)
{
    compared_point **order = arena_alloc(&c->memory, c->n_points, sizeof *order);
    c->no_memory |= !order;
    for (size_t k = 0; order && k < c->n_points; k++) order[k] = &c->point[k];
    if (order) qsort(order, c->n_points, sizeof *order, worse);
    return order;
}

void causes_try(comparison *c, causes *s)
{
    compared_point **order = points_ordered(c);
    trial t = { .c = c, .s = s };
    size_t cells = 0;
    for (size_t k = 0; k < c->n_points; k++) cells += c->point[k].n_cells;
    c->done = 0;
    count_all(c, s);
    for (size_t k = 0; k < c->n_points && !c->no_memory; k++) {
        t.point = order[k];
        if (!t.point->moves) try_point(&t, cells);
    }
    assay_data_free(&t.other);
}
