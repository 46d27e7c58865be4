/* assay table -- scores by scenario: metrics down, points across. */
#include "cli.h"
#include "groups.h"
#include "print.h"
#include "score_table.h"
#include "store_args.h"
#include "study_table.h"

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
    for (size_t r = 1; r < studies->count; r++) {
        const stored_point *a = studies->at[r - 1].at->of, *b = studies->at[r].at->of;
        if (a != b && a->scenario == b->scenario) return 0;
    }
    return 1;
}

/* Scenarios and studies, a table or several of each. */
static assay_status write_rows(const cli_args *args, const score_rows *rows, const score_table_options *options,
                               FILE *to, assay_error *err)
{
    score_rows scenarios = { 0 }, studies = { 0 };
    assay_status status = score_rows_part(rows, &scenarios, &studies);
    if (status != ASSAY_OK) status = assay_fail(err, status, "memory ran out while sorting the scores");
    if (status == ASSAY_OK && scenarios.count) status = score_table_write(&scenarios, options, to, err);
    if (status == ASSAY_OK && scenarios.count && studies.count) fputs("\n", to);
    const study_table_options models = { options->format, is_by_file(args, &studies), options->width };
    if (status == ASSAY_OK && studies.count) status = study_table_write(&studies, &models, to, err);
    if (status == ASSAY_OK && studies.count && !models.by_file && !cli_given(args, "by") &&
        options->format == GRID_TABLE)
        fprintf(stderr, "by group; --by file has a row for each model\n");
    score_rows_free(&studies);
    score_rows_free(&scenarios);
    return status;
}

static int write_table(const cli_args *args, store *scores, const store_filter *filter,
                       const score_table_options *options)
{
    evidence all = { 0 };
    score_rows rows = { 0 };
    cli_output output;
    assay_error err = { "" };
    assay_status status = evidence_read_rows(scores, filter, &all, &rows, &err);
    if (status == ASSAY_OK && !rows.count) /* before a file is made */
        status = assay_fail(&err, ASSAY_EINPUT, "%s holds no such scores; `assay status` says what there is",
                            store_args_path(args));
    int bad = cli_fail(status, &err);
    if (!bad) bad = cli_output_open(cli_value(args, "output"), &output);
    if (!bad) {
        status = write_rows(args, &rows, options, output.file, &err);
        bad = cli_output_close(&output, status, &err);
    }
    score_rows_free(&rows);
    evidence_free(&all);
    return bad;
}

static int run(const cli_args *args)
{
    const char *format = cli_value(args, "format") ? cli_value(args, "format") : "table";
    const score_table_options options = { grid_format(format), cli_given(args, "sd"), table_width(args) };
    if (options.format < 0) return cli_usage("table: --format %s: one of " GRID_FORMATS, format);
    const char *by = cli_value(args, "by");
    if (by && strcmp(by, "file") != 0 && strcmp(by, "group") != 0)
        return cli_usage("table: --by %s: file or group", by);
    store_filter filter;
    store *scores;
    int bad = store_args_filter(args, &filter);
    if (!bad) bad = store_args_open(args, &scores);
    if (!bad) {
        bad = write_table(args, scores, &filter, &options);
        store_close(scores);
    }
    store_args_filter_free(&filter);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    STORE_FILTER_OPTIONS,
    { "by", "WHAT", "of a study: file, a row for each model, or group (group, where one has several models)", 0 },
    { "sd", NULL, "with the standard deviation over seeds", 0 },
    { "format", "F", GRID_FORMATS, 0 },
    { "output", "FILE", "where to, instead of standard output", 'o' },
};
const cli_command cli_command_table = {
    .id = "table",
    .summary = "show scores by scenario: metrics down, points across",
    .synopsis =
        "[--db FILE] [--scenarios LIST] [--metrics LIST] [--samples N] [--by file|group] [--sd] [--format F] [-o FILE]",
    .details = "A table for each scenario and number of samples; where several parameters are swept, one for each\n"
               "setting of all but the last. Cells are means over seeds. A dash is undefined; a raised letter says\n"
               "that some seeds were, and the notes below how many and why. A cell that is not in the store is\n"
               "empty.\n\n"
               "The models of a study are rows, metrics columns: score ± half of the interval over drawn rows, or the\n"
               "mean over the models of a group ± half of its 95 % interval. The best of a column is bold, and what\n"
               "cannot be told from shuffled codes is marked. csv and json then have a row for every model and score,\n"
               "with interval, chance level, p and the columns of the manifest; latex is split into tables that each\n"
               "fit a column of two-column paper.\n\n"
               "latex is a tabular in the style of booktabs to paste into a table, latex-document compiles as it\n"
               "is. csv and json hold mean, standard deviation, extremes and counts in full precision whether --sd\n"
               "is given or not.\n",
    .example = "  assay table --scenarios noise --metrics mig,dcimig --sd\n"
               "  assay table --format latex -o scores.tex\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 0,
    .most = 0,
    .run = run,
};
