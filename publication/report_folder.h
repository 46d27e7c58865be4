/*
 * report_folder.h -- the folder of a report. Files are made in a folder of their own inside it and moved out when the
 * last is complete, so that an error, a full disk or an interruption leaves the last report as it was.
 */
#ifndef ASSAY_REPORT_FOLDER_H
#define ASSAY_REPORT_FOLDER_H

#include "assay.h"

#include <stdio.h>

enum { REPORT_PATH = 4096 };

typedef struct report_folder {
    const char *directory;     /* where the files end up */
    char making[REPORT_PATH];  /* where they are made; "" when there is none */
} report_folder;

assay_status report_folder_open(const char *directory, report_folder *to, assay_error *err);

/* The path of a file in the making. */
assay_status report_folder_path(const report_folder *f, const char *name, char to[REPORT_PATH], assay_error *err);

/* A file "tables/scores.csv" in the making; its folder is made where it is not there. */
assay_status report_folder_create(const report_folder *f, const char *name, FILE **to, assay_error *err);
/* `written` is passed on where it is an error; else the file's own errors are told. */
assay_status report_folder_finish(const report_folder *f, const char *name, FILE *file, assay_status written,
                                  assay_error *err);

/* Moves everything into place: the files of folders first, index.html last. Files there that have other names stay. */
assay_status report_folder_move(const report_folder *f, assay_error *err);

void report_folder_close(report_folder *f); /* removes what was not moved */

#endif
