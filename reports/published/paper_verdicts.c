/* The table of verdicts that a paper prints: a row of words for each metric, doubts, and reasons of differences. */
#include "paper_fields.h"
#include "judge.h"
#include "published_reasons.h"
#include "published_verdicts.h"
#include "variant_id.h"

#include <stddef.h>
#include <stdlib.h>

static const paper_field doubt_fields[] = {
    { "metric", FIELD_METRIC, offsetof(verdict_doubt, metric), 1, NULL },
    { "property", FIELD_PROPERTY, offsetof(verdict_doubt, property), 1, NULL },
    { "text", FIELD_TEXT, offsetof(verdict_doubt, text), 1, NULL },
};
static const paper_record doubt_record = PAPER_RECORD(verdict_doubt, doubt_fields, NULL);

static assay_status finish_reason(paper_reader *r, const paper_scope *s, void *made)
{
    verdict_reason *reason = made;
    const char *words[VERDICT_KINDS + 1] = { NULL };
    const plan_node *node = paper_look(s, "verdict");
    for (int k = 0; k < VERDICT_KINDS; k++) words[k] = verdict_word(k);
    reason->outcome = -1;
    return node ? paper_word(r, node, words, &reason->outcome) : ASSAY_OK;
}

static const paper_field reason_fields[] = {
    { "metric", FIELD_METRIC, offsetof(verdict_reason, metric), 0, NULL },
    { "property", FIELD_PROPERTY, offsetof(verdict_reason, property), 1, NULL },
    { "verdict", FIELD_OTHER, 0, 0, NULL },
    { "holds", FIELD_WORD, offsetof(verdict_reason, holds), 0, published_conditions },
    { "text", FIELD_TEXT, offsetof(verdict_reason, text), 1, NULL },
};
static const paper_record reason_record = PAPER_RECORD(verdict_reason, reason_fields, finish_reason);

static assay_status read_mark(paper_reader *r, const plan_node *node, int *to)
{
    const char *words[MARK_COUNT + 1] = { NULL };
    for (int k = 0; k < MARK_COUNT; k++) words[k] = published_verdict_word(k);
    return paper_word(r, node, words, to);
}

static assay_status add_row(paper_reader *r, const plan_node *node, verdict_table *to)
{
    const plan_node score = { .kind = PLAN_TEXT, .line = node->line, .text = node->key };
    claim_series of;
    assay_status status = paper_score(r, &score, "default", &of);
    if (status != ASSAY_OK) return status;
    if (node->kind != PLAN_LIST || node->n != to->columns.count)
        return paper_refuse(r, node, "%s has %zu verdicts, and there are %zu columns", node->key, node->n,
                            to->columns.count);
    verdict_row *made = paper_add(&to->rows, sizeof *made);
    int *mark = paper_own(r->to, calloc(node->n + 1, sizeof *mark));
    if (!made || !mark) return ASSAY_ENOMEM;
    *made = (verdict_row){ node->key, mark };
    for (const plan_node *at = node->first; at && status == ASSAY_OK; at = at->next) status = read_mark(r, at, mark++);
    return status;
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

static const paper_field table_fields[] = {
    { "item", FIELD_ITEM, offsetof(verdict_table, id), 1, NULL },
    { "source", FIELD_CITED, offsetof(verdict_table, source), 1, NULL },
    { "presets", FIELD_OTHER, 0, 1, NULL },
    { "columns", FIELD_OTHER, 0, 1, NULL },
    { "rows", FIELD_OTHER, 0, 1, NULL },
    { "doubts", FIELD_OTHER, 0, 0, NULL },
    { "reasons", FIELD_OTHER, 0, 0, NULL },
};
static const paper_record table_record = PAPER_RECORD(verdict_table, table_fields, NULL);

static assay_status read_rows(paper_reader *r, const plan_node *rows, verdict_table *to)
{
    assay_status status =
        rows->kind == PLAN_MAP ? ASSAY_OK : paper_refuse(r, rows, "'rows' is written METRIC: [VERDICTS], line by line");
    for (const plan_node *at = rows->first; at && status == ASSAY_OK; at = at->next) status = add_row(r, at, to);
    return status;
}

assay_status paper_verdicts(paper_reader *r, const plan_node *section)
{
    verdict_table *to = &r->to->verdicts;
    const plan_node *presets = plan_node_at(section, "presets");
    if (to->of) return paper_refuse(r, section, "%s has a table of verdicts, and there can be one", to->of->file);
    if (!r->of->plan) return paper_refuse(r, section, "the paper's 'plan' is missing");
    assay_status status = paper_entry(r, &(paper_scope){ section, NULL }, &table_record, to);
    if (status == ASSAY_OK) status = paper_names(r, presets, FIELD_TEXT, &to->presets);
    if (status == ASSAY_OK) status = paper_names(r, plan_node_at(section, "columns"), FIELD_PROPERTY, &to->columns);
    if (status == ASSAY_OK) status = read_rows(r, plan_node_at(section, "rows"), to);
    if (status == ASSAY_OK) status = check_presets(r, presets, to);
    if (status == ASSAY_OK) status = paper_entries(r, plan_node_at(section, "doubts"), &doubt_record, &to->doubts);
    if (status == ASSAY_OK) status = paper_entries(r, plan_node_at(section, "reasons"), &reason_record, &to->reasons);
    to->of = r->of;
    return status;
}
