/*
 * axis_name.h -- what a value of an output is of, in words. In all that people read, factors are v1, v2, ... and codes z1,
 * z2, ..., as the columns of a file; in arrays and arguments they count from 0.
 */
#pragma once

#include "assay.h"

#include <stdio.h>

typedef struct axis_item {
    char text[24];
} axis_item;

static inline const char *axis_name(int32_t axis) /* "overall", "factor" or "code" */
{
    return axis == ASSAY_PER_FACTOR ? "factor" : axis == ASSAY_PER_CODE ? "code" : "overall";
}

/* "v3", "z1"; "" of an overall value. */
static inline axis_item axis_item_name(int32_t axis, size_t index)
{
    axis_item to = { "" };
    if (axis != ASSAY_OVERALL)
        snprintf(to.text, sizeof to.text, "%c%zu", axis == ASSAY_PER_FACTOR ? 'v' : 'z', index + 1);
    return to;
}
