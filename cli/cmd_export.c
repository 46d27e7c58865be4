/* assay export -- every score of a store, as CSV or JSON Lines. */
#include "axis_name.h"
#include "print.h"
#include "store_args.h"
#include "store_merge.h"
#include "store_stamp.h"
#include "store_study.h"
#include "terminal.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void number(FILE *to, double value)
{
    char text[64];
    assay_option_print(NULL, value, text, sizeof text);
    fputs(text, to);
}

typedef struct writing {
    FILE *to;
    int json;
    uint64_t rows;
} writing;

static axis_item item_of(const store_row *row) { return axis_item_name(row->output->axis, (size_t)row->item); }

/* Each column with what writes its cell; the last ends the line. */
#define COLUMNS(COLUMN)                                                             \
    COLUMN("scenario", ",", grid_csv_text(row->point->scenario->name, to))          \
    COLUMN("point", ",", grid_csv_text(row->point->at.set.text, to))                \
    COLUMN("samples", ",", fprintf(to, "%" PRIu64, row->samples))                   \
    COLUMN("seed", ",", fprintf(to, "%" PRIu64, row->seed))                         \
    COLUMN("metric", ",", grid_csv_text(row->variant->metric->name, to))            \
    COLUMN("preset", ",", grid_csv_text(row->variant->name.text, to))               \
    COLUMN("output", ",", grid_csv_text(row->output->name, to))                     \
    COLUMN("axis", ",", fputs(axis_name(row->output->axis), to))                    \
    COLUMN("item", ",", if (row->item >= 0) fputs(item_of(row).text, to))           \
    COLUMN("value", ",", if (!isnan(row->value)) number(to, row->value))            \
    COLUMN("undefined", ",", if (row->undefined) grid_csv_text(row->undefined, to)) \
    COLUMN("seconds", "\n", fprintf(to, "%.3g", row->seconds))

#define COLUMN_NAME(name, end, put) name end
#define COLUMN_PUT(name, end, put) \
    put;                           \
    fputs(end, to);

#define CSV_HEADER COLUMNS(COLUMN_NAME)

static assay_status csv_row(const store_row *row, FILE *to)
{
    COLUMNS(COLUMN_PUT)
    return ferror(to) ? ASSAY_EENVIRONMENT : ASSAY_OK;
}

static assay_status json_row(const store_row *row, FILE *to)
{
    json_t *object =
        json_pack("{ss ss sI sI ss ss ss ss so so so* sf}", "scenario", row->point->scenario->name, "point",
                  row->point->at.set.text, "samples", (json_int_t)row->samples, "seed", (json_int_t)row->seed, "metric",
                  row->variant->metric->name, "preset", row->variant->name.text, "output", row->output->name, "axis",
                  axis_name(row->output->axis), "item", row->item >= 0 ? json_string(item_of(row).text) : json_null(),
                  "value", isnan(row->value) ? json_null() : json_real(row->value), "undefined",
                  row->undefined ? json_string(row->undefined) : json_null(), "seconds", row->seconds);
    if (!object) return ASSAY_ENOMEM;
    json_dumpf(object, to, JSON_COMPACT);
    json_decref(object);
    fputc('\n', to);
    return ferror(to) ? ASSAY_EENVIRONMENT : ASSAY_OK;
}

static assay_status put_row(const store_row *row, void *context)
{
    writing *w = context;
    if (!w->rows++ && !w->json) fputs(CSV_HEADER, w->to);
    return w->json ? json_row(row, w->to) : csv_row(row, w->to);
}

#define DRAW_COLUMNS(COLUMN)                                                                           \
    COLUMN("group", ",", grid_csv_text(row->point->scenario->name, to))                                \
    COLUMN("model", ",", grid_csv_text(row->point->at.set.n ? row->point->at.set.at[0].word : "", to)) \
    COLUMN("samples", ",", fprintf(to, "%" PRIu64, row->samples))                                      \
    COLUMN("metric", ",", grid_csv_text(row->variant->metric->name, to))                               \
    COLUMN("preset", ",", grid_csv_text(row->variant->name.text, to))                                  \
    COLUMN("output", ",", grid_csv_text(row->output->name, to))                                        \
    COLUMN("data", ",", fputs(row->point->representation ? row->point->representation->data : "", to)) \
    COLUMN("drawn", ",", fputs(drawn[row->is.kind], to))                                               \
    COLUMN("draw", ",", fprintf(to, "%zu", k))                                                         \
    COLUMN("value", "\n", if (!isnan(row->is.draw[k])) number(to, row->is.draw[k]))

static assay_status put_draws(const store_uncertain *row, void *context)
{
    static const char *const drawn[] = { "", "bootstrap", "half of the rows", "shuffled", "with defects", "item" };
    writing *w = context;
    FILE *to = w->to;
    size_t n = row->is.draw ? (size_t)row->is.draws : 0;
    while (n && row->is.kind == UNCERTAIN_ITEMS && isnan(row->is.draw[n - 1])) n--; /* room for shuffles */
    for (size_t k = 0; k < n; k++) {
        if (!w->rows++) fputs(DRAW_COLUMNS(COLUMN_NAME), to);
        DRAW_COLUMNS(COLUMN_PUT)
    }
    return ferror(to) ? ASSAY_EENVIRONMENT : ASSAY_OK;
}

/* A store without scores is an empty table; a filter that none passes is a mistake. */
static assay_status finish(const cli_args *args, const store_filter *filter, const writing *w, assay_error *err)
{
    if (w->rows) return ASSAY_OK;
    if (filter->scenarios || filter->metrics || filter->samples || filter->profile)
        return assay_fail(err, ASSAY_EINPUT, "%s holds no such scores; `assay status` says what there is",
                          store_args_found(args));
    if (!w->json) fputs(cli_given(args, "draws") ? DRAW_COLUMNS(COLUMN_NAME) : CSV_HEADER, w->to);
    return ASSAY_OK;
}

static int write_rows(const cli_args *args, store *scores, const store_filter *filter, int json)
{
    cli_output output;
    const int bad = cli_output_open(cli_value(args, "output"), &output);
    if (bad) return bad;
    writing w = { output.file, json, 0 };
    catalog of = { 0 };
    assay_status status = store_catalog(scores, &of, &cli_error);
    if (status == ASSAY_OK)
        status = cli_given(args, "draws") ? store_uncertainties(scores, &of, filter, put_draws, &w, &cli_error)
                                          : store_rows(scores, &of, filter, put_row, &w, &cli_error);
    if (status == ASSAY_OK) status = finish(args, filter, &w, &cli_error);
    catalog_free(&of);
    return cli_output_close(&output, status);
}

/* What of a store matches its digests, read from a copy without the rest. */
static int read_intact(const cli_args *args, unfinished_folder *folder, store_args *from)
{
    const store_mending how = { folder, NULL, 1 };
    const char *local = getenv("TMPDIR");
    char path[UNFINISHED_PATH];
    uint64_t dropped = 0;
    int bad = store_args_filter(args, from);
    if (!bad) bad = cli_fail(unfinished_folder_inside(local && *local ? local : "/tmp", folder, &cli_error));
    if (!bad) bad = cli_fail(store_mend(store_args_found(args), &how, path, &dropped, &cli_error));
    if (!bad) bad = cli_fail(store_open(path, STORE_READ, &from->scores, &cli_error));
    if (!bad && dropped)
        terminal_say("%s: %" PRIu64 " rows and cells that do not match their digests are left out\n",
                     store_args_found(args), dropped);
    return bad;
}

/* Records have no place for it. */
static int say_which(const cli_args *args, const store_args *from)
{
    store_stamp is;
    char text[STAMP_TEXT];
    const assay_status status = store_stamp_of(from->scores, &is, &cli_error);
    if (status != ASSAY_OK) return cli_fail(status);
    store_stamp_text(&is, text);
    if (is.there == is.wanted) terminal_say("%s: %s\n", store_args_found(args), text); /* else it was said already */
    return 0;
}

static int run(const cli_args *args)
{
    const char *format = cli_value_or(args, "format", "csv");
    const int json = strcmp(format, "jsonl") == 0 || strcmp(format, "json") == 0;
    if (!json && strcmp(format, "csv") != 0) return cli_no_choice(args, "format", format, "csv|jsonl");
    if (json && cli_given(args, "draws")) return cli_usage("export: --draws are written as csv");
    store_args from;
    unfinished_folder folder = { 0 };
    int bad = cli_given(args, "intact") ? read_intact(args, &folder, &from) : store_args_read(args, &from);
    if (!bad) bad = say_which(args, &from);
    if (!bad) bad = write_rows(args, from.scores, &from.filter, json);
    store_args_close(&from);
    unfinished_folder_close(&folder);
    return bad;
}

const cli_command cli_command_export = { .run = run };
