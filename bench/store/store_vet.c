/* A store is looked at by a process that can do nothing else, before SQLite sees a byte of it in this one. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "apart.h"
#include "store_sql.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 3 }; /* the store and its journals, which lie where the store lies, not where a link to it does */

typedef struct vetting {
    const char *path;
    int mode, apart;
    pid_t here;
    size_t status;
    assay_error why;
} vetting;

/* Inside it would be no other thing than opening the store. */
static assay_status look_at(void *what, assay_error *err)
{
    vetting *v = what;
    store *s;
    (void)err;
    if (getpid() != v->here) v->status = (size_t)store_open_here(v->path, v->mode | STORE_IMAGE, &s, &v->why);
    return ASSAY_OK;
}

static void carry_finding(carrier *c, void *what)
{
    vetting *v = what;
    carry_size(c, &v->status, ASSAY_ENOMEM);
    carry_words(c, v->why.text, sizeof v->why.text);
    v->apart = 1;
}

static void drop_finding(void *what) { ((vetting *)what)->apart = 0; }

static int is_same(const struct stat *x, const struct stat *y)
{
    return x->st_dev == y->st_dev && x->st_ino == y->st_ino && x->st_size == y->st_size &&
           memcmp(&x->st_mtim, &y->st_mtim, sizeof x->st_mtim) == 0;
}

assay_status store_vet(const char *path, int mode, int *vetted, assay_error *err)
{
    static const char *const ends[FILES] = { "", "-wal", "-journal" };
    char real[PATH_MAX], name[FILES][PATH_MAX + 16];
    struct stat before[FILES] = { 0 }, after;
    vetting v = { .path = path, .mode = mode, .here = getpid() };
    if (vetted) *vetted = 0;
    if (!realpath(path, real)) return ASSAY_OK; /* it is not there yet */
    for (int k = 0; k < FILES; k++) {
        snprintf(name[k], sizeof name[k], "%s%s", real, ends[k]);
        if (stat(name[k], &before[k]) != 0) before[k].st_ino = 0;
    }
    const apart_job job = { { path, name[1], name[2] }, look_at, carry_finding, drop_finding, &v };
    ASSAY_TRY(apart_read(&job, err));
    for (int k = 0; k < FILES; k++)
        if (stat(name[k], &after) == 0 ? !is_same(&before[k], &after) : before[k].st_ino != 0) v.apart = 0;
    if (!vetted || !v.apart) return ASSAY_OK;
    *vetted = 1;
    return v.status == ASSAY_OK ? ASSAY_OK : assay_fail(err, (assay_status)v.status, "%s", v.why.text);
}

static assay_status check_file(const char *path, int mode, assay_error *err)
{
    struct stat about;
    if (!path[0]) return assay_fail(err, ASSAY_EUSAGE, "the name of the store is empty; --db wants a file");
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode)) return assay_fail(err, ASSAY_EINPUT, "%s: a folder; --db wants a file", path);
        if (!S_ISREG(about.st_mode))
            return assay_fail(err, ASSAY_EINPUT, "%s: a pipe or a device; --db wants a file", path);
        return ASSAY_OK;
    }
    if (mode & STORE_WRITE && errno != ENOENT)
        return assay_fail(err, errno == EACCES ? ASSAY_EENVIRONMENT : ASSAY_EINPUT,
                          "%s: %s; name another file with --db", path, strerror(errno));
    if (!(mode & STORE_WRITE))
        return assay_fail(err, ASSAY_EINPUT, "%s: %s; `assay run PLAN --db FILE` makes a store", path, strerror(errno));
    return ASSAY_OK;
}

assay_status store_open(const char *path, int mode, store **to, assay_error *err)
{
    int vetted = 0;
    *to = NULL;
    if (path) ASSAY_TRY(check_file(path, mode, err));
    if (path && !(mode & STORE_UNCHECKED)) ASSAY_TRY(store_vet(path, mode, &vetted, err));
    return store_open_here(path, vetted ? mode | STORE_UNCHECKED : mode, to, err);
}
