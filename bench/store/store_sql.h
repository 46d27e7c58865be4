/* store_sql.h -- what the files of this room share; nobody else includes it or sees sqlite3.h. */
#ifndef ASSAY_STORE_SQL_H
#define ASSAY_STORE_SQL_H

#include "store.h"

#include <sqlite3.h>

enum { STORE_STATEMENTS = 16 };

struct store {
    sqlite3 *db;
    char *path;
    int writes;
    struct {
        const char *sql; /* compared by address: every statement is a static text */
        sqlite3_stmt *prepared;
    } statement[STORE_STATEMENTS];
};

/* SQLite's last error as a status: a full disk or a read-only folder is the environment's, corruption the input's. */
assay_status store_error(const store *s, const char *doing, assay_error *err);

assay_status store_run_sql(store *s, const char *sql, const char *doing, assay_error *err);

/* A prepared statement, reset and without bindings; kept for the next time. NULL: see sqlite's error. */
sqlite3_stmt *store_prepare(store *s, const char *sql);

/* Steps a statement that returns no row. */
assay_status store_step(store *s, sqlite3_stmt *statement, const char *doing, assay_error *err);

#endif
