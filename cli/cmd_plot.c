/* assay plot -- figures of the scores, through gnuplot. */
#include "cli.h"
#include "figures.h"
#include "store.h"

#include <stdlib.h>

static int run(const cli_args *args)
{
    const char *db = cli_value(args, "db") ? cli_value(args, "db") : CLI_DB;
    const char *directory = cli_value(args, "out") ? cli_value(args, "out") : "out/figures";
    uint32_t formats;
    assay_error err = { "" };
    int bad = cli_fail(
        figure_formats(cli_value(args, "format") ? cli_value(args, "format") : "pdf,svg,png", &formats, &err), &err);
    if (bad) return bad;
    store_filter filter = { .scenarios = cli_value(args, "scenarios"), .metrics = cli_value(args, "metrics") };
    bad = cli_number(args, "samples", 1, 0, &filter.samples);
    if (bad) return bad;
    store *scores;
    bad = cli_fail(store_open(db, STORE_READ, &scores, &err), &err);
    if (bad) return bad;
    figures drawn;
    bad = cli_fail(figures_write(scores, &filter, directory, formats, &drawn, &err), &err);
    store_close(scores);
    if (!bad) {
        for (size_t k = 0; k < drawn.n_files; k++) printf("%s/%s\n", directory, drawn.file[k]);
        if (drawn.warnings[0]) fprintf(stderr, "gnuplot: %s\n", drawn.warnings);
        fprintf(stderr, "%zu figure%s in %s; to restyle one: edit style.gp or NAME.gp there and run gnuplot NAME.gp\n",
                drawn.count, drawn.count == 1 ? "" : "s", directory);
    }
    figures_free(&drawn);
    return bad;
}

static const cli_option options[] = {
    { "db", "FILE", "the store (" CLI_DB ")", 0 },
    { "scenarios", "LIST", "only these", 0 },
    { "metrics", "LIST", "only these: ids, or id@preset", 0 },
    { "samples", "N", "only this size", 'n' },
    { "out", "DIR", "where to (out/figures)", 'o' },
    { "format", "LIST", "pdf, svg, png (all three)", 0 },
};
const cli_command cli_command_plot = {
    .id = "plot",
    .summary = "draw scores along each scenario as figures",
    .synopsis = "[--db FILE] [--scenarios LIST] [--metrics LIST] [--samples N] [--out DIR] [--format pdf,svg,png]",
    .details = "A figure for each scenario, a panel for each family of metrics, at the column widths of a paper\n"
               "(84 and 174 mm). Lines are means over seeds, bands their 95 % confidence intervals (Student's t).\n"
               "Scenarios whose points are not numbers are drawn as dots with bars. Curves can be told apart by\n"
               "colour-blind readers and in grey.\n\n"
               "Beside each figure lie its gnuplot script, NAME.gp, and data, NAME.dat, and one style.gp for all:\n"
               "change what you like and run `gnuplot NAME.gp` in that folder. The same scores give the same\n"
               "bytes. Needs gnuplot (apt-get install gnuplot-nox); the names of the files go to standard output.\n",
    .example = "  assay plot --db out/quick/scores.db --scenarios noise,mixing --format pdf --out out/figures\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 0,
    .most = 0,
    .run = run,
};
