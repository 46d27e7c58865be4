/* submit_script.h -- the scripts that hand a plan's shards to a batch system, merge their stores and make the
 * report. */
#pragma once

#include "unfinished.h"

enum { SUBMIT_SLURM, SUBMIT_PBS, SUBMIT_SHELL };

typedef struct job_size {
    uint64_t cores, megabytes, seconds; /* cores, memory, time limit */
} job_size;

/* Texts may hold any byte but 0; paths are absolute. */
typedef struct submission {
    char program[UNFINISHED_PATH];
    char from[UNFINISHED_PATH], folder[UNFINISHED_PATH]; /* where the jobs run; of shards/, log/, scores.db, report/ */
    char name[64];                                       /* of the jobs: letters, digits, ".", "_" and "-" */
    char estimate[256];                                  /* a comment, of one line */
    char *plan;                                          /* the words of `assay run`, quoted for a shell */
    job_size task, merge, report;
    uint64_t tasks, most_in_array; /* each task has the shard of its number */
    int partial;                   /* the report is made of an incomplete store, too */
} submission;

/* One script for a shell that submits them all, or, of SUBMIT_SHELL, runs them here. */
void submit_script(const submission *s, int system, FILE *to);
