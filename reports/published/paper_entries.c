/* A paper's file: one table of keys for its head and all its sections, and how entries inherit. */
#include "papers_inside.h"

#include "reproduction.h"

#include <stdio.h>
#include <string.h>

/* An entry and what it inherits: a key that an entry has not is looked for in the one around it. An entry may be a text
 * alone, which is its score. */
typedef struct scope {
    const plan_node *at;
    const struct scope *up;
} scope;

/* NULL: it has none, and inherits none */
static const plan_node *look(const scope *s, const char *key)
{
    const plan_node *found = NULL;
    for (; s && !found; s = s->up)
        found = s->at->kind == PLAN_TEXT && strcmp(key, "score") == 0 ? s->at : plan_node_at(s->at, key);
    return found;
}

/* ---- the keys ---- */

enum {
    M = PRINTS_MARK,
    N = PRINTS_NUMBER,
    C = PRINTS_CLAIM,
    K = PRINTS_COUNT,
    S = PRINTS_STATEMENT,
    HEAD = 32,
    ALL = M | N | C | K | S
};

typedef struct paper_key {
    const char *key;
    paper_kind kind;
    size_t at;           /* in the entry, or the paper */
    unsigned in, needed; /* sections that have it, that need it */
    const char *const *words;
} paper_key;

const char *const claim_rule_words[] = { "least",   "most",  "near",  "some-most", "flat",    "moves",    "falls",
                                         "no-rise", "drops", "above", "equal",     "unequal", "measures", NULL };
const char *const published_marks[] = { [MARK_YES] = "yes",
                                        [MARK_NO] = "no",
                                        [MARK_NO_BY_BINS] = "no*",
                                        [MARK_NOT_MEASURED] = "not measured",
                                        [MARK_EXCLUDED] = "excluded",
                                        [MARK_BLANK] = "blank",
                                        NULL };
static const char *const statuses[] = { "checked by tests", "differs", "out of reach", NULL };
static const int status_of[] = { REPRODUCTION_TESTED, REPRODUCTION_DIFFERS, REPRODUCTION_OUT_OF_REACH };
static const char *const yes_no[] = { "no", "yes", NULL };

#define KEY(key_, kind_, member) .key = (key_), .kind = (kind_), .at = offsetof(paper_entry, member)
#define HEAD_KEY(key_, kind_, member) .key = (key_), .kind = (kind_), .at = offsetof(paper, member), .in = HEAD
#define NO_MEMBER(key_, in_) .key = (key_), .kind = PAPER_ELSEWHERE, .in = (in_)
static const paper_key keys[] = {
    { HEAD_KEY("paper", PAPER_TEXT, name), .needed = HEAD },
    { HEAD_KEY("plan", PAPER_PLAN, plan) },
    { HEAD_KEY("preset", PAPER_TEXT, preset) },
    { HEAD_KEY("tables", PAPER_TEXT, tables) },
    { HEAD_KEY("heading", PAPER_TEXT, heading) },
    { HEAD_KEY("apart", PAPER_WORD, apart), .words = yes_no },
    { NO_MEMBER("title", HEAD) },
    { NO_MEMBER("venue", HEAD) },
    { NO_MEMBER("url", HEAD) },
    { NO_MEMBER("doi", HEAD) },
    { NO_MEMBER("bibtex", HEAD) },
    { NO_MEMBER("code", HEAD) },
    { NO_MEMBER("items", HEAD) },
    { NO_MEMBER("marks", HEAD) },
    { NO_MEMBER("numbers", HEAD) },
    { NO_MEMBER("claims", HEAD) },
    { NO_MEMBER("counts", HEAD) },
    { NO_MEMBER("stated", HEAD) },
    { NO_MEMBER("each", ALL) },
    { KEY("item", PAPER_ITEM, id), .in = ALL, .needed = ALL },
    { KEY("source", PAPER_CITED, source), .in = ALL },
    { KEY("plan", PAPER_PLAN, plan), .in = M | N | C },
    { KEY("scenario", PAPER_SCENARIO, scenario), .in = N | C, .needed = N | C },
    { KEY("scenario", PAPER_TEXT, scenario), .in = K, .needed = K }, /* a corpus */
    { KEY("point", PAPER_TEXT, point), .in = N | C },
    { KEY("over", PAPER_TEXT, over), .in = C },
    { KEY("from", PAPER_NUMBER, from), .in = C | M },
    { KEY("to", PAPER_NUMBER, to), .in = C | M },
    { KEY("points", PAPER_COUNT, points), .in = C },
    { KEY("preset", PAPER_TEXT, of.preset), .in = ALL - K },
    { KEY("score", PAPER_SCORE, of), .in = ALL - K, .needed = M | N | C },
    { KEY("than", PAPER_SCORE, than), .in = C },
    { KEY("than-scenario", PAPER_SCENARIO, than_scenario), .in = C },
    { KEY("than-point", PAPER_TEXT, than_point), .in = C },
    { KEY("rule", PAPER_WORD, rule), .in = C, .needed = C, .words = claim_rule_words },
    { KEY("status", PAPER_WORD, status), .in = N | S, .needed = S, .words = statuses },
    { KEY("bound", PAPER_NUMBER, bound), .in = C },
    { KEY("measures", PAPER_MEASURES, bound), .in = C },
    { KEY("count", PAPER_TEXT, count), .in = K, .needed = K },
    { KEY("value", PAPER_NUMBER, value), .in = N | K, .needed = N | K },
    { KEY("value", PAPER_WORD, mark), .in = M, .needed = M, .words = published_marks },
    { NO_MEMBER("columns", M | N) },
    { NO_MEMBER("values", M | N) },
    { KEY("tolerance", PAPER_NUMBER, tolerance), .in = N | C, .needed = N },
    { KEY("decimals", PAPER_COUNT, decimals), .in = N, .needed = N },
    { KEY("runs", PAPER_COUNT, runs), .in = N },
    { KEY("samples", PAPER_COUNT, samples), .in = N | C },
    { KEY("seeds", PAPER_SEEDS, seeds), .in = N },
    { KEY("property", PAPER_PROPERTY, property), .in = M, .needed = M },
    { KEY("verdict", PAPER_WORD, verdict), .in = M, .words = verdict_words },
    { KEY("where", PAPER_TEXT, where), .in = M },
    { KEY("alone", PAPER_TEXT, alone), .in = M },
    { KEY("remark", PAPER_TEXT, remark), .in = M | N },
    { KEY("statement", PAPER_TEXT, statement), .in = C | K | S, .needed = C | K | S },
    { KEY("reason", PAPER_TEXT, reason), .in = ALL, .needed = K | S },
};
enum { KEYS = sizeof keys / sizeof *keys };

static assay_status check_keys(const paper_reader *r, const plan_node *map, unsigned section)
{
    const char *known[KEYS];
    size_t n = 0;
    for (size_t k = 0; k < KEYS; k++)
        if (keys[k].in & section) known[n++] = keys[k].key;
    return paper_check_keys(r, map, known, n);
}

static const char *preset_of(const paper_reader *r, const scope *s)
{
    const plan_node *own = look(s, "preset");
    return own && own->kind == PLAN_TEXT ? own->text : r->of->preset ? r->of->preset : "default";
}

static assay_status read_cited(const paper_reader *r, const plan_node *node, const char **to)
{
    const char *text = NULL;
    ASSAY_TRY(paper_text(r, node, PAPER_TEXT, &text));
    *to = paper_words(r->to, "%s, %s", r->of->name, text);
    return ASSAY_OK;
}

static assay_status read_value(const paper_reader *r, const scope *s, const paper_key *k, const plan_node *node,
                               void *to)
{
    switch (k->kind) {
    case PAPER_CITED: return read_cited(r, node, to);
    case PAPER_SCORE: return paper_score(r, node, preset_of(r, s), to);
    case PAPER_NUMBER: return paper_number(r, node, to);
    case PAPER_COUNT: return paper_count(r, node, to);
    case PAPER_SEEDS: return paper_seeds(r, node, to);
    case PAPER_WORD: return paper_word(r, node, k->words, to);
    case PAPER_MEASURES: return paper_measures(r, node, to);
    case PAPER_ELSEWHERE: return ASSAY_OK;
    default: return paper_text(r, node, k->kind, to);
    }
}

static assay_status read_keys(const paper_reader *r, const scope *s, unsigned section, void *to)
{
    ASSAY_TRY(check_keys(r, s->at, section));
    for (const paper_key *k = keys; k < keys + KEYS; k++) {
        const plan_node *node = k->in & section ? look(s, k->key) : NULL;
        if (node) ASSAY_TRY(read_value(r, s, k, node, (char *)to + k->at));
        else if (k->needed & section) return paper_refuse(r, s->at, "'%s' is missing", k->key);
    }
    return ASSAY_OK;
}

/* ---- what keys must be together ---- */

/* The keys that a rule needs besides those that every claim has. */
static assay_status check_rule(const paper_reader *r, const scope *s, const paper_entry *c)
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
        if (needed[k] && !look(s, needed[k]))
            return paper_refuse(r, s->at, "'%s' is missing, which the rule '%s' needs", needed[k], rule);
    const int two = c->rule >= CLAIM_ABOVE && c->rule <= CLAIM_UNEQUAL;
    if (two && !c->than.metric && !c->than_scenario && !c->than_point)
        return paper_refuse(r, s->at, "the rule '%s' compares two: 'than', 'than-scenario' or 'than-point' is missing",
                            rule);
    return ASSAY_OK;
}

/* The swept parameter is one of the scenario's. */
static assay_status check_over(const paper_reader *r, const scope *s, const paper_entry *c)
{
    char typed[96];
    snprintf(typed, sizeof typed, "%.60s=%g", c->over, c->from);
    const assay_status status = paper_point(r, look(s, "over"), c->scenario, typed, 0);
    if (status != ASSAY_OK || c->from <= c->to) return status;
    return paper_refuse(r, look(s, "from"), "'from' is larger than 'to'");
}

static assay_status check_points(const paper_reader *r, const scope *s, const paper_entry *p)
{
    const plan_node *at = look(s, "point");
    if (p->over) ASSAY_TRY(check_over(r, s, p));
    if (p->point) ASSAY_TRY(paper_point(r, at ? at : s->at, p->scenario, p->point, !p->over));
    if (!p->than_point) return ASSAY_OK;
    return paper_point(r, look(s, "than-point"), p->than_scenario ? p->than_scenario : p->scenario, p->than_point, 1);
}

/* "alpha=0 to 0.8", or "alpha=1;delta=0.25 to 1"; and its rule behind the statement. */
static void word_claim(const paper_reader *r, paper_entry *c)
{
    const char *fixed = c->point ? c->point : "", *gap = *fixed ? ";" : "";
    char rule[128];
    claim_rule(c, rule, sizeof rule);
    c->statement = paper_words(r->to, "%s (%s)", c->statement, rule);
    if (c->over && c->from == c->to) c->place = paper_words(r->to, "%s%s%s=%g", fixed, gap, c->over, c->from);
    else if (c->over) c->place = paper_words(r->to, "%s%s%s=%g to %g", fixed, gap, c->over, c->from, c->to);
}

static assay_status finish_scored(const paper_reader *r, const scope *s, paper_entry *p)
{
    if (!p->plan) return paper_refuse(r, s->at, "'plan' is missing");
    if (p->kind == PRINTS_CLAIM) ASSAY_TRY(check_rule(r, s, p));
    if (p->kind == PRINTS_NUMBER && !p->point) p->point = "";
    if (p->kind == PRINTS_MARK || p->rule == CLAIM_MEASURES) p->of.output = "";
    else if (!*p->of.output)
        return paper_refuse(r, look(s, "score"), "%s has several outputs: write METRIC OUTPUT", p->of.metric);
    if (p->kind != PRINTS_MARK) ASSAY_TRY(check_points(r, s, p));
    p->place = p->point ? p->point : "";
    if (p->kind == PRINTS_CLAIM) word_claim(r, p);
    if (p->kind == PRINTS_MARK)
        p->statement = paper_words(r->to, "%s: %s", property_find(p->property)->title, published_marks[p->mark]);
    return ASSAY_OK;
}

static assay_status add_entry(const paper_reader *r, const scope *s, unsigned section)
{
    paper_entry *made = paper_add(r->to, &r->to->entries, sizeof *made);
    *made = (paper_entry){ .kind = (int)section,
                           .in = r->of,
                           .source = r->of->name,
                           .plan = section & (K | S) ? "" : r->of->plan,
                           .scenario = "",
                           .place = "",
                           .of = { "", "", "" },
                           .statement = "",
                           .value = NAN,
                           .decimals = section & (M | C) ? 3 : 0,
                           .tolerance = NAN,
                           .from = -INFINITY,
                           .to = INFINITY,
                           .verdict = -1,
                           .status = -1 };
    ASSAY_TRY(read_keys(r, s, section, made));
    if (made->status >= 0) made->status = status_of[made->status];
    if (section == S) made->of.output = "";
    if (section == K) made->tolerance = 0.5, made->status = REPRODUCTION_TESTED;
    return section & (M | N | C) ? finish_scored(r, s, made) : ASSAY_OK;
}

/* ---- entries ---- */

/* A row of a table: an entry for each of its values, which inherits from its column, then from the row. A value may be
 * an entry of its own. */
static assay_status add_row(const paper_reader *r, const plan_node *values, const scope *row, unsigned section)
{
    const plan_node *columns = look(row, "columns");
    if (!columns || columns->kind != PLAN_LIST || values->kind != PLAN_LIST || values->n != columns->n)
        return paper_refuse(r, values, "%zu values, and there are %zu columns", values->n, columns ? columns->n : 0);
    const plan_node *column = columns->first;
    for (const plan_node *at = values->first; at; at = at->next, column = column->next) {
        plan_node value = *at;
        value.key = "value";
        value.next = NULL;
        const plan_node cell = { .kind = PLAN_MAP, .line = at->line, .n = 1, .first = &value };
        const scope of_column = { column, row };
        ASSAY_TRY(check_keys(r, column, section));
        if (at->kind == PLAN_TEXT && strcmp(at->text, "none") == 0) continue;
        ASSAY_TRY(add_entry(r, &(scope){ at->kind == PLAN_MAP ? at : &cell, &of_column }, section));
    }
    return ASSAY_OK;
}

static assay_status add_entries(const paper_reader *r, const plan_node *list, const scope *up, unsigned section)
{
    if (list->kind != PLAN_LIST) return paper_refuse(r, list, "'%s' is a list: - KEY: VALUE", list->key);
    for (const plan_node *at = list->first; at; at = at->next) {
        const scope own = { at, up };
        const plan_node *each = plan_node_at(at, "each"), *values = plan_node_at(at, "values");
        ASSAY_TRY(check_keys(r, at, section));
        ASSAY_TRY(each     ? add_entries(r, each, &own, section)
                  : values ? add_row(r, values, &own, section)
                           : add_entry(r, &own, section));
    }
    return ASSAY_OK;
}

/* ---- the whole ---- */

static assay_status add_item(const paper_reader *r, const plan_node *node)
{
    for (size_t k = 0; k < r->to->items.count; k++)
        if (strcmp(PAPER_AT(paper_item, r->to->items, k)->id, node->key) == 0)
            return paper_refuse(r, node, "the item %s is another paper's, '%.100s'", node->key,
                                PAPER_AT(paper_item, r->to->items, k)->title);
    if (node->kind != PLAN_TEXT) return paper_refuse(r, node, "an item is written ID: TITLE");
    paper_item *made = paper_add(r->to, &r->to->items, sizeof *made);
    *made = (paper_item){ node->key, paper_words(r->to, "%s: %s", r->of->name, node->text), r->of };
    return ASSAY_OK;
}

/* Two papers have different names, and different words for their tables. */
static assay_status check_others(const paper_reader *r, const paper *made)
{
    for (size_t k = 0; k + 1 < r->to->papers.count; k++) {
        const paper *other = *PAPER_AT(const paper *, r->to->papers, k);
        const int tables = made->tables && other->tables && strcmp(made->tables, other->tables) == 0;
        if (tables || strcmp(made->name, other->name) == 0)
            return paper_refuse(r, plan_node_at(r->root, tables ? "tables" : "paper"), "%s says '%s', too", other->file,
                                tables ? made->tables : made->name);
    }
    return ASSAY_OK;
}

assay_status paper_read(paper_reader *r, paper *to)
{
    static const struct {
        const char *key;
        unsigned section;
    } sections[] = { { "marks", M }, { "numbers", N }, { "claims", C }, { "counts", K }, { "stated", S } };
    const scope whole = { r->root, NULL };
    const plan_node *items = plan_node_at(r->root, "items"), *list;
    if (!plan_node_at(r->root, "paper")) return paper_refuse(r, r->root, "'paper' is missing: how it is cited");
    r->of = to;
    ASSAY_TRY(read_keys(r, &whole, HEAD, to));
    if (!to->heading) to->heading = to->name;
    ASSAY_TRY(check_others(r, to));
    if (items && items->kind != PLAN_MAP) return paper_refuse(r, items, "'items' is written ID: TITLE, line by line");
    for (const plan_node *at = items ? items->first : NULL; at; at = at->next) ASSAY_TRY(add_item(r, at));
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        if ((list = plan_node_at(r->root, sections[k].key))) ASSAY_TRY(add_entries(r, list, NULL, sections[k].section));
    return ASSAY_OK;
}
