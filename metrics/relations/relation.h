/*
 * relation.h -- what a relation is: a factor x code matrix computed once per representation and shared by every metric
 * that asks for it through call->relation. Adding one is one file and one line in relations_list.h.
 */
#pragma once

#include "undefined.h"

enum { RELATION_OPTIONS_MOST = 32 };

typedef struct relation_kind {
    const char *id, *title, *source;
    const char *quantity; /* what the matrix holds, as in "the gap of the two largest values of ..." */
    int squares;          /* it holds squared correlations: their signs are lost */
    int split;            /* learns from the rows that the representation says (ASSAY_SPLIT) */
    int cyclic;           /* it takes factors on a circle */
    int repeats;          /* a row that stands twice counts twice and changes nothing else (ASSAY_REPEATS) */
    int (*sparse)(const double *option); /* whether it takes sparse columns as they are; NULL: it does not */
    const assay_option *options;
    size_t n_options;

    /* call->option holds this relation's options; call->stream is the relation's own, a function of (seed, relation
     * with its options, scenario, point). Memory from call->alloc lives here as long as memory from call->recall
     * does. */
    assay_status (*compute)(const assay_rep *rep, assay_call *call, assay_relation *to);

    double (*cost)(const assay_size *size, const double *option); /* of compute, in the units of assay_metric_cost */
    const assay_solver *solver;                                   /* of that cost; NULL: none */
} relation_kind;

/* What a relation's own file has. */
#define RELATION_PARTS COUNTED(options), .compute = compute, .cost = cost

/* What compute fills, all 0, which `to` then points at; but for quality, which not all have. */
typedef struct relation_cells {
    double *value, *factor_total, *code_total, *quality;
} relation_cells;
assay_status relation_lend(assay_call *call, assay_relation *to, relation_cells *own);

/* code_total: 1, or 0 where the code is constant. */
assay_status relation_code_totals(const assay_rep *rep, assay_call *call, const relation_cells *to);

size_t relation_count(void);
const relation_kind *relation_at(size_t index);     /* NULL past the end */
const relation_kind *relation_find(const char *id); /* id ends at ':' or the end of the text; NULL: no such relation */

/* The options [kind->n_options] that a metric with these settled options gives a relation: those of its own that have
 * the same name, and the standard of all others. */
void relation_options_of(const assay_metric *metric, const double *option, const relation_kind *kind, double *to);

/* What it costs that metric; for a metric's own `cost`, where no option names the relation. */
double relation_cost_within(const assay_metric *metric, const double *option, const char *relation,
                            const assay_size *size);

/* "mi:rule=scaled:bins=10:...": every option, so that two ways of asking for the same thing meet; those that came later
 * only where they are set, so that a relation keeps its stream. Returns how long that is; a text of `size` or more does
 * not fit. */
size_t relation_key(const relation_kind *kind, const double *option, int stream, char *to, size_t size);

/* Whether a metric with these settled options, its relations included, may be scored on rows drawn with replacement. */
int relation_rows_may_repeat(const assay_metric *metric, const double *option);

/* Whether it takes cyclic factors, its relation included (ASSAY_CYCLIC), or looks at no factor. */
int relation_takes_cyclic(const assay_metric *metric, const double *option);

/* Whether it takes sparse factors and codes as they are, its relations included (ASSAY_SPARSE). */
int relation_takes_sparse(const assay_metric *metric, const double *option);
