/*
 * request.h -- how a metric asks for the relation it aggregates. A metric that lets its user choose has the option
 * `relation`; its further options begin with those of the relations that it offers. Each relation's header lists its
 * options, so that adding one to a relation adds it to all these metrics.
 */
#pragma once

#include "mi.h"
#include "mi_knn.h"
#include "r2.h"
#include "relation.h"

/* standard_: the index of the standard one among the words that follow */
#define OPTION_RELATION(standard_, ...)                                                                  \
    {                                                                                                    \
        "relation", "what is aggregated", standard_, 0, sizeof(WORDS(__VA_ARGS__)) / sizeof(char *) - 2, \
            ASSAY_WHOLE | ASSAY_CHOOSES, WORDS(__VA_ARGS__)                                              \
    }

#define MI_R2_OPTIONS(OPTION)                        \
    OPTION(RELATION, OPTION_RELATION(0, "mi", "r2")) \
    MI_OPTIONS(OPTION)                               \
    R2_OWN_OPTIONS(OPTION)

#define MI_R2_KNN_OPTIONS(OPTION)                              \
    OPTION(RELATION, OPTION_RELATION(0, "mi", "r2", "mi-knn")) \
    MI_OPTIONS(OPTION)                                         \
    R2_OWN_OPTIONS(OPTION)                                     \
    MI_KNN_OPTIONS(OPTION, 3, ENTROPY_SELF)

/* The relation that the metric's option at this place names; it is given those of the metric's options that it has. */
assay_status relation_asked(assay_call *call, size_t place, const assay_relation **to);

/* The relation of the metric's descriptor, likewise; or the one of this name. */
assay_status relation_fixed(assay_call *call, const assay_relation **to);
assay_status relation_named(assay_call *call, const char *name, const assay_relation **to);
