#include "sealed_file.h"

#include "limit.h"
#include "owned.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEAL ",\n  \"seal\": \""

json_t *json_strict(const char *text, size_t size, json_error_t *why)
{
    errno = 0;
    return json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, why);
}

/* Waits for nobody. A process apart may examine a pipe and may not open it, so that it is examined first. -1: err. */
static int open_regular(const char *path, assay_error *err)
{
    struct stat about;
    int regular = lstat(path, &about) != 0 || S_ISREG(about.st_mode);
    const int fd = regular ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    regular = regular && (fd < 0 || (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)));
    if (fd < 0 || !regular) bad_input(path, err, "%s", regular ? strerror(errno) : "is no regular file; copy it here");
    else if (limit_check(LIMIT_FILE_BYTES, (double)about.st_size, path, err) == ASSAY_OK) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

/* At most `most` bytes. 0: err. */
static int read_part(int fd, const char *path, void *to, size_t most, size_t *size, assay_error *err)
{
    ssize_t got = 1;
    for (*size = 0; *size < most && got > 0; *size += got > 0 ? (size_t)got : 0) do
            got = read(fd, (char *)to + *size, most - *size);
        while (got < 0 && errno == EINTR);
    if (got < 0) bad_input(path, err, "%s", strerror(errno));
    return got >= 0;
}

static char *sealed_text(const char *path, size_t *size, assay_error *err)
{
    const int fd = open_regular(path, err);
    if (fd < 0) return NULL;
    OWNED char *text = zeroed(SEALED_BYTES + 1, 1);
    if (!text) no_memory(NULL, err);
    const int fine = text && read_part(fd, path, text, SEALED_BYTES + 1, size, err);
    close(fd);
    if (fine && *size <= SEALED_BYTES) return given(&text);
    if (fine) bad_input(path, err, "is larger than it may be, 4 MB");
    return NULL;
}

static void finish(struct sha256_ctx *hash, char to[SEALED_DIGEST])
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof digest, digest);
    for (size_t k = 0; k < sizeof digest; k++) snprintf(to + 2 * k, 3, "%02x", digest[k]);
}

void sealed_digest(const char *text, size_t size, char to[SEALED_DIGEST])
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_update(&hash, size, (const uint8_t *)text);
    finish(&hash, to);
}

assay_status sealed_digest_of(const char *path, char to[SEALED_DIGEST], assay_error *err)
{
    struct sha256_ctx hash;
    uint8_t part[1 << 14];
    size_t size = 1;
    int fine = 1;
    const int fd = open_regular(path, err);
    if (fd < 0) return ASSAY_EINPUT;
    for (sha256_init(&hash); fine && size; sha256_update(&hash, size, part))
        fine = read_part(fd, path, part, sizeof part, &size, err);
    close(fd);
    finish(&hash, to);
    return fine ? ASSAY_OK : ASSAY_EINPUT;
}

assay_status sealed_print(const json_t *object, FILE *to, assay_error *err)
{
    char seal[SEALED_DIGEST];
    OWNED char *text = json_dumps(object, JSON_INDENT(2));
    if (!text) return no_memory(NULL, err);
    const size_t size = strlen(text) - strlen("\n}");
    sealed_digest(text, size, seal);
    fprintf(to, "%.*s" SEAL "%s\"\n}\n", (int)size, text, seal);
    return ASSAY_OK;
}

/* Why it is not what was sealed; NULL: it is. */
static const char *broken(const char *text, size_t size)
{
    char is[SEALED_DIGEST], end[sizeof SEAL + sizeof is + 8];
    const size_t length = strlen(SEAL) + SEALED_DIGEST - 1 + strlen("\"\n}\n");
    if (size < length || memcmp(text + size - length, SEAL, strlen(SEAL)) != 0)
        return "is not whole: its seal is missing; make it once more";
    sealed_digest(text, size - length, is);
    snprintf(end, sizeof end, SEAL "%s\"\n}\n", is);
    return strcmp(text + size - length, end) == 0
               ? NULL
               : "was changed after it was made: its seal is of another text; ask for the original";
}

assay_status sealed_read(const char *path, json_t **to, assay_error *err)
{
    size_t size;
    json_error_t wrong;
    OWNED char *text = sealed_text(path, &size, err);
    if (!text) return ASSAY_EINPUT;
    const char *why = broken(text, size);
    *to = why ? NULL : json_strict(text, size, &wrong);
    if (!why && !*to && errno == ENOMEM) return no_memory(path, err);
    return *to ? ASSAY_OK : bad_input(path, err, "%s", why ? why : wrong.text);
}
