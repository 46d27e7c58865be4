/* The sections of a paper's file, each key a row: what it prints, its table of verdicts, its grid of means. */
#include "paper_fields.h"

#include "judge.h"
#include "published_guard.h"
#include "published_verdicts.h"
#include "variant_id.h"
#include "wording.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- what it prints ---- */

/* The keys that a rule needs besides those that every claim has. */
static assay_status check_rule(paper_reader *r, const paper_scope *s, const paper_result *c)
{
    const char *const needed[] = {
        c->rule == CLAIM_MEASURES ? "measures" : "bound",
        c->rule == CLAIM_MEASURES ? NULL : "points",
        c->rule == CLAIM_NEAR ? "tolerance" : NULL,
        c->rule >= CLAIM_FLAT && c->rule <= CLAIM_DROPS ? "over" : NULL,
        c->over ? "from" : NULL,
        c->over ? "to" : NULL,
    };
    const char *rule = claim_rule_words[c->rule];
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (needed[k] && !paper_look(s, needed[k]))
            return paper_refuse(r, s->at, "'%s' is missing, which the rule '%s' needs", needed[k], rule);
    const int two = c->rule >= CLAIM_ABOVE && c->rule <= CLAIM_UNEQUAL;
    if (two && !c->than.metric && !c->than_scenario && !c->than_point)
        return paper_refuse(r, s->at, "the rule '%s' compares two: 'than', 'than-scenario' or 'than-point' is missing",
                            rule);
    return ASSAY_OK;
}

/* The swept parameter is one of the scenario's. */
static assay_status check_over(paper_reader *r, const paper_scope *s, const paper_result *c)
{
    char typed[96];
    snprintf(typed, sizeof typed, "%.60s=%g", c->over, c->from);
    const assay_status status = paper_point(r, paper_look(s, "over"), c->scenario, typed, 0);
    if (status != ASSAY_OK || c->from <= c->to) return status;
    return paper_refuse(r, paper_look(s, "from"), "'from' is larger than 'to'");
}

static assay_status check_points(paper_reader *r, const paper_scope *s, const paper_result *p)
{
    const plan_node *at = paper_look(s, "point");
    if (p->over) ASSAY_TRY(check_over(r, s, p));
    if (p->point) ASSAY_TRY(paper_point(r, at ? at : s->at, p->scenario, p->point, !p->over));
    if (!p->than_point) return ASSAY_OK;
    return paper_point(r, paper_look(s, "than-point"), p->than_scenario ? p->than_scenario : p->scenario, p->than_point,
                       1);
}

static assay_status finish_scored(paper_reader *r, const paper_scope *s, const paper_record *kind, void *made)
{
    paper_result *p = made;
    p->kind = (int)kind->section;
    if (!p->plan) return paper_refuse(r, s->at, "'plan' is missing");
    if (p->kind == PRINTS_CLAIM) {
        ASSAY_TRY(check_rule(r, s, p));
    } else if (!p->point) p->point = "";
    if (p->kind == PRINTS_CLAIM && p->rule == CLAIM_MEASURES) p->of.output = "";
    else if (!*p->of.output)
        return paper_refuse(r, paper_look(s, "score"), "%s has several outputs: write METRIC OUTPUT", p->of.metric);
    return check_points(r, s, p);
}

static assay_status finish_stated(paper_reader *r, const paper_scope *s, const paper_record *kind, void *made)
{
    static const int status[] = { REPRODUCTION_TESTED, REPRODUCTION_DIFFERS, REPRODUCTION_OUT_OF_REACH };
    paper_result *p = made;
    (void)r;
    (void)s;
    p->kind = (int)kind->section;
    p->status = status[p->status]; /* of a count it is not asked for */
    return ASSAY_OK;
}

static const char *const statuses[] = { "checked by tests", "differs", "out of reach", NULL };

enum { N = PRINTS_NUMBER, C = PRINTS_CLAIM, K = PRINTS_COUNT, S = PRINTS_STATEMENT, ALL = N | C | K | S };
static const paper_field published_fields[] = {
    { FIELD("item", FIELD_ITEM, paper_result, id), .needed = ALL },
    { FIELD("source", FIELD_CITED, paper_result, source) },
    { FIELD("plan", FIELD_PLAN, paper_result, plan), .refused = K | S },
    { FIELD("scenario", FIELD_SCENARIO, paper_result, scenario), .needed = ALL, .refused = K | S },
    { FIELD("scenario", FIELD_TEXT, paper_result, scenario), .needed = ALL, .refused = N | C | S }, /* a corpus */
    { FIELD("point", FIELD_TEXT, paper_result, point), .refused = K | S },
    { FIELD("over", FIELD_TEXT, paper_result, over), .refused = ALL - C },
    { FIELD("from", FIELD_NUMBER, paper_result, from), .refused = ALL - C },
    { FIELD("to", FIELD_NUMBER, paper_result, to), .refused = ALL - C },
    { FIELD("points", FIELD_COUNT, paper_result, points), .refused = ALL - C },
    { FIELD("preset", FIELD_PRESET, paper_result, of), .refused = K },
    { FIELD("score", FIELD_SCORE, paper_result, of), .needed = N | C, .refused = K },
    { FIELD("than", FIELD_SCORE, paper_result, than), .refused = ALL - C },
    { FIELD("than-scenario", FIELD_SCENARIO, paper_result, than_scenario), .refused = ALL - C },
    { FIELD("than-point", FIELD_TEXT, paper_result, than_point), .refused = ALL - C },
    { FIELD("rule", FIELD_WORD, paper_result, rule), .needed = ALL, .refused = ALL - C, .words = claim_rule_words },
    { FIELD("status", FIELD_WORD, paper_result, status), .needed = ALL, .refused = ALL - S, .words = statuses },
    { FIELD("bound", FIELD_NUMBER, paper_result, bound), .refused = ALL - C },
    { FIELD("measures", FIELD_CLAIMS, paper_result, bound), .refused = ALL - C },
    { FIELD("count", FIELD_TEXT, paper_result, count), .needed = ALL, .refused = ALL - K },
    { FIELD("value", FIELD_NUMBER, paper_result, value), .needed = ALL, .refused = C | S },
    { FIELD("tolerance", FIELD_NUMBER, paper_result, tolerance), .needed = N, .refused = K | S },
    { FIELD("decimals", FIELD_COUNT, paper_result, decimals), .needed = ALL, .refused = ALL - N },
    { .key = "columns", .kind = FIELD_OTHER, .refused = ALL - N },
    { .key = "values", .kind = FIELD_OTHER, .refused = ALL - N },
    { FIELD("runs", FIELD_COUNT, paper_result, runs), .refused = ALL - N },
    { FIELD("remark", FIELD_TEXT, paper_result, remark), .refused = ALL - N },
    { FIELD("statement", FIELD_TEXT, paper_result, statement), .needed = ALL, .refused = N },
    { FIELD("reason", FIELD_TEXT, paper_result, reason), .needed = K | S },
};
static const paper_record numbers = PAPER_RECORD(paper_result, published_fields, finish_scored, N);
static const paper_record claims = PAPER_RECORD(paper_result, published_fields, finish_scored, C);
static const paper_record counts = PAPER_RECORD(paper_result, published_fields, finish_stated, K);
static const paper_record stated = PAPER_RECORD(paper_result, published_fields, finish_stated, S);

/* ---- its table of verdicts ---- */

static const paper_field doubt_fields[] = {
    { FIELD("metric", FIELD_METRIC, verdict_doubt, metric), .needed = 1 },
    { FIELD("property", FIELD_PROPERTY, verdict_doubt, property), .needed = 1 },
    { FIELD("text", FIELD_TEXT, verdict_doubt, text), .needed = 1 },
};
static const paper_record doubts = PAPER_RECORD(verdict_doubt, doubt_fields, NULL, 1);

static assay_status finish_reason(paper_reader *r, const paper_scope *s, const paper_record *kind, void *made)
{
    (void)r;
    (void)kind;
    if (!paper_look(s, "verdict")) ((verdict_reason *)made)->outcome = -1;
    return ASSAY_OK;
}

static const paper_field reason_fields[] = {
    { FIELD("metric", FIELD_METRIC, verdict_reason, metric) },
    { FIELD("property", FIELD_PROPERTY, verdict_reason, property), .needed = 1 },
    { FIELD("verdict", FIELD_WORD, verdict_reason, outcome), .words = verdict_words },
    { FIELD("holds", FIELD_WORD, verdict_reason, holds), .words = published_conditions },
    { FIELD("text", FIELD_TEXT, verdict_reason, text), .needed = 1 },
};
static const paper_record reasons = PAPER_RECORD(verdict_reason, reason_fields, finish_reason, 1);

static assay_status add_row(paper_reader *r, const plan_node *node, verdict_table *to)
{
    const plan_node score = { .kind = PLAN_TEXT, .line = node->line, .text = node->key };
    claim_series of;
    ASSAY_TRY(paper_score(r, &score, "default", &of));
    if (node->kind != PLAN_LIST || node->n != to->columns.count)
        return paper_refuse(r, node, "%s has %zu verdicts, and there are %zu columns", node->key, node->n,
                            to->columns.count);
    verdict_row *made = paper_add(r->to, &to->rows, sizeof *made);
    int *mark = paper_room(r->to, node->n, sizeof *mark);
    *made = (verdict_row){ node->key, mark };
    for (const plan_node *at = node->first; at; at = at->next) ASSAY_TRY(paper_word(r, at, published_marks, mark++));
    return ASSAY_OK;
}

/* A preset is one of some metric of the table. */
static assay_status check_presets(paper_reader *r, const plan_node *list, const verdict_table *of)
{
    for (const plan_node *at = list->first; at; at = at->next) {
        size_t found = 0;
        for (size_t k = 0; k < of->rows.count; k++)
            found += preset_find(assay_metric_find(PAPER_AT(verdict_row, of->rows, k)->metric), at->text) != NULL;
        if (!found) return paper_refuse(r, at, "no metric of the table has a preset '%.100s'", at->text);
    }
    return ASSAY_OK;
}

static assay_status finish_table(paper_reader *r, const paper_scope *s, const paper_record *kind, void *made)
{
    verdict_table *to = made;
    const plan_node *rows = plan_node_at(s->at, "rows");
    (void)kind;
    if (rows->kind != PLAN_MAP) return paper_refuse(r, rows, "'rows' is written METRIC: [VERDICTS], line by line");
    for (const plan_node *at = rows->first; at; at = at->next) ASSAY_TRY(add_row(r, at, to));
    return check_presets(r, plan_node_at(s->at, "presets"), to);
}

static const paper_field table_fields[] = {
    { FIELD("item", FIELD_ITEM, verdict_table, id), .needed = 1 },
    { FIELD("source", FIELD_CITED, verdict_table, source), .needed = 1 },
    { FIELD("presets", FIELD_NAMES, verdict_table, presets), .needed = 1 },
    { FIELD("columns", FIELD_COLUMNS, verdict_table, columns), .needed = 1 },
    { .key = "rows", .kind = FIELD_OTHER, .needed = 1 },
    { FIELD("doubts", FIELD_ENTRIES, verdict_table, doubts), .entries = &doubts },
    { FIELD("reasons", FIELD_ENTRIES, verdict_table, reasons), .entries = &reasons },
};
static const paper_record table_record = PAPER_RECORD(verdict_table, table_fields, finish_table, 1);

static assay_status read_verdicts(paper_reader *r, const plan_node *section)
{
    verdict_table *to = &r->to->verdicts;
    if (to->of) return paper_refuse(r, section, "%s has a table of verdicts, and there can be one", to->of->file);
    if (!r->of->plan) return paper_refuse(r, section, "the paper's 'plan' is missing");
    to->of = r->of;
    return paper_entry(r, &(paper_scope){ section, NULL }, &table_record, to);
}

/* ---- its grid of means ---- */

static const char *const rows_of[] = { "test", "split", NULL };
static const paper_field measure_fields[] = {
    { FIELD("name", FIELD_TEXT, study_measure, name), .needed = 1 },
    { FIELD("score", FIELD_SCORE, study_measure, of), .needed = 1 },
    { FIELD("shared", FIELD_SCORE, study_measure, shared) },
    { FIELD("rows", FIELD_WORD, study_measure, split), .words = rows_of },
};
static const paper_record measures = PAPER_RECORD(study_measure, measure_fields, NULL, 1);

/* "structure=redundant;codes=dense;factors=10" */
static assay_status finish_cell(paper_reader *r, const paper_scope *s, const paper_record *kind, void *made)
{
    char point[256];
    const study_cell *c = made;
    (void)kind;
    snprintf(point, sizeof point, "structure=%s;codes=%s%s%s", c->structure, c->codes, *c->settings ? ";" : "",
             c->settings);
    return paper_point(r, s->at, r->to->grid.scenario, point, 1);
}

/* Then the means. */
static const paper_field cell_fields[] = {
    { FIELD("experiment", FIELD_COUNT, study_cell, experiment), .needed = 1 },
    { FIELD("filed under", FIELD_FREE, study_cell, filed), .needed = 1 },
    { FIELD("structure", FIELD_FREE, study_cell, structure), .needed = 1 },
    { FIELD("codes", FIELD_FREE, study_cell, codes), .needed = 1 },
    { FIELD("settings", FIELD_FREE, study_cell, settings), .needed = 1 },
    { FIELD("rows drawn", FIELD_COUNT, study_cell, drawn), .needed = 1 },
    { FIELD("seeds", FIELD_COUNT, study_cell, seeds), .needed = 1 },
};
static const paper_record cell_record = PAPER_RECORD(study_cell, cell_fields, finish_cell, 1);

static assay_status add_cell(paper_reader *r, const plan_node *row, size_t first, size_t n)
{
    const size_t places = cell_record.n_fields;
    if (row->kind != PLAN_LIST || row->n != places + n)
        return paper_refuse(r, row,
                            "a cell is a list of %zu: experiment, filed under, structure, codes, settings, rows "
                            "drawn, seeds, and %zu means",
                            places + n, n);
    study_cell *made = paper_add(r->to, &r->to->grid.cells, sizeof *made);
    double *mean = paper_room(r->to, n, sizeof *mean);
    ASSAY_TRY(paper_entry(r, &(paper_scope){ row, NULL }, &cell_record, made));
    made->mean = mean;
    made->first = first;
    made->n = n;
    const plan_node *at = row->first;
    for (size_t k = 0; k < places + n; k++, at = at->next) {
        if (k < places) continue;
        ASSAY_TRY(paper_number(r, at, mean++));
    }
    return ASSAY_OK;
}

/* Measures stand in the order of the grid's. */
static assay_status add_means(paper_reader *r, const plan_node *part)
{
    static const char *const keys[] = { "measures", "cells" };
    const plan_node *names = plan_node_at(part, keys[0]), *cells = plan_node_at(part, keys[1]);
    if (!names || !cells || names->kind != PLAN_LIST || cells->kind != PLAN_LIST || !names->n)
        return paper_refuse(r, part, "means are written - measures: [NAMES], cells: a line for each");
    ASSAY_TRY(paper_check_keys(r, part, keys, 2));
    int first = 0, next = 0;
    for (const plan_node *at = names->first; at; at = at->next) {
        int place;
        ASSAY_TRY(paper_measure(r, at, &place));
        if (at == names->first) first = next = place;
        if (place != next++) return paper_refuse(r, at, "measures stand in the order of the grid's 'measures'");
    }
    for (const plan_node *at = cells->first; at; at = at->next) ASSAY_TRY(add_cell(r, at, (size_t)first, names->n));
    return ASSAY_OK;
}

static assay_status finish_grid(paper_reader *r, const paper_scope *s, const paper_record *kind, void *made)
{
    const study_grid *to = made;
    (void)kind;
    if (!to->tested || strcmp(to->scenario, "guard") != 0)
        return paper_refuse(r, s->at, "a grid is of the scenario guard, and 'tested' is at least 1");
    for (const plan_node *at = plan_node_at(s->at, "means")->first; at; at = at->next) ASSAY_TRY(add_means(r, at));
    return ASSAY_OK;
}

static const paper_field grid_fields[] = {
    { FIELD("scenario", FIELD_SCENARIO, study_grid, scenario), .needed = 1 },
    { FIELD("first-seed", FIELD_COUNT, study_grid, first_seed), .needed = 1 },
    { FIELD("defect-seeds", FIELD_COUNT, study_grid, defect_seeds), .needed = 1 },
    { FIELD("tested", FIELD_COUNT, study_grid, tested), .needed = 1 },
    { FIELD("measures", FIELD_ENTRIES, study_grid, measures), .needed = 1, .entries = &measures },
    { .key = "means", .kind = FIELD_OTHER, .needed = 1 },
};
static const paper_record grid_record = PAPER_RECORD(study_grid, grid_fields, finish_grid, 1);

static assay_status read_grid(paper_reader *r, const plan_node *section)
{
    study_grid *to = &r->to->grid;
    if (to->of) return paper_refuse(r, section, "%s has a grid, and there can be one", to->of->file);
    to->of = r->of;
    return paper_entry(r, &(paper_scope){ section, NULL }, &grid_record, to);
}

/* ---- what is wrong with it ---- */

static const char *const takes[] = {
    [TAKE_OURS] = "ours", [TAKE_REFUSED] = "refused", [TAKE_OURS_APART] = "ours-apart", NULL
};
static const char *const yes_no[] = { "no", "yes", NULL };

/* What of the store a number is needs a score, a point and a size; a difference to ours a measure. */
static assay_status finish_shown(paper_reader *r, const paper_scope *s, const paper_record *kind, void *made)
{
    static const char *const needed[2][3] = { { "score", "point", "samples" }, { "measure", "correlated" } };
    study_number *n = made;
    const int apart = n->take == TAKE_OURS_APART;
    (void)kind;
    if (paper_look(s, "value")) n->take = TAKE_VALUE;
    for (size_t k = 0; k < 3 && needed[apart][k] && n->take != TAKE_VALUE; k++)
        if (!paper_look(s, needed[apart][k]))
            return paper_refuse(r, s->at, "'%s' is missing, which 'take: %s' needs", needed[apart][k], takes[n->take]);
    if (!n->scenario) n->scenario = r->to->grid.scenario;
    return n->point ? paper_point(r, paper_look(s, "point"), n->scenario, n->point, 1) : ASSAY_OK;
}

static const paper_field shown_fields[] = {
    { FIELD("what", FIELD_TEXT, study_number, what), .needed = 1 },
    { FIELD("value", FIELD_NUMBER, study_number, value) },
    { FIELD("take", FIELD_WORD, study_number, take), .words = takes },
    { FIELD("score", FIELD_SCORE, study_number, of) },
    { FIELD("scenario", FIELD_SCENARIO, study_number, scenario) },
    { FIELD("point", FIELD_TEXT, study_number, point) },
    { FIELD("samples", FIELD_COUNT, study_number, samples) },
    { FIELD("but", FIELD_COUNT, study_number, but) },
    { FIELD("measure", FIELD_MEASURE, study_number, measure) },
    { FIELD("correlated", FIELD_WORD, study_number, correlated), .words = yes_no },
};
static const paper_record shown = PAPER_RECORD(study_number, shown_fields, finish_shown, 1);

static const paper_field defect_fields[] = {
    { FIELD("number", FIELD_COUNT, study_defect, number), .needed = 1 },
    { FIELD("statement", FIELD_TEXT, study_defect, statement), .needed = 1 },
};
static const paper_record defect_record = PAPER_RECORD(study_defect, defect_fields, NULL, 1);

static assay_status add_defect(paper_reader *r, const plan_node *node)
{
    study_grid *to = &r->to->grid;
    study_defect *made = paper_add(r->to, &to->defects, sizeof *made);
    const plan_node *each = plan_node_at(node, "each");
    if (!each) return paper_refuse(r, node, "'each' is missing: the numbers that show it");
    ASSAY_TRY(paper_entry(r, &(paper_scope){ node, NULL }, &defect_record, made));
    made->first = to->numbers.count;
    ASSAY_TRY(paper_entries(r, each, &shown, &to->numbers));
    made->n = to->numbers.count - made->first;
    if (made->n <= GUARD_NUMBERS) return ASSAY_OK;
    return paper_refuse(r, node, "a defect is shown by at most %d numbers", GUARD_NUMBERS);
}

static assay_status read_defects(paper_reader *r, const plan_node *section)
{
    if (!r->to->grid.of) return paper_refuse(r, section, "there are defects, and no grid");
    for (const plan_node *at = section->first; at; at = at->next) ASSAY_TRY(add_defect(r, at));
    return ASSAY_OK;
}

/* ---- all of it ---- */

static assay_status add_item(paper_reader *r, const plan_node *node)
{
    for (size_t k = 0; k < r->to->items.count; k++)
        if (strcmp(PAPER_AT(paper_item, r->to->items, k)->id, node->key) == 0)
            return paper_refuse(r, node, "the item %s is another paper's, '%.100s'", node->key,
                                PAPER_AT(paper_item, r->to->items, k)->title);
    if (node->kind != PLAN_TEXT) return paper_refuse(r, node, "an item is written ID: TITLE");
    paper_item *made = paper_add(r->to, &r->to->items, sizeof *made);
    const size_t size = strlen(r->of->name) + strlen(node->text) + 3;
    char *title = paper_room(r->to, size, 1);
    snprintf(title, size, "%s: %s", r->of->name, node->text);
    made->id = node->key;
    made->of = r->of;
    made->title = title;
    return ASSAY_OK;
}

static assay_status read_items(paper_reader *r, const plan_node *section)
{
    if (section->kind != PLAN_MAP) return paper_refuse(r, section, "'items' is written ID: TITLE, line by line");
    for (const plan_node *at = section->first; at; at = at->next) ASSAY_TRY(add_item(r, at));
    return ASSAY_OK;
}

/* Two papers have different names, and different words for their tables. */
static assay_status finish_paper(paper_reader *r, const paper_scope *s, const paper_record *kind, void *read)
{
    paper *made = read;
    (void)kind;
    if (!made->heading) made->heading = made->name;
    for (size_t k = 0; k + 1 < r->to->papers.count; k++) {
        const paper *other = *PAPER_AT(const paper *, r->to->papers, k);
        const int tables = made->tables && other->tables && strcmp(made->tables, other->tables) == 0;
        if (tables || strcmp(made->name, other->name) == 0)
            return paper_refuse(r, plan_node_at(s->at, tables ? "tables" : "paper"), "%s says '%s', too", other->file,
                                tables ? made->tables : made->name);
    }
    return ASSAY_OK;
}

static const paper_field paper_fields[] = {
    { FIELD("paper", FIELD_TEXT, paper, name), .needed = 1 },
    { FIELD("plan", FIELD_PLAN, paper, plan) },
    { FIELD("preset", FIELD_TEXT, paper, preset) },
    { FIELD("tables", FIELD_TEXT, paper, tables) },
    { FIELD("heading", FIELD_TEXT, paper, heading) },
    { .key = "title", .kind = FIELD_OTHER },
    { .key = "venue", .kind = FIELD_OTHER },
    { .key = "url", .kind = FIELD_OTHER },
    { .key = "doi", .kind = FIELD_OTHER },
    { .key = "bibtex", .kind = FIELD_OTHER },
    { .key = "code", .kind = FIELD_OTHER },
    { .key = "items", .kind = FIELD_READ, .read = read_items },
    { FIELD("numbers", FIELD_ENTRIES, paper, entries), .entries = &numbers },
    { FIELD("claims", FIELD_ENTRIES, paper, entries), .entries = &claims },
    { FIELD("stated", FIELD_ENTRIES, paper, entries), .entries = &stated },
    { FIELD("counts", FIELD_ENTRIES, paper, entries), .entries = &counts },
    { .key = "verdicts", .kind = FIELD_READ, .read = read_verdicts },
    { .key = "grid", .kind = FIELD_READ, .read = read_grid },
    { .key = "defects", .kind = FIELD_READ, .read = read_defects },
};
const paper_record paper_whole = PAPER_RECORD(paper, paper_fields, finish_paper, 1);
