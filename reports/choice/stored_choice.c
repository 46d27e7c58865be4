/* What a store says of the choice of a metric, or why it says nothing. */
#include "choice.h"
#include "needed.h"
#include "store_missing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static assay_status count_pair(const store_missing_cell *cell, void *context)
{
    const assay_scenario *scenario = assay_scenario_find(cell->point->at.scenario);
    if (scenario && scenario->is_bank) ++*(uint64_t *)context;
    return ASSAY_OK;
}

/* The cells of pairs that the plans of the store ask for and that are not there, whoever's scores are asked for. */
static assay_status count_missing(store *s, uint64_t *to, assay_error *err)
{
    catalog all = { 0 };
    assay_status status = store_catalog(s, &all, err);
    if (status == ASSAY_OK) status = store_missing(s, &all, count_pair, to, err);
    catalog_free(&all);
    return status;
}

/* The list and every control: nothing is recommended without them. */
static char *add_controls(const char *metrics)
{
    const assay_metric *metric;
    char *text = NULL;
    size_t size = 0;
    FILE *to = needed(open_memstream(&text, &size));
    fputs(metrics, to);
    for (size_t k = 0; (metric = assay_metric_at(k)); k++)
        if (strcmp(metric->family, "control") == 0) fprintf(to, ",%s", metric->id);
    needed_close(to);
    return text;
}

assay_status stored_choice_read(store *s, const char *metrics, const choice_like *like, stored_choice *to,
                                assay_error *err)
{
    char *with_controls = metrics ? add_controls(metrics) : NULL;
    const store_filter filter = { .metrics = with_controls, .overall = 1, .pairs = 1 };
    const assay_status status = evidence_read(s, &filter, &to->scores, err);
    free(with_controls);
    return status == ASSAY_OK ? stored_choice_make(s, like, to, err) : status;
}

assay_status stored_choice_make(store *s, const choice_like *like, stored_choice *to, assay_error *err)
{
    uint64_t missing = 0;
    if (to->scores.count) ASSAY_TRY(count_missing(s, &missing, err));
    if (!missing) choice_make(&to->scores, like, &to->made);
    if (missing)
        snprintf(to->why_not, sizeof to->why_not,
                 "%" PRIu64 " scores of its pairs of known order are missing, and part of the pairs ranks no metric.",
                 missing);
    else if (!to->made.rows)
        snprintf(to->why_not, sizeof to->why_not,
                 "It has no pairs of known order, and nothing is recommended without them.");
    return ASSAY_OK;
}

void stored_choice_free(stored_choice *c)
{
    choice_free(&c->made);
    evidence_free(&c->scores);
    c->why_not[0] = '\0';
}
