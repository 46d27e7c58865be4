/* What figures of a sheet are called, and what their axes say. */
#include "figure_names.h"

#include <stdlib.h>
#include <string.h>

void figure_sheet_name(const sheet *s, int is_map, char to[FIGURE_NAME])
{
    char size[32] = "";
    const char *fixed = is_map ? "" : s->fixed.text;
    if (s->several_samples) snprintf(size, sizeof size, "-n%llu", (unsigned long long)s->samples);
    snprintf(to, FIGURE_NAME, "%.90s%s%.90s%s", s->scenario, fixed[0] ? "-" : "", fixed, size);
    making_clean_name(to);
}

/* Remarks behind the name of a parameter ("..., 1/4: all alike") do not fit below a panel. */
void figure_axis_text(const sheet *s, size_t most, char *to, size_t size)
{
    const assay_scenario *scenario = assay_scenario_find(s->scenario);
    const char *letter = symbol_text(s->symbol);
    snprintf(to, size, "%s", letter);
    for (size_t p = 0; scenario && p < scenario->n_parameters; p++) {
        const char *text = scenario->parameters[p].text;
        const size_t name = text ? strcspn(text, ",;:(") : 0;
        if (strcmp(scenario->sweeps[p].symbol, s->symbol) != 0 && strcmp(scenario->parameters[p].id, s->symbol) != 0)
            continue;
        if (!name || name > most) continue;
        snprintf(to, size, "%.*s", (int)name, text);
        const size_t end = strlen(letter); /* "number of factors" says the symbol already */
        if (end > name || end < 3 || memcmp(text + name - end, letter, end) != 0)
            snprintf(to, size, "%.*s, %s", (int)name, text, letter);
    }
}

void figure_seeds_text(size_t least, size_t most, char *to, size_t size)
{
    if (least == most) snprintf(to, size, "%zu seed%s", most, most == 1 ? "" : "s");
    else snprintf(to, size, "%zu to %zu seeds", least, most);
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
        if (s->samples < to.least_samples) to.least_samples = s->samples;
        if (s->samples > to.most_samples) to.most_samples = s->samples;
    }
    return to;
}

int figure_is_logarithmic(const sheet *s)
{
    return s->n_points >= 4 && s->x[0] > 0.0 && s->x[s->n_points - 1] / s->x[0] >= 16.0;
}

assay_status figure_rows(const score_rows *from, int (*wanted)(const score_row *row, const void *context),
                         const void *context, score_rows *to)
{
    *to = (score_rows){ .at = calloc(from->count + 1, sizeof *to->at) };
    if (!to->at) return ASSAY_ENOMEM;
    for (size_t k = 0; k < from->count; k++)
        if (wanted(&from->at[k], context)) to->at[to->count++] = from->at[k];
    return ASSAY_OK;
}

int figure_metric_listed(const evidence_series *of, const char *list)
{
    const size_t id = strlen(of->metric);
    if (!list) return 1;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        const size_t length = strcspn(at, ",");
        if (length < id || memcmp(at, of->metric, id) != 0) continue;
        if (length == id) return 1;
        if (at[id] == '@' && length - id - 1 == strlen(of->preset) &&
            memcmp(at + id + 1, of->preset, length - id - 1) == 0)
            return 1;
    }
    return 0;
}
