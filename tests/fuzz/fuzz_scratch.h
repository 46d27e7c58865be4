/* fuzz_scratch.h -- a folder in memory for the targets that read files, emptied after each input. */
#ifndef ASSAY_FUZZ_SCRATCH_H
#define ASSAY_FUZZ_SCRATCH_H

#include "fuzz.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

/* Another for each target, since all run in one process where the kept inputs are run. */
static inline const char *fuzz_tree(const char *target)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/assay-fuzz-%s-%ld", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", target,
             (long)getpid());
    FUZZ_REQUIRE(mkdir(path, 0700) == 0);
    return path;
}

static inline int fuzz_remove(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about;
    (void)kind;
    (void)at;
    return remove(path);
}

static inline void fuzz_tree_end(const char *path)
{
    nftw(path, fuzz_remove, 8, FTW_DEPTH | FTW_PHYS);
    FUZZ_REQUIRE(access(path, F_OK) != 0);
}

static inline void fuzz_write(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    FUZZ_REQUIRE(file);
    FUZZ_REQUIRE(fwrite(data, 1, size, file) == size);
    FUZZ_REQUIRE(fclose(file) == 0);
}

#endif
