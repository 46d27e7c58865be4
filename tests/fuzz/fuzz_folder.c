/*
 * A tree of folders, files, links and pipes with any names, listed as a study. The input is a list of entries: kind,
 * folder that it is in, length of the name, the name, length of the content, the content.
 */
#define _GNU_SOURCE
#include "fuzz_scratch.h"
#include "plain_text.h"
#include "study_files.h"

static size_t take(const uint8_t **data, size_t *size, char *to, size_t most)
{
    size_t n = *size ? **data : 0;
    *data += *size > 0;
    *size -= *size > 0;
    if (n > *size) n = *size;
    if (n > most) n = most;
    memcpy(to, *data, n);
    to[n] = '\0';
    *data += n;
    *size -= n;
    return n;
}

/* No link leads out of the tree: a walk through this machine is no input, and never the same. */
static const char *kept_inside(char *target)
{
    while (*target == '/') target++;
    for (char *up; (up = strstr(target, ".."));) memcpy(up, "__", 2);
    return *target ? target : "nowhere";
}

static void make_tree(const char *root, const uint8_t *data, size_t size)
{
    static const char *const ends[] = {
        "", ".npz", ".npy", ".csv", "_codes.npy", "_factors.npy", "factors.csv", ".db"
    };
    char folder[8][1200], name[64], content[300], path[1600];
    size_t folders = 1;
    snprintf(folder[0], sizeof folder[0], "%s", root);
    for (int k = 0; k < 24 && size > 2; k++) {
        const size_t kind = data[0], in = data[1] % folders;
        data += 2;
        size -= 2;
        take(&data, &size, name, 40);
        for (char *c = name; *c; c++)
            if (*c == '/') *c = '_';
        const size_t length = take(&data, &size, content, 255);
        snprintf(path, sizeof path, "%.1200s/%s%s", folder[in], name, ends[kind / 8 % 8]);
        switch (kind % 8) {
        case 0:
            if (folders < 8 && mkdir(path, 0700) == 0) snprintf(folder[folders++], sizeof folder[0], "%.1199s", path);
            break;
        case 1: (void)!symlink(folder[kind / 64 % folders], path); break;
        case 2: (void)!symlink(kept_inside(content), path); break;
        case 3: (void)!mkfifo(path, 0600); break;
        default: {
            FILE *file = strcmp(name, "..") && name[0] ? fopen(path, "wbx") : NULL;
            if (file) fwrite(content, 1, length, file);
            if (file) fclose(file);
        }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *folder = fuzz_tree("folder"), *words[] = { folder };
    study_files files = { 0 };
    assay_error err = { "" };
    make_tree(folder, data, size);
    const assay_status status = study_files_list(words, 1, NULL, &files, &err);
    if (status != ASSAY_OK) fuzz_refused(status, &err);
    for (size_t k = 0; status == ASSAY_OK && k < files.count; k++) {
        const study_entry *e = &files.at[k];
        FUZZ_REQUIRE(e->name[0] && text_is_plain(e->name, 1023) && !strpbrk(e->name, ";,"));
        FUZZ_REQUIRE(e->group[0] && text_is_plain(e->group, 1023) && !strpbrk(e->group, ";,"));
        FUZZ_REQUIRE(text_is_plain(e->path, 1023) && e->factors[0]);
    }
    study_files_free(&files);
    fuzz_tree_end(folder);
    return 0;
}
