/* Files, folders and manifests become a list of representations. */
#define _GNU_SOURCE /* tdestroy */
#include "study_files.h"

#include "array.h"
#include "growing.h"
#include "plain_text.h"
#include "study_names.h"
#include "text_table.h"
#include "wording.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 32 };

typedef struct manifest {
    text_table table;
    struct manifest *next;
} manifest;

typedef struct listing {
    study_files *to;
    const study_groups *groups;
    const char *root; /* the folder that was named; NULL: a file was */
    void *folders;    /* real ones that were met (seen) */
    size_t n_folders;
    char **link; /* [n_links] to folders, which are listed after all that are there themselves */
    size_t n_links, link_room;
    assay_error *err;
} listing;

static assay_status no_memory(assay_error *err) { return assay_fail(err, ASSAY_ENOMEM, "memory ran out"); }

static assay_status pass(listing *l, const char *path, int missing, const char *why)
{
    return study_pass(&l->to->passed, path, why, missing, l->err);
}

/* Adds a copy of a text to a list of them. */
static assay_status keep_text(char ***list, size_t *count, size_t *room, const char *text, assay_error *err)
{
    char **more = grown(*list, sizeof *more, *count, room);
    if (more) *list = more;
    if (!more || !(more[*count] = strdup(text))) return no_memory(err);
    ++*count;
    return ASSAY_OK;
}

static int is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

/* The first n bytes of a path, and a name behind them. NULL: memory ran out. */
static char *path_joined(const char *folder, size_t n, const char *name)
{
    const size_t length = strlen(name) + 1;
    char *to = malloc(n + length);
    if (!to) return NULL;
    memcpy(to, folder, n);
    memcpy(to + n, name, length);
    return to;
}

/* A real file or folder: a link gives it no second name. */
typedef struct seen {
    dev_t device;
    ino_t inode;
    size_t number; /* counted from 1 */
} seen;

static int by_inode(const void *a, const void *b)
{
    const seen *x = a, *y = b;
    return x->device != y->device ? (x->device > y->device) - (x->device < y->device)
                                  : (x->inode > y->inode) - (x->inode < y->inode);
}

/* The number of what was added first with this device and inode, `number` where it is new; 0: memory ran out. */
static size_t seen_add(void **all, const struct stat *about, size_t number)
{
    seen *one = malloc(sizeof *one);
    if (one) *one = (seen){ about->st_dev, about->st_ino, number };
    seen **at = one ? tsearch(one, all, by_inode) : NULL;
    if (!at || *at != one) free(one);
    return at ? (*at)->number : 0;
}

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
    free(e->cluster);
    for (size_t k = 0; k < SPACE_PARTS; k++) free(e->space[k]);
}

assay_status study_entry_read(const study_entry *e, const char *kinds, assay_data *to, size_t *tables, char *note,
                              size_t size, assay_error *err)
{
    static const char *const none[3] = { NULL };
    if (tables) *tables = 1;
    ASSAY_TRY(e->codes ? representation_read(e->factors, e->codes, kinds, to, note, size, err)
                       : table_read(e->factors, array_path_is_text(e->factors) ? e->named : none, kinds, to, tables,
                                    note, size, err));
    size_t named = 0;
    while (named < SPACE_PARTS && !e->space[named]) named++;
    if (named == SPACE_PARTS) return ASSAY_OK;
    if (to->directions)
        return assay_fail(err, ASSAY_EINPUT, "%.600s has directions, and the manifest names others; leave one out",
                          e->factors);
    return directions_read((const char *const *)e->space, to, err);
}

const char *study_entry_text(const study_entry *e, const char *column)
{
    for (size_t k = 0; e->text && k < e->n_columns; k++)
        if (e->text[k] && e->text[k][0] && strcmp(e->column[k], column) == 0) return e->text[k];
    return NULL;
}

/* group and name NULL: as the path says. */
static assay_status add_entry(listing *l, const char *factors, const char *codes, const char *group, const char *name)
{
    study_entry *e = entry_new(l->to);
    if (!e) return no_memory(l->err);
    const char *columns;
    char *path = array_path_split(codes ? codes : factors, &columns);
    e->named = l->to->columns;
    e->factors = strdup(factors);
    e->codes = codes ? strdup(codes) : NULL;
    e->path = path ? study_name_path(path) : NULL;
    e->name = !path || name ? study_name_plain(name ? name : "") : study_name_model(l->root, path, codes != NULL);
    free(path);
    e->is_grouped = group != NULL;
    if (!e->factors || (codes && !e->codes) || !e->path || !e->name) return no_memory(l->err);
    return study_groups_tell(l->groups, l->root, e, group, &l->to->unmatched, l->err);
}

/* Endings of the parts of one representation: that of the part at hand, or another. */
enum { ENDS = 3 };
static const char *const ends[ENDS] = { NULL, ".npy", ".csv" };

static char *kept_if_file(char *path)
{
    if (path && is_file(path)) return path;
    free(path);
    return NULL;
}

/* The part (factors, directions) that codes X_codes.npy belong to, to be freed: of the same X, else of the folder or
 * one above it. NULL: there is none, or memory ran out. */
static char *find_part(const listing *l, const char *codes, const char *part)
{
    const size_t root = l->root ? strlen(l->root) : 0;
    char *found = NULL, name[64];
    for (size_t k = 0; !found && k < ENDS; k++) found = kept_if_file(study_name_beside(codes, "codes", part, ends[k]));
    for (size_t n = strlen(codes); !found && n > 0; n--) {
        if (codes[n - 1] != '/') continue;
        for (size_t k = 1; !found && k < ENDS; k++) {
            snprintf(name, sizeof name, "%s%s", part, ends[k]);
            found = kept_if_file(path_joined(codes, n, name));
        }
        if (!l->root || n - 1 <= root) break;
    }
    return found;
}

enum table_kind { TABLE_OTHER, TABLE_REPRESENTATION, TABLE_MANIFEST };

int study_is_stream(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* Words that people write in the place of a column of a design: the first `sure` of each are nothing else. */
static const struct meaning {
    const char *column, *word;
    int sure; /* 2: it says where the arrays are */
} meanings[] = {
    { "path", "path,file,files,filename,file_name,filepath,paths", 2 },
    { "factors", "factors", 2 },
    { "codes", "codes", 2 },
    { "group", "group,grp,groups,method,methods", 1 },
    { "seed", "seed,seeds", 1 },
    { "order", "order,orders", 1 },
    { "data", "data,dataset,datasets,data_set", 1 },
    { "cluster", "cluster,clusters,cluster_id", 1 },
    { "group", "arch,architecture,algorithm,algo,model,variant", 0 },
    { "seed", "run,run_id,trial,replicate,rep,random_seed", 0 },
    { "order", "ckpt,checkpoint,step,steps,epoch,epochs,iteration", 0 },
};

/* The first column of a table that was meant for one that is not there, and which; t->columns: none. */
static size_t near_miss(const text_table *t, int least, int most, const char **meant)
{
    for (size_t k = 0; k < t->columns; k++) {
        char name[80] = "";
        for (size_t n = 0; n < sizeof name - 1 && t->name[k][n]; n++)
            name[n] = (char)tolower((unsigned char)t->name[k][n]);
        for (size_t m = 0; m < sizeof meanings / sizeof *meanings; m++) {
            *meant = meanings[m].column;
            if (meanings[m].sure >= least && meanings[m].sure <= most && list_has(meanings[m].word, name) &&
                strcmp(t->name[k], *meant) != 0 && text_table_column(t, *meant) == t->columns)
                return k;
        }
    }
    return t->columns;
}

/* What the first line of a text file says it is; named: its columns are. A pipe in a folder would wait for somebody who
 * writes. */
static enum table_kind table_kind_of(const char *path, int named)
{
    text_table t = { 0 };
    enum table_kind kind = TABLE_OTHER;
    int factors = 0, codes = 0;
    if (study_is_stream(path) || array_path_ends(path, ".gz")) return TABLE_REPRESENTATION; /* told when it is read */
    const char *meant;
    const assay_status status = text_table_read(path, 1, &t, NULL);
    if (status == ASSAY_OK || t.wide) {
        const size_t none = t.columns;
        for (size_t k = 0; k < t.columns; k++) {
            factors |= representation_column_role(t.name[k]) == 'v';
            codes |= representation_column_role(t.name[k]) == 'z';
        }
        if (text_table_column(&t, "path") != none ||
            (text_table_column(&t, "factors") != none && text_table_column(&t, "codes") != none))
            kind = TABLE_MANIFEST;
        else if (!factors && !codes && !named && near_miss(&t, 2, 2, &meant) < t.columns)
            kind = TABLE_MANIFEST;                                                   /* which asks */
        else if ((factors && codes) || t.wide || named) kind = TABLE_REPRESENTATION; /* a wide one, or no text */
    }
    text_table_free(&t);
    return kind;
}

/* Formats of named arrays. */
static int is_whole(const char *path)
{
    return array_path_ends(path, ".npz") || array_path_ends(path, ".safetensors") ||
           array_path_ends(path, ".safetensors.index.json");
}

/* A folder's .txt is of anything: it is read where it is named. */
static int is_table(const char *path)
{
    static const char *const other[] = { ".txt", ".data", ".dat", ".txt.gz", ".data.gz", ".dat.gz" };
    for (size_t k = 0; k < sizeof other / sizeof *other; k++)
        if (array_path_ends(path, other[k])) return 0;
    return array_path_is_text(path);
}

/* Whether a name is one that a representation may have. */
static int is_ours(const char *path) { return is_whole(path) || is_table(path) || study_name_part(path) != PART_NONE; }

/* Directions beside a pair: both kinds, or none. */
static void find_space(const listing *l, const char *codes, char *to[SPACE_PARTS])
{
    for (size_t k = 0; k < SPACE_PARTS; k++) to[k] = find_part(l, codes, space_name[k]);
    for (size_t k = 0; k < SPACE_PARTS && !(to[0] && to[1]); k++) {
        free(to[k]);
        to[k] = NULL;
    }
}

/* Codes with their factors, or alone: reported when they are read. Named arrays of one file need no factors. */
static assay_status add_pair(listing *l, const char *codes)
{
    char *factors = find_part(l, codes, "factors");
    const assay_status status =
        factors ? add_entry(l, factors, codes, NULL, NULL) : add_entry(l, codes, NULL, NULL, NULL);
    if (factors && status == ASSAY_OK) find_space(l, codes, l->to->at[l->to->count - 1].space);
    free(factors);
    return status;
}

/* Whether it is the factors, or else, of a pair; an .npz may be all of a representation, whatever its name. */
static int is_part_of_pair(const char *path)
{
    char *codes = NULL;
    if (study_name_part(path) == PART_OTHER) return 1;
    if (study_name_part(path) != PART_FACTORS) return 0;
    for (size_t k = 0; !codes && k < ENDS; k++)
        codes = kept_if_file(study_name_beside(path, "factors", "codes", ends[k]));
    free(codes);
    return codes || !is_whole(path);
}

/* One file of a folder: a representation, the codes of one, or nothing of ours. */
static assay_status add_found(listing *l, const char *path)
{
    if (study_is_stream(path)) return pass(l, path, is_ours(path), "is a pipe or a device; write it to a file first");
    if (study_name_part(path) == PART_CODES) return add_pair(l, path);
    if (is_part_of_pair(path)) return ASSAY_OK;
    if (is_whole(path)) return add_entry(l, path, NULL, NULL, NULL);
    const enum table_kind kind =
        is_table(path) ? table_kind_of(path, l->to->columns[0] || l->to->columns[1]) : TABLE_OTHER;
    if (kind == TABLE_REPRESENTATION) return add_entry(l, path, NULL, NULL, NULL);
    if (kind == TABLE_MANIFEST)
        return assay_fail(
            l->err, ASSAY_EUSAGE,
            "%.300s is a manifest, which says more than its folder; name it in the folder's place, or move "
            "it elsewhere",
            path);
    if (array_path_ends(path, ".npy"))
        return pass(l, path, 0, "one array alone; a pair is called X_factors.npy and X_codes.npy");
    return pass(l, path, 0, is_table(path) ? "has no columns of factors and of codes; " COLUMNS_REMEDY : NULL);
}

static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }

static int by_bytes(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static const char *no_name(const char *name)
{
    return text_is_plain(name, SIZE_MAX) ? NULL : "its name is not one line of UTF-8; rename it";
}

static assay_status add_folder(listing *l, const char *folder, int depth);

/* What stands in a folder: a file, a folder, or a link, which waits until the folders themselves are listed. */
static assay_status add_path(listing *l, const char *path, int depth)
{
    struct stat itself, about;
    if (no_name(path)) return pass(l, path, 1, no_name(path));
    if (lstat(path, &itself) != 0) return pass(l, path, is_ours(path), strerror(errno));
    const int is_link = S_ISLNK(itself.st_mode);
    if (stat(path, &about) != 0)
        return pass(l, path, is_ours(path) || !*study_ending(path),
                    errno == ENOENT ? "a link to a file that is not there" : strerror(errno));
    if (!S_ISDIR(about.st_mode)) return add_found(l, path);
    return is_link ? keep_text(&l->link, &l->n_links, &l->link_room, path, l->err) : add_folder(l, path, depth + 1);
}

static assay_status add_name(listing *l, const char *folder, const char *name, int depth)
{
    const size_t n = strlen(folder);
    char *start = path_joined(folder, n, "/"), *path = start ? path_joined(start, n + 1, name) : NULL;
    const assay_status status = path ? add_path(l, path, depth) : no_memory(l->err);
    free(start);
    free(path);
    return status;
}

static assay_status add_folder(listing *l, const char *folder, int depth)
{
    struct dirent **found = NULL;
    struct stat about;
    assay_status status = ASSAY_OK;
    if (depth > DEEPEST) return pass(l, folder, 1, "too many folders lie in each other; name this one");
    if (stat(folder, &about) != 0) return pass(l, folder, 1, strerror(errno));
    const size_t number = seen_add(&l->folders, &about, l->n_folders + 1);
    if (!number) return no_memory(l->err);
    if (number <= l->n_folders) return pass(l, folder, 0, "the same folder as one that is listed");
    l->n_folders = number;
    const int n = scandir(folder, &found, visible, by_bytes);
    if (n < 0) return errno == ENOMEM ? no_memory(l->err) : pass(l, folder, 1, strerror(errno));
    for (int k = 0; k < n; k++) {
        if (status == ASSAY_OK) status = add_name(l, folder, found[k]->d_name, depth);
        free(found[k]);
    }
    free(found);
    return status;
}

/* A folder that was named, and then what links in it lead to. */
static assay_status add_tree(listing *l, const char *folder)
{
    assay_status status = add_folder(l, folder, 0);
    for (size_t k = 0; k < l->n_links && status == ASSAY_OK; k++) status = add_folder(l, l->link[k], 1);
    while (l->n_links) free(l->link[--l->n_links]);
    return status;
}

static const char *field_of(const text_table *t, size_t row, const char *column)
{
    const size_t k = text_table_column(t, column);
    const char *text = k < t->columns ? t->field[row * t->columns + k] : "";
    return text[0] ? text : NULL;
}

/* Paths are relative to the manifest. NULL: memory ran out. */
static char *in_folder_of(const char *of, const char *path)
{
    const char *slash = path[0] == '/' ? NULL : strrchr(of, '/');
    return path_joined(of, slash ? (size_t)(slash - of) + 1 : 0, path);
}

/* The columns that say nothing of where a representation is. */
static int is_kept(const char *column)
{
    static const char *const known[] = { "path", "factors", "codes", "group", "name" };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(column, known[k]) == 0) return 0;
    for (size_t k = 0; k < SPACE_PARTS; k++)
        if (strcmp(column, space_name[k]) == 0) return 0;
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

int study_names_file(const char *text)
{
    return array_path_ends(text, ".npy") || array_path_is_text(text) || strpbrk(text, ":/") || strstr(text, ".npz") ||
           strstr(text, ".safetensors") || is_file(text);
}

char *study_entry_numbers(const study_entry *e, const char *named)
{
    if (!named) return NULL;
    const int is_own =
        !study_names_file(named) && !e->codes && (is_whole(e->factors) || array_path_is_text(e->factors));
    return is_own ? wording_made("%s:%s", e->factors, named) : strdup(named);
}

static assay_status add_row(listing *l, const char *from, const text_table *t, size_t row)
{
    const char *path = field_of(t, row, "path"), *f = field_of(t, row, "factors"), *c = field_of(t, row, "codes");
    const char *cluster = field_of(t, row, "cluster");
    if (!path && !(f && c)) {
        char why[80];
        snprintf(why, sizeof why, "row %zu names neither path, nor factors and codes", row + 1);
        return pass(l, from, 1, why);
    }
    char *factors = in_folder_of(from, path ? path : f), *codes = in_folder_of(from, path ? path : c);
    assay_status status = factors && codes ? ASSAY_OK : no_memory(l->err);
    if (status == ASSAY_OK)
        status = add_entry(l, factors, path ? NULL : codes, field_of(t, row, "group"), field_of(t, row, "name"));
    free(factors);
    free(codes);
    if (status != ASSAY_OK) return status;
    study_entry *e = &l->to->at[l->to->count - 1];
    const int is_own = cluster && !study_names_file(cluster) && !e->codes; /* an array of its own file */
    if (cluster && !(e->cluster = is_own ? strdup(cluster) : in_folder_of(from, cluster))) return no_memory(l->err);
    for (size_t k = 0; k < SPACE_PARTS; k++) {
        const char *named = field_of(t, row, space_name[k]);
        if (named && !(e->space[k] = in_folder_of(from, named))) return no_memory(l->err);
    }
    return add_columns(e, t, row, l->err);
}

static assay_status add_manifest(listing *l, const char *path)
{
    manifest *m = calloc(1, sizeof *m);
    if (!m) return no_memory(l->err);
    m->next = l->to->manifests;
    l->to->manifests = m;
    assay_error why = { "" };
    assay_status status = text_table_read(path, 0, &m->table, &why);
    if (status == ASSAY_EINPUT) return pass(l, path, 1, why.text);
    if (status != ASSAY_OK) return no_memory(l->err);
    const char *meant;
    size_t near = near_miss(&m->table, 1, 2, &meant);
    if (near < m->table.columns) {
        char text[256];
        snprintf(text, sizeof text,
                 "column '%.80s': is it '%s'? Nothing of this manifest is scored until it is called so, or by another "
                 "word if it is something else",
                 m->table.name[near], meant);
        return pass(l, path, 1, text);
    }
    near = near_miss(&m->table, 0, 0, &meant);
    if (near < m->table.columns && m->table.rows > 1)
        snprintf(l->to->asked, sizeof l->to->asked,
                 "column '%.80s' of %.300s: is it '%s'? If so, call it so; as it is, it parts no models",
                 m->table.name[near], path, meant);
    for (size_t r = 0; r < m->table.rows && status == ASSAY_OK; r++) status = add_row(l, path, &m->table, r);
    return status;
}

/* Where what was named stands: what is no longer there was deleted. */
static assay_status keep_root(listing *l, const char *path, int is_one_file)
{
    study_files *to = l->to;
    char *root = study_name_path(path), *slash = root ? strrchr(root, '/') : NULL;
    if (!root) return no_memory(l->err);
    if (is_one_file && slash) slash[1] = '\0';
    const char *folder = is_one_file && !slash ? "./" : root;
    const assay_status status = keep_text(&to->root, &to->n_roots, &to->root_room, folder, l->err);
    free(root);
    return status;
}

static assay_status add_file(listing *l, const char *path)
{
    char why[512];
    const char *line = study_export_line(study_ending(path));
    snprintf(why, sizeof why, "assay does not read %s; in Python: %s", study_ending(path), line ? line : "");
    if (line) return pass(l, path, 1, why);
    if (study_is_stream(path)) return pass(l, path, 1, "is a pipe or a device; write it to a file first");
    if (study_name_part(path) == PART_CODES) return add_pair(l, path);
    if (is_part_of_pair(path)) return ASSAY_OK; /* with its codes */
    if (array_path_is_text(path) && table_kind_of(path, 0) == TABLE_MANIFEST) return add_manifest(l, path);
    return add_entry(l, path, NULL, NULL, NULL);
}

static assay_status add_path_named(listing *l, const char *path)
{
    struct stat about;
    if (no_name(path)) return pass(l, path, 1, no_name(path));
    if (stat(path, &about) != 0) return pass(l, path, 1, strerror(errno));
    assay_status status = keep_root(l, path, !S_ISDIR(about.st_mode));
    if (status != ASSAY_OK) return status;
    if (!S_ISDIR(about.st_mode)) return add_file(l, path);
    l->root = path;
    status = add_tree(l, path);
    l->root = NULL;
    return status;
}

static assay_status add_word(listing *l, const char *word)
{
    char *path = strdup(word);
    if (!path) return no_memory(l->err);
    if (!path[0]) {
        free(path);
        return pass(l, word, 1, "is no name of a file");
    }
    for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--) path[n - 1] = '\0';
    l->root = NULL;
    const assay_status status = add_path_named(l, path);
    free(path);
    return status;
}

static int by_name(const study_entry *x, const study_entry *y)
{
    const int groups = strcmp(x->group, y->group);
    return groups ? groups : strcmp(x->name, y->name);
}

static int by_place(const void *a, const void *b)
{
    const study_entry *x = *(study_entry *const *)a, *y = *(study_entry *const *)b;
    const int names = by_name(x, y);
    return names ? names : strcmp(x->path, y->path);
}

/* Whether two files would be one representation. */
static int meet(const study_entry *x, const study_entry *y)
{
    return by_name(x, y) == 0 && strcmp(x->path, y->path) != 0;
}

static const char *file_of(const study_entry *e) { return e->codes ? e->codes : e->factors; }

/* Numbers the entries by the real file behind their names; a link comes behind the file itself, if that is there. */
static assay_status number_files(study_files *files, size_t *number)
{
    void *files_seen = NULL;
    assay_status status = ASSAY_OK;
    for (int links = 0; links < 2; links++)
        for (size_t k = 0; k < files->count && status == ASSAY_OK; k++) {
            struct stat itself, about;
            const char *path = file_of(&files->at[k]);
            const int is_link = lstat(path, &itself) == 0 && S_ISLNK(itself.st_mode);
            if (is_link != links) continue;
            number[k] = stat(path, &about) == 0 ? seen_add(&files_seen, &about, k + 1) : k + 1;
            if (!number[k]) status = ASSAY_ENOMEM;
        }
    tdestroy(files_seen, free);
    return status;
}

/* A file that is named twice, by its folder and by one above it or by a link, is one model, as it was named first. A
 * manifest may give a file several names. */
static assay_status drop_repeated(study_files *files, assay_error *err)
{
    size_t *number = malloc((files->count + 1) * sizeof *number), kept = 0;
    assay_status status = number ? number_files(files, number) : ASSAY_ENOMEM;
    for (size_t k = 0; k < files->count && status == ASSAY_OK; k++) {
        study_entry *e = &files->at[k];
        const study_entry *first = &files->at[number[k] - 1];
        const int same_path = strcmp(e->path, first->path) == 0, declared = e->text || first->text;
        e->repeated = first != e && (!declared || same_path);
        if (!e->repeated || (same_path && !declared)) continue;
        char why[700];
        if (declared)
            snprintf(why, sizeof why,
                     "stands in a manifest twice, in groups %.100s and %.100s; the first is scored. A model is of one "
                     "group and one data set; a copy of the file is another model",
                     first->group, e->group);
        else snprintf(why, sizeof why, "the same file as %.600s", first->path);
        status = study_pass(&files->passed, e->path, why, declared, err);
    }
    free(number);
    for (size_t k = 0; k < files->count && status == ASSAY_OK; k++) {
        if (files->at[k].repeated) entry_free(&files->at[k]);
        else files->at[kept++] = files->at[k];
    }
    if (status == ASSAY_OK) files->count = kept;
    return status == ASSAY_OK ? status : no_memory(err);
}

static assay_status rename_entry(study_entry *e, const char *end, assay_error *err)
{
    char *name = wording_made("%s%s", e->name, end);
    if (!name) return no_memory(err);
    free(e->name);
    e->name = name;
    return ASSAY_OK;
}

/* model.npz beside model.csv: the ending becomes part of the name. */
static assay_status tell_apart(study_entry *const *sorted, size_t n, assay_error *err)
{
    for (size_t k = 0, end; k < n; k = end) {
        int differ = 0;
        for (end = k + 1; end < n && by_name(sorted[k], sorted[end]) == 0; end++)
            differ |= strcmp(study_ending(sorted[k]->path), study_ending(sorted[end]->path)) != 0;
        for (size_t j = k; j < end && differ; j++)
            ASSAY_TRY(rename_entry(sorted[j], study_ending(sorted[j]->path), err));
    }
    return ASSAY_OK;
}

/* Two files may not be one representation. */
static assay_status settle(study_files *files, assay_error *err)
{
    study_entry **sorted = malloc((files->count + 1) * sizeof *sorted);
    if (!sorted) return no_memory(err);
    for (size_t k = 0; k < files->count; k++) sorted[k] = &files->at[k];
    qsort(sorted, files->count, sizeof *sorted, by_place);
    assay_status status = tell_apart(sorted, files->count, err);
    qsort(sorted, files->count, sizeof *sorted, by_place);
    for (size_t k = 1; status == ASSAY_OK && k < files->count; k++)
        if (meet(sorted[k - 1], sorted[k]))
            status = assay_fail(err, ASSAY_EUSAGE,
                                "%.300s and %.300s would both be '%.100s' of the group '%.100s'; separate them by"
                                " --group, or by a column `name` in a manifest",
                                sorted[k - 1]->path, sorted[k]->path, sorted[k]->name, sorted[k]->group);
    free(sorted);
    return status;
}

static assay_status nothing_there(const study_files *of, const char *word, assay_error *err)
{
    if (of->passed.missing == 1 && of->passed.count == 1)
        return assay_fail(err, ASSAY_EINPUT, "%.600s: %.300s", of->passed.at[0].path, of->passed.at[0].why);
    return assay_fail(err, ASSAY_EINPUT,
                      "%.600s: no representation there; assay wants .npz with `factors` and `codes`, .csv with "
                      "columns v1.. and z1.., pairs X_factors.npy and X_codes.npy, or a manifest",
                      word);
}

assay_status study_files_list(const char *const *words, size_t n, const char *group, study_files *to, assay_error *err)
{
    study_groups groups = { 0 };
    listing l = { .to = to, .groups = &groups, .err = err };
    assay_status status = study_groups_read(group, &groups, err);
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) status = add_word(&l, words[k]);
    study_groups_free(&groups);
    tdestroy(l.folders, free);
    free(l.link);
    if (status == ASSAY_OK && !to->count) status = nothing_there(to, words[0], err);
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
    while (files->n_roots) free(files->root[--files->n_roots]);
    free(files->root);
    study_passed_free(&files->passed);
    for (manifest *m = files->manifests, *next; m; m = next) {
        next = m->next;
        text_table_free(&m->table);
        free(m);
    }
    *files = (study_files){ 0 };
}
