/* assay status -- what a store's plans have done and what is missing. */
#include "cli.h"
#include "print.h"
#include "store_args.h"

#include <math.h>
#include <string.h>

/* Rows are gathered by plan and scenario unless --metrics asks for each metric. */
typedef struct gathering {
    grid *g;
    int by_metric;
    store_progress sum; /* of the scenario at hand; scenario and plan are in the texts */
    char plan[256], scenario[256];
    double left; /* seconds of one core for what is missing, from the cells there are */
} gathering;

static void put_row(gathering *all, const char *name, const store_progress *p, double left)
{
    grid_row(all->g);
    grid_text(all->g, "%s", all->plan);
    grid_text(all->g, "%s", all->scenario);
    if (all->by_metric) grid_text(all->g, "%s", name);
    grid_count(all->g, p->wanted);
    grid_count(all->g, p->done);
    grid_count(all->g, p->wanted - p->done);
    grid_count(all->g, p->failed);
    grid_number(all->g, left, 0);
}

static void end_group(gathering *all)
{
    if (!all->by_metric && all->sum.wanted) put_row(all, "", &all->sum, all->left);
    all->sum = (store_progress){ 0 };
    all->left = 0;
}

static assay_status visit(const store_progress *row, void *context)
{
    gathering *all = context;
    if (strcmp(row->plan, all->plan) != 0 || strcmp(row->scenario, all->scenario) != 0) end_group(all);
    snprintf(all->plan, sizeof all->plan, "%s", row->plan);
    snprintf(all->scenario, sizeof all->scenario, "%s", row->scenario);
    const double left = row->wanted > row->done ? (double)(row->wanted - row->done) * row->seconds : 0.0;
    all->sum.wanted += row->wanted;
    all->sum.done += row->done;
    all->sum.failed += row->failed;
    all->left += left; /* NaN where a metric has no cell yet: then nobody knows */
    if (all->by_metric) {
        char name[512];
        snprintf(name, sizeof name, "%s@%s", row->metric, row->preset);
        put_row(all, name, row, left);
    }
    return ASSAY_OK;
}

static int run(const cli_args *args)
{
    int format;
    store *scores;
    int bad = print_format(args, &format);
    if (!bad) bad = store_args_open(args, &scores);
    if (bad) return bad;
    assay_error err = { "" };
    gathering all = { .g = grid_new("cells"), .by_metric = cli_given(args, "metrics") };
    grid_column(all.g, "plan", "plan", GRID_LEFT);
    grid_column(all.g, "scenario", "scenario", GRID_LEFT);
    if (all.by_metric) grid_column(all.g, "metric", "metric", GRID_LEFT);
    grid_column(all.g, "wanted", "wanted", GRID_RIGHT);
    grid_column(all.g, "done", "done", GRID_RIGHT);
    grid_column(all.g, "missing", "missing", GRID_RIGHT);
    grid_column(all.g, "failed", "failed", GRID_RIGHT);
    grid_column(all.g, "core_seconds_left", "core seconds left", GRID_RIGHT);
    const assay_status status = store_status(scores, visit, &all, &err);
    end_group(&all);
    store_close(scores);
    if (status != ASSAY_OK) {
        grid_free(all.g);
        return cli_fail(status, &err);
    }
    return print_grids(args, &all.g, 1, format);
}

static const cli_option options[] = {
    STORE_OPTION,
    { "metrics", NULL, "a line for each metric", 'm' },
    PRINT_OPTIONS,
};
const cli_command cli_command_status = {
    .id = "status",
    .summary = "what the plans of a store have done, and what is missing",
    .synopsis = "[--db FILE] [--metrics] [--format F]",
    .details = "`wanted` counts the cells of the plan as it was last run, with the options of that call. The seconds\n"
               "left are those of one core, from the mean of the cells there are.\n",
    .example = "  assay status --db out/quick/scores.db\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 0,
    .most = 0,
    .run = run,
};
