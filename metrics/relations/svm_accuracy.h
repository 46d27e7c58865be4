/* svm_accuracy.h -- the options of the relation svm-accuracy; svm_accuracy.c says what it computes. */
#pragma once

#include "class_split.h"

/* Those that mi has not: what a metric adds to MI_OPTIONS that offers svm-accuracy, too. */
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
