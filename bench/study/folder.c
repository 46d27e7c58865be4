/* A folder of representations. */
#include "folder.h"

#include "array.h"
#include "assay_bench.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void folder_files_free(folder_files *files)
{
    for (size_t k = 0; k < files->count; k++) free(files->at[k]);
    free(files->at);
    *files = (folder_files){ 0 };
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static assay_status add_name(folder_files *to, const char *name, assay_error *err)
{
    char **grown = realloc(to->at, (to->count + 1) * sizeof *grown);
    if (grown) to->at = grown;
    if (!grown || !(grown[to->count] = strdup(name))) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    to->count++;
    return ASSAY_OK;
}

assay_status folder_list(const char *folder, folder_files *to, assay_error *err)
{
    DIR *d = opendir(folder);
    if (!d) return assay_fail(err, ASSAY_EINPUT, "--data %s: %s", folder, strerror(errno));
    assay_status status = ASSAY_OK;
    for (const struct dirent *e; status == ASSAY_OK && (e = readdir(d));) {
        const size_t length = strlen(e->d_name);
        if (length > 4 && e->d_name[0] != '.' && strcmp(e->d_name + length - 4, ".npz") == 0)
            status = add_name(to, e->d_name, err);
    }
    closedir(d);
    if (to->count) qsort(to->at, to->count, sizeof *to->at, by_name);
    return status;
}

static assay_status score_file(const char *path, size_t file, const folder_options *o, assay_error *err)
{
    assay_data data = { 0 };
    assay_scores scores = { 0 };
    char note[1024] = "";
    assay_status status = representation_read_one(path, o->kinds, &data, note, sizeof note, err);
    if (status == ASSAY_OK) {
        const assay_rep rep = assay_data_view(&data);
        status = assay_bench_score_all(&rep, o->metrics, o->seed, "", "", o->jobs, &scores, err);
        if (status == ASSAY_OK) status = o->visit(o->context, file, note, &scores, err);
        assay_scores_free(&scores);
    }
    assay_data_free(&data);
    return status;
}

assay_status folder_score(const char *folder, const folder_files *files, const folder_options *options,
                          assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < files->count && status == ASSAY_OK; k++) {
        const size_t size = strlen(folder) + strlen(files->at[k]) + 2;
        char *path = malloc(size);
        if (!path) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
        snprintf(path, size, "%s/%s", folder, files->at[k]);
        status = options->visit(options->context, k, NULL, NULL, err);
        if (status == ASSAY_OK) status = score_file(path, k, options, err);
        free(path);
    }
    return status;
}
