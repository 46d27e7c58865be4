/*
 * model_extras.h -- what the further draws of a model's score say: its score on very many rows, and which of its items
 * are above chance.
 */
#pragma once

#include "evidence.h"

/*
 * A score is often off by c / N. From its values at N rows, s, and at nested halves h and quarters q of them:
 *
 *     s + (s - h)      the score on very many rows;  it is given where h - q = 2 (s - h) within what the draws allow
 *     interval         Student's, by the spread of 2 h - q over the draws, the same number from half of the rows
 *
 * to: value, low, high. 0: not known, or the sizes do not agree with 1/N.
 */
int extrapolated(const evidence_point *p, double level, double to[3]);

/* Items whose p (nested in `tested`) holds a false-discovery rate of `rate` among the items of the output (Benjamini and
 * Hochberg 1995, Journal of the Royal Statistical Society B 57, p. 289): is_found[*n], room for tested.draws; how many.
 * *n 0: not known. */
size_t items_found(const evidence_point *p, double rate, unsigned char *is_found, size_t *n);
