/* compare_table.h -- the groups of a study, or its models, compared pair by pair (reports/comparison). */
#pragma once

#include "study_layout.h"

/* Unless numbers are asked for (all, or rows by name), one grid of each data set: a line of compare_text.h for each
 * output of which more is better; and where five data sets or more have the same rows, one of their mean ranks. Else:
 * The rows that are called so, all where n is 0; name[0] - name[1], and so on, within each data set. ASSAY_EINPUT: no
 * row is called so, or no data set has two. With for_people two grids of each data set: means and differences; else one
 * of all with a row for each of both:
 *
 *     metric, preset, output, a, b, estimate, low, high, p, p_holm, effect, error, freedom, runs_a, runs_b, spread_a,
 *     spread_b, next_low, next_high, chance_p, best, refused, partial, data_set, each
 *
 * data_set is its name, as a manifest or a title has it. each: the value of the
 * column that parts the models (study_by.each).
 * b is empty of a mean. Intervals of differences hold together for all pairs of an output (Bonferroni); p_holm is p
 * adjusted for them (Holm). */
typedef struct compare_table_options {
    const char *const *name;
    size_t n;
    int for_people, all;
    int paper; /* for LaTeX: without names or all, a table of means in the place of lines */
} compare_table_options;
assay_status compare_table_make(const study_sets *sets, const compare_table_options *options, grid ***to, size_t *n,
                                assay_error *err);

/* Two rows of a layout under a series, with what compare_table says of them. */
typedef struct compared_pair {
    size_t a, b;
    compared is;     /* without ends */
    double adjusted; /* p of Holm; NaN: refused */
} compared_pair;
size_t compared_pairs(const study_layout *l, size_t series, compared_pair **to); /* all of them; to be freed */
/* The ends of the pairs first .. end - 1 of all n, which hold together for these n. */
void compared_ends(compared_pair *all, size_t n, size_t first, size_t end);
