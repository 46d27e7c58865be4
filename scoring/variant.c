#include "variant.h"

#include "option_list.h"
#include "owned.h"

#include <math.h>
#include <stdio.h>

/* Both [n_options]: what the preset says, and with the changes. */
static assay_status settle(const variant *v, const char *options, double *standard, assay_error *err)
{
    const assay_metric *metric = v->metric;
    assay_error why = { "" };
    assay_status status = assay_options_settle(metric, v->preset, NULL, standard, &why);
    if (status == ASSAY_OK) status = assay_options_settle(metric, v->preset, options, v->option, &why);
    return status == ASSAY_OK ? status : assay_fail(err, status, "%s@%s: %s", metric->id, v->preset->id, why.text);
}

/* Its name: what the options change about the preset. */
static assay_status name(variant *v, const double *standard)
{
    const size_t n = v->metric->n_options;
    OWNED unsigned char *keep = zeroed(n, sizeof *keep);
    FREED(settings_free) settings changed = { 0 };
    if (!keep) return ASSAY_ENOMEM;
    for (size_t k = 0; k < n; k++) keep[k] = v->option[k] != standard[k];
    ASSAY_TRY(settings_make(v->metric->options, n, v->option, keep, SETTINGS_OF_VARIANT, &changed));
    return variant_id_from(v->metric->id, v->preset->id, changed.at, changed.n, &v->id);
}

/* options: "bins=15:rule=range", settled without an error. */
static void note_asked(variant *v, const char *options)
{
    for (const char *at = options ? options : ""; *at; at += strcspn(at, ":"), at += *at == ':')
        for (size_t k = 0; k < v->metric->n_options; k++) {
            const char *id = v->metric->options[k].id;
            const size_t length = strlen(id);
            if (strncmp(at, id, length) == 0 && at[length] == '=') v->asked[k] = 1;
        }
}

assay_status variant_make(const assay_metric *metric, const assay_preset *preset, const char *options, variant *to,
                          assay_error *err)
{
    OWNED double *standard = zeroed(metric->n_options, sizeof *standard);
    *to = (variant){ .metric = metric,
                     .preset = preset,
                     .option = zeroed(metric->n_options, sizeof *to->option),
                     .asked = zeroed(metric->n_options, sizeof *to->asked) };
    assay_status status = standard && to->option && to->asked ? settle(to, options, standard, err) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = name(to, standard);
    if (status == ASSAY_OK) note_asked(to, options);
    else variant_free(to);
    return status;
}

void variant_free(variant *v)
{
    if (v->close) v->close(v->metric);
    variant_id_free(&v->id);
    free(v->asked);
    free(v->option);
    *v = (variant){ 0 };
}

int variant_with(const variant *from, ptrdiff_t place, double x, double room[VARIANT_OPTIONS], variant *to)
{
    if (place < 0 || from->metric->n_options > VARIANT_OPTIONS) return 0;
    memcpy(room, from->option, from->metric->n_options * sizeof *room);
    room[place] = fmin(from->metric->options[place].high, x);
    *to = *from;
    to->option = room;
    return 1;
}

double variant_work(const variant *v, const assay_size *size)
{
    const double work = assay_metric_cost(v->metric, v->option, size);
    return isnan(work) ? INFINITY : work;
}

ptrdiff_t option_of_role(const assay_metric *metric, int32_t role)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (metric->options[k].flags & role) return (ptrdiff_t)k;
    return -1;
}

size_t variant_metric_place(const variant *v)
{
    size_t place = 0;
    while (assay_metric_at(place) && assay_metric_at(place) != v->metric) place++;
    return place;
}

size_t variant_preset_place(const variant *v) { return (size_t)(v->preset - v->metric->presets); }

static variant *selection_holds(const selection *s, const variant *one)
{
    for (size_t k = 0; k < s->count; k++)
        if (s->at[k].metric == one->metric && strcmp(s->at[k].id.text, one->id.text) == 0) return &s->at[k];
    return NULL;
}

assay_status selection_take(selection *to, variant *one)
{
    variant *held = selection_holds(to, one);
    if (held) {
        for (size_t k = 0; k < one->metric->n_options; k++) held->asked[k] |= one->asked[k];
        held->by_group &= one->by_group;
        variant_free(one);
        return ASSAY_OK;
    }
    variant *at = realloc(to->at, (to->count + 1) * sizeof *at);
    if (!at) {
        variant_free(one);
        return ASSAY_ENOMEM;
    }
    to->at = at;
    at[to->count++] = *one;
    return ASSAY_OK;
}

void selection_cut(selection *s, size_t count)
{
    while (s->count > count) variant_free(&s->at[--s->count]);
}

void selection_drop(selection *from, const selection *dropped, int any_preset)
{
    size_t kept = 0;
    for (size_t k = 0; k < from->count; k++) {
        variant *v = &from->at[k];
        int drop = 0;
        for (size_t d = 0; d < dropped->count; d++)
            drop |=
                v->metric == dropped->at[d].metric && (any_preset || strcmp(v->id.text, dropped->at[d].id.text) == 0);
        if (drop) variant_free(v);
        else from->at[kept++] = *v;
    }
    from->count = kept;
}

int variant_of_dictionaries(const variant *v)
{
    return v->by_group && v->metric->flags & (ASSAY_DIRECTIONS | ASSAY_CONCEPTS);
}

int variant_left_out(const variant *v, const assay_size *size)
{
    const int is_sparse = 2.0 * (double)size->n_zeros >= (double)size->n * (double)size->n_codes;
    return variant_of_dictionaries(v) && !size->dims && !(is_sparse && v->metric->flags & ASSAY_CONCEPTS);
}

/* Of the codes; rep has not been checked. */
static size_t zeros_of(const assay_rep *rep)
{
    const size_t all = rep->n * rep->n_codes;
    size_t count = 0;
    if (!rep->codes) return rep->sparse_codes.start ? all - rep->sparse_codes.start[rep->n_codes] : 0;
    for (size_t k = 0; k < all; k++) count += rep->codes[k] == 0.0;
    return count;
}

void selection_fit(selection *s, const assay_rep *rep)
{
    size_t kept = 0;
    assay_size size = { .n = rep->n, .n_codes = rep->n_codes, .dims = rep->directions ? rep->dims : 0 };
    int asks = 0;
    for (size_t k = 0; k < s->count; k++) asks |= variant_of_dictionaries(&s->at[k]);
    if (asks && !size.dims) size.n_zeros = zeros_of(rep);
    for (size_t k = 0; k < s->count; k++) {
        variant *v = &s->at[k];
        if (variant_left_out(v, &size) || (!rep->n_factors && v->by_group && !(v->metric->flags & ASSAY_CODES_ALONE)))
            variant_free(v);
        else s->at[kept++] = *v;
    }
    s->count = kept;
}

void selection_free(selection *s)
{
    selection_cut(s, 0);
    free(s->at);
    *s = (selection){ 0 };
}

/* ---- metrics that compare code tables ---- */

/* The place of the option `tables`; n_options: the metric has none. */
static size_t option_of_tables(const assay_metric *metric)
{
    return option_called(metric->options, metric->n_options, "tables");
}

int variant_lacks_tables(const variant *v)
{
    const size_t place = option_of_tables(v->metric);
    return place < v->metric->n_options && !v->asked[place];
}

/* A variant that was told the number already must have been told this one. */
static assay_status variant_of_tables(const variant *of, size_t tables, variant *to, assay_error *err)
{
    const settings *changed = &of->id.changed;
    const size_t place = option_of_tables(of->metric);
    char options[1024];
    if (of->asked[place] && of->option[place] != (double)tables)
        return assay_fail(err, ASSAY_EUSAGE, "%s:tables=%g: there are %zu code tables; leave tables= out",
                          of->metric->id, of->option[place], tables);
    if (of->asked[place]) return variant_make(of->metric, of->preset, changed->text, to, err);
    const int size = snprintf(options, sizeof options, "%s%stables=%zu", changed->text, changed->n ? ":" : "", tables);
    if (size >= (int)sizeof options) return assay_fail(err, ASSAY_EUSAGE, "%s: too many options", of->metric->id);
    return variant_make(of->metric, of->preset, options, to, err);
}

assay_status selection_of_tables(const selection *from, size_t tables, selection *to, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < from->count && status == ASSAY_OK; k++) {
        variant one = { 0 };
        if (option_of_tables(from->at[k].metric) == from->at[k].metric->n_options) continue;
        status = variant_of_tables(&from->at[k], tables, &one, err);
        if (status == ASSAY_OK) status = selection_take(to, &one);
    }
    if (status == ASSAY_OK && !to->count)
        return assay_fail(err, ASSAY_EUSAGE,
                          "%zu code tables of the same rows, and no metric is asked for that compares tables (udr is "
                          "one); to score one table give --factors FILE.npz:factors --codes FILE.npz:codes_1",
                          tables);
    return status;
}
