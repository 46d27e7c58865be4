/* model_extras.h -- what the further draws of a model's score say: which of its items are above chance. */
#pragma once

#include "evidence.h"

/* Items whose p (nested in `tested`) holds a false-discovery rate of `rate` among the items of the output (Benjamini and
 * Hochberg 1995, Journal of the Royal Statistical Society B 57, p. 289): is_found[*n], room for tested.draws; how many.
 * *n 0: not known. */
size_t items_found(const evidence_point *p, double rate, unsigned char *is_found, size_t *n);
