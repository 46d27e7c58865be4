/*
 * tree-accuracy -- how well a decision tree on one code tells the values of a factor
 *
 *     value_ij = share of rows whose predicted value is theirs
 *     factor_total_i = code_total_j = 1, or 0 where constant
 *
 *   The tree's depth, 1 to `deepest`, is the first of those with the best mean accuracy over 10 stratified folds; the
 *   tree of that depth is grown on all rows and scored on the same rows. See tree_depth.h. The first rows of a class
 *   go to the first folds: in a drawn order, since the folds of sorted rows are no samples of them.
 *
 * Source   Zaidi et al. 2020, published code (SAP for discrete factors); Breiman, Friedman, Olshen, Stone 1984.
 * Takes    factors [M x n], continuous ones cut into factor-bins equal widths (rule scaled), categorical ones by label;
 *          codes [d x n], scaled to [0, 1].
 * Gives    M x d accuracies in [0, 1].
 * Cost     eleven trees of the largest depth per pair.
 * R1  A constant factor has total 0 and values 0. A factor none of whose values has a row for every fold: undefined,
 *     too-few-samples.
 * R2  A constant code has total 0; its values are the largest share of a value.
 * R3  A factor with more than VALUES_MOST values: undefined, not-applicable (the shares of all values of all rows are
 *     kept for all depths).
 */
#include "code_accuracy.h"

#include "crew.h"
#include "relation.h"
#include "scaling.h"
#include "tree_depth.h"
#include "work.h"

OPTION_TABLE(TREE_OPTIONS);
enum { FOLDS = 10, VALUES_MOST = 256 };

typedef struct trees {
    const assay_rep *rep;
    const class_split *of; /* [M] */
    const double *codes;   /* scaled */
    relation_cells to;
    size_t deepest;
} trees;

static void *ranks_make(void *shared)
{
    (void)shared;
    return calloc(1, sizeof(rank_table));
}

static void ranks_drop(void *own)
{
    rank_free(own);
    free(own);
}

/* Code j and all factors. */
static assay_status code_run(void *shared, void *own, size_t j)
{
    const trees *all = shared;
    rank_table *ranks = own;
    rank_free(ranks);
    ASSAY_TRY(rank_build(ranks, all->codes + j * all->rep->n, all->rep->n, 1));
    for (size_t i = 0; i < all->rep->n_factors; i++) {
        size_t depth;
        if (all->to.factor_total[i] == 1.0)
            ASSAY_TRY(tree_depth_choose(ranks, all->of[i].label, all->of[i].count, all->deepest, FOLDS, &depth,
                                        &all->to.value[i * all->rep->n_codes + j]));
    }
    return ASSAY_OK;
}

/* Rows of the most frequent value; count: [values] zeroed. */
static size_t rows_most(const class_split *of, size_t n, size_t *count)
{
    size_t most = 0;
    for (size_t s = 0; s < n; s++) {
        const size_t here = ++count[of->label[s]];
        most = here > most ? here : most;
    }
    return most;
}

/* R1, R3 */
static double factor_total_of(const assay_rep *rep, const class_split *of, size_t i, size_t *count, assay_call *call)
{
    if (of->count < 2) return 0.0;
    if (of->count > VALUES_MOST)
        return FACTOR_UNDEFINED(call, i, "not-applicable", "factor # has %zu values; trees take %d at most", of->count,
                                VALUES_MOST);
    if (rows_most(of, rep->n, count) < FOLDS)
        return FACTOR_UNDEFINED(call, i, "too-few-samples", "factor #: no value has a row for each of %d folds", FOLDS);
    return 1.0;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const double *option = call->option;
    ordered_rows x;
    ASSAY_TRY(rows_ordered(&rep, &call, option[ORDER], &x));
    trees all = { .rep = rep, .deepest = (size_t)option[TREE_DEEPEST] };
    ASSAY_TRY(relation_lend(call, to, &all.to));
    ASSAY_TRY(class_split_of_factors(rep, call, option[FACTOR_BINS], option[CATEGORIES] == CATEGORIES_LABELS, HOLD_NONE,
                                     &all.of));
    ASSAY_TRY(relation_code_totals(rep, call, &all.to));
    for (size_t i = 0; i < rep->n_factors; i++) {
        size_t *count;
        ASSAY_TRY(LEND(call, LOAN(count, all.of[i].count)));
        all.to.factor_total[i] = factor_total_of(rep, &all.of[i], i, count, call);
    }
    ASSAY_TRY(codes_scaled(rep, call, SCALING_MINMAX, rep->n, &all.codes));
    const crew_work work = { .make = ranks_make, .drop = ranks_drop, .run = code_run };
    return crew_run(&work, &all, rep->n_codes, call->jobs);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double values = size->n_values ? 0.8 + work_values(size) / 25.0 : 1.0; /* counts of each in every node */
    return work_cut(n, m) + work_sort(n) * d + 2.5 * n * m * d * (FOLDS + 1) * option[TREE_DEEPEST] * values;
}

const relation_kind relation_tree_accuracy = {
    .id = "tree-accuracy",
    .cyclic = 1,
    .title = "Accuracy of decision trees on one code",
    .source = "Zaidi et al. 2020, published code",
    RELATION_PARTS,
};
