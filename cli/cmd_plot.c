/* assay plot -- figures of the scores, through gnuplot. */
#include "cli.h"
#include "figures.h"
#include "store_args.h"

#include <stdlib.h>

static int draw(store *scores, const store_filter *filter, const char *directory, uint32_t formats)
{
    figures drawn;
    assay_error err = { "" };
    const int bad = cli_fail(figures_write(scores, filter, directory, formats, &drawn, &err), &err);
    if (!bad) {
        for (size_t k = 0; k < drawn.n_files; k++) printf("%s/%s\n", directory, drawn.file[k]);
        if (drawn.warnings[0]) fprintf(stderr, "gnuplot: %s\n", drawn.warnings);
        fprintf(stderr, "%zu figure%s in %s; to restyle one: edit style.gp or NAME.gp there and run gnuplot NAME.gp\n",
                drawn.count, drawn.count == 1 ? "" : "s", directory);
    }
    figures_free(&drawn);
    return bad;
}

static int run(const cli_args *args)
{
    const char *directory = cli_value(args, "out") ? cli_value(args, "out") : "out/figures";
    uint32_t formats;
    assay_error err = { "" };
    int bad = cli_fail(
        figure_formats(cli_value(args, "format") ? cli_value(args, "format") : "pdf,svg,png", &formats, &err), &err);
    if (bad) return bad;
    store_filter filter;
    store *scores;
    bad = store_args_filter(args, &filter);
    if (!bad) bad = store_args_open(args, &scores);
    if (!bad) {
        bad = draw(scores, &filter, directory, formats | (cli_given(args, "each") ? FIGURE_EACH : 0));
        store_close(scores);
    }
    store_args_filter_free(&filter);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    STORE_FILTER_OPTIONS,
    { "out", "DIR", "where to (out/figures)", 'o' },
    { "format", "LIST", "pdf, svg, png (all three)", 0 },
    { "each", NULL, "a figure for each setting too, where one map shows many", 0 },
};
const cli_command cli_command_plot = {
    .id = "plot",
    .summary = "draw scores along each scenario as figures",
    .synopsis = "[--db FILE] [--scenarios LIST] [--metrics LIST] [--samples N] [--out DIR] [--format LIST] [--each]",
    .details = "A figure for each scenario, a panel for each family of metrics, at the column widths of a paper\n"
               "(84 and 174 mm). Lines are means over seeds, bands their 95 % confidence intervals (Student's t).\n"
               "A metric without an upper bound has an axis of its own. Where a second parameter has more than two\n"
               "settings, one map of colours shows all; --each draws the curves of each too.\n"
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
