/*
 * array_file.h -- inside this room only: bytes in and out of files, one array in a given format, decimal numbers.
 */
#pragma once

#include "array.h"
#include "limit.h"
#include "owned.h"
#include "unfinished.h"
#include "wording.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A whole file in memory. at[size] is a NUL, so that a text scanner may look one byte past the end. */
typedef struct array_bytes {
    char *at;
    size_t size;
} array_bytes;

assay_status array_bytes_read(const char *path, array_bytes *to, assay_error *err);
void array_bytes_free(array_bytes *bytes);

/* array_read in this process, which is a reader already; all that an array has. */
assay_status array_read_inside(const char *path, const char *member, array *to, assay_error *err);

/* The end of a path, short enough to leave room for the rest of a message. */
const char *array_path_tail(const char *path);

/* Writes a file, not yet in place; *to is nothing where the status is not ASSAY_OK. */
assay_status array_write(const char *path, const array_bytes *bytes, unfinished_file *to, assay_error *err);

/* Writes a file and puts it in place. */
assay_status array_put(const char *path, const array_bytes *bytes, assay_error *err);

typedef enum array_format { ARRAY_NPY, ARRAY_NPZ, ARRAY_SAFETENSORS, ARRAY_CSV } array_format;

array_format array_format_of(const char *path, const array_bytes *bytes);

assay_status array_parse(array_format format, const array_bytes *bytes, const char *where, const char *member,
                         array *to, assay_error *err);

/* ASSAY_EINPUT where an array of this shape is more than the limits allow. */
assay_status array_check_limits(size_t rows, size_t cols, const char *where, assay_error *err);

/* Keeps the columns that a list names, in its order: "shape,scale", "z1..z8" from the one to the other, "-id" all but
 * that one, "\"a, b\"" as in CSV; without a header they are called 1, 2, 3, ... ASSAY_EINPUT where one is not there. */
assay_status columns_pick(array *a, const char *list, const char *where, assay_error *err);

/* ASSAY_EINPUT where a column of one table is a factor and a code. */
assay_status columns_apart(array *factors, array *codes, const char *where, assay_error *err);

/* Which columns of a text file are factors ('v') and which codes ('z'), by their names (representation_column_role).
 * Errors name the file, the line and the column. */

/* That every column has a role, both roles are there, and numbered columns count up by one. */
assay_status roles_check(const array *all, const char *where, assay_error *err);

/* The columns of one role, as an array of their own; name pointers are borrowed from `from`. */
assay_status roles_take(const array *from, char role, array *to);

/* z1_1, z1_2, ..., z2_1, ...: how many tables there are, 0 where columns are not named so; ASSAY_EINPUT where they do
 * not count up, or a table has fewer codes than the first. */
assay_status roles_tables(const array *codes, const char *where, size_t *tables, assay_error *err);

/* Where there are columns of both roles, those of this one stay. */
assay_status roles_keep(array *all, char role, const char *where, assay_error *err);

/* The class of one more text of a column, in the order in which they came; text_classes_end puts them in order. */
assay_status text_classes_add(array *to, size_t col, const char *text, size_t line, double *value);
void text_classes_end(array *to);

/* ASSAY_EINPUT where a column of a side that wants numbers holds text. */
assay_status array_refuse_text(const array *a, const char *where, const char *what, assay_error *err);

/* Sizes an array for rows x cols; value is not cleared. */
assay_status array_shape(array *to, size_t rows, size_t cols);

/* Text that may hold something unprintable, for a message: at most size - 1 bytes. length SIZE_MAX: up to its zero. */
void array_text_show(const char *text, size_t length, char *to, size_t size);
typedef struct array_shown {
    char text[112];
} array_shown;
array_shown array_shown_of(const char *text, size_t length, size_t size); /* size: at most that of array_shown */
array_shown array_name_show(const array *a, size_t col);                  /* of a column; "": it has none */
array_shown array_column_show(const array *a, size_t col);                /* "column 2 ('v2')" */

/* What an .npy header says. */
typedef struct npy_header {
    size_t rows, cols, offset, bytes; /* offset of the data, and how many bytes of it there are */
    size_t item;                      /* bytes per element */
    char kind;                        /* 'f', 'i', 'u', 'b' */
    int32_t big_endian, fortran;
} npy_header;

enum { NPY_HEADER_MOST = 65536 + 16 }; /* no array of numbers needs a longer header */

/* `start` holds the first `n` bytes of `total`; n >= min(total, NPY_HEADER_MOST). Refuses a header that does not fit
 * total. */
assay_status npy_header_read(const char *start, size_t n, size_t total, const char *where, npy_header *to,
                             assay_error *err);

/* Numbers of the array, `count` of them from number `first` on as they stand in the file (in C order whole rows), into
 * the columns of what npy_data_begin made. An error frees it. */
assay_status npy_data_begin(const npy_header *header, const char *where, array *to, assay_error *err);
assay_status npy_data_part(const npy_header *header, const char *data, size_t first, size_t count, const char *where,
                           array *to, assay_error *err);
assay_status npy_parse(const array_bytes *bytes, const char *where, array *to, assay_error *err);

/* An array of words, a line of each: "categorical\ncontinuous". */
assay_status npy_words(const array_bytes *bytes, const char *where, char **to, assay_error *err);

assay_status npz_words(const array_bytes *bytes, const char *where, const char *member, char **to, assay_error *err);

/* A whole .npy in memory, of float64, or of int64 where all are whole. */
assay_status npy_build(const double *value, size_t rows, size_t cols, int whole, array_bytes *to);
assay_status npy_build_words(const char *const *word, size_t n, array_bytes *to);

/* A sparse matrix stays one (array.sparse), also in array_parse and array_read_inside. */
/* Of `factors`, the words of an array `kinds` of the same file are array.stated. */
assay_status npz_parse(const array_bytes *bytes, const char *where, const char *member, array *to, assay_error *err);
/* How many members are called codes_1, codes_2, ...; 0 where one is called codes. ASSAY_EINPUT where they do not count
 * up by one. */
assay_status npz_code_tables(const array_bytes *bytes, const char *where, size_t *to, assay_error *err);
assay_status npz_build(const char *const *name, array_bytes *member, size_t n, array_bytes *to, assay_error *err);

/* The array of a name, NULL: the only one. */
assay_status safetensors_parse(const array_bytes *bytes, const char *where, const char *member, array *to,
                               assay_error *err);

/* Of a list of shards, X.safetensors.index.json or that and :NAME, where an array is, SHARD:NAME; owned. *to NULL: the
 * path is of no list, or it does not have the array and it is not needed. */
#define SHARDS_END ".safetensors.index.json"
assay_status shards_find(const char *path, const char *member, int needed, char **to, assay_error *err);

/* Whether a file of several arrays has one of this name; -1: memory ran out. */
int npz_has(const array_bytes *bytes, const char *member);
int safetensors_has(const array_bytes *bytes, const char *member);

/* The arrays of space_name of a file, where it has them (directions_file.c). */
assay_status directions_inside(array_format format, const array_bytes *bytes, const char *where, assay_data *to,
                               assay_error *err);

/* Those of a representation as members of an .npz in this order, *count of them; the caller frees what was made. */
assay_status directions_build(const assay_rep *rep, array_bytes to[3], size_t *count);

/* Whether gzip has packed it; what it was before, in its place. */
int gzip_is(const array_bytes *bytes);
assay_status gzip_unpack(array_bytes *bytes, const char *where, assay_error *err);

/* ASSAY_EINPUT for what is no text: known formats by name, anything else by its first zero. `start` may be a part. */
assay_status csv_check_start(const array_bytes *start, const char *where, assay_error *err);
assay_status csv_parse(const array_bytes *bytes, const char *where, array *to, assay_error *err);
assay_status csv_build(const assay_rep *rep, array_bytes *to);
void csv_put_number(double value, FILE *to); /* inside a decimal_scope */

/* Whether float64 holds an integer of this magnitude: at most 53 bits between its first and its last 1. */
int array_fits_double(uint64_t magnitude);

/* The C locale for this thread, whatever the program has chosen: a decimal point is a point. */
typedef struct decimal_scope {
    locale_t own, before;
} decimal_scope;

assay_status decimal_enter(decimal_scope *scope);
void decimal_leave(decimal_scope *scope);

/* Reads one number from `from`; the text must go on, after it, with a byte that belongs to no number (a NUL will do).
 * Returns where it ends, or NULL if there is none. kind: 'i' digits alone, 'f' otherwise, 'b' true or false, 'a'
 * absent.
 * *exact is 0 where an integer is not the value stored. To be called inside a decimal_scope. */
const char *decimal_read(const char *from, double *to, char *kind, int *exact);

/* The shortest decimal that reads back as the same double, with a point or an exponent: "0.1", "3.0", "1e-05". Returns
 * its length. To be called inside a decimal_scope. */
enum { DECIMAL_MOST = 32 };
size_t decimal_print(double value, char to[DECIMAL_MOST]);
