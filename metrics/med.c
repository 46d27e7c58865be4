/*
 *     R_ij = I(v_i; z_j) / sum_j I(v_i; z_j)
 *     modularity     D_j = 1 + sum_i p_ij log_M p_ij, p the shares of R_ij among factors; mean weighted by sum_i R_ij
 *     compactness    C_i = 1 + sum_j q_ij log_d q_ij, q_ij = R_ij; mean over factors
 *     accuracy       share of test rows whose factor value a multinomial logistic regression on all codes tells
 *
 *   That is dci.h over information instead of importance. top=k: codes, those of the largest D_j first, are given to
 *   the factor they know most of, until each factor has k; of the others nothing is counted, R is not normalised again,
 *   d is the number kept, and factors weigh as much as the codes kept know of them.
 *
 * Takes    factors [M x n], continuous ones cut into factor-bins; codes [d x n], cut into bins equal widths.
 * Gives    "modularity" per code, "compactness" and "accuracy" per factor, in [0, 1]. Counting overstates information
 *          by about (values - 1)(bins - 1)/(2n) nats for every pair, so ideal codes score .55 at n = 1000, M = d = 8
 *          and 10 values (noise, alpha=0), .40 with 20 values, the less the more codes there are; bias=
 *          corrects it. Noise: 0.
 * Cost     the tables'; accuracy: a logistic regression per factor.
 * R1  A constant factor: undefined, constant-factor; constants=keep: all scores but accuracy are, as published.
 * R2  A code that tells nothing: D_j undefined, zero-importance, weight 0. One factor: no modularity, one-factor; one
 *     code (or one kept): no compactness, one-code.
 * R3  top=k: codes not kept are left out, not-applicable.
 * R4  accuracy learns from the first 10000 rows in a drawn order, or 2/3, and is scored on the next 5000, or the rest;
 *     a factor that is constant in the rows learnt from is undefined there. bias=permuted draws `permutations` orders
 *     of the rows.
 * R5  M and d count the factors and codes that vary; columns=all: every one, as published.
 */
#include "class_split.h"
#include "dci.h"
#include "histogram.h"
#include "logistic.h"
#include "request.h"
#include "scaling.h"
#include "work.h"

/*
 * By how much counting overstates the information of binned columns
 *
 *     millermadow    (cells - rows - columns + 1) / (2n), of those of the joint table that are not empty
 *     permuted       mean information of the factor and the code's rows in a random order
 *
 * Source   Miller 1955; Paninski 2003, Neural Computation 15, p. 1191; Veyrat-Charvillon and Standaert 2009 and others
 *          (permutations).
 * Shapes   to [M * d], nats, zeros before, of bins of as many rows; every row in a bin.
 * Cost     as counting the tables once, or `times` times.
 */
enum { BIAS_NONE, BIAS_MILLER_MADOW, BIAS_PERMUTED };

typedef struct tally {
    const bins *v;
    size_t n_codes;
    uint32_t *row, *column; /* marginals of one table */
    double share, *to;      /* what is added of a table */
    int kind;
} tally;

static size_t occupied(const uint32_t *count, size_t n)
{
    size_t seen = 0;
    for (size_t k = 0; k < n; k++) seen += count[k] > 0;
    return seen;
}

static void visit(void *context, size_t i, size_t j, const uint32_t *cell, size_t columns)
{
    tally *t = context;
    const size_t rows = t->v->count[i], n = t->v->n;
    counts_marginals(cell, rows, columns, t->row, t->column);
    double *at = &t->to[i * t->n_codes + j];
    if (t->kind == BIAS_MILLER_MADOW)
        *at = ((double)occupied(cell, rows * columns) - (double)occupied(t->row, rows) -
               (double)occupied(t->column, columns) + 1.0) /
              (2.0 * (double)n);
    else
        *at += t->share * (counts_entropy(t->row, rows) + counts_entropy(t->column, columns) -
                           counts_entropy(cell, rows * columns));
}

#define OPTIONS(OPTION)                                                                                            \
    OPTION(RULE, OPTION_RULE(BIN_RANGE))                                                                           \
    OPTION(BINS, OPTION_BINS(20))                                                                                  \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                        \
    OPTION(ROWS, OPTION_ROWS)                                                                                      \
    OPTION(BIAS, CHOICE("bias", "information as counted, or less what counting overstates it by",                  \
                        [BIAS_NONE] = "none", [BIAS_MILLER_MADOW] = "millermadow", [BIAS_PERMUTED] = "permuted"))  \
    OPTION(PERMUTATIONS, WHOLE("permutations", "random orders of the rows for bias=permuted", 20, 1, 10000))       \
    OPTION(TOP, PARAMETER("top", "codes kept per factor; 0: all", 0, 0, 10000, ASSAY_WHOLE | ASSAY_DEFINES))       \
    OPTION(ADDED,                                                                                                  \
           PARAMETER("added", "added to every share of information inside the entropies", 0, 0, 1, ASSAY_DEFINES)) \
    OPTION(CONSTANTS, OPTION_KEPT("a constant factor is left out, or leaves no score"))                            \
    OPTION(ORDER, OPTION_ORDER)                                                                                    \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

enum { MODULARITY, COMPACTNESS, ACCURACY };

/* ---- the matrix R ---- */

/* bias=permuted draws permutations of the rows, each for all codes together. */
static assay_status permuted(const bins *v, const bins *z, assay_call *call, tally *t)
{
    const size_t n = z->n, times = (size_t)call->option[PERMUTATIONS];
    size_t *order;
    bins shuffled = *z;
    ASSAY_TRY(LEND(call, LOAN(order, n), LOAN(shuffled.index, n * z->n_columns)));
    t->share = 1.0 / (double)times;
    for (size_t k = 0; k < times; k++) {
        assay_stream_permutation(call->stream, order, n);
        for (size_t j = 0; j < z->n_columns; j++)
            for (size_t s = 0; s < n; s++) shuffled.index[j * n + s] = z->index[j * n + order[s]];
        ASSAY_TRY(histogram_pairs(v, &shuffled, 0, call, visit, t));
    }
    return ASSAY_OK;
}

static assay_status bias_of(const assay_rep *rep, assay_call *call, double *to)
{
    const size_t n = rows_asked(call->option[ROWS], rep->n);
    const cut of_codes = { .rule = (bin_rule)call->option[RULE], .bins = (size_t)call->option[BINS], .rows = n };
    const cut of_factors = { .rule = BIN_SCALED, .bins = (size_t)call->option[FACTOR_BINS], .rows = n, .labels = 1 };
    tally t = { .n_codes = rep->n_codes, .to = to, .kind = (int)call->option[BIAS] };
    const bins *z;
    if (t.kind == BIAS_NONE) return ASSAY_OK;
    ASSAY_TRY(discretise_factors(rep, call, &of_factors, &t.v));
    ASSAY_TRY(discretise_codes(rep, call, &of_codes, &z));
    size_t most = z->count[0];
    for (size_t i = 0; i < rep->n_factors; i++) most = t.v->count[i] > most ? t.v->count[i] : most;
    ASSAY_TRY(LEND(call, LOAN(t.row, most), LOAN(t.column, most)));
    return t.kind == BIAS_PERMUTED ? permuted(t.v, z, call, &t) : histogram_pairs(t.v, z, 0, call, visit, &t);
}

/* R, and the reason (factor_total) why a factor has no row of it. */
static assay_status shares_of_information(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const assay_relation *mi;
    double *value, *total;
    ASSAY_TRY(LEND(call, LOAN(value, m * d), LOAN(total, m)));
    ASSAY_TRY(relation_fixed(call, &mi));
    ASSAY_TRY(bias_of(rep, call, value));
    for (size_t i = 0; i < m; i++) {
        double sum = 0.0, *row = value + i * d;
        for (size_t j = 0; j < d; j++) sum += row[j] = fmax(mi->value[i * d + j] - row[j], 0.0);
        for (size_t j = 0; sum > 0.0 && j < d; j++) row[j] /= sum;
        total[i] = mi->factor_total[i] > 0.0 ? 1.0 : constant_factor(call, i); /* R1 */
    }
    *to = (assay_relation){ .n_factors = m, .n_codes = d, .value = value, .factor_total = total };
    return ASSAY_OK;
}

/* ---- the scores ---- */

static assay_status entropies(const assay_relation *r, assay_call *call, assay_series *series)
{
    const double option[] = { DCI_SKIP, 0.0, call->option[ADDED] };
    assay_call own = *call;
    own.series = series;
    return dci_scores(r, option, &own);
}

/* Marks the codes kept by top=k; D [d] are their modularities, NaN for a code that tells nothing. */
static assay_status keep_codes(const assay_relation *r, const double *D, size_t k, assay_call *call, int *kept)
{
    const size_t d = r->n_codes;
    size_t *taken;
    int *met;
    ASSAY_TRY(LEND(call, LOAN(taken, r->n_factors), LOAN(met, d)));
    for (;;) {
        size_t next = d;
        for (size_t j = 0; j < d; j++)
            if (!met[j] && !isnan(D[j]) && (next == d || D[j] > D[next])) next = j;
        if (next == d) return ASSAY_OK;
        met[next] = 1;
        const size_t i = top_two_of(r->value + next, r->n_factors, d).at;
        kept[next] = taken[i] < k;
        taken[i] += (size_t)kept[next];
    }
}

/* The columns that are kept. */
static assay_status keep_columns(const assay_relation *all, const int *kept, assay_call *call, assay_relation *to)
{
    const size_t m = all->n_factors, d = all->n_codes;
    double *value = call->alloc(call, m * d, sizeof *value);
    *to = *all;
    to->n_codes = 0;
    to->value = value;
    if (!value) return ASSAY_ENOMEM;
    for (size_t j = 0; j < d; j++) to->n_codes += (size_t)(kept[j] != 0);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < d; j++)
            if (kept[j]) *value++ = all->value[i * d + j];
    return ASSAY_OK;
}

/* Factors weigh as much as the kept codes know of them. */
static double weighted_compactness(const assay_relation *r, const assay_series *series)
{
    double sum = 0.0, weights = 0.0;
    for (size_t i = 0; i < r->n_factors; i++) {
        double weight = 0.0;
        for (size_t j = 0; j < r->n_codes; j++) weight += r->value[i * r->n_codes + j];
        if (isnan(series->items[i])) continue;
        sum += weight * series->items[i];
        weights += weight;
    }
    return weights > 0.0 ? sum / weights : series->value;
}

/* R3: the scores of the codes that top=k keeps, put back to where they stand among all. */
static assay_status scores_of_top(const assay_relation *r, assay_call *call)
{
    const size_t d = r->n_codes;
    assay_series *series = call->series, own[3] = { series[0], series[1], series[2] };
    int *kept;
    assay_relation some;
    ASSAY_TRY(LEND(call, LOAN(kept, d), LOAN(own[MODULARITY].items, d)));
    ASSAY_TRY(keep_codes(r, series[MODULARITY].items, (size_t)call->option[TOP], call, kept));
    ASSAY_TRY(keep_columns(r, kept, call, &some));
    if (!some.n_codes) return ASSAY_OK;
    ASSAY_TRY(entropies(&some, call, own));
    for (size_t j = 0, at = 0; j < d; j++) {
        double *item = &series[MODULARITY].items[j];
        if (kept[j]) *item = own[MODULARITY].items[at++];
        else *item = CODE_UNDEFINED(call, j, "not-applicable", "code # is not kept");
    }
    series[MODULARITY].value = own[MODULARITY].value;
    series[COMPACTNESS].value =
        some.n_codes < 2 ? own[COMPACTNESS].value : weighted_compactness(&some, &series[COMPACTNESS]);
    return ASSAY_OK;
}

/* R4: [M], or the reason. */
static assay_status accuracies(const assay_rep *rep, assay_call *call, double *to)
{
    ordered_rows x;
    const size_t n = rep->n, d = rep->n_codes, train = rows_part(rep, rows_train(n));
    const size_t test = rep->learns ? n - train : rows_test(n);
    const class_split *of;
    const double *codes;
    ASSAY_TRY(rows_ordered(&rep, &call, call->option[ORDER], &x));
    ASSAY_TRY(class_split_of_factors(rep, call, call->option[FACTOR_BINS], 1, HOLD_BATCHES, &of));
    ASSAY_TRY(codes_scaled(rep, call, SCALING_STANDARD, train, &codes));
    for (size_t i = 0; i < rep->n_factors; i++) {
        const logistic_options how = { .form = of[i].count > 2 ? LOGISTIC_MULTINOMIAL : LOGISTIC_ONE_VERSUS_REST,
                                       .strength = 1.0 };
        to[i] = class_split_undefined(&of[i], i, call);
        if (!isnan(to[i]) && !test)
            to[i] = FACTOR_UNDEFINED(call, i, "too-few-samples", "factor #: no row is left to be scored");
        if (isnan(to[i])) continue;
        const logistic_rows learnt = { codes, n, train, d, of[i].label, of[i].count };
        const logistic_rows tested = { codes + train, n, test, d, of[i].label + train, of[i].count };
        double *weight = call->alloc(call, of[i].count * (d + 1), sizeof *weight);
        if (!weight) return ASSAY_ENOMEM;
        ASSAY_TRY(logistic_fit(&learnt, &how, weight, NULL));
        ASSAY_TRY(logistic_accuracy(&tested, weight, &to[i]));
    }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    assay_relation r;
    double *quality;
    ASSAY_TRY(LEND(call, LOAN(quality, rep->n_factors)));
    ASSAY_TRY(shares_of_information(rep, call, &r));
    ASSAY_TRY(accuracies(rep, call, quality));
    r.quality = quality;
    ASSAY_TRY(entropies(&r, call, call->series));
    if (call->option[TOP] > 0 && !isnan(call->series[MODULARITY].value)) ASSAY_TRY(scores_of_top(&r, call));
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (call->option[CONSTANTS] != CONSTANTS_KEEP || !isnan(r.factor_total[i])) continue;
        series_fill(&call->series[MODULARITY], r.factor_total[i]);
        series_fill(&call->series[COMPACTNESS], r.factor_total[i]);
    }
    return ASSAY_OK;
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double m = (double)size->n_factors, d = (double)size->n_codes;
    (void)option;
    const double values = fmax(work_values(size) - 1.4, 0.6); /* of two one is fitted, in fewer passes */
    return m * work_multinomial((double)rows_train(size->n), d, size->n_values ? values : WORK_CLASSES, 150.0);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double counts = option[BIAS] == BIAS_PERMUTED ? option[PERMUTATIONS] : option[BIAS] != BIAS_NONE;
    return 1.5 * counts * n * m * d + solver_cost(size, option);
}

static const assay_output outputs[] = {
    { "modularity", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 },
    { "compactness", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 },
    { "accuracy", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Cao et al. 2022, section 4", NULL, NULL },
    { "cao2022", "Cao et al. 2022, published code", "rows=train:added=1e-11:constants=keep:order=table:columns=all",
      "Only the training rows are counted: the first 10000, or two thirds: rows in order score otherwise. Added 1e-11 "
      "gives an uninformative code "
      "a modularity of 0, so that top=k may keep it, which raises the base of compactness' logarithm. A constant "
      "factor is 0/0, and no score is defined. Continuous factors, unknown to that study, are cut into 10 bins." },
};

static const assay_solver solver = {
    "a logistic regression of each factor, n K d a pass of at most 10000 rows, more passes of more codes", solver_cost,
    0.0
};

const assay_metric assay_metric_med = {
    .flags = ASSAY_RANDOM | ASSAY_VARYING | ASSAY_CYCLIC | ASSAY_SPLIT,
    .id = "med",
    .title = "Mutual information based Entropy Disentanglement",
    .family = "information",
    .formula = "modularity sum_j rho_j (1 + sum_i p_ij log_M p_ij); compactness 1/M sum_i (1 + sum_j R_ij log_d R_ij); "
               "R_ij = I(v_i; z_j) / sum_j I(v_i; z_j), p its shares among factors; accuracy of a logistic regression",
    .source = "Cao et al. 2022, arXiv:2206.04756, section 4",
    METRIC_PARTS,
    .relation = "mi",
    .cost = cost,
    .solver = &solver,
};
