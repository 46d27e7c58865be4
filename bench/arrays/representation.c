/*
 * Factors and codes from files: two arrays are held against each other, checked cell by cell, and each factor is given
 * its kind.
 *
 * Refused  more factors than samples (a transposed array, unless the file names the factors or their kinds; more codes
 *          than samples are data), factors and codes of different length, any NaN or infinity and any number whose
 *          square is infinite, with its place; in one text file, columns of factors or codes whose numbers do not count
 *          up by one.
 * Kinds    see array.h. A categorical factor's distinct values x_0 < x_1 < ... become 0, 1, ...; levels is their
 *          number.
 * Cost     O(n log n) per categorical factor, one pass over everything else.
 */
#include "apart.h"
#include "array_file.h"
#include "columns.h"

/* As many columns as the other side has samples are samples. */
static assay_status refuse_transposed(const array *a, assay_error *err)
{
    return bad_input(a->where, err,
                     "%zu rows and %zu columns of %s: is the array transposed? assay wants samples x %s; save its "
                     "transpose, a.T",
                     a->rows, a->cols, a->what, a->what);
}

/* The first cell that cannot be used, row by row; SIZE_MAX: none. Columns before `lacking` may have NaN. */
static size_t first_bad(const array *a, size_t lacking, double *is)
{
    const column_table of = { a->sparse.start ? NULL : a->value, a->sparse, a->rows, a->cols };
    const double most = limit_at(LIMIT_MAGNITUDE)->value;
    size_t bad = SIZE_MAX;
    for (size_t c = 0; c < a->cols; c++) {
        const column_entries x = entries_of(&of, c);
        for (size_t e = 0; e < x.count; e++) {
            const size_t place = entry_row(&x, e) * a->cols + c;
            if (fabs(x.value[e]) <= most || (isnan(x.value[e]) && c < lacking) || place >= bad) continue;
            bad = place;
            *is = x.value[e];
        }
    }
    return bad;
}

/* "t.csv: line 3, column 2 ('v2') (counted from 1) of the factors" */
static void say_place(const array *a, size_t row, size_t col, wording *to)
{
    const array_shown shown = array_name_show(a, col);
    const char *name = shown.text;
    const int is_text = a->first_line > 0;
    wording_add(to, "%s: %s %zu, column ", a->where, is_text ? "line" : "row", a->first_line + row);
    if (a->picked || a->row_names) wording_add(to, "'%s'", name);
    else
        wording_add(to, "%zu%s%s%s (counted from %d)", col + (size_t)is_text, name[0] ? " ('" : "", name,
                    name[0] ? "')" : "", is_text);
    wording_add(to, " of the %s", a->what);
}

static assay_status check_finite(const array *a, size_t lacking, assay_error *err)
{
    double value;
    char place[512];
    wording where = WORDING(place);
    const size_t bad = first_bad(a, lacking, &value);
    if (bad == SIZE_MAX) return ASSAY_OK;
    const size_t col = bad % a->cols;
    say_place(a, bad / a->cols, col, &where);
    if (isfinite(value)) return limit_check(LIMIT_MAGNITUDE, fabs(value), place, err);
    const char *is = isnan(value) ? (a->first_line ? "NaN or empty" : "NaN")
                     : value > 0  ? "infinite"
                                  : "minus infinite";
    const int is_factor =
        strcmp(a->what, "factors") == 0 || (a->name && representation_column_role(a->name[col]) == 'v');
    const char *remedy = isnan(value) && is_factor
                             ? "; if NaN marks a missing value, begin the list of --kinds with absent: (absent:auto)"
                             : "";
    return assay_fail(err, ASSAY_EINPUT,
                      "%s is %s; assay wants finite numbers: drop that sample or replace the value%s", place, is,
                      remedy);
}

/* cyclic: with a period numbers on a circle, without one classes around it. */
typedef enum kind_is { AUTO, CONTINUOUS, CATEGORICAL, ORDINAL, CYCLIC, N_KINDS } kind_is;
static const char *const kind_word[N_KINDS] = { "auto", "continuous", "categorical", "ordinal", "cyclic" };
typedef struct kind {
    kind_is is;
    double period; /* as in assay_rep */
} kind;

/* "absent:auto": NaN in a factor is an absent value. The bytes of that prefix, 0 without it; it was "lacking:" once. */
static size_t absent_prefix(const char *kinds)
{
    static const char *const word[] = { "absent:", "lacking:" };
    for (size_t k = 0; kinds && k < sizeof word / sizeof *word; k++)
        if (strncmp(kinds, word[k], strlen(word[k])) == 0) return strlen(word[k]);
    return 0;
}

/* NaN is an absent value: the user says so, or leaves kinds to the file, which does. */
static int absent_said(const char *kinds, const array *factors)
{
    const int left = !kinds || strcmp(kinds, kind_word[AUTO]) == 0;
    return absent_prefix(left ? factors->stated : kinds) > 0;
}

/* Columns that are called factors, or whose kinds stand beside them, are not samples. */
static int names_factors(const array *a)
{
    size_t named = 0;
    while (a->name && named < a->cols && representation_column_role(a->name[named]) == 'v') named++;
    return a->stated || named == a->cols || a->picked;
}

/* A text that stands in one row is a name of the row. */
static assay_status check_classes(const array *a, assay_error *err)
{
    for (size_t i = 0; a->text && i < a->cols; i++) {
        const size_t classes = a->text[i] ? a->text[i]->count : 0;
        char many[32] = "more than 1000";
        if (classes <= TEXT_CLASSES_MOST && (classes <= 20 || 2 * classes < a->rows)) continue;
        const array_shown name = array_name_show(a, i);
        const int numbers = classes <= TEXT_CLASSES_MOST && strchr("0123456789", a->text[i]->word[0][0]);
        if (classes <= TEXT_CLASSES_MOST) snprintf(many, sizeof many, "%zu", classes);
        return bad_input(a->where, err,
                         "column %zu ('%s') has %s different texts in %zu rows: is it an id? Leave it out: --drop "
                         "'%s', or of two files FILE.csv:-'%s'%s",
                         i + 1, name.text, many, a->rows, name.text, name.text,
                         numbers ? "; or write its numbers without units and separators of thousands" : "");
    }
    return ASSAY_OK;
}

static assay_status check_sides(const array *factors, const array *codes, int some_absent, assay_error *err)
{
    if (factors->rows < factors->cols && !names_factors(factors)) return refuse_transposed(factors, err);
    if (factors->rows != codes->rows && factors->rows == codes->cols) return refuse_transposed(codes, err);
    if (factors->rows != codes->rows)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s has %zu samples of factors and %s has %zu of codes; both need one row for each sample, "
                          "in the same order",
                          factors->where, factors->rows, codes->where, codes->rows);
    if (factors->row_names && codes->row_names && factors->row_names != codes->row_names)
        return assay_fail(
            err, ASSAY_EINPUT,
            "%s and %s have row names that differ, and rows go by their places: bring both into one order",
            factors->where, codes->where);
    ASSAY_TRY(array_refuse_text(codes, codes->where, codes->what, err));
    ASSAY_TRY(check_classes(factors, err));
    ASSAY_TRY(check_finite(factors, some_absent ? factors->cols : 0, err));
    return check_finite(codes, 0, err);
}

/* "cyclic:360", "cyclic:2pi", "ordinal"; .is N_KINDS: no kind. */
static kind parse_kind(const char *text, size_t length)
{
    kind to = { .is = AUTO };
    const char *period = memchr(text, ':', length);
    const size_t word = period ? (size_t)(period - text) : length;
    while (to.is < N_KINDS && !(strlen(kind_word[to.is]) == word && strncmp(text, kind_word[to.is], word) == 0))
        to.is++;
    to.period = to.is == ORDINAL ? ASSAY_ORDERED : to.is == CYCLIC ? 1.0 : 0.0;
    if (!period) return to;
    char *end, number[64];
    snprintf(number, sizeof number, "%.*s", (int)(length - word - 1), period + 1);
    to.period = strtod(number, &end);
    if (strcmp(end, "pi") == 0) to.period = (end == number ? 1.0 : to.period) * 3.141592653589793;
    else if (end == number || *end) to.period = 0.0;
    if (to.is != CYCLIC || !(to.period > 0.0 && isfinite(to.period))) to.is = N_KINDS;
    return (kind){ to.is == CYCLIC ? CONTINUOUS : to.is, to.period };
}

/* One word for all factors, or one for each. */
static assay_status parse_kinds(const char *text, kind *to, size_t n, assay_error *err)
{
    const char *rest = text ? text + absent_prefix(text) : "auto";
    size_t found = 0;
    for (;;) {
        rest += strspn(rest, " ");
        const size_t length = strcspn(rest, ", ");
        const kind which = parse_kind(rest, length);
        if (which.is == N_KINDS)
            return assay_fail(err, ASSAY_EUSAGE,
                              "kinds '%.200s': '%.*s' is no kind; auto, continuous, categorical, ordinal, cyclic:P "
                              "(numbers of period P > 0, as 360 or 2pi) or cyclic (classes), for all factors or one "
                              "for each, separated by commas%s",
                              text, (int)(length < 40 ? length : 40), rest,
                              strstr(text, "absent:") ? "; absent: stands once, before the whole list" : "");
        if (found < n) to[found] = which;
        found++;
        rest += length + strspn(rest + length, " ");
        if (*rest++ != ',') break;
    }
    if (found != n && found != 1)
        return assay_fail(err, ASSAY_EUSAGE,
                          "kinds '%.200s': %zu kinds for %zu factors; give one for all, or one for each", text, found,
                          n);
    for (size_t k = found; k < n; k++) to[k] = to[0];
    return ASSAY_OK;
}

static int all_whole(const double *column, size_t n)
{
    for (size_t s = 0; s < n; s++)
        if (column[s] != floor(column[s]) && !isnan(column[s])) return 0;
    return 1;
}

static void note_factor(wording *n, const array *factors, size_t i)
{
    if (factors->name) wording_add(n, "%s", array_shown_of(factors->name[i], SIZE_MAX, 48).text);
    else wording_add(n, "v%zu", i + 1);
}

/* " v1, v2, v3": the factors with one of these marks, ten at most by name. */
static void note_list(wording *n, const array *factors, const char *mark, const char *which)
{
    size_t named = 0, more = 0;
    for (size_t i = 0; i < factors->cols; i++) {
        if (!strchr(which, mark[i])) continue;
        if (named == 10) {
            more++;
            continue;
        }
        wording_add(n, "%s", named++ ? ", " : " ");
        note_factor(n, factors, i);
    }
    if (more) wording_add(n, " and %zu more", more);
}

/* What auto has taken the factors for. mark: 'c' categorical, 'f' continuous, 'w' continuous although all are whole
 * numbers, '-' not decided by auto. */
static void note_auto(wording *n, const array *factors, const char *mark)
{
    size_t categorical = 0, continuous = 0, whole = 0;
    for (size_t i = 0; i < factors->cols; i++) {
        categorical += mark[i] == 'c';
        continuous += mark[i] == 'f' || mark[i] == 'w';
        whole += mark[i] == 'w';
    }
    if (categorical == factors->cols || continuous == factors->cols) {
        if (factors->cols == 1) wording_add(n, "the factor is ");
        else wording_add(n, "all %zu factors are ", factors->cols);
        wording_add(n, "%s, taken as %s",
                    factors->first_line ? (categorical ? "whole numbers" : "decimals") : factors->type,
                    categorical ? "categorical" : "continuous");
    } else if (categorical || continuous) {
        wording_add(n, "factors taken as ");
        if (categorical) wording_add(n, "categorical, being integers:");
        if (categorical) note_list(n, factors, mark, "c");
        if (continuous) wording_add(n, "%scontinuous, being floats:", categorical ? "; as " : "");
        if (continuous) note_list(n, factors, mark, "fw");
    }
    if (whole) {
        wording_add(n, "; floats that hold whole numbers only:");
        note_list(n, factors, mark, "w");
        wording_add(n, " (kind categorical would take them as classes)");
    }
}

/* "shape: 3 classes (ellipse, heart, square), in alphabetical order"; what else a table has. */
static void note_table(wording *n, const array *a, char role)
{
    int said = 0;
    for (size_t k = 0; a->picked && k < a->cols && k < 10; k++) {
        if (representation_column_role(a->name[k]) == role) continue;
        wording_add(n, "%s%c%zu is ", said++ ? ", " : n->used ? "; " : "", role, k + 1);
        note_factor(n, a, k);
    }
    for (size_t i = 0; a->text && i < a->cols; i++) {
        const text_classes *of = a->text[i];
        if (!of) continue;
        if (n->used) wording_add(n, "; ");
        note_factor(n, a, i);
        wording_add(n, ": %zu class%s (", of->count, of->count == 1 ? "" : "es");
        for (size_t k = 0; k < of->count && k < 5; k++)
            wording_add(n, "%s%s", k ? ", " : "", array_shown_of(of->word[k], SIZE_MAX, 48).text);
        wording_add(n, "%s), in alphabetical order", of->count > 5 ? ", ..." : "");
    }
}

static int is_constant(const double *column, size_t n)
{
    for (size_t s = 1; s < n; s++)
        if (column[s] != column[0]) return 0;
    return 1;
}

/* Classes in every column of the codes and in none of the factors: as if one stood for the other. */
static void note_swapped(wording *n, const array *factors, const char *mark, const assay_data *to)
{
    size_t constant = 0;
    for (size_t i = 0; i < to->n_factors; i++)
        if (factors->kind[i] != 'f' || mark[i] == 'w') return;
    for (size_t j = 0; j < to->n_codes; j++) {
        if (!to->codes || !all_whole(to->codes + j * to->n, to->n)) return;
        constant += is_constant(to->codes + j * to->n, to->n) != 0;
    }
    if (constant == to->n_codes) return;
    wording_add(n, "%sthe codes are whole numbers and the factors are not: have the two changed places?",
                n->used ? "; " : "");
}

/* The classes of sparse factor i, of which 0 is the first. scratch [n]: its values. */
static assay_status take_classes(assay_sparse *to, size_t i, const double *scratch, assay_error *err)
{
    for (size_t e = to->start[i]; e < to->start[i + 1]; e++) {
        if (to->value[e] < 0.0)
            return assay_fail(err, ASSAY_EINPUT,
                              "factor v%zu is sparse and categorical, and has classes below 0; save the factors as a "
                              "whole array, m.toarray()",
                              i + 1);
        to->value[e] = scratch[to->row[e]];
    }
    return ASSAY_OK;
}

/* Gives every factor its kind; mark[] as in note_auto. scratch: [n] of sparse factors, NULL: they are whole. */
static assay_status apply_kinds(const array *factors, const kind *wanted, double *scratch, assay_data *to, char *mark,
                                assay_error *err)
{
    for (size_t i = 0; i < to->n_factors; i++) {
        double *column = scratch ? scratch : to->factors + i * to->n;
        if (scratch) (void)column_lent(&(column_table){ NULL, to->sparse_factors, to->n, to->n_factors }, i, scratch);
        const int integers = factors->kind[i] != 'f';
        const int automatic = wanted[i].is == AUTO;
        const int categorical = wanted[i].is > CONTINUOUS || (automatic && integers);
        if (factors->kind[i] == 't' && wanted[i].is == CONTINUOUS) {
            char name[64];
            wording w = WORDING(name);
            note_factor(&w, factors, i);
            return assay_fail(err, ASSAY_EUSAGE, "kinds: factor %s is text and has no numbers: it is categorical",
                              name);
        }
        to->period[i] = wanted[i].period;
        mark[i] = !automatic || factors->kind[i] == 't' ? '-'
                  : categorical                         ? 'c'
                  : all_whole(column, to->n)            ? 'w'
                                                        : 'f';
        if (!categorical) continue;
        const size_t levels = column_classes(column, to->n);
        if (levels == 0 || levels > INT32_MAX) return ASSAY_ENOMEM;
        to->levels[i] = (int32_t)levels;
        if (scratch) ASSAY_TRY(take_classes(&to->sparse_factors, i, scratch, err));
    }
    return ASSAY_OK;
}

/* The values themselves, not a copy: a wide table is large. */
static assay_status take_values(array *factors, array *codes, assay_data *to)
{
    to->levels = calloc(factors->cols + 1, sizeof *to->levels);
    to->period = calloc(factors->cols + 1, sizeof *to->period);
    if (!to->levels || !to->period) return ASSAY_ENOMEM;
    to->n = factors->rows;
    to->n_factors = factors->cols;
    to->n_codes = codes->cols;
    to->factors = factors->value;
    to->codes = codes->value;
    to->sparse_factors = factors->sparse;
    to->sparse_codes = codes->sparse;
    factors->value = codes->value = NULL;
    factors->sparse = codes->sparse = (assay_sparse){ 0 };
    return ASSAY_OK;
}

/* The names of a header, in which nothing stirs a terminal; columns that are all called by their places, 1 or v1, have
 * none. */
static assay_status take_names(const array *from, char role, char ***to)
{
    size_t size = 0;
    int named = 0;
    for (size_t c = 0; from->name && c < from->cols; c++) {
        size += strlen(from->name[c]) + 1;
        const char *number = from->name[c] + (from->name[c][0] == role);
        named |= number[strspn(number, "0123456789")] != '\0' ||
                 (number > from->name[c] && strtoul(number, NULL, 10) != c + 1);
    }
    if (!named) return ASSAY_OK;
    *to = malloc(from->cols * sizeof **to + size);
    if (!*to) return ASSAY_ENOMEM;
    char *at = (char *)(*to + from->cols);
    for (size_t c = 0; c < from->cols; c++, at++) {
        (*to)[c] = strcpy(at, from->name[c]);
        for (; *at; at++)
            if ((unsigned char)*at < 0x20 || *at == 0x7f) *at = '?';
    }
    return ASSAY_OK;
}

/* Numbers that fill a circle, or nearly so, may be angles. */
static void note_angles(wording *n, const array *factors, const char *mark, const assay_data *to)
{
    for (size_t i = 0; i < to->n_factors && to->factors; i++) {
        double low = INFINITY, high = -INFINITY;
        for (const double *x = to->factors + i * to->n, *end = x + to->n; x < end; x++)
            low = fmin(low, *x), high = fmax(high, *x);
        const int radians = high - low <= 6.2831854, degrees = high - low > 324.0 && high - low <= 360.0;
        if (!strchr("fw", mark[i]) || !(degrees || (radians && high - low > 5.65))) continue;
        wording_add(n, "; if ");
        note_factor(n, factors, i);
        wording_add(n, " is an angle, its kind is cyclic:%s (--kinds)", radians ? "2pi" : "360");
    }
}

typedef struct reading {
    const char *path[2], *kinds;
    assay_data *to;
    wording *said;
    assay_error *err;
    size_t *tables;    /* NULL: several are not looked for */
    char role;         /* of the one side that is read */
    const char *where; /* the file of the factors */
    int sparse;        /* whether the codes were */
} reading;

static void note_all(const reading *r, const array *factors, const array *codes, const char *mark)
{
    const assay_data *to = r->to;
    if (factors->cols) note_auto(r->said, factors, mark);
    if (factors->row_names || codes->row_names)
        wording_join(r->said, "; ", "the first column has no name and is left out: row names");
    if (factors->counted || codes->counted)
        wording_join(r->said, "; ", "the first line counts the columns and is taken for a header, not for a row");
    note_table(r->said, factors, 'v');
    note_table(r->said, codes, 'z');
    note_angles(r->said, factors, mark, to);
    if (factors->cols) note_swapped(r->said, factors, mark, to);
    if (r->sparse)
        wording_add(r->said, "%sthe codes are sparse and are %s %zu x %zu, %.3g MB", r->said->used ? "; " : "",
                    to->codes ? "scored as a whole table of" : "kept so:", to->n, to->n_codes,
                    to->codes ? 8e-6 * (double)to->n * (double)to->n_codes
                              : 12e-6 * (double)to->sparse_codes.start[to->n_codes]);
}

/* What auto leaves open is what the file says. */
static assay_status take_stated(const reading *r, const array *factors, kind *wanted)
{
    const size_t m = factors->cols;
    OWNED kind *stated = zeroed(m, sizeof *stated);
    if (!stated) return ASSAY_ENOMEM;
    assay_error why = { "" };
    if (parse_kinds(factors->stated, stated, m, &why) != ASSAY_OK)
        return assay_fail(r->err, ASSAY_EINPUT, "%s, array kinds: %s", r->where, why.text);
    for (size_t i = 0; i < m; i++)
        if (wanted[i].is == AUTO) wanted[i] = stated[i];
    return ASSAY_OK;
}

static assay_status assemble_checked(const reading *r, array *factors, array *codes)
{
    const size_t m = factors->cols;
    const int sparse = factors->sparse.start != NULL;
    OWNED kind *wanted = zeroed(m, sizeof *wanted);
    OWNED char *mark = zeroed(m, 1);
    OWNED double *scratch = sparse ? zeroed(factors->rows, sizeof *scratch) : NULL;
    if (!wanted || !mark || (sparse && !scratch)) return ASSAY_ENOMEM;
    ASSAY_TRY(parse_kinds(r->kinds, wanted, m, r->err));
    if (factors->stated) ASSAY_TRY(take_stated(r, factors, wanted));
    ASSAY_TRY(take_values(factors, codes, r->to));
    ASSAY_TRY(apply_kinds(factors, wanted, scratch, r->to, mark, r->err));
    ASSAY_TRY(take_names(factors, 'v', &r->to->factor_names));
    ASSAY_TRY(take_names(codes, 'z', &r->to->code_names));
    note_all(r, factors, codes, mark);
    return ASSAY_OK;
}

/* Takes the values out of both arrays. */
static assay_status assemble(reading *r, array *factors, array *codes, const char *codes_where)
{
    factors->where = r->where, factors->what = "factors";
    codes->where = codes_where, codes->what = "codes";
    const int some_absent = absent_said(r->kinds, factors);
    r->sparse = codes->sparse.start != NULL;
    if (!r->to->keeps_sparse || some_absent) ASSAY_TRY(array_make_whole(factors, r->where, r->err));
    if (!r->to->keeps_sparse) ASSAY_TRY(array_make_whole(codes, codes_where, r->err));
    ASSAY_TRY(check_sides(factors, codes, some_absent, r->err));
    const assay_status status = assemble_checked(r, factors, codes);
    if (status != ASSAY_OK) assay_data_free(r->to);
    return memory_named(status, r->where, r->err);
}

static int are_classes(const assay_data *d)
{
    for (size_t i = 0; i < d->n_factors; i++) {
        const int32_t levels = d->levels[i];
        if (levels < 0 || (size_t)levels > d->n) return 0;
        const double *x = d->factors && levels ? d->factors + i * d->n : NULL; /* of sparse ones: scoring_check */
        for (size_t s = 0; x && s < d->n; s++)
            if (!isnan(x[s]) && !(x[s] >= 0 && x[s] < levels && x[s] == floor(x[s]))) return 0;
    }
    return 1;
}

/* Whether entries and rows are within bounds; the rest is scoring_check's. */
static int are_columns(const assay_sparse *of, size_t n, size_t columns, size_t entries)
{
    int fits = of->row && of->value && of->start[0] == 0 && of->start[columns] == entries;
    for (size_t k = 0; fits && k < columns; k++) fits = of->start[k] <= of->start[k + 1];
    for (size_t e = 0; fits && e < entries; e++) fits = of->row[e] < n;
    return fits;
}

static void carry_columns(carrier *c, size_t n, size_t columns, size_t most, double **whole, assay_sparse *sparse)
{
    size_t entries = sparse->start ? sparse->start[columns] : 0;
    const size_t cells = n && columns > most / n ? SIZE_MAX : n * columns;
    carry_size(c, &entries, most);
    carry_block(c, (void **)&sparse->start, (columns + 1) * sizeof *sparse->start);
    carry_block(c, (void **)&sparse->row, entries * sizeof *sparse->row);
    carry_block(c, (void **)&sparse->value, entries * sizeof *sparse->value);
    if (!sparse->start && cells == SIZE_MAX) c->bad = 1;
    carry_block(c, (void **)whole, cells == SIZE_MAX ? 0 : cells * sizeof **whole);
    if (c->writes || c->bad) return;
    c->bad = !sparse->start == !*whole || (sparse->start && !are_columns(sparse, n, columns, entries));
}

/* The texts stand behind the pointers, in one row. */
static void carry_names(carrier *c, char ***name, size_t count, size_t most)
{
    size_t size = 0;
    for (size_t k = 0; *name && k < count; k++) size += strlen((*name)[k]) + 1;
    carry_size(c, &size, most);
    if (!size) return;
    if (!c->writes) *name = calloc(count * sizeof **name + size + 1, 1);
    if (!*name) c->bad = 1;
    if (c->bad) return;
    char *at = (char *)(*name + count), *const end = at + size;
    carry(c, at, size);
    for (size_t k = 0; k < count && !c->writes; k++, at += strlen(at) + 1) {
        if (at >= end) at = end, c->bad = 1;
        (*name)[k] = at;
    }
}

static void carry_data(carrier *c, void *what)
{
    const reading *r = what;
    assay_data *d = r->to;
    const size_t most = limit_size(LIMIT_READER_MEMORY) / sizeof(double);
    carry_size(c, &d->n, limit_size(LIMIT_ARRAY_ROWS));
    carry_size(c, &d->n_factors, limit_size(LIMIT_ARRAY_COLUMNS));
    carry_size(c, &d->n_codes, most);
    carry_columns(c, d->n, d->n_factors, most, &d->factors, &d->sparse_factors);
    carry_columns(c, d->n, d->n_codes, most, &d->codes, &d->sparse_codes);
    carry_block(c, (void **)&d->levels, d->n_factors * sizeof *d->levels);
    carry_block(c, (void **)&d->period, d->n_factors * sizeof *d->period);
    carry_names(c, &d->factor_names, d->n_factors, most);
    carry_names(c, &d->code_names, d->n_codes, most);
    carry(c, d->truth, sizeof d->truth);
    const size_t rows = d->n > d->n_codes ? d->n : d->n_codes, longest = rows > d->n_factors ? rows : d->n_factors;
    carry_size(c, &d->dims, longest ? most / longest : 0);
    carry_block(c, (void **)&d->directions, d->n_codes * d->dims * sizeof *d->directions);
    carry_block(c, (void **)&d->true_directions, d->n_factors * d->dims * sizeof *d->true_directions);
    carry_block(c, (void **)&d->activations, d->n * d->dims * sizeof *d->activations);
    carry_block(c, (void **)&d->reconstruction, d->n * d->dims * sizeof *d->reconstruction);
    if (r->tables) carry_size(c, r->tables, limit_size(LIMIT_ARRAY_COLUMNS));
    if (r->tables && !*r->tables) c->bad = 1;
    carry_words(c, r->said->to, r->said->size);
    if (c->writes || c->bad) return;
    c->bad = !d->levels || !d->period || !are_classes(d) || !d->dims != !d->directions ||
             !d->dims != !d->true_directions || ((d->activations || d->reconstruction) && !d->dims);
}

static void drop_data(void *what) { assay_data_free(((const reading *)what)->to); }

/* first: the array that the first path is read for; NULL: the whole file. */
static assay_status read_apart(reading r, const char *first, assay_status (*read)(void *what, assay_error *err))
{
    OWNED char *factors = NULL, *codes = NULL;
    assay_data_free(r.to);
    r.where = array_path_tail(r.path[0]);
    if (first) ASSAY_TRY(shards_find(r.path[0], first, 1, &factors, r.err));
    if (r.path[1]) ASSAY_TRY(shards_find(r.path[1], "codes", 1, &codes, r.err));
    if (factors) r.path[0] = factors;
    if (codes) r.path[1] = codes;
    return apart_read(&(apart_job){ { r.path[0], r.path[1] }, read, carry_data, drop_data, &r }, r.err);
}

static assay_status read_two(void *what, assay_error *err)
{
    reading *r = what;
    FREED(array_free) array factors = { 0 };
    FREED(array_free) array codes = { 0 };
    const char *columns;
    OWNED char *first = array_path_split(r->path[0], &columns), *second = array_path_split(r->path[1], &columns);
    if (!first || !second) return no_memory(array_path_tail(r->path[0]), err);
    const int is_text = array_path_is_text(first);
    r->err = err;
    r->where = array_path_tail(is_text ? first : r->path[0]);
    ASSAY_TRY(array_read_inside(r->path[0], "factors", &factors, err));
    ASSAY_TRY(array_read_inside(r->path[1], "codes", &codes, err));
    if (is_text && strcmp(first, second) == 0) ASSAY_TRY(columns_apart(&factors, &codes, r->where, err));
    return assemble(r, &factors, &codes, array_path_tail(array_path_is_text(second) ? second : r->path[1]));
}

assay_status representation_read(const char *factors_path, const char *codes_path, const char *kinds, assay_data *to,
                                 char *text, size_t text_size, assay_error *err)
{
    if (strcmp(factors_path, "-") == 0 && strcmp(codes_path, "-") == 0)
        return assay_fail(err, ASSAY_EUSAGE, "factors and codes cannot both be standard input; give one as a file");
    wording said = wording_in(text, text_size);
    return read_apart(
        (reading){ .path = { factors_path, codes_path }, .kinds = kinds, .to = to, .said = &said, .err = err },
        "factors", read_two);
}

static void tell_tables(const reading *r, size_t tables)
{
    if (tables < 2 || !r->tables) return;
    char text[128];
    *r->tables = tables;
    snprintf(text, sizeof text, "%zu code tables of %zu codes: only metrics that compare tables score them", tables,
             r->to->n_codes / tables);
    wording_join(r->said, "; ", text);
}

/* Appends a table's columns to those before it. */
static assay_status append_table(array *all, array *table, size_t number, const char *where, assay_error *err)
{
    if (table->rows != all->rows || table->cols != all->cols / (number - 1))
        return bad_input(where, err,
                         "codes_1 is %zu x %zu and codes_%zu is %zu x %zu; code tables that are compared have the "
                         "same rows and as many codes",
                         all->rows, all->cols / (number - 1), number, table->rows, table->cols);
    const size_t cells = all->rows * all->cols, more = table->rows * table->cols;
    double *value = realloc(all->value, (cells + more) * sizeof *value);
    if (!value) return no_memory(where, err);
    memcpy(value + cells, table->value, more * sizeof *value);
    all->value = given(&value);
    all->cols += table->cols;
    return ASSAY_OK;
}

/* codes_1 .. codes_T side by side. */
static assay_status read_tables_npz(const array_bytes *bytes, const char *where, size_t tables, array *to,
                                    assay_error *err)
{
    ASSAY_TRY(npz_parse(bytes, where, "codes_1", to, err));
    for (size_t t = 2; t <= tables; t++) {
        char name[32];
        FREED(array_free) array table;
        snprintf(name, sizeof name, "codes_%zu", t);
        ASSAY_TRY(npz_parse(bytes, where, name, &table, err));
        ASSAY_TRY(append_table(to, &table, t, where, err));
    }
    return ASSAY_OK;
}

static assay_status read_one_named(const array_bytes *bytes, reading *r, array_format format)
{
    FREED(array_free) array factors;
    FREED(array_free) array codes = { 0 };
    size_t tables = 0;
    ASSAY_TRY(array_parse(format, bytes, r->where, "factors", &factors, r->err));
    if (factors.sparse.start)
        return BAD_INPUT(r, "one sparse matrix, and a representation has two arrays; name it as `codes` in a "
                            "manifest, or with --codes");
    if (r->tables && format == ARRAY_NPZ) ASSAY_TRY(npz_code_tables(bytes, r->where, &tables, r->err));
    ASSAY_TRY(tables > 1 ? read_tables_npz(bytes, r->where, tables, &codes, r->err)
                         : array_parse(format, bytes, r->where, "codes", &codes, r->err));
    ASSAY_TRY(assemble(r, &factors, &codes, r->where));
    tell_tables(r, tables);
    const assay_status status = directions_inside(format, bytes, r->where, r->to, r->err);
    if (status != ASSAY_OK) assay_data_free(r->to);
    return status;
}

static assay_status read_one_csv(const array_bytes *bytes, const char *columns, reading *r)
{
    FREED(array_free) array all;
    FREED(array_free) array factors = { 0 };
    FREED(array_free) array codes = { 0 };
    size_t tables = 0;
    ASSAY_TRY(csv_parse(bytes, r->where, &all, r->err));
    all.where = r->where, all.what = "factors and codes";
    if (columns) ASSAY_TRY(columns_pick(&all, columns, r->where, r->err));
    ASSAY_TRY(roles_check(&all, r->where, r->err));
    if (!absent_said(r->kinds, &all)) /* here, where columns count as they do in the file */
        ASSAY_TRY(check_finite(&all, 0, r->err));
    if (roles_take(&all, 'v', &factors) != ASSAY_OK || roles_take(&all, 'z', &codes) != ASSAY_OK)
        return no_memory(r->where, r->err);
    factors.stated = given(&all.stated);
    ASSAY_TRY(roles_tables(&codes, r->where, &tables, r->err));
    ASSAY_TRY(assemble(r, &factors, &codes, r->where));
    tell_tables(r, tables);
    return ASSAY_OK;
}

static assay_status read_whole(void *what, assay_error *err)
{
    reading *r = what;
    FREED(array_bytes_free) array_bytes bytes = { 0 };
    r->err = err;
    const char *columns = NULL;
    OWNED char *file = array_path_split(r->path[0], &columns);
    if (!file) return no_memory(r->where, err);
    const int picks = columns && array_path_is_text(file);
    if (picks) r->where = array_path_tail(file);
    ASSAY_TRY(array_bytes_read(picks ? file : r->path[0], &bytes, err));
    const array_format format = array_format_of(file, &bytes);
    if (format == ARRAY_CSV) return read_one_csv(&bytes, columns, r);
    if (format != ARRAY_NPY) return read_one_named(&bytes, r, format);
    return bad_input(r->where, err, "is one array, and a representation has two; give --factors F.npy --codes C.npy");
}

static assay_status read_shards(const char *path, const char *kinds, assay_data *to, wording *said, assay_error *err)
{
    const char *space[SPACE_PARTS] = { NULL };
    int has_any = 0;
    for (size_t k = 0; k < SPACE_PARTS; k++) {
        OWNED char *shard = NULL;
        ASSAY_TRY(shards_find(path, space_name[k], 0, &shard, err));
        if (shard) space[k] = path, has_any = 1;
    }
    ASSAY_TRY(read_apart((reading){ .path = { path, path }, .kinds = kinds, .to = to, .said = said, .err = err },
                         "factors", read_two));
    return has_any ? directions_read(space, to, err) : ASSAY_OK;
}

assay_status representation_read_one(const char *path, const char *kinds, assay_data *to, size_t *tables, char *text,
                                     size_t text_size, assay_error *err)
{
    wording said = wording_in(text, text_size);
    if (tables) *tables = 1;
    if (array_path_ends(path, SHARDS_END)) return read_shards(path, kinds, to, &said, err);
    return read_apart(
        (reading){ .path = { path }, .kinds = kinds, .to = to, .said = &said, .err = err, .tables = tables }, NULL,
        read_whole);
}

/* One side of a file, and nothing on the other. */
static assay_status read_side(void *what, assay_error *err)
{
    reading *r = what;
    const int is_factors = r->role == 'v';
    FREED(array_free) array own = { 0 };
    FREED(array_free) array none = { 0 };
    r->err = err;
    ASSAY_TRY(array_read_inside(r->path[0], is_factors ? "factors" : "codes", &own, err));
    ASSAY_TRY(roles_keep(&own, r->role, r->where, err));
    if (is_factors && own.first_line && !names_factors(&own))
        wording_add(r->said, "all %zu columns are taken as factors (--factors COLUMNS chooses others); ", own.cols);
    ASSAY_TRY(memory_named(array_shape(&none, own.rows, 0), r->where, err));
    return is_factors ? assemble(r, &own, &none, r->where) : assemble(r, &none, &own, r->where);
}

assay_status side_read(const char *path, const char *part, const char *kinds, assay_data *to, char *text,
                       size_t text_size, assay_error *err)
{
    wording said = wording_in(text, text_size);
    const char role = strcmp(part, "factors") == 0 ? 'v' : 'z';
    return read_apart((reading){ .path = { path }, .kinds = kinds, .to = to, .said = &said, .err = err, .role = role },
                      part, read_side);
}

static const char *after_colon(const char *text) { return text && text[0] == ':' ? text + 1 : text; }

assay_status table_read(const table_asked *asked, assay_data *to, size_t *tables, char *note, size_t size,
                        assay_error *err)
{
    const char *path = asked->path, *kinds = asked->kinds, *drop = asked->columns[2];
    const char *f = after_colon(asked->columns[0]), *c = after_colon(asked->columns[1]);
    const int by_name = f || c;
    if (!by_name && !drop) return representation_read_one(path, kinds, to, tables, note, size, err);
    if (tables) *tables = 1;
    if (!array_path_is_text(path))
        return assay_fail(err, ASSAY_EUSAGE, "%s: columns have names in a table of text alone; %s",
                          array_path_tail(path),
                          array_format_of(path, &(array_bytes){ 0 }) == ARRAY_CSV
                              ? "rename it to end in .csv"
                              : "name whole arrays, --factors FILE.npz:NAME, or select columns in NumPy");
    OWNED char *factors = columns_path(path, f, c, drop), *codes = columns_path(path, c, f, drop);
    if (!factors || !codes) return ASSAY_ENOMEM;
    return by_name ? representation_read(factors, codes, kinds, to, note, size, err)
                   : representation_read_one(factors, kinds, to, tables, note, size, err);
}
