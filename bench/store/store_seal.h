/*
 * store_seal.h -- digests: what a store vouches for, and what everything that opens one holds it against.
 *
 * Each cell carries a digest of what it is of, the program's version, its values, reasons, intervals and draws; none of
 * numbers or places, so that it is the same in every store. The digest of a store is one of its cells and of the cells
 * that its plans want. The table `seal` holds what else stands in this file: rows of every table that no cell's digest
 * covers, counted and put together. docs/digest.md says byte by byte what is hashed.
 *
 * Cost  opening O(rows), one pass; a committed cell some microseconds; 16 bytes a cell.
 */
#pragma once

#include "assay.h"
#include "schema.h"

#include <stdint.h>

enum { SEAL_BYTES = 16 };

/* The digest of a row that others refer to, by its number; of: what the row itself refers to first. */
typedef struct seal_name {
    int64_t id, of;
    unsigned char digest[SEAL_BYTES];
} seal_name;

typedef struct seal_table {
    sqlite3_stmt *row, *parts; /* one row by number; the rows of one owner */
    seal_name *name;           /* those that were asked for, by rising number */
    size_t n_names, room;
    int64_t rows;              /* of this transaction: how many more, and their digests */
    unsigned char sum[SEAL_BYTES];
    int changed;
} seal_table;

typedef struct sealing {
    seal_table table[STORE_TABLES_MOST];
    int64_t *touched; /* cells whose digests this transaction has to make */
    size_t n_touched, room_touched;
    int64_t version; /* of the data that names are known of */
    int failed;      /* memory ran out where nobody could be warned */
    int64_t metric;  /* of the cell that is looked at */
    int dangling;    /* a row that was looked for is not there */
} sealing;

typedef struct store store;

/* What a writer's connection needs: whatever changes is noted, by triggers of its own. parts: also rows of cells; a
 * merge, which takes them with digests that were checked, goes without. */
assay_status seal_watch(store *s, assay_error *err);
assay_status seal_watch_parts(store *s, int watch, assay_error *err);
void seal_begin(store *s);
void seal_end(store *s);       /* after a commit or rollback */
int seal_lags(const store *s); /* something was written outside of a transaction */
void seal_forget(store *s); /* statements and names */
void seal_free(store *s);

/* Before a commit: digests of the cells that were touched, and the seal of what changed. */
assay_status seal_transaction(store *s, assay_error *err);

/* The seal of what is there now, of one table (NULL: of all), whatever it was. In a transaction. */
assay_status seal_again(store *s, const store_table *only, assay_error *err);

/* Whether all that stands in a database ("main", or one attached behind views of its tables' names) is what it was when
 * it was written. ASSAY_EINPUT names a cell, or a table and row. */
assay_status seal_check(store *s, const char *database, assay_error *err);

/* The digests of all rows of a table that is nobody's part. */
typedef assay_status (*seal_visit)(const unsigned char *digest, void *context);
assay_status seal_rows(store *s, const store_table *t, seal_visit visit, void *context, assay_error *err);

/* Takes out the cells that do not match their digests. *dropped counts them. */
assay_status seal_drop_cells(store *s, uint64_t *dropped, assay_error *err);
