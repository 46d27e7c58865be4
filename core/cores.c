/* The affinity mask is a GNU extension; a batch system's word is an environment variable, a control group's a file. */
#define _GNU_SOURCE
#include "cores.h"

#include "plain_text.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096 };

/* A file that begins with one or two whole numbers; 0: it is not there, or has a word ("max") or -1 for no limit. */
static int read_numbers(const char *folder, const char *name, long number[2])
{
    char path[PATH + 64], text[128] = "", *end;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    const int got = fgets(text, sizeof text, file) != NULL;
    fclose(file);
    number[0] = strtol(text, &end, 10);
    if (!got || end == text || number[0] <= 0) return 0;
    number[1] = strtol(end, NULL, 10);
    return 1;
}

static void keep_least(unsigned *least, long quota, long period)
{
    if (quota <= 0 || period <= 0 || quota / period >= INT_MAX) return;
    const unsigned cores = (unsigned)((quota + period - 1) / period);
    if (!*least || cores < *least) *least = cores;
}

/* Of a group and those above it up to the root; version 2 has both numbers in one file. */
static void keep_groups(const char *root, const char *group, unsigned *least)
{
    char folder[PATH];
    if ((size_t)snprintf(folder, sizeof folder, "%s%s", root, group) >= sizeof folder) return;
    for (const size_t top = strlen(root);;) {
        long both[2], quota[2], period[2];
        if (read_numbers(folder, "cpu.max", both)) keep_least(least, both[0], both[1]);
        if (read_numbers(folder, "cpu.cfs_quota_us", quota) && read_numbers(folder, "cpu.cfs_period_us", period))
            keep_least(least, quota[0], period[0]);
        char *slash = strrchr(folder, '/');
        if (!slash || strlen(folder) <= top || (size_t)(slash - folder) < top) return;
        *slash = '\0';
    }
}

/* A line is NUMBER:CONTROLLERS:GROUP; version 2 has no controllers there. */
static void keep_line(char *line, const char *root, unsigned *least)
{
    char below[PATH];
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    line[strcspn(line, "\n")] = '\0';
    if (!group) return;
    *controllers++ = *group++ = '\0';
    if (!*controllers) {
        keep_groups(root, group, least);
    } else if (list_has(controllers, "cpu")) {
        static const char *const mounted[] = { "cpu,cpuacct", "cpuacct,cpu", "cpu" };
        for (size_t k = 0; k < sizeof mounted / sizeof *mounted; k++) {
            snprintf(below, sizeof below, "%s/%s", root, mounted[k]);
            if (access(below, F_OK) == 0) keep_groups(below, group, least);
        }
    }
}

unsigned cores_of_groups(const char *groups, const char *root)
{
    char line[PATH];
    unsigned least = 0;
    FILE *file = fopen(groups, "r");
    while (file && fgets(line, sizeof line, file)) keep_line(line, root, &least);
    if (file) fclose(file);
    return least;
}

/* 0: not set, or no number. */
static long told(const char *name)
{
    const char *text = getenv(name);
    const long number = text ? strtol(text, NULL, 10) : 0;
    return number > 0 ? number : 0;
}

unsigned cores_available(void)
{
    cpu_set_t mask;
    const long all = sysconf(_SC_NPROCESSORS_ONLN);
    long cores = sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : all;
    const long processes =
        told("OMPI_COMM_WORLD_LOCAL_SIZE") ? told("OMPI_COMM_WORLD_LOCAL_SIZE") : told("MPI_LOCALNRANKS");
    const long granted[] = { told("SLURM_CPUS_PER_TASK"), (long)cores_of_groups("/proc/self/cgroup", "/sys/fs/cgroup"),
                             processes && all / processes < 1 ? 1
                             : processes                      ? all / processes
                                                              : 0 };
    for (size_t k = 0; k < sizeof granted / sizeof *granted; k++)
        if (granted[k] > 0 && granted[k] < cores) cores = granted[k];
    return cores > 0 ? (unsigned)cores : 1;
}

void cores_work(unsigned threads, void *(*worker)(void *), void *context)
{
    enum { MOST_THREADS = 1024 };
    pthread_t other[MOST_THREADS];
    unsigned started = 0;
    while (started + 1 < threads && started < MOST_THREADS &&
           pthread_create(&other[started], NULL, worker, context) == 0)
        started++;
    worker(context);
    for (unsigned k = 0; k < started; k++) pthread_join(other[k], NULL);
}
