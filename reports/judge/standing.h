/* standing.h -- what may be said of many verdicts at once. They are not counted: a constant passes most of them. */
#pragma once

#include "judge.h"

/* Why no verdict rests on scores, in one or two sentences; "" where one does. */
const char *undecided_text(const verdicts *all);

/* "without noisy-copy": scenarios that verdicts of the same property rest on, of other outputs with the same claims,
 * and this one, decided by scores, does not; "" where there are none. */
const char *verdict_without_text(const verdicts *all, const verdict *v);

/* The failure of these verdicts whose mean is furthest from what was wanted, as a share of the score's range; NULL:
 * none fails. */
const verdict *verdicts_worst(const verdict *of, size_t n);
