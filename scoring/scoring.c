#include "scoring_inside.h"

#include "clock.h"
#include "option_list.h"
#include "relation.h"

scoring *scoring_new(void) { return calloc(1, sizeof(scoring)); }

void scoring_free(scoring *s)
{
    if (!s) return;
    arena_free(&s->scratch);
    arena_free(&s->kept);
    scoring_free(s->inner);
    scoring_free(s->varying);
    reasons_free(&s->reasons);
    free(s);
}

void scoring_change_relations(scoring *s, scoring_change change, void *context)
{
    s->change = change;
    s->changing = context;
}

void scoring_jobs(scoring *s, uint32_t jobs) { s->jobs = jobs; }

/* Counts the absent values; [n_factors] in the arena, or NULL where there is none. */
static assay_status count_absent(scoring *s, const assay_rep *rep, const size_t **to)
{
    *to = NULL;
    if (!rep->factors || all_finite(rep->factors, rep->n * rep->n_factors)) return ASSAY_OK;
    size_t *absent = arena_alloc(&s->kept, rep->n_factors, sizeof *absent);
    if (!absent) return ASSAY_ENOMEM;
    for (size_t i = 0; i < rep->n_factors; i++)
        for (size_t k = 0; k < rep->n; k++) absent[i] += isnan(rep->factors[i * rep->n + k]) != 0;
    *to = absent;
    return ASSAY_OK;
}

assay_status scoring_begin(scoring *s, const assay_rep *rep, uint64_t seed, const char *scenario, const char *point)
{
    arena_reset(&s->scratch);
    arena_reset(&s->kept);
    s->seen = *rep;
    s->learns = rep->learns;
    s->seen.learns = NULL;
    s->rep = s->reasons.named = &s->seen;
    s->whole.abi = 0;
    static const double no_factors[1];
    if (!rep->n_factors) s->seen.factors = no_factors;
    if (!rep->levels) s->seen.levels = arena_alloc(&s->kept, rep->n_factors + 1, sizeof *rep->levels); /* continuous */
    if (!s->seen.levels) return ASSAY_ENOMEM;
    if (count_absent(s, rep, &s->seen.absent) != ASSAY_OK) return ASSAY_ENOMEM;
    s->seed = seed;
    s->memos = NULL;
    s->varying_looked = VARYING_UNKNOWN;
    s->change = NULL;
    reasons_clear(&s->reasons);
    s->error.text[0] = '\0';
    s->scenario = arena_text(&s->kept, scenario ? scenario : "");
    s->point = arena_text(&s->kept, point ? point : "");
    return s->scenario && s->point ? ASSAY_OK : ASSAY_ENOMEM;
}

static void score_failed(scoring *s, assay_status status, assay_score *to)
{
    const char *text = s->error.text[0] ? s->error.text : "the metric gave no reason";
    const assay_reason why = { "failed", text, ASSAY_OVERALL, 0 };
    to->status = status;
    to->overall = reasons_item(&s->reasons, reasons_add(&s->reasons, &s->kept, &why));
}

static assay_status applies_not(assay_call *call, double none)
{
    const assay_metric *metric = call->metric;
    for (size_t o = 0; o < metric->n_outputs; o++) {
        call->series[o].value = none;
        for (size_t k = 0; k < call->series[o].n_items; k++) call->series[o].items[k] = none;
    }
    return ASSAY_OK;
}

static assay_status does_not_apply(assay_call *call, const char *why)
{
    return applies_not(call, call->undefined(call, "not-applicable", "%s %s", call->metric->id, why));
}

static assay_status score(assay_call *call)
{
    scoring *s = call->host;
    const assay_rep *rep = s->rep;
    const size_t cyclic = relation_takes_cyclic(call->metric, call->option) ? rep->n_factors : next_cyclic(rep, 0);
    if (cyclic < rep->n_factors)
        return applies_not(call, call->undefined_of(call, ASSAY_PER_FACTOR, cyclic, "not-applicable",
                                                    "factor # is cyclic, and %s takes its values for a line",
                                                    call->metric->id));
    if (call->metric->flags & ASSAY_DIRECTIONS && !rep->directions)
        return does_not_apply(call, "reads directions of codes and of true features, and there are none");
    if (!rep->n_factors && !(call->metric->flags & ASSAY_CODES_ALONE))
        return does_not_apply(call, "needs factors, and there are codes alone");
    const assay_status whole = relation_takes_sparse(call->metric, call->option)
                                   ? scoring_pairs(s, call->metric, call->option)
                                   : scoring_whole(s, &rep);
    if (whole == ASSAY_EINPUT) return does_not_apply(call, s->error.text);
    if (whole != ASSAY_OK) return whole;
    if (call->metric->flags & ASSAY_SPLIT) ASSAY_TRY(scoring_parted(s, &rep));
    if (!rep->absent || call->metric->flags & ASSAY_ABSENT) return call->metric->score(rep, call);
    if (call->metric->flags & ASSAY_SEPARATE) return score_separately(call);
    return does_not_apply(call, "needs every factor's value in every row, and some are absent");
}

static assay_status run_varying(scoring *s, scoring *inner, const variant *v, const assay_score **to)
{
    const assay_score *from;
    const size_t outputs = v->metric->n_outputs;
    assay_score *scores = arena_alloc(&s->kept, outputs, sizeof *scores);
    scoring_jobs(inner, s->jobs);
    scoring_change_relations(inner, s->change, s->changing);
    assay_status status = scores ? scoring_run(inner, v, &from) : ASSAY_ENOMEM;
    for (size_t o = 0; status == ASSAY_OK && o < outputs; o++) status = varying_take(s, &from[o], &scores[o]);
    *to = scores;
    return status;
}

/* Whether the option has this word; also where there is no such option. */
static int says(const variant *v, const char *id, const char *word)
{
    const assay_option *options = v->metric->options;
    const size_t n = v->metric->n_options, k = option_called(options, n, id);
    return k == n || strcmp(options[k].words[(size_t)v->option[k]], word) == 0;
}

/* Whether constant columns are none of the definition's: the option `columns` says so, where there is one, unless
 * `constants` says what they score. */
static int is_over_varying(const variant *v)
{
    return v->metric->flags & ASSAY_VARYING && says(v, "columns", "varying") && says(v, "constants", "skip");
}

assay_status scoring_run(scoring *s, const variant *v, const assay_score **to)
{
    const assay_metric *metric = v->metric;
    scoring *varying = NULL;
    if (is_over_varying(v)) {
        const assay_status looked = varying_scoring(s, &varying);
        if (looked != ASSAY_OK || varying) return looked == ASSAY_OK ? run_varying(s, varying, v, to) : looked;
    }
    arena_reset(&s->scratch);
    s->error.text[0] = '\0';
    s->reasons.out_of_memory = 0;
    assay_score *scores = arena_alloc(&s->kept, metric->n_outputs, sizeof *scores);
    assay_series *series = series_new(s, metric);
    char *preset = arena_text(&s->kept, v->id.text);
    if (!scores || !series || !preset) return ASSAY_ENOMEM;

    assay_stream stream;
    stream_named(s, metric->id, &stream);
    assay_call call = call_new(s, metric, v->option, series, &stream);
    const double start = clock_seconds();
    const assay_status status = score(&call);
    const double seconds = clock_seconds() - start;
    if (status == ASSAY_ENOMEM || s->reasons.out_of_memory) return ASSAY_ENOMEM;

    for (size_t o = 0; o < metric->n_outputs; o++) {
        scores[o] = (assay_score){ .metric = metric->id,
                                   .preset = preset,
                                   .output = metric->outputs[o].id,
                                   .axis = metric->outputs[o].axis,
                                   .seconds = seconds,
                                   .low = metric->outputs[o].low,
                                   .high = metric->outputs[o].high };
        if (status != ASSAY_OK) score_failed(s, status, &scores[o]);
        else if (series_take(s, &series[o], &scores[o]) != ASSAY_OK) return ASSAY_ENOMEM;
    }
    *to = scores;
    return s->reasons.out_of_memory ? ASSAY_ENOMEM : ASSAY_OK;
}
