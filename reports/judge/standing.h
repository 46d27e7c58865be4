/* standing.h -- what may be said of many verdicts at once. They are not counted: a constant passes most of them. */
#pragma once

#include "judge.h"

/* Why no verdict rests on scores, in one or two sentences; "" where one does. */
void undecided_text(const verdicts *all, char *to, size_t size);

/* "without noisy-copy": scenarios that verdicts of the same property rest on, of other outputs with the same claims, and
 * this one, decided by scores, does not; "" where there are none. */
void verdict_without_text(const verdicts *all, const verdict *v, char *to, size_t size);

/* The failure of these verdicts whose mean is furthest from what was wanted, as a share of the score's range; NULL:
 * none fails. */
const verdict *verdicts_worst(const verdict *of, size_t n);
