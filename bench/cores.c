/* The affinity mask is a GNU extension; a batch system's word is an environment variable. */
#define _GNU_SOURCE
#include "cores.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

unsigned cores_available(void)
{
    cpu_set_t mask;
    long cores = sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : sysconf(_SC_NPROCESSORS_ONLN);
    const char *slurm = getenv("SLURM_CPUS_PER_TASK");
    const long granted = slurm ? strtol(slurm, NULL, 10) : 0;
    if (granted > 0 && granted < cores) cores = granted;
    return cores > 0 ? (unsigned)cores : 1;
}
