/* Names that carry their owner, and what is made under them. */
#define _DEFAULT_SOURCE /* gethostname, fchmod, mkdtemp */
#include "unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX ".assay-"

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

static assay_status too_long(const char *folder, assay_error *err)
{
    return assay_fail(err, ASSAY_EENVIRONMENT, "%.200s...: the path is too long", folder);
}

static assay_status join(char to[UNFINISHED_PATH], const char *folder, const char *name, assay_error *err)
{
    return (size_t)snprintf(to, UNFINISHED_PATH, "%s/%s", folder, name) < UNFINISHED_PATH ? ASSAY_OK
                                                                                         : too_long(folder, err);
}

/* The template of a name of ours in a folder. */
static assay_status own_name(const char *folder, char to[UNFINISHED_PATH], assay_error *err)
{
    char name[128];
    const long process = (long)getpid();
    snprintf(name, sizeof name, PREFIX "%08" PRIx32 "-%ld-%" PRIu64 "-XXXXXX", this_machine(), process,
             process_start(process));
    return join(to, folder, name, err);
}

/* Whether a name is one of a process of this machine that is gone. */
static int is_left_over(const char *name)
{
    owner o;
    int used = 0;
    /* NOLINTNEXTLINE(cert-err34-c): such names are this file's own */
    if (sscanf(name, PREFIX "%8" SCNx32 "-%ld-%" SCNu64 "-%n", &o.machine, &o.process, &o.start, &used) != 3 || !used)
        return 0;
    if (o.machine != this_machine() || o.process <= 0 || o.process > INT32_MAX) return 0;
    if (kill((pid_t)o.process, 0) != 0 && errno == ESRCH) return 1;
    const uint64_t start = process_start(o.process);
    return start && o.start && start != o.start;
}

/* Removes a file, or a folder with all that is in it; links are not followed. */
static void remove_all(const char *path)
{
    if (unlink(path) == 0) return;
    DIR *list = opendir(path);
    char inside[UNFINISHED_PATH];
    for (const struct dirent *entry; list && (entry = readdir(list)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (join(inside, path, entry->d_name, NULL) == ASSAY_OK) remove_all(inside);
    }
    if (list) closedir(list);
    rmdir(path);
}

static void sweep(const char *folder)
{
    char path[UNFINISHED_PATH];
    DIR *list = opendir(folder);
    for (const struct dirent *entry; list && (entry = readdir(list)) != NULL;)
        if (is_left_over(entry->d_name) && join(path, folder, entry->d_name, NULL) == ASSAY_OK) remove_all(path);
    if (list) closedir(list);
}

/* ---- folders that are there ---- */

static assay_status make_all(const char *directory, assay_error *err)
{
    char path[UNFINISHED_PATH];
    if (!directory[0]) return assay_fail(err, ASSAY_EUSAGE, "'': no name for a folder");
    if ((size_t)snprintf(path, sizeof path, "%s", directory) >= sizeof path) return too_long(directory, err);
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
    if (length >= UNFINISHED_PATH) return too_long(file, err);
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

assay_status unfinished_file_open(const char *path, unfinished_file *to, assay_error *err)
{
    char folder[UNFINISHED_PATH];
    struct stat about;
    *to = (unfinished_file){ 0 };
    if ((size_t)snprintf(to->path, sizeof to->path, "%s", path) >= sizeof to->path) return too_long(path, err);
    const int there = stat(path, &about) == 0;
    if (there && !S_ISREG(about.st_mode)) { /* a device or a pipe takes it as it comes */
        to->file = fopen(path, "w");
    } else {
        assay_status status = folder_of(path, folder, err);
        if (status == ASSAY_OK) status = own_name(folder, to->making, err);
        if (status != ASSAY_OK) return status;
        sweep(folder);
        const int descriptor = mkstemp(to->making);
        if (descriptor >= 0) (void)fchmod(descriptor, mode_for(there ? &about : NULL));
        to->file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    }
    return to->file ? ASSAY_OK : assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", path, strerror(errno));
}

assay_status unfinished_file_finish(unfinished_file *f, assay_error *err)
{
    int bad = ferror(f->file) || fflush(f->file) != 0, why = errno;
    if (fclose(f->file) != 0 && !bad) bad = 1, why = errno;
    if (!bad && f->making[0] && rename(f->making, f->path) != 0) bad = 1, why = errno;
    if (bad && f->making[0]) unlink(f->making);
    f->file = NULL;
    return bad ? assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", f->path, strerror(why ? why : EIO)) : ASSAY_OK;
}

void unfinished_file_discard(unfinished_file *f)
{
    if (f->file) fclose(f->file);
    if (f->making[0]) unlink(f->making);
    *f = (unfinished_file){ 0 };
}

/* ---- a folder ---- */

assay_status unfinished_folder_open(const char *directory, unfinished_folder *to, assay_error *err)
{
    *to = (unfinished_folder){ .directory = directory };
    assay_status status = folder_make(directory, err);
    if (status != ASSAY_OK) return status;
    sweep(directory);
    status = own_name(directory, to->making, err);
    if (status == ASSAY_OK && !mkdtemp(to->making))
        status =
            assay_fail(err, ASSAY_EENVIRONMENT, "%s: no file can be written there: %s", directory, strerror(errno));
    if (status != ASSAY_OK) to->making[0] = '\0';
    return status;
}

assay_status unfinished_folder_path(const unfinished_folder *f, const char *name, char to[UNFINISHED_PATH],
                                    assay_error *err)
{
    return join(to, f->making, name, err);
}

assay_status unfinished_folder_create(const unfinished_folder *f, const char *name, FILE **to, assay_error *err)
{
    char path[UNFINISHED_PATH];
    *to = NULL;
    assay_status status = join(path, f->making, name, err);
    if (status == ASSAY_OK && strchr(name, '/')) status = folder_make_for(path, err);
    if (status == ASSAY_OK && !(*to = fopen(path, "w")))
        status = assay_fail(err, ASSAY_EENVIRONMENT, "%s/%s: %s", f->directory, name, strerror(errno));
    return status;
}

assay_status unfinished_folder_written(const unfinished_folder *f, const char *name, FILE *file, assay_status written,
                                       assay_error *err)
{
    errno = 0;
    const int bad = ferror(file);
    if ((fclose(file) != 0 || bad) && written == ASSAY_OK)
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s/%s: %s", f->directory, name, strerror(errno ? errno : EIO));
    return written;
}

static assay_status move_entries(const char *from, const char *to, int folders, assay_error *err);

static assay_status move_entry(const char *from, const char *to, int folders, assay_error *err)
{
    struct stat about;
    if (stat(from, &about) != 0 || (S_ISDIR(about.st_mode) != 0) != folders) return ASSAY_OK;
    if (!folders)
        return rename(from, to) == 0 ? ASSAY_OK : assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", to, strerror(errno));
    assay_status status = folder_make(to, err);
    if (status == ASSAY_OK) status = move_entries(from, to, 1, err);
    return status == ASSAY_OK ? move_entries(from, to, 0, err) : status;
}

/* Moves the folders, or the files, of one folder to another. */
static assay_status move_entries(const char *from, const char *to, int folders, assay_error *err)
{
    char old[UNFINISHED_PATH], new[UNFINISHED_PATH];
    DIR *list = opendir(from);
    assay_status status = list ? ASSAY_OK : assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", from, strerror(errno));
    for (const struct dirent *entry; status == ASSAY_OK && (entry = readdir(list)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        status = join(old, from, entry->d_name, err);
        if (status == ASSAY_OK) status = join(new, to, entry->d_name, err);
        if (status == ASSAY_OK) status = move_entry(old, new, folders, err);
    }
    if (list) closedir(list);
    return status;
}

assay_status unfinished_folder_move(const unfinished_folder *f, assay_error *err)
{
    const assay_status status = move_entries(f->making, f->directory, 1, err);
    return status == ASSAY_OK ? move_entries(f->making, f->directory, 0, err) : status;
}

void unfinished_folder_close(unfinished_folder *f)
{
    if (f->making[0]) remove_all(f->making);
    f->making[0] = '\0';
}
