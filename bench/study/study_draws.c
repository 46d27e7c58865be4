/*
 * Draws are shared: all variants are scored on the same rows, so that their relations are made once for each draw. Of
 * every draw each metric has a random stream of its own.
 */
#include "study_draws.h"

#include "equivalent.h"
#include "owned.h"

static int drawn_of(int32_t kind) { return uncertainty_class(kind) - UNCERTAIN_SUBSAMPLE; }

static uint64_t draws_of(const drawn_variant *v, int32_t kind)
{
    return drawn_of(kind) != DRAWN_ROWS || v->interval_kind == kind ? v->draws[drawn_of(kind)] : 0;
}

static assay_status make_room(drawn_variant *v)
{
    for (int k = 0; k < DRAWN; k++) {
        const size_t count = (size_t)v->draws[k] * v->of->metric->n_outputs;
        if (!count) continue;
        v->draw[k] = malloc(count * sizeof *v->draw[k]);
        if (!v->draw[k]) return ASSAY_ENOMEM;
        for (size_t d = 0; d < count; d++) v->draw[k][d] = NAN;
    }
    v->as_good = calloc(v->n_items + 1, sizeof *v->as_good);
    return v->as_good ? ASSAY_OK : ASSAY_ENOMEM;
}

static assay_status score_variant(scoring *s, drawn_variant *v, int32_t kind, uint64_t draw)
{
    const assay_score *scores;
    ASSAY_TRY(scoring_run(s, v->of, &scores));
    const uint64_t draws = draws_of(v, kind);
    double *to = v->draw[drawn_of(kind)];
    for (size_t o = 0; o < v->of->metric->n_outputs; o++) to[o * draws + draw] = scores[o].overall.value;
    for (size_t o = 0, k = 0; kind == UNCERTAIN_NULL && o < v->of->metric->n_outputs; o++)
        for (size_t i = 0; i < scores[o].n_items && k < v->n_items; i++, k++)
            v->as_good[k] += scores[o].items[i].value >= v->items[k];
    return ASSAY_OK;
}

static assay_status score_draw(scoring *s, int32_t kind, uint64_t draw, drawn_variant *v, size_t n,
                               const volatile sig_atomic_t *stop)
{
    for (size_t k = 0; k < n; k++) {
        if (stop && *stop) return ASSAY_EINTERRUPTED;
        if (draw < draws_of(&v[k], kind)) ASSAY_TRY(score_variant(s, &v[k], kind, draw));
    }
    return ASSAY_OK;
}

/* Codes with the defects up to each stage; where the representation has none of these amounts, or its
 * codes are not sums, all stay undefined: nothing says what a defect costs. */
static assay_status score_defects(scoring *s, const assay_rep *rep, const resample_set *set, drawn_variant *v, size_t n,
                                  const volatile sig_atomic_t *stop)
{
    FREED(arena_free) arena memory = { 0 };
    FREED(assay_data_free) assay_data data = { 0 };
    equivalent e;
    assay_rep whole;
    double bytes;
    ASSAY_TRY(whole_tables(rep, &memory, &bytes, &whole));
    if (additive_refusal(&whole)) return ASSAY_EINPUT;
    ASSAY_TRY(equivalent_fit(&whole, &memory, &e));
    for (int stage = 0; stage < STAGES && !e.no_sums; stage++) {
        assay_stream stream;
        resample_stream(set, UNCERTAIN_DEFECTS, 0, &stream);
        ASSAY_TRY(equivalent_codes(&whole, &e, (enum equivalent_stage)stage, &stream, &data));
        assay_rep made = assay_data_view(&data);
        made.learns = rep->learns;
        ASSAY_TRY(scoring_begin(s, &made, 0, "", ""));
        ASSAY_TRY(score_draw(s, UNCERTAIN_DEFECTS, (uint64_t)stage, v, n, stop));
    }
    return ASSAY_OK;
}

static assay_status make_all(scoring *s, const assay_rep *rep, const resample_set *set, drawn_variant *v, size_t n,
                             const volatile sig_atomic_t *stop)
{
    FREED(assay_data_free) assay_data data = { 0 };
    uint64_t defects = 0;
    for (size_t k = 0; k < n; k++) ASSAY_TRY(make_room(&v[k]));
    for (int32_t kind = UNCERTAIN_BOOTSTRAP; kind <= UNCERTAIN_NULL; kind++) {
        uint64_t most = 0;
        for (size_t k = 0; k < n; k++) most = draws_of(&v[k], kind) > most ? draws_of(&v[k], kind) : most;
        for (uint64_t d = 0; d < most; d++) {
            uint64_t seed;
            ASSAY_TRY(resample_draw(rep, set, kind, d, &data, &seed));
            const assay_rep drawn = assay_data_view(&data);
            /* a split of which one side was not drawn leaves nothing to be learnt, or scored */
            if (drawn.learns && !memchr(drawn.learns, !drawn.learns[0], drawn.n)) continue;
            ASSAY_TRY(scoring_begin(s, &drawn, seed, "", ""));
            ASSAY_TRY(score_draw(s, kind, d, v, n, stop));
        }
    }
    for (size_t k = 0; k < n; k++) defects |= v[k].draws[DRAWN_DEFECTS];
    const assay_status status = defects ? score_defects(s, rep, set, v, n, stop) : ASSAY_OK;
    return status == ASSAY_EINPUT ? ASSAY_OK : status;
}

assay_status study_draws_make(scoring *s, const assay_rep *rep, const resample_set *set, drawn_variant *v, size_t n,
                              const volatile sig_atomic_t *stop, assay_error *err)
{
    return memory_named(make_all(s, rep, set, v, n, stop), NULL, err);
}

void study_draws_free(drawn_variant *v, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        for (int which = 0; which < DRAWN; which++) free(v[k].draw[which]);
        free(v[k].as_good);
    }
}

/* An amount that is the same in every code but for its factor's sample (a rotation of two codes) has a mean that hardly
 * moves from draw to draw, and is off by more than that: by terms of second order, below .002. */
static void widen_dose(const drawn_variant *v, size_t output, const double range[2], uncertainty *u)
{
    const double least = 0.002, score = v->score[output];
    if (strcmp(v->of->metric->family, "dose") != 0 || !(u->high - u->low < 2 * least)) return;
    u->low = fmax(range[0], score - least);
    u->high = fmin(range[1], score + least);
}

/* Draws that are kept one by one, and of which nothing else is said. */
static uncertainty list_of(int32_t kind, double level, uint64_t draws, const double *draw)
{
    uncertainty u = { kind, level, draws, 0, NAN, NAN, NAN, NAN, NAN, draw };
    for (uint64_t k = 0; k < draws; k++) u.defined += isnan(draw[k]) ? 0 : 1;
    return u;
}

uncertainty study_draws_items(const drawn_variant *v, size_t first, size_t count, double *to)
{
    const uint64_t shuffles = v->draws[DRAWN_NULL];
    for (size_t k = 0; k < count; k++)
        to[k] = isnan(v->items[first + k]) ? NAN : (double)(1 + v->as_good[first + k]) / (double)(1 + shuffles);
    for (size_t k = 0; k < shuffles; k++) to[count + k] = NAN;
    return list_of(UNCERTAIN_ITEMS, 0, count + shuffles, to);
}

uncertainty study_draws_say(const drawn_variant *v, size_t output, int which, size_t units, double level)
{
    const uint64_t draws = v->draws[which];
    const double *draw = v->draw[which] + output * draws;
    const assay_output *of = &v->of->metric->outputs[output];
    const double range[2] = { isnan(of->low) ? -INFINITY : of->low, isnan(of->high) ? INFINITY : of->high };
    if (which > DRAWN_NULL) return list_of(UNCERTAIN_SUBSAMPLE + which, level, draws, draw);
    uncertainty u = which == DRAWN_NULL ? resample_null(v->score[output], draw, (size_t)draws, level)
                                        : resample_interval(v->score[output], draw, (size_t)draws, v->interval_kind,
                                                            units, level, range);
    u.draw = draw;
    if (which == DRAWN_ROWS) widen_dose(v, output, range, &u);
    return u;
}
