/* Names that carry their owner, and what is made under them. */
#define _GNU_SOURCE /* gethostname, fchmod, mkostemp, realpath */
#include "unfinished_inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- owners ---- */

typedef struct owner {
    uint32_t machine;
    long process;
    uint64_t start; /* in the kernel's ticks: a number may come again for another process */
} owner;

/* 0: there is no such process, or it cannot be known. */
static uint64_t process_start(long process)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    const size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[got] = '\0';
    const char *at = strrchr(text, ')'); /* the command's name may hold anything */
    for (int field = 2; at && field < 22; field++) at = strchr(at + 1, ' ');
    return at ? strtoull(at, NULL, 10) : 0;
}

static uint32_t this_machine(void)
{
    char name[256] = "";
    uint32_t hash = 2166136261u; /* FNV-1a, Fowler, Noll and Vo 1991 */
    if (gethostname(name, sizeof name - 1) != 0) return hash;
    for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
    return hash;
}

static assay_status unfinished_too_long(const char *folder, assay_error *err)
{
    return assay_fail(err, ASSAY_EENVIRONMENT, "%.200s...: the path is too long", folder);
}

assay_status unfinished_join(char to[UNFINISHED_PATH], const char *folder, const char *name, assay_error *err)
{
    return (size_t)snprintf(to, UNFINISHED_PATH, "%s/%s", folder, name) < UNFINISHED_PATH
               ? ASSAY_OK
               : unfinished_too_long(folder, err);
}

/* The template of a name of ours in a folder. */
assay_status unfinished_own_name(const char *folder, char to[UNFINISHED_PATH], assay_error *err)
{
    char name[128];
    const long process = (long)getpid();
    snprintf(name, sizeof name, UNFINISHED_PREFIX "%08" PRIx32 "-%ld-%" PRIu64 "-XXXXXX", this_machine(), process,
             process_start(process));
    return unfinished_join(to, folder, name, err);
}

/* Whether a name is one of a process of this machine that is gone. */
static int is_left_over(const char *name)
{
    owner o;
    int used = 0;
    /* NOLINTNEXTLINE(cert-err34-c): such names are this file's own */
    if (sscanf(name, UNFINISHED_PREFIX "%8" SCNx32 "-%ld-%" SCNu64 "-%n", &o.machine, &o.process, &o.start, &used) !=
            3 ||
        !used)
        return 0;
    if (o.machine != this_machine() || o.process <= 0 || o.process > INT32_MAX) return 0;
    if (kill((pid_t)o.process, 0) != 0 && errno == ESRCH) return 1;
    const uint64_t start = process_start(o.process);
    return start && o.start && start != o.start;
}

/* Whether what an open folder has under a name is of this user: what others leave is theirs to remove. */
static int is_own(int folder, const char *name)
{
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && about.st_uid == geteuid();
}

/* Removes a file, or a folder with all that is in it, of an open folder. Links are not followed, not even one that
 * takes a folder's place meanwhile: each step is taken from the folder that is open. */
static void remove_at(int folder, const char *name)
{
    if (unlinkat(folder, name, 0) == 0) return;
    const int inside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inside >= 0) (void)fchmod(inside, 0700); /* one that was read-only would keep what is in it */
    DIR *list = inside >= 0 ? fdopendir(inside) : NULL;
    for (const struct dirent *entry; list && (entry = readdir(list)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) remove_at(inside, entry->d_name);
    if (list) closedir(list);
    else if (inside >= 0) close(inside);
    unlinkat(folder, name, AT_REMOVEDIR);
}

void unfinished_remove(const char *path) { remove_at(AT_FDCWD, path); }

void unfinished_sweep(const char *folder)
{
    DIR *list = opendir(folder);
    for (const struct dirent *entry; list && (entry = readdir(list)) != NULL;)
        if (is_left_over(entry->d_name) && is_own(dirfd(list), entry->d_name)) remove_at(dirfd(list), entry->d_name);
    if (list) closedir(list);
}

/* ---- folders that are there ---- */

static assay_status make_all(const char *directory, assay_error *err)
{
    char path[UNFINISHED_PATH];
    if (!directory[0]) return assay_fail(err, ASSAY_EUSAGE, "'': no name for a folder");
    if ((size_t)snprintf(path, sizeof path, "%s", directory) >= sizeof path) return unfinished_too_long(directory, err);
    for (char *c = path + 1;; c++) {
        if (*c != '/' && *c) continue;
        const char kept = *c;
        *c = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", path, strerror(errno));
        if (!(*c = kept)) return ASSAY_OK;
    }
}

assay_status folder_make(const char *directory, assay_error *err)
{
    struct stat about;
    const assay_status status = make_all(directory, err);
    if (status == ASSAY_OK && stat(directory, &about) == 0 && !S_ISDIR(about.st_mode))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: not a folder", directory);
    return status;
}

/* The folder that a file stands in, "." where its name has none. */
static assay_status folder_of(const char *file, char to[UNFINISHED_PATH], assay_error *err)
{
    const char *slash = strrchr(file, '/');
    const size_t length = slash ? (size_t)(slash - file) : 0;
    if (length >= UNFINISHED_PATH) return unfinished_too_long(file, err);
    snprintf(to, UNFINISHED_PATH, "%.*s", slash ? (length ? (int)length : 1) : 1, slash ? file : ".");
    return ASSAY_OK;
}

assay_status folder_make_for(const char *file, assay_error *err)
{
    char folder[UNFINISHED_PATH];
    const assay_status status = folder_of(file, folder, err);
    return status == ASSAY_OK ? make_all(folder, err) : status;
}

/* ---- a file ---- */

/* What an ordinary new file would have, or the old one had. */
static mode_t mode_for(const struct stat *old)
{
    if (old) return old->st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static assay_status cannot_write(const char *path, int why, assay_error *err)
{
    assay_fail(err, why == ENOMEM ? ASSAY_ENOMEM : ASSAY_EENVIRONMENT, "%.700s: cannot be written: %s%s", path,
               strerror(why), why == ENOENT ? "; the folder must exist" : "");
    errno = why;
    return why == ENOMEM ? ASSAY_ENOMEM : ASSAY_EENVIRONMENT;
}

/* Where a file is to be: what a link leads to, not the link. 0 or why not. */
static int find_place(const char *path, int there, char to[UNFINISHED_PATH])
{
    char *whole = there ? realpath(path, NULL) : strdup(path);
    if (!whole) return errno;
    const int fits = (size_t)snprintf(to, UNFINISHED_PATH, "%s", whole) < UNFINISHED_PATH;
    free(whole);
    return fits ? 0 : ENAMETOOLONG;
}

/* A new file next to the place. 0 or why not. */
static int open_making(unfinished_file *to, const struct stat *old)
{
    char folder[UNFINISHED_PATH];
    if (folder_of(to->path, folder, NULL) != ASSAY_OK || unfinished_own_name(folder, to->making, NULL) != ASSAY_OK)
        return ENAMETOOLONG;
    unfinished_sweep(folder);
    const int descriptor = mkostemp(to->making, O_CLOEXEC);
    if (descriptor < 0) return errno;
    (void)fchmod(descriptor, mode_for(old));
    to->file = fdopen(descriptor, "w");
    const int why = to->file ? 0 : errno;
    if (!to->file) close(descriptor);
    return why;
}

assay_status unfinished_file_open(const char *path, unfinished_file *to, assay_error *err)
{
    struct stat about;
    *to = (unfinished_file){ 0 };
    const int there = stat(path, &about) == 0, ordinary = !there || S_ISREG(about.st_mode);
    int why = find_place(path, there && ordinary, to->path);
    if (!why && there && access(path, W_OK) != 0) why = errno; /* a write-protected file stays */
    if (!why && ordinary) why = open_making(to, there ? &about : NULL);
    else if (!why && !(to->file = fopen(path, "we"))) why = errno; /* a device or a pipe takes it as it comes */
    if (!why) return ASSAY_OK;
    unfinished_file_discard(to);
    return cannot_write(path, why, err);
}

assay_status unfinished_file_finish(unfinished_file *f, assay_error *err)
{
    int bad = ferror(f->file) || fflush(f->file) != 0, why = errno;
    if (fclose(f->file) != 0 && !bad) bad = 1, why = errno;
    if (!bad && f->making[0] && rename(f->making, f->path) != 0) bad = 1, why = errno;
    if (bad && f->making[0]) unlink(f->making);
    f->file = NULL;
    f->making[0] = '\0';
    return bad ? cannot_write(f->path, why ? why : EIO, err) : ASSAY_OK;
}

void unfinished_file_discard(unfinished_file *f)
{
    const int why = errno;
    if (f->file) fclose(f->file);
    if (f->making[0]) unlink(f->making);
    errno = why;
    *f = (unfinished_file){ 0 };
}
