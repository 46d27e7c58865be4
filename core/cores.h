/* cores.h -- how many threads to use. */
#pragma once

/* The cores this process may keep busy, at least 1: those of its affinity mask; no more than SLURM_CPUS_PER_TASK, where
 * that is set; no more than its control group may use of them (a container, a batch job); and where MPI started several
 * processes on this machine (OMPI_COMM_WORLD_LOCAL_SIZE, MPI_LOCALNRANKS), its part of the machine's. */
unsigned cores_available(void);

/* What control groups grant, rounded up: the least of the process's group and those above it. `groups` is a file like
 * /proc/self/cgroup and `root` a folder like /sys/fs/cgroup, of version 1 or 2. 0: no limit. */
unsigned cores_of_groups(const char *groups, const char *root);

/* Runs the worker on so many threads, this one among them; a thread that cannot be had is done without. */
void cores_work(unsigned threads, void *(*worker)(void *), void *context);
