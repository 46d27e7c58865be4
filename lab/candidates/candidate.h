/*
 * candidate.h -- metrics from outside the program, wherever a metric is named. Each runs in processes of its own, one
 * per thread that asks at the same time, under a time and a memory limit; what goes wrong there is that cell's result.
 *
 * How one is written, with its options, is in `assay help validate`. Besides these there are start=SECONDS, until it
 * has described itself (60), and axis=overall|factor|code, of a template's values (found by a trial).
 *
 * Protocol. The program is started once; JSON Lines on standard input and output, one answer of one line per request:
 * docs/json-lines.md. The arrays are in Fortran order. {factors.csv} and {codes.csv} in a command are the same as text,
 * without a header line; {seed} is a whole number below 2^53, {kinds} a list with commas. Items that are null are
 * undefined, "reasons" says why.
 *
 * Failures  candidate-crashed, candidate-timeout, candidate-garbage, candidate-shape, candidate-memory, candidate-error
 *           (it says so itself): the cell fails with the reason and the end of what was on standard error, the process
 *           group is killed, the next cell gets a new process. A failure other than a timeout, in a process that had
 *           answered before, counts only if a new process fails too: no cell's result depends on the cells before it.
 *           NaN or infinity is an undefined value, candidate-nonfinite.
 *
 * In the store the metric's id is the function's or program's name ("candidate-" before it where a built-in metric has
 * that name), its preset 8 hexadecimal digits of the content, of modules beside a Python file that it imports, too: an
 * edited candidate is another one.
 */
#pragma once

#include "assay.h"

size_t candidate_length(const char *entry); /* bytes up to the comma that ends an entry of a list */

/* Starts the candidate, has it describe itself and makes a descriptor of that. The same entry again gives the same
 * descriptor while it is open; each open wants a close. ASSAY_EUSAGE for an entry that cannot be read,
 * ASSAY_EINPUT where it cannot be started or described, ASSAY_EENVIRONMENT where there is no Python with NumPy. */
assay_status candidate_open(const char *entry, size_t length, const assay_metric **to, assay_error *err);
void candidate_close(const assay_metric *metric); /* ends its processes with the last; nothing for a built-in metric */
int candidate_is(const assay_metric *metric);
/* One that is not told which factors are categorical, or does not look. */
int candidate_is_blind(const assay_metric *metric);

/* A candidate that is watched is asked with "observe": STEPS, true or a list of their names, and its answer has
 * "observed", the steps that python/assay/observer.py saw it take or that a plug-in names; the last such answer is
 * valid until the next. One thread at a time. NULL: it no longer is. 0: it is no candidate. */
int candidate_watch(const assay_metric *metric, const char *steps);
const char *candidate_observed(const assay_metric *metric); /* NULL: there is none */

/* What became of open candidates that the user should see. called: how the function is called, "mig(z, y): z the codes,
 * y the factors", NULL where it does not say. changed: the arrays that it wrote into, "factors", "codes" or "factors
 * and codes"; NULL: none. said: the first that it wrote on standard error, or a Python function
 * printed, in a call that gave an answer, its trial included, on one line; NULL: nothing. calls: in how many it did, of
 * how many. */
typedef struct candidate_told {
    const char *id, *called, *said, *changed;
    size_t calls, of;
    const char *remark; /* what speaks against its scores (bench/trust.h); NULL: nothing that is known */
} candidate_told;
candidate_told candidate_tells(const assay_metric *metric); /* all NULL for a metric that is built in */
void candidate_tell_all(void (*tell)(const candidate_told *told, void *context), void *context);

void candidate_remark(const assay_metric *metric, const char *text); /* what candidate_tells says from now on */

/* Every candidate's next call, on any thread, goes to a new process. */
void candidate_renew(void);

/* A thread that has scored calls this before it ends: its idle processes, which cannot outlive it, are asked to end. */
void candidate_leave(void);

/* The other side: in a process started as `assay --serve-plugin FILE.so`, serves it until the end and returns 1 with
 * the exit status; 0 for any other arguments. Any program that hosts candidates calls this first, and
 * uses a copy of its arguments from then on. */
int candidate_serve(int argc, char **argv, int *status);
