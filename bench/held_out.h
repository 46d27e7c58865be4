/*
 * held_out.h -- a plan of pairs of known order turned into pairs that nobody can have seen: of the same grammar and
 * conditions, but of banks of their own (other numbers of factors and codes, laws, maps and amounts), since their seeds
 * are far from where plans begin, of another number of rows and called in another order. Every pair is drawn by itself, where a
 * plan has one number under many conditions; level pairs, which order nothing, are left out.
 *
 * All of it is a function of the seed.
 */
#pragma once

#include "plan.h"

#define HELD_OUT_MOST UINT64_C(4294967295)

/* FRESH_ROWS: the plan's own ordered pairs, on rows that nobody had seen; NEW_PAIRS: of other banks, too. */
enum { HELD_OUT_FRESH_ROWS, HELD_OUT_NEW_PAIRS };

/* A plan, read before, becomes its held-out one. ASSAY_EUSAGE above HELD_OUT_MOST, and for a plan without pairs. */
assay_status held_out_make(plan *p, uint64_t seed, int how, assay_error *err);

/* Of such a plan one point in `one_in` stays, and those in another order. */
void held_out_sample(plan *p, uint64_t seed, size_t one_in);
