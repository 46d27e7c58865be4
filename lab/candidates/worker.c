/*
 * Processes. After fork only calls that are safe there are made; what the child needs (path, arguments, environment) is
 * ready before. Pipes rather than a socket pair, since a program may open /dev/stdin.
 */
#define _GNU_SOURCE /* pipe2, environ, wait4 */
#include "worker.h"

#include "clock.h"
#include "hidden_files.h"
#include "limit.h"
#include "owned.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TAIL = 8192,                 /* bytes of standard error that are kept, or half of them */
    LONGEST_ANSWER = 16 << 20,   /* bytes */
    SLICE = 20,                  /* milliseconds between looks whether the process still lives */
    HIGHEST_INHERITED_FILE = 256 /* files opened without close-on-exec by whoever hosts the library */
};

/* The standard streams of a candidate, and the pipe that says how it ended: their numbers in it. */
enum { INPUT, OUTPUT, ERRORS, STATUS, PIPES };

struct worker {
    pid_t pid;
    int end[PIPES]; /* ours; -1: closed */
    int apart;      /* contain.h */
    int ended, status, out_of_memory, too_many;
    size_t memory_mb;
    char *got; /* what it printed since the request */
    size_t used, room;
    char tail[TAIL + 1];
    size_t tail_used;
    char words[512], how[192];
};

static void close_file(int *file)
{
    if (*file >= 0) close(*file);
    *file = -1;
}

/* Added to what is left of the program's own environment: one thread, and the same order of sets in every process. */
static const char *const settled[] = { "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1",
                                       "PYTHONHASHSEED=0" };
enum { SETTLED = sizeof settled / sizeof *settled };

/* What says how this program was started, or by whom, and where. */
/* clang-format off */
static const char *const left_out[] = { "ASSAY_", "SLURM_", "PBS_", "SGE_", "LSB_", "MAKE", "MFLAGS=", "PWD=",
                                        "OLDPWD=", "_=", "BASH_EXECUTION_STRING=", "SUDO_COMMAND=" };
/* clang-format on */

static int is_left_out(const char *variable)
{
    for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
        if (strncmp(variable, left_out[k], strlen(left_out[k])) == 0) return 1;
    for (size_t k = 0; k < SETTLED; k++)
        if (strncmp(variable, settled[k], strcspn(settled[k], "=") + 1) == 0) return 1;
    return 0;
}

static const char **environment(void)
{
    size_t count = 0, used = 0;
    while (environ && environ[count]) count++;
    const char **to = calloc(count + SETTLED + 1, sizeof *to);
    for (size_t k = 0; to && k < count; k++)
        if (!is_left_out(environ[k])) to[used++] = environ[k];
    for (size_t k = 0; to && k < SETTLED; k++) to[used++] = settled[k];
    return to;
}

typedef struct child_plan {
    const char *path;
    char *const *argv, *const *environment;
    contain_view view;
    size_t memory_mb;
    int end[PIPES]; /* the child's */
    pid_t parent;
} child_plan;

static void child_limits(const child_plan *plan)
{
    const rlim_t bytes = (rlim_t)plan->memory_mb << 20;
    const struct rlimit no_core = { 0, 0 }, memory = { bytes, bytes };
    setrlimit(RLIMIT_CORE, &no_core);
    if (plan->memory_mb) setrlimit(RLIMIT_AS, &memory);
}

static void child_files(const child_plan *plan)
{
    for (int k = 0; k < PIPES; k++)
        if (dup2(plan->end[k], k) < 0) _exit(127);
    if (close_range(PIPES, ~0u, 0) == 0) return;
    for (int file = PIPES; file < HIGHEST_INHERITED_FILE; file++) close(file);
}

/* In the child: never returns. */
static void child_run(const child_plan *plan, int apart)
{
    static const char failed[] = "cannot be run: ";
    setsid();
    prctl(PR_SET_PDEATHSIG, apart ? SIGKILL : SIGTERM); /* which has it end the others, too */
    if (!apart && getppid() != plan->parent) _exit(127);
    child_files(plan);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    contain_enter(apart, STATUS, &plan->view);
    if (plan->view.at && chdir(plan->view.at) != 0) _exit(127);
    contain_disarm();
    child_limits(plan);
    execve(plan->path, plan->argv, plan->environment);
    const char *why = strerrordesc_np(errno);
    if (write(2, failed, sizeof failed - 1) < 0 || !why || write(2, why, strlen(why)) < 0) _exit(127);
    _exit(127);
}

/* end[k] is the child's. Of higher numbers than these, so that dup2 in the child overwrites none of them. */
static int pipes_open(int own[PIPES], int end[PIPES])
{
    for (int k = 0; k < PIPES; k++) own[k] = end[k] = -1;
    for (int k = 0; k < PIPES; k++) {
        int both[2];
        if (pipe2(both, O_CLOEXEC) != 0) return -1;
        const int child = both[k != INPUT], ours = both[k == INPUT];
        end[k] = child >= PIPES ? child : fcntl(child, F_DUPFD_CLOEXEC, PIPES);
        own[k] = ours >= PIPES ? ours : fcntl(ours, F_DUPFD_CLOEXEC, PIPES);
        if (child < PIPES) close(child);
        if (ours < PIPES) close(ours);
        if (own[k] < 0 || end[k] < 0 || fcntl(own[k], F_SETFL, O_NONBLOCK) != 0) return -1;
    }
    return 0;
}

static pid_t spawn(worker *w, const char *path, const char *const *argv, const contain_view *view)
{
    OWNED const char **env = environment();
    OWNED const char **hidden = hidden_list();
    child_plan plan = { .path = path,
                        .argv = (char *const *)(uintptr_t)argv,
                        .environment = (char *const *)(uintptr_t)env,
                        .view = *view,
                        .memory_mb = w->memory_mb,
                        .parent = getpid() };
    pid_t pid = -1;
    if (!env || !hidden) return -1;
    plan.view.hidden = hidden;
    if (pipes_open(w->end, plan.end) == 0) pid = contain_fork(&w->apart);
    if (pid == 0) child_run(&plan, w->apart);
    const int why = errno;
    for (int k = 0; k < PIPES; k++) close_file(&plan.end[k]);
    for (int k = 0; k < PIPES && pid < 0; k++) close_file(&w->end[k]);
    errno = why;
    return pid;
}

assay_status worker_start(const char *path, const char *const *argv, const contain_view *view, size_t memory_mb,
                          int asked, worker **to, assay_error *err)
{
    *to = NULL;
    OWNED worker *w = zeroed(1, sizeof *w);
    if (!w) return no_memory(NULL, err);
    w->memory_mb = memory_mb;
    w->pid = spawn(w, path, argv, view);
    if (w->pid < 0) return assay_fail(err, ASSAY_EENVIRONMENT, "no process for a candidate: %s", strerror(errno));
    if (!asked) close_file(&w->end[INPUT]);
    *to = given(&w);
    return ASSAY_OK;
}

/* Whether it ended; it stays a zombie, so that its process group is surely still its own. */
static int has_ended(const worker *w)
{
    siginfo_t about = { 0 };
    if (w->ended) return 1;
    if (waitid(P_PID, (id_t)w->pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0) return about.si_pid == w->pid;
    return errno == ECHILD; /* whoever hosts us has waited for it */
}

static int near_limit(const worker *w, long child_kb)
{
    struct rusage own; /* the child counts as its own what it had of ours before exec */
    const double limit_kb = 1024.0 * (double)w->memory_mb;
    return getrusage(RUSAGE_SELF, &own) == 0 && (double)own.ru_maxrss < 0.5 * limit_kb &&
           (double)child_kb > 0.75 * limit_kb;
}

/* What the first process wrote of the candidate; it ends well itself only then. */
static void take_status(worker *w)
{
    int how;
    if (w->end[STATUS] >= 0 && read(w->end[STATUS], &how, sizeof how) == sizeof how) {
        w->too_many = how == CONTAIN_TOO_MANY;
        w->status = w->too_many ? SIGKILL : how;
    }
    close_file(&w->end[STATUS]);
}

/* Kills what is left of it, and the zombie is laid to rest. */
static void reap(worker *w)
{
    struct rusage used = { 0 }; /* where whoever hosts us has waited for it, nothing is known */
    if (w->ended) return;
    contain_end(w->pid, w->apart);
    while (wait4(w->pid, &w->status, 0, &used) < 0 && errno == EINTR) continue;
    w->ended = 1;
    take_status(w);
    w->out_of_memory = w->memory_mb && w->status != 0 && near_limit(w, used.ru_maxrss);
}

int worker_alive(worker *w) { return !has_ended(w); }

void worker_kill(worker *w)
{
    if (!w) return;
    reap(w);
    for (int k = 0; k < PIPES; k++) close_file(&w->end[k]);
    free(w->got);
    free(w);
}

static void pause_ms(long milliseconds)
{
    const struct timespec moment = { 0, milliseconds * 1000000 };
    nanosleep(&moment, NULL);
}

static int ends_within(const worker *w, int milliseconds)
{
    for (int spent = 0; spent < milliseconds && !has_ended(w); spent += 2) pause_ms(2);
    return has_ended(w);
}

/* "11 (segmentation fault)" */
static const char *signal_text(int number, char to[64])
{
    const char *text = sigdescr_np(number);
    const int used = snprintf(to, 64, "%d (", number);
    snprintf(to + used, (size_t)(64 - used), "%s)", text ? text : "unknown");
    to[used] = (char)tolower((unsigned char)to[used]);
    return to;
}

const char *worker_how(worker *w)
{
    char text[64];
    if (w->how[0] || !w->ended) return w->how;
    const int exited = WIFEXITED(w->status) ? WEXITSTATUS(w->status) : 0;
    if (w->too_many)
        snprintf(w->how, sizeof w->how, "killed: it had more than %zu processes and threads",
                 limit_size(LIMIT_CANDIDATE_PROCESSES));
    else if (WIFSIGNALED(w->status))
        snprintf(w->how, sizeof w->how, "killed by signal %s", signal_text(WTERMSIG(w->status), text));
    else if (exited > 128 && sigdescr_np(exited - 128)) /* how a shell passes it on */
        snprintf(w->how, sizeof w->how, "exit status %d, as of signal %s", exited, signal_text(exited - 128, text));
    else snprintf(w->how, sizeof w->how, "exit status %d without an answer", exited);
    return w->how;
}

int worker_out_of_memory(const worker *w)
{
    static const char *const words[] = { "MemoryError", "bad_alloc", "Cannot allocate memory", "ut of memory" };
    if (w->ended && w->status == 0) return 0;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strstr(w->tail, words[k])) return 1;
    return w->out_of_memory;
}

/* Takes what is there; of what is kept the older half goes where there is no more room. */
static void errors_read(worker *w)
{
    while (w->end[ERRORS] >= 0) {
        if (w->tail_used == TAIL) memmove(w->tail, w->tail + TAIL / 2, w->tail_used = TAIL / 2);
        char *to = w->tail + w->tail_used;
        const ssize_t got = read(w->end[ERRORS], to, TAIL - w->tail_used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return;
        if (got == 0) close_file(&w->end[ERRORS]);
        for (ssize_t k = 0; k < got; k++)
            if (!to[k]) to[k] = ' ';
        to[got] = '\0';
        w->tail_used += (size_t)got;
    }
}

/* Takes out the lines in which Python's faulthandler speaks of our host and of modules. */
static void tail_thin(worker *w)
{
    static const char *const noise[] = { "  File \"<string>\"", "Extension modules:" };
    char *to = w->tail;
    for (const char *from = w->tail, *next; *from; from = next) {
        next = from + strcspn(from, "\n");
        next += *next == '\n';
        const size_t length = (size_t)(next - from);
        if (strncmp(from, noise[0], strlen(noise[0])) == 0 || strncmp(from, noise[1], strlen(noise[1])) == 0) continue;
        memmove(to, from, length);
        to += length;
    }
    *to = '\0';
    w->tail_used = (size_t)(to - w->tail);
}

const char *worker_last_words(worker *w)
{
    tail_thin(w);
    const size_t most = sizeof w->words - 8;
    const char *from = w->tail + (w->tail_used > most ? w->tail_used - most : 0);
    size_t used = 0;
    if (from > w->tail) used = (size_t)snprintf(w->words, sizeof w->words, "...");
    for (; *from && used + 2 < sizeof w->words; from++) {
        const unsigned char byte = (unsigned char)*from;
        if (byte == '\n' && (!from[1] || !used)) continue;
        w->words[used++] = byte == '\n' ? '|' : byte < ' ' ? ' ' : (char)byte;
    }
    w->words[used] = '\0';
    return w->words;
}

static int output_room(worker *w)
{
    if (w->used + 4096 < w->room) return 1;
    const size_t room = w->room ? 2 * w->room : 8192;
    char *more = realloc(w->got, room);
    if (!more) return 0;
    w->got = more;
    w->room = room;
    return 1;
}

/* Takes what is there; w->end[OUTPUT] is closed at its end. */
static void output_read(worker *w)
{
    while (w->end[OUTPUT] >= 0 && w->used < LONGEST_ANSWER && output_room(w)) {
        const ssize_t got = read(w->end[OUTPUT], w->got + w->used, w->room - w->used - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return;
        if (got == 0) close_file(&w->end[OUTPUT]);
        w->used += (size_t)got;
    }
}

/* write, where a reader that is gone is an error and no signal, whatever this program does about SIGPIPE. */
static ssize_t write_quietly(int file, const char *bytes, size_t size)
{
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t written = write(file, bytes, size);
    const int why = errno;
    if (written < 0 && why == EPIPE && !sigismember(&pending, SIGPIPE)) {
        const struct timespec at_once = { 0, 0 };
        while (sigtimedwait(&pipe_signal, NULL, &at_once) < 0 && errno == EINTR) continue;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return written;
}

static void input_write(worker *w, const char **from)
{
    while (**from) {
        const ssize_t written = write_quietly(w->end[INPUT], *from, strlen(*from));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            if (errno != EAGAIN) close_file(&w->end[INPUT]); /* it reads no more; whether it answers will be seen */
            return;
        }
        *from += written;
    }
}

/* Waits until something can be done, SLICE at most. */
static void wait_any(const worker *w, int to_write, double seconds)
{
    struct pollfd files[3];
    nfds_t count = 0;
    if (w->end[OUTPUT] >= 0) files[count++] = (struct pollfd){ .fd = w->end[OUTPUT], .events = POLLIN };
    if (w->end[ERRORS] >= 0) files[count++] = (struct pollfd){ .fd = w->end[ERRORS], .events = POLLIN };
    if (to_write && w->end[INPUT] >= 0) files[count++] = (struct pollfd){ .fd = w->end[INPUT], .events = POLLOUT };
    const double slice = seconds * 1000.0 < SLICE ? seconds * 1000.0 + 1.0 : SLICE;
    poll(files, count, (int)slice);
}

static worker_outcome end_with(worker *w, worker_outcome outcome, const char *how)
{
    if (how) snprintf(w->how, sizeof w->how, "%s", how);
    if (outcome == WORKER_DIED || outcome == WORKER_TIMEOUT) {
        if (outcome == WORKER_DIED && !ends_within(w, 500))
            snprintf(w->how, sizeof w->how, "closed its standard output without an answer");
        reap(w);
        errors_read(w);
    }
    return outcome;
}

static worker_outcome line_of(worker *w, const char **answer)
{
    char *end = memchr(w->got, '\n', w->used);
    if (end + 1 != w->got + w->used) return end_with(w, WORKER_GARBAGE, "more than one line for an answer");
    if (memchr(w->got, 0, w->used)) return end_with(w, WORKER_GARBAGE, "an answer with a NUL byte in it");
    *end = '\0';
    *answer = w->got;
    return WORKER_ANSWER;
}

/* Until a line is there, or, of one that is not asked (NULL), until it ended: WORKER_ANSWER. */
static worker_outcome exchange(worker *w, const char *line, double seconds)
{
    const double deadline = clock_seconds() + seconds;
    for (;;) {
        const int ended = has_ended(w); /* before reading: what it printed at last is then there to be read */
        if (line && w->end[INPUT] >= 0) input_write(w, &line);
        errors_read(w);
        output_read(w);
        if (line && w->used && memchr(w->got, '\n', w->used)) {
            errors_read(w); /* what it wrote before it answered */
            return WORKER_ANSWER;
        }
        if (w->used >= LONGEST_ANSWER)
            return end_with(w, WORKER_GARBAGE,
                            line ? "more than 16 MB without an end of line" : "more than 16 MB of output");
        if (!line && ended) return WORKER_ANSWER; /* what it left behind may hold the pipe for ever */
        if (line && (ended || w->end[OUTPUT] < 0)) return end_with(w, WORKER_DIED, NULL);
        const double left = deadline - clock_seconds();
        if (left <= 0) return end_with(w, WORKER_TIMEOUT, NULL);
        if (w->end[OUTPUT] < 0 && w->end[ERRORS] < 0) pause_ms(1);
        else wait_any(w, line && *line != '\0', left);
    }
}

worker_outcome worker_ask(worker *w, const char *line, double seconds, const char **answer)
{
    w->tail_used = w->used = 0;
    w->tail[0] = w->how[0] = '\0';
    errors_read(w);
    output_read(w);
    if (w->used) return end_with(w, WORKER_GARBAGE, "it printed something between two requests");
    if (w->end[OUTPUT] < 0 || w->end[INPUT] < 0) return end_with(w, WORKER_DIED, NULL);
    w->tail_used = 0;
    w->tail[0] = '\0';
    const worker_outcome outcome = exchange(w, line, seconds);
    return outcome == WORKER_ANSWER ? line_of(w, answer) : outcome;
}

worker_outcome worker_collect(worker *w, double seconds, const char **answer)
{
    const worker_outcome outcome = exchange(w, NULL, seconds);
    if (outcome != WORKER_ANSWER) return outcome;
    reap(w);
    if (w->status != 0) return WORKER_DIED;
    if (w->used && memchr(w->got, 0, w->used)) return end_with(w, WORKER_GARBAGE, "output with a NUL byte in it");
    if (!output_room(w)) return end_with(w, WORKER_GARBAGE, "memory ran out for its output");
    w->got[w->used] = '\0';
    *answer = w->got;
    return WORKER_ANSWER;
}

void worker_bid(worker *w, const char *line)
{
    if (w->end[INPUT] >= 0) input_write(w, &line);
    close_file(&w->end[INPUT]);
}

void worker_part(worker *w)
{
    enum { GRACE = 300 }; /* milliseconds */
    if (w) ends_within(w, GRACE);
    worker_kill(w);
}
