/* The interval of a stratified share. See choice.h. */
#include "choice.h"
#include "student.h"

#define NORMAL_95 1.959963984540054
enum { FEWEST_DRAWS = 3 }; /* of which a spread is known */

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

/* What value k adds to the mean over groups beyond that mean. */
static double influence(const double *value, const size_t *group, size_t n, size_t k, double groups)
{
    size_t first = k, end = k;
    double sum = 0.0;
    while (first && group[first - 1] == group[k]) first--;
    for (end = first; end < n && group[end] == group[k]; end++) sum += value[end];
    const double count = (double)(end - first);
    return (value[k] - sum / count) / (count * groups);
}

double drawn_variance(const double *value, const size_t *group, const double *draw, size_t n, size_t *draws)
{
    double groups = 0.0, variance = 0.0;
    *draws = 0;
    for (size_t k = 0; k < n; k++) groups += !k || group[k] != group[k - 1];
    for (size_t k = 0; k < n; k++) {
        size_t before = 0;
        double of = 0.0;
        while (before < k && draw[before] != draw[k]) before++;
        if (before < k) continue;
        for (size_t l = k; l < n; l++)
            if (draw[l] == draw[k]) of += influence(value, group, n, l, groups);
        variance += of * of;
        ++*draws;
    }
    return *draws < FEWEST_DRAWS ? NAN : variance * (double)*draws / ((double)*draws - 1.0);
}

grouped_change change_over_groups(const double *value, const size_t *group, size_t n)
{
    grouped_change to = { 0.0, 0.0, INFINITY };
    double groups = 0.0;
    for (size_t first = 0, end = 0; first < n; first = end) {
        moments m = { 0 };
        for (; end < n && group[end] == group[first]; end++) moments_add(&m, value[end]);
        const double count = (double)m.n, sd = m.n > 1 ? moments_sd(&m) : 1.0;
        to.mean += m.mean;
        to.variance += fmax(sd * sd, 1.0 / count) / count;
        to.fewest = fmin(to.fewest, count);
        groups += 1.0;
    }
    to.mean = groups > 0.0 ? to.mean / groups : NAN;
    to.variance /= groups * groups;
    return to;
}

concordance concordance_of(const double *value, const size_t *stratum, const size_t *group, const double *draw,
                           size_t n)
{
    double share = 0.0, smooth = 0.0, variance = 0.0, groups = 0.0, reach = NORMAL_95;
    size_t draws;
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
    variance /= groups * groups;
    const double among = draw ? drawn_variance(value, group, draw, n, &draws) : NAN;
    if (among > variance) {
        variance = among;
        reach = student_quantile(0.975, (double)draws - 1.0);
    }
    const double pairs = smooth * (1.0 - smooth) / variance, q = reach * reach;
    const double middle = (share + q / (2.0 * pairs)) / (1.0 + q / pairs);
    const double half = reach * sqrt(share * (1.0 - share) / pairs + q / (4.0 * pairs * pairs)) / (1.0 + q / pairs);
    return (concordance){ n, share, fmax(0.0, middle - half), fmin(1.0, middle + half) };
}
