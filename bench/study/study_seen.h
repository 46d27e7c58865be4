/* study_seen.h -- the real files and folders that were met, by device and inode: a link gives them no second name. */
#pragma once

#include <stddef.h>
#include <sys/stat.h>

typedef struct study_seen {
    struct seen_one {
        dev_t device;
        ino_t inode;
        size_t number; /* counted from 1; 0: an empty place */
    } *at;
    size_t count, room; /* room: a power of two, at least twice the count */
} study_seen;

/* The number (from 1) of what was added first with this device and inode, `number` where it is new; 0: memory ran
 * out. */
size_t study_seen_add(study_seen *s, const struct stat *about, size_t number);
