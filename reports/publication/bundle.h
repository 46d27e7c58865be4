/*
 * bundle.h -- an audit as one file that another machine can replay (docs/bundles.md): what was asked, the metric's
 * source, the digests of the stores, what was found. JSON, with a seal over all that stands before it.
 */
#pragma once

#include "assay.h"

enum { BUNDLE_FILES = 64, BUNDLE_STORES = 3 };

extern const char *const bundle_store[BUNDLE_STORES]; /* "scores.db", ... in the folder of the audit */

typedef struct bundle_file {
    char *name, *text; /* the name is relative and stays below its folder */
} bundle_file;

/* Zero-initialise before; all texts are its own; bundle_free. */
typedef struct bundle {
    char *version;         /* of assay */
    char *metric;          /* as the command takes it, a Python file by its name in `file`; "": is not in the bundle */
    char *variant;         /* what scores are kept under, "mine@da0676b9" */
    char *compare, *seeds; /* as typed; "": the audit's own */
    uint64_t held_out_seed, evaluations; /* of the hunt, an output */
    char *digest[BUNDLE_STORES];
    char *found; /* the tables of the held-out check and of the hunt: JSON, a value a line */
    bundle_file file[BUNDLE_FILES];
    size_t n_files;
} bundle;

/* From a folder into a bundle: files are named relative to it. ASSAY_EINPUT for one that is elsewhere, is no text or
 * is too large. */
assay_status bundle_add_file(bundle *to, const char *folder, const char *path, assay_error *err);

/* The digest of a store of the audit. */
assay_status bundle_add_store(bundle *to, size_t which, const char *path, assay_error *err);

assay_status bundle_write(const bundle *of, const char *path, assay_error *err);

/* In a process apart. ASSAY_EINPUT for what is no bundle, was changed after it was made, or names files elsewhere. */
assay_status bundle_read(const char *path, bundle *to, assay_error *err);

/* Its files, into a folder that is there. */
assay_status bundle_unpack(const bundle *of, const char *folder, assay_error *err);

/* Where the findings or digests of two audits of one variant differ first, both sides in words; 0: they are the same. */
int bundle_differs(const bundle *stated, const bundle *replayed, char *words, size_t size);

void bundle_free(bundle *b);
