/* figure_making.h -- how files of figures come into a directory, whatever they show. Everything is made in a folder of
 * its own that takes the directory's place when the last file is complete, so that an error, a full disk or a missing
 * gnuplot leaves no half of a figure behind. One gnuplot draws them all, at the end. */
#pragma once

#include "figures.h"
#include "unfinished.h"

typedef struct making {
    const char *directory;
    unfinished_folder folder; /* where files are made */
    const char *words;        /* the formats as a script names them, "pdf svg png" */
    uint32_t formats;
    const figure_paper *paper; /* how wide figures are */
    const char *lacking;       /* what the store of the scores lacks, for the end of every note; NULL: nothing */
    figures *to;
    assay_error *err;
} making;

/* `make` makes every figure. Then they are drawn, every format is checked to be there, bytes are made to depend on the
 * figures alone, and the files are moved to the directory, which is made if it is not there; after an error they are
 * removed, and *to is empty. ASSAY_EENVIRONMENT when nothing can be written in it. */
assay_status making_all(const char *directory, uint32_t formats, const char *lacking,
                        assay_status (*make)(making *m, const void *of), const void *of, figures *to, assay_error *err);

/* Millimetres of a note of this width with what the store lacks and the edge of the page below it. */
double making_foot(const making *m, const char *note, double width);

/* A figure: its script goes between the header, which says its size, and the end; its data below a header. */
typedef struct figure {
    const char *name;             /* of the files */
    const char *title, *scenario; /* scenario: "" where it shows several */
    const char *note;             /* one paragraph: at the foot, and the caption; what the store lacks comes behind */
    const char *seen;             /* what it shows, in words before the note; NULL: the note says it */
    double width, foot;           /* millimetres; foot: top of the note */
    void (*script)(const void *of, FILE *to);
    void (*data)(const void *of, FILE *to);
    const void *of;
} figure;

/* Writes both files and adds an entry; it is drawn at the end. */
assay_status making_figure(making *m, const figure *what);

/* Letters, digits and '-' only: names that LaTeX and shells take as they are. '=', ';', '@' and ':' become '-', the
 * rest '_'. */
const char *making_clean_name(const char *name);

/* The same; of more than 200 bytes the first 200 and a hash of all, so that long names of different figures are
 * different files. */
const char *making_name(const char *name);
