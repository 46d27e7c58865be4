/* exam_marks.h -- the verdicts of an exam beside those of the grid that it was made from. */
#pragma once

#include "judge.h"

/* What two verdicts on one property of one series are to each other. */
enum {
    EXAM_CONFIRMS,   /* the same */
    EXAM_DIFFERS,    /* both are decided, each otherwise */
    EXAM_LEAVES_OPEN /* one of them is not decided */
};

typedef struct exam_mark {
    const verdict *grid, *exam;
    int is;
} exam_mark;

typedef struct exam_marks {
    exam_mark *at; /* of each series of the exam, in the order of the grid's verdicts */
    size_t count;
} exam_marks;

/* Pairs verdicts of the same metric, preset, output and property; both lists are borrowed. ASSAY_ENOMEM. */
assay_status exam_marks_pair(const verdicts *grid, const verdicts *exam, exam_marks *to);
void exam_marks_free(exam_marks *marks);

/* How many marks are `is`; of those that have the outcome on the grid, where it is not ANY_OUTCOME. */
enum { ANY_OUTCOME = -1 };
size_t exam_marks_count(const exam_marks *marks, int is, int grid_outcome);
