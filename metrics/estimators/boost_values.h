/*
 * boost_values -- gradient-boosted regression trees
 *
 *   F = mean of the target, then for every stage a regression tree on the residuals r = y - F, and F += rate * (mean of
 *   r) in each of its leaves. Splits as in boost.h.
 *
 * Source   Friedman 2001, Annals of Statistics 29, algorithm 2; conventions of scikit-learn 1.2.1
 *          (GradientBoostingRegressor, loss "squared_error", all defaults: 100 stages, depth 3, rate 0.1).
 * Takes    a rank_table (n rows x d features), finite targets [n], training and test rows.
 * Gives    importance [d]: drops of the sum of squares, over all trees, as shares (all 0 without any split).
 * Cost     O(stages * depth * d * rows).
 * R1  Residuals are held to 2^-31 of their range at each stage (tree.h); means of leaves are taken in double precision
 *     in row order. So no unit of the target matters; scikit-learn ends a node whose variance is below 2e-16.
 * R2  Equally good splits by two codes (copies of each other): `key` decides.
 * R3  Rows out of range, no training rows, depth 0, no stages, a target whose range is not finite: ASSAY_EINPUT.
 */
#pragma once

#include "boost.h"

/* importance [d]; predicted [n]: of the rows in train and test, others NaN. */
assay_status boost_regress(const rank_table *codes, const double *target, const learning_rows *rows,
                           const boost_plan *plan, double *importance, double *predicted);
