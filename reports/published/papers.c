#include "papers.h"

#include "limit.h"
#include "near_name.h"
#include "needed.h"
#include "papers_embedded.h"
#include "plan_yaml.h"
#include "reproduction.h"

#include <errno.h>
#include <string.h>

typedef struct paper_reader {
    const char *file;
    const plan_node *root;
    const paper *of;
    assay_error *err;
} paper_reader;

static papers all;
static int loaded;
static const char *const *plans; /* NULL: they are not known */

/* What a value is: first the names that have a list of what there is, but that any text is one of PAPER_TEXT. */
typedef enum paper_kind {
    PAPER_TEXT,
    PAPER_ITEM,
    PAPER_PLAN,
    PAPER_SCENARIO,
    PAPER_METRIC,
    PAPER_PROPERTY,
    PAPER_PRESET,
    PAPER_OUTPUT,
    PAPER_CITED,    /* const char *: the paper's name before it */
    PAPER_SCORE,    /* claim_series */
    PAPER_NUMBER,   /* double */
    PAPER_COUNT,    /* size_t */
    PAPER_SEEDS,    /* size_t[2] */
    PAPER_WORD,     /* int, of `words` */
    PAPER_MEASURES, /* double, a mask */
    PAPER_ELSEWHERE /* known, and read by who needs it */
} paper_kind;

/* ---- values of a paper's file, each held against what there is of its kind ---- */

#define paper_refuse(r, node, ...) bad_input(phrase("%s:%zu", (r)->file, (node)->line), (r)->err, __VA_ARGS__)

/* One more of a list, zeroed. */
static void *paper_add(paper_list *list, size_t size)
{
    list->at = kept_grown(list->at, size, list->count, &list->room);
    return (char *)list->at + size * list->count++;
}

static const plan_node *member(const plan_node *list, size_t k)
{
    const plan_node *at = list->first;
    while (at && k-- > 0) at = at->next;
    return at;
}

/* The k-th of what there is of a kind, of a metric where it is a part of one; NULL past the end. */
static const char *name_at(const paper_reader *r, paper_kind kind, const assay_metric *m, size_t k)
{
    const plan_node *items = plan_node_at(r->root, "items"), *item = items ? member(items, k) : NULL;
    switch (kind) {
    case PAPER_ITEM: return item ? item->key : NULL;
    case PAPER_PLAN: return plans[k];
    case PAPER_SCENARIO: return k < assay_scenario_count() ? assay_scenario_at(k)->id : NULL;
    case PAPER_METRIC: return k < assay_metric_count() ? assay_metric_at(k)->id : NULL;
    case PAPER_PRESET: return !k ? "default" : k <= m->n_presets ? m->presets[k - 1].id : NULL;
    case PAPER_OUTPUT: return k < m->n_outputs ? m->outputs[k].id : NULL;
    default: return k < property_count() ? property_at(k)->id : NULL;
    }
}

/* A plan that is a file is whoever's; any other text is only a text. */
static assay_status check_name(const paper_reader *r, const plan_node *node, paper_kind kind, const assay_metric *m,
                               const char *id)
{
    static const char *const what[] = {
        [PAPER_ITEM] = "item",     [PAPER_PLAN] = "plan",         [PAPER_SCENARIO] = "scenario",
        [PAPER_METRIC] = "metric", [PAPER_PROPERTY] = "property", [PAPER_PRESET] = "preset",
        [PAPER_OUTPUT] = "output"
    };
    const char *name;
    if (kind == PAPER_TEXT || (kind == PAPER_PLAN && (!plans || strpbrk(id, "./")))) return ASSAY_OK;
    for (size_t k = 0; (name = name_at(r, kind, m, k)); k++)
        if (strcmp(name, id) == 0) return ASSAY_OK;
    near_name near = near_to(id);
    for (size_t k = 0; (name = name_at(r, kind, m, k)); k++) near_offer(&near, name);
    return paper_refuse(r, node, "%s", no_such(&near, what[kind], m ? m->id : NULL, NULL));
}

static assay_status check_preset(const paper_reader *r, const plan_node *node, const assay_metric *m, const char *text)
{
    char id[96];
    assay_error why = { "" };
    const char *options = strchr(text, ':');
    snprintf(id, sizeof id, "%.*s", (int)strcspn(text, ":"), text);
    ASSAY_TRY(check_name(r, node, PAPER_PRESET, m, id));
    if (!options) return ASSAY_OK;
    double *value = kept(m->n_options, sizeof *value);
    const assay_status status = assay_options_parse(m->options, m->n_options, options + 1, value, &why);
    return status == ASSAY_OK ? status : paper_refuse(r, node, "%s: %s", m->id, why.text);
}

/* Cut off behind the first `mark`, where there is one. */
static const char *cut_at(char *text, char mark)
{
    char *at = strchr(text, mark);
    if (!at) return NULL;
    *at = '\0';
    return at + 1;
}

/* METRIC[@PRESET] [OUTPUT]. A metric alone, which has no output of its name, is one too: of what it claims, and of
 * statements. */
static assay_status paper_score(const paper_reader *r, const plan_node *node, const char *preset, claim_series *to)
{
    if (node->kind != PLAN_TEXT) return paper_refuse(r, node, "a score is written METRIC[@PRESET] [OUTPUT]");
    char *text = phrase("%s", node->text);
    const char *output = cut_at(text, ' '), *own = cut_at(text, '@');
    *to = (claim_series){ text, own ? own : preset, output ? output : "" };
    ASSAY_TRY(check_name(r, node, PAPER_METRIC, NULL, to->metric));
    const assay_metric *m = assay_metric_find(to->metric);
    ASSAY_TRY(check_preset(r, node, m, to->preset));
    for (size_t k = 0; !output && k < m->n_outputs; k++)
        if (strcmp(m->outputs[k].id, m->id) == 0) to->output = m->outputs[k].id;
    return output ? check_name(r, node, PAPER_OUTPUT, m, output) : ASSAY_OK;
}

/* Whether the text is, to the letter, what a store calls the point with these values. */
static assay_status check_whole(const paper_reader *r, const plan_node *node, const assay_scenario *of,
                                const double *value, const char *text)
{
    FREED(point_free) scenario_point point;
    needed_status(point_make_on(of, value, NULL, &point));
    if (strcmp(point.set.text, text) == 0) return ASSAY_OK;
    return paper_refuse(r, node, "a store calls this point of %s '%s'", of->id, point.set.text);
}

/* Settings of a scenario; `whole`: the point as a store names it. */
static assay_status paper_point(const paper_reader *r, const plan_node *node, const char *scenario, const char *text,
                                int whole)
{
    const assay_scenario *of = assay_scenario_find(scenario);
    char typed[256];
    snprintf(typed, sizeof typed, "%s", text);
    for (char *c = typed; *c; c++)
        if (*c == SETTINGS_OF_POINT) *c = SETTINGS_OF_VARIANT;
    OWNED double *value = needed(calloc(of->n_parameters + 1, sizeof *value));
    assay_error why = { "" };
    const assay_profile *on = NULL;
    const assay_status status = assay_scenario_parse(of, typed, value, &on, &why);
    if (status == ASSAY_EUSAGE) return paper_refuse(r, node, "%s", why.text);
    return status == ASSAY_OK && whole ? check_whole(r, node, of, value, text) : status;
}

static assay_status paper_number(const paper_reader *r, const plan_node *node, double *to)
{
    char *end = NULL;
    *to = NAN;
    if (node->kind == PLAN_TEXT && strcmp(node->text, "none") == 0) return ASSAY_OK;
    if (node->kind == PLAN_TEXT) *to = strtod(node->text, &end);
    if (end && end != node->text && !*end && isfinite(*to)) return ASSAY_OK;
    return paper_refuse(r, node, "'%.60s' is no number", node->kind == PLAN_TEXT ? node->text : "a list or mapping");
}

static assay_status paper_count(const paper_reader *r, const plan_node *node, size_t *to)
{
    double value;
    ASSAY_TRY(paper_number(r, node, &value));
    if (!(value >= 0 && value <= 1e15 && value == floor(value)))
        return paper_refuse(r, node, "'%.60s' counts nothing: a whole number is wanted", node->text);
    *to = (size_t)value;
    return ASSAY_OK;
}

static assay_status paper_word(const paper_reader *r, const plan_node *node, const char *const *words, int *to)
{
    const char *typed = node->kind == PLAN_TEXT ? node->text : "a list or mapping";
    for (*to = 0; words[*to]; ++*to)
        if (strcmp(words[*to], typed) == 0) return ASSAY_OK;
    near_name near = near_among(typed, words, SIZE_MAX);
    return paper_refuse(r, node, "%s", no_such(&near, "choice", node->key, NULL));
}

/* a list, as a mask */
static assay_status paper_measures(const paper_reader *r, const plan_node *node, double *to)
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

static assay_status paper_text(const paper_reader *r, const plan_node *node, paper_kind kind, const char **to)
{
    if (node->kind != PLAN_TEXT || !*node->text)
        return paper_refuse(r, node, "'%s' is no text", node->key ? node->key : "");
    *to = node->text;
    return check_name(r, node, kind, NULL, node->text);
}

/* "42:47" */
static assay_status paper_seeds(const paper_reader *r, const plan_node *node, size_t to[2])
{
    char *end = NULL, *last = NULL;
    if (node->kind == PLAN_TEXT) to[0] = strtoul(node->text, &end, 10);
    if (end && *end == ':') to[1] = strtoul(end + 1, &last, 10);
    if (last && !*last && to[0] < to[1]) return ASSAY_OK;
    return paper_refuse(r, node, "seeds are written FIRST:END, 0:10");
}

/* ---- a paper's file: one table of keys for its head and all its sections, and how entries inherit ---- */

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

static const char *const claim_rule_words[] = { "least", "most",    "near",     "some-most", "flat",
                                                "moves", "falls",   "no-rise",  "drops",     "above",
                                                "equal", "unequal", "measures", NULL };
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
    { HEAD_KEY("title", PAPER_TEXT, title) },
    { NO_MEMBER("venue", HEAD) },
    { NO_MEMBER("url", HEAD) },
    { NO_MEMBER("doi", HEAD) },
    { NO_MEMBER("bibtex", HEAD) },
    { HEAD_KEY("code", PAPER_TEXT, code) },
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

/* A mapping has keys of its section and no others. */
static assay_status check_keys(const paper_reader *r, const plan_node *map, unsigned section)
{
    const char *known[KEYS];
    size_t n = 0;
    for (size_t k = 0; k < KEYS; k++)
        if (keys[k].in & section) known[n++] = keys[k].key;
    for (const plan_node *value = map->first; value && map->kind == PLAN_MAP; value = value->next) {
        size_t k = 0;
        while (k < n && strcmp(value->key, known[k]) != 0) k++;
        if (k < n) continue;
        near_name near = near_among(value->key, known, n);
        return paper_refuse(r, value, "%s", no_such(&near, "key", NULL, NULL));
    }
    return ASSAY_OK;
}

static const char *preset_of(const paper_reader *r, const scope *s)
{
    const plan_node *own = look(s, "preset");
    return own && own->kind == PLAN_TEXT ? own->text : r->of->preset ? r->of->preset : "default";
}

/* The paper's name, and where in it. */
static assay_status read_cited(const paper_reader *r, const plan_node *node, const char **to)
{
    ASSAY_TRY(paper_text(r, node, PAPER_TEXT, to));
    *to = phrase("%s, %s", r->of->name, *to);
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
static void word_claim(paper_entry *c)
{
    const char *fixed = c->point ? c->point : "", *gap = *fixed ? ";" : "";
    c->statement = phrase("%s (%s)", c->statement, claim_rule(c));
    if (c->over && c->from == c->to) c->place = phrase("%s%s%s=%g", fixed, gap, c->over, c->from);
    else if (c->over) c->place = phrase("%s%s%s=%g to %g", fixed, gap, c->over, c->from, c->to);
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
    if (p->kind == PRINTS_CLAIM) word_claim(p);
    if (p->kind == PRINTS_MARK)
        p->statement = phrase("%s: %s", property_find(p->property)->title, published_marks[p->mark]);
    return ASSAY_OK;
}

static assay_status add_entry(const paper_reader *r, const scope *s, unsigned section)
{
    paper_entry *made = paper_add(&all.entries, sizeof *made);
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

static assay_status add_item(const paper_reader *r, const plan_node *node)
{
    for (size_t k = 0; k < all.items.count; k++)
        if (strcmp(PAPER_AT(paper_item, all.items, k)->id, node->key) == 0)
            return paper_refuse(r, node, "the item %s is another paper's, '%.100s'", node->key,
                                PAPER_AT(paper_item, all.items, k)->title);
    if (node->kind != PLAN_TEXT) return paper_refuse(r, node, "an item is written ID: TITLE");
    paper_item *made = paper_add(&all.items, sizeof *made);
    *made = (paper_item){ node->key, phrase("%s: %s", r->of->name, node->text), r->of };
    return ASSAY_OK;
}

/* Two papers have different names, and different words for their tables. */
static assay_status check_others(const paper_reader *r, const paper *made)
{
    for (size_t k = 0; k + 1 < all.papers.count; k++) {
        const paper *other = *PAPER_AT(const paper *, all.papers, k);
        const int tables = made->tables && other->tables && strcmp(made->tables, other->tables) == 0;
        if (tables || strcmp(made->name, other->name) == 0)
            return paper_refuse(r, plan_node_at(r->root, tables ? "tables" : "paper"), "%s says '%s', too", other->file,
                                tables ? made->tables : made->name);
    }
    return ASSAY_OK;
}

/* All of a file, into r->of. */
static assay_status paper_read(const paper_reader *r, paper *to)
{
    static const struct {
        const char *key;
        unsigned section;
    } sections[] = { { "marks", M }, { "numbers", N }, { "claims", C }, { "counts", K }, { "stated", S } };
    const scope whole = { r->root, NULL };
    const plan_node *items = plan_node_at(r->root, "items"), *list;
    if (!plan_node_at(r->root, "paper")) return paper_refuse(r, r->root, "'paper' is missing: how it is cited");
    ASSAY_TRY(read_keys(r, &whole, HEAD, to));
    if (!to->heading) to->heading = to->name;
    ASSAY_TRY(check_others(r, to));
    if (items && items->kind != PLAN_MAP) return paper_refuse(r, items, "'items' is written ID: TITLE, line by line");
    for (const plan_node *at = items ? items->first : NULL; at; at = at->next) ASSAY_TRY(add_item(r, at));
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        if ((list = plan_node_at(r->root, sections[k].key))) ASSAY_TRY(add_entries(r, list, NULL, sections[k].section));
    return ASSAY_OK;
}

void papers_plans(const char *const *names) { plans = names; }

/* read: plan_yaml_read, or plan_yaml_take of what is not ours. */
static assay_status read_paper(__typeof__(plan_yaml_read) *read, const char *file, const char *text, size_t size,
                               assay_error *err)
{
    paper *made = kept(1, sizeof *made);
    plan_tree *tree = kept(1, sizeof *tree);
    *(const paper **)paper_add(&all.papers, sizeof(const paper *)) = made;
    ASSAY_TRY(read(text, size, file, tree, err));
    made->file = file;
    return paper_read(&(paper_reader){ .file = file, .root = tree->root, .of = made, .err = err }, made);
}

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* "FILE BYTES" and a line end, then the bytes. */
static assay_status read_embedded(const char *but, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (const char *at = papers_embedded; *at && status == ASSAY_OK;) {
        const size_t length = strcspn(at, " ");
        char *end;
        const char *file = phrase("%.*s", (int)length, at);
        const size_t size = strtoull(at + length, &end, 10);
        at = end + 1;
        if (!but || strcmp(base_name(but), base_name(file)) != 0)
            status = read_paper(plan_yaml_read, file, at, size, err);
        at += size;
    }
    return status;
}

static int by_id(const void *a, const void *b)
{
    const paper_item *x = a, *y = b;
    return strcmp(x->id, y->id);
}

/* The papers in the order of their items. */
static void list_documents(void)
{
    if (all.items.count) qsort(all.items.at, all.items.count, sizeof(paper_item), by_id);
    for (size_t k = 0; k < all.items.count; k++) {
        const paper *of = PAPER_AT(paper_item, all.items, k)->of;
        size_t d = 0;
        while (d < all.documents.count && *PAPER_AT(const paper *, all.documents, d) != of) d++;
        if (d < all.documents.count) continue;
        *(const paper **)paper_add(&all.documents, sizeof of) = of;
    }
}

/* One byte more than a file may have is refused by who reads it. */
static assay_status read_file(const char *path, assay_error *err)
{
    const size_t most = limit_size(LIMIT_PLAN_BYTES) + 1;
    OWNED char *text = needed(malloc(most));
    FILE *from = fopen(path, "rb");
    if (!from) return bad_input(path, err, "%s", strerror(errno));
    const size_t size = fread(text, 1, most, from);
    const int failed = ferror(from), why = errno;
    fclose(from);
    if (failed) return bad_input(path, err, "%s", strerror(why));
    return read_paper(plan_yaml_take, phrase("%s", path), text, size, err);
}

assay_status papers_load(const char *file, assay_error *err)
{
    if (loaded) return ASSAY_OK;
    assay_status status = read_embedded(file, err);
    if (status == ASSAY_OK && file) status = read_file(file, err);
    if (status == ASSAY_OK) list_documents();
    else papers_unload();
    loaded = status == ASSAY_OK;
    return status;
}

const papers *papers_all(void)
{
    papers_load(NULL, NULL);
    return &all;
}

void papers_unload(void)
{
    all = (papers){ 0 };
    loaded = 0;
}

const paper_entry *published_at(size_t index)
{
    const paper_list *entries = &papers_all()->entries;
    return index < entries->count ? PAPER_AT(paper_entry, *entries, index) : NULL;
}

const paper_item *paper_item_at(size_t index)
{
    const paper_list *items = &papers_all()->items;
    return index < items->count ? PAPER_AT(paper_item, *items, index) : NULL;
}

const char *paper_asked_at(size_t index)
{
    const paper_list *list = &papers_all()->papers;
    const size_t items = papers_all()->items.count;
    if (index < items) return paper_item_at(index)->id;
    for (size_t k = 0, seen = items; k < list->count; k++) {
        const char *word = (*PAPER_AT(const paper *, *list, k))->tables;
        if (word && seen++ == index) return word;
    }
    return NULL;
}
