/* What figures of a sheet are called, and what their axes say. */
#include "figure_names.h"

#include "plain_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void figure_sheet_name(const sheet *s, int is_map, char to[FIGURE_NAME])
{
    char size[32] = "", by[96] = "";
    const char *fixed = is_map ? "" : s->fixed.text;
    if (s->several_samples) snprintf(size, sizeof size, "-n%llu", (unsigned long long)s->samples);
    if (s->along == SHEET_OPTION) snprintf(by, sizeof by, "-by-%.80s", s->symbol); /* there may be several */
    snprintf(to, FIGURE_NAME, "%.90s%s%s%.90s%s", s->scenario, by, fixed[0] ? "-" : "", fixed, size);
    making_clean_name(to);
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
