/*
 * failing_vfs.h -- a file system in front of SQLite's own that counts what reaches files (writes, truncations, syncs,
 * removals, and reads of many pages at once, which are those of a copy), and at the k-th kills the process or lets all
 * from there on fail. For child processes: it stays.
 */
#ifndef ASSAY_FAILING_VFS_H
#define ASSAY_FAILING_VFS_H

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>

enum { VFS_KILL = -1 }; /* else the code that operations fail with */

static struct {
    sqlite3_vfs *real, own;
    long left; /* operations until it happens */
    int how;
    struct { /* the methods of a kind of file: those it has, and what it gets */
        const sqlite3_io_methods *real;
        sqlite3_io_methods own;
    } kind[4];
} failing;

static inline int vfs_count(void)
{
    if (--failing.left > 0) return SQLITE_OK;
    if (failing.how == VFS_KILL) raise(SIGKILL);
    return failing.how;
}

static inline const sqlite3_io_methods *vfs_real(const sqlite3_file *file)
{
    size_t k = 0;
    while (&failing.kind[k].own != file->pMethods) k++;
    return failing.kind[k].real;
}

static inline int vfs_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at)
{
    const int code = size > 4096 ? vfs_count() : SQLITE_OK;
    return code ? code : vfs_real(file)->xRead(file, to, size, at);
}

static inline int vfs_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 at)
{
    const int code = vfs_count();
    return code ? code : vfs_real(file)->xWrite(file, from, size, at);
}

static inline int vfs_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    const int code = vfs_count();
    return code ? code : vfs_real(file)->xTruncate(file, size);
}

static inline int vfs_sync(sqlite3_file *file, int flags)
{
    (void)file; /* what kills a process costs no byte that it has written: nothing waits for the disk */
    (void)flags;
    return vfs_count();
}

static inline int vfs_delete(sqlite3_vfs *vfs, const char *name, int and_sync)
{
    (void)vfs;
    const int code = vfs_count();
    return code ? code : failing.real->xDelete(failing.real, name, and_sync);
}

/* Without the methods of shared memory there is no write-ahead log. */
static inline int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    const int code = failing.real->xOpen(failing.real, name, file, flags, out);
    if (code != SQLITE_OK) return code;
    size_t k = 0;
    while (failing.kind[k].real && failing.kind[k].real != file->pMethods) k++;
    if (k == sizeof failing.kind / sizeof *failing.kind) abort();
    failing.kind[k].real = file->pMethods;
    failing.kind[k].own = *file->pMethods;
    failing.kind[k].own.iVersion = 1;
    failing.kind[k].own.xRead = vfs_read;
    failing.kind[k].own.xWrite = vfs_write;
    failing.kind[k].own.xTruncate = vfs_truncate;
    failing.kind[k].own.xSync = vfs_sync;
    file->pMethods = &failing.kind[k].own;
    return SQLITE_OK;
}

/* From here on; after: how many operations are let through. */
static inline void vfs_fail(long after, int how)
{
    failing.real = sqlite3_vfs_find(NULL);
    failing.own = *failing.real;
    failing.own.zName = "failing";
    failing.own.xOpen = vfs_open;
    failing.own.xDelete = vfs_delete;
    failing.left = after + 1;
    failing.how = how;
    if (sqlite3_vfs_register(&failing.own, 1) != SQLITE_OK) abort();
}

#endif
