/*
 * mi-knn -- mutual information of factors and codes from nearest neighbours, in nats
 *
 *     value_ij = I(v_i; z_j)      factor_total_i = I(v_i; v_i), the second v_i as a column of numbers
 *     code_total_j = psi(n) - psi(k + 1), which is I(z; z) of any column without ties
 *
 *   A continuous factor is paired by KSG, a categorical one by Ross; see neighbours.h for both. The total of a
 *   continuous factor without ties is psi(n) - psi(k + 1) too, whatever its distribution: it depends on n alone.
 *
 * Source   Watcharasupat, Lee, Lerch 2022 (Latte), published code; Kraskov et al. 2004; Ross 2014.
 * Takes    factors [M x n], codes [d x n]; at least k + 2 samples.
 * Gives    M x d values in nats, >= 0.
 * Cost     time O(n k M d), about 2 ms a pair at n = 20000, k = 3; memory 16 n bytes per code, shared, and per factor
 *          while it is paired.
 * R1  A constant column has total 0 and tells exactly 0. (The published code pairs its noise: about 0.)
 * R2  Too few samples for k neighbours, or every sample alone in its class: the total is undefined, too-few-samples.
 * R3  Ties are broken by the noise, drawn from the relation's own stream: n x d normals for the codes, row by row; n
 *     for the factors; n that every column gets where it is taken alone (totals, mi_knn_of_pairs).
 * R4  label-scale=truncated: a categorical factor as a column of numbers is label/deviation cut to a whole number, as
 *     scikit-learn does with columns of integers; labels of one cut are then the same number.
 * R5  entropy=plugin: the total of a categorical factor is the entropy of its label counts.
 * R6  classes=K: a continuous factor is cut into K equal widths (range, discretise.h) and is categorical from there on.
 * R7  A cyclic factor stands on a circle (neighbours.h, R5), as a column of numbers, too.
 */
#include "request.h"

#include "crew.h"
#include "histogram.h"
#include "kinds.h"
#include "neighbours.h"
#include "owned.h"
#include "work.h"

#include <stdio.h>

#define OPTIONS(OPTION) MI_KNN_OPTIONS(OPTION, 3, ENTROPY_SELF)
OPTION_TABLE(OPTIONS);

/* What is kept with the matrix. */
typedef struct knn_columns {
    const assay_rep *rep;
    size_t k, classes_most;
    int truncated; /* R4 */
    double *psi;
    int *factor_moves, *code_moves;
    neighbour_column *code;     /* [d] */
    neighbour_classes *classes; /* [M] categorical factors; n_classes 0: continuous, sorted where it is asked for */
    double *of_factors, *noise; /* [n] each: the factors' noise, and the common one */
} knn_columns;

/* ---- pairs, shared out over threads ---- */

typedef struct knn_pair {
    size_t factor;
    const neighbour_column *own;    /* of a continuous factor */
    const neighbour_column *number; /* NULL: the factor itself, as a column of numbers */
    double *to;
} knn_pair;

typedef struct knn_work {
    const knn_columns *columns;
    const knn_pair *pair;
} knn_work;

/* A column as it is, scaled and with noise, and what it is sorted to. */
typedef struct knn_room {
    double *value; /* [n] */
    char *sorted, *pair;
} knn_room;

static void *scratch_make(void *shared)
{
    const knn_columns *const c = ((const knn_work *)shared)->columns;
    const size_t n = c->rep->n;
    knn_room room;
    return LEND_ROOM(room, LOAN(room.value, n), LOAN(room.sorted, neighbours_column_bytes(n)),
                     LOAN(room.pair, neighbours_pair_bytes(n, c->classes_most)));
}

/* A column before it is sorted. noise: what begins with it is taken every `stride`. */
typedef struct raw_column {
    const double *x, *noise; /* [n] */
    size_t n, stride;
    int whole;     /* cut to whole numbers */
    double period; /* of a circle; 0: a line */
} raw_column;

/* value: room for n, not kept. */
static assay_status column_sort(const raw_column *of, double *value, void *memory, neighbour_column *to, int *moves)
{
    *moves = of->period > 0.0 ? neighbours_circle_scale(of->x, of->n, of->period, of->noise, value)
                              : neighbours_scale(of->x, of->n, of->whole, value);
    if (of->period == 0.0) neighbours_jitter(value, of->n, of->noise, of->stride);
    return neighbours_column_sort(value, of->n, memory, to);
}

/* A factor as a column of numbers, with the common noise. */
static raw_column number_of(const knn_columns *c, size_t i)
{
    const assay_rep *rep = c->rep;
    return (raw_column){ .x = rep->factors + i * rep->n,
                         .n = rep->n,
                         .noise = c->noise,
                         .stride = 1,
                         .whole = rep->levels[i] > 0 && c->truncated,
                         .period = factor_period(rep, i) };
}

static assay_status pair_run(void *shared, void *own, size_t task)
{
    const knn_work *const work = shared;
    const knn_columns *const c = work->columns;
    const knn_pair *const pair = &work->pair[task];
    const knn_room *const room = own;
    const size_t i = pair->factor;
    neighbour_column itself;
    *pair->to = 0.0;
    if (!c->factor_moves[i]) return ASSAY_OK; /* R1 */
    const neighbour_column *const number = pair->number ? pair->number : &itself;
    const raw_column of = number_of(c, i);
    int moves;
    if (!pair->number) ASSAY_TRY(column_sort(&of, room->value, room->sorted, &itself, &moves));
    if (c->classes[i].n_classes) *pair->to = neighbours_ross(number, &c->classes[i], c->k, c->psi, room->pair);
    else if (factor_period(c->rep, i) > 0.0) /* R7 */
        *pair->to = neighbours_ksg_circle(number, !pair->number, pair->own, c->k, c->psi, room->pair);
    else *pair->to = neighbours_ksg(number, pair->own, c->k, c->psi, room->pair);
    return ASSAY_OK;
}

static assay_status pairs_run(const knn_columns *columns, const knn_pair *pair, size_t count, const assay_call *call)
{
    static const crew_work how = { .make = scratch_make, .drop = free, .run = pair_run };
    knn_work work = { columns, pair };
    return crew_run(&how, &work, count, call->jobs);
}

/* ---- columns ---- */

/* value: room for n. */
static assay_status column_make(const raw_column *of, double *value, assay_call *call, neighbour_column *to, int *moves)
{
    void *const memory = call->alloc(call, neighbours_column_bytes(of->n), 1);
    return memory ? column_sort(of, value, memory, to, moves) : ASSAY_ENOMEM;
}

/* widths: the factors' bins, or NULL where it is categorical. */
static assay_status classes_make(const assay_rep *rep, size_t i, const bins *widths, assay_call *call,
                                 neighbour_classes *to)
{
    const size_t levels = widths ? widths->count[i] : (size_t)rep->levels[i];
    if (levels > LEVELS_MOST)
        return call->fail(call, ASSAY_EINPUT, "factor v%zu has %zu levels; at most %d can be scored", i + 1, levels,
                          LEVELS_MOST);
    uint32_t *label, *count;
    ASSAY_TRY(LEND(call, LOAN(label, rep->n), LOAN(count, levels)));
    for (size_t s = 0; s < rep->n; s++) {
        label[s] = widths ? widths->index[i * widths->n + s] : (uint32_t)rep->factors[i * rep->n + s];
        count[label[s]]++;
    }
    *to = (neighbour_classes){ .n_classes = levels, .label = label, .count = count };
    return ASSAY_OK;
}

/* Whether it moves, and what its classes are; value: room for n. */
static assay_status factor_make(const assay_rep *rep, size_t i, const bins *widths, double *value, assay_call *call,
                                knn_columns *c)
{
    const int labels = rep->levels[i] > 0;
    c->factor_moves[i] = neighbours_scale(rep->factors + i * rep->n, rep->n, 0, value);
    if (!labels && !widths) return ASSAY_OK;
    ASSAY_TRY(classes_make(rep, i, labels ? NULL : widths, call, &c->classes[i]));
    if (c->classes[i].n_classes > c->classes_most) c->classes_most = c->classes[i].n_classes;
    return ASSAY_OK;
}

static assay_status columns_make(const assay_rep *rep, assay_call *call, knn_columns *c)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    OWNED double *of_codes = zeroed(n * d + n, sizeof *of_codes);
    if (!of_codes) return ASSAY_ENOMEM;
    double *value = of_codes + n * d;
    for (size_t s = 0; s < n * d; s++) of_codes[s] = assay_stream_normal(call->stream); /* R3 */
    for (size_t s = 0; s < n; s++) c->of_factors[s] = assay_stream_normal(call->stream);
    for (size_t s = 0; s < n; s++) c->noise[s] = assay_stream_normal(call->stream);
    for (size_t j = 0; j < d; j++) {
        const raw_column of = { .x = rep->codes + j * n, .n = n, .noise = of_codes + j, .stride = d };
        ASSAY_TRY(column_make(&of, value, call, &c->code[j], &c->code_moves[j]));
    }
    const cut how = { .rule = BIN_RANGE, .bins = (size_t)call->option[KNN_CLASSES], .rows = n, .labels = 1 };
    const bins *widths = NULL;
    if (how.bins) ASSAY_TRY(discretise_factors(rep, call, &how, &widths)); /* R6 */
    for (size_t i = 0; i < m; i++) ASSAY_TRY(factor_make(rep, i, widths, value, call, c));
    return ASSAY_OK;
}

/* ---- the matrix ---- */

/* R2, R5 */
static void totals_settle(assay_call *call, const knn_columns *c, const relation_cells *to)
{
    double *const factor_total = to->factor_total;
    const size_t n = c->rep->n, d = c->rep->n_codes;
    for (size_t i = 0; i < c->rep->n_factors; i++) {
        const neighbour_classes *labels = &c->classes[i];
        const int few = labels->n_classes ? isnan(factor_total[i]) : n < c->k + 2;
        for (size_t j = 0; few && j < d; j++) to->value[i * d + j] = 0.0;
        if (few && labels->n_classes)
            factor_total[i] =
                FACTOR_UNDEFINED(call, i, "too-few-samples", "factor #: every sample is alone in its class");
        else if (few && c->factor_moves[i])
            factor_total[i] = call->undefined(call, "too-few-samples", "%zu samples for %zu neighbours", n, c->k);
        else if (labels->n_classes && call->option[KNN_ENTROPY] == ENTROPY_PLUGIN)
            factor_total[i] = counts_entropy(labels->count, labels->n_classes);
    }
    for (size_t j = 0; j < d; j++)
        to->code_total[j] = !c->code_moves[j] ? 0.0
                            : n < c->k + 2
                                ? call->undefined(call, "too-few-samples", "%zu samples for %zu neighbours", n, c->k)
                                : c->psi[n] - c->psi[c->k + 1];
}

/* A continuous factor, sorted. value: room for n. */
static assay_status factor_sort(const knn_columns *c, size_t i, double *value, void *memory, neighbour_column *to)
{
    raw_column of = number_of(c, i);
    int moves;
    of.noise = c->of_factors;
    return column_sort(&of, value, memory, to, &moves);
}

/* Some factors at once, as many as give every thread enough to do: the columns of all would be the data once more. */
typedef struct knn_part {
    size_t most;
    void *block;
    double *value;         /* [n] */
    char *memory;          /* [most * bytes] */
    neighbour_column *own; /* [most] */
    knn_pair *pair;        /* [most * (d + 1)] */
} knn_part;

static assay_status part_lend(const knn_columns *c, uint32_t jobs, knn_part *to)
{
    enum { TASKS = 8 }; /* of a thread */
    const size_t m = c->rep->n_factors, d = c->rep->n_codes, want = (TASKS * (size_t)jobs + d) / (d + 1);
    *to = (knn_part){ .most = want < 1 ? 1 : want < m ? want : m };
    to->block = LEND_BLOCK(LOAN(to->value, c->rep->n), LOAN(to->memory, to->most * neighbours_column_bytes(c->rep->n)),
                           LOAN(to->own, to->most), LOAN(to->pair, to->most * (d + 1)));
    return to->block ? ASSAY_OK : ASSAY_ENOMEM;
}

/* The pairs of factors first .. end-1, *count of them. */
static assay_status part_pairs(const knn_columns *c, size_t first, size_t end, knn_part *p, const relation_cells *to,
                               size_t *count)
{
    const size_t d = c->rep->n_codes, bytes = neighbours_column_bytes(c->rep->n);
    *count = 0;
    for (size_t i = first; i < end; i++) {
        neighbour_column *const own = &p->own[i - first];
        if (!c->classes[i].n_classes) {
            if (c->rep->n < c->k + 2) continue; /* R2 */
            ASSAY_TRY(factor_sort(c, i, p->value, p->memory + (i - first) * bytes, own));
        }
        for (size_t j = 0; j < d; j++) /* R1: a value is 0 to begin with */
            if (c->code_moves[j]) p->pair[(*count)++] = (knn_pair){ i, own, &c->code[j], &to->value[i * d + j] };
        p->pair[(*count)++] = (knn_pair){ i, own, NULL, &to->factor_total[i] };
    }
    return ASSAY_OK;
}

static assay_status matrix_make(assay_call *call, const knn_columns *c, const relation_cells *to)
{
    const size_t m = c->rep->n_factors;
    knn_part p;
    assay_status status = part_lend(c, call->jobs, &p);
    for (size_t i = 0; i < m && status == ASSAY_OK; i += p.most) {
        size_t count;
        status = part_pairs(c, i, i + p.most < m ? i + p.most : m, &p, to, &count);
        if (status == ASSAY_OK) status = pairs_run(c, p.pair, count, call);
    }
    free(p.block);
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
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    relation_cells own;
    int32_t fresh;
    ASSAY_TRY(relation_lend(call, to, &own));
    if (n > INT32_MAX) return call->fail(call, ASSAY_EINPUT, "%zu samples are too many for mi-knn", n);
    knn_columns *const c = columns_of(call, own.value, &fresh);
    if (!c) return ASSAY_ENOMEM;
    c->rep = rep;
    c->k = (size_t)call->option[KNN_NEIGHBOURS];
    c->truncated = call->option[KNN_LABEL_SCALE] == LABELS_TRUNCATED;
    const size_t most = n > c->k ? n : c->k;
    ASSAY_TRY(LEND(call, LOAN(c->psi, most + 2), LOAN(c->factor_moves, m), LOAN(c->code_moves, d), LOAN(c->code, d),
                   LOAN(c->classes, m), LOAN(c->of_factors, n), LOAN(c->noise, n)));
    neighbours_psi(most + 1, c->psi);
    ASSAY_TRY(columns_make(rep, call, c));
    ASSAY_TRY(matrix_make(call, c, &own));
    totals_settle(call, c, &own);
    return ASSAY_OK;
}

/* ---- beyond the matrix ---- */

/* Columns sorted for the pairs that are asked for, each once. */
typedef struct knn_asked {
    neighbour_column *number, *own; /* [columns], [M] */
    double *value;                  /* [n] */
    int of_codes;
} knn_asked;

static assay_status asked_number(assay_call *call, const knn_columns *c, size_t column, knn_asked *to)
{
    const size_t n = c->rep->n;
    int moves;
    if (to->number[column].n) return ASSAY_OK;
    raw_column of = { .x = c->rep->codes + column * n, .n = n, .noise = c->noise, .stride = 1 };
    if (!to->of_codes) of = number_of(c, column);
    return column_make(&of, to->value, call, &to->number[column], &moves);
}

static assay_status asked_factor(assay_call *call, const knn_columns *c, size_t i, knn_asked *to)
{
    if (c->classes[i].n_classes || to->own[i].n) return ASSAY_OK;
    void *const memory = call->alloc(call, neighbours_column_bytes(c->rep->n), 1);
    return memory ? factor_sort(c, i, to->value, memory, &to->own[i]) : ASSAY_ENOMEM;
}

/* Of each pair one member, [first], is a column of numbers, made here: of a factor or of a code. */
assay_status mi_knn_of_pairs(assay_call *call, const assay_relation *relation, int of_codes, size_t n_pairs,
                             size_t (*pair)[2], double *to)
{
    int32_t fresh;
    const knn_columns *const c = columns_of(call, relation->value, &fresh);
    if (!c || fresh) return c ? ASSAY_EINTERNAL : ASSAY_ENOMEM;
    const size_t n = c->rep->n, columns = of_codes ? c->rep->n_codes : c->rep->n_factors;
    const int *moves = of_codes ? c->code_moves : c->factor_moves;
    knn_asked asked = { .of_codes = of_codes };
    knn_pair *ask;
    size_t count = 0;
    ASSAY_TRY(LEND(call, LOAN(asked.number, columns), LOAN(asked.own, c->rep->n_factors), LOAN(asked.value, n),
                   LOAN(ask, n_pairs)));
    for (size_t p = 0; p < n_pairs; p++) {
        const size_t column = pair[p][of_codes], factor = pair[p][!of_codes];
        to[p] = 0.0;
        if (!moves[column] || (!c->classes[factor].n_classes && n < c->k + 2)) continue; /* R1, R2 */
        ask[count++] = (knn_pair){ factor, &asked.own[factor], &asked.number[column], &to[p] };
        ASSAY_TRY(asked_number(call, c, column, &asked));
        ASSAY_TRY(asked_factor(call, c, factor, &asked));
    }
    return pairs_run(c, ask, count, call);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, d = (double)size->n_codes;
    const double m = (double)size->n_factors - 0.7 * (double)size->n_categorical; /* neighbours of classes, sorted */
    return n * m * d * (60.0 + 13.0 * option[KNN_NEIGHBOURS]) + work_sort(n) * ((double)size->n_factors + d);
}

const relation_kind relation_mi_knn = {
    .id = "mi-knn",
    .title = "Mutual information from nearest neighbours",
    .quantity = "mutual information",
    .cyclic = 1,
    .source = "Kraskov, Stoegbauer, Grassberger 2004, equation 8; Ross 2014, equation 2",
    RELATION_PARTS,
};
