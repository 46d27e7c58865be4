/* assay reproduce -- published numbers and those of a store, side by side. */
#include "cli.h"
#include "print.h"
#include "published.h"
#include "store.h"

#include <math.h>
#include <stdlib.h>

static void add_row(grid *g, const published *p, const published_check *c)
{
    grid_row(g);
    grid_text(g, "%s", p->table);
    grid_text(g, "%s", p->scenario);
    grid_text(g, "%s", p->point);
    grid_text(g, "%s@%s", p->metric, p->preset);
    grid_text(g, "%s", p->output);
    grid_number(g, p->value, 1);
    grid_spread(g, c->mean, c->half_width, 3);
    grid_count(g, c->seeds);
    grid_text(g, "%s", published_verdict_text(c->verdict));
    grid_text(g, "%s", p->remark ? p->remark : "");
}

static grid *make_grid(const published_check *checks)
{
    size_t by_verdict[PUBLISHED_MISSING + 1] = { 0 };
    grid *g = grid_new("published numbers and ours");
    grid_column(g, "table", "table", GRID_LEFT);
    grid_column(g, "scenario", "scenario", GRID_LEFT);
    grid_column(g, "point", "point", GRID_LEFT);
    grid_column(g, "metric", "metric", GRID_LEFT);
    grid_column(g, "output", "output", GRID_LEFT);
    grid_column(g, "published", "published", GRID_RIGHT);
    grid_column(g, "ours", "ours", GRID_RIGHT);
    grid_column(g, "seeds", "seeds", GRID_RIGHT);
    grid_column(g, "verdict", "verdict", GRID_LEFT);
    grid_column(g, "remark", "remark", GRID_WRAP);
    for (size_t k = 0; k < published_count(); k++) {
        add_row(g, published_at(k), &checks[k]);
        by_verdict[checks[k].verdict]++;
    }
    grid_note(g, 0, "%zu reproduced, %zu within error, %zu differ, %zu undefined, %zu not in this store; ours: mean over seeds with "
                    "its 95 %% interval", by_verdict[PUBLISHED_REPRODUCED], by_verdict[PUBLISHED_WITHIN_ERROR],
              by_verdict[PUBLISHED_DIFFERS], by_verdict[PUBLISHED_UNDEFINED], by_verdict[PUBLISHED_MISSING]);
    return g;
}

static int run(const cli_args *args)
{
    int format;
    int bad = print_format(args, &format);
    if (bad) return bad;
    store *scores;
    assay_error err = { "" };
    bad = cli_fail(store_open(cli_value(args, "db") ? cli_value(args, "db") : CLI_DB, STORE_READ, &scores, &err), &err);
    if (bad) return bad;
    published_check *checks = calloc(published_count(), sizeof *checks);
    bad = checks ? cli_fail(published_compare(scores, checks, &err), &err) : cli_fail(ASSAY_ENOMEM, NULL);
    if (!bad) {
        grid *g = make_grid(checks);
        bad = print_grids(args, &g, 1, format);
    }
    free(checks);
    store_close(scores);
    return bad;
}

static const cli_option options[] = {
    { "db", "FILE", "the store (" CLI_DB ")", 0 },
    PRINT_OPTIONS,
};
const cli_command cli_command_reproduce = {
    .id = "reproduce",
    .summary = "published numbers beside those of a store",
    .synopsis = "[--db FILE] [--format F]",
    .details = "Boilard 2022, table 3.1. A number is reproduced where the mean over seeds rounds to what is printed, within error\n"
               "where the 95 % interval of the mean reaches it. Run the plan `thesis` first; a few seeds of it will do.\n",
    .example = "  assay run thesis --scenarios trig,duplicate --seeds 0:10 --db thesis.db\n"
               "  assay reproduce --db thesis.db\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 0,
    .most = 0,
    .run = run,
};
