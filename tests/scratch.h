/*
 * scratch.h -- a temporary folder for a test program, and files in it. One folder at a time; scratch_remove takes away
 * everything below it.
 */
#ifndef ASSAY_SCRATCH_H
#define ASSAY_SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch_folder[64];

/* cmocka setup and teardown of a group. */
static inline int scratch_make(void **state)
{
    (void)state;
    snprintf(scratch_folder, sizeof scratch_folder, "/tmp/assay-test-XXXXXX");
    return mkdtemp(scratch_folder) ? 0 : -1;
}

/* The same in memory where it can be, for tests whose time would go into waiting for the disk. */
static inline int scratch_make_in_memory(void **state)
{
    snprintf(scratch_folder, sizeof scratch_folder, "/dev/shm/test-assay-XXXXXX");
    return mkdtemp(scratch_folder) ? 0 : scratch_make(state);
}

static inline void scratch_remove_tree(const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0) return;
    DIR *folder = S_ISDIR(about.st_mode) ? opendir(path) : NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char below[4096];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if ((size_t)snprintf(below, sizeof below, "%s/%s", path, entry->d_name) < sizeof below)
            scratch_remove_tree(below);
    }
    if (folder) closedir(folder);
    remove(path);
}

static inline int scratch_remove(void **state)
{
    (void)state;
    scratch_remove_tree(scratch_folder);
    return 0;
}

/* The path of a file in the folder; four can be in use at once. */
static inline const char *scratch_path(const char *name)
{
    static char path[4][512];
    static unsigned next;
    char *to = path[next++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", scratch_folder, name);
    return to;
}

static inline const char *scratch_write(const char *name, const void *bytes, size_t size)
{
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(99);
    }
    return path;
}

#endif
