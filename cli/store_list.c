/* Folders listed, and one file left out. */
#define _DEFAULT_SOURCE /* scandir */
#include "store_args.h"

#include "needed.h"
#include "wording.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static void add(store_list *to, const char *folder, const char *name)
{
    const char *between = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
    to->path = needed(realloc(to->path, (to->count + 1) * sizeof *to->path));
    to->path[to->count++] = needed(wording_made("%s%s%s", folder, between, name));
}

static int is_same(const char *path, const char *but)
{
    struct stat a, b;
    return but && stat(path, &a) == 0 && stat(but, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Names that begin with a dot are of files in the making. */
static int is_store(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 3 && strcmp(entry->d_name + length - 3, ".db") == 0;
}

static int add_folder(store_list *to, const char *folder)
{
    struct dirent **entry;
    const int n = scandir(folder, &entry, is_store, alphasort);
    if (n < 0) return cli_refuse(ASSAY_EINPUT, "%s: %s", folder, strerror(errno));
    for (int k = 0; k < n; k++) {
        add(to, folder, entry[k]->d_name);
        free(entry[k]);
    }
    free(entry);
    return n ? 0 : cli_refuse(ASSAY_EINPUT, "%s: no file in this folder ends in .db", folder);
}

int store_list_read(const char *const *word, size_t n, const char *but, store_list *to)
{
    struct stat about;
    size_t kept = 0;
    int bad = 0;
    for (size_t k = 0; k < n && !bad; k++) {
        if (stat(word[k], &about) == 0 && S_ISDIR(about.st_mode)) bad = add_folder(to, word[k]);
        else add(to, "", word[k]);
    }
    for (size_t k = 0; k < to->count; k++) {
        if (is_same(to->path[k], but)) free(to->path[k]);
        else to->path[kept++] = to->path[k];
    }
    to->count = kept;
    return bad;
}

void store_list_free(store_list *list)
{
    for (size_t k = 0; k < list->count; k++) free(list->path[k]);
    free(list->path);
    *list = (store_list){ 0 };
}
