/*
 * containment_cases.h -- what a candidate starts dies with it, however far it runs, and is not too many. The same where
 * a candidate has a PID namespace of its own and where that is denied.
 */
#ifndef ASSAY_CONTAINMENT_CASES_H
#define ASSAY_CONTAINMENT_CASES_H

#include "candidates_check.h"

#include "candidate.h"
#include "scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>

/* Whoever holds this lock is a process that the candidate has started. */
static const char *lock_path(void) { return scratch_path("lock"); }

static int is_held(void)
{
    const int file = open(lock_path(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    const int held = flock(file, LOCK_EX | LOCK_NB) != 0;
    close(file);
    return held;
}

static int becomes(int wanted)
{
    for (int k = 0; k < 1000 && is_held() != wanted; k++) nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    return is_held() == wanted;
}

/* A candidate of a shell that runs `does` for a score and then, where it comes so far, answers. */
static const char *candidate_that(const char *does, const char *options)
{
    static char entry[1024];
    char script[1024];
    const int length = snprintf(script, sizeof script,
                                "while read -r line; do\n"
                                "    case $line in\n"
                                "    *describe*) echo '{\"name\": \"it\", \"outputs\": [\"it\"]}' ;;\n"
                                "    *score*) %s; echo '{\"scores\": [{\"output\": \"it\", \"value\": 0.5}]}' ;;\n"
                                "    *) exit 0 ;;\n"
                                "    esac\n"
                                "done\n",
                                does);
    const char *path = scratch_write("it.sh", script, (size_t)length);
    snprintf(entry, sizeof entry, "exec:'sh %s %s':%s", path, lock_path(), options);
    return entry;
}

/* It takes the lock, and has it before the shell goes on; then it runs on in a session of its own. */
#define DAEMON                                                                                   \
    "(setsid flock \"$1\" sh -c 'echo >\"$0.held\"; sleep 1000' \"$1\" >/dev/null 2>&1 <&- &); " \
    "while [ ! -e \"$1.held\" ]; do sleep 0.02; done; rm \"$1.held\""

static void ends_so(const char *does, const char *options, const char *reason)
{
    small_data();
    assay_scores scores = seeded_scores(candidate_that(does, options), 4);
    const char *why = scores.at[0].overall.undefined ? scores.at[0].overall.undefined : "";
    if (strncmp(why, reason, strlen(reason)) != 0 || !*why != !*reason) fail_msg("\"%s\", want \"%s\"", why, reason);
    assay_scores_free(&scores);
    if (!becomes(0)) fail_msg("%s: something still runs", does);
}

TEST(what_left_the_session_dies_with_it)
{
    ends_so(DAEMON, "timeout=60", "");
    ends_so(DAEMON "; exit 3", "timeout=60", "failed: candidate-crashed: exit status 3");
    ends_so(DAEMON "; kill -KILL $$", "timeout=60", "failed: candidate-crashed: killed by signal 9");
    ends_so(DAEMON "; sleep 1000", "timeout=2", "failed: candidate-timeout: ");
}

/* More and more of them, each of which would be left. The kernel counts those of who is not root, where it can, and
 * lets the shell end itself. */
TEST(too_many_are_stopped)
{
    ends_so(DAEMON
            "; k=0; while [ $k -lt 2000 ]; do setsid sleep 1000 >/dev/null 2>&1 & k=$((k + 1)); done; sleep 1000",
            "timeout=60",
            geteuid() == 0 ? "failed: candidate-crashed: killed: it had more than 512 processes and threads"
                           : "failed: candidate-crashed: ");
}

TEST(a_killed_program_leaves_none)
{
    const char *entry = candidate_that(DAEMON "; sleep 1000", "timeout=100");
    const pid_t pid = fork();
    if (pid == 0) {
        small_data();
        seeded_scores(entry, 4);
        _exit(0);
    }
    assert_true(becomes(1));
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(becomes(0));
}

static int containment_tests(void) { return TESTS_RUN_IN(scratch_make, scratch_remove); }

#endif
