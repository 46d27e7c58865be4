/* assay report -- all of a store as one page, and the same tables and figures as files. */
#include "cli.h"
#include "page_parts.h"
#include "report_parts.h"
#include "store_args.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

static int run(const cli_args *args)
{
    report r = { .title = cli_value(args, "title"), .print_all = cli_given(args, "full") };
    const char *directory = cli_value_or(args, "out", "out/report");
    assay_error err = { "" };
    store_args from;
    int bad = store_args_read(args, &from);
    if (!bad) bad = store_args_one_profile(args, &from);
    if (!bad) {
        r.filter = from.filter;
        r.scores = from.scores;
        from.scores = NULL; /* report_make closes it */
        bad = cli_fail(report_make(&r, directory, &err), &err);
        report_free_scores(&r);
    }
    if (!bad) terminal_print("%s/index.html\n", directory);
    store_args_close(&from);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    STORE_FILTER_OPTIONS,
    { "out", "DIR", "where to (out/report)", 'o' },
    { "title", "TEXT", "the heading of the page", 0 },
    { "full", NULL, "print the whole page, not its summary, table and failures alone", 0 },
};
const cli_command cli_command_report = {
    .id = "report",
    .summary = "everything about a store as one HTML page, with tables and figures",
    .synopsis = "[--db FILE] [--out DIR] [--scenarios LIST] [--metrics LIST] [--samples N] [--title TEXT] [--full]",
    .details = "DIR/index.html explains itself, needs no network and no other file, and can be read on a phone or "
               "printed: which metric has which property, the evidence behind every verdict, curves along each "
               "scenario, values of single factors and codes, which metrics agree, published results next to ours, and "
               "what it takes to make the same page again.\n\n"
               "Next to it, for papers and slides: tables/NAME.md, .tex, .csv, .json and figures/NAME.pdf, .svg, .png "
               "(with .gp and .dat). The same scores give the same bytes. DIR is replaced in one step when all is "
               "complete; files of other names that are in it stay. Needs gnuplot (apt-get install gnuplot-nox); the "
               "name of the page goes to standard output.\n",
    .example = "  assay run quick --db out/quick.db\n  assay report --db out/quick.db --out out/report\n",
    COUNTED(options),
    .run = run,
};
