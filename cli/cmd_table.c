/* assay table -- scores by scenario: metrics down, points across. */
#include "evidence.h"
#include "print.h"
#include "sae_table.h"
#include "score_table.h"
#include "store_args.h"
#include "study_table.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* Columns to fill: the terminal's, within what is pleasant to read. */
static size_t table_width(const cli_args *args)
{
    enum { LEAST = 80, STANDARD = 100, MOST = 160 };
    const size_t width = print_width(args, STANDARD);
    return width < LEAST ? LEAST : width > MOST ? MOST : width;
}

/* More models than groups are shown by group, unless --by says otherwise. */
static int is_by_file(const cli_args *args, const score_rows *studies)
{
    const char *by = cli_value(args, "by");
    if (by) return strcmp(by, "file") == 0;
    if (cli_given(args, "along")) return 0;
    for (size_t r = 1; r < studies->count; r++) {
        const stored_point *a = studies->at[r - 1].at->of, *b = studies->at[r].at->of;
        if (a != b && a->scenario == b->scenario) return 0;
    }
    return 1;
}

/* The scenarios of a store with models are left out of what holds one of the two. */
static void leave_out(score_rows *scenarios, const char *format)
{
    terminal_say("%s has the models alone; --scenarios names scenarios of the store:", format);
    for (size_t r = 0; r < scenarios->count; r++)
        if (!r || scenarios->at[r].at->of->scenario != scenarios->at[r - 1].at->of->scenario)
            terminal_say(" %s", scenarios->at[r].at->scenario);
    fputc('\n', stderr);
    scenarios->count = 0;
}

/* Scenarios and studies, a table or several of each. */
static assay_status write_rows(const cli_args *args, const score_rows *rows, const score_table_options *options,
                               FILE *to, assay_error *err)
{
    score_rows scenarios = { 0 }, studies = { 0 }, doses = { 0 };
    assay_status status = ASSAY_OK;
    score_rows_part(rows, &scenarios, &studies, &doses);
    const int programs = print_is_whole(args);
    const study_by by = { .file = is_by_file(args, &studies) && !(programs && !cli_given(args, "by")),
                          .along = cli_value(args, "along"),
                          .at = cli_value(args, "at") };
    const study_table_options models = { options->format, by, options->width, options->lines, &doses };
    if (by.at && by.file && cli_given(args, "by"))
        return assay_fail(err, ASSAY_EUSAGE, "--at chooses checkpoints of groups; --by file has all models");
    ASSAY_TRY(rows_check_at(&studies, by.at, err));
    ASSAY_TRY(rows_check_column(&studies, "along", by.along, err));
    if (scenarios.count && studies.count && programs) leave_out(&scenarios, cli_value_or(args, "format", "table"));
    if (scenarios.count) status = score_table_write(&scenarios, options, to, err);
    if (status == ASSAY_OK && scenarios.count && studies.count) fputs("\n", to);
    if (status == ASSAY_OK && studies.count) status = study_table_write(&studies, &models, to, err);
    if (status == ASSAY_OK && studies.count && !by.file && !cli_given(args, "by") && options->format == GRID_TABLE)
        terminal_say("by group; --by file has a row for each model\n");
    return status;
}

static int write_sae(const cli_args *args, const store_args *from)
{
    FREED(evidence_free) evidence all = { 0 };
    assay_status status = evidence_read(from->scores, &from->filter, &all, &cli_error);
    grid *g = status == ASSAY_OK ? sae_grid(&all) : NULL;
    if (status == ASSAY_OK && !g)
        status = assay_fail(&cli_error, ASSAY_EINPUT,
                            "%s holds no scores of scenario features; `assay run features` makes them",
                            store_args_found(args));
    if (g) grid_head(g, all.lacking);
    return status == ASSAY_OK ? print_first(args, &g, 1) : cli_fail(status);
}

static int write_table(const cli_args *args, const store_args *from, const score_table_options *options)
{
    if (cli_given(args, "sae")) return write_sae(args, from);
    FREED(evidence_free) evidence all = { 0 };
    score_rows rows = { 0 };
    cli_output output;
    CLI_OK(evidence_read_rows(from->scores, &from->filter, &all, &rows, &cli_error));
    store_args_say_pairs(args, &all);
    if (!rows.count) /* before a file is made */
        return cli_refuse(ASSAY_EINPUT, "%s holds no such scores; `assay status` says what there is",
                          store_args_found(args));
    CLI_TRY(cli_output_open(cli_value(args, "output"), &output));
    return cli_output_close(&output, write_rows(args, &rows, options, output.file, &cli_error));
}

int cmd_table(const cli_args *args)
{
    const score_table_options options = { print_format(args), cli_given(args, "sd"), table_width(args),
                                          print_lines(args) };
    if (store_args_bad_by(args)) return CLI_USAGE;
    FREED(store_args_close) store_args from = { 0 };
    CLI_TRY(store_args_read(args, &from));
    return write_table(args, &from, &options);
}
