/*
 * csv_field.h -- how a line of text falls into fields, for arrays and for tables of texts: the only place where quotes,
 * separators and ends of lines are read. Nothing is copied while a field is sought, so no block can be too small.
 */
#pragma once

#include "assay.h"

typedef struct csv_reader {
    const char *at, *end; /* *end is a NUL */
    const char *where;    /* the file */
    char separator;
    size_t line;                         /* counted from 1 */
    size_t decimal_comma, decimal_point; /* the first line that has one; 0: none has */
    int32_t end_filled;                  /* a row's last cell holds something */
    assay_error *err;
} csv_reader;

/* A field's text; of a quoted one, what is between the quotes, doubled ones still doubled. */
typedef struct csv_field {
    const char *at;
    size_t length;
    int32_t quoted, last; /* last: the line ends after it */
} csv_field;

/* The first of the characters `choice` that the line has outside quotes; a comma where it has none. */
void csv_find_separator(csv_reader *in, const char *choice);

int csv_at_line_end(const csv_reader *in);
void csv_skip_line_end(csv_reader *in); /* LF, CRLF or CR */
void csv_skip_blanks(csv_reader *in);

/* After a field: a separator, or the end of the line, which *last says; 0: neither is there. */
int csv_take_separator(csv_reader *in, int32_t *last);

/* The next field, without the blanks around it. past: where a number ends that was read in place, or NULL.
 * ASSAY_EINPUT: a quote is not closed on its line, or text follows it. */
assay_status csv_take_field(csv_reader *in, const char *past, csv_field *to);

/* Doubled quotes as one, and a NUL behind: length + 1 bytes at most. How many with the NUL. */
size_t csv_copy_field(const char *from, size_t length, char *to);
