/*
 * axis_name.h -- what a value of an output is of, in words. In all that people read, factors and codes have the names
 * of their columns, or are v1, v2, ... and z1, z2, ...; in arrays and arguments they count from 0.
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

/* The name of its column, or else as above, in *room. rep NULL: no names are known. */
static inline const char *column_name(const assay_rep *rep, int32_t axis, size_t index, axis_item *room)
{
    const int is_code = axis == ASSAY_PER_CODE;
    const char *const *names = !rep || axis == ASSAY_OVERALL ? NULL : is_code ? rep->code_names : rep->factor_names;
    if (names && index < (is_code ? rep->n_codes : rep->n_factors)) return names[index];
    *room = axis_item_name(axis, index);
    return room->text;
}
#define NAME_OF(rep, axis, index) column_name(rep, axis, index, &(axis_item){ "" })
