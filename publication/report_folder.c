/* The folder of a report: two levels deep, "index.html", "tables/..." and "figures/...". */
#include "report_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static assay_status join(char to[REPORT_PATH], const char *folder, const char *name, assay_error *err)
{
    if ((size_t)snprintf(to, REPORT_PATH, "%s/%s", folder, name) < REPORT_PATH) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT, "%.200s: the path is too long", folder);
}

/* The folder and those above it. */
static assay_status make_folders(const char *directory, assay_error *err)
{
    char path[REPORT_PATH];
    struct stat about;
    if (!directory[0] || (size_t)snprintf(path, sizeof path, "%s", directory) >= sizeof path)
        return assay_fail(err, ASSAY_EUSAGE, "'%.100s': no name for a folder", directory);
    for (char *c = path + 1;; c++) {
        if (*c != '/' && *c) continue;
        const char kept = *c;
        *c = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", path, strerror(errno));
        if (!(*c = kept)) break;
    }
    if (stat(directory, &about) == 0 && !S_ISDIR(about.st_mode))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: not a folder", directory);
    return ASSAY_OK;
}

assay_status report_folder_open(const char *directory, report_folder *to, assay_error *err)
{
    *to = (report_folder){ .directory = directory };
    assay_status status = make_folders(directory, err);
    if (status == ASSAY_OK) status = join(to->making, directory, ".making-XXXXXX", err);
    if (status != ASSAY_OK || mkdtemp(to->making)) return status;
    const int why = errno;
    to->making[0] = '\0';
    return assay_fail(err, ASSAY_EENVIRONMENT, "%s: no file can be written there: %s", directory, strerror(why));
}

assay_status report_folder_path(const report_folder *f, const char *name, char to[REPORT_PATH], assay_error *err)
{
    return join(to, f->making, name, err);
}

assay_status report_folder_create(const report_folder *f, const char *name, FILE **to, assay_error *err)
{
    char path[REPORT_PATH];
    *to = NULL;
    assay_status status = join(path, f->making, name, err);
    if (status != ASSAY_OK) return status;
    char *slash = strchr(path + strlen(f->making) + 1, '/');
    if (slash) {
        *slash = '\0';
        status = make_folders(path, err);
        *slash = '/';
    }
    if (status == ASSAY_OK && !(*to = fopen(path, "w")))
        status = assay_fail(err, ASSAY_EENVIRONMENT, "%s/%s: %s", f->directory, name, strerror(errno));
    return status;
}

assay_status report_folder_finish(const report_folder *f, const char *name, FILE *file, assay_status written,
                                  assay_error *err)
{
    errno = 0;
    const int bad = ferror(file);
    if ((fclose(file) != 0 || bad) && written == ASSAY_OK)
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s/%s: %s", f->directory, name, strerror(errno ? errno : EIO));
    return written;
}

/* ---- everything in the folder ---- */

typedef assay_status (*visit_entry)(const report_folder *f, const char *name, int is_folder, assay_error *err);

/* Calls visit for what stands in the making's subfolder `under` ("" for itself), folders or files. */
static assay_status each_entry(const report_folder *f, const char *under, int folders, visit_entry visit,
                               assay_error *err)
{
    char path[REPORT_PATH], name[REPORT_PATH];
    struct stat about;
    assay_status status = under[0] ? join(path, f->making, under, err) : ASSAY_OK;
    DIR *list = status == ASSAY_OK ? opendir(under[0] ? path : f->making) : NULL;
    if (!list && status == ASSAY_OK) status = assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", f->making, strerror(errno));
    if (!list) return status;
    for (const struct dirent *entry; status == ASSAY_OK && (entry = readdir(list)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (under[0]) status = join(name, under, entry->d_name, err);
        else snprintf(name, sizeof name, "%s", entry->d_name);
        if (status == ASSAY_OK) status = join(path, f->making, name, err);
        if (status != ASSAY_OK || stat(path, &about) != 0 || (S_ISDIR(about.st_mode) != 0) != folders) continue;
        status = visit(f, name, folders, err);
    }
    closedir(list);
    return status;
}

static assay_status move_entry(const report_folder *f, const char *name, int is_folder, assay_error *err)
{
    char from[REPORT_PATH], to[REPORT_PATH];
    assay_status status = join(from, f->making, name, err);
    if (status == ASSAY_OK) status = join(to, f->directory, name, err);
    if (status != ASSAY_OK) return status;
    if (is_folder) {
        status = make_folders(to, err);
        return status == ASSAY_OK ? each_entry(f, name, 0, move_entry, err) : status;
    }
    return rename(from, to) == 0 ? ASSAY_OK : assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", to, strerror(errno));
}

assay_status report_folder_move(const report_folder *f, assay_error *err)
{
    const assay_status status = each_entry(f, "", 1, move_entry, err);
    return status == ASSAY_OK ? each_entry(f, "", 0, move_entry, err) : status;
}

static assay_status remove_entry(const report_folder *f, const char *name, int is_folder, assay_error *err)
{
    char path[REPORT_PATH];
    const assay_status status = join(path, f->making, name, err);
    if (status != ASSAY_OK) return status;
    if (is_folder) each_entry(f, name, 0, remove_entry, err);
    if (is_folder) rmdir(path);
    else unlink(path);
    return ASSAY_OK;
}

void report_folder_close(report_folder *f)
{
    if (!f->making[0]) return;
    each_entry(f, "", 1, remove_entry, NULL);
    each_entry(f, "", 0, remove_entry, NULL);
    rmdir(f->making);
    f->making[0] = '\0';
}
