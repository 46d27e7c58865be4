/*
 * few_bins.h -- a remark on metrics that cut codes into fewer bins than a factor has classes: codes so cut cannot tell
 * the classes apart, however good they are. Published presets and defaults stay as they are; the reader is told.
 */
#pragma once

#include "assay.h"

/* Zero-initialise before. */
typedef struct few_bins {
    char named[400]; /* "mig (10 bins), dcimig (10 bins)" */
    size_t count, unnamed;
    int32_t classes; /* the most of any factor */
    size_t factor;
} few_bins;

/* Adds a built-in metric, its preset as a store names it ("zaidi2020:bins=15"), where its bins are too few for one of
 * these factors. A metric is added once. */
void few_bins_add(few_bins *to, const char *metric, const char *preset, const int32_t *levels, size_t n_factors);

/* The remark as a sentence, with the names of `rep` (NULL: none are known); "" where nothing was added. */
void few_bins_text(const few_bins *from, const assay_rep *rep, char *to, size_t size);
