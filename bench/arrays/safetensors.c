/*
 * .safetensors -- named arrays behind a JSON header: 8 bytes of its length, the header, the data in C order,
 * little-endian.
 *
 *     {"codes": {"dtype": "F32", "shape": [1000, 10], "data_offsets": [0, 40000]}, "__metadata__": {...}}
 *
 * Source   https://github.com/huggingface/safetensors, the format of version 0.3.
 * Takes    F64, F32, F16, BF16 (to float32, which holds every one), I8 to I64, U8 to U64, BOOL; one or two dimensions.
 * Refused  before memory is taken: a header or an array that does not fit the file, a name or key that stands twice.
 */
#include "array_file.h"
#include "sealed_file.h"
#include "wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *dtype;
    char kind;
    size_t item;
} types[] = {
    { "F64", 'f', 8 }, { "F32", 'f', 4 }, { "F16", 'f', 2 },  { "BF16", 'f', 2 }, { "I64", 'i', 8 },
    { "I32", 'i', 4 }, { "I16", 'i', 2 }, { "I8", 'i', 1 },   { "U64", 'u', 8 },  { "U32", 'u', 4 },
    { "U16", 'u', 2 }, { "U8", 'u', 1 },  { "BOOL", 'b', 1 },
};
enum { TYPES = sizeof types / sizeof *types };

static size_t header_length(const array_bytes *bytes)
{
    size_t n = 0;
    for (size_t k = 8; bytes->size >= 8 && k-- > 0;) n = n << 8 | (unsigned char)bytes->at[k];
    return n;
}

static json_t *read_header(const array_bytes *bytes, const char *where, assay_error *err)
{
    const size_t n = header_length(bytes);
    json_error_t why = { .text = "it is longer than the file" };
    json_t *header = bytes->size > 8 && n <= bytes->size - 8 ? json_strict(bytes->at + 8, n, &why) : NULL;
    if (json_is_object(header)) return header;
    json_decref(header);
    assay_fail(err, ASSAY_EINPUT, "%s: the header of the .safetensors cannot be read (%.120s); save or copy it again",
               where, why.text);
    return NULL;
}

/* The array of a name; NULL: the only one. */
static json_t *find_array(json_t *header, const char *member, const char *where, assay_error *err)
{
    const char *name;
    json_t *value, *found = NULL;
    char there[320] = "";
    wording w = WORDING(there);
    size_t n = 0;
    json_object_foreach(header, name, value)
    {
        if (strcmp(name, "__metadata__") == 0) continue;
        char shown[64];
        array_text_show(name, strlen(name), shown, sizeof shown);
        wording_join(&w, ", ", shown);
        n++;
        if (!member || strcmp(member, name) == 0) found = value;
    }
    if (found && (member || n == 1)) return found;
    if (member)
        assay_fail(err, ASSAY_EINPUT,
                   "%s: no array '%.60s' in it, there is: %s; save_file({\"factors\": ..., \"codes\": ...}, FILE), or "
                   "name FILE.safetensors:NAME in a manifest",
                   where, member, there);
    else
        assay_fail(err, ASSAY_EINPUT, "%s: holds several arrays (%s); choose one by FILE.safetensors:NAME", where,
                   there);
    return NULL;
}

int safetensors_has(const array_bytes *bytes, const char *member)
{
    json_t *header = read_header(bytes, "", NULL);
    const int has = json_object_get(header, member) != NULL;
    json_decref(header);
    return has;
}

/* A whole number of a list; SIZE_MAX: it is none. */
static size_t number_at(const json_t *list, size_t place)
{
    const json_t *value = json_array_get(list, place);
    return json_is_integer(value) && json_integer_value(value) >= 0 ? (size_t)json_integer_value(value) : SIZE_MAX;
}

static assay_status describe(const json_t *of, const array_bytes *bytes, const char *where, npy_header *to,
                             size_t *type, assay_error *err)
{
    const char *dtype = json_string_value(json_object_get(of, "dtype"));
    const json_t *shape = json_object_get(of, "shape"), *ends = json_object_get(of, "data_offsets");
    const size_t start = 8 + header_length(bytes), first = number_at(ends, 0), end = number_at(ends, 1);
    const size_t dimensions = json_array_size(shape);
    size_t numbers, needed;
    *type = 0;
    while (*type < TYPES && (!dtype || strcmp(types[*type].dtype, dtype) != 0)) ++*type;
    if (*type == TYPES)
        return assay_fail(err, ASSAY_EINPUT, "%s: dtype %.20s is not read; save it as F32", where, dtype ? dtype : "");
    if (dimensions < 1 || dimensions > 2)
        return assay_fail(err, ASSAY_EINPUT, "%s: the array has %zu dimensions; save samples x columns", where,
                          dimensions);
    *to = (npy_header){ .rows = number_at(shape, 0),
                        .cols = dimensions == 2 ? number_at(shape, 1) : 1,
                        .item = types[*type].item,
                        .kind = types[*type].kind,
                        .one_dimensional = dimensions == 1 };
    if (__builtin_mul_overflow(to->rows, to->cols, &numbers) || __builtin_mul_overflow(numbers, to->item, &needed) ||
        !numbers || first > end || end - first != needed || end > bytes->size - start)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: an array of %zu x %zu does not fit its bytes; the file is damaged or cut short", where,
                          to->rows, to->cols);
    to->offset = start + first;
    to->bytes = needed;
    return array_check_limits(to->rows, to->cols, where, err);
}

/* The upper half of a float32 is a bfloat16. */
static char *widen(const char *from, size_t n)
{
    char *to = calloc(n + 1, 4);
    for (size_t k = 0; to && k < n; k++) memcpy(to + 4 * k + 2, from + 2 * k, 2);
    return to;
}

assay_status safetensors_parse(const array_bytes *bytes, const char *where, const char *member, array *to,
                               assay_error *err)
{
    *to = (array){ 0 };
    npy_header h;
    size_t type;
    char *wide = NULL;
    json_t *header = read_header(bytes, where, err), *found = header ? find_array(header, member, where, err) : NULL;
    assay_status status = found ? describe(found, bytes, where, &h, &type, err) : ASSAY_EINPUT;
    json_decref(header);
    if (status != ASSAY_OK) return status;
    const size_t numbers = h.rows * h.cols;
    if (strcmp(types[type].dtype, "BF16") == 0) {
        h.item = 4;
        wide = widen(bytes->at + h.offset, numbers);
        if (!wide) return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", where);
    }
    status = npy_data_begin(&h, where, to, err);
    if (status == ASSAY_OK) status = npy_data_part(&h, wide ? wide : bytes->at + h.offset, 0, numbers, where, to, err);
    free(wide);
    return status;
}
