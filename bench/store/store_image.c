/*
 * A store in memory: its file and what its journals hold are read once; what a journal restores is restored in memory
 * alone. No file is written, locked, made or removed, so a process that may do none of it can look at a store that
 * somebody sent. It has the store to itself: nobody else sees the memory.
 */
#include "store_sql.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct image {
    sqlite3_file base;
    char *at;
    sqlite3_int64 size, room;
} image;

const int store_image_size = sizeof(image);

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

int store_image_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
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
    const int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0 && !(flags & (SQLITE_OPEN_CREATE | SQLITE_OPEN_DELETEONCLOSE))) return SQLITE_CANTOPEN;
    const int code = fd >= 0 ? load(f, fd) : SQLITE_OK;
    if (fd >= 0) close(fd);
    if (code == SQLITE_OK) f->base.pMethods = &methods;
    else free(f->at);
    if (given) *given = flags;
    return code;
}
