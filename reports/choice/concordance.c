/* The interval of a share of pairs, and of a change of it, from independent draws. See choice.h. */
#include "choice.h"
#include "needed.h"
#include "student.h"

enum { FEWEST_DRAWS = 3, MANY = 1000000000 }; /* of which a spread is known; degrees of freedom of a normal quantile */

/* n_h times the variance of one value of the stratum. */
static double stratum_square(double right, double n)
{
    const double p = (right + 0.5) / (n + 1.0);
    return n * p * (1.0 - p);
}

/* A mean over groups, with a value between its ends where all pairs are alike, and its variance if pairs of one stratum
 * were drawn each by itself. */
typedef struct group_mean {
    double mean, smooth, variance, groups, fewest;
} group_mean;

static double square_of_strata(const pair_values *v, size_t first, size_t end)
{
    double square = 0.0, right = 0.0, of = 0.0;
    for (size_t k = first; k < end; k++) {
        right += v->value[k];
        of += 1.0;
        if (k + 1 < end && v->stratum[k + 1] == v->stratum[k]) continue;
        square += stratum_square(right, of);
        right = of = 0.0;
    }
    return square;
}

/* A group whose changes are all alike is taken to hold one that is not. */
static double square_of_changes(const moments *m)
{
    const double count = (double)m->n, sd = m->n > 1 ? moments_sd(m) : 1.0;
    return count * fmax(sd * sd, 1.0 / count);
}

static group_mean mean_of(const pair_values *v, int is_change)
{
    group_mean to = { .fewest = INFINITY };
    for (size_t first = 0, end = 0; first < v->n; first = end) {
        moments m = { 0 };
        double sum = 0.0; /* exact for halves, as a running mean is not */
        for (; end < v->n && v->group[end] == v->group[first]; end++) {
            moments_add(&m, v->value[end]);
            sum += v->value[end];
        }
        const double n = (double)m.n;
        to.mean += sum / n;
        to.smooth += (sum + 0.5) / (n + 1.0);
        to.variance += (is_change ? square_of_changes(&m) : square_of_strata(v, first, end)) / (n * n);
        to.fewest = fmin(to.fewest, n);
        to.groups += 1.0;
    }
    to.mean /= to.groups;
    to.smooth /= to.groups;
    to.variance /= to.groups * to.groups;
    return to;
}

/* The variance of the mean by the spread among draws, which are independent; *count: their number; NaN: too few. */
static double variance_among(const pair_values *v, const group_mean *of, double *count)
{
    size_t most = 0;
    double variance = 0.0;
    for (size_t k = 0; k < v->n; k++) most = v->draw[k] > most ? v->draw[k] : most;
    OWNED double *influence = needed(calloc(most + 1, sizeof *influence));
    OWNED char *is_there = needed(calloc(most + 1, 1));
    *count = 0.0;
    for (size_t first = 0, end = 0; first < v->n; first = end) {
        double sum = 0.0;
        for (; end < v->n && v->group[end] == v->group[first]; end++) sum += v->value[end];
        const double n = (double)(end - first);
        for (size_t k = first; k < end; k++) {
            influence[v->draw[k]] += (v->value[k] - sum / n) / (n * of->groups);
            *count += !is_there[v->draw[k]];
            is_there[v->draw[k]] = 1;
        }
    }
    for (size_t c = 0; c <= most; c++) variance += influence[c] * influence[c];
    return *count < FEWEST_DRAWS ? NAN : variance * *count / (*count - 1.0);
}

/* A variance of the mean, and how many of its square roots the interval reaches. */
typedef struct spread {
    double variance, reach;
} spread;

/* The wider of two: if every pair were drawn by itself, and by the spread among draws. `outside` is left on either
 * side. */
static spread spread_of(const pair_values *v, const group_mean *of, double outside, double freedom)
{
    double draws;
    const spread alone = { of->variance, student_quantile(1.0 - outside, freedom) };
    const double variance = variance_among(v, of, &draws);
    if (isnan(variance)) return alone;
    const spread among = { variance, student_quantile(1.0 - outside, fmin(freedom, draws - 1.0)) };
    return among.reach * sqrt(among.variance) > alone.reach * sqrt(alone.variance) ? among : alone;
}

change_interval change_of_pairs(const pair_values *v, double outside)
{
    if (!v->n) return (change_interval){ NAN, NAN, NAN };
    const group_mean of = mean_of(v, 1);
    if (!(of.fewest >= 5.0)) return (change_interval){ of.mean, NAN, NAN };
    const spread s = spread_of(v, &of, outside, of.fewest - 1.0);
    const double half = s.reach * sqrt(s.variance);
    return (change_interval){ of.mean, of.mean - half, of.mean + half };
}

/* Wilson's interval, of as many independent pairs as have the variance. */
concordance concordance_of(const pair_values *v)
{
    if (!v->n) return (concordance){ 0, NAN, NAN, NAN };
    const group_mean of = mean_of(v, 0);
    const spread s = spread_of(v, &of, 0.025, MANY);
    const double pairs = of.smooth * (1.0 - of.smooth) / s.variance, q = s.reach * s.reach, share = of.mean;
    const double middle = (share + q / (2.0 * pairs)) / (1.0 + q / pairs);
    const double half = s.reach * sqrt(share * (1.0 - share) / pairs + q / (4.0 * pairs * pairs)) / (1.0 + q / pairs);
    return (concordance){ v->n, share, fmax(0.0, middle - half), fmin(1.0, middle + half) };
}
