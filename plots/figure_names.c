/* What figures of a sheet are called, and what their axes say. */
#include "figure_names.h"

#include "plain_text.h"

#include <stdio.h>
#include <stdlib.h>

void figure_sheet_name(const sheet *s, int is_map, char to[FIGURE_NAME])
{
    const int by = s->along == SHEET_OPTION; /* there may be several */
    const char *fixed = is_map ? "" : s->fixed.text;
    char size[32] = "";
    if (s->several_samples) snprintf(size, sizeof size, "-n%llu", (unsigned long long)s->samples);
    const char *const part[] = { s->scenario, by ? "-by-" : "", by ? s->symbol : "", fixed[0] ? "-" : "", fixed, size };
    making_name(part, sizeof part / sizeof *part, to);
}

figure_totals figure_count(const sheets *all)
{
    figure_totals to = { .least_seeds = SIZE_MAX, .least_samples = UINT64_MAX };
    for (size_t k = 0; k < all->count; k++) {
        const sheet *s = &all->at[k];
        to.values += s->values;
        to.undefined += s->undefined;
        if (s->least_seeds < to.least_seeds) to.least_seeds = s->least_seeds;
        if (s->most_seeds > to.most_seeds) to.most_seeds = s->most_seeds;
        if (s->least_samples < to.least_samples) to.least_samples = s->least_samples;
        if (s->samples > to.most_samples) to.most_samples = s->samples;
    }
    return to;
}

assay_status figure_rows(const score_rows *from, int (*wanted)(const score_row *row, const void *context),
                         const void *context, score_rows *to)
{
    *to = (score_rows){ .at = calloc(from->count + 1, sizeof *to->at), .lacking = from->lacking };
    if (!to->at) return ASSAY_ENOMEM;
    for (size_t k = 0; k < from->count; k++)
        if (wanted(&from->at[k], context)) to->at[to->count++] = from->at[k];
    return ASSAY_OK;
}

int figure_metric_listed(const evidence_series *of, const char *list)
{
    return !list || list_has(list, of->metric) || variant_is_listed(list, of->metric, of->preset);
}
