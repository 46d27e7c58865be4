/*
 * apart.h -- what comes from outside is read by a process of its own, which can do nothing else. The kernel refuses it
 * to write, to connect, to signal, to start anything and to open what it was not handed (seccomp, Landlock); its memory
 * and its processor time are limited. What it read comes back through a pipe as numbers and texts, and every size is
 * held against a limit before memory is taken for it.
 *
 * Where the kernel permits no such process, or ASSAY_READERS is `inside`, the same functions run in this one.
 */
#pragma once

#include "assay.h"

/* The pipe. One function describes what passes, in one order: in the reader it writes, in this process it fills in. */
typedef struct carrier {
    int file, writes;
    int bad; /* something did not come, or was more than it may be: what was filled in is to be dropped */
} carrier;

void carry(carrier *c, void *at, size_t size);
void carry_size(carrier *c, size_t *at, size_t most);
void carry_block(carrier *c, void **at, size_t size); /* memory of its own; NULL stays NULL */
void carry_words(carrier *c, char *at, size_t size);  /* a text in a field of this size */

enum { APART_FILES = 3 };

typedef struct apart_job {
    const char *file[APART_FILES]; /* "-": standard input; NULL: none */
    assay_status (*read)(void *what, assay_error *err);
    void (*carry)(carrier *c, void *what); /* what `read` made where it returned ASSAY_OK */
    void (*drop)(void *what);              /* what came in part */
    void *what;
} apart_job;

/* As job->read does it. ASSAY_EINPUT where the reader was stopped. */
assay_status apart_read(const apart_job *job, assay_error *err);

/* Whether something was read inside since the kernel permits nothing else. */
int apart_refused(void);
