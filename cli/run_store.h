/* run_store.h -- a plan run into a store as a user sees it: a progress bar on a terminal and occasional lines
 * elsewhere, an orderly end on a signal, a sum at the end; all on standard error. */
#pragma once

#include "shard.h"
#include "store.h"

/* Makes the folder of db where it is not there. The exit status; has explained what was wrong. */
int run_store(const plan *asked, const char *db, unsigned jobs);

/* The cells of one shard, in a store on this machine's own disk (local_store.h) that is put in place as db. */
int run_shard(const plan *asked, const shard *mine, const char *db, unsigned jobs);

/* Into a store in memory, which is no file that a candidate could read; nothing is printed but progress and errors. The
 * store is the caller's to close, whatever the status. */
int run_memory(const plan *asked, unsigned jobs, store **to);
