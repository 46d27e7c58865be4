/*
 * The rarer side is sorted; a table of equal-width buckets over its range then says, for every row of the other side,
 * between which sorted scores it falls. The bucket of a score is a rounded increasing function of it, so a score in a
 * later bucket is larger for certain, and only scores in the same bucket are compared.
 */
#include "auc.h"
#include "radix_order.h"

#include <math.h>
#include <stdlib.h>

typedef struct ladder {
    const double *sorted; /* [m], increasing */
    size_t m, buckets;
    uint32_t *start; /* [buckets + 1] first sorted score of each bucket */
    double low, scale;
} ladder;

static size_t bucket_of(const ladder *by, double x)
{
    if (!(x > by->low)) return 0;
    const double at = (x - by->low) * by->scale;
    return at < (double)by->buckets ? (size_t)at : by->buckets - 1;
}

/* Buckets only where the range and its inverse are ordinary numbers; otherwise one bucket, searched by halves. */
static void ladder_build(ladder *by, size_t buckets)
{
    const double low = by->sorted[0], range = by->sorted[by->m - 1] - low, scale = (double)buckets / range;
    const int plain = isfinite(scale) && scale > 0.0;
    by->buckets = plain ? buckets : 1;
    by->low = low;
    by->scale = plain ? scale : 0.0;
    size_t at = 0;
    for (size_t b = 0; b < by->buckets; b++) {
        if (plain)
            while (at < by->m && bucket_of(by, by->sorted[at]) < b) at++;
        by->start[b] = (uint32_t)at;
    }
    by->start[by->buckets] = (uint32_t)by->m;
}

/* First of sorted[from .. to) that is >= x, or > x where `past` is set. */
static size_t bound(const double *sorted, size_t from, size_t to, double x, int past)
{
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (sorted[middle] < x || (past && sorted[middle] == x))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Twice the number of sorted scores below x, plus the number equal to x. */
static uint64_t half_ranks(const ladder *by, double x)
{
    const size_t b = by->scale > 0.0 ? bucket_of(by, x) : 0;
    size_t from = by->start[b], to = by->start[b + 1];
    if (to - from > 8) {
        const size_t below = bound(by->sorted, from, to, x, 0);
        return (uint64_t)below + bound(by->sorted, below, to, x, 1);
    }
    uint64_t ranks = 2 * (uint64_t)from;
    for (; from < to; from++) ranks += (uint64_t)(by->sorted[from] < x) + (uint64_t)(by->sorted[from] <= x);
    return ranks;
}

/* Splits off the rarer side into few[m]; returns -1 where a score is NaN. */
static int side_gather(const double *score, const int32_t *label, size_t n, int32_t class, int few_is_class,
                       double *few)
{
    size_t m = 0;
    int bad = 0;
    for (size_t s = 0; s < n; s++) {
        bad |= score[s] != score[s];
        if ((label[s] == class) == few_is_class) few[m++] = score[s];
    }
    return bad ? -1 : 0;
}

static double area_by_ladder(const double *score, const int32_t *label, size_t n, int32_t class, int few_is_class,
                             const ladder *by)
{
    __extension__ typedef unsigned __int128 wide; /* pairs of 2^32 rows and more still count exactly */
    wide ranks = 0;
    size_t many = 0;
    for (size_t s = 0; s < n; s++) {
        if ((label[s] == class) == few_is_class) continue;
        ranks += half_ranks(by, score[s]);
        many++;
    }
    const wide all = 2 * (wide)many * by->m;
    const wide won = few_is_class ? all - ranks : ranks; /* ranks counts pairs in which the many-sided row is larger */
    return (double)won / (double)all;
}

assay_status auc_class(const double *score, const int32_t *label, size_t n, int32_t class, double *area)
{
    size_t positive = 0;
    for (size_t s = 0; s < n; s++) positive += label[s] == class;
    *area = NAN;
    if (positive == 0 || positive == n) return ASSAY_OK; /* R1 */
    if (n > UINT32_MAX) return ASSAY_EINPUT;
    const int few_is_class = positive <= n - positive;
    const size_t m = few_is_class ? positive : n - positive, buckets = 4 * m + 16;
    double *few = malloc(m * sizeof *few);
    uint32_t *start = malloc((buckets + 1) * sizeof *start);
    if (!few || !start) {
        free(few);
        free(start);
        return ASSAY_ENOMEM;
    }
    assay_status st = ASSAY_OK;
    if (side_gather(score, label, n, class, few_is_class, few) == 0 && (st = radix_sort(few, m)) == ASSAY_OK) {
        ladder by = { .sorted = few, .m = m, .start = start };
        ladder_build(&by, buckets);
        *area = area_by_ladder(score, label, n, class, few_is_class, &by);
    }
    free(few);
    free(start);
    return st;
}
