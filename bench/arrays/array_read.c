/* Which reader a file needs. */
#include "apart.h"
#include "array_file.h"

assay_status array_parse(array_format format, const array_bytes *bytes, const char *where, const char *member,
                         array *to, assay_error *err)
{
    switch (format) {
    case ARRAY_NPY: return npy_parse(bytes, where, to, err);
    case ARRAY_NPZ: return npz_parse(bytes, where, member, to, err);
    case ARRAY_SAFETENSORS: return safetensors_parse(bytes, where, member, to, err);
    case ARRAY_CSV: break;
    }
    return csv_parse(bytes, where, to, err);
}

/* A class for each text of an array of them. */
static assay_status read_texts(const array_bytes *bytes, const char *where, const char *member, array *to)
{
    OWNED char *list = NULL;
    size_t n = 1;
    ASSAY_TRY(npz_words(bytes, where, member, &list, NULL));
    for (const char *at = list; *at; at++) n += *at == '\n';
    ASSAY_TRY(array_shape(to, n, 1));
    char *word = list;
    for (size_t r = 0; r < n; r++) {
        char *end = word + strcspn(word, "\n");
        *end = '\0';
        ASSAY_TRY(text_classes_add(to, 0, word, r + 1, &to->value[r]));
        word = end + 1;
    }
    text_classes_end(to);
    return ASSAY_OK;
}

assay_status array_read_inside(const char *path, const char *member, array *to, assay_error *err)
{
    *to = (array){ 0 };
    const char *typed = NULL;
    OWNED char *file = array_path_split(path, &typed);
    if (!file) return no_memory(array_path_tail(path), err);
    FREED(array_bytes_free) array_bytes bytes;
    ASSAY_TRY(array_bytes_read(file, &bytes, err));
    const array_format format = array_format_of(file, &bytes);
    const char *where = array_path_tail(file), *named = typed ? typed : member;
    assay_status status = array_parse(format, &bytes, where, named, to, err);
    if (status == ASSAY_EINPUT && member && strcmp(member, "cluster") == 0 && format == ARRAY_NPZ) {
        const assay_status texts = read_texts(&bytes, where, named, to);
        if (texts != ASSAY_EINPUT) status = texts;
    }
    if (status == ASSAY_OK && typed && format == ARRAY_CSV) status = columns_pick(to, typed, where, err);
    if (status != ASSAY_OK) array_free(to);
    return status;
}

typedef struct request {
    const char *path, *member;
    array *to;
} request;

/* What columns of text may be: of a split two words, of clusters any, else none. */
static assay_status check_texts(const array *a, const char *member, const char *where, assay_error *err)
{
    const int split = member && strcmp(member, "split") == 0;
    for (size_t c = 0; a->text && c < a->cols; c++) {
        const text_classes *of = a->text[c];
        if (of && split && (of->count != 2 || strcmp(of->word[0], "test") != 0 || strcmp(of->word[1], "train") != 0))
            return bad_input(where, err, "a split has the words train and test, or 1 and 0");
        if (of && of->count > TEXT_CLASSES_MOST)
            return bad_input(where, err, "more than %d different texts; number them", TEXT_CLASSES_MOST);
    }
    const int words = split || (member && strcmp(member, "cluster") == 0);
    return words ? ASSAY_OK : array_refuse_text(a, where, "array", err);
}

static assay_status read_request(void *what, assay_error *err)
{
    const request *q = what;
    const char *where = array_path_tail(q->path);
    ASSAY_TRY(array_read_inside(q->path, q->member, q->to, err));
    assay_status status = array_make_whole(q->to, where, err);
    if (status == ASSAY_OK) status = check_texts(q->to, q->member, where, err);
    if (status != ASSAY_OK) array_free(q->to);
    return status;
}

static void carry_array(carrier *c, void *what)
{
    array *a = ((const request *)what)->to;
    carry_size(c, &a->rows, limit_size(LIMIT_ARRAY_ROWS));
    carry_size(c, &a->cols, limit_size(LIMIT_ARRAY_COLUMNS));
    if (a->rows && a->cols > limit_size(LIMIT_ARRAY_NUMBERS) / a->rows) c->bad = 1;
    carry_block(c, (void **)&a->value, a->rows * a->cols * sizeof *a->value);
    carry_block(c, (void **)&a->kind, a->cols);
    if (!a->value || !a->kind) c->bad = 1;
}

static void drop_array(void *what) { array_free(((const request *)what)->to); }

assay_status array_read(const char *path, const char *member, array *to, assay_error *err)
{
    OWNED char *shard = NULL;
    *to = (array){ 0 };
    if (member) ASSAY_TRY(shards_find(path, member, 1, &shard, err));
    request q = { shard ? shard : path, member, to };
    return apart_read(&(apart_job){ { q.path }, read_request, carry_array, drop_array, &q }, err);
}
