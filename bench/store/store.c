/* The store's file: its schema, how it is made and closed, transactions. */
#include "store_sql.h"

#include "hidden_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x61737379 /* "assy" */, SCHEMA_VERSION = 8 };

/* Whether the last statement failed: a negative number may as well be what the file says. */
static int has_failed(const store *s)
{
    const int code = sqlite3_errcode(s->db);
    return code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE;
}

/* The write-ahead log maps shared memory, which file servers do not share: there it corrupts the file. */
static int on_network_file_system(const char *path)
{
    static const long network[] = { 0x6969 /* nfs */,
                                    0x517B /* smb */,
                                    0xFE534D42 /* smb2 */,
                                    0xFF534D42 /* cifs */,
                                    0x0BD00BD0 /* lustre */,
                                    0x47504653 /* gpfs */,
                                    0x00C36400 /* ceph */,
                                    0x5346414F /* afs */,
                                    0x19830326 /* beegfs */,
                                    0x01021997 /* 9p */,
                                    0x65735546 /* fuse */ };
    struct statfs about;
    if (statfs(path, &about) != 0) return 1; /* not known: the cautious way */
    for (size_t k = 0; k < sizeof network / sizeof *network; k++)
        if ((unsigned long)about.f_type == (unsigned long)network[k]) return 1;
    return 0;
}

void store_forget_statements(store *s)
{
    for (size_t k = 0; k < STORE_STATEMENTS; k++) sqlite3_finalize(s->statement[k].prepared);
    memset(s->statement, 0, sizeof s->statement);
    seal_forget(s);
}

/* What makes the tables; free with sqlite3_free. NULL: memory ran out. */
static char *schema_made(void)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    for (size_t k = 0; k < store_n_tables; k++) {
        store_put_create(text, &store_tables[k]);
        sqlite3_str_appendall(text, ";");
    }
    return sqlite3_str_finish(text);
}

/* Whether an object of a schema is a table of ours, as we make it. *status: memory ran out. */
static int is_ours(const char *type, const char *name, const char *sql, assay_status *status)
{
    const store_table *t = store_table_named(name);
    sqlite3_str *text = sqlite3_str_new(NULL);
    if (t) store_put_create(text, t);
    char *made = sqlite3_str_finish(text);
    if (t && !made) *status = ASSAY_ENOMEM;
    const int same = t && made && strcmp(type, "table") == 0 && strcmp(made, sql) == 0;
    sqlite3_free(made);
    return same;
}

assay_status store_check_schema(store *s, const char *database, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    size_t ours = 0, all = 0;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text,
                        "SELECT type, name, sql FROM %s.sqlite_schema WHERE name NOT LIKE 'sqlite_stat%%'"
                        " AND (type <> 'index' OR sql IS NOT NULL)",
                        database); /* those that follow from keys */
    assay_status status = store_prepare_text(s, text, &row, "opening it", err);
    for (; status == ASSAY_OK && store_next(s, row, "opening it", &status, err); all++)
        ours += is_ours(store_text(row, 0), store_text(row, 1), store_text(row, 2), &status) != 0;
    sqlite3_finalize(row);
    if (status == ASSAY_ENOMEM) return assay_fail(err, status, "%s: memory ran out while opening it", s->path);
    return status != ASSAY_OK || (ours == all && all == store_n_tables)
               ? status
               : assay_fail(err, ASSAY_EINPUT,
                            "%s: not a usable assay store (its tables are not those of a store); name another file "
                            "with --db",
                            s->path);
}

static assay_status mark_schema(store *s, assay_error *err)
{
    char identity[128];
    snprintf(identity, sizeof identity, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             SCHEMA_VERSION);
    return store_run_sql(s, identity, "making the store", err);
}

static assay_status make_tables(store *s, int mode, assay_error *err)
{
    if (!(mode & STORE_WRITE))
        return assay_fail(err, ASSAY_EINPUT, "%s: an empty file, not an assay store; `assay run` makes one", s->path);
    assay_status status = store_run_sql(s, "BEGIN IMMEDIATE", "making the store", err);
    if (status != ASSAY_OK) return status;
    const int64_t tables = store_pragma(s, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0) status = store_error(s, "making the store", err);
    char *schema = tables == 0 ? schema_made() : NULL;
    if (schema) { /* nobody else was faster */
        status = store_run_sql(s, schema, "making the store", err);
        if (status == ASSAY_OK) status = mark_schema(s, err);
    } else if (tables == 0) {
        status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    }
    sqlite3_free(schema);
    return store_end(s, status, err);
}

/* Either an empty database, to be made ours, or one of ours, of this schema. */
static assay_status check_identity(store *s, int mode, assay_error *err)
{
    /* tables first: they come into being with the identity, so whoever sees them sees that they are ours */
    const sqlite3_int64 tables = store_pragma(s, "SELECT count(*) FROM sqlite_schema");
    const sqlite3_int64 application = store_pragma(s, "PRAGMA application_id");
    if (application < 0 && has_failed(s)) return store_error(s, "opening it", err);
    const sqlite3_int64 version = store_pragma(s, "PRAGMA user_version");
    if (version < 0 && has_failed(s)) return store_error(s, "opening it", err);
    if (store_pragma(s, "SELECT encoding <> 'UTF-8' FROM pragma_encoding") == 1)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: not a usable assay store (its texts are not UTF-8); name another "
                          "file with --db",
                          s->path);
    if (application == 0 && tables == 0) return make_tables(s, mode, err);
    if (application != APPLICATION_ID)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: an SQLite database, but not an assay store; name another file with --db", s->path);
    if (version != SCHEMA_VERSION)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: a store of schema %lld, made by another version of assay; this one reads schema %d. "
                          "Use the version that made it, or run the plan again into another file with --db",
                          s->path, (long long)version, SCHEMA_VERSION);
    return store_check_schema(s, "main", err);
}

/* A change of journal needs the file alone for a moment, and SQLite does not wait for it. Where others never let go,
 * their journal is as good. */
static assay_status set_journal(store *s, const char *sql, assay_error *err)
{
    enum { TRIES = 100, PAUSE = 10 /* milliseconds */ };
    int code = SQLITE_BUSY;
    for (int k = 0; k < TRIES && code == SQLITE_BUSY; k++) {
        if (k) sqlite3_sleep(PAUSE);
        code = sqlite3_exec(s->db, sql, NULL, NULL, NULL) & 0xff;
    }
    return code == SQLITE_OK || code == SQLITE_BUSY ? ASSAY_OK : store_error(s, "opening it for writing", err);
}

static assay_status start_writing(store *s, assay_error *err)
{
    const int network = on_network_file_system(s->path);
    s->writes = 1;
    s->logs = !network;
    store_remember_file(s);
    const assay_status status = set_journal(s, network ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL", err);
    if (status != ASSAY_OK) return status;
    return store_run_sql(s, network ? "PRAGMA foreign_keys=ON" : "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
                         "opening it for writing", err);
}

/* One view of all rows, whoever writes meanwhile. */
static assay_status check_rows(store *s, assay_error *err)
{
    assay_status status = store_run_sql(s, "BEGIN", "opening it", err);
    if (status == ASSAY_OK) status = seal_check(s, "main", err);
    store_rollback(s);
    return status;
}

/* Not in memory alone. */
static int is_file(const store *s)
{
    const char *name = sqlite3_db_filename(s->db, NULL);
    return name && *name;
}

static assay_status open_as(store *s, int mode, assay_error *err)
{
    assay_status status = check_identity(s, mode, err);
    if (status == ASSAY_OK && !(mode & STORE_UNCHECKED)) status = check_rows(s, err);
    if (status != ASSAY_OK || mode & STORE_IMAGE) return status;
    if (mode & STORE_WRITE && is_file(s)) status = start_writing(s, err);
    if (status == ASSAY_OK && mode & STORE_WRITE) status = seal_watch(s, err);
    if (status == ASSAY_OK && !(mode & STORE_WRITE)) sqlite3_exec(s->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
    return status;
}

assay_status store_open_here(const char *path, int mode, store **to, assay_error *err)
{
    assay_status status = ASSAY_OK;
    *to = NULL;
    store *s = calloc(1, sizeof *s);
    if (s) s->mode = mode, s->path = strdup(path ? path : "a store in memory");
    if (!s || !s->path) {
        store_close(s);
        return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    }
    /* A reader, too, must be able to roll back what a killed run left half done; it writes nothing of its own, and
     * where it may not write it reads all the same. */
    const int flags = SQLITE_OPEN_READWRITE | (mode & STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
    const int opened = store_open_file(path, mode & STORE_IMAGE ? STORE_AS_IMAGE : flags, &s->db);
    if (opened == SQLITE_OK) status = open_as(s, mode, err);
    else status = s->db ? store_error(s, "opening it", err) : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (s->writes && hidden_add(s->path) != ASSAY_OK) status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (status != ASSAY_OK) {
        store_close(s);
        return status;
    }
    *to = s;
    return ASSAY_OK;
}

void store_close(store *s)
{
    if (!s) return;
    if (s->db && s->writes && seal_lags(s) && store_begin(s, NULL) == ASSAY_OK) store_commit(s, NULL);
    store_forget_statements(s);
    if (s->writes) hidden_remove(s->path);
    /* One plain file, which can be read from a folder that is not writable. Refused where others have it open: then the
     * last of them does it. */
    if (s->writes && !s->lost) {
        sqlite3_busy_timeout(s->db, 0);
        sqlite3_exec(s->db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    }
    sqlite3_close(s->db);
    store_sweep_log(s);
    free(s->lacking);
    free(s->path);
    free(s);
}

/* With a log the transaction that is under way is still written, and saved with the rest; SQLite's other journal is
 * not begun for a file that has moved. */
assay_status store_begin(store *s, assay_error *err)
{
    ASSAY_TRY(!s->logs ? store_check_file(s, err) : ASSAY_OK);
    s->dated = 0;
    const assay_status begun = store_run_sql(s, "BEGIN IMMEDIATE", "starting to write", err);
    if (begun == ASSAY_OK) seal_begin(s);
    return begun;
}

assay_status store_commit(store *s, assay_error *err)
{
    assay_status status = seal_transaction(s, err);
    if (status == ASSAY_OK) status = store_run_sql(s, "COMMIT", "writing", err);
    if (status != ASSAY_OK) store_rollback(s);
    return status == ASSAY_OK ? store_check_file(s, err) : status;
}

void store_rollback(store *s)
{
    if (!sqlite3_get_autocommit(s->db)) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    seal_forget(s); /* numbers may be given anew */
}

assay_status store_end(store *s, assay_status status, assay_error *err)
{
    if (status == ASSAY_OK) return store_commit(s, err);
    store_rollback(s);
    return status;
}
