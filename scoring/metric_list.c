#include "metric_list.h"

#include "near_name.h"
#include "owned.h"
#include "unknown_names.h"
#include "wording.h"

#include <stdio.h>

/* What the name of an entry names: one metric or `all`, or, after "family:" and so on, some metrics. */
typedef enum entry_kind { ENTRY_METRIC, ENTRY_FAMILY, ENTRY_BUNDLE, ENTRY_COST, ENTRY_READS } entry_kind;

/* An entry of the list, cut at '@' and ':'. */
typedef struct entry {
    entry_kind kind;
    char name[128];    /* mig, all, a family, a bundle, cheap or dear, an option */
    char preset[64];   /* zaidi2020, * or empty */
    char options[512]; /* bins=15:normaliser=code or empty */
} entry;

/* ---- names that are none ---- */

/* "mine.py", "./gap.so:timeout=5": a file that lacks the word which says what it is. */
static const char *missing_prefix(const char *name)
{
    static const struct {
        const char *ending, *prefix;
    } known[] = { { ".py", "python" }, { ".so", "plugin" } };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const char *at = strstr(name, known[k].ending);
        if (at && (!at[3] || at[3] == ':')) return known[k].prefix;
    }
    return NULL;
}

assay_status unknown_metric(const char *name, assay_error *err)
{
    const char *prefix = missing_prefix(name);
    if (prefix)
        return assay_fail(err, ASSAY_EUSAGE,
                          "no metric '%s': " DID_YOU_MEAN " '%s:%s'? (a metric of one's own in a file)", name, prefix,
                          name);
    near_name near = near_to(name);
    for (size_t m = 0; m < assay_metric_count(); m++) near_offer(&near, assay_metric_at(m)->id);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "metric", NULL, "assay list metrics"));
}

assay_status unknown_preset(const assay_metric *metric, const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t p = 0; p < metric->n_presets; p++) near_offer(&near, metric->presets[p].id);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "preset", metric->id, NULL));
}

/* ---- entries that name several metrics: an option goes to those that have it and read it ---- */

enum { OPTIONS_LONGEST = 640 }; /* those of an entry, and of a bundle */

/* Metrics that are asked for together, with common options. */
static const struct bundle {
    const char *id, *metrics, *preset, *options; /* preset: of those that have it; options likewise */
} bundles[] = {
    { "dependency-aware-mi", "mig,dmig,xmig,dlig", "latte2021", "pairing=identity" },
    { "liad", "smoothness,monotonicity", "latte2021", "" },
};

typedef struct member {
    const assay_metric *metric;
    const assay_preset *preset;
} member;

typedef struct members {
    member *at;
    size_t count;
} members;

static void members_free(members *of) { free(of->at); }

/* A metric with a preset, or "*": with each of its own. */
static assay_status members_take(members *to, const assay_metric *metric, const char *preset, assay_error *err)
{
    const int every = strcmp(preset, "*") == 0;
    const assay_preset *one = every ? metric->presets : preset_find(metric, preset[0] ? preset : "default");
    if (!one) return unknown_preset(metric, preset, err);
    const size_t n = every ? metric->n_presets : 1;
    member *at = realloc(to->at, (to->count + n) * sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    to->at = given(&at);
    for (size_t p = 0; p < n; p++) to->at[to->count++] = (member){ metric, one + p };
    return ASSAY_OK;
}

static assay_status variant_add(selection *to, const member *of, const char *options, int by_group, assay_error *err)
{
    variant one;
    ASSAY_TRY(variant_make(of->metric, of->preset, options, &one, err));
    one.by_group = by_group;
    return selection_take(to, &one);
}

/* One metric; the options must be its own. */
static assay_status metric_add(selection *to, const assay_metric *metric, const entry *e, assay_error *err)
{
    FREED(members_free) members all = { 0 };
    ASSAY_TRY(members_take(&all, metric, e->preset, err));
    for (size_t m = 0; m < all.count; m++) ASSAY_TRY(variant_add(to, &all.at[m], e->options, 0, err));
    return ASSAY_OK;
}

static const assay_option *option_find(const assay_metric *metric, const char *text)
{
    const size_t length = strcspn(text, "=:");
    for (size_t k = 0; k < metric->n_options; k++)
        if (strlen(metric->options[k].id) == length && memcmp(metric->options[k].id, text, length) == 0)
            return &metric->options[k];
    return NULL;
}

/* Appends those of the options "a=1:b=2" that choose a relation (settled NULL), or those others that are read with
 * these settled values; sets taken[] for their places in the text. */
static void options_pick(const assay_metric *metric, const double *settled, const char *options, unsigned char *taken,
                         wording *to)
{
    for (const char *at = options; *at;) {
        const size_t length = strcspn(at, ":");
        const assay_option *option = option_find(metric, at);
        const int chooses = option && option->flags & ASSAY_CHOOSES;
        if (option && chooses == !settled &&
            (chooses || assay_option_read(metric, settled, (size_t)(option - metric->options)))) {
            wording_add(to, "%s%.*s", to->used ? ":" : "", (int)length, at);
            taken[at - options] = 1;
        }
        at += length + (at[length] == ':');
    }
}

static assay_status member_add(selection *to, const member *one, const char *options, unsigned char *taken,
                               assay_error *err)
{
    char own[OPTIONS_LONGEST];
    wording w = WORDING(own);
    OWNED double *settled = zeroed(one->metric->n_options, sizeof *settled);
    if (!settled) return ASSAY_ENOMEM;
    options_pick(one->metric, NULL, options, taken, &w);
    assay_error why = { "" };
    const assay_status status = assay_options_settle(one->metric, one->preset, own, settled, &why);
    if (status != ASSAY_OK) return assay_fail(err, status, "%s@%s: %s", one->metric->id, one->preset->id, why.text);
    options_pick(one->metric, settled, options, taken, &w);
    return variant_add(to, one, own, 1, err);
}

/* who: their common name. Every option must be read by one of them. */
static assay_status members_add(selection *to, const members *all, const char *who, const char *options,
                                assay_error *err)
{
    unsigned char taken[OPTIONS_LONGEST] = { 0 };
    for (size_t m = 0; m < all->count; m++) ASSAY_TRY(member_add(to, &all->at[m], options, taken, err));
    for (const char *at = options; *at; at += strcspn(at, ":"), at += *at == ':')
        if (!taken[at - options])
            return assay_fail(err, ASSAY_EUSAGE, "%s: none of its metrics has an option '%.*s' with its relation", who,
                              (int)strcspn(at, "=:"), at);
    return ASSAY_OK;
}

/* The values of its standard options; free. */
static double *standard_options(const assay_metric *metric)
{
    OWNED double *option = zeroed(metric->n_options, sizeof *option);
    const int settled = option && assay_options_settle(metric, metric->presets, NULL, option, NULL) == ASSAY_OK;
    return settled ? given(&option) : NULL;
}

/* -1: memory ran out. */
static int costs_more(const assay_metric *metric, double units)
{
    static const assay_size usual = { .n = 1000, .n_factors = 8, .n_codes = 8 };
    OWNED double *option = standard_options(metric);
    return option ? assay_metric_cost(metric, option, &usual) > units : -1;
}

int metric_is_dear(const assay_metric *metric) { return costs_more(metric, METRIC_DEAR); }

/* The most units of "cheap", "expensive" or "3e6". 0: it is none of these. */
static int cost_read(const char *name, double *units)
{
    char *end;
    *units = METRIC_DEAR;
    if (strcmp(name, "cheap") == 0 || strcmp(name, "expensive") == 0) return 1;
    *units = strtod(name, &end);
    return !*end && *units > 0.0;
}

/* As its standard options choose relations. -1: memory ran out. */
static int metric_reads(const assay_metric *metric, const char *id)
{
    const assay_option *option = option_find(metric, id);
    OWNED double *settled = option ? standard_options(metric) : NULL;
    if (!settled) return option ? -1 : 0;
    return assay_option_read(metric, settled, (size_t)(option - metric->options)) != ASSAY_UNREAD;
}

/* Whether a group has a metric. -1: memory ran out. */
static int group_has(const entry *e, const assay_metric *metric)
{
    if (e->kind == ENTRY_FAMILY) return strcmp(metric->family, e->name) == 0;
    if (metric->flags & ASSAY_CONTROL) return 0;
    if (e->kind == ENTRY_READS) return metric_reads(metric, e->name);
    double units;
    if (e->kind != ENTRY_COST || !cost_read(e->name, &units)) return e->kind != ENTRY_COST;
    const int more = costs_more(metric, units);
    return more < 0 ? more : more == (strcmp(e->name, "expensive") == 0);
}

static assay_status empty_group(const entry *e, assay_error *err)
{
    near_name near = near_to(e->name);
    if (e->kind == ENTRY_READS) {
        for (size_t m = 0; m < assay_metric_count(); m++) {
            const assay_metric *metric = assay_metric_at(m);
            for (size_t k = 0; k < metric->n_options; k++) near_offer(&near, metric->options[k].id);
        }
        return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "option", "any metric", "assay describe METRIC"));
    }
    if (e->kind == ENTRY_COST) {
        near_offer(&near, "cheap");
        near_offer(&near, "expensive");
        return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "cost", NULL, "cheap, expensive, or units of work"));
    }
    for (size_t m = 0; m < assay_metric_count(); m++) near_offer(&near, assay_metric_at(m)->family);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "family", NULL, "assay list metrics"));
}

/* All, or those of a family, of a cost, or that read an option: of these the ones that have the preset; controls only
 * where their family is asked for. */
static assay_status group_add(selection *to, const entry *e, assay_error *err)
{
    size_t met = 0;
    FREED(members_free) members all = { 0 };
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m);
        const int has = group_has(e, metric);
        if (has < 0) return ASSAY_ENOMEM;
        if (!has) continue;
        met++;
        if (e->preset[0] && strcmp(e->preset, "*") != 0 && !preset_find(metric, e->preset)) continue;
        ASSAY_TRY(members_take(&all, metric, e->preset, err));
    }
    if (!met) return empty_group(e, err);
    if (all.count) return members_add(to, &all, e->name, e->options, err);
    return assay_fail(err, ASSAY_EUSAGE, "no metric among '%s' has a preset '%s'", e->name, e->preset);
}

/* The metrics of "mig,dmig"; each with the bundle's preset where it has that and no other was asked for. */
static assay_status bundle_members(const struct bundle *bundle, const char *preset, members *to, assay_error *err)
{
    for (const char *at = bundle->metrics; *at; at += strcspn(at, ","), at += *at == ',') {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        const assay_metric *metric = assay_metric_find(name);
        if (!metric) return unknown_metric(name, err);
        const int own = !preset[0] && preset_find(metric, bundle->preset) != NULL;
        ASSAY_TRY(members_take(to, metric, own ? bundle->preset : preset, err));
    }
    return ASSAY_OK;
}

static assay_status bundle_add(selection *to, const entry *e, assay_error *err)
{
    const struct bundle *bundle = NULL;
    near_name near = near_to(e->name);
    for (size_t b = 0; b < sizeof bundles / sizeof *bundles; b++) {
        near_offer(&near, bundles[b].id);
        if (strcmp(bundles[b].id, e->name) == 0) bundle = &bundles[b];
    }
    if (!bundle) return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "bundle", NULL, NULL));
    char options[OPTIONS_LONGEST];
    FREED(members_free) members all = { 0 };
    snprintf(options, sizeof options, "%s%s%s", bundle->options, bundle->options[0] ? ":" : "", e->options);
    ASSAY_TRY(bundle_members(bundle, e->preset, &all, err));
    return members_add(to, &all, e->name, options, err);
}

int metric_is_outside(const char *text)
{
    static const char *const prefix[] = { "python:", "exec:", "plugin:" };
    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++)
        if (strncmp(text, prefix[k], strlen(prefix[k])) == 0) return 1;
    return 0;
}

/* Where an entry of the list ends; the quotes of one from outside may hold commas. */
static size_t entry_length(const char *text, const metric_source *outside)
{
    const char *name = text + (*text == '-');
    return outside && metric_is_outside(name) ? (size_t)(name - text) + outside->length(name) : strcspn(text, ",");
}

/* Of "family:information"; moves *at behind the prefix. */
static entry_kind kind_cut(const char **at)
{
    static const char *const prefix[] = {
        [ENTRY_FAMILY] = "family:",
        [ENTRY_BUNDLE] = "bundle:",
        [ENTRY_COST] = "cost:",
        [ENTRY_READS] = "reads:",
    };
    for (entry_kind k = ENTRY_FAMILY; k <= ENTRY_READS; k++) {
        const size_t length = strlen(prefix[k]);
        if (strncmp(*at, prefix[k], length) != 0) continue;
        *at += length;
        return k;
    }
    return ENTRY_METRIC;
}

static assay_status entry_cut(const char *text, size_t length, entry *to, assay_error *err)
{
    const char *at = text, *end = text + length;
    *to = (entry){ .kind = kind_cut(&at) };
    const size_t name = strcspn(at, "@:,");
    if (name == 0) return assay_fail(err, ASSAY_EUSAGE, "empty entry in the list of metrics");
    if (name >= sizeof to->name) return unknown_metric(at, err);
    memcpy(to->name, at, name);
    at += name;
    if (at < end && *at == '@') {
        const size_t preset = strcspn(++at, ":,");
        if (preset == 0 || preset >= sizeof to->preset)
            return assay_fail(err, ASSAY_EUSAGE, "%s@: a preset is missing after '@'", to->name);
        memcpy(to->preset, at, preset);
        at += preset;
    }
    if (at < end && *at == ':') {
        const size_t options = (size_t)(end - ++at);
        if (options == 0 || options >= sizeof to->options)
            return assay_fail(err, ASSAY_EUSAGE, "%s: options are written NAME=VALUE after ':'", to->name);
        memcpy(to->options, at, options);
    }
    return ASSAY_OK;
}

/* A metric from outside. Each of its variants has it opened once. */
static assay_status outside_add(selection *to, const char *text, size_t length, const metric_source *outside,
                                assay_error *err)
{
    const assay_metric *metric;
    variant one;
    if (!outside)
        return assay_fail(err, ASSAY_EUSAGE,
                          "%.*s: a metric from outside runs in a process of its own, and this call starts none; "
                          "assay_bench_score_all does (assay_bench.h, -lassay-bench), and the program assay",
                          (int)(length < 200 ? length : 200), text);
    ASSAY_TRY(outside->open(text, length, &metric, err));
    const assay_status status = variant_make(metric, &metric->presets[0], "", &one, err);
    if (status != ASSAY_OK) outside->close(metric);
    ASSAY_TRY(status);
    one.close = outside->close;
    return selection_take(to, &one);
}

static assay_status entry_add(selection *to, const char *text, size_t length, const metric_source *outside,
                              assay_error *err)
{
    if (metric_is_outside(text)) return outside_add(to, text, length, outside, err);
    entry e;
    ASSAY_TRY(entry_cut(text, length, &e, err));
    if (e.kind == ENTRY_BUNDLE) return bundle_add(to, &e, err);
    if (e.kind != ENTRY_METRIC || strcmp(e.name, "all") == 0) return group_add(to, &e, err);
    const assay_metric *metric = assay_metric_find(e.name);
    return metric ? metric_add(to, metric, &e, err) : unknown_metric(e.name, err);
}

/* Names are checked before anything is left out, so that an error leaves the selection as it was. */
enum { ROUND_CHECK, ROUND_ADD, ROUND_DROP, ROUNDS };

/* One entry: in one round what is added, in two what is left out. */
static assay_status entry_take(selection *to, const char *text, size_t length, int round, const metric_source *outside,
                               assay_error *err)
{
    if ((text[0] == '-') == (round == ROUND_ADD)) return ASSAY_OK;
    if (round == ROUND_ADD) return entry_add(to, text, length, outside, err);
    FREED(selection_free) selection dropped = { 0 };
    ASSAY_TRY(entry_add(&dropped, text + 1, length - 1, outside, err));
    if (round == ROUND_DROP) selection_drop(to, &dropped, !memchr(text, '@', length) || metric_is_outside(text + 1));
    return ASSAY_OK;
}

assay_status metric_list_add(selection *to, const char *list, const metric_source *outside, assay_error *err)
{
    const size_t before = to->count;
    if (!list) return assay_fail(err, ASSAY_EUSAGE, "no list of metrics is given; \"all\" names every one");
    assay_status status = ASSAY_OK;
    for (int round = ROUND_CHECK; round < ROUNDS; round++) {
        for (const char *at = list; status == ASSAY_OK; at += 1 + strspn(at + 1, " ")) {
            const size_t length = entry_length(at, outside);
            status = entry_take(to, at, length, round, outside, err);
            at += length;
            if (!*at) break;
        }
    }
    if (status == ASSAY_OK && before == 0 && to->count == 0)
        status = assay_fail(err, ASSAY_EUSAGE,
                            "%.200s: leaves no metric; `-` removes from the names before it: all,-mig", list);
    if (status != ASSAY_OK) selection_cut(to, before);
    return status;
}
