/* The text of a plan: a built-in one's (bench/plans/NAME.yaml, what a user would write, in the order of this list), a
 * file's, or what comes through a pipe. */
#include "embed.h"
#include "limit.h"
#include "near_name.h"
#include "owned.h"
#include "plan.h"
#include "unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* clang-format off */
#define PLANS(PLAN)                                                                                               \
    PLAN("quick") PLAN("thesis") PLAN("dependent") PLAN("text") PLAN("bins") PLAN("sample-size") PLAN("dimension") \
    PLAN("audit") PLAN("audit-pairs") PLAN("null") PLAN("guard") PLAN("bank") PLAN("bank-full")    \
    PLAN("adversarial") PLAN("features") PLAN("invariances") PLAN("turned") PLAN("site") PLAN("all")
/* clang-format on */

#define PLAN_FILE(name) EMBED_FILE("bench/plans/" name ".yaml")
EMBED_TEXT(plans_embedded, PLANS(PLAN_FILE))
extern const char plans_embedded[];

#define PLAN_CALLED(name) name,
static const char *const names[] = { PLANS(PLAN_CALLED) NULL };

size_t plan_builtin_count(void) { return sizeof names / sizeof *names - 1; }

const char *const *plan_builtin_names(void) { return names; }

const char *plan_builtin_text(size_t index)
{
    if (index >= plan_builtin_count()) return NULL;
    const char *text = plans_embedded;
    while (index--) text += strlen(text) + 1;
    return text;
}

const char *plan_builtin_named(const char *name)
{
    size_t k = 0;
    while (names[k] && strcmp(names[k], name) != 0) k++;
    return plan_builtin_text(k);
}

static assay_status unknown_plan(const char *name, assay_error *err)
{
    char remedy[256];
    snprintf(remedy, sizeof remedy, "assay list plans; as a file: %s", strerror(errno));
    near_name near = near_among(name, names, plan_builtin_count());
    return assay_fail(err, ASSAY_EINPUT, "%s", no_such(&near, "plan", NULL, remedy));
}

/* A file, or what comes through a pipe (`run <(...)`, /dev/stdin). A pipe that nobody has opened to write to is at its
 * end at once: nobody is waited for. -1: why is in errno. */
static int open_plan(const char *path)
{
    struct stat about;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return -1;
    if (fstat(fd, &about) == 0 && (S_ISREG(about.st_mode) || S_ISFIFO(about.st_mode)) &&
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0)
        return fd;
    close(fd);
    errno = S_ISDIR(about.st_mode) ? EISDIR : ENODEV;
    return -1;
}

/* To its end, or to one byte more than a plan may have. */
static assay_status read_plan(int fd, const char *path, char *to, size_t size, assay_error *err)
{
    struct stat about;
    size_t used = 0;
    for (ssize_t got = 1; got > 0 && used + 1 < size;) {
        got = read(fd, to + used, size - 1 - used);
        if (got < 0 && errno == EINTR) got = 1;
        else if (got < 0) return unknown_plan(path, err);
        else used += (size_t)got;
    }
    to[used] = '\0';
    if (!used && fstat(fd, &about) == 0 && S_ISFIFO(about.st_mode))
        return bad_input(path, err, "a pipe that nobody writes to, or nothing; begin to write before it is read");
    if (memchr(to, '\0', used)) return bad_input(path, err, "not a YAML file, it holds a zero byte");
    return limit_check(LIMIT_PLAN_BYTES, (double)used, path, err);
}

static assay_status read_file(const char *path, char **to, assay_error *err)
{
    FREED(file_closed) const int fd = open_plan(path);
    if (fd < 0) return unknown_plan(path, err);
    const size_t size = limit_size(LIMIT_PLAN_BYTES) + 2;
    OWNED char *text = zeroed(size, 1);
    if (!text) return ASSAY_ENOMEM;
    ASSAY_TRY(read_plan(fd, path, text, size, err));
    *to = given(&text);
    return ASSAY_OK;
}

assay_status plan_text_read(const char *name, char **to, assay_error *err)
{
    const char *builtin = plan_builtin_named(name);
    if (!builtin) return read_file(name, to, err);
    return (*to = strdup(builtin)) ? ASSAY_OK : ASSAY_ENOMEM;
}
