/*
 * lanes.h -- four doubles side by side, for sums whose order is written down and so the same on every machine: lane l
 * adds the rows l, l + 4, l + 8... WIDE lets the compiler make a second copy of a function for processors with 256-bit
 * registers; it does the same operations in the same order (fused multiply-add is off), only more of them at once.
 */
#pragma once

#include <stdint.h>

enum { LANES = 4 };

/* aligned(8), may_alias: may be read from and written to any array of doubles */
typedef double lanes __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t lane_masks __attribute__((vector_size(32), aligned(8), may_alias));

#define LANES_ALL(x) ((lanes){ (x), (x), (x), (x) })
#define LANES_PICK(mask, yes, no) ((lanes)(((mask) & (lane_masks)(yes)) | (~(mask) & (lane_masks)(no))))
#define LANES_MIN(a, b) LANES_PICK((a) < (b), (a), (b))
#define LANES_MAX(a, b) LANES_PICK((a) > (b), (a), (b))
#define LANES_SUM(a) (((a)[0] + (a)[1]) + ((a)[2] + (a)[3]))

#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && !defined ASSAY_SANITIZED
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif
