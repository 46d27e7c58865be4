/*
 * published_verdicts.h -- the verdicts that a paper gives metrics in a table (`verdicts` in papers/: Boilard 2022,
 * table 3.2), next to those of a store.
 *
 * Thresholds are not published. A metric of several outputs
 * has one verdict there, so that its verdicts are brought together here: a failure of one output is a failure of
 * the metric, and so on (fail, undefined, not run, undecided, pass, not claimed).
 */
#pragma once

#include "judge.h"

typedef struct published_verdict {
    const char *metric, *property;
    const char *text;   /* "yes", "no", "no*" (by its cutting into classes only), "not measured", "excluded", "blank" */
    int outcome;        /* VERDICT_PASS, _FAIL or _NOT_CLAIMED */
    const char *doubt;  /* what contradicts it within the thesis itself; NULL: nothing */
    const char *source; /* "Boilard 2022, table 3.2" */
} published_verdict;

/* What may have to hold for a reason, in the words of papers/, ended by NULL. */
extern const char *const published_conditions[];

extern const char *const published_marks[]; /* "yes", "no", ... of MARK_YES, ... (papers.h), ended by NULL */

const char *published_verdicts_source(void); /* "Boilard 2022, table 3.2"; "no published table" where there is none */

/* The metrics of the table, in its order; NULL past the end. */
const char *published_metric_at(size_t index);

/* Row by row; 0 past the end. */
int published_verdict_at(size_t index, published_verdict *to);

/* That of a series; 0: the table has no such metric or column, or the series is on the factors of a profile, as what
 * was published is on continuous factors. */
int published_verdict_of(const evidence_series *s, const char *asked, published_verdict *to);

/* UNDECIDED: ours is open or undefined. UNMARKED: ours is a pass or a failure where the thesis has none, be it that it
 * excludes the metric, leaves the cell blank, or takes it for not measured. */
enum { PUBLISHED_AGREES, PUBLISHED_DIFFERS, PUBLISHED_UNDECIDED, PUBLISHED_UNMARKED, PUBLISHED_KINDS };

/* One published verdict and what the store says of it. */
typedef struct published_check {
    published_verdict published;
    const verdict *ours; /* the verdict that decides for the metric: of the output that fails, where one does */
    int outcome;         /* of the metric, VERDICT_... */
    int agrees;          /* PUBLISHED_... */
    const char *why;     /* where they differ: the reason, if it holds in this store; else NULL */
} published_check;

/* For each metric of the table one variant, of its published code where the store has that (zaidi2020, else thesis,
 * else default). A list to be freed with free(). */
assay_status published_verdicts_compare(const verdicts *all, published_check **to, size_t *count, assay_error *err);
