/* The checklist of published results, row by row. */
#include "reproduction_inside.h"

#include "growing.h"
#include "needed.h"
#include "plain_text.h"
#include "wording.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

const char *reproduction_status_text(int status)
{
    static const char *const texts[] = { "reproduced",   "within error",      "differs",
                                         "out of reach", "not in this store", "checked by tests" };
    return texts[status];
}

/* ---- what is asked for ---- */

static int is_of_item(const paper_entry *e, const reproduction_part *part)
{
    return !part || !part->item || strcmp(e->id, part->item->id) == 0;
}

static int is_asked(const paper_entry *e, const reproduction_part *part)
{
    if (!is_of_item(e, part) || (part && part->kinds && !(e->kind & part->kinds))) return 0;
    if (part && part->of) return e->in == part->of;
    return !e->in->apart || (part && part->item);
}

int reproduction_find(const char *typed, reproduction_part *to)
{
    const paper_item *item;
    const paper_list *all = &papers_all()->papers;
    for (size_t k = 0; (item = paper_item_at(k)); k++)
        if (strcasecmp(item->id, typed) == 0) to->item = item;
    for (size_t k = 0; k < all->count; k++) {
        const paper *one = *PAPER_AT(const paper *, *all, k);
        if (one->tables && strcasecmp(one->tables, typed) == 0) to->of = one;
    }
    return to->item || to->of;
}

int reproduction_counts(const reproduction_part *part)
{
    size_t k = 0;
    const paper_entry *e;
    while ((e = published_at(k)) && !(e->kind == PRINTS_COUNT && is_asked(e, part))) k++;
    return e != NULL;
}

/* ---- rows ---- */

void row_say(char **to, const char *format, ...)
{
    va_list arguments;
    char *before = *to;
    va_start(arguments, format);
    *to = needed(wording_of(format, arguments));
    va_end(arguments);
    free(before);
}

reproduction_row row_begun(const paper_entry *e)
{
    const int status = e->status >= 0 ? e->status : REPRODUCTION_MISSING;
    return (reproduction_row){ .of = e, .ours = NAN, .low = NAN, .high = NAN, .status = status };
}

/* What comes before it, and the command for some metrics. */
static void row_say_run(reproduction_row *row, const char *why, const char *metrics)
{
    const paper_entry *e = row->of;
    const size_t first = e->seeds[0], end = e->seeds[1] ? e->seeds[1] : 10;
    row_say(&row->reason, "%s`assay run %s%s%s --metrics %s --seeds %zu:%zu --db FILE`", why, e->plan,
            *e->scenario ? " --scenarios " : "", e->scenario, metrics, first, end);
}

void row_differs(reproduction_row *row, int has_interval, const char *reason)
{
    if (has_interval) {
        if (reason) row_say(&row->reason, "%s", reason);
        return;
    }
    char metric[96];
    row->status = REPRODUCTION_MISSING;
    variant_print(row->of->of.metric, row->of->of.preset, metric, sizeof metric);
    row_say_run(row, "one seed has no interval, and so no verdict; ", metric);
}

/* A scenario knows how many samples its study had. */
static void say_size(reproduction_row *row)
{
    const assay_scenario *study = assay_scenario_find(row->of->scenario);
    if (!row->samples || row->of->samples || !study || row->samples >= study->samples) return;
    row_say(&row->reason, "%s%sscored with %" PRIu64 " samples, the study has %" PRIu64, row->reason ? row->reason : "",
            row->reason ? "; " : "", row->samples, (uint64_t)study->samples);
}

/* Whether the caller counted it. */
static int put_count(const paper_entry *asked, const reproduction_facts *facts, reproduction_row *row)
{
    for (size_t k = 0; facts && k < facts->count; k++) {
        if (strcmp(facts->at[k].name, asked->count) != 0) continue;
        row->ours = facts->at[k].value;
        row->status = row->ours == asked->value ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
        return 1;
    }
    return 0;
}

static void add_entry(const paper_entry *e, const score_rows *rows, const verdicts *judged,
                      const reproduction_facts *facts, reproduction *to)
{
    to->at = needed(grown(to->at, sizeof *to->at, to->count, &to->room));
    reproduction_row *row = &to->at[to->count++];
    *row = row_begun(e);
    if (e->kind == PRINTS_COUNT && put_count(e, facts, row)) return;
    if (e->status >= 0) {
        row_say(&row->reason, "%s", e->reason ? e->reason : "");
    } else if (e->kind == PRINTS_MARK) {
        mark_judge(e, judged, row);
    } else {
        published_judge(e, rows, row);
        say_size(row);
    }
}

/* ---- what is not there ---- */

static int is_silent(const reproduction_row *row) { return row->status == REPRODUCTION_MISSING && !row->reason; }

static int same_run(const paper_entry *a, const paper_entry *b)
{
    return strcmp(a->plan, b->plan) == 0 && strcmp(a->scenario, b->scenario) == 0 && a->seeds[0] == b->seeds[0] &&
           a->seeds[1] == b->seeds[1];
}

/* Appends "metric@preset" to a list unless it is there. */
static void list_metric(char *list, size_t size, const claim_series *of)
{
    char name[96];
    variant_print(of->metric, of->preset, name, sizeof name);
    if (list_has(list, name)) return;
    const size_t used = strlen(list);
    if (used + strlen(name) + 2 < size) snprintf(list + used, size - used, "%s%s", used ? "," : "", name);
}

/* One command for all that a scenario lacks: the same words for each of its rows, so that they are one note. */
static void say_commands(reproduction *to)
{
    for (size_t k = 0; k < to->count; k++) {
        const reproduction_row *row = &to->at[k];
        if (!is_silent(row)) continue;
        char list[1024] = "";
        for (size_t l = k; l < to->count; l++)
            if (is_silent(&to->at[l]) && same_run(row->of, to->at[l].of))
                list_metric(list, sizeof list, &to->at[l].of->of);
        for (size_t l = to->count; l-- > k;)
            if (is_silent(&to->at[l]) && same_run(row->of, to->at[l].of)) row_say_run(&to->at[l], "", list);
    }
}

/* ---- all of it ---- */

void reproduction_of(const score_rows *rows, const verdicts *judged, const reproduction_part *part,
                     const reproduction_facts *facts, reproduction *to)
{
    const paper_item *item;
    const paper_entry *e;
    for (size_t i = 0; (item = paper_item_at(i)); i++)
        for (size_t k = 0; (e = published_at(k)); k++)
            if (strcmp(e->id, item->id) == 0 && is_asked(e, part)) add_entry(e, rows, judged, facts, to);
    say_commands(to);
    for (size_t k = 0; k < to->count; k++) to->by_status[to->at[k].status]++;
}

/* "z-diff,z-min-var,...": those that have marks. */
static const char *marked_metrics(const reproduction_part *part, char *to, size_t size)
{
    const paper_entry *e;
    *to = '\0';
    for (size_t k = 0; (e = published_at(k)); k++)
        if (e->kind == PRINTS_MARK && is_asked(e, part))
            list_metric(to, size, &(claim_series){ e->of.metric, "default", "" });
    return to;
}

assay_status reproduction_read(store *s, const reproduction_part *part, const reproduction_facts *facts,
                               reproduction *to, assay_error *err)
{
    char metrics[512];
    ASSAY_TRY(papers_load(NULL, err));
    const store_filter own = { .profile = PROFILE_OWN };
    const store_filter marked = { .profile = PROFILE_OWN, .metrics = marked_metrics(part, metrics, sizeof metrics) };
    score_rows rows = { 0 };
    evidence all = { 0 }, seen = { 0 };
    verdicts judged = { 0 };
    assay_status status = evidence_read_rows(s, &own, &all, &rows, err);
    if (status == ASSAY_OK && *metrics) status = evidence_read(s, &marked, &seen, err);
    if (status == ASSAY_OK && *metrics) judge_all(&seen, &judged);
    if (status == ASSAY_OK) reproduction_of(&rows, &judged, part, facts, to);
    verdicts_free(&judged);
    evidence_free(&seen);
    score_rows_free(&rows);
    evidence_free(&all);
    return status;
}

void reproduction_free(reproduction *all)
{
    for (size_t k = 0; k < all->count; k++) {
        free(all->at[k].evidence);
        free(all->at[k].reason);
    }
    free(all->at);
    *all = (reproduction){ 0 };
}
