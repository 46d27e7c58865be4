/* assay plot -- figures of the scores, through gnuplot. */
#include "figures.h"
#include "group_points.h"
#include "needed.h"
#include "print.h"
#include "store_args.h"
#include "terminal.h"

#include <string.h>
#include <unistd.h>

static int report(assay_status status, const figures *drawn, const char *directory)
{
    const int bad = cli_fail(status);
    if (bad) return bad;
    for (size_t k = 0; k < drawn->n_files; k++) terminal_print("%s/%s\n", directory, drawn->file[k]);
    if (drawn->warnings[0]) terminal_say("gnuplot: %s\n", drawn->warnings);
    terminal_say("%zu figure%s in %s; to restyle one: edit style.gp or NAME.gp there and run gnuplot NAME.gp\n",
                 drawn->count, drawn->count == 1 ? "" : "s", directory);
    return 0;
}

static int draw(const cli_args *args, const score_rows *rows, const char *names, uint32_t formats)
{
    const char *directory = cli_value_or(args, "out", "out/figures");
    figures drawn = { 0 };
    assay_status status;
    if (names[0]) status = figures_named(rows, names, directory, formats, &drawn, &cli_error);
    else if (cli_given(args, "sheets")) status = figures_sheets(rows, NULL, directory, formats, &drawn, &cli_error);
    else status = figures_draw(rows, directory, formats, &drawn, &cli_error);
    return report(status, &drawn, directory);
}

/* The strips of the choice of a metric, which are of pairs; other figures are of the other scores. */
static int draw_strips(const cli_args *args, uint32_t formats)
{
    const char *directory = cli_value_or(args, "out", "out/figures");
    store_args from;
    stored_choice of = { 0 };
    figures drawn = { 0 };
    int bad = store_args_read(args, &from);
    if (!bad) bad = cli_fail(stored_choice_read(from.scores, cli_value(args, "metrics"), NULL, &of, &cli_error));
    if (!bad && of.why_not)
        bad = cli_refuse(ASSAY_EINPUT, "%s: %s Score them first: assay run bank --db %s", store_args_found(args),
                         of.why_not, store_args_found(args));
    if (!bad)
        bad = report(figure_strips_draw(&of.made, of.scores.lacking, directory, formats, &drawn, &cli_error), &drawn,
                     directory);
    stored_choice_free(&of);
    store_args_close(&from);
    return bad;
}

static int list_figures(const cli_args *args, const score_rows *rows)
{
    figure_offers offers = figures_offered(rows);
    grid *g = grid_new("figures");
    GRID_COLUMNS(g, { "name", "figure", GRID_LEFT }, { "title", "shows", GRID_WRAP },
                 { "source", "document", GRID_LEFT }, { "missing", "needs", GRID_WRAP });
    for (size_t k = 0; k < offers.count; k++) {
        grid_row(g);
        GRID_TEXTS(g, offers.at[k].name, offers.at[k].title, offers.at[k].source,
                   offers.at[k].missing ? offers.at[k].missing : "");
    }
    grid_row(g);
    GRID_TEXTS(g, "strips", "Which metric orders representations rightly", "", "assay run bank");
    grid_note(g, 0, "document: the figure of a source document that is laid out like this one");
    grid_note(g, 0, "needs: a command that makes scores which are not in the store");
    return print_grid(args, g);
}

/* What is in the store; of a list nothing where there is none. */
static int read_rows(const cli_args *args, int needed, evidence *all, score_rows *to)
{
    store_args from;
    int bad = store_args_filter(args, &from);
    const int absent = !cli_given(args, "db") && access(store_args_found(args), F_OK) != 0;
    if (!bad && (needed || !absent)) {
        bad = store_args_open(args, &from.scores);
        if (!bad) bad = cli_fail(evidence_read(from.scores, &from.filter, all, &cli_error)); /* items are drawn, too */
        store_args_say_pairs(args, all);
        if (!bad) score_rows_list(all, to);
    }
    store_args_close(&from);
    return bad;
}

static int draw_rows(const cli_args *args, const score_rows *rows, const char *names, uint32_t formats)
{
    evidence made = { 0 };
    score_rows grouped = { 0 };
    const assay_status status = group_points_make(rows, cli_value(args, "along"), &made, &grouped);
    int bad = cli_fail(status);
    if (!bad) bad = cli_given(args, "list") ? list_figures(args, &grouped) : draw(args, &grouped, names, formats);
    evidence_free(&made);
    return bad;
}

int cmd_plot(const cli_args *args)
{
    const int list = cli_given(args, "list"), by_metric = cli_given(args, "sheets");
    if (list + by_metric + (args->n_words > 0) > 1)
        return cli_usage("plot: one of --list, --sheets and names of figures");
    const char *wanted = cli_value_or(args, "format", "pdf,svg,png");
    uint32_t formats;
    int bad = cli_fail(figure_formats(wanted, &formats, &cli_error));
    if (bad) return bad;
    formats |= figure_paper_named(cli_value_or(args, "paper", ""));
    if (args->n_words == 1 && strcmp(args->word[0], "strips") == 0) return draw_strips(args, formats);
    evidence all = { 0 };
    score_rows rows = { 0 };
    const char *names = "";
    for (size_t k = 0; k < args->n_words; k++) names = phrase_join(names, ",", args->word[k]);
    bad = read_rows(args, !list, &all, &rows);
    if (!bad) bad = draw_rows(args, &rows, names, formats);
    evidence_free(&all);
    return bad;
}
