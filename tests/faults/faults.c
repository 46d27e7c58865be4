/*
 * A library to preload: the k-th call of one kind fails. Memory and files alike, in the program and in the libraries
 * under it; the processes it starts are left alone.
 *
 *     ASSAY_FAULT=KIND:K[+][:ERROR]   KIND alloc, open, write, sync or rename; with + every later call fails, too;
 *                                     ERROR ENOSPC (standard), EIO, EMFILE, EACCES
 *     ASSAY_FAULT_COUNT=FILE          at the end, how many calls of that kind there were
 *
 * glibc: allocation goes on in __libc_malloc and its kin; everything else is found behind this library by dlsym.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { ALLOC, OPEN, WRITE, SYNC, RENAME, KINDS };
static const char *const kinds[KINDS] = { "alloc", "open", "write", "sync", "rename" };

static struct {
    int armed, kind, onwards, error;
    unsigned long at;
    pid_t owner;
    atomic_ulong count;
} fault;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

__attribute__((constructor)) static void arm(void)
{
    static const struct {
        const char *name;
        int value;
    } errors[] = { { "EIO", EIO }, { "EMFILE", EMFILE }, { "EACCES", EACCES } };
    const char *text = getenv("ASSAY_FAULT");
    if (!text || strcmp(program_invocation_short_name, "assay") != 0) return;
    const size_t length = strcspn(text, ":");
    while (fault.kind < KINDS && strncmp(kinds[fault.kind], text, length) != 0) fault.kind++;
    char *end = NULL;
    if (text[length]) fault.at = strtoul(text + length + 1, &end, 10);
    if (fault.kind == KINDS || !end) _exit(99);
    fault.onwards = *end == '+';
    fault.error = ENOSPC;
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
        if (strstr(end, errors[k].name)) fault.error = errors[k].value;
    fault.owner = getpid();
    fault.armed = 1;
}

/* Whether this call is the one. */
static int fails(int kind)
{
    if (!fault.armed || fault.kind != kind) return 0;
    const unsigned long now = atomic_fetch_add(&fault.count, 1) + 1;
    if (!(now == fault.at || (fault.onwards && now > fault.at && fault.at > 0))) return 0;
    if (getpid() != fault.owner) return 0;
    errno = kind == ALLOC ? ENOMEM : fault.error;
    return 1;
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("ASSAY_FAULT_COUNT");
    if (!fault.armed || !path || getpid() != fault.owner) return;
    fault.armed = 0;
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "%lu\n", atomic_load(&fault.count));
    fclose(file);
}

void *malloc(size_t size) { return fails(ALLOC) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return fails(ALLOC) ? NULL : __libc_calloc(count, size); }

void *realloc(void *old, size_t size) { return fails(ALLOC) ? NULL : __libc_realloc(old, size); }

/* What the next library calls by this name. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static mode_t mode_of(int flags, va_list args) { return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(args, int) : 0; }

#define OPENS(name)                                              \
    int name(const char *path, int flags, ...)                   \
    {                                                            \
        va_list args;                                            \
        va_start(args, flags);                                   \
        const mode_t mode = mode_of(flags, args);                \
        va_end(args);                                            \
        return fails(OPEN) ? -1 : NEXT(name)(path, flags, mode); \
    }
OPENS(open)
OPENS(open64)

FILE *fopen(const char *path, const char *mode) { return fails(OPEN) ? NULL : NEXT(fopen)(path, mode); }

FILE *fopen64(const char *path, const char *mode) { return fails(OPEN) ? NULL : NEXT(fopen64)(path, mode); }

int mkstemp(char *name) { return fails(OPEN) ? -1 : NEXT(mkstemp)(name); }

ssize_t write(int file, const void *bytes, size_t size)
{
    return file > 2 && fails(WRITE) ? -1 : NEXT(write)(file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    return fails(WRITE) ? -1 : NEXT(pwrite)(file, bytes, size, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    return fails(WRITE) ? -1 : NEXT(pwrite64)(file, bytes, size, at);
}

int fflush(FILE *file)
{
    if (file && file != stdout && file != stderr && fails(WRITE)) return EOF;
    return NEXT(fflush)(file);
}

int ftruncate(int file, off_t size) { return fails(WRITE) ? -1 : NEXT(ftruncate)(file, size); }

int ftruncate64(int file, off64_t size) { return fails(WRITE) ? -1 : NEXT(ftruncate64)(file, size); }

int fsync(int file) { return fails(SYNC) ? -1 : NEXT(fsync)(file); }

int fdatasync(int file) { return fails(SYNC) ? -1 : NEXT(fdatasync)(file); }

int rename(const char *from, const char *to) { return fails(RENAME) ? -1 : NEXT(rename)(from, to); }

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    return fails(RENAME) ? -1 : NEXT(renameat2)(from_folder, from, to_folder, to, flags);
}
