/*
 * sae_table.h -- what scores of sparse codes can be trusted for, from the encoders of scenario `features`: a row for
 * each score and number of rows that the store has.
 *
 *     noise, reliable, seeds .01    docs/sparse.md, "What a difference of .01 means"; t is that of .975
 *     an encoder  mean change from the oracle to its largest dose up to .8, or 1 where there is no other, in units of
 *                 noise; bold where two models scored once would show it
 *     F1, MCC     rank correlation over all encoders and doses with the F1 of each feature's best code (detectors
 *                 f1-by-factor) and with the matched cosines of directions (mcc-directions)
 */
#pragma once

#include "evidence.h"
#include "grid.h"

/* NULL: the evidence has no scores of the scenario. */
grid *sae_grid(const evidence *e);

/* Spearman's correlation of n pairs, ties sharing their mean rank; NaN where either has one value alone. */
double rank_correlation(const double *a, const double *b, size_t n);
