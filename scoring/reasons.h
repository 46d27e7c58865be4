/*
 * reasons.h -- why values of one representation are undefined. An undefined value is a NaN whose low bits number its
 * reason in this list, so the reason travels with the value through arrays and copies, and a NaN that nobody explained
 * is told apart.
 */
#pragma once

#include "arena.h"
#include "assay.h"

typedef struct kept_reason kept_reason;
enum { REASON_CHAINS = 1 << 13 }; /* a dictionary has tens of thousands of dead codes, with a reason each */
typedef struct reasons {
    const kept_reason **at;
    size_t n, room;
    uint32_t last[REASON_CHAINS]; /* by a hash of the text: the number of the last such reason, 0: none */
    const assay_rep *named;       /* whose columns reasons are about; NULL: they have no names */
    int out_of_memory;            /* a reason could not be kept: the score that it is of is none */
} reasons;

double reasons_untouched(void); /* the NaN that stands where nothing has been written yet */
int reasons_is_untouched(double value);

/* A NaN with this reason, whose strings are copied to memory; the same reason again is the same NaN. */
double reasons_add(reasons *r, arena *memory, const assay_reason *why);

/* The value with its reason; what is infinite, or NaN without a reason of ours, is undefined for that. Valid as long as
 * the memory that reasons were added with. */
assay_item reasons_item(const reasons *r, double value);

void reasons_clear(reasons *r); /* for another representation */
void reasons_free(reasons *r);
