/* How many rows and seeds a score needs: of the steps of a scenario that its claim is about, the one with most. */
#include "page_parts.h"

#include "power.h"
#include "sae_table.h"

#include <stdlib.h>

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

static void add_row(grid *g, const evidence_series *s, const power_step *of)
{
    char name[1200];
    series_text(s, name, sizeof name);
    grid_row(g);
    grid_text(g, "%s", name);
    grid_text(g, "%s, %s to %s", of->from->scenario, of->from->point, of->to->point);
    GRID_CELLS(g, isinf(of->samples_needed[TEN]) ? GRID_TEXT("no number") : GRID_NUMBER(of->samples_needed[TEN], 0),
               of->seeds_needed ? GRID_COUNT(of->seeds_needed) : GRID_TEXT("–"), GRID_COUNT(of->from->samples));
}

/* Of a store with the encoders of `features`. */
static void put_sparse(page *p, const evidence *all)
{
    grid *g = sae_grid(all);
    if (!g) return;
    page_section(p, "sparse", "What scores of sparse codes show");
    page_grid(p, g);
    grid_free(g);
}

void page_power(page *p, const evidence *all)
{
    const power_options options = { .level = 0.05, .power = 0.9 };
    size_t rows = 0;
    grid *g = grid_new("");
    GRID_COLUMNS(g, { "score", "score", GRID_LEFT }, { "step", "step", GRID_LEFT },
                 { "rows", "rows, 10 seeds", GRID_RIGHT }, { "seeds", "seeds at", GRID_RIGHT },
                 { "samples", "so many rows", GRID_RIGHT });
    grid_stub(g, 1);
    for (size_t k = 0; k < all->count; k++) {
        const evidence_series *s = &all->at[k];
        power_step *step = NULL;
        size_t count = 0;
        assay_error none;
        const char *scenario = s->flags & ASSAY_CONTROL ? NULL : scenario_for(s);
        const int bad = !scenario || power_steps(s, scenario, NULL, &options, &step, &count, &none) != ASSAY_OK;
        const power_step *of = bad ? NULL : hardest(step, count);
        if (of) add_row(g, s, of);
        rows += of != NULL;
        free(step);
    }
    if (rows) {
        page_section(p, "rows", "How many rows and seeds a score needs");
        page_paragraph(p, "Of the steps of `mixing` (explicitness: `noise`), the one that needs most: to find it "
                          "with probability .9 in a paired t test at level .05. `assay power` has every step.");
        page_html(p, "<div id=\"rows-needed\">");
        page_grid(p, g);
        page_html(p, "</div>\n");
    }
    grid_free(g);
    put_sparse(p, all);
}
