/* How many rows and seeds a score needs: of the steps of a scenario that its claim is about, the one with most. */
#include "page_parts.h"

#include "names.h"
#include "power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEN = 1 }; /* of power_seeds: ten seeds */

static const char *scenario_for(const evidence_series *s)
{
    return (s->measures & 7) == ASSAY_EXPLICITNESS ? "noise" : s->measures & 7 ? "mixing" : NULL;
}

/* Of the steps that the stored seeds show, the one that needs most rows with ten seeds; NULL: none. */
static const power_step *hardest(const power_step *step, size_t count)
{
    const power_step *most = NULL;
    for (size_t k = 0; k < count; k++) {
        if (!(fabs(step[k].step) > step[k].half) || isnan(step[k].samples_needed[TEN])) continue;
        if (!most || step[k].samples_needed[TEN] > most->samples_needed[TEN]) most = &step[k];
    }
    return most;
}

static void put_row(page *p, const evidence_series *s, const power_step *of)
{
    char name[1200], step[200], rows[40], say[1800];
    series_text(s, name, sizeof name);
    snprintf(step, sizeof step, "%.90s to %.90s", of->from->point, of->to->point);
    if (isinf(of->samples_needed[TEN])) snprintf(rows, sizeof rows, "no number of");
    else snprintf(rows, sizeof rows, "%.0f", of->samples_needed[TEN]);
    snprintf(say, sizeof say, "needs %s rows with %zu seeds to separate %s of %s", rows, power_seeds[TEN], step,
             of->from->scenario);
    page_html(p, "<tr data-say=\"%s\"><th scope=\"row\">%s</th><td>%s, %s</td><td class=\"n\">%s</td><td class=\"n\">", say,
              name, of->from->scenario, step, rows);
    if (of->seeds_needed) page_html(p, "%zu", of->seeds_needed);
    else page_html(p, "–");
    page_html(p, "</td><td class=\"n\">%llu</td></tr>\n", (unsigned long long)of->from->samples);
}

void page_power(page *p, const evidence *all)
{
    const power_options options = { .level = 0.05, .power = 0.9 };
    int any = 0;
    for (size_t k = 0; k < all->count; k++) {
        const evidence_series *s = &all->at[k];
        power_step *step = NULL;
        size_t count = 0;
        assay_error none;
        const char *scenario = s->flags & ASSAY_CONTROL ? NULL : scenario_for(s);
        const int bad = !scenario || power_steps(s, scenario, NULL, &options, &step, &count, &none) != ASSAY_OK;
        const power_step *of = bad ? NULL : hardest(step, count);
        if (of && !any++) {
            page_section(p, "rows", "How many rows and seeds a score needs");
            page_paragraph(p, "Of the steps of `mixing` (explicitness: `noise`), the one that needs most: to find it "
                              "with probability .9 in a paired t test at level .05. `assay power` has every step.");
            page_html(p, "<div class=\"wide\"><table id=\"rows-needed\">\n<tr><th>score</th><th>step</th><th>rows, 10 "
                         "seeds</th><th>seeds at</th><th>so many rows</th></tr>\n");
        }
        if (of) put_row(p, s, of);
        free(step);
    }
    if (any) page_html(p, "</table>\n</div>\n");
}
