/* Namespaces: of processes, with a /proc that shows them, and, for who is not root, of users, since only that makes the
 * others permitted. After fork there are only calls that are safe there, so folders are read without the C library. */
#define _GNU_SOURCE /* CLONE_*, syscall, struct dirent64 */
#include "contain.h"

#include "limit.h"
#include "owned.h"
#include "unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the trial told. Root's processes are not counted, whatever their limit. */
static struct {
    pthread_once_t tried;
    int permitted, counts_apart; /* counts_apart: the namespace's processes alone (Linux 5.14), not all of the user */
    int flags;
    uid_t user;
    gid_t group;
    char *words; /* of the command line, as the kernel shows them; NULL: of a program that has not copied them */
    size_t words_size;
} room = { .tried = PTHREAD_ONCE_INIT };

/* fork without what the C library does around it, since flags cannot be given to that. */
static pid_t clone_with(int flags) { return (pid_t)syscall(SYS_clone, (unsigned long)(flags | SIGCHLD), 0, 0, 0, 0); }

static int put(const char *path, const char *text)
{
    FREED(file_closed) const int file = open(path, O_WRONLY | O_CLOEXEC);
    const size_t size = strlen(text);
    return file >= 0 && write(file, text, size) == (ssize_t)size;
}

/* The user is who he was: files that are made would have no owner otherwise. */
static int map_user(void)
{
    char users[64], groups[64];
    if (!(room.flags & CLONE_NEWUSER)) return 1;
    snprintf(users, sizeof users, "%lu %lu 1", (unsigned long)room.user, (unsigned long)room.user);
    snprintf(groups, sizeof groups, "%lu %lu 1", (unsigned long)room.group, (unsigned long)room.group);
    return put("/proc/self/setgroups", "deny") && put("/proc/self/uid_map", users) && put("/proc/self/gid_map", groups);
}

/* In the first process: the others' /proc would show numbers that mean other processes. */
static int furnish(void)
{
    return map_user() && mount("none", "/", NULL, MS_REC | MS_SLAVE, NULL) == 0 &&
           mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

static void limit_processes(rlim_t most)
{
    const struct rlimit processes = { most, most };
    setrlimit(RLIMIT_NPROC, &processes);
}

/* Hides what is not the candidate's. What fails leaves things as they were: it is no reason not to score. */
static void cover(const contain_view *v)
{
    char from[32];
    int file[VIEW_FILES];
    for (size_t k = 0; v->hidden && v->hidden[k]; k++) mount("/dev/null", v->hidden[k], NULL, MS_BIND, NULL);
    if (!v->folder) return;
    for (size_t k = 0; k < VIEW_FILES; k++) file[k] = v->file[k] ? open(v->file[k], O_PATH | O_CLOEXEC) : -1;
    const int alone = mount("none", v->folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=700") == 0;
    for (size_t k = 0; k < VIEW_FILES; k++) {
        if (file[k] < 0) continue;
        snprintf(from, sizeof from, "/proc/self/fd/%d", file[k]);
        FREED(file_closed) const int made = alone ? open(v->file[k], O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
        if (made >= 0) mount(from, v->file[k], NULL, MS_BIND, NULL);
        close(file[k]);
    }
    if (alone && v->at) mkdir(v->at, 0500);
}

enum { COUNTS_APART = 0, COUNTS_TOGETHER = 1, NOT_PERMITTED = 2 };

/* In the trial's first process: never returns. */
static void try_out(void)
{
    if (!furnish()) _exit(NOT_PERMITTED);
    limit_processes(8);
    const pid_t pid = clone_with(0);
    if (pid == 0) _exit(0);
    _exit(pid > 0 ? COUNTS_APART : COUNTS_TOGETHER);
}

static void blank_words(void)
{
    for (size_t k = 0; k < room.words_size; k++) room.words[k] = '\0';
}

void contain_own_words(int argc, char **argv)
{
    room.words = argv[0];
    room.words_size = (size_t)(argv[argc - 1] + strlen(argv[argc - 1]) - argv[0]); /* one after the other */
}

static void try_once(void)
{
    int status = 0;
    room.user = geteuid();
    room.group = getegid();
    room.flags = CLONE_NEWPID | CLONE_NEWNS | (room.user == 0 ? 0 : CLONE_NEWUSER);
    const pid_t pid = clone_with(room.flags);
    if (pid == 0) try_out();
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return;
    room.permitted = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) < NOT_PERMITTED;
    room.counts_apart = room.permitted && WEXITSTATUS(status) == COUNTS_APART;
    if (room.permitted) return;
    blank_words();
    if (room.user != 0) prctl(PR_SET_DUMPABLE, 0); /* root's other processes have rights that candidates lack */
}

pid_t contain_fork(int *apart)
{
    pthread_once(&room.tried, try_once);
    *apart = 1;
    const pid_t pid = room.permitted ? clone_with(room.flags) : -1;
    if (pid >= 0) return pid;
    *apart = 0;
    return fork();
}

/* ---- what this process has started and what those have: the kernel lists the children of each thread, and folders are
 * read by its own call, since opendir takes memory ---- */

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
    FREED(file_closed) const int file = open(list, O_RDONLY | O_CLOEXEC);
    for (ssize_t got; file >= 0 && (got = read(file, text, sizeof text)) > 0;) {
        for (ssize_t k = 0; k < got; k++) {
            if (text[k] >= '0' && text[k] <= '9') pid = 10 * pid + (text[k] - '0');
            else if (pid && f->n < MOST_SEEN) f->at[f->n++] = (pid_t)pid;
            if (text[k] < '0' || text[k] > '9') pid = 0;
        }
    }
}

/* The threads of a process and the children of each; the layout of entries is the kernel's (getdents64). */
static void add_of(family *f, pid_t pid)
{
    char block[2048], path[80];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    FREED(file_closed) const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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
}

/* Stops beyond so many threads. */
static void find_family(family *f, size_t most)
{
    f->n = 0;
    add_of(f, getpid());
    f->threads = 0;
    for (size_t k = 0; k < f->n && f->threads <= most; k++) add_of(f, f->at[k]);
}

static family found; /* of the process that was forked: nobody else has this copy */

/* Processes and threads below this one, from /proc; a number above `most` stands for any. 0 where the kernel does not
 * tell. */
static size_t descendants_count(size_t most)
{
    find_family(&found, most);
    return found.threads;
}

/* Kills `first` and its group, and then all there are, which this process must be heir to (PR_SET_CHILD_SUBREAPER). */
static void descendants_kill(pid_t first)
{
    enum { ROUNDS = 5000 };
    const struct timespec moment = { 0, 1000000 };
    kill(-first, SIGKILL);
    kill(first, SIGKILL);
    for (int round = 0; round < ROUNDS; round++) {
        find_family(&found, (size_t)-1);
        for (size_t k = 0; k < found.n; k++) kill(found.at[k], SIGKILL);
        while (waitpid(-1, NULL, WNOHANG) > 0) continue;
        if (!found.n) return;
        nanosleep(&moment, NULL);
    }
}

/* SIGCHLD, and SIGTERM, which asks it to end: not apart, where it is killed and the candidate could ask it. Blocked in
 * it and in nobody else. */
static void awaited(int apart, sigset_t *to, int how)
{
    sigemptyset(to);
    sigaddset(to, SIGCHLD);
    if (!apart) sigaddset(to, SIGTERM);
    sigprocmask(how, to, NULL);
}

static int are_too_many(int apart)
{
    const int counted = !apart || !room.counts_apart || room.user == 0;
    const size_t most = limit_size(LIMIT_CANDIDATE_PROCESSES);
    return counted && descendants_count(most) > most;
}

/* Takes in whom others have left, and ends with the candidate; apart, the kernel then kills the others. */
static void attend(pid_t candidate, int apart, int status)
{
    static const struct timespec between = { 0, 50000000 };
    sigset_t signals;
    int how, told = 0;
    pid_t ended;
    awaited(apart, &signals, SIG_BLOCK);
    for (int file = 0; file < 3; file++) close(file); /* the candidate's alone: their end is its end */
    do {
        while ((ended = waitpid(-1, &how, WNOHANG)) > 0 && ended != candidate) continue;
        if (ended == candidate) break;
        told = sigtimedwait(&signals, NULL, &between) == SIGTERM;
        if (!told && are_too_many(apart)) how = CONTAIN_TOO_MANY, told = 1;
        else how = SIGKILL;
    } while (!told);
    if (!apart) descendants_kill(candidate);
    if (write(status, &how, sizeof how) != sizeof how) _exit(127);
    _exit(0);
}

void contain_disarm(void)
{
    static const unsigned kept[] = { CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID, CAP_SETGID, CAP_SETUID };
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct own[2] = { { 0 } };
    uint64_t mask = 0;
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) mask |= UINT64_C(1) << kept[k];
    for (unsigned cap = 0; cap < 64; cap++)
        if (!(mask >> cap & 1)) prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
    if (syscall(SYS_capget, &header, own) != 0) return;
    own[0].inheritable = own[1].inheritable = 0;
    syscall(SYS_capset, &header, own);
}

void contain_enter(int apart, int status, const contain_view *view)
{
    struct pollfd reader = { .fd = status };
    sigset_t signals;
    if (apart ? !furnish() : prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) _exit(127);
    if (apart) cover(view);
    prctl(PR_SET_DUMPABLE, 0);
    blank_words();
    poll(&reader, 1, 0);
    if (reader.revents & POLLERR) _exit(127); /* whoever started us is gone already, and could not be heard to go */
    awaited(apart, &signals, SIG_BLOCK);
    const pid_t candidate = clone_with(0);
    if (candidate < 0) _exit(127);
    if (candidate > 0) attend(candidate, apart, status);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!apart) setsid();
    awaited(apart, &signals, SIG_UNBLOCK);
    close(status);
    if (apart && room.counts_apart) limit_processes((rlim_t)limit_size(LIMIT_CANDIDATE_PROCESSES));
}

void contain_end(pid_t first, int apart)
{
    enum { TRIES = 2000 };
    const struct timespec moment = { 0, 1000000 };
    siginfo_t about = { 0 };
    if (!apart) kill(first, SIGTERM);
    for (int k = 0; !apart && k < TRIES && !about.si_pid; k++) {
        kill(first, SIGCONT);
        if (waitid(P_PID, (id_t)first, &about, WEXITED | WNOHANG | WNOWAIT) != 0) break;
        if (!about.si_pid) nanosleep(&moment, NULL);
    }
    kill(-first, SIGKILL);
    kill(first, SIGKILL); /* between fork and setsid it has no group yet */
}
