/*
 * study_passed.h -- what a study was pointed at and does not score, each with its reason: it never stops the rest.
 */
#pragma once

#include "assay.h"

typedef struct passed_over {
    char *path, *why; /* one line each; why NULL: a file of another kind, which its ending says */
    int missing;      /* a representation may be missing: it was named, or is in a format of ours and cannot be read */
} passed_over;

typedef struct study_passed {
    passed_over *at; /* in the order in which they were met */
    size_t count, room, missing;
} study_passed;

/* why NULL: its ending says it. ASSAY_ENOMEM is the only error. */
assay_status study_pass(study_passed *to, const char *path, const char *why, int missing, assay_error *err);
void study_passed_free(study_passed *p);

/* The ending of a path, ".pt"; "": it has none. */
const char *study_ending(const char *path);
/* The line of Python that makes FILE.npz or FILE.csv of a file with this ending; NULL: none is known. */
const char *study_export_line(const char *ending);
