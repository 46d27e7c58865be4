/*
 * Score tables. The readable formats are grids of a sheet each; JSON and CSV hold every number in full precision:
 *
 *     CSV   one line per scenario, point, samples, metric, preset and output (long form)
 *     JSON  {"assay", "tables": [{"scenario", "title", "samples", "fixed", "symbol", "points", "rows": [{"metric",
 *           "preset", "output", "family", "cells": [{"point", "x", "seeds", "defined", "mean", "sd", "least", "most",
 *           "undefined"}]}], "values", "undefined"}]}
 */
#include "score_table.h"

#include "data_warnings.h"
#include "declared_range.h"
#include "json_number.h"
#include "needed.h"
#include "reason.h"
#include "store_about.h"

#include <string.h>

enum { DECIMALS = 3, REASONS = 15, PART_MARK = 'p' };

/* Why values of a sheet are undefined, by the reason's word; letters in order of appearance. */
typedef struct reasons {
    struct {
        const char *word, *example;
        size_t values, cells;
    } at[REASONS];
    size_t count;
    size_t otherwise; /* values in cells that are marked for another reason */
} reasons;

/* The letter of a cell's reason, the word of "constant-factor: factor 3 is constant"; beyond the alphabet all share the
 * last. */
static char reason_mark(reasons *all, const evidence_point *cell)
{
    const reason r = reason_read(cell->undefined ? cell->undefined : "no reason stored");
    const char *word = phrase("%.*s", (int)r.length, r.word);
    size_t k = 0;
    while (k < all->count && strcmp(all->at[k].word, word) != 0) k++;
    if (k == REASONS) k = REASONS - 1;
    if (k == all->count) {
        all->count++;
        all->at[k].word = word;
        all->at[k].example = cell->undefined ? reason_read(cell->undefined).text : NULL;
    }
    all->at[k].values += cell->seeds - cell->defined - cell->otherwise;
    all->otherwise += cell->otherwise;
    all->at[k].cells++;
    return (char)('a' + k);
}

static void add_columns(grid *g, const sheet *s, int with_outputs)
{
    grid_column(g, "metric", "Metric", GRID_LEFT);
    if (with_outputs) grid_column(g, "output", "Output", GRID_LEFT);
    grid_stub(g, with_outputs ? 2 : 1);
    for (size_t p = 0; p < s->n_points; p++) grid_column(g, s->point[p]->point, sheet_point_text(s, p), GRID_RIGHT);
}

static void add_cell(grid *g, const evidence_point *cell, int with_sd, reasons *why)
{
    if (!cell) {
        grid_text(g, "%s", ""); /* not in the store: no dash, which means undefined */
        return;
    }
    grid_spread(g, cell->mean, with_sd ? cell->sd : NAN, DECIMALS);
    if (cell->defined < cell->seeds) grid_mark(g, reason_mark(why, cell));
    else if (cell->items_undefined) grid_mark(g, PART_MARK);
}

/* Candidates whose values do not keep to the range that they declare. */
static void note_outside(grid *g, const sheet *s)
{
    for (size_t c = 0; c < s->n_curves; c++) {
        const evidence_series *of = s->curve[c];
        double least = INFINITY, most = -INFINITY;
        size_t cells = 0;
        for (size_t p = 0; p < s->n_points && strcmp(of->family, "candidate") == 0; p++) {
            const evidence_point *cell = s->cell[c * s->n_points + p];
            if (!cell ||
                (!is_outside_range(cell->least, of->low, of->high) && !is_outside_range(cell->most, of->low, of->high)))
                continue;
            least = fmin(least, cell->least);
            most = fmax(most, cell->most);
            cells++;
        }
        if (cells)
            grid_note(g, 0,
                      "%s %s: values outside %g to %g, the range of the output, in %zu cell%s (from %g to %g); they "
                      "count as they are.",
                      of->metric, of->output, of->low, of->high, cells, cells == 1 ? "" : "s", least, most);
    }
}

/* Of points on the factors of profiles whose classes are known. */
static void note_few_bins(grid *g, const sheet *s)
{
    few_bins few = { .count = 0 };
    char text[768];
    for (size_t p = 0; p < s->n_points; p++) {
        const assay_profile *on = assay_profile_find(point_profile(s->point[p]->at));
        for (size_t c = 0; on && c < s->n_curves; c++)
            few_bins_add(&few, s->curve[c]->metric, s->curve[c]->preset, on->levels, on->n_factors);
    }
    few_bins_text(&few, NULL, text, sizeof text);
    if (text[0]) grid_note(g, 0, "%s.", text);
}

static void note_part(grid *g, const sheet *s)
{
    size_t cells = 0, items = 0, undefined = 0;
    for (size_t k = 0; k < s->n_curves * s->n_points; k++) {
        if (!s->cell[k] || !s->cell[k]->items_undefined) continue;
        cells++;
        items += s->cell[k]->items;
        undefined += s->cell[k]->items_undefined;
    }
    if (cells)
        grid_note(g, PART_MARK,
                  "part: scores in %zu cell%s are means over part of their items; %zu of %zu items are "
                  "undefined and left out",
                  cells, cells == 1 ? "" : "s", undefined, items);
}

static void add_notes(grid *g, const sheet *s, const reasons *why)
{
    size_t missing = 0;
    for (size_t k = 0; k < why->count; k++) {
        grid_note(g, (char)('a' + k), "%s%s%s%s: %zu value%s in %zu cell%s", why->at[k].word,
                  why->at[k].example ? " (as in: " : "", why->at[k].example ? why->at[k].example : "",
                  why->at[k].example ? ")" : "", why->at[k].values, why->at[k].values == 1 ? "" : "s", why->at[k].cells,
                  why->at[k].cells == 1 ? "" : "s");
    }
    if (why->otherwise)
        grid_note(g, 0,
                  "%zu value%s of these cells %s undefined for another reason than the letter's; `assay export` says "
                  "which.",
                  why->otherwise, why->otherwise == 1 ? "" : "s", why->otherwise == 1 ? "is" : "are");
    for (size_t k = 0; k < s->n_curves * s->n_points; k++) missing += s->cell[k] == NULL;
    if (s->undefined)
        grid_note(g, 0, "%zu of %zu values are undefined and left out of the means.", s->undefined, s->values);
    else grid_note(g, 0, "All %zu values are defined.", s->values);
    if (missing)
        grid_note(g, 0, "%zu cell%s not in the store and left empty.", missing, missing == 1 ? " is" : "s are");
    note_part(g, s);
    note_outside(g, s);
    note_few_bins(g, s);
}

static grid *score_table_grid(const sheet *s, int with_sd)
{
    grid *g = grid_new(phrase("%s: %s%s%s (%llu samples, mean%s over %s)", s->scenario, s->title,
                              s->fixed.n ? ", " : "", settings_text(&s->fixed, 0), (unsigned long long)s->samples,
                              with_sd ? " ± standard deviation" : "", seeds_text(s->least_seeds, s->most_seeds)));
    int with_outputs = 0;
    for (size_t c = 0; c < s->n_curves; c++) with_outputs |= strcmp(s->curve[c]->output, s->curve[c]->metric) != 0;
    add_columns(g, s, with_outputs);
    reasons why = { .count = 0 };
    for (size_t c = 0; c < s->n_curves; c++) {
        if (c && strcmp(s->curve[c]->family, s->curve[c - 1]->family) != 0) grid_rule(g);
        GRID_ROW(g, GRID_TEXT(variant_text(s->curve[c])));
        if (with_outputs)
            grid_text(g, "%s", strcmp(s->curve[c]->output, s->curve[c]->metric) ? s->curve[c]->output : "");
        for (size_t p = 0; p < s->n_points; p++) add_cell(g, s->cell[c * s->n_points + p], with_sd, &why);
    }
    add_notes(g, s, &why);
    return g;
}

static assay_status write_grids(const sheets *all, const char *lacking, const score_table_options *options, FILE *to,
                                assay_error *err)
{
    grid **g = kept(all->count + 1, sizeof *g);
    for (size_t k = 0; k < all->count; k++) g[k] = score_table_grid(&all->at[k], options->with_sd);
    if (all->count) grid_head(g[0], lacking);
    return grid_print_all(g, all->count, options->format, options->width, options->lines, to, err);
}

#define COLUMNS(COLUMN)                                       \
    COLUMN("scenario", GRID_TEXTS(g, row->at->scenario))      \
    COLUMN("point", GRID_TEXTS(g, row->at->point))            \
    COLUMN("x", grid_number(g, row->at->x, DECIMALS))         \
    COLUMN("samples", grid_count(g, row->at->samples))        \
    COLUMN("metric", GRID_TEXTS(g, row->of->metric))          \
    COLUMN("preset", GRID_TEXTS(g, row->of->preset))          \
    COLUMN("output", GRID_TEXTS(g, row->of->output))          \
    COLUMN("family", GRID_TEXTS(g, row->of->family))          \
    COLUMN("seeds", grid_count(g, row->at->seeds))            \
    COLUMN("defined", grid_count(g, row->at->defined))        \
    COLUMN("mean", grid_number(g, row->at->mean, DECIMALS))   \
    COLUMN("sd", grid_number(g, row->at->sd, DECIMALS))       \
    COLUMN("least", grid_number(g, row->at->least, DECIMALS)) \
    COLUMN("most", grid_number(g, row->at->most, DECIMALS))   \
    COLUMN("undefined", GRID_TEXTS(g, row->at->undefined ? row->at->undefined : ""))

static assay_status write_rows(const score_rows *from, int format, FILE *to, assay_error *err)
{
    grid *g = grid_new("");
    COLUMNS(GRID_NAME)
    for (size_t r = 0; r < from->count; r++) {
        const score_row *row = &from->at[r];
        grid_row(g);
        COLUMNS(GRID_PUT)
    }
    const assay_status status = grid_print(g, format, 0, to, err);
    grid_free(g);
    return status;
}

static json_t *cell_json(const sheet *s, size_t p, const evidence_point *cell)
{
    if (!cell) return json_null();
    return json_pack("{ss so sI sI so so so so ss?}", "point", cell->point, "x",
                     s->numeric ? json_number(s->x[p]) : json_null(), "seeds", (json_int_t)cell->seeds, "defined",
                     (json_int_t)cell->defined, "mean", json_number(cell->mean), "sd", json_number(cell->sd), "least",
                     json_number(cell->least), "most", json_number(cell->most), "undefined", cell->undefined);
}

/* A value that could not be made, or added, is lack of memory: texts of a store are UTF-8. */
static void put_json(json_t *list, json_t *value)
{
    if (json_array_append_new(list, value)) needed(NULL);
}

static json_t *rows_json(const sheet *s)
{
    json_t *rows = json_array();
    for (size_t c = 0; c < s->n_curves; c++) {
        json_t *cells = json_array();
        for (size_t p = 0; p < s->n_points; p++) put_json(cells, cell_json(s, p, s->cell[c * s->n_points + p]));
        const evidence_series *row = s->curve[c];
        put_json(rows, json_pack("{ss ss ss ss so}", "metric", row->metric, "preset", row->preset, "output",
                                 row->output, "family", row->family, "cells", cells));
    }
    return rows;
}

static json_t *sheet_json(const sheet *s)
{
    json_t *points = json_array();
    for (size_t p = 0; p < s->n_points; p++) put_json(points, json_string(s->point[p]->point));
    return json_pack("{ss ss sI ss ss so so sI sI}", "scenario", s->scenario, "title", s->title, "samples",
                     (json_int_t)s->samples, "fixed", s->fixed.text, "symbol", s->numeric ? s->symbol : "", "points",
                     points, "rows", rows_json(s), "values", (json_int_t)s->values, "undefined",
                     (json_int_t)s->undefined);
}

static assay_status write_json(const sheets *all, const char *lacking, FILE *to, assay_error *err)
{
    json_t *tables = json_array();
    for (size_t k = 0; k < all->count; k++) put_json(tables, sheet_json(&all->at[k]));
    json_t *json = json_pack("{ss ss* ss* so}", "assay", ASSAY_VERSION, "store", lacking, "incomplete",
                             store_lacks(lacking) ? lacking : NULL, "tables", tables);
    assay_status status = ASSAY_OK;
    if (json_dumpf(needed(json), to, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) || fputc('\n', to) == EOF || fflush(to))
        status = assay_fail(err, ASSAY_EENVIRONMENT, "the table could not be written");
    json_decref(json);
    return status;
}

assay_status score_table_write(const score_rows *from, const score_table_options *options, FILE *to, assay_error *err)
{
    if (!from->count) return assay_fail(err, ASSAY_EINPUT, "no scores: nothing in the store is what was asked for");
    if (grid_is_rows(options->format)) return write_rows(from, options->format, to, err);
    sheets all = { 0 };
    sheets_build(from, &all);
    return options->format == GRID_JSON ? write_json(&all, from->lacking, to, err)
                                        : write_grids(&all, from->lacking, options, to, err);
}
