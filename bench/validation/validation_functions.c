/* Mistakes behind the reference: functions of its score, and of its items where the overall value is made of them. */
#include "validation_inside.h"

#include "ascending.h"

#include <stdlib.h>

/* ---- functions of a score ---- */

static double part(double all) { return (all - 1.0) / all; }
static double rows_more(const assay_size *n) { return 1.0 / part((double)n->n); }
static double of_factors(const assay_size *n) { return part((double)n->n_factors); }
static double of_codes(const assay_size *n) { return part((double)n->n_codes); }
static double log_ratio(const assay_size *n) { return log((double)n->n_factors) / log((double)n->n_codes); }

static double score_same(double x, const assay_size *n) { return (void)n, x; }
static double score_bits(double x, const assay_size *n) { return (void)n, x / log(2.0); }
static double score_nats(double x, const assay_size *n) { return (void)n, x * log(2.0); }
static double score_digits(double x, const assay_size *n) { return (void)n, x / log(10.0); }
static double score_undigits(double x, const assay_size *n) { return (void)n, x * log(10.0); }
static double score_percent(double x, const assay_size *n) { return (void)n, x * 100.0; }
static double score_complement(double x, const assay_size *n) { return (void)n, 1.0 - x; }
static double score_negated(double x, const assay_size *n) { return (void)n, -x; }
static double score_square(double x, const assay_size *n) { return (void)n, x * x; }
static double score_root(double x, const assay_size *n) { return (void)n, x >= 0.0 ? sqrt(x) : NAN; }
static double score_absolute(double x, const assay_size *n) { return (void)n, fabs(x); }
static double score_clip(double x, const assay_size *n) { return (void)n, fmin(1.0, fmax(0.0, x)); }
static double score_half(double x, const assay_size *n) { return (void)n, 0.5 * x; }
static double score_twice(double x, const assay_size *n) { return (void)n, 2.0 * x; }
static double rows_adjusted(const assay_size *n, double fitted)
{
    const double rows = (double)n->n;
    return (rows - 1.0) / (rows - fitted - 1.0);
}
static double score_adjusted_gap(double x, const assay_size *n) { return x * rows_adjusted(n, 1.0); }
static double score_adjusted_one(double x, const assay_size *n) { return 1.0 - (1.0 - x) * rows_adjusted(n, 1.0); }
static double score_adjusted_all(double x, const assay_size *n)
{
    return 1.0 - (1.0 - x) * rows_adjusted(n, (double)n->n_codes);
}
static double score_more(double x, const assay_size *n) { return x * rows_more(n); }
static double score_less(double x, const assay_size *n) { return x / rows_more(n); }
static double score_more_twice(double x, const assay_size *n) { return x * rows_more(n) * rows_more(n); }
static double score_less_twice(double x, const assay_size *n) { return x / rows_more(n) * 1.0 / rows_more(n); }
static double score_more_root(double x, const assay_size *n) { return x * sqrt(rows_more(n)); }
static double score_less_root(double x, const assay_size *n) { return x * sqrt(1.0 / rows_more(n)); }
static double score_rounded_2(double x, const assay_size *n) { return (void)n, rint(x * 1e2) / 1e2; }
static double score_rounded_3(double x, const assay_size *n) { return (void)n, rint(x * 1e3) / 1e3; }
static double score_rounded_4(double x, const assay_size *n) { return (void)n, rint(x * 1e4) / 1e4; }
static double score_rounded_6(double x, const assay_size *n) { return (void)n, rint(x * 1e6) / 1e6; }
static double score_single(double x, const assay_size *n) { return (void)n, (double)(float)x; }
static double score_by_factors(double x, const assay_size *n) { return x * of_factors(n); }
static double score_over_factors(double x, const assay_size *n) { return x / of_factors(n); }
static double score_by_codes(double x, const assay_size *n) { return x * of_codes(n); }
static double score_over_codes(double x, const assay_size *n) { return x / of_codes(n); }
static double score_factors_for_codes(double x, const assay_size *n)
{
    return x * (double)n->n_codes / (double)n->n_factors;
}
static double score_codes_for_factors(double x, const assay_size *n)
{
    return x * (double)n->n_factors / (double)n->n_codes;
}
static double rest_by_factors(double x, const assay_size *n) { return 1.0 - (1.0 - x) * of_factors(n); }
static double rest_over_factors(double x, const assay_size *n) { return 1.0 - (1.0 - x) / of_factors(n); }
static double rest_by_codes(double x, const assay_size *n) { return 1.0 - (1.0 - x) * of_codes(n); }
static double rest_over_codes(double x, const assay_size *n) { return 1.0 - (1.0 - x) / of_codes(n); }
static double rest_base_codes(double x, const assay_size *n) { return 1.0 - (1.0 - x) * log_ratio(n); }
static double rest_base_factors(double x, const assay_size *n) { return 1.0 - (1.0 - x) / log_ratio(n); }
static double rest_nats_factors(double x, const assay_size *n) { return 1.0 - (1.0 - x) * log((double)n->n_factors); }
static double rest_nats_codes(double x, const assay_size *n) { return 1.0 - (1.0 - x) * log((double)n->n_codes); }
static double rest_bits_factors(double x, const assay_size *n) { return 1.0 - (1.0 - x) * log2((double)n->n_factors); }
static double rest_bits_codes(double x, const assay_size *n) { return 1.0 - (1.0 - x) * log2((double)n->n_codes); }
static double rest_bits(double x, const assay_size *n) { return (void)n, 1.0 - (1.0 - x) / log(2.0); }
static double rest_root(double x, const assay_size *n) { return (void)n, x <= 1.0 ? 1.0 - sqrt(1.0 - x) : NAN; }
static double rest_square(double x, const assay_size *n) { return (void)n, 1.0 - (1.0 - x) * (1.0 - x); }
static double score_spread(double x, const assay_size *n) { return (void)n, 2.0 * x - 1.0; }
static double score_gathered(double x, const assay_size *n) { return (void)n, 0.5 * (x + 1.0); }
static double score_plus_one(double x, const assay_size *n) { return (void)n, x + 1.0; }
static double score_inverse(double x, const assay_size *n) { return (void)n, x != 0.0 ? 1.0 / x : NAN; }

static const score_function functions[] = {
    { NULL, score_same },
    { "x 1/ln 2: bits where nats are meant (in a ratio: only in the numerator)", score_bits },
    { "x ln 2: nats over bits, a ratio of different logarithms", score_nats },
    { "x 1/ln 10: decimal logarithms where natural ones are meant (in a ratio: only in the numerator)", score_digits },
    { "x ln 10: natural over decimal logarithms", score_undigits },
    { "x 100: percent", score_percent },
    { "1 - score", score_complement },
    { "-score: the difference is taken the other way round", score_negated },
    { "score squared", score_square },
    { "square root of the score", score_root },
    { "|score|", score_absolute },
    { "score clipped to 0..1", score_clip },
    { "x 1/2", score_half },
    { "x 2", score_twice },
    { "x N/(N-1): 1/(N-1) where 1/N is meant", score_more },
    { "x (N-1)/N: 1/N where 1/(N-1) is meant", score_less },
    { "x (N/(N-1))^2: 1/(N-1) in the covariance, 1/N in the variances", score_more_twice },
    { "x ((N-1)/N)^2: 1/N in the covariance, 1/(N-1) in the variances", score_less_twice },
    { "x sqrt(N/(N-1))", score_more_root },
    { "x sqrt((N-1)/N)", score_less_root },
    { "x (N-1)/(N-2): adjusted R2 of one code, in a difference", score_adjusted_gap },
    { "1 - (1 - x) (N-1)/(N-2): adjusted R2 of one code", score_adjusted_one },
    { "1 - (1 - x) (N-1)/(N-d-1): adjusted R2 of d codes", score_adjusted_all },
    { "x (M-1)/M: M where M - 1 is meant, for M factors", score_by_factors },
    { "x M/(M-1): M - 1 where M is meant, for M factors", score_over_factors },
    { "x (d-1)/d: d where d - 1 is meant, for d codes", score_by_codes },
    { "x d/(d-1): d - 1 where d is meant, for d codes", score_over_codes },
    { "x d/M: divided by the number of factors, M, where that of codes, d, is meant", score_factors_for_codes },
    { "x M/d: divided by the number of codes, d, where that of factors, M, is meant", score_codes_for_factors },
    { "M where M - 1 is meant, for M factors, in what is taken from 1 (or chance, 1/M, is not taken off)",
      rest_by_factors },
    { "M - 1 where M is meant, for M factors, in what is taken from 1", rest_over_factors },
    { "d where d - 1 is meant, for d codes, in what is taken from 1 (or chance, 1/d, is not taken off)",
      rest_by_codes },
    { "d - 1 where d is meant, for d codes, in what is taken from 1", rest_over_codes },
    { "the logarithm's base is the number of codes where that of factors is meant", rest_base_codes },
    { "the logarithm's base is the number of factors where that of codes is meant", rest_base_factors },
    { "the entropy that is taken from 1 is in nats, not to the base of the number of factors", rest_nats_factors },
    { "the entropy that is taken from 1 is in nats, not to the base of the number of codes", rest_nats_codes },
    { "the entropy that is taken from 1 is in bits, not to the base of the number of factors", rest_bits_factors },
    { "the entropy that is taken from 1 is in bits, not to the base of the number of codes", rest_bits_codes },
    { "what is taken from 1 is in bits, what it is divided by in nats", rest_bits },
    { "1 - sqrt(1 - score)", rest_root },
    { "1 - (1 - score)^2", rest_square },
    { "2 x - 1", score_spread },
    { "(x + 1)/2", score_gathered },
    { "x + 1: 1 is not taken off", score_plus_one },
    { "1/x", score_inverse },
    { "rounded to 2 decimals", score_rounded_2 },
    { "rounded to 3 decimals", score_rounded_3 },
    { "rounded to 4 decimals", score_rounded_4 },
    { "rounded to 6 decimals", score_rounded_6 },
    { "rounded to single precision", score_single },
};

size_t function_count(void) { return sizeof functions / sizeof *functions; }
const score_function *function_at(size_t index) { return &functions[index]; }

/* ---- functions of the reference's items ---- */

static double defined_mean(const double *x, size_t n)
{
    double s = 0;
    for (size_t k = 0; k < n; k++) s += x[k];
    return s / (double)n;
}

static double items_sum(const double *x, size_t n) { return defined_mean(x, n) * (double)n; }
static double items_mean(const double *x, size_t n) { return defined_mean(x, n); }
static double items_median(const double *x, size_t n)
{
    return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}
static double items_least(const double *x, size_t n) { return (void)n, x[0]; }
static double items_most(const double *x, size_t n) { return x[n - 1]; }
static double items_geometric(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += log(x[k]);
    return exp(sum / (double)n);
}
static double items_short(const double *x, size_t n)
{
    return n > 1 ? defined_mean(x, n) * (double)n / (double)(n - 1) : NAN;
}

enum { AS_DEFINED, CONSTANT_ZERO, UNDEFINED_ZERO, UNDEFINED_ENDS }; /* undefined items */
static const struct aggregate {
    const char *text;
    double (*of)(const double *x, size_t n);
    int undefined;
} aggregates[] = {
    { "the sum of the items instead of their mean", items_sum, AS_DEFINED },
    { "the median of the items instead of their mean", items_median, AS_DEFINED },
    { "the smallest item instead of their mean", items_least, AS_DEFINED },
    { "the largest item instead of their mean", items_most, AS_DEFINED },
    { "undefined items count as 0 in the mean", items_mean, UNDEFINED_ZERO },
    { "constant factors count as 0 in the mean", items_mean, CONSTANT_ZERO },
    { "one undefined item makes the mean undefined", items_mean, UNDEFINED_ENDS },
    { "the geometric mean of the items", items_geometric, AS_DEFINED },
    { "the sum of the items divided by their number less 1", items_short, AS_DEFINED },
};

size_t aggregate_count(void) { return sizeof aggregates / sizeof *aggregates; }
const char *aggregate_text(size_t index) { return aggregates[index].text; }

/* A mistake about undefined items: a plain mean with those that count as 0. */
static double undefined_value(int how, const double *x, size_t defined, size_t zeros, size_t undefined, double overall)
{
    if (!undefined) return overall;
    if (how == UNDEFINED_ENDS) return NAN;
    if (!(fabs(defined_mean(x, defined) - overall) <= EXACT * fmax(1.0, fabs(overall)))) return NAN;
    return overall * (double)defined / (double)(defined + zeros);
}

double aggregate_value(size_t index, const reference_items *items, double overall)
{
    enum { ROOM = 256 };
    const int how = aggregates[index].undefined;
    double x[ROOM];
    size_t defined = 0, zeros = 0;
    if (items->n > ROOM) return NAN;
    for (size_t k = 0; k < items->n; k++)
        if (!isnan(items->at[k])) x[defined++] = items->at[k];
        else zeros += how != CONSTANT_ZERO || items->constant[k];
    if (!defined) return NAN;
    if (how != AS_DEFINED) return undefined_value(how, x, defined, zeros, items->n - defined, overall);
    qsort(x, defined, sizeof *x, ascending);
    return aggregates[index].of(x, defined);
}
