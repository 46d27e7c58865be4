/*
 * How SQLite reaches files: as always, but for the journal that joins several databases. A rollback journal may name
 * one, and SQLite then opens that file, whatever it is, and deletes it when it holds no names: somebody else's journal
 * beside a store could so delete any file of ours. No store of ours has ever had such a journal.
 */
#include "store_sql.h"

#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    sqlite3_vfs *usual; /* of this program: SQLite's own, or one that a host has put before it */
    sqlite3_vfs own;
} files = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
    (void)vfs;
    file->pMethods = NULL;
    if (flags & SQLITE_OPEN_SUPER_JOURNAL) return SQLITE_CORRUPT;
    return files.usual->xOpen(files.usual, name, file, flags, given);
}

const char *store_vfs(void)
{
    pthread_mutex_lock(&files.lock);
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (usual && usual != files.usual) {
        files.usual = usual;
        files.own = *usual;
        files.own.zName = "assay";
        files.own.xOpen = open_file;
    }
    const int known = usual && sqlite3_vfs_register(&files.own, 0) == SQLITE_OK; /* once or again is the same */
    pthread_mutex_unlock(&files.lock);
    return known ? files.own.zName : "none"; /* which no file can be opened through */
}
