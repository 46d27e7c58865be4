/* Which columns of a text file are factors and which codes, by their names. */
#include "column_roles.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
    size_t *which = malloc((a->cols + 1) * sizeof *which);
    *n = 0;
    for (size_t c = 0; which && c < a->cols; c++)
        if (representation_column_role(a->name[c]) == role) which[(*n)++] = c;
    return which;
}

assay_status roles_take(const array *from, char role, array *to)
{
    size_t n, *which = columns_of_role(from, role, &n);
    const assay_status status = which ? array_part(from, which, n, to) : ASSAY_ENOMEM;
    free(which);
    if (status != ASSAY_OK) return status;
    to->first_line = from->first_line;
    to->picked = from->picked;
    to->counted = from->counted;
    to->row_names = from->row_names;
    memcpy(to->type, from->type, sizeof to->type);
    return ASSAY_OK;
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
        char name[80];
        array_text_show(codes->name[c], strlen(codes->name[c]), name, sizeof name);
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: line %zu: column '%s' is not where tables of as many codes each would have it: z1_1, "
                          "z1_2, ..., z2_1, z2_2, ... (is a column lost?)",
                          where, codes->first_line - 1, name);
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
            char name[80], last[48] = "no other";
            array_text_show(all->name[c], strlen(all->name[c]), name, sizeof name);
            if (before != SIZE_MAX) snprintf(last, sizeof last, "number %zu", before);
            return assay_fail(err, ASSAY_EINPUT,
                              "%s: line %zu, column %zu: '%s' comes after %s; number %s 1, 2, 3, ... in order (is a "
                              "column lost?)",
                              where, all->first_line - 1, c + 1, name, last, role == 'v' ? "factors" : "codes");
        }
        before = number;
    }
    return ASSAY_OK;
}

assay_status roles_check(const array *all, const char *where, assay_error *err)
{
    static const char remedy[] = COLUMNS_REMEDY;
    if (!all->name)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: has no header that says which columns are factors and which codes; %s", where, remedy);
    size_t factors = 0;
    for (size_t c = 0; c < all->cols; c++) {
        const char role = representation_column_role(all->name[c]);
        char name[80];
        array_text_show(all->name[c], strlen(all->name[c]), name, sizeof name);
        if (!role)
            return assay_fail(err, ASSAY_EINPUT, "%s: line %zu, column %zu: '%s' is neither a factor nor a code; %s",
                              where, all->first_line - 1, c + 1, name, remedy);
        factors += role == 'v';
    }
    if (factors == 0 || factors == all->cols)
        return assay_fail(err, ASSAY_EINPUT, "%s: has no column of %s; %s", where, factors ? "codes" : "factors",
                          remedy);
    const assay_status status = check_numbers(all, 'v', where, err);
    return status != ASSAY_OK ? status : check_numbers(all, 'z', where, err);
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
    size_t *which = columns_of_role(all, role, &own);
    const assay_status status = which ? array_pick(all, which, own) : ASSAY_ENOMEM;
    free(which);
    return status == ASSAY_OK ? status : assay_fail(err, status, "%s: memory ran out", where);
}
