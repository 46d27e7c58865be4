/*
 * worker.h -- a process of a candidate: started in a session and, where permitted, a PID namespace of its own
 * (contain.h) under a memory limit, asked with a line, answering with one before a deadline, killed with everything it
 * started. One thread at a time; the process dies with
 * the thread that started it (Linux, PR_SET_PDEATHSIG), so nothing is left over when the program is killed.
 */
#pragma once

#include "assay.h"
#include "contain.h"

typedef struct worker worker;

/* What came of an exchange. */
typedef enum worker_outcome {
    WORKER_ANSWER,
    WORKER_TIMEOUT,
    WORKER_DIED,   /* it ended, or closed its output, without an answer */
    WORKER_GARBAGE /* an answer of more than one line, or without an end; output that nobody asked for */
} worker_outcome;

/* path is run with argv (ended by NULL) in view->at, where it sees what the view says; path and the view's names are
 * absolute then. asked: it is to be written to, otherwise its standard input is empty.
 * ASSAY_EENVIRONMENT where no process can be had; a path that cannot be run is a worker that died. */
assay_status worker_start(const char *path, const char *const *argv, const contain_view *view, size_t memory_mb,
                          int asked, worker **to, assay_error *err);

/* Sends a line (which ends with '\n') and waits for one. *answer is valid until the next call, without its end of line.
 */
worker_outcome worker_ask(worker *w, const char *line, double seconds, const char **answer);

/* All it prints until it ends, for a worker that is not asked. Only exit status 0 is an answer. */
worker_outcome worker_collect(worker *w, double seconds, const char **answer);

int worker_alive(worker *w);

/* How it came to its end: "killed by signal 11 (segmentation fault)", "exit status 3"; what was garbage. */
const char *worker_how(worker *w);
int worker_out_of_memory(const worker *w); /* whether it looks as if it died of the memory limit */

/* The end of what it wrote to standard error during the last exchange, on one line; "" where there is nothing. */
const char *worker_last_words(worker *w);

void worker_kill(worker *w);                  /* kills the process group, waits, frees; NULL is allowed */
void worker_bid(worker *w, const char *line); /* asks it to end; worker_part then waits a little before it kills */
void worker_part(worker *w);
