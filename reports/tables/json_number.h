/* json_number.h -- a number for programs: null where it is none. */
#pragma once

#include <jansson.h>
#include <math.h>

static inline json_t *json_number(double value) { return isfinite(value) ? json_real(value) : json_null(); }
