/* The kernel lists the children of each thread; folders are read by its own call, since opendir takes memory. */
#define _GNU_SOURCE /* syscall, struct dirent64 */
#include "descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SEEN = 4096 };

/* In rising distance; of more than there is room for, the rest is found when these are gone. */
typedef struct family {
    pid_t at[MOST_SEEN];
    size_t n, threads;
} family;

static void add_children(family *f, const char *list)
{
    char text[1024];
    long pid = 0;
    const int file = open(list, O_RDONLY | O_CLOEXEC);
    for (ssize_t got; file >= 0 && (got = read(file, text, sizeof text)) > 0;) {
        for (ssize_t k = 0; k < got; k++) {
            if (text[k] >= '0' && text[k] <= '9') pid = 10 * pid + (text[k] - '0');
            else if (pid && f->n < MOST_SEEN) f->at[f->n++] = (pid_t)pid;
            if (text[k] < '0' || text[k] > '9') pid = 0;
        }
    }
    if (file >= 0) close(file);
}

/* The threads of a process and the children of each; the layout of entries is the kernel's (getdents64). */
static void add_of(family *f, pid_t pid)
{
    char block[2048], path[80];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (long got; folder >= 0 && (got = syscall(SYS_getdents64, folder, block, sizeof block)) > 0;) {
        for (long at = 0; at < got;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(block + at);
            at += entry->d_reclen;
            if (entry->d_name[0] == '.') continue;
            f->threads++;
            snprintf(path, sizeof path, "/proc/%ld/task/%.20s/children", (long)pid, entry->d_name);
            add_children(f, path);
        }
    }
    if (folder >= 0) close(folder);
}

/* Stops beyond so many threads. */
static void find(family *f, size_t most)
{
    f->n = 0;
    add_of(f, getpid());
    f->threads = 0;
    for (size_t k = 0; k < f->n && f->threads <= most; k++) add_of(f, f->at[k]);
}

static family found; /* of the process that was forked: nobody else has this copy */

size_t descendants_count(size_t most)
{
    find(&found, most);
    return found.threads;
}

void descendants_kill(pid_t first)
{
    enum { ROUNDS = 5000 };
    const struct timespec moment = { 0, 1000000 };
    kill(-first, SIGKILL);
    kill(first, SIGKILL);
    for (int round = 0; round < ROUNDS; round++) {
        find(&found, (size_t)-1);
        for (size_t k = 0; k < found.n; k++) kill(found.at[k], SIGKILL);
        while (waitpid(-1, NULL, WNOHANG) > 0) continue;
        if (!found.n) return;
        nanosleep(&moment, NULL);
    }
}
