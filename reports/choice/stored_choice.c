/* What a store says of the choice of a metric, or why it says nothing. */
#include "choice.h"
#include "needed.h"
#include "store_about.h"

#include <inttypes.h>
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
    FREED(catalog_free) catalog all = { 0 };
    ASSAY_TRY(store_catalog(s, &all, err));
    return store_missing(s, &all, count_pair, to, err);
}

assay_status stored_choice_read(store *s, const char *metrics, const choice_like *like, stored_choice *to,
                                assay_error *err)
{
    const assay_metric *metric;
    for (size_t k = 0; metrics && (metric = assay_metric_at(k)); k++) /* nothing is recommended without controls */
        if (strcmp(metric->family, "control") == 0) metrics = phrase_join(metrics, ",", metric->id);
    const store_filter filter = { .metrics = metrics, .overall = 1, .pairs = 1 };
    ASSAY_TRY(evidence_read(s, &filter, &to->scores, err));
    return stored_choice_make(s, like, to, err);
}

assay_status stored_choice_make(store *s, const choice_like *like, stored_choice *to, assay_error *err)
{
    uint64_t missing = 0;
    if (to->scores.count) ASSAY_TRY(count_missing(s, &missing, err));
    if (!missing) choice_make(&to->scores, like, &to->made);
    if (missing)
        to->why_not =
            phrase("%" PRIu64 " scores of its pairs of known order are missing, and part of the pairs ranks no metric.",
                   missing);
    else if (!to->made.rows) to->why_not = "It has no pairs of known order, and nothing is recommended without them.";
    return ASSAY_OK;
}
