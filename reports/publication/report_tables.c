/* The tables of a report as files. */
#include "report_parts.h"

#include "axis_name.h"
#include "needed.h"
#include "property_table.h"
#include "score_table.h"

enum { NAME = 128 };

static const struct kind {
    int format;
    const char *ending;
    int for_people;
} kinds[] = {
    { GRID_MARKDOWN, "md", 1 },
    { GRID_LATEX, "tex", 1 },
    { GRID_CSV, "csv", 0 },
    { GRID_JSON, "json", 0 },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

assay_status report_file_write(const report *r, const char *name, report_put put, const void *of, assay_error *err)
{
    FILE *to;
    ASSAY_TRY(unfinished_folder_create(&r->folder, name, &to, err));
    return unfinished_folder_written(&r->folder, name, to, put(r, of, to, err), err);
}

/* tables/NAME.md and so on; `put` is given the kind, or what `of` has of each. */
static assay_status write_kind(const report *r, const char *name, const struct kind *kind, report_put put,
                               const void *of, assay_error *err)
{
    char file[NAME];
    snprintf(file, sizeof file, "tables/%s.%s", name, kind->ending);
    return report_file_write(r, file, put, of, err);
}

report_grids report_grids_of(grid *one)
{
    report_grids list = { needed(malloc(sizeof *list.at)), 1, GRID_TABLE };
    list.at[0] = one;
    return list;
}

static void free_grids(report_grids *list)
{
    for (size_t k = 0; k < list->count; k++) grid_free(list->at[k]);
    free(list->at);
}

static assay_status put_grids(const report *r, const void *of, FILE *to, assay_error *err)
{
    const report_grids *list = of;
    grid_head(list->at[0], r->all.lacking);
    return grid_print_all(list->at, list->count, list->format, 0, to, err);
}

assay_status report_grids_write(const report *r, const char *name, report_grids people, report_grids programs,
                                assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < KINDS && status == ASSAY_OK; k++) {
        report_grids *list = kinds[k].for_people ? &people : &programs;
        list->format = kinds[k].format;
        if (list->count) status = write_kind(r, name, &kinds[k], put_grids, list, err);
    }
    free_grids(&people);
    free_grids(&programs);
    return status;
}

static assay_status put_scores(const report *r, const void *of, FILE *to, assay_error *err)
{
    const struct kind *kind = of;
    return score_table_write(&r->rows, &(score_table_options){ .format = kind->format, .with_sd = 1 }, to, err);
}

static grid *every_comparison(const verdicts *all)
{
    grid *g = comparisons_grid();
    for (size_t v = 0; v < all->count; v++)
        if (all->at[v].n_comparisons) comparisons_add(g, &all->at[v]);
    return g;
}

static void add_items(grid *g, const evidence_series *s, const evidence_point *at)
{
    for (size_t item = 0; item < at->n_items; item++) {
        moments of = { 0 };
        for (size_t seed = 0; seed < at->n; seed++) moments_add_defined(&of, at->item[seed * at->n_items + item]);
        GRID_ROW(g, GRID_TEXT(s->metric), GRID_TEXT(s->preset), GRID_TEXT(s->output), GRID_TEXT(at->scenario),
                 GRID_TEXT(at->point), GRID_COUNT(at->samples), GRID_TEXT(axis_name(at->axis)),
                 GRID_TEXT(axis_item_name(at->axis, item).text), GRID_COUNT(at->n), GRID_COUNT(of.n),
                 GRID_NUMBER(moments_mean(&of), 6), GRID_NUMBER(moments_sd(&of), 6));
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

static assay_status put_verdicts(const report *r, const void *of, FILE *to, assay_error *err)
{
    (void)of;
    return verdicts_json(&r->judged, to, err);
}

static assay_status put_strips_csv(const report *r, const void *of, FILE *to, assay_error *err)
{
    grid *g = choice_rows_grid(&r->choice.made);
    const assay_status status = grid_print(g, GRID_CSV, 0, to, err);
    (void)of;
    grid_free(g);
    return status;
}

static assay_status put_strips_json(const report *r, const void *of, FILE *to, assay_error *err)
{
    (void)of;
    return choice_json(&r->choice.made, to, err);
}

static assay_status write_strips(const report *r, assay_error *err)
{
    report_grids people = { needed(calloc(3, sizeof *people.at)), 0, GRID_TABLE };
    for (int k = 0; k < 3; k++)
        if (r->choice.made.property[k].n_strips)
            people.at[people.count++] = choice_grid(&r->choice.made, &r->choice.made.property[k], SIZE_MAX);
    ASSAY_TRY(report_grids_write(r, "strips", people, (report_grids){ 0 }, err));
    ASSAY_TRY(report_file_write(r, "tables/strips.csv", put_strips_csv, NULL, err));
    return report_file_write(r, "tables/strips.json", put_strips_json, NULL, err);
}

assay_status report_tables(report *r, assay_error *err)
{
    const report_grids none = { 0 };
    if (r->chooses) ASSAY_TRY(write_strips(r, err));
    if (!r->rows.count) return ASSAY_OK;
    for (size_t k = 0; k < KINDS; k++) ASSAY_TRY(write_kind(r, "scores", &kinds[k], put_scores, &kinds[k], err));
    ASSAY_TRY(report_grids_write(r, "properties", report_grids_of(property_table_grid(&r->judged, 1, 0)),
                                 report_grids_of(property_table_grid(&r->judged, 0, 0)), err));
    ASSAY_TRY(report_file_write(r, "tables/verdicts.json", put_verdicts, NULL, err));
    ASSAY_TRY(report_grids_write(r, "comparisons", none, report_grids_of(every_comparison(&r->judged)), err));
    ASSAY_TRY(report_grids_write(r, "items", none, report_grids_of(items_grid(&r->seeds)), err));
    return report_grids_write(r, "thresholds", report_grids_of(thresholds_grid(NULL)),
                              report_grids_of(thresholds_grid(NULL)), err);
}
