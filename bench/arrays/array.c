/* Arrays in memory, and what all their readers use. */
#include "array_file.h"
#include "columns.h"
#include "limit.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *array_path_tail(const char *path)
{
    const size_t length = strlen(path), most = 240;
    return length > most ? path + length - most : path;
}

int array_path_ends(const char *path, const char *end)
{
    const size_t n = strlen(path), m = strlen(end);
    return n > m && strcasecmp(path + n - m, end) == 0;
}

void array_bytes_free(array_bytes *bytes)
{
    free(bytes->at);
    *bytes = (array_bytes){ 0 };
}

void array_free(array *data)
{
    free(data->value);
    sparse_free(&data->sparse);
    free(data->kind);
    free(data->name);
    free(data->stated);
    text_classes_free(data);
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
    static const char *const ends[] = { ".csv",    ".tsv",    ".txt",    ".data",    ".dat",
                                        ".csv.gz", ".tsv.gz", ".txt.gz", ".data.gz", ".dat.gz" };
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

int array_fits_double(uint64_t magnitude)
{
    return magnitude == 0 || magnitude >> __builtin_ctzll(magnitude) < UINT64_C(1) << 53;
}
