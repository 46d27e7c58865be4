#include "class_importance.h"

#include "rows.h"

enum { CLASS_OPTIONS(OPTION_PLACE) };

/* ------------------------------------------------------------------------------------------------ labels -- */

static assay_status labels_read(const assay_rep *rep, assay_call *call, class_table *to)
{
    const cut how = { .rule = BIN_SCALED, .bins = (size_t)call->option[FACTOR_BINS], .rows = rep->n, .labels = 1 };
    const bins *v;
    ASSAY_TRY(discretise_factors(rep, call, &how, &v));
    for (size_t i = 0; i < rep->n_factors; i++) {
        class_factor *f = &to->factor[i];
        ASSAY_TRY(LEND(call, LOAN(f->label, to->n)));
        f->classes = v->count[i];
        for (size_t r = 0; r < to->n; r++) f->label[r] = v->index[i * v->n + (to->pick ? to->pick[r] : r)];
    }
    return ASSAY_OK;
}

/* Numbers the values that occur in the factor's rows 0, 1, ... in ascending order; -1 for rows of other values. */
static assay_status labels_compact(class_factor *f, size_t n, assay_call *call)
{
    int32_t *number = call->alloc(call, f->classes, sizeof *number);
    if (!number) return ASSAY_ENOMEM;
    for (size_t k = 0; k < f->n_train; k++) number[f->label[f->train[k]]] = 1;
    for (size_t k = 0; k < f->n_test; k++) number[f->label[f->test[k]]] = 1;
    int32_t next = 0;
    for (size_t c = 0; c < f->classes; c++) number[c] = number[c] ? next++ : -1;
    for (size_t r = 0; r < n; r++) f->label[r] = number[f->label[r]];
    f->classes = (size_t)next;
    return ASSAY_OK;
}

/* -------------------------------------------------------------------------------------------------- rows -- */

void rows_shuffle(uint32_t *rows, size_t all, size_t want, assay_stream *stream)
{
    for (size_t t = 0; t < want; t++) {
        const size_t other = t + (size_t)assay_stream_below(stream, all - t);
        const uint32_t row = rows[other];
        rows[other] = rows[t];
        rows[t] = row;
    }
}

/* All rows of the table by value: those of value c are to[start[c]] .. to[start[c + 1] - 1]. */
static void rows_by_value(const class_factor *f, size_t n, size_t *start, uint32_t *to)
{
    for (size_t r = 0; r < n; r++) start[f->label[r] + 2]++;
    for (size_t c = 2; c < f->classes + 2; c++) start[c] += start[c - 1];
    for (size_t r = 0; r < n; r++) to[start[f->label[r] + 1]++] = (uint32_t)r;
}

/* How many of the `all` rows of a value are drawn, and how many of these are learnt from. */
static size_t value_drawn(size_t all, size_t n, size_t rows, size_t *train)
{
    const size_t want = rows < n ? (size_t)nearbyint((double)rows * ((double)all / (double)n)) : all;
    *train = (size_t)(0.8 * (double)want);
    return want;
}

/* sorted: room for n. */
static assay_status split_stratified(class_factor *f, size_t n, uint32_t *sorted, assay_call *call)
{
    const size_t rows = (size_t)call->option[CLASS_ROWS];
    size_t *start, drawn = 0, learnt = 0, train;
    ASSAY_TRY(LEND(call, LOAN(start, f->classes + 2)));
    rows_by_value(f, n, start, sorted);
    for (size_t c = 0; c < f->classes; c++) {
        drawn += value_drawn(start[c + 1] - start[c], n, rows, &train);
        learnt += train;
    }
    ASSAY_TRY(LEND(call, LOAN(f->train, learnt), LOAN(f->test, drawn - learnt)));
    for (size_t c = 0; c < f->classes; c++) {
        const size_t all = start[c + 1] - start[c], want = value_drawn(all, n, rows, &train);
        uint32_t *of_value = sorted + start[c];
        rows_shuffle(of_value, all, want, call->stream);
        memcpy(f->train + f->n_train, of_value, train * sizeof *of_value);
        memcpy(f->test + f->n_test, of_value + train, (want - train) * sizeof *of_value);
        f->n_train += train;
        f->n_test += want - train;
    }
    return ASSAY_OK;
}

/* R1 */
static assay_status table_pick(const assay_rep *rep, assay_call *call, class_table *to)
{
    const int split = (int)call->option[CLASS_SPLIT];
    const size_t rows = (size_t)call->option[CLASS_ROWS];
    uint32_t *pick;
    to->n = rep->n;
    if (rep->learns || (split != SPLIT_RANDOM && split != SPLIT_REPLACED)) return ASSAY_OK;
    ASSAY_TRY(LEND(call, LOAN(pick, rows > rep->n ? rows : rep->n)));
    if (split == SPLIT_REPLACED) {
        to->n = rows;
        for (size_t r = 0; r < to->n; r++) pick[r] = (uint32_t)assay_stream_below(call->stream, rep->n);
    } else {
        to->n = rows < rep->n ? rows : rep->n;
        for (size_t r = 0; r < rep->n; r++) pick[r] = (uint32_t)r;
        rows_shuffle(pick, rep->n, to->n, call->stream);
    }
    to->pick = pick;
    return ASSAY_OK;
}

/* Parts the n rows, the training rows before the others or, where rows were picked, behind them. */
static void split_at(const assay_rep *rep, int split, size_t n, uint32_t *rows, class_factor *f)
{
    const int behind = !rep->learns && split != SPLIT_FIRST && split != SPLIT_FIFTHS;
    f->n_train = rep->learns             ? rows_part(rep, 1)
                 : split == SPLIT_FIRST  ? rows_train(n)
                 : split == SPLIT_FIFTHS ? (size_t)(0.8 * (double)n)
                                         : n - (n + 4) / 5;
    f->n_test = split == SPLIT_FIRST && !rep->learns ? rows_test(n) : n - f->n_train;
    f->train = rows + (behind ? f->n_test : 0);
    f->test = rows + (behind ? 0 : f->n_train);
}

/* ---------------------------------------------------------------------------------------------- refusals -- */

static int one_value(const class_factor *f, const uint32_t *rows, size_t count)
{
    for (size_t k = 1; k < count; k++)
        if (f->label[rows[k]] != f->label[rows[0]]) return 0;
    return 1;
}

/* R2 */
static double factor_why(const assay_rep *rep, assay_call *call, const class_factor *f, size_t i)
{
    if (f->n_train + f->n_test < CLASS_ROWS_LEAST || f->n_train == 0 || f->n_test == 0)
        return FACTOR_UNDEFINED(call, i, "too-few-samples", "factor #: %zu training and %zu test rows, of %zu rows",
                                f->n_train, f->n_test, rep->n);
    if (call->option[CLASS_CONSTANT] == CONSTANT_SKIP && f->classes == 1)
        return FACTOR_UNDEFINED(call, i, "constant-factor", "factor # has one value in its %zu rows",
                                f->n_train + f->n_test);
    if (f->classes > CLASSES_MOST)
        return FACTOR_UNDEFINED(call, i, "not-applicable", "factor #: %zu values, a classifier takes up to %d",
                                f->classes, (int)CLASSES_MOST);
    return 0.0;
}

/* R3 */
static void refuse_all(const assay_rep *rep, assay_call *call, class_factor *factor)
{
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (isnan(factor[i].why) || !one_value(&factor[i], factor[i].train, factor[i].n_train)) continue;
        const double why =
            FACTOR_UNDEFINED(call, i, "constant-factor",
                             "factor # has one value in the training rows; the published code raises ValueError");
        for (size_t k = 0; k < rep->n_factors; k++) factor[k].why = why;
        return;
    }
}

assay_status class_table_draw(const assay_rep *rep, assay_call *call, class_table *to)
{
    const int split = (int)call->option[CLASS_SPLIT];
    uint32_t *rows, *sorted;
    *to = (class_table){ .n = rep->n };
    if (rep->n > INT32_MAX) return call->fail(call, ASSAY_EINPUT, "%zu rows are more than a forest can take", rep->n);
    ASSAY_TRY(LEND(call, LOAN(to->factor, rep->n_factors)));
    ASSAY_TRY(table_pick(rep, call, to));
    ASSAY_TRY(labels_read(rep, call, to));
    ASSAY_TRY(LEND(call, LOAN(rows, to->n), LOAN(sorted, to->n)));
    for (size_t r = 0; r < to->n; r++) rows[r] = (uint32_t)r;
    if (rep->learns) rows_given(rep->learns, rep->n, rows);
    for (size_t i = 0; i < rep->n_factors; i++) {
        class_factor *f = &to->factor[i];
        if (split == SPLIT_STRATIFIED && !rep->learns) ASSAY_TRY(split_stratified(f, to->n, sorted, call));
        else split_at(rep, split, to->n, rows, f);
        ASSAY_TRY(labels_compact(f, to->n, call));
        f->why = factor_why(rep, call, f, i);
    }
    if (call->option[CLASS_CONSTANT] == CONSTANT_REFUSE) refuse_all(rep, call, to->factor);
    return ASSAY_OK;
}
