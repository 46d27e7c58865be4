#include "class_split.h"

#include "rows.h"

#include <math.h>

enum { STRATIFIED_ROWS = 10000 };
enum { PART_NONE, PART_TRAIN, PART_TEST };

size_t class_number(const uint16_t *index, size_t n, size_t levels, uint32_t *place, uint32_t *rows, int32_t *to)
{
    size_t count = 0;
    memset(place, 0, levels * sizeof *place);
    for (size_t s = 0; s < n; s++) place[index[s]]++;
    for (size_t k = 0; k < levels; k++) {
        if (!place[k]) continue;
        rows[count] = place[k];
        place[k] = (uint32_t)count++;
    }
    for (size_t s = 0; s < n; s++) to[s] = (int32_t)place[index[s]];
    return count;
}

/* Scratch shared by the factors. */
typedef struct dealing {
    const size_t *order;                   /* [n] the permutation */
    uint8_t *part;                         /* [n] */
    uint32_t *place, *rows, *train, *want; /* [most levels] */
} dealing;

static void split_random(int split, size_t n, const dealing *by, class_split *c, uint32_t *at)
{
    size_t n_train = 0, n_test = 0;
    for (size_t k = 0; k < c->count; k++) {
        by->want[k] = split == HOLD_FIFTH || n <= STRATIFIED_ROWS
                          ? by->rows[k]
                          : (uint32_t)nearbyint(STRATIFIED_ROWS * ((double)by->rows[k] / (double)n));
        by->train[k] = (uint32_t)((uint64_t)by->want[k] * 4 / 5);
        n_train += by->train[k];
        n_test += by->want[k] - by->train[k];
    }
    memset(by->part, PART_NONE, n);
    for (size_t r = 0; r < n; r++) {
        const size_t s = by->order[r];
        const int32_t k = c->label[s];
        if (by->want[k] == 0) continue;
        by->want[k]--;
        by->part[s] = by->train[k] ? PART_TRAIN : PART_TEST;
        if (by->train[k]) by->train[k]--;
    }
    uint32_t *train = at, *test = at + n_train;
    c->train = (row_set){ .at = train, .count = n_train };
    c->test = (row_set){ .at = test, .count = n_test };
    for (size_t s = 0; s < n; s++) {
        if (by->part[s] == PART_TRAIN) *train++ = (uint32_t)s;
        if (by->part[s] == PART_TEST) *test++ = (uint32_t)s;
    }
}

static int one_value(const class_split *c)
{
    for (size_t k = 1; k < c->train.count; k++) {
        const size_t here = c->train.at ? c->train.at[k] : k, before = c->train.at ? c->train.at[0] : 0;
        if (c->label[here] != c->label[before]) return 0;
    }
    return 1;
}

static assay_status dealing_new(const bins *v, int random, assay_call *call, dealing *to)
{
    size_t most = 0;
    for (size_t i = 0; i < v->n_columns; i++) most = v->count[i] > most ? v->count[i] : most;
    size_t *order;
    ASSAY_TRY(LEND(call, LOAN(to->place, most), LOAN(to->rows, most), LOAN(to->train, most), LOAN(to->want, most),
                   LOAN(order, random ? v->n : 1), LOAN(to->part, random ? v->n : 1)));
    if (random) assay_stream_permutation(call->stream, order, v->n); /* R1 */
    to->order = order;
    return ASSAY_OK;
}

static assay_status class_split_of(const bins *v, int split, const unsigned char *learns, size_t part, assay_call *call,
                                   const class_split **to)
{
    const size_t n = v->n, m = v->n_columns;
    const int given = learns && split != HOLD_NONE;
    const int random = !given && (split == HOLD_FIFTH || split == HOLD_STRATIFIED);
    dealing by;
    if (n > UINT32_MAX) return call->fail(call, ASSAY_EINPUT, "%zu rows: classifiers take below 2^32", n);
    class_split *all;
    int32_t *label;
    uint32_t *at;
    ASSAY_TRY(LEND(call, LOAN(all, m), LOAN(label, n * m), LOAN(at, random ? n * m : given ? n : 1)));
    ASSAY_TRY(dealing_new(v, random, call, &by));
    if (given) rows_given(learns, n, at);
    for (size_t i = 0; i < m; i++) {
        class_split *c = &all[i];
        c->label = label + i * n;
        c->count = class_number(v->index + i * n, n, v->count[i], by.place, by.rows, label + i * n);
        c->train = c->test = (row_set){ .count = n };
        if (given) {
            c->train = (row_set){ .at = at, .count = part };
            c->test = (row_set){ .at = at + part, .count = n - part };
        } else if (split == HOLD_BATCHES) {
            c->train.count = c->test.first = rows_train(n);
            c->test.count = rows_test(n);
        } else if (random) {
            split_random(split, n, &by, c, at + i * n);
        }
        c->one = one_value(c);
    }
    *to = all;
    return ASSAY_OK;
}

assay_status class_split_of_factors(const assay_rep *rep, assay_call *call, double widths, int labels, int split,
                                    const class_split **to)
{
    const cut how = { .rule = BIN_SCALED, .bins = (size_t)widths, .rows = rep->n, .labels = labels };
    const bins *v;
    ASSAY_TRY(discretise_factors(rep, call, &how, &v));
    return class_split_of(v, split, rep->learns, rows_part(rep, 1), call, to);
}

double class_split_undefined(const class_split *of, size_t factor, assay_call *call)
{
    if (of->count < 2)
        return call->undefined_of(call, ASSAY_PER_FACTOR, factor, "constant-factor", "factor # is constant");
    if (!of->train.count)
        return call->undefined_of(call, ASSAY_PER_FACTOR, factor, "too-few-samples",
                                  "factor #: too few rows to learn from some and score others");
    if (of->one)
        return call->undefined_of(call, ASSAY_PER_FACTOR, factor, "constant-factor",
                                  "factor # is constant in the rows learnt from");
    return 0.0;
}

const double *rows_take(row_set rows, const double *column, double *room)
{
    if (!rows.at) return column + rows.first;
    for (size_t k = 0; k < rows.count; k++) room[k] = column[rows.at[k]];
    return room;
}

const int32_t *rows_take_labels(row_set rows, const int32_t *label, int32_t *room)
{
    if (!rows.at) return label + rows.first;
    for (size_t k = 0; k < rows.count; k++) room[k] = label[rows.at[k]];
    return room;
}
