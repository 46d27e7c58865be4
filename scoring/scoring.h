/*
 * scoring.h -- one representation, many metrics: the host that lends a metric its memory, its random stream and the
 * relations it shares with the others. One scoring per thread; it is reused from representation to representation and
 * its memory settles at a few copies of the largest.
 */
#pragma once

#include "arena.h"
#include "metric_list.h"

typedef struct scoring scoring;

scoring *scoring_new(void); /* NULL: memory ran out */
void scoring_free(scoring *s);
void scoring_jobs(scoring *s, uint32_t jobs); /* threads one call may use; 1 unless told */

/* The same with whole tables, which are of the arena; *bytes: of those that are made of sparse ones. ASSAY_EINPUT: too
 * many (limit whole-tables). */
assay_status whole_tables(const assay_rep *rep, arena *memory, double *bytes, assay_rep *to);
int whole_tables_fit(const assay_rep *rep); /* whether they are made */

/* Turns to another representation, borrowed until the next begin; scores made before are no longer valid. */
assay_status scoring_begin(scoring *s, const assay_rep *rep, uint64_t seed, const char *scenario, const char *point);

/* Scores with one variant: v->metric->n_outputs scores at *to, valid until the next begin. A metric that fails gives
 * scores with its status and the reason; only running out of memory fails the call itself. */
assay_status scoring_run(scoring *s, const variant *v, const assay_score **to);

/* What every relation becomes on its way to a metric, so that a mistake behind it can be tried: `change` is given a
 * copy of value [n_factors * n_codes], factor_total and code_total; and every step that a metric names (assay_call), of
 * so many rows and columns, with totals that are NULL. NULL, and after scoring_begin: nothing. Parts of a
 * representation with absent values are not changed. */
typedef struct changing_relation {
    size_t n_factors, n_codes;
    double *value, *factor_total, *code_total;
    const char *step; /* NULL: a relation */
} changing_relation;
typedef void (*scoring_change)(const changing_relation *relation, void *context);
void scoring_change_relations(scoring *s, scoring_change change, void *context);

/* What names the random streams of a call. */
typedef struct scoring_place {
    uint64_t seed;
    const char *scenario, *point;
} scoring_place;
scoring_place scoring_where(const assay_call *call); /* for a host of metrics from outside; valid as long as the call */

/* Refuses what no metric can score: no rows or columns, NaN in a code (in a factor it is an absent value), Inf, a
 * categorical value outside 0..levels-1. */
assay_status scoring_check(const assay_rep *rep, assay_error *err);

/* The scores of one representation, checked already, with all that is selected. They take the selection, which
 * is empty then; an error frees it. */
assay_status score_selection(const assay_rep *rep, const scoring_place *where, uint32_t jobs, selection *with,
                             assay_scores *to, assay_error *err);

/* The same of any representation and a list of metrics, as metric_list_add reads it. */
assay_status score_list(const assay_rep *rep, const scoring_place *where, uint32_t jobs, const char *metrics,
                        const metric_source *outside, assay_scores *to, assay_error *err);
