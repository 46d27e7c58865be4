/*
 * Whole files in, whole files out.
 *
 * Reading takes the file into memory, so that every size a header declares can be held against the size that is really
 * there before anything is allocated for it. Writing goes to NAME.PID.tmp beside the target and is renamed into place;
 * a target that is no ordinary file (a pipe, /dev/stdout) is written directly, since a rename would replace the device.
 */
#define _XOPEN_SOURCE 700
#include "array_file.h"
#include "limit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

const char *array_path_tail(const char *path)
{
    const size_t length = strlen(path), most = 240;
    return length > most ? path + length - most : path;
}

int array_path_ends(const char *path, const char *end)
{
    const size_t n = strlen(path), m = strlen(end);
    return n > m && strcasecmp(path + n - m, end) == 0;
}

void array_bytes_free(array_bytes *bytes)
{
    free(bytes->at);
    *bytes = (array_bytes){ 0 };
}

/* One file on its way into memory. */
typedef struct intake {
    int fd;
    const char *path;
    size_t expected; /* the size the system tells; 0 where it tells none */
    limit_id most;
    array_bytes bytes;
    size_t room; /* of bytes.at, beside its NUL */
    assay_error *err;
} intake;

/* Reads on until there are `until` bytes or the file ends; *ended says which. */
static assay_status read_until(intake *in, size_t until, int *ended)
{
    const char *shown = array_path_tail(in->path);
    if (until > in->room || !in->bytes.at) {
        char *more = realloc(in->bytes.at, until + 1);
        if (!more)
            return assay_fail(in->err, ASSAY_ENOMEM, "%s: memory ran out after %zu bytes", shown, in->bytes.size);
        in->bytes.at = more;
        in->room = until;
    }
    for (*ended = 0; in->bytes.size < until && !*ended;) {
        const ssize_t got = read(in->fd, in->bytes.at + in->bytes.size, until - in->bytes.size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return assay_fail(in->err, ASSAY_EINPUT, "%s: cannot be read: %s", shown, strerror(errno));
        in->bytes.size += (size_t)got;
        *ended = got == 0;
    }
    in->bytes.at[in->bytes.size] = '\0';
    return ASSAY_OK;
}

/* What the first bytes tell is told before the rest is read: a file may be large, and a device has no end. */
static assay_status check_start(const intake *in)
{
    const char *where = array_path_tail(in->path);
    npy_header header;
    switch (array_format_of(in->path, &in->bytes)) {
    case ARRAY_CSV: return csv_check_start(&in->bytes, where, in->err);
    case ARRAY_NPY:
        if (in->expected < in->bytes.size) return ASSAY_OK; /* a pipe: not known how much is to come */
        return npy_header_read(in->bytes.at, in->bytes.size, in->expected, where, &header, in->err);
    case ARRAY_NPZ: break;
    }
    return ASSAY_OK;
}

/* Reads to the end of the file, which may have grown meanwhile. */
static assay_status read_all(intake *in)
{
    int ended;
    assay_status status = read_until(in, NPY_HEADER_MOST, &ended);
    if (status == ASSAY_OK && in->bytes.size > 0) status = check_start(in);
    const size_t most = limit_size(in->most) + 1;
    while (status == ASSAY_OK && !ended) {
        size_t until = in->expected + 1; /* the end shows one byte beyond what is expected */
        if (until < 2 * in->bytes.size) until = 2 * in->bytes.size;
        status = read_until(in, until < most ? until : most, &ended);
        if (status == ASSAY_OK)
            status = limit_check(in->most, (double)in->bytes.size, array_path_tail(in->path), in->err);
    }
    return status;
}

static assay_status read_open(int fd, const char *path, array_bytes *to, assay_error *err)
{
    const char *shown = array_path_tail(path);
    struct stat about;
    if (fstat(fd, &about) != 0)
        return assay_fail(err, ASSAY_EINPUT, "%s: cannot be examined: %s", shown, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return assay_fail(err, ASSAY_EINPUT, "%s: is a folder; name a .npy, .npz or .csv file in it", shown);
    if (S_ISBLK(about.st_mode)) return assay_fail(err, ASSAY_EINPUT, "%s: is a disk, not a file", shown);
    const int regular = S_ISREG(about.st_mode) && about.st_size > 0;
    intake in = { .fd = fd, .path = path, .err = err, .most = regular ? LIMIT_FILE_BYTES : LIMIT_STREAM_BYTES };
    if (regular) in.expected = (size_t)about.st_size;
    assay_status status = limit_check(in.most, (double)in.expected, shown, err);
    if (status == ASSAY_OK) status = read_all(&in);
    if (status == ASSAY_OK && in.bytes.size == 0)
        status = assay_fail(err, ASSAY_EINPUT, "%s: is empty (0 bytes); was writing it interrupted?", shown);
    if (status == ASSAY_OK) *to = in.bytes;
    else array_bytes_free(&in.bytes);
    return status;
}

assay_status array_bytes_read(const char *path, array_bytes *to, assay_error *err)
{
    *to = (array_bytes){ 0 };
    if (strcmp(path, "-") == 0) return read_open(STDIN_FILENO, "standard input", to, err);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        const int why = errno;
        return assay_fail(err, ASSAY_EINPUT, "%s: cannot be opened: %s%s", array_path_tail(path), strerror(why),
                          why == ENOENT ? "; check the name and the folder" : "");
    }
    const assay_status status = read_open(fd, path, to, err);
    close(fd);
    return status;
}

/* ----------------------------------------------------------------------------------------------- writing -- */

static int write_all(int fd, const char *from, size_t size)
{
    while (size > 0) {
        const ssize_t done = write(fd, from, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return errno;
        from += done;
        size -= (size_t)done;
    }
    return 0;
}

/* A new file beside the target that nobody else has; 0 or the reason why not. O_EXCL with mode 0666, not mkstemp: the
 * user's umask decides who may read the result. */
static int open_temporary(array_stage *stage, int *fd)
{
    const size_t size = strlen(stage->target) + 48;
    stage->temporary = malloc(size);
    if (!stage->temporary) return ENOMEM;
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(stage->temporary, size, "%s.%ld-%d.tmp", stage->target, (long)getpid(), attempt);
        *fd = open(stage->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*fd >= 0) return 0;
        if (errno != EEXIST) break;
    }
    const int why = errno;
    free(stage->temporary);
    stage->temporary = NULL;
    return why;
}

void array_stage_discard(array_stage *stage)
{
    if (stage->temporary) unlink(stage->temporary);
    free(stage->temporary);
    free(stage->target);
    *stage = (array_stage){ 0 };
}

static assay_status refuse_write(const char *path, int why, assay_error *err)
{
    if (why == ENOMEM) return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", array_path_tail(path));
    return assay_fail(err, ASSAY_EENVIRONMENT, "%s: cannot be written: %s%s", array_path_tail(path), strerror(why),
                      why == ENOENT ? "; the folder must exist" : "");
}

assay_status array_stage_write(const char *path, const void *bytes, size_t size, array_stage *to, assay_error *err)
{
    *to = (array_stage){ 0 };
    struct stat about;
    const int exists = stat(path, &about) == 0;
    if (exists && S_ISDIR(about.st_mode)) return refuse_write(path, EISDIR, err);
    /* through a symbolic link: replace what it points to, not the link */
    to->target = exists ? realpath(path, NULL) : strdup(path);
    if (!to->target) return refuse_write(path, errno, err);

    int fd = -1, why = 0;
    if (exists && !S_ISREG(about.st_mode)) {
        fd = open(path, O_WRONLY | O_CLOEXEC);
        if (fd < 0) why = errno;
    } else if (exists && access(path, W_OK) != 0) {
        why = errno; /* a write-protected file stays, although its folder would allow the rename */
    } else {
        why = open_temporary(to, &fd);
    }
    if (!why) {
        why = write_all(fd, bytes, size);
        if (close(fd) != 0 && !why) why = errno;
    }
    if (!why) return ASSAY_OK;
    array_stage_discard(to);
    return refuse_write(path, why, err);
}

assay_status array_stage_commit(array_stage *stage, assay_error *err)
{
    assay_status status = ASSAY_OK;
    if (stage->temporary && rename(stage->temporary, stage->target) != 0)
        status = refuse_write(stage->target, errno, err);
    if (status == ASSAY_OK) {
        free(stage->temporary); /* it is in place: nothing to remove */
        stage->temporary = NULL;
    }
    array_stage_discard(stage);
    return status;
}
