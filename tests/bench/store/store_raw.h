/* store_raw.h -- the file of a store behind the store's back, and what a child process does to it. */
#ifndef ASSAY_STORE_RAW_H
#define ASSAY_STORE_RAW_H

#include "store_check.h"
#include "store_sql.h"
#include "store_study.h"

#include <sys/wait.h>
#include <unistd.h>

static inline void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s: %s", sql, why);
    sqlite3_close(db);
}

/* The same by somebody who knows how stores are sealed: all digests are those of what stands there now. */
static inline void forge(const char *path, const char *sql)
{
    store s = { .path = (char *)(uintptr_t)path };
    assay_error err = { "" };
    run_sql(path, sql);
    assert_int_equal(store_open_file(path, SQLITE_OPEN_READWRITE, &s.db), SQLITE_OK);
    sqlite3_limit(s.db, SQLITE_LIMIT_LENGTH, 1 << 30);
    good(seal_watch(&s, &err), &err);
    good(store_begin(&s, &err), &err);
    good(store_run_sql(&s, "INSERT OR IGNORE INTO temp.touched SELECT id FROM main.cell", "forging", &err), &err);
    good(seal_transaction(&s, &err), &err);
    good(seal_again(&s, NULL, &err), &err);
    good(store_run_sql(&s, "COMMIT", "forging", &err), &err);
    store_forget_statements(&s);
    sqlite3_close(s.db);
}

static inline int64_t number_in(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

/* Cells of seeds `first` to `end` of two variants with options, each with an interval; representations of a study. */
static inline void put_toys(store *s, uint64_t first, uint64_t end)
{
    const uncertainty sure = FIELDS(.level = 0.95, .draws = 200, .defined = 199, .mean = 0.25, .sd = 0.1, .low = 0.125,
                                    .high = 0.375, .p = NAN);
    const char *const column = "width", *const text = "8";
    assay_error err = { "" };
    int64_t model;
    good(store_begin(s, &err), &err);
    good(store_plan(s, "mine", "seeds: 0:9", &err), &err);
    for (size_t k = 0; k < 2; k++) {
        const int64_t p = put_point(s, &toy_zebra, 0, k);
        const int64_t v = put_variant(s, k ? &toy_gap_sup : &toy_gap, k, "default:bins=20:rule=range", 0);
        good(store_want(s, "mine", &(cell_key){ p, 100, first, v }, end, &err), &err);
        for (uint64_t seed = first; seed < end; seed++) {
            put_cell(s, p, seed, v, 0.25 + (double)seed / 3);
            good(store_uncertainty(s, &(cell_key){ p, 100, seed, v }, "gap", &sure, &err), &err);
        }
    }
    good(store_study(s, "study", &err), &err);
    good(store_representation(s, "models", "a", "models/a.npz", &model, &err), &err);
    good(store_representation_columns(s, model, &column, &text, 1, &err), &err);
    good(store_commit(s, &err), &err);
}

/* What the body returned, or 1000 and the signal that ended it. */
static inline int in_child(int (*body)(const char *path), const char *path)
{
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(body(path));
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

#endif
