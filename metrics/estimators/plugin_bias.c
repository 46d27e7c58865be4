/* plugin_bias -- see plugin_bias.h. */
#include "plugin_bias.h"

#include "histogram.h"

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
    memset(t->row, 0, rows * sizeof *t->row);
    memset(t->column, 0, columns * sizeof *t->column);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            t->row[r] += cell[r * columns + c];
            t->column[c] += cell[r * columns + c];
        }
    double *at = &t->to[i * t->n_codes + j];
    if (t->kind == BIAS_MILLER_MADOW)
        *at = ((double)occupied(cell, rows * columns) - (double)occupied(t->row, rows) -
               (double)occupied(t->column, columns) + 1.0) / (2.0 * (double)n);
    else
        *at += t->share * (counts_entropy(t->row, rows) + counts_entropy(t->column, columns) -
                           counts_entropy(cell, rows * columns));
}

static assay_status tally_make(const bins *v, const bins *z, assay_call *call, tally *t)
{
    size_t most = z->count[0];
    for (size_t i = 0; i < v->n_columns; i++) most = v->count[i] > most ? v->count[i] : most;
    return LEND(call, LOAN(t->row, most), LOAN(t->column, most));
}

static assay_status permuted(const bins *v, const bins *z, size_t times, assay_call *call, tally *t)
{
    const size_t n = z->n;
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

assay_status plugin_bias(const bins *v, const bins *z, int kind, size_t times, assay_call *call, double *to)
{
    tally t = { .v = v, .n_codes = z->n_columns, .to = to, .kind = kind };
    if (kind == BIAS_NONE) return ASSAY_OK;
    ASSAY_TRY(tally_make(v, z, call, &t));
    return kind == BIAS_PERMUTED ? permuted(v, z, times, call, &t) : histogram_pairs(v, z, 0, call, visit, &t);
}
