/*
 * mi-labels -- mutual information between factors and codes whose values are labels, in nats
 *
 *     value_ij = I(v_i; z_j)      factor_total_i = H(v_i)   code_total_j = H(z_j)
 *
 *   Plug-in estimates. Every value that a code takes is a class of its own, as of a quantised code; nothing is cut.
 *
 * Source   Cover and Thomas 2006, section 2.3; Hsu et al. 2023, arXiv:2305.18378, section 5 (quantised codes).
 * Takes    factors [M x n], categorical ones by label, continuous ones cut into factor-bins; codes [d x n].
 * Gives    M x d values in nats, >= 0. For codes whose values do not repeat that is H(v_i), and means nothing.
 * Cost     a sort of every code, and tables of (values of the factor) x (most values of a code).
 * R1  A constant column has total 0 and information 0, exactly.
 * R2  A code of more than 65535 values: the call fails, ASSAY_EINPUT.
 */
#include "histogram.h"
#include "radix_order.h"
#include "relation.h"
#include "work.h"

#define OPTIONS(OPTION) OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)
OPTION_TABLE(OPTIONS);

/* Numbers a column's values in ascending order; SIZE_MAX where there are too many, else how many. */
static size_t number_values(const double *sorted, const uint32_t *row, size_t n, uint16_t *to)
{
    size_t label = 0;
    for (size_t r = 0; r < n; r++) {
        if (r > 0 && sorted[r] != sorted[r - 1] && ++label >= LEVELS_MOST) return SIZE_MAX;
        to[row[r]] = (uint16_t)label;
    }
    return label + 1;
}

/* The codes as labels; every column is said to have as many as the one with the most. */
static assay_status labels_of_codes(const assay_rep *rep, assay_call *call, bins *to)
{
    const size_t n = rep->n, d = rep->n_codes;
    double *sorted;
    uint32_t *row;
    *to = (bins){ .n = n, .n_columns = d };
    ASSAY_TRY(LEND(call, LOAN(sorted, n), LOAN(row, n), LOAN(to->index, n * d), LOAN(to->count, d), LOAN(to->lost, d)));
    size_t most = 0;
    for (size_t j = 0; j < d; j++) {
        ASSAY_TRY(radix_order(rep->codes + j * n, n, sorted, row));
        const size_t count = number_values(sorted, row, n, to->index + j * n);
        if (count == SIZE_MAX) /* R2 */
            return call->fail(call, ASSAY_EINPUT, "code z%zu has more than %d values: they are no labels", j + 1,
                              LEVELS_MOST);
        most = count > most ? count : most;
    }
    for (size_t j = 0; j < d; j++) to->count[j] = most;
    return ASSAY_OK;
}

typedef struct information {
    const size_t *levels;
    relation_cells to;
    size_t n_codes;
    uint32_t *row, *column;
} information;

static void visit(void *context, size_t i, size_t j, const uint32_t *cell, size_t columns)
{
    information *f = context;
    const size_t rows = f->levels[i];
    counts_marginals(cell, rows, columns, f->row, f->column);
    f->to.factor_total[i] = counts_entropy(f->row, rows);
    f->to.code_total[j] = counts_entropy(f->column, columns);
    const double value = f->to.factor_total[i] + f->to.code_total[j] - counts_entropy(cell, rows * columns);
    f->to.value[i * f->n_codes + j] = value > 0.0 ? value : 0.0;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const cut of_factors = cut_of_factors(call->option[FACTOR_BINS], rep->n, 1);
    const bins *v;
    bins z;
    ASSAY_TRY(discretise_factors(rep, call, &of_factors, &v));
    ASSAY_TRY(labels_of_codes(rep, call, &z));
    size_t rows = 0;
    for (size_t i = 0; i < rep->n_factors; i++) rows = v->count[i] > rows ? v->count[i] : rows;
    information f = { .levels = v->count, .n_codes = rep->n_codes };
    ASSAY_TRY(relation_lend(call, to, &f.to));
    ASSAY_TRY(LEND(call, LOAN(f.row, rows), LOAN(f.column, z.count[0])));
    return histogram_pairs(v, &z, 0, call, visit, &f);
}

COST(cost, work_cut(n, m) + work_sort(n) * d + n * m * d);

const relation_kind relation_mi_labels = {
    .id = "mi-labels",
    .cyclic = 1,
    .title = "Mutual information of labels",
    .quantity = "mutual information",
    .repeats = 1,
    .source = "Cover and Thomas 2006, section 2.3",
    RELATION_PARTS,
};
