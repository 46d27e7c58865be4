/* The LIST of --metrics, turned into variants. */
#include "metric_list.h"

#include "metric_entry.h"
#include "unknown_names.h"

#include <string.h>

/* ---- entries ---- */

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
        [ENTRY_FAMILY] = "family:", [ENTRY_BUNDLE] = "bundle:", [ENTRY_COST] = "cost:", [ENTRY_READS] = "reads:",
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
    assay_status status = outside->open(text, length, &metric, err);
    if (status != ASSAY_OK) return status;
    status = variant_make(metric, &metric->presets[0], "", &one, err);
    if (status != ASSAY_OK) {
        outside->close(metric);
        return status;
    }
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

/* ---- lists ---- */

/* One entry: in the first round what is added, in the second what is left out. */
static assay_status entry_take(selection *to, const char *text, size_t length, int leaving_out,
                               const metric_source *outside, assay_error *err)
{
    if ((text[0] == '-') != leaving_out) return ASSAY_OK;
    if (!leaving_out) return entry_add(to, text, length, outside, err);
    selection dropped = { 0 };
    const int any_preset = !memchr(text, '@', length) || metric_is_outside(text + 1);
    const assay_status status = entry_add(&dropped, text + 1, length - 1, outside, err);
    if (status == ASSAY_OK) selection_drop(to, &dropped, any_preset);
    selection_free(&dropped);
    return status;
}

/* Names are checked before anything is left out, so that an error leaves the selection as it was. */
static assay_status check_exclusions(const char *list, const metric_source *outside, assay_error *err)
{
    selection unused = { 0 };
    assay_status status = ASSAY_OK;
    for (const char *at = list; status == ASSAY_OK && *at; at += entry_length(at, outside), at += *at == ',')
        if (*at == '-') status = entry_add(&unused, at + 1, entry_length(at, outside) - 1, outside, err);
    selection_free(&unused);
    return status;
}

assay_status metric_list_add(selection *to, const char *list, const metric_source *outside, assay_error *err)
{
    const size_t before = to->count;
    if (!list) return assay_fail(err, ASSAY_EUSAGE, "no list of metrics is given; \"all\" names every one");
    assay_status status = check_exclusions(list, outside, err);
    for (int round = 0; round < 2; round++) {
        for (const char *at = list; status == ASSAY_OK; at++) {
            const size_t length = entry_length(at, outside);
            status = entry_take(to, at, length, round, outside, err);
            at += length;
            if (!*at) break;
        }
    }
    if (status == ASSAY_OK && before == 0 && to->count == 0)
        status = assay_fail(err, ASSAY_EUSAGE,
                            "%.200s: leaves no metric; `-` removes from the names before it: "
                            "all,-mig",
                            list);
    if (status != ASSAY_OK) selection_cut(to, before);
    return status;
}
