#include "boost_values.h"

#include "lend.h"
#include "tree.h"

#include <math.h>

typedef struct fitting {
    const rank_table *codes;
    const boost_plan *plan;
    tree_space *space;
    void *block;
    size_t n, n_train, n_follow;
    uint32_t *mark, *q, *leaf, *follow; /* [n] each; mark: 1 in training */
    double *residual, *sum, *rows;      /* [n] each; by leaf: the sum of residuals and the rows of training */
    double *predicted, *importance;
} fitting;

static assay_status fitting_make(fitting *f)
{
    f->space = tree_space_new(f->codes, 0);
    f->block = LEND_BLOCK(LOAN(f->mark, f->n), LOAN(f->q, f->n), LOAN(f->leaf, f->n), LOAN(f->follow, f->n),
                          LOAN(f->residual, f->n), LOAN(f->sum, f->n), LOAN(f->rows, f->n));
    return f->space && f->block ? ASSAY_OK : ASSAY_ENOMEM;
}

/* Marks training rows, lists the other test rows, and predicts the mean; false where a row is out of range. */
static int rows_begin(fitting *f, const double *target, const learning_rows *rows)
{
    for (size_t s = 0; s < f->n; s++) f->predicted[s] = (double)NAN;
    for (size_t k = 0; k < rows->n_train; k++) {
        if (rows->train[k] >= f->n) return 0;
        f->mark[rows->train[k]] = 1;
    }
    double sum = 0.0;
    for (size_t s = 0; s < f->n; s++)
        if (f->mark[s]) f->n_train++, sum += target[s];
    const double mean = sum / (double)f->n_train;
    for (size_t s = 0; s < f->n; s++)
        if (f->mark[s]) f->predicted[s] = mean;
    for (size_t k = 0; k < rows->n_test; k++) {
        const uint32_t s = rows->test[k];
        if (s >= f->n) return 0;
        if (!isnan(f->predicted[s])) continue; /* learnt from, or listed before */
        f->predicted[s] = mean;
        f->follow[f->n_follow++] = s;
    }
    return isfinite(mean);
}

/* Residuals of the training rows to the tree's whole numbers; false where their range is not finite. */
static int residuals_fill(fitting *f, const double *target)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < f->n; s++) {
        if (!f->mark[s]) continue;
        f->residual[s] = target[s] - f->predicted[s];
        low = fmin(low, f->residual[s]), high = fmax(high, f->residual[s]);
    }
    if (!isfinite(high - low)) return 0;
    const tree_scale scale = tree_scale_for(low, high, f->n_train);
    for (size_t s = 0; s < f->n; s++)
        if (f->mark[s]) f->q[s] = tree_scale_one(scale, 1.0 / scale.unit, f->residual[s]);
    tree_space_target(f->space, f->q, scale);
    return 1;
}

static void leaves_apply(fitting *f, size_t leaves)
{
    for (size_t l = 0; l < leaves; l++) f->sum[l] = f->rows[l] = 0.0;
    for (size_t s = 0; s < f->n; s++)
        if (f->mark[s]) f->sum[f->leaf[s]] += f->residual[s], f->rows[f->leaf[s]] += 1.0;
    for (size_t s = 0; s < f->n; s++)
        if (!isnan(f->predicted[s])) f->predicted[s] += f->plan->rate * (f->sum[f->leaf[s]] / f->rows[f->leaf[s]]);
}

static assay_status stages_run(fitting *f, const double *target)
{
    tree_space_rows(f->space, f->mark);
    tree_space_follow(f->space, f->follow, f->n_follow);
    for (size_t stage = 0; stage < f->plan->stages; stage++) {
        if (!residuals_fill(f, target)) return ASSAY_EINPUT; /* R3 */
        tree_request request = { .tries = f->codes->d,
                                 .depth = f->plan->depth,
                                 .key = tree_key(f->plan->key, stage),
                                 .leaf = f->leaf,
                                 .importance = f->importance };
        ASSAY_TRY(tree_grow(f->space, &request));
        leaves_apply(f, request.leaves);
    }
    return ASSAY_OK;
}

assay_status boost_regress(const rank_table *codes, const double *target, const learning_rows *rows,
                           const boost_plan *plan, double *importance, double *predicted)
{
    if (rows->n_train == 0 || plan->depth == 0 || plan->stages == 0) return ASSAY_EINPUT; /* R3 */
    fitting f = { .codes = codes, .plan = plan, .n = codes->n, .predicted = predicted, .importance = importance };
    double total = 0.0;
    for (size_t j = 0; j < codes->d; j++) importance[j] = 0.0;
    assay_status status = fitting_make(&f);
    if (status == ASSAY_OK && !rows_begin(&f, target, rows)) status = ASSAY_EINPUT;
    if (status == ASSAY_OK) status = stages_run(&f, target);
    for (size_t j = 0; j < codes->d; j++) total += importance[j];
    for (size_t j = 0; j < codes->d && total > 0.0; j++) importance[j] /= total;
    tree_space_free(f.space);
    free(f.block);
    return status;
}
