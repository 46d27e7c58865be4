/* The guard reads lines from a socket whose other end is ours alone: its end of file is ours. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HIGHEST_INHERITED_FILE = 256 };

static const char script[] = "groups=' ' folder=\n"
                             "while read -r word rest; do\n"
                             "    case $word in\n"
                             "    +) groups=\"$groups$rest \" ;;\n"
                             "    -) groups=\"${groups%%\" $rest \"*} ${groups#*\" $rest \"}\" ;;\n"
                             "    folder) folder=$rest ;;\n"
                             "    esac\n"
                             "done\n"
                             "for group in $groups; do kill -s KILL -- \"-$group\"; done\n"
                             "[ -z \"$folder\" ] || rm -rf -- \"$folder\"\n";

static struct {
    pthread_mutex_t lock;
    unsigned users;
    int socket; /* -1: there is none */
    pid_t pid, owner;
} guard = { .lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1 };

/* In the child: never returns. In a session of its own, so that no key reaches it; with no stream of ours open. */
static void guard_run(int lines, int nothing)
{
    static const char *const argv[] = { "sh", "-c", script, NULL }, *const little[] = { "PATH=/usr/bin:/bin", NULL };
    setsid();
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    for (int number = 1; number < NSIG; number++)
        if (number == SIGHUP || number == SIGINT || number == SIGTERM) signal(number, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(lines, 0) < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0) _exit(127);
    for (int file = 3; file < HIGHEST_INHERITED_FILE; file++) close(file);
    execve("/bin/sh", (char *const *)(const void *)argv, (char *const *)(const void *)little);
    _exit(127);
}

/* Above the standard streams, which the child gives other meanings. */
static int raised(int file)
{
    if (file < 0 || file > 2) return file;
    const int higher = fcntl(file, F_DUPFD_CLOEXEC, 3);
    close(file);
    return higher;
}

static void guard_start(void)
{
    int both[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0) return;
    const int own = raised(both[0]), lines = raised(both[1]), nothing = raised(open("/dev/null", O_RDWR | O_CLOEXEC));
    const pid_t pid = own >= 0 && lines >= 0 && nothing >= 0 ? fork() : -1;
    if (pid == 0) guard_run(lines, nothing);
    if (lines >= 0) close(lines);
    if (nothing >= 0) close(nothing);
    if (pid < 0 && own >= 0) close(own);
    if (pid < 0) return;
    guard.socket = own;
    guard.pid = pid;
    guard.owner = getpid();
}

void guard_hold(void)
{
    pthread_mutex_lock(&guard.lock);
    if (guard.users++ == 0) guard_start();
    pthread_mutex_unlock(&guard.lock);
}

void guard_release(void)
{
    pthread_mutex_lock(&guard.lock);
    if (--guard.users == 0 && guard.pid > 0) { /* the socket may be closed already, by a line that could not be sent */
        if (guard.socket >= 0) close(guard.socket);
        guard.socket = -1;
        if (guard.owner == getpid())
            while (waitpid(guard.pid, NULL, 0) < 0 && errno == EINTR) continue;
        guard.pid = 0;
    }
    pthread_mutex_unlock(&guard.lock);
}

/* A line in one piece: the socket holds far more than ever waits in it. A fork of ours has nothing to say. */
static void tell(const char *line)
{
    pthread_mutex_lock(&guard.lock);
    if (guard.socket >= 0 && guard.owner == getpid() &&
        send(guard.socket, line, strlen(line), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        close(guard.socket);
        guard.socket = -1;
    }
    pthread_mutex_unlock(&guard.lock);
}

void guard_add(pid_t group)
{
    char line[32];
    snprintf(line, sizeof line, "+ %ld\n", (long)group);
    tell(line);
}

void guard_drop(pid_t group)
{
    char line[32];
    snprintf(line, sizeof line, "- %ld\n", (long)group);
    tell(line);
}

void guard_folder(const char *folder)
{
    char line[640];
    if (strchr(folder, '\n') || (size_t)snprintf(line, sizeof line, "folder %s\n", folder) >= sizeof line) return;
    tell(line);
}
