/*
 * unfinished.h -- files and folders that appear whole. They are made under a name of their own, ".assay-OWNER-XXXXXX",
 * next to their place, and moved there when the last byte is written, so that an error, a full disk or a kill
 * leaves what was there before. The owner is the machine, the process and when it started: whoever makes something in a
 * folder first removes what processes that are gone have left in it.
 */
#pragma once

#include "assay.h"

#include <stdio.h>

enum { UNFINISHED_PATH = 4096 };

/* The same for the folder that a file is to stand in; what is in its place is reported when the file is opened. */
assay_status folder_make_for(const char *file, assay_error *err);

/* Removes a file, or a folder with all that is in it, of an open folder (AT_FDCWD: this one); follows no link. */
void folder_remove(int folder, const char *name);

void file_closed(const int *file); /* for FREED (owned.h); a negative number is none */

typedef struct unfinished_file {
    FILE *file;
    char path[UNFINISHED_PATH], making[UNFINISHED_PATH]; /* making "": written where it is, a device or a pipe */
} unfinished_file;

/* With the mode that the file had, or that a new one would have. A link stays one: what it leads to is replaced. A file
 * that is write-protected is refused. On error errno says why. */
assay_status unfinished_file_open(const char *path, unfinished_file *to, assay_error *err);
assay_status unfinished_file_finish(unfinished_file *f, assay_error *err); /* closes, and moves into place */
void unfinished_file_discard(unfinished_file *f);

typedef struct unfinished_folder {
    const char *directory;        /* where the files end up */
    char making[UNFINISHED_PATH]; /* where they are made; "" when there is none */
    int adjacent;                 /* it stands next to the directory and may change places with it */
} unfinished_folder;

/* The directory is made if it is not there; ASSAY_EENVIRONMENT where nothing can be written in it. */
assay_status unfinished_folder_open(const char *directory, unfinished_folder *to, assay_error *err);

/* The same for a directory that is shared with others, like the one of temporary files: it is made inside, never
 * changes places, and what is not moved out of it goes with the folder. */
assay_status unfinished_folder_inside(const char *directory, unfinished_folder *to, assay_error *err);

/* The path of a file in the making. */
assay_status unfinished_folder_path(const unfinished_folder *f, const char *name, char to[UNFINISHED_PATH],
                                    assay_error *err);

/* A file "tables/scores.csv" in the making; its folder is made where it is not there. */
assay_status unfinished_folder_create(const unfinished_folder *f, const char *name, FILE **to, assay_error *err);

/* Closes such a file. `written` is passed on where it is an error; else the file's own errors are reported. */
assay_status unfinished_folder_written(const unfinished_folder *f, const char *name, FILE *file, assay_status written,
                                       assay_error *err);

/* Moves everything into place. Files there that have other names stay.
 *
 * In one step, where the system can exchange two folders: whoever looks finds the old one whole or the new one whole.
 * Else, files of folders first, then those of the folder itself: where the directory is this process's own or holds it,
 * belongs to another user, is a mount, holds folders that the new one has no name for (which cannot be linked) or the
 * log of a store that somebody has open. */
assay_status unfinished_folder_move(const unfinished_folder *f, assay_error *err);

void unfinished_folder_close(unfinished_folder *f); /* removes what was not moved */
