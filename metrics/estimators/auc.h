/*
 * auc -- area under the ROC curve
 *
 *     AUC = [ #(s+ > s-) + 1/2 #(s+ = s-) ] / (n+ n-)
 *
 *   over all pairs of a row of the class and a row outside it.
 *
 * Source   Mann and Whitney 1947; Hanley and McNeil 1982, Radiology 143, p. 29.
 * Takes    scores [n], labels [n]. Infinite scores are legal.
 * Gives    a fraction, computed from whole-number counts: exact up to one division.
 * Cost     O(n), scratch O(n).
 * R1  No row of the class, no row outside it, or a NaN score: undefined, NaN.
 * R2  Any strictly increasing map of the scores, and any order of the rows, changes no bit.
 */
#pragma once

#include "assay.h"

/* Area of one class against the rest. */
assay_status auc_class(const double *score, const int32_t *label, size_t n, int32_t class, double *area);
