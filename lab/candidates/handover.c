/*
 * float64 .npy in Fortran order, which is how columns lie here, so the data are written as they are. A lock on a file
 * in the folder says that its owner lives; it goes with the process, whatever ends it.
 */
#define _GNU_SOURCE /* flock, O_DIRECTORY, struct dirent's d_name through readdir, POSIX_SPAWN_SETSID */
#include "handover.h"

#include "array_file.h"
#include "locked.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    char path[512], empty[520]; /* empty: a folder in it, where candidates are started */
    int at;                     /* it, open */
    int keeper;                 /* the locked file */
    unsigned users, made;
    pid_t owner;   /* a fork of the process does not own it */
    int ending;    /* our end of the socket that the cleaner reads; */
    pid_t cleaner; /* 0: there is none */
} folder = { .lock = PTHREAD_MUTEX_INITIALIZER, .at = -1, .keeper = -1, .ending = -1 };

static const char *place(void)
{
    const double least = 64 << 20;
    struct statvfs about;
    if (access("/dev/shm", W_OK | X_OK) == 0 && statvfs("/dev/shm", &about) == 0 &&
        (double)about.f_bavail * (double)about.f_frsize >= least)
        return "/dev/shm";
    const char *told = getenv("TMPDIR");
    return told && *told && strlen(told) < 400 ? told : "/tmp";
}

/* The place is everybody's: another user may put links there. A folder is opened once, not through a link and only
 * where it is this user's; every step from there on is taken from what is open. -1: it is none. */
static int open_folder(int where, const char *name)
{
    struct stat about;
    const int at = openat(where, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (at >= 0 && fstat(at, &about) == 0 && about.st_uid == geteuid()) return at;
    if (at >= 0) close(at);
    return -1;
}

/* A folder of a process that is no more: its lock can be had. One that is just being made is left alone. */
static void sweep_one(int where, const char *name)
{
    struct stat about;
    FREED(file_closed) const int at = open_folder(where, name);
    FREED(file_closed) const int file = at >= 0 ? openat(at, "lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
        about.st_mtime + 10 < time(NULL) && flock(file, LOCK_EX | LOCK_NB) == 0)
        folder_remove(where, name);
}

static void sweep(const char *where)
{
    DIR *dir = opendir(where);
    for (const struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        if (strncmp(entry->d_name, "assay-", 6) == 0 && strlen(entry->d_name) == 12)
            sweep_one(dirfd(dir), entry->d_name);
    if (dir) closedir(dir);
}

/* A shell that outlives the program by a moment: when the socket ends, whatever ended us, it removes the folder. In a
 * session of its own, so that no key reaches it, and with nothing else of ours open. A safety net: where no shell can
 * be had there is none, and nothing fails. */
static void cleaner_start(void)
{
    static const char script[] = "trap '' HUP INT TERM; read -r line; rm -rf -- \"$0\"";
    const char *const argv[] = { "sh", "-c", script, folder.path, NULL };
    static const char *const little[] = { "PATH=/usr/bin:/bin", NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t every, none;
    int both[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0) return;
    sigfillset(&every);
    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, both[1], 0);
    for (int k = 1; k < 3; k++) posix_spawn_file_actions_addopen(&files, k, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&how, &every);
    posix_spawnattr_setsigmask(&how, &none);
    if (posix_spawn(&folder.cleaner, "/bin/sh", &files, &how, (char *const *)(const void *)argv,
                    (char *const *)(const void *)little) != 0)
        folder.cleaner = 0;
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    close(both[1]);
    folder.ending = both[0];
}

static void cleaner_end(void)
{
    if (folder.cleaner && folder.owner == getpid()) {
        kill(folder.cleaner, SIGKILL);
        while (waitpid(folder.cleaner, NULL, 0) < 0 && errno == EINTR) continue;
    }
    if (folder.ending >= 0) close(folder.ending);
    folder.ending = -1;
    folder.cleaner = 0;
}

static void folder_drop(void)
{
    cleaner_end();
    if (folder.at >= 0 && folder.owner == getpid()) folder_remove(AT_FDCWD, folder.path);
    if (folder.keeper >= 0) close(folder.keeper);
    if (folder.at >= 0) close(folder.at);
    folder.at = folder.keeper = -1;
}

static assay_status data_folder_make(assay_error *err)
{
    const char *where = place();
    sweep(where);
    snprintf(folder.path, sizeof folder.path, "%s/assay-XXXXXX", where);
    if (!mkdtemp(folder.path))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: no folder for a candidate's data: %s", where, strerror(errno));
    folder.owner = getpid();
    folder.at = open_folder(AT_FDCWD, folder.path);
    folder.keeper = folder.at >= 0 ? openat(folder.at, "lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    snprintf(folder.empty, sizeof folder.empty, "%s/empty", folder.path);
    if (folder.keeper >= 0 && mkdir(folder.empty, 0500) == 0 && flock(folder.keeper, LOCK_EX | LOCK_NB) == 0) {
        cleaner_start();
        return ASSAY_OK;
    }
    assay_fail(err, ASSAY_EENVIRONMENT, "%s/lock: %s", folder.path, strerror(errno));
    folder_drop();
    return ASSAY_EENVIRONMENT;
}

static const char *const kinds[] = { "factors.npy", "codes.npy", "factors.csv", "codes.csv" };

static assay_status files_open(handover *to, int count, assay_error *err)
{
    const unsigned number = folder.made++;
    for (int k = 0; k < count; k++) {
        if (!(to->path[k] = wording_made("%s/%u-%s", folder.path, number, kinds[k]))) return no_memory(NULL, err);
        to->file[k] = openat(folder.at, strrchr(to->path[k], '/') + 1, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (to->file[k] < 0) return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", to->path[k], strerror(errno));
    }
    return ASSAY_OK;
}

static void files_close(handover *h)
{
    for (int k = 0; k < VIEW_FILES; k++) {
        if (h->file[k] >= 0) close(h->file[k]);
        if (h->path[k] && folder.owner == getpid()) unlinkat(folder.at, strrchr(h->path[k], '/') + 1, 0);
        free(h->path[k]);
    }
    if (!--folder.users) folder_drop();
    *h = (handover){ .file = { -1, -1, -1, -1 } };
}

assay_status handover_open(handover *to, int as_text, assay_error *err)
{
    *to = (handover){ .file = { -1, -1, -1, -1 } };
    LOCKED(&folder.lock);
    if (!folder.users) ASSAY_TRY(data_folder_make(err));
    folder.users++;
    const assay_status status = files_open(to, as_text ? 4 : 2, err);
    if (status != ASSAY_OK) files_close(to);
    return status;
}

void handover_close(handover *h)
{
    if (!h->path[0]) return;
    LOCKED(&folder.lock);
    files_close(h);
}

static assay_status write_all(handover *h, int k, const char *bytes, size_t size, off_t from, assay_error *err)
{
    for (size_t done = 0; done < size;) {
        const ssize_t written = pwrite(h->file[k], bytes + done, size - done, from + (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", h->path[k], strerror(errno));
        done += (size_t)written;
    }
    return ASSAY_OK;
}

static assay_status cut_to(handover *h, int k, uint64_t size, assay_error *err)
{
    if (ftruncate(h->file[k], (off_t)size) != 0)
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", h->path[k], strerror(errno));
    return ASSAY_OK;
}

enum { HEADER = 128 }; /* bytes before the numbers */

static assay_status write_npy(handover *h, int k, const double *value, size_t rows, size_t cols, assay_error *err)
{
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    char header[HEADER];
    memcpy(header, "\x93NUMPY\1\0", 8);
    header[8] = HEADER - 10;
    header[9] = 0;
    const int used = snprintf(header + 10, HEADER - 10,
                              "{'descr': '%cf8', 'fortran_order': True, 'shape': (%zu, %zu), }", order, rows, cols);
    memset(header + 10 + used, ' ', (size_t)(HEADER - 10 - used));
    header[HEADER - 1] = '\n';
    const size_t bytes = rows * cols * sizeof *value;
    ASSAY_TRY(write_all(h, k, header, HEADER, 0, err));
    ASSAY_TRY(write_all(h, k, (const char *)value, bytes, HEADER, err));
    return cut_to(h, k, HEADER + bytes, err);
}

static assay_status write_text(handover *h, int k, const double *value, size_t rows, size_t cols, assay_error *err)
{
    OWNED char *text = NULL;
    size_t size = 0;
    decimal_scope scope;
    if (decimal_enter(&scope) != ASSAY_OK) return no_memory(NULL, err);
    FILE *to = open_memstream(&text, &size);
    for (size_t r = 0; to && r < rows; r++)
        for (size_t c = 0; c < cols; c++) {
            csv_put_number(value[c * rows + r], to);
            fputc(c + 1 < cols ? ',' : '\n', to);
        }
    decimal_leave(&scope);
    if (!to || fclose(to) != 0) return no_memory(NULL, err);
    ASSAY_TRY(write_all(h, k, text, size, 0, err));
    return cut_to(h, k, size, err);
}

assay_status handover_write(handover *h, const assay_rep *rep, assay_error *err)
{
    ASSAY_TRY(write_npy(h, 0, rep->factors, rep->n, rep->n_factors, err));
    ASSAY_TRY(write_npy(h, 1, rep->codes, rep->n, rep->n_codes, err));
    if (h->path[2]) ASSAY_TRY(write_text(h, 2, rep->factors, rep->n, rep->n_factors, err));
    return h->path[3] ? write_text(h, 3, rep->codes, rep->n, rep->n_codes, err) : ASSAY_OK;
}

static int differs(const handover *h, int k, const double *value, size_t count)
{
    char block[65536];
    const size_t bytes = count * sizeof *value;
    for (size_t done = 0; done < bytes;) {
        const size_t size = bytes - done < sizeof block ? bytes - done : sizeof block;
        const ssize_t got = pread(h->file[k], block, size, (off_t)(HEADER + done));
        if (got <= 0 || memcmp(block, (const char *)value + done, (size_t)got) != 0) return 1;
        done += (size_t)got;
    }
    return 0;
}

contain_view handover_view(const handover *h)
{
    return (contain_view){ .folder = folder.path,
                           .file = { h->path[0], h->path[1], h->path[2], h->path[3] },
                           .at = folder.empty };
}

int handover_changed(const handover *h, const assay_rep *rep)
{
    return differs(h, 0, rep->factors, rep->n * rep->n_factors) | differs(h, 1, rep->codes, rep->n * rep->n_codes) << 1;
}
