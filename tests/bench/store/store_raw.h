/* store_raw.h -- the file of a store behind the store's back, and what a child process does to it. */
#ifndef ASSAY_STORE_RAW_H
#define ASSAY_STORE_RAW_H

#include "store_check.h"
#include "store_sql.h"

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
