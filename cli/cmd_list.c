/* assay list -- one line each of what there is. */
#include "cli.h"
#include "grid.h"
#include "known.h"
#include "limit.h"
#include "needed.h"
#include "plan.h"
#include "print.h"
#include "property_table.h"
#include "relation.h"
#include "wording.h"
#include "worst_found.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the catalogue: what the default takes is tried on 200 rows of factors of each kind. Rows: of those below the
 * fewest at which any of its outputs is defined on the first kind it takes ---- */

enum { FACTOR_KINDS = 3, TRIED = 200, LINE = 256 };

static const struct {
    const char *name, *scenario, *parameters;
} kinds[FACTOR_KINDS] = {
    { "continuous", "guard", "codes=scaled" },
    { "categorical", "dependent", "" },
    { "binary", "sparse", "codes=dictionary" },
};

static const size_t rows[] = { 2, 5, 10, 20, 50, 100 };

/* Whether some output of the metric is defined on n rows of a kind. */
static assay_status is_defined(const char *metric, size_t kind, size_t n, int *to, assay_error *err)
{
    assay_data data = { 0 };
    assay_scores scores = { 0 };
    *to = 0;
    assay_status status = assay_generate(kinds[kind].scenario, kinds[kind].parameters, n, 0, &data, err);
    const assay_rep rep = assay_data_view(&data);
    if (status == ASSAY_OK)
        status = assay_score_all(&rep, metric, 0, kinds[kind].scenario, kinds[kind].parameters, 1, &scores, err);
    for (size_t k = 0; k < scores.count && status == ASSAY_OK; k++) *to |= !isnan(scores.at[k].overall.value);
    assay_scores_free(&scores);
    assay_data_free(&data);
    return status;
}

/* "continuous, categorical" or "all", and the fewest rows; 0: none of those tried. */
static assay_status takes_text(const char *metric, char *to, size_t size, size_t *fewest, assay_error *err)
{
    assay_status status = ASSAY_OK;
    size_t first = FACTOR_KINDS, taken = 0;
    wording w = wording_in(to, size);
    *fewest = 0;
    for (size_t k = 0; k < FACTOR_KINDS && status == ASSAY_OK; k++) {
        int defined;
        status = is_defined(metric, k, TRIED, &defined, err);
        if (status != ASSAY_OK || !defined) continue;
        if (first == FACTOR_KINDS) first = k;
        taken++;
        wording_join(&w, ", ", kinds[k].name);
    }
    if (taken == FACTOR_KINDS) snprintf(to, size, "all");
    for (size_t r = 0; r < sizeof rows / sizeof *rows && first < FACTOR_KINDS && !*fewest && status == ASSAY_OK; r++) {
        int defined;
        status = is_defined(metric, first, rows[r], &defined, err);
        if (defined) *fewest = rows[r];
    }
    return status;
}

typedef struct verdict_lines {
    char (*at)[LINE];
    size_t count;
} verdict_lines;

static assay_status lines_read(const char *path, verdict_lines *to, assay_error *err)
{
    char line[LINE];
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!path) return ASSAY_OK;
    if (!file) return assay_fail(err, ASSAY_EINPUT, "%s: %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        to->at = needed(realloc(to->at, (to->count + 1) * sizeof *to->at));
        line[strcspn(line, "\r\n")] = '\0';
        memcpy(to->at[to->count++], line, sizeof line);
    }
    fclose(file);
    return ASSAY_OK;
}

/* The properties that the default's outputs fail, each once; "-" where the file has none of it. */
static void fails_text(const verdict_lines *lines, const char *metric, char *to, size_t size)
{
    char begins[LINE];
    int known = 0;
    wording w = wording_in(to, size);
    snprintf(begins, sizeof begins, "%s,default,", metric);
    for (size_t k = 0; k < lines->count; k++) {
        if (strncmp(lines->at[k], begins, strlen(begins)) != 0) continue;
        const char *fails = strrchr(lines->at[k], ',') + 1;
        known = 1;
        if (*fails && !strstr(to, fails)) wording_join(&w, " ", fails);
    }
    if (!known) snprintf(to, size, "-");
}

static grid *catalogue_new(int with_verdicts)
{
    grid *g = grid_new("metrics");
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "claims", "claims", GRID_LEFT },
                 { "source", "source", GRID_WRAP }, { "presets", "presets", GRID_WRAP }, { "cost", "cost", GRID_RIGHT },
                 { "takes", "factors", GRID_WRAP }, { "rows", "rows", GRID_RIGHT });
    if (with_verdicts) grid_column(g, "fails", "fails", GRID_WRAP);
    grid_column(g, "worst_found", "worst found", GRID_WRAP);
    grid_stub(g, 1);
    return g;
}

static void presets_text(const assay_metric *metric, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, "default") != 0) wording_join(&w, " ", metric->presets[p].id);
}

static assay_status put_metric(grid *g, const assay_metric *metric, const verdict_lines *lines, assay_error *err)
{
    static const assay_size usual = { .n = 20000, .n_factors = 8, .n_codes = 8 };
    char takes[128], fails[512], presets[256];
    double option[64] = { 0 };
    size_t fewest;
    uint32_t claims = 0;
    ASSAY_TRY(assay_options_settle(metric, &metric->presets[0], NULL, option, err));
    ASSAY_TRY(takes_text(metric->id, takes, sizeof takes, &fewest, err));
    for (size_t o = 0; o < metric->n_outputs; o++) claims |= metric->outputs[o].measures;
    presets_text(metric, presets, sizeof presets);
    grid_row(g);
    grid_text(g, "%s", metric->id);
    grid_text(g, "%c%c%c", claims & ASSAY_MODULARITY ? 'M' : '-', claims & ASSAY_COMPACTNESS ? 'C' : '-',
              claims & ASSAY_EXPLICITNESS ? 'E' : '-');
    GRID_TEXTS(g, metric->presets[0].source, presets);
    grid_text(g, "%.1e", assay_metric_cost(metric, option, &usual));
    grid_text(g, "%s", takes);
    if (fewest) grid_count(g, fewest);
    else grid_text(g, "-");
    if (lines->at) {
        fails_text(lines, metric->id, fails, sizeof fails);
        grid_text(g, "%s", fails);
    }
    worst_found_text(metric->id, "default", NULL, fails, sizeof fails);
    grid_text(g, "%s", fails);
    return ASSAY_OK;
}

static void put_notes(grid *g, int with_verdicts)
{
    grid_note(g, 0,
              "Everything is of the default; `assay list presets` and `assay describe METRIC` have the presets. claims: M "
              "modularity, C compactness, E explicitness. cost: steps of an inner loop, about a nanosecond each, at 20000 "
              "rows, 8 factors and 8 codes, relations included. rows: of 2, 5, 10, 20, 50 and 100 the fewest at which an "
              "output is defined.");
    grid_note(g, 0,
              "worst found: the largest violation that `assay hunt all` found of an output, as a share of its range, "
              "docs/hunt.md; none is no proof.");
    if (with_verdicts)
        grid_note(g, 0,
                  "fails: properties (`assay list properties`) that an output fails in a stored run of the plan quick; "
                  "empty: none of those decided; -: not run there.");
}

/* Kinds of factors and the fewest rows are found by trial, on data of scenarios. `verdicts` is a file of lines
 * METRIC,PRESET,OUTPUT,PROPERTY, what a stored study found to fail; NULL: that column is left out. */
static assay_status catalogue_grid(const char *path, grid **to, assay_error *err)
{
    verdict_lines lines = { 0 };
    assay_status status = lines_read(path, &lines, err);
    *to = catalogue_new(lines.at != NULL);
    for (size_t m = 0; m < assay_metric_count() && status == ASSAY_OK; m++) {
        const assay_metric *metric = assay_metric_at(m);
        if (strcmp(metric->family, "control") != 0) status = put_metric(*to, metric, &lines, err);
    }
    put_notes(*to, lines.at != NULL);
    free(lines.at);
    if (status != ASSAY_OK) grid_free(*to);
    return status;
}

/* ---- lists ---- */

static grid *list_metrics(void)
{
    grid *g = grid_new("metrics");
    GRID_COLUMNS(g, { "id", "metric", GRID_LEFT }, { "title", "title", GRID_LEFT }, { "family", "family", GRID_LEFT },
                 { "measures", "measures", GRID_LEFT }, { "presets", "presets", GRID_WRAP });
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m);
        uint32_t mask = 0;
        char presets[512];
        wording w = WORDING(presets);
        for (size_t o = 0; o < metric->n_outputs; o++) mask |= metric->outputs[o].measures;
        for (size_t p = 0; p < metric->n_presets; p++) wording_join(&w, " ", metric->presets[p].id);
        grid_row(g);
        GRID_TEXTS(g, metric->id, metric->title, metric->family);
        grid_text(g, "%c%c%c", mask & ASSAY_MODULARITY ? 'M' : '-', mask & ASSAY_COMPACTNESS ? 'C' : '-',
                  mask & ASSAY_EXPLICITNESS ? 'E' : '-');
        grid_text(g, "%s", presets);
    }
    grid_note(g, 0, "M modularity, C compactness, E explicitness: what a metric claims to measure");
    return g;
}

static grid *list_scenarios(void)
{
    grid *g = grid_new("scenarios");
    GRID_COLUMNS(g, { "id", "scenario", GRID_LEFT }, { "title", "title", GRID_LEFT },
                 { "parameters", "parameters", GRID_WRAP });
    for (size_t s = 0; s < assay_scenario_count(); s++) {
        const assay_scenario *scenario = assay_scenario_at(s);
        char text[512];
        wording w = WORDING(text);
        for (size_t p = 0; p < scenario->n_parameters; p++) {
            const assay_sweep *sweep = &scenario->sweeps[p];
            char first[64], last[64];
            assay_option_print(&scenario->parameters[p], sweep->at[0], first, sizeof first);
            assay_option_print(&scenario->parameters[p], sweep->at[sweep->n_at - 1], last, sizeof last);
            wording_add(&w, "%s%s=%s%s%s", p ? " " : "", scenario->parameters[p].id, first,
                        sweep->n_at > 1 ? ".." : "", sweep->n_at > 1 ? last : "");
        }
        grid_row(g);
        GRID_TEXTS(g, scenario->id, scenario->title, text);
    }
    return g;
}

static grid *list_presets(void)
{
    grid *g = grid_new("presets");
    GRID_COLUMNS(g, { "preset", "metric@preset", GRID_LEFT }, { "options", "options", GRID_WRAP },
                 { "source", "source", GRID_WRAP });
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m);
        for (size_t p = 0; p < metric->n_presets; p++) {
            grid_row(g);
            grid_text(g, "%s@%s", metric->id, metric->presets[p].id);
            GRID_TEXTS(g, metric->presets[p].options ? metric->presets[p].options : "", metric->presets[p].source);
        }
    }
    return g;
}

static grid *list_properties(void)
{
    char scenarios[512];
    grid *g = grid_new("properties a metric should have");
    GRID_COLUMNS(g, { "id", "property", GRID_LEFT }, { "asks", "what it asks", GRID_WRAP },
                 { "scenarios", "scenarios", GRID_WRAP });
    for (size_t k = 0; k < property_count(); k++) {
        const property *p = property_at(k);
        grid_row(g);
        GRID_TEXTS(g, p->id, p->asks);
        property_scenarios(p, scenarios, sizeof scenarios);
        grid_text(g, "%s", scenarios);
    }
    grid_note(g, 0,
              "of a representation: modularity, each code is moved by one factor at most; compactness, each factor "
              "moves one code only; explicitness, the codes determine the factors");
    return g;
}

static grid *list_profiles(void)
{
    grid *g = grid_new("factor profiles: factors that scenarios can be on in the place of their own");
    GRID_COLUMNS(g, { "id", "profile", GRID_LEFT }, { "classes", "classes", GRID_WRAP },
                 { "factors", "factors", GRID_WRAP }, { "source", "source", GRID_WRAP });
    for (size_t k = 0; assay_profile_at(k); k++) {
        const assay_profile *p = assay_profile_at(k);
        char classes[256], names[512];
        wording numbers = WORDING(classes), list = WORDING(names);
        for (size_t i = 0; i < p->n_factors; i++) {
            wording_add(&numbers, "%s%d", i ? " x " : "", (int)p->levels[i]);
            wording_join(&list, ", ", p->names[i]);
        }
        grid_row(g);
        GRID_TEXTS(g, p->id, classes, names, p->source);
    }
    grid_note(g, 0, "grids are drawn evenly; the factors of pos depend on each other, and five of them may be absent");
    return g;
}

static grid *list_thresholds(void) { return thresholds_grid(NULL); }

static grid *list_limits(void)
{
    grid *g = grid_new("limits on what is read; more is refused");
    GRID_COLUMNS(g, { "id", "limit", GRID_LEFT }, { "value", "at most", GRID_RIGHT }, { "unit", "unit", GRID_LEFT },
                 { "bounds", "what it bounds", GRID_WRAP }, { "remedy", "remedy", GRID_WRAP });
    for (size_t k = 0; limit_at(k); k++) {
        const limit *l = limit_at(k);
        grid_row(g);
        grid_text(g, "%s", l->id);
        grid_text(g, "%.15g", l->value);
        GRID_TEXTS(g, l->unit, l->bounds, l->remedy);
    }
    return g;
}

static grid *list_relations(void)
{
    grid *g = grid_new("relations: factor x code matrices, for the option `relation` of a metric");
    GRID_COLUMNS(g, { "id", "relation", GRID_LEFT }, { "title", "title", GRID_WRAP });
    for (size_t r = 0; r < relation_count(); r++) {
        grid_row(g);
        GRID_TEXTS(g, relation_at(r)->id, relation_at(r)->title);
    }
    return g;
}

/* The value of a top-level key of a built-in plan. */
static void plan_key(const char *text, const char *key, char *to, size_t size)
{
    const char *at = strstr(text, key);
    if (!at) at = "";
    else at += strlen(key);
    snprintf(to, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static grid *list_plans(void)
{
    grid *g = grid_new("plans");
    GRID_COLUMNS(g, { "id", "plan", GRID_LEFT }, { "title", "title", GRID_WRAP }, { "samples", "samples", GRID_RIGHT },
                 { "seeds", "seeds", GRID_RIGHT });
    for (size_t k = 0; plan_builtin_text(k); k++) {
        static const char *const keys[] = { "name: ", "title: ", "samples: ", "seeds: " };
        grid_row(g);
        for (size_t c = 0; c < 4; c++) {
            char value[256];
            plan_key(plan_builtin_text(k), keys[c], value, sizeof value);
            grid_text(g, "%s", value);
        }
    }
    return g;
}

#define KINDS "metrics|scenarios|profiles|presets|properties|thresholds|limits|plans|relations|catalogue"
static const struct {
    const char *id;
    grid *(*make)(void);
    int always; /* part of a plain `assay list` */
} lists[] = {
    { "metrics", list_metrics, 1 },       { "scenarios", list_scenarios, 1 },   { "plans", list_plans, 1 },
    { "properties", list_properties, 1 }, { "presets", list_presets, 0 },       { "relations", list_relations, 0 },
    { "profiles", list_profiles, 1 },     { "thresholds", list_thresholds, 0 }, { "limits", list_limits, 0 },
};

static int run(const cli_args *args)
{
    grid *made[sizeof lists / sizeof *lists];
    size_t count = 0;
    int format;
    int bad = print_format(args, &format);
    if (bad) return bad;
    if (args->n_words && strcmp(args->word[0], "catalogue") == 0) {
        bad = cli_fail(catalogue_grid(cli_value(args, "verdicts"), &made[0], &cli_error));
        return bad ? bad : print_grids(args, made, 1, format);
    }
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        if (args->n_words ? strcmp(args->word[0], lists[k].id) == 0 : lists[k].always) made[count++] = lists[k].make();
    if (!count)
        return cli_usage("list %s: one of " KINDS "%s", args->word[0], known_choice(args->word[0], KINDS));
    return print_grids(args, made, count, format);
}

const cli_command cli_command_list = { .most = 1, .run = run };
