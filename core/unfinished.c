/*
 * Names that carry their owner, and what is made under them.
 *
 * Folders are replaced in one step: the new one is made next to the old, takes in the files of the old that it has no
 * name for (as links: both have them until the old one goes), and changes places with it. Where that cannot be done the
 * files are moved into the old folder one by one.
 */
#define _GNU_SOURCE /* gethostname, fchmod, mkostemp, mkdtemp, realpath, renameat2 */
#include "unfinished.h"

#include "owned.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define PREFIX ".assay-"

enum { MOST_KEPT = 4096 /* files of others in a folder that is replaced: linking them takes no time to speak of */ };

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

static assay_status join_path(char to[UNFINISHED_PATH], const char *folder, const char *name, assay_error *err)
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
    return join_path(to, folder, name, err);
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

void file_closed(const int *file)
{
    if (*file >= 0) close(*file);
}

/* Whether what an open folder has under a name is of this user: what others leave is theirs to remove. */
static int is_own(int folder, const char *name)
{
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && about.st_uid == geteuid();
}

/* Removes a file, or a folder with all that is in it, of an open folder. Links are not followed, not even one that
 * takes a folder's place meanwhile: each step is taken from the folder that is open. */
void folder_remove(int folder, const char *name)
{
    if (unlinkat(folder, name, 0) == 0) return;
    const int inside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inside >= 0) (void)fchmod(inside, 0700); /* one that was read-only would keep what is in it */
    DIR *list = inside >= 0 ? fdopendir(inside) : NULL;
    for (const struct dirent *entry; list && (entry = readdir(list)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) folder_remove(inside, entry->d_name);
    if (list) closedir(list);
    else if (inside >= 0) close(inside);
    unlinkat(folder, name, AT_REMOVEDIR);
}

static void sweep(const char *folder)
{
    DIR *list = opendir(folder);
    for (const struct dirent *entry; list && (entry = readdir(list)) != NULL;)
        if (is_left_over(entry->d_name) && is_own(dirfd(list), entry->d_name))
            folder_remove(dirfd(list), entry->d_name);
    if (list) closedir(list);
}

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

static assay_status folder_make(const char *directory, assay_error *err)
{
    struct stat about;
    ASSAY_TRY(make_all(directory, err));
    if (stat(directory, &about) == 0 && !S_ISDIR(about.st_mode))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: not a folder", directory);
    return ASSAY_OK;
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
    ASSAY_TRY(folder_of(file, folder, err));
    return make_all(folder, err);
}

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
    OWNED char *whole = there ? realpath(path, NULL) : NULL;
    if (there && !whole) return errno;
    const int fits = (size_t)snprintf(to, UNFINISHED_PATH, "%s", there ? whole : path) < UNFINISHED_PATH;
    return fits ? 0 : ENAMETOOLONG;
}

/* A new file next to the place. 0 or why not. */
static int open_making(unfinished_file *to, const struct stat *old)
{
    char folder[UNFINISHED_PATH];
    if (folder_of(to->path, folder, NULL) != ASSAY_OK || own_name(folder, to->making, NULL) != ASSAY_OK)
        return ENAMETOOLONG;
    sweep(folder);
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

/* Whether this process stands in a folder or below it: it would find itself in one that is gone. */
static int stands_in(const char *folder)
{
    char here[PATH_MAX];
    const size_t length = strlen(folder);
    return !getcwd(here, sizeof here) || (strncmp(here, folder, length) == 0 && (!here[length] || here[length] == '/'));
}

/* The folder that the new one is to be made in, so that it can take the place of the old: "" where it cannot, since
 * the old is a mount, somebody else's, where this process stands or in the making itself. */
static void place_next_to(const char *directory, char to[UNFINISHED_PATH])
{
    char whole[PATH_MAX];
    struct stat old, above;
    to[0] = '\0';
    if (!realpath(directory, whole) || strstr(whole, "/" PREFIX) || stands_in(whole)) return;
    char *slash = strrchr(whole, '/');
    const size_t length = slash > whole ? (size_t)(slash - whole) : 1;
    if (!slash[1] || length >= UNFINISHED_PATH || stat(whole, &old) != 0) return;
    memcpy(to, whole, length);
    to[length] = '\0';
    if (stat(to, &above) != 0 || above.st_dev != old.st_dev || old.st_uid != geteuid() || access(to, W_OK) != 0)
        to[0] = '\0';
}

/* In the folder `in`. */
static assay_status make_in(const char *in, unfinished_folder *to, assay_error *err)
{
    sweep(in);
    const assay_status status = own_name(in, to->making, err);
    if (status == ASSAY_OK && mkdtemp(to->making)) return ASSAY_OK;
    to->making[0] = '\0';
    return status != ASSAY_OK ? status
                              : assay_fail(err, ASSAY_EENVIRONMENT, "%s: no file can be written there: %s",
                                           to->directory, strerror(errno));
}

assay_status unfinished_folder_inside(const char *directory, unfinished_folder *to, assay_error *err)
{
    *to = (unfinished_folder){ .directory = directory };
    ASSAY_TRY(folder_make(directory, err));
    return make_in(directory, to, err);
}

assay_status unfinished_folder_open(const char *directory, unfinished_folder *to, assay_error *err)
{
    char adjacent[UNFINISHED_PATH];
    *to = (unfinished_folder){ .directory = directory };
    ASSAY_TRY(folder_make(directory, err));
    sweep(directory);
    place_next_to(directory, adjacent);
    to->adjacent = adjacent[0] && access(directory, W_OK) == 0 && make_in(adjacent, to, NULL) == ASSAY_OK;
    return to->adjacent ? ASSAY_OK : make_in(directory, to, err);
}

assay_status unfinished_folder_path(const unfinished_folder *f, const char *name, char to[UNFINISHED_PATH],
                                    assay_error *err)
{
    return join_path(to, f->making, name, err);
}

assay_status unfinished_folder_create(const unfinished_folder *f, const char *name, FILE **to, assay_error *err)
{
    char path[UNFINISHED_PATH];
    *to = NULL;
    ASSAY_TRY(join_path(path, f->making, name, err));
    if (strchr(name, '/')) ASSAY_TRY(folder_make_for(path, err));
    if ((*to = fopen(path, "w"))) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT, "%s/%s: %s", f->directory, name, strerror(errno));
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

static int is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* What shows that somebody has a store open in the folder: its log must stay where he looks for it. */
static int is_log(const char *name)
{
    static const char *const endings[] = { "-wal", "-shm", "-journal" };
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        const char *at = strstr(name, endings[k]);
        if (at && strcmp(at, endings[k]) == 0) return 1;
    }
    return 0;
}

static int keep_all(int from, int to, int *left);

/* Links one entry of the old folder into the new, unless that has one of this name. 0: it cannot be done. */
static int keep_one(int from, int to, const char *name, int *left)
{
    struct stat old, new;
    if (fstatat(from, name, &old, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
    const int there = fstatat(to, name, &new, AT_SYMLINK_NOFOLLOW) == 0;
    if (there && (S_ISDIR(old.st_mode) || S_ISDIR(new.st_mode))) {
        if (!S_ISDIR(old.st_mode) || !S_ISDIR(new.st_mode) || old.st_dev != new.st_dev) return 0;
        const int old_inside = openat(from, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        const int new_inside = openat(to, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        return keep_all(old_inside, new_inside, left);
    }
    if (there) return 1;
    return !S_ISDIR(old.st_mode) && !is_log(name) && (*left)-- > 0 && linkat(from, name, to, name, 0) == 0;
}

/* Closes both. 0 where a folder of others, a store that is open, or what cannot be linked is among them. */
static int keep_all(int from, int to, int *left)
{
    DIR *list = from >= 0 && to >= 0 ? fdopendir(from) : NULL;
    int kept = list != NULL;
    for (const struct dirent *entry; kept && (entry = readdir(list)) != NULL;)
        if (!is_dots(entry->d_name)) kept = keep_one(from, to, entry->d_name, left);
    if (list) closedir(list);
    else if (from >= 0) close(from);
    if (to >= 0) close(to);
    return kept;
}

static int keep(const char *from, const char *to)
{
    int left = MOST_KEPT;
    return keep_all(open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC), open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                    &left);
}

/* The new folder is as open to others as the old, or it cannot take its place. */
static int dress(const char *folder, const char *like)
{
    struct stat old;
    const int listed = getxattr(like, "system.posix_acl_access", NULL, 0) > 0;
    return !listed && stat(like, &old) == 0 && chown(folder, (uid_t)-1, old.st_gid) == 0 &&
           chmod(folder, old.st_mode & 07777) == 0;
}

/* 1: done. 0: nothing has changed but the folder in the making. */
static int exchange(const unfinished_folder *f)
{
    char place[PATH_MAX];
    if (!f->adjacent || !realpath(f->directory, place) || !dress(f->making, place) || !keep(place, f->making)) return 0;
    if (renameat2(AT_FDCWD, f->making, AT_FDCWD, place, RENAME_EXCHANGE) != 0) return 0;
    keep(f->making, place); /* what somebody has put there since */
    return 1;
}

static assay_status move_all(const char *from, const char *to, assay_error *err);

static void list_closed(DIR **of)
{
    if (*of) closedir(*of);
}

static assay_status move_entry(const char *from, const char *to, int folders, assay_error *err)
{
    struct stat about;
    if (lstat(from, &about) != 0 || (S_ISDIR(about.st_mode) != 0) != folders) return ASSAY_OK;
    if (!folders)
        return rename(from, to) == 0 ? ASSAY_OK : assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", to, strerror(errno));
    ASSAY_TRY(folder_make(to, err));
    return move_all(from, to, err);
}

/* Moves the folders, or the files, of one folder to another. */
static assay_status move_entries(const char *from, const char *to, int folders, assay_error *err)
{
    char old[UNFINISHED_PATH], new[UNFINISHED_PATH];
    FREED(list_closed) DIR *list = opendir(from);
    if (!list) return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", from, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (is_dots(entry->d_name)) continue;
        ASSAY_TRY(join_path(old, from, entry->d_name, err));
        ASSAY_TRY(join_path(new, to, entry->d_name, err));
        ASSAY_TRY(move_entry(old, new, folders, err));
    }
    return ASSAY_OK;
}

static assay_status move_all(const char *from, const char *to, assay_error *err)
{
    ASSAY_TRY(move_entries(from, to, 1, err));
    return move_entries(from, to, 0, err);
}

assay_status unfinished_folder_move(const unfinished_folder *f, assay_error *err)
{
    return exchange(f) ? ASSAY_OK : move_all(f->making, f->directory, err);
}

void unfinished_folder_close(unfinished_folder *f)
{
    if (f->making[0]) folder_remove(AT_FDCWD, f->making);
    f->making[0] = '\0';
}
