/* json_number.h -- a number for programs: null where it is none. */
#ifndef ASSAY_JSON_NUMBER_H
#define ASSAY_JSON_NUMBER_H

#include <jansson.h>
#include <math.h>

static inline json_t *json_number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

#endif
