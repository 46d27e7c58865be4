/*
 * local_store.h -- a store that is written on this machine's own disk and stands for a file elsewhere, on a file system
 * that many machines share and SQLite must not be written on by many. What the file holds already is taken along, so
 * that work goes on where it was.
 *
 * The file is replaced by what was written, whole each time: at the end, at once when the work is asked to stop (a
 * batch system may not wait for the cells in flight), and every ten minutes, which is what a machine that dies can
 * lose.
 */
#pragma once

#include "store.h"

#include <signal.h>

typedef struct local_store local_store;

/* stop: as of run_options. The folder is TMPDIR's, or /tmp. ASSAY_EINPUT: the file is there and no store; what else is
 * wrong with either place is ASSAY_EENVIRONMENT. */
assay_status local_store_open(const char *file, const volatile sig_atomic_t *stop, local_store **to, assay_error *err);

/* Where to open the store. */
const char *local_store_path(const local_store *l);

/* Once the store is closed: its file in place, what was on the local disk removed. Where it cannot be put in place it
 * stays where it is. Where somebody else has written the file meanwhile, as two tasks that name one file do, it is put
 * beside it, FILE.saved-PID. Either is ASSAY_EENVIRONMENT, and the sentence says where the scores are. */
assay_status local_store_close(local_store *l, assay_error *err);
