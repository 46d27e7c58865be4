/* The checklist of published results, row by row. */
#include "reproduction_inside.h"

#include "growing.h"
#include "needed.h"
#include "papers.h"
#include "plain_text.h"
#include "published_verdicts.h"
#include "student.h"
#include "wording.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
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
    static const char *const texts[] = { "reproduced",   "within error",      "differs",
                                         "out of reach", "not in this store", "checked by tests" };
    return texts[status];
}

int reproduction_counts(const char *item)
{
    size_t k = 0;
    const paper_result *p;
    while ((p = published_at(k)) && !(p->kind == PRINTS_COUNT && strcmp(p->id, item) == 0)) k++;
    return p != NULL;
}

/* ---- rows ---- */

static const char *or_empty(const char *text) { return text ? text : ""; }

static reproduction_row *add_row(reproduction *to)
{
    to->at = needed(grown(to->at, sizeof *to->at, to->count, &to->room));
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

void row_say(char **to, const char *format, ...)
{
    va_list arguments;
    char *before = *to;
    va_start(arguments, format);
    *to = needed(wording_of(format, arguments));
    va_end(arguments);
    free(before);
}

void row_missing(reproduction_row *row)
{
    row->status = REPRODUCTION_MISSING;
    row->ours = row->low = row->high = NAN;
    row->seeds = 0;
    row->samples = 0;
}

void row_differs(reproduction_row *row, int has_interval, const char *reason)
{
    if (has_interval) {
        if (reason) row_say(&row->reason, "%s", reason);
        return;
    }
    row->status = REPRODUCTION_MISSING;
    row_say(&row->reason,
            "one seed has no interval, and so no verdict; `assay run %s --scenarios %s --metrics %s@%s "
            "--seeds 0:10 --db FILE`",
            row->plan, row->scenario, row->metric, row->preset);
}

/* ---- numbers ---- */

const paper_result *published_at(size_t index)
{
    const paper_list *all = &papers_all()->papers;
    for (size_t k = 0; k < all->count; k++) {
        const paper_list *own = &(*PAPER_AT(const paper *, *all, k))->entries;
        if (index < own->count) return PAPER_AT(paper_result, *own, index);
        index -= own->count;
    }
    return NULL;
}

static int same_cell(const paper_result *p, const score_row *row)
{
    return strcmp(p->scenario, row->at->scenario) == 0 && strcmp(p->point, row->at->point) == 0 &&
           strcmp(p->of.metric, row->of->metric) == 0 && strcmp(p->of.preset, row->of->preset) == 0 &&
           strcmp(p->of.output, row->of->output) == 0;
}

static int status_of(const paper_result *p, const score_row *row, double half_width)
{
    const double off = fabs(row->at->mean - p->value);
    const double error_of_both = p->runs ? sqrt(1.0 + (double)row->at->defined / (double)p->runs) : 1.0;
    if (off <= p->tolerance) return REPRODUCTION_DONE;
    if (off - p->tolerance <= half_width * error_of_both)
        return REPRODUCTION_WITHIN_ERROR; /* not so where the width is NaN */
    return REPRODUCTION_DIFFERS;
}

void published_judge(const paper_result *p, const score_rows *rows, reproduction_row *to)
{
    const score_row *found = NULL;
    for (size_t k = 0; k < rows->count; k++)
        if (same_cell(p, &rows->at[k]) && (!found || rows->at[k].at->samples >= found->at->samples))
            found = &rows->at[k];
    row_missing(to);
    if (!found) return;
    to->samples = found->at->samples;
    to->seeds = found->at->defined;
    if (!to->seeds) {
        to->status = REPRODUCTION_DIFFERS;
        row_say(&to->reason, "undefined: %s", found->at->undefined ? found->at->undefined : "");
        return;
    }
    const double half_width = student_half_width(found->at->sd, found->at->defined, 0.95);
    to->ours = found->at->mean;
    to->low = found->at->mean - half_width;
    to->high = found->at->mean + half_width;
    to->status = status_of(p, found, half_width);
    if (to->status == REPRODUCTION_DIFFERS) row_differs(to, !isnan(half_width), p->reason ? p->reason : p->remark);
    else if (p->remark) row_say(&to->reason, "%s", p->remark);
}

/* A scenario knows how many samples its study had. */
static void say_size(reproduction_row *row)
{
    const assay_scenario *study = assay_scenario_find(row->scenario);
    if (!row->samples || !study || row->samples >= study->samples) return;
    row_say(&row->reason, "%s%sscored with %" PRIu64 " samples, the study has %" PRIu64,
            row->reason ? row->reason : "", row->reason ? "; " : "", row->samples, (uint64_t)study->samples);
}

static void add_number(const paper_result *p, const score_rows *rows, reproduction_row *row)
{
    row->point = p->point;
    row->half = p->tolerance;
    row->published = p->value;
    row->decimals = (int)p->decimals;
    published_judge(p, rows, row);
    say_size(row);
}

/* Its points are "alpha=0 to 0.8", or "alpha=1;delta=0.25 to 1". */
static void add_claim(const paper_result *c, const score_rows *rows, reproduction_row *row)
{
    const char *fixed = or_empty(c->point), *gap = *fixed ? ";" : "";
    char rule[128];
    claim_rule(c, rule, sizeof rule);
    if (!c->over) row_say(&row->own[0], "%s", fixed);
    else if (c->from == c->to) row_say(&row->own[0], "%s%s%s=%g", fixed, gap, c->over, c->from);
    else row_say(&row->own[0], "%s%s%s=%g to %g", fixed, gap, c->over, c->from, c->to);
    row_say(&row->own[1], "%s (%s)", c->statement, rule);
    row->decimals = 3;
    row->point = row->own[0];
    row->statement = row->own[1];
    claim_judge(c, rows, row);
    say_size(row);
}

static void add_count(const paper_result *asked, const reproduction_facts *facts, reproduction_row *row)
{
    row->published = asked->value;
    row->half = 0.5;
    row->status = REPRODUCTION_TESTED;
    for (size_t k = 0; facts && k < facts->count; k++) {
        if (strcmp(facts->at[k].name, asked->count) != 0) continue;
        row->ours = facts->at[k].value;
        row->status = row->ours == asked->value ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
        return;
    }
    row_say(&row->reason, "%s", asked->reason);
}

static void add_published(const paper_result *p, const score_rows *rows, const reproduction_facts *facts,
                          reproduction *to)
{
    reproduction_row *row = add_row(to);
    row->id = p->id;
    row->source = p->source;
    row->plan = or_empty(p->plan);
    row->scenario = or_empty(p->scenario);
    row->metric = or_empty(p->of.metric);
    row->preset = or_empty(p->of.preset);
    row->statement = or_empty(p->statement);
    if (p->kind != PRINTS_STATEMENT) row->output = or_empty(p->of.output);
    switch (p->kind) {
    case PRINTS_NUMBER: add_number(p, rows, row); break;
    case PRINTS_CLAIM: add_claim(p, rows, row); break;
    case PRINTS_COUNT: add_count(p, facts, row); break;
    default: row->status = p->status; row_say(&row->reason, "%s", p->reason);
    }
}

/* ---- what is not there ---- */

static int same_run(const reproduction_row *a, const reproduction_row *b)
{
    return b->status == REPRODUCTION_MISSING && strcmp(a->plan, b->plan) == 0 && strcmp(a->scenario, b->scenario) == 0;
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
static void say_commands(reproduction *to)
{
    for (size_t k = 0; k < to->count; k++) {
        reproduction_row *row = &to->at[k];
        if (row->status != REPRODUCTION_MISSING || row->reason) continue; /* verdicts have their own */
        char list[1024] = "";
        for (size_t l = 0; l < to->count; l++)
            if (same_run(row, &to->at[l])) list_metric(list, sizeof list, to->at[l].metric, to->at[l].preset);
        for (size_t l = k; l < to->count; l++)
            if (same_run(row, &to->at[l]))
                row_say(&to->at[l].reason,
                        "`assay run %s --scenarios %s --metrics %s --seeds 0:10 --db FILE`", row->plan, row->scenario,
                        list);
    }
}

/* ---- the table of verdicts, each next to that of the store ---- */

static void say_reason(const published_check *c, reproduction_row *row)
{
    const char *doubt = c->published.doubt, *ours = c->ours->text ? c->ours->text : "";
    const char *left_out = strcmp(c->published.text, "excluded") == 0 ? "the thesis leaves it out; ours: " : "";
    if (c->agrees == PUBLISHED_UNDECIDED) row_say(&row->reason, "no verdict: %s", ours);
    else if (c->agrees != PUBLISHED_AGREES)
        row_say(&row->reason, "%s%s%s%s", left_out, c->why ? c->why : ours,
                doubt ? "; the thesis against itself: " : "", doubt ? doubt : "");
    else if (doubt) row_say(&row->reason, "the thesis against itself: %s", doubt);
}

static void put_check(const published_check *c, reproduction_row *row)
{
    const verdict *ours = c->ours;
    row->status = c->agrees == PUBLISHED_AGREES ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
    if (c->agrees == PUBLISHED_UNDECIDED)
        row->status = ours->n_comparisons ? REPRODUCTION_WITHIN_ERROR : REPRODUCTION_MISSING;
    say_reason(c, row);
    row_say(&row->evidence, "%s%s%s", verdict_word(c->outcome), ours->text ? ": " : "",
            ours->text ? ours->text : "");
    if (ours->n_comparisons) {
        const comparison *deciding = &ours->comparison[ours->deciding];
        row->ours = deciding->value;
        row->low = deciding->low;
        row->high = deciding->high;
        row->seeds = deciding->seeds;
    }
}

static void add_verdict(const published_verdict *printed, const published_check *check, reproduction *to)
{
    reproduction_row *row = add_row(to);
    const verdict_table *table = &papers_all()->verdicts;
    const char *code = *PAPER_AT(const char *, table->presets, 0); /* the preset of the published code */
    row->id = table->id;
    row->source = table->source;
    row->plan = table->of->plan;
    row->metric = printed->metric;
    row->preset = code;
    row->decimals = 3;
    row_say(&row->own[1], "%s: %s", property_find(printed->property)->title, printed->text);
    row->statement = row->own[1];
    row->status = REPRODUCTION_MISSING;
    if (check && check->ours && strcmp(check->ours->series->preset, code) == 0) put_check(check, row);
    else
        row_say(&row->reason, "`assay run %s --metrics %s@%s --seeds 0:10 --db FILE`", row->plan, printed->metric,
                code);
}

/* The checks are of some of the verdicts, in their order. */
static assay_status add_verdicts(const verdicts *judged, reproduction *to, assay_error *err)
{
    published_check *list = NULL;
    published_verdict printed;
    size_t count = 0, next = 0;
    const assay_status status = judged ? published_verdicts_compare(judged, &list, &count, err) : ASSAY_OK;
    for (size_t k = 0; status == ASSAY_OK && published_verdict_at(k, &printed); k++) {
        const published_check *check = next < count ? &list[next] : NULL;
        const int same = check && strcmp(check->published.metric, printed.metric) == 0 &&
                         strcmp(check->published.property, printed.property) == 0;
        next += (size_t)same;
        add_verdict(&printed, same ? check : NULL, to);
    }
    free(list);
    return status;
}

/* ---- all of it ---- */

static assay_status add_item(const char *id, const score_rows *rows, const verdicts *judged,
                             const reproduction_facts *facts, reproduction *to, assay_error *err)
{
    const verdict_table *table = &papers_all()->verdicts;
    const int marks = table->of && strcmp(table->id, id) == 0;
    const assay_status status = marks ? add_verdicts(judged, to, err) : ASSAY_OK;
    for (int kind = PRINTS_NUMBER; kind <= PRINTS_STATEMENT; kind *= 2)
        for (size_t k = 0; published_at(k); k++) {
            const paper_result *p = published_at(k);
            if (p->kind == kind && strcmp(p->id, id) == 0) add_published(p, rows, facts, to);
        }
    return status;
}

assay_status reproduction_of(const score_rows *rows, const verdicts *judged, const reproduction_facts *facts,
                             reproduction *to, assay_error *err)
{
    assay_status status = papers_load(NULL, err);
    for (size_t k = 0; status == ASSAY_OK && reproduction_item(k); k++)
        status = add_item(reproduction_item(k), rows, judged, facts, to, err);
    say_commands(to);
    for (size_t k = 0; k < to->count; k++) to->by_status[to->at[k].status]++;
    return status;
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
    if (status == ASSAY_OK) judge_all(&seen, &judged);
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
