/*
 * Stores of an older schema: the copy that is kept, and where the change takes place. In the file it is one
 * transaction, whose lock is taken before anything is looked at: of programs that open a store at once one changes it,
 * and its copy is of what was there before. Where a reader cannot change the file, it changes a copy in memory.
 */
#include "store_sql.h"
#include "unfinished.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char doing[] = "bringing it to a newer schema";

/* ---- the copy ---- */

enum { BLOCK = 1 << 16 };

/* The file by SQLite's own handle: closing another one would give up the locks that this process holds on it. */
static sqlite3_file *file_of(const store *s, sqlite3_int64 *size)
{
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods)
        return NULL;
    return file->pMethods->xFileSize(file, size) == SQLITE_OK ? file : NULL;
}

/* The bytes of the block at `at`; 0: they cannot be read. */
static int read_block(sqlite3_file *from, sqlite3_int64 size, sqlite3_int64 at, char *to)
{
    const int length = size - at < BLOCK ? (int)(size - at) : BLOCK;
    return from->pMethods->xRead(from, to, length, at) == SQLITE_OK ? length : 0;
}

static int write_all(sqlite3_file *from, sqlite3_int64 size, FILE *to)
{
    char block[BLOCK];
    for (sqlite3_int64 at = 0; at < size; at += BLOCK) {
        const int length = read_block(from, size, at, block);
        if (!length || fwrite(block, 1, (size_t)length, to) != (size_t)length) return 0;
    }
    return fflush(to) == 0 && fsync(fileno(to)) == 0;
}

/* Whether a file has the same bytes: an earlier attempt, which went no further, has kept the copy. */
static int is_copy(sqlite3_file *from, sqlite3_int64 size, const char *name)
{
    char block[BLOCK], other[BLOCK];
    struct stat about;
    FILE *file = stat(name, &about) == 0 && S_ISREG(about.st_mode) ? fopen(name, "rb") : NULL; /* a pipe would wait */
    int same = file != NULL;
    for (sqlite3_int64 at = 0; at < size && same; at += BLOCK) {
        const int length = read_block(from, size, at, block);
        same =
            length && fread(other, 1, (size_t)length, file) == (size_t)length && !memcmp(block, other, (size_t)length);
    }
    same = same && fgetc(file) == EOF;
    if (file) fclose(file);
    return same;
}

/* Appears under its name whole or not at all, readable to whom the store is. */
static int write_copy(const store *s, sqlite3_file *from, sqlite3_int64 size, const char *name)
{
    struct stat about;
    unfinished_file to;
    if (unfinished_file_open(name, &to, NULL) != ASSAY_OK) return 0;
    if (stat(s->path, &about) == 0 && fchmod(fileno(to.file), about.st_mode & 0777) == 0 &&
        write_all(from, size, to.file))
        return unfinished_file_finish(&to, NULL) == ASSAY_OK;
    unfinished_file_discard(&to);
    return 0;
}

/* FILE.schema-1, or with a number where a file of that name holds something else. */
static assay_status keep_copy(const store *s, int from, assay_error *err)
{
    enum { MOST = 100 };
    sqlite3_int64 size = 0;
    sqlite3_file *file = file_of(s, &size);
    int good = 0, taken = 1;
    errno = 0;
    for (int k = 1; file && taken && k <= MOST; k++) {
        char *name = k == 1 ? sqlite3_mprintf("%s.schema-%d", s->path, from)
                            : sqlite3_mprintf("%s.schema-%d.%d", s->path, from, k);
        taken = name && access(name, F_OK) == 0;
        if (taken && is_copy(file, size, name)) good = 1;
        else if (name && !taken) good = write_copy(s, file, size, name);
        taken = taken && !good;
        sqlite3_free(name);
    }
    if (good) return ASSAY_OK;
    return assay_fail(
        err, ASSAY_EENVIRONMENT,
        "%s: a store of schema %d is brought to a newer one after a copy of it is kept, and %s.schema-%d cannot be "
        "written (%s); make room, or copy the store elsewhere",
        s->path, from, s->path, from, errno ? strerror(errno) : "it cannot be read");
}

/* ---- the change ---- */

/* All tables of the older schema, and nothing that SQLite would run while they change. */
static int has_old_tables(store *s, int from)
{
    static const char *const all[] = {
        "SELECT sum(type = 'table' AND name IN ('plan', 'scenario', 'point', 'metric', 'output',"
        " 'variant', 'want', 'cell', 'score')) = 9 AND sum(type NOT IN ('table', 'index')) = 0 FROM sqlite_schema",
        "SELECT sum(type = 'table' AND name IN ('plan', 'scenario', 'point', 'point_parameter', 'metric', 'output',"
        " 'variant', 'variant_option', 'want', 'cell', 'reason', 'score')) = 12"
        " AND sum(type NOT IN ('table', 'index')) = 0 FROM sqlite_schema",
        "SELECT sum(type = 'table' AND name IN ('plan', 'scenario', 'point', 'point_parameter', 'metric', 'output',"
        " 'variant', 'variant_option', 'want', 'look', 'cell', 'reason', 'score', 'representation',"
        " 'representation_column', 'uncertainty')) = 16 AND sum(type NOT IN ('table', 'index')) = 0 FROM sqlite_schema",
    };
    return store_pragma(s, all[from - 1]) == 1;
}

/* In the transaction that is under way. */
static assay_status change_tables(store *s, int from, assay_error *err)
{
    if (!has_old_tables(s, from))
        return assay_fail(
            err, ASSAY_EINPUT,
            "%s: not a usable assay store (its tables are not those of a store); name another file with --db", s->path);
    assay_status status = store_migrate(s, from, store_schema, err);
    if (status == ASSAY_OK) status = store_mark_schema(s, err);
    return status == ASSAY_OK ? store_check_schema(s, "main", err) : status;
}

/* With a log of its own the file is not the whole store. Programs that may not read the newer schema have it open. */
static assay_status check_alone(store *s, int from, assay_error *err)
{
    sqlite3_stmt *statement = NULL;
    int logs = 1;
    if (sqlite3_prepare_v2(s->db, "PRAGMA journal_mode", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        logs = strcmp(store_text(statement, 0), "wal") == 0;
    sqlite3_finalize(statement);
    if (!logs) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT,
                      "%s: a store of schema %d, which another program has open; try again when it is done", s->path,
                      from);
}

static assay_status change_file(store *s, int from, assay_error *err)
{
    if (store_pragma(s, "PRAGMA user_version") != from) return ASSAY_OK; /* somebody else was faster */
    assay_status status = check_alone(s, from, err);
    if (status == ASSAY_OK) status = keep_copy(s, from, err);
    return status == ASSAY_OK ? change_tables(s, from, err) : status;
}

typedef assay_status (*change)(store *s, int from, assay_error *err);

/* The change of references to a renamed table is ours to make; both can only be switched off outside a transaction. */
static assay_status in_transaction(store *s, int from, change make, assay_error *err)
{
    assay_status status =
        store_run_sql(s, "PRAGMA foreign_keys=OFF; PRAGMA legacy_alter_table=ON; BEGIN IMMEDIATE", doing, err);
    if (status == ASSAY_OK) status = make(s, from, err);
    store_forget_statements(s); /* which may not be open when their tables go, nor afterwards */
    status = store_end(s, status, err);
    sqlite3_exec(s->db, "PRAGMA legacy_alter_table=OFF", NULL, NULL, NULL);
    return status;
}

/* All pages of one database into another; 0 where others never let go of it, or there is no room. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    enum { TRIES = 6000, PAUSE = 10 /* milliseconds */, PAGES = 4096 };
    sqlite3_backup *copying = sqlite3_backup_init(to, "main", from, "main");
    int step = SQLITE_OK;
    for (int k = 0; copying && k < TRIES; k++) {
        while (step == SQLITE_OK) step = sqlite3_backup_step(copying, PAGES);
        if (step != SQLITE_BUSY && step != SQLITE_LOCKED) break;
        sqlite3_sleep(PAUSE);
        step = SQLITE_OK;
    }
    return copying && sqlite3_backup_finish(copying) == SQLITE_OK && step == SQLITE_DONE;
}

static assay_status in_memory(store *s, int from, assay_error *err)
{
    sqlite3 *inside = NULL;
    if (store_open_file(NULL, SQLITE_OPEN_READWRITE, &inside) != SQLITE_OK || !copy_pages(s->db, inside)) {
        sqlite3_close(inside);
        return assay_fail(err, ASSAY_EENVIRONMENT,
                          "%s: a store of schema %d that can neither be written nor held in memory", s->path, from);
    }
    store_forget_statements(s);
    sqlite3_close(s->db);
    s->db = inside;
    return in_transaction(s, from, change_tables, err);
}

assay_status store_upgrade(store *s, int mode, int from, assay_error *err)
{
    const int fixed = sqlite3_db_readonly(s->db, "main");
    if (fixed && mode == STORE_WRITE)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: a store of schema %d, which cannot be written; check the folder's permissions "
                          "or name another file with --db",
                          s->path, from);
    assay_status status = fixed ? ASSAY_EENVIRONMENT : store_set_journal(s, "PRAGMA journal_mode=DELETE", err);
    if (status == ASSAY_OK) status = in_transaction(s, from, change_file, err);
    return status == ASSAY_EENVIRONMENT && mode == STORE_READ ? in_memory(s, from, err) : status;
}
