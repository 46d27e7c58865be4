/*
 * Landlock, which Linux has from 5.13 on: a process gives up rights to files for itself and its children. Libraries are
 * mapped, not executed, and everything may be read. Where the kernel has none of it, texts that cannot become commands
 * (gnuplot.h) are what is left.
 */
#define _GNU_SOURCE /* O_PATH, syscall */
#include "confine.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __linux__ && __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#include <sys/syscall.h>

enum {
    WRITES = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
             LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
             LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
             LANDLOCK_ACCESS_FS_MAKE_SYM
};

/* Rights that later kernels know, and headers of Debian 12 partly not: to move files between folders, to cut one short
 * by its name, to steer a device. Each from the version of Landlock on that has it. */
static uint64_t later_writes(void)
{
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    const uint64_t refer = 1ull << 13, truncate = 1ull << 14, ioctl = 1ull << 15;
    return (version >= 2 ? refer : 0) | (version >= 3 ? truncate : 0) | (version >= 5 ? ioctl : 0);
}

static int add_rule(int ruleset, const char *path, uint64_t allowed)
{
    struct landlock_path_beneath_attr rule = { .allowed_access = allowed, .parent_fd = open(path, O_PATH | O_CLOEXEC) };
    if (rule.parent_fd < 0) return 0;
    const long bad = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
    return bad == 0;
}

/* The loaders of the usual machines: a dynamic program is started by one of them. */
static void add_loaders(int ruleset)
{
    static const char *const loaders[] = { "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1",
                                           "/lib/ld-linux-armhf.so.3", "/lib64/ld64.so.2", "/lib/ld-musl-x86_64.so.1" };
    for (size_t k = 0; k < sizeof loaders / sizeof *loaders; k++)
        (void)add_rule(ruleset, loaders[k], LANDLOCK_ACCESS_FS_EXECUTE);
}

/* A script is read by another program, which must be allowed to execute, too. */
static int is_script(const char *program)
{
    char first[2] = "";
    FILE *file = fopen(program, "rb");
    const size_t got = file ? fread(first, 1, 2, file) : 0;
    if (file) fclose(file);
    return got == 2 && first[0] == '#' && first[1] == '!';
}

confinement confine_prepare(const char *program, const char *folder)
{
    uint64_t execute = LANDLOCK_ACCESS_FS_EXECUTE;
    if (is_script(program)) execute = 0;
    const uint64_t later = later_writes(), writes = later | (uint64_t)WRITES;
    const struct landlock_ruleset_attr handled = { .handled_access_fs = execute | writes };
    confinement c = { (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0) };
    if (c.ruleset < 0) return (confinement){ -1 };
    if ((execute && !add_rule(c.ruleset, program, execute)) || !add_rule(c.ruleset, folder, writes) ||
        !add_rule(c.ruleset, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE | (later & ~(1ull << 13)))) {
        confine_end(&c);
        return c;
    }
    if (execute) add_loaders(c.ruleset);
    return c;
}

void confine_self(const confinement *c)
{
    if (c->ruleset < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
    (void)syscall(SYS_landlock_restrict_self, c->ruleset, 0);
}
#else
confinement confine_prepare(const char *program, const char *folder)
{
    return (void)program, (void)folder, (confinement){ -1 };
}
void confine_self(const confinement *c) { (void)c; }
#endif

void confine_end(confinement *c)
{
    if (c->ruleset >= 0) close(c->ruleset);
    c->ruleset = -1;
}

int confine_find(const char *name, char *to, size_t size)
{
    const char *at = getenv("PATH");
    struct stat about;
    for (at = at ? at : "/usr/bin:/bin"; *at; at += *at == ':') {
        const size_t length = strcspn(at, ":");
        const int fits = (size_t)snprintf(to, size, "%.*s/%s", (int)length, at, name) < size;
        at += length;
        if (length && fits && access(to, X_OK) == 0 && stat(to, &about) == 0 && S_ISREG(about.st_mode)) return 1;
    }
    return 0;
}
