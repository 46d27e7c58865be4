/* Trees, for processors that have registers of 256 bits. */
#include "tree_space.h"

#ifdef TREE_WIDE
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#define TREE_WIDTH 256
#include "tree_grow.h"

assay_status tree_grow_256(tree_space *space) { return grow(space); }
#endif
