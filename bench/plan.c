/* Reading a plan and laying out its points. */
#include "plan.h"

#include "growing.h"
#include "limit.h"
#include "near_name.h"
#include "option_list.h"
#include "owned.h"
#include "plain_text.h"
#include "plan_yaml.h"
#include "profile_file.h"
#include "wording.h"
#include "unknown_names.h"

#include <inttypes.h>
#include <stdio.h>

enum { PLAN_PROFILES = 256 }; /* of a list of profiles */

typedef struct reader {
    const char *file; /* for messages */
    size_t *points;   /* of all parts so far */
    int run;          /* plan_changes.run */
    assay_error *err;
} reader;

/* "plan.yaml:7: ..." */
ASSAY_PRINTF(3, 4)
static assay_status complain(const reader *r, const plan_node *node, const char *format, ...)
{
    char text[768], place[32] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (node) snprintf(place, sizeof place, ":%zu", node->line);
    return assay_fail(r->err, ASSAY_EINPUT, "%s%s: %s", r->file, place, text);
}

static assay_status refuse_empty_list(const reader *r, const plan_node *value)
{
    if (value->kind != PLAN_LIST || value->n > 0) return ASSAY_OK;
    return complain(r, value, "'%s' is an empty list", value->key);
}

void plan_point_free(plan_point *point)
{
    free(point->parameter);
    point_free(&point->at);
    *point = (plan_point){ 0 };
}

assay_status plan_point_make(const assay_scenario *scenario, const double *parameter, const assay_profile *on,
                             plan_point *to)
{
    const size_t n = scenario->n_parameters;
    *to = (plan_point){ .scenario = scenario, .on = on, .parameter = zeroed(n, sizeof *to->parameter) };
    if (!scenario_sweep_place(scenario, parameter, &to->place)) to->place = 1000000; /* the last */
    while (assay_scenario_at(to->scenario_place) && assay_scenario_at(to->scenario_place) != scenario)
        to->scenario_place++;
    assay_status status = point_make_on(scenario, parameter, on ? on->id : NULL, &to->at);
    if (!to->parameter) status = ASSAY_ENOMEM;
    if (status != ASSAY_OK) plan_point_free(to);
    else if (n) memcpy(to->parameter, parameter, n * sizeof *parameter);
    return status;
}

/* The values that a parameter takes: a sweep's own, or the plan's. */
typedef struct axis_values {
    const assay_scenario *scenario;
    const assay_option *option;
    double *at;
    size_t n, room;
} axis_values;

static int holds_point(const plan_part *part, const plan_point *point)
{
    for (size_t k = 0; k < part->n_points; k++)
        if (part->point[k].scenario == point->scenario && point_equal(&part->point[k].at, &point->at)) return 1;
    return 0;
}

/* Where there is room. What is there already is not added twice: points that differ in the number of factors alone are
 * one on a profile. */
static assay_status point_add(plan_part *to, const assay_scenario *scenario, const double *parameter,
                              const assay_profile *on)
{
    plan_point made;
    ASSAY_TRY(plan_point_make(scenario, parameter, on, &made));
    if (holds_point(to, &made)) plan_point_free(&made);
    else to->point[to->n_points++] = made;
    return ASSAY_OK;
}

/* All combinations, the last parameter fastest. */
static assay_status points_add(const reader *r, plan_part *part, const assay_scenario *scenario,
                               const axis_values *axes, const plan_node *node)
{
    double wanted = 1;
    for (size_t p = 0; p < scenario->n_parameters; p++) wanted *= (double)axes[p].n;
    ASSAY_TRY(limit_check(LIMIT_PLAN_POINTS, (double)*r->points + wanted, r->file, r->err));
    const size_t count = (size_t)wanted;
    *r->points += count;
    plan_point *more = realloc(part->point, (part->n_points + count) * sizeof *more);
    OWNED double *parameter = zeroed(scenario->n_parameters, sizeof *parameter);
    if (more) part->point = more;
    if (!more || !parameter) return ASSAY_ENOMEM;
    for (size_t k = 0; k < count; k++) {
        for (size_t p = scenario->n_parameters, rest = k; p-- > 0; rest /= axes[p].n)
            parameter[p] = axes[p].at[rest % axes[p].n];
        size_t asked;
        assay_error why;
        if (scenario->check && scenario->check(parameter, &asked, &why) != ASSAY_OK)
            return complain(r, node, "%s", why.text);
        ASSAY_TRY(point_add(part, scenario, parameter, NULL));
    }
    return ASSAY_OK;
}

/* Scenarios and points that do not exist there are left out; plan.left_out says which scenarios. */

/* Adds "trig on pos" once. */
static assay_status leave_out(plan *whole, const assay_scenario *scenario, const assay_profile *on)
{
    char entry[128];
    const char *before = whole->left_out ? whole->left_out : "";
    snprintf(entry, sizeof entry, "%s on %s", scenario->id, on->id);
    if (strstr(before, entry)) return ASSAY_OK;
    char *more = wording_made("%s%s%s", before, *before ? ", " : "", entry);
    if (!more) return ASSAY_ENOMEM;
    free(whole->left_out);
    whole->left_out = more;
    return ASSAY_OK;
}

static void points_free(plan_part *of)
{
    for (size_t k = 0; k < of->n_points; k++) plan_point_free(&of->point[k]);
    free(of->point);
}

/* Puts the points of a part on each of n profiles (NULL among them: the scenarios' own factors). */
static assay_status part_on(plan *whole, plan_part *part, const assay_profile *const *on, size_t n)
{
    FREED(points_free) plan_part made = { .point = zeroed(part->n_points * n, sizeof *made.point) };
    if (!made.point) return ASSAY_ENOMEM;
    for (size_t p = 0; p < n; p++)
        for (size_t k = 0; k < part->n_points; k++) {
            const plan_point *point = &part->point[k];
            const char *refused = assay_scenario_refusal(point->scenario, point->parameter, on[p]);
            if (!refused) ASSAY_TRY(point_add(&made, point->scenario, point->parameter, on[p]));
            else if (!point->scenario->codes) ASSAY_TRY(leave_out(whole, point->scenario, on[p]));
        }
    const plan_part before = *part;
    part->point = made.point;
    part->n_points = made.n_points;
    made = before; /* which goes */
    return ASSAY_OK;
}

/* ASSAY_EUSAGE where all points of a plan were left out; a part that has none is fine. */
static assay_status check_points(const plan *p, assay_error *err)
{
    for (size_t k = 0; k < p->n_parts; k++)
        if (p->part[k].n_points) return ASSAY_OK;
    if (!p->left_out) return ASSAY_OK;
    return assay_fail(err, ASSAY_EUSAGE,
                      "no scenario of the plan %s is applicable there (%s); `assay describe SCENARIO` says why",
                      p->name, p->left_out);
}

/* list is "own,dsprites". ASSAY_EUSAGE: no such profile. */
static assay_status part_on_profiles(plan *whole, plan_part *part, const char *list, assay_error *err)
{
    const assay_profile *on[PLAN_PROFILES / 2];
    size_t n = 0;
    char name[PLAN_PROFILES];
    for (const char *at = list; list_next(&at, name, sizeof name); n++) {
        if (n == sizeof on / sizeof *on)
            return assay_fail(err, ASSAY_EUSAGE, "%.60s...: more than %zu factor profiles; name each once", list, n);
        on[n] = assay_profile_find(name);
        if (!on[n] && strcmp(name, PROFILE_OWN) != 0) return unknown_profile(name, err);
    }
    return part_on(whole, part, on, n);
}

/* A number that is there already is not added twice. */
static assay_status samples_add(plan_part *part, uint64_t n)
{
    for (size_t k = 0; k < part->n_samples; k++)
        if (part->samples[k] == n) return ASSAY_OK;
    uint64_t *more = realloc(part->samples, (part->n_samples + 1) * sizeof *more);
    if (!more) return ASSAY_ENOMEM;
    part->samples = more;
    more[part->n_samples++] = n;
    return ASSAY_OK;
}

/* drawn: rows drawn from those of the file, else these as they are, and so many samples. The plan keeps them. */
static assay_status part_on_file(plan *whole, plan_part *part, const char *path, const char *kinds, int drawn,
                                 assay_error *err)
{
    assay_profile **more = realloc(whole->from_file, (whole->n_from_file + 1) * sizeof *more);
    if (!more) return ASSAY_ENOMEM;
    whole->from_file = more;
    char note[1024] = "";
    ASSAY_TRY(profile_file_read(path, kinds, drawn, &more[whole->n_from_file], note, sizeof note, err));
    if (note[0] && !whole->note) whole->note = strdup(note);
    const assay_profile *on = more[whole->n_from_file++];
    if (!drawn) {
        part->n_samples = 0;
        ASSAY_TRY(samples_add(part, on->rows));
    }
    return part_on(whole, part, &on, 1);
}

/* The members of a list; a scalar is a list of one (and "a, b" of two where split is set). visit stops on an error. */
typedef assay_status (*visit_node)(const reader *r, const plan_node *node, void *context);

static assay_status each_node(const reader *r, const plan_node *node, visit_node visit, void *context)
{
    if (node->kind != PLAN_LIST) return visit(r, node, context);
    for (const plan_node *member = node->first; member; member = member->next) ASSAY_TRY(visit(r, member, context));
    return ASSAY_OK;
}

static assay_status add_samples(const reader *r, const plan_node *node, void *context)
{
    plan_part *part = context;
    const char *end = node->text;
    uint64_t n = 0;
    if (!end || !digits_read(&end, INT64_MAX, &n) || *end || n == 0)
        return complain(r, node, "samples: '%s' is not a count of at least 1",
                        node->text ? node->text : "a list or mapping");
    return samples_add(part, n);
}

static assay_status add_metrics(const reader *r, const plan_node *node, void *context)
{
    const char *text = node->text;
    if (!text) return complain(r, node, "metrics: a list of names is wanted");
    assay_error why;
    const assay_status status = selection_add_named(context, text, r->run, &why);
    return status == ASSAY_OK || status == ASSAY_ENOMEM ? status : complain(r, node, "%s", why.text);
}

static assay_status push_value(axis_values *list, double value)
{
    double *more = grown(list->at, sizeof *more, list->n, &list->room);
    if (!more) return ASSAY_ENOMEM;
    (list->at = more)[list->n++] = value;
    return ASSAY_OK;
}

/* "0:24" of a whole number: 0 to 23. */
static assay_status add_range(const reader *r, const plan_node *node, axis_values *list)
{
    uint64_t first, end;
    assay_error why;
    const assay_option *option = list->option;
    if (plan_seeds(node->text, &first, &end, &why) != ASSAY_OK || (double)first < option->low ||
        (double)(end - 1) > option->high)
        return complain(r, node, "'%.60s' is no range A:B within the parameter's limits (B itself is left out)",
                        node->text);
    if (limit_check(LIMIT_PLAN_POINTS, (double)(end - first), r->file, r->err) != ASSAY_OK) return ASSAY_EINPUT;
    for (uint64_t k = first; k < end; k++) ASSAY_TRY(push_value(list, (double)k));
    return ASSAY_OK;
}

static assay_status add_value(const reader *r, const plan_node *node, void *context)
{
    axis_values *list = context;
    double number = 0.0;
    assay_error why;
    const char *value = node->text;
    const assay_option *option = list->option;
    const int is_text = value && option->flags & ASSAY_TEXT;
    if (!is_text && value && strchr(value, ':') && !option->words && (option->flags & ASSAY_WHOLE))
        return add_range(r, node, list);
    OWNED char *text = wording_made("%s=%s", option->id, value ? value : "");
    if (!text) return ASSAY_ENOMEM;
    const assay_status status =
        is_text ? list->scenario->read_text(value, &number, &why) : assay_options_parse(option, 1, text, &number, &why);
    return status == ASSAY_OK ? push_value(list, number) : complain(r, node, "%s", why.text);
}

static assay_status check_names(const reader *r, const plan_node *map, const assay_scenario *scenario)
{
    for (const plan_node *value = map->first; value; value = value->next) {
        ASSAY_TRY(refuse_empty_list(r, value));
        if (option_called(scenario->parameters, scenario->n_parameters, value->key) < scenario->n_parameters) continue;
        near_name near = near_to(value->key);
        for (size_t k = 0; k < scenario->n_parameters; k++) near_offer(&near, scenario->parameters[k].id);
        return complain(r, value, "%s", no_such(&near, "parameter", scenario->id, NULL));
    }
    return ASSAY_OK;
}

/* One scenario with the plan's values where it gives some (map may be NULL), else its own sweep. */
static assay_status lay_axes(const reader *r, const assay_scenario *scenario, const plan_node *map, axis_values *axes)
{
    if (map) ASSAY_TRY(check_names(r, map, scenario));
    for (size_t p = 0; p < scenario->n_parameters; p++) {
        const assay_sweep *sweep = &scenario->sweeps[p];
        const plan_node *values = plan_node_at(map, scenario->parameters[p].id);
        axes[p].scenario = scenario;
        axes[p].option = &scenario->parameters[p];
        if (values) ASSAY_TRY(each_node(r, values, add_value, &axes[p]));
        for (size_t k = 0; !values && k < sweep->n_at; k++) ASSAY_TRY(push_value(&axes[p], sweep->at[k]));
    }
    return ASSAY_OK;
}

static assay_status add_scenario_points(const reader *r, plan_part *part, const assay_scenario *scenario,
                                        const plan_node *map)
{
    OWNED axis_values *axes = zeroed(scenario->n_parameters, sizeof *axes);
    assay_status status = axes ? lay_axes(r, scenario, map, axes) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = points_add(r, part, scenario, axes, map);
    for (size_t p = 0; axes && p < scenario->n_parameters; p++) free(axes[p].at);
    return status;
}

static assay_status add_scenario(const reader *r, const plan_node *node, void *context)
{
    plan_part *part = context;
    const plan_node *map = NULL;
    const char *id = node->text;
    if (node->kind == PLAN_MAP) { /* {mixing: {alpha: [0, 0.5]}} */
        map = node->first;
        if (node->n != 1 || map->kind != PLAN_MAP)
            return complain(r, node, "a scenario with its own values is written {NAME: {PARAMETER: [VALUES]}}");
        id = map->key;
    }
    if (id && strcmp(id, "all") == 0 && !map) {
        for (size_t k = 0; k < assay_scenario_count(); k++)
            if (!assay_scenario_at(k)->is_bank && !assay_scenario_at(k)->is_asked_for)
                ASSAY_TRY(add_scenario_points(r, part, assay_scenario_at(k), NULL));
        return ASSAY_OK;
    }
    const assay_scenario *scenario = id ? assay_scenario_find(id) : NULL;
    assay_error unknown;
    if (!scenario && unknown_scenario(id ? id : "?", &unknown) == ASSAY_EUSAGE)
        return complain(r, node, "%s", unknown.text);
    return add_scenario_points(r, part, scenario, map);
}

assay_status plan_seeds(const char *text, uint64_t *first, uint64_t *end, assay_error *err)
{
    const uint64_t most = INT64_MAX - 1; /* a store counts no further */
    uint64_t a = 0, b = 0;
    const char *at = text;
    const int begins = digits_read(&at, most, &a), one = begins && !*at;
    if (one && !a)
        return assay_fail(err, ASSAY_EUSAGE,
                          "seeds '%s': written A:B, from A up to but not including B; 0:1 is seed 0 alone", text);
    if (one)
        return assay_fail(err, ASSAY_EUSAGE,
                          "seeds '%s' can be read in two ways: 0:%" PRIu64
                          " is the seeds from 0 up to but not including %" PRIu64 ", %" PRIu64 ":%" PRIu64
                          " is seed %" PRIu64 " alone",
                          text, a, a, a, a + 1, a);
    if (!begins || *at != ':' || (at++, !digits_read(&at, most, &b)) || *at || a >= b)
        return assay_fail(err, ASSAY_EUSAGE, "seeds '%s': written A:B, from A up to but not including B", text);
    *first = a;
    *end = b;
    return ASSAY_OK;
}

/* A key of the part, or else of the whole plan. */
static const plan_node *look_up(const plan_node *part, const plan_node *root, const char *key)
{
    const plan_node *node = plan_node_at(part, key);
    return node ? node : plan_node_at(root, key);
}

static assay_status read_seeds(const reader *r, const plan_node *node, plan_part *to)
{
    const char *text = node->text;
    assay_error why;
    if (text && plan_seeds(text, &to->seed_first, &to->seed_end, &why) == ASSAY_OK) return ASSAY_OK;
    return complain(r, node, "%s", text ? why.text : "seeds: written A:B, from A up to but not including B");
}

static assay_status read_part(const reader *r, const plan_node *part, const plan_node *root, plan_part *to)
{
    static const char *const keys[] = { "samples", "seeds", "scenarios", "metrics" };
    const plan_node *node[4];
    for (size_t k = 0; k < 4; k++)
        if (!(node[k] = look_up(part, root, keys[k])) && (k || !look_up(part, root, "factors-from")))
            return complain(r, NULL, "'%s' is missing", keys[k]);
    if (node[0]) ASSAY_TRY(each_node(r, node[0], add_samples, to));
    ASSAY_TRY(read_seeds(r, node[1], to));
    ASSAY_TRY(each_node(r, node[2], add_scenario, to));
    ASSAY_TRY(each_node(r, node[3], add_metrics, &to->metrics));
    return to->metrics.count ? ASSAY_OK : complain(r, node[3], "metrics: none is left");
}

static assay_status check_keys(const reader *r, const plan_node *map, int top)
{
    static const char *const keys[] = { "samples",      "seeds", "scenarios", "metrics", "factors",
                                        "factors-from", "kinds", "name",      "title",   "parts" };
    for (const plan_node *value = map->first; value; value = value->next) {
        size_t k = 0;
        const size_t count = top ? ASSAY_COUNT(keys) : ASSAY_COUNT(keys) - 3;
        ASSAY_TRY(refuse_empty_list(r, value));
        while (k < count && strcmp(value->key, keys[k]) != 0) k++;
        if (k < count) continue;
        near_name near = near_among(value->key, keys, count);
        return complain(r, value, "%s", no_such(&near, "key", NULL, NULL));
    }
    return ASSAY_OK;
}

/* The word of a key; NULL: it is not there. ASSAY_EINPUT where it is no word. */
static assay_status read_word(const reader *r, const plan_node *part, const plan_node *root, const char *key,
                              const char **to)
{
    const plan_node *node = look_up(part, root, key);
    *to = node ? node->text : NULL;
    return !node || node->text ? ASSAY_OK : complain(r, node, "%s: one word is wanted", key);
}

/* What a list of words is as "a,b,c". */
static assay_status add_word(const reader *r, const plan_node *node, void *context)
{
    char *list = context;
    const size_t used = strlen(list);
    if (!node->text || used + strlen(node->text) + 2 > PLAN_PROFILES)
        return complain(r, node, "factors: names of factor profiles are wanted");
    snprintf(list + used, PLAN_PROFILES - used, "%s%s", used ? "," : "", node->text);
    return ASSAY_OK;
}

static assay_status part_factors(const reader *r, const plan_node *part, const plan_node *root, plan *whole,
                                 plan_part *to)
{
    char list[PLAN_PROFILES] = "";
    const char *file = NULL, *kinds = NULL;
    assay_error why;
    const plan_node *names = plan_node_at(part, "factors-from") ? NULL : look_up(part, root, "factors");
    ASSAY_TRY(read_word(r, part, root, "kinds", &kinds));
    if (!plan_node_at(part, "factors")) ASSAY_TRY(read_word(r, part, root, "factors-from", &file));
    if (names && file)
        return complain(r, names, "factors and factors-from: a part is on the factors of profiles or of a file");
    if (names) ASSAY_TRY(each_node(r, names, add_word, list));
    if (!names && !file) return ASSAY_OK;
    const assay_status status =
        file ? part_on_file(whole, to, file, kinds, !!to->n_samples, &why) : part_on_profiles(whole, to, list, &why);
    return status == ASSAY_OK || status == ASSAY_ENOMEM ? status : complain(r, names ? names : part, "%s", why.text);
}

static assay_status read_parts(const reader *r, const plan_node *root, plan *to)
{
    const plan_node *parts = plan_node_at(root, "parts");
    if (parts && parts->kind != PLAN_LIST) return complain(r, parts, "parts: a list is wanted");
    const size_t count = parts ? parts->n : 1;
    ASSAY_TRY(limit_check(LIMIT_PLAN_PARTS, (double)count, r->file, r->err));
    to->part = zeroed(2 * count, sizeof *to->part); /* and one of controls for each */
    if (!to->part) return ASSAY_ENOMEM;
    const plan_node *part = parts ? parts->first : NULL;
    for (size_t k = 0; k < count; k++, part = part ? part->next : NULL) {
        if (part && part->kind != PLAN_MAP) return complain(r, part, "a part is a mapping");
        if (part) ASSAY_TRY(check_keys(r, part, 0));
        to->n_parts++;
        ASSAY_TRY(read_part(r, part, root, &to->part[k]));
        ASSAY_TRY(part_factors(r, part, root, to, &to->part[k]));
    }
    return ASSAY_OK;
}

static int is_pair(const plan_point *point) { return point->scenario->is_bank; }

/* Pairs are read against the controls, which no list of metrics leaves out. A part of their own has them, so that other
 * points of `of` get none. */
static assay_status add_controls(plan *p, const plan_part *of, assay_error *err)
{
    plan_part *to = &p->part[p->n_parts];
    size_t pairs = 0;
    for (size_t k = 0; k < of->n_points; k++) pairs += (size_t)is_pair(&of->point[k]);
    if (!pairs) return ASSAY_OK;
    p->n_parts++;
    to->point = calloc(pairs, sizeof *to->point);
    if (!to->point) return ASSAY_ENOMEM;
    for (size_t k = 0; k < of->n_samples; k++) ASSAY_TRY(samples_add(to, of->samples[k]));
    to->seed_first = of->seed_first;
    to->seed_end = of->seed_end;
    for (size_t k = 0; k < of->n_points; k++)
        if (is_pair(&of->point[k])) ASSAY_TRY(point_add(to, of->point[k].scenario, of->point[k].parameter, NULL));
    return selection_add(&to->metrics, "family:control", err);
}

static char *text_copied(const plan_node *root, const char *key, const char *otherwise)
{
    const plan_node *node = plan_node_at(root, key);
    return strdup(node && node->text ? node->text : otherwise);
}

static assay_status parse(const reader *r, const char *fallback_name, plan *to)
{
    enum { LONGEST_NAME = 500 };
    FREED(plan_yaml_free) plan_tree tree;
    const int is_own = plan_builtin_named(r->file) != NULL;
    ASSAY_TRY((is_own ? plan_yaml_read : plan_yaml_take)(to->text, strlen(to->text), r->file, &tree, r->err));
    if (tree.root->kind != PLAN_MAP)
        return complain(r, tree.root, "not a YAML mapping with samples, seeds, scenarios, metrics");
    to->name = text_copied(tree.root, "name", fallback_name);
    to->title = text_copied(tree.root, "title", "");
    if (!to->name || !to->title) return ASSAY_ENOMEM;
    ASSAY_TRY(check_keys(r, tree.root, 1));
    if (!to->name[0] || !text_is_plain(to->name, LONGEST_NAME))
        return complain(r, tree.root, "a plan's name is one line of at most 500 bytes; write `name:`");
    return read_parts(r, tree.root, to);
}

static assay_status keep_scenarios(plan *p, const char *list, assay_error *err)
{
    char id[64];
    for (const char *at = list; list_next(&at, id, sizeof id);)
        if (!assay_scenario_find(id)) return unknown_scenario(id, err);
    size_t kept_in_all = 0;
    for (size_t k = 0; k < p->n_parts; k++) {
        size_t kept = 0;
        for (size_t i = 0; i < p->part[k].n_points; i++) {
            plan_point *point = &p->part[k].point[i];
            if (list_has(list, point->scenario->id)) p->part[k].point[kept++] = *point;
            else plan_point_free(point);
        }
        p->part[k].n_points = kept;
        kept_in_all += kept;
    }
    return kept_in_all ? ASSAY_OK
                       : assay_fail(err, ASSAY_EUSAGE, "the plan %s has none of the scenarios %s", p->name, list);
}

static assay_status apply_changes(plan *p, const plan_changes *changes, assay_error *err)
{
    if (changes->samples > INT64_MAX)
        return assay_fail(err, ASSAY_EUSAGE, "%" PRIu64 " samples are more than there can be", changes->samples);
    if (changes->scenarios) ASSAY_TRY(keep_scenarios(p, changes->scenarios, err));
    for (size_t k = 0; k < p->n_parts; k++) {
        plan_part *part = &p->part[k];
        if (changes->samples && part->n_samples) part->samples[0] = changes->samples, part->n_samples = 1;
        if (changes->seeds) ASSAY_TRY(plan_seeds(changes->seeds, &part->seed_first, &part->seed_end, err));
        if (changes->metrics) {
            selection_free(&part->metrics);
            ASSAY_TRY(selection_add(&part->metrics, changes->metrics, err));
        }
        if (changes->profiles) ASSAY_TRY(part_on_profiles(p, part, changes->profiles, err));
        if (changes->factors)
            ASSAY_TRY(part_on_file(p, part, changes->factors, changes->kinds, changes->samples != 0, err));
    }
    return ASSAY_OK;
}

static assay_status read_all(const char *name, const plan_changes *changes, plan *to, assay_error *err)
{
    size_t points = 0;
    ASSAY_TRY(plan_text_read(name, &to->text, err));
    ASSAY_TRY(parse(&(reader){ name, &points, changes && changes->run, err }, name, to));
    if (changes) ASSAY_TRY(apply_changes(to, changes, err));
    ASSAY_TRY(check_points(to, err));
    const size_t n = changes && changes->without_controls ? 0 : to->n_parts;
    for (size_t k = 0; k < n; k++) ASSAY_TRY(add_controls(to, &to->part[k], err));
    return ASSAY_OK;
}

assay_status plan_read(const char *name, const plan_changes *changes, plan *to, assay_error *err)
{
    *to = (plan){ 0 };
    const assay_status status = read_all(name, changes, to, err);
    if (status != ASSAY_OK) plan_free(to);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out reading the plan %s", name) : status;
}

void plan_free(plan *p)
{
    for (size_t k = 0; k < p->n_parts; k++) {
        points_free(&p->part[k]);
        free(p->part[k].samples);
        selection_free(&p->part[k].metrics);
    }
    for (size_t k = 0; k < p->n_from_file; k++) profile_file_free(p->from_file[k]);
    free(p->from_file);
    free(p->left_out);
    free(p->note);
    free(p->part);
    free(p->name);
    free(p->title);
    free(p->text);
    *p = (plan){ 0 };
}
