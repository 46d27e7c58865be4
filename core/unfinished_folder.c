/*
 * Folders that are replaced in one step: the new one is made next to the old, takes in the files of the old that it has
 * no name for (as links: both have them until the old one goes), and changes places with it. Where that cannot be done
 * the files are moved into the old folder one by one.
 */
#define _GNU_SOURCE /* renameat2, mkdtemp, realpath */
#include "unfinished_inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MOST_KEPT = 4096 /* files of others in a folder that is replaced: linking them takes no time to speak of */ };

/* ---- where it is made ---- */

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
    if (!realpath(directory, whole) || strstr(whole, "/" UNFINISHED_PREFIX) || stands_in(whole)) return;
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
    unfinished_sweep(in);
    const assay_status status = unfinished_own_name(in, to->making, err);
    if (status == ASSAY_OK && mkdtemp(to->making)) return ASSAY_OK;
    to->making[0] = '\0';
    return status != ASSAY_OK ? status
                              : assay_fail(err, ASSAY_EENVIRONMENT, "%s: no file can be written there: %s",
                                           to->directory, strerror(errno));
}

assay_status unfinished_folder_inside(const char *directory, unfinished_folder *to, assay_error *err)
{
    *to = (unfinished_folder){ .directory = directory };
    const assay_status status = folder_make(directory, err);
    return status == ASSAY_OK ? make_in(directory, to, err) : status;
}

assay_status unfinished_folder_open(const char *directory, unfinished_folder *to, assay_error *err)
{
    char adjacent[UNFINISHED_PATH];
    *to = (unfinished_folder){ .directory = directory };
    ASSAY_TRY(folder_make(directory, err));
    unfinished_sweep(directory);
    place_next_to(directory, adjacent);
    if (adjacent[0] && access(directory, W_OK) == 0 && make_in(adjacent, to, NULL) == ASSAY_OK) {
        to->adjacent = 1;
        return ASSAY_OK;
    }
    return make_in(directory, to, err);
}

/* ---- its files ---- */

assay_status unfinished_folder_path(const unfinished_folder *f, const char *name, char to[UNFINISHED_PATH],
                                    assay_error *err)
{
    return unfinished_join(to, f->making, name, err);
}

assay_status unfinished_folder_create(const unfinished_folder *f, const char *name, FILE **to, assay_error *err)
{
    char path[UNFINISHED_PATH];
    *to = NULL;
    assay_status status = unfinished_join(path, f->making, name, err);
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

/* ---- taking the place of the old one ---- */

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

/* ---- moving file by file ---- */

static assay_status move_entries(const char *from, const char *to, int folders, assay_error *err);

static assay_status move_entry(const char *from, const char *to, int folders, assay_error *err)
{
    struct stat about;
    if (lstat(from, &about) != 0 || (S_ISDIR(about.st_mode) != 0) != folders) return ASSAY_OK;
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
        if (is_dots(entry->d_name)) continue;
        status = unfinished_join(old, from, entry->d_name, err);
        if (status == ASSAY_OK) status = unfinished_join(new, to, entry->d_name, err);
        if (status == ASSAY_OK) status = move_entry(old, new, folders, err);
    }
    if (list) closedir(list);
    return status;
}

assay_status unfinished_folder_move(const unfinished_folder *f, assay_error *err)
{
    if (exchange(f)) return ASSAY_OK;
    const assay_status status = move_entries(f->making, f->directory, 1, err);
    return status == ASSAY_OK ? move_entries(f->making, f->directory, 0, err) : status;
}

void unfinished_folder_close(unfinished_folder *f)
{
    if (f->making[0]) unfinished_remove(f->making);
    f->making[0] = '\0';
}
