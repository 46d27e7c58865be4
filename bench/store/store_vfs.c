/*
 * How SQLite reaches files: as always, but for the journal that joins several databases. A rollback journal may name
 * one, and SQLite then opens that file, whatever it is, and deletes it when it holds no names: somebody else's journal
 * next to a store could so delete any file of ours. No store of ours has ever had such a journal.
 */
#include "store_sql.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    sqlite3_vfs *usual; /* of this program: SQLite's own, or one that a host has put before it */
    sqlite3_vfs own, image;
} files = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
    (void)vfs;
    file->pMethods = NULL;
    if (flags & SQLITE_OPEN_SUPER_JOURNAL) return SQLITE_CORRUPT;
    return files.usual->xOpen(files.usual, name, file, flags, given);
}

static int remove_nothing(sqlite3_vfs *vfs, const char *name, int durable)
{
    (void)vfs, (void)name, (void)durable;
    return SQLITE_OK;
}

static const char *own_vfs(int image)
{
    pthread_mutex_lock(&files.lock);
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (usual && usual != files.usual) {
        files.usual = usual;
        files.own = *usual;
        files.own.zName = "assay";
        files.own.xOpen = open_file;
        files.image = *usual;
        files.image.zName = "assay-image";
        files.image.szOsFile = store_image_size;
        files.image.xOpen = store_image_open;
        files.image.xDelete = remove_nothing;
    }
    sqlite3_vfs *vfs = image ? &files.image : &files.own;
    const int known = usual && sqlite3_vfs_register(vfs, 0) == SQLITE_OK; /* once or again is the same */
    pthread_mutex_unlock(&files.lock);
    return known ? vfs->zName : "none"; /* which no file can be opened through */
}

/* What comes from anywhere: nothing in its schema is run, no text in it is longer than any of ours. */
static void distrust(sqlite3 *db)
{
    enum { LONGEST = 4 << 20 }; /* bytes: the text of a plan is the longest there is */
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, 60000);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LONGEST);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_exec(db, "PRAGMA cell_size_check=ON", NULL, NULL, NULL);
}

char *store_plain_name(const char *path)
{
    char *plain = malloc(strlen(path) + 3);
    if (plain) sprintf(plain, "%s%s", path[0] == '/' ? "" : "./", path);
    return plain;
}

int store_open_file(const char *path, int flags, sqlite3 **to)
{
    char *plain = path ? store_plain_name(path) : NULL;
    const int image = flags == STORE_AS_IMAGE;
    *to = NULL;
    if (path && !plain) return SQLITE_NOMEM;
    flags = (image ? SQLITE_OPEN_READWRITE : flags) | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(plain ? plain : ":memory:", to, flags, own_vfs(image));
    free(plain);
    if (code == SQLITE_OK) distrust(*to);
    if (code == SQLITE_OK && image)
        sqlite3_exec(*to, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
    return code;
}
