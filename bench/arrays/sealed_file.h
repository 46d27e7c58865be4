/*
 * sealed_file.h -- files that somebody sends and that say what they hold: certificates. JSON, and behind it a
 * SHA-256 over all that stands before it (docs/hunt.md). Here is the one way to open such a file, and the one to
 * read JSON that was not written here.
 */
#pragma once

#include "assay.h"

#include <jansson.h>
#include <stdio.h>

enum { SEALED_BYTES = 4 << 20, SEALED_DIGEST = 65 };

/* Refuses members that come twice, of which other programs take the first or the last. Any value, with NaN none.
 * NULL with errno ENOMEM: memory ran out, which `why` may call a mistake in the text. */
json_t *json_strict(const char *text, size_t size, json_error_t *why);
static inline void json_dropped(json_t **of) { json_decref(*of); } /* for FREED */

/* In hexadecimal digits. Of a file, no link, pipe or device, of at most the limit file-bytes. */
void sealed_digest(const char *text, size_t size, char to[SEALED_DIGEST]);
assay_status sealed_digest_of(const char *path, char to[SEALED_DIGEST], assay_error *err);

assay_status sealed_print(const json_t *object, FILE *to, assay_error *err);

/* The object with its seal, to be dropped. ASSAY_EINPUT for one that has no seal or that of another text. */
assay_status sealed_read(const char *path, json_t **to, assay_error *err);
