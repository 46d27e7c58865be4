/* standing.h -- what may be said of many verdicts at once. They are not counted: a constant passes most of them. */
#ifndef ASSAY_STANDING_H
#define ASSAY_STANDING_H

#include "judge.h"

/* Why no verdict rests on scores, in one or two sentences; "" where one does. */
void undecided_text(const verdicts *all, char *to, size_t size);

/* The failure of these verdicts whose mean is furthest from what was wanted, as a share of the score's range; NULL:
 * none fails. */
const verdict *verdicts_worst(const verdict *of, size_t n);

#endif
