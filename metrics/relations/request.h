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

#define OPTION_RELATION(standard_, ...) \
    CHOICE_OF("relation", "what is aggregated", standard_, ASSAY_CHOOSES, __VA_ARGS__)

/* Of those that no metric asks about by name: what is aggregated is asked of its word. */
enum { BY_MI, BY_R2, BY_MI_KNN };

#define MI_R2_OPTIONS(OPTION)                                                \
    OPTION(RELATION, OPTION_RELATION(BY_MI, [BY_MI] = "mi", [BY_R2] = "r2")) \
    MI_OPTIONS(OPTION)                                                       \
    R2_OWN_OPTIONS(OPTION)

#define MI_R2_KNN_OPTIONS(OPTION)                                                                    \
    OPTION(RELATION, OPTION_RELATION(BY_MI, [BY_MI] = "mi", [BY_R2] = "r2", [BY_MI_KNN] = "mi-knn")) \
    MI_OPTIONS(OPTION)                                                                               \
    R2_OWN_OPTIONS(OPTION)                                                                           \
    MI_KNN_OPTIONS(OPTION, 3, ENTROPY_SELF)

/* The relation that the metric's option at this place names; it is given those of the metric's options that it has. */
assay_status relation_asked(assay_call *call, size_t place, const assay_relation **to);

/* The relation of the metric's descriptor, likewise; or the one of this name. */
assay_status relation_fixed(assay_call *call, const assay_relation **to);
assay_status relation_named(assay_call *call, const char *name, const assay_relation **to);
