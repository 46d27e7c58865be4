/* assay run -- the missing cells of a plan. */
#include "cli.h"
#include "metric_list.h"
#include "print.h"
#include "run_store.h"
#include "store_args.h"

static int run(const cli_args *args)
{
    const char *db = store_args_path(args);
    char command[512];
    uint64_t jobs;
    plan_changes changes = { cli_value(args, "scenarios"), cli_value(args, "metrics"), cli_value(args, "seeds"), 0 };
    int bad = cli_number(args, "jobs", 1, 0, &jobs);
    if (!bad) bad = cli_number(args, "samples", 1, 0, &changes.samples);
    if (bad) return bad;
    plan asked;
    assay_error err = { "" };
    bad = cli_fail(plan_read(args->word[0], &changes, &asked, &err), &err);
    if (bad) return bad;
    snprintf(command, sizeof command, "assay run %s --db %s ...", args->word[0], db);
    bad = run_store(&asked, db, (unsigned)(jobs < CLI_MOST_JOBS ? jobs : CLI_MOST_JOBS), command);
    print_candidates();
    plan_free(&asked);
    return bad;
}

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define DEAR_TEXT TEXT(METRIC_DEAR)

static const cli_option options[] = {
    STORE_OPTION,
    { "scenarios", "LIST", "only these of the plan's scenarios", 0 },
    { "metrics", "LIST", "these metrics instead of the plan's: mig,dcimig@zaidi2020,all@*", 0 },
    { "seeds", "A:B", "these seeds instead of the plan's, A up to but not including B", 0 },
    { "samples", "N", "this many rows instead of the plan's", 'n' },
    { "jobs", "J", "threads (all cores this process may use)", 'j' },
};
const cli_command cli_command_run = {
    .id = "run",
    .summary = "score the missing cells of a plan",
    .synopsis = "PLAN [--db FILE] [--scenarios LIST] [--metrics LIST] [--seeds A:B] [--samples N] [--jobs J]",
    .details =
        "PLAN is a built-in plan (`assay list plans`) or a YAML file:\n"
        "\n"
        "  name: mine\n"
        "  samples: [1000, 20000]\n"
        "  seeds: 0:10\n"
        "  scenarios: [noise, {mixing: {alpha: [0, 0.25, 0.5]}}]\n"
        "  metrics: [all, mig@zaidi2020]\n"
        "\n"
        "A LIST of metrics may name `all`, family:NAME, cost:cheap or cost:dear (dear: more than " DEAR_TEXT
        " units with\n"
        "standard options at 1000 samples, 8 factors and 8 codes; `assay describe METRIC` says which),\n"
        "cost:UNITS, those that take no more, and reads:OPTION, the metrics that read an option; -NAME leaves out.\n"
        "\n"
        "A cell is a scenario, a point of its parameters, a sample size, a seed and a metric with a preset.\n"
        "Cells that are in the store already are not computed again, so a run goes on where it was stopped,\n"
        "whatever stopped it; scores do not depend on threads, order or interruptions. Ctrl-C finishes the\n"
        "cells in flight, keeps everything and exits with 130 (143 for SIGTERM); a second Ctrl-C ends at\n"
        "once.\n",
    .example = "  assay run quick\n"
               "  assay run thesis --db thesis.db --scenarios noise --seeds 0:20\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .run = run,
};
