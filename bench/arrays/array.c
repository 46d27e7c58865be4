/* Arrays in memory and the names of their files: what all readers use, and no reader. */
#include "array_file.h"
#include "ascending.h"
#include "columns.h"

#include <sys/stat.h>
#include <unistd.h>

const char *array_path_tail(const char *path)
{
    const size_t length = strlen(path), most = 240;
    return length > most ? path + length - most : path;
}

int array_path_ends(const char *path, const char *ends)
{
    const size_t n = strlen(path);
    for (const char *end = ends; *end; end += *end == ',') {
        const size_t m = strcspn(end, ",");
        if (n > m && strncasecmp(path + n - m, end, m) == 0) return 1;
        end += m;
    }
    return 0;
}

int array_path_is_named(const char *path) { return array_path_ends(path, ".npz,.safetensors," SHARDS_END); }

int array_path_is_text(const char *path)
{
    return array_path_ends(path, ".csv,.tsv,.txt,.data,.dat,.csv.gz,.tsv.gz,.txt.gz,.data.gz,.dat.gz");
}

int array_path_is_stream(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

char *array_path_split(const char *path, const char **member)
{
    char *file = strdup(path);
    if (!file || access(path, F_OK) == 0) return file;
    for (char *colon = strchr(file, ':'); colon; colon = strchr(colon + 1, ':')) { /* of a list one may have more */
        *colon = '\0';
        if (array_path_is_named(file) || array_path_is_text(file)) {
            *member = path + (colon - file) + 1;
            return file;
        }
        *colon = ':';
    }
    return file;
}

array_format array_format_of(const char *path, const array_bytes *bytes)
{
    if (bytes->size >= 6 && memcmp(bytes->at, "\x93NUMPY", 6) == 0) return ARRAY_NPY;
    if (bytes->size >= 4 && (memcmp(bytes->at, "PK\3\4", 4) == 0 || memcmp(bytes->at, "PK\5\6", 4) == 0))
        return ARRAY_NPZ;
    if (array_path_ends(path, ".npy")) return ARRAY_NPY;
    if (array_path_ends(path, ".npz")) return ARRAY_NPZ;
    if (array_path_ends(path, ".safetensors,.safetensors.gz")) return ARRAY_SAFETENSORS;
    return ARRAY_CSV;
}

void array_bytes_free(array_bytes *bytes)
{
    free(bytes->at);
    *bytes = (array_bytes){ 0 };
}

void array_free(array *data)
{
    for (text_classes *of = data->texts, *next; of; of = next) {
        next = of->next;
        for (size_t k = 0; k < of->count && k < TEXT_CLASSES_MOST; k++) free(of->word[k]);
        free(of);
    }
    free(data->text);
    free(data->value);
    sparse_free(&data->sparse);
    free(data->kind);
    free(data->name);
    free(data->stated);
    *data = (array){ 0 };
}

assay_status array_check_limits(size_t rows, size_t cols, const char *where, assay_error *err)
{
    ASSAY_TRY(limit_check(LIMIT_ARRAY_COLUMNS, (double)cols, where, err));
    ASSAY_TRY(limit_check(LIMIT_ARRAY_ROWS, (double)rows, where, err));
    return limit_check(LIMIT_ARRAY_NUMBERS, (double)rows * (double)cols, where, err);
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
    if (length == SIZE_MAX) length = strlen(text);
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

array_shown array_shown_of(const char *text, size_t length, size_t size)
{
    array_shown to;
    array_text_show(text, length, to.text, size);
    return to;
}

array_shown array_name_show(const array *a, size_t col)
{
    return array_shown_of(a->name ? a->name[col] : "", SIZE_MAX, 80);
}

array_shown array_column_show(const array *a, size_t col)
{
    array_shown to;
    const array_shown name = array_name_show(a, col);
    const int is_named = name.text[0] != '\0';
    snprintf(to.text, sizeof to.text, "column %zu%s%.79s%s", col + 1, is_named ? " ('" : "", name.text,
             is_named ? "')" : "");
    return to;
}

int array_fits_double(uint64_t magnitude)
{
    return magnitude == 0 || magnitude >> __builtin_ctzll(magnitude) < UINT64_C(1) << 53;
}

/*
 * Columns of text: each of their texts is a class. Classes are numbered in the alphabetical order of their bytes, so
 * that the order of rows decides nothing.
 */

assay_status text_classes_add(array *to, size_t col, const char *text, size_t line, double *value)
{
    if (!to->text && !(to->text = calloc(to->cols, sizeof(text_classes *)))) return ASSAY_ENOMEM;
    text_classes *of = to->text[col];
    if (!of) {
        if (!(of = calloc(1, sizeof *of))) return ASSAY_ENOMEM;
        of->first_line = line;
        of->next = to->texts;
        to->texts = to->text[col] = of;
        to->kind[col] = 't';
    }
    size_t low;
    *value = 0.0;
    if (of->count > TEXT_CLASSES_MOST) return ASSAY_OK;
    COUNT_WHILE(of->count, at, strcmp(of->word[at], text) < 0, low)
    const int is_known = low < of->count && strcmp(of->word[low], text) == 0;
    if (is_known) *value = (double)of->number[low];
    if (is_known) return ASSAY_OK;
    char *copy = of->count < TEXT_CLASSES_MOST ? strdup(text) : NULL;
    if (of->count++ == TEXT_CLASSES_MOST) return ASSAY_OK;
    const size_t behind = of->count - 1 - low;
    memmove(of->word + low + 1, of->word + low, behind * sizeof *of->word);
    memmove(of->number + low + 1, of->number + low, behind * sizeof *of->number);
    of->word[low] = copy;
    of->number[low] = (uint16_t)(of->count - 1);
    *value = (double)of->number[low];
    if (!of->first) of->first = copy;
    return copy ? ASSAY_OK : ASSAY_ENOMEM;
}

void text_classes_end(array *to)
{
    double place[TEXT_CLASSES_MOST];
    for (size_t c = 0; to->text && c < to->cols; c++) {
        const text_classes *of = to->text[c];
        double *value = to->value + c * to->rows;
        if (!of || of->count > TEXT_CLASSES_MOST) continue;
        for (size_t k = 0; k < of->count; k++) place[of->number[k]] = (double)k;
        for (size_t s = 0; s < to->rows; s++)
            if (value[s] == value[s]) value[s] = place[(size_t)value[s]];
    }
}

assay_status array_refuse_text(const array *a, const char *where, const char *what, assay_error *err)
{
    for (size_t c = 0; a->text && c < a->cols; c++) {
        const text_classes *of = a->text[c];
        if (!of) continue;
        const char *example = of->count > TEXT_CLASSES_MOST ? of->first : of->word[0];
        return bad_input(where, err,
                         "%s of the %s holds text, '%s' for example, where numbers are wanted; "
                         "leave it out, --drop or FILE.csv:-COLUMN, or name the columns, FILE.csv:z1,z2",
                         array_column_show(a, c).text, what, array_shown_of(example, SIZE_MAX, 60).text);
    }
    return ASSAY_OK;
}
