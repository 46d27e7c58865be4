/*
 *     SNC_i = share of test rows whose label is that of their bin      score = mean_i SNC_i
 *
 *   Code j is cut, for factor i of K values, into K bins of equally many training rows. Every factor is given a code of
 *   its own so that the information between labels and bins adds up to the most; then every bin of that code is given a
 *   label of its own so that as many training rows as possible are right.
 *
 * Source   Mahon, Sha, Lukasiewicz 2023, Correcting flaws in common disentanglement metrics, arXiv:2304.02335 (SNC).
 * Takes    factors [M x n], categorical ones by label, continuous ones cut into factor-bins; codes [d x n].
 * Gives    "snc", one per factor and their mean, in [0, 1]. Chance is the largest share of one value or so, 1/K at most
 *          values (on the rows learnt from: above it). Codes that are the factor score 1 only if its values are equally
 *          frequent (.87 for ten values of 1000 rows); cut=frequency, our addition, cuts at the values' own shares, in
 *          ascending or descending order, whichever tells more.
 * Cost     a sort of every code, n M d log K, and the matches.
 * R1  Cuts are c_k = sorted[floor(k (h/K))], k = 0 .. K-1, of the h training rows; the bin of x is the number of cuts
 *     above x, so the largest values are in bin 0. On test rows c_0 is lowered to their smallest value.
 * R2  More factors than codes: codes may serve ceil(M/d) factors.
 * R3  Ties leave fewer bins than values. labels=first: then only the first so many values can be predicted, as
 *     published.
 * R4  A factor that is constant in the training rows: undefined. A constant code is one bin. Values that no training
 *     row has are never told.
 */
#include "aggregate.h"
#include "assignment.h"
#include "class_split.h"
#include "histogram.h"
#include "radix_order.h"
#include "rows.h"
#include "work.h"

#define SAME 1e-13 /* nats */
enum { SCORED_ALL, SCORED_HALF };
enum { CUT_QUANTILE, CUT_FREQUENCY };
enum { LABELS_ALL, LABELS_FIRST };

#define OPTIONS(OPTION)                                                                                          \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                      \
    OPTION(SCORED, CHOICE_OF("rows", "all rows are learnt from and scored, or the first half and the others",    \
                             SCORED_HALF, 0, [SCORED_ALL] = "all", [SCORED_HALF] = "half"))                      \
    OPTION(CUT, CHOICE("cut", "bins of equally many rows, or of as many as the factor's values have",            \
                       [CUT_QUANTILE] = "quantile", [CUT_FREQUENCY] = "frequency"))                              \
    OPTION(LABELS,                                                                                               \
           CHOICE("labels", "where bins are fewer than values: any of these is predicted, or the first so many", \
                  [LABELS_ALL] = "all", [LABELS_FIRST] = "first"))                                               \
    OPTION(ORDER, OPTION_ORDER)                                                                                  \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

/* One factor, its labels numbered by the values that training rows have (others: values). */
typedef struct labelled {
    size_t values;
    int32_t *label;  /* [n] */
    uint32_t *count; /* [values] training rows */
} labelled;

typedef struct trial {
    const assay_rep *rep;
    size_t train, first, n;      /* training rows 0 .. train-1; test rows from `first` on */
    const double *sorted;        /* [d * train] */
    const labelled *of;          /* [M] */
    size_t most;                 /* largest number of values */
    double *cuts;                /* [most] */
    uint32_t *table, *row, *sum; /* [most * most] bins x labels, and its marginals */
} trial;

/* R1. descending: the factor's values from the last to the first. */
static void make_cuts(const trial *t, size_t i, size_t j, int frequency, int descending)
{
    const size_t k = t->of[i].values;
    const double *sorted = t->sorted + j * t->train, step = (double)t->train / (double)k;
    size_t before = 0;
    for (size_t c = 0; c < k; c++) {
        t->cuts[c] = sorted[frequency ? before : (size_t)floor((double)c * step)];
        before += t->of[i].count[descending ? k - 1 - c : c];
    }
}

static size_t bin_of(const double *cuts, size_t k, double x)
{
    size_t low = 0, high = k; /* how many cuts are not above x */
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (cuts[middle] > x) high = middle;
        else low = middle + 1;
    }
    return k - low;
}

static void count_training(const trial *t, size_t i, size_t j)
{
    const size_t k = t->of[i].values;
    const double *x = t->rep->codes + j * t->n;
    memset(t->table, 0, k * k * sizeof *t->table);
    for (size_t s = 0; s < t->train; s++) t->table[bin_of(t->cuts, k, x[s]) * k + (size_t)t->of[i].label[s]]++;
}

static double information(const trial *t, size_t k)
{
    memset(t->row, 0, k * sizeof *t->row);
    memset(t->sum, 0, k * sizeof *t->sum);
    for (size_t b = 0; b < k; b++)
        for (size_t l = 0; l < k; l++) {
            t->row[b] += t->table[b * k + l];
            t->sum[l] += t->table[b * k + l];
        }
    return counts_entropy(t->row, k) + counts_entropy(t->sum, k) - counts_entropy(t->table, k * k);
}

/* The information of a pair; with cut=frequency in the better order, which is left in *descending. */
static double pair_information(const trial *t, size_t i, size_t j, int frequency, int *descending)
{
    double best = -INFINITY;
    for (int order = 0; order <= frequency; order++) {
        make_cuts(t, i, j, frequency, order);
        count_training(t, i, j);
        const double told = information(t, t->of[i].values);
        if (!(told > best + SAME)) continue; /* of equals the first, not what rounding leaves */
        best = told;
        *descending = order;
    }
    return best;
}

/* A label for every bin, k: none; the table is that of the training rows. */
static assay_status match_labels(const trial *t, size_t k, int first, assay_call *call, size_t *label)
{
    double *right;
    size_t *bin, *of_bin, used = 0;
    ASSAY_TRY(LEND(call, LOAN(right, k * k), LOAN(bin, k), LOAN(of_bin, k)));
    for (size_t b = 0; b < k; b++) {
        uint32_t rows = 0;
        for (size_t l = 0; l < k; l++) rows += t->table[b * k + l];
        if (rows) bin[used++] = b;
        label[b] = k;
    }
    const size_t labels = first ? used : k; /* R3 */
    for (size_t b = 0; b < used; b++)
        for (size_t l = 0; l < labels; l++) right[b * labels + l] = t->table[bin[b] * k + l];
    ASSAY_TRY(assignment_best(right, used, labels, call, of_bin));
    for (size_t b = 0; b < used; b++) label[bin[b]] = of_bin[b];
    return ASSAY_OK;
}

/* The share of test rows that code j tells right. */
static assay_status tell(const trial *t, size_t i, size_t j, int descending, assay_call *call, double *share)
{
    const size_t k = t->of[i].values, rows = t->n - t->first;
    const double *x = t->rep->codes + j * t->n;
    size_t *label = call->alloc(call, k, sizeof *label), right = 0;
    if (!label) return ASSAY_ENOMEM;
    make_cuts(t, i, j, call->option[CUT] == CUT_FREQUENCY, descending);
    count_training(t, i, j);
    ASSAY_TRY(match_labels(t, k, call->option[LABELS] == LABELS_FIRST, call, label));
    for (size_t s = t->first; s < t->n; s++) t->cuts[0] = fmin(t->cuts[0], x[s]); /* R1 */
    for (size_t s = t->first; s < t->n; s++) {
        const size_t told = label[bin_of(t->cuts, k, x[s])];
        right += told < k && told == (size_t)t->of[i].label[s];
    }
    *share = (double)right / (double)rows;
    return ASSAY_OK;
}

/* Numbers the values that training rows have, in their order. */
static assay_status label_factor(const class_split *all, size_t n, size_t train, assay_call *call, labelled *to)
{
    int32_t *number;
    ASSAY_TRY(LEND(call, LOAN(number, all->count), LOAN(to->label, n), LOAN(to->count, all->count)));
    for (size_t s = 0; s < train; s++) number[all->label[s]] = 1;
    for (size_t k = 0; k < all->count; k++) number[k] = number[k] ? (int32_t)to->values++ : -1;
    for (size_t s = 0; s < n; s++) {
        const int32_t k = number[all->label[s]];
        to->label[s] = k < 0 ? (int32_t)to->values : k; /* R4 */
        if (s < train) to->count[k]++;
    }
    return ASSAY_OK;
}

static assay_status sort_codes(trial *t, assay_call *call)
{
    const size_t d = t->rep->n_codes;
    double *sorted;
    ASSAY_TRY(LEND(call, LOAN(sorted, d * t->train)));
    t->sorted = sorted;
    for (size_t j = 0; j < d; j++) {
        memcpy(sorted + j * t->train, t->rep->codes + j * t->n, t->train * sizeof *sorted);
        ASSAY_TRY(radix_sort(sorted + j * t->train, t->train));
    }
    return ASSAY_OK;
}

static assay_status trial_make(const assay_rep *rep, assay_call *call, trial *t)
{
    const size_t n = rep->n, m = rep->n_factors, half = call->option[SCORED] == SCORED_HALF ? rows_part(rep, n / 2) : 0;
    const class_split *all;
    *t = (trial){ .rep = rep, .train = half ? half : n, .first = half, .n = n };
    labelled *of;
    ASSAY_TRY(LEND(call, LOAN(of, m)));
    ASSAY_TRY(class_split_of_factors(rep, call, call->option[FACTOR_BINS], 1, HOLD_NONE, &all));
    for (size_t i = 0; i < m; i++) {
        ASSAY_TRY(label_factor(&all[i], n, t->train, call, &of[i]));
        t->most = of[i].values > t->most ? of[i].values : t->most;
    }
    ASSAY_TRY(sort_codes(t, call));
    t->of = of;
    return LEND(call, LOAN(t->cuts, t->most), LOAN(t->table, t->most * t->most), LOAN(t->row, t->most),
                LOAN(t->sum, t->most));
}

static assay_status score_pairs(const trial *t, assay_call *call)
{
    const size_t m = t->rep->n_factors, d = t->rep->n_codes, columns = (m + d - 1) / d * d; /* R2 */
    double *told, *items = call->series[0].items;
    int *descending;
    size_t *code;
    ASSAY_TRY(LEND(call, LOAN(told, m * columns), LOAN(descending, m * d), LOAN(code, m)));
    for (size_t i = 0; i < m; i++)
        for (size_t c = 0; c < columns && t->of[i].values > 1; c++)
            told[i * columns + c] =
                c < d ? pair_information(t, i, c, call->option[CUT] == CUT_FREQUENCY, &descending[i * d + c])
                      : told[i * columns + c - d];
    if (columns == d) step_show(call, "the information", told, m, d);
    ASSAY_TRY(assignment_best(told, m, columns, call, code));
    for (size_t i = 0; i < m; i++) {
        const size_t j = code[i] % d;
        if (t->of[i].values < 2) items[i] = constant_factor(call, i); /* R4 */
        else ASSAY_TRY(tell(t, i, j, descending[i * d + j], call, &items[i]));
    }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    ordered_rows x;
    trial t;
    if (rep->n < 2) return REFUSED(call, "too-few-samples", "one row cannot be predicted");
    ASSAY_TRY(rows_ordered(&rep, &call, call->option[ORDER], &x));
    ASSAY_TRY(trial_make(rep, call, &t));
    return score_pairs(&t, call);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    (void)option;
    /* a table of values by values for each pair, of factors that have unlike many; then labels for its bins */
    const double values = fmin(work_values(size), n);
    const double tables = 3.0 * values * values * m * d + 0.12 * values * values * values * m;
    const double filled = n - (double)size->n_zeros / d; /* rows of a code; equal ones are in order at once */
    return work_cut(n, m) + (work_sort(filled) + n) * d + 5.0 * n * m * d + tables + work_assignment(m, d);
}

static const assay_output outputs[] = { { "snc", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Mahon et al. 2023", NULL, NULL },
    { "mahon2023", "Mahon et al. 2023, published code", "labels=first:order=table:columns=all",
      "Bins hold equally many rows, so codes that are the factor score below 1 where its values are not equally "
      "frequent. Where ties leave fewer bins than values only the first so many values can be predicted. Rows are the "
      "caller's: rows=all or half, in their order, which then decides. Continuous factors, unknown to that study, are "
      "cut into 10 equal widths." },
};

const assay_metric assay_metric_snc = {
    .flags = ASSAY_RANDOM | ASSAY_VARYING | ASSAY_CYCLIC | ASSAY_SPLIT,
    .id = "snc",
    .title = "Single Neuron Classification",
    .family = "predictor",
    .formula = "SNC_i = share of test rows predicted by one code of its own, cut into as many bins as the factor has "
               "values, each bin given a value of its own",
    .source = "Mahon, Sha, Lukasiewicz 2023, arXiv:2304.02335",
    METRIC_PARTS_AND_COST,
    .solver = &assignment_solver,
};
