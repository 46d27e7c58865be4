/* assay export -- every score of a store, as CSV or JSON Lines. */
#include "axis_name.h"
#include "counted.h"
#include "print.h"
#include "store_args.h"
#include "store_about.h"
#include "store_study.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

typedef struct writing {
    FILE *to;
    int json;
    uint64_t rows;
} writing;

static const char *item_text(const store_row *row, axis_item *to)
{
    if (row->item < 0) return NULL;
    *to = axis_item_name(row->output->axis, (size_t)row->item);
    return to->text;
}

static double three_digits(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.3g", value);
    return strtod(text, NULL);
}

/* Each column with its value. */
#define COLUMNS(COLUMN)                                         \
    COLUMN("scenario", GRID_TEXT(row->point->scenario->called)) \
    COLUMN("point", GRID_TEXT(row->point->at.set.text))         \
    COLUMN("samples", GRID_COUNT(row->samples))                 \
    COLUMN("seed", GRID_COUNT(row->seed))                       \
    COLUMN("metric", GRID_TEXT(row->variant->metric->name))     \
    COLUMN("preset", GRID_TEXT(row->variant->name.text))        \
    COLUMN("output", GRID_TEXT(row->output->name))              \
    COLUMN("axis", GRID_TEXT(axis_name(row->output->axis)))     \
    COLUMN("item", GRID_TEXT(item_text(row, &item)))            \
    COLUMN("value", GRID_NUMBER(row->value, 0))                 \
    COLUMN("undefined", GRID_TEXT(row->undefined))              \
    COLUMN("seconds", GRID_NUMBER(three_digits(row->seconds), 0))

#define COLUMN_NAME(name, value) name,
#define COLUMN_VALUE(name, value) value,
static const char *const names[] = { COLUMNS(COLUMN_NAME) };

static assay_status put_row(const store_row *row, void *context)
{
    writing *w = context;
    axis_item item;
    const grid_value values[] = { COLUMNS(COLUMN_VALUE) };
    if (!w->rows++ && !w->json) grid_csv_names(names, ASSAY_COUNT(names), w->to);
    return w->json ? grid_json_record(names, values, ASSAY_COUNT(values), w->to)
                   : grid_csv_record(values, ASSAY_COUNT(values), w->to);
}

#define DRAW_COLUMNS(COLUMN)                                                                        \
    COLUMN("group", GRID_TEXT(row->point->scenario->called))                                        \
    COLUMN("model", GRID_TEXT(row->point->at.set.n ? row->point->at.set.at[0].word : NULL))         \
    COLUMN("samples", GRID_COUNT(row->samples))                                                     \
    COLUMN("metric", GRID_TEXT(row->variant->metric->name))                                         \
    COLUMN("preset", GRID_TEXT(row->variant->name.text))                                            \
    COLUMN("output", GRID_TEXT(row->output->name))                                                  \
    COLUMN("data", GRID_TEXT(row->point->representation ? row->point->representation->data : NULL)) \
    COLUMN("drawn", GRID_TEXT(drawn[row->is.kind]))                                                 \
    COLUMN("draw", GRID_COUNT(k))                                                                   \
    COLUMN("value", GRID_NUMBER(row->is.draw[k], 0))
static const char *const draw_names[] = { DRAW_COLUMNS(COLUMN_NAME) };

static assay_status put_draws(const store_uncertain *row, void *context)
{
    static const char *const drawn[] = { "", "bootstrap", "half of the rows", "shuffled", "with defects", "item" };
    writing *w = context;
    assay_status status = ASSAY_OK;
    size_t n = row->is.draw ? (size_t)row->is.draws : 0;
    while (n && row->is.kind == UNCERTAIN_ITEMS && isnan(row->is.draw[n - 1])) n--; /* room for shuffles */
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) {
        const grid_value values[] = { DRAW_COLUMNS(COLUMN_VALUE) };
        if (!w->rows++) grid_csv_names(draw_names, ASSAY_COUNT(draw_names), w->to);
        status = grid_csv_record(values, ASSAY_COUNT(values), w->to);
    }
    return status;
}

/* A store without scores is an empty table; a filter that none passes is a mistake. */
static assay_status finish(const cli_args *args, const store_filter *filter, const writing *w, assay_error *err)
{
    if (w->rows) return ASSAY_OK;
    if (filter->scenarios || filter->metrics || filter->samples || filter->profile)
        return assay_fail(err, ASSAY_EINPUT, "%s holds no such scores; `assay status` says what there is",
                          store_args_found(args));
    if (cli_given(args, "draws")) grid_csv_names(draw_names, ASSAY_COUNT(draw_names), w->to);
    else if (!w->json) grid_csv_names(names, ASSAY_COUNT(names), w->to);
    return ASSAY_OK;
}

static int write_rows(const cli_args *args, store *scores, const store_filter *filter, int json)
{
    cli_output output;
    FREED(catalog_free) catalog of = { 0 };
    CLI_TRY(cli_output_open(cli_value(args, "output"), &output));
    writing w = { output.file, json, 0 };
    assay_status status = store_catalog(scores, &of, &cli_error);
    if (status == ASSAY_OK)
        status = cli_given(args, "draws") ? store_uncertainties(scores, &of, filter, put_draws, &w, &cli_error)
                                          : store_rows(scores, &of, filter, put_row, &w, &cli_error);
    if (status == ASSAY_OK) status = finish(args, filter, &w, &cli_error);
    return cli_output_close(&output, status);
}

/* Records have no place for it. */
static int say_which(const cli_args *args, const store_args *from)
{
    store_stamp is;
    char text[STAMP_TEXT];
    CLI_OK(store_stamp_of(from->scores, &is, &cli_error));
    store_stamp_text(&is, text);
    if (is.there == is.wanted) terminal_say("%s: %s\n", store_args_found(args), text); /* else it was said already */
    return 0;
}

int cmd_export(const cli_args *args)
{
    const char *format = cli_value_or(args, "format", "csv");
    const int json = strcmp(format, "jsonl") == 0 || strcmp(format, "json") == 0;
    if (!json && strcmp(format, "csv") != 0) return cli_no_choice(args, "format", format, "csv|jsonl");
    if (json && cli_given(args, "draws")) return cli_usage("export: --draws are written as csv");
    FREED(store_args_close) store_args from = { 0 };
    CLI_TRY(store_args_read(args, &from));
    CLI_TRY(say_which(args, &from));
    return write_rows(args, from.scores, &from.filter, json);
}
