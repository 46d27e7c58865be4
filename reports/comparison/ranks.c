/* Mean ranks, and what they are where nothing differs; see comparison.h. */
#include "comparison.h"

#include "ascending.h"
#include "needed.h"

#include <math.h>

enum { DEALS = 5000 };

/* Of one data set: 1 the best, ties the mean of their places. */
static void rank(const double *value, size_t n, double *to)
{
    for (size_t k = 0; k < n; k++) {
        size_t above = 0, equal = 0;
        for (size_t j = 0; j < n; j++) above += value[j] > value[k], equal += value[j] == value[k];
        to[k] = (double)above + (double)(equal + 1) / 2;
    }
}

static double widest(const double *mean, size_t n)
{
    double least = mean[0], most = mean[0];
    for (size_t k = 1; k < n; k++) least = fmin(least, mean[k]), most = fmax(most, mean[k]);
    return most - least;
}

double ranks_over_sets(const double *value, size_t sets, size_t n, double *mean)
{
    double *dealt = kept(DEALS + (sets + 1) * n, sizeof *dealt), *all = dealt + DEALS, *sum = all + sets * n;
    size_t *order = kept(n + 1, sizeof *order);
    assay_stream stream;
    for (size_t k = 0; k < n; k++) mean[k] = 0;
    for (size_t s = 0; s < sets; s++) {
        rank(value + s * n, n, all + s * n);
        for (size_t k = 0; k < n; k++) mean[k] += all[s * n + k] / (double)sets;
    }
    assay_stream_seed(&stream, 0);
    for (size_t deal = 0; deal < DEALS && sets >= RANKS_SETS_LEAST; deal++) {
        for (size_t k = 0; k < n; k++) sum[k] = 0;
        for (size_t s = 0; s < sets; s++) {
            assay_stream_permutation(&stream, order, n);
            for (size_t k = 0; k < n; k++) sum[k] += all[s * n + order[k]] / (double)sets;
        }
        dealt[deal] = widest(sum, n);
    }
    qsort(dealt, DEALS, sizeof *dealt, ascending);
    /* The least that is reached in at most 5 of 100 deals, and by no rounding error. */
    double least = INFINITY;
    const double step = 1e-9;
    for (size_t k = DEALS - DEALS / 20; k < DEALS && sets >= RANKS_SETS_LEAST && isinf(least); k++)
        if (dealt[k] > dealt[DEALS - DEALS / 20 - 1] + step) least = dealt[k] - step;
    return least;
}
