/* assay power -- how many seeds and samples it takes to distinguish the points of a scenario. */
#include "needed.h"
#include "power.h"
#include "print.h"
#include "unknown_names.h"
#include "rescore.h"
#include "store_args.h"

#include <string.h>

enum { DATA_SETS = 3 }; /* of each point that are scored again to learn the metric's own randomness */

/* The outputs of one metric@preset, which are scored together. */
typedef struct outputs {
    const evidence_series *at;
    size_t count;
} outputs;

/* The metric's own standard deviation at each point that is planned from: own[o * n_points + k]; the others stay
 * NaN. */
static assay_status own_randomness(outputs of, const char *scenario, const power_options *options, size_t repeats,
                                   double *own, assay_error *err)
{
    const size_t n = of.at->n_points;
    const uint64_t samples = power_samples(of.at, scenario, options);
    assay_status status = ASSAY_OK;
    moments *variance = needed(calloc(of.count + 1, sizeof *variance));
    const char **output = needed(calloc(of.count + 1, sizeof *output));
    for (size_t o = 0; o < of.count; o++) output[o] = of.at[o].output;
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) {
        const evidence_point *at = &of.at->point[k];
        if (strcmp(at->scenario, scenario) != 0 || at->samples != samples) continue;
        memset(variance, 0, of.count * sizeof *variance);
        for (size_t d = 0; status == ASSAY_OK && d < DATA_SETS && d < at->n; d++) {
            status = rescore_run(
                &(rescore){ &of.at->variant->name, at->at, at->samples, at->seed[d], repeats, output, of.count },
                variance, err);
        }
        for (size_t o = 0; o < of.count; o++)
            if (variance[o].n && of.at[o].n_points == n) own[o * n + k] = sqrt(variance[o].mean);
    }
    free(variance);
    free(output);
    return status;
}

/* A table for each output. What a metric from outside draws is not known: its program is not named in the store. */
static int make_grids(outputs of, const char *scenario, const power_options *options, size_t repeats, grid **to)
{
    const size_t n = of.at->n_points;
    const int random = (of.at->flags & ASSAY_RANDOM) != 0, known = assay_metric_find(of.at->metric) != NULL;
    assay_status status = ASSAY_OK;
    double *own = random ? needed(malloc((of.count * n + 1) * sizeof *own)) : NULL;
    for (size_t k = 0; random && k < of.count * n; k++) own[k] = NAN;
    if (random && known && repeats > 1) status = own_randomness(of, scenario, options, repeats, own, &cli_error);
    for (size_t o = 0; status == ASSAY_OK && o < of.count; o++) {
        power_step *steps = NULL;
        size_t count = 0;
        status = power_steps(&of.at[o], scenario, own ? own + o * n : NULL, options, &steps, &count, &cli_error);
        if (status == ASSAY_OK) to[o] = power_grid(&of.at[o], scenario, steps, count, options);
        free(steps);
    }
    free(own);
    return cli_fail(status);
}

static outputs outputs_from(const evidence *scores, size_t first)
{
    outputs of = { .at = &scores->at[first] };
    while (first + of.count < scores->count && strcmp(of.at[of.count].metric, of.at->metric) == 0 &&
           strcmp(of.at[of.count].preset, of.at->preset) == 0 && of.at[of.count].n_points == of.at->n_points)
        of.count++;
    return of;
}

static int print_all(const cli_args *args, const evidence *scores, const power_options *options, size_t repeats)
{
    grid **made = needed(calloc(scores->count + 1, sizeof *made));
    size_t count = 0;
    int bad = 0;
    while (!bad && count < scores->count) {
        const outputs of = outputs_from(scores, count);
        bad = make_grids(of, args->word[1], options, repeats, made + count);
        count += of.count;
    }
    if (!bad && count) grid_head(made[0], scores->lacking);
    if (!bad) bad = print_grids(args, made, count);
    else
        while (count) grid_free(made[--count]);
    free(made);
    return bad;
}

int cmd_power(const cli_args *args)
{
    const power_options options = { .samples = cli_number(args, "samples", 0),
                                    .level = cli_fraction(args, "level", 0.05),
                                    .power = cli_fraction(args, "power", 0.9) };
    store *from = NULL;
    evidence scores = { 0 };
    char *metrics = NULL;
    if (!assay_scenario_find(args->word[1])) return cli_fail(unknown_scenario(args->word[1], &cli_error));
    int bad = filter_list(args, args->word[0], &metrics);
    if (!bad) bad = store_args_open(args, &from);
    if (!bad) bad = store_names_check(from, NULL, args->word[0], NULL);
    const store_filter filter = { .scenarios = args->word[1], .metrics = metrics, .samples = options.samples };
    if (!bad) bad = cli_fail(evidence_read(from, &filter, &scores, &cli_error));
    if (!bad && !scores.count)
        bad = cli_refuse(
            ASSAY_EINPUT,
            "%s has no scores of %s on %s; run them first: assay run quick --scenarios %s --metrics %s --db %s",
            store_args_found(args), args->word[0], args->word[1], args->word[1], args->word[0], store_args_found(args));
    if (!bad) bad = print_all(args, &scores, &options, (size_t)cli_number(args, "repeats", 5));
    free(metrics);
    evidence_free(&scores);
    store_close(from);
    return bad;
}
