/* The public way in: one representation, a list of metrics; one relation. */
#include "data_warnings.h"
#include "reference.h"
#include "scoring_inside.h"
#include "wording.h"

typedef struct scores_owner {
    scoring *scoring;
    selection selection;
    assay_score *scores;
} scores_owner;

static void owner_free(scores_owner *owner)
{
    scoring_free(owner->scoring);
    selection_free(&owner->selection);
    free(owner->scores);
    free(owner);
}

static assay_status score_each(scores_owner *owner, assay_scores *to, assay_error *err)
{
    size_t count = 0, used = 0;
    for (size_t k = 0; k < owner->selection.count; k++) count += owner->selection.at[k].metric->n_outputs;
    owner->scores = calloc(count + 1, sizeof *owner->scores);
    if (!owner->scores) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < owner->selection.count; k++) {
        const assay_score *scores;
        const size_t outputs = owner->selection.at[k].metric->n_outputs;
        const assay_status status = scoring_run(owner->scoring, &owner->selection.at[k], &scores);
        if (status != ASSAY_OK)
            return assay_fail(err, status, "memory ran out in %s", owner->selection.at[k].metric->id);
        memcpy(owner->scores + used, scores, outputs * sizeof *scores);
        used += outputs;
    }
    *to = (assay_scores){ .at = owner->scores, .count = count, .owner = owner };
    return ASSAY_OK;
}

assay_status score_selection(const assay_rep *rep, const scoring_place *where, uint32_t jobs, selection *with,
                             assay_scores *to, assay_error *err)
{
    scores_owner *owner = zeroed(1, sizeof *owner);
    if (owner) owner->scoring = scoring_new();
    if (!owner || !owner->scoring) {
        selection_free(with);
        free(owner);
        return no_memory(NULL, err);
    }
    owner->selection = *with;
    *with = (selection){ 0 };
    selection_fit(&owner->selection, rep);
    scoring_jobs(owner->scoring, jobs);
    assay_status status = scoring_begin(owner->scoring, rep, where->seed, where->scenario, where->point);
    if (status == ASSAY_OK) status = score_each(owner, to, err);
    if (status != ASSAY_OK) owner_free(owner);
    return status; /* NOLINT(clang-analyzer-unix.Malloc): the scores own it */
}

assay_status score_list(const assay_rep *rep, const scoring_place *where, uint32_t jobs, const char *metrics,
                        const metric_source *outside, assay_scores *to, assay_error *err)
{
    FREED(selection_free) selection chosen = { 0 };
    if (!to) return assay_fail(err, ASSAY_EUSAGE, "to is NULL: the scores have no place");
    *to = (assay_scores){ 0 };
    ASSAY_TRY(scoring_check(rep, err));
    ASSAY_TRY(metric_list_add(&chosen, metrics, outside, err));
    selection mine = chosen; /* which goes to the scores */
    chosen = (selection){ 0 };
    return score_selection(rep, where, jobs, &mine, to, err);
}

void assay_warnings(const assay_rep *of, const assay_scores *scores, char *to, size_t size)
{
    data_warning found[DATA_WARNINGS];
    few_bins few = { .count = 0 };
    assay_error err;
    char remark[768];
    wording w = wording_in(to, size);
    if (!of || !to || !size || scoring_check(of, &err) != ASSAY_OK) return;
    const scores_owner *owner = scores ? scores->owner : NULL;
    assay_rep rep = *of;
    OWNED int32_t *numbers = zeroed(rep.n_factors, sizeof *numbers);
    if (!numbers) return;
    if (!rep.levels) rep.levels = numbers;
    const size_t n = data_warnings(&rep, owner ? &owner->selection : NULL, found);
    for (size_t k = 0; k < n; k++) wording_join(&w, "\n", found[k].text);
    for (size_t k = 0; scores && k < scores->count; k++)
        few_bins_add(&few, scores->at[k].metric, scores->at[k].preset, rep.levels, rep.n_factors);
    few_bins_text(&few, &rep, remark, sizeof remark);
    if (remark[0]) wording_join(&w, "\n", remark);
}

/* Eight parameters here and below: calls that other languages make without a struct to lay out. */
assay_status assay_score_all(const assay_rep *rep, const char *metrics, uint64_t seed, const char *scenario,
                             const char *point, uint32_t jobs, assay_scores *to, assay_error *err)
{
    return score_list(rep, &(scoring_place){ seed, scenario, point }, jobs, metrics, NULL, to, err);
}

void assay_scores_free(assay_scores *scores)
{
    if (!scores) return;
    if (scores->owner) owner_free(scores->owner);
    *scores = (assay_scores){ 0 };
}

static void scoring_dropped(scoring **s) { scoring_free(*s); }

assay_status assay_matrix_make(const assay_rep *rep, const char *relation, uint64_t seed, const char *scenario,
                               const char *point, uint32_t jobs, assay_matrix *to, assay_error *err)
{
    if (!to) return assay_fail(err, ASSAY_EUSAGE, "to is NULL: the matrix has no place");
    *to = (assay_matrix){ 0 };
    if (!relation) return assay_fail(err, ASSAY_EUSAGE, "relation is NULL; `assay list relations` names all");
    ASSAY_TRY(scoring_check(rep, err));
    if (!rep->n_factors) return bad_input(relation, err, "relates factors to codes, and there are codes alone");
    FREED(scoring_dropped) scoring *s = scoring_new();
    if (!s || scoring_begin(s, rep, seed, scenario, point) != ASSAY_OK) return no_memory(NULL, err);
    scoring_jobs(s, jobs);
    const assay_relation *made;
    assay_call call = call_new(s, NULL, NULL, NULL, NULL);
    const assay_status status = call.relation(&call, relation, &made);
    if (status == ASSAY_ENOMEM) return no_memory(relation, err);
    if (status == ASSAY_EUSAGE) return assay_fail(err, status, "%s", s->error.text);
    if (status != ASSAY_OK) return assay_fail(err, status, "%s: %s", relation, s->error.text);
    *to = (assay_matrix){ .relation = *made, .owner = given(&s) };
    return ASSAY_OK;
}

void assay_matrix_free(assay_matrix *matrix)
{
    if (!matrix) return;
    scoring_free(matrix->owner);
    *matrix = (assay_matrix){ 0 };
}

/* ---- the NumPy program that defines a metric, with the options of a variant for constants; see reference.h ---- */

/* OPTIONS = {"relation": "mi", "bins": 15} */
static void add_options(const variant *v, wording *to)
{
    for (size_t k = 0; k < v->metric->n_options; k++) {
        const assay_option *option = &v->metric->options[k];
        char value[64];
        assay_option_print(option, v->option[k], value, sizeof value);
        const char *quote = option->words ? "\"" : "";
        wording_add(to, "    \"%s\": %s%s%s,\n", option->id, quote, value, quote);
    }
}

static assay_status program_of(const variant *v, char *to, size_t size, assay_error *err)
{
    char head[4096];
    wording w = WORDING(head);
    wording_add(&w,
                "\"\"\"%s@%s, %s: what it is, as a program of NumPy alone.\n\nscore(factors, codes, kinds, seed=0) "
                "gives {output: {value, items, reason, reasons}}; python3 FILE.py DATA.npz prints it.\n%s\n\"\"\"\n"
                "METRIC = \"%s\"\nOPTIONS = {\n",
                v->metric->id, v->id.text, v->metric->title, v->preset->source, v->metric->id);
    add_options(v, &w);
    wording_add(&w, "}\n");
    return reference_program("metrics", v->metric->id, head, "command", to, size, err);
}

assay_status assay_metric_program(const char *metric, char *to, size_t size, assay_error *err)
{
    FREED(selection_free) selection named = { 0 };
    if (!metric || !to) return assay_fail(err, ASSAY_EUSAGE, "%s is NULL", metric ? "to" : "metric");
    ASSAY_TRY(metric_list_add(&named, metric, NULL, err));
    if (named.count == 1) return program_of(named.at, to, size, err);
    return assay_fail(err, ASSAY_EUSAGE, "'%s' names %zu metrics; a program is of one", metric, named.count);
}
