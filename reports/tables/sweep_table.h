/*
 * sweep_table.h -- of the models of a study: who is on the Pareto front of two scores, and what the best of k models is
 * expected to score.
 */
#pragma once

#include "study_layout.h"

/* Rows by two outputs ("mig,dci-lasso modularity"): off the front is what another row is above in both, for certain
 * (all pairs, Holm, of each output: that both are false takes one of them). A grid of each data set, or of all
 * with a column data_set (whole). ASSAY_EUSAGE: an output that the store has not, or not two. */
assay_status pareto_make(const study_sets *sets, const char *outputs, int whole, grid ***to, size_t *n,
                         assay_error *err);

/* The mean of the best of k models of a row, over all choices of k of them (Dodge et al. 2019, Show your work, section
 * 3, without replacement): what a search of k trials is expected to report. Lists as above; only rows with two models.
 * ASSAY_EINPUT: there are none. */
assay_status best_of_make(const study_sets *sets, int whole, grid ***to, size_t *n, assay_error *err);
