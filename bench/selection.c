/* The LIST of --metrics, turned into variants. */
#include "selection.h"

#include "candidate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One entry of the list, cut at '@' and ':'. */
enum { OPTIONS_LONGEST = 640 }; /* those of an entry, and of a bundle */
typedef struct entry {
    char name[128];    /* mig, all, a family or a bundle */
    char preset[64];   /* zaidi2020, * or empty */
    char options[512]; /* bins=15:normaliser=code or empty */
    int family, bundle;
} entry;

/* Where an entry of the list ends; the quotes of a candidate may hold commas. */
static size_t entry_length(const char *text)
{
    const char *name = text + (*text == '-');
    return candidate_named(name) ? (size_t)(name - text) + candidate_length(name) : strcspn(text, ",");
}

/* Metrics that are asked for together, with common options. */
static const struct bundle {
    const char *id, *metrics, *preset, *options; /* preset: of those that have it; options likewise */
} bundles[] = {
    { "dependency-aware-mi", "mig,dmig,xmig,dlig", "latte2021", "pairing=identity" },
    { "liad", "smoothness,monotonicity", "latte2021", "" },
};

static size_t edit_distance(const char *a, const char *b)
{
    size_t row[65];
    const size_t columns = strlen(b) < 64 ? strlen(b) : 64;
    for (size_t j = 0; j <= columns; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t change = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            const size_t shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < shorter ? change : shorter;
        }
    }
    return row[columns];
}

/* "mine.py", "./gap.so:timeout=5": a file that lacks the word which says what it is. */
static const char *missing_prefix(const char *name)
{
    static const struct { const char *ending, *prefix; } known[] = { { ".py", "python" }, { ".so", "plugin" } };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const char *at = strstr(name, known[k].ending);
        if (at && (!at[3] || at[3] == ':')) return known[k].prefix;
    }
    return NULL;
}

static assay_status unknown_metric(const char *name, assay_error *err)
{
    const char *prefix = missing_prefix(name);
    if (prefix)
        return assay_fail(err, ASSAY_EUSAGE, "no metric '%s'; did you mean '%s:%s'? (a metric of one's own in a file)",
                          name, prefix, name);
    const char *nearest = NULL;
    const size_t half = (strlen(name) + 1) / 2 + 1;
    size_t least = half < 4 ? half : 4; /* fewer changes than this */
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const size_t distance = edit_distance(name, assay_metric_at(m)->id);
        if (distance < least) {
            least = distance;
            nearest = assay_metric_at(m)->id;
        }
    }
    if (nearest)
        return assay_fail(err, ASSAY_EUSAGE, "no metric '%s'; did you mean '%s'? (`assay list metrics` names all)",
                          name, nearest);
    return assay_fail(err, ASSAY_EUSAGE, "no metric '%s'; `assay list metrics` names all", name);
}

static assay_status unknown_preset(const assay_metric *metric, const char *name, assay_error *err)
{
    char known[512] = "";
    for (size_t p = 0, used = 0; p < metric->n_presets && used < sizeof known; p++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", p ? ", " : "", metric->presets[p].id);
    return assay_fail(err, ASSAY_EUSAGE, "%s has no preset '%s'; it has: %s", metric->id, name, known);
}

static assay_status entry_cut(const char *text, size_t length, entry *to, assay_error *err)
{
    *to = (entry){ .family = strncmp(text, "family:", 7) == 0, .bundle = strncmp(text, "bundle:", 7) == 0 };
    const char *at = text + (to->family || to->bundle ? 7 : 0), *end = text + length;
    const size_t name = strcspn(at, "@:,");
    if (name == 0) return assay_fail(err, ASSAY_EUSAGE, "empty entry in the list of metrics");
    if (name >= sizeof to->name) return assay_fail(err, ASSAY_EUSAGE, "no metric '%.40s...'", at);
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

static int selection_holds(const selection *s, const variant *one)
{
    for (size_t k = 0; k < s->count; k++)
        if (s->at[k].metric == one->metric && strcmp(s->at[k].id.text, one->id.text) == 0) return 1;
    return 0;
}

static assay_status variant_add(selection *to, const assay_metric *metric, const assay_preset *preset,
                                const char *options, assay_error *err)
{
    variant made;
    const assay_status status = variant_make(metric, preset, options, &made, err);
    if (status != ASSAY_OK) return status;
    if (selection_holds(to, &made)) {
        variant_free(&made);
        return ASSAY_OK;
    }
    variant *at = realloc(to->at, (to->count + 1) * sizeof *at);
    if (!at) {
        variant_free(&made);
        return ASSAY_ENOMEM;
    }
    to->at = at;
    at[to->count++] = made;
    return ASSAY_OK;
}

/* ---- the metrics of one entry ---- */

typedef struct member {
    const assay_metric *metric;
    const assay_preset *preset;
} member;

typedef struct members {
    member *at;
    size_t count;
} members;

/* A metric with a preset, or "*": with each of its own. */
static assay_status members_take(members *to, const assay_metric *metric, const char *preset, assay_error *err)
{
    const int every = strcmp(preset, "*") == 0;
    const assay_preset *one = every ? metric->presets : preset_find(metric, preset[0] ? preset : "default");
    if (!one) return unknown_preset(metric, preset, err);
    const size_t n = every ? metric->n_presets : 1;
    member *at = realloc(to->at, (to->count + n) * sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    to->at = at;
    for (size_t p = 0; p < n; p++) at[to->count++] = (member){ metric, one + p };
    return ASSAY_OK;
}

/* The options must be the metric's. */
static assay_status metric_add(selection *to, const assay_metric *metric, const entry *e, assay_error *err)
{
    members all = { 0 };
    assay_status status = members_take(&all, metric, e->preset, err);
    for (size_t m = 0; m < all.count && status == ASSAY_OK; m++)
        status = variant_add(to, metric, all.at[m].preset, e->options, err);
    free(all.at);
    return status;
}

/* ---- entries that name several: an option goes to the metrics that have it and read it ---- */

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
                         char *to, size_t size)
{
    size_t used = strlen(to);
    for (const char *at = options; *at && used < size;) {
        const size_t length = strcspn(at, ":");
        const assay_option *option = option_find(metric, at);
        const int chooses = option && option->flags & ASSAY_CHOOSES;
        if (option && chooses == !settled &&
            (chooses || assay_option_read(metric, settled, (size_t)(option - metric->options)))) {
            used += (size_t)snprintf(to + used, size - used, "%.*s:", (int)length, at);
            taken[at - options] = 1;
        }
        at += length + (at[length] == ':');
    }
}

static assay_status member_add(selection *to, const member *one, const char *options, unsigned char *taken,
                               assay_error *err)
{
    char own[OPTIONS_LONGEST] = "";
    double *settled = calloc(one->metric->n_options + 1, sizeof *settled);
    if (!settled) return ASSAY_ENOMEM;
    options_pick(one->metric, NULL, options, taken, own, sizeof own);
    assay_error why = { "" };
    const assay_status status = assay_options_settle(one->metric, one->preset, own, settled, &why);
    if (status == ASSAY_OK) options_pick(one->metric, settled, options, taken, own, sizeof own);
    free(settled);
    if (status != ASSAY_OK) return assay_fail(err, status, "%s@%s: %s", one->metric->id, one->preset->id, why.text);
    return variant_add(to, one->metric, one->preset, own, err);
}

/* who: their common name. Every option must be read by one of them. */
static assay_status members_add(selection *to, const members *all, const char *who, const char *options,
                                assay_error *err)
{
    unsigned char taken[OPTIONS_LONGEST] = { 0 };
    assay_status status = ASSAY_OK;
    for (size_t m = 0; m < all->count && status == ASSAY_OK; m++)
        status = member_add(to, &all->at[m], options, taken, err);
    for (const char *at = options; *at && status == ASSAY_OK; at += strcspn(at, ":"), at += *at == ':')
        if (!taken[at - options])
            status = assay_fail(err, ASSAY_EUSAGE, "%s: none of its metrics has an option '%.*s' with its relation",
                                who, (int)strcspn(at, "=:"), at);
    return status;
}

/* All, or all of a family: those that have the preset; controls only where the family is asked for. */
static assay_status group_add(selection *to, const entry *e, assay_error *err)
{
    size_t met = 0;
    members all = { 0 };
    assay_status status = ASSAY_OK;
    for (size_t m = 0; m < assay_metric_count() && status == ASSAY_OK; m++) {
        const assay_metric *metric = assay_metric_at(m);
        if (e->family ? strcmp(metric->family, e->name) != 0 : (metric->flags & ASSAY_CONTROL) != 0) continue;
        met++;
        if (e->preset[0] && strcmp(e->preset, "*") != 0 && !preset_find(metric, e->preset)) continue;
        status = members_take(&all, metric, e->preset, err);
    }
    if (!met)
        status = assay_fail(err, ASSAY_EUSAGE, "no family '%s'; `assay list metrics` shows each metric's", e->name);
    else if (!all.count && status == ASSAY_OK)
        status = assay_fail(err, ASSAY_EUSAGE, "no metric among '%s' has a preset '%s'", e->name, e->preset);
    if (status == ASSAY_OK) status = members_add(to, &all, e->name, e->options, err);
    free(all.at);
    return status;
}

/* ---- bundles ---- */

/* The metrics of "mig,dmig"; each with the bundle's preset where it has that and no other was asked for. */
static assay_status bundle_members(const struct bundle *bundle, const char *preset, members *to, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (const char *at = bundle->metrics; *at && status == ASSAY_OK;) {
        char name[64];
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length + (at[length] == ',');
        const assay_metric *metric = assay_metric_find(name);
        if (!metric) return unknown_metric(name, err);
        const int own = !preset[0] && preset_find(metric, bundle->preset) != NULL;
        status = members_take(to, metric, own ? bundle->preset : preset, err);
    }
    return status;
}

static assay_status bundle_add(selection *to, const entry *e, assay_error *err)
{
    const struct bundle *bundle = NULL;
    for (size_t b = 0; b < sizeof bundles / sizeof *bundles; b++)
        if (strcmp(bundles[b].id, e->name) == 0) bundle = &bundles[b];
    if (!bundle)
        return assay_fail(err, ASSAY_EUSAGE, "no bundle '%s'; there are %s and %s", e->name, bundles[0].id,
                          bundles[1].id);
    char options[OPTIONS_LONGEST];
    members all = { 0 };
    snprintf(options, sizeof options, "%s%s%s", bundle->options, bundle->options[0] ? ":" : "", e->options);
    assay_status status = bundle_members(bundle, e->preset, &all, err);
    if (status == ASSAY_OK) status = members_add(to, &all, e->name, options, err);
    free(all.at);
    return status;
}

/* A metric from outside. Each of its variants has it opened once. */
static assay_status candidate_add(selection *to, const char *text, size_t length, assay_error *err)
{
    const assay_metric *metric;
    const size_t before = to->count;
    assay_status status = candidate_open(text, length, &metric, err);
    if (status != ASSAY_OK) return status;
    status = variant_add(to, metric, &metric->presets[0], "", err);
    if (to->count == before) candidate_close(metric);
    return status;
}

static assay_status entry_add(selection *to, const char *text, size_t length, assay_error *err)
{
    if (candidate_named(text)) return candidate_add(to, text, length, err);
    entry e;
    const assay_status status = entry_cut(text, length, &e, err);
    if (status != ASSAY_OK) return status;
    if (e.bundle) return bundle_add(to, &e, err);
    if (e.family || strcmp(e.name, "all") == 0) return group_add(to, &e, err);
    const assay_metric *metric = assay_metric_find(e.name);
    return metric ? metric_add(to, metric, &e, err) : unknown_metric(e.name, err);
}

static void variant_drop(variant *v)
{
    candidate_close(v->metric);
    variant_free(v);
}

static void selection_cut(selection *s, size_t count)
{
    while (s->count > count) variant_drop(&s->at[--s->count]);
}

/* Every variant of a metric in `dropped`, or, where a preset was typed, that one. */
static void selection_drop(selection *from, const selection *dropped, int any_preset)
{
    size_t kept = 0;
    for (size_t k = 0; k < from->count; k++) {
        variant *v = &from->at[k];
        int drop = 0;
        for (size_t d = 0; d < dropped->count; d++)
            drop |= v->metric == dropped->at[d].metric &&
                    (any_preset || strcmp(v->id.text, dropped->at[d].id.text) == 0);
        if (drop) variant_drop(v);
        else from->at[kept++] = *v;
    }
    from->count = kept;
}

/* One entry: in the first round what is added, in the second what is left out. */
static assay_status entry_take(selection *to, const char *text, size_t length, int leaving_out, assay_error *err)
{
    if ((text[0] == '-') != leaving_out) return ASSAY_OK;
    if (!leaving_out) return entry_add(to, text, length, err);
    selection dropped = { 0 };
    const int any_preset = !memchr(text, '@', length) || candidate_named(text + 1);
    const assay_status status = entry_add(&dropped, text + 1, length - 1, err);
    if (status == ASSAY_OK) selection_drop(to, &dropped, any_preset);
    selection_free(&dropped);
    return status;
}

/* Names are checked before anything is left out, so that an error leaves the selection as it was. */
static assay_status check_exclusions(const char *list, assay_error *err)
{
    selection unused = { 0 };
    assay_status status = ASSAY_OK;
    for (const char *at = list; status == ASSAY_OK && *at; at += entry_length(at), at += *at == ',')
        if (*at == '-') status = entry_add(&unused, at + 1, entry_length(at) - 1, err);
    selection_free(&unused);
    return status;
}

assay_status selection_add(selection *to, const char *list, assay_error *err)
{
    const size_t before = to->count;
    assay_status status = check_exclusions(list, err);
    for (int round = 0; round < 2; round++) {
        for (const char *at = list; status == ASSAY_OK; at++) {
            const size_t length = entry_length(at);
            status = entry_take(to, at, length, round, err);
            at += length;
            if (!*at) break;
        }
    }
    if (status != ASSAY_OK) selection_cut(to, before);
    return status;
}

void selection_free(selection *s)
{
    selection_cut(s, 0);
    free(s->at);
    *s = (selection){ 0 };
}
