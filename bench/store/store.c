/* Opening and closing the store, its schema, and how SQLite's errors are told. */
#include "store_sql.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

enum { APPLICATION_ID = 0x61737379 /* "assy" */, SCHEMA_VERSION = 1 };

static const char *const schema =
    "CREATE TABLE plan(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE scenario(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, place INTEGER NOT NULL,"
    " title TEXT NOT NULL,  symbol TEXT NOT NULL) STRICT;"
    "CREATE TABLE point(id INTEGER PRIMARY KEY, scenario INTEGER NOT NULL REFERENCES scenario, name TEXT NOT NULL,"
    "  place INTEGER NOT NULL, x REAL, modularity_kind INTEGER NOT NULL, modularity REAL,"
    " compactness_kind INTEGER NOT NULL,"
    "  compactness REAL, explicitness_kind INTEGER NOT NULL, explicitness REAL, UNIQUE(scenario, name)) STRICT;"
    "CREATE TABLE metric(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, place INTEGER NOT NULL,"
    " title TEXT NOT NULL,  family TEXT NOT NULL, flags INTEGER NOT NULL) STRICT;"
    "CREATE TABLE output(id INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric, name TEXT NOT NULL,"
    "  place INTEGER NOT NULL, axis INTEGER NOT NULL, measures INTEGER NOT NULL, low REAL, high REAL,"
    "  UNIQUE(metric, name)) STRICT;"
    "CREATE TABLE variant(id INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric, preset TEXT NOT NULL,"
    "  place INTEGER NOT NULL, UNIQUE(metric, preset)) STRICT;"
    "CREATE TABLE want(plan INTEGER NOT NULL REFERENCES plan, point INTEGER NOT NULL REFERENCES point,"
    "  samples INTEGER NOT NULL, seed_first INTEGER NOT NULL, seed_end INTEGER NOT NULL,"
    "  variant INTEGER NOT NULL REFERENCES variant,"
    "  PRIMARY KEY(plan, point, samples, seed_first, seed_end, variant)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE cell(id INTEGER PRIMARY KEY, point INTEGER NOT NULL REFERENCES point, samples INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL, variant INTEGER NOT NULL REFERENCES variant, status INTEGER NOT NULL,"
    " seconds REAL NOT NULL,  version TEXT NOT NULL, UNIQUE(point, samples, seed, variant)) STRICT;"
    /* item -1 is the overall value; value is NULL where undefined says why */
    "CREATE TABLE score(cell INTEGER NOT NULL REFERENCES cell, output INTEGER NOT NULL REFERENCES output,"
    "  item INTEGER NOT NULL, value REAL, undefined TEXT, PRIMARY KEY(cell, output, item)) STRICT, WITHOUT ROWID;";

assay_status store_error(const store *s, const char *doing, assay_error *err)
{
    const int code = sqlite3_errcode(s->db);
    const char *why = sqlite3_errmsg(s->db);
    switch (code & 0xff) {
    case SQLITE_NOMEM: return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out while %s", s->path, doing);
    case SQLITE_FULL:
    case SQLITE_IOERR:
        return assay_fail(err, ASSAY_EENVIRONMENT,
                          "%s: %s while %s; what was written before is intact. Make room and run "
                          "the same command again",
                          s->path, why, doing);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: %s while %s; check the folder's permissions or name another file with --db", s->path,
                          why, doing);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: another program holds the file (%s); try again when it is done",
                          s->path, why);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return assay_fail(err, ASSAY_EINPUT, "%s: not a usable assay store (%s); name another file with --db", s->path,
                          why);
    default: return assay_fail(err, ASSAY_EINTERNAL, "%s: %s while %s", s->path, why, doing);
    }
}

assay_status store_run_sql(store *s, const char *sql, const char *doing, assay_error *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? ASSAY_OK : store_error(s, doing, err);
}

sqlite3_stmt *store_prepare(store *s, const char *sql)
{
    size_t k = 0;
    while (k < STORE_STATEMENTS && s->statement[k].sql && s->statement[k].sql != sql) k++;
    if (k == STORE_STATEMENTS) return NULL;
    if (!s->statement[k].prepared) {
        if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->statement[k].prepared, NULL) != SQLITE_OK)
            return NULL;
        s->statement[k].sql = sql;
    }
    sqlite3_reset(s->statement[k].prepared);
    sqlite3_clear_bindings(s->statement[k].prepared);
    return s->statement[k].prepared;
}

assay_status store_step(store *s, sqlite3_stmt *statement, const char *doing, assay_error *err)
{
    if (!statement || sqlite3_step(statement) != SQLITE_DONE) return store_error(s, doing, err);
    sqlite3_reset(statement);
    return ASSAY_OK;
}

static sqlite3_int64 read_pragma(store *s, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_int64 value = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

/* The write-ahead log maps shared memory, which file servers do not share: there it corrupts the file. */
static int on_network_file_system(const char *path)
{
    static const long network[] = { 0x6969 /* nfs */,        0x517B /* smb */,        0xFE534D42 /* smb2 */,
                                    0xFF534D42 /* cifs */,   0x0BD00BD0 /* lustre */, 0x47504653 /* gpfs */,
                                    0x00C36400 /* ceph */,   0x5346414F /* afs */,    0x19830326 /* beegfs */,
                                    0x01021997 /* 9p */,     0x65735546 /* fuse */ };
    struct statfs about;
    if (statfs(path, &about) != 0) return 1; /* not known: the cautious way */
    for (size_t k = 0; k < sizeof network / sizeof *network; k++)
        if ((unsigned long)about.f_type == (unsigned long)network[k]) return 1;
    return 0;
}

/* Either an empty database, to be made ours, or one of ours of this version. */
static assay_status check_identity(store *s, int mode, assay_error *err)
{
    /* tables first: they come into being with the identity, so whoever sees them sees that they are ours */
    const sqlite3_int64 tables = read_pragma(s, "SELECT count(*) FROM sqlite_schema");
    const sqlite3_int64 application = read_pragma(s, "PRAGMA application_id");
    const sqlite3_int64 version = read_pragma(s, "PRAGMA user_version");
    if (application < 0 || tables < 0) return store_error(s, "opening it", err);
    if (application == APPLICATION_ID && version == SCHEMA_VERSION) return ASSAY_OK;
    if (application == APPLICATION_ID)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: a store of schema version %lld, this assay reads version %d; use the assay that "
                          "made it, or name another file with --db",
                          s->path, (long long)version, SCHEMA_VERSION);
    if (application != 0 || tables != 0)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: an SQLite database, but not an assay store; name another file with --db", s->path);
    if (mode == STORE_READ)
        return assay_fail(err, ASSAY_EINPUT, "%s: an empty file, not an assay store; `assay run` makes one", s->path);
    char identity[128];
    snprintf(identity, sizeof identity, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             SCHEMA_VERSION);
    assay_status status = store_run_sql(s, "BEGIN IMMEDIATE", "making the store", err);
    if (status != ASSAY_OK) return status;
    if (read_pragma(s, "SELECT count(*) FROM sqlite_schema") == 0) { /* nobody else was faster */
        status = store_run_sql(s, schema, "making the store", err);
        if (status == ASSAY_OK) status = store_run_sql(s, identity, "making the store", err);
    }
    if (status == ASSAY_OK) return store_commit(s, err);
    store_rollback(s);
    return status;
}

static assay_status check_file(const char *path, int mode, assay_error *err)
{
    struct stat about;
    if (!path[0]) return assay_fail(err, ASSAY_EUSAGE, "the name of the store is empty; --db wants a file");
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode)) return assay_fail(err, ASSAY_EINPUT, "%s: a folder; --db wants a file", path);
        return ASSAY_OK;
    }
    if (mode == STORE_READ || errno != ENOENT)
        return assay_fail(err, ASSAY_EINPUT, "%s: %s; `assay run PLAN --db FILE` makes a store", path, strerror(errno));
    return ASSAY_OK;
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
    const assay_status status = set_journal(s, network ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL", err);
    if (status != ASSAY_OK) return status;
    return store_run_sql(s, network ? "PRAGMA foreign_keys=ON" : "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
                         "opening it for writing", err);
}

assay_status store_open(const char *path, int mode, store **to, assay_error *err)
{
    *to = NULL;
    assay_status status = check_file(path, mode, err);
    if (status != ASSAY_OK) return status;
    store *s = calloc(1, sizeof *s);
    /* with a folder before it, ":memory:" and "file:x" are names like any other */
    char *plain = malloc(strlen(path) + 3);
    if (s) s->path = strdup(path);
    if (!s || !s->path || !plain) {
        free(plain);
        store_close(s);
        return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    }
    sprintf(plain, "%s%s", path[0] == '/' ? "" : "./", path);
    /* A reader, too, must be able to roll back what a killed run left half done; it writes nothing of its own, and
     * where it may not write it reads all the same. */
    const int flags = mode == STORE_READ ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int opened = sqlite3_open_v2(plain, &s->db, flags, NULL);
    free(plain);
    if (opened != SQLITE_OK) {
        status = s->db ? store_error(s, "opening it", err) : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    } else {
        sqlite3_extended_result_codes(s->db, 1);
        sqlite3_busy_timeout(s->db, 60000);
        if (mode == STORE_READ) sqlite3_exec(s->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
        status = check_identity(s, mode, err);
    }
    if (status == ASSAY_OK && mode == STORE_WRITE) status = start_writing(s, err);
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
    for (size_t k = 0; k < STORE_STATEMENTS; k++) sqlite3_finalize(s->statement[k].prepared);
    /* One plain file, which can be read from a folder that is not writable. Refused where others have it open: then the
     * last of them does it. */
    if (s->writes) {
        sqlite3_busy_timeout(s->db, 0);
        sqlite3_exec(s->db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    }
    sqlite3_close(s->db);
    free(s->path);
    free(s);
}

assay_status store_begin(store *s, assay_error *err)
{
    return store_run_sql(s, "BEGIN IMMEDIATE", "starting to write", err);
}

assay_status store_commit(store *s, assay_error *err)
{
    const assay_status status = store_run_sql(s, "COMMIT", "writing", err);
    if (status != ASSAY_OK) store_rollback(s);
    return status;
}

void store_rollback(store *s)
{
    if (!sqlite3_get_autocommit(s->db)) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}
