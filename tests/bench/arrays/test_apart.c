/* A reader that misbehaves: what it tries fails, what it sends is taken for what it is, how it ends is a sentence. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "apart.h"

#include "check.h"
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { MOST = 20 };

/* What passes through the pipe. */
typedef struct cargo {
    size_t number;
    char *text, words[8];
    const char *handed, *other, *second;
    int open; /* a file of this process */
    pid_t reader;
} cargo;

static void carry_cargo(carrier *c, void *what)
{
    cargo *g = what;
    carry_size(c, &g->number, 1000000);
    size_t length = g->text ? strlen(g->text) : 0;
    carry_size(c, &length, MOST);
    carry_block(c, (void **)&g->text, length);
    carry_words(c, g->words, sizeof g->words);
    carry(c, &g->reader, sizeof g->reader);
}

static void drop_cargo(void *what)
{
    cargo *g = what;
    free(g->text);
    g->text = NULL;
}

static assay_status ask(assay_status (*read)(void *what, assay_error *err), cargo *g, assay_error *err)
{
    *err = (assay_error){ "" };
    const apart_job job = { { g->handed, g->second }, read, carry_cargo, drop_cargo, g };
    return apart_read(&job, err);
}

static assay_status behave(void *what, assay_error *err)
{
    cargo *g = what;
    char byte = 0;
    const int file = open(g->handed, O_RDONLY);
    if (file < 0 || read(file, &byte, 1) != 1) return assay_fail(err, ASSAY_EINPUT, "%s", strerror(errno));
    g->number = (size_t)byte;
    g->text = strdup("a text");
    strcpy(g->words, "words");
    g->reader = getpid();
    return ASSAY_OK;
}

TEST(it_reads_what_it_was_handed)
{
    assay_error err;
    cargo g = { .handed = scratch_write("handed", "x", 1) };
    assert_int_equal(ask(behave, &g, &err), ASSAY_OK);
    assert_int_equal(g.number, 'x');
    assert_string_equal(g.text, "a text");
    assert_string_equal(g.words, "words");
    assert_int_not_equal(g.reader, getpid());
    assert_int_equal(waitpid(g.reader, NULL, 0), -1); /* nothing is left of it */
    free(g.text);
    g = (cargo){ .handed = scratch_path("absent") };
    assert_int_equal(ask(behave, &g, &err), ASSAY_EINPUT);
    assert_string_equal(err.text, "No such file or directory");
    assert_null(g.text);
}

static unsigned tried;

static void must_fail(cargo *g, int failed)
{
    if (!failed) g->number |= 1u << tried;
    tried++;
}

static assay_status misbehave(void *what, assay_error *err)
{
    cargo *g = what;
    char byte;
    (void)err;
    tried = 0;
    must_fail(g, open(g->handed, O_WRONLY) < 0);
    must_fail(g, open(g->handed, O_RDONLY | O_TRUNC) < 0);
    must_fail(g, unlink(g->handed) < 0);
    must_fail(g, rename(g->handed, g->other) < 0);
    must_fail(g, mkdir("/tmp/never", 0700) < 0);
    must_fail(g, read(g->open, &byte, 1) < 0);
    must_fail(g, write(2, "", 1) < 0);
    must_fail(g, socket(AF_INET, SOCK_STREAM, 0) < 0);
    must_fail(g, syscall(SYS_clone, (unsigned long)SIGCHLD, 0, 0, 0, 0) < 0);
    must_fail(g, execl("/bin/true", "true", (char *)NULL) < 0);
    must_fail(g, kill(getppid(), 0) < 0);
    must_fail(g, mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    must_fail(g, syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0) < 0);
#ifndef ASSAY_SANITIZED
    must_fail(g, mmap(NULL, (size_t)40 << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) ==
                     MAP_FAILED);
#endif
    return ASSAY_OK;
}

TEST(nothing_else_is_open_to_it)
{
    assay_error err;
    cargo g = { .other = scratch_write("other", "other", 5), .handed = scratch_write("handed", "x", 1) };
    g.open = open(g.other, O_RDONLY);
    assert_int_equal(ask(misbehave, &g, &err), ASSAY_OK);
    assert_int_equal(g.number, 0);
    assert_int_equal(lseek(g.open, 0, SEEK_CUR), 0);
    close(g.open);
}

static assay_status open_other(void *what, assay_error *err)
{
    cargo *g = what;
    (void)err;
    g->number = (size_t)(open(g->other, O_RDONLY) >= 0);
    return ASSAY_OK;
}

/* A file that was not handed over, and a second one that was. */
TEST(landlock_holds)
{
    assay_error err;
    cargo g = { .other = scratch_write("other", "other", 5), .handed = scratch_write("handed", "x", 1) };
    if (syscall(444, NULL, 0, 1) < 1) {
        print_message("# not tested here: this kernel has no Landlock\n");
        return;
    }
    assert_int_equal(ask(open_other, &g, &err), ASSAY_OK);
    assert_int_equal(g.number, 0);
    g.second = g.other;
    assert_int_equal(ask(open_other, &g, &err), ASSAY_OK);
    assert_int_equal(g.number, 1);
}

static assay_status crash(void *what, assay_error *err)
{
    (void)what, (void)err;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV); /* refused as a call; what follows is none */
    __builtin_trap();
}

static assay_status spin(void *what, assay_error *err)
{
    (void)what, (void)err;
    for (volatile int k = 0; k == 0;) continue;
    return ASSAY_OK;
}

static assay_status leave(void *what, assay_error *err)
{
    (void)what, (void)err;
    _exit(0);
}

TEST(a_crash_is_a_sentence)
{
    assay_error err;
    cargo g = { .handed = scratch_write("handed", "x", 1) };
    assert_int_equal(ask(crash, &g, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "handed: its reader, a process of its own, was stopped ("));
    assert_int_equal(ask(leave, &g, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "was stopped (its answer made no sense)"));
    assert_null(g.text);
}

/* In a process of its own, whose limit is the reader's. */
TEST(an_endless_one_is_stopped)
{
    int how = 0;
    cargo g = { .handed = scratch_write("handed", "x", 1) };
    const pid_t pid = fork();
    if (pid == 0) {
        const struct rlimit second = { 1, 2 };
        assay_error err;
        setrlimit(RLIMIT_CPU, &second);
        const assay_status status = ask(spin, &g, &err);
        _exit(status == ASSAY_EINPUT && strstr(err.text, "was stopped (CPU time limit exceeded)") ? 7 : 1);
    }
    assert_int_equal(waitpid(pid, &how, 0), pid);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 7);
}

static assay_status send_too_much(void *what, assay_error *err)
{
    cargo *g = what;
    (void)err;
    g->number = 1000001;
    return ASSAY_OK;
}

static assay_status send_long_text(void *what, assay_error *err)
{
    cargo *g = what;
    g->text = strdup("a text that is longer than it may be");
    return g->text ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

static assay_status send_no_status(void *what, assay_error *err)
{
    (void)what, (void)err;
    return (assay_status)99;
}

static assay_status send_words_without_end(void *what, assay_error *err)
{
    cargo *g = what;
    (void)err;
    memset(g->words, 'w', sizeof g->words);
    return ASSAY_OK;
}

TEST(sizes_are_held_against_limits)
{
    assay_status (*const sent[])(void *what, assay_error *err) = { send_too_much, send_long_text, send_no_status };
    assay_error err;
    cargo g = { .handed = scratch_write("handed", "x", 1) };
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(ask(sent[k], &g, &err), ASSAY_EINPUT);
        assert_null(g.text);
    }
    g = (cargo){ .handed = g.handed };
    assert_int_equal(ask(send_words_without_end, &g, &err), ASSAY_OK);
    assert_string_equal(g.words, "wwwwwww");
}

static int deny_filters(void)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = { sizeof steps / sizeof *steps, steps };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* For good: the last. */
TEST(inside_where_it_is_wished_or_nothing_else_permitted)
{
    assay_error err;
    cargo g = { .handed = scratch_write("handed", "x", 1) };
    setenv("ASSAY_READERS", "inside", 1);
    assert_int_equal(ask(behave, &g, &err), ASSAY_OK);
    unsetenv("ASSAY_READERS");
    free(g.text);
    assert_int_equal(g.reader, getpid());
    assert_false(apart_refused());
    if (!deny_filters()) return;
    assert_int_equal(ask(behave, &g, &err), ASSAY_OK);
    free(g.text);
    assert_int_equal(g.reader, getpid());
    assert_true(apart_refused());
}

int main(void)
{
    unsetenv("ASSAY_READERS"); /* of whoever runs the tests */
    return TESTS_RUN_IN(scratch_make, scratch_remove);
}
