/* The checklist of published results, row by row. */
#include "reproduction_inside.h"

#include "growing.h"
#include "papers.h"
#include "plain_text.h"
#include "published.h"
#include "published_verdicts.h"
#include "wording.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const paper_item *item_at(size_t index)
{
    const paper_list *items = &papers_all()->items;
    return index < items->count ? PAPER_AT(paper_item, *items, index) : NULL;
}

const char *reproduction_item(size_t index) { return item_at(index) ? item_at(index)->id : NULL; }

const char *reproduction_item_title(size_t index) { return item_at(index) ? item_at(index)->title : NULL; }

static const paper *document_at(size_t index)
{
    const paper_list *documents = &papers_all()->documents;
    return index < documents->count ? *PAPER_AT(const paper *, *documents, index) : NULL;
}

const char *reproduction_document(size_t index) { return document_at(index) ? document_at(index)->heading : NULL; }

int reproduction_in(const reproduction_row *row, size_t document)
{
    for (size_t k = 0; item_at(k); k++)
        if (strcmp(item_at(k)->id, row->id) == 0) return item_at(k)->of == document_at(document);
    return 0;
}

const char *reproduction_status_text(int status)
{
    static const char *const texts[] = { "reproduced", "within error", "differs", "out of reach", "not in this store",
                                         "checked by tests" };
    return texts[status];
}

int reproduction_counts(const char *item)
{
    const paper_list *counts = &papers_all()->counts;
    size_t k = 0;
    while (k < counts->count && strcmp(PAPER_AT(paper_count, *counts, k)->id, item) != 0) k++;
    return k < counts->count;
}

/* ---- rows ---- */

reproduction_row *reproduction_add(reproduction *to)
{
    reproduction_row *at = grown(to->at, sizeof *at, to->count, &to->room);
    if (!at) return NULL;
    to->at = at;
    reproduction_row *row = &to->at[to->count++];
    *row = (reproduction_row){ .scenario = "",
                               .point = "",
                               .metric = "",
                               .preset = "",
                               .output = "",
                               .plan = "",
                               .statement = "",
                               .published = NAN,
                               .half = NAN,
                               .ours = NAN,
                               .low = NAN,
                               .high = NAN };
    return row;
}

/* A scenario knows how many samples its study had. */
static assay_status tell_size(reproduction_row *row)
{
    const assay_scenario *study = assay_scenario_find(row->scenario);
    if (!row->samples || !study || row->samples >= study->samples) return ASSAY_OK;
    char *longer =
        text_of("%s%sscored with %" PRIu64 " samples, the study has %" PRIu64, row->reason ? row->reason : "",
                row->reason ? "; " : "", row->samples, (uint64_t)study->samples);
    if (!longer) return ASSAY_ENOMEM;
    free(row->reason);
    row->reason = longer;
    return ASSAY_OK;
}

static assay_status add_number(const published *p, const score_rows *rows, reproduction *to)
{
    reproduction_row *row = reproduction_add(to);
    if (!row) return ASSAY_ENOMEM;
    row->id = p->id;
    row->source = p->source;
    row->plan = p->plan;
    row->scenario = p->scenario;
    row->point = p->point;
    row->metric = p->of.metric;
    row->preset = p->of.preset;
    row->output = p->of.output;
    row->published = p->value;
    row->half = p->half;
    row->decimals = (int)p->decimals;
    const assay_status status = published_judge(p, rows, row);
    return status == ASSAY_OK ? tell_size(row) : status;
}

/* "alpha=0 to 0.8", "alpha=1;delta=0.25 to 1" */
static char *points_of(const claim *c)
{
    const char *fixed = c->fixed ? c->fixed : "";
    if (!c->over) return text_of("%s", fixed);
    if (c->from == c->to) return text_of("%s%s%s=%g", fixed, *fixed ? ";" : "", c->over, c->from);
    return text_of("%s%s%s=%g to %g", fixed, *fixed ? ";" : "", c->over, c->from, c->to);
}

static assay_status add_claim(const claim *c, const score_rows *rows, reproduction *to)
{
    char rule[128];
    reproduction_row *row = reproduction_add(to);
    if (!row) return ASSAY_ENOMEM;
    row->id = c->id;
    row->source = c->source;
    row->plan = c->plan;
    row->scenario = c->scenario;
    row->metric = c->of.metric;
    row->preset = c->of.preset;
    row->output = c->of.output;
    row->decimals = 3;
    claim_rule(c, rule, sizeof rule);
    row->own[0] = points_of(c);
    row->own[1] = text_of("%s (%s)", c->statement, rule);
    if (!row->own[0] || !row->own[1]) return ASSAY_ENOMEM;
    row->point = row->own[0];
    row->statement = row->own[1];
    const assay_status status = claim_judge(c, rows, row);
    return status == ASSAY_OK ? tell_size(row) : status;
}

static const named_value *find_fact(const reproduction_facts *facts, const char *name)
{
    for (size_t k = 0; facts && k < facts->count; k++)
        if (strcmp(facts->at[k].name, name) == 0) return &facts->at[k];
    return NULL;
}

static assay_status add_count(const paper_count *asked, const reproduction_facts *facts, reproduction *to)
{
    reproduction_row *row = reproduction_add(to);
    if (!row) return ASSAY_ENOMEM;
    const named_value *fact = find_fact(facts, asked->name);
    row->id = asked->id;
    row->source = asked->source;
    row->scenario = asked->scenario;
    row->statement = asked->statement;
    row->published = asked->value;
    row->half = 0.5;
    row->status = REPRODUCTION_TESTED;
    if (!fact) {
        row->reason = text_of("%s", asked->reason);
        return row->reason ? ASSAY_OK : ASSAY_ENOMEM;
    }
    row->ours = fact->value;
    row->status = fact->value == asked->value ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
    return ASSAY_OK;
}

static assay_status add_statement(const paper_statement *known, reproduction *to)
{
    reproduction_row *row = reproduction_add(to);
    if (!row) return ASSAY_ENOMEM;
    row->id = known->id;
    row->source = known->source;
    row->metric = known->of.metric;
    row->preset = known->of.preset;
    row->statement = known->statement;
    row->status = known->status;
    row->reason = text_of("%s", known->reason);
    return row->reason ? ASSAY_OK : ASSAY_ENOMEM;
}

/* ---- what is not there ---- */

assay_status reproduction_one_seed(reproduction_row *row)
{
    row->status = REPRODUCTION_MISSING;
    row->reason = text_of("one seed has no interval, and so no verdict; `assay run %s --scenarios %s --metrics %s@%s "
                          "--seeds 0:10 --db FILE`",
                          row->plan, row->scenario, row->metric, row->preset);
    return row->reason ? ASSAY_OK : ASSAY_ENOMEM;
}

static int same_run(const reproduction_row *a, const reproduction_row *b)
{
    return b->status == REPRODUCTION_MISSING && strcmp(a->plan, b->plan) == 0 &&
           strcmp(a->scenario, b->scenario) == 0;
}

/* Appends "metric@preset" to a list unless it is there. */
static void list_metric(char *list, size_t size, const char *metric, const char *preset)
{
    char name[96];
    variant_print(metric, preset, name, sizeof name);
    if (list_has(list, name)) return;
    const size_t used = strlen(list);
    if (used + strlen(name) + 2 < size) snprintf(list + used, size - used, "%s%s", used ? "," : "", name);
}

/* One command for all that a scenario lacks: the same words for each of its rows, so that they are one note. */
static assay_status tell_commands(reproduction *to)
{
    for (size_t k = 0; k < to->count; k++) {
        reproduction_row *row = &to->at[k];
        if (row->status != REPRODUCTION_MISSING || row->reason) continue; /* verdicts tell their own */
        char list[1024] = "";
        for (size_t l = 0; l < to->count; l++) {
            if (!same_run(row, &to->at[l])) continue;
            list_metric(list, sizeof list, to->at[l].metric, to->at[l].preset);
        }
        for (size_t l = k; l < to->count; l++) {
            if (!same_run(row, &to->at[l])) continue;
            to->at[l].reason = text_of("`assay run %s --scenarios %s --metrics %s --seeds 0:10 --db FILE`", row->plan,
                                       row->scenario, list);
            if (!to->at[l].reason) return ASSAY_ENOMEM;
        }
    }
    return ASSAY_OK;
}

/* ---- all of it ---- */

static assay_status add_item(const char *id, const score_rows *rows, const verdicts *judged,
                             const reproduction_facts *facts, reproduction *to, assay_error *err)
{
    const papers *all = papers_all();
    const verdict_table *table = &all->verdicts;
    const int marks = table->of && strcmp(table->id, id) == 0;
    assay_status status = marks ? reproduction_add_verdicts(judged, to, err) : ASSAY_OK;
    for (size_t k = 0; k < published_count() && status == ASSAY_OK; k++)
        if (strcmp(published_at(k)->id, id) == 0) status = add_number(published_at(k), rows, to);
    for (size_t k = 0; k < claim_count() && status == ASSAY_OK; k++)
        if (strcmp(claim_at(k)->id, id) == 0) status = add_claim(claim_at(k), rows, to);
    for (size_t k = 0; k < all->counts.count && status == ASSAY_OK; k++) {
        const paper_count *asked = PAPER_AT(paper_count, all->counts, k);
        if (strcmp(asked->id, id) == 0) status = add_count(asked, facts, to);
    }
    for (size_t k = 0; k < all->statements.count && status == ASSAY_OK; k++) {
        const paper_statement *known = PAPER_AT(paper_statement, all->statements, k);
        if (strcmp(known->id, id) == 0) status = add_statement(known, to);
    }
    return status;
}

assay_status reproduction_of(const score_rows *rows, const verdicts *judged, const reproduction_facts *facts,
                             reproduction *to, assay_error *err)
{
    assay_status status = papers_load(NULL, err);
    for (size_t k = 0; status == ASSAY_OK && reproduction_item(k); k++)
        status = add_item(reproduction_item(k), rows, judged, facts, to, err);
    if (status == ASSAY_OK) status = tell_commands(to);
    for (size_t k = 0; k < to->count; k++) to->by_status[to->at[k].status]++;
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out") : status;
}

/* "z-diff,z-min-var,...": those of table 3.2. */
static const char *published_metrics(char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t m = 0; published_metric_at(m); m++) wording_join(&w, ",", published_metric_at(m));
    return to;
}

assay_status reproduction_read(store *s, const reproduction_facts *facts, reproduction *to, assay_error *err)
{
    char metrics[512];
    const store_filter own = { .profile = PROFILE_OWN };
    const store_filter of_table = { .profile = PROFILE_OWN, .metrics = published_metrics(metrics, sizeof metrics) };
    score_rows rows = { 0 };
    evidence all = { 0 }, seen = { 0 };
    verdicts judged = { 0 };
    assay_status status = evidence_read_rows(s, &own, &all, &rows, err);
    if (status == ASSAY_OK) status = evidence_read(s, &of_table, &seen, err);
    if (status == ASSAY_OK) status = judge_all(&seen, &judged, err);
    if (status == ASSAY_OK) status = reproduction_of(&rows, &judged, facts, to, err);
    verdicts_free(&judged);
    evidence_free(&seen);
    score_rows_free(&rows);
    evidence_free(&all);
    return status;
}

void reproduction_free(reproduction *all)
{
    for (size_t k = 0; k < all->count; k++) {
        free(all->at[k].own[0]);
        free(all->at[k].own[1]);
        free(all->at[k].evidence);
        free(all->at[k].reason);
    }
    free(all->at);
    *all = (reproduction){ 0 };
}
