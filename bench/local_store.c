/* A thread of its own puts copies into place while the work goes on. Nothing but whole files ever stands there: they
 * are snapshots of the store, copied byte by byte beside the place and renamed. */
#include "local_store.h"

#include "clock.h"
#include "owned.h"
#include "unfinished.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOK_EVERY = 1, COPY_EVERY = 600 /* seconds */ };

struct local_store {
    char file[UNFINISHED_PATH], path[UNFINISHED_PATH], snapshot[UNFINISHED_PATH];
    unfinished_folder folder;
    const volatile sig_atomic_t *stop;
    struct stat seen; /* of the file, when it was last read or written here; st_ino 0: it was not there */
    pthread_t watcher;
    int watches;
    sem_t end; /* posted at the end of the work */
};

static int copy_bytes(FILE *from, FILE *to)
{
    static const size_t block = 1 << 20;
    OWNED char *bytes = zeroed(block, 1);
    size_t got = 0;
    while (bytes && (got = fread(bytes, 1, block, from)) > 0 && fwrite(bytes, 1, got, to) == got) continue;
    return bytes && !ferror(from) && feof(from) && fflush(to) == 0 && fsync(fileno(to)) == 0;
}

static void stream_closed(FILE **of) { fclose(*of); }

static assay_status copy_file(const char *from, const char *to, assay_error *err)
{
    FILE *opened = fopen(from, "rb");
    if (!opened) return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", from, strerror(errno));
    FREED(stream_closed) FILE *source = opened;
    unfinished_file making;
    ASSAY_TRY(unfinished_file_open(to, &making, err));
    errno = 0;
    if (copy_bytes(source, making.file)) return unfinished_file_finish(&making, err);
    assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", to, strerror(errno ? errno : EIO));
    unfinished_file_discard(&making);
    return ASSAY_EENVIRONMENT;
}

static void look(local_store *l)
{
    if (stat(l->file, &l->seen) != 0) l->seen.st_ino = 0;
}

/* Whether somebody else has written the file since it was last looked at. */
static int is_taken(const local_store *l)
{
    struct stat now;
    if (stat(l->file, &now) != 0) return 0;
    return now.st_ino != l->seen.st_ino || now.st_size != l->seen.st_size ||
           now.st_mtim.tv_sec != l->seen.st_mtim.tv_sec || now.st_mtim.tv_nsec != l->seen.st_mtim.tv_nsec;
}

static assay_status put_in_place(local_store *l, const char *from, assay_error *err)
{
    const assay_status status = copy_file(from, l->file, err);
    if (status == ASSAY_OK) look(l);
    return status;
}

static void put_snapshot(local_store *l)
{
    store *s;
    assay_error ignored;
    if (is_taken(l) || store_open(l->path, STORE_READ | STORE_UNCHECKED, &s, &ignored) != ASSAY_OK) return;
    unlink(l->snapshot);
    const int saved = store_save(s, l->snapshot);
    store_close(s);
    if (saved) put_in_place(l, l->snapshot, &ignored);
    unlink(l->snapshot);
}

/* Waits for the end or for a moment; 0: it is the end. */
static int wait_for_end(local_store *l)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LOOK_EVERY;
    return sem_timedwait(&l->end, &until) != 0;
}

static void *watch(void *context)
{
    local_store *l = context;
    double last = clock_seconds();
    int asked = 0;
    while (wait_for_end(l)) {
        const int asks = l->stop && *l->stop && !asked;
        if (!asks && clock_seconds() - last < COPY_EVERY) continue;
        asked |= asks;
        put_snapshot(l);
        last = clock_seconds();
    }
    return NULL;
}

/* A reader of the file folds in what a killed run left beside it. */
static assay_status take_along(local_store *l, assay_error *err)
{
    store *s;
    if (access(l->file, F_OK) != 0 && errno == ENOENT) return ASSAY_OK;
    ASSAY_TRY(store_open(l->file, STORE_READ | STORE_UNCHECKED, &s, err));
    store_close(s);
    look(l);
    return copy_file(l->file, l->path, err);
}

/* That a file can be written in the place is found out now, not after hours. */
static assay_status try_place(const local_store *l, assay_error *err)
{
    unfinished_file making;
    ASSAY_TRY(folder_make_for(l->file, err));
    ASSAY_TRY(unfinished_file_open(l->file, &making, err));
    unfinished_file_discard(&making);
    return ASSAY_OK;
}

assay_status local_store_open(const char *file, const volatile sig_atomic_t *stop, local_store **to, assay_error *err)
{
    const char *folder = getenv("TMPDIR");
    local_store *l = *to = zeroed(1, sizeof *l);
    if (!l) return no_memory(NULL, err);
    l->stop = stop;
    sem_init(&l->end, 0, 0);
    if ((size_t)snprintf(l->file, sizeof l->file, "%s", file) >= sizeof l->file)
        return assay_fail(err, ASSAY_EUSAGE, "%.200s...: the path is too long", file);
    ASSAY_TRY(try_place(l, err));
    ASSAY_TRY(unfinished_folder_inside(folder && *folder ? folder : "/tmp", &l->folder, err));
    ASSAY_TRY(unfinished_folder_path(&l->folder, "scores.db", l->path, err));
    ASSAY_TRY(unfinished_folder_path(&l->folder, "snapshot.db", l->snapshot, err));
    ASSAY_TRY(take_along(l, err));
    l->watches = pthread_create(&l->watcher, NULL, watch, l) == 0;
    return ASSAY_OK;
}

const char *local_store_path(const local_store *l) { return l->path; }

static void end_watch(local_store *l)
{
    if (!l->watches) return;
    sem_post(&l->end);
    pthread_join(l->watcher, NULL);
}

static assay_status put_beside(local_store *l, assay_error *err)
{
    char beside[UNFINISHED_PATH];
    const int fits = (size_t)snprintf(beside, sizeof beside, "%s.saved-%ld", l->file, (long)getpid()) < sizeof beside;
    if (!fits || copy_file(l->path, beside, err) != ASSAY_OK) return ASSAY_EENVIRONMENT;
    unlink(l->path);
    return assay_fail(err, ASSAY_EENVIRONMENT,
                      "%s: somebody else has written this file meanwhile; the scores of this shard are in %s. `assay "
                      "merge` takes both; give each shard a file of its own",
                      l->file, beside);
}

static assay_status keep_here(local_store *l, const assay_error *why, assay_error *err)
{
    char kept[UNFINISHED_PATH];
    const int fits =
        (size_t)snprintf(kept, sizeof kept, "%s/assay-saved-%ld.db", l->folder.directory, (long)getpid()) < sizeof kept;
    if (!fits || rename(l->path, kept) != 0) return assay_fail(err, ASSAY_EENVIRONMENT, "%s", why->text);
    return assay_fail(err, ASSAY_EENVIRONMENT, "%s; the scores are kept in %s", why->text, kept);
}

/* Where the work could not even be begun there is no store. */
assay_status local_store_close(local_store *l, assay_error *err)
{
    assay_error why = { "" };
    assay_status status = ASSAY_OK;
    if (!l) return ASSAY_OK;
    end_watch(l);
    const int there = l->folder.making[0] && access(l->path, F_OK) == 0;
    if (there) status = is_taken(l) ? put_beside(l, &why) : put_in_place(l, l->path, &why);
    if (status != ASSAY_OK && access(l->path, F_OK) == 0) keep_here(l, &why, err);
    else if (status != ASSAY_OK) assay_fail(err, status, "%s", why.text);
    unfinished_folder_close(&l->folder);
    sem_destroy(&l->end);
    free(l);
    return status;
}
