/* The tables of a report as files. */
#include "report_parts.h"

#include "needed.h"
#include "page_parts.h"
#include "property_table.h"
#include "score_table.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 128 };

static const struct {
    int format;
    const char *ending;
    int for_people;
} kinds[] = {
    { GRID_MARKDOWN, "md", 1 },
    { GRID_LATEX, "tex", 1 },
    { GRID_CSV, "csv", 0 },
    { GRID_JSON, "json", 0 },
};
enum { CSV = 2, KINDS = sizeof kinds / sizeof *kinds };

report_grids report_grids_of(grid *one)
{
    report_grids list = { needed(malloc(sizeof *list.at)), 1 };
    list.at[0] = one;
    return list;
}

static void free_grids(report_grids *list)
{
    for (size_t k = 0; k < list->count; k++) grid_free(list->at[k]);
    free(list->at);
}

static assay_status write_one(report *r, const char *name, size_t kind, const report_grids *list, assay_error *err)
{
    char file[NAME];
    FILE *to;
    snprintf(file, sizeof file, "tables/%s.%s", name, kinds[kind].ending);
    ASSAY_TRY(unfinished_folder_create(&r->folder, file, &to, err));
    const assay_status status = grid_print_all(list->at, list->count, kinds[kind].format, 0, to, err);
    return unfinished_folder_written(&r->folder, file, to, status, err);
}

assay_status report_grids_write(report *r, const char *name, report_grids people, report_grids programs,
                                assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < KINDS && status == ASSAY_OK; k++) {
        const report_grids *list = kinds[k].for_people ? &people : &programs;
        if (!list->count) continue; /* not for these readers */
        grid_head(list->at[0], r->all.lacking);
        status = write_one(r, name, k, list, err);
    }
    free_grids(&people);
    free_grids(&programs);
    return status;
}

static assay_status write_scores(report *r, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < KINDS && status == ASSAY_OK; k++) {
        const score_table_options options = { kinds[k].format, 1, 0 };
        char file[NAME];
        FILE *to;
        snprintf(file, sizeof file, "tables/scores.%s", kinds[k].ending);
        status = unfinished_folder_create(&r->folder, file, &to, err);
        if (status != ASSAY_OK) return status;
        status = score_table_write(&r->rows, &options, to, err);
        status = unfinished_folder_written(&r->folder, file, to, status, err);
    }
    return status;
}

/* ---- comparisons: every one of every verdict ---- */

static grid *every_comparison(const verdicts *all)
{
    grid *g = comparisons_grid();
    for (size_t v = 0; v < all->count; v++)
        if (all->at[v].n_comparisons) comparisons_add(g, &all->at[v]);
    return g;
}

/* ---- items ---- */

static void add_items(grid *g, const evidence_series *s, const evidence_point *at)
{
    for (size_t item = 0; item < at->n_items; item++) {
        double mean, sd;
        const size_t defined = item_spread(at, item, &mean, &sd);
        grid_row(g);
        GRID_TEXTS(g, s->metric, s->preset, s->output, at->scenario, at->point);
        grid_count(g, at->samples);
        grid_text(g, "%s", at->axis == ASSAY_PER_FACTOR ? "factor" : "code");
        grid_count(g, item);
        grid_count(g, at->n);
        grid_count(g, defined);
        grid_number(g, mean, 6);
        grid_number(g, sd, 6);
    }
}

static grid *items_grid(const evidence *from)
{
    static const char *const columns[] = { "metric", "preset", "output", "scenario", "point", "samples",
                                           "axis",   "item",   "seeds",  "defined",  "mean",  "sd" };
    grid *g = grid_new("values of single factors and codes, over seeds");
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) grid_column(g, columns[c], columns[c], GRID_LEFT);
    for (size_t k = 0; k < from->count; k++)
        for (size_t j = 0; j < from->at[k].n_points; j++) add_items(g, &from->at[k], &from->at[k].point[j]);
    return g;
}

/* ---- verdicts ---- */

static assay_status write_verdicts_json(report *r, assay_error *err)
{
    static const char file[] = "tables/verdicts.json";
    FILE *to;
    ASSAY_TRY(unfinished_folder_create(&r->folder, file, &to, err));
    return unfinished_folder_written(&r->folder, file, to, verdicts_json(&r->judged, to, err), err);
}

/* ---- which metric to report ---- */

static assay_status write_strips_csv(report *r, assay_error *err)
{
    report_grids rows = report_grids_of(choice_rows_grid(&r->choice.made));
    const assay_status status = write_one(r, "strips", CSV, &rows, err);
    free_grids(&rows);
    return status;
}

static assay_status write_strips_json(report *r, assay_error *err)
{
    static const char file[] = "tables/strips.json";
    FILE *to;
    ASSAY_TRY(unfinished_folder_create(&r->folder, file, &to, err));
    return unfinished_folder_written(&r->folder, file, to, choice_json(&r->choice.made, to, err), err);
}

static assay_status write_strips(report *r, assay_error *err)
{
    const report_grids none = { 0 };
    report_grids people = { needed(calloc(3, sizeof *people.at)), 0 };
    for (int k = 0; k < 3; k++)
        if (r->choice.made.property[k].n_strips)
            people.at[people.count++] = choice_grid(&r->choice.made, &r->choice.made.property[k]);
    assay_status status = report_grids_write(r, "strips", people, none, err);
    if (status == ASSAY_OK) status = write_strips_csv(r, err);
    return status == ASSAY_OK ? write_strips_json(r, err) : status;
}

assay_status report_tables(report *r, assay_error *err)
{
    const report_grids none = { 0 };
    assay_status status = r->chooses ? write_strips(r, err) : ASSAY_OK;
    if (!r->rows.count) return status;
    if (status == ASSAY_OK) status = write_scores(r, err);
    if (status == ASSAY_OK)
        status = report_grids_write(r, "properties", report_grids_of(property_table_grid(&r->judged, 1)),
                                    report_grids_of(property_table_grid(&r->judged, 0)), err);
    if (status == ASSAY_OK) status = write_verdicts_json(r, err);
    if (status == ASSAY_OK)
        status = report_grids_write(r, "comparisons", none, report_grids_of(every_comparison(&r->judged)), err);
    if (status == ASSAY_OK) status = report_grids_write(r, "items", none, report_grids_of(items_grid(&r->seeds)), err);
    if (status == ASSAY_OK)
        status = report_grids_write(r, "thresholds", report_grids_of(thresholds_grid(NULL)),
                                    report_grids_of(thresholds_grid(NULL)), err);
    return status;
}
