/*
 * limit.h -- absolute limits on what comes from outside, in one table (limits_list.h). A limit is held against the size
 * that something declares, before memory is taken for it.
 */
#pragma once

#include "assay.h"

typedef enum limit_id {
#define LIMIT(name, id, value, unit, bounds, remedy) LIMIT_##name,
#include "limits_list.h"
#undef LIMIT
    LIMIT_COUNT
} limit_id;

typedef struct limit {
    const char *id;
    double value; /* a whole number below 2^53, but for `magnitude` */
    const char *unit, *bounds, *remedy;
} limit;

const limit *limit_at(size_t k); /* NULL past the end */
size_t limit_size(limit_id id);  /* its value, or half of what a size holds, of limits that count something */

/* ASSAY_EINPUT where wanted is more than the limit (or no number); the sentence names both, and the remedy. */
assay_status limit_check(limit_id id, double wanted, const char *where, assay_error *err);
