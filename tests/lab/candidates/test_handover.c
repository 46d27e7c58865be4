/* The folder of a candidate's data, in a place where every user may put what he likes. */
#define _GNU_SOURCE /* utimes */
#include "check.h"
#include "handover.h"
#include "scratch.h"

#include <sys/time.h>

static int shared_memory(void) { return access("/dev/shm", W_OK | X_OK) == 0; }

/* A folder with a lock that nobody holds any more, and one file more. */
static void left_folder(const char *path)
{
    static const char *const files[] = { "lock", "precious" };
    const struct timeval long_ago[2] = { { 1, 0 }, { 1, 0 } };
    char name[700];
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t k = 0; k < 2; k++) {
        snprintf(name, sizeof name, "%s/%s", path, files[k]);
        FILE *file = fopen(name, "w");
        assert_non_null(file);
        fclose(file);
        assert_int_equal(utimes(name, long_ago), 0);
    }
}

static void open_and_close(void)
{
    handover h;
    assay_error err = { "" };
    if (handover_open(&h, 1, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(access(h.path[0], F_OK), 0);
    OWNED char *path = strdup(h.path[0]);
    handover_close(&h);
    assert_int_equal(access(path, F_OK), -1);
}

TEST(folders_of_processes_that_are_gone_are_swept_and_links_are_not_followed)
{
    if (!shared_memory()) {
        print_message("# not tested here: /dev/shm cannot be written\n");
        return;
    }
    char left[64], link[64], victim[512], precious[600];
    snprintf(left, sizeof left, "/dev/shm/assay-%06d", (int)(getpid() % 500000));
    snprintf(link, sizeof link, "/dev/shm/assay-%06d", (int)(getpid() % 500000) + 500000);
    snprintf(victim, sizeof victim, "%s", scratch_path("victim"));
    snprintf(precious, sizeof precious, "%s/precious", victim);
    left_folder(left);
    left_folder(victim);
    assert_int_equal(symlink(victim, link), 0);
    open_and_close();
    const int swept = access(left, F_OK) != 0, kept = access(precious, F_OK) == 0;
    unlink(link);
    scratch_remove_tree(left);
    assert_true(swept);
    assert_true(kept);
}

/* A link takes the place of the folder while it is in use. */
TEST(nothing_is_removed_behind_a_link_that_takes_its_place)
{
    handover h;
    assay_error err = { "" };
    char victim[512], folder[512], aside[600], name[700];
    if (handover_open(&h, 0, &err) != ASSAY_OK) fail_msg("%s", err.text);
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(h.path[0], '/') - h.path[0]), h.path[0]);
    snprintf(aside, sizeof aside, "%s.aside", folder);
    snprintf(victim, sizeof victim, "%s", scratch_path("other"));
    left_folder(victim);
    snprintf(name, sizeof name, "%s/%s", victim, strrchr(h.path[0], '/') + 1);
    FILE *same = fopen(name, "w"); /* of the name that will be removed */
    assert_non_null(same);
    fclose(same);
    assert_int_equal(rename(folder, aside), 0);
    assert_int_equal(symlink(victim, folder), 0);
    handover_close(&h);
    const int kept = access(name, F_OK) == 0;
    snprintf(name, sizeof name, "%s/precious", victim);
    unlink(folder);
    scratch_remove_tree(aside);
    assert_true(kept);
    assert_int_equal(access(name, F_OK), 0);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
