/*
 * Pearson's r. Values are divided by the largest and taken from the mean of the shared rows before they are
 * multiplied, so that nothing overflows and little cancels; what a draw needs of a cluster is then six sums.
 */
#include "agreement_inside.h"

#include <math.h>
#include <string.h>

/* A draw whose variance is below this part of its mean square about the mean of all rows is a constant, and what is
 * left of the difference of two sums is their rounding (n times 1e-16). */
static const double CONSTANT = 1e-12;

typedef struct centre {
    double largest, mean;
    int varies;
} centre;

static centre find_centre(const series_pair *p, const ranked_series *c)
{
    centre to = { 0.0, 0.0, 0 };
    for (size_t k = 0; k < p->n; k++) {
        to.largest = fmax(to.largest, fabs(c->value[p->row[k]]));
        if (c->rank[p->row[k]] != c->rank[p->row[0]]) to.varies = 1;
    }
    if (!to.varies) return to;
    for (size_t k = 0; k < p->n; k++) to.mean += c->value[p->row[k]] / to.largest;
    to.mean /= (double)p->n;
    return to;
}

static void add_row(double to[SUMS], double x, double y)
{
    to[0] += 1.0;
    to[1] += x;
    to[2] += y;
    to[3] += x * x;
    to[4] += y * y;
    to[5] += x * y;
}

static double coefficient(double xx, double yy, double xy)
{
    const double r = xy / sqrt(xx * yy);
    return fmin(1.0, fmax(-1.0, r));
}

double series_pair_sums(series_pair *p)
{
    const centre x = find_centre(p, p->x), y = find_centre(p, p->y);
    double xx = 0.0, yy = 0.0, xy = 0.0;
    p->n_sums = 0;
    if (!x.varies || !y.varies) return NAN;
    for (size_t k = 0; k < p->n; k++) {
        const size_t row = p->row[k], cluster = p->cluster_of[row];
        const double dx = p->x->value[row] / x.largest - x.mean, dy = p->y->value[row] / y.largest - y.mean;
        if (!p->n_sums || p->sums_of[p->n_sums - 1] != cluster) {
            memset(p->sums + p->n_sums * SUMS, 0, SUMS * sizeof *p->sums);
            p->sums_of[p->n_sums++] = cluster;
        }
        add_row(p->sums + (p->n_sums - 1) * SUMS, dx, dy);
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    return coefficient(xx, yy, xy);
}

void series_pair_pearson(const series_pair *p, const uint32_t *weight, double to[LANES])
{
    double sum[SUMS][LANES] = { { 0 } };
    for (size_t c = 0; c < p->n_sums; c++) {
        const uint32_t *w = weight + p->sums_of[c] * LANES;
        for (size_t k = 0; k < SUMS; k++)
            for (size_t l = 0; l < LANES; l++) sum[k][l] += (double)w[l] * p->sums[c * SUMS + k];
    }
    for (size_t l = 0; l < LANES; l++) { /* no rows at all: 0/0 is not larger */
        const double n = sum[0][l], xx = sum[3][l] - sum[1][l] * sum[1][l] / n,
                     yy = sum[4][l] - sum[2][l] * sum[2][l] / n, xy = sum[5][l] - sum[1][l] * sum[2][l] / n;
        const int varies = xx > CONSTANT * sum[3][l] && yy > CONSTANT * sum[4][l];
        to[l] = varies ? coefficient(xx, yy, xy) : NAN;
    }
}
