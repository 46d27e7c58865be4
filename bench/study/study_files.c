/* Files, folders and manifests become a list of representations; their paths say names and groups. */
#include "study_files.h"

#include "growing.h"
#include "owned.h"
#include "plain_text.h"
#include "wording.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>

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
    if (!array_path_ends(path, ".npy,.npz") && !array_path_is_text(path)) return NULL;
    const char *at = end - n;
    if (at == file) return at;
    return strchr("_-.", at[-1]) ? at - 1 : NULL;
}

/* X_factors.npy, X-codes.csv, codes.npy, X_codes.npz, ... */
enum study_part { PART_NONE, PART_FACTORS, PART_CODES, PART_OTHER }; /* other: directions, activations */

static enum study_part part_of(const char *path)
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
    if (!word) return NULL;
    const char *text = strchr("_-.", *word) ? word + 1 : word;
    return wording_made("%.*s%s%s", (int)(text - path), path, part, end ? end : text + strlen(of));
}

/* Texts of names are one line each; what is too long keeps its end. NULL: memory ran out. */
static char *plain_end(arena *to, const char *text)
{
    const size_t length = strlen(text);
    const char *from = length > LONGEST ? text + length - LONGEST : text;
    while (from > text && ((unsigned char)*from & 0xC0) == 0x80) from++; /* whole characters */
    char *copy = arena_text(to, from);
    if (copy) text_make_plain(copy);
    return copy;
}

/* Of a model or group: never empty. */
static char *plain_name(arena *to, const char *text) { return plain_end(to, text[0] ? text : "-"); }

static const char *without_dots(const char *path)
{
    while (path[0] == '.' && path[1] == '/') path += 2;
    return path;
}

/* The path below root (NULL: its last part) without its ending, and of a pair without the word that tells its part. */
static char *model_name(arena *to, const char *root, const char *path, int is_pair)
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
    OWNED char *text = text_copy(from, (size_t)(end - from));
    return text ? plain_name(to, text) : NULL;
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
    return nameless ? text_copy("study", SIZE_MAX) : text_copy(from, (size_t)(end - from));
}

enum { DEEPEST = 32 };

typedef struct listing {
    study_files *to;
    regex_t expression; /* of --group */
    int has_expression;
    const char *root;         /* the folder that was named; NULL: a file was */
    struct real_file *folder; /* [n_folders] that were met */
    size_t n_folders, folder_room;
    char **link; /* [n_links] to folders, which are listed after all that are there themselves */
    size_t n_links, link_room;
    assay_error *err;
} listing;

/* text: --group; NULL: folders say it. */
static assay_status read_group(const char *text, listing *to)
{
    if (!text) return ASSAY_OK;
    const int bad = regcomp(&to->expression, text, REG_EXTENDED);
    to->has_expression = bad == 0;
    if (!bad) return ASSAY_OK;
    char why[200];
    regerror(bad, &to->expression, why, sizeof why);
    return assay_fail(to->err, ASSAY_EUSAGE, "--group '%.200s': %s; it is a regular expression on the path", text, why);
}

/* Gives an entry its group: that of --group, the one that is said (NULL: none), or that of its folder. */
static assay_status tell_group(listing *l, study_entry *e, const char *said)
{
    regmatch_t at[2];
    OWNED char *by_rule = NULL;
    if (l->has_expression && regexec(&l->expression, e->path, 2, at, 0) == 0) {
        const regmatch_t *m = at[1].rm_so >= 0 ? &at[1] : &at[0];
        if (m->rm_eo > m->rm_so) by_rule = text_copy(e->path + m->rm_so, (size_t)(m->rm_eo - m->rm_so));
    }
    OWNED char *by_place = folder_group(l->root, e->codes ? e->codes : e->factors);
    l->to->unmatched += l->has_expression && !by_rule;
    const char *group = by_rule ? by_rule : said ? said : by_place;
    if (!group) return ASSAY_ENOMEM;
    if (strlen(group) > LONGEST)
        return bad_input(e->path, l->err, "the name of its group has more than %d bytes", LONGEST);
    e->group = plain_name(&l->to->memory, group);
    return e->group ? ASSAY_OK : ASSAY_ENOMEM;
}

/* ---- what is passed over, and how files of other formats become ours ---- */

/* why NULL: its ending says it; missing: a representation may be. */
static assay_status pass(study_files *to, const char *path, int missing, const char *why)
{
    study_passed *all = &to->passed;
    passed_over *at = grown(all->at, sizeof *at, all->count, &all->room);
    if (!at) return ASSAY_ENOMEM;
    all->at = at;
    at += all->count++;
    *at = (passed_over){ arena_text(&to->memory, path), why ? arena_text(&to->memory, why) : NULL, missing };
    all->missing += missing != 0;
    if (!at->path || (why && !at->why)) return ASSAY_ENOMEM;
    text_make_plain(at->path);
    if (!why) return ASSAY_OK;
    text_make_plain(at->why);
    const size_t length = strlen(at->path); /* a reader's sentence names its file first, which is said already */
    if (strncmp(at->why, at->path, length) == 0 && strncmp(at->why + length, ": ", 2) == 0) at->why += length + 2;
    return ASSAY_OK;
}

/* The ending of a path, ".pt"; "": it has none. */
static const char *ending_of(const char *path)
{
    const char *file = last_part(path), *dot = strrchr(file, '.');
    return dot && dot > file ? dot : "";
}

const char *study_export_line(const char *path)
{
#define PAIR "numpy.savez(\"FILE.npz\", factors=d[\"factors\"], codes=d[\"codes\"])"
    static const char *const known[][2] = {
        { ".pt,.pth,.ckpt", "import numpy, torch; d = torch.load(\"FILE\", map_location=\"cpu\"); " PAIR },
        { ".h5,.hdf5", "import numpy, h5py; d = {k: v[()] for k, v in h5py.File(\"FILE\").items()}; " PAIR },
        { ".pkl,.pickle", "import numpy, pickle; d = pickle.load(open(\"FILE\", \"rb\")); " PAIR },
        { ".joblib", "import numpy, joblib; d = joblib.load(\"FILE\"); " PAIR },
        { ".mat", "import numpy, scipy.io; d = scipy.io.loadmat(\"FILE\"); " PAIR },
        { ".parquet", "import pandas; pandas.read_parquet(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
        { ".feather", "import pandas; pandas.read_feather(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
        { ".xlsx", "import pandas; pandas.read_excel(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (array_path_ends(last_part(path), known[k][0])) return known[k][1];
    return NULL;
}

/* Adds a copy of a text to a list of them. */
static assay_status keep_text(arena *memory, char ***list, size_t *count, size_t *room, const char *text)
{
    char **more = grown(*list, sizeof *more, *count, room);
    if (more) *list = more;
    return more && (more[(*count)++] = arena_text(memory, text)) ? ASSAY_OK : ASSAY_ENOMEM;
}

static int is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

/* The first n bytes of a path, and a name behind them. NULL: memory ran out. */
static char *path_joined(const char *folder, size_t n, const char *name)
{
    return wording_made("%.*s%s", (int)n, folder, name);
}

/* A real file or folder: a link gives it no second name. */
typedef struct real_file {
    dev_t device;
    ino_t inode;
    int is_link;
    size_t number; /* of the entry */
} real_file;

static int is_same_file(const real_file *x, const real_file *y)
{
    return x->device == y->device && x->inode == y->inode;
}

/* A link comes behind the file itself, if that is there. */
static int by_inode(const void *a, const void *b)
{
    const real_file *x = a, *y = b;
    if (x->device != y->device) return x->device < y->device ? -1 : 1;
    if (x->inode != y->inode) return x->inode < y->inode ? -1 : 1;
    return x->is_link != y->is_link ? x->is_link - y->is_link : (x->number > y->number) - (x->number < y->number);
}

assay_status study_entry_read(const study_entry *e, const char *kinds, assay_data *to, size_t *tables, char *note,
                              size_t size, assay_error *err)
{
    static const char *const none[3] = { NULL };
    if (tables) *tables = 1;
    const table_asked asked = { e->factors, kinds, array_path_is_text(e->factors) ? e->named : none };
    ASSAY_TRY(e->codes ? representation_read(e->factors, e->codes, kinds, to, note, size, err)
                       : table_read(&asked, to, tables, note, size, err));
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
    study_files *to = l->to;
    arena *memory = &to->memory;
    study_entry *e = grown(to->at, sizeof *e, to->count, &to->room);
    const char *columns;
    OWNED char *path = array_path_split(codes ? codes : factors, &columns);
    if (e) to->at = e;
    if (!e || !path) return ASSAY_ENOMEM;
    e += to->count++;
    *e = (study_entry){ .named = to->columns };
    e->factors = arena_text(memory, factors);
    e->codes = codes ? arena_text(memory, codes) : NULL;
    e->path = plain_end(memory, without_dots(path));
    e->name = name ? plain_name(memory, name) : model_name(memory, l->root, path, codes != NULL);
    e->is_grouped = group != NULL;
    if (!e->factors || (codes && !e->codes) || !e->path || !e->name) return ASSAY_ENOMEM;
    return tell_group(l, e, group);
}

/* Endings of the parts of one representation: that of the part at hand, or another. */
enum { ENDS = 3 };
static const char *const ends[ENDS] = { NULL, ".npy", ".csv" };

static char *kept_if_file(char *path)
{
    OWNED char *mine = path;
    return mine && is_file(mine) ? given(&mine) : NULL;
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
    FREED(text_table_free) text_table t = { 0 };
    enum table_kind kind = TABLE_OTHER;
    int factors = 0, codes = 0;
    if (array_path_is_stream(path) || array_path_ends(path, ".gz"))
        return TABLE_REPRESENTATION; /* reported when it is read */
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
    return kind;
}

/* A folder's .txt is of anything: it is read where it is named. */
static int is_table(const char *path) { return array_path_ends(path, ".csv,.tsv,.csv.gz,.tsv.gz"); }

/* Whether a name is one that a representation may have. */
static int is_ours(const char *path)
{
    return array_path_is_named(path) || is_table(path) || part_of(path) != PART_NONE;
}

/* Codes with their factors, or alone: reported when they are read. Named arrays of one file need no factors. Of
 * directions there are both kinds, or none. */
static assay_status add_pair(listing *l, const char *codes)
{
    OWNED char *factors = find_part(l, codes, "factors");
    if (!factors) return add_entry(l, codes, NULL, NULL, NULL);
    ASSAY_TRY(add_entry(l, factors, codes, NULL, NULL));
    char **space = l->to->at[l->to->count - 1].space;
    for (size_t k = 0; k < SPACE_PARTS; k++) {
        OWNED char *part = find_part(l, codes, space_name[k]);
        if (part && !(space[k] = arena_text(&l->to->memory, part))) return ASSAY_ENOMEM;
    }
    if (!space[SPACE_CODES] || !space[SPACE_FACTORS]) memset(space, 0, SPACE_PARTS * sizeof *space);
    return ASSAY_OK;
}

/* Whether it is the factors, or else, of a pair; an .npz may be all of a representation, whatever its name. */
static int is_part_of_pair(const char *path)
{
    int has_codes = 0;
    if (part_of(path) == PART_OTHER) return 1;
    if (part_of(path) != PART_FACTORS) return 0;
    for (size_t k = 0; !has_codes && k < ENDS; k++) {
        OWNED char *codes = kept_if_file(study_name_beside(path, "factors", "codes", ends[k]));
        has_codes = codes != NULL;
    }
    return has_codes || !array_path_is_named(path);
}

static const char *field_of(const text_table *t, size_t row, const char *column)
{
    const size_t k = text_table_column(t, column);
    const char *text = k < t->columns ? t->field[row * t->columns + k] : "";
    return text[0] ? text : NULL;
}

/* Paths are relative to the manifest. NULL: memory ran out. */
static char *in_folder_of(arena *to, const char *of, const char *path)
{
    const char *slash = path[0] == '/' ? NULL : strrchr(of, '/');
    OWNED char *whole = path_joined(of, slash ? (size_t)(slash - of) + 1 : 0, path);
    return whole ? arena_text(to, whole) : NULL;
}

/* The columns that say nothing of where a representation is. */
static int is_kept(const char *column)
{
    int is_part = 0;
    for (size_t k = 0; k < SPACE_PARTS; k++) is_part |= strcmp(column, space_name[k]) == 0;
    return !is_part && !list_has("path,factors,codes,group,name", column);
}

static assay_status add_columns(study_entry *e, const text_table *t, size_t row, arena *memory)
{
    if (!(e->text = arena_alloc(memory, t->columns, sizeof *e->text))) return ASSAY_ENOMEM;
    e->column = (const char *const *)t->name;
    e->n_columns = t->columns;
    for (size_t k = 0; k < t->columns; k++)
        if (is_kept(t->name[k]) && !(e->text[k] = arena_text(memory, t->field[row * t->columns + k])))
            return ASSAY_ENOMEM;
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
        !study_names_file(named) && !e->codes && (array_path_is_named(e->factors) || array_path_is_text(e->factors));
    return is_own ? wording_made("%s:%s", e->factors, named) : strdup(named);
}

static assay_status add_row(listing *l, const char *from, const text_table *t, size_t row)
{
    arena *memory = &l->to->memory;
    const char *path = field_of(t, row, "path"), *f = field_of(t, row, "factors"), *c = field_of(t, row, "codes");
    const char *cluster = field_of(t, row, "cluster");
    if (!path && !(f && c)) {
        char why[80];
        snprintf(why, sizeof why, "row %zu names neither path, nor factors and codes", row + 1);
        return pass(l->to, from, 1, why);
    }
    const char *factors = in_folder_of(memory, from, path ? path : f),
               *codes = path ? NULL : in_folder_of(memory, from, c);
    if (!factors || (!path && !codes)) return ASSAY_ENOMEM;
    ASSAY_TRY(add_entry(l, factors, codes, field_of(t, row, "group"), field_of(t, row, "name")));
    study_entry *e = &l->to->at[l->to->count - 1];
    const int is_own = cluster && !study_names_file(cluster) && !e->codes; /* an array of its own file */
    if (cluster && !(e->cluster = is_own ? arena_text(memory, cluster) : in_folder_of(memory, from, cluster)))
        return ASSAY_ENOMEM;
    for (size_t k = 0; k < SPACE_PARTS; k++) {
        const char *named = field_of(t, row, space_name[k]);
        if (named && !(e->space[k] = in_folder_of(memory, from, named))) return ASSAY_ENOMEM;
    }
    return add_columns(e, t, row, memory);
}

static assay_status add_manifest(listing *l, const char *path)
{
    text_table *t = grown(l->to->manifest, sizeof *t, l->to->n_manifests, &l->to->manifest_room);
    if (!t) return ASSAY_ENOMEM;
    l->to->manifest = t;
    *(t += l->to->n_manifests++) = (text_table){ 0 };
    assay_error why = { "" };
    const assay_status status = text_table_read(path, 0, t, &why);
    if (status == ASSAY_EINPUT) return pass(l->to, path, 1, why.text);
    if (status != ASSAY_OK) return ASSAY_ENOMEM;
    const char *meant;
    size_t near = near_miss(t, 1, 2, &meant);
    if (near < t->columns) {
        char text[256];
        snprintf(text, sizeof text,
                 "column '%.80s': is it '%s'? Nothing of this manifest is scored until it is called so, or by another "
                 "word if it is something else",
                 t->name[near], meant);
        return pass(l->to, path, 1, text);
    }
    near = near_miss(t, 0, 0, &meant);
    if (near < t->columns && t->rows > 1)
        snprintf(l->to->asked, sizeof l->to->asked,
                 "column '%.80s' of %.300s: is it '%s'? If so, call it so; as it is, it parts no models", t->name[near],
                 path, meant);
    for (size_t r = 0; r < t->rows; r++) ASSAY_TRY(add_row(l, path, t, r));
    return ASSAY_OK;
}

/* A file of a folder, or one that was named: a representation, the codes of one, a manifest, or nothing of ours. */
static assay_status add_file(listing *l, const char *path)
{
    const int is_named = !l->root, is_text = is_named ? array_path_is_text(path) : is_table(path);
    const char *line = is_named ? study_export_line(path) : NULL;
    char why[512];
    snprintf(why, sizeof why, "assay does not read %s; in Python: %s", ending_of(path), line ? line : "");
    if (line) return pass(l->to, path, 1, why);
    if (array_path_is_stream(path))
        return pass(l->to, path, is_named || is_ours(path), "is a pipe or a device; write it to a file first");
    if (part_of(path) == PART_CODES) return add_pair(l, path);
    if (is_part_of_pair(path)) return ASSAY_OK; /* with its codes */
    const int has_columns = !is_named && (l->to->columns[0] || l->to->columns[1]);
    const enum table_kind kind = is_text ? table_kind_of(path, has_columns) : TABLE_OTHER;
    if (is_named && kind == TABLE_MANIFEST) return add_manifest(l, path);
    if (is_named || array_path_is_named(path) || kind == TABLE_REPRESENTATION)
        return add_entry(l, path, NULL, NULL, NULL);
    if (kind == TABLE_MANIFEST)
        return assay_fail(l->err, ASSAY_EUSAGE,
                          "%.300s is a manifest, which says more than its folder; name it in the folder's place, or "
                          "move it elsewhere",
                          path);
    if (array_path_ends(path, ".npy"))
        return pass(l->to, path, 0, "one array alone; a pair is called X_factors.npy and X_codes.npy");
    return pass(l->to, path, 0, is_text ? "has no columns of factors and of codes; " COLUMNS_REMEDY : NULL);
}

static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }

static int by_bytes(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static const char *no_name(const char *name)
{
    return text_is_plain(name, SIZE_MAX) ? NULL : "its name is not one line of UTF-8; rename it";
}

static assay_status add_folder(listing *l, const char *folder, int depth);

/* What stands in a folder: a file, a folder, or a link, which waits until the folders themselves are listed. */
static assay_status add_path(listing *l, const char *folder, const char *name, int depth)
{
    struct stat itself, about;
    OWNED char *path = wording_made("%s/%s", folder, name);
    if (!path) return ASSAY_ENOMEM;
    if (no_name(path)) return pass(l->to, path, 1, no_name(path));
    if (lstat(path, &itself) != 0) return pass(l->to, path, is_ours(path), strerror(errno));
    if (stat(path, &about) != 0)
        return pass(l->to, path, is_ours(path) || !*ending_of(path),
                    errno == ENOENT ? "a link to a file that is not there" : strerror(errno));
    if (!S_ISDIR(about.st_mode)) return add_file(l, path);
    if (!S_ISLNK(itself.st_mode)) return add_folder(l, path, depth + 1);
    return keep_text(&l->to->memory, &l->link, &l->n_links, &l->link_room, path);
}

static assay_status add_folder(listing *l, const char *folder, int depth)
{
    struct dirent **found = NULL;
    struct stat about;
    assay_status status = ASSAY_OK;
    if (depth > DEEPEST) return pass(l->to, folder, 1, "too many folders lie in each other; name this one");
    if (stat(folder, &about) != 0) return pass(l->to, folder, 1, strerror(errno));
    const real_file own = { about.st_dev, about.st_ino, 0, 0 };
    for (size_t k = 0; k < l->n_folders; k++)
        if (is_same_file(&l->folder[k], &own)) return pass(l->to, folder, 0, "the same folder as one that is listed");
    real_file *more = grown(l->folder, sizeof *more, l->n_folders, &l->folder_room);
    if (!more) return ASSAY_ENOMEM;
    l->folder = more;
    l->folder[l->n_folders++] = own;
    const int n = scandir(folder, &found, visible, by_bytes);
    if (n < 0) return errno == ENOMEM ? ASSAY_ENOMEM : pass(l->to, folder, 1, strerror(errno));
    for (int k = 0; k < n; k++) {
        if (status == ASSAY_OK) status = add_path(l, folder, found[k]->d_name, depth);
        free(found[k]);
    }
    free(found);
    return status;
}

static assay_status add_word(listing *l, const char *word)
{
    study_files *to = l->to;
    struct stat about;
    size_t n = strlen(word);
    while (n > 1 && word[n - 1] == '/') n--;
    OWNED char *path = text_copy(word, n);
    if (!path) return ASSAY_ENOMEM;
    if (!path[0]) return pass(to, word, 1, "is no name of a file");
    if (no_name(path)) return pass(to, path, 1, no_name(path));
    if (stat(path, &about) != 0) return pass(to, path, 1, strerror(errno));
    const int is_folder = S_ISDIR(about.st_mode);
    char *root = plain_end(&to->memory, without_dots(path)), *slash = root ? strrchr(root, '/') : NULL;
    if (!root) return ASSAY_ENOMEM;
    if (!is_folder && slash) slash[1] = '\0';
    if (!is_folder && !slash) root = "./"; /* where what was named stands: what is no longer there was deleted */
    ASSAY_TRY(keep_text(&to->memory, &to->root, &to->n_roots, &to->root_room, root));
    l->root = is_folder ? path : NULL;
    if (!is_folder) return add_file(l, path);
    assay_status status = add_folder(l, path, 0);
    for (size_t k = 0; k < l->n_links && status == ASSAY_OK; k++) status = add_folder(l, l->link[k], 1);
    l->n_links = 0;
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

/* Numbers the entries by the real file behind their names: *first[k] is the first of the same file. */
static assay_status number_files(const study_files *files, size_t *first)
{
    OWNED real_file *all = zeroed(files->count, sizeof *all);
    size_t n = 0;
    if (!all) return ASSAY_ENOMEM;
    for (size_t k = 0; k < files->count; k++) {
        struct stat itself, about;
        const char *path = files->at[k].codes ? files->at[k].codes : files->at[k].factors;
        first[k] = k;
        if (stat(path, &about) != 0) continue;
        const int is_link = lstat(path, &itself) == 0 && S_ISLNK(itself.st_mode);
        all[n++] = (real_file){ about.st_dev, about.st_ino, is_link, k };
    }
    if (n) qsort(all, n, sizeof *all, by_inode);
    for (size_t k = 1; k < n; k++)
        if (is_same_file(&all[k], &all[k - 1])) first[all[k].number] = first[all[k - 1].number];
    return ASSAY_OK;
}

/* A file that is named twice, by its folder and by one above it or by a link, is one model, as it was named first. A
 * manifest may give a file several names. */
static assay_status drop_repeated(study_files *files)
{
    OWNED size_t *place = zeroed(files->count, sizeof *place);
    size_t kept = 0;
    ASSAY_TRY(place ? number_files(files, place) : ASSAY_ENOMEM);
    for (size_t k = 0; k < files->count; k++) {
        study_entry *e = &files->at[k];
        const study_entry *first = &files->at[place[k]];
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
        ASSAY_TRY(pass(files, e->path, declared, why));
    }
    for (size_t k = 0; k < files->count; k++)
        if (!files->at[k].repeated) files->at[kept++] = files->at[k];
    files->count = kept;
    return ASSAY_OK;
}

/* model.npz beside model.csv: the ending becomes part of the name. */
static assay_status tell_apart(study_entry *const *sorted, size_t n, arena *memory)
{
    for (size_t k = 0, end; k < n; k = end) {
        int differ = 0;
        for (end = k + 1; end < n && by_name(sorted[k], sorted[end]) == 0; end++)
            differ |= strcmp(ending_of(sorted[k]->path), ending_of(sorted[end]->path)) != 0;
        for (size_t j = k; j < end && differ; j++) {
            OWNED char *name = wording_made("%s%s", sorted[j]->name, ending_of(sorted[j]->path));
            if (!name || !(sorted[j]->name = arena_text(memory, name))) return ASSAY_ENOMEM;
        }
    }
    return ASSAY_OK;
}

/* Two files may not be one representation. */
static assay_status settle(study_files *files, assay_error *err)
{
    OWNED study_entry **sorted = zeroed(files->count, sizeof *sorted);
    if (!sorted) return ASSAY_ENOMEM;
    for (size_t k = 0; k < files->count; k++) sorted[k] = &files->at[k];
    qsort(sorted, files->count, sizeof *sorted, by_place);
    ASSAY_TRY(tell_apart(sorted, files->count, &files->memory));
    qsort(sorted, files->count, sizeof *sorted, by_place);
    for (size_t k = 1; k < files->count; k++)
        if (by_name(sorted[k - 1], sorted[k]) == 0 && strcmp(sorted[k - 1]->path, sorted[k]->path) != 0)
            return assay_fail(err, ASSAY_EUSAGE,
                              "%.300s and %.300s would both be '%.100s' of the group '%.100s'; separate them by "
                              "--group, or by a column `name` in a manifest",
                              sorted[k - 1]->path, sorted[k]->path, sorted[k]->name, sorted[k]->group);
    return ASSAY_OK;
}

static void listing_free(listing *l)
{
    free(l->folder);
    free(l->link);
    if (l->has_expression) regfree(&l->expression);
}

assay_status study_files_list(const char *const *words, size_t n, const char *group, study_files *to, assay_error *err)
{
    FREED(listing_free) listing l = { .to = to, .err = err };
    ASSAY_TRY(read_group(group, &l));
    for (size_t k = 0; k < n; k++) ASSAY_TRY(memory_named(add_word(&l, words[k]), NULL, err));
    if (!to->count && to->passed.missing == 1 && to->passed.count == 1) {
        to->passed.count = 0; /* the error says it */
        return bad_input(to->passed.at[0].path, err, "%.300s", to->passed.at[0].why);
    }
    if (!to->count)
        return bad_input(words[0], err,
                         "no representation there; assay wants .npz with `factors` and `codes`, .csv with columns v1.. "
                         "and z1.., pairs X_factors.npy and X_codes.npy, or a manifest");
    if (group && to->unmatched == to->count)
        return assay_fail(err, ASSAY_EUSAGE, "--group %.200s: says nothing of any of the %zu files, '%.200s' first",
                          group, to->count, to->at[0].path);
    ASSAY_TRY(memory_named(drop_repeated(to), NULL, err));
    return memory_named(settle(to, err), NULL, err);
}

assay_status study_files_shard(study_files *files, const shard *one, assay_error *err)
{
    size_t kept = 0;
    if (one->count <= 1) return ASSAY_OK;
    for (size_t k = 0; k < files->count; k++) {
        const setting model = { "model", files->at[k].name, 0 };
        FREED(point_free) scenario_point p;
        if (point_from(files->at[k].group, &model, 1, POINT_NOT_SWEPT, &p) != ASSAY_OK) return no_memory(NULL, err);
        if (shard_number(shard_of_group(&p, 0), 0, 0, one->count) == one->number) files->at[kept++] = files->at[k];
    }
    files->count = kept;
    return ASSAY_OK;
}

void study_files_free(study_files *files)
{
    free(files->at);
    free(files->root);
    free(files->passed.at);
    for (size_t k = 0; k < files->n_manifests; k++) text_table_free(&files->manifest[k]);
    free(files->manifest);
    arena_free(&files->memory);
    *files = (study_files){ 0 };
}
