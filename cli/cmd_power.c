/* assay power -- how many seeds and samples it takes to tell the points of a scenario apart. */
#include "cli.h"
#include "power.h"
#include "print.h"
#include "progress.h"
#include "property_table.h"
#include "store_args.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_SETS = 3 }; /* of each point that are scored again to learn the metric's own randomness */

/* The outputs of one metric@preset, which are scored together. */
typedef struct outputs {
    const evidence_series *at;
    size_t count;
} outputs;

/* Welford 1962. */
typedef struct spread {
    double mean, square;
    size_t n;
} spread;

static void spread_add(spread *s, double x)
{
    if (isnan(x)) return;
    const double off = x - s->mean;
    s->mean += off / (double)++s->n;
    s->square += off * (x - s->mean);
}

/* Adds the variance of `repeats` scores of one data set to each output's; the metric's seeds are others than the data's. */
static assay_status score_again(outputs of, const evidence_point *at, uint64_t seed, size_t repeats, spread *variance,
                                assay_error *err)
{
    char parameters[512], list[512];
    assay_data data = { 0 };
    spread *scored = calloc(of.count, sizeof *scored);
    if (!scored) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    snprintf(parameters, sizeof parameters, "%s", at->point);
    for (char *c = parameters; *c; c++)
        if (*c == ';') *c = ':';
    snprintf(list, sizeof list, "%s@%s", of.at->metric, of.at->preset);
    assay_status status = assay_generate(at->scenario, parameters, (size_t)at->samples, seed, &data, err);
    const assay_rep rep = assay_data_view(&data);
    for (size_t r = 0; status == ASSAY_OK && r < repeats; r++) {
        assay_scores scores = { 0 };
        status = assay_score_all(&rep, list, UINT64_C(1) << 32 | r, at->scenario, at->point, 1, &scores, err);
        for (size_t k = 0; status == ASSAY_OK && k < scores.count; k++)
            for (size_t o = 0; o < of.count; o++)
                if (strcmp(scores.at[k].output, of.at[o].output) == 0) spread_add(&scored[o], scores.at[k].overall.value);
        assay_scores_free(&scores);
    }
    for (size_t o = 0; o < of.count; o++)
        if (scored[o].n > 1) spread_add(&variance[o], scored[o].square / (double)(scored[o].n - 1));
    assay_data_free(&data);
    free(scored);
    return status;
}

static void show_progress(const evidence_point *at, size_t done, size_t all)
{
    if (!progress_on_terminal()) return;
    progress_bar(done, all);
    fprintf(stderr, "scoring %s %s anew", at->scenario, at->point);
    fflush(stderr);
}

/* The metric's own standard deviation at each point that is planned from: own[o * n_points + k]; the others stay NaN. */
static assay_status own_randomness(outputs of, const char *scenario, const power_options *options, size_t repeats,
                                   double *own, assay_error *err)
{
    const size_t n = of.at->n_points;
    const uint64_t samples = power_samples(of.at, scenario, options);
    assay_status status = ASSAY_OK;
    spread *variance = calloc(of.count, sizeof *variance);
    if (!variance) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < n; k++) {
        const evidence_point *at = &of.at->point[k];
        if (strcmp(at->scenario, scenario) != 0 || at->samples != samples) continue;
        memset(variance, 0, of.count * sizeof *variance);
        for (size_t d = 0; status == ASSAY_OK && d < DATA_SETS && d < at->n; d++) {
            show_progress(at, k * DATA_SETS + d, n * DATA_SETS);
            status = score_again(of, at, at->seed[d], repeats, variance, err);
        }
        for (size_t o = 0; o < of.count; o++)
            if (variance[o].n && of.at[o].n_points == n) own[o * n + k] = sqrt(variance[o].mean);
    }
    if (progress_on_terminal()) progress_clear();
    free(variance);
    return status;
}

/* ---- the table ---- */

static void add_samples(grid *g, double samples)
{
    if (isnan(samples)) grid_text(g, "%s", "–");
    else if (isinf(samples)) grid_text(g, "%s", "never");
    else grid_count(g, (uint64_t)samples);
}

/* The stored seeds do not tell the step from 0. */
static int is_uncertain(const power_step *s) { return fabs(s->step) <= s->half || isnan(s->half); }

static void add_step(grid *g, const power_step *s)
{
    const double total = s->sd * s->sd, own = 2.0 * s->own * s->own;
    grid_row(g);
    grid_text(g, "%s", s->from->point);
    grid_text(g, "%s", s->to->point);
    grid_number(g, s->step, 4);
    if (is_uncertain(s)) grid_mark(g, 'a');
    grid_number(g, s->half, 4);
    grid_number(g, s->sd, 4);
    if (isnan(own)) grid_text(g, "%s", "–");
    else grid_number(g, total > 0.0 ? fmin(own / total, 1.0) * 100.0 : 0.0, 0);
    grid_count(g, s->seeds);
    if (s->seeds_needed) grid_count(g, s->seeds_needed);
    else grid_text(g, "%s", isnan(s->step) || isnan(s->sd) ? "–" : s->step == 0.0 ? "never" : "> 1000000");
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
              "seeds needed: at the stored number of samples; N: samples needed with so many seeds, at least 100; both to find a "
              "step of this size with "
              "probability %g in a paired t test at level %g",
              options->power, options->level);
    int uncertain = 0;
    for (size_t k = 0; k < count; k++) uncertain |= is_uncertain(&steps[k]);
    if (uncertain)
        grid_note(g, 'a', "the stored seeds do not tell this step from 0, so what is planned from it is as uncertain");
    return g;
}

/* ---- */

/* A table for each output. What a metric from outside draws is not known: its program is not named in the store. */
static int make_grids(outputs of, const char *scenario, const power_options *options, size_t repeats, grid **to)
{
    const size_t n = of.at->n_points;
    const int random = (of.at->flags & ASSAY_RANDOM) != 0, known = assay_metric_find(of.at->metric) != NULL;
    assay_error err = { "" };
    assay_status status = ASSAY_OK;
    double *own = random ? malloc((of.count * n + 1) * sizeof *own) : NULL;
    if (random && !own) return cli_fail(ASSAY_ENOMEM, NULL);
    for (size_t k = 0; random && k < of.count * n; k++) own[k] = NAN;
    if (random && known && repeats > 1) status = own_randomness(of, scenario, options, repeats, own, &err);
    for (size_t o = 0; status == ASSAY_OK && o < of.count; o++) {
        power_step *steps = NULL;
        size_t count = 0;
        status = power_steps(&of.at[o], scenario, own ? own + o * n : NULL, options, &steps, &count, &err);
        if (status == ASSAY_OK) to[o] = power_grid(&of.at[o], scenario, steps, count, options);
        free(steps);
    }
    free(own);
    return cli_fail(status, &err);
}

static outputs outputs_from(const evidence *scores, size_t first)
{
    outputs of = { .at = &scores->at[first] };
    while (first + of.count < scores->count && strcmp(of.at[of.count].metric, of.at->metric) == 0 &&
           strcmp(of.at[of.count].preset, of.at->preset) == 0 && of.at[of.count].n_points == of.at->n_points)
        of.count++;
    return of;
}

static int print_all(const cli_args *args, const evidence *scores, const power_options *options, size_t repeats,
                     int format)
{
    grid **made = calloc(scores->count + 1, sizeof *made);
    size_t count = 0;
    int bad = made ? 0 : cli_fail(ASSAY_ENOMEM, NULL);
    while (!bad && count < scores->count) {
        const outputs of = outputs_from(scores, count);
        bad = make_grids(of, args->word[1], options, repeats, made + count);
        count += of.count;
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
