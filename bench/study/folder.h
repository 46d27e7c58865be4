/* folder.h -- the representations of a folder, scored one after another: every .npz in it, by name. */
#ifndef ASSAY_FOLDER_H
#define ASSAY_FOLDER_H

#include "assay.h"

typedef struct folder_files {
    char **at; /* names in the folder, in their order */
    size_t count;
} folder_files;

/* Hidden files are not the user's. Zero-initialise before, free also after an error. */
assay_status folder_list(const char *folder, folder_files *to, assay_error *err);
void folder_files_free(folder_files *files);

typedef struct folder_options {
    const char *kinds, *metrics;
    uint64_t seed;
    uint32_t jobs;
    /* Before each file, with note and scores NULL, and after it; `note` is what reading has to say, "" for nothing.
     * Other than ASSAY_OK ends the work. */
    assay_status (*visit)(void *context, size_t file, const char *note, const assay_scores *scores, assay_error *err);
    void *context;
} folder_options;

/* The first file that cannot be read or scored ends it. May start processes where `metrics` names candidates. */
assay_status folder_score(const char *folder, const folder_files *files, const folder_options *options,
                          assay_error *err);

#endif
