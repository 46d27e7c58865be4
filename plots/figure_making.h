/*
 * figure_making.h -- how files of figures come into a directory, whatever they show. Everything is made in a folder of
 * its own that takes the directory's place when the last file is complete, so that an error, a full disk or a missing
 * gnuplot leaves no half of a figure behind.
 *
 *     making m;
 *     assay_status status = making_start(&m, directory, formats, to, err);       style.gp is written
 *     for each figure, while status is ASSAY_OK:
 *         making_open(&m, "NAME.gp", &file); ... making_close(&m, "NAME.gp", file);    any number of files
 *         making_draw(&m, "NAME", title, scenario, caption);                     runs NAME.gp
 *     return making_finish(&m, status);                                          always, also after an error
 *
 * NAME.gp begins with script_write_header (figure_script.h) and ends as the others do.
 */
#pragma once

#include "figures.h"
#include "unfinished.h"

#include <stdio.h>

enum { FIGURE_NAME = 256 };

typedef struct making {
    const char *directory;
    unfinished_folder folder; /* where files are made */
    char words[32];           /* the formats as a script names them, "pdf svg png" */
    uint32_t formats;
    const char *lacking; /* what the store of the scores lacks, for the end of every note; NULL: nothing */
    const char *seen; /* what the next figure shows, in words; NULL: its caption says it */
    figures *to;
    assay_error *err;
} making;

/* `to` is emptied. The directory is made if it is not there; ASSAY_EENVIRONMENT when nothing can be written in it. */
assay_status making_start(making *m, const char *directory, uint32_t formats, figures *to, assay_error *err);

/* The note of a figure with what the store lacks; to be freed; NULL: memory ran out. */
char *making_note(const making *m, const char *note);

/* A file in the making; from now on it is one of to->file. On error *to is NULL. */
assay_status making_open(making *m, const char *name, FILE **to);
assay_status making_close(making *m, const char *name, FILE *file); /* what could not be written is an error */

/* Runs NAME.gp, checks that every format was drawn, makes the bytes depend on the figure alone, and adds an entry. */
assay_status making_draw(making *m, const char *name, const char *title, const char *scenario, const char *caption);

/* With ASSAY_OK moves the files to the directory; otherwise removes them and frees *to. Returns the first error. */
assay_status making_finish(making *m, assay_status status);

assay_status making_no_memory(const making *m);

/* Letters, digits and '-' only: names that LaTeX and shells take as they are. '=', ';', '@' and ':' become '-', the
 * rest '_'. */
void making_clean_name(char *name);

/* The parts one behind the other, clean; of more than 200 bytes the first 200 and a hash of all, so that long names of
 * different figures are different files. */
void making_name(const char *const *part, size_t n, char to[FIGURE_NAME]);
