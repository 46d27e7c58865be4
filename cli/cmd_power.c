/* assay power -- how many seeds and samples it takes to tell the points of a scenario apart. */
#include "cli.h"
#include "power.h"
#include "print.h"
#include "property_table.h"
#include "store_args.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_SETS = 3 }; /* of each point that are scored again to learn the metric's own randomness */

/* Standard deviation of `repeats` scores of one data set, squared; the metric's seeds are others than the data's. */
static assay_status own_square(const evidence_series *of, const evidence_point *at, uint64_t seed, size_t repeats,
                               double *to, assay_error *err)
{
    char parameters[512], list[512];
    assay_data data = { 0 };
    snprintf(parameters, sizeof parameters, "%s", at->point);
    for (char *c = parameters; *c; c++)
        if (*c == ';') *c = ':';
    snprintf(list, sizeof list, "%s@%s", of->metric, of->preset);
    assay_status status = assay_generate(at->scenario, parameters, (size_t)at->samples, seed, &data, err);
    const assay_rep rep = assay_data_view(&data);
    double mean = 0.0, square = 0.0;
    size_t n = 0;
    for (size_t r = 0; status == ASSAY_OK && r < repeats; r++) {
        assay_scores scores = { 0 };
        status = assay_score_all(&rep, list, UINT64_C(1) << 32 | r, at->scenario, at->point, 1, &scores, err);
        for (size_t k = 0; status == ASSAY_OK && k < scores.count; k++) {
            const double value = scores.at[k].overall.value, off = value - mean;
            if (strcmp(scores.at[k].output, of->output) != 0 || isnan(value)) continue;
            mean += off / (double)++n;
            square += off * (value - mean);
        }
        assay_scores_free(&scores);
    }
    assay_data_free(&data);
    *to = n > 1 ? square / (double)(n - 1) : NAN;
    return status;
}

/* The metric's own standard deviation at each point of the scenario; the others stay NaN. */
static assay_status own_randomness(const evidence_series *of, const char *scenario, const power_options *options,
                                   size_t repeats, double *to, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < of->n_points; k++) {
        const evidence_point *at = &of->point[k];
        double sum = 0.0;
        size_t n = 0;
        to[k] = NAN;
        if (strcmp(at->scenario, scenario) != 0 || (options->samples && at->samples != options->samples)) continue;
        for (size_t d = 0; status == ASSAY_OK && d < DATA_SETS && d < at->n; d++) {
            double square;
            status = own_square(of, at, at->seed[d], repeats, &square, err);
            if (status != ASSAY_OK || isnan(square)) continue;
            sum += square;
            n++;
        }
        if (n) to[k] = sqrt(sum / (double)n);
    }
    return status;
}

/* ---- the table ---- */

static void add_samples(grid *g, double samples)
{
    if (isnan(samples)) grid_text(g, "%s", "–");
    else if (isinf(samples)) grid_text(g, "%s", "never");
    else grid_count(g, (uint64_t)samples);
}

static void add_step(grid *g, const power_step *s)
{
    const double total = s->sd * s->sd, own = 2.0 * s->own * s->own;
    grid_row(g);
    grid_text(g, "%s", s->from->point);
    grid_text(g, "%s", s->to->point);
    grid_number(g, s->step, 4);
    if (fabs(s->step) <= s->half || isnan(s->half)) grid_mark(g, 'a');
    grid_number(g, s->half, 4);
    grid_number(g, s->sd, 4);
    if (isnan(own)) grid_text(g, "%s", "–");
    else grid_number(g, total > 0.0 ? fmin(own / total, 1.0) * 100.0 : 0.0, 0);
    grid_count(g, s->seeds);
    if (s->seeds_needed) grid_count(g, s->seeds_needed);
    else grid_text(g, "%s", s->step == 0.0 ? "never" : "> 1000000");
    for (size_t k = 0; k < POWER_PLANS; k++) add_samples(g, s->samples_needed[k]);
}

static grid *power_grid(const evidence_series *of, const char *scenario, const power_step *steps, size_t count,
                        const power_options *options)
{
    char name[256], caption[512];
    series_text(of, name, sizeof name);
    snprintf(caption, sizeof caption, "%s on %s, %llu samples: telling neighbouring points apart", name, scenario,
             (unsigned long long)steps[0].from->samples);
    grid *g = grid_new(caption);
    grid_column(g, "from", "from", GRID_LEFT);
    grid_column(g, "to", "to", GRID_LEFT);
    grid_column(g, "step", "step", GRID_RIGHT);
    grid_column(g, "half", "±", GRID_RIGHT);
    grid_column(g, "sd", "sd", GRID_RIGHT);
    grid_column(g, "own_percent", "own %", GRID_RIGHT);
    grid_column(g, "seeds", "stored", GRID_RIGHT);
    grid_column(g, "seeds_needed", "seeds needed", GRID_RIGHT);
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
              "seeds needed: at the stored number of samples; N: samples needed with so many seeds; both to find a "
              "step of this size with "
              "probability %g in a paired t test at level %g",
              options->power, options->level);
    grid_note(g, 'a', "the stored seeds do not tell this step from 0, so what is planned from it is as uncertain");
    return g;
}

/* ---- */

static int print_series(const cli_args *args, const evidence_series *of, const power_options *options, size_t repeats,
                        grid **to)
{
    const char *scenario = args->word[1];
    assay_error err = { "" };
    assay_status status = ASSAY_OK;
    double *own = NULL;
    power_step *steps = NULL;
    size_t count = 0;
    *to = NULL;
    if (of->flags & ASSAY_RANDOM) {
        if (!(own = calloc(of->n_points + 1, sizeof *own))) return cli_fail(ASSAY_ENOMEM, NULL);
        for (size_t k = 0; k < of->n_points; k++) own[k] = NAN;
        if (repeats > 1) status = own_randomness(of, scenario, options, repeats, own, &err);
    }
    if (status == ASSAY_OK) status = power_steps(of, scenario, own, options, &steps, &count, &err);
    if (status == ASSAY_OK) *to = power_grid(of, scenario, steps, count, options);
    free(steps);
    free(own);
    return cli_fail(status, &err);
}

static int print_all(const cli_args *args, const evidence *scores, const power_options *options, size_t repeats,
                     int format)
{
    grid **made = calloc(scores->count + 1, sizeof *made);
    size_t count = 0;
    int bad = made ? 0 : cli_fail(ASSAY_ENOMEM, NULL);
    for (size_t k = 0; !bad && k < scores->count; k++) {
        bad = print_series(args, &scores->at[k], options, repeats, &made[count]);
        if (!bad) count++;
    }
    if (!bad) bad = print_grids(args, made, count, format);
    else while (count) grid_free(made[--count]);
    free(made);
    return bad;
}

static int fraction(const cli_args *args, const char *name, double standard, double *to)
{
    const char *text = cli_value(args, name);
    char *end = NULL;
    *to = text ? strtod(text, &end) : standard;
    if (text && (end == text || *end || !(*to > 0.0 && *to < 1.0)))
        return cli_usage("power: --%s %s: a number between 0 and 1", name, text);
    return 0;
}

static int run(const cli_args *args)
{
    int format;
    uint64_t repeats;
    power_options options = { 0 };
    store *from = NULL;
    evidence scores = { 0 };
    assay_error err = { "" };
    int bad = print_format(args, &format);
    if (!bad && !assay_scenario_find(args->word[1]))
        bad = cli_usage("power: no scenario '%s'; `assay list scenarios` names them", args->word[1]);
    if (!bad) bad = cli_number(args, "repeats", 0, 5, &repeats);
    if (!bad) bad = cli_number(args, "samples", 1, 0, &options.samples);
    if (!bad) bad = fraction(args, "level", 0.05, &options.level);
    if (!bad) bad = fraction(args, "power", 0.9, &options.power);
    if (!bad) bad = store_args_open(args, &from);
    if (bad) return bad;
    const store_filter filter = { .scenarios = args->word[1], .metrics = args->word[0], .samples = options.samples };
    bad = cli_fail(evidence_read(from, &filter, &scores, &err), &err);
    if (!bad && !scores.count)
        bad = cli_fail(
            assay_fail(
                &err, ASSAY_EINPUT,
                "%s has no scores of %s on %s; run them first: assay run quick --scenarios %s --metrics %s --db %s",
                store_args_path(args), args->word[0], args->word[1], args->word[1], args->word[0],
                store_args_path(args)),
            &err);
    if (!bad) bad = print_all(args, &scores, &options, (size_t)repeats, format);
    evidence_free(&scores);
    store_close(from);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    { "samples", "N", "the size to plan from (the largest that is stored)", 'n' },
    { "power", "P", "the probability to find a step (0.9)", 0 },
    { "level", "A", "the level of the test (0.05)", 0 },
    { "repeats", "R", "scores of one data set that the metric's own randomness is learnt from (5; 0: not at all)", 0 },
    PRINT_OPTIONS,
};
const cli_command cli_command_power = {
    .id = "power",
    .summary = "how many seeds and samples tell two points of a scenario apart",
    .synopsis = "METRIC SCENARIO [--db FILE] [--samples N] [--power P] [--level A] [--repeats R] [--format F]",
    .details = "From the scores that a store has. The variance of a step between two points has two sources: the data, "
               "whose part falls\n"
               "as 1/N, and the randomness of the metric itself (forests, sampled batches), which more samples do not "
               "lessen. The\n"
               "latter is measured by scoring three stored data sets of each point anew with other random streams. "
               "METRIC may name a preset:\n"
               "mig, z-min-var@zaidi2020.\n",
    .example = "  assay power z-min-var mixing --db out/quick/scores.db\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 2,
    .most = 2,
    .run = run,
};
