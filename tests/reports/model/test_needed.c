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

/* Texts of any length, put together and written in pieces, one within another. */
TEST(test_phrases)
{
    assert_string_equal(phrase_join("", ", ", phrase("%d", 1)), "1");
    assert_string_equal(phrase_join("1", ", ", "2"), "1, 2");
    FILE *outer = phrase_open(), *inner = phrase_open();
    for (int k = 0; k < 5000; k++) fputs("long", outer);
    fputs("inner", inner);
    const char *first = phrase_close(inner), *second = phrase_close(outer);
    assert_string_equal(first, "inner");
    assert_int_equal(strlen(second), 20000);
    const char *zeros = kept(3, 2);
    for (size_t k = 0; k < 6; k++) assert_int_equal(zeros[k], 0);
}

TESTS_MAIN
