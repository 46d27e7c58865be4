/*
 * How SQLite reaches files: as always, but for the journal that joins several databases. A rollback journal may name
 * one, and SQLite then opens that file, whatever it is, and deletes it when it holds no names: somebody else's journal
 * next to a store could so delete any file of ours. No store of ours has ever had such a journal.
 */
#include "store_sql.h"
#include "unfinished.h"
#include "wording.h"

#include <fcntl.h>
#include <pthread.h>

/*
 * A store in memory: its file and what its journals hold are read once; what a journal restores is restored in memory
 * alone. No file is written, locked, made or removed, so a process that may do none of it can look at a store that
 * somebody sent. It has the store to itself: nobody else sees the memory.
 */
typedef struct image {
    sqlite3_file base;
    char *at;
    sqlite3_int64 size, room;
} image;

static int resize(image *f, sqlite3_int64 size)
{
    if (size > f->room) {
        char *more = realloc(f->at, (size_t)size * 2);
        if (!more) return SQLITE_NOMEM;
        f->at = more;
        f->room = size * 2;
    }
    if (size > f->size) memset(f->at + f->size, 0, (size_t)(size - f->size));
    f->size = size;
    return SQLITE_OK;
}

static int close_image(sqlite3_file *file)
{
    free(((image *)file)->at);
    return SQLITE_OK;
}

static int read_image(sqlite3_file *file, void *to, int size, sqlite3_int64 at)
{
    const image *f = (const image *)file;
    const sqlite3_int64 there = at >= f->size ? 0 : f->size - at < size ? f->size - at : size;
    memcpy(to, f->at + (there ? at : 0), (size_t)there);
    memset((char *)to + there, 0, (size_t)(size - there));
    return there == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int write_image(sqlite3_file *file, const void *from, int size, sqlite3_int64 at)
{
    image *f = (image *)file;
    const int code = at + size > f->size ? resize(f, at + size) : SQLITE_OK;
    if (code == SQLITE_OK) memcpy(f->at + at, from, (size_t)size);
    return code;
}

static int size_of_image(sqlite3_file *file, sqlite3_int64 *to)
{
    *to = ((const image *)file)->size;
    return SQLITE_OK;
}

static int truncate_image(sqlite3_file *file, sqlite3_int64 size) { return resize((image *)file, size); }

static int nothing(sqlite3_file *file, int how)
{
    (void)file, (void)how;
    return SQLITE_OK;
}

static int nobody_locks(sqlite3_file *file, int *to)
{
    (void)file;
    *to = 0;
    return SQLITE_OK;
}

static int no_control(sqlite3_file *file, int what, void *of)
{
    (void)file, (void)what, (void)of;
    return SQLITE_NOTFOUND;
}

static int plain_disk(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static int load(image *f, int fd)
{
    struct stat about;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return SQLITE_CANTOPEN;
    f->at = malloc((size_t)about.st_size + 1);
    if (!f->at) return SQLITE_NOMEM;
    f->room = about.st_size;
    while (f->size < f->room) {
        const ssize_t got = read(fd, f->at + f->size, (size_t)(f->room - f->size));
        if (got < 0 && errno != EINTR) return SQLITE_IOERR_READ;
        if (got == 0) break; /* it has become shorter */
        if (got > 0) f->size += got;
    }
    return SQLITE_OK;
}

static int open_image(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 1,
        .xClose = close_image,
        .xRead = read_image,
        .xWrite = write_image,
        .xTruncate = truncate_image,
        .xSync = nothing,
        .xFileSize = size_of_image,
        .xLock = nothing,
        .xUnlock = nothing,
        .xCheckReservedLock = nobody_locks,
        .xFileControl = no_control,
        .xSectorSize = plain_disk,
        .xDeviceCharacteristics = plain_disk,
    };
    (void)vfs;
    image *f = (image *)file;
    *f = (image){ .base = { NULL } };
    if (flags & SQLITE_OPEN_SUPER_JOURNAL) return SQLITE_CORRUPT;
    FREED(file_closed) const int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0 && !(flags & (SQLITE_OPEN_CREATE | SQLITE_OPEN_DELETEONCLOSE))) return SQLITE_CANTOPEN;
    const int code = fd >= 0 ? load(f, fd) : SQLITE_OK;
    if (code == SQLITE_OK) f->base.pMethods = &methods;
    else free(f->at);
    if (given) *given = flags;
    return code;
}

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

static const char *own_vfs(int in_memory)
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
        files.image.szOsFile = sizeof(image);
        files.image.xOpen = open_image;
        files.image.xDelete = remove_nothing;
    }
    sqlite3_vfs *vfs = in_memory ? &files.image : &files.own;
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

char *store_plain_name(const char *path) { return wording_made("%s%s", path[0] == '/' ? "" : "./", path); }

int store_open_file(const char *path, int flags, sqlite3 **to)
{
    OWNED char *plain = path ? store_plain_name(path) : NULL;
    const int in_memory = flags == STORE_AS_IMAGE;
    *to = NULL;
    if (path && !plain) return SQLITE_NOMEM;
    flags = (in_memory ? SQLITE_OPEN_READWRITE : flags) | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(plain ? plain : ":memory:", to, flags, own_vfs(in_memory));
    if (code == SQLITE_OK) distrust(*to);
    if (code == SQLITE_OK && in_memory)
        sqlite3_exec(*to, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
    return code;
}
