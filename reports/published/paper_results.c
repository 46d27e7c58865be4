/* What a paper prints of scores: its items, numbers, claims, statements and counts. */
#include "paper_fields.h"
#include "published.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

static assay_status finish_score(paper_reader *r, const paper_scope *s, const claim_series *of)
{
    if (*of->output) return ASSAY_OK;
    return paper_refuse(r, paper_look(s, "score"), "%s has several outputs: write METRIC OUTPUT", of->metric);
}

static assay_status finish_number(paper_reader *r, const paper_scope *s, void *made)
{
    published *p = made;
    if (!p->plan) return paper_refuse(r, s->at, "'plan' is missing");
    if (!p->point) p->point = "";
    const plan_node *at = paper_look(s, "point");
    const assay_status status = finish_score(r, s, &p->of);
    return status == ASSAY_OK ? paper_point(r, at ? at : s->at, p->scenario, p->point, 1) : status;
}

static const paper_field number_fields[] = {
    { "item", FIELD_ITEM, offsetof(published, id), 1, NULL },
    { "source", FIELD_CITED, offsetof(published, source), 0, NULL },
    { "plan", FIELD_PLAN, offsetof(published, plan), 0, NULL },
    { "scenario", FIELD_SCENARIO, offsetof(published, scenario), 1, NULL },
    { "point", FIELD_TEXT, offsetof(published, point), 0, NULL },
    { "preset", FIELD_PRESET, offsetof(published, of), 0, NULL },
    { "score", FIELD_SCORE, offsetof(published, of), 1, NULL },
    { "value", FIELD_NUMBER, offsetof(published, value), 1, NULL },
    { "tolerance", FIELD_NUMBER, offsetof(published, half), 1, NULL },
    { "decimals", FIELD_COUNT, offsetof(published, decimals), 1, NULL },
    { "columns", FIELD_OTHER, 0, 0, NULL },
    { "values", FIELD_OTHER, 0, 0, NULL },
    { "runs", FIELD_COUNT, offsetof(published, runs), 0, NULL },
    { "remark", FIELD_TEXT, offsetof(published, remark), 0, NULL },
    { "reason", FIELD_TEXT, offsetof(published, reason), 0, NULL },
};
static const paper_record number_record = PAPER_RECORD(published, number_fields, finish_number);

/* ---- claims ---- */

static const char *const rules[] = { [CLAIM_LEAST] = "least",       [CLAIM_MOST] = "most",
                                     [CLAIM_NEAR] = "near",         [CLAIM_SOME_MOST] = "some-most",
                                     [CLAIM_FLAT] = "flat",         [CLAIM_MOVES] = "moves",
                                     [CLAIM_FALLS] = "falls",       [CLAIM_NO_RISE] = "no-rise",
                                     [CLAIM_DROPS] = "drops",       [CLAIM_ABOVE] = "above",
                                     [CLAIM_EQUAL] = "equal",       [CLAIM_UNEQUAL] = "unequal",
                                     [CLAIM_MEASURES] = "measures", NULL };

/* The keys that a rule needs beside those that every claim has. */
static assay_status check_rule(paper_reader *r, const paper_scope *s, const claim *c)
{
    const char *const needed[] = {
        c->shape == CLAIM_MEASURES ? "measures" : "bound",
        c->shape == CLAIM_MEASURES ? NULL : "points",
        c->shape == CLAIM_NEAR ? "tolerance" : NULL,
        c->shape >= CLAIM_FLAT && c->shape <= CLAIM_DROPS ? "over" : NULL,
        c->over ? "from" : NULL,
        c->over ? "to" : NULL,
    };
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (needed[k] && !paper_look(s, needed[k]))
            return paper_refuse(r, s->at, "'%s' is missing, which the rule '%s' needs", needed[k], rules[c->shape]);
    const int two = c->shape >= CLAIM_ABOVE && c->shape <= CLAIM_UNEQUAL;
    if (two && !c->than.metric && !c->than_scenario && !c->than_point)
        return paper_refuse(r, s->at, "the rule '%s' compares two: 'than', 'than-scenario' or 'than-point' is missing",
                            rules[c->shape]);
    return ASSAY_OK;
}

/* The swept parameter is one of the scenario's. */
static assay_status check_over(paper_reader *r, const paper_scope *s, const claim *c)
{
    char typed[96];
    snprintf(typed, sizeof typed, "%.60s=%g", c->over, c->from);
    const assay_status status = paper_point(r, paper_look(s, "over"), c->scenario, typed, 0);
    if (status != ASSAY_OK || c->from <= c->to) return status;
    return paper_refuse(r, paper_look(s, "from"), "'from' is larger than 'to'");
}

static assay_status finish_claim(paper_reader *r, const paper_scope *s, void *made)
{
    claim *c = made;
    assay_status status = c->plan ? check_rule(r, s, c) : paper_refuse(r, s->at, "'plan' is missing");
    if (c->shape == CLAIM_MEASURES) c->of.output = "";
    else if (status == ASSAY_OK) status = finish_score(r, s, &c->of);
    if (status == ASSAY_OK && c->over) status = check_over(r, s, c);
    if (status == ASSAY_OK && c->fixed)
        status = paper_point(r, paper_look(s, "point"), c->scenario, c->fixed, !c->over);
    if (status == ASSAY_OK && c->than_point)
        status = paper_point(r, paper_look(s, "than-point"), c->than_scenario ? c->than_scenario : c->scenario,
                             c->than_point, 1);
    return status;
}

static const paper_field claim_fields[] = {
    { "item", FIELD_ITEM, offsetof(claim, id), 1, NULL },
    { "source", FIELD_CITED, offsetof(claim, source), 0, NULL },
    { "plan", FIELD_PLAN, offsetof(claim, plan), 0, NULL },
    { "scenario", FIELD_SCENARIO, offsetof(claim, scenario), 1, NULL },
    { "point", FIELD_TEXT, offsetof(claim, fixed), 0, NULL },
    { "over", FIELD_TEXT, offsetof(claim, over), 0, NULL },
    { "from", FIELD_NUMBER, offsetof(claim, from), 0, NULL },
    { "to", FIELD_NUMBER, offsetof(claim, to), 0, NULL },
    { "points", FIELD_COUNT, offsetof(claim, points), 0, NULL },
    { "preset", FIELD_PRESET, offsetof(claim, of), 0, NULL },
    { "score", FIELD_SCORE, offsetof(claim, of), 1, NULL },
    { "than", FIELD_SCORE, offsetof(claim, than), 0, NULL },
    { "than-scenario", FIELD_SCENARIO, offsetof(claim, than_scenario), 0, NULL },
    { "than-point", FIELD_TEXT, offsetof(claim, than_point), 0, NULL },
    { "rule", FIELD_WORD, offsetof(claim, shape), 1, rules },
    { "bound", FIELD_NUMBER, offsetof(claim, bound), 0, NULL },
    { "measures", FIELD_CLAIMS, offsetof(claim, bound), 0, NULL },
    { "tolerance", FIELD_NUMBER, offsetof(claim, tolerance), 0, NULL },
    { "statement", FIELD_TEXT, offsetof(claim, statement), 1, NULL },
    { "reason", FIELD_TEXT, offsetof(claim, reason), 0, NULL },
};
static const paper_record claim_record = PAPER_RECORD(claim, claim_fields, finish_claim);

/* ---- what no score decides ---- */

static assay_status finish_statement(paper_reader *r, const paper_scope *s, void *made)
{
    static const int status[] = { REPRODUCTION_TESTED, REPRODUCTION_DIFFERS, REPRODUCTION_OUT_OF_REACH };
    paper_statement *p = made;
    (void)r;
    (void)s;
    p->status = status[p->status];
    if (!p->of.metric) p->of.metric = "";
    if (!p->of.preset) p->of.preset = "";
    return ASSAY_OK;
}

static const char *const statuses[] = { "checked by tests", "differs", "out of reach", NULL };
static const paper_field statement_fields[] = {
    { "item", FIELD_ITEM, offsetof(paper_statement, id), 1, NULL },
    { "source", FIELD_CITED, offsetof(paper_statement, source), 0, NULL },
    { "preset", FIELD_PRESET, offsetof(paper_statement, of), 0, NULL },
    { "score", FIELD_SCORE, offsetof(paper_statement, of), 0, NULL },
    { "status", FIELD_WORD, offsetof(paper_statement, status), 1, statuses },
    { "statement", FIELD_TEXT, offsetof(paper_statement, statement), 1, NULL },
    { "reason", FIELD_TEXT, offsetof(paper_statement, reason), 1, NULL },
};
static const paper_record statement_record = PAPER_RECORD(paper_statement, statement_fields, finish_statement);

static const paper_field count_fields[] = {
    { "item", FIELD_ITEM, offsetof(paper_count, id), 1, NULL },
    { "source", FIELD_CITED, offsetof(paper_count, source), 0, NULL },
    { "scenario", FIELD_TEXT, offsetof(paper_count, scenario), 1, NULL },
    { "count", FIELD_TEXT, offsetof(paper_count, name), 1, NULL },
    { "value", FIELD_NUMBER, offsetof(paper_count, value), 1, NULL },
    { "statement", FIELD_TEXT, offsetof(paper_count, statement), 1, NULL },
    { "reason", FIELD_TEXT, offsetof(paper_count, reason), 1, NULL },
};
static const paper_record count_record = PAPER_RECORD(paper_count, count_fields, NULL);

/* ---- all of it ---- */

static assay_status add_item(paper_reader *r, const plan_node *node)
{
    for (size_t k = 0; k < r->to->items.count; k++)
        if (strcmp(PAPER_AT(paper_item, r->to->items, k)->id, node->key) == 0)
            return paper_refuse(r, node, "the item %s is another paper's, '%.100s'", node->key,
                                PAPER_AT(paper_item, r->to->items, k)->title);
    if (node->kind != PLAN_TEXT) return paper_refuse(r, node, "an item is written ID: TITLE");
    paper_item *made = paper_add(&r->to->items, sizeof *made);
    if (!made) return ASSAY_ENOMEM;
    made->id = node->key;
    made->of = r->of;
    made->title = paper_own(r->to, text_of("%s: %s", r->of->name, node->text));
    return made->title ? ASSAY_OK : ASSAY_ENOMEM;
}

assay_status paper_results(paper_reader *r)
{
    const plan_node *items = plan_node_at(r->root, "items");
    assay_status status = ASSAY_OK;
    if (items && items->kind != PLAN_MAP) return paper_refuse(r, items, "'items' is written ID: TITLE, line by line");
    for (const plan_node *at = items ? items->first : NULL; at && status == ASSAY_OK; at = at->next)
        status = add_item(r, at);
    const struct {
        const char *key;
        const paper_record *kind;
        paper_list *to;
    } sections[] = { { "numbers", &number_record, &r->to->numbers },
                     { "claims", &claim_record, &r->to->claims },
                     { "stated", &statement_record, &r->to->statements },
                     { "counts", &count_record, &r->to->counts } };
    for (size_t k = 0; k < sizeof sections / sizeof *sections && status == ASSAY_OK; k++)
        status = paper_entries(r, plan_node_at(r->root, sections[k].key), sections[k].kind, sections[k].to);
    return status;
}
