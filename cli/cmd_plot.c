/* assay plot -- figures of the scores, through gnuplot. */
#include "figures.h"
#include "data_sets.h"
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
    return report(names[0]                    ? figures_named(rows, names, directory, formats, &drawn, &cli_error)
                  : cli_given(args, "sheets") ? figures_sheets(rows, NULL, directory, formats, &drawn, &cli_error)
                                              : figures_draw(rows, directory, formats, &drawn, &cli_error),
                  &drawn, directory);
}

/* The strips of the choice of a metric, which are of pairs; other figures are of the other scores. */
static int draw_strips(const cli_args *args, uint32_t formats)
{
    const char *directory = cli_value_or(args, "out", "out/figures");
    FREED(store_args_close) store_args from = { 0 };
    FREED(stored_choice_free) stored_choice of = { 0 };
    figures drawn = { 0 };
    CLI_TRY(store_args_read(args, &from));
    CLI_TRY(store_args_choice(args, from.scores, NULL, &of));
    return report(figure_strips_draw(&of.made, of.scores.lacking, directory, formats, &drawn, &cli_error), &drawn,
                  directory);
}

static int list_figures(const cli_args *args, const score_rows *rows)
{
    figure_offers offers = figures_offered(rows);
    grid *g = grid_new("figures");
    GRID_COLUMNS(g, { "name", "figure", GRID_LEFT }, { "title", "shows", GRID_WRAP },
                 { "source", "document", GRID_LEFT }, { "missing", "needs", GRID_WRAP });
    for (size_t k = 0; k < offers.count; k++)
        GRID_WORDS(g, offers.at[k].name, offers.at[k].title, offers.at[k].source,
                   offers.at[k].missing ? offers.at[k].missing : "");
    GRID_WORDS(g, "strips", "Which metric orders representations rightly", "", "assay run bank");
    grid_note(g, 0, "document: the figure of a source document that is laid out like this one");
    grid_note(g, 0, "needs: a command that makes scores which are not in the store");
    return print_grid(args, g);
}

/* What is in the store; of a list nothing where there is none. */
static int read_rows(const cli_args *args, int needed, evidence *all, score_rows *to)
{
    FREED(store_args_close) store_args from = { 0 };
    CLI_TRY(store_args_filter(args, &from));
    if (!needed && !cli_given(args, "db") && access(store_args_found(args), F_OK) != 0) return 0;
    CLI_TRY(store_args_open(args, &from.scores));
    CLI_OK(evidence_read(from.scores, &from.filter, all, &cli_error)); /* items are drawn, too */
    store_args_say_pairs(args, all);
    score_rows_list(all, to);
    return 0;
}

static int draw_rows(const cli_args *args, const score_rows *rows, const char *names, uint32_t formats)
{
    FREED(evidence_free) evidence made = { 0 };
    score_rows grouped = { 0 };
    CLI_OK(rows_check_column(rows, "along", cli_value(args, "along"), &cli_error));
    group_points_make(rows, cli_value(args, "along"), &made, &grouped);
    return cli_given(args, "list") ? list_figures(args, &grouped) : draw(args, &grouped, names, formats);
}

int cmd_plot(const cli_args *args)
{
    const int list = cli_given(args, "list"), by_metric = cli_given(args, "sheets");
    if (list + by_metric + (args->n_words > 0) > 1)
        return cli_usage("plot: one of --list, --sheets and names of figures");
    const char *wanted = cli_value_or(args, "format", "pdf,svg,png");
    uint32_t formats;
    CLI_OK(figure_formats(wanted, &formats, &cli_error));
    formats |= figure_paper_named(cli_value_or(args, "paper", ""));
    if (args->n_words == 1 && strcmp(args->word[0], "strips") == 0) return draw_strips(args, formats);
    FREED(evidence_free) evidence all = { 0 };
    score_rows rows = { 0 };
    const char *names = "";
    for (size_t k = 0; k < args->n_words; k++) names = phrase_join(names, ",", args->word[k]);
    CLI_TRY(read_rows(args, !list, &all, &rows));
    return draw_rows(args, &rows, names, formats);
}
