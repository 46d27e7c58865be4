/* Values of a paper's file, each held against what there is of its kind. */
#include "papers_inside.h"

#include "judge.h"
#include "near_name.h"
#include "needed.h"
#include "wording.h"

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

const char *paper_words(papers *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *made = needed(wording_of(format, list));
    va_end(list);
    const char *kept = needed(arena_text(&p->memory, made));
    free(made);
    return kept;
}

assay_status paper_check_keys(const paper_reader *r, const plan_node *map, const char *const *keys, size_t n)
{
    for (const plan_node *value = map->first; value && map->kind == PLAN_MAP; value = value->next) {
        near_name near = near_to(value->key);
        char question[96];
        size_t k = 0;
        while (k < n && strcmp(value->key, keys[k]) != 0) near_offer(&near, keys[k++]);
        if (k == n) return paper_refuse(r, value, "no key '%.100s'%s", value->key, near_question(&near, question));
    }
    return ASSAY_OK;
}

/* ---- names of what there is ---- */

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
    case PAPER_PLAN: return r->plans[k];
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
    char question[96];
    near_name near = near_to(id);
    if (kind == PAPER_TEXT || (kind == PAPER_PLAN && (!r->plans || strpbrk(id, "./")))) return ASSAY_OK;
    for (size_t k = 0; (name = name_at(r, kind, m, k)); k++) {
        if (strcmp(name, id) == 0) return ASSAY_OK;
        near_offer(&near, name);
    }
    near_question(&near, question);
    if (!m) return paper_refuse(r, node, "no %s '%.100s'%s", what[kind], id, question);
    return paper_refuse(r, node, "%s has no %s '%.100s'%s (`assay describe %s` shows what there is)", m->id, what[kind],
                        id, question, m->id);
}

static assay_status check_preset(const paper_reader *r, const plan_node *node, const assay_metric *m, const char *text)
{
    char id[96];
    assay_error why = { "" };
    const char *options = strchr(text, ':');
    snprintf(id, sizeof id, "%.*s", (int)strcspn(text, ":"), text);
    ASSAY_TRY(check_name(r, node, PAPER_PRESET, m, id));
    if (!options) return ASSAY_OK;
    double *value = needed(calloc(m->n_options + 1, sizeof *value));
    const assay_status status = assay_options_parse(m->options, m->n_options, options + 1, value, &why);
    free(value);
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

/* A metric alone, which has no output of its name, is one too: of what it claims, and of statements. */
assay_status paper_score(const paper_reader *r, const plan_node *node, const char *preset, claim_series *to)
{
    if (node->kind != PLAN_TEXT) return paper_refuse(r, node, "a score is written METRIC[@PRESET] [OUTPUT]");
    char *text = needed(arena_text(&r->to->memory, node->text));
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
    scenario_point point;
    needed_status(point_make_on(of, value, NULL, &point));
    const assay_status status =
        strcmp(point.set.text, text) == 0
            ? ASSAY_OK
            : paper_refuse(r, node, "a store calls this point of %s '%s'", of->id, point.set.text);
    point_free(&point);
    return status;
}

assay_status paper_point(const paper_reader *r, const plan_node *node, const char *scenario, const char *text,
                         int whole)
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

assay_status paper_number(const paper_reader *r, const plan_node *node, double *to)
{
    char *end = NULL;
    *to = NAN;
    if (node->kind == PLAN_TEXT && strcmp(node->text, "none") == 0) return ASSAY_OK;
    if (node->kind == PLAN_TEXT) *to = strtod(node->text, &end);
    if (end && end != node->text && !*end && isfinite(*to)) return ASSAY_OK;
    return paper_refuse(r, node, "'%.60s' is no number", node->kind == PLAN_TEXT ? node->text : "a list or mapping");
}

assay_status paper_count(const paper_reader *r, const plan_node *node, size_t *to)
{
    double value;
    ASSAY_TRY(paper_number(r, node, &value));
    if (!(value >= 0 && value <= 1e15 && value == floor(value)))
        return paper_refuse(r, node, "'%.60s' counts nothing: a whole number is wanted", node->text);
    *to = (size_t)value;
    return ASSAY_OK;
}

assay_status paper_word(const paper_reader *r, const plan_node *node, const char *const *words, int *to)
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

assay_status paper_measures(const paper_reader *r, const plan_node *node, double *to)
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

assay_status paper_text(const paper_reader *r, const plan_node *node, paper_kind kind, const char **to)
{
    if (node->kind != PLAN_TEXT || !*node->text)
        return paper_refuse(r, node, "'%s' is no text", node->key ? node->key : "");
    *to = node->text;
    return check_name(r, node, kind, NULL, node->text);
}

assay_status paper_seeds(const paper_reader *r, const plan_node *node, size_t to[2])
{
    char *end = NULL, *last = NULL;
    if (node->kind == PLAN_TEXT) to[0] = strtoul(node->text, &end, 10);
    if (end && *end == ':') to[1] = strtoul(end + 1, &last, 10);
    if (last && !*last && to[0] < to[1]) return ASSAY_OK;
    return paper_refuse(r, node, "seeds are written FIRST:END, 0:10");
}
