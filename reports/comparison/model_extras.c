#include "model_extras.h"

#include "ascending.h"
#include "moments.h"
#include "student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int extrapolated(const evidence_point *p, double level, double to[3])
{
    enum { N = UNCERTAIN_NESTS };
    const double *half = p->nested.draw, *quarter = half ? half + N : NULL;
    moments h = { 0 }, off = { 0 }, again = { 0 };
    if (!half || p->nested.draws != 2 * N || p->nested.defined != 2 * N || !p->defined) return 0;
    for (size_t b = 0; b < N; b++) {
        moments_add(&h, half[b]);
        moments_add(&off, half[b] - quarter[b] - 2 * (p->mean - half[b]));
        moments_add(&again, 2 * half[b] - quarter[b]);
    }
    const double t = student_quantile(0.5 + level / 2, N - 1), draws = sqrt(N);
    if (!(fabs(off.mean) <= t * moments_sd(&off) / draws + 1e-12)) return 0;
    const double error = hypot(moments_sd(&again), moments_sd(&h) / draws);
    to[0] = fmin(fmax(2 * p->mean - h.mean, p->range[0]), p->range[1]);
    student_interval(to[0], t * error, p->range, to + 1);
    return 1;
}

size_t items_found(const evidence_point *p, double rate, unsigned char *is_found, size_t *items)
{
    const double *of = p->tested.draw;
    const size_t n = of && p->tested.draws > p->chance.draws ? (size_t)(p->tested.draws - p->chance.draws) : 0;
    *items = n;
    if (!n) return 0;
    double *sorted = malloc(n * sizeof *sorted), line = 0;
    size_t known = 0, found = 0;
    for (size_t k = 0; sorted && k < n; k++)
        if (!isnan(of[k])) sorted[known++] = of[k];
    if (known) qsort(sorted, known, sizeof *sorted, ascending);
    for (size_t k = 0; k < known; k++)
        if (sorted[k] <= rate * (double)(k + 1) / (double)known + 1e-12) line = sorted[k];
    free(sorted);
    for (size_t k = 0; k < n; k++) found += is_found[k] = of[k] <= line;
    return found;
}
