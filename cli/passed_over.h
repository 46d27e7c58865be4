/* passed_over.h -- what a study does not score, listed on standard error. */
#pragma once

#include "study_passed.h"

/* Each with its reason; files of other formats by ending, with the line of Python that exports them. */
void passed_over_print(const study_passed *passed);
