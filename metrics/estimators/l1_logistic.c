/*
 * Newton's method: the loss is replaced by its parabola at w, the intercept is taken out of that, and coordinate
 * descent minimises it with the penalty; the step is halved until the objective falls.
 */
#include "l1_logistic.h"

#include "auc.h"
#include "lend.h"

#include <math.h>

enum { FOLDS = 10, STEPS_MOST = 200, SWEEPS_MOST = 2000, HALVINGS = 40, LAST_STEPS = 3 };
static const double grid[] = { 0.001, 0.01, 0.1, 1, 10, 100, 1000 };
enum { GRID = sizeof grid / sizeof *grid };
#define ENOUGH 1e-10

typedef struct l1_fit {
    const l1_rows *rows;
    const unsigned char *fold;
    unsigned out;
    double strength;
    double *f;                                           /* [n] */
    double *slope, *mixed, *curve, *moved, *end, *trial; /* [k + 1] but curve [k * k] */
    double bend;                                         /* second derivative by the intercept */
    int last;                                            /* steps too small for the objective to show */
} l1_fit;

static int used(const l1_fit *l, size_t s) { return !l->fold || l->fold[s] != l->out; }

/* f at w, and the objective. */
static double objective(const l1_fit *l, const double *w)
{
    const l1_rows *rows = l->rows;
    double loss = 0.0, size = 0.0;
    for (size_t j = 0; j < rows->k; j++) size += fabs(w[j]);
    for (size_t s = 0; s < rows->n; s++) {
        l->f[s] = w[rows->k];
        for (size_t j = 0; j < rows->k; j++) l->f[s] += w[j] * rows->x[j * rows->stride + s];
        const double m = rows->label[s] ? l->f[s] : -l->f[s];
        if (used(l, s)) loss += m > 0.0 ? log1p(exp(-m)) : log1p(exp(m)) - m;
    }
    return size + l->strength * loss;
}

/* Slope and curvature at the f of the last objective. */
static void parabola(l1_fit *l)
{
    const l1_rows *rows = l->rows;
    const size_t k = rows->k;
    memset(l->slope, 0, (k + 1) * sizeof *l->slope);
    memset(l->mixed, 0, (k + 1) * sizeof *l->mixed);
    memset(l->curve, 0, k * k * sizeof *l->curve);
    l->bend = 0.0;
    for (size_t s = 0; s < rows->n; s++) {
        if (!used(l, s)) continue;
        const double e = exp(-fabs(l->f[s])), small = e / (1.0 + e), large = 1.0 / (1.0 + e);
        const double miss = rows->label[s] ? (l->f[s] > 0.0 ? -small : -large) : l->f[s] > 0.0 ? large : small;
        const double by = l->strength * small * large;
        l->slope[k] += l->strength * miss;
        l->bend += by;
        for (size_t i = 0; i < k; i++) {
            const double x = rows->x[i * rows->stride + s];
            if (x == 0.0) continue;
            l->slope[i] += l->strength * miss * x;
            l->mixed[i] += by * x;
            for (size_t j = 0; j <= i; j++) l->curve[i * k + j] += by * x * rows->x[j * rows->stride + s];
        }
    }
}

/* How far from optimal, in units of the penalty's slope. */
static double violation(const l1_fit *l, const double *w)
{
    double most = fabs(l->slope[l->rows->k]);
    for (size_t j = 0; j < l->rows->k; j++) {
        const double g = l->slope[j], off = w[j] > 0.0 ? fabs(g + 1.0) : w[j] < 0.0 ? fabs(g - 1.0) : fabs(g) - 1.0;
        most = off > most ? off : most;
    }
    return most;
}

/* Takes the intercept out: what is left is a parabola in w alone. */
static void take_intercept(l1_fit *l)
{
    const size_t k = l->rows->k;
    for (size_t i = 0; i < k; i++) {
        l->moved[i] = l->slope[i] - l->mixed[i] * l->slope[k] / l->bend;
        for (size_t j = 0; j <= i; j++) {
            l->curve[i * k + j] -= l->mixed[i] * l->mixed[j] / l->bend;
            l->curve[j * k + i] = l->curve[i * k + j];
        }
    }
}

/* end[] = where parabola and penalty together are least; moved[] = the parabola's slope there. */
static void descend(l1_fit *l, const double *w)
{
    const size_t k = l->rows->k;
    memcpy(l->end, w, (k + 1) * sizeof *w);
    for (size_t sweep = 0; sweep < SWEEPS_MOST; sweep++) {
        double most = 0.0;
        for (size_t j = 0; j < k; j++) {
            const double h = l->curve[j * k + j], at = l->end[j];
            if (!(h > 1e-14 * l->bend)) continue; /* a code that does not vary */
            const double free_end = at - l->moved[j] / h, cut = 1.0 / h;
            const double to = free_end > cut ? free_end - cut : free_end < -cut ? free_end + cut : 0.0, by = to - at;
            if (by == 0.0) continue;
            for (size_t i = 0; i < k; i++) l->moved[i] += by * l->curve[i * k + j];
            l->end[j] = to;
            most = fmax(most, fabs(by) * h);
        }
        if (most <= 0.01 * ENOUGH) break;
    }
    double slope = l->slope[k];
    for (size_t j = 0; j < k; j++) slope += l->mixed[j] * (l->end[j] - w[j]);
    l->end[k] = w[k] - slope / l->bend;
}

/* Goes towards end[] as far as the objective falls; whether it moved. */
static int advance(l1_fit *l, double *w, double *value)
{
    const size_t k = l->rows->k;
    double fall = 0.0, t = 1.0;
    for (size_t j = 0; j <= k; j++) {
        fall += l->slope[j] * (l->end[j] - w[j]);
        if (j < k) fall += fabs(l->end[j]) - fabs(w[j]);
    }
    const int small = -fall <= 1e-11 * *value; /* rounding hides whether the objective falls */
    for (size_t tries = 0; tries < HALVINGS; tries++, t *= 0.5) {
        for (size_t j = 0; j <= k; j++) l->trial[j] = t == 1.0 ? l->end[j] : w[j] + t * (l->end[j] - w[j]);
        const double next = objective(l, l->trial);
        if (!small && !(next <= *value + 1e-4 * t * fall)) continue;
        memcpy(w, l->trial, (k + 1) * sizeof *w);
        *value = next;
        l->last += small;
        return l->last <= LAST_STEPS;
    }
    return 0;
}

assay_status l1_logistic_fit(const l1_rows *rows, const unsigned char *fold, unsigned out, double strength, double *w)
{
    const size_t k = rows->k;
    l1_fit l = { .rows = rows, .fold = fold, .out = out, .strength = strength };
    void *const block = LEND_BLOCK(LOAN(l.f, rows->n), LOAN(l.slope, k + 1), LOAN(l.mixed, k + 1), LOAN(l.moved, k + 1),
                                   LOAN(l.end, k + 1), LOAN(l.trial, k + 1), LOAN(l.curve, k * k));
    if (!block) return ASSAY_ENOMEM;
    double value = objective(&l, w);
    for (size_t step = 0; step < STEPS_MOST; step++) {
        parabola(&l);
        if (violation(&l, w) <= ENOUGH || !(l.bend > 0.0)) break;
        take_intercept(&l);
        descend(&l, w);
        if (!advance(&l, w, &value)) break;
    }
    free(block);
    return ASSAY_OK;
}

/* Adds the area on fold `out` of the fit w. score, label: room for the fold's rows. */
static assay_status add_area(const l1_rows *rows, const unsigned char *fold, unsigned out, const double *w,
                             double *score, int32_t *label, double sum[2])
{
    size_t n = 0;
    double area;
    for (size_t s = 0; s < rows->n; s++) {
        if (fold[s] != out) continue;
        double f = w[rows->k];
        for (size_t j = 0; j < rows->k; j++) f += w[j] * rows->x[j * rows->stride + s];
        score[n] = rint(f * 1e9);
        label[n++] = rows->label[s];
    }
    ASSAY_TRY(auc_class(score, label, n, 1, &area));
    if (isnan(area)) return ASSAY_OK;
    sum[0] += area;
    sum[1] += 1.0;
    return ASSAY_OK;
}

/* The place of C in the grid. */
static assay_status search(const l1_rows *rows, unsigned char *fold, double *score, int32_t *label, double *w,
                           size_t *at)
{
    double sum[GRID][2] = { { 0.0 } }, best = 0.0;
    size_t met[2] = { 0 };
    for (size_t s = 0; s < rows->n; s++) fold[s] = (unsigned char)(met[rows->label[s]]++ % FOLDS);
    for (unsigned out = 0; out < FOLDS; out++) {
        memset(w, 0, (rows->k + 1) * sizeof *w);
        for (size_t c = 0; c < GRID; c++) {
            ASSAY_TRY(l1_logistic_fit(rows, fold, out, grid[c], w));
            ASSAY_TRY(add_area(rows, fold, out, w, score, label, sum[c]));
        }
    }
    for (size_t c = 0; c < GRID; c++) best = fmax(best, sum[c][0] / sum[c][1]);
    for (*at = 0; *at < GRID - 1 && !(sum[*at][0] / sum[*at][1] >= best - 1e-9);) ++*at;
    return ASSAY_OK;
}

assay_status l1_logistic_search(const l1_rows *rows, double *w, double *chosen)
{
    size_t at = 0;
    unsigned char *fold;
    double *score;
    int32_t *label;
    void *const block = LEND_BLOCK(LOAN(fold, rows->n), LOAN(score, rows->n), LOAN(label, rows->n));
    const assay_status status = block ? search(rows, fold, score, label, w, &at) : ASSAY_ENOMEM;
    free(block);
    if (chosen) *chosen = grid[at];
    memset(w, 0, (rows->k + 1) * sizeof *w);
    return status == ASSAY_OK ? l1_logistic_fit(rows, NULL, 0, grid[at], w) : status;
}
