/*
 * marks.h -- the marks that Boilard 2022 gives metrics in table 3.2, beside the verdicts of a store.
 *
 * The table has a mark for each of 13 metrics and 10 properties; thresholds are not published. A metric of several
 * outputs has one mark there, so that its verdicts are brought together here: a failure of one output is a failure of
 * the metric, and so on (fail, not enough data, pass, not measured).
 */
#ifndef ASSAY_MARKS_H
#define ASSAY_MARKS_H

#include "grid.h"
#include "judge.h"

typedef struct mark {
    const char *metric, *property;
    const char *text; /* "yes", "no", "no*" (by its cutting into classes only), "not measured", "excluded", "blank" */
    int outcome;      /* VERDICT_PASS, _FAIL or _NOT_MEASURED */
    const char *doubt; /* what contradicts it within the thesis itself; NULL: nothing */
} mark;

/* 0: the table has no such metric or column. */
int mark_find(const char *metric, const char *asked, mark *to);

enum { MARK_AGREES, MARK_DIFFERS, MARK_UNDECIDED };

/* One mark and what the store says of it. */
typedef struct mark_check {
    mark published;
    const verdict *ours; /* the verdict that decides for the metric: of the output that fails, where one does */
    int outcome; /* of the metric, VERDICT_... */
    int agrees;  /* MARK_... */
    const char *why;     /* where they differ and the reason is known; else NULL */
} mark_check;

/* For each metric of the table one variant, of its published code where the store has that (zaidi2020, else thesis,
 * else default). A list to be freed with free(). */
assay_status marks_compare(const verdicts *all, mark_check **to, size_t *count, assay_error *err);

/* every: all marks; else only those that differ. The caption counts. NULL: memory ran out. */
grid *marks_grid(const mark_check *list, size_t count, int every, int for_people);

#endif
