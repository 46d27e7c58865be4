/* A store is looked at by a process that can do nothing else, before SQLite sees a byte of it in this one. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "apart.h"
#include "store_sql.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file and its journals, whose names follow from where it lies, not from what leads there. */
typedef struct files {
    char name[3][PATH_MAX + 16];
    struct stat about[3];
} files;

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
    if (getpid() == v->here) return ASSAY_OK;
    v->status = (size_t)store_open_here(v->path, v->mode | STORE_IMAGE, &s, &v->why);
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

static int name_files(const char *path, files *to)
{
    static const char *const ends[] = { "", "-wal", "-journal" };
    char real[PATH_MAX];
    if (!realpath(path, real)) return 0;
    for (int k = 0; k < 3; k++) snprintf(to->name[k], sizeof to->name[k], "%s%s", real, ends[k]);
    return 1;
}

/* One that is not there is all zeros. */
static void note_files(files *to)
{
    memset(to->about, 0, sizeof to->about);
    for (int k = 0; k < 3; k++)
        if (stat(to->name[k], &to->about[k]) != 0) memset(&to->about[k], 0, sizeof to->about[k]);
}

static int are_same(const files *a, const files *b)
{
    for (int k = 0; k < 3; k++) {
        const struct stat *x = &a->about[k], *y = &b->about[k];
        if (x->st_dev != y->st_dev || x->st_ino != y->st_ino || x->st_size != y->st_size ||
            x->st_mtim.tv_sec != y->st_mtim.tv_sec || x->st_mtim.tv_nsec != y->st_mtim.tv_nsec)
            return 0;
    }
    return 1;
}

assay_status store_vet(const char *path, int mode, int *vetted, assay_error *err)
{
    files before, after;
    vetting v = { .path = path, .mode = mode, .here = getpid() };
    if (vetted) *vetted = 0;
    if (!name_files(path, &before)) return ASSAY_OK; /* it is not there yet */
    after = before;
    note_files(&before);
    const apart_job job = { { path, before.name[1], before.name[2] }, look_at, carry_finding, drop_finding, &v };
    ASSAY_TRY(apart_read(&job, err));
    note_files(&after);
    if (!vetted || !v.apart || !are_same(&before, &after)) return ASSAY_OK;
    *vetted = 1;
    return v.status == ASSAY_OK ? ASSAY_OK : assay_fail(err, (assay_status)v.status, "%s", v.why.text);
}
