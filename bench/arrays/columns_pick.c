/* Columns of a table by their names: those that a list picks, and which of them are factors and which codes. */
#include "array_file.h"
#include "csv_field.h"
#include "near_name.h"

#include <ctype.h>

/* The columns which[n], in this order, as an array that borrows their names and texts. */
static assay_status part_of(const array *a, const size_t *which, size_t n, array *to)
{
    array part;
    ASSAY_TRY(array_shape(&part, a->rows, n));
    *to = *a;
    to->cols = n;
    to->value = part.value;
    to->kind = part.kind;
    to->texts = NULL;
    to->stated = NULL;
    to->name = a->name ? zeroed(n, sizeof *to->name) : NULL;
    to->text = a->text ? zeroed(n, sizeof(text_classes *)) : NULL;
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

/* They alone are kept. */
static assay_status keep_part(array *a, const size_t *which, size_t n)
{
    array part = { 0 };
    ASSAY_TRY(part_of(a, which, n, &part));
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
    return bad_input(where, err, "%s", no_such(&near, "column", NULL, NULL));
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
            return bad_input(where, err, "column '%s' stands behind '%s'; name the first one first", word, end);
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
        if (!is_out && to->in[c]) return bad_input(where, err, "column '%.100s' is named twice", a->name[c]);
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

static assay_status pick_all(array *a, char *words, const char *where, picked *to, assay_error *err)
{
    for (char *rest = words, *word; (word = rest);) {
        word += strspn(word, " ");
        const int is_name = place_of(a, word) < a->cols; /* with a comma in it, and the last */
        rest = is_name || !word[word_length(word)] ? NULL : word + word_length(word) + 1;
        if (rest) rest[-1] = '\0';
        char *quoted = word + (word[0] == '-');
        const size_t length = strlen(quoted);
        const int has_quotes = length > 1 && quoted[0] == '"' && quoted[length - 1] == '"';
        if (has_quotes && place_of(a, word) == a->cols) csv_copy_field(quoted + 1, length - 2, quoted);
        ASSAY_TRY(pick_word(a, word, where, to, err));
    }
    size_t kept = 0;
    for (size_t c = 0; !to->n && c < a->cols; c++) to->which[c] = c; /* all but those that are left out */
    for (size_t k = 0, n = to->n ? to->n : a->cols; k < n; k++)
        if (!to->out[to->which[k]]) to->which[kept++] = to->which[k];
    if (!kept) return bad_input(where, err, "no column is left");
    a->picked = 1;
    return memory_named(keep_part(a, to->which, kept), where, err);
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
    OWNED size_t *which = zeroed(a->cols, sizeof *which);
    OWNED char *marks = zeroed(2 * a->cols, 1), *words = wording_made("%s", list);
    if (!which || !marks || !words || columns_name(a) != ASSAY_OK) return no_memory(where, err);
    return pick_all(a, words, where, &(picked){ which, 0, marks, marks + a->cols }, err);
}

assay_status columns_apart(array *factors, array *codes, const char *where, assay_error *err)
{
    if (!factors->picked && !codes->picked && !factors->name) return ASSAY_OK;
    if (columns_name(factors) != ASSAY_OK || columns_name(codes) != ASSAY_OK) return no_memory(where, err);
    for (size_t i = 0; i < factors->cols; i++)
        if (place_of(codes, factors->name[i]) < codes->cols)
            return bad_input(where, err, "column '%.100s' is named as a factor and as a code", factors->name[i]);
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
    OWNED char *list = zeroed(size, 1);
    wording w = wording_in(list, size);
    add_words(&w, "", columns);
    add_words(&w, "-", columns ? NULL : but);
    add_words(&w, "-", drop);
    return list ? wording_made("%s:%s", file, list) : NULL;
}

/* z2_3, codes_2_3: table 2, code 3; 0: no such name. */
static int column_of_table(const char *name, size_t *table, size_t *code)
{
    const size_t word = strncasecmp(name, "codes", 5) == 0 ? 5 : strncasecmp(name, "code", 4) == 0 ? 4 : 1;
    int used = 0;
    if (word == 1 && name[0] != 'z' && name[0] != 'Z') return 0;
    const char *number = name + word + (word > 1 && name[word] == '_');
    if (number[0] < '0' || number[0] > '9') return 0;
    /* NOLINTNEXTLINE(cert-err34-c): so few digits fit */
    return sscanf(number, "%4zu_%9zu%n", table, code, &used) == 2 && !number[used];
}

char representation_column_role(const char *name)
{
    if (strncasecmp(name, "factor", 6) == 0) return 'v';
    if (strncasecmp(name, "code", 4) == 0) return 'z';
    size_t table, code;
    if (column_of_table(name, &table, &code)) return 'z';
    const char *number = name[0] ? name + 1 : name;
    if (*number == '_' || *number == '-') number++;
    if (number[strspn(number, "0123456789")]) return 0;
    return name[0] == 'v' || name[0] == 'V' ? 'v' : name[0] == 'z' || name[0] == 'Z' ? 'z' : 0;
}

/* NULL: memory ran out. */
static size_t *columns_of_role(const array *a, char role, size_t *n)
{
    size_t *which = zeroed(a->cols, sizeof *which);
    *n = 0;
    for (size_t c = 0; which && c < a->cols; c++)
        if (representation_column_role(a->name[c]) == role) which[(*n)++] = c;
    return which;
}

assay_status roles_take(const array *from, char role, array *to)
{
    size_t n;
    OWNED size_t *which = columns_of_role(from, role, &n);
    return which ? part_of(from, which, n, to) : ASSAY_ENOMEM;
}

/* The number of v3, Z-3, factor_3, code3; SIZE_MAX where a name is no such thing. */
static size_t column_number(const char *name)
{
    const size_t word = strncasecmp(name, "factor", 6) == 0 ? 6 : strncasecmp(name, "code", 4) == 0 ? 4 : 1;
    const char *digit = name + word;
    if (*digit == '_' || *digit == '-' || *digit == ' ') digit++;
    const size_t length = strspn(digit, "0123456789");
    if (length == 0 || length > 9 || digit[length]) return SIZE_MAX;
    return strtoul(digit, NULL, 10);
}

assay_status roles_tables(const array *codes, const char *where, size_t *tables, assay_error *err)
{
    size_t table, code, width = 0;
    *tables = 0;
    for (size_t c = 0; c < codes->cols; c++)
        if (!column_of_table(codes->name[c], &table, &code)) return ASSAY_OK;
    while (width < codes->cols && column_of_table(codes->name[width], &table, &code) && table == 1) width++;
    for (size_t c = 0; c < codes->cols; c++) {
        const int last = c + 1 == codes->cols;
        (void)column_of_table(codes->name[c], &table, &code);
        if (width && table == c / width + 1 && code == c % width + 1 && !(last && code < width)) continue;
        return bad_input(where, err,
                         "line %zu: column '%s' is not where tables of as many codes each would have it: z1_1, "
                         "z1_2, ..., z2_1, z2_2, ... (is a column lost?)",
                         codes->first_line - 1, array_name_show(codes, c).text);
    }
    *tables = codes->cols / width;
    return ASSAY_OK;
}

/* Numbered columns of a role count up by one, from 0 or 1: v1, v3 may have lost v2. */
static assay_status check_numbers(const array *all, char role, const char *where, assay_error *err)
{
    size_t before = SIZE_MAX;
    for (size_t c = 0; c < all->cols; c++) {
        const size_t number = representation_column_role(all->name[c]) == role ? column_number(all->name[c]) : SIZE_MAX;
        if (number == SIZE_MAX) continue;
        if (before == SIZE_MAX ? number > 1 : number != before + 1) {
            char last[48] = "no other";
            if (before != SIZE_MAX) snprintf(last, sizeof last, "number %zu", before);
            return bad_input(
                where, err,
                "line %zu, column %zu: '%s' comes after %s; number %s 1, 2, 3, ... in order (is a column lost?)",
                all->first_line - 1, c + 1, array_name_show(all, c).text, last, role == 'v' ? "factors" : "codes");
        }
        before = number;
    }
    return ASSAY_OK;
}

assay_status roles_check(const array *all, const char *where, assay_error *err)
{
    static const char remedy[] = COLUMNS_REMEDY;
    if (!all->name)
        return bad_input(where, err, "has no header that says which columns are factors and which codes; %s", remedy);
    size_t factors = 0;
    for (size_t c = 0; c < all->cols; c++) {
        const char role = representation_column_role(all->name[c]);
        if (!role)
            return bad_input(where, err, "line %zu, column %zu: '%s' is neither a factor nor a code; %s",
                             all->first_line - 1, c + 1, array_name_show(all, c).text, remedy);
        factors += role == 'v';
    }
    if (factors == 0 || factors == all->cols)
        return bad_input(where, err, "has no column of %s; %s", factors ? "codes" : "factors", remedy);
    ASSAY_TRY(check_numbers(all, 'v', where, err));
    return check_numbers(all, 'z', where, err);
}

assay_status roles_keep(array *all, char role, const char *where, assay_error *err)
{
    size_t roles = 0, own = 0;
    for (size_t c = 0; all->name && c < all->cols; c++) {
        const char is = representation_column_role(all->name[c]);
        roles += is && (is != role || !all->picked);
        own += is == role;
    }
    if (!roles || own == all->cols) return ASSAY_OK;
    ASSAY_TRY(roles_check(all, where, err));
    OWNED size_t *which = columns_of_role(all, role, &own);
    return memory_named(which ? keep_part(all, which, own) : ASSAY_ENOMEM, where, err);
}
