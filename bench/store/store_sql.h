/* store_sql.h -- what the files of this room share; nobody else includes it or sees sqlite3.h. */
#pragma once

#include "owned.h"
#include "plain_text.h"
#include "reason.h"
#include "store.h"
#include "store_seal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { STORE_STATEMENTS = 128 }; /* that one connection prepares */
/* Parameters of a point, names (an error's sentence is one, and a candidate's output: limits), items of a score. */
enum { STORE_PARTS = 64, STORE_NAME = 1024, STORE_ITEMS = 1 << 20 };

struct store {
    sqlite3 *db;
    char *path;
    int mode, writes, logs; /* mode: as it was asked for; logs: into a write-ahead log */
    dev_t device;           /* of a writer's file, when it was opened */
    ino_t inode;
    int lost;      /* its name leads elsewhere now */
    int dated;     /* the transaction that is under way has kept its day */
    char *lacking; /* what store_lacking says; NULL: nobody has asked */
    sealing seals;
    char reason[2048]; /* one that had to be cleaned, until the next row */
    struct {
        const char *name; /* compared by address: every name is a static text */
        sqlite3_stmt *prepared;
    } statement[STORE_STATEMENTS];
};

/* SQLite's last error as a status: a full disk or a read-only folder is the environment's, corruption the input's. */
assay_status store_error(const store *s, const char *doing, assay_error *err);

assay_status store_no_memory(const store *s, const char *doing, assay_error *err);

/* For FREED. */
static inline void sql_dropped(char **text) { sqlite3_free(*text); }
static inline void row_dropped(sqlite3_stmt **row) { sqlite3_finalize(*row); }

assay_status store_run_sql(store *s, const char *sql, const char *doing, assay_error *err);

/* Of a text that was put together, which is freed: runs it, or prepares it; *to is finalized by who asked. */
assay_status store_run_text(store *s, sqlite3_str *text, const char *doing, assay_error *err);
assay_status store_prepare_text(store *s, sqlite3_str *text, sqlite3_stmt **to, const char *doing, assay_error *err);

/* A section of statements.sql, with what stands between its braces; of: the table that it is for, NULL where it is for
 * none. The other two prepare it (*to is finalized by who asked), or run all that it says. */
void store_put_sql(sqlite3_str *to, const char *name, const store_table *of);
assay_status store_prepare_of(store *s, const char *name, const store_table *of, sqlite3_stmt **to, const char *doing,
                              assay_error *err);
assay_status store_run_of(store *s, const char *name, const store_table *of, const char *doing, assay_error *err);

/* A prepared statement of statements.sql, reset and without bindings; kept for the next time. NULL: see sqlite's
 * error. */
sqlite3_stmt *store_prepare(store *s, const char *name);

/* What a parameter of a statement is set to. */
typedef struct sql_value {
    int type;  /* SQLite's */
    int bytes; /* of a text; -1: up to its zero */
    int64_t whole;
    double real;
    const char *text; /* stays until the statement has run */
} sql_value;

static inline sql_value sql_whole(int64_t x) { return (sql_value){ .type = SQLITE_INTEGER, .whole = x }; }
static inline sql_value sql_count(uint64_t x) { return sql_whole((int64_t)x); }
static inline sql_value sql_real(double x) { return (sql_value){ .type = SQLITE_FLOAT, .real = x }; } /* NaN: NULL */
static inline sql_value sql_text_of(const char *x, size_t bytes)
{
    return (sql_value){ .type = x ? SQLITE_TEXT : SQLITE_NULL, .text = x, .bytes = (int)bytes };
}
/* Bytes; they stay until the statement has run. */
static inline sql_value sql_blob(const void *x, size_t bytes)
{
    return (sql_value){ .type = SQLITE_BLOB, .text = x ? x : "", .bytes = (int)bytes };
}
static inline sql_value sql_text(const char *x)
{
    return (sql_value){ .type = x ? SQLITE_TEXT : SQLITE_NULL, .text = x, .bytes = -1 };
}

/* store_prepare with the values of the parameters, in their order. */
sqlite3_stmt *store_prepare_with(store *s, const char *name, const sql_value *value, size_t n);
#define STORE_WITH(s, name, ...)                                    \
    store_prepare_with(s, name, (const sql_value[]){ __VA_ARGS__ }, \
                       sizeof((const sql_value[]){ __VA_ARGS__ }) / sizeof(sql_value))

/* Runs all statements of a section, one after the other; each has as many of the values as it asks for. */
assay_status store_run_with(store *s, const char *name, const char *doing, assay_error *err, const sql_value *value,
                            size_t n);
#define STORE_RUN_WITH(s, name, doing, err, ...)                            \
    store_run_with(s, name, doing, err, (const sql_value[]){ __VA_ARGS__ }, \
                   sizeof((const sql_value[]){ __VA_ARGS__ }) / sizeof(sql_value))
static inline assay_status store_run(store *s, const char *name, const char *doing, assay_error *err)
{
    return store_run_with(s, name, doing, err, NULL, 0);
}

/* The four values that name a cell. */
#define STORE_KEY(key) \
    sql_whole((key)->point), sql_count((key)->samples), sql_count((key)->seed), sql_whole((key)->variant)

/* Steps a statement that returns no row. Of this and those below NULL is one that could not be prepared. */
assay_status store_step(store *s, sqlite3_stmt *statement, const char *doing, assay_error *err);

/* What store_want says; value: plan, point, samples, first seed, seed_end, variant. */
assay_status store_add_want(store *s, const sql_value value[6], assay_error *err);

/* Runs a statement of statements.sql with the values of its parameters. */
#define STORE_DO(s, name, doing, err, ...) store_step(s, STORE_WITH(s, name, __VA_ARGS__), doing, err)

/* Goes to the next row: 1. 0: there is none, or *status is or becomes an error; the statement is reset then. */
int store_next(store *s, sqlite3_stmt *row, const char *doing, assay_status *status, assay_error *err);

/* The whole number that the last row of a statement gives; *to stays where there is none. */
assay_status store_number(store *s, sqlite3_stmt *row, const char *doing, int64_t *to, assay_error *err);

/* A text column; "" where it is NULL, which only a store that somebody made by hand has. */
const char *store_text(sqlite3_stmt *statement, int column);
double store_real(sqlite3_stmt *statement, int column); /* NaN where it is NULL */

/* Of a statement with {filter}. */
sqlite3_stmt *store_prepare_filtered(store *s, const char *name, const store_filter *filter);

/* The row of a point's parameter. */
assay_status store_put_parameter(store *s, int64_t of, const scenario_point *p, size_t place, assay_error *err);

/* The number that a statement gives; -1: none. */
int64_t store_pragma(store *s, const char *sql);

/* Whether a database of the connection ("main", or one attached) has the tables of this schema and nothing else: no
 * view, no trigger, no column of its own. */
assay_status store_check_schema(store *s, const char *database, assay_error *err);

/* The one way to open a database, whoever made it; NULL: one in memory. What its journals name is not touched, nothing
 * in its schema is run, no text in it is longer than any of ours. Gives SQLite's code; close *to after an error,
 * too. flags: SQLite's, or STORE_AS_IMAGE: in memory, with what its journals hold. */
enum { STORE_AS_IMAGE = -1 };
int store_open_file(const char *path, int flags, sqlite3 **to);

/* Opens what check_file has seen, as store_open does; *to is NULL where it cannot. */
assay_status store_open_here(const char *path, int mode, store **to, assay_error *err);

/* The name with a folder before it, so that ":memory:" and "file:x" are names like any other. Free it. */
char *store_plain_name(const char *path);

/* The end of a sentence about a store that is not whole; wants its path. */
#define STORE_MEND "`assay merge NEW.db %s --repair` takes what is whole"

void store_forget_statements(store *s);
