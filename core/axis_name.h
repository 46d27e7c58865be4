/* axis_name.h -- what a value of an output is of, in words. */
#ifndef ASSAY_AXIS_NAME_H
#define ASSAY_AXIS_NAME_H

#include "assay.h"

static inline const char *axis_name(int32_t axis) /* "overall", "factor" or "code" */
{
    return axis == ASSAY_PER_FACTOR ? "factor" : axis == ASSAY_PER_CODE ? "code" : "overall";
}

#endif
