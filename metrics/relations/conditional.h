/*
 * conditional.h -- what is left to tell of one factor when another is known, H(v_i | v_l) = H(v_i) - I(v_i; v_l), by
 * the estimator of the relation that a metric aggregates. Also the information of codes taken one at a time, which
 * differs from the relation's matrix only in how mi-knn breaks ties.
 *
 * Source   Watcharasupat and Lerch 2021, ISMIR late-breaking demo (dmig); Watcharasupat 2021, NTU thesis (dlig).
 * Cost     a table of counts, or a pair of mi-knn, per pair asked for.
 */
#pragma once

#include "request.h"

enum { BY_COUNTS, BY_NEIGHBOURS };

/* The first options of such a metric. */
#define CONDITIONAL_OPTIONS(OPTION)                                                              \
    OPTION(RELATION, OPTION_RELATION(BY_COUNTS, [BY_COUNTS] = "mi", [BY_NEIGHBOURS] = "mi-knn")) \
    MI_OPTIONS(OPTION)                                                                           \
    MI_KNN_OPTIONS(OPTION, 3, ENTROPY_SELF)

/* One pair of columns: a factor and what is given or what tells of it, a factor or a code. */
typedef size_t conditional_pair[2];

/* to[p] = H(first | second); undefined where the first one's total is. relation: the one that the metric asked for. */
assay_status conditional_entropies(const assay_rep *rep, assay_call *call, const assay_relation *relation,
                                   size_t n_pairs, conditional_pair *pair, double *to);

/* to[p] = I(factor; code) */
assay_status conditional_of_codes(assay_call *call, const assay_relation *relation, size_t n_pairs,
                                  conditional_pair *pair, double *to);

/* Of so many pairs asked for. */
double conditional_cost(const assay_size *size, const double *option, double n_pairs);
