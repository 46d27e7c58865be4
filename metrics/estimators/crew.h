/*
 * crew -- tasks shared out over threads, with results that do not depend on how many there are
 *
 *   Tasks are taken in order by whoever is free. What a task leaves in the thread's own memory is gathered under a lock
 *   and strictly in the order of the tasks, so floating point sums come out the same for any number of threads.
 *
 * Cost     one thread more than it says only if jobs > 1; the calling thread works too.
 */
#pragma once

#include "assay.h"

typedef struct crew_work {
    void *(*make)(void *shared); /* a thread's own memory; NULL: ASSAY_ENOMEM */
    void (*drop)(void *own);
    assay_status (*run)(void *shared, void *own, size_t task);
    void (*gather)(void *shared, void *own, size_t task); /* NULL: nothing to gather */
} crew_work;

/* Runs tasks 0 .. tasks-1; the first failure stops what has not begun and is returned. jobs 0 counts as 1. */
assay_status crew_run(const crew_work *work, void *shared, size_t tasks, size_t jobs);

/* The same, but `pick` says under the lock which task is next, CREW_NOTHING: none any more. Tasks are gathered as they
 * come: that their order cannot be seen in the end is the work's own business. */
typedef size_t (*crew_pick)(void *shared, void *own);
#define CREW_NOTHING SIZE_MAX
assay_status crew_run_picked(const crew_work *work, crew_pick pick, void *shared, size_t jobs);
