#include "power.h"

#include "names.h"
#include "needed.h"
#include "student.h"

#include <string.h>

const size_t power_seeds[POWER_PLANS] = { 5, 10, 30 };

static const size_t MOST_SEEDS = 1000000;
static const double LEAST_SAMPLES = 100.0; /* with fewer, nothing falls as 1/N any more */

/* |d|/s that n seeds find. */
static double effect_found(size_t n, const power_options *options)
{
    const double freedom = (double)(n - 1);
    return (student_quantile(1.0 - options->level / 2.0, freedom) + student_quantile(options->power, freedom)) /
           sqrt((double)n);
}

size_t power_seeds_needed(double step, double sd, const power_options *options)
{
    const double effect = fabs(step) / sd;
    if (!(effect > 0.0)) return 0; /* no step at all, or nothing known */
    size_t low = 1, high = 2;      /* low is too few, or 1 */
    while (high < MOST_SEEDS && effect < effect_found(high, options)) low = high, high *= 2;
    if (high > MOST_SEEDS) high = MOST_SEEDS;
    if (effect < effect_found(high, options)) return 0;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (effect < effect_found(middle, options)) low = middle;
        else high = middle;
    }
    return high;
}

/* N' from s'^2 = (s^2 - 2 m^2) N / N' + 2 m^2 for the largest s' that n seeds find. */
static double samples_needed(const power_step *step, uint64_t samples, size_t n, const power_options *options)
{
    if (isnan(step->sd)) return NAN; /* of one seed nothing is known of the spread */
    const double sd = fabs(step->step) / effect_found(n, options);
    const double own = isnan(step->own) ? 0.0 : 2.0 * step->own * step->own;
    const double data = fmax(step->sd * step->sd - own, 0.0), left = sd * sd - own;
    if (isnan(left)) return NAN;
    if (left <= 0.0) return INFINITY;
    return ceil(fmax((double)samples * data / left, LEAST_SAMPLES));
}

/* The point that follows: by the swept value where there is one, else in the store's order. */
static const evidence_point *next_point(const evidence_series *of, const evidence_point *from)
{
    const evidence_point *next = NULL;
    for (size_t k = 0; k < of->n_points; k++) {
        const evidence_point *p = &of->point[k];
        if (strcmp(p->scenario, from->scenario) != 0 || p->samples != from->samples) continue;
        if (isnan(from->x)) {
            if (p > from && !next) next = p;
        } else if (p->x > from->x && points_alike(from->at, p->at, point_swept_name(from->at)) &&
                   (!next || p->x < next->x))
            next = p;
    }
    return next;
}

static void paired(power_step *step)
{
    const moments m = evidence_paired(step->from, step->to);
    step->seeds = m.n;
    step->step = moments_mean(&m);
    step->sd = moments_sd(&m);
    step->half = student_half_width(step->sd, step->seeds, 0.95);
}

static void fill_step(power_step *step, const double own[2], const power_options *options)
{
    paired(step);
    step->own = sqrt((own[0] * own[0] + own[1] * own[1]) / 2.0);
    step->seeds_needed = step->sd == 0.0 && step->step != 0.0 ? 2 : power_seeds_needed(step->step, step->sd, options);
    for (size_t k = 0; k < POWER_PLANS; k++)
        step->samples_needed[k] = samples_needed(step, step->from->samples, power_seeds[k], options);
}

uint64_t power_samples(const evidence_series *of, const char *scenario, const power_options *options)
{
    uint64_t most = options->samples;
    if (most) return most;
    for (size_t k = 0; k < of->n_points; k++)
        if (strcmp(of->point[k].scenario, scenario) == 0 && of->point[k].samples > most) most = of->point[k].samples;
    return most;
}

assay_status power_steps(const evidence_series *of, const char *scenario, const double *own,
                         const power_options *options, power_step **to, size_t *count, assay_error *err)
{
    const uint64_t samples = power_samples(of, scenario, options);
    *count = 0;
    *to = needed(calloc(of->n_points + 1, sizeof **to));
    for (size_t k = 0; k < of->n_points; k++) {
        const evidence_point *from = &of->point[k];
        if (strcmp(from->scenario, scenario) != 0 || from->samples != samples) continue;
        const evidence_point *next = next_point(of, from);
        if (!next) continue;
        const double both[2] = { own ? own[k] : 0.0, own ? own[next - of->point] : 0.0 };
        power_step *step = &(*to)[(*count)++];
        *step = (power_step){ .from = from, .to = next };
        fill_step(step, both, options);
    }
    if (*count) return ASSAY_OK;
    free(*to);
    *to = NULL;
    const assay_scenario *known = assay_scenario_find(scenario);
    size_t swept = 0;
    for (size_t p = 0; known && p < known->n_parameters; p++) swept += known->sweeps[p].n_at > 1;
    if (known && !swept)
        return assay_fail(err, ASSAY_EINPUT, "%s has one point only: there are no two to compare", scenario);
    return assay_fail(
        err, ASSAY_EINPUT,
        "no two points of %s have scores of %s@%s; run them first: assay run PLAN --scenarios %s --metrics %s@%s",
        scenario, of->metric, of->preset, scenario, of->metric, of->preset);
}

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
        grid_note(g, 'a',
                  "the stored seeds do not distinguish this step from 0, so the planned numbers are as uncertain");
    return g;
}
