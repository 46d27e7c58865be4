/*
 * boost -- gradient-boosted trees, of classes and of values
 *
 *   Classes: F_k = log(share of class k), then for every stage and class a regression tree on the residuals
 *   r = 1[y = k] - p_k, p = softmax(F), and F_k += rate * (K-1)/K * sum r / sum |r| (1 - |r|) in each of its leaves
 *   (one Newton step). Two classes: one tree per stage, p = logistic(F), F = log odds, no factor (K-1)/K. Values:
 *   F = mean of the target, then for every stage a tree on r = y - F, F += rate * (mean of r). Friedman's criterion
 *   wl wr / (wl + wr) (mean_l - mean_r)^2 is the drop of the weighted variance, which is what the trees maximise.
 *
 * Source   Friedman 2001, Annals of Statistics 29, algorithms 2, 5 and 6; conventions of scikit-learn 1.2.1
 *          (GradientBoostingClassifier, loss "log_loss", and GradientBoostingRegressor, loss "squared_error", all
 *          defaults: 100 stages, depth 3, rate 0.1).
 * Takes    a rank_table (n rows x d features), labels [n] in 0 .. classes-1 (classes that do not occur in the training
 *          rows take no part) or targets [n], training and test rows.
 * Gives    importance [d]: impurity drops added over all trees, as shares (all 0 without any split); values, or classes
 *          of greatest score, the lowest of equals.
 * Cost     O(stages * classes * depth * d * rows); 10000 rows, 8 codes, 10 classes, 100 stages: about 0.2 s.
 * R1  One class in the training rows: nothing is grown, it is predicted everywhere.
 * R2  Residuals are held to 2^-31 (see tree.h), those of values to 2^-31 of their range at each stage; their sums in
 *     the leaves are added up in double precision in row order. So no unit of a target matters; scikit-learn ends a
 *     node whose variance is below 2e-16.
 * R3  Equally good splits by two codes (copies of each other): `key` decides.
 * R4  Labels or rows out of range, no training rows, depth 0, no stages, a target whose range is not finite:
 *     ASSAY_EINPUT.
 */
#pragma once

#include "rank.h"

typedef struct boost_plan {
    size_t stages, depth;
    double rate;
    uint64_t key;
} boost_plan;

/* importance [d]; predicted [n]: classes of the rows in train and test, others -1. */
assay_status boost_classify(const rank_table *codes, const int32_t *label, size_t classes, const learning_rows *rows,
                            const boost_plan *plan, double *importance, int32_t *predicted);
/* predicted [n]: values, others NaN. */
assay_status boost_regress(const rank_table *codes, const double *target, const learning_rows *rows,
                           const boost_plan *plan, double *importance, double *predicted);
