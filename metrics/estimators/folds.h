/*
 * folds -- the rows of K-fold cross-validation, without shuffling
 *
 *   Contiguous: fold f holds the rows folds_begin(f) .. folds_begin(f + 1) - 1; the first n mod K folds hold one row
 *   more than the others.
 *   Stratified: every class is spread over the folds as evenly as dealing out the sorted list of labels in turn would
 *   do; within a class the first rows go to the first folds. Classes are numbered by first appearance.
 *
 * Source   Kohavi 1995, IJCAI (stratified cross-validation); scikit-learn's KFold and StratifiedKFold (shuffle=False).
 * Takes    labels [n], 0 .. classes-1, rows in their order.
 * Gives    fold numbers 0 .. folds-1, one per row.
 * Cost     O(n + folds * classes).
 * R1  More folds than rows, or fewer than two folds: ASSAY_EINPUT, so that no fold is empty.
 * R2  Stratified: a class with fewer rows than folds is legal (some folds go without it); if every class is that small:
 *     ASSAY_EINPUT.
 */
#pragma once

#include "assay.h"

/* First row of fold `fold` of `folds` over n rows; fold == folds gives n. */
size_t folds_begin(size_t n, size_t folds, size_t fold);

assay_status folds_stratified(const int32_t *label, size_t n, size_t classes, size_t folds, int32_t *fold);
