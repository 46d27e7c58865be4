/* Trees, for processors that have registers of 512 bits. */
#include "tree_space.h"

#ifdef TREE_WIDE
#pragma GCC target("avx2,bmi,bmi2,popcnt,avx512f,avx512dq,avx512bw,avx512vl")
#define TREE_WIDTH 512
#include "tree_grow.h"

assay_status tree_grow_512(tree_space *space) { return grow(space); }
#endif
