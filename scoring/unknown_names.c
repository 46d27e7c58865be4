#include "unknown_names.h"

#include "near_name.h"
#include "wording.h"

#include <string.h>

/* "mine.py", "./gap.so:timeout=5": a file that lacks the word which says what it is. */
static const char *missing_prefix(const char *name)
{
    static const struct {
        const char *ending, *prefix;
    } known[] = { { ".py", "python" }, { ".so", "plugin" } };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const char *at = strstr(name, known[k].ending);
        if (at && (!at[3] || at[3] == ':')) return known[k].prefix;
    }
    return NULL;
}

static assay_status unknown(const char *name, const char *what, const char *list, near_name *near, assay_error *err)
{
    char question[NEAR_QUESTION];
    return assay_fail(err, ASSAY_EUSAGE, "no %s '%s'; `assay list %s` names all%s", what, name, list,
                      near_question(near, question));
}

assay_status unknown_metric(const char *name, assay_error *err)
{
    const char *prefix = missing_prefix(name);
    if (prefix)
        return assay_fail(err, ASSAY_EUSAGE, "no metric '%s'; did you mean '%s:%s'? (a metric of one's own in a file)",
                          name, prefix, name);
    near_name near = near_to(name);
    for (size_t m = 0; m < assay_metric_count(); m++) near_offer(&near, assay_metric_at(m)->id);
    return unknown(name, "metric", "metrics", &near, err);
}

assay_status unknown_scenario(const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t k = 0; k < assay_scenario_count(); k++) near_offer(&near, assay_scenario_at(k)->id);
    return unknown(name, "scenario", "scenarios", &near, err);
}

assay_status unknown_profile(const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t k = 0; k < assay_profile_count(); k++) near_offer(&near, assay_profile_at(k)->id);
    return unknown(name, "factor profile", "profiles", &near, err);
}

assay_status unknown_preset(const assay_metric *metric, const char *name, assay_error *err)
{
    char known[512], question[NEAR_QUESTION];
    wording w = WORDING(known);
    near_name near = near_to(name);
    for (size_t p = 0; p < metric->n_presets; p++) {
        wording_join(&w, ", ", metric->presets[p].id);
        near_offer(&near, metric->presets[p].id);
    }
    return assay_fail(err, ASSAY_EUSAGE, "%s has no preset '%s'; it has: %s%s", metric->id, name, known,
                      near_question(&near, question));
}
