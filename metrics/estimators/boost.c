/*
 * Rows are numbered 0 .. count-1 with the training rows in ascending order first: scores and probabilities are columns
 * per class over these numbers, so that the softmax runs over four rows at a time.
 */
#include "boost.h"

#include "exp_down.h"
#include "lend.h"
#include "tree.h"

#include <math.h>

typedef struct booster {
    const rank_table *codes;
    const boost_plan *plan;
    const double *target;                      /* [n] by row: regression; NULL: classes */
    size_t n, n_train, count, stride, classes; /* classes: those that occur; stride: count, filled up to lanes */
    tree_space *space;
    void *block;
    size_t *seen;                    /* [classes of the caller] rows of a class that occurs */
    uint32_t *row;                   /* [count] */
    uint32_t *mark, *leaf;           /* [n] by row; mark: 1 in training */
    int32_t *class_of, *order;       /* [count] training only: its class; [classes of the caller] */
    double *score, *chance;          /* [columns * stride] */
    double *step, *curve, *residual; /* [leaves], [leaves], [n_train] */
    double *importance;
    tree_scale scale;
} booster;

static size_t columns(const booster *all) { return all->classes > 2 ? all->classes : 1; }

/* ------------------------------------------------------------------------------------------- the softmax -- */

/* chance = softmax of the scores, for the training rows; two classes: that of the second one. */
WIDE
static void chances(booster *all)
{
    const size_t stride = all->stride, classes = all->classes;
    for (size_t i = 0; i < all->n_train; i += LANES) {
        lanes top, here, total;
        top = TILE_AT(all->score + i);
        if (classes == 2) {
            /* 1 / (1 + e^-F), from the exponential of -|F| */
            lanes small = LANES_PICK(top > LANES_ALL(0.0), -top, top);
            const lanes sign = top;
            exp_down(&small);
            total = LANES_ALL(1.0) + small;
            here = LANES_PICK(sign > LANES_ALL(0.0), LANES_ALL(1.0), small) / total;
            TILE_TO(all->chance + i) = here;
            continue;
        }
        for (size_t k = 1; k < classes; k++) {
            here = TILE_AT(all->score + k * stride + i);
            top = LANES_PICK(here > top, here, top);
        }
        total = LANES_ALL(0.0);
        for (size_t k = 0; k < classes; k++) {
            here = TILE_AT(all->score + k * stride + i);
            here -= top;
            exp_down(&here);
            total += here;
            TILE_TO(all->chance + k * stride + i) = here;
        }
        for (size_t k = 0; k < classes; k++) {
            here = TILE_AT(all->chance + k * stride + i);
            here /= total;
            TILE_TO(all->chance + k * stride + i) = here;
        }
    }
}

/* ----------------------------------------------------------------------------------------------- one tree -- */

/* Adds up residuals, and their curvature (that of squares is 1), by leaf, in the order of the rows. */
static void leaves_add(const booster *all, double *step, double *curve)
{
    for (size_t i = 0; i < all->n_train; i++) {
        const double r = all->residual[i];
        const uint32_t leaf = all->leaf[all->row[i]];
        step[leaf] += r;
        curve[leaf] += all->target ? 1.0 : fabs(r) * (1 - fabs(r));
    }
}

/* Newton steps of the leaves, then the scores of all rows. */
static void leaves_apply(booster *all, size_t k, size_t leaves)
{
    for (size_t l = 0; l < leaves; l++) all->step[l] = all->curve[l] = 0;
    leaves_add(all, all->step, all->curve);
    const double share = all->classes > 2 ? (double)(all->classes - 1) / (double)all->classes : 1.0;
    for (size_t l = 0; l < leaves; l++)
        all->step[l] = all->curve[l] < 1e-150 ? 0.0 : all->plan->rate * (all->step[l] * share / all->curve[l]);
    double *const score = all->score + k * all->stride;
    const double *const step = all->step;
    const uint32_t *const leaf = all->leaf, *const row = all->row;
    for (size_t i = 0; i < all->count; i++) score[i] += step[leaf[row[i]]];
}

typedef int32_t label_lanes __attribute__((vector_size(16)));

/* What is left to explain of class k; up to the end of a vector, which there is room for. */
WIDE
static void residuals_fill(const booster *all, size_t k)
{
    const double *const chance = all->chance + k * all->stride;
    const int32_t positive = (int32_t)(all->classes == 2 ? 1 : k), *const class_of = all->class_of;
    double *const residual = all->residual;
    for (size_t i = 0; i < all->n_train; i += LANES) {
        label_lanes label;
        lanes here;
        memcpy(&label, class_of + i, sizeof label);
        here = TILE_AT(chance + i);
        const lane_masks is = __builtin_convertvector(label == positive, lane_masks);
        here = LANES_PICK(is, LANES_ALL(1.0), LANES_ALL(0.0)) - here;
        TILE_TO(residual + i) = here;
    }
}

/* The same of the target, and the scale of it; false where its range is not finite. */
static int differences_fill(booster *all)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < all->n_train; i++) {
        const double r = all->residual[i] = all->target[all->row[i]] - all->score[i];
        low = fmin(low, r), high = fmax(high, r);
    }
    all->scale = tree_scale_for(low, high, all->n_train);
    return isfinite(high - low);
}

static assay_status tree_add(booster *all, uint64_t key, size_t k)
{
    if (!all->target) residuals_fill(all, k);
    else if (!differences_fill(all)) return ASSAY_EINPUT; /* R4 */
    tree_space_values(all->space, all->residual, all->scale);
    tree_request request = {
        .tries = all->codes->d, .depth = all->plan->depth, .key = key, .leaf = all->leaf, .importance = all->importance
    };
    ASSAY_TRY(tree_grow(all->space, &request));
    leaves_apply(all, k, request.leaves);
    return ASSAY_OK;
}

/* ----------------------------------------------------------------------------------------- the beginning -- */

static assay_status booster_make(booster *all, size_t classes)
{
    const size_t n = all->n;
    all->space = tree_space_new(all->codes, 0);
    all->block =
        LEND_BLOCK(LOAN(all->row, n), LOAN(all->mark, n), LOAN(all->leaf, n), LOAN(all->class_of, n + LANES),
                   LOAN(all->order, classes), LOAN(all->seen, classes), LOAN(all->score, 2 * classes * (n + LANES)),
                   LOAN(all->step, n), LOAN(all->curve, n), LOAN(all->residual, n + LANES));
    return all->space && all->block ? ASSAY_OK : ASSAY_ENOMEM;
}

/* Numbers the rows: training ones first, then the others that are predicted; false where one is out of range. */
static int rows_number(booster *all, const learning_rows *rows)
{
    enum { TRAINING = 1, TEST = 2 };
    const size_t n_train = rows->n_train;
    for (size_t k = 0; k < n_train + rows->n_test; k++) {
        const uint32_t row = k < n_train ? rows->train[k] : rows->test[k - n_train];
        if (row >= all->n) return 0;
        all->mark[row] |= k < n_train ? TRAINING : TEST;
    }
    for (uint32_t s = 0; s < all->n; s++)
        if (all->mark[s] & TRAINING) all->row[all->n_train++] = s;
    all->count = all->n_train;
    for (uint32_t s = 0; s < all->n; s++) {
        if (all->mark[s] == TEST) all->row[all->count++] = s;
        all->mark[s] &= TRAINING;
    }
    all->stride = (all->count + LANES - 1) / LANES * LANES;
    return 1;
}

static int labels_fit(const booster *all, const int32_t *label, size_t classes)
{
    for (size_t i = 0; i < all->count; i++)
        if (label[all->row[i]] < 0 || (size_t)label[all->row[i]] >= classes) return 0;
    return 1;
}

/* Classes that occur, in order; then the scores to begin with, shares kept off 0 and 1 as in single precision. */
static void scores_begin(booster *all, const int32_t *label, size_t classes)
{
    size_t *const seen = all->seen;
    for (size_t c = 0; c < classes; c++) {
        size_t here = 0;
        for (size_t i = 0; i < all->n_train; i++)
            if (label[all->row[i]] == (int32_t)c) all->class_of[i] = (int32_t)all->classes, here++;
        if (here) all->order[all->classes] = (int32_t)c, seen[all->classes++] = here;
    }
    all->chance = all->score + columns(all) * all->stride;
    for (size_t k = 0; k < columns(all); k++) {
        double share = (double)seen[all->classes == 2 ? 1 : k] / (double)all->n_train;
        share = fmin(fmax(share, 0x1p-23), 1 - 0x1p-23);
        const double begin = all->classes == 2 ? log(share / (1 - share)) : log(share);
        for (size_t i = 0; i < all->stride; i++) all->score[k * all->stride + i] = begin;
    }
}

static void classes_write(const booster *all, int32_t *predicted)
{
    for (size_t s = 0; s < all->n; s++) predicted[s] = -1;
    for (size_t i = 0; i < all->count; i++) {
        size_t best = 0;
        if (all->classes == 2) best = all->score[i] > 0;
        for (size_t k = 1; k < all->classes && all->classes > 2; k++)
            if (all->score[k * all->stride + i] > all->score[best * all->stride + i]) best = k;
        predicted[all->row[i]] = all->order[best];
    }
}

static assay_status stages_run(booster *all)
{
    tree_space_rows(all->space, all->mark);
    tree_space_follow(all->space, all->row + all->n_train, all->count - all->n_train);
    all->scale = tree_scale_for(-1.0, 1.0, all->n_train);
    for (size_t stage = 0; stage < all->plan->stages; stage++) {
        const uint64_t key = tree_key(all->plan->key, stage);
        if (!all->target) chances(all);
        for (size_t k = 0; k < columns(all); k++) ASSAY_TRY(tree_add(all, all->target ? key : tree_key(key, k), k));
    }
    double total = 0;
    for (size_t j = 0; j < all->codes->d; j++) total += all->importance[j];
    for (size_t j = 0; j < all->codes->d && total > 0; j++) all->importance[j] /= total;
    return ASSAY_OK;
}

/* Everything but the stages; booster_drop also after a failure. */
static assay_status booster_new(const rank_table *codes, size_t classes, const learning_rows *rows,
                                const boost_plan *plan, double *importance, booster *to)
{
    *to = (booster){ .codes = codes, .plan = plan, .n = codes->n, .importance = importance };
    for (size_t j = 0; j < codes->d; j++) importance[j] = 0;
    if (rows->n_train == 0 || classes == 0 || classes > INT32_MAX || plan->depth == 0 || plan->stages == 0)
        return ASSAY_EINPUT; /* R4 */
    ASSAY_TRY(booster_make(to, classes));
    return rows_number(to, rows) ? ASSAY_OK : ASSAY_EINPUT;
}

static void booster_drop(booster *all)
{
    tree_space_free(all->space);
    free(all->block);
}

assay_status boost_classify(const rank_table *codes, const int32_t *label, size_t classes, const learning_rows *rows,
                            const boost_plan *plan, double *importance, int32_t *predicted)
{
    booster all;
    assay_status status = booster_new(codes, classes, rows, plan, importance, &all);
    if (status == ASSAY_OK && !labels_fit(&all, label, classes)) status = ASSAY_EINPUT;
    if (status == ASSAY_OK) {
        scores_begin(&all, label, classes);
        if (all.classes > 1) status = stages_run(&all); /* R1 */
    }
    if (status == ASSAY_OK) classes_write(&all, predicted);
    booster_drop(&all);
    return status;
}

/* All begin with the mean; false where that is not finite. */
static int values_begin(booster *all)
{
    double sum = 0.0;
    for (size_t i = 0; i < all->n_train; i++) sum += all->target[all->row[i]];
    for (size_t i = 0; i < all->count; i++) all->score[i] = sum / (double)all->n_train;
    return isfinite(sum / (double)all->n_train);
}

assay_status boost_regress(const rank_table *codes, const double *target, const learning_rows *rows,
                           const boost_plan *plan, double *importance, double *predicted)
{
    booster all;
    assay_status status = booster_new(codes, 1, rows, plan, importance, &all);
    all.target = target;
    if (status == ASSAY_OK) status = values_begin(&all) ? stages_run(&all) : ASSAY_EINPUT; /* R4 */
    for (size_t s = 0; s < codes->n; s++) predicted[s] = (double)NAN;
    for (size_t i = 0; i < all.count && status == ASSAY_OK; i++) predicted[all.row[i]] = all.score[i];
    booster_drop(&all);
    return status;
}
