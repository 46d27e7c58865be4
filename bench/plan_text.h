/* plan_text.h -- the text of a plan: a built-in one's, a file's, or what comes through a pipe. */
#pragma once

#include "assay.h"

/* *to is to be freed. ASSAY_EINPUT: there is no such plan, or it is longer than the limit plan-bytes. */
assay_status plan_text_read(const char *name, char **to, assay_error *err);
