/* assay status -- what a store's plans have done and what is missing. */
#include "needed.h"
#include "plain_text.h"
#include "print.h"
#include "store_about.h"
#include "store_args.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* Rows are gathered by plan and scenario unless --metrics asks for each metric. */
typedef struct gathering {
    grid *g;
    int by_metric;
    store_progress sum; /* of the scenario at hand; scenario and plan are in the texts */
    char plan[256], scenario[256];
    double left;              /* seconds of one core for what is missing, from the cells there are */
    uint64_t wanted, missing; /* of all plans */
} gathering;

static void put_row(gathering *all, const char *name, const store_progress *p, double left)
{
    GRID_ROW(all->g, GRID_TEXT(all->plan), GRID_TEXT(all->scenario));
    if (all->by_metric) grid_text(all->g, "%s", name);
    GRID_CELLS(all->g, GRID_COUNT(p->wanted), GRID_COUNT(p->done), GRID_COUNT(p->wanted - p->done),
               GRID_COUNT(p->failed), GRID_NUMBER(left, 0));
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
    all->wanted += row->wanted;
    all->missing += row->wanted - row->done;
    all->left += left; /* NaN where a metric has no cell yet: then nobody knows */
    if (all->by_metric) {
        char name[512];
        snprintf(name, sizeof name, "%s@%s", row->metric, row->preset);
        put_row(all, name, row, left);
    }
    return ASSAY_OK;
}

static assay_status fill(gathering *all, store *scores, assay_error *err)
{
    GRID_COLUMNS(all->g, { "plan", "plan", GRID_LEFT }, { "scenario", "scenario", GRID_LEFT });
    if (all->by_metric) grid_column(all->g, "metric", "metric", GRID_LEFT);
    GRID_COLUMNS(all->g, { "wanted", "wanted", GRID_RIGHT }, { "done", "done", GRID_RIGHT },
                 { "missing", "missing", GRID_RIGHT }, { "failed", "failed", GRID_RIGHT },
                 { "core_seconds_left", "core seconds left", GRID_RIGHT });
    const assay_status status = store_status(scores, visit, all, err);
    end_group(all);
    return status;
}

/* NULL where all representations of studies could be read. */
static assay_status list_problems(store *scores, grid **to, assay_error *err)
{
    FREED(catalog_free) catalog all = { 0 };
    grid *g = NULL;
    ASSAY_TRY(store_catalog(scores, &all, err));
    for (size_t k = 0; k < all.points.count; k++) {
        const stored_point *p = all.points.at[k];
        const stored_representation *r = p->representation;
        if (!r || (!r->problem && r->hash[0])) continue;
        if (!g) {
            g = grid_new("representations that are not scored as they are");
            GRID_COLUMNS(g, { "group", "group", GRID_LEFT }, { "path", "path", GRID_LEFT },
                         { "problem", "why", GRID_WRAP });
        }
        GRID_WORDS(g, p->scenario->called, r->path);
        grid_text(g, "%s%s", r->problem ? r->problem : "not read yet",
                  r->problem && r->hash[0] ? " (its scores are of what it held before)" : "");
    }
    *to = g;
    return ASSAY_OK;
}

/* With --check: 1 where cells are missing. */
static int check(const cli_args *args, const gathering *all, store *scores)
{
    const char *lacking = NULL;
    if (!cli_given(args, "check")) return 0;
    const assay_status status = store_lacking(scores, &lacking, &cli_error);
    if (status != ASSAY_OK || !store_lacks(lacking)) return cli_fail(status);
    if (!all->missing) {
        terminal_say("%s\n", lacking);
        return CLI_FAILED;
    }
    terminal_say("%llu of %llu cells are missing: run the plan again, it computes those alone\n",
                 (unsigned long long)all->missing, (unsigned long long)all->wanted);
    return CLI_FAILED;
}

/* --verify: whoever opened the store has held every row against its digest. */
static int verify(const cli_args *args, store *scores)
{
    store_stamp is;
    char text[STAMP_TEXT];
    CLI_OK(store_stamp_of(scores, &is, &cli_error));
    store_stamp_text(&is, text);
    char *path = phrase("%s", args->n_words ? args->word[0] : store_args_found(args));
    text_make_plain(path);
    return print_text(args, phrase("%s: all rows match their digests; %s\n%s", path, text, is.digest));
}

static int show(const cli_args *args, store *scores)
{
    gathering all = { .g = grid_new("cells"), .by_metric = cli_given(args, "metrics") };
    grid *found[2] = { all.g };
    assay_status status = fill(&all, scores, &cli_error);
    if (status == ASSAY_OK && !grid_is_rows(print_format(args))) status = list_problems(scores, &found[1], &cli_error);
    if (status == ASSAY_OK) {
        const int bad = print_grids(args, found, 1 + (found[1] != NULL));
        return bad ? bad : check(args, &all, scores);
    }
    grid_free(all.g);
    return cli_fail(status);
}

int cmd_status(const cli_args *args)
{
    const char *path = args->n_words ? args->word[0] : NULL;
    FREED(store_dropped) store *scores = NULL;
    if (path && cli_given(args, "db")) return cli_usage("status: either STORE or --db FILE");
    CLI_TRY(path ? cli_fail(store_open(path, STORE_READ, &scores, &cli_error)) : store_args_open(args, &scores));
    if (path) store_args_remark(scores);
    return cli_given(args, "verify") ? verify(args, scores) : show(args, scores);
}
