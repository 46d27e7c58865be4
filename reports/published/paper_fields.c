/* The entries of a paper's file: each key by what it must be, held against what there is of its kind. */
#include "paper_fields.h"

#include "claim_names.h"
#include "judge.h"
#include "near_name.h"
#include "needed.h"
#include "point.h"
#include "variant_id.h"
#include "wording.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

assay_status paper_refuse(const paper_reader *r, const plan_node *node, const char *format, ...)
{
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return assay_fail(r->err, ASSAY_EINPUT, "%s:%zu: %s", r->file, node->line, text);
}

static assay_status unknown(const paper_reader *r, const plan_node *node, const char *what, const near_name *near)
{
    char question[96];
    return paper_refuse(r, node, "no %s '%.100s'%s", what, near->typed, near_question(near, question));
}

/* The same of a part of a metric. */
static assay_status lacks(const paper_reader *r, const plan_node *node, const assay_metric *m, const char *what,
                          const near_name *near)
{
    char question[96];
    return paper_refuse(r, node, "%s has no %s '%.100s'%s (`assay describe %s` shows what there is)", m->id, what,
                        near->typed, near_question(near, question), m->id);
}

const plan_node *paper_look(const paper_scope *s, const char *key)
{
    const plan_node *found = NULL;
    for (; s && !found; s = s->up)
        found = s->at->kind == PLAN_TEXT && strcmp(key, "score") == 0 ? s->at : plan_node_at(s->at, key);
    return found;
}

void *paper_room(papers *p, size_t n, size_t size) { return needed(arena_alloc(&p->memory, n, size)); }

void *paper_add(papers *p, paper_list *list, size_t size)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        char *more = paper_room(p, list->room, size);
        if (list->count) memcpy(more, list->at, list->count * size);
        list->at = more;
    }
    return (char *)list->at + size * list->count++;
}

/* ---- keys ---- */

assay_status paper_check_keys(const paper_reader *r, const plan_node *map, const char *const *keys, size_t n)
{
    for (const plan_node *value = map->first; value && map->kind == PLAN_MAP; value = value->next) {
        near_name near = near_to(value->key);
        size_t k = 0;
        while (k < n && strcmp(value->key, keys[k]) != 0) k++;
        if (k < n) continue;
        for (k = 0; k < n; k++) near_offer(&near, keys[k]);
        return unknown(r, value, "key", &near);
    }
    return ASSAY_OK;
}

static assay_status check_fields(const paper_reader *r, const plan_node *entry, const paper_record *kind)
{
    const char *keys[40] = { "each" };
    size_t n = 1;
    for (size_t k = 0; k < kind->n_fields; k++)
        if (!(kind->fields[k].refused & kind->section)) keys[n++] = kind->fields[k].key;
    return paper_check_keys(r, entry, keys, n);
}

/* ---- names of what there is ---- */

static const plan_node *member(const plan_node *list, size_t k)
{
    const plan_node *at = list->first;
    while (at && k-- > 0) at = at->next;
    return at;
}

/* The k-th of what there is of a kind; NULL past the end. */
static const char *name_at(const paper_reader *r, paper_kind kind, size_t k)
{
    const plan_node *items = plan_node_at(r->root, "items"), *item = items ? member(items, k) : NULL;
    switch (kind) {
    case FIELD_ITEM: return item ? item->key : NULL;
    case FIELD_PLAN: return r->plans[k];
    case FIELD_SCENARIO: return k < assay_scenario_count() ? assay_scenario_at(k)->id : NULL;
    case FIELD_METRIC: return k < assay_metric_count() ? assay_metric_at(k)->id : NULL;
    default: return k < property_count() ? property_at(k)->id : NULL;
    }
}

/* A plan that is a file is whoever's; any other text is only a text. */
static assay_status check_name(const paper_reader *r, const plan_node *node, paper_kind kind, const char *id)
{
    static const char *const what[] = { [FIELD_ITEM] = "item",
                                        [FIELD_PLAN] = "plan",
                                        [FIELD_SCENARIO] = "scenario",
                                        [FIELD_METRIC] = "metric",
                                        [FIELD_PROPERTY] = "property" };
    const char *name;
    near_name near = near_to(id);
    if (kind >= sizeof what / sizeof *what || !what[kind]) return ASSAY_OK;
    if (kind == FIELD_PLAN && (!r->plans || strpbrk(id, "./"))) return ASSAY_OK;
    for (size_t k = 0; (name = name_at(r, kind, k)); k++) {
        if (strcmp(name, id) == 0) return ASSAY_OK;
        near_offer(&near, name);
    }
    return unknown(r, node, what[kind], &near);
}

static assay_status check_preset(paper_reader *r, const plan_node *node, const assay_metric *m, const char *text)
{
    char id[96];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(text, ":"), text);
    near_name near = near_to(id);
    const int found = preset_find(m, id) != NULL;
    for (size_t k = 0; !found && k < m->n_presets; k++) near_offer(&near, m->presets[k].id);
    if (!found) return lacks(r, node, m, "preset", &near);
    const char *options = strchr(text, ':');
    double *value = options ? needed(calloc(m->n_options + 1, sizeof *value)) : NULL;
    assay_error why = { "" };
    const assay_status status =
        options ? assay_options_parse(m->options, m->n_options, options + 1, value, &why) : ASSAY_OK;
    free(value);
    return status == ASSAY_OK ? status : paper_refuse(r, node, "%s: %s", m->id, why.text);
}

static assay_status check_output(paper_reader *r, const plan_node *node, const assay_metric *m, const char *id)
{
    near_name near = near_to(id);
    for (size_t k = 0; k < m->n_outputs; k++) {
        if (strcmp(m->outputs[k].id, id) == 0) return ASSAY_OK;
        near_offer(&near, m->outputs[k].id);
    }
    return lacks(r, node, m, "output", &near);
}

/* Cut off behind the first `mark`, where there is one. */
static const char *cut_at(char *text, char mark)
{
    char *at = strchr(text, mark);
    if (!at) return NULL;
    *at = '\0';
    return at + 1;
}

/* A metric alone, which has no output of its name, is one too: of what it claims, and of statements. */
assay_status paper_score(paper_reader *r, const plan_node *node, const char *preset, claim_series *to)
{
    if (node->kind != PLAN_TEXT) return paper_refuse(r, node, "a score is written METRIC[@PRESET] [OUTPUT]");
    char *text = needed(arena_text(&r->to->memory, node->text));
    const char *output = cut_at(text, ' '), *own = cut_at(text, '@');
    *to = (claim_series){ text, own ? own : preset, output ? output : "" };
    ASSAY_TRY(check_name(r, node, FIELD_METRIC, to->metric));
    const assay_metric *m = assay_metric_find(to->metric);
    ASSAY_TRY(check_preset(r, node, m, to->preset));
    for (size_t k = 0; !output && k < m->n_outputs; k++)
        if (strcmp(m->outputs[k].id, m->id) == 0) to->output = m->outputs[k].id;
    return output ? check_output(r, node, m, output) : ASSAY_OK;
}

/* Whether the text is, to the letter, what a store calls the point with these values. */
static assay_status check_whole(paper_reader *r, const plan_node *node, const assay_scenario *of, const double *value,
                                const char *text)
{
    scenario_point point;
    needed_status(point_make_on(of, value, NULL, &point));
    const assay_status status =
        strcmp(point.set.text, text) == 0
            ? ASSAY_OK
            : paper_refuse(r, node, "a store calls this point of %s '%s'", of->id, point.set.text);
    point_free(&point);
    return status;
}

assay_status paper_point(paper_reader *r, const plan_node *node, const char *scenario, const char *text, int whole)
{
    const assay_scenario *of = assay_scenario_find(scenario);
    char typed[256];
    snprintf(typed, sizeof typed, "%s", text);
    for (char *c = typed; *c; c++)
        if (*c == SETTINGS_OF_POINT) *c = SETTINGS_OF_VARIANT;
    double *value = needed(calloc(of->n_parameters + 1, sizeof *value));
    assay_error why = { "" };
    const assay_profile *on = NULL;
    assay_status status = assay_scenario_parse(of, typed, value, &on, &why);
    if (status == ASSAY_EUSAGE) status = paper_refuse(r, node, "%s", why.text);
    if (status == ASSAY_OK && whole) status = check_whole(r, node, of, value, text);
    free(value);
    return status;
}

/* ---- values ---- */

assay_status paper_number(paper_reader *r, const plan_node *node, double *to)
{
    char *end = NULL;
    *to = NAN;
    if (node->kind == PLAN_TEXT && strcmp(node->text, "none") == 0) return ASSAY_OK;
    if (node->kind == PLAN_TEXT) *to = strtod(node->text, &end);
    if (end && end != node->text && !*end && isfinite(*to)) return ASSAY_OK;
    return paper_refuse(r, node, "'%.60s' is no number", node->kind == PLAN_TEXT ? node->text : "a list or mapping");
}

static assay_status read_count(paper_reader *r, const plan_node *node, size_t *to)
{
    double value;
    ASSAY_TRY(paper_number(r, node, &value));
    if (!(value >= 0 && value <= 1e15 && value == floor(value)))
        return paper_refuse(r, node, "'%.60s' counts nothing: a whole number is wanted", node->text);
    *to = (size_t)value;
    return ASSAY_OK;
}

assay_status paper_word(paper_reader *r, const plan_node *node, const char *const *words, int *to)
{
    const char *typed = node->kind == PLAN_TEXT ? node->text : "a list or mapping";
    near_name near = near_to(typed);
    char all[300];
    wording list = WORDING(all);
    for (*to = 0; words[*to]; ++*to) {
        if (strcmp(words[*to], typed) == 0) return ASSAY_OK;
        near_offer(&near, words[*to]);
        wording_join(&list, ", ", words[*to]);
    }
    char question[96];
    return paper_refuse(r, node, "'%.60s' is none of %s%s", typed, all, near_question(&near, question));
}

assay_status paper_measure(paper_reader *r, const plan_node *node, int *to)
{
    const paper_list *measures = &r->to->grid.measures;
    const char **words = needed(calloc(measures->count + 1, sizeof *words));
    for (size_t k = 0; k < measures->count; k++) words[k] = PAPER_AT(study_measure, *measures, k)->name;
    const assay_status status = paper_word(r, node, words, to);
    free(words);
    return status;
}

static assay_status read_claims(paper_reader *r, const plan_node *node, double *to)
{
    const char *words[CLAIM_NAMES + 1] = { NULL };
    uint32_t mask = 0;
    for (uint32_t k = 0; k < CLAIM_NAMES; k++) words[k] = claim_name(1u << k);
    if (node->kind != PLAN_LIST) return paper_refuse(r, node, "'measures' is a list: [modularity, compactness]");
    for (const plan_node *at = node->first; at; at = at->next) {
        int bit;
        ASSAY_TRY(paper_word(r, at, words, &bit));
        mask |= 1u << bit;
    }
    *to = mask;
    return ASSAY_OK;
}

static assay_status read_text(const paper_reader *r, const plan_node *node, const char **to)
{
    if (node->kind != PLAN_TEXT || !*node->text)
        return paper_refuse(r, node, "'%s' is no text", node->key ? node->key : "");
    *to = node->text;
    return ASSAY_OK;
}

static assay_status read_cited(paper_reader *r, const plan_node *node, const char **to)
{
    const char *text = NULL;
    ASSAY_TRY(read_text(r, node, &text));
    const size_t size = strlen(r->of->name) + strlen(text) + 3;
    char *cited = paper_room(r->to, size, 1);
    snprintf(cited, size, "%s, %s", r->of->name, text);
    *to = cited;
    return ASSAY_OK;
}

/* ---- entries ---- */

static assay_status read_name(const paper_reader *r, const plan_node *node, paper_kind kind, const char **to)
{
    ASSAY_TRY(read_text(r, node, to));
    return check_name(r, node, kind, *to);
}

static assay_status read_names(paper_reader *r, const plan_node *list, paper_kind kind, paper_list *to)
{
    if (list->kind != PLAN_LIST) return paper_refuse(r, list, "'%s' is a list", list->key);
    for (const plan_node *at = list->first; at; at = at->next)
        ASSAY_TRY(read_name(r, at, kind, paper_add(r->to, to, sizeof(const char *))));
    return ASSAY_OK;
}

static const char *preset_of(const paper_reader *r, const paper_scope *s)
{
    const plan_node *own = paper_look(s, "preset");
    return own && own->kind == PLAN_TEXT ? own->text : r->of->preset ? r->of->preset : "default";
}

static assay_status read_free(const paper_reader *r, const plan_node *node, const char **to)
{
    *to = node->kind == PLAN_TEXT ? node->text : NULL;
    return *to ? ASSAY_OK : paper_refuse(r, node, "a text is wanted");
}

static assay_status read_field(paper_reader *r, const paper_scope *s, const paper_field *f, const plan_node *node,
                               void *to)
{
    switch (f->kind) {
    case FIELD_FREE: return read_free(r, node, to);
    case FIELD_CITED: return read_cited(r, node, to);
    case FIELD_PRESET: return read_text(r, node, &((claim_series *)to)->preset);
    case FIELD_SCORE: return paper_score(r, node, preset_of(r, s), to);
    case FIELD_NUMBER: return paper_number(r, node, to);
    case FIELD_COUNT: return read_count(r, node, to);
    case FIELD_WORD: return paper_word(r, node, f->words, to);
    case FIELD_MEASURE: return paper_measure(r, node, to);
    case FIELD_CLAIMS: return read_claims(r, node, to);
    case FIELD_NAMES: return read_names(r, node, FIELD_TEXT, to);
    case FIELD_COLUMNS: return read_names(r, node, FIELD_PROPERTY, to);
    case FIELD_ENTRIES: return paper_entries(r, node, f->entries, to);
    case FIELD_READ: return f->read(r, node);
    case FIELD_OTHER: return ASSAY_OK;
    default: return read_name(r, node, f->kind, to);
    }
}

/* What an entry that does not say it has. */
static void put_standard(const paper_reader *r, const paper_field *f, void *to)
{
    if (f->kind == FIELD_PLAN) *(const char **)to = r->of->plan;
    if (f->kind == FIELD_CITED) *(const char **)to = r->of->name;
}

assay_status paper_entry(paper_reader *r, const paper_scope *s, const paper_record *kind, void *to)
{
    assay_status status = check_fields(r, s->at, kind);
    for (size_t k = 0; k < kind->n_fields && status == ASSAY_OK; k++) {
        const paper_field *f = &kind->fields[k];
        if (f->refused & kind->section) continue;
        const plan_node *node = s->at->kind == PLAN_LIST ? member(s->at, k) : paper_look(s, f->key);
        put_standard(r, f, (char *)to + f->at);
        if (node) status = read_field(r, s, f, node, (char *)to + f->at);
        else if (f->needed & kind->section) status = paper_refuse(r, s->at, "'%s' is missing", f->key);
    }
    return status == ASSAY_OK && kind->finish ? kind->finish(r, s, kind, to) : status;
}

static assay_status add_entry(paper_reader *r, const paper_scope *s, const paper_record *kind, paper_list *to)
{
    return paper_entry(r, s, kind, paper_add(r->to, to, kind->size));
}

/* A row of a table: an entry for each of its values, which inherits from its column, then from the row. */
static assay_status add_row(paper_reader *r, const plan_node *values, const paper_scope *row, const paper_record *kind,
                            paper_list *to)
{
    const plan_node *columns = paper_look(row, "columns");
    if (!columns || columns->kind != PLAN_LIST || values->kind != PLAN_LIST || values->n != columns->n)
        return paper_refuse(r, values, "%zu values, and there are %zu columns", values->n, columns ? columns->n : 0);
    const plan_node *column = columns->first;
    for (const plan_node *at = values->first; at; at = at->next, column = column->next) {
        plan_node value = *at;
        value.key = "value";
        value.next = NULL;
        const plan_node cell = { .kind = PLAN_MAP, .line = at->line, .n = 1, .first = &value };
        const paper_scope of_column = { column, row };
        assay_status status = check_fields(r, column, kind);
        const int none = at->kind == PLAN_TEXT && strcmp(at->text, "none") == 0;
        if (status == ASSAY_OK && !none) status = add_entry(r, &(paper_scope){ &cell, &of_column }, kind, to);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

static assay_status add_entries(paper_reader *r, const plan_node *list, const paper_scope *up, const paper_record *kind,
                                paper_list *to)
{
    assay_status status =
        list->kind == PLAN_LIST ? ASSAY_OK : paper_refuse(r, list, "'%s' is a list: - KEY: VALUE", list->key);
    for (const plan_node *at = list->first; at && status == ASSAY_OK; at = at->next) {
        const paper_scope own = { at, up };
        const plan_node *each = plan_node_at(at, "each"), *values = plan_node_at(at, "values");
        status = check_fields(r, at, kind);
        if (status != ASSAY_OK) continue;
        status = each     ? add_entries(r, each, &own, kind, to)
                 : values ? add_row(r, values, &own, kind, to)
                          : add_entry(r, &own, kind, to);
    }
    return status;
}

assay_status paper_entries(paper_reader *r, const plan_node *section, const paper_record *kind, paper_list *to)
{
    return add_entries(r, section, NULL, kind, to);
}
