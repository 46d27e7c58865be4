/*
 * held_out.h -- a plan of pairs of known order turned into pairs that nobody can have seen: of the same grammar and
 * conditions, but of banks of their own (other numbers of factors and codes, laws, maps and amounts), since their seeds
 * are far from where plans begin, of another number of rows and called in another order. Every pair is drawn by itself,
 * where a plan has one number under many conditions; level pairs, which order nothing, are left out.
 *
 * All of it is a function of the seed.
 */
#pragma once

#include "plan.h"

#define HELD_OUT_MOST UINT64_C(4294967295)

/* A plan, read before, becomes its held-out one. ASSAY_EUSAGE above HELD_OUT_MOST, and for a plan without pairs. */
assay_status held_out_make(plan *p, uint64_t seed, assay_error *err);
