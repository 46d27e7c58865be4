/* A store whose name leads elsewhere while it is open: it was removed, renamed, or another file took its place. What is
 * written goes on into a file that nobody will find; it is copied to FILE.saved-PID. */
#include "store_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void store_remember_file(store *s)
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

void store_sweep_log(const store *s)
{
    static const char *const parts[] = { "-wal", "-shm" };
    if (!s->lost || access(s->path, F_OK) == 0) return; /* they may be another store's */
    const size_t size = strlen(s->path) + 8;
    char *part = malloc(size);
    for (size_t k = 0; part && k < 2; k++) {
        snprintf(part, size, "%s%s", s->path, parts[k]);
        unlink(part);
    }
    free(part);
}

assay_status store_check_file(store *s, assay_error *err)
{
    struct stat about;
    if (!s->writes) return ASSAY_OK;
    const int there = stat(s->path, &about) == 0;
    if (there && about.st_dev == s->device && about.st_ino == s->inode) return ASSAY_OK;
    const char *what = there ? "another file took the store's place" : "the store has vanished";
    const size_t size = strlen(s->path) + 40;
    char *saved = malloc(size); /* "./": a name that begins with "file:" or ":" is a name like any other */
    s->lost = 1;
    if (saved) snprintf(saved, size, "%s%s.saved-%ld", s->path[0] == '/' ? "" : "./", s->path, (long)getpid());
    if (saved && store_save(s, saved))
        assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s while it was written to; what it held is saved in %s", s->path,
                   what, saved + (s->path[0] == '/' ? 0 : 2));
    else
        assay_fail(err, ASSAY_EENVIRONMENT,
                   "%s: %s while it was written to, and its contents could not be saved next to it", s->path, what);
    empty_log(s);
    free(saved);
    return ASSAY_EENVIRONMENT;
}
