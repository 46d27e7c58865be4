/*
 * Draws are shared: all variants are scored on the same rows, so that their relations are made once for each draw. Of
 * every draw each metric has a random stream of its own.
 */
#include "study_draws.h"

#include <math.h>
#include <stdlib.h>

enum { INTERVAL, NULL_LEVEL };

static uint64_t draws_of(const drawn_variant *v, int32_t kind)
{
    if (kind == UNCERTAIN_NULL) return v->null_draws;
    return v->interval_kind == kind ? v->interval_draws : 0;
}

static assay_status make_room(drawn_variant *v)
{
    const uint64_t draws[2] = { v->interval_draws, v->null_draws };
    for (int k = 0; k < 2; k++) {
        if (!draws[k]) continue;
        v->draw[k] = calloc(v->of->metric->n_outputs, (size_t)draws[k] * sizeof *v->draw[k]);
        if (!v->draw[k]) return ASSAY_ENOMEM;
    }
    return ASSAY_OK;
}

static assay_status score_variant(scoring *s, drawn_variant *v, int32_t kind, uint64_t draw)
{
    const assay_score *scores;
    ASSAY_TRY(scoring_run(s, v->of, &scores));
    const uint64_t draws = draws_of(v, kind);
    double *to = v->draw[kind == UNCERTAIN_NULL ? NULL_LEVEL : INTERVAL];
    for (size_t o = 0; o < v->of->metric->n_outputs; o++) to[o * draws + draw] = scores[o].overall.value;
    return ASSAY_OK;
}

static assay_status score_draw(scoring *s, int32_t kind, uint64_t draw, drawn_variant *v, size_t n,
                               const volatile sig_atomic_t *stop)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) {
        if (stop && *stop) status = ASSAY_EINTERRUPTED;
        else if (draw < draws_of(&v[k], kind)) status = score_variant(s, &v[k], kind, draw);
    }
    return status;
}

assay_status study_draws_make(scoring *s, const assay_rep *rep, const resample_set *set, drawn_variant *v, size_t n,
                              const volatile sig_atomic_t *stop, assay_error *err)
{
    assay_data data = { 0 };
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) status = make_room(&v[k]);
    for (int32_t kind = UNCERTAIN_BOOTSTRAP; kind <= UNCERTAIN_NULL; kind++) {
        uint64_t most = 0;
        for (size_t k = 0; k < n; k++) most = draws_of(&v[k], kind) > most ? draws_of(&v[k], kind) : most;
        for (uint64_t d = 0; d < most && status == ASSAY_OK; d++) {
            uint64_t seed;
            status = resample_draw(rep, set, kind, d, &data, &seed);
            const assay_rep drawn = assay_data_view(&data);
            if (status == ASSAY_OK) status = scoring_begin(s, &drawn, seed, "", "");
            if (status == ASSAY_OK) status = score_draw(s, kind, d, v, n, stop);
        }
    }
    assay_data_free(&data);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out") : status;
}

void study_draws_free(drawn_variant *v, size_t n)
{
    for (size_t k = 0; k < n; k++)
        for (int which = 0; which < 2; which++) free(v[k].draw[which]);
}

uncertainty study_draws_say(const drawn_variant *v, size_t output, int is_null, size_t units, double level)
{
    const uint64_t draws = is_null ? v->null_draws : v->interval_draws;
    const double *draw = v->draw[is_null ? NULL_LEVEL : INTERVAL] + output * draws;
    const assay_output *of = &v->of->metric->outputs[output];
    const double range[2] = { isnan(of->low) ? -INFINITY : of->low, isnan(of->high) ? INFINITY : of->high };
    uncertainty u = is_null ? resample_null(v->score[output], draw, (size_t)draws, level)
                            : resample_interval(v->score[output], draw, (size_t)draws, v->interval_kind, units, level,
                                                range);
    u.draw = draw;
    return u;
}
