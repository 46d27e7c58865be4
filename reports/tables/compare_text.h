/*
 * compare_text.h -- what a comparison of groups says, in words: one source for terminal, page, paragraph and Python.
 * Each sentence is made of the pairs of compare_table.h, with their own intervals.
 */
#pragma once

#include "study_layout.h"

/* "ica 0.61, nmf 0.58 | pca 0.41 | rand 0.08 (chance)", by mean: a bar stands where every group before it is above
 * every group behind it, for certain (all pairs, Holm). What else is certain follows: "; also ica above pca". "" where
 * no row has a score. *refused: why some pair is not compared, or NULL. */
const char *compare_line(const study_layout *l, size_t series, const char **refused);

/* "16 models of 4 groups on one data set of 1000 rows". */
void compare_scored(const study_layout *l, FILE *to);

/* Five lines: what was scored, who is ahead on what, what is indistinguishable, what is at chance, and `next`, what to
 * type. Each output of which more is better is looked at as compare_line does, within each data set. */
void compare_digest(const study_sets *sets, const char *next, FILE *to);

/* What was scored and how it was compared, then each output that has intervals for two rows; those that have none are
 * listed in *left. NULL, with the reason in *why: nothing may be said of a method of which one run was seen, nor of
 * rows without draws, nor of more than six outputs. */
const char *compare_paragraph(const study_layout *l, const char **left, const char **why);

/* The least number of runs of those rows (NULL: of all) that have several; SIZE_MAX: none has. */
size_t compare_fewest_runs(const study_layout *l, const size_t *row, size_t n);

/* Of K runs, none of which failed, what share of failing runs they leave room for: 1 - .05^(1/K). `compare --all` says
 * it of any number, all others of few. */
enum { COMPARE_FEW_RUNS = 10 };
const char *compare_unseen_failures(size_t runs);
static inline void note_unseen_failures(grid *g, size_t runs, size_t most)
{
    if (runs <= most) grid_note(g, 0, "%s.", compare_unseen_failures(runs));
}
