/* Trees, for any processor. */
#include "tree_grow.h"

assay_status tree_grow_plain(tree_space *space) { return grow(space); }
