/* audit_exam.h -- the exam of an audit: the same properties on data of a seed's own, and what differs. */
#pragma once

#include "cli.h"
#include "judge.h"
#include "selection.h"

/* The seed of --exam, or one that is drawn where it has none; the exit status. */
int audit_exam_seed(const cli_args *args, uint64_t *to);

typedef struct audit_subject {
    const selection *metrics;
    const char *own; /* the same variants as a list of their names */
} audit_subject;

/* Runs the exam of a seed into DIR/exam.db and prints it to standard output. on_grid: the verdicts of the audit. The
 * exit status: CLI_FAILED where a property that is no diagnostic is decided otherwise than on the grid, or most passes
 * are left open. */
int audit_exam(const cli_args *args, const char *directory, uint64_t seed, const audit_subject *subject,
               const verdicts *on_grid);
