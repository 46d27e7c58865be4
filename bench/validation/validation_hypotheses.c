/*
 * The list of hypotheses: every way known here to get from the reference to other values. A hypothesis predicts the
 * values of a data set; what explains the candidate is one hypothesis with one function of the score. Which are tried
 * depends on how much work they are, as their descriptors state it, and on no clock.
 */
#include "validation_inside.h"

#include "relation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How simple an explanation is. */
enum { OPTIONS_ROOM = 64 };
enum { RANK_PRESET = 1, RANK_MISTAKE = 2, RANK_OPTION = 3, RANK_OTHER_METRIC = 4, RANK_FORM = 5, RANK_TWO = 6 };

/* ---- listing ---- */

static assay_status hypothesis_add(comparison *c, hypotheses *to, hypothesis one, const char *text)
{
    if (to->count % 256 == 0) {
        hypothesis *more = realloc(to->at, (to->count + 256) * sizeof *more);
        if (!more) return ASSAY_ENOMEM;
        to->at = more;
    }
    one.text = arena_text(&c->memory, text);
    one.alive = (1ull << function_count()) - 1;
    to->at[to->count++] = one;
    return one.text ? ASSAY_OK : ASSAY_ENOMEM;
}

/* The option that has this role; -1: none. */
ptrdiff_t option_of_role(const assay_metric *metric, int32_t role)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (metric->options[k].flags & role) return (ptrdiff_t)k;
    return -1;
}

/* The reference with more options changed: its index in to->variants, SIZE_MAX where it cannot be. */
static assay_status variant_changed(comparison *c, hypotheses *to, const char *options, size_t *index)
{
    char name[1536];
    const size_t before = to->variants.count;
    snprintf(name, sizeof name, "%s@%s:%s", c->reference->metric->id, c->reference->id.text, options);
    assay_error ignored;
    const assay_status status = selection_add(&to->variants, name, &ignored);
    if (status == ASSAY_ENOMEM) return status;
    *index = to->variants.count > before ? before : SIZE_MAX;
    return ASSAY_OK;
}

/* Whether a reference is more work on the largest data than all mistakes can be tried of. */
static int dear(const comparison *c) { return c->work > DEAR; }

/* Metrics that are much work are no hypotheses of others' mistakes. */
static int preset_dear(const comparison *c, const assay_metric *metric, const assay_preset *preset)
{
    double option[OPTIONS_ROOM];
    if (metric->n_options > OPTIONS_ROOM || assay_options_settle(metric, preset, NULL, option, NULL) != ASSAY_OK)
        return 1;
    const variant v = { .metric = metric, .option = option };
    return variant_work(&v, &c->most) > DEAR;
}

/* variants are added first, hypotheses when the list no longer moves: variant is an index until then. */
static const variant *as_index(size_t index) { return (const variant *)(uintptr_t)(index + 1); }

static assay_status list_presets(comparison *c, hypotheses *to)
{
    const assay_metric *own = c->reference->metric;
    assay_status status = ASSAY_OK;
    for (size_t m = 0; m < assay_metric_count() && status == ASSAY_OK; m++) {
        const assay_metric *metric = assay_metric_at(m);
        if (metric != own && (strcmp(metric->family, own->family) != 0 || dear(c))) continue;
        for (size_t p = 0; p < metric->n_presets && status == ASSAY_OK; p++) {
            if (metric != own && preset_dear(c, metric, &metric->presets[p])) continue;
            char name[256];
            assay_error ignored;
            snprintf(name, sizeof name, "%s@%s", metric->id, metric->presets[p].id);
            const size_t at = to->variants.count;
            status = selection_add(&to->variants, name, &ignored);
            for (size_t o = 0; o < (metric == own ? 1 : metric->n_outputs) && status == ASSAY_OK; o++) {
                hypothesis one = { .kind = HYPOTHESIS_VARIANT,
                                   .variant = as_index(at),
                                   .output = metric == own ? SIZE_MAX : o,
                                   .rank = metric == own ? RANK_PRESET : RANK_OTHER_METRIC };
                if (metric != own && metric->n_outputs > 1)
                    snprintf(name, sizeof name, "%s@%s (%s)", metric->id, metric->presets[p].id, metric->outputs[o].id);
                status = hypothesis_add(c, to, one, name);
            }
        }
    }
    return status;
}

static assay_status option_hypothesis(comparison *c, hypotheses *to, const char *changes, const char *text)
{
    size_t at;
    assay_status status = variant_changed(c, to, changes, &at);
    if (status != ASSAY_OK || at == SIZE_MAX) return status;
    char name[768];
    snprintf(name, sizeof name, "%s with %s", c->reference->metric->id, text ? text : changes);
    const hypothesis one = {
        .kind = HYPOTHESIS_VARIANT, .variant = as_index(at), .output = SIZE_MAX, .rank = RANK_OPTION
    };
    return hypothesis_add(c, to, one, name);
}

static assay_status list_numbers(comparison *c, hypotheses *to, const assay_option *option, double value)
{
    static const double tried[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 32, 40, 50, 64, 100, 128, 256 };
    char text[160];
    assay_status status = ASSAY_OK;
    for (int k = -1; k <= 1 && status == ASSAY_OK; k++) {
        if (!k || value + k < option->low || value + k > option->high) continue;
        snprintf(text, sizeof text, "%s=%.17g", option->id, value + k);
        status = option_hypothesis(c, to, text, NULL);
    }
    for (size_t k = 0; k < sizeof tried / sizeof *tried && status == ASSAY_OK; k++) {
        if (tried[k] < option->low || tried[k] > option->high || tried[k] == value) continue;
        snprintf(text, sizeof text, "%s=%g", option->id, tried[k]);
        status = option_hypothesis(c, to, text, NULL);
        if (!(option->flags & ASSAY_CUTS_CODES) || option_of_role(c->reference->metric, ASSAY_CUTS_FACTORS) < 0)
            continue;
        snprintf(text, sizeof text, "bins=%g:factor-bins=%g", tried[k], tried[k]);
        if (status == ASSAY_OK) status = option_hypothesis(c, to, text, NULL);
    }
    return status;
}

/* An option that is no whole number: shares, where it is one, else powers of ten of either side. */
static assay_status list_reals(comparison *c, hypotheses *to, const assay_option *option, double value)
{
    static const double share[] = { 0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99, 1 };
    static const double power[] = { 1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e6 };
    const int of_one = option->low >= 0.0 && option->high <= 1.0;
    const double *tried = of_one ? share : power;
    const size_t count = of_one ? sizeof share / sizeof *share : sizeof power / sizeof *power;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < count && status == ASSAY_OK; k++) {
        char text[160];
        if (tried[k] < option->low || tried[k] > option->high || tried[k] == value) continue;
        snprintf(text, sizeof text, "%s=%g", option->id, tried[k]);
        status = option_hypothesis(c, to, text, NULL);
    }
    return status;
}

/* Whole numbers other than the reference's, of all rows: a preset that scores a part of them is met by few. */
static assay_status list_all_rows(comparison *c, hypotheses *to)
{
    static const double tried[] = { 5, 10, 15, 20, 25, 30, 32, 50, 64, 100 };
    const ptrdiff_t rows = option_of_role(c->reference->metric, ASSAY_PART_OF_ROWS);
    const int bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES) >= 0;
    assay_status status = ASSAY_OK;
    if (rows < 0 || c->reference->option[rows] == 0.0 || option_of_role(c->reference->metric, ASSAY_CUTS_FACTORS) < 0)
        return ASSAY_OK;
    for (size_t k = 0; k < sizeof tried / sizeof *tried && status == ASSAY_OK; k++) {
        char text[160];
        snprintf(text, sizeof text, "rows=all:factor-bins=%g", tried[k]);
        status = option_hypothesis(c, to, text, NULL);
        if (status != ASSAY_OK || !bins) continue;
        snprintf(text, sizeof text, "rows=all:bins=%g", tried[k]);
        status = option_hypothesis(c, to, text, NULL);
        snprintf(text, sizeof text, "rows=all:bins=%g:factor-bins=%g", tried[k], tried[k]);
        if (status == ASSAY_OK) status = option_hypothesis(c, to, text, NULL);
    }
    return status;
}

/* Each option of the reference changed by itself. */
static assay_status list_options(comparison *c, hypotheses *to)
{
    const assay_metric *metric = c->reference->metric;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < metric->n_options && status == ASSAY_OK; k++) {
        const assay_option *option = &metric->options[k];
        const double value = c->reference->option[k];
        if (!assay_option_read(metric, c->reference->option, k)) continue;
        for (size_t w = 0; option->words && option->words[w] && status == ASSAY_OK; w++) {
            char text[160];
            if ((double)w == value) continue;
            snprintf(text, sizeof text, "%s=%s", option->id, option->words[w]);
            status = option_hypothesis(c, to, text, NULL);
        }
        if (option->words || status != ASSAY_OK || dear(c)) continue;
        status = (option->flags & ASSAY_WHOLE ? list_numbers : list_reals)(c, to, option, value);
    }
    return status;
}

static assay_status list_transforms(comparison *c, hypotheses *to)
{
    const ptrdiff_t bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES);
    const int binned = bins >= 0 && assay_option_read(c->reference->metric, c->reference->option, (size_t)bins);
    /* from some rows, of others, which it does not draw: of rows that are drawn no first ones are meant */
    const int learns = !relation_rows_may_repeat(c->reference->metric, c->reference->option) &&
                       !(c->reference->metric->flags & ASSAY_RANDOM);
    size_t many = SIZE_MAX; /* the reference with bins enough for all bin numbers */
    if (binned) {
        char text[64];
        snprintf(text, sizeof text, "bins=%g", 2.0 * c->reference->option[bins] + 8.0);
        const assay_status status = variant_changed(c, to, text, &many);
        if (status != ASSAY_OK) return status;
    }
    for (size_t t = 1; t < transform_count(); t++) {
        const transform *by = transform_at(t);
        if ((by->bins.codes && many == SIZE_MAX) || (t > 1 && dear(c))) continue;
        if (by->learns && !learns) continue;
        const hypothesis one = { .kind = HYPOTHESIS_VARIANT,
                                 .transform = t,
                                 .output = SIZE_MAX,
                                 .rank = RANK_MISTAKE + by->more,
                                 .variant = by->bins.codes ? as_index(many) : NULL };
        ASSAY_TRY(hypothesis_add(c, to, one, by->text));
    }
    return ASSAY_OK;
}

/* Another output of the reference, under the name of the one that is compared. */
static assay_status list_outputs(comparison *c, hypotheses *to)
{
    const assay_metric *metric = c->reference->metric;
    const int alone = c->n_outputs == 1 || c->only != SIZE_MAX;
    assay_status status = ASSAY_OK;
    for (size_t o = 0; alone && o < metric->n_outputs && status == ASSAY_OK; o++) {
        char text[128];
        if (o == c->output[output_of_means(c)].want) continue;
        snprintf(text, sizeof text, "the reference's %.100s", metric->outputs[o].id);
        const hypothesis one = { .kind = HYPOTHESIS_VARIANT, .output = o, .rank = RANK_PRESET };
        status = hypothesis_add(c, to, one, text);
    }
    return status;
}

static assay_status list_aggregates(comparison *c, hypotheses *to)
{
    assay_status status = hypothesis_add(
        c, to, (hypothesis){ .kind = HYPOTHESIS_VARIANT, .output = SIZE_MAX, .rank = RANK_OPTION }, "the score");
    if (status == ASSAY_OK)
        status = hypothesis_add(
            c, to, (hypothesis){ .kind = HYPOTHESIS_ITEMS, .output = SIZE_MAX, .rank = RANK_OPTION }, "the items");
    for (size_t k = 0; k < aggregate_count() && status == ASSAY_OK; k++) {
        const hypothesis one = { .kind = HYPOTHESIS_AGGREGATE, .index = k, .output = SIZE_MAX, .rank = RANK_MISTAKE };
        status = hypothesis_add(c, to, one, aggregate_text(k));
    }
    return status;
}

/* "mi:bins=10:rule=range": with the options that the reference gives it. */
static void relation_name(const variant *v, const relation_kind *kind, char *to, size_t size)
{
    double option[RELATION_OPTIONS_MOST];
    relation_options_of(v->metric, v->option, kind, option);
    relation_key(kind, option, to, size);
}

static assay_status list_forms(comparison *c, hypotheses *to)
{
    const assay_metric *metric = c->reference->metric;
    const char *relation = assay_metric_relation(metric, c->reference->option);
    const relation_kind *kind = relation ? relation_find(relation) : NULL;
    const int correlated = kind && kind->squares,
              chosen = kind && !metric->relation; /* one that cannot be is dear, or r2 */
    if (c->n_outputs > 1 || (!chosen && !correlated)) return ASSAY_OK;
    to->n_relations = (size_t)chosen;
    if (chosen) relation_name(c->reference, kind, to->relation[0], sizeof to->relation[0]);
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < form_count() && status == ASSAY_OK; k++) {
        const form f = form_at(k);
        if (form_is_none(&f)) continue;
        if (f.signed_rank ? !correlated || f.normaliser : !to->n_relations) continue; /* correlations: totals are 1 */
        char text[512];
        form_text(&f, kind->quantity ? kind->quantity : kind->id, text, sizeof text);
        const hypothesis one = { .kind = HYPOTHESIS_FORM,
                                 .index = k,
                                 .output = SIZE_MAX,
                                 .relation = f.signed_rank ? SIZE_MAX : 0,
                                 .rank = RANK_FORM };
        status = hypothesis_add(c, to, one, text);
    }
    return status;
}

/* What a metric that draws rows for a factor's value gives where the draw does not look at it: no more than chance,
 * which is 0, or one in the number of factors where that is not taken off (rest_by_factors). */
static assay_status list_chance(comparison *c, hypotheses *to)
{
    const assay_metric *metric = c->reference->metric;
    const hypothesis one = { .kind = HYPOTHESIS_CHANCE, .output = SIZE_MAX, .rank = RANK_PRESET };
    if (strcmp(metric->family, "intervention") != 0 || !(metric->flags & ASSAY_RANDOM)) return ASSAY_OK;
    return hypothesis_add(c, to, one, "chance");
}

/* The reference of a relation computed otherwise. */
static assay_status list_relations(comparison *c, hypotheses *to)
{
    const char *relation = assay_metric_relation(c->reference->metric, c->reference->option);
    const relation_kind *kind = relation ? relation_find(relation) : NULL;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; kind && k < relation_mistake_count() && status == ASSAY_OK; k++) {
        const char *text = relation_mistake_text(k, kind->squares);
        const hypothesis one = { .kind = HYPOTHESIS_RELATION, .index = k, .output = SIZE_MAX, .rank = RANK_MISTAKE };
        if (text) status = hypothesis_add(c, to, one, text);
    }
    return status;
}

assay_status hypotheses_list(comparison *c, hypotheses *to, assay_error *err)
{
    *to = (hypotheses){ 0 };
    assay_status status = list_aggregates(c, to);
    if (status == ASSAY_OK) status = list_outputs(c, to);
    if (status == ASSAY_OK) status = list_presets(c, to);
    if (status == ASSAY_OK) status = list_options(c, to);
    if (status == ASSAY_OK && !dear(c)) status = list_all_rows(c, to);
    if (status == ASSAY_OK) status = list_transforms(c, to);
    if (status == ASSAY_OK) status = list_chance(c, to);
    if (status == ASSAY_OK) status = list_forms(c, to);
    if (status == ASSAY_OK && !dear(c)) status = list_relations(c, to);
    if (status != ASSAY_OK) {
        hypotheses_free(to);
        return assay_fail(err, status, "memory ran out");
    }
    for (size_t k = 0; k < to->count; k++) {
        const uintptr_t index = (uintptr_t)to->at[k].variant;
        to->at[k].variant = index ? &to->variants.at[index - 1] : c->reference;
    }
    return ASSAY_OK;
}

void hypotheses_free(hypotheses *s)
{
    for (size_t k = 0; k < s->count; k++) {
        free(s->at[k].mean);
        free(s->at[k].mark);
    }
    free(s->at);
    selection_free(&s->variants);
    *s = (hypotheses){ 0 };
}
