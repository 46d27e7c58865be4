/*
 * study_run.h -- representations of a user's own scored into a store. What is there already, of the same content, is
 * not computed again; what changed is, from the beginning; what cannot be read is recorded, and the others are done.
 *
 * A representation is read, scored and let go by one thread, so memory depends on the largest of them and the number of
 * threads; of the others there are names.
 */
#pragma once

#include "store.h"
#include "study_files.h"

#include <signal.h>

/* Draws of a score that takes at most so many units of work (assay_metric_cost), where none are asked for: of rows, and
 * of shuffled codes, whose p has to stand a correction for many scores, where they are cheap. */
enum { STUDY_DRAWS = 19, STUDY_LITTLE = 20000000, STUDY_SHUFFLES = 99, STUDY_LEAST = STUDY_LITTLE / 10 };

/* Draws of rows that a variant gets, or of shuffled codes (none where it never looks at factors); draws: as of
 * study_options. */
uint64_t study_draws_wanted(int64_t draws, int is_null, const variant *v, const assay_size *size);

typedef struct study_progress {
    uint64_t files, done;     /* done: also those that cannot be read */
    uint64_t computed, there; /* cells */
    uint64_t failed, undrawn; /* cells whose metric failed; that have no draws, being dear, and none were asked for */
    uint64_t changed, unreadable; /* files */
    uint64_t gone, renamed;       /* files that were deleted; that have the scores of one that was */
    uint64_t pruned;              /* deleted ones that the store no longer holds */
    double seconds;               /* since the beginning */
    const char *model;            /* the last */
} study_progress;

/* What reading assumed; what of the data limits what scores mean; why it cannot be read. */
enum study_said { STUDY_NOTE, STUDY_WARNING, STUDY_PROBLEM };

typedef struct study_options {
    const char *kinds;                 /* as representation_read; NULL: auto */
    const char *cluster;               /* a file with the cluster of each row, where no manifest names one; NULL: rows
                                        * are independent */
    const char *split;                 /* a file with the rows that are learnt from (split_read); NULL: none */
    const uint64_t *shuffle;           /* seed of the order that rows, clusters too, are put in; NULL: as they are */
    double level;                      /* confidence of intervals and of the null's point, 0.95 */
    int prune;                         /* models whose files were deleted leave the store */
    int unnamed;                       /* nobody chose the metrics: those that compare tables score tables alone */
    int any_level;                     /* those that are there stay, of whatever level */
    int64_t draws;                     /* of rows, and of shuffled codes; -1: STUDY_DRAWS where a score is cheap */
    uint64_t seed;                     /* of the metrics' own randomness */
    unsigned jobs;                     /* threads; 0: all cores */
    const volatile sig_atomic_t *stop; /* may be NULL */
    void (*report)(const study_progress *progress, void *context); /* after each write; may be NULL */
    /* What reading has to say of a file before it is scored. One call at a time. */
    void (*note)(const study_entry *of, const char *text, enum study_said how, void *context);
    void *context;
} study_options;

/* ASSAY_EINTERRUPTED when stopped; that files cannot be read is in *last, not in the status. */
assay_status study_run(const study_files *files, const selection *with, store *s, const study_options *options,
                       study_progress *last, assay_error *err);
