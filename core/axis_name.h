/* axis_name.h -- what a value of an output is of, in words. */
#pragma once

#include "assay.h"

static inline const char *axis_name(int32_t axis) /* "overall", "factor" or "code" */
{
    return axis == ASSAY_PER_FACTOR ? "factor" : axis == ASSAY_PER_CODE ? "code" : "overall";
}
