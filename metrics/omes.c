/*
 *     a_ji = 1 - max(0, corr(z_j of one member, z_j of the other)) over pairs of rows that differ in factor i alone
 *     O_ji = 1 - mean_k |[k = i] - a_jk|      Q_ji = 1 - mean_l |[l = j] - a_li|
 *     S_i = w max_j O_ji a_ji + (1 - w) max_j Q_ji a_ji      score = mean_i S_i
 *
 *   a says how little a code keeps when factor i changes; O that it keeps all when another does (no overlap), Q that
 *   other codes keep all when i does (no multiple encoding). pool=mean takes means weighted by a_ji for the maxima.
 *
 * Source   Dapueto, Noceti, Odone 2024, Transferring disentangled representations: bridging the gap between synthetic
 *          and real images (NeurIPS), arXiv:2409.18017, and its published code. Pairs and sign are ours (see R1 and the
 *          preset).
 * Takes    factors [M x n], categorical ones by label, continuous ones cut into factor-bins; codes [d x n].
 * Gives    "omes", one per factor and their mean, in [0, 1]: 1 = one code alone changes with the factor, and with no
 *          other. Codes that are noise change with every factor: about 1/2 (1/(2M) + 1/(2d) for many), so 0 is out of
 *          reach.
 * Cost     M groupings of n rows, and n K d products.
 * R1  Rows that agree in all other factors make a group, from which a row of every value of i is taken, at random, or
 *     as published the first in the table; all pairs of these, in both orders. pairs=shuffled: they are put in random
 *     order and paired one by one, as often as there are values.
 * R2  A factor with fewer than two pairs: undefined, too-few-samples; it is not counted among the k either.
 * R3  Constant codes, and those whose deviation is below least-deviation, are left out; none is left: no-active-code. A
 *     code that does not vary among the pairs keeps all: a = 0.
 */
#include "aggregate.h"
#include "batches.h"
#include "correlation.h"
#include "rows.h"
#include "work.h"

enum { PAIRS_ALL, PAIRS_SHUFFLED };
enum { SIGN_POSITIVE, SIGN_ABSOLUTE };
enum { POOL_MAX, POOL_MEAN };

#define OPTIONS(OPTION)                                                                                                \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                            \
    OPTION(PAIRS, CHOICE("pairs", "all pairs of values in both orders, or values shuffled and paired one by one",      \
                         [PAIRS_ALL] = "all", [PAIRS_SHUFFLED] = "shuffled"))                                          \
    OPTION(SIGN, CHOICE("sign", "a negative correlation keeps nothing, or as much as a positive one",                  \
                        [SIGN_POSITIVE] = "positive", [SIGN_ABSOLUTE] = "absolute"))                                   \
    OPTION(POOL, CHOICE("pool",                                                                                        \
                        "over codes: the largest, or a mean weighted by a", [POOL_MAX] = "max", [POOL_MEAN] = "mean")) \
    OPTION(WEIGHT, PARAMETER("weight", "of overlap; the rest is multiple encoding's", 0.5, 0, 1, ASSAY_DEFINES))       \
    OPTION(DIGITS, PARAMETER("digits", "decimals that a and the score are rounded to; 0: they are not", 0, 0, 15,      \
                             ASSAY_WHOLE | ASSAY_DEFINES))                                                             \
    OPTION(LEAST_DEVIATION,                                                                                            \
           PARAMETER("least-deviation", "a code that deviates less is left out", 0, 0, 1, ASSAY_LIMIT))                \
    OPTION(TAKEN, CHOICE_OF("taken", "of rows that agree in every factor: the first in the table, or any",             \
                            ORDER_DRAWN, ASSAY_BY_ORDER, [ORDER_TABLE] = "table", [ORDER_DRAWN] = "drawn"))
OPTION_TABLE(OPTIONS);

/* What is added up over the pairs of a factor: of a code's two members x and y. */
typedef struct sums {
    double x, y, xx, yy, xy;
} sums;

typedef struct trial {
    const bins *v;
    units codes; /* those that count (R3) */
    groups groups;
    size_t *of_value; /* [levels_most] the first row of each value, plus 1; 0: none */
    size_t *member;   /* [levels_most] */
    sums *sum;        /* [codes] */
    double pairs;
} trial;

static void add_pair(trial *t, size_t first, size_t second)
{
    const size_t n = t->codes.n;
    for (size_t j = 0; j < t->codes.count; j++) {
        const double x = t->codes.at[j * n + first], y = t->codes.at[j * n + second];
        t->sum[j].x += x, t->sum[j].xx += x * x;
        t->sum[j].y += y, t->sum[j].yy += y * y;
        t->sum[j].xy += x * y;
    }
    t->pairs += 1.0;
}

/* The first row of every value in a group, by value; how many. */
static size_t gather_members(trial *t, size_t factor, size_t group)
{
    const uint16_t *value = t->v->index + factor * t->v->n;
    const size_t levels = t->v->count[factor];
    size_t count = 0;
    memset(t->of_value, 0, levels * sizeof *t->of_value);
    for (uint32_t k = t->groups.start[group]; k < t->groups.start[group + 1]; k++) {
        const size_t row = t->groups.row[k];
        size_t *first = &t->of_value[value[row]];
        if (!*first || row + 1 < *first) *first = row + 1;
    }
    for (size_t l = 0; l < levels; l++)
        if (t->of_value[l]) t->member[count++] = t->of_value[l] - 1;
    return count;
}

static void add_shuffled_pairs(trial *t, size_t members, assay_stream *stream)
{
    for (size_t times = 0; times < members; times++) {
        for (size_t k = members; k > 1; k--) {
            const size_t other = (size_t)assay_stream_below(stream, k), held = t->member[k - 1];
            t->member[k - 1] = t->member[other];
            t->member[other] = held;
        }
        for (size_t k = 0; k + 1 < members; k += 2) add_pair(t, t->member[k], t->member[k + 1]);
    }
}

static double rounded(double x, double digits)
{
    const double unit = pow(10.0, digits);
    return digits > 0.0 ? nearbyint(x * unit) / unit : x;
}

/* How much a code keeps, of its pairs. */
static double kept(const sums *s, double pairs, int absolute)
{
    const double x = s->xx - s->x * s->x / pairs, y = s->yy - s->y * s->y / pairs, xy = s->xy - s->x * s->y / pairs;
    const double rounding = 1e-12 * (s->xx + s->yy);
    if (!(x > rounding && y > rounding)) return 1.0; /* R3 */
    const double r = fmin(fmax(xy / sqrt(x * y), -1.0), 1.0);
    return absolute ? fabs(r) : fmax(r, 0.0);
}

/* a of factor i and every code: to[codes * M], column i. R2: 0 where there are too few pairs. */
static int changes(trial *t, assay_call *call, size_t i, double *to)
{
    const int shuffled = call->option[PAIRS] == PAIRS_SHUFFLED;
    memset(t->sum, 0, t->codes.count * sizeof *t->sum);
    t->pairs = 0.0;
    groups_others(t->v, i, 2, &t->groups);
    for (size_t g = 0; g < t->groups.count; g++) {
        const size_t members = gather_members(t, i, g);
        if (shuffled) add_shuffled_pairs(t, members, call->stream);
        for (size_t p = 0; !shuffled && p < members * members; p++)
            if (p / members != p % members) add_pair(t, t->member[p / members], t->member[p % members]);
    }
    if (t->pairs < (shuffled ? 2.0 : 4.0)) return 0;
    for (size_t j = 0; j < t->codes.count; j++)
        to[j * t->v->n_columns + i] =
            rounded(1.0 - kept(&t->sum[j], t->pairs, call->option[SIGN] == SIGN_ABSOLUTE), call->option[DIGITS]);
    return 1;
}

/* 1 - mean distance of a row or column of a, among those that count, from the indicator of `own`. */
static double purity(const double *a, const int *counts, size_t n, size_t stride, size_t own)
{
    double sum = 0.0, among = 0.0;
    for (size_t k = 0; k < n; k++) {
        if (counts && !counts[k]) continue;
        sum += fabs((k == own) - a[k * stride]);
        among += 1.0;
    }
    return 1.0 - sum / among;
}

/* S_i; judged [M]: which factors have an a. */
static double factor_score(const double *a, const int *judged, size_t m, size_t d, size_t i, assay_call *call)
{
    double overlap = 0.0, multiple = 0.0, weights = 0.0;
    const int mean = call->option[POOL] == POOL_MEAN;
    for (size_t j = 0; j < d; j++) {
        const double own = a[j * m + i], o = purity(a + j * m, judged, m, 1, i) * own;
        const double q = purity(a + i, NULL, d, m, j) * own;
        overlap = mean ? overlap + own * o : fmax(overlap, o);
        multiple = mean ? multiple + own * q : fmax(multiple, q);
        weights += own;
    }
    const double over = mean && weights > 0.0 ? weights : 1.0, w = call->option[WEIGHT];
    return w * overlap / over + (1.0 - w) * multiple / over;
}

/* R3: the codes that count, centred. */
static assay_status codes_that_vary(const assay_rep *rep, assay_call *call, units *to)
{
    const size_t n = rep->n;
    size_t kept_so_far = 0;
    ASSAY_TRY(units_lend(rep->n_codes, n, CORRELATION_PEARSON, call, to));
    ASSAY_TRY(units_fill(to, rep->codes, n, NULL, n));
    for (size_t j = 0; j < rep->n_codes; j++) {
        if (!(to->length[j] > 0.0) || to->length[j] < call->option[LEAST_DEVIATION] * sqrt((double)n)) continue;
        memmove(to->at + kept_so_far++ * n, to->at + j * n, n * sizeof *to->at);
    }
    to->count = kept_so_far;
    return ASSAY_OK;
}

static assay_status trial_make(const assay_rep *rep, assay_call *call, trial *t)
{
    const cut how = { .rule = BIN_SCALED, .bins = (size_t)call->option[FACTOR_BINS], .rows = rep->n, .labels = 1 };
    size_t most = 0;
    *t = (trial){ 0 };
    ASSAY_TRY(discretise_factors(rep, call, &how, &t->v));
    ASSAY_TRY(groups_lend(t->v, 1, call, &t->groups));
    ASSAY_TRY(codes_that_vary(rep, call, &t->codes));
    for (size_t i = 0; i < rep->n_factors; i++) most = t->v->count[i] > most ? t->v->count[i] : most;
    return LEND(call, LOAN(t->of_value, most), LOAN(t->member, most), LOAN(t->sum, rep->n_codes));
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors;
    assay_series *series = &call->series[0];
    int *judged, any = 0;
    double *a, sum = 0.0;
    ordered_rows x;
    trial t;
    ASSAY_TRY(LEND(call, LOAN(judged, m), LOAN(a, m * rep->n_codes)));
    ASSAY_TRY(rows_ordered(&rep, &call, call->option[TAKEN], &x));
    ASSAY_TRY(trial_make(rep, call, &t));
    if (!t.codes.count) return REFUSED(call, "no-active-code", "every code is constant");
    for (size_t i = 0; i < m; i++) any += judged[i] = changes(&t, call, i, a);
    step_show(call, "the changes", a, m, t.codes.count);
    for (size_t i = 0; i < m; i++) {
        if (!judged[i]) /* R2 */
            series->items[i] =
                FACTOR_UNDEFINED(call, i, "too-few-samples", "factor #: too few rows differ in it alone");
        else sum += series->items[i] = factor_score(a, judged, m, t.codes.count, i, call);
    }
    if (any) series->value = rounded(sum / (double)any, call->option[DIGITS]);
    return ASSAY_OK;
}

COST(cost, 4.0 * n * d + n * m * (12.0 + 0.4 * m + (work_some_agree(size) ? 3.0 * d : 0.0)));

static const assay_output outputs[] = { { "omes", ASSAY_PER_FACTOR, ASSAY_MODULARITY | ASSAY_COMPACTNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Dapueto et al. 2024, all pairs, negative correlations as none", NULL, NULL },
    { "dapueto2024", "Dapueto et al. 2024, published code",
      "pairs=shuffled:sign=absolute:digits=4:least-deviation=0.05:taken=table",
      "Two different values of a factor of K correlate -1/(K - 1), of which the absolute value is taken: a perfect "
      "code of few values scores below 1, of two values 0. Codes that deviate by less than .05 are dropped, whatever "
      "their unit. Of rows that agree in every factor the first in the table is taken. Pairs are random, from a "
      "generator that is not seeded; a and the score are rounded to 4 decimals." },
};

const assay_metric assay_metric_omes = {
    .flags = ASSAY_RANDOM | ASSAY_CYCLIC,
    .id = "omes",
    .title = "Overlap and Multiple Encoding Score",
    .family = "intervention",
    .formula = "S_i = 1/2 max_j a_ji (1 - mean_k |[k = i] - a_jk|) + 1/2 max_j a_ji (1 - mean_l |[l = j] - a_li|), "
               "a_ji = 1 - max(0, corr of z_j between rows that differ in factor i alone)",
    .source = "Dapueto, Noceti, Odone 2024, arXiv:2409.18017",
    METRIC_PARTS_AND_COST,
};
