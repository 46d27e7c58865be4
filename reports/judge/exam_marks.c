/* Verdicts paired. */
#include "exam_marks.h"

#include <stdlib.h>
#include <string.h>

static int is_decided(int outcome) { return outcome != VERDICT_UNDECIDED && outcome != VERDICT_NOT_RUN; }

static int same_series(const evidence_series *a, const evidence_series *b)
{
    return strcmp(a->metric, b->metric) == 0 && strcmp(a->preset, b->preset) == 0 && strcmp(a->output, b->output) == 0;
}

static const verdict *counterpart(const verdicts *exam, const verdict *grid)
{
    for (size_t k = 0; k < exam->count; k++)
        if (exam->at[k].property == grid->property && same_series(exam->at[k].series, grid->series))
            return &exam->at[k];
    return NULL;
}

static int relation_of(const verdict *grid, const verdict *exam)
{
    if (grid->outcome == exam->outcome) return EXAM_CONFIRMS;
    return is_decided(grid->outcome) && is_decided(exam->outcome) ? EXAM_DIFFERS : EXAM_LEAVES_OPEN;
}

assay_status exam_marks_pair(const verdicts *grid, const verdicts *exam, exam_marks *to)
{
    *to = (exam_marks){ calloc(grid->count + 1, sizeof *to->at), 0 };
    if (!to->at) return ASSAY_ENOMEM;
    for (size_t k = 0; k < grid->count; k++) {
        const verdict *own = &grid->at[k], *other = counterpart(exam, own);
        if (other) to->at[to->count++] = (exam_mark){ own, other, relation_of(own, other) };
    }
    return ASSAY_OK;
}

void exam_marks_free(exam_marks *marks)
{
    free(marks->at);
    *marks = (exam_marks){ 0 };
}

size_t exam_marks_count(const exam_marks *marks, int is, int grid_outcome)
{
    size_t count = 0;
    for (size_t k = 0; k < marks->count; k++)
        count += marks->at[k].is == is && (grid_outcome == ANY_OUTCOME || marks->at[k].grid->outcome == grid_outcome);
    return count;
}
