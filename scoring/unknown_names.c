#include "unknown_names.h"

#include "near_name.h"

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

assay_status unknown_metric(const char *name, assay_error *err)
{
    const char *prefix = missing_prefix(name);
    if (prefix)
        return assay_fail(err, ASSAY_EUSAGE, "no metric '%s': did you mean '%s:%s'? (a metric of one's own in a file)",
                          name, prefix, name);
    near_name near = near_to(name);
    for (size_t m = 0; m < assay_metric_count(); m++) near_offer(&near, assay_metric_at(m)->id);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "metric", NULL, "assay list metrics"));
}

assay_status unknown_preset(const assay_metric *metric, const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t p = 0; p < metric->n_presets; p++) near_offer(&near, metric->presets[p].id);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "preset", metric->id, NULL));
}
