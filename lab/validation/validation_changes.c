/* The table of mistakes: what somebody may have done otherwise in one step of the reference. Each becomes a score of
 * the reference, of which validation_causes.c sees whether it is the candidate's. */
#include "validation_inside.h"

#include "ascending.h"

#include <stdlib.h>
#include <string.h>

/* ---- of the score, or of each item: x is the value, N, M and d how many rows, factors and codes there are ---- */

#define OF_SCORE(F)                                                                                                   \
    F(bits, x / log(2.0), "multiplied by 1/ln 2 (bits where nats are meant; in a ratio only in the numerator)")       \
    F(nats, x *log(2.0), "multiplied by ln 2 (nats over bits, a ratio of different logarithms)")                      \
    F(percent, x * 100.0, "multiplied by 100 (percent)")                                                              \
    F(half, x / 2.0, "halved (a mean of two, or 2 in a denominator)")                                                 \
    F(twice, x * 2.0, "doubled (2 is missing in a denominator)")                                                      \
    F(root_codes, x *(sqrt(d) - 1.0) / sqrt(d), "multiplied by (sqrt d - 1)/sqrt d, for d codes")                     \
    F(complement, 1.0 - x, "taken from 1 (1 - score)")                                                                \
    F(negated, -x, "with the opposite sign (the difference is taken the other way round)")                            \
    F(square, x *x, "squared")                                                                                        \
    F(root, x >= 0.0 ? sqrt(x) : NAN, "as square roots")                                                              \
    F(absolute, fabs(x), "without their signs (|score|)")                                                             \
    F(more_rows, x *N / (N - 1.0), "multiplied by N/(N-1) (1/(N-1) where 1/N is meant)")                              \
    F(covariance, x *N *N / ((N - 1.0) * (N - 1.0)), "multiplied by (N/(N-1))^2 (1/(N-1) in the covariance alone)")   \
    F(adjusted, x *(N - 1.0) / (N - 2.0), "multiplied by (N-1)/(N-2) (adjusted R2 of one code, in a difference)")     \
    F(adjusted_one, 1.0 - (1.0 - x) * (N - 1.0) / (N - 2.0), "as adjusted R2 of one code, 1 - (1 - x) (N-1)/(N-2)")   \
    F(adjusted_all, 1.0 - (1.0 - x) * (N - 1.0) / (N - d - 1.0), "as adjusted R2, 1 - (1 - x) (N-1)/(N-d-1)")         \
    F(by_factors, x *(M - 1.0) / M, "multiplied by (M-1)/M (M where M - 1 is meant, for M factors)")                  \
    F(by_codes, x *(d - 1.0) / d, "multiplied by (d-1)/d (d where d - 1 is meant, for d codes)")                      \
    F(over_factors, x *d / M, "multiplied by d/M (divided by the M factors where the d codes are meant)")             \
    F(over_codes, x *M / d, "multiplied by M/d (divided by the d codes where the M factors are meant)")               \
    F(rest_factors, 1.0 - (1.0 - x) * (M - 1.0) / M, "with M where M - 1 is meant (or chance, 1/M, not taken off)")   \
    F(rest_codes, 1.0 - (1.0 - x) * (d - 1.0) / d, "with d where d - 1 is meant (or chance, 1/d, not taken off)")     \
    F(base_codes, 1.0 - (1.0 - x) * log(M) / log(d), "with the number of codes as the base, not that of factors")     \
    F(base_factors, 1.0 - (1.0 - x) * log(d) / log(M), "with the number of factors as the base, not that of codes")   \
    F(nats_factors, 1.0 - (1.0 - x) * log(M), "with the entropy taken from 1 in nats, not to the base of M factors")  \
    F(nats_codes, 1.0 - (1.0 - x) * log(d), "with the entropy taken from 1 in nats, not to the base of d codes")      \
    F(bits_factors, 1.0 - (1.0 - x) * log2(M), "with the entropy taken from 1 in bits, not to the base of M factors") \
    F(bits_codes, 1.0 - (1.0 - x) * log2(d), "with the entropy taken from 1 in bits, not to the base of d codes")     \
    F(spread, 2.0 * x - 1.0, "doubled, less 1")                                                                       \
    F(plus_one, x + 1.0, "plus 1 (1 is not taken off)")                                                               \
    F(rounded_2, rint(x * 1e2) / 1e2, "rounded to 2 decimals")                                                        \
    F(rounded_3, rint(x * 1e3) / 1e3, "rounded to 3 decimals")                                                        \
    F(single, (double)(float)x, "rounded to single precision")

#define SCORE_FUNCTION(name_, value_, text_)                         \
    static double name_(double x, double N, double M, double d)      \
    {                                                                \
        return (void)x, (void)N, (void)M, (void)d, (double)(value_); \
    }
OF_SCORE(SCORE_FUNCTION)

int score_change_counts(const mistake *by, int columns)
{
    const double other = columns ? by->score(0.4, 10, 4, 7) : by->score(0.4, 20, 3, 5);
    return by->score(0.4, 10, 3, 5) != other;
}

static double items_mean(const double *x, size_t n)
{
    double s = 0;
    for (size_t k = 0; k < n; k++) s += x[k];
    return s / (double)n;
}
static double items_sum(const double *x, size_t n) { return items_mean(x, n) * (double)n; }
static double items_median(const double *x, size_t n) { return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]); }
static double items_least(const double *x, size_t n) { return (void)n, x[0]; }
static double items_most(const double *x, size_t n) { return x[n - 1]; }

/* How undefined items count. */
enum { AS_DEFINED, CONSTANT_ZERO, CONSTANT_MATCHED, UNDEFINED_ZERO };
static int counts_as_zero(const mistake *by, const assay_item *item)
{
    const int constant = item->undefined && strncmp(item->undefined, "constant-factor", 15) == 0;
    return by && isnan(item->value) && (by->how == UNDEFINED_ZERO || constant);
}

double cause_gives(const cause *one, const assay_score *of, ptrdiff_t item, const assay_size *size)
{
    enum { ROOM = 512 };
    const mistake *zero = one->zero, *score = one->then && one->then->stage == AT_SCORE ? one->then : NULL;
    const double N = (double)size->n, M = (double)size->n_factors, d = (double)size->n_codes;
    double x[ROOM], plain = 0.0;
    size_t defined = 0, zeros = 0, changed = 0;
    if (item >= 0 && counts_as_zero(zero, &of->items[item])) return 0.0;
    if (item >= 0 || (!zero && !one->of_items && (score || !one->then)))
        return score ? score->score(score_at(of, item), N, M, d) : score_at(of, item);
    if (of->n_items > ROOM || !of->n_items) return INFINITY;
    for (size_t k = 0; k < of->n_items; k++) {
        const double is = of->items[k].value;
        zeros += (size_t)counts_as_zero(zero, &of->items[k]);
        if (isnan(is)) continue;
        plain += is;
        x[defined] = score ? score->score(is, N, M, d) : is;
        changed += x[defined++] != is;
    }
    const size_t pairs = size->n_factors < size->n_codes ? size->n_factors : size->n_codes;
    if (zero && zero->how == CONSTANT_MATCHED && zeros + defined > pairs) zeros = pairs > defined ? pairs - defined : 0;
    if (!defined) return zeros ? 0.0 : NAN;
    const int is_plain =
        fabs(plain / (double)defined - of->overall.value) <= EXACT * fmax(1.0, fabs(of->overall.value));
    if (zero ? !is_plain : one->of_items && !changed) return INFINITY; /* a change that changes no item says nothing */
    for (size_t k = 0; k < zeros; k++) x[defined + k] = 0.0;
    qsort(x, defined + zeros, sizeof *x, ascending);
    return (one->then && !score ? one->then->mean : items_mean)(x, defined + zeros);
}

const char *mistake_text(const mistake *by, int squares)
{
    return by->stage == AT_RELATION && squares ? by->of_squares : by->text;
}

static double ratio(double x, double by) { return by > 0.0 ? x / by : 0.0; }

/* What becomes of a value x of which the factor's total is v and the code's z. */
enum { AS_IS, SQUARED, ROOTED, BITS, AT_LEAST_0, BY_FACTOR, BY_CODE };
enum { BY_JOINT = BY_CODE + 1, BY_LARGER, BY_SMALLER, BY_MEAN, BY_ROOT };
static double value_changed(int how, double x, double v, double z)
{
    const double by[] = { v, z, v + z - x, fmax(v, z), fmin(v, z), (v + z) / 2.0, sqrt(v * z) };
    const double bare[] = { x, x * x, x > 0.0 ? sqrt(x) : 0.0, x / log(2.0), fmax(0.0, x) };
    return how < BY_FACTOR ? bare[how] : ratio(x, by[how - BY_FACTOR]);
}

/* What becomes of the values of a factor, or of a code, `stride` apart: all are divided, or all but the largest (but
 * that of the same number) become one number. */
enum { TO_SUM_1, BY_LARGEST, LARGEST_ALONE, LESS_MEAN, DIAGONAL };
static size_t largest_at(const double *x, size_t n, size_t stride)
{
    size_t most = 0;
    for (size_t k = 1; k < n; k++) most = x[k * stride] > x[most * stride] ? k : most;
    return most;
}

static void line_change(int how, double *x, size_t n, size_t stride, size_t at)
{
    const size_t most = how == DIAGONAL ? at : largest_at(x, n, stride);
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += k == most && how == LESS_MEAN ? 0.0 : x[k * stride];
    if (how == LESS_MEAN && n < 2) return;
    const double by = how == BY_LARGEST ? x[most * stride] : sum,
                 others = how == LESS_MEAN ? sum / (double)(n - 1) : 0.0;
    for (size_t k = 0; k < n; k++)
        if (how == TO_SUM_1 || how == BY_LARGEST) x[k * stride] = ratio(x[k * stride], by);
        else if (k != most) x[k * stride] = others;
}

/* Totals; BARE: nothing is divided by one. */
enum { KEPT, BARE, IN_BITS, OF_LARGEST, OF_LOG_BINS, OF_LOG_LABELS, OF_LOG_CODES, OF_LOG2_CODES, OF_MATRIX };
enum { EACH, FIRST, OF_FACTORS, OF_CODES, TURNED }; /* each value, by the first of each factor; lines; turned */
static double new_total(const relation_change *one, double now, double largest, double of_matrix, double d)
{
    const double most = fmax(2.0, d), of_bins = log((double)one->bins), of_labels = log((double)one->factor_bins);
    const double to[] = { now, 1.0, now / log(2.0), largest, of_bins, of_labels, log(most), log2(most), of_matrix };
    return now > 0.0 ? to[one->by->totals] : now;
}

void relation_change_make(const changing_relation *r, void *context)
{
    relation_change *one = context;
    const mistake *by = one->by;
    const size_t m = r->n_factors, d = r->n_codes;
    if (r->step) return;
    one->applies = by->how != TURNED || m == d;
    const double of_matrix = r->value[largest_at(r->value, m * d, 1)];
    const double largest = r->factor_total[largest_at(r->factor_total, m, 1)];
    for (size_t i = 0; i < m; i++) {
        double *x = r->value + i * d, v = r->factor_total[i];
        const size_t first = largest_at(x, d, 1);
        const double of_first = ratio(value_changed(by->change, x[first], v, r->code_total[first]), x[first]);
        if (by->how == OF_FACTORS) line_change(by->change, x, d, 1, i);
        for (size_t j = 0; j < d; j++) {
            if (by->how == FIRST) x[j] *= of_first;
            if (by->how == EACH) x[j] = value_changed(by->change, x[j], v, r->code_total[j]);
            if (by->how != TURNED || m != d || j >= i) continue;
            const double mirrored = r->value[j * d + i];
            r->value[j * d + i] = x[j];
            x[j] = mirrored;
        }
    }
    for (size_t j = 0; j < d && by->how == OF_CODES; j++) line_change(by->change, r->value + j, m, d, j);
    for (size_t i = 0; i < m; i++)
        r->factor_total[i] = new_total(one, r->factor_total[i], largest, of_matrix, (double)d);
    for (size_t j = 0; j < d && by->totals != OF_LARGEST; j++)
        r->code_total[j] = new_total(one, r->code_total[j], largest, of_matrix, (double)d);
}

/* What is done otherwise than [a, b) on the column's range, the largest value in the last bin. */
enum { RIGHT_CLOSED = 1, LEAST_OWN = 2, MOST_OWN = 4, UNSCALED = 8, MOST_ALONE = 16 };

/* How many of the edges k (1/bins), k = 0..bins, are not above the value, in [0, 1] as scikit-learn scales; of
 * right-closed bins: are below. */
static double bin_of(double x, double low, double high, double bins, int rule)
{
    const double scale = 1.0 / (high - low), width = 1.0 / bins;
    const double y = rule & UNSCALED ? fmin(fmax(x, 0.0), 1.0) : x * scale + (0.0 - low * scale);
    double k = fmax(0.0, floor(y * bins) - 1.0);
    while (k <= bins && (rule & RIGHT_CLOSED ? k * width < y : k * width <= y)) k++;
    if (rule & RIGHT_CLOSED && !(rule & LEAST_OWN)) k = fmax(1.0, k);
    if (rule & MOST_ALONE && x == high) return bins + 1.0;
    return rule & MOST_OWN ? k : fmin(k, bins); /* rounding may scale beyond 1 */
}

assay_status bins_change_make(const mistake *by, const assay_data *from, size_t bins, size_t factor_bins,
                              assay_data *to)
{
    const size_t n = from->n, m = from->n_factors;
    ASSAY_TRY(data_copy(from, to));
    for (size_t k = 0; k < m + to->n_codes; k++) {
        double *x = k < m ? to->factors + k * n : to->codes + (k - m) * n;
        const moments of = moments_of(x, n);
        if (of.n < n || (k < m && from->levels[k])) continue; /* some value is absent, or they are categories */
        if (k < m) to->levels[k] = (int32_t)factor_bins + 2;
        for (size_t s = 0; s < n; s++)
            x[s] = of.most - of.least < 10 * 0x1p-52
                       ? 0.0
                       : bin_of(x[s], of.least, of.most, (double)(k < m ? factor_bins : bins),
                                k < m ? by->change : by->how);
    }
    return ASSAY_OK;
}

#define MISTAKE(stage_, text_, of_squares_, score_, mean_, how_, totals_, change_)        \
    {                                                                                     \
        (stage_), (text_), (of_squares_), (score_), (mean_), (how_), (totals_), (change_) \
    }
#define MEAN(how_, function_, text_) MISTAKE(AT_MEAN, text_, NULL, NULL, function_, how_, 0, 0)
#define RELATION(how_, totals_, change_, ...) MISTAKE(AT_RELATION, __VA_ARGS__, NULL, NULL, how_, totals_, change_)
#define ALIKE(text_) text_, text_
#define BY_TOTAL(by_, name_)                                                                                   \
    RELATION(EACH, BARE, by_, "information is divided by " name_ ", and nothing by a total after that", NULL), \
        RELATION(EACH, KEPT, by_, "information is divided by " name_ " beforehand", NULL),                     \
        RELATION(FIRST, BARE, by_, "the gap is divided by " name_ " of the first code", NULL)
#define DIVIDED(totals_, text_) RELATION(EACH, totals_, AS_IS, "it is divided by the " text_, NULL)
#define LINES(line_, text_)                                            \
    RELATION(OF_FACTORS, KEPT, line_, ALIKE("of each factor " text_)), \
        RELATION(OF_CODES, KEPT, line_, ALIKE("of each code " text_))
#define BIN_RULE(codes_, factors_, text_) MISTAKE(AT_BINS, text_, NULL, NULL, NULL, codes_, 0, factors_)
#define BINS(rule_, text_)                                                                                          \
    BIN_RULE(rule_, rule_, "the bins of codes and factors " text_), BIN_RULE(rule_, 0, "the bins of codes " text_), \
        BIN_RULE(0, rule_, "the bins of factors " text_)
#define SCORE(name_, value_, text_) MISTAKE(AT_SCORE, text_, NULL, name_, NULL, 0, 0, 0),

const mistake mistakes
    [] = { /* the simplest first */
           MEAN(AS_DEFINED, items_mean, "the plain mean of the items is taken, not a weighted one"),
           MEAN(AS_DEFINED, items_sum, "the sum of the items is taken instead of their mean"),
           MEAN(AS_DEFINED, items_median, "the median of the items is taken instead of their mean"),
           MEAN(AS_DEFINED, items_least, "the smallest item is taken instead of their mean"),
           MEAN(AS_DEFINED, items_most, "the largest item is taken instead of their mean"),
           MEAN(UNDEFINED_ZERO, items_mean, "undefined items count as 0 in the mean"),
           MEAN(CONSTANT_ZERO, items_mean, "constant factors count as 0 in the mean"),
           MEAN(CONSTANT_MATCHED, items_mean, "constant factors count as 0 in the mean where codes are left for them"),
           RELATION(EACH, KEPT, SQUARED, "the matrix is squared before anything is made of it",
                    "correlations are squared once too often"),
           RELATION(EACH, KEPT, ROOTED, "the square root is taken of the matrix",
                    "correlations are absolute, not squared"),
           RELATION(EACH, KEPT, AT_LEAST_0, "negative estimates count as 0", NULL),
           RELATION(EACH, BARE, AS_IS, "nothing is divided by a total (entropy)", NULL),
           RELATION(EACH, IN_BITS, AS_IS, "totals (entropies) are in bits and information in nats", NULL),
           RELATION(EACH, IN_BITS, BITS, "information and totals are in bits, other logarithms natural", NULL),
           DIVIDED(OF_LOG_LABELS, "logarithm of the number of bins (of factors) and not by a total (entropy)"),
           DIVIDED(OF_LOG_BINS, "logarithm of the number of bins of codes and not by a total (entropy)"),
           DIVIDED(OF_LOG_CODES, "logarithm of the number of codes and not by a total (entropy)"),
           DIVIDED(OF_LOG2_CODES, "binary logarithm of the number of codes and not by a total (entropy)"),
           DIVIDED(OF_LARGEST, "largest of all factors' totals (entropies)"),
           DIVIDED(OF_MATRIX, "largest value of the whole matrix, and by no total"),
           BY_TOTAL(BY_FACTOR, "the factor's total (entropy)"),
           BY_TOTAL(BY_CODE, "the code's total (entropy)"),
           BY_TOTAL(BY_JOINT, "the joint entropy"),
           BY_TOTAL(BY_LARGER, "the larger of the two totals"),
           BY_TOTAL(BY_SMALLER, "the smaller of the two totals"),
           BY_TOTAL(BY_MEAN, "the mean of the two totals"),
           BY_TOTAL(BY_ROOT, "the root of the product of the two totals"),
           LINES(TO_SUM_1, "the values are scaled to sum 1"),
           LINES(BY_LARGEST, "the values are divided by the largest"),
           LINES(LARGEST_ALONE, "the largest value counts alone: no second largest is taken off"),
           LINES(LESS_MEAN, "the others' mean is taken off the largest, not the second largest"),
           RELATION(OF_FACTORS, KEPT, DIAGONAL, ALIKE("factor i is compared with code i alone")),
           RELATION(TURNED, KEPT, AS_IS,
                    ALIKE("the matrix is transposed: values are taken over factors instead of over codes")),
           BINS(RIGHT_CLOSED, "are closed on the wrong side: (a, b] where [a, b) is meant"),
           BINS(RIGHT_CLOSED | LEAST_OWN, "are closed on the wrong side, (a, b], and the smallest value has its own"),
           BINS(MOST_OWN, "leave the largest value a bin of its own (numpy.digitize with all edges, or no cap)"),
           BINS(MOST_ALONE, "leave the largest value a bin of its own (numpy.digitize with all of numpy.linspace)"),
           BINS(UNSCALED, "are cut on 0..1 instead of each column's range"),
           OF_SCORE(SCORE)
    };
const size_t mistake_count = sizeof mistakes / sizeof *mistakes;
