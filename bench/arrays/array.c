/* Arrays in memory, and which reader a file needs. */
#include "apart.h"
#include "array_file.h"
#include "columns.h"
#include "limit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void array_free(array *data)
{
    free(data->value);
    sparse_free(&data->sparse);
    free(data->kind);
    free(data->name);
    free(data->stated);
    *data = (array){ 0 };
}

assay_status array_check_limits(size_t rows, size_t cols, const char *where, assay_error *err)
{
    assay_status status = limit_check(LIMIT_ARRAY_COLUMNS, (double)cols, where, err);
    if (status == ASSAY_OK) status = limit_check(LIMIT_ARRAY_ROWS, (double)rows, where, err);
    return status != ASSAY_OK ? status : limit_check(LIMIT_ARRAY_NUMBERS, (double)rows * (double)cols, where, err);
}

assay_status array_shape(array *to, size_t rows, size_t cols)
{
    *to = (array){ 0 };
    size_t cells, bytes;
    if (__builtin_mul_overflow(rows, cols, &cells) || __builtin_mul_overflow(cells, sizeof(double), &bytes))
        return ASSAY_ENOMEM;
    to->value = malloc(bytes ? bytes : 1);
    to->kind = calloc(cols + 1, 1);
    if (!to->value || !to->kind) {
        array_free(to);
        return ASSAY_ENOMEM;
    }
    to->rows = rows;
    to->cols = cols;
    return ASSAY_OK;
}

assay_status array_make_whole(array *data, const char *where, assay_error *err)
{
    if (!data->sparse.start) return ASSAY_OK;
    ASSAY_TRY(array_check_limits(data->rows, data->cols, where, err));
    data->value = malloc((data->rows * data->cols + 1) * sizeof *data->value);
    if (!data->value)
        return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out for %zu x %zu numbers", where, data->rows, data->cols);
    columns_lay(&data->sparse, data->rows, data->cols, data->value);
    sparse_free(&data->sparse);
    return ASSAY_OK;
}

void array_text_show(const char *text, size_t length, char *to, size_t size)
{
    const size_t most = size - 4; /* room for "..." */
    size_t k = 0;
    for (; k < length && k < most; k++) {
        const unsigned char c = (unsigned char)text[k];
        to[k] = c < 0x20 || c == 0x7f ? '?' : text[k];
    }
    /* do not cut through a UTF-8 character */
    if (k < length)
        while (k > 0 && ((unsigned char)text[k] & 0xc0) == 0x80) k--;
    memcpy(to + k, k < length ? "..." : "", k < length ? 4 : 1);
}

int array_path_is_text(const char *path)
{
    static const char *const ends[] = { ".csv", ".tsv", ".csv.gz", ".tsv.gz" };
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (array_path_ends(path, ends[k])) return 1;
    return 0;
}

array_format array_format_of(const char *path, const array_bytes *bytes)
{
    if (bytes->size >= 6 && memcmp(bytes->at, "\x93NUMPY", 6) == 0) return ARRAY_NPY;
    if (bytes->size >= 4 && (memcmp(bytes->at, "PK\3\4", 4) == 0 || memcmp(bytes->at, "PK\5\6", 4) == 0))
        return ARRAY_NPZ;
    if (array_path_ends(path, ".npy")) return ARRAY_NPY;
    if (array_path_ends(path, ".npz")) return ARRAY_NPZ;
    if (array_path_ends(path, ".safetensors") || array_path_ends(path, ".safetensors.gz")) return ARRAY_SAFETENSORS;
    return ARRAY_CSV;
}

/* "data.npz:codes" names a member; only where no file of that very name exists. Returns an owned path. */
static char *split_member(const char *path, const char **member)
{
    char *file = strdup(path);
    if (!file) return NULL;
    char *colon = strrchr(file, ':');
    if (!colon || access(path, F_OK) == 0) return file;
    *colon = '\0';
    if (!array_path_ends(file, ".npz") && !array_path_ends(file, ".safetensors")) {
        *colon = ':';
        return file;
    }
    *member = path + (colon - file) + 1;
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

assay_status array_read_inside(const char *path, const char *member, array *to, assay_error *err)
{
    *to = (array){ 0 };
    char *file = split_member(path, &member);
    if (!file) return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", array_path_tail(path));
    array_bytes bytes;
    assay_status status = array_bytes_read(file, &bytes, err);
    if (status == ASSAY_OK) {
        status = array_parse(array_format_of(file, &bytes), &bytes, array_path_tail(file), member, to, err);
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
    const assay_status status = array_make_whole(q->to, array_path_tail(q->path), err);
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
    request q = { path, member, to };
    const apart_job job = { { path }, read_request, carry_array, drop_array, &q };
    *to = (array){ 0 };
    return apart_read(&job, err);
}
