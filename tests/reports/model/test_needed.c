/* A command that has no memory says so and ends with status 4, whatever it was making. */
#include "check.h"

#include "needed.h"

#include <sys/wait.h>
#include <unistd.h>

static void ask_null(void) { needed(NULL); }
static void ask_status(void) { needed_status(ASSAY_ENOMEM); }

/* The exit status of a process that asks for it. */
static int ending(void (*ask)(void), int said)
{
    int result = 0;
    const pid_t child = fork();
    if (child == 0) {
        dup2(said, STDERR_FILENO);
        ask();
        _exit(0);
    }
    assert_true(waitpid(child, &result, 0) == child && WIFEXITED(result));
    return WEXITSTATUS(result);
}

TEST(test_ends)
{
    static void (*const asks[])(void) = { ask_null, ask_status };
    for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) {
        int ends[2];
        char said[64] = "";
        assert_int_equal(pipe(ends), 0);
        assert_int_equal(ending(asks[k], ends[1]), 4);
        assert_true(read(ends[0], said, sizeof said - 1) > 0);
        assert_string_equal(said, "assay: memory ran out\n");
        close(ends[0]);
        close(ends[1]);
    }
}

TEST(test_goes_on)
{
    int one = 1;
    assert_ptr_equal(needed(&one), &one);
    needed_status(ASSAY_OK);
    needed_status(ASSAY_EINPUT); /* which is somebody else's to say */
}

TESTS_MAIN
