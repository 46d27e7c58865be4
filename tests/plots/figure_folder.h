/* figure_folder.h -- a folder of its own for each test of figures, and what is in it. */
#ifndef ASSAY_FIGURE_FOLDER_H
#define ASSAY_FIGURE_FOLDER_H

#include "check.h"

#include <dirent.h>
#include <unistd.h>

static char folder[64];

static inline int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/assay-figures-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline size_t count_files(const char *path)
{
    size_t count = 0;
    DIR *d = opendir(path);
    if (!d) return 0;
    for (struct dirent *e; (e = readdir(d));) count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return count;
}

/* How many files there were. */
static inline size_t empty_folder(void)
{
    size_t count = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        count += unlink(path) == 0;
    }
    if (d) closedir(d);
    return count;
}

static inline int remove_folder(void **state)
{
    (void)state;
    empty_folder();
    return rmdir(folder);
}

static inline char *content(const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(*size + 1, 1);
    assert_int_equal(fread(text, 1, *size, file), *size);
    fclose(file);
    return text;
}

static inline void check_contains(const char *name, const char *what)
{
    size_t size;
    char *text = content(name, &size);
    if (!strstr(text, what)) fail_msg("%s: no '%s' in\n%s", name, what, text);
    free(text);
}

static inline void check_lacks(const char *name, const char *what)
{
    size_t size;
    char *text = content(name, &size);
    if (strstr(text, what)) fail_msg("%s: there is '%s' in\n%s", name, what, text);
    free(text);
}

/* Letters of an SVG are of seven points or more where it is as wide as it says, 96 of its units to the inch;
 * gnuplot prints two decimals of these. */
static inline void check_letters(const char *name)
{
    static const char key[] = "font-size=\"";
    size_t size, found = 0;
    char *text = content(name, &size);
    for (const char *at = text; (at = strstr(at, key)) != NULL; found++) {
        const double points = strtod(at += sizeof key - 1, NULL) * 72.0 / 96.0;
        if (points < 7.0 - 0.005 * 72.0 / 96.0) fail_msg("%s has letters of %g points", name, points);
    }
    if (!found) fail_msg("%s has no letters", name);
    free(text);
}

#endif
