/*
 * For the wheel alone: what a glibc of 2018 (2.28: RHEL 8) does not have, under the names that the program, both
 * libraries and those of Debian beside them look for. Every other name has an older version there: build_assay.py asks
 * for that one.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma GCC visibility push(default) /* for Debian's libraries */

/* ---- 2.33: before, these were macros; what the kernel fills in is struct stat on 64 bits ---- */

int fstatat(int folder, const char *restrict path, struct stat *restrict to, int flags)
{
    return (int)syscall(SYS_newfstatat, folder, path, to, flags);
}

int stat(const char *restrict path, struct stat *restrict to) { return fstatat(AT_FDCWD, path, to, 0); }

int lstat(const char *restrict path, struct stat *restrict to)
{
    return fstatat(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}

int fstat(int file, struct stat *to) { return (int)syscall(SYS_fstat, file, to); }

int stat64(const char *restrict path, struct stat64 *restrict to) __attribute__((alias("stat")));
int lstat64(const char *restrict path, struct stat64 *restrict to) __attribute__((alias("lstat")));
int fstat64(int file, struct stat64 *to) __attribute__((alias("fstat")));

/* ---- 2.32 ---- */

const char *sigdescr_np(int number) { return number > 0 && number < 32 ? strsignal(number) : NULL; }

const char *strerrordesc_np(int number)
{
    static _Thread_local char text[128];
    return strerror_r(number, text, sizeof text);
}

/* ---- 2.34 ---- */

/* A kernel before 5.9 has none: one by one. */
int close_range(unsigned first, unsigned last, int flags)
{
    enum { MOST = 65536, CLOSE_RANGE = 436 };
    if (syscall(CLOSE_RANGE, first, last, flags) == 0) return 0;
    if (errno != ENOSYS || flags) return -1;
    const long open_most = sysconf(_SC_OPEN_MAX);
    const unsigned end = open_most > 0 && open_most < MOST ? (unsigned)open_most : MOST;
    for (unsigned file = first; file <= last && file < end; file++) close((int)file);
    return 0;
}

/* Those that are open now. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *to, int first)
{
    DIR *open_files = opendir("/proc/self/fd");
    int bad = open_files ? 0 : errno;
    for (const struct dirent *entry; !bad && (entry = readdir(open_files));) {
        const int file = atoi(entry->d_name);
        if (entry->d_name[0] != '.' && file >= first) bad = posix_spawn_file_actions_addclose(to, file);
    }
    if (open_files) closedir(open_files);
    return bad;
}

/* ---- 2.35: the hypot that other machines have, to the bit; before, it was off by more ---- */

/* C. F. Borges, "An improved algorithm for hypot(a,b)", arXiv:1904.09481; a >= b. */
static double corrected(double a, double b)
{
    const double h = sqrt(a * a + b * b);
    const double off = h <= 2 * b ? h - b : h - a;
    const double first = h <= 2 * b ? a * (2 * off - a) : 2 * off * (a - 2 * b);
    const double second = h <= 2 * b ? (off - 2 * (a - b)) * off : (4 * off - b) * b + off * off;
    return h - (first + second) / (2 * h);
}

double hypot(double x, double y)
{
    if (isinf(x) || isinf(y)) return INFINITY;
    if (isnan(x) || isnan(y)) return x + y;
    const double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    if (b <= a * 0x1p-54) return a + b;
    if (a > 0x1p+511) return corrected(a * 0x1p-600, b * 0x1p-600) / 0x1p-600;
    return b < 0x1p-459 ? corrected(a / 0x1p-600, b / 0x1p-600) * 0x1p-600 : corrected(a, b);
}
