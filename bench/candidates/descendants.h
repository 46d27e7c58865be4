/* descendants.h -- inside this room: what this process has started and what those have, from /proc. Safe after fork. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* Their processes and threads; a number above `most` stands for any. 0 where the kernel does not tell. */
size_t descendants_count(size_t most);

/* Kills `first` and its group, and then all there are, which this process must be heir to (PR_SET_CHILD_SUBREAPER). */
void descendants_kill(pid_t first);
