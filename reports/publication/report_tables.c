/* The tables of a report as files. */
#include "report_parts.h"

#include "axis_name.h"
#include "counted.h"
#include "needed.h"
#include "property_table.h"
#include "score_table.h"

static const struct kind {
    int format;
    const char *ending;
    int for_people;
} kinds[] = { { GRID_MARKDOWN, "md", 1 }, { GRID_LATEX, "tex", 1 }, { GRID_CSV, "csv", 0 }, { GRID_JSON, "json", 0 } };

report_grids report_grids_of(grid *one)
{
    report_grids list = { kept(1, sizeof *list.at), 1 };
    list.at[0] = one;
    return list;
}

assay_status report_grids_write(report_place *to, const char *name, report_grids people, report_grids programs,
                                assay_error *err)
{
    for (size_t k = 0; k < ASSAY_COUNT(kinds); k++) {
        const report_grids *list = kinds[k].for_people ? &people : &programs;
        if (!list->count) continue;
        grid_head(list->at[0], to->lacking);
        REPORT_WRITE(to, phrase("tables/%s.%s", name, kinds[k].ending), err,
                     grid_print_all(list->at, list->count, kinds[k].format, 0, 0, out, err));
    }
    return ASSAY_OK;
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
    for (size_t c = 0; c < ASSAY_COUNT(columns); c++) grid_column(g, columns[c], columns[c], GRID_LEFT);
    for (size_t k = 0; k < from->count; k++)
        for (size_t j = 0; j < from->at[k].n_points; j++) add_items(g, &from->at[k], &from->at[k].point[j]);
    return g;
}

static assay_status write_strips(const choice *made, report_place *to, assay_error *err)
{
    report_grids people = { kept(3, sizeof *people.at), 0 };
    for (int k = 0; k < 3; k++)
        if (made->property[k].n_strips) people.at[people.count++] = choice_grid(made, &made->property[k], SIZE_MAX);
    ASSAY_TRY(report_grids_write(to, "strips", people, (report_grids){ 0 }, err));
    REPORT_WRITE(to, "tables/strips.csv", err, grid_print(choice_rows_grid(made), GRID_CSV, 0, out, err));
    REPORT_WRITE(to, "tables/strips.json", err, choice_json(made, out, err));
    return ASSAY_OK;
}

assay_status report_tables(const report_view *of, const score_rows *rows, report_place *to, assay_error *err)
{
    const report_grids none = { 0 };
    if (of->has_pairs) ASSAY_TRY(write_strips(&of->choice.made, to, err));
    if (!rows->count) return ASSAY_OK;
    for (size_t k = 0; k < ASSAY_COUNT(kinds); k++) {
        const score_table_options options = { .format = kinds[k].format, .with_sd = 1 };
        REPORT_WRITE(to, phrase("tables/scores.%s", kinds[k].ending), err, score_table_write(rows, &options, out, err));
    }
    ASSAY_TRY(report_grids_write(to, "properties", report_grids_of(property_table_grid(&of->judged, 1, 0)),
                                 report_grids_of(property_table_grid(&of->judged, 0, 0)), err));
    REPORT_WRITE(to, "tables/verdicts.json", err, verdicts_json(&of->judged, out, err));
    ASSAY_TRY(report_grids_write(to, "comparisons", none, report_grids_of(every_comparison(&of->judged)), err));
    ASSAY_TRY(report_grids_write(to, "items", none, report_grids_of(items_grid(&of->shown)), err));
    return report_grids_write(to, "thresholds", report_grids_of(thresholds_grid(NULL)),
                              report_grids_of(thresholds_grid(NULL)), err);
}
