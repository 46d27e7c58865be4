/*
 * request.h -- how a metric asks for the relation it aggregates. A metric that lets its user choose has the option
 * `relation`; its further options begin with those of the relations that it offers. Their options are listed here,
 * so that adding one to a relation adds it to all these metrics; those of others in headers of their own.
 */
#pragma once

#include "discretise.h"
#include "relation.h"
#include "rows.h"

/* ---- mi ---- */

enum { ESTIMATE_JOINT, ESTIMATE_STRATIFIED };
enum { LAST_EDGE_CLAMP, LAST_EDGE_LOSE };

#define MI_OPTIONS(OPTION)                                                                                         \
    OPTION(MI_RULE, OPTION_RULE(BIN_SCALED))                                                                       \
    OPTION(MI_BINS, OPTION_BINS(10))                                                                               \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                        \
    OPTION(CATEGORIES, OPTION_CATEGORIES)                                                                          \
    OPTION(ROWS, OPTION_ROWS)                                                                                      \
    OPTION(MI_ESTIMATE,                                                                                            \
           CHOICE("estimate",                                                                                      \
                  "information from the joint table, or as H(z) of all rows less H(z|v) of 10000 stratified rows", \
                  [ESTIMATE_JOINT] = "joint", [ESTIMATE_STRATIFIED] = "stratified"))                               \
    OPTION(MI_LAST_EDGE, CHOICE("last-edge", "rows beyond the last edge: into the last bin, or into none",         \
                                [LAST_EDGE_CLAMP] = "clamp", [LAST_EDGE_LOSE] = "lose"))

/* ---- r2 ---- */

enum { NOMINAL_REFUSE, NOMINAL_NUMBER };

/* Labels of two classes are numbers as they are: there is one direction, whichever comes first. So are those in
 * order. */
static inline int labels_are_names(const assay_rep *rep, size_t i, double nominal)
{
    const int ordered = rep->period && rep->period[i] == ASSAY_ORDERED;
    return rep->levels[i] > 2 && nominal == NOMINAL_REFUSE && !ordered;
}

#define OPTION_NOMINAL                                                                              \
    CHOICE("nominal", "a factor of three classes or more: refused, or its labels taken as numbers", \
           [NOMINAL_REFUSE] = "refuse", [NOMINAL_NUMBER] = "number")

/* Those that mi has not: what a metric adds to MI_OPTIONS that offers r2, too. */
#define R2_OWN_OPTIONS(OPTION)      \
    OPTION(NOMINAL, OPTION_NOMINAL) \
    OPTION(LEAST_VARIANCE,          \
           PARAMETER("least-variance", "codes with no more variance than this explain nothing", 0, 0, 1, ASSAY_LIMIT))

#define R2_OPTIONS(OPTION)    \
    OPTION(ROWS, OPTION_ROWS) \
    R2_OWN_OPTIONS(OPTION)

/* ---- mi-knn, of which metrics differ in two standard values ---- */

enum { LABELS_EXACT, LABELS_TRUNCATED };
enum { ENTROPY_SELF, ENTROPY_PLUGIN };

#define MI_KNN_OPTIONS(OPTION, neighbours_, entropy_)                                                                  \
    OPTION(KNN_NEIGHBOURS,                                                                                             \
           WHOLE("neighbours", "which nearest neighbour's distance mi-knn measures", neighbours_, 1, 64))              \
    OPTION(KNN_ENTROPY,                                                                                                \
           CHOICE_OF("entropy", "a categorical factor's total in mi-knn: I(v; v), or the entropy of its label counts", \
                     entropy_, 0, [ENTROPY_SELF] = "self", [ENTROPY_PLUGIN] = "plugin"))                               \
    OPTION(KNN_LABEL_SCALE,                                                                                            \
           CHOICE("label-scale", "labels as numbers in mi-knn: exact, or whole multiples of their deviation",          \
                  [LABELS_EXACT] = "exact", [LABELS_TRUNCATED] = "truncated"))                                         \
    OPTION(KNN_CLASSES,                                                                                                \
           PARAMETER("classes", "equal widths that mi-knn cuts a continuous factor into; 0: it takes its values", 0,   \
                     0, BINS_MOST, ASSAY_WHOLE | ASSAY_DEFINES | ASSAY_NAMED_IF_SET))

/* What dmig and dlig ask of a relation that call->relation gave for "mi-knn", beyond its matrix.
 * to[p] = I(first; second) of two factors, the first taken as a column of numbers, the second by its kind. of_codes:
 * I(factor; code), with the noise that the factors as columns have too: a code that copies a factor has ties broken the
 * same way, so it tells exactly as much as the factor itself. */
assay_status mi_knn_of_pairs(assay_call *call, const assay_relation *relation, int of_codes, size_t n_pairs,
                             size_t (*pair)[2], double *to);

/* ---- what is asked for ---- */

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
