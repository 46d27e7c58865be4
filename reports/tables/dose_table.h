/*
 * dose_table.h -- what is wrong with each model or group, in amounts of known defects (the scores of `dose`), and which
 * part of each score these explain: the mean score of codes that have no defect, then one defect more and more.
 */
#pragma once

#include "study_layout.h"

/* Rows of studies of the metric `dose`, laid out. */
grid *dose_grid(const study_layout *doses);

/* Why nothing is known of any row; NULL: something is, and there is a table. */
const char *dose_unknown(const study_layout *doses);

/* "8 % noise, 27 % mixing (31°)": what is certainly there, in a row of dose_grid. */
const char *dose_sentence(const study_layout *doses, size_t row);

int dose_is_there(const study_layout *doses, size_t part); /* whether a row certainly has a defect */

/* How far a defect (in the order of dose_parts) moves an output, either way, on average over the rows, as a share of
 * its range; NaN: not known. */
double dose_moves(const study_layout *scores, const study_layout *doses, size_t series, size_t part);

/* Scores of which the study has these, in rows whose amounts describe them; NULL: of none. */
grid *dose_explained_grid(const study_layout *scores, const study_layout *doses);

/* The loss of a score by each defect, in the order of equivalent.h, the last what stays unexplained; to[0] the score of
 * codes without a defect. 0: not known. */
enum { DOSE_PARTS = 7 };
int dose_parts(const double *stage, double score, double to[DOSE_PARTS]);
