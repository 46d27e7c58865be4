/* A script that tries to get out of gnuplot's folder, and settings of the user's. (Texts: test_doors.c.) */
#define _GNU_SOURCE /* syscall */
#include "testing.h"
#include "scratch.h"

#include "confine.h"
#include "gnuplot.h"

#include <sys/syscall.h>
#include <sys/wait.h>

/* gnuplot runs the script in a folder of its own; whether there is a gnuplot. */
static int run_script(const char *folder, const char *script)
{
    char program[4096], path[600], said[512];
    if (!confine_find("gnuplot", program, sizeof program)) {
        print_message("# skipped: no gnuplot: apt-get install gnuplot-nox\n");
        return 0;
    }
    assert_int_equal(mkdir(folder, 0700), 0);
    snprintf(path, sizeof path, "%s/try.gp", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(script, file);
    fclose(file);
    gnuplot_run(folder, (char *const[]){ (char[]){ "try.gp" }, NULL }, said, sizeof said, NULL);
    return 1;
}

/* A script that came from somewhere else: it may write in its folder, and nothing more. */
TEST(stays_in_its_folder)
{
    char outside[512], folder[512], script[2048], path[600];
    struct stat about;
    snprintf(outside, sizeof outside, "%s", scratch_path("outside"));
    snprintf(folder, sizeof folder, "%s", scratch_path("figure"));
    snprintf(script, sizeof script, "set print 'inside'\nprint 1\nset print\nx = system('touch %s')\nset print '%s'\n",
             outside, outside);
    if (!run_script(folder, script)) skip();
    confinement c = confine_prepare("/bin/true", folder);
    const int confined = c.ruleset >= 0;
    confine_end(&c);
    snprintf(path, sizeof path, "%s/inside", folder);
    assert_int_equal(stat(path, &about), 0);
    if (confined) assert_int_equal(stat(outside, &about), -1);
    else print_message("# not tested here: confinement: this kernel confines nobody\n");
}

/* Rights that Landlock has known since its second and third version. */
TEST(neither_cuts_nor_moves_a_file_of_another_folder)
{
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1u);
    char outside[512], folder[512], inside[600];
    snprintf(outside, sizeof outside, "%s", scratch_write("mine", "mine", 4));
    snprintf(folder, sizeof folder, "%s", scratch_path("confined"));
    snprintf(inside, sizeof inside, "%s/made", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    confinement c = confine_prepare("/bin/true", folder);
    if (c.ruleset < 0 || version < 3) {
        print_message("# not tested here: this kernel's Landlock knows neither\n");
        confine_end(&c);
        return;
    }
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        confine_self(&c);
        FILE *made = fopen(inside, "w");
        _exit((truncate(outside, 0) == 0) | (rename(outside, inside) == 0) << 1 |
              (!made || fclose(made) != 0 || truncate(inside, 8) != 0) << 2);
    }
    int status;
    confine_end(&c);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* What gnuplot reads of its user's environment is not in a figure, and does not break one. */
TEST(the_users_gnuplot_settings_stay_behind)
{
    static const char script[] = "set print 'seen'\nprint GPVAL_TERM, ' ', system('echo $GNUTERM$GNUPLOT_LIB')\n";
    static const char *const set[] = { "GNUTERM", "GNUPLOT_LIB", "GDFONTPATH" };
    char text[64] = "", folder[512], path[600];
    snprintf(folder, sizeof folder, "%s", scratch_path("settings"));
    for (size_t k = 0; k < 3; k++) setenv(set[k], "qt", 1);
    const int ran = run_script(folder, script);
    for (size_t k = 0; k < 3; k++) unsetenv(set[k]);
    if (!ran) skip();
    snprintf(path, sizeof path, "%s/seen", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_null(strstr(text, "qt"));
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
