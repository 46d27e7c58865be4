/* Which reader a file needs. */
#include "apart.h"
#include "array_file.h"
#include "limit.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *array_path_split(const char *path, const char **member)
{
    char *file = strdup(path);
    if (!file || access(path, F_OK) == 0) return file;
    for (char *colon = strchr(file, ':'); colon; colon = strchr(colon + 1, ':')) { /* of a list one may have more */
        *colon = '\0';
        if (array_path_ends(file, ".npz") || array_path_ends(file, ".safetensors") || array_path_is_text(file) ||
            array_path_ends(file, SHARDS_END)) {
            *member = path + (colon - file) + 1;
            return file;
        }
        *colon = ':';
    }
    return file;
}

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
static assay_status read_texts(const array_bytes *bytes, const char *where, const char *member, array *to,
                               assay_error *err)
{
    char *list = NULL;
    size_t n = 1;
    assay_status status = npz_words(bytes, where, member, &list, err);
    for (const char *at = list; status == ASSAY_OK && *at; at++) n += *at == '\n';
    if (status == ASSAY_OK) status = array_shape(to, n, 1);
    char *word = list;
    for (size_t r = 0; status == ASSAY_OK && r < n; r++) {
        char *end = word + strcspn(word, "\n");
        *end = '\0';
        status = text_classes_add(to, 0, word, r + 1, &to->value[r]);
        word = end + 1;
    }
    if (status == ASSAY_OK) status = text_classes_end(to);
    free(list);
    return status;
}

assay_status array_read_inside(const char *path, const char *member, array *to, assay_error *err)
{
    *to = (array){ 0 };
    const char *typed = NULL;
    char *file = array_path_split(path, &typed);
    if (!file) return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", array_path_tail(path));
    array_bytes bytes;
    assay_status status = array_bytes_read(file, &bytes, err);
    if (status == ASSAY_OK) {
        const array_format format = array_format_of(file, &bytes);
        const char *where = array_path_tail(file);
        status = array_parse(format, &bytes, where, typed ? typed : member, to, err);
        if (status == ASSAY_EINPUT && member && strcmp(member, "cluster") == 0 && format == ARRAY_NPZ) {
            assay_error no_texts;
            const assay_status texts = read_texts(&bytes, where, typed ? typed : member, to, &no_texts);
            status = texts == ASSAY_EINPUT ? status : texts;
        }
        if (status == ASSAY_OK && typed && format == ARRAY_CSV) status = columns_pick(to, typed, where, err);
        if (status != ASSAY_OK) array_free(to);
        array_bytes_free(&bytes);
    }
    free(file);
    return status;
}

typedef struct request {
    const char *path, *member;
    array *to;
} request;

static assay_status read_request(void *what, assay_error *err)
{
    const request *q = what;
    ASSAY_TRY(array_read_inside(q->path, q->member, q->to, err));
    assay_status status = array_make_whole(q->to, array_path_tail(q->path), err);
    const int split = q->member && strcmp(q->member, "split") == 0;
    const int words = split || (q->member && strcmp(q->member, "cluster") == 0);
    for (size_t c = 0; status == ASSAY_OK && split && q->to->text && c < q->to->cols; c++) {
        const text_classes *of = q->to->text[c];
        if (of && (of->count != 2 || strcmp(of->word[0], "test") != 0 || strcmp(of->word[1], "train") != 0))
            status = assay_fail(err, ASSAY_EINPUT, "%s: a split has the words train and test, or 1 and 0",
                                array_path_tail(q->path));
    }
    for (size_t c = 0; status == ASSAY_OK && q->to->text && c < q->to->cols; c++)
        if (q->to->text[c] && q->to->text[c]->count > TEXT_CLASSES_MOST)
            status = assay_fail(err, ASSAY_EINPUT, "%s: more than %d different texts; number them",
                                array_path_tail(q->path), TEXT_CLASSES_MOST);
    if (status == ASSAY_OK && !words) status = array_refuse_text(q->to, array_path_tail(q->path), "array", err);
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
    char *shard = NULL;
    *to = (array){ 0 };
    if (member) ASSAY_TRY(shards_find(path, member, 1, &shard, err));
    if (shard) path = shard;
    request q = { path, member, to };
    const apart_job job = { { path }, read_request, carry_array, drop_array, &q };
    const assay_status status = apart_read(&job, err);
    free(shard);
    return status;
}
