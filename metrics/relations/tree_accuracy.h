/* tree_accuracy.h -- the options of the relation tree-accuracy; tree_accuracy.c says what it computes. */
#pragma once

#include "discretise.h"
#include "rows.h"

/* Those that mi has not: what a metric adds to MI_OPTIONS that offers tree-accuracy, too. */
#define TREE_OWN_OPTIONS(OPTION)                                                         \
    OPTION(TREE_DEEPEST, WHOLE("deepest", "largest depth of a decision tree", 9, 1, 30)) \
    OPTION(ORDER, OPTION_ORDER)

#define TREE_OPTIONS(OPTION)                \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS) \
    OPTION(CATEGORIES, OPTION_CATEGORIES)   \
    TREE_OWN_OPTIONS(OPTION)
