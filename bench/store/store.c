/* The store's file: its schema, how it is made and closed, transactions. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "apart.h"
#include "store_sql.h"

#include "hidden_files.h"
#include "wording.h"

#include <limits.h>
#include <sys/vfs.h>

static const char opening[] = "opening it", making[] = "making the store";
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

/* Whether an object of a schema is a table of ours, as we make it. *status: memory ran out. */
static int is_ours(const char *type, const char *name, const char *sql, assay_status *status)
{
    const store_table *t = store_table_named(name);
    if (!t || strcmp(type, "table") != 0) return 0;
    sqlite3_str *text = sqlite3_str_new(NULL);
    store_put_create(text, t);
    FREED(sql_dropped) char *made = sqlite3_str_finish(text);
    if (!made) *status = ASSAY_ENOMEM;
    return made && strcmp(made, sql) == 0;
}

assay_status store_check_schema(store *s, const char *database, assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    size_t ours = 0, all = 0;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text,
                        "SELECT type, name, sql FROM %s.sqlite_schema WHERE name NOT LIKE 'sqlite_stat%%' AND (type <> "
                        "'index' OR sql IS NOT NULL)",
                        database); /* those that follow from keys */
    assay_status status = store_prepare_text(s, text, &row, opening, err);
    for (; status == ASSAY_OK && store_next(s, row, opening, &status, err); all++)
        ours += is_ours(store_text(row, 0), store_text(row, 1), store_text(row, 2), &status) != 0;
    if (status == ASSAY_ENOMEM) return store_no_memory(s, opening, err);
    return status != ASSAY_OK || (ours == all && all == store_n_tables)
               ? status
               : bad_input(
                     s->path, err,
                     "not a usable assay store (its tables are not those of a store); name another file with --db");
}

static assay_status make_all(store *s, assay_error *err)
{
    const int64_t tables = store_pragma(s, "SELECT count(*) FROM sqlite_schema");
    char identity[128];
    if (tables < 0) return store_error(s, making, err);
    if (tables) return ASSAY_OK; /* somebody else was faster */
    for (size_t k = 0; k < store_n_tables; k++) ASSAY_TRY(store_run_of(s, "make_table", &store_tables[k], making, err));
    snprintf(identity, sizeof identity, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             SCHEMA_VERSION);
    return store_run_sql(s, identity, making, err);
}

static assay_status make_tables(store *s, int mode, assay_error *err)
{
    if (!(mode & STORE_WRITE))
        return bad_input(s->path, err, "an empty file, not an assay store; `assay run` makes one");
    ASSAY_TRY(store_run_sql(s, "BEGIN IMMEDIATE", making, err));
    return store_end(s, make_all(s, err), err);
}

/* Either an empty database, to be made ours, or one of ours, of this schema. */
static assay_status check_identity(store *s, int mode, assay_error *err)
{
    /* tables first: they come into being with the identity, so whoever sees them sees that they are ours */
    const sqlite3_int64 tables = store_pragma(s, "SELECT count(*) FROM sqlite_schema");
    const sqlite3_int64 application = store_pragma(s, "PRAGMA application_id");
    if (application < 0 && has_failed(s)) return store_error(s, opening, err);
    const sqlite3_int64 version = store_pragma(s, "PRAGMA user_version");
    if (version < 0 && has_failed(s)) return store_error(s, opening, err);
    if (store_pragma(s, "SELECT encoding <> 'UTF-8' FROM pragma_encoding") == 1)
        return bad_input(s->path, err,
                         "not a usable assay store (its texts are not UTF-8); name another file with --db");
    if (application == 0 && tables == 0) return make_tables(s, mode, err);
    if (application != APPLICATION_ID)
        return bad_input(s->path, err, "an SQLite database, but not an assay store; name another file with --db");
    if (version != SCHEMA_VERSION)
        return bad_input(s->path, err,
                         "a store of schema %lld, made by another version of assay; this one reads schema %d. Use "
                         "the version that made it, or run the plan again into another file with --db",
                         (long long)version, SCHEMA_VERSION);
    return store_check_schema(s, "main", err);
}

/* A store whose name leads elsewhere while it is open: it was removed, renamed, or another file took its place. What is
 * written goes on into a file that nobody will find; it is copied to FILE.saved-PID. */

static void remember_file(store *s)
{
    struct stat about;
    if (stat(s->path, &about) != 0) return; /* gone already: any file is another one */
    s->device = about.st_dev;
    s->inode = about.st_ino;
}

/* The store as it is in memory and in the open file, into a database that is not there yet. */
static int copy_to(store *s, sqlite3 *to)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", s->db, "main");
    if (!copy) return 0;
    const int step = sqlite3_backup_step(copy, -1);
    if (sqlite3_backup_finish(copy) != SQLITE_OK || step != SQLITE_DONE) return 0;
    return sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) == SQLITE_OK; /* one plain file */
}

int store_save(store *s, const char *saved)
{
    sqlite3 *to = NULL;
    if (access(saved, F_OK) == 0) return 0;
    const int copied =
        store_open_file(saved, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &to) == SQLITE_OK && copy_to(s, to);
    const int closed = sqlite3_close(to) == SQLITE_OK;
    if (!copied || !closed) unlink(saved);
    return copied && closed;
}

/* The log goes into the file that is open and is emptied: next to another file of the name it would be its log. */
static void empty_log(store *s) { sqlite3_exec(s->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL); }

/* Once it is closed: the log of a store that is gone. */
static void sweep_log(const store *s)
{
    static const char *const parts[] = { "-wal", "-shm" };
    if (!s->lost || access(s->path, F_OK) == 0) return; /* they may be another store's */
    for (size_t k = 0; k < 2; k++) {
        OWNED char *part = wording_made("%s%s", s->path, parts[k]);
        if (part) unlink(part);
    }
}

assay_status store_check_file(store *s, assay_error *err)
{
    struct stat about;
    if (!s->writes) return ASSAY_OK;
    const int there = stat(s->path, &about) == 0;
    if (there && about.st_dev == s->device && about.st_ino == s->inode) return ASSAY_OK;
    const char *what = there ? "another file took the store's place" : "the store has vanished";
    OWNED char *saved = wording_made("%s.saved-%ld", s->path, (long)getpid());
    s->lost = 1;
    if (saved && store_save(s, saved))
        assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s while it was written to; what it held is saved in %s", s->path,
                   what, saved);
    else
        assay_fail(err, ASSAY_EENVIRONMENT,
                   "%s: %s while it was written to, and its contents could not be saved next to it", s->path, what);
    empty_log(s);
    return ASSAY_EENVIRONMENT;
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
    remember_file(s);
    ASSAY_TRY(set_journal(s, network ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL", err));
    return store_run_sql(s, network ? "PRAGMA foreign_keys=ON" : "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
                         "opening it for writing", err);
}

/* One view of all rows, whoever writes meanwhile. */
static assay_status check_rows(store *s, assay_error *err)
{
    ASSAY_TRY(store_run_sql(s, "BEGIN", opening, err));
    const assay_status status = seal_check(s, "main", err);
    store_rollback(s);
    return status;
}

static assay_status open_as(store *s, int mode, assay_error *err)
{
    ASSAY_TRY(check_identity(s, mode, err));
    if (!(mode & STORE_UNCHECKED)) ASSAY_TRY(check_rows(s, err));
    if (mode & STORE_IMAGE) return ASSAY_OK;
    if (!(mode & STORE_WRITE)) {
        sqlite3_exec(s->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
        return ASSAY_OK;
    }
    const char *file = sqlite3_db_filename(s->db, NULL); /* not in memory alone */
    if (file && *file) ASSAY_TRY(start_writing(s, err));
    return seal_watch(s, err);
}

assay_status store_open_here(const char *path, int mode, store **to, assay_error *err)
{
    *to = NULL;
    FREED(store_dropped) store *s = zeroed(1, sizeof *s);
    if (!s || !(s->path = wording_made("%s", path ? path : "a store in memory"))) return no_memory(NULL, err);
    s->mode = mode;
    /* A reader, too, must be able to roll back what a killed run left half done; it writes nothing of its own, and
     * where it may not write it reads all the same. */
    const int flags = SQLITE_OPEN_READWRITE | (mode & STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
    const int opened = store_open_file(path, mode & STORE_IMAGE ? STORE_AS_IMAGE : flags, &s->db);
    if (opened != SQLITE_OK) return s->db ? store_error(s, opening, err) : no_memory(NULL, err);
    ASSAY_TRY(open_as(s, mode, err));
    if (s->writes && hidden_add(s->path) != ASSAY_OK) return no_memory(NULL, err);
    *to = given(&s);
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
    sweep_log(s);
    sqlite3_free(s->lacking);
    free(s->path);
    free(s);
}

/* With a log the transaction that is under way is still written, and saved with the rest; SQLite's other journal is
 * not begun for a file that has moved. */
assay_status store_begin(store *s, assay_error *err)
{
    if (!s->logs) ASSAY_TRY(store_check_file(s, err));
    s->dated = 0;
    ASSAY_TRY(store_run_sql(s, "BEGIN IMMEDIATE", "starting to write", err));
    seal_begin(s);
    return ASSAY_OK;
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

/* A store is looked at by a process that can do nothing else, before SQLite sees a byte of it in this one. */

enum { FILES = 3 }; /* the store and its journals, which lie where the store lies, not where a link to it does */

typedef struct vetting {
    const char *path;
    int mode, apart;
    pid_t here;
    size_t status;
    assay_error why;
} vetting;

/* Inside it would be no other thing than opening the store. */
static assay_status look_at(void *what, assay_error *err)
{
    vetting *v = what;
    store *s;
    (void)err;
    if (getpid() != v->here) v->status = (size_t)store_open_here(v->path, v->mode | STORE_IMAGE, &s, &v->why);
    return ASSAY_OK;
}

static void carry_finding(carrier *c, void *what)
{
    vetting *v = what;
    carry_size(c, &v->status, ASSAY_ENOMEM);
    carry_words(c, v->why.text, sizeof v->why.text);
    v->apart = 1;
}

static void drop_finding(void *what) { ((vetting *)what)->apart = 0; }

static int is_same(const struct stat *x, const struct stat *y)
{
    return x->st_dev == y->st_dev && x->st_ino == y->st_ino && x->st_size == y->st_size &&
           memcmp(&x->st_mtim, &y->st_mtim, sizeof x->st_mtim) == 0;
}

assay_status store_vet(const char *path, int mode, int *vetted, assay_error *err)
{
    static const char *const ends[FILES] = { "", "-wal", "-journal" };
    char real[PATH_MAX], name[FILES][PATH_MAX + 16];
    struct stat before[FILES] = { 0 }, after;
    vetting v = { .path = path, .mode = mode, .here = getpid() };
    if (vetted) *vetted = 0;
    if (!realpath(path, real)) return ASSAY_OK; /* it is not there yet */
    for (int k = 0; k < FILES; k++) {
        snprintf(name[k], sizeof name[k], "%s%s", real, ends[k]);
        if (stat(name[k], &before[k]) != 0) before[k].st_ino = 0;
    }
    const apart_job job = { { path, name[1], name[2] }, look_at, carry_finding, drop_finding, &v };
    ASSAY_TRY(apart_read(&job, err));
    for (int k = 0; k < FILES; k++)
        if (stat(name[k], &after) == 0 ? !is_same(&before[k], &after) : before[k].st_ino != 0) v.apart = 0;
    if (!vetted || !v.apart) return ASSAY_OK;
    *vetted = 1;
    return v.status == ASSAY_OK ? ASSAY_OK : assay_fail(err, (assay_status)v.status, "%s", v.why.text);
}

static assay_status check_file(const char *path, int mode, assay_error *err)
{
    struct stat about;
    if (!path[0]) return assay_fail(err, ASSAY_EUSAGE, "the name of the store is empty; --db wants a file");
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode)) return bad_input(path, err, "a folder; --db wants a file");
        if (!S_ISREG(about.st_mode)) return bad_input(path, err, "a pipe or a device; --db wants a file");
        return ASSAY_OK;
    }
    if (mode & STORE_WRITE && errno != ENOENT)
        return assay_fail(err, errno == EACCES ? ASSAY_EENVIRONMENT : ASSAY_EINPUT,
                          "%s: %s; name another file with --db", path, strerror(errno));
    if (!(mode & STORE_WRITE))
        return bad_input(path, err, "%s; `assay run PLAN --db FILE` makes a store", strerror(errno));
    return ASSAY_OK;
}

assay_status store_open(const char *path, int mode, store **to, assay_error *err)
{
    int vetted = 0;
    *to = NULL;
    if (path) ASSAY_TRY(check_file(path, mode, err));
    if (path && !(mode & STORE_UNCHECKED)) ASSAY_TRY(store_vet(path, mode, &vetted, err));
    return store_open_here(path, vetted ? mode | STORE_UNCHECKED : mode, to, err);
}
