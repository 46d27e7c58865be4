/* Opening and closing the store, its schema, and how SQLite's errors are told. */
#include "store_sql.h"

#include "hidden_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x61737379 /* "assy" */, SCHEMA_VERSION = 5 };

static const char schema[] =
    "CREATE TABLE plan(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE scenario(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, place INTEGER NOT NULL,"
    " title TEXT NOT NULL,  symbol TEXT NOT NULL) STRICT;"
    "CREATE TABLE point(id INTEGER PRIMARY KEY, scenario INTEGER NOT NULL REFERENCES scenario, name TEXT NOT NULL,"
    "  place INTEGER NOT NULL, x REAL, modularity_kind INTEGER NOT NULL, modularity REAL,"
    " compactness_kind INTEGER NOT NULL,"
    "  compactness REAL, explicitness_kind INTEGER NOT NULL, explicitness REAL, UNIQUE(scenario, name)) STRICT;"
    /* number is NULL where the value is a word; swept: the parameter that figures draw along */
    "CREATE TABLE point_parameter(point INTEGER NOT NULL REFERENCES point, place INTEGER NOT NULL, name TEXT NOT NULL,"
    "  number REAL, word TEXT, swept INTEGER NOT NULL, PRIMARY KEY(point, place), UNIQUE(point, name))"
    "  STRICT, WITHOUT ROWID;"
    "CREATE TABLE metric(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, place INTEGER NOT NULL,"
    " title TEXT NOT NULL,  family TEXT NOT NULL, flags INTEGER NOT NULL) STRICT;"
    "CREATE TABLE output(id INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric, name TEXT NOT NULL,"
    "  place INTEGER NOT NULL, axis INTEGER NOT NULL, measures INTEGER NOT NULL, low REAL, high REAL,"
    "  UNIQUE(metric, name)) STRICT;"
    /* name is the preset with the options that were changed, "zaidi2020:bins=15", which variant_option holds one by
     * one */
    "CREATE TABLE variant(id INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric, preset TEXT NOT NULL,"
    "  name TEXT NOT NULL, place INTEGER NOT NULL, UNIQUE(metric, name)) STRICT;"
    "CREATE TABLE variant_option(variant INTEGER NOT NULL REFERENCES variant, place INTEGER NOT NULL,"
    "  name TEXT NOT NULL, number REAL, word TEXT, PRIMARY KEY(variant, place), UNIQUE(variant, name))"
    "  STRICT, WITHOUT ROWID;"
    "CREATE TABLE want(plan INTEGER NOT NULL REFERENCES plan, point INTEGER NOT NULL REFERENCES point,"
    "  samples INTEGER NOT NULL, seed_first INTEGER NOT NULL, seed_end INTEGER NOT NULL,"
    "  variant INTEGER NOT NULL REFERENCES variant,"
    "  PRIMARY KEY(plan, point, samples, seed_first, seed_end, variant)) STRICT, WITHOUT ROWID;"
    /* the numbers of seeds with which a plan's verdicts are looked at, more seeds being added to those that are open */
    "CREATE TABLE look(plan INTEGER NOT NULL REFERENCES plan, seeds INTEGER NOT NULL, PRIMARY KEY(plan, seeds))"
    "  STRICT, WITHOUT ROWID;"
    "CREATE TABLE cell(id INTEGER PRIMARY KEY, point INTEGER NOT NULL REFERENCES point, samples INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL, variant INTEGER NOT NULL REFERENCES variant, status INTEGER NOT NULL,"
    " seconds REAL NOT NULL,  version TEXT NOT NULL, UNIQUE(point, samples, seed, variant)) STRICT;"
    /* days, UTC, on which cells were added; '' where some came in before the store told */
    "CREATE TABLE day(day TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;"
    /* axis and number: the factor or code that it is told of, number -1 where of neither */
    "CREATE TABLE reason(id INTEGER PRIMARY KEY, word TEXT NOT NULL, axis INTEGER NOT NULL, number INTEGER NOT NULL,"
    "  text TEXT NOT NULL, UNIQUE(text, axis, number)) STRICT;"
    /* item -1 is the overall value; value is NULL where reason says why */
    "CREATE TABLE score(cell INTEGER NOT NULL REFERENCES cell, output INTEGER NOT NULL REFERENCES output,"
    "  item INTEGER NOT NULL, value REAL, reason INTEGER REFERENCES reason, PRIMARY KEY(cell, output, item))"
    "  STRICT, WITHOUT ROWID;"
    /* A user's own arrays: a point of a group's. hash is '' until they were read; problem says why they cannot be.
     * data: which rows are drawn of it. */
    "CREATE TABLE representation(point INTEGER PRIMARY KEY REFERENCES point, path TEXT NOT NULL, hash TEXT NOT NULL,"
    "  rows INTEGER NOT NULL, factors INTEGER NOT NULL, codes INTEGER NOT NULL, problem TEXT, data TEXT NOT NULL,"
    "  clusters INTEGER NOT NULL) STRICT;"
    /* what the manifest says of it beside path and group */
    "CREATE TABLE representation_column(point INTEGER NOT NULL REFERENCES representation, place INTEGER NOT NULL,"
    "  name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(point, place), UNIQUE(point, name)) STRICT, WITHOUT ROWID;"
    /* kind: how it was drawn. Of a null (codes permuted against factors) low is NULL and high the point that chance
     * passes in 1 - level of all draws; p is NULL of an interval. score: that of each draw, as doubles, NaN
     * undefined; empty: not kept */
    "CREATE TABLE uncertainty(cell INTEGER NOT NULL REFERENCES cell, output INTEGER NOT NULL REFERENCES output,"
    "  kind INTEGER NOT NULL, level REAL NOT NULL, draws INTEGER NOT NULL, defined INTEGER NOT NULL, mean REAL,"
    "  sd REAL, low REAL, high REAL, p REAL, score BLOB NOT NULL, PRIMARY KEY(cell, output, kind))"
    "  STRICT, WITHOUT ROWID;";

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
    case SQLITE_TOOBIG:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* a sum that overflows, a function of what it is not for: values that no program of ours writes */
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
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

sqlite3_stmt *store_prepare_with(store *s, const char *sql, const sql_value *value, size_t n)
{
    sqlite3_stmt *statement = store_prepare(s, sql);
    for (size_t k = 0; statement && k < n; k++) {
        const sql_value *v = &value[k];
        const int place = (int)k + 1;
        if (v->type == SQLITE_INTEGER) sqlite3_bind_int64(statement, place, v->whole);
        else if (v->type == SQLITE_FLOAT) sqlite3_bind_double(statement, place, v->real);
        else if (v->type == SQLITE_BLOB) sqlite3_bind_blob(statement, place, v->text, v->bytes, SQLITE_STATIC);
        else if (v->type == SQLITE_TEXT) sqlite3_bind_text(statement, place, v->text, v->bytes, SQLITE_STATIC);
    }
    return statement;
}

int store_next(store *s, sqlite3_stmt *row, const char *doing, assay_status *status, assay_error *err)
{
    const int step = !row ? SQLITE_ERROR : *status == ASSAY_OK ? sqlite3_step(row) : SQLITE_DONE;
    if (step == SQLITE_ROW) return 1;
    if (step != SQLITE_DONE) *status = store_error(s, doing, err);
    sqlite3_reset(row);
    return 0;
}

/* Whether the last statement failed: a negative number may as well be what the file says. */
static int has_failed(const store *s)
{
    const int code = sqlite3_errcode(s->db);
    return code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE;
}

int64_t store_pragma(store *s, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t value = -1;
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

void store_forget_statements(store *s)
{
    for (size_t k = 0; k < STORE_STATEMENTS; k++) sqlite3_finalize(s->statement[k].prepared);
    memset(s->statement, 0, sizeof s->statement);
}

/* ---- what a file is ---- */

/* The text of a database's schema, object by object; NULL: it cannot be read. Free with sqlite3_free. */
static char *schema_text(sqlite3 *db, const char *database)
{
    sqlite3_stmt *statement = NULL;
    char *text = sqlite3_mprintf("");
    char find[160];
    snprintf(find, sizeof find, "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM %s.sqlite_schema"
             " WHERE name NOT LIKE 'sqlite_stat%%' ORDER BY type, name", database);
    int step = sqlite3_prepare_v2(db, find, -1, &statement, NULL) == SQLITE_OK ? SQLITE_ROW : SQLITE_ERROR;
    while (text && step == SQLITE_ROW && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        char *longer = sqlite3_mprintf("%s%s\n", text, sqlite3_column_text(statement, 0));
        sqlite3_free(text);
        text = longer;
    }
    sqlite3_finalize(statement);
    if (step == SQLITE_DONE) return text;
    sqlite3_free(text);
    return NULL;
}

assay_status store_check_schema(store *s, const char *database, assay_error *err)
{
    sqlite3 *model = NULL;
    char *wanted = NULL, *got = schema_text(s->db, database);
    if (!got && !has_failed(s)) return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out while opening it", s->path);
    if (!got) return store_error(s, "opening it", err);
    if (store_open_file(NULL, SQLITE_OPEN_READWRITE, &model) == SQLITE_OK &&
        sqlite3_exec(model, schema, NULL, NULL, NULL) == SQLITE_OK)
        wanted = schema_text(model, "main");
    sqlite3_close(model);
    const assay_status status =
        !wanted ? assay_fail(err, ASSAY_ENOMEM, "memory ran out")
        : strcmp(got, wanted) == 0
            ? ASSAY_OK
            : assay_fail(err, ASSAY_EINPUT,
                         "%s: not a usable assay store (its tables are not those of a store); name "
                         "another file with --db",
                         s->path);
    sqlite3_free(got);
    sqlite3_free(wanted);
    return status;
}

static assay_status mark_schema(store *s, assay_error *err)
{
    char identity[128];
    snprintf(identity, sizeof identity, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             SCHEMA_VERSION);
    return store_run_sql(s, identity, "making the store", err);
}

/* ---- making and recognising ---- */

static assay_status make_tables(store *s, int mode, assay_error *err)
{
    if (mode == STORE_READ)
        return assay_fail(err, ASSAY_EINPUT, "%s: an empty file, not an assay store; `assay run` makes one", s->path);
    assay_status status = store_run_sql(s, "BEGIN IMMEDIATE", "making the store", err);
    if (status != ASSAY_OK) return status;
    const int64_t tables = store_pragma(s, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0) status = store_error(s, "making the store", err);
    if (tables == 0) { /* nobody else was faster */
        status = store_run_sql(s, schema, "making the store", err);
        if (status == ASSAY_OK) status = mark_schema(s, err);
    }
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

static assay_status check_file(const char *path, int mode, assay_error *err)
{
    struct stat about;
    if (!path[0]) return assay_fail(err, ASSAY_EUSAGE, "the name of the store is empty; --db wants a file");
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode)) return assay_fail(err, ASSAY_EINPUT, "%s: a folder; --db wants a file", path);
        if (!S_ISREG(about.st_mode))
            return assay_fail(err, ASSAY_EINPUT, "%s: a pipe or a device; --db wants a file", path);
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
    s->logs = !network;
    store_remember_file(s);
    const assay_status status =
        set_journal(s, network ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL", err);
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
    if (s) s->path = strdup(path);
    if (!s || !s->path) {
        store_close(s);
        return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    }
    /* A reader, too, must be able to roll back what a killed run left half done; it writes nothing of its own, and
     * where it may not write it reads all the same. */
    const int flags = mode == STORE_READ ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int opened = store_open_file(path, flags, &s->db);
    if (opened != SQLITE_OK) {
        status = s->db ? store_error(s, "opening it", err) : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    } else {
        status = check_identity(s, mode, err);
        if (mode == STORE_READ) sqlite3_exec(s->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
    }
    if (status == ASSAY_OK && mode == STORE_WRITE) status = start_writing(s, err);
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
    return store_run_sql(s, "BEGIN IMMEDIATE", "starting to write", err);
}

assay_status store_commit(store *s, assay_error *err)
{
    const assay_status status = store_run_sql(s, "COMMIT", "writing", err);
    if (status != ASSAY_OK) store_rollback(s);
    return status == ASSAY_OK ? store_check_file(s, err) : status;
}

void store_rollback(store *s)
{
    if (!sqlite3_get_autocommit(s->db)) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

assay_status store_end(store *s, assay_status status, assay_error *err)
{
    if (status == ASSAY_OK) return store_commit(s, err);
    store_rollback(s);
    return status;
}
