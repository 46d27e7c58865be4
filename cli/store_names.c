/* A name that assay has is not looked for in the store: only what is left reads the store's catalog. */
#include "store_args.h"

#include "near_name.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 256 };

static int fail_with(const char *what, const char *of, near_name *near)
{
    return cli_refuse(ASSAY_EINPUT, "%s", no_such(near, what, of, "assay status has those of the store"));
}

static int check_scenario(const catalog *all, const char *name)
{
    near_name near = near_to(name);
    for (size_t k = 0; k < assay_scenario_count(); k++) near_offer(&near, assay_scenario_at(k)->id);
    for (size_t k = 0; k < all->scenarios.count; k++) {
        const stored_scenario *s = all->scenarios.at[k];
        if (strcmp(s->called, name) == 0) return 0;
        near_offer(&near, s->called);
    }
    return fail_with("scenario", NULL, &near);
}

/* "mig", "mig@zaidi2020", of which either part may be wrong. */
static int check_metric(const catalog *all, const char *entry)
{
    char name[NAME];
    const char *preset = strchr(entry, '@');
    int has_name = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(entry, "@"), entry);
    near_name near = near_to(name), near_preset = near_to(preset ? preset + 1 : "");
    const assay_metric *known = assay_metric_find(name);
    for (size_t m = 0; m < assay_metric_count(); m++) near_offer(&near, assay_metric_at(m)->id);
    for (size_t k = 0; known && k < known->n_presets; k++) near_offer(&near_preset, known->presets[k].id);
    for (size_t k = 0; k < all->variants.count; k++) {
        const stored_variant *v = all->variants.at[k];
        near_offer(&near, v->metric->name);
        if (strcmp(v->metric->name, name) != 0 && strcmp(v->metric->name, entry) != 0) continue;
        if (!preset || strcmp(v->name.preset, preset + 1) == 0 || strcmp(v->name.text, preset + 1) == 0) return 0;
        if (strcmp(v->metric->name, entry) == 0) return 0;
        near_offer(&near_preset, v->name.preset);
        has_name = 1;
    }
    return known || has_name ? fail_with("preset", name, &near_preset) : fail_with("metric", NULL, &near);
}

static int is_known(const char *entry, int metrics)
{
    if (!metrics) return assay_scenario_find(entry) != NULL;
    if (strchr(entry, ':') || strcmp(entry, "all") == 0 || strncmp(entry, "all@", 4) == 0) return 1;
    char name[NAME];
    const char *preset = strchr(entry, '@');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(entry, "@"), entry);
    const assay_metric *metric = assay_metric_find(name);
    int has = !preset || strcmp(preset, "@*") == 0;
    for (size_t k = 0; metric && k < metric->n_presets; k++)
        has |= preset && strcmp(metric->presets[k].id, preset + 1) == 0;
    return metric && has;
}

/* A group may have commas in its name: how much of a list is one that has; 0: none is. */
static size_t group_at(const catalog *all, const char *list)
{
    size_t most = 0;
    for (size_t k = 0; k < all->scenarios.count; k++) {
        const char *name = ((const stored_scenario *)all->scenarios.at[k])->called;
        const size_t n = strlen(name);
        if (n > most && strncmp(list, name, n) == 0 && (list[n] == ',' || !list[n])) most = n;
    }
    return most;
}

static int check_list(store *scores, const char *list, int metrics)
{
    FREED(catalog_free) catalog all = { 0 };
    int bad = 0, read = 0;
    for (const char *at = list, *end; !bad && *at; at = end + (*end == ',')) {
        char entry[NAME];
        end = at + strcspn(at, ",");
        const char *begin = at + (metrics && *at == '-');
        const size_t length = strcspn(begin, ",");
        snprintf(entry, sizeof entry, "%.*s", (int)length, begin);
        if (!length || length >= sizeof entry || is_known(entry, metrics)) continue;
        if (!read++) bad = cli_fail(store_catalog(scores, &all, &cli_error));
        const size_t group = !bad && !metrics ? group_at(&all, at) : 0;
        if (group) end = at + group;
        else if (!bad) bad = metrics ? check_metric(&all, entry) : check_scenario(&all, entry);
    }
    return bad;
}

static int check_profile(store *scores, const char *name)
{
    const char **all;
    int known = 0;
    size_t n = 0;
    if (strcmp(name, PROFILE_OWN) == 0 || assay_profile_find(name)) return 0;
    CLI_OK(evidence_profiles(scores, &all, &n, &cli_error));
    near_name near = near_to(name);
    for (size_t k = 0; k < assay_profile_count(); k++) near_offer(&near, assay_profile_at(k)->id);
    for (size_t k = 0; k < n; k++) {
        known |= strcmp(all[k], name) == 0;
        near_offer(&near, all[k]);
    }
    return known ? 0 : fail_with("profile", NULL, &near);
}

int store_names_check(store *scores, const char *scenarios, const char *metrics, const char *profile)
{
    int bad = scenarios ? check_list(scores, scenarios, 0) : 0;
    if (!bad && metrics) bad = check_list(scores, metrics, 1);
    return !bad && profile ? check_profile(scores, profile) : bad;
}
