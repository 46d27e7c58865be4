/* The means of a study of the scenario `guard`, cell by cell, and the numbers that show what is wrong with them. */
#include "paper_fields.h"
#include "published_guard.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const yes_no[] = { "no", "yes", NULL };
static const char *const rows_of[] = { "test", "split", NULL };
static const paper_field measure_fields[] = {
    { "name", FIELD_TEXT, offsetof(study_measure, name), 1, NULL },
    { "score", FIELD_SCORE, offsetof(study_measure, of), 1, NULL },
    { "shared", FIELD_SCORE, offsetof(study_measure, shared), 0, NULL },
    { "rows", FIELD_WORD, offsetof(study_measure, split), 0, rows_of },
    { "draws", FIELD_WORD, offsetof(study_measure, draws), 0, yes_no },
};
static const paper_record measure_record = PAPER_RECORD(study_measure, measure_fields, NULL);

/* ---- cells ---- */

/* "structure=redundant;codes=dense;factors=10" */
static assay_status check_place(paper_reader *r, const plan_node *row, const study_cell *c)
{
    char point[256];
    snprintf(point, sizeof point, "structure=%s;codes=%s%s%s", c->structure, c->codes, *c->settings ? ";" : "",
             c->settings);
    return paper_point(r, row, r->to->grid.scenario, point, 1);
}

/* Experiment, filed under, structure, codes, settings, rows drawn, seeds; then the means. */
enum { EXPERIMENT, FILED, STRUCTURE, CODES, SETTINGS, DRAWN, SEEDS, PLACES };

static assay_status read_place(paper_reader *r, const plan_node *row, study_cell *to)
{
    const plan_node *at = row->first;
    const char *text[PLACES];
    double number[PLACES] = { 0 };
    assay_status status = ASSAY_OK;
    for (int k = 0; k < PLACES && status == ASSAY_OK; k++, at = at->next) {
        text[k] = at->kind == PLAN_TEXT ? at->text : "";
        if (k == EXPERIMENT || k >= DRAWN) status = paper_number(r, at, &number[k]);
        if (!(number[k] >= 0 && number[k] <= 1e9)) status = paper_refuse(r, at, "'%s' is no number of them", text[k]);
    }
    if (status != ASSAY_OK) return status;
    to->experiment = (int)number[EXPERIMENT];
    to->drawn = (unsigned)number[DRAWN];
    to->seeds = (unsigned)number[SEEDS];
    to->filed = text[FILED];
    to->structure = text[STRUCTURE];
    to->codes = text[CODES];
    to->settings = text[SETTINGS];
    return check_place(r, row, to);
}

static assay_status add_cell(paper_reader *r, const plan_node *row, size_t first, size_t n)
{
    if (row->kind != PLAN_LIST || row->n != PLACES + n)
        return paper_refuse(r, row,
                            "a cell is a list of %zu: experiment, filed under, structure, codes, settings, rows "
                            "drawn, seeds, and %zu means",
                            PLACES + n, n);
    study_cell *made = paper_add(&r->to->grid.cells, sizeof *made);
    double *mean = paper_own(r->to, calloc(n + 1, sizeof *mean));
    if (!made || !mean) return ASSAY_ENOMEM;
    *made = (study_cell){ .mean = mean, .first = first, .n = n };
    assay_status status = read_place(r, row, made);
    const plan_node *at = row->first;
    for (size_t k = 0; k < PLACES + n && status == ASSAY_OK; k++, at = at->next)
        if (k >= PLACES) status = paper_number(r, at, &mean[k - PLACES]);
    return status;
}

/* Measures stand in the order of the grid's. */
static assay_status add_means(paper_reader *r, const plan_node *part)
{
    static const char *const keys[] = { "measures", "cells" };
    const plan_node *measures = plan_node_at(part, keys[0]), *cells = plan_node_at(part, keys[1]);
    if (!measures || !cells || measures->kind != PLAN_LIST || cells->kind != PLAN_LIST || !measures->n)
        return paper_refuse(r, part, "means are written - measures: [NAMES], cells: a line for each");
    assay_status status = paper_check_keys(r, part, keys, 2);
    int first = 0, next = 0;
    for (const plan_node *at = measures->first; at && status == ASSAY_OK; at = at->next) {
        int place;
        status = paper_measure(r, at, &place);
        if (at == measures->first) first = next = place;
        if (status == ASSAY_OK && place != next++)
            status = paper_refuse(r, at, "measures stand in the order of the grid's 'measures'");
    }
    for (const plan_node *at = cells->first; at && status == ASSAY_OK; at = at->next)
        status = add_cell(r, at, (size_t)first, measures->n);
    return status;
}

static const paper_field grid_fields[] = {
    { "scenario", FIELD_SCENARIO, offsetof(study_grid, scenario), 1, NULL },
    { "first-seed", FIELD_COUNT, offsetof(study_grid, first_seed), 1, NULL },
    { "defect-seeds", FIELD_COUNT, offsetof(study_grid, defect_seeds), 1, NULL },
    { "tested", FIELD_COUNT, offsetof(study_grid, tested), 1, NULL },
    { "measures", FIELD_OTHER, 0, 1, NULL },
    { "means", FIELD_OTHER, 0, 1, NULL },
};
static const paper_record grid_record = PAPER_RECORD(study_grid, grid_fields, NULL);

assay_status paper_grid(paper_reader *r, const plan_node *section)
{
    study_grid *to = &r->to->grid;
    if (to->of) return paper_refuse(r, section, "%s has a grid, and there can be one", to->of->file);
    const plan_node *means = plan_node_at(section, "means");
    assay_status status = paper_entry(r, &(paper_scope){ section, NULL }, &grid_record, to);
    if (status == ASSAY_OK && (!to->tested || strcmp(to->scenario, "guard") != 0))
        return paper_refuse(r, section, "a grid is of the scenario guard, and 'tested' is at least 1");
    if (status == ASSAY_OK)
        status = paper_entries(r, plan_node_at(section, "measures"), &measure_record, &to->measures);
    for (const plan_node *at = means ? means->first : NULL; at && status == ASSAY_OK; at = at->next)
        status = add_means(r, at);
    to->of = r->of;
    return status;
}

/* ---- defects ---- */

static const char *const takes[] = { [TAKE_OURS] = "ours",
                                     [TAKE_PUBLISHED] = "published",
                                     [TAKE_MISSING] = "missing",
                                     [TAKE_FILED_APART] = "filed-apart",
                                     [TAKE_REPEATED_APART] = "repeated-apart",
                                     [TAKE_OURS_APART] = "ours-apart",
                                     [TAKE_REFUSED] = "refused",
                                     NULL };

/* What of the store a number is needs a score, a point and a size; what is published, an experiment or a measure. */
static assay_status finish_shown(paper_reader *r, const paper_scope *s, void *made)
{
    static const char *const needed[][4] = {
        [TAKE_OURS] = { "score", "point", "samples" },
        [TAKE_PUBLISHED] = { "experiment", "codes", "drawn", "measure" },
        [TAKE_MISSING] = { "experiment", "drawn", "measure" },
        [TAKE_FILED_APART] = { "experiment" },
        [TAKE_REPEATED_APART] = { "measure" },
        [TAKE_OURS_APART] = { "measure", "correlated" },
        [TAKE_REFUSED] = { "score", "point", "samples" },
    };
    study_number *n = made;
    for (size_t k = 0; k < 4 && needed[n->take][k]; k++)
        if (!paper_look(s, needed[n->take][k]))
            return paper_refuse(r, s->at, "'%s' is missing, which 'take: %s' needs", needed[n->take][k],
                                takes[n->take]);
    if (!n->filed) n->filed = "";
    if (!n->settings) n->settings = "";
    if (!n->scenario) n->scenario = r->to->grid.scenario;
    return n->point ? paper_point(r, paper_look(s, "point"), n->scenario, n->point, 1) : ASSAY_OK;
}

static const paper_field shown_fields[] = {
    { "number", FIELD_OTHER, 0, 0, NULL },
    { "statement", FIELD_OTHER, 0, 0, NULL },
    { "what", FIELD_TEXT, offsetof(study_number, what), 1, NULL },
    { "take", FIELD_WORD, offsetof(study_number, take), 0, takes },
    { "score", FIELD_SCORE, offsetof(study_number, of), 0, NULL },
    { "scenario", FIELD_SCENARIO, offsetof(study_number, scenario), 0, NULL },
    { "point", FIELD_TEXT, offsetof(study_number, point), 0, NULL },
    { "samples", FIELD_COUNT, offsetof(study_number, samples), 0, NULL },
    { "experiment", FIELD_COUNT, offsetof(study_number, experiment), 0, NULL },
    { "but", FIELD_COUNT, offsetof(study_number, but), 0, NULL },
    { "filed", FIELD_TEXT, offsetof(study_number, filed), 0, NULL },
    { "structure", FIELD_TEXT, offsetof(study_number, structure), 0, NULL },
    { "codes", FIELD_TEXT, offsetof(study_number, codes), 0, NULL },
    { "settings", FIELD_TEXT, offsetof(study_number, settings), 0, NULL },
    { "with", FIELD_TEXT, offsetof(study_number, with), 0, NULL },
    { "without", FIELD_TEXT, offsetof(study_number, without), 0, NULL },
    { "drawn", FIELD_COUNT, offsetof(study_number, drawn), 0, NULL },
    { "measure", FIELD_MEASURE, offsetof(study_number, measure), 0, NULL },
    { "correlated", FIELD_WORD, offsetof(study_number, correlated), 0, yes_no },
};
static const paper_record shown_record = PAPER_RECORD(study_number, shown_fields, finish_shown);

static const paper_field defect_fields[] = {
    { "number", FIELD_COUNT, offsetof(study_defect, number), 1, NULL },
    { "statement", FIELD_TEXT, offsetof(study_defect, statement), 1, NULL },
};
static const paper_record defect_record = PAPER_RECORD(study_defect, defect_fields, NULL);

static assay_status add_defect(paper_reader *r, const plan_node *node)
{
    study_grid *to = &r->to->grid;
    study_defect *made = paper_add(&to->defects, sizeof *made);
    const plan_node *each = plan_node_at(node, "each");
    if (!made) return ASSAY_ENOMEM;
    if (!each) return paper_refuse(r, node, "'each' is missing: the numbers that show it");
    assay_status status = paper_entry(r, &(paper_scope){ node, NULL }, &defect_record, made);
    made->first = to->numbers.count;
    if (status == ASSAY_OK) status = paper_entries(r, each, &shown_record, &to->numbers);
    made->n = to->numbers.count - made->first;
    return status == ASSAY_OK && made->n > GUARD_NUMBERS
               ? paper_refuse(r, node, "a defect is shown by at most %d numbers", GUARD_NUMBERS)
               : status;
}

assay_status paper_defects(paper_reader *r, const plan_node *section)
{
    assay_status status = ASSAY_OK;
    if (!r->to->grid.of) return paper_refuse(r, section, "there are defects, and no grid");
    for (const plan_node *at = section->first; at && status == ASSAY_OK; at = at->next) status = add_defect(r, at);
    return status;
}
