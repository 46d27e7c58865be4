/* published_reasons.h -- why a verdict of ours is another one than the published. */
#pragma once

#include "published_verdicts.h"

/* What may have to hold for a reason, in the words of papers/, ended by NULL. */
extern const char *const published_conditions[];

/* A reason whose numbers hold in the verdicts at hand; NULL: none is known. */
const char *published_reason(const published_check *c, const verdicts *all);
