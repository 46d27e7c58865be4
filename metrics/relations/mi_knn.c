/*
 * mi-knn -- mutual information of factors and codes from nearest neighbours, in nats
 *
 *     value_ij = I(v_i; z_j)      factor_total_i = I(v_i; v_i), the second v_i as a column of numbers
 *     code_total_j = psi(n) - psi(k + 1), which is I(z; z) of any column without ties
 *
 *   A continuous factor is paired by KSG, a categorical one by Ross; see neighbours.h for both. The total of a
 *   continuous factor without ties is psi(n) - psi(k + 1) too, whatever its distribution: it depends on n alone.
 *
 * Source   Watcharasupat and Lerch 2022 (Latte), published code; Kraskov et al. 2004; Ross 2014.
 * Takes    factors [M x n], codes [d x n]; at least k + 2 samples.
 * Gives    M x d values in nats, >= 0.
 * Cost     time O(n k M d), about 2 ms a pair at n = 20000, k = 3; memory 40 n bytes per column, shared.
 * R1  A constant column has total 0 and tells exactly 0. (The published code pairs its noise: about 0.)
 * R2  Too few samples for k neighbours, or every sample alone in its class: the total is undefined, too-few-samples.
 * R3  Ties are broken by the noise, drawn from the relation's own stream: n x d normals for the codes, row by row; n
 *     for the factors; n that every column gets where it is taken alone (totals, mi_knn_of_*).
 * R4  label-scale=truncated: a categorical factor as a column of numbers is label/deviation cut to a whole number, as
 *     scikit-learn does with columns of integers; labels of one cut are then the same number.
 * R5  entropy=plugin: the total of a categorical factor is the entropy of its label counts.
 * R6  classes=K: a continuous factor is cut into K equal widths (range, discretise.h) and is categorical from there on.
 */
#include "mi_knn.h"

#include "crew.h"
#include "histogram.h"
#include "neighbours.h"
#include "relation.h"
#include "work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define OPTIONS(OPTION) MI_KNN_OPTIONS(OPTION, 3, ENTROPY_SELF)
OPTION_TABLE(OPTIONS);

/* What is kept with the matrix. */
typedef struct knn_columns {
    const assay_rep *rep;
    size_t k, classes_most;
    double *psi;
    int *factor_moves, *code_moves;
    neighbour_column *code;     /* [d] */
    neighbour_column *factor;   /* [M] continuous ones */
    neighbour_column *number;   /* [M] every one as a column of numbers, with the common noise */
    neighbour_classes *classes; /* [M] categorical ones; n_classes 0: continuous */
    double *noise;              /* [n] the common one */
} knn_columns;

/* ---- pairs, shared out over threads ---- */

typedef struct knn_pair {
    size_t factor;
    const neighbour_column *number; /* NULL: constant */
    double *to;
} knn_pair;

typedef struct knn_work {
    const knn_columns *columns;
    const knn_pair *pair;
} knn_work;

static void *scratch_make(void *shared)
{
    const knn_columns *const c = ((const knn_work *)shared)->columns;
    return malloc(neighbours_pair_bytes(c->rep->n, c->classes_most));
}

static assay_status pair_run(void *shared, void *scratch, size_t task)
{
    const knn_work *const work = shared;
    const knn_columns *const c = work->columns;
    const knn_pair *const pair = &work->pair[task];
    if (!pair->number || !c->factor_moves[pair->factor]) *pair->to = 0.0; /* R1 */
    else if (c->classes[pair->factor].n_classes)
        *pair->to = neighbours_ross(pair->number, &c->classes[pair->factor], c->k, c->psi, scratch);
    else *pair->to = neighbours_ksg(pair->number, &c->factor[pair->factor], c->k, c->psi, scratch);
    return ASSAY_OK;
}

static assay_status pairs_run(const knn_columns *columns, const knn_pair *pair, size_t count, const assay_call *call)
{
    static const crew_work how = { .make = scratch_make, .drop = free, .run = pair_run };
    knn_work work = { columns, pair };
    return crew_run(&how, &work, count, call->jobs);
}

/* ---- columns ---- */

static assay_status column_make(const double *x, size_t n, int whole, const double *noise, size_t stride,
                                assay_call *call, neighbour_column *to, int *moves)
{
    double *const value = call->alloc(call, n, sizeof *value);
    void *const memory = call->alloc(call, neighbours_column_bytes(n), 1);
    if (!value || !memory) return ASSAY_ENOMEM;
    *moves = neighbours_scale(x, n, whole, value);
    neighbours_jitter(value, n, noise, stride);
    return neighbours_column_sort(value, n, memory, to);
}

/* widths: the factors' bins, or NULL where it is categorical. */
static assay_status classes_make(const assay_rep *rep, size_t i, const bins *widths, assay_call *call,
                                 neighbour_classes *to)
{
    const size_t levels = widths ? widths->count[i] : (size_t)rep->levels[i];
    if (levels > LEVELS_MOST)
        return call->fail(call, ASSAY_EINPUT, "factor %zu has %zu levels; at most %d can be scored", i, levels,
                          LEVELS_MOST);
    uint32_t *label = call->alloc(call, rep->n, sizeof *label), *count = call->alloc(call, levels, sizeof *count);
    if (!label || !count) return ASSAY_ENOMEM;
    for (size_t s = 0; s < rep->n; s++) {
        label[s] = widths ? widths->index[i * widths->n + s] : (uint32_t)rep->factors[i * rep->n + s];
        count[label[s]]++;
    }
    *to = (neighbour_classes){ .n_classes = levels, .label = label, .count = count };
    return ASSAY_OK;
}

static assay_status factor_make(const assay_rep *rep, size_t i, const bins *widths, const double *noise,
                                assay_call *call, knn_columns *c)
{
    const int truncated = call->option[KNN_LABEL_SCALE] != 0;
    const double *x = rep->factors + i * rep->n;
    const int labels = rep->levels[i] > 0;
    assay_status status =
        column_make(x, rep->n, labels && truncated, c->noise, 1, call, &c->number[i], &c->factor_moves[i]);
    if (status != ASSAY_OK) return status;
    if (!labels && !widths) return column_make(x, rep->n, 0, noise, 1, call, &c->factor[i], &c->factor_moves[i]);
    status = classes_make(rep, i, labels ? NULL : widths, call, &c->classes[i]);
    if (c->classes[i].n_classes > c->classes_most) c->classes_most = c->classes[i].n_classes;
    return status;
}

static assay_status columns_make(const assay_rep *rep, assay_call *call, knn_columns *c)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    double *of_codes = malloc((n * d + n) * sizeof *of_codes);
    if (!of_codes) return ASSAY_ENOMEM;
    double *of_factors = of_codes + n * d;
    for (size_t s = 0; s < n * d + n; s++) of_codes[s] = assay_stream_normal(call->stream); /* R3 */
    for (size_t s = 0; s < n; s++) c->noise[s] = assay_stream_normal(call->stream);
    assay_status status = ASSAY_OK;
    for (size_t j = 0; j < d && status == ASSAY_OK; j++)
        status = column_make(rep->codes + j * n, n, 0, of_codes + j, d, call, &c->code[j], &c->code_moves[j]);
    const cut how = { .rule = BIN_RANGE, .bins = (size_t)call->option[KNN_CLASSES], .rows = n, .labels = 1 };
    const bins *widths = NULL;
    if (status == ASSAY_OK && how.bins) status = discretise_factors(rep, call, &how, &widths); /* R6 */
    for (size_t i = 0; i < m && status == ASSAY_OK; i++) status = factor_make(rep, i, widths, of_factors, call, c);
    free(of_codes);
    return status;
}

static assay_status columns_alloc(const assay_rep *rep, assay_call *call, knn_columns *c)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    c->rep = rep;
    c->k = (size_t)call->option[KNN_NEIGHBOURS];
    c->psi = call->alloc(call, (rep->n > c->k ? rep->n : c->k) + 2, sizeof *c->psi);
    c->factor_moves = call->alloc(call, m, sizeof *c->factor_moves);
    c->code_moves = call->alloc(call, d, sizeof *c->code_moves);
    c->code = call->alloc(call, d, sizeof *c->code);
    c->factor = call->alloc(call, m, sizeof *c->factor);
    c->number = call->alloc(call, m, sizeof *c->number);
    c->classes = call->alloc(call, m, sizeof *c->classes);
    c->noise = call->alloc(call, rep->n, sizeof *c->noise);
    return c->psi && c->factor_moves && c->code_moves && c->code && c->factor && c->number && c->classes && c->noise
               ? ASSAY_OK
               : ASSAY_ENOMEM;
}

/* ---- the matrix ---- */

/* R2, R5 */
static void totals_settle(assay_call *call, const knn_columns *c, double *value, double *factor_total,
                          double *code_total)
{
    const size_t n = c->rep->n, d = c->rep->n_codes;
    for (size_t i = 0; i < c->rep->n_factors; i++) {
        const neighbour_classes *labels = &c->classes[i];
        const int few = labels->n_classes ? isnan(factor_total[i]) : n < c->k + 2;
        for (size_t j = 0; few && j < d; j++) value[i * d + j] = 0.0;
        if (few && labels->n_classes)
            factor_total[i] = call->undefined_of(call, ASSAY_PER_FACTOR, i, "too-few-samples",
                                                 "factor #: every sample is alone in its class");
        else if (few && c->factor_moves[i])
            factor_total[i] = call->undefined(call, "too-few-samples", "%zu samples for %zu neighbours", n, c->k);
        else if (labels->n_classes && call->option[KNN_ENTROPY] == ENTROPY_PLUGIN)
            factor_total[i] = counts_entropy(labels->count, labels->n_classes);
    }
    for (size_t j = 0; j < d; j++)
        code_total[j] = !c->code_moves[j] ? 0.0
                        : n < c->k + 2
                            ? call->undefined(call, "too-few-samples", "%zu samples for %zu neighbours", n, c->k)
                            : c->psi[n] - c->psi[c->k + 1];
}

static assay_status matrix_make(assay_call *call, const knn_columns *c, double *value, double *factor_total)
{
    const size_t m = c->rep->n_factors, d = c->rep->n_codes, n = c->rep->n;
    knn_pair *const pair = malloc(m * (d + 1) * sizeof *pair);
    if (!pair) return ASSAY_ENOMEM;
    size_t count = 0;
    for (size_t i = 0; i < m; i++) {
        if (!c->classes[i].n_classes && n < c->k + 2) continue; /* R2 */
        for (size_t j = 0; j < d; j++)
            pair[count++] = (knn_pair){ i, c->code_moves[j] ? &c->code[j] : NULL, &value[i * d + j] };
        pair[count++] = (knn_pair){ i, &c->number[i], &factor_total[i] };
    }
    const assay_status status = pairs_run(c, pair, count, call);
    free(pair);
    return status;
}

/* The columns go with their matrix: they are found by its address. */
static knn_columns *columns_of(assay_call *call, const double *value, int32_t *fresh)
{
    char key[64];
    snprintf(key, sizeof key, "mi-knn columns of %p", (const void *)value);
    return call->recall(call, key, sizeof(knn_columns), fresh);
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    double *value = call->alloc(call, rep->n_factors * rep->n_codes, sizeof *value);
    double *factor_total = call->alloc(call, rep->n_factors, sizeof *factor_total);
    double *code_total = call->alloc(call, rep->n_codes, sizeof *code_total);
    if (!value || !factor_total || !code_total) return ASSAY_ENOMEM;
    if (rep->n > INT32_MAX) return call->fail(call, ASSAY_EINPUT, "%zu samples are too many for mi-knn", rep->n);
    int32_t fresh;
    knn_columns *const c = columns_of(call, value, &fresh);
    if (!c) return ASSAY_ENOMEM;
    assay_status status = columns_alloc(rep, call, c);
    if (status != ASSAY_OK) return status;
    neighbours_psi((rep->n > c->k ? rep->n : c->k) + 1, c->psi);
    status = columns_make(rep, call, c);
    if (status == ASSAY_OK) status = matrix_make(call, c, value, factor_total);
    if (status != ASSAY_OK) return status;
    totals_settle(call, c, value, factor_total, code_total);
    to->value = value;
    to->factor_total = factor_total;
    to->code_total = code_total;
    return ASSAY_OK;
}

/* ---- beyond the matrix ---- */

/* number: the column of a pair's first member. */
static assay_status pairs_ask(assay_call *call, const knn_columns *c, size_t n_pairs, size_t (*pair)[2], int first,
                              const neighbour_column *number, const int *moves, double *to)
{
    knn_pair *const ask = call->alloc(call, n_pairs, sizeof *ask);
    if (!ask) return ASSAY_ENOMEM;
    size_t count = 0;
    for (size_t p = 0; p < n_pairs; p++) {
        const size_t column = pair[p][first], factor = pair[p][!first];
        to[p] = 0.0;
        if (!c->classes[factor].n_classes && c->rep->n < c->k + 2) continue; /* R2 */
        ask[count++] = (knn_pair){ factor, moves[column] ? &number[column] : NULL, &to[p] };
    }
    return pairs_run(c, ask, count, call);
}

assay_status mi_knn_of_factors(assay_call *call, const assay_relation *relation, size_t n_pairs, size_t (*pair)[2],
                               double *to)
{
    int32_t fresh;
    const knn_columns *const c = columns_of(call, relation->value, &fresh);
    if (!c || fresh) return c ? ASSAY_EINTERNAL : ASSAY_ENOMEM;
    return pairs_ask(call, c, n_pairs, pair, 0, c->number, c->factor_moves, to);
}

assay_status mi_knn_of_codes(assay_call *call, const assay_relation *relation, size_t n_pairs, size_t (*pair)[2],
                             double *to)
{
    int32_t fresh;
    const knn_columns *const c = columns_of(call, relation->value, &fresh);
    if (!c || fresh) return c ? ASSAY_EINTERNAL : ASSAY_ENOMEM;
    const size_t n = c->rep->n;
    neighbour_column *const number = call->alloc(call, c->rep->n_codes, sizeof *number);
    if (!number) return ASSAY_ENOMEM;
    for (size_t p = 0; p < n_pairs; p++) {
        const size_t j = pair[p][1];
        int moves;
        if (number[j].n) continue;
        const assay_status status =
            column_make(c->rep->codes + j * n, n, 0, c->noise, 1, call, &number[j], &moves);
        if (status != ASSAY_OK) return status;
    }
    return pairs_ask(call, c, n_pairs, pair, 1, number, c->code_moves, to);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    return n * m * d * (60.0 + 13.0 * option[KNN_NEIGHBOURS]) + work_sort(n) * (m + d);
}

const relation_kind relation_mi_knn = {
    .id = "mi-knn",
    .title = "Mutual information from nearest neighbours",
    .quantity = "mutual information",
    .source = "Kraskov, Stoegbauer, Grassberger 2004, equation 8; Ross 2014, equation 2",
    COUNTED(options),
    .compute = compute,
    .cost = cost,
};
