/*
 * Every kept input of every fuzz target, without a fuzzer: tests/fuzz/corpus/TARGET/. An input that once did harm is
 * kept there, so it does none again. Nothing starts a process here (no_processes.c).
 */
#define _GNU_SOURCE /* syscall */
#include "testing.h"
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The Makefile gives each target a name of its own: fuzz_csv for LLVMFuzzerTestOneInput of fuzz_csv.c. */
#define TARGETS(each)                                                                                                 \
    each(answer) each(csv) each(folder) each(merge) each(metrics) each(npy) each(npz) each(plan) each(representation) \
        each(safetensors) each(store) each(table) each(yaml)

#define DECLARE(name) int fuzz_##name(const uint8_t *data, size_t size);
TARGETS(DECLARE)

#define ROW(name) { #name, fuzz_##name },
static const struct {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
} targets[] = { TARGETS(ROW) };

enum { COUNT = sizeof targets / sizeof *targets };

static const char folder[] = "tests/fuzz/corpus";

enum { LONGEST_CHANGED = 700 };

/* A reader of files: cut short at every byte, and every byte replaced. */
static void run_changed(size_t target, uint8_t *data, size_t size)
{
    static const uint8_t put[] = { 0, 0xff, '\n', '"', '9', ',', 0x7f };
    const size_t some = strcmp(targets[target].name, "plan") == 0 ? 1 : sizeof put; /* a plan is laid out, too */
    for (size_t b = 0; b < size; b++) {
        const uint8_t before = data[b];
        targets[target].run(data, b);
        for (size_t p = 0; p < some; p++) {
            data[b] = put[p];
            targets[target].run(data, size);
        }
        data[b] = before ^ 1;
        targets[target].run(data, size);
        data[b] = before;
    }
}

static void run_file(size_t target, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    OWNED uint8_t *data = malloc((size_t)size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)size, file), size);
    fclose(file);
    if (getenv("ASSAY_FUZZ_SAY")) fprintf(stderr, "%s\n", path); /* which one it is that crashes */
    targets[target].run(data, (size_t)size);
    if (size <= LONGEST_CHANGED && strstr(" csv npy npz plan safetensors table yaml ", targets[target].name))
        run_changed(target, data, (size_t)size);
}

/* Inputs may be commands: whatever way one is tried to be started, the kernel refuses. */
TEST(nothing_can_be_started)
{
    assert_int_not_equal(system("true"), 0);
    const pid_t pid = fork();
    if (pid == 0) _exit(0);
    assert_int_equal(pid, -1);
    const long other = syscall(SYS_clone, (unsigned long)SIGCHLD, 0, 0, 0, 0); /* as candidates are started */
    if (other == 0) _exit(0);
    assert_int_equal(other, -1);
    char *const words[] = { "true", NULL };
    assert_int_equal(execv("/bin/true", words), -1);
}

TEST(kept_inputs_do_no_harm)
{
    for (size_t k = 0; k < COUNT; k++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, targets[k].name);
        DIR *inputs = opendir(path);
        if (!inputs) fail_msg("%s is missing (tests run from the checkout's root)", path);
        size_t count = 0;
        for (struct dirent *entry; (entry = readdir(inputs));) {
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s/%.200s", folder, targets[k].name, entry->d_name);
            run_file(k, path);
            count++;
        }
        closedir(inputs);
        if (count == 0) fail_msg("%s has no inputs", targets[k].name);
    }
}

/* A target that is in no list is never run. */
TEST(every_target_is_listed)
{
    DIR *sources = opendir("tests/fuzz");
    assert_non_null(sources);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(sources));) {
        const size_t length = strlen(entry->d_name);
        count += strncmp(entry->d_name, "fuzz_", 5) == 0 && strcmp(entry->d_name + length - 2, ".c") == 0;
    }
    closedir(sources);
    assert_int_equal(count, COUNT);
}

TESTS_MAIN
