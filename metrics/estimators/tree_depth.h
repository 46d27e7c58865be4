/*
 * tree_depth -- one classification tree whose depth is chosen by cross-validation
 *
 *   Depths 1 .. deepest are compared by their mean accuracy on the held-out folds (stratified, unshuffled); the
 *   smallest of the best is taken, and the tree of that depth is grown on, and scored on, all rows.
 *
 * Source   Breiman et al. 1984; the decision-tree variant of SAP in Zaidi et al. 2020 (code).
 * Takes    a rank_table of one code, labels [n] in 0 .. classes-1.
 * Gives    the depth and the accuracy on the training rows, a fraction.
 * Cost     folds + 1 trees: a tree of the largest depth holds those of all others.
 * R1  Means are added up in eight lanes, as NumPy adds, since equal means of different folds decide by rounding.
 * R2  ASSAY_EINPUT: more than one code, labels out of range, no classes, deepest 0, no class of as many rows as folds.
 */
#pragma once

#include "rank.h"

assay_status tree_depth_choose(const rank_table *codes, const int32_t *label, size_t classes, size_t deepest,
                               size_t folds, size_t *depth, double *accuracy);
