/* Names and groups out of paths, and what is passed over. */
#include "study_names.h"

#include "array.h"
#include "growing.h"
#include "plain_text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 480 }; /* bytes of a name in a store, with room for its parameter */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Where the ending begins, ".csv.gz" whole; NULL: there is none. */
static const char *name_end(const char *path)
{
    const char *file = last_part(path), *end = strrchr(file, '.'), *before = end;
    if (!end || strcasecmp(end, ".gz") != 0) return end;
    while (before > file && *--before != '.') continue;
    return before > file ? before : end;
}

/* Where the word of X_codes.npy begins, with the mark before it; NULL: it is not there. */
static const char *part_word(const char *path, const char *word)
{
    const char *file = last_part(path), *end = name_end(path);
    const size_t n = strlen(word);
    if (!end || (size_t)(end - file) < n || strncasecmp(end - n, word, n) != 0) return NULL;
    if (!array_path_ends(path, ".npy") && !array_path_ends(path, ".npz") && !array_path_is_text(path)) return NULL;
    const char *at = end - n;
    if (at == file) return at;
    return strchr("_-.", at[-1]) ? at - 1 : NULL;
}

enum study_part study_name_part(const char *path)
{
    if (part_word(path, "factors")) return PART_FACTORS;
    if (part_word(path, "codes")) return PART_CODES;
    int is_other = 0;
    for (int k = 0; k < SPACE_PARTS; k++) is_other |= part_word(path, space_name[k]) != NULL;
    return is_other && array_path_ends(path, ".npy") ? PART_OTHER : PART_NONE;
}

char *study_name_beside(const char *path, const char *of, const char *part, const char *end)
{
    const char *word = part_word(path, of);
    const size_t size = strlen(path) + strlen(part) + sizeof ".npy";
    char *to = word ? malloc(size) : NULL;
    if (!to) return NULL;
    const char *text = strchr("_-.", *word) ? word + 1 : word;
    snprintf(to, size, "%.*s%s%s", (int)(text - path), path, part, end ? end : text + strlen(of));
    return to;
}

static char *plain_end(const char *text)
{
    const size_t length = strlen(text);
    const char *from = length > LONGEST ? text + length - LONGEST : text;
    while (from > text && ((unsigned char)*from & 0xC0) == 0x80) from++; /* whole characters */
    char *copy = strdup(from);
    if (copy) text_make_plain(copy);
    return copy;
}

char *study_name_plain(const char *text) { return plain_end(text[0] ? text : "-"); }

char *study_name_text(const char *text) { return plain_end(text); }

char *study_name_path(const char *path)
{
    while (path[0] == '.' && path[1] == '/') path += 2;
    return plain_end(path);
}

char *study_name_model(const char *root, const char *path, int is_pair)
{
    const char *from = root ? path + strlen(root) + 1 : last_part(path);
    const char *end = name_end(path);
    const char *word = is_pair ? part_word(path, "codes") : NULL;
    if (!end) end = path + strlen(path);
    if (word && word > from) end = word; /* a folder of its own names codes.npy */
    if (word == last_part(path) && word > from) end = word - 1;
    if (word && word == from && !root) { /* codes.npy itself was named */
        from = path;
        end = word > path ? word - 1 : path + strlen(path);
    }
    char *text = strndup(from, (size_t)(end - from)), *name = text ? study_name_plain(text) : NULL;
    free(text);
    return name;
}

assay_status study_groups_read(const char *text, study_groups *to, assay_error *err)
{
    if (!text) return ASSAY_OK;
    const int bad = regcomp(&to->expression, text, REG_EXTENDED);
    to->is_expression = bad == 0;
    if (!bad) return ASSAY_OK;
    char why[200];
    regerror(bad, &to->expression, why, sizeof why);
    return assay_fail(err, ASSAY_EUSAGE, "--group '%.200s': %s; it is a regular expression on the path", text, why);
}

void study_groups_free(study_groups *g)
{
    if (g->is_expression) regfree(&g->expression);
    *g = (study_groups){ 0 };
}

/* Of a folder: the first part of the path below it, or its own name. Of a file: that of its folder. */
static char *folder_group(const char *root, const char *path)
{
    const char *file = last_part(path), *from, *end;
    if (root && file > path + strlen(root) + 1) {
        from = path + strlen(root) + 1;
        end = from + strcspn(from, "/");
    } else {
        end = file > path ? file - 1 : path;
        from = end;
        while (from > path && from[-1] != '/') from--;
    }
    const int nameless =
        end == from || (end - from == 1 && *from == '.') || (end - from == 2 && !memcmp(from, "..", 2));
    return nameless ? strdup("study") : strndup(from, (size_t)(end - from));
}

static char *group_by_expression(const study_groups *g, const char *path)
{
    regmatch_t at[2];
    if (regexec(&g->expression, path, 2, at, 0) != 0) return NULL;
    const regmatch_t *m = at[1].rm_so >= 0 ? &at[1] : &at[0];
    return m->rm_eo > m->rm_so ? strndup(path + m->rm_so, (size_t)(m->rm_eo - m->rm_so)) : NULL;
}

assay_status study_groups_tell(const study_groups *g, const char *root, study_entry *e, const char *said,
                               size_t *unmatched, assay_error *err)
{
    char *group = g->is_expression ? group_by_expression(g, e->path) : NULL;
    *unmatched += g->is_expression && !group;
    if (!group && said) group = strdup(said);
    if (!group) group = folder_group(root, e->codes ? e->codes : e->factors);
    if (group && strlen(group) > LONGEST) {
        assay_fail(err, ASSAY_EINPUT, "%.300s: the name of its group has more than %d bytes", e->path, LONGEST);
        free(group);
        return ASSAY_EINPUT;
    }
    e->group = group ? study_name_plain(group) : NULL;
    free(group);
    return e->group ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

/* ---- what is passed over, and how files of other formats become ours ---- */

static char *plain_copy(const char *text)
{
    char *copy = strdup(text);
    if (copy) text_make_plain(copy);
    return copy;
}

/* A reader's sentence names its file first, which is said already. */
static void drop_name(char *why, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(why, name, length) == 0 && strncmp(why + length, ": ", 2) == 0)
        memmove(why, why + length + 2, strlen(why + length + 2) + 1);
}

assay_status study_pass(study_passed *to, const char *path, const char *why, int missing, assay_error *err)
{
    passed_over *at = grown(to->at, sizeof *at, to->count, &to->room);
    if (!at) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    to->at = at;
    at += to->count++;
    *at = (passed_over){ plain_copy(path), why ? plain_copy(why) : NULL, missing };
    if (at->path && at->why) drop_name(at->why, at->path);
    to->missing += missing != 0;
    return at->path && (at->why || !why) ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

void study_passed_free(study_passed *p)
{
    for (size_t k = 0; k < p->count; k++) {
        free(p->at[k].path);
        free(p->at[k].why);
    }
    free(p->at);
    *p = (study_passed){ 0 };
}

const char *study_ending(const char *path)
{
    const char *file = last_part(path), *dot = strrchr(file, '.');
    return dot && dot > file ? dot : "";
}

const char *study_export_line(const char *ending)
{
#define PAIR "numpy.savez(\"FILE.npz\", factors=d[\"factors\"], codes=d[\"codes\"])"
#define TORCH "import numpy, torch; d = torch.load(\"FILE\", map_location=\"cpu\"); " PAIR
#define HDF5 "import numpy, h5py; d = {k: v[()] for k, v in h5py.File(\"FILE\").items()}; " PAIR
#define PICKLE "import numpy, pickle; d = pickle.load(open(\"FILE\", \"rb\")); " PAIR
    static const char *const known[][2] = {
        { ".pt", TORCH },
        { ".pth", TORCH },
        { ".ckpt", TORCH },
        { ".h5", HDF5 },
        { ".hdf5", HDF5 },
        { ".pkl", PICKLE },
        { ".pickle", PICKLE },
        { ".joblib", "import numpy, joblib; d = joblib.load(\"FILE\"); " PAIR },
        { ".mat", "import numpy, scipy.io; d = scipy.io.loadmat(\"FILE\"); " PAIR },
        { ".parquet", "import pandas; pandas.read_parquet(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
        { ".feather", "import pandas; pandas.read_feather(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
        { ".xlsx", "import pandas; pandas.read_excel(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcasecmp(ending, known[k][0]) == 0) return known[k][1];
    return NULL;
}
