/*
 * schema.h -- the tables of a store, once: what makes them, checks them, merges them, and seals them reads this list. A
 * table that is new here is made, held against its rules, merged and part of the digests.
 */
#pragma once

#include <sqlite3.h>
#include <stddef.h>

enum { STORE_COLUMNS = 13, STORE_TABLES_MOST = 24 };

/* How stores become one (store_merge.c). */
enum {
    MERGED_BY_NAME, /* a row is what its key says; the other columns describe it and are the same in all stores */
    MERGED_WISHES,
    MERGED_FILES,
    MERGED_CELLS,
    MERGED_SCORES, /* rows of a cell: two stores that have the cell have the same ones */
    MERGED_MORE,   /* rows of a cell: one store may have those that another lacks */
    MERGED_NOT     /* of this file alone */
};

typedef struct store_column {
    const char *name, *type; /* type: as SQL says it */
    int counts;              /* in digests (store_seal.h) */
    const char *refers;      /* the table whose row it gives the number of; NULL: none */
    const char *must;        /* what is true of it, in SQL: @ is the column, t its row; NULL: anything */
} store_column;

/* The first n_keys columns say which row it is. */
typedef struct store_table {
    const char *name;
    int has_id; /* rows are numbered, and others refer to them by number */
    int merged;
    const char *part_of; /* whose rows these are parts of, as the first column says: digests hold them, and what is
                            wrong with one is wrong with the whole. NULL: of nothing */
    const char *unique;  /* what else no two rows have in common */
    size_t n_keys;
    store_column column[STORE_COLUMNS];
} store_table;

extern const store_table store_tables[]; /* what a table refers to comes before it */
extern const size_t store_n_tables;

const store_table *store_table_named(const char *name); /* NULL: none */
size_t store_n_columns(const store_table *t);
int store_is_of_cell(const store_table *t); /* its rows are in the digests of cells */

void store_put_create(sqlite3_str *to, const store_table *t);

/* What a row t must be, rules and references, as one condition; without the references of a cell and its rows, which
 * are followed as its digest is made. */
void store_put_rules(sqlite3_str *to, const store_table *t);
/* Behind FROM: the rows t of which column c is not what it must be; behind the last column: the number. */
void store_put_broken(sqlite3_str *to, const store_table *t, size_t c);
