/*
 * store_seal.h -- digests: what a store vouches for, and what everything that opens one holds it against.
 *
 * Each cell carries a digest of what it is of, the program's version, its values, reasons, intervals and draws; none of
 * numbers or places, so that it is the same in every store. The digest of a store is one of its cells and of the cells
 * that its plans want. The table `seal` holds what else stands in this file: rows of every table that no cell's digest
 * covers, counted and put together. docs/digest.md says byte by byte what is hashed.
 *
 * SQLite walks the rows, sorts and compares; what is hashed is made by SQL functions of the connection.
 *
 * Cost  opening O(rows), one pass; a committed cell some microseconds.
 */
#pragma once

#include "assay.h"
#include "schema.h"

enum { SEAL_BYTES = 16 };

typedef struct seal_bytes {
    char *at;
    size_t n, room;
    int failed; /* memory ran out */
} seal_bytes;

typedef struct sealing {
    sqlite3 *db;
    seal_bytes bytes; /* of the row that is looked at */
    struct {
        sqlite3_stmt *row; /* of one number */
        void *names;       /* digests of rows that others refer to, a tree */
    } table[STORE_TABLES_MOST];
    int64_t version; /* of the data that names are known of */
    int refused;     /* a row that was looked at is not as it must be, or refers to nothing */
    int merging;     /* rows of cells come with digests that were checked */
} sealing;

typedef struct store store;

/* The SQL functions of the rules of rows and of digests, which remember what they saw in s->seals. */
assay_status seal_know(store *s, assay_error *err);

/* What a writer's connection needs: whatever changes is noted, by triggers of its own. */
assay_status seal_watch(store *s, assay_error *err);
void seal_begin(store *s);
int seal_lags(store *s);    /* something was written outside of a transaction */
void seal_forget(store *s); /* statements and names */

/* Before a commit: digests of the cells that were touched. */
assay_status seal_transaction(store *s, assay_error *err);
assay_status seal_untouch(store *s, assay_error *err); /* what was touched has the digest that it came with */

/* The seal of what is there now, of one table (NULL: of all), whatever it was. In a transaction. */
assay_status seal_again(store *s, const store_table *only, assay_error *err);

/* Whether all that stands in a database ("main", or one attached behind views of its tables' names) is what it was when
 * it was written. ASSAY_EINPUT names a cell, or a table and row. */
assay_status seal_check(store *s, const char *database, assay_error *err);

/* The digest of the row of a table with numbers that stands behind FROM under its own name. */
void seal_put_digest(sqlite3_str *to, const store_table *t);

/* Takes out the cells that do not match their digests, or those that temp.dropped has, with all that is theirs.
 * *dropped counts them. */
assay_status seal_drop_broken(store *s, uint64_t *dropped, assay_error *err);
assay_status seal_drop_cells(store *s, uint64_t *dropped, assay_error *err);
