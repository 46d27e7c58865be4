/* assay describe -- everything about one metric or scenario, read out of its descriptor. */
#include "choice_table.h"
#include "cli.h"
#include "known.h"
#include "metric_list.h"
#include "needed.h"
#include "property_table.h"
#include "recipe.h"
#include "reference.h"
#include "relation.h"
#include "judge.h"

#include <jansson.h>
#include <string.h>

/* Of --json: an object for each kind that has the name, whose parts are a name and texts; the last of each. NULL: text
 * for people. */
static json_t *kinds, *parts, *texts;
static int shared, described; /* whether several kinds have the name; how many were described */

static void put_text(const char *label, const char *text)
{
    if (*label) json_array_append_new(parts, json_pack("{ss so}", "name", label, "texts", texts = json_array()));
    if (*text) json_array_append_new(texts, json_string(text));
}

/* Words wrapped, every line but the first indented. */
static void wrap(const char *label, const char *text)
{
    enum { INDENT = 12 };
    if (kinds) put_text(label, text);
    else if (!*text) puts(label);
    else {
        printf("%-*s", INDENT, label);
        wrapped_text(text, INDENT, stdout);
    }
}

/* For programs: the source as BibTeX. */
static void cite(const char *id, const char *title, const char *source)
{
    const char *text = kinds ? choice_reference(id, title, source) : NULL;
    if (text) put_text("bibtex", text);
}

/* What several kinds call by one name is described for each, under its kind. */
static void begin(const char *kind, const char *id, const char *title)
{
    if (kinds)
        json_array_append_new(kinds,
                              json_pack("{ss ss so}", "kind", kind, "title", title, "parts", parts = json_array()));
    else printf("%s%s%s%s -- %s\n\n", described++ ? "\n" : "", shared ? kind : "", shared ? "\n\n" : "", id, title);
}

ASSAY_PRINTF(2, 3) static void wrap_words(const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    OWNED char *text = needed(wording_of(format, args));
    va_end(args);
    wrap(label, text);
}

static void print_option(const assay_option *option)
{
    char standard[64], line[768];
    assay_option_print(option, option->standard, standard, sizeof standard);
    wording w = WORDING(line);
    wording_add(&w, "%s = %s (", option->id, standard);
    if (!option->words)
        wording_add(&w, "%g to %g%s", option->low, option->high, option->flags & ASSAY_WHOLE ? ", whole" : "");
    for (size_t k = 0; option->words && option->words[k]; k++) wording_add(&w, "%s%s", k ? "|" : "", option->words[k]);
    wording_add(&w, "): %s", option->text);
    wrap("", line);
}

static void print_options(const char *label, const assay_option *options, size_t n)
{
    if (!n) return;
    wrap(label, "");
    for (size_t k = 0; k < n; k++) print_option(&options[k]);
}

static void print_outputs(const assay_metric *metric)
{
    static const char *const axes[] = { "one value", "one value per factor, and overall",
                                        "one value per code, and overall" };
    wrap("outputs", "");
    for (size_t o = 0; o < metric->n_outputs; o++) {
        const assay_output *output = &metric->outputs[o];
        worst_found worst;
        char measures[64];
        if (!claims_join(output->measures, ", ", ", ", measures, sizeof measures))
            snprintf(measures, sizeof measures, "none of the three");
        wrap_words("", "%s: %s; %g to %g; measures: %s", output->id, axes[output->axis], output->low, output->high,
                   measures);
        if (worst_found_of(metric->id, "default", output->id, &worst))
            wrap_words("", "  worst found: %s %s (`assay hunt %s --evaluations 300 --out out/hunt`)", worst.words,
                       worst.recipe, metric->id);
    }
}

static void print_presets(const assay_metric *metric)
{
    wrap("presets", "");
    for (size_t p = 0; p < metric->n_presets; p++) {
        const assay_preset *preset = &metric->presets[p];
        const char *options = preset->options ? preset->options : "";
        wrap_words("", "%s%s%s%s: %s", preset->id, *options ? " (" : "", options, *options ? ")" : "", preset->source);
        if (preset->defects) wrap_words("", "  differs: %s", preset->defects);
    }
    for (size_t p = 1; p < metric->n_presets; p++) {
        char id[128];
        snprintf(id, sizeof id, "%s-%s", metric->id, metric->presets[p].id);
        cite(id, metric->title, metric->presets[p].source);
    }
}

/* As a plain preset; what a unit is stands in the line. */
static void print_cost(double cost)
{
    wrap_words("cost",
               "about %.2g units at 20000 x 8 x 8 (samples, factors, codes); a unit is a step of an "
               "inner loop, a nanosecond or so",
               cost);
}

static const assay_size usual = { .n = 20000, .n_factors = 8, .n_codes = 8 };

/* With the default preset: what it costs, and how intervals over rows come about (assay study). */
static void print_metric_cost(const assay_metric *metric)
{
    double *option = kept(metric->n_options + 1, sizeof *option);
    const char *solver = NULL;
    needed_status(assay_options_settle(metric, metric->presets, NULL, option, NULL));
    wrap("intervals", relation_rows_may_repeat(metric, option)
                          ? "bootstrap of rows: a row that is drawn twice counts twice and changes nothing else"
                          : "halves of the rows, drawn without replacement: rows that stand twice would be "
                            "neighbours, ties, or learnt from and held out at once");
    print_cost(assay_metric_cost(metric, option, &usual));
    (void)assay_metric_solver_cost(metric, option, &usual, &solver);
    if (solver) wrap("", solver);
    const double tolerance = assay_metric_tolerance(metric, option);
    wrap("", metric_is_dear(metric) > 0 ? "one of cost:expensive" : "one of cost:cheap");
    if (tolerance > 0.0)
        wrap_words("tolerance", "right solvers may differ by %.0e of the range; validate counts them as equal",
                   tolerance);
}

/* The definition step by step: what its program says. */
static void print_definition(const assay_metric *metric)
{
    static char rules[1 << 16];
    if (reference_rules("metrics", metric->id, rules, sizeof rules, NULL) != ASSAY_OK) return;
    wrap_words("definition", "(as a program: `assay describe %s --numpy`)", metric->id);
    wrap("", rules);
}

static void describe_metric(const assay_metric *metric)
{
    begin("METRIC", metric->id, metric->title);
    wrap("family", metric->family);
    wrap("formula", metric->formula);
    wrap("source", metric->source);
    cite(metric->id, metric->title, metric->source);
    wrap("randomness", metric->flags & ASSAY_RANDOM ? "random: a stream derived from (seed, metric, scenario, point)"
                                                    : "none: deterministic");
    const int circles = metric->flags & (ASSAY_CYCLIC | ASSAY_CODES_ALONE);
    wrap("cyclic",
         circles ? "factors on a circle (kind cyclic:P) are taken as such" : "factors on a circle: not applicable");
    print_metric_cost(metric);
    print_outputs(metric);
    print_options("options", metric->options, metric->n_options);
    print_presets(metric);
    print_definition(metric);
}

static void truth_cell(const assay_truth *truth, char *to, size_t size)
{
    if (truth->kind == ASSAY_UNKNOWN) snprintf(to, size, "-");
    else snprintf(to, size, truth->kind == ASSAY_IS ? "%.3g" : "(%.3g)", truth->value);
}

static void truth_line(const char *label, const char *at, const char *m, const char *c, const char *e)
{
    if (!kinds) printf("%-12s%-12s%12s%12s%13s\n", label, at, m, c, e);
    else wrap_words(label, "%s\t%s\t%s\t%s", at, m, c, e);
}

/* The truth along the sweep: each point of the first swept parameter, all others at their standard value. */
static void print_truth(const assay_scenario *scenario)
{
    double parameter[32];
    if (scenario->n_parameters > sizeof parameter / sizeof *parameter) return;
    assay_options_standard(scenario->parameters, scenario->n_parameters, parameter);
    size_t swept = 0;
    while (swept + 1 < scenario->n_parameters && scenario->sweeps[swept].n_at < 2) swept++;
    truth_line("known", scenario->n_parameters ? scenario->parameters[swept].id : "", "modularity", "compactness",
               "explicitness");
    const size_t points = scenario->n_parameters ? scenario->sweeps[swept].n_at : 1;
    for (size_t k = 0; k < points; k++) {
        char value[64] = "", cell[3][32];
        assay_truth truth[3] = { { 0 } };
        if (scenario->n_parameters) {
            parameter[swept] = scenario->sweeps[swept].at[k];
            assay_option_print(&scenario->parameters[swept], parameter[swept], value, sizeof value);
        }
        scenario->truth(parameter, truth);
        for (int p = 0; p < 3; p++) truth_cell(&truth[p], cell[p], sizeof cell[p]);
        truth_line("", value, cell[0], cell[1], cell[2]);
    }
    wrap("", "(x): only the order is known, larger is better; -: nothing is known");
}

/* Of the scenario of recipes: every word of the language. */
static void print_words(void)
{
    static const char *const titles[] = { "laws of factors (v: 4 uniform)", "dependence of factors", "sources of codes",
                                          "maps of a code, or of all codes so far", "rows" };
    const recipe_word *w;
    int kind = -1;
    for (size_t k = 0; (w = recipe_word_at(k)); k++) {
        char call[96], line[512];
        wording c = WORDING(call);
        if (w->kind != kind) wrap(titles[kind = w->kind], "");
        wording_add(&c, "%s%s", w->id, w->columns || w->argument[0].id ? "(" : "");
        if (w->columns) wording_add(&c, "%s", !w->makes_first ? "i j" : w->columns == 2 ? "i of j" : "i of j k");
        for (size_t a = 0; a < RECIPE_ARGUMENTS && w->argument[a].id; a++)
            wording_add(&c, "%s%s", a || w->columns ? ", " : "", w->argument[a].id);
        wording_add(&c, "%s", w->columns || w->argument[0].id ? ")" : "");
        wording l = WORDING(line);
        wording_add(&l, "%s: %s", call, w->text);
        for (size_t a = 0; a < RECIPE_ARGUMENTS && w->argument[a].id; a++)
            if (!w->argument[a].words) {
                wording_add(&l, "; %s %g to %g", w->argument[a].id, w->argument[a].low, w->argument[a].high);
                if (!isnan(w->argument[a].standard)) wording_add(&l, " (%g)", w->argument[a].standard);
            }
        wording_add(&l, "; truth: %s; %s", w->truth, w->numpy);
        wrap("", line);
    }
}

static void describe_scenario(const assay_scenario *scenario)
{
    begin("SCENARIO", scenario->id, scenario->title);
    wrap("codes", scenario->formula);
    wrap("draws", scenario->draws);
    wrap_words("program", "assay generate %s --numpy prints the definition in NumPy, to the last bit", scenario->id);
    wrap("truth", scenario->truth_text);
    if (scenario->recipe) wrap("recipe", scenario->recipe);
    wrap("source", scenario->source);
    cite(scenario->id, scenario->title, scenario->source);
    wrap_words("study", "%zu samples, seeds 0 to %zu", scenario->samples, scenario->seeds - 1);
    wrap("profiles", scenario->codes ? "codes can be made of the factors of any profile (`assay list profiles`)"
                                     : scenario->own_factors);
    print_options("parameters", scenario->parameters, scenario->n_parameters);
    for (size_t p = 0; p < scenario->n_parameters; p++) {
        char line[1024];
        wording w = WORDING(line);
        wording_add(&w, "%s swept:", scenario->parameters[p].id);
        for (size_t k = 0; k < scenario->sweeps[p].n_at; k++) {
            char value[64];
            assay_option_print(&scenario->parameters[p], scenario->sweeps[p].at[k], value, sizeof value);
            wording_add(&w, " %s", value);
        }
        wrap("", line);
    }
    print_truth(scenario);
    if (scenario->read_text) print_words();
}

static void describe_profile(const assay_profile *p)
{
    begin("FACTOR PROFILE", p->id, p->title);
    wrap("kind", "factor profile: factors that scenarios can be on in the place of their own");
    for (size_t i = 0; i < p->n_factors; i++)
        wrap_words(i ? "" : "factors", "%s: %d classes%s%s", p->names[i], (int)p->levels[i],
                   p->period && p->period[i] > 0.0 ? ", around a circle" : "",
                   p->absent && p->absent[i] ? ", or absent" : "");
    wrap("draws", p->draws);
    wrap("codes", p->absent ? "scenarios take class k of K as k/(K - 1); where it may be absent as k/K, and 1 if it is"
                            : "scenarios take class k of K as k/(K - 1)");
    wrap("source", p->source);
    wrap("not applicable", "");
    for (size_t k = 0; assay_scenario_at(k); k++) {
        const assay_scenario *s = assay_scenario_at(k);
        double parameter[32];
        if (s->n_parameters > sizeof parameter / sizeof *parameter) continue;
        assay_options_standard(s->parameters, s->n_parameters, parameter);
        const char *refused = assay_scenario_refusal(s, parameter, p);
        if (refused) wrap_words("", "%s: %s", s->id, refused);
    }
}

static void describe_relation(const relation_kind *relation)
{
    double option[RELATION_OPTIONS_MOST];
    assay_options_standard(relation->options, relation->n_options, option);
    begin("RELATION", relation->id, relation->title);
    wrap("kind", "relation: a factor x code matrix that metrics share");
    wrap("source", relation->source);
    print_cost(relation->cost(&usual, option));
    if (relation->solver) wrap("", relation->solver->work);
    print_options("options", relation->options, relation->n_options);
}

static void describe_property(const property *of)
{
    const char *scenarios = property_scenarios(of);
    begin("PROPERTY", of->id, of->title);
    wrap("asks", of->asks);
    wrap("rule", of->rule);
    wrap("scenarios", scenarios[0] ? scenarios : "none: it is read out of the metric's options");
    wrap("source", of->source);
    cite(of->id, of->title, of->source);
    if (of->diagnostic) wrap("diagnostic", "reported, but failing it is no defect");
    wrap("thresholds", "");
    for (size_t k = 0; k < threshold_count(); k++) {
        const threshold *t = threshold_at(k);
        if (property_uses(of, t->id)) wrap_words("", "%s = %g: %s", t->id, t->value, t->text);
    }
}

/* Also of "mig@zaidi2020" and "mig:bins=20", which are names elsewhere. */
static int unknown(const char *id)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "@:"), id);
    if (assay_metric_find(name))
        return cli_usage("'%s': `assay describe %s` describes a metric with all its presets and options", id, name);
    return cli_usage("%s",
                     known_refusal(id, "name", NULL, "assay list",
                                   KNOWN(known_metric, known_scenario, known_relation, known_property, known_profile)));
}

/* A metric's with its options, "mig@zaidi2020:bins=15"; a scenario's as it stands; a profile's with codes that are its
 * values from 0 to 1. */
static int print_program(const char *id)
{
    static char program[1 << 18];
    char point[64] = "";
    const char *of = assay_scenario_find(id) ? id : assay_profile_find(id) ? "cardinality" : NULL;
    if (of != id) snprintf(point, sizeof point, "factors=%s", id);
    const assay_status status = of && !assay_metric_find(id)
                                    ? assay_numpy_program(of, point, 0, 0, program, sizeof program, &cli_error)
                                    : assay_metric_program(id, program, sizeof program, &cli_error);
    if (status == ASSAY_OK) fputs(program, stdout);
    return cli_fail(status);
}

int cmd_describe(const cli_args *args)
{
    const char *id = args->word[0];
    if (cli_given(args, "numpy")) return print_program(id);
    const assay_metric *metric = assay_metric_find(id);
    const assay_scenario *scenario = assay_scenario_find(id);
    const relation_kind *relation = relation_find(id);
    const property *of = property_find(id);
    const assay_profile *profile = assay_profile_find(id);
    const int have = (metric != NULL) + (scenario != NULL) + (relation != NULL) + (of != NULL) + (profile != NULL);
    if (!have) return unknown(id);
    shared = have > 1;
    if (cli_given(args, "json")) kinds = json_array();
    if (metric) describe_metric(metric);
    if (scenario) describe_scenario(scenario);
    if (relation) describe_relation(relation);
    if (of) describe_property(of);
    if (profile) describe_profile(profile);
    if (kinds) json_dumpf(kinds, stdout, JSON_INDENT(1));
    json_decref(kinds);
    return 0;
}
