/* published_reasons.h -- why a verdict of ours is another one than that of Boilard 2022, table 3.2. */
#ifndef ASSAY_PUBLISHED_REASONS_H
#define ASSAY_PUBLISHED_REASONS_H

#include "published_verdicts.h"

/* A reason whose numbers hold in the verdicts at hand; NULL: none is known. */
const char *published_reason(const published_check *c, const verdicts *all);

#endif
