/* assay list -- one line each of what there is. */
#include "choice_table.h"
#include "known.h"
#include "limit.h"
#include "needed.h"
#include "papers.h"
#include "plan.h"
#include "print.h"
#include "property_table.h"
#include "relation.h"
#include "judge.h"

#include <string.h>

static void put_metric(grid *g, const assay_metric *metric)
{
    static const assay_size usual = { .n = 20000, .n_factors = 8, .n_codes = 8 };
    const char *presets = "";
    double option[64] = { 0 };
    uint32_t mask = 0;
    for (size_t o = 0; o < metric->n_outputs; o++) mask |= metric->outputs[o].measures;
    for (size_t p = 0; p < metric->n_presets; p++) presets = phrase_join(presets, " ", metric->presets[p].id);
    needed_status(assay_options_settle(metric, metric->presets, NULL, option, NULL));
    GRID_WORDS(g, metric->id, metric->title, metric->family);
    grid_text(g, "%c%c%c", mask & ASSAY_MODULARITY ? 'M' : '-', mask & ASSAY_COMPACTNESS ? 'C' : '-',
              mask & ASSAY_EXPLICITNESS ? 'E' : '-');
    GRID_TEXTS(g, presets, metric->presets[0].source);
    grid_text(g, "%.1e", assay_metric_cost(metric, option, &usual));
    GRID_TEXTS(g, worst_found_text(metric->id, "default", NULL));
}

static grid *list_metrics(void)
{
    grid *g = grid_new("metrics");
    GRID_COLUMNS(g, { "id", "metric", GRID_LEFT }, { "title", "title", GRID_LEFT }, { "family", "family", GRID_LEFT },
                 { "measures", "measures", GRID_LEFT }, { "presets", "presets", GRID_WRAP },
                 { "source", "source", GRID_WRAP }, { "cost", "cost", GRID_RIGHT },
                 { "worst_found", "worst found", GRID_WRAP });
    grid_stub(g, 1);
    for (size_t m = 0; m < assay_metric_count(); m++) put_metric(g, assay_metric_at(m));
    grid_note(
        g, 0,
        "M modularity, C compactness, E explicitness: what a metric claims to measure. cost: steps of an inner loop, "
        "about a nanosecond each, at 20000 rows, 8 factors and 8 codes, relations included. worst found: of a kept "
        "hunt, as a share of the range; none is no proof. docs/hunt.md, `assay help hunt`");
    return g;
}

static grid *list_scenarios(void)
{
    grid *g = grid_new("scenarios");
    GRID_COLUMNS(g, { "id", "scenario", GRID_LEFT }, { "title", "title", GRID_LEFT },
                 { "parameters", "parameters", GRID_WRAP });
    for (size_t s = 0; s < assay_scenario_count(); s++) {
        const assay_scenario *scenario = assay_scenario_at(s);
        const char *text = "";
        for (size_t p = 0; p < scenario->n_parameters; p++) {
            const assay_sweep *sweep = &scenario->sweeps[p];
            char first[64], last[64];
            assay_option_print(&scenario->parameters[p], sweep->at[0], first, sizeof first);
            assay_option_print(&scenario->parameters[p], sweep->at[sweep->n_at - 1], last, sizeof last);
            text = phrase("%s%s%s=%s%s%s", text, p ? " " : "", scenario->parameters[p].id, first,
                          sweep->n_at > 1 ? ".." : "", sweep->n_at > 1 ? last : "");
        }
        GRID_WORDS(g, scenario->id, scenario->title, text);
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
            GRID_WORDS(g, phrase("%s@%s", metric->id, metric->presets[p].id),
                       metric->presets[p].options ? metric->presets[p].options : "", metric->presets[p].source);
        }
    }
    return g;
}

static grid *list_properties(void)
{
    grid *g = grid_new("properties a metric should have");
    GRID_COLUMNS(g, { "id", "property", GRID_LEFT }, { "asks", "what it asks", GRID_WRAP },
                 { "scenarios", "scenarios", GRID_WRAP });
    for (size_t k = 0; k < property_count(); k++) {
        const property *p = property_at(k);
        GRID_WORDS(g, p->id, p->asks, property_scenarios(p));
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
        const char *classes = "", *names = "";
        for (size_t i = 0; i < p->n_factors; i++) {
            classes = phrase("%s%s%d", classes, i ? " x " : "", (int)p->levels[i]);
            names = phrase_join(names, ", ", p->names[i]);
        }
        GRID_WORDS(g, p->id, classes, names, p->source);
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
        GRID_WORDS(g, l->id, phrase("%.15g", l->value), l->unit, l->bounds, l->remedy);
    }
    return g;
}

static grid *list_relations(void)
{
    grid *g = grid_new("relations: factor x code matrices, for the option `relation` of a metric");
    GRID_COLUMNS(g, { "id", "relation", GRID_LEFT }, { "title", "title", GRID_WRAP });
    for (size_t r = 0; r < relation_count(); r++) GRID_WORDS(g, relation_at(r)->id, relation_at(r)->title);
    return g;
}

/* The name of a file of papers/ is the paper's id. */
static grid *list_papers(void)
{
    grid *g = grid_new("publications whose results are compared with those of a store");
    GRID_COLUMNS(g, { "id", "paper", GRID_LEFT }, { "source", "cited as", GRID_LEFT }, { "title", "title", GRID_WRAP },
                 { "code", "published code", GRID_WRAP }, { "preset", "preset", GRID_LEFT },
                 { "plan", "plan", GRID_LEFT }, { "word", "reproduce", GRID_LEFT }, { "bibtex", "bibtex", GRID_WRAP });
    const paper_list *list = &papers_all()->papers;
    for (size_t k = 0; k < list->count; k++) {
        const paper *p = *PAPER_AT(const paper *, *list, k);
        const char *file = strrchr(p->file, '/') + 1, *title = p->title ? p->title : p->heading;
        const char *id = phrase("%.*s", (int)strcspn(file, "."), file);
        GRID_ROW(g, GRID_TEXT(id), GRID_TEXT(p->name), GRID_TEXT(title), GRID_TEXT(p->code), GRID_TEXT(p->preset),
                 GRID_TEXT(p->plan), GRID_TEXT(p->tables), GRID_TEXT(choice_reference(id, title, p->name)));
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

#define KINDS "metrics|scenarios|profiles|presets|properties|thresholds|limits|plans|relations|papers"
static const struct {
    const char *id;
    grid *(*make)(void);
    int always; /* part of a plain `assay list` */
} lists[] = {
    { "metrics", list_metrics, 1 },       { "scenarios", list_scenarios, 1 },   { "plans", list_plans, 1 },
    { "properties", list_properties, 1 }, { "presets", list_presets, 0 },       { "relations", list_relations, 0 },
    { "profiles", list_profiles, 1 },     { "thresholds", list_thresholds, 0 }, { "limits", list_limits, 0 },
    { "papers", list_papers, 0 },
};

int cmd_list(const cli_args *args)
{
    grid *made[sizeof lists / sizeof *lists];
    size_t count = 0;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        if (args->n_words ? strcmp(args->word[0], lists[k].id) == 0 : lists[k].always) made[count++] = lists[k].make();
    if (!count) return cli_usage("%s", known_choice(args->word[0], "list", KINDS));
    return print_first(args, made, count);
}
