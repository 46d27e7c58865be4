/*
 * Which passes are free: what a score that says nothing gets from the same points with the same claims.
 *
 * Six such scores stand in for the series: the constants at the upper end, the middle and the lower end of its range; a
 * uniform random number in it, drawn anew for each point and seed; and one drawn for each point by its name, the same
 * for all seeds and sizes, as it is and mirrored, so that what asks for a single rise or fall is met by one of the
 * two: a score that knows the scenario and nothing else guesses it. A pass that one of them gets is free. So is one
 * that is read out of the metric's options, since no score had a part in it. An end that is open is 0 or 1.
 */
#include "judge_inside.h"

#include "fnv.h"

#include <math.h>
#include <stdlib.h>

enum { CONSTANTS = 3, BY_SEED = CONSTANTS, BY_POINT, BY_POINT_MIRRORED, CONTROLS };

static size_t numbers_of(const evidence_series *s)
{
    size_t count = 0;
    for (size_t k = 0; k < s->n_points; k++) count += s->point[k].n * (1 + s->point[k].n_items);
    return count;
}

/* Of a point, by its name alone: any hash will do. */
static double number_of_name(const evidence_point *at)
{
    assay_stream stream;
    assay_stream_seed(&stream, fnv_text(fnv_text(fnv_text(FNV_START, at->scenario), ":"), at->point));
    return assay_stream_uniform(&stream);
}

/* Between 0 and 1. */
static double control_share(size_t which, double by_name, assay_stream *stream)
{
    if (which < CONSTANTS) return 1.0 - (double)which / (CONSTANTS - 1);
    if (which == BY_SEED) return assay_stream_uniform(stream);
    return which == BY_POINT ? by_name : 1.0 - by_name;
}

static void control_point(const evidence_series *s, size_t which, assay_stream *stream, double **next,
                          evidence_point *to)
{
    const double low = isfinite(s->low) ? s->low : 0.0, high = isfinite(s->high) ? s->high : fmax(1.0, low + 1.0);
    const double by_name = number_of_name(to);
    const size_t items = to->n * to->n_items;
    moments m = { 0 };
    double *value = *next;
    for (size_t k = 0; k < to->n + items; k++) {
        value[k] = low + control_share(which, by_name, stream) * (high - low);
        if (k < to->n) moments_add(&m, value[k]);
    }
    to->value = value;
    to->item = value + to->n;
    to->undefined = NULL;
    to->defined = to->n;
    to->mean = moments_mean(&m);
    to->sd = moments_sd(&m);
    to->square = m.square;
    to->least = m.least;
    to->most = m.most;
    *next += to->n + items;
}

typedef struct control_series { /* what is to be freed */
    evidence_point *point;
    double *number;
} control_series;

static assay_status control_make(const evidence_series *s, size_t which, control_series *own, evidence_series *to)
{
    assay_stream stream;
    assay_stream_seed(&stream, 1);
    *to = *s;
    own->point = malloc((s->n_points + 1) * sizeof *own->point);
    own->number = malloc((numbers_of(s) + 1) * sizeof *own->number);
    if (!own->point || !own->number) return ASSAY_ENOMEM;
    double *next = own->number;
    for (size_t k = 0; k < s->n_points; k++) {
        own->point[k] = s->point[k];
        control_point(s, which, &stream, &next, &own->point[k]);
    }
    to->point = own->point;
    return ASSAY_OK;
}

/* Judges the control in the place of every series: a rule may look at other variants of the metric. */
static assay_status free_of(const evidence *from, const evidence *control, verdict *all)
{
    const size_t n = property_count();
    for (size_t k = 0; k < from->count * n; k++) {
        verdict one;
        if (all[k].outcome != VERDICT_PASS || all[k].free) continue;
        const assay_status status =
            judge_on(control, &control->at[k / n], scale_declared(&from->at[k / n]), k % n, 0, &one);
        if (status != ASSAY_OK) return status;
        all[k].free = one.outcome == VERDICT_PASS;
        verdict_drop(&one);
    }
    return ASSAY_OK;
}

static assay_status judge_control(const evidence *from, size_t which, verdict *all)
{
    evidence control = *from;
    control_series *own = calloc(from->count + 1, sizeof *own);
    control.at = calloc(from->count + 1, sizeof *control.at);
    assay_status status = own && control.at ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t s = 0; s < from->count && status == ASSAY_OK; s++)
        status = control_make(&from->at[s], which, &own[s], &control.at[s]);
    if (status == ASSAY_OK) status = free_of(from, &control, all);
    for (size_t s = 0; own && s < from->count; s++) {
        free(own[s].point);
        free(own[s].number);
    }
    free(own);
    free(control.at);
    return status;
}

assay_status judge_free(const evidence *from, verdicts *all)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < all->count; k++)
        all->at[k].free = all->at[k].outcome == VERDICT_PASS && !all->at[k].n_comparisons;
    for (size_t which = 0; which < CONTROLS && status == ASSAY_OK; which++)
        status = judge_control(from, which, all->at);
    return status;
}
