/*
 * study_files.h -- which representations a study is of: files, folders and manifests become a list of entries, each
 * with a group, a name, and the files that it is read from.
 *
 *   FILE.npz  FILE.csv     arrays `factors` and `codes`, or columns v1.. and z1..
 *   pairs                  X_factors.npy with X_codes.npy, .csv alike; before the word '_', '-', '.' or nothing. Codes
 *                          without factors of their own take `factors` of their folder, or of a folder above it, up to
 *                          the one that was named: what many models share stands once.
 *   FOLDER                 all of these in it and below, hidden ones left out; each real folder and file once, however
 *                          many links lead to it, and links to folders after the folders. A manifest in it is
 *                          refused: it says more
 *   MANIFEST.csv           a text file with a column `path`, or `factors` and `codes`; its columns: docs/studies.md
 *
 * A representation is in the group that the manifest or --group says, else in that of its folder below the one that was
 * named, else in one called like that folder.
 */
#pragma once

#include "arena.h"
#include "array.h"
#include "shard.h"
#include "text_table.h"

/* What a study was pointed at and does not score, each with its reason: it never stops the rest. */
typedef struct passed_over {
    char *path, *why; /* one line each; why NULL: a file of another kind, which its ending says */
    int missing;      /* a representation may be missing: it was named, or is in a format of ours and cannot be read */
} passed_over;

typedef struct study_passed {
    passed_over *at; /* in the order in which they were met */
    size_t count, room, missing;
} study_passed;

typedef struct study_entry {
    char *group, *name, *path; /* one line each, of at most 500 bytes; path names it: of a pair, that of the codes */
    char *factors, *codes;     /* files; codes NULL: factors is the one file that holds both */
    char *space[SPACE_PARTS];  /* files of directions, activations and so on; NULL: none is named */
    const char *const *named;  /* [3] the columns of text tables, as table_read has them */
    char *cluster;             /* a file with the cluster of each row; NULL: none is named */
    char **text;               /* [n_columns] of study_files; NULL: none */
    size_t n_columns;
    const char *const *column; /* [n_columns] their names, of the manifest it is from */
    int repeated;              /* it was there before */
    int is_grouped;            /* a manifest says its group */
} study_entry;

typedef struct study_files {
    const char *columns[3];        /* of tables of text, as table_read has them; set before study_files_list */
    study_entry *at;               /* in the order of the words, within a folder by name */
    size_t count, room, unmatched; /* unmatched: those that --group says nothing of */
    char **root;                   /* [n_roots] folders that were named; with '/' at the end: of files that were */
    size_t n_roots, root_room;
    study_passed passed;  /* what is not among them, and why */
    char asked[500];      /* of a column that may be meant for one of a design, a sentence; "": of none */
    text_table *manifest; /* [n_manifests] which were read */
    size_t n_manifests, manifest_room;
    arena memory; /* of all texts */
} study_files;

/* What a manifest says of it in a column; NULL: nothing. */
const char *study_entry_text(const study_entry *e, const char *column);

/* The file with a number of each row (its cluster), owned, of what names it: a file, a column or an array of its own.
 * NULL of NULL. */
char *study_entry_numbers(const study_entry *e, const char *named);

/* Whether text is the name of a file and not of a column. */
int study_names_file(const char *text);

/* Its arrays, as representation_read_one and directions_read have them; how many tables of codes there are, NULL: that
 * is not asked. */
assay_status study_entry_read(const study_entry *e, const char *kinds, assay_data *to, size_t *tables, char *note,
                              size_t size, assay_error *err);

/* group: NULL, a POSIX extended regular expression on the path, whose first subexpression or else whole match is the
 * group, or a .csv file with columns path and group. Zero-initialise `to`; free also after an error. What cannot be
 * listed is in to->passed and stops nothing. ASSAY_EINPUT: nothing is there; two files of one group and name are
 * ASSAY_EUSAGE, but for files of one name with other endings, which keep theirs in their names. */
assay_status study_files_list(const char *const *words, size_t n, const char *group, study_files *to, assay_error *err);
/* Keeps those that a shard scores: which one a representation belongs to, its group and name alone say. */
assay_status study_files_shard(study_files *files, const shard *one, assay_error *err);
void study_files_free(study_files *files);

/* The line of Python that makes FILE.npz or FILE.csv of a file with such an ending; NULL: none is known. */
const char *study_export_line(const char *path);

/* Another part of the same X: X_factors.npy beside X_codes.npy (of: "codes"), with an ending of its own (NULL: the
 * same). To be freed; NULL: it is no such name, or memory ran out. */
char *study_name_beside(const char *path, const char *of, const char *part, const char *end);
