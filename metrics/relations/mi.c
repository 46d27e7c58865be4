/*
 * mi -- mutual information between binned factors and binned codes, in nats
 *
 *     value_ij = I(v_i; z_j) = sum p(b, c) log(p(b, c) / (p(b) p(c)))
 *     factor_total_i = H(v_i)   code_total_j = H(z_j)
 *
 *   Plug-in estimates; the base of the logarithm cancels in every score made of them. For independent columns the
 *   estimate is too high by about (B_v - 1)(B_z - 1)/(2n).
 *
 * Source   Cover and Thomas 2006, section 2.3; the binning rules and their sources in discretise.h; `stratified`: Zhang
 *          et al. 2021, algorithm 4, steps 1-16, and its published code.
 * Takes    factors [M x n], continuous ones cut into factor-bins equal widths (rule scaled), categorical ones by
 *          label or, with categories=cut, cut likewise; codes [d x n].
 * Gives    M x d values in nats, >= 0 (stratified: may fall below 0 by the sampling error).
 * Cost     time O(n M d), scratch O(n (M + d)) bytes x 2, shared.
 * R1  A constant column has total 0 and information 0, exactly.
 * R2  estimate=stratified: H(z) from all rows; H(z | v) = sum_v p(v) H(z | v) with p(v) from all rows and H(z | v) from
 *     round-half-even(10000 p(v)) rows of value v, drawn without replacement; all rows where n <= 10000. A value that
 *     gets no row adds nothing. Random (the relation's own stream) for n > 10000.
 * R3  last-edge=lose: rows beyond the last edge belong to no bin, and probabilities are those of the others. Under rule
 *     linspace the published code raises IndexError there: the code's total is undefined, with that reason.
 */
#include "request.h"

#include "class_importance.h"
#include "histogram.h"
#include "work.h"

OPTION_TABLE(MI_OPTIONS);
enum { STRATIFIED_ROWS = 10000 };

/* What a visit to a pair's table needs. */
typedef struct information {
    relation_cells to;
    size_t n, n_codes, factor; /* factor: added to the visit's i */
    double t_of_n;
    const size_t *levels;
    double *factor_t, *code_t;       /* sum of T over the marginal counts, from the first table that shows them */
    uint32_t *row, *column;          /* scratch for one table's marginals */
    const uint32_t *const *of_value; /* R2: [factor][value] rows */
} information;

static void visit_joint(void *context, size_t i, size_t j, const uint32_t *cell, size_t columns)
{
    information *f = context;
    if (i == 0 || j == 0) {
        counts_marginals(cell, f->levels[i], columns, f->row, f->column);
        f->factor_t[i] = counts_sum_t(f->row, f->levels[i]);
        f->code_t[j] = counts_sum_t(f->column, columns);
        f->to.factor_total[i] = (f->t_of_n - f->factor_t[i]) / (double)f->n;
        f->to.code_total[j] = (f->t_of_n - f->code_t[j]) / (double)f->n;
    }
    const double joint_t = counts_sum_t(cell, f->levels[i] * columns);
    const double value = ((joint_t - f->factor_t[i]) + (f->t_of_n - f->code_t[j])) / (double)f->n;
    f->to.value[i * f->n_codes + j] = value > 0.0 ? value : 0.0;
}

static assay_status information_joint(const bins *v, const bins *z, assay_call *call, information *f)
{
    ASSAY_TRY(LEND(call, LOAN(f->factor_t, v->n_columns), LOAN(f->code_t, z->n_columns)));
    f->t_of_n = (double)f->n * log_nats((double)f->n);
    f->levels = v->count;
    return histogram_pairs(v, z, 0, call, visit_joint, f);
}

/* R3: the last column, of rows in no bin, is left out */
static void visit_conditional(void *context, size_t i, size_t j, const uint32_t *cell, size_t columns)
{
    information *f = context;
    const size_t factor = f->factor + i;
    double conditional = 0.0;
    for (size_t value = 0; value < f->levels[factor]; value++)
        conditional +=
            (double)f->of_value[factor][value] / (double)f->n * counts_entropy(cell + value * columns, columns - 1);
    f->to.value[factor * f->n_codes + j] = f->to.code_total[j] - conditional;
}

/* Rows sorted by value; those of value k begin at the sum of the counts before it. */
static void rows_by_value(const uint16_t *index, size_t n, size_t levels, const uint32_t *count, uint32_t *next,
                          uint32_t *to)
{
    uint32_t start = 0;
    for (size_t k = 0; k < levels; k++) {
        next[k] = start;
        start += count[k];
    }
    for (size_t s = 0; s < n; s++) to[next[index[s]]++] = (uint32_t)s;
}

/* Draws round-half-even(10000 p) of the rows of every value; gives their number. rows: sorted by value, rearranged. */
static size_t rows_stratified(size_t n, size_t levels, const uint32_t *count, assay_stream *stream, uint32_t *rows)
{
    size_t taken = 0, start = 0;
    for (size_t k = 0; k < levels; k++) {
        const size_t all = count[k], want = (size_t)nearbyint((double)STRATIFIED_ROWS * ((double)all / (double)n));
        rows_shuffle(rows + start, all, want, stream);
        memmove(rows + taken, rows + start, want * sizeof *rows);
        taken += want;
        start += all;
    }
    return taken;
}

static assay_status factor_stratified(const bins *v, const bins *z, assay_call *call, size_t i, information *f)
{
    const size_t n = v->n;
    const uint16_t *index = v->index + i * n;
    uint32_t *rows = call->alloc(call, n, sizeof *rows), *next = call->alloc(call, v->count[i], sizeof *next);
    if (!rows || !next) return ASSAY_ENOMEM;
    rows_by_value(index, n, v->count[i], f->of_value[i], next, rows);
    const size_t taken = rows_stratified(n, v->count[i], f->of_value[i], call->stream, rows);

    bins of_v = { .n = taken, .n_columns = 1, .count = v->count + i }, of_z = *z;
    of_z.n = taken;
    ASSAY_TRY(LEND(call, LOAN(of_v.index, taken), LOAN(of_z.index, taken * z->n_columns)));
    for (size_t s = 0; s < taken; s++) of_v.index[s] = index[rows[s]];
    for (size_t j = 0; j < z->n_columns; j++)
        for (size_t s = 0; s < taken; s++) of_z.index[j * taken + s] = z->index[j * n + rows[s]];
    f->factor = i;
    return histogram_pairs(&of_v, &of_z, 1, call, visit_conditional, f);
}

static void count_column(const uint16_t *index, size_t n, uint32_t *to)
{
    for (size_t s = 0; s < n; s++) to[index[s]]++;
}

static assay_status information_conditional(const bins *v, const bins *z, int stratified, assay_call *call,
                                            information *f)
{
    uint32_t **of_value = call->alloc(call, v->n_columns, sizeof *of_value);
    if (!of_value || v->n > UINT32_MAX) return ASSAY_ENOMEM;
    for (size_t i = 0; i < v->n_columns; i++) {
        of_value[i] = call->alloc(call, v->count[i], sizeof **of_value);
        if (!of_value[i]) return ASSAY_ENOMEM;
        count_column(v->index + i * v->n, v->n, of_value[i]);
        f->to.factor_total[i] = counts_entropy(of_value[i], v->count[i]);
    }
    f->of_value = (const uint32_t *const *)of_value;
    f->levels = v->count;
    for (size_t j = 0; j < z->n_columns; j++) {
        memset(f->column, 0, (z->count[j] + 1) * sizeof *f->column);
        count_column(z->index + j * z->n, z->n, f->column);
        f->to.code_total[j] = counts_entropy(f->column, z->count[j]);
    }
    if (!stratified || v->n <= STRATIFIED_ROWS) return histogram_pairs(v, z, 1, call, visit_conditional, f);
    for (size_t i = 0; i < v->n_columns; i++) ASSAY_TRY(factor_stratified(v, z, call, i, f));
    return ASSAY_OK;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const double *option = call->option;
    const size_t n = rows_asked(option[ROWS], rep->n);
    const cut of_codes = { .rule = (bin_rule)option[MI_RULE],
                           .bins = (size_t)option[MI_BINS],
                           .rows = n,
                           .lose = option[MI_LAST_EDGE] == LAST_EDGE_LOSE };
    const cut of_factors = cut_of_factors(option[FACTOR_BINS], n, option[CATEGORIES] == CATEGORIES_LABELS);
    const bins *v, *z;
    ASSAY_TRY(discretise_factors(rep, call, &of_factors, &v));
    ASSAY_TRY(discretise_codes(rep, call, &of_codes, &z));
    information f = { .n = n, .n_codes = rep->n_codes };
    ASSAY_TRY(relation_lend(call, to, &f.to));
    size_t lost = 0, rows = 0;
    for (size_t i = 0; i < rep->n_factors; i++) rows = v->count[i] > rows ? v->count[i] : rows;
    ASSAY_TRY(LEND(call, LOAN(f.row, rows), LOAN(f.column, z->count[0] + 1)));
    for (size_t j = 0; j < rep->n_codes; j++) lost += z->lost[j];
    const int stratified = option[MI_ESTIMATE] == ESTIMATE_STRATIFIED;
    ASSAY_TRY(stratified || lost ? information_conditional(v, z, stratified, call, &f)
                                 : information_joint(v, z, call, &f));
    for (size_t j = 0; j < rep->n_codes; j++)
        if (of_codes.rule == BIN_LINSPACE && z->lost[j]) /* R3 */
            f.to.code_total[j] = CODE_UNDEFINED(call, j, "not-applicable",
                                                "code #: its largest value is so large that the last edge, larger by "
                                                "1e-9, is rounded to it; the published code raises IndexError");
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double values =
        option[CATEGORIES] == CATEGORIES_LABELS && size->n_values ? work_values(size) : option[FACTOR_BINS];
    const double tables = m * d * option[MI_BINS] * fmin(values, n);
    const int redrawn = option[MI_ESTIMATE] == ESTIMATE_STRATIFIED && size->n > STRATIFIED_ROWS;
    return work_cut(n, m) + work_codes(size, 2.2 + 0.1 * m) + 4.0 * tables +
           (redrawn ? 5.0 * STRATIFIED_ROWS * m * (d + 1) : 0.0);
}

/* Of counts alone: where rows are drawn, lost or ranked all of them are looked at. */
static int by_counts(const double *option)
{
    return option[MI_ESTIMATE] == ESTIMATE_JOINT && option[MI_LAST_EDGE] == LAST_EDGE_CLAMP &&
           option[MI_RULE] != BIN_QUANTILE;
}

const relation_kind relation_mi = {
    .id = "mi",
    .title = "Mutual information of binned columns",
    .quantity = "mutual information",
    .repeats = 1,
    .cyclic = 1,
    .sparse = by_counts,
    .source = "Cover and Thomas 2006, section 2.3",
    RELATION_PARTS,
};
