/*
 * .safetensors -- named arrays behind a JSON header: 8 bytes of its length, the header, the data in C order,
 * little-endian.
 *
 *     {"codes": {"dtype": "F32", "shape": [1000, 10], "data_offsets": [0, 40000]}, "__metadata__": {...}}
 *
 * Source   https://github.com/huggingface/safetensors, the format of version 0.3.
 * Takes    F64, F32, F16, BF16 (to float32, which holds every one), I8 to I64, U8 to U64, BOOL; one or two dimensions.
 * Refused  before memory is taken, as its own library does: a header of more than 100 MB, a name or key that stands
 *          twice, an array whose shape and dtype do not make its bytes; and arrays that overlap, leave a gap, or do not
 *          end where the file does. Of any array in it, also of one that is not asked for.
 */
#include "array_file.h"
#include "sealed_file.h"

#include <errno.h>

/* kind 0: not read, but there may be arrays of it next to those that are. */
static const struct {
    const char *dtype;
    char kind;
    size_t bits;
} types[] = { { "F64", 'f', 64 },  { "F32", 'f', 32 },  { "F16", 'f', 16 },  { "BF16", 'f', 16 }, { "I64", 'i', 64 },
              { "I32", 'i', 32 },  { "I16", 'i', 16 },  { "I8", 'i', 8 },    { "U64", 'u', 64 },  { "U32", 'u', 32 },
              { "U16", 'u', 16 },  { "U8", 'u', 8 },    { "BOOL", 'b', 8 },  { "F8_E4M3", 0, 8 }, { "F8_E5M2", 0, 8 },
              { "F8_E8M0", 0, 8 }, { "F6_E2M3", 0, 6 }, { "F6_E3M2", 0, 6 }, { "F4", 0, 4 },      { "C64", 0, 64 } };
enum { TYPES = sizeof types / sizeof *types, HEADER_MOST = 100000000 };

static size_t header_length(const array_bytes *bytes)
{
    size_t n = 0;
    for (size_t k = 8; bytes->size >= 8 && k-- > 0;) n = n << 8 | (unsigned char)bytes->at[k];
    return n;
}

/* A whole number of a list; SIZE_MAX: it is none. */
static size_t number_at(const json_t *list, size_t place)
{
    const json_t *value = json_array_get(list, place);
    return json_is_integer(value) && json_integer_value(value) >= 0 ? (size_t)json_integer_value(value) : SIZE_MAX;
}

static size_t type_of(const json_t *of)
{
    const char *dtype = json_string_value(json_object_get(of, "dtype"));
    size_t type = 0;
    while (type < TYPES && (!dtype || strcmp(types[type].dtype, dtype) != 0)) type++;
    return type;
}

/* Where the bytes of an array are. */
typedef struct span {
    const char *name;
    size_t first, end;
} span;

static int by_place(const void *a, const void *b)
{
    const span *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

/* What is wrong with the description of an array; NULL: nothing. */
static const char *find_fault(const json_t *of, span *to)
{
    const json_t *shape = json_object_get(of, "shape"), *ends = json_object_get(of, "data_offsets");
    const size_t type = type_of(of);
    size_t bits = type < TYPES ? types[type].bits : 0;
    to->first = number_at(ends, 0);
    to->end = number_at(ends, 1);
    if (!bits) return "a dtype that the format does not know";
    if (!json_is_array(shape)) return "no shape";
    if (json_array_size(ends) != 2 || to->first == SIZE_MAX || to->end == SIZE_MAX || to->first > to->end)
        return "data_offsets that are not two whole numbers in order";
    for (size_t k = 0; k < json_array_size(shape); k++) {
        const size_t length = number_at(shape, k);
        if (length == SIZE_MAX) return "a shape that is not made of whole numbers";
        if (__builtin_mul_overflow(bits, length, &bits)) return "a shape that is more than memory can address";
    }
    return bits % 8 || bits / 8 != to->end - to->first ? "a shape and a dtype that do not make its bytes" : NULL;
}

static assay_status refuse_array(const char *where, const char *name, const char *what, assay_error *err)
{
    return bad_input(where, err, "the array '%s' of the .safetensors has %s; save or copy it again",
                     array_shown_of(name, SIZE_MAX, 80).text, what);
}

/* Arrays follow each other without a gap from the end of the header to that of the file. */
static assay_status check_places(span *all, size_t n, size_t there, const char *where, assay_error *err)
{
    size_t end = 0;
    qsort(all, n, sizeof *all, by_place);
    for (size_t k = 0; k < n; end = all[k++].end)
        if (all[k].first != end)
            return refuse_array(where, all[k].name,
                                all[k].first < end ? "bytes that belong to another array, too" : "a gap before it",
                                err);
    if (end == there) return ASSAY_OK;
    return bad_input(where, err,
                     "the arrays of the .safetensors have %zu bytes and %zu are there: %s; save or copy it again", end,
                     there, end > there ? "it is cut short" : "something follows them");
}

static assay_status check_arrays(json_t *header, size_t there, const char *where, assay_error *err)
{
    const char *name, *key;
    json_t *value, *word;
    size_t n = 0;
    OWNED span *all = zeroed(json_object_size(header), sizeof *all);
    if (!all) return no_memory(where, err);
    json_object_foreach(header, name, value)
    {
        const char *fault = NULL;
        if (strcmp(name, "__metadata__") == 0) {
            if (!json_is_object(value)) fault = "other things than texts in it";
            json_object_foreach(value, key, word) if (!json_is_string(word)) fault = "other things than texts in it";
        } else {
            all[n] = (span){ .name = name };
            fault = find_fault(value, &all[n++]);
        }
        if (fault) return refuse_array(where, name, fault, err);
    }
    return check_places(all, n, there, where, err);
}

static assay_status read_header(const array_bytes *bytes, const char *where, json_t **header, assay_error *err)
{
    const size_t n = header_length(bytes);
    json_error_t why = { .text = "it is longer than the file" };
    errno = 0;
    if (bytes->size <= 8) snprintf(why.text, sizeof why.text, "the file has %zu bytes", bytes->size);
    else if (n > HEADER_MOST)
        snprintf(why.text, sizeof why.text, "it has %zu bytes, and %d are the most", n, HEADER_MOST);
    else if (n <= bytes->size - 8 && bytes->at[8] != '{')
        snprintf(why.text, sizeof why.text, "it does not begin with {");
    else if (n <= bytes->size - 8) *header = json_strict(bytes->at + 8, n, &why);
    if (*header) return check_arrays(*header, bytes->size - 8 - n, where, err);
    if (errno == ENOMEM) return no_memory(where, err);
    return bad_input(where, err, "the header of the .safetensors cannot be read (%.120s); save or copy it again",
                     why.text);
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
        wording_join(&w, ", ", array_shown_of(name, SIZE_MAX, 64).text);
        n++;
        if (!member || strcmp(member, name) == 0) found = value;
    }
    if (found && (member || n == 1)) return found;
    if (member)
        bad_input(where, err,
                  "no array '%.60s' in it, there is: %s; save_file({\"factors\": ..., \"codes\": ...}, FILE), or "
                  "name FILE.safetensors:NAME in a manifest",
                  member, there);
    else bad_input(where, err, "holds several arrays (%s); choose one by FILE.safetensors:NAME", there);
    return NULL;
}

int safetensors_has(const array_bytes *bytes, const char *member)
{
    FREED(json_dropped) json_t *header = NULL;
    const assay_status status = read_header(bytes, "", &header, NULL);
    return status == ASSAY_ENOMEM ? -1 : status == ASSAY_OK && json_object_get(header, member);
}

/* The header has been checked: shape, dtype and bytes go together. */
static assay_status describe(const json_t *of, const array_bytes *bytes, const char *where, npy_header *to,
                             size_t *type, assay_error *err)
{
    const json_t *shape = json_object_get(of, "shape");
    const size_t dimensions = json_array_size(shape);
    *type = type_of(of);
    if (!types[*type].kind) return bad_input(where, err, "dtype %s is not read; save it as F32", types[*type].dtype);
    if (dimensions < 1 || dimensions > 2)
        return bad_input(where, err, "the array has %zu dimensions; save samples x columns", dimensions);
    *to = (npy_header){ .rows = number_at(shape, 0),
                        .cols = dimensions == 2 ? number_at(shape, 1) : 1,
                        .item = types[*type].bits / 8,
                        .kind = types[*type].kind };
    to->bytes = to->rows * to->cols * to->item;
    if (!to->bytes) return bad_input(where, err, "an array of %zu x %zu is empty", to->rows, to->cols);
    to->offset = 8 + header_length(bytes) + number_at(json_object_get(of, "data_offsets"), 0);
    return array_check_limits(to->rows, to->cols, where, err);
}

assay_status safetensors_parse(const array_bytes *bytes, const char *where, const char *member, array *to,
                               assay_error *err)
{
    *to = (array){ 0 };
    npy_header h;
    size_t type;
    FREED(json_dropped) json_t *header = NULL;
    ASSAY_TRY(read_header(bytes, where, &header, err));
    const json_t *found = find_array(header, member, where, err);
    if (!found) return ASSAY_EINPUT;
    ASSAY_TRY(describe(found, bytes, where, &h, &type, err));
    const size_t numbers = h.rows * h.cols;
    const int is_half = strcmp(types[type].dtype, "BF16") == 0;
    OWNED char *wide = is_half ? zeroed(numbers, 4) : NULL;
    if (is_half && !wide) return no_memory(where, err);
    if (is_half) h.item = 4;
    for (size_t k = 0; wide && k < numbers; k++) /* the upper half of a float32 is a bfloat16 */
        memcpy(wide + 4 * k + 2, bytes->at + h.offset + 2 * k, 2);
    ASSAY_TRY(npy_data_begin(&h, where, to, err));
    return npy_data_part(&h, wide ? wide : bytes->at + h.offset, 0, numbers, where, to, err);
}
