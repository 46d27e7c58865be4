/* Folders that are replaced: in one step, with what others keep in them, and nothing left behind. */
#define _GNU_SOURCE /* openat, kill */
#include "testing.h"
#include "unfinished.h"

#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static void put(const char *name, const char *text) { scratch_write(name, text, strlen(text)); }

/* The first line of a file of an open folder; "" where there is none. */
static const char *line_at(int folder, const char *name, char to[64])
{
    const int file = openat(folder, name, O_RDONLY);
    const ssize_t got = file >= 0 ? read(file, to, 63) : 0;
    if (file >= 0) close(file);
    to[got > 0 ? got : 0] = '\0';
    return to;
}

static const char *line(const char *name)
{
    static char text[64];
    return line_at(AT_FDCWD, scratch_path(name), text);
}

static ino_t number(const char *name)
{
    struct stat about;
    return lstat(scratch_path(name), &about) == 0 ? about.st_ino : 0;
}

/* index and tables/a, both with the text; tables/b too where it is asked for. */
static void fill(const unfinished_folder *f, const char *text, int more)
{
    static const char *const names[] = { "index", "tables/a", "tables/b" };
    assay_error err = { "" };
    for (int k = 0; k < 2 + more; k++) {
        FILE *file;
        assert_int_equal(unfinished_folder_create(f, names[k], &file, &err), ASSAY_OK);
        fputs(text, file);
        assert_int_equal(unfinished_folder_written(f, names[k], file, ASSAY_OK, &err), ASSAY_OK);
    }
}

static assay_status make(const char *name, const char *text, int more, assay_error *err)
{
    unfinished_folder f;
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path(name));
    assay_status status = unfinished_folder_open(path, &f, err);
    if (status != ASSAY_OK) return status;
    fill(&f, text, more);
    status = unfinished_folder_move(&f, err);
    unfinished_folder_close(&f);
    return status;
}

static int entries(const char *name)
{
    int count = 0;
    DIR *list = opendir(scratch_path(name));
    assert_non_null(list);
    while (readdir(list)) count++;
    closedir(list);
    return count - 2;
}

static void made(const char *name, const char *text, int more)
{
    assay_error err = { "" };
    assert_int_equal(make(name, text, more, &err), ASSAY_OK);
    assert_string_equal(err.text, "");
}

/* A folder of a test's own, in which "r" is what is made. */
static void begin(void)
{
    scratch_remove_tree(scratch_path("t"));
    assert_int_equal(mkdir(scratch_path("t"), 0777), 0);
}

TEST(the_old_one_goes_whole_and_what_others_keep_in_it_stays)
{
    begin();
    made("t/r", "old", 1);
    assert_int_equal(chmod(scratch_path("t/r"), 0750), 0);
    put("t/r/notes", "mine");
    put("t/r/tables/more", "mine too");
    assert_int_equal(symlink("nowhere", scratch_path("t/r/link")), 0);
    const ino_t folder = number("t/r"), notes = number("t/r/notes");
    const int held = open(scratch_path("t/r"), O_RDONLY | O_DIRECTORY);
    made("t/r", "new", 0);
    char text[64];
    assert_string_equal(line_at(held, "index", text), ""); /* whoever has the old one open never sees the new */
    close(held);
    assert_true(number("t/r") != folder);
    assert_string_equal(line("t/r/index"), "new");
    assert_string_equal(line("t/r/tables/a"), "new");
    assert_string_equal(line("t/r/tables/b"), "old"); /* a name that the new one has not */
    assert_string_equal(line("t/r/notes"), "mine");
    assert_int_equal(number("t/r/notes"), notes);
    assert_string_equal(line("t/r/tables/more"), "mine too");
    assert_true(number("t/r/link") != 0);
    struct stat about;
    assert_int_equal(stat(scratch_path("t/r"), &about), 0);
    assert_int_equal(about.st_mode & 07777, 0750);
    assert_int_equal(entries("t"), 1);
    assert_int_equal(entries("t/r"), 4);
}

/* What cannot be linked or must stay where it is: then the folder stays, and its files are replaced in it. */
static void kept_in_place(const char *other, int is_folder)
{
    char inside[64];
    begin();
    made("t/r", "old", 0);
    if (is_folder) assert_int_equal(mkdir(scratch_path(other), 0777), 0);
    snprintf(inside, sizeof inside, "%s%s", other, is_folder ? "/inside" : "");
    put(inside, "mine");
    const ino_t folder = number("t/r"), file = number(inside);
    made("t/r", "new", 0);
    assert_int_equal(number("t/r"), folder);
    assert_int_equal(number(inside), file);
    assert_string_equal(line(inside), "mine");
    assert_string_equal(line("t/r/index"), "new");
    assert_int_equal(entries("t"), 1);
    assert_int_equal(entries("t/r"), 3 - !strncmp(other, "t/r/tables/", 11));
}

TEST(folders_of_others_and_logs_of_stores_are_not_moved)
{
    kept_in_place("t/r/mine", 1);
    kept_in_place("t/r/tables/mine", 1);
    kept_in_place("t/r/scores.db-wal", 0);
    kept_in_place("t/r/scores.db-journal", 0);
}

TEST(a_link_to_a_folder_is_one_still)
{
    begin();
    assert_int_equal(mkdir(scratch_path("t/far"), 0777), 0);
    assert_int_equal(symlink("far", scratch_path("t/r")), 0);
    made("t/r", "old", 0);
    made("t/r", "new", 0);
    struct stat about;
    assert_int_equal(lstat(scratch_path("t/r"), &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_string_equal(line("t/far/index"), "new");
    assert_int_equal(entries("t"), 2);
    assert_int_equal(entries("t/far"), 2);
}

TEST(the_folder_that_the_process_stands_in_stays)
{
    char before[512];
    begin();
    made("t/r", "old", 0);
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(scratch_path("t/r")), 0);
    made("t/r", "new", 0);
    char text[64];
    assert_string_equal(line_at(AT_FDCWD, "index", text), "new");
    assert_int_equal(chdir(before), 0);
}

TEST(a_folder_where_a_file_is_to_be_is_an_error_and_stays)
{
    assay_error err = { "" };
    begin();
    assert_int_equal(mkdir(scratch_path("t/r"), 0777), 0);
    assert_int_equal(mkdir(scratch_path("t/r/index"), 0777), 0);
    put("t/r/index/inside", "mine");
    assert_int_equal(make("t/r", "new", 0, &err), ASSAY_EENVIRONMENT);
    assert_non_null(strstr(err.text, "t/r/index: "));
    assert_string_equal(line("t/r/index/inside"), "mine");
    assert_int_equal(entries("t"), 1);
}

/* The folder of temporary files is everybody's: nothing changes places with it, and nothing is written beside it. */
TEST(a_folder_inside_stands_in_its_directory)
{
    assay_error err = { "" };
    unfinished_folder f;
    char path[512];
    begin();
    snprintf(path, sizeof path, "%s", scratch_path("t/temporary"));
    assert_int_equal(unfinished_folder_inside(path, &f, &err), ASSAY_OK);
    assert_int_equal(strncmp(f.making, path, strlen(path)), 0);
    assert_int_equal(entries("t/temporary"), 1);
    assert_int_equal(entries("t"), 1);
    unfinished_folder_close(&f);
    assert_int_equal(entries("t/temporary"), 0);
}

/* In a process that is killed when the folder is made, and before it is moved. */
static void leave_unfinished(void)
{
    assay_error err = { "" };
    unfinished_folder f;
    const pid_t pid = fork();
    if (pid == 0) {
        if (unfinished_folder_open(scratch_path("t/r"), &f, &err) == ASSAY_OK) {
            fill(&f, "half", 0);
            (void)chmod(f.making, 0500);
        }
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

TEST(what_a_killed_process_left_is_swept_and_links_in_it_lead_nowhere)
{
    begin();
    assert_int_equal(mkdir(scratch_path("t/far"), 0777), 0);
    put("t/far/file", "mine");
    made("t/r", "old", 0);
    leave_unfinished();
    assert_int_equal(entries("t"), 3);
    assert_string_equal(line("t/r/index"), "old");
    DIR *list = opendir(scratch_path("t"));
    for (struct dirent *entry; (entry = readdir(list));)
        if (strncmp(entry->d_name, ".assay-", 7) == 0) {
            (void)fchmodat(dirfd(list), entry->d_name, 0700, 0);
            char link[400];
            snprintf(link, sizeof link, "t/%s/link", entry->d_name);
            assert_int_equal(symlink("../far", scratch_path(link)), 0);
        }
    closedir(list);
    made("t/r", "new", 0);
    assert_int_equal(entries("t"), 2);
    assert_string_equal(line("t/far/file"), "mine");
}

enum { GENERATIONS = 300 };

static void make_generations(void)
{
    char text[16];
    assay_error err = { "" };
    for (int k = 1; k <= GENERATIONS; k++) {
        snprintf(text, sizeof text, "%d", k);
        if (make("t/r", text, 0, &err) != ASSAY_OK) _exit(1);
    }
    _exit(0);
}

/* A reader that looks while the folder is replaced again and again: its two files are of one making or gone with it. */
TEST(a_reader_meets_no_mixture)
{
    int status = 0, missing = 0, looks = 0;
    begin();
    made("t/r", "0", 0);
    const pid_t pid = fork();
    if (pid == 0) make_generations();
    while (waitpid(pid, &status, WNOHANG) == 0) {
        char index[64], table[64];
        const int folder = open(scratch_path("t/r"), O_RDONLY | O_DIRECTORY);
        missing += folder < 0;
        line_at(folder, "index", index);
        line_at(folder, "tables/a", table);
        if (index[0] && table[0]) assert_string_equal(index, table);
        if (folder >= 0) close(folder);
        looks++;
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(missing, 0);
    assert_true(looks > 0);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
