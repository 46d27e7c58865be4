/*
 * request.h -- the options by which a metric lets its user choose the relation it aggregates. They are the first ASKED
 * options of such a metric; its own follow. Options that the chosen relation does not have are ignored. Adding a
 * relation is a word in the metrics' lists; adding an option to a relation is a line here.
 */
#ifndef ASSAY_REQUEST_H
#define ASSAY_REQUEST_H

#include "discretise.h"
#include "relation.h"

enum { ASK_RELATION, ASK_RULE, ASK_BINS, ASK_FACTOR_BINS, ASK_CATEGORIES, ASK_ROWS, ASK_ESTIMATE, ASK_LAST_EDGE,
       ASK_NOMINAL, ASK_LEAST_VARIANCE, ASKED };

#define WORDS(...) (const char *const[]) { __VA_ARGS__, NULL }

#define OPTION_RULE(standard_) \
    { "rule", "how a code is cut into bins", standard_, 0, BIN_QUANTILE, 1, (const char *const[])BIN_RULE_WORDS }
#define OPTION_BINS(standard_) { "bins", "bins per code", standard_, 2, BINS_MOST, 1, NULL }
#define OPTION_FACTOR_BINS \
    { "factor-bins", "equal-width bins per continuous factor", 10, 2, BINS_MOST, 1, NULL }
#define OPTION_CATEGORIES                                                                                              \
    { "categories", "categorical factors keep their labels, or are cut into factor-bins like continuous ones", 0, 0, 1,\
      1, WORDS("labels", "cut") }
#define OPTION_ROWS \
    { "rows", "all rows, or the training rows of a study (the first 10000, or 2/3)", 0, 0, 1, 1, WORDS("all", "train") }
#define OPTION_ESTIMATE                                                                                                \
    { "estimate", "information from the joint table, or as H(z) of all rows less H(z|v) of 10000 stratified rows", 0,  \
      0, 1, 1, WORDS("joint", "stratified") }
#define OPTION_LAST_EDGE \
    { "last-edge", "rows beyond the last edge: into the last bin, or into none", 0, 0, 1, 1, WORDS("clamp", "lose") }
#define OPTION_NOMINAL                                                                                                 \
    { "nominal", "regression on a categorical factor: refused, or its labels taken as numbers", 0, 0, 1, 1, \
      WORDS("refuse", "number") }
#define OPTION_LEAST_VARIANCE \
    { "least-variance", "codes with no more variance than this explain nothing", 0, 0, 1, 0, NULL }

#define OPTION_NEIGHBOURS(standard_) \
    { "neighbours", "which nearest neighbour's distance mi-knn measures", standard_, 1, 64, 1, NULL }
#define OPTION_ENTROPY(standard_)                                                                                      \
    { "entropy", "a categorical factor's total in mi-knn: I(v; v), or the entropy of its label counts", standard_, 0,  \
      1, 1, WORDS("self", "plugin") }
#define OPTION_LABEL_SCALE                                                                                             \
    { "label-scale", "labels as numbers in mi-knn: exact, or whole multiples of their deviation", 0, 0, 1, 1,          \
      WORDS("exact", "truncated") }

/* What a metric adds that offers mi-knn: the relation's options are then the first ASKED_KNN. */
#define KNN_OPTIONS OPTION_NEIGHBOURS(3), OPTION_ENTROPY(0), OPTION_LABEL_SCALE
enum { ASKED_KNN = ASKED + 3 };

/* relation_: the index of the standard one among the words that follow */
#define ASKED_OPTIONS(relation_, rule_, bins_, ...)                                                                    \
    { "relation", "what is aggregated", relation_, 0, sizeof(WORDS(__VA_ARGS__)) / sizeof(char *) - 2, 1,              \
      WORDS(__VA_ARGS__) },                                                                                            \
    OPTION_RULE(rule_), OPTION_BINS(bins_), OPTION_FACTOR_BINS, OPTION_CATEGORIES, OPTION_ROWS, OPTION_ESTIMATE,       \
    OPTION_LAST_EDGE, OPTION_NOMINAL, OPTION_LEAST_VARIANCE

/* The relation that the first ASKED of these options, the metric's own table, ask for. */
assay_status relation_request(assay_call *call, const assay_option *options, const assay_relation **to);

/* The same with the first n, at least ASKED, of its options. */
assay_status relation_asked(assay_call *call, const assay_option *options, size_t n, const assay_relation **to);

/* The relation of this name, with those of its options that are among a metric's first n. */
assay_status relation_named(assay_call *call, const char *name, const assay_option *options, size_t n,
                            const assay_relation **to);

#endif
