/* Metrics that a list names, and what to say where there is none of a name. */
#include "metric_names.h"

#include <stdio.h>
#include <string.h>

static size_t edit_distance(const char *a, const char *b)
{
    size_t row[65];
    const size_t columns = strlen(b) < 64 ? strlen(b) : 64;
    for (size_t j = 0; j <= columns; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t change = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            const size_t shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < shorter ? change : shorter;
        }
    }
    return row[columns];
}

/* "mine.py", "./gap.so:timeout=5": a file that lacks the word which says what it is. */
static const char *missing_prefix(const char *name)
{
    static const struct { const char *ending, *prefix; } known[] = { { ".py", "python" }, { ".so", "plugin" } };
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
        return assay_fail(err, ASSAY_EUSAGE, "no metric '%s'; did you mean '%s:%s'? (a metric of one's own in a file)",
                          name, prefix, name);
    const char *nearest = NULL;
    const size_t half = (strlen(name) + 1) / 2 + 1;
    size_t least = half < 4 ? half : 4; /* fewer changes than this */
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const size_t distance = edit_distance(name, assay_metric_at(m)->id);
        if (distance < least) {
            least = distance;
            nearest = assay_metric_at(m)->id;
        }
    }
    if (nearest)
        return assay_fail(err, ASSAY_EUSAGE, "no metric '%s'; did you mean '%s'? (`assay list metrics` names all)",
                          name, nearest);
    return assay_fail(err, ASSAY_EUSAGE, "no metric '%s'; `assay list metrics` names all", name);
}

assay_status unknown_preset(const assay_metric *metric, const char *name, assay_error *err)
{
    char known[512] = "";
    for (size_t p = 0, used = 0; p < metric->n_presets && used < sizeof known; p++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", p ? ", " : "", metric->presets[p].id);
    return assay_fail(err, ASSAY_EUSAGE, "%s has no preset '%s'; it has: %s", metric->id, name, known);
}
