/*
 * profile_file.h -- the factors of a file as a factor profile, for scenarios to make codes of.
 *
 * Its id is of the content, "rows-6f1c..." for the rows as they are and "drawn-6f1c..." for rows drawn from them, each
 * as likely as any other, so with their joint distribution: the same file gives the same points in every store.
 */
#pragma once

#include "assay.h"

/* `path` and `kinds` as for representation_read, of the factors alone; with both arrays in it, codes are left aside.
 * Free with profile_file_free, which takes NULL. */
assay_status profile_file_read(const char *path, const char *kinds, int drawn, assay_profile **to, char *note,
                               size_t note_size, assay_error *err);
void profile_file_free(assay_profile *profile);
