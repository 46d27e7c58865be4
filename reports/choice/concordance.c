/* The interval of a stratified share. See choice.h. */
#include "choice.h"

#include <math.h>

#define NORMAL_95 1.959963984540054

/* n_h times the variance of one value of the stratum. */
static double stratum_square(double right, double n)
{
    const double p = (right + 0.5) / (n + 1.0);
    return n * p * (1.0 - p);
}

/* The mean of one group's values, and n^2 times the variance of that mean. */
typedef struct group_sum {
    double n, right, square;
} group_sum;

static group_sum sum_group(const double *value, const size_t *stratum, size_t n)
{
    group_sum to = { (double)n, 0.0, 0.0 };
    double right = 0.0, of = 0.0;
    for (size_t k = 0; k < n; k++) {
        to.right += value[k];
        right += value[k];
        of += 1.0;
        if (k + 1 < n && stratum[k + 1] == stratum[k]) continue;
        to.square += stratum_square(right, of);
        right = of = 0.0;
    }
    return to;
}

concordance concordance_of(const double *value, const size_t *stratum, const size_t *group, size_t n)
{
    double share = 0.0, smooth = 0.0, variance = 0.0, groups = 0.0;
    const double q = NORMAL_95 * NORMAL_95;
    for (size_t first = 0, end = 0; first < n; first = end) {
        while (end < n && group[end] == group[first]) end++;
        const group_sum of = sum_group(value + first, stratum + first, end - first);
        share += of.right / of.n;
        smooth += (of.right + 0.5) / (of.n + 1.0);
        variance += of.square / (of.n * of.n);
        groups += 1.0;
    }
    if (!n) return (concordance){ 0, NAN, NAN, NAN };
    share /= groups;
    smooth /= groups;
    const double pairs = smooth * (1.0 - smooth) / (variance / (groups * groups));
    const double middle = (share + q / (2.0 * pairs)) / (1.0 + q / pairs);
    const double half = NORMAL_95 * sqrt(share * (1.0 - share) / pairs + q / (4.0 * pairs * pairs)) / (1.0 + q / pairs);
    return (concordance){ n, share, fmax(0.0, middle - half), fmin(1.0, middle + half) };
}
