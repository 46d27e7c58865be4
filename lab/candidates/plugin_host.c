/*
 * Serving a plug-in (`assay --serve-plugin FILE.so`): the same protocol as any candidate, the same host of a metric's
 * call as the bench's, so that a plug-in's score has the bits of the same metric built in, where that draws nothing.
 * Its random streams follow from the request's seed: no name of a scenario or point comes in here.
 */
#include "array_file.h"
#include "axis_name.h"
#include "candidate.h"
#include "claim_names.h"
#include "fnv.h"
#include "launch.h"
#include "scoring.h"
#include "sealed_file.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

typedef struct plugin {
    const assay_metric *metric; /* NULL: why not */
    char why[768];
    double *option;
    scoring *scoring;
} plugin;

static json_t *error_json(const char *text) { return json_pack("{ss}", "error", text); }

static const char *metric_lacks(const assay_metric *m)
{
    if (!m) return "assay_plugin() returned NULL";
    if (m->abi != ASSAY_ABI) return "it was compiled for another version of assay.h: compile it again";
    if (!m->id || !*m->id) return "its metric has no id";
    if (!m->score) return "its metric has no score function";
    if (!m->n_outputs || !m->outputs) return "its metric has no outputs";
    for (size_t o = 0; o < m->n_outputs; o++)
        if (!m->outputs[o].id || m->outputs[o].axis < 0 || m->outputs[o].axis > 2)
            return "an output has no id or no axis";
    return NULL;
}

/* The metric of a library; NULL: to->why. */
static const assay_metric *metric_of(const char *file, plugin *to)
{
    char path[4096];
    const assay_metric *(*entry)(void) = NULL;
    snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "assay_plugin") : NULL;
    if (!symbol) {
        const char *why = dlerror();
        snprintf(to->why, sizeof to->why, "%s%s", why ? why : "it cannot be loaded",
                 library ? "; a plug-in ends with the line ASSAY_PLUGIN(metric)" : "");
        return NULL;
    }
    memcpy(&entry, &symbol, sizeof entry);
    const assay_metric *metric = entry();
    const char *lacks = metric_lacks(metric);
    if (lacks) snprintf(to->why, sizeof to->why, "%s", lacks);
    return lacks ? NULL : metric;
}

static void plugin_load(const char *file, plugin *to)
{
    assay_error err = { "memory ran out" };
    const assay_metric *metric = metric_of(file, to);
    if (!metric) return;
    to->scoring = scoring_new();
    to->option = calloc(metric->n_options + 1, sizeof *to->option);
    int fine = to->scoring && to->option;
    if (fine) assay_options_standard(metric->options, metric->n_options, to->option);
    if (fine && metric->n_presets)
        fine = assay_options_parse(metric->options, metric->n_options, metric->presets[0].options, to->option, &err) ==
               ASSAY_OK;
    if (fine) to->metric = metric;
    else snprintf(to->why, sizeof to->why, "its first preset: %.600s", err.text);
}

/* null: NaN, or no bound. */
static json_t *number_json(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *measures_json(uint32_t mask)
{
    json_t *list = json_array();
    for (uint32_t k = 0; k < CLAIM_NAMES; k++)
        if (mask & 1u << k) json_array_append_new(list, json_string(claim_name(1u << k)));
    return list;
}

static json_t *describe(const plugin *p)
{
    const assay_metric *m = p->metric;
    json_t *outputs = json_array();
    for (size_t o = 0; o < m->n_outputs; o++) {
        const assay_output *output = &m->outputs[o];
        json_array_append_new(outputs, json_pack("{ss ss so so so}", "name", output->id, "axis",
                                                 axis_name(output->axis), "measures", measures_json(output->measures),
                                                 "low", number_json(output->low), "high", number_json(output->high)));
    }
    return json_pack("{ss ss so sb sb sb ss}", "name", m->id, "title", m->title ? m->title : m->id, "outputs", outputs,
                     "deterministic", !(m->flags & ASSAY_RANDOM), "absent", (m->flags & ASSAY_ABSENT) != 0, "separate",
                     (m->flags & ASSAY_SEPARATE) != 0, "needs", m->flags & ASSAY_CODES_ALONE ? "codes" : "both");
}

/* What is told of a factor or code says so: the bench may know it by another number. */
static json_t *reason_json(const assay_item *item)
{
    if (!item->undefined) return json_null();
    if (item->reason->axis == ASSAY_OVERALL) return json_string(item->undefined);
    return json_pack("{ss ss sI}", "word", item->reason->word, "text", item->reason->text,
                     axis_name(item->reason->axis), (json_int_t)item->reason->index);
}

static json_t *score_json(const assay_score *score)
{
    json_t *items = score->n_items ? json_array() : NULL;
    json_t *reasons = items && score->n_undefined ? json_array() : NULL;
    for (size_t k = 0; k < score->n_items; k++) {
        const assay_item *item = &score->items[k];
        json_array_append_new(items, number_json(item->value));
        if (reasons) json_array_append_new(reasons, reason_json(item));
    }
    return json_pack("{ss so so* so* so*}", "output", score->output, "value", number_json(score->overall.value),
                     "undefined", score->overall.undefined ? reason_json(&score->overall) : NULL, "items", items,
                     "reasons", reasons);
}

static json_t *scores_json(const plugin *p, const assay_score *scores)
{
    const char *failed = "failed: ";
    if (scores[0].status != ASSAY_OK) {
        const char *why = scores[0].overall.undefined ? scores[0].overall.undefined : "it gave no reason";
        return error_json(strncmp(why, failed, strlen(failed)) == 0 ? why + strlen(failed) : why);
    }
    json_t *list = json_array();
    for (size_t o = 0; o < p->metric->n_outputs; o++) json_array_append_new(list, score_json(&scores[o]));
    return json_pack("{so}", "scores", list);
}

/* A scoring_change: what the plug-in names on its way (call->step), as a Python function's steps that are returned; and
 * the relations that it asks for. */
static void offer(const changing_relation *r, void *context)
{
    const size_t count = r->n_factors * r->n_codes;
    json_t *values = json_array();
    char name[128] = "the relation that you ask for";
    if (r->step) snprintf(name, sizeof name, "your step \"%s\"", r->step);
    for (size_t k = 0; k < count; k++) json_array_append_new(values, number_json(r->value[k]));
    json_array_append_new(context, json_pack("{ss ss sI so}", "name", name, "step", r->step ? r->step : "relation",
                                             "rows", (json_int_t)r->n_factors, "values", values));
}

static json_t *score_rep(const plugin *p, const assay_rep *rep, const json_t *request)
{
    static char preset[] = "default";
    const variant v = { .metric = p->metric, .id.text = preset, .option = p->option };
    const uint64_t seed = (uint64_t)json_integer_value(json_object_get(request, "seed"));
    const assay_score *scores;
    assay_status status = scoring_begin(p->scoring, rep, seed, "", "");
    json_t *offered = json_object_get(request, "observe") ? json_array() : NULL;
    if (offered) scoring_change_relations(p->scoring, offer, offered);
    if (status == ASSAY_OK) status = scoring_run(p->scoring, &v, &scores);
    scoring_change_relations(p->scoring, NULL, NULL);
    json_t *answer =
        status == ASSAY_OK ? scores_json(p, scores) : json_pack("{ss ss}", "error", "memory ran out", "kind", "memory");
    if (offered) json_object_set_new(answer, "observed", json_pack("{so}", "offered", offered));
    return answer;
}

static uint64_t imprint(const array *of) { return fnv_doubles(FNV_START, of->value, of->rows * of->cols); }

/* Scores, and says into which of the arrays the plug-in wrote. */
static json_t *score_watched(const plugin *p, const assay_rep *rep, const array *factors, const array *codes,
                             const json_t *request)
{
    const uint64_t before[] = { imprint(factors), imprint(codes) };
    json_t *answer = score_rep(p, rep, request);
    FREED(json_dropped) json_t *changed = json_array();
    if (imprint(factors) != before[0]) json_array_append_new(changed, json_string("factors"));
    if (imprint(codes) != before[1]) json_array_append_new(changed, json_string("codes"));
    if (answer && json_array_size(changed)) json_object_set(answer, "changed", changed);
    return answer;
}

static json_t *score(const plugin *p, const json_t *request)
{
    const char *factors_path = json_string_value(json_object_get(request, "factors"));
    const char *codes_path = json_string_value(json_object_get(request, "codes"));
    const json_t *kinds = json_object_get(request, "levels"), *periods = json_object_get(request, "periods");
    FREED(array_free) array factors = { 0 };
    FREED(array_free) array codes = { 0 };
    assay_error err = { "memory ran out" };
    if (!factors_path || !codes_path) return error_json("a request without factors or codes");
    if (array_read_inside(factors_path, NULL, &factors, &err) != ASSAY_OK ||
        array_read_inside(codes_path, NULL, &codes, &err) != ASSAY_OK)
        return error_json(err.text);
    OWNED int32_t *levels = zeroed(factors.cols, sizeof *levels);
    OWNED double *period = zeroed(factors.cols, sizeof *period);
    if (!levels || !period) return error_json("memory ran out");
    for (size_t i = 0; i < factors.cols; i++) {
        levels[i] = (int32_t)json_integer_value(json_array_get(kinds, i));
        period[i] = json_number_value(json_array_get(periods, i));
    }
    const assay_rep rep = { .abi = ASSAY_ABI,
                            .n = factors.rows,
                            .n_factors = factors.cols,
                            .n_codes = codes.cols,
                            .factors = factors.value,
                            .codes = codes.value,
                            .levels = levels,
                            .truth = { NAN, NAN, NAN },
                            .period = period };
    return score_watched(p, &rep, &factors, &codes, request);
}

static json_t *answer_to(const plugin *p, const json_t *request)
{
    const char *op = json_string_value(json_object_get(request, "op"));
    if (!p->metric) return error_json(p->why);
    if (op && strcmp(op, "describe") == 0) return describe(p);
    if (!op || strcmp(op, "score") != 0) return error_json("a request that is neither describe nor score");
    json_t *answer = score(p, request);
    const json_t *cell = json_object_get(request, "cell");
    if (answer && cell) json_object_set_new(answer, "cell", json_integer(json_integer_value(cell)));
    return answer;
}

/* 0 when the conversation is over. */
static int serve_line(const plugin *p, const char *line, FILE *answers)
{
    FREED(json_dropped) json_t *request = json_strict(line, strlen(line), NULL);
    const char *op = json_string_value(json_object_get(request, "op"));
    if (!request || (op && strcmp(op, "bye") == 0)) return 0;
    FREED(json_dropped) json_t *answer = answer_to(p, request);
    if (answer) json_dumpf(answer, answers, 0);
    fputc('\n', answers);
    fflush(answers);
    return 1;
}

/* What the plug-in prints goes to standard error; the conversation has files of its own. */
static int serve(const char *file)
{
    plugin p = { 0 };
    FILE *requests = fdopen(dup(0), "r"), *answers = fdopen(dup(1), "w");
    const int nothing = open("/dev/null", O_RDONLY);
    if (!requests || !answers || nothing < 0 || dup2(nothing, 0) < 0 || dup2(2, 1) < 0) return ASSAY_EENVIRONMENT;
    close(nothing);
    plugin_load(file, &p);
    OWNED char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, requests) > 0 && serve_line(&p, line, answers)) continue;
    scoring_free(p.scoring);
    free(p.option);
    fclose(requests);
    fclose(answers);
    return 0;
}

int candidate_serve(int argc, char **argv, int *status)
{
    launch_serves();
    if (argc) contain_own_words(argc, argv);
    if (argc != 3 || strcmp(argv[1], "--serve-plugin") != 0) return 0;
    *status = serve(argv[2]);
    return 1;
}
