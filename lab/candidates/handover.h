/*
 * handover.h -- the files that hand a representation over to a candidate: X-factors.npy and X-codes.npy, in memory
 * (/dev/shm) where there is room, else in $TMPDIR or /tmp. All files of this process are in one folder, which goes with
 * the last of them; folders of processes that were killed go when the next one begins.
 */
#pragma once

#include "assay.h"
#include "contain.h"

/* One pair of files, overwritten from representation to representation. One thread at a time. */
typedef struct handover {
    char *path[VIEW_FILES]; /* of factors and codes; NULL unless as_text: as text */
    int file[VIEW_FILES];
} handover;

assay_status handover_open(handover *to, int as_text, assay_error *err);
assay_status handover_write(handover *h, const assay_rep *rep, assay_error *err);
contain_view handover_view(const handover *h); /* for a process that gets these files; valid until handover_close */

/* Which files are other than written: 1 that of factors, 2 that of codes, 3 both. */
int handover_changed(const handover *h, const assay_rep *rep);
void handover_close(handover *h);
