/*
 * sparse-probe -- each factor told by the few codes that differ most with it
 *
 *     rank of code j = |mean of z_j where v_i = k - mean where not| / scale_j      k = 1, 2, 5 codes, the first
 *
 *   Then a logistic regression on these codes, z_j / scale_j, with penalty (C = 1). One value of the factor against the
 *   rest, on rows of which half are of the value; the mean over values. A binary factor: value 1.
 *
 * Source   Karvonen et al. 2025, SAEBench, arXiv:2503.09532 (sparse probing), and the published code of its reliability
 *          audit; Gurnee et al. 2023, arXiv:2305.01610. No reference values; scale is our reading of a name.
 * Takes    factors [M x n], categorical ones by label, continuous ones cut into factor-bins; codes [d x n].
 * Gives    "accuracy", "auc", "f1", per factor and their means, on rows held out: 1 = the codes chosen tell every
 *          value; 1/2 = nothing. One code: compactness and explicitness; what more codes add is splitting (a factor
 *          spread over several codes).
 * Draws    one permutation of the rows. Of a value's rows the first half in that order (floor) are learnt from, the
 *          others scored; likewise of the first so many rows without it, no more than have it.
 * Cost     n d per value, and a logistic regression on `codes` columns.
 * R1  Fewer than five rows of a value, or without it, to learn from or to score: the value is left out; none is left:
 *     too-few-samples.
 * R2  A constant factor: undefined. A constant code differs by 0. Codes that differ alike: the first.
 * R3  scale=mean-abs: mean |z_j| over the rows learnt from; sd: deviation. A code of scale 0 is left as it is: 0. By
 *     mean size every code of one sign that is 0 on one side differs by 2, however seldom it is not 0 on the other.
 */
#include "auc.h"
#include "class_split.h"
#include "logistic.h"
#include "option_list.h"
#include "work.h"

#include <math.h>

enum { SCALE_MEAN_ABS, SCALE_SD };
enum { ACCURACY, AUC, F1, OUTPUTS };
enum { LEAST = 5 }; /* R1 */

#define OPTIONS(OPTION)                                                                                                \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                            \
    OPTION(CODES, { "codes", "how many are looked at; all, if there are fewer", 1, 1, 10000,                           \
                    ASSAY_WHOLE | ASSAY_DEFINES, NULL })                                                               \
    OPTION(SCALE, { "scale", "codes are divided by their mean absolute value, or their deviation", SCALE_MEAN_ABS, 0,  \
                    SCALE_SD, ASSAY_WHOLE, WORDS("mean-abs", "sd") })
OPTION_TABLE(OPTIONS);

/* Rows of one problem: to learn from, then to score; and the codes that are looked at. */
typedef struct probe {
    const assay_rep *rep;
    const size_t *order; /* [n] the permutation */
    uint32_t *row;       /* [n] */
    int32_t *is;         /* [n] of row[] */
    size_t train, n;     /* rows learnt from, and all */
    size_t k;            /* codes looked at */
    double *scale, *gap; /* [d] */
    size_t *code;        /* [k] */
    double *x;           /* [k * n] */
    double *weight;      /* [2 * (k + 1)] */
    double *score;       /* [n] */
} probe;

static assay_status probe_make(const assay_rep *rep, assay_call *call, probe *p)
{
    const size_t n = rep->n, d = rep->n_codes, wanted = (size_t)call->option[CODES];
    size_t *order;
    *p = (probe){ .rep = rep, .k = wanted < d ? wanted : d };
    ASSAY_TRY(LEND(call, LOAN(order, n), LOAN(p->row, n), LOAN(p->is, n), LOAN(p->scale, d), LOAN(p->gap, d),
                   LOAN(p->code, p->k), LOAN(p->x, p->k * n), LOAN(p->weight, 2 * (p->k + 1)), LOAN(p->score, n)));
    p->order = order;
    assay_stream_permutation(call->stream, order, n);
    return ASSAY_OK;
}

/* Takes the first `most` rows that are, or are not, of the value: from `from` to `to` of them. */
static void take(probe *p, const int32_t *label, int32_t value, int is, size_t from, size_t to)
{
    size_t met = 0;
    for (size_t r = 0; r < p->rep->n && met < to; r++) {
        const size_t s = p->order[r];
        if ((label[s] == value) != is || met++ < from) continue;
        p->row[p->n] = (uint32_t)s;
        p->is[p->n++] = is;
    }
}

/* R1: 0 where there are too few rows. */
static int deal(probe *p, const int32_t *label, int32_t value)
{
    size_t with = 0, without;
    for (size_t s = 0; s < p->rep->n; s++) with += label[s] == value;
    without = p->rep->n - with < with ? p->rep->n - with : with;
    p->n = 0;
    take(p, label, value, 1, 0, with / 2);
    take(p, label, value, 0, 0, without / 2);
    p->train = p->n;
    take(p, label, value, 1, with / 2, with);
    take(p, label, value, 0, without / 2, without);
    return with / 2 >= LEAST && without / 2 >= LEAST;
}

/* The scale of a code (R3) and how much it differs, over the rows learnt from. */
static void weigh_code(probe *p, size_t j, int by_deviation)
{
    const double *z = p->rep->codes + j * p->rep->n, count = (double)p->train;
    double sum[2] = { 0.0, 0.0 }, rows[2] = { 0.0, 0.0 }, absolute = 0.0, squares = 0.0;
    for (size_t r = 0; r < p->train; r++) {
        const double value = z[p->row[r]];
        sum[p->is[r]] += value;
        rows[p->is[r]] += 1.0;
        absolute += fabs(value);
    }
    const double mean = (sum[0] + sum[1]) / count;
    for (size_t r = 0; r < p->train; r++) squares += (z[p->row[r]] - mean) * (z[p->row[r]] - mean);
    const double scale = by_deviation ? sqrt(squares / count) : absolute / count;
    p->scale[j] = scale > 0.0 ? scale : 1.0;
    p->gap[j] = fabs(sum[1] / rows[1] - sum[0] / rows[0]) / p->scale[j];
}

/* The k codes that differ most, and their columns. */
static void pick_codes(probe *p, int by_deviation)
{
    const size_t d = p->rep->n_codes;
    for (size_t j = 0; j < d; j++) weigh_code(p, j, by_deviation);
    for (size_t k = 0; k < p->k; k++) {
        size_t best = 0;
        for (size_t j = 1; j < d; j++)
            if (p->gap[j] > p->gap[best]) best = j;
        p->code[k] = best;
        p->gap[best] = -1.0;
        for (size_t r = 0; r < p->n; r++)
            p->x[k * p->n + r] = p->rep->codes[best * p->rep->n + p->row[r]] / p->scale[best];
    }
}

/* Adds accuracy, area and F1 on the rows scored. */
static assay_status add_scores(probe *p, double to[OUTPUTS])
{
    const size_t test = p->n - p->train;
    const logistic_options how = { .form = LOGISTIC_ONE_VERSUS_REST, .strength = 1.0 };
    const logistic_rows learnt = { p->x, p->n, p->train, p->k, p->is, 2 };
    logistic_report report;
    double area, right = 0.0, said = 0.0, is = 0.0, both = 0.0;
    ASSAY_TRY(logistic_fit(&learnt, &how, p->weight, &report));
    const double *w = p->weight + p->k + 1; /* of class 1 */
    for (size_t r = 0; r < test; r++) {
        p->score[r] = w[p->k];
        for (size_t k = 0; k < p->k; k++) p->score[r] += w[k] * p->x[k * p->n + p->train + r];
        const int above = p->score[r] > 0.0, true_is = p->is[p->train + r];
        right += above == true_is;
        said += above;
        is += true_is;
        both += above && true_is;
    }
    assay_status status = auc_class(p->score, p->is + p->train, test, 1, &area);
    to[ACCURACY] += right / (double)test;
    to[AUC] += area;
    to[F1] += 2.0 * both / (said + is);
    return status;
}

static assay_status score_factor(probe *p, const class_split *of, size_t i, assay_call *call)
{
    double sum[OUTPUTS] = { 0.0 }, values = 0.0;
    double why = class_split_undefined(of, i, call);
    for (size_t k = of->count == 2; k < of->count && !isnan(why); k++) {
        if (!deal(p, of->label, (int32_t)k)) continue;
        pick_codes(p, call->option[SCALE] == SCALE_SD);
        ASSAY_TRY(add_scores(p, sum));
        values += 1.0;
    }
    if (!isnan(why) && values == 0.0)
        why = call->undefined_of(call, ASSAY_PER_FACTOR, i, "too-few-samples",
                                 "factor #: no value has five rows to learn from and five to score");
    for (size_t o = 0; o < OUTPUTS; o++) call->series[o].items[i] = isnan(why) ? why : sum[o] / values;
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const class_split *of; /* all rows: wanted for its labels */
    probe p;
    ASSAY_TRY(class_split_of_factors(rep, call, call->option[FACTOR_BINS], 1, HOLD_NONE, &of));
    ASSAY_TRY(probe_make(rep, call, &p));
    for (size_t i = 0; i < rep->n_factors; i++) ASSAY_TRY(score_factor(&p, &of[i], i, call));
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double looked_at = fmin(option[CODES], d);
    /* without data at worst, where fits take all their passes */
    if (!size->n_values) return work_cut(n, m) + m * n * (WORK_CLASSES * (120.0 + 80.0 * looked_at) + 9.0 * d);
    /* all rows are looked at for every value; a fit takes twice the rows of one, and those of few have none */
    const double values = work_values(size), fitted = values / (1.0 + values * (1.0 / 30.0 + 20.0 / n));
    return work_cut(n, m) + m * n * (1.5 * values + fitted * (9.0 + 4.5 * looked_at) + 4.5 * d);
}

static const assay_output outputs[] = {
    { "accuracy", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0.5, 1 },
    { "auc", ASSAY_PER_FACTOR, 0, 0, 1 },
    { "f1", ASSAY_PER_FACTOR, 0, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Karvonen et al. 2025 (sparse probing), one code", NULL, NULL },
};

const assay_metric assay_metric_sparse_probe = {
    .flags = ASSAY_RANDOM | ASSAY_SEPARATE,
    .id = "sparse-probe",
    .title = "Sparse probing",
    .family = "predictor",
    .formula = "accuracy, AUC, F1 of logistic regression for v_i = k against the rest on the codes of largest |mean "
               "z_j where v_i = k - mean elsewhere| / scale_j",
    .source = "Karvonen et al. 2025, arXiv:2503.09532; Gurnee et al. 2023, arXiv:2305.01610",
    METRIC_PARTS,
    .cost = cost,
};
