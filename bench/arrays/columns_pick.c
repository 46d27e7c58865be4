/* Columns of a table by their names. */
#include "array_file.h"
#include "csv_field.h"
#include "near_name.h"
#include "wording.h"

#include <stdlib.h>
#include <ctype.h>
#include <string.h>

assay_status array_part(const array *a, const size_t *which, size_t n, array *to)
{
    ASSAY_TRY(array_shape(to, a->rows, n));
    to->name = a->name ? malloc((n + 1) * sizeof *to->name) : NULL;
    to->text = a->text ? calloc(n + 1, sizeof(text_classes *)) : NULL;
    if ((a->name && !to->name) || (a->text && !to->text)) {
        array_free(to);
        return ASSAY_ENOMEM;
    }
    for (size_t k = 0; k < n; k++) {
        memcpy(to->value + k * a->rows, a->value + which[k] * a->rows, a->rows * sizeof *to->value);
        to->kind[k] = a->kind[which[k]];
        if (to->name) to->name[k] = a->name[which[k]];
        if (to->text) to->text[k] = a->text[which[k]];
    }
    return ASSAY_OK;
}

assay_status array_pick(array *a, const size_t *which, size_t n)
{
    array part = { 0 };
    ASSAY_TRY(array_part(a, which, n, &part));
    free(a->value), free(a->kind), free(a->text);
    a->value = part.value;
    a->kind = part.kind;
    a->text = part.text;
    if (a->name) memcpy(a->name, part.name, n * sizeof *a->name); /* the names themselves stand behind the pointers */
    free(part.name);
    a->cols = n;
    return ASSAY_OK;
}

/* Blanks around it count as little as in the header. */
static size_t place_of(const array *a, const char *name)
{
    size_t c = 0, length = strlen(name += strspn(name, " "));
    while (length && name[length - 1] == ' ') length--;
    while (c < a->cols && (strncmp(a->name[c], name, length) != 0 || a->name[c][length])) c++;
    return c;
}

static assay_status refuse_name(const array *a, const char *name, const char *where, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t c = 0; c < a->cols; c++) near_offer(&near, a->name[c]);
    return assay_fail(err, ASSAY_EINPUT, "%s: %s", where, no_such(&near, "column", NULL, NULL));
}

/* One word of a list, which may be "z1..z8": from *first to *last. */
static assay_status find_word(const array *a, char *word, const char *where, size_t *first, size_t *last,
                              assay_error *err)
{
    *first = *last = place_of(a, word);
    const size_t digits = strspn(word, "0123456789");
    const int is_dash = digits && word[digits] == '-' && isdigit((unsigned char)word[digits + 1]);
    char *range = *first < a->cols ? NULL : is_dash ? word + digits : strstr(word, "..");
    const char *end = range ? range + (is_dash ? 1 : 2) : word;
    if (range) {
        *range = '\0';
        *first = place_of(a, word);
        *last = place_of(a, end);
        if (*first < a->cols && *last < *first)
            return assay_fail(err, ASSAY_EINPUT, "%s: column '%s' stands behind '%s'; name the first one first", where,
                              word, end);
    }
    if (*first == a->cols) return refuse_name(a, word, where, err);
    return *last == a->cols ? refuse_name(a, end, where, err) : ASSAY_OK;
}

typedef struct picked {
    size_t *which, n;
    char *out, *in; /* [cols] whether it is left out, or taken already */
} picked;

static assay_status pick_word(const array *a, char *word, const char *where, picked *to, assay_error *err)
{
    size_t first, last;
    const int is_out = word[0] == '-' && place_of(a, word) == a->cols;
    ASSAY_TRY(find_word(a, word + is_out, where, &first, &last, err));
    for (size_t c = first; c <= last; c++) {
        if (!is_out && to->in[c])
            return assay_fail(err, ASSAY_EINPUT, "%s: column '%.100s' is named twice", where, a->name[c]);
        if (is_out) to->out[c] = 1;
        else to->in[c] = 1, to->which[to->n++] = c;
    }
    return ASSAY_OK;
}

/* The bytes of the first word of a list, which may be quoted as in CSV: "Shape, drawn", -"Shape, drawn". */
static size_t word_length(const char *list)
{
    const char *at = list + (list[0] == '-');
    const char *close = *at == '"' ? at + 1 : NULL;
    while (close && *close && (*close != '"' || close[1] == '"')) close += *close == '"' ? 2 : 1;
    if (close && *close) at = close;
    return (size_t)(at - list) + strcspn(at, ",");
}

static void unquote(char *word)
{
    char *at = word + (word[0] == '-');
    const size_t length = strlen(at);
    if (length > 1 && at[0] == '"' && at[length - 1] == '"') csv_copy_field(at + 1, length - 2, at);
}

static assay_status pick_all(array *a, char *words, const char *where, picked *to, assay_error *err)
{
    for (char *rest = words, *word; (word = rest);) {
        word += strspn(word, " ");
        const int is_name = place_of(a, word) < a->cols; /* with a comma in it, and the last */
        rest = is_name || !word[word_length(word)] ? NULL : word + word_length(word) + 1;
        if (rest) rest[-1] = '\0';
        if (!is_name && place_of(a, word) == a->cols) unquote(word);
        ASSAY_TRY(pick_word(a, word, where, to, err));
    }
    size_t kept = 0;
    for (size_t c = 0; !to->n && c < a->cols; c++) to->which[c] = c; /* all but those that are left out */
    for (size_t k = 0, n = to->n ? to->n : a->cols; k < n; k++)
        if (!to->out[to->which[k]]) to->which[kept++] = to->which[k];
    if (!kept) return assay_fail(err, ASSAY_EINPUT, "%s: no column is left", where);
    a->picked = 1;
    return array_pick(a, to->which, kept) == ASSAY_OK ? ASSAY_OK
                                                      : assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", where);
}

/* Without a header columns are called 1, 2, 3, ... */
static assay_status columns_name(array *a)
{
    enum { DIGITS = 12 };
    if (a->name) return ASSAY_OK;
    a->name = malloc(a->cols * (sizeof *a->name + DIGITS));
    if (!a->name) return ASSAY_ENOMEM;
    for (size_t c = 0; c < a->cols; c++) {
        a->name[c] = (char *)(a->name + a->cols) + c * DIGITS;
        snprintf(a->name[c], DIGITS, "%u", (unsigned)c + 1);
    }
    return ASSAY_OK;
}

assay_status columns_pick(array *a, const char *list, const char *where, assay_error *err)
{
    if (columns_name(a) != ASSAY_OK) return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", where);
    picked to = { malloc((a->cols + 1) * sizeof *to.which), 0, calloc(2 * a->cols + 1, 1), NULL };
    char *words = strdup(list);
    to.in = to.out ? to.out + a->cols : NULL;
    const assay_status status = to.which && to.out && words
                                    ? pick_all(a, words, where, &to, err)
                                    : assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", where);
    free(to.which), free(to.out), free(words);
    return status;
}

assay_status columns_apart(array *factors, array *codes, const char *where, assay_error *err)
{
    if (!factors->picked && !codes->picked && !factors->name) return ASSAY_OK;
    if (columns_name(factors) != ASSAY_OK || columns_name(codes) != ASSAY_OK)
        return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", where);
    for (size_t i = 0; i < factors->cols; i++)
        if (place_of(codes, factors->name[i]) < codes->cols)
            return assay_fail(err, ASSAY_EINPUT, "%s: column '%.100s' is named as a factor and as a code", where,
                              factors->name[i]);
    return ASSAY_OK;
}

static void add_words(wording *w, const char *before, const char *list)
{
    for (const char *at = list; at && *at; at += *at == ',') {
        const size_t length = word_length(at);
        wording_add(w, "%s%s%.*s", w->used ? "," : "", before, (int)length, at);
        at += length;
    }
}

char *columns_path(const char *file, const char *columns, const char *but, const char *drop)
{
    const size_t size = 2 * (strlen(columns ? columns : "") + strlen(but ? but : "") + strlen(drop ? drop : "")) + 8;
    char *list = malloc(size);
    wording w = wording_in(list, size);
    add_words(&w, "", columns);
    add_words(&w, "-", columns ? NULL : but);
    add_words(&w, "-", drop);
    char *path = list ? wording_made("%s:%s", file, list) : NULL;
    free(list);
    return path;
}

static const char *after_colon(const char *text) { return text && text[0] == ':' ? text + 1 : text; }

assay_status table_read(const char *path, const char *const columns[3], const char *kinds, assay_data *to,
                        size_t *tables, char *note, size_t size, assay_error *err)
{
    const char *f = after_colon(columns[0]), *c = after_colon(columns[1]), *drop = columns[2];
    const int by_name = f || c;
    if (!by_name && !drop) return representation_read_one(path, kinds, to, tables, note, size, err);
    if (tables) *tables = 1;
    if (!array_path_is_text(path))
        return assay_fail(err, ASSAY_EUSAGE, "%s: columns have names in a table of text alone; %s",
                          array_path_tail(path),
                          array_format_of(path, &(array_bytes){ 0 }) == ARRAY_CSV
                              ? "rename it to end in .csv"
                              : "name whole arrays, --factors FILE.npz:NAME, or select columns in NumPy");
    char *factors = columns_path(path, f, c, drop), *codes = columns_path(path, c, f, drop);
    assay_status status = ASSAY_ENOMEM;
    if (factors && codes)
        status = by_name ? representation_read(factors, codes, kinds, to, note, size, err)
                         : representation_read_one(factors, kinds, to, tables, note, size, err);
    free(factors), free(codes);
    return status;
}
