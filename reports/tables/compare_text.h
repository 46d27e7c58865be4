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
 * listed in *left. How it was compared is said where it is not *design, as of the paragraph before ("": of none), and
 * kept there. NULL, with the reason in *why: nothing may be said of a method of which one run was seen, nor of rows
 * without draws, nor of more than six outputs. */
const char *compare_paragraph(const study_layout *l, const char **design, const char **left, const char **why);

/* *least becomes the number of runs of each of n rows (NULL: of the first) that has fewer, and more than one. */
void compare_fewest_runs(const study_layout *l, const size_t *row, size_t n, size_t *least);
/* Up to 1 - .05^(1/K) of runs may fail where K did not. `compare --all` says it of any K, all others of few. */
enum { COMPARE_FEW_RUNS = 10 };
const char *compare_unseen_failures(size_t runs);
