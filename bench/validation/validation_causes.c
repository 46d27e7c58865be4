/*
 * Every cause known here, simplest first: other options of the reference, its presets and other outputs, one step of it
 * changed (validation_changes.c), other metrics of the family. Which are tried depends on how much work they are, as
 * their descriptors state it, and on no clock.
 */
#include "relation.h"
#include "validation_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_ROOM = 64, TEXT_ROOM = 768 };

static assay_status cause_add(comparison *c, causes *to, cause one, const char *text)
{
    if (to->count % 256 == 0) {
        cause *more = realloc(to->at, (to->count + 256) * sizeof *more);
        if (!more) return ASSAY_ENOMEM;
        to->at = more;
    }
    one.text = arena_text(&c->memory, text);
    to->at[to->count++] = one;
    return one.text ? ASSAY_OK : ASSAY_ENOMEM;
}

ptrdiff_t option_of_role(const assay_metric *metric, int32_t role)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (metric->options[k].flags & role) return (ptrdiff_t)k;
    return -1;
}

static int dear(const comparison *c) { return c->work > DEAR; }

/* variants are added first, causes when the list no longer moves: variant is an index, plus 1, until then. */
static assay_status variant_add(causes *to, const char *name, const variant **index)
{
    assay_error ignored;
    const size_t before = to->variants.count;
    const assay_status status = selection_add(&to->variants, name, &ignored);
    *index = to->variants.count > before ? (const variant *)(uintptr_t)(before + 1) : NULL;
    return status == ASSAY_ENOMEM ? status : ASSAY_OK;
}

static assay_status variant_changed(const comparison *c, causes *to, const char *options, const variant **index)
{
    char name[2 * TEXT_ROOM];
    snprintf(name, sizeof name, "%s@%s:%s", c->reference->metric->id, c->reference->id.text, options);
    return variant_add(to, name, index);
}

/* ---- options ---- */

static assay_status option_cause(comparison *c, causes *to, const char *changes)
{
    cause one = { .step = CHANGED_OPTIONS, .output = SIZE_MAX };
    char text[TEXT_ROOM];
    ASSAY_TRY(variant_changed(c, to, changes, &one.variant));
    snprintf(text, sizeof text, "%s with %s", c->reference->metric->id, changes);
    return one.variant ? cause_add(c, to, one, text) : ASSAY_OK;
}

static int is_cut(const assay_metric *metric, const assay_option *option)
{
    return option->flags & ASSAY_CUTS_CODES && option_of_role(metric, ASSAY_CUTS_FACTORS) >= 0;
}

/* `before` are options that are changed, too: "rows=all:", or none. */
static assay_status list_number(comparison *c, causes *to, const assay_option *option, const char *before, double x)
{
    char text[160];
    if (x < option->low || x > option->high) return ASSAY_OK;
    snprintf(text, sizeof text, "%s%s=%.10g", before, option->id, x);
    ASSAY_TRY(option_cause(c, to, text));
    if (!is_cut(c->reference->metric, option)) return ASSAY_OK;
    snprintf(text, sizeof text, "%sbins=%g:factor-bins=%g", before, x, x);
    return option_cause(c, to, text);
}

/* Whole numbers; shares; else powers of ten of either side. A preset that scores a part of the rows is met by few: bins
 * other than its own are of all rows, too. */
static assay_status list_numbers(comparison *c, causes *to, const assay_option *option, double value)
{
    static const double whole[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 32, 40, 50, 64, 100, 128, 256 };
    static const double share[] = { 0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99, 1 };
    static const double power[] = { 1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e6 };
    const int is_whole = option->flags & ASSAY_WHOLE, of_one = option->low >= 0.0 && option->high <= 1.0;
    const double *tried = is_whole ? whole : of_one ? share : power;
    const size_t count = is_whole ? sizeof whole / sizeof *whole
                         : of_one ? sizeof share / sizeof *share : sizeof power / sizeof *power;
    const ptrdiff_t rows = option_of_role(c->reference->metric, ASSAY_PART_OF_ROWS);
    const int parts = rows >= 0 && c->reference->option[rows] != 0.0;
    for (int k = -1; k <= 1 && is_whole; k += 2) ASSAY_TRY(list_number(c, to, option, "", value + k));
    for (size_t k = 0; k < count; k++) {
        if (tried[k] == value) continue;
        ASSAY_TRY(list_number(c, to, option, "", tried[k]));
        if (parts && option->flags & (ASSAY_CUTS_CODES | ASSAY_CUTS_FACTORS))
            ASSAY_TRY(list_number(c, to, option, "rows=all:", tried[k]));
    }
    return ASSAY_OK;
}

/* Each option of the reference changed by itself. */
static assay_status list_options(comparison *c, causes *to)
{
    const assay_metric *metric = c->reference->metric;
    for (size_t k = 0; k < metric->n_options; k++) {
        const assay_option *option = &metric->options[k];
        const double value = c->reference->option[k];
        if (!assay_option_read(metric, c->reference->option, k)) continue;
        for (size_t w = 0; option->words && option->words[w]; w++) {
            char text[160];
            snprintf(text, sizeof text, "%s=%s", option->id, option->words[w]);
            if ((double)w != value) ASSAY_TRY(option_cause(c, to, text));
        }
        if (!option->words && !dear(c)) ASSAY_TRY(list_numbers(c, to, option, value));
    }
    return ASSAY_OK;
}

/* ---- presets, outputs ---- */

/* Metrics that are much work are no causes of others' values. */
static int preset_dear(const assay_metric *metric, const assay_preset *preset)
{
    double option[OPTIONS_ROOM];
    if (metric->n_options > OPTIONS_ROOM || assay_options_settle(metric, preset, NULL, option, NULL) != ASSAY_OK)
        return 1;
    const variant v = { .metric = metric, .option = option };
    return variant_work(&v, &usual_size) > DEAR;
}

/* Those of a metric; of another than the reference's each output. */
static assay_status list_presets(comparison *c, causes *to, const assay_metric *metric)
{
    const int own = metric == c->reference->metric;
    for (size_t p = 0; p < metric->n_presets; p++) {
        if (!own && preset_dear(metric, &metric->presets[p])) continue;
        char name[256];
        cause one = { .step = CHANGED_OPTIONS, .output = SIZE_MAX };
        snprintf(name, sizeof name, "%s@%s", metric->id, metric->presets[p].id);
        ASSAY_TRY(variant_add(to, name, &one.variant));
        for (size_t o = 0; o < (own ? 1 : metric->n_outputs) && one.variant; o++) {
            one.output = own ? SIZE_MAX : o;
            if (!own && metric->n_outputs > 1)
                snprintf(name, sizeof name, "%s@%s (%s)", metric->id, metric->presets[p].id, metric->outputs[o].id);
            ASSAY_TRY(cause_add(c, to, one, name));
        }
    }
    return ASSAY_OK;
}

static assay_status list_family(comparison *c, causes *to)
{
    for (size_t m = 0; m < assay_metric_count() && !dear(c); m++) {
        const assay_metric *metric = assay_metric_at(m), *own = c->reference->metric;
        if (metric != own && strcmp(metric->family, own->family) == 0) ASSAY_TRY(list_presets(c, to, metric));
    }
    return ASSAY_OK;
}

/* Another output of the reference, under the name of the one that is compared. */
static assay_status list_outputs(comparison *c, causes *to)
{
    const assay_metric *metric = c->reference->metric;
    for (size_t o = 0; o < metric->n_outputs && (c->n_outputs == 1 || c->only != SIZE_MAX); o++) {
        char text[128];
        const cause one = { .step = CHANGED_OPTIONS, .output = o };
        snprintf(text, sizeof text, "the reference's %.100s", metric->outputs[o].id);
        if (o != c->output[c->only == SIZE_MAX ? 0 : c->only].want) ASSAY_TRY(cause_add(c, to, one, text));
    }
    return ASSAY_OK;
}

/* ---- changes of one step ---- */

static assay_status list_changes(comparison *c, causes *to, int step, const variant *of)
{
    const char *relation = assay_metric_relation(c->reference->metric, c->reference->option);
    const relation_kind *kind = relation ? relation_find(relation) : NULL;
    if (step == CHANGED_RELATION && !kind) return ASSAY_OK;
    for (size_t k = 0; k < change_count(step); k++) {
        const char *text = change_text(step, k, kind && kind->squares);
        const cause one = { .step = step, .index = k, .output = SIZE_MAX, .variant = of };
        if (text) ASSAY_TRY(cause_add(c, to, one, text));
    }
    return ASSAY_OK;
}

/* The reference with bins enough for all bin numbers. */
static assay_status list_bins(comparison *c, causes *to)
{
    const ptrdiff_t bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES);
    const variant *many;
    char text[64];
    if (bins < 0 || !assay_option_read(c->reference->metric, c->reference->option, (size_t)bins)) return ASSAY_OK;
    snprintf(text, sizeof text, "bins=%g", 2.0 * c->reference->option[bins] + 8.0);
    ASSAY_TRY(variant_changed(c, to, text, &many));
    return many ? list_changes(c, to, CHANGED_BINS, many) : ASSAY_OK;
}

static assay_status list_all(comparison *c, causes *to)
{
    ASSAY_TRY(list_options(c, to));
    ASSAY_TRY(list_presets(c, to, c->reference->metric));
    ASSAY_TRY(list_outputs(c, to));
    ASSAY_TRY(list_changes(c, to, CHANGED_MEAN, NULL));
    if (!dear(c)) ASSAY_TRY(list_changes(c, to, CHANGED_RELATION, NULL));
    if (!dear(c)) ASSAY_TRY(list_bins(c, to));
    if (!dear(c)) ASSAY_TRY(list_changes(c, to, CHANGED_EXCHANGED, NULL));
    ASSAY_TRY(list_changes(c, to, CHANGED_SCORE, NULL));
    ASSAY_TRY(list_changes(c, to, CHANGED_ITEMS, NULL));
    return list_family(c, to);
}

assay_status causes_list(comparison *c, causes *to, assay_error *err)
{
    *to = (causes){ 0 };
    const assay_status status = list_all(c, to);
    for (size_t k = 0; k < to->count; k++) {
        const uintptr_t index = (uintptr_t)to->at[k].variant;
        to->at[k].variant = index ? &to->variants.at[index - 1] : c->reference;
    }
    if (status == ASSAY_OK) return ASSAY_OK;
    causes_free(to);
    return assay_fail(err, status, "memory ran out");
}

void causes_free(causes *s)
{
    free(s->at);
    selection_free(&s->variants);
    *s = (causes){ 0 };
}
