/* A metric's options and those of its relations. An option belongs to the relations that have one of its name, among
 * those that the metric lets its user choose; all others are the metric's own and always read. */
#include "relation.h"

#include "option_list.h"
#include "wording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int relation_has(const relation_kind *kind, const char *id)
{
    return kind && option_called(kind->options, kind->n_options, id) < kind->n_options;
}

/* The same choice where one of the two offers fewer words. */
static double value_for(const assay_option *theirs, const assay_option *ours, double value)
{
    if (!ours->words) return value;
    size_t w = 0;
    while (theirs->words[w] && strcmp(theirs->words[w], ours->words[(size_t)value]) != 0) w++;
    return theirs->words[w] ? (double)w : theirs->standard;
}

void relation_options_of(const assay_metric *metric, const double *option, const relation_kind *kind, double *to)
{
    assay_options_standard(kind->options, kind->n_options, to);
    for (size_t k = 0; k < kind->n_options; k++) {
        const size_t own = option_called(metric->options, metric->n_options, kind->options[k].id);
        if (own < metric->n_options) to[k] = value_for(&kind->options[k], &metric->options[own], option[own]);
    }
}

const char *assay_metric_relation(const assay_metric *metric, const double *option)
{
    if (!metric || (metric->n_options && !option)) return NULL;
    for (size_t k = 0; k < metric->n_options; k++)
        if ((metric->options[k].flags & (ASSAY_CHOOSES | ASSAY_OF_CLASSES)) == ASSAY_CHOOSES)
            return metric->options[k].words[(size_t)option[k]];
    return metric->relation;
}

int32_t assay_option_read(const assay_metric *metric, const double *option, size_t index)
{
    if (!metric || !option || index >= metric->n_options) return ASSAY_UNREAD;
    const char *id = metric->options[index].id;
    int32_t read = ASSAY_UNREAD;
    int owned = 0;
    for (size_t k = 0; k < metric->n_options; k++) {
        const assay_option *choice = &metric->options[k];
        if (!(choice->flags & ASSAY_CHOOSES)) continue;
        for (size_t w = 0; choice->words[w]; w++) {
            if (!relation_has(relation_find(choice->words[w]), id)) continue;
            owned = 1;
            const int32_t how = choice->flags & ASSAY_OF_CLASSES ? ASSAY_READ_OF_CLASSES : ASSAY_READ;
            if ((double)w == option[k] && how > read) read = how;
        }
    }
    return owned ? read : ASSAY_READ;
}

/* Adds "relation=mi-knn, which has neighbours, entropy". */
static void describe_choice(const assay_option *choice, double value, wording *to)
{
    const char *word = choice->words[(size_t)value];
    const relation_kind *kind = relation_find(word);
    wording_add(to, "%s%s=%s", to->used ? ", and " : "", choice->id, word);
    for (size_t k = 0; kind && k < kind->n_options; k++)
        wording_add(to, "%s%s", k ? ", " : ", which has ", kind->options[k].id);
}

static assay_status refuse(const assay_metric *metric, const double *option, size_t index, assay_error *err)
{
    char chosen[768];
    wording w = WORDING(chosen);
    for (size_t k = 0; k < metric->n_options; k++)
        if (metric->options[k].flags & ASSAY_CHOOSES) describe_choice(&metric->options[k], option[k], &w);
    return assay_fail(err, ASSAY_EUSAGE, "no option '%s' with %s", metric->options[index].id, chosen);
}

assay_status assay_options_settle(const assay_metric *metric, const assay_preset *preset, const char *changes,
                                  double *to, assay_error *err)
{
    if (!metric) return assay_fail(err, ASSAY_EUSAGE, "metric is NULL");
    const size_t n = metric->n_options;
    if (n && !to) return assay_fail(err, ASSAY_EUSAGE, "to is NULL: it takes the %zu options of %s", n, metric->id);
    double *change = malloc((n + 1) * sizeof *change); /* NaN: none */
    if (!change) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < n; k++) change[k] = NAN;
    assay_options_standard(metric->options, n, to);
    assay_status status = assay_options_parse(metric->options, n, preset ? preset->options : NULL, to, err);
    if (status == ASSAY_OK) status = assay_options_parse(metric->options, n, changes, change, err);
    for (size_t k = 0; k < n && status == ASSAY_OK; k++)
        if (!isnan(change[k])) to[k] = change[k];
    for (size_t k = 0; k < n && status == ASSAY_OK; k++)
        if (!isnan(change[k]) && assay_option_read(metric, to, k) == ASSAY_UNREAD) status = refuse(metric, to, k, err);
    free(change);
    return status;
}

size_t relation_key(const relation_kind *kind, const double *option, int stream, char *to, size_t size)
{
    wording w = wording_in(to, size);
    wording_add(&w, "%s", kind->id);
    for (size_t k = 0; k < kind->n_options; k++) {
        char value[64];
        if (kind->options[k].flags & ASSAY_NAMED_IF_SET && option[k] == kind->options[k].standard) continue;
        if (stream && kind->options[k].flags & ASSAY_BY_ORDER && option[k] == kind->options[k].low) continue;
        if (stream && kind->options[k].flags & ASSAY_TESTS) continue; /* a test of what is drawn, which draws nothing */
        assay_option_print(&kind->options[k], option[k], value, sizeof value);
        wording_add(&w, ":%s=%s", kind->options[k].id, value);
    }
    return w.used;
}
