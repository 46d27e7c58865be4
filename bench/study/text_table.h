/* text_table.h -- a small table of texts from a .csv file: manifests and lists of groups. */
#pragma once

#include "assay.h"

/* Fields as in RFC 4180, in quotes or not; the separator is the first of tab, semicolon and comma that the first line
 * holds. Blanks around fields and empty lines are dropped. */
typedef struct text_table {
    size_t columns, rows;
    char **name;  /* [columns] the first line */
    char **field; /* [rows * columns] row by row, never NULL */
    int32_t wide; /* the first line has more columns than such a table has; the names of the first are there */
    char *texts;  /* all of them, each ended by a zero */
    size_t size, room;
} text_table;

/* ASSAY_EINPUT names the line: not a text of UTF-8, another number of fields than the first line, two columns of one
 * name, a quote that is not closed on its line, larger than a manifest is. Zero-initialise before; free also after
 * an error. header_alone: the first line, which may be all that is a text of a file; ASSAY_OK where it is wide. */
assay_status text_table_read(const char *path, int header_alone, text_table *to, assay_error *err);
void text_table_free(text_table *t);

/* The same of bytes in memory, bytes[size] a NUL. */
assay_status text_table_parse(const char *bytes, size_t size, const char *where, text_table *to, assay_error *err);

size_t text_table_column(const text_table *t, const char *name); /* t->columns: none */
