/* code_accuracy.h -- the options of the relations svm-accuracy and tree-accuracy, of classifiers on one code. */
#pragma once

#include "class_split.h"
#include "rows.h"

/* Those that mi has not: what a metric adds to MI_OPTIONS that offers the relation, too. */
#define SVM_OWN_OPTIONS(OPTION)                                                                                        \
    OPTION(SVM_SPLIT, OPTION_SPLIT(HOLD_NONE))                                                                         \
    OPTION(SVM_STRENGTH,                                                                                               \
           NUMBER("strength", "C of support vector machines: small is a strong penalty", 1, 1e-12, 1e12))              \
    OPTION(SVM_WEIGHTS, CHOICE("weights", "to support vector machines every row counts the same, or every value does", \
                               [WEIGHTS_EVEN] = "even", [WEIGHTS_BALANCED] = "balanced"))

#define SVM_OPTIONS(OPTION)                 \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS) \
    OPTION(CATEGORIES, OPTION_CATEGORIES)   \
    SVM_OWN_OPTIONS(OPTION)

#define TREE_OWN_OPTIONS(OPTION)                                                         \
    OPTION(TREE_DEEPEST, WHOLE("deepest", "largest depth of a decision tree", 9, 1, 30)) \
    OPTION(ORDER, OPTION_ORDER)

#define TREE_OPTIONS(OPTION)                \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS) \
    OPTION(CATEGORIES, OPTION_CATEGORIES)   \
    TREE_OWN_OPTIONS(OPTION)
