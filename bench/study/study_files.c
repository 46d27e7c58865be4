/* Files, folders and manifests become a list of representations. */
#include "study_files.h"

#include "array.h"
#include "growing.h"
#include "plain_text.h"
#include "study_names.h"
#include "text_table.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { DEEPEST = 32 };

typedef struct manifest {
    text_table table;
    struct manifest *next;
} manifest;

/* What is being listed. */
typedef struct listing {
    study_files *to;
    const study_groups *groups;
    const char *root; /* the folder that was named; NULL: a file was */
    assay_error *err;
} listing;

static assay_status no_memory(assay_error *err) { return assay_fail(err, ASSAY_ENOMEM, "memory ran out"); }

static int is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

/* ---- entries ---- */

/* The next entry, empty; NULL: memory ran out. */
static study_entry *entry_new(study_files *to)
{
    study_entry *at = grown(to->at, sizeof *at, to->count, &to->room);
    if (!at) return NULL;
    to->at = at;
    to->at[to->count] = (study_entry){ 0 };
    return &to->at[to->count++];
}

static void entry_free(study_entry *e)
{
    for (size_t c = 0; e->text && c < e->n_columns; c++) free(e->text[c]);
    free(e->text);
    free(e->group);
    free(e->name);
    free(e->path);
    free(e->factors);
    free(e->codes);
}

/* group and name NULL: as the path says. */
static assay_status add_entry(listing *l, const char *factors, const char *codes, const char *group, const char *name)
{
    study_entry *e = entry_new(l->to);
    if (!e) return no_memory(l->err);
    const char *path = codes ? codes : factors;
    e->factors = strdup(factors);
    e->codes = codes ? strdup(codes) : NULL;
    e->path = study_name_path(path);
    e->name = name ? study_name_plain(name) : study_name_model(l->root, path, codes != NULL);
    if (!e->factors || (codes && !e->codes) || !e->path || !e->name) return no_memory(l->err);
    return study_groups_tell(l->groups, l->root, e, group, &l->to->unmatched, l->err);
}

/* ---- what a folder holds ---- */

/* The factors that codes X_codes.npy belong to, in `to`; 0: there are none. */
static int find_factors(const listing *l, const char *codes, char *to, size_t size)
{
    if (study_name_partner(codes, to, size) && is_file(to)) return 1;
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", codes);
    for (char *slash; (slash = strrchr(folder, '/'));) {
        *slash = '\0';
        static const char *const shared[] = { "factors.npy", "factors.csv" };
        for (size_t k = 0; k < 2; k++)
            if ((size_t)snprintf(to, size, "%s/%s", folder, shared[k]) < size && is_file(to)) return 1;
        if (!l->root || strcmp(folder, l->root) == 0) return 0;
    }
    return 0;
}

enum table_kind { TABLE_OTHER, TABLE_REPRESENTATION, TABLE_MANIFEST };

int study_is_stream(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* What the first line of a text file says it is. A pipe in a folder would wait for somebody who writes. */
static enum table_kind table_kind_of(const char *path)
{
    text_table t = { 0 };
    enum table_kind kind = TABLE_OTHER;
    int factors = 0, codes = 0;
    if (study_is_stream(path)) return TABLE_REPRESENTATION; /* told when it is read */
    if (text_table_read_header(path, &t, NULL) == ASSAY_OK) {
        const size_t none = t.columns;
        for (size_t k = 0; k < t.columns; k++) {
            factors |= representation_column_role(t.name[k]) == 'v';
            codes |= representation_column_role(t.name[k]) == 'z';
        }
        if (text_table_column(&t, "path") != none ||
            (text_table_column(&t, "factors") != none && text_table_column(&t, "codes") != none))
            kind = TABLE_MANIFEST;
        else if (factors && codes) kind = TABLE_REPRESENTATION;
    } else if (t.wide) { /* a wide representation, or no text */
        kind = TABLE_REPRESENTATION;
    }
    text_table_free(&t);
    return kind;
}

/* One file of a folder: a representation, the codes of one, or nothing of ours. */
static assay_status add_found(listing *l, const char *path)
{
    char factors[4096];
    if (array_path_ends(path, ".npz")) return add_entry(l, path, NULL, NULL, NULL);
    switch (study_name_part(path)) {
    case PART_CODES:
        if (find_factors(l, path, factors, sizeof factors)) return add_entry(l, factors, path, NULL, NULL);
        return add_entry(l, path, NULL, NULL, NULL); /* told when it is read: codes without factors */
    case PART_FACTORS: return ASSAY_OK;
    default: break;
    }
    if (array_path_ends(path, ".csv") && table_kind_of(path) == TABLE_REPRESENTATION)
        return add_entry(l, path, NULL, NULL, NULL);
    return ASSAY_OK;
}

static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }

static int by_bytes(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

/* A folder that is being listed, and the one that it lies in. */
typedef struct open_folder {
    struct stat about;
    const struct open_folder *in;
    int depth;
} open_folder;

/* A link back to a folder that is being listed would be followed for ever. */
static int is_listed(const struct stat *about, const open_folder *in)
{
    for (; in; in = in->in)
        if (in->about.st_dev == about->st_dev && in->about.st_ino == about->st_ino) return 1;
    return 0;
}

static assay_status add_folder(listing *l, const char *folder, const open_folder *in)
{
    struct dirent **found = NULL;
    open_folder this = { .in = in, .depth = in ? in->depth + 1 : 0 };
    if (stat(folder, &this.about) == 0 && (is_listed(&this.about, in) || this.depth > DEEPEST)) return ASSAY_OK;
    const int n = scandir(folder, &found, visible, by_bytes);
    assay_status status = ASSAY_OK;
    if (n < 0) return assay_fail(l->err, ASSAY_EINPUT, "%.600s: %s", folder, strerror(errno));
    for (int k = 0; k < n; k++) {
        char path[4096];
        const int fits = (size_t)snprintf(path, sizeof path, "%s/%s", folder, found[k]->d_name) < sizeof path;
        if (status == ASSAY_OK && fits && is_folder(path)) {
            status = add_folder(l, path, &this);
        } else if (status == ASSAY_OK && fits) {
            status = add_found(l, path);
        }
        free(found[k]);
    }
    free(found);
    return status;
}

/* ---- manifests ---- */

static const char *field_of(const text_table *t, size_t row, const char *column)
{
    const size_t k = text_table_column(t, column);
    const char *text = k < t->columns ? t->field[row * t->columns + k] : "";
    return text[0] ? text : NULL;
}

/* Paths are relative to the manifest. */
static void beside(const char *of, const char *path, char *to, size_t size)
{
    const char *slash = strrchr(of, '/');
    if (path[0] == '/' || !slash) snprintf(to, size, "%s", path);
    else snprintf(to, size, "%.*s/%s", (int)(slash - of), of, path);
}

/* The columns that say nothing of where a representation is. */
static int is_kept(const char *column)
{
    static const char *const known[] = { "path", "factors", "codes", "group", "name" };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(column, known[k]) == 0) return 0;
    return 1;
}

static assay_status add_columns(study_entry *e, const text_table *t, size_t row, assay_error *err)
{
    e->text = calloc(t->columns + 1, sizeof *e->text);
    if (!e->text) return no_memory(err);
    e->column = (const char *const *)t->name;
    e->n_columns = t->columns;
    for (size_t k = 0; k < t->columns; k++) {
        if (!is_kept(t->name[k])) continue;
        if (!(e->text[k] = study_name_text(t->field[row * t->columns + k]))) return no_memory(err);
    }
    return ASSAY_OK;
}

static assay_status add_row(listing *l, const char *from, const text_table *t, size_t row)
{
    char factors[4096], codes[4096];
    const char *path = field_of(t, row, "path"), *f = field_of(t, row, "factors"), *c = field_of(t, row, "codes");
    if (!path && !(f && c))
        return assay_fail(l->err, ASSAY_EINPUT, "%.600s: row %zu names neither path, nor factors and codes", from,
                          row + 1);
    beside(from, path ? path : f, factors, sizeof factors);
    beside(from, path ? path : c, codes, sizeof codes);
    const assay_status status =
        add_entry(l, factors, path ? NULL : codes, field_of(t, row, "group"), field_of(t, row, "name"));
    return status == ASSAY_OK ? add_columns(&l->to->at[l->to->count - 1], t, row, l->err) : status;
}

static assay_status add_manifest(listing *l, const char *path)
{
    manifest *m = calloc(1, sizeof *m);
    if (!m) return no_memory(l->err);
    m->next = l->to->manifests;
    l->to->manifests = m;
    assay_status status = text_table_read(path, &m->table, l->err);
    for (size_t r = 0; r < m->table.rows && status == ASSAY_OK; r++) status = add_row(l, path, &m->table, r);
    return status;
}

/* ---- words ---- */

static assay_status add_word(listing *l, const char *word)
{
    char path[4096], factors[4096];
    if ((size_t)snprintf(path, sizeof path, "%s", word) >= sizeof path || !path[0])
        return assay_fail(l->err, ASSAY_EINPUT, "'%.200s' is no name of a file", word);
    for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--) path[n - 1] = '\0';
    l->root = NULL;
    if (is_folder(path)) {
        l->root = path;
        const assay_status status = add_folder(l, path, NULL);
        l->root = NULL;
        return status;
    }
    if (!is_file(path)) return assay_fail(l->err, ASSAY_EINPUT, "%.600s: %s", path, strerror(errno));
    if (study_name_part(path) == PART_CODES && find_factors(l, path, factors, sizeof factors))
        return add_entry(l, factors, path, NULL, NULL);
    if (study_name_part(path) == PART_FACTORS) return ASSAY_OK; /* with its codes */
    if (array_path_ends(path, ".csv") && table_kind_of(path) == TABLE_MANIFEST) return add_manifest(l, path);
    return add_entry(l, path, NULL, NULL, NULL);
}

static int by_place(const void *a, const void *b)
{
    const study_entry *x = *(study_entry *const *)a, *y = *(study_entry *const *)b;
    const int groups = strcmp(x->group, y->group);
    return groups ? groups : strcmp(x->name, y->name);
}

/* The file that it is named by, whole: `path` may have lost its beginning. */
static const char *file_of(const study_entry *e)
{
    const char *file = e->codes ? e->codes : e->factors;
    while (file[0] == '.' && file[1] == '/') file += 2;
    return file;
}

/* Those of one file beside each other, in their order. */
static int by_file(const void *a, const void *b)
{
    const study_entry *x = *(study_entry *const *)a, *y = *(study_entry *const *)b;
    const int files = strcmp(file_of(x), file_of(y));
    return files ? files : (x > y) - (x < y);
}

/* A file that is named twice, by its folder and by one above it, is one model, as it was named first. A manifest may
 * give a file several names. */
static assay_status drop_repeated(study_files *files, assay_error *err)
{
    study_entry **sorted = malloc((files->count + 1) * sizeof *sorted);
    size_t kept = 0;
    if (!sorted) return no_memory(err);
    for (size_t k = 0; k < files->count; k++) sorted[k] = &files->at[k];
    qsort(sorted, files->count, sizeof *sorted, by_file);
    for (size_t k = 1, first = 0; k < files->count; k++) {
        if (strcmp(file_of(sorted[k]), file_of(sorted[first])) != 0) first = k;
        else if (!sorted[k]->text && !sorted[first]->text) sorted[k]->repeated = 1;
    }
    free(sorted);
    for (size_t k = 0; k < files->count; k++) {
        if (files->at[k].repeated) entry_free(&files->at[k]);
        else files->at[kept++] = files->at[k];
    }
    files->count = kept;
    return ASSAY_OK;
}

/* Two files may not be one representation. */
static assay_status settle(study_files *files, assay_error *err)
{
    study_entry **sorted = malloc((files->count + 1) * sizeof *sorted);
    assay_status status = sorted ? ASSAY_OK : no_memory(err);
    for (size_t k = 0; sorted && k < files->count; k++) sorted[k] = &files->at[k];
    if (sorted) qsort(sorted, files->count, sizeof *sorted, by_place);
    for (size_t k = 1; status == ASSAY_OK && k < files->count; k++)
        if (by_place(&sorted[k - 1], &sorted[k]) == 0 && strcmp(sorted[k - 1]->path, sorted[k]->path) != 0)
            status = assay_fail(err, ASSAY_EUSAGE,
                                "%.300s and %.300s would both be '%.100s' of the group '%.100s'; tell them apart by"
                                " --group, or by a column `name` in a manifest",
                                sorted[k - 1]->path, sorted[k]->path, sorted[k]->name, sorted[k]->group);
    free(sorted);
    return status;
}

assay_status study_files_list(const char *const *words, size_t n, const char *group, study_files *to, assay_error *err)
{
    study_groups groups = { 0 };
    listing l = { .to = to, .groups = &groups, .err = err };
    assay_status status = study_groups_read(group, &groups, err);
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) status = add_word(&l, words[k]);
    study_groups_free(&groups);
    if (status == ASSAY_OK && !to->count)
        status = assay_fail(err, ASSAY_EINPUT,
                            "%.600s: no representation there; assay wants .npz with `factors` and `codes`, .csv with "
                            "columns v1.. and z1.., pairs X_factors.npy and X_codes.npy, or a manifest",
                            words[0]);
    if (status == ASSAY_OK && group && to->unmatched == to->count)
        status = assay_fail(err, ASSAY_EUSAGE, "--group %.200s: says nothing of any of the %zu files, '%.200s' first",
                            group, to->count, to->at[0].path);
    if (status == ASSAY_OK) status = drop_repeated(to, err);
    return status == ASSAY_OK ? settle(to, err) : status;
}

assay_status study_files_shard(study_files *files, const shard *one, assay_error *err)
{
    size_t kept = 0;
    for (size_t k = 0; k < files->count && one->count > 1; k++) {
        const setting model = { "model", files->at[k].name, 0 };
        scenario_point p;
        if (point_from(files->at[k].group, &model, 1, POINT_NOT_SWEPT, &p) != ASSAY_OK) return no_memory(err);
        const uint64_t number = shard_number(shard_of_group(&p, 0), 0, 0, one->count);
        point_free(&p);
        if (number == one->number) {
            const study_entry mine = files->at[k];
            files->at[k] = files->at[kept];
            files->at[kept++] = mine;
        }
    }
    while (one->count > 1 && files->count > kept) entry_free(&files->at[--files->count]);
    return ASSAY_OK;
}

void study_files_free(study_files *files)
{
    for (size_t k = 0; k < files->count; k++) entry_free(&files->at[k]);
    free(files->at);
    for (manifest *m = files->manifests, *next; m; m = next) {
        next = m->next;
        text_table_free(&m->table);
        free(m);
    }
    *files = (study_files){ 0 };
}
