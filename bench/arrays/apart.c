/*
 * The reader is a fork: it has the code already, and needs no program to be found. It starts no thread, so a lock that
 * another thread held at the fork can never be had: futex is refused, and the reader ends rather than wait for ever.
 * Nothing is decided by it before it is locked in; from then on nothing that it says is believed.
 */
#define _GNU_SOURCE /* pipe2, close_range, O_PATH, F_SETPIPE_SZ, vmsplice */
#include "apart.h"

#include "array_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

void carry(carrier *c, void *at, size_t size)
{
    for (size_t done = 0; done < size && !c->bad;) {
        char *const next = (char *)at + done;
        const ssize_t moved = c->writes ? write(c->file, next, size - done) : read(c->file, next, size - done);
        if (moved > 0) done += (size_t)moved;
        else c->bad = moved == 0 || errno != EINTR;
    }
}

/* The pages of a block themselves go through the pipe, and are copied once, by who reads. Nothing changes them before
 * this process ends. */
static void lend(carrier *c, char *at, size_t size)
{
    for (ssize_t lent = 1; lent > 0 && size > 0;) {
        const struct iovec pages = { at, size };
        lent = vmsplice(c->file, &pages, 1, 0);
        if (lent > 0) at += lent, size -= (size_t)lent;
    }
    carry(c, at, size); /* what the kernel does not take so */
}

void carry_size(carrier *c, size_t *at, size_t most)
{
    size_t value = *at;
    carry(c, &value, sizeof value);
    if (value > most) c->bad = 1;
    *at = c->bad ? 0 : value;
}

void carry_block(carrier *c, void **at, size_t size)
{
    char there = *at != NULL;
    carry(c, &there, 1);
    if (c->bad || !there) return;
    if (!c->writes) *at = calloc(size + 1, 1);
    if (!*at) c->bad = 1;
    if (c->writes) lend(c, *at, size);
    else carry(c, *at, size);
}

void carry_words(carrier *c, char *at, size_t size)
{
    if (!size) return;
    carry(c, at, size);
    at[size - 1] = '\0';
}

#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/* What a reader needs of the kernel, and the C library for it. */
static const unsigned
    calls[] = {
        SYS_read,        SYS_readv,        SYS_pread64, SYS_lseek,         SYS_fstat,          SYS_newfstatat,
        SYS_statx,       SYS_close,        SYS_munmap,  SYS_mremap,        SYS_madvise,        SYS_brk,
        SYS_faccessat,   SYS_getdents64,   SYS_getpid,  SYS_clock_gettime, SYS_gettimeofday,   SYS_getrandom,
        SYS_exit,        SYS_rt_sigreturn, SYS_getcwd,  SYS_exit_group,    SYS_rt_sigprocmask, SYS_readlinkat,
        SYS_sigaltstack, /* of the sanitizers, before a function that does not return */
#ifdef SYS_access
        SYS_access,      SYS_readlink,     SYS_stat,    SYS_lstat,
#endif
    };

typedef struct filter {
    struct sock_filter step[96];
    unsigned short used;
} filter;

static void step(filter *f, unsigned code, unsigned value, unsigned yes, unsigned no)
{
    const struct sock_filter one = { (unsigned short)code, (unsigned char)yes, (unsigned char)no, value };
    f->step[f->used++] = one;
}

static void load(filter *f, size_t offset) { step(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0); }

static void answer(filter *f, unsigned what) { step(f, BPF_RET | BPF_K, what, 0, 0); }

/* A call whose argument decides: by BPF_JEQ it is the value, by BPF_JSET it has one of these bits. */
static void permit_where(filter *f, unsigned call, unsigned argument, unsigned test, unsigned value, int wanted)
{
    step(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load(f, offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t)); /* the lower half: little-endian */
    step(f, BPF_JMP | test | BPF_K, value, !wanted, wanted != 0);
    answer(f, SECCOMP_RET_ALLOW);
    answer(f, SECCOMP_RET_ERRNO | EPERM);
}

static int lock_calls(int out)
{
    filter f = { .used = 0 };
    load(&f, offsetof(struct seccomp_data, arch));
    step(&f, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    answer(&f, SECCOMP_RET_KILL_PROCESS);
    load(&f, offsetof(struct seccomp_data, nr));
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        step(&f, BPF_JMP | BPF_JEQ | BPF_K, calls[k], 0, 1);
        answer(&f, SECCOMP_RET_ALLOW);
    }
    permit_where(&f, SYS_write, 0, BPF_JEQ, (unsigned)out, 1);
    permit_where(&f, SYS_vmsplice, 0, BPF_JEQ, (unsigned)out, 1);
    permit_where(&f, SYS_openat, 2, BPF_JSET, O_ACCMODE | O_CREAT | O_TRUNC, 0);
    permit_where(&f, SYS_mmap, 2, BPF_JSET, PROT_EXEC, 0);
    permit_where(&f, SYS_mprotect, 2, BPF_JSET, PROT_EXEC, 0);
    answer(&f, SECCOMP_RET_ERRNO | EPERM);
    const struct sock_fprog program = { f.used, f.step };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>

/* "FILE.npz:NAME" may be FILE.npz. A pipe is on no disk: no rule is needed for it, and none can be made. */
static void hand_over(int ruleset, const char *name)
{
    const char *member = NULL;
    OWNED char *file = array_path_split(name, &member);
    if (!file) return;
    struct landlock_path_beneath_attr rule = { LANDLOCK_ACCESS_FS_READ_FILE, open(file, O_PATH | O_CLOEXEC) };
    (void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

/* Files that were not handed over cannot be opened. Kernels without Landlock leave them readable, and nothing more. */
static void lock_files(const apart_job *job)
{
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    const int rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13; /* each adds some */
    const struct landlock_ruleset_attr handled = { .handled_access_fs = (1ull << rights) - 1 };
    if (version < 1) return;
    const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    for (size_t k = 0; k < APART_FILES; k++)
        if (job->file[k]) hand_over(ruleset, job->file[k]);
    (void)syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
}
#else
static void lock_files(const apart_job *job) { (void)job; }
#endif

/* The hard limit is one more: of processor time it is a signal that says nothing. */
static void limit_to(__rlimit_resource_t what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) != 0) return;
    if (now.rlim_max > most + 1) now.rlim_max = most + 1;
    if (now.rlim_cur > most) now.rlim_cur = most;
    setrlimit(what, &now);
}

static void limit_all(void)
{
    limit_to(RLIMIT_CORE, 0);
    limit_to(RLIMIT_FSIZE, 0);
    limit_to(RLIMIT_CPU, limit_size(LIMIT_READER_SECONDS));
#ifndef ASSAY_SANITIZED /* the sanitizers reserve terabytes of addresses */
    limit_to(RLIMIT_AS, limit_size(LIMIT_READER_MEMORY));
#endif
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); /* where memory ends, it ends first */
    if (file >= 0 && write(file, "1000", 4) < 0) errno = 0;
    if (file >= 0) close(file);
}

/* What else is open here. A stream may be one of these, /dev/fd/63. */
static void close_others(const apart_job *job, int out)
{
    for (size_t k = 0; k < APART_FILES; k++)
        if (job->file[k] && (strcmp(job->file[k], "-") == 0 || array_path_is_stream(job->file[k]))) return;
    if (out > 0) close_range(0, (unsigned)out - 1, 0);
    close_range((unsigned)out + 1, ~0u, 0);
}

/* Never returns. The first byte says that it is locked in. */
static void be_reader(const apart_job *job, int out)
{
    carrier c = { .file = out, .writes = 1 };
    assay_error why = { "" };
    char locked = 1;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGXCPU, SIG_DFL);
    limit_all();
    close_others(job, out);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(1);
    lock_files(job);
    if (!lock_calls(out)) _exit(1);
    carry(&c, &locked, 1);
    size_t status = (size_t)job->read(job->what, &why);
    carry_size(&c, &status, SIZE_MAX);
    if (status == ASSAY_OK) job->carry(&c, job->what);
    else carry_words(&c, why.text, sizeof why.text);
    carry(&c, &locked, 1);
    _exit(0);
}

static int denied;

int apart_refused(void) { return __atomic_load_n(&denied, __ATOMIC_RELAXED); }

static assay_status stopped(const apart_job *job, int how, assay_error *err)
{
    const char *ended = WIFSIGNALED(how) ? sigdescr_np(WTERMSIG(how)) : "its answer made no sense";
    return bad_input(job->file[0], err,
                     "its reader, a process of its own, was stopped (%s); the file may be made to do harm, or "
                     "is too large for this machine",
                     ended ? ended : "unknown signal");
}

/* What comes after the first byte; c->bad where it is not what it should be. */
static assay_status take(carrier *c, const apart_job *job, assay_error *err)
{
    assay_error why = { "" };
    char whole = 0;
    size_t status = 0;
    carry_size(c, &status, ASSAY_ENOMEM);
    if (status == ASSAY_OK && !c->bad) job->carry(c, job->what);
    if (status != ASSAY_OK) carry_words(c, why.text, sizeof why.text);
    carry(c, &whole, 1);
    if (c->bad && status == ASSAY_OK) job->drop(job->what);
    return status == ASSAY_OK ? ASSAY_OK : assay_fail(err, (assay_status)status, "%s", why.text);
}

static pid_t start(const apart_job *job, carrier *from)
{
    int both[2];
    if (pipe2(both, O_CLOEXEC) != 0) return -1;
    (void)fcntl(both[1], F_SETPIPE_SZ, 1 << 20);
    const pid_t pid = fork();
    if (pid == 0) be_reader(job, both[1]);
    close(both[1]);
    from->file = both[0];
    if (pid < 0) close(both[0]);
    return pid;
}

assay_status apart_read(const apart_job *job, assay_error *err)
{
    const char *wish = getenv("ASSAY_READERS");
    if (wish && strcmp(wish, "inside") == 0) return job->read(job->what, err);
    carrier c = { .file = -1 };
    char locked = 0;
    int how = 0;
    const pid_t pid = start(job, &c);
    if (pid >= 0) carry(&c, &locked, 1);
    const assay_status status = locked ? take(&c, job, err) : ASSAY_OK;
    if (pid >= 0) {
        close(c.file);
        kill(pid, SIGKILL);
        while (waitpid(pid, &how, 0) < 0 && errno == EINTR) continue;
    }
    if (locked) return c.bad ? stopped(job, how, err) : status;
    __atomic_store_n(&denied, 1, __ATOMIC_RELAXED);
    return job->read(job->what, err);
}
