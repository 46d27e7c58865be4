/*
 * Curves read backwards.
 *
 * Source   monotone means: Ayer et al. 1955, Annals of Mathematical Statistics 26 (pool adjacent violators); between
 *          doses: Fritsch and Carlson 1980, SIAM Journal on Numerical Analysis 17 (monotone cubics, slopes by Butland's
 *          harmonic mean); inversion of a calibration curve by the interval of a prediction: Eisenhart 1939, Annals of
 *          Mathematical Statistics 10.
 */
#include "dose.h"

#include "student.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 64 }; /* between two doses */

static const dose_kind kinds[DOSE_KINDS] = {
    [DOSE_NOISE] = { "noise", "alpha", "noise", 0 },
    [DOSE_MIXING] = { "mixing", "alpha", "mixing", 0 },
    [DOSE_COPIES] = { "duplicate", "copies", "codes a factor", 1 },
    [DOSE_DROPPED] = { "dropped", "count", "dropped", 0 },
};

const dose_kind *dose_kind_at(int kind) { return kind >= 0 && kind < DOSE_KINDS ? &kinds[kind] : NULL; }

void dose_text(int kind, double low, double high, size_t m, char *to, size_t size)
{
    const int share = kind == DOSE_NOISE || kind == DOSE_MIXING, digits = share ? 0 : 1;
    const double scale = share ? 100.0 : 1.0;
    char amount[80], less[32], more[32];
    snprintf(less, sizeof less, "%.*f", digits, scale * low);
    snprintf(more, sizeof more, "%.*f", digits, scale * high);
    if (strcmp(less, more) == 0) snprintf(amount, sizeof amount, "%s", less);
    else snprintf(amount, sizeof amount, "%s to %s", less, more);
    if (kind == DOSE_NOISE) snprintf(to, size, "%s %% noise", amount);
    else if (kind == DOSE_MIXING) snprintf(to, size, "%s %% of another factor in each code", amount);
    else if (kind == DOSE_COPIES) snprintf(to, size, "%s codes for each factor", amount);
    else snprintf(to, size, "%s of %zu factors without a code", amount, m);
}

/* ---- curves ---- */

enum { COLUMNS = 6 }; /* the five of a curve and one to work in */

/* Room for one more dose. */
static assay_status curve_grow(dose_curve *c)
{
    if (c->n < c->room) return ASSAY_OK;
    const size_t room = 2 * c->room + 16;
    double *to = calloc(COLUMNS * room, sizeof *to), *const old[] = { c->x, c->mean, c->sd };
    if (!to) return ASSAY_ENOMEM;
    for (size_t k = 0; k < 3 && c->n; k++) memcpy(to + k * room, old[k], c->n * sizeof *to);
    free(c->x);
    c->x = to;
    c->mean = to + room;
    c->sd = to + 2 * room;
    c->slope = to + 3 * room;
    c->error = to + 4 * room;
    c->room = room;
    return ASSAY_OK;
}

void dose_curve_free(dose_curve *c)
{
    free(c->x);
    *c = (dose_curve){ .n = 0 };
}

/* Pools neighbours until the means rise (or fall, where the last is below the first). */
static void make_monotone(dose_curve *c)
{
    const double sign = c->mean[c->n - 1] < c->mean[0] ? -1.0 : 1.0;
    double *level = c->slope, *weight = c->error; /* which are found afterwards */
    size_t blocks = 0, k = 0;
    for (size_t i = 0; i < c->n; i++) {
        level[blocks] = sign * c->mean[i];
        weight[blocks++] = 1.0;
        for (; blocks > 1 && level[blocks - 2] > level[blocks - 1]; blocks--) {
            const double both = weight[blocks - 2] + weight[blocks - 1];
            level[blocks - 2] = (level[blocks - 2] * weight[blocks - 2] +
                                 level[blocks - 1] * weight[blocks - 1]) / both;
            weight[blocks - 2] = both;
        }
    }
    for (size_t b = 0; b < blocks; b++)
        for (size_t w = 0; w < (size_t)weight[b]; w++, k++) {
            const double moved = fabs(sign * level[b] - c->mean[k]);
            const double chance = 4.0 * c->sd[k] / sqrt((double)c->seeds);
            const double range = fabs(c->mean[c->n - 1] - c->mean[0]);
            if (moved > chance + 0.02 * range + 1e-9) c->turns = 1;
            c->mean[k] = sign * level[b];
        }
}

static void find_slopes(dose_curve *c)
{
    for (size_t k = 0; k < c->n; k++) {
        c->slope[k] = 0;
        if (k == 0 || k + 1 == c->n) continue;
        const double before = c->x[k] - c->x[k - 1], after = c->x[k + 1] - c->x[k];
        const double left = (c->mean[k] - c->mean[k - 1]) / before, right = (c->mean[k + 1] - c->mean[k]) / after;
        if (left * right <= 0) continue;
        c->slope[k] = 3.0 * (before + after) / ((2.0 * after + before) / left + (after + 2.0 * before) / right);
    }
    c->slope[0] = c->n > 1 ? (c->mean[1] - c->mean[0]) / (c->x[1] - c->x[0]) : 0;
    if (c->n > 1)
        c->slope[c->n - 1] = (c->mean[c->n - 1] - c->mean[c->n - 2]) / (c->x[c->n - 1] - c->x[c->n - 2]);
}

/* The line from one neighbour to the other misses dose k by r_k. On a smooth curve a line between neighbouring doses
 * misses by a quarter of that, and r changes little from dose to dose; on a jagged one r changes its sign. */
static void find_errors(dose_curve *c)
{
    double *miss = c->x + 5 * c->room;
    for (size_t k = 1; k + 1 < c->n; k++) {
        const double t = (c->x[k] - c->x[k - 1]) / (c->x[k + 1] - c->x[k - 1]);
        miss[k] = c->mean[k] - ((1.0 - t) * c->mean[k - 1] + t * c->mean[k + 1]);
    }
    miss[0] = miss[1];
    miss[c->n - 1] = miss[c->n - 2];
    for (size_t k = 0; k < c->n; k++) {
        const double before = k ? fabs(miss[k] - miss[k - 1]) : 0;
        const double after = k + 1 < c->n ? fabs(miss[k] - miss[k + 1]) : 0;
        c->error[k] = 0.25 * (fabs(miss[k]) + fmax(before, after));
    }
}

static void curve_finish(dose_curve *c)
{
    if (c->n < 3) return;
    double *means = c->x + 5 * c->room;
    memcpy(means, c->mean, c->n * sizeof *means);
    make_monotone(c);
    if (c->turns) memcpy(c->mean, means, c->n * sizeof *means);
    find_slopes(c);
    find_errors(c);
}

static assay_status curve_add(dose_curve *c, double x, const moments *m)
{
    size_t place = c->n;
    if (m->n < 2) return ASSAY_OK;
    if (curve_grow(c) != ASSAY_OK) return ASSAY_ENOMEM;
    for (; place > 0 && c->x[place - 1] > x; place--) {
        c->x[place] = c->x[place - 1];
        c->mean[place] = c->mean[place - 1];
        c->sd[place] = c->sd[place - 1];
    }
    c->x[place] = x;
    c->mean[place] = moments_mean(m);
    c->sd[place] = moments_sd(m);
    if (!c->n || m->n < c->seeds) c->seeds = m->n;
    c->n++;
    return ASSAY_OK;
}

assay_status dose_curve_make(const evidence_series *of, int kind, const char *profile, uint64_t samples, dose_curve *to)
{
    *to = (dose_curve){ .n = 0 };
    for (size_t k = 0; k < of->n_points; k++) {
        const evidence_point *p = &of->point[k];
        const char *on = point_profile(p->at);
        if (p->samples != samples || !on || strcmp(on, profile) != 0 || strcmp(p->scenario, kinds[kind].scenario) != 0)
            continue;
        const double x = point_number(p->at, kinds[kind].parameter);
        if (isnan(x) || p->undefined) continue;
        moments m = { 0 };
        for (size_t s = 0; s < p->n; s++) moments_add(&m, p->value[s]);
        if (curve_add(to, x, &m) != ASSAY_OK) return ASSAY_ENOMEM;
    }
    curve_finish(to);
    return ASSAY_OK;
}

assay_status dose_curve_from(const double *x, const double *value, size_t n, size_t seeds, dose_curve *to)
{
    *to = (dose_curve){ .n = 0 };
    for (size_t k = 0; k < n; k++) {
        moments m = { 0 };
        for (size_t s = 0; s < seeds; s++) moments_add(&m, value[k * seeds + s]);
        if (curve_add(to, x[k], &m) != ASSAY_OK) return ASSAY_ENOMEM;
    }
    curve_finish(to);
    return ASSAY_OK;
}

/* ---- backwards ---- */

typedef struct place {
    double x, mean, sd, error;
} place;

/* Between doses k and k + 1, at a share t of the way. */
static place place_at(const dose_curve *c, size_t k, double t)
{
    const double width = c->x[k + 1] - c->x[k], u = 1.0 - t;
    const double bent = u * u * (1.0 + 2.0 * t) * c->mean[k] + t * t * (1.0 + 2.0 * u) * c->mean[k + 1] +
                        width * t * u * (u * c->slope[k] - t * c->slope[k + 1]);
    /* at a dose itself the curve is known */
    const double error = 4.0 * t * u * fmax(c->error[k], c->error[k + 1]);
    return (place){ c->x[k] + t * width, bent, u * c->sd[k] + t * c->sd[k + 1], error };
}

dose dose_of(const dose_curve *c, double score, double half, double level)
{
    dose to = { DOSE_NO_CURVE, NAN, NAN, NAN };
    if (c->n < 3 || isnan(score)) return to;
    to.outcome = DOSE_TURNS;
    if (c->turns) return to;
    const double t = student_half_width(1.0, c->seeds, level) * sqrt((double)c->seeds + 1.0);
    double nearest = INFINITY, last = NAN;
    size_t inside = 0, all = 0;
    for (size_t k = 0; k + 1 < c->n; k++) {
        for (int step = 0; step <= STEPS; step++) {
            const place p = place_at(c, k, (double)step / STEPS);
            const double off = fabs(score - p.mean), allowed = hypot(t * p.sd, half) + p.error + 1e-12;
            if (off < nearest - 1e-12) to.at = p.x, nearest = off;
            if (off <= nearest + 1e-12) last = p.x; /* as near: the middle of what is */
            all++;
            if (off > allowed) continue;
            if (!inside++) to.low = p.x;
            to.high = p.x;
        }
    }
    to.at = fmin(fmax(0.5 * (to.at + last), to.low), to.high);
    to.outcome = inside ? DOSE_FOUND : score > fmax(c->mean[0], c->mean[c->n - 1]) ? DOSE_ABOVE : DOSE_BELOW;
    if (10 * inside >= 9 * all) to.outcome = DOSE_ANY;
    if (to.outcome != DOSE_FOUND) to.at = to.low = to.high = NAN;
    return to;
}
