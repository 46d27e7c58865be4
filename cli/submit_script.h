/* submit_script.h -- the scripts that hand a plan's shards to a batch system, merge their stores and make the
 * report. */
#ifndef ASSAY_SUBMIT_SCRIPT_H
#define ASSAY_SUBMIT_SCRIPT_H

#include <stdint.h>
#include <stdio.h>

enum { SUBMIT_SLURM, SUBMIT_PBS, SUBMIT_SHELL };

typedef struct submission {
    const char *program, *plan;                /* plan: the words of `assay run`, quoted for a shell */
    const char *name, *folder;                 /* folder: of shards/, log/, scores.db and report/ */
    uint64_t tasks, cores, megabytes, seconds; /* of each task: cores, memory, time limit */
    const uint64_t *order;                     /* [tasks] the shard of each task */
    uint64_t most_in_array;
    const char *estimate; /* a comment */
} submission;

/* One script for a shell that submits them all, or, of SUBMIT_SHELL, runs them here. */
void submit_script(const submission *s, int system, FILE *to);

/* A word as a shell reads it back. */
void submit_quote(const char *word, FILE *to);

#endif
