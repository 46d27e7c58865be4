/*
 * Whole files in, whole files out.
 *
 * Reading takes the file into memory, so that every size a header declares can be held against the size that is really
 * there before anything is allocated for it. What is written appears whole (unfinished.h).
 */
#define _XOPEN_SOURCE 700
#include "array_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct intake {
    int fd;
    const char *where; /* the file */
    size_t expected;   /* the size that the system states; 0 where it states none */
    limit_id most;
    array_bytes bytes;
    size_t room; /* of bytes.at, beside its NUL */
    assay_error *err;
} intake;

/* Reads on until there are `until` bytes or the file ends; *ended says which. */
static assay_status read_until(intake *in, size_t until, int *ended)
{
    if (until > in->room || !in->bytes.at) {
        char *more = realloc(in->bytes.at, until + 1);
        if (!more)
            return assay_fail(in->err, ASSAY_ENOMEM, "%s: memory ran out after %zu bytes", in->where, in->bytes.size);
        in->bytes.at = more;
        in->room = until;
    }
    for (*ended = 0; in->bytes.size < until && !*ended;) {
        const ssize_t got = read(in->fd, in->bytes.at + in->bytes.size, until - in->bytes.size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return BAD_INPUT(in, "cannot be read: %s", strerror(errno));
        in->bytes.size += (size_t)got;
        *ended = got == 0;
    }
    in->bytes.at[in->bytes.size] = '\0';
    return ASSAY_OK;
}

/* Reads to the end of the file, which may have grown meanwhile. What the first bytes show is reported before the rest
 * is read: a file may be large, and a device has no end. */
static assay_status read_all(intake *in)
{
    int ended;
    npy_header header;
    ASSAY_TRY(read_until(in, NPY_HEADER_MOST, &ended));
    const array_format format = array_format_of(in->where, &in->bytes);
    const int is_told = in->bytes.size > 0 && !gzip_is(&in->bytes), is_pipe = in->expected < in->bytes.size;
    if (is_told && format == ARRAY_CSV) ASSAY_TRY(csv_check_start(&in->bytes, in->where, in->err));
    if (is_told && format == ARRAY_NPY && !is_pipe) /* of which it is not known how much is to come */
        ASSAY_TRY(npy_header_read(in->bytes.at, in->bytes.size, in->expected, in->where, &header, in->err));
    const size_t most = limit_size(in->most) + 1;
    while (!ended) {
        size_t until = in->expected + 1; /* the end shows one byte beyond what is expected */
        if (until < 2 * in->bytes.size) until = 2 * in->bytes.size;
        ASSAY_TRY(read_until(in, until < most ? until : most, &ended));
        ASSAY_TRY(limit_check(in->most, (double)in->bytes.size, in->where, in->err));
    }
    return ASSAY_OK;
}

static assay_status read_open(int fd, const char *where, array_bytes *to, assay_error *err)
{
    struct stat about;
    if (fstat(fd, &about) != 0) return bad_input(where, err, "cannot be examined: %s", strerror(errno));
    if (S_ISDIR(about.st_mode)) return bad_input(where, err, "is a folder; name a " ARRAY_ENDS " file in it");
    if (S_ISBLK(about.st_mode)) return bad_input(where, err, "is a disk, not a file");
    const int regular = S_ISREG(about.st_mode) && about.st_size > 0;
    intake in = { .fd = fd, .where = where, .err = err, .most = regular ? LIMIT_FILE_BYTES : LIMIT_STREAM_BYTES };
    const double size = regular ? (double)about.st_size : 0.0;
    assay_status status = limit_check(in.most, size, where, err);
    in.expected = size < (double)limit_size(in.most) ? (size_t)size : limit_size(in.most);
    if (status == ASSAY_OK) status = read_all(&in);
    if (status == ASSAY_OK && in.bytes.size == 0)
        status = bad_input(where, err, "is empty (0 bytes); was writing it interrupted?");
    if (status == ASSAY_OK && gzip_is(&in.bytes)) status = gzip_unpack(&in.bytes, where, err);
    if (status == ASSAY_OK) *to = in.bytes;
    else array_bytes_free(&in.bytes);
    return status;
}

assay_status array_bytes_read(const char *path, array_bytes *to, assay_error *err)
{
    *to = (array_bytes){ 0 };
    if (strcmp(path, "-") == 0) return read_open(STDIN_FILENO, "standard input", to, err);
    const char *where = array_path_tail(path);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        const int why = errno;
        struct stat about;
        if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
            return bad_input(where, err, "a folder, where a file is wanted; `assay study` takes folders");
        return bad_input(where, err, "cannot be opened: %s%s", strerror(why),
                         why == ENOENT ? "; check the name and the folder" : "");
    }
    const assay_status status = read_open(fd, where, to, err);
    close(fd);
    return status;
}

static assay_status refuse_write(const char *path, int why, assay_error *err)
{
    if (why == ENOMEM) return no_memory(array_path_tail(path), err);
    return assay_fail(err, ASSAY_EENVIRONMENT, "%s: cannot be written: %s%s", array_path_tail(path), strerror(why),
                      why == ENOENT ? "; the folder must exist" : "");
}

assay_status array_write(const char *path, const array_bytes *bytes, unfinished_file *to, assay_error *err)
{
    if (unfinished_file_open(path, to, NULL) != ASSAY_OK) return refuse_write(path, errno, err);
    if (fwrite(bytes->at, 1, bytes->size, to->file) == bytes->size && fflush(to->file) == 0) return ASSAY_OK;
    const int why = errno;
    unfinished_file_discard(to);
    return refuse_write(path, why, err);
}

assay_status array_put(const char *path, const array_bytes *bytes, assay_error *err)
{
    unfinished_file file;
    ASSAY_TRY(array_write(path, bytes, &file, err));
    return unfinished_file_finish(&file, err);
}
