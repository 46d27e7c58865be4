/* Steps as a table. */
#include "power_table.h"

#include "names.h"

#include <math.h>
#include <stdio.h>

static grid_value samples_cell(double samples)
{
    if (isnan(samples)) return GRID_TEXT("–");
    return isinf(samples) ? GRID_TEXT("never") : GRID_COUNT((uint64_t)samples);
}

/* The stored seeds do not tell the step from 0. */
static int is_uncertain(const power_step *s) { return fabs(s->step) <= s->half || isnan(s->half); }

static void add_step(grid *g, const power_step *s)
{
    const double total = s->sd * s->sd, own = 2.0 * s->own * s->own;
    const double share = total > 0.0 ? fmin(own / total, 1.0) * 100.0 : 0.0;
    const char *none = isnan(s->step) || isnan(s->sd) ? "–" : s->step == 0.0 ? "never" : "> 1000000";
    GRID_ROW(g, GRID_TEXT(s->from->point), GRID_TEXT(s->to->point), GRID_NUMBER(s->step, 4));
    if (is_uncertain(s)) grid_mark(g, 'a');
    GRID_CELLS(g, GRID_NUMBER(s->half, 4), GRID_NUMBER(s->sd, 4), isnan(own) ? GRID_TEXT("–") : GRID_NUMBER(share, 0),
               GRID_COUNT(s->seeds), s->seeds_needed ? GRID_COUNT(s->seeds_needed) : GRID_TEXT(none));
    for (size_t k = 0; k < POWER_PLANS; k++) GRID_CELLS(g, samples_cell(s->samples_needed[k]));
}

grid *power_grid(const evidence_series *of, const char *scenario, const power_step *steps, size_t count,
                 const power_options *options)
{
    char name[256], caption[512];
    series_text(of, name, sizeof name);
    snprintf(caption, sizeof caption, "%s on %s, %llu samples: distinguishing neighbouring points", name, scenario,
             (unsigned long long)steps[0].from->samples);
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { "from", "from", GRID_LEFT }, { "to", "to", GRID_LEFT }, { "step", "step", GRID_RIGHT },
                 { "half", "±", GRID_RIGHT }, { "sd", "sd", GRID_RIGHT }, { "own_percent", "own %", GRID_RIGHT },
                 { "seeds", "stored", GRID_RIGHT }, { "seeds_needed", "seeds needed", GRID_RIGHT });
    for (size_t k = 0; k < POWER_PLANS; k++) {
        char key[32], header[32];
        snprintf(key, sizeof key, "samples_at_%zu", power_seeds[k]);
        snprintf(header, sizeof header, "N, %zu seeds", power_seeds[k]);
        grid_column(g, key, header, GRID_RIGHT);
    }
    grid_stub(g, 2);
    for (size_t k = 0; k < count; k++) add_step(g, &steps[k]);
    grid_note(g, 0,
              "step: mean difference of the scores on the same seeds, ± its 95 %% interval; sd: over the stored seeds; "
              "own %%: the share of its "
              "variance that is the metric's own randomness, which more samples do not lessen");
    grid_note(g, 0,
              "seeds needed: at the stored number of samples; N: samples needed with so many seeds, at least 100; "
              "both to find a step of this size with probability %g in a paired t test at level %g",
              options->power, options->level);
    int uncertain = 0;
    for (size_t k = 0; k < count; k++) uncertain |= is_uncertain(&steps[k]);
    if (uncertain)
        grid_note(g, 'a', "the stored seeds do not distinguish this step from 0, so the planned numbers are as uncertain");
    return g;
}
