/*
 * .npy -- one NumPy array.
 *
 *     "\x93NUMPY"  major minor  length (2 bytes; 4 from version 2.0)  header  data
 *
 *   header: a Python dictionary, ASCII or UTF-8: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
 *   descr:  byte order (< little, > big, = or | this machine's), kind (b bool, i, u, f), bytes per element
 *
 * Source   numpy.lib.format (NEP 1, "A simple file format for NumPy arrays"), versions 1.0, 2.0, 3.0.
 * Shapes   (rows,) is read as one column; (rows, columns) as it is; anything else is refused.
 * Refused  a header whose shape needs more or fewer bytes than the file has, before memory is taken for it; integers
 *          that float64 cannot hold exactly, since two categories could become one; complex, longdouble, text, dates,
 *          objects and structures, each with its remedy.
 * Cost     one pass over the data, O(rows cols).
 */
#include "array_file.h"
#include "plain_text.h"

/* The header's text, and who to blame. */
typedef struct cursor {
    const char *start, *at, *end;
    const char *where;
    size_t skip; /* bytes of the file before start */
    int words;   /* text is what is wanted */
    assay_error *err;
} cursor;

static assay_status refuse_header(const cursor *c, const char *what)
{
    return BAD_INPUT(c, "byte %zu of the .npy header: %s; the file is damaged, save it again",
                     c->skip + (size_t)(c->at - c->start), what);
}

static void skip_blank(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r')) c->at++;
}

static int take(cursor *c, char wanted)
{
    skip_blank(c);
    if (c->at == c->end || *c->at != wanted) return 0;
    c->at++;
    return 1;
}

static int take_word(cursor *c, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0) return 0;
    c->at += length;
    return 1;
}

/* A quoted string without escapes; to[size] is cut silently, since no known word is that long. */
static assay_status take_string(cursor *c, char *to, size_t size)
{
    skip_blank(c);
    if (c->at == c->end || (*c->at != '\'' && *c->at != '"')) return refuse_header(c, "a quoted word is missing");
    const char quote = *c->at++;
    const char *close = memchr(c->at, quote, (size_t)(c->end - c->at));
    if (!close) return refuse_header(c, "a quote is not closed");
    array_text_show(c->at, (size_t)(close - c->at), to, size);
    c->at = close + 1;
    return ASSAY_OK;
}

/* (), (3,), (3, 4): up to 32 dimensions as in NumPy; "3L" as Python 2 wrote it. */
static assay_status take_shape(cursor *c, size_t shape[32], size_t *n)
{
    *n = 0;
    if (!take(c, '(')) return refuse_header(c, "the shape is not a tuple");
    while (!take(c, ')')) {
        if (*n == 32) return refuse_header(c, "more than 32 dimensions");
        skip_blank(c);
        if (c->at == c->end || *c->at < '0' || *c->at > '9')
            return refuse_header(c, "the shape is not made of numbers");
        size_t value = 0;
        for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
            if (__builtin_mul_overflow(value, (size_t)10, &value) ||
                __builtin_add_overflow(value, (size_t)(*c->at - '0'), &value))
                return refuse_header(c, "the shape is too large");
        }
        if (c->at < c->end && *c->at == 'L') c->at++;
        shape[(*n)++] = value;
        if (take(c, ',')) continue;
        skip_blank(c);
        if (c->at == c->end || *c->at != ')') return refuse_header(c, "the shape is not closed");
    }
    return ASSAY_OK;
}

/* Kinds of element that are no real numbers, and what to do about them. */
static const struct {
    const char *kinds, *what, *remedy;
} foreign[] = {
    { "c", "complex numbers", "save its real part, its imaginary part or np.abs of it" },
    { "O", "Python objects (a pickle)", "save it as numbers: np.save(file, a.astype(float))" },
    { "USa", "text", "number the classes: np.unique(a, return_inverse=True)[1]" },
    { "M", "dates", "save numbers: a.astype('int64')" },
    { "m", "time spans", "save numbers: a.astype('int64')" },
    { "V", "raw bytes", "save numbers: np.save(file, a.astype(float)), or one field of the structure" },
};

static assay_status refuse_type(const cursor *c, const char *descr)
{
    const char kind = descr[strspn(descr, "<>=|")];
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++)
        if (kind && strchr(foreign[k].kinds, kind))
            return BAD_INPUT(c, "holds %s, not real numbers (dtype '%s'); %s", foreign[k].what, descr,
                             foreign[k].remedy);
    return BAD_INPUT(c,
                     "dtype '%s' is not read (bool, integers to 64 bits and float16, 32, 64 are); save it with "
                     "a.astype('float64')",
                     descr);
}

static assay_status take_type(cursor *c, npy_header *to)
{
    skip_blank(c);
    if (c->at < c->end && (*c->at == '[' || *c->at == '('))
        return BAD_INPUT(c, "is a structured array; save its fields as the columns of a plain one: "
                            "numpy.lib.recfunctions.structured_to_unstructured(a)");
    char descr[32];
    ASSAY_TRY(take_string(c, descr, sizeof descr));

    const char *type = descr + strspn(descr, "<>=|");
    const char order = type > descr && descr[0] != '|' ? descr[0] : '=';
    const int text = type[0] == 'U' || type[0] == 'S', known = list_has("b1,?,i1,i2,i4,i8,u1,u2,u4,u8,f2,f4,f8", type);
    if ((!known && !(c->words && text)) || type > descr + 1) return refuse_type(c, descr);
    if (c->words && !text)
        return BAD_INPUT(c, "dtype '%s', and these are words: kinds=[\"categorical\", \"continuous\", ...]", descr);
    to->kind = type[0] == '?' ? 'b' : type[0];
    to->item = type[0] == '?' ? 1 : text ? strtoul(type + 1, NULL, 10) : (size_t)(type[1] - '0');
    if (type[0] == 'U') to->item = to->item < NPY_HEADER_MOST ? 4 * to->item : SIZE_MAX;
    to->big_endian = order == '>' || (order == '=' && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    return ASSAY_OK;
}

/* The dictionary: three keys in any order, each once. */
static assay_status take_dictionary(cursor *c, npy_header *to, size_t shape[32], size_t *n_shape)
{
    enum { DESCR = 1, FORTRAN = 2, SHAPE = 4 };
    int seen = 0;
    if (!take(c, '{')) return refuse_header(c, "a dictionary was expected");
    while (!take(c, '}')) {
        char key[24];
        ASSAY_TRY(take_string(c, key, sizeof key));
        const int which = strcmp(key, "descr") == 0           ? DESCR
                          : strcmp(key, "fortran_order") == 0 ? FORTRAN
                          : strcmp(key, "shape") == 0         ? SHAPE
                                                              : 0;
        if (!which || seen & which) return refuse_header(c, which ? "a key comes twice" : "an unknown key");
        seen |= which;
        if (!take(c, ':')) return refuse_header(c, "':' is missing");
        skip_blank(c);
        if (which == FORTRAN) {
            to->fortran = take_word(c, "True");
            if (!to->fortran && !take_word(c, "False"))
                return refuse_header(c, "fortran_order is neither True nor False");
        } else ASSAY_TRY(which == DESCR ? take_type(c, to) : take_shape(c, shape, n_shape));
        if (take(c, ',')) continue;
        skip_blank(c);
        if (c->at == c->end || *c->at != '}') return refuse_header(c, "',' or '}' is missing");
    }
    skip_blank(c);
    if (c->at != c->end) return refuse_header(c, "something follows the dictionary");
    return seen == (DESCR | FORTRAN | SHAPE) ? ASSAY_OK : refuse_header(c, "descr, fortran_order or shape is missing");
}

/* Two dimensions at most, something in them, and exactly the bytes they need. */
static assay_status check_shape(const char *where, const size_t *shape, size_t n, size_t total, npy_header *to,
                                assay_error *err)
{
    char shown[128];
    wording w = WORDING(shown);
    wording_add(&w, "(");
    for (size_t k = 0; k < n; k++) wording_add(&w, "%s%zu", k ? ", " : "", shape[k]);
    wording_add(&w, n == 1 ? ",)" : ")");
    if (n == 0 || n > 2)
        return bad_input(where, err, "has %zu dimensions, shape %s; assay wants samples x columns%s", n, shown,
                         n ? ": save a.reshape(len(a), -1)" : "; one number is np.atleast_1d(a)");
    to->rows = shape[0];
    to->cols = n == 2 ? shape[1] : 1;
    if (to->rows == 0 || to->cols == 0)
        return bad_input(where, err, "is empty: shape %s has no %s", shown, to->rows ? "columns" : "rows");
    const size_t there = total - to->offset;
    size_t cells;
    if (__builtin_mul_overflow(to->rows, to->cols, &cells) || __builtin_mul_overflow(cells, to->item, &to->bytes))
        return bad_input(where, err,
                         "shape %s is more than memory can address, the file holds %zu bytes of data; the header "
                         "is damaged, save it again",
                         shown, there);
    if (to->bytes > there)
        return bad_input(where, err,
                         "is cut short: shape %s needs %zu bytes of data, %zu are there (up to %s %zu, counted "
                         "from 0); save or copy it again",
                         shown, to->bytes, there, to->fortran ? "column" : "row",
                         there / (to->bytes / (to->fortran ? to->cols : to->rows)));
    if (to->bytes < there)
        return bad_input(where, err,
                         "%zu bytes too many: shape %s needs %zu bytes of data, %zu are there; save one array per file",
                         there - to->bytes, shown, to->bytes, there);
    return array_check_limits(to->rows, to->cols, where, err);
}

static assay_status read_header(const char *start, size_t n, size_t total, const char *where, int words, npy_header *to,
                                assay_error *err)
{
    *to = (npy_header){ 0 };
    const unsigned char *byte = (const unsigned char *)start;
    if (n < 6 || memcmp(start, "\x93NUMPY", 6) != 0)
        return bad_input(where, err, "is no .npy file (it does not begin with \\x93NUMPY)%s",
                         n > 0 && byte[0] == 0x80 ? "; it looks like a pickle: save it with np.save"
                                                  : "; save it with np.save");
    const size_t skip = n < 10 || byte[6] == 1 ? 10 : 12;
    if (n >= 10 && (byte[6] < 1 || byte[6] > 3 || byte[7] != 0))
        return bad_input(where, err,
                         ".npy version %u.%u is unknown (1.0, 2.0 and 3.0 are read); save it again with np.save",
                         byte[6], byte[7]);
    if (n < skip) return bad_input(where, err, "is cut short at byte %zu, in its first line; save it again", n);
    size_t length = (size_t)byte[8] | (size_t)byte[9] << 8;
    if (skip == 12) length |= (size_t)byte[10] << 16 | (size_t)byte[11] << 24;
    if (length > total - skip)
        return bad_input(where, err, "is cut short: its header has %zu bytes, of which %zu are there; save it again",
                         length, total - skip);
    if (length > n - skip)
        return bad_input(where, err,
                         "a header of %zu bytes, far too long for an array of numbers; save a plain 2-D array", length);

    cursor c = { start + skip, start + skip, start + skip + length, where, skip, words, err };
    size_t shape[32], n_shape = 0;
    to->offset = skip + length;
    ASSAY_TRY(take_dictionary(&c, to, shape, &n_shape));
    if (words && n_shape == 0) shape[n_shape++] = 1; /* a word alone */
    return check_shape(where, shape, n_shape, total, to, err);
}

assay_status npy_header_read(const char *start, size_t n, size_t total, const char *where, npy_header *to,
                             assay_error *err)
{
    return read_header(start, n, total, where, 0, to, err);
}

assay_status npy_words(const array_bytes *bytes, const char *where, char **to, assay_error *err)
{
    npy_header h;
    const size_t known = bytes->size < NPY_HEADER_MOST ? bytes->size : NPY_HEADER_MOST;
    ASSAY_TRY(read_header(bytes->at, known, bytes->size, where, 1, &h, err));
    const size_t wide = h.kind == 'U' ? 4 : 1, last = h.big_endian ? wide - 1 : 0;
    char *end = *to = malloc(2 * h.bytes + h.rows * h.cols + 1);
    if (!end) return no_memory(where, err);
    for (size_t k = 0; k < h.bytes; k += wide) {
        const char *letter = bytes->at + h.offset + k;
        if (k && k % h.item == 0) *end++ = '\n';
        for (size_t b = 0; b < wide; b++) { /* what is no ASCII is in no word that is known, and two of it differ */
            if (letter[b] && b != last)
                *end++ = (char)('`' + (letter[b] >> 4 & 15)), *end++ = (char)('`' + (letter[b] & 15));
            else if (letter[b]) *end++ = letter[b];
        }
    }
    *end = '\0';
    return ASSAY_OK;
}

/* IEEE 754: of half precision 1 sign, 5 exponent (bias 15), 10 fraction bits. */
static double float_value(uint64_t bits, size_t item)
{
    double f64;
    float f32;
    const uint32_t low = (uint32_t)bits;
    const int exponent = (int)(low >> 10 & 31), fraction = (int)(low & 1023);
    memcpy(&f64, &bits, sizeof f64);
    memcpy(&f32, &low, sizeof f32);
    if (item > 2) return item == 8 ? f64 : (double)f32;
    const double magnitude = exponent == 31 ? (fraction ? NAN : HUGE_VAL)
                             : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                            : ldexp(fraction, -24);
    return low >> 15 ? -magnitude : magnitude;
}

/* One element; *exact is cleared where float64 cannot hold it. */
static double element(const npy_header *h, const char *from, int *exact)
{
    const unsigned char *byte = (const unsigned char *)from;
    uint64_t bits = 0;
    for (size_t k = 0; k < h->item; k++) bits = bits << 8 | byte[h->big_endian ? k : h->item - 1 - k];
    if (h->kind == 'f') return float_value(bits, h->item);
    if (h->kind == 'b') return bits != 0;
    const int is_negative = h->kind == 'i' && bits >> (8 * h->item - 1);
    const uint64_t magnitude = is_negative ? -(bits | ~UINT64_C(0) << (8 * h->item - 1)) : bits;
    if (h->item == 8 && !array_fits_double(magnitude)) *exact = 0;
    return is_negative ? -(double)magnitude : (double)magnitude;
}

/* Rows in blocks, so that the rows of a block stay in cache while its columns are written. Returns where an integer is
 * that no double holds, or SIZE_MAX. */
static size_t fill_rows(const npy_header *h, const char *data, size_t first, size_t last, double *to)
{
    enum { BLOCK = 256 };
    for (size_t r0 = first; r0 < last; r0 += BLOCK) {
        const size_t r1 = last - r0 < BLOCK ? last : r0 + BLOCK;
        for (size_t c = 0; c < h->cols; c++) {
            int exact = 1;
            for (size_t r = r0; r < r1; r++) {
                to[c * h->rows + r] = element(h, data + ((r - first) * h->cols + c) * h->item, &exact);
                if (!exact) return c * h->rows + r;
            }
        }
    }
    return SIZE_MAX;
}

assay_status npy_data_begin(const npy_header *header, const char *where, array *to, assay_error *err)
{
    const assay_status status = array_shape(to, header->rows, header->cols);
    if (status != ASSAY_OK)
        return assay_fail(err, status, "%s: memory ran out for %zu x %zu numbers", where, header->rows, header->cols);
    memset(to->kind, header->kind, to->cols);
    const char *kind = header->kind == 'f' ? "float" : header->kind == 'u' ? "uint" : "int";
    if (header->kind == 'b') snprintf(to->type, sizeof to->type, "bool");
    else snprintf(to->type, sizeof to->type, "%s%zu", kind, 8 * header->item);
    return ASSAY_OK;
}

assay_status npy_data_part(const npy_header *h, const char *data, size_t first, size_t count, const char *where,
                           array *to, assay_error *err)
{
    npy_header in_order = *h;
    if (h->fortran) in_order.rows = h->rows * h->cols, in_order.cols = 1; /* one column behind the other */
    const size_t cols = in_order.cols,
                 inexact = fill_rows(&in_order, data, first / cols, (first + count) / cols, to->value);
    if (inexact == SIZE_MAX) return ASSAY_OK;
    const size_t row = inexact % to->rows, col = inexact / to->rows;
    bad_input(where, err,
              "row %zu, column %zu (counted from 0) holds an integer beyond 2^53 that float64 cannot hold exactly "
              "(about %.17g); subtract an offset, or number the classes: np.unique(a, return_inverse=True)[1]",
              row, col, to->value[inexact]);
    array_free(to);
    return ASSAY_EINPUT;
}

assay_status npy_parse(const array_bytes *bytes, const char *where, array *to, assay_error *err)
{
    *to = (array){ 0 };
    npy_header header;
    const size_t known = bytes->size < NPY_HEADER_MOST ? bytes->size : NPY_HEADER_MOST;
    ASSAY_TRY(npy_header_read(bytes->at, known, bytes->size, where, &header, err));
    ASSAY_TRY(npy_data_begin(&header, where, to, err));
    return npy_data_part(&header, bytes->at + header.offset, 0, header.rows * header.cols, where, to, err);
}

/* Version 1.0, C order, zeros; the data begin at a multiple of 64 bytes, as NumPy's own do. Where they begin; NULL:
 * memory ran out. */
static char *build(const char *descr, size_t item, size_t rows, size_t cols, const char *shape, array_bytes *to)
{
    char text[192];
    const size_t used =
        (size_t)snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape);
    const size_t offset = (10 + used + 1 + 63) / 64 * 64;
    size_t cells, bytes;
    *to = (array_bytes){ 0 };
    if (__builtin_mul_overflow(rows, cols, &cells) || __builtin_mul_overflow(cells, item, &bytes) ||
        bytes > SIZE_MAX - offset)
        return NULL;
    char *at = calloc(1, offset + bytes);
    if (!at) return NULL;
    memcpy(at, "\x93NUMPY\1", 8); /* and version 0 of the minor: the literal's own NUL */
    at[8] = (char)((offset - 10) & 255);
    at[9] = (char)((offset - 10) >> 8);
    memcpy(at + 10, text, used);
    memset(at + 10 + used, ' ', offset - 11 - used);
    at[offset - 1] = '\n';
    *to = (array_bytes){ at, offset + bytes };
    return at + offset;
}

assay_status npy_build(const double *value, size_t rows, size_t cols, int whole, array_bytes *to)
{
    char shape[64];
    snprintf(shape, sizeof shape, "%zu, %zu", rows, cols);
    char *at = build(whole ? "<i8" : "<f8", 8, rows, cols, shape, to);
    if (!at) return ASSAY_ENOMEM;
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < cols; c++, at += 8) {
            uint64_t bits = (uint64_t)(whole ? (int64_t)value[c * rows + r] : 0);
            if (!whole) memcpy(&bits, &value[c * rows + r], 8);
            for (int k = 0; k < 8; k++) at[k] = (char)(bits >> 8 * k); /* little-endian on every machine */
        }
    }
    return ASSAY_OK;
}

assay_status npy_build_words(const char *const *word, size_t n, array_bytes *to)
{
    size_t longest = 1;
    for (size_t k = 0; k < n; k++) longest = strlen(word[k]) > longest ? strlen(word[k]) : longest;
    char descr[32], shape[32];
    snprintf(descr, sizeof descr, "<U%zu", longest);
    snprintf(shape, sizeof shape, "%zu,", n);
    char *at = build(descr, 4 * longest, n, 1, shape, to);
    if (!at) return ASSAY_ENOMEM;
    for (size_t k = 0; k < n; k++)
        for (size_t c = 0; word[k][c]; c++) at[4 * (k * longest + c)] = word[k][c];
    return ASSAY_OK;
}
