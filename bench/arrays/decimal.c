/*
 * Decimal numbers in text, read to the nearest double (strtod, in the C locale) and printed as the shortest text that
 * reads back the same.
 */
#include "array_file.h"

assay_status decimal_enter(decimal_scope *scope)
{
    *scope = (decimal_scope){ .own = newlocale(LC_ALL_MASK, "C", (locale_t)0) };
    if (scope->own) scope->before = uselocale(scope->own);
    return scope->own ? ASSAY_OK : ASSAY_ENOMEM;
}

void decimal_leave(decimal_scope *scope)
{
    if (!scope->own) return;
    uselocale(scope->before);
    freelocale(scope->own);
}

static const char *past_digits(const char *at)
{
    while (*at >= '0' && *at <= '9') at++;
    return at;
}

/* Without digits no exponent: the caller finds text after the number. */
static const char *past_exponent(const char *at)
{
    if (*at != 'e' && *at != 'E') return at;
    const char *digit = at + 1 + (at[1] == '-' || at[1] == '+');
    return *digit >= '0' && *digit <= '9' ? past_digits(digit) : at;
}

static const struct {
    const char *text;
    size_t length;
    double value;
    char kind;
} words[] = {
    { "infinity", 8, HUGE_VAL, 'f' }, { "inf", 3, HUGE_VAL, 'f' }, { "nan", 3, NAN, 'f' }, { "true", 4, 1, 'b' },
    { "false", 5, 0, 'b' },           { "absent", 6, NAN, 'a' },
};

static const char *read_word(const char *at, int negative, double *to, char *kind)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strncasecmp(at, words[k].text, words[k].length) != 0) continue;
        *to = negative ? -words[k].value : words[k].value;
        *kind = words[k].kind;
        return at + words[k].length;
    }
    return NULL;
}

const char *decimal_read(const char *from, double *to, char *kind, int *exact)
{
    const char *first = from + (*from == '-' || *from == '+'), *end = past_digits(first);
    const int point = *end == '.', hexadecimal = *first == '0' && (first[1] | 0x20) == 'x';
    size_t digits = (size_t)(end - first);
    if (point) {
        const char *fraction = end + 1;
        end = past_digits(fraction);
        digits += (size_t)(end - fraction);
    }
    *exact = 1;
    if (!digits) return read_word(first, *from == '-', to, kind);
    const char *stop = past_exponent(end);
    *kind = point || stop > end ? 'f' : 'i';
    *to = hexadecimal ? 0.0 : strtod(from, NULL);                            /* which would take 0x10 for 16 */
    if (*kind == 'i') *exact = array_fits_double(strtoull(first, NULL, 10)); /* at most 2^64 - 1, which does not fit */
    return stop;
}

/* 15 digits always survive text -> double -> text, so a number that has a decimal of at most 15 digits prints as that
 * decimal; 17 always tell doubles apart. Subnormal numbers carry fewer digits and are searched from 1. */
size_t decimal_print(double value, char to[DECIMAL_MOST])
{
    int length = 0;
    for (int digits = fabs(value) < 2.3e-308 ? 1 : 15; digits <= 17; digits++) {
        length = snprintf(to, DECIMAL_MOST - 2, "%.*g", digits, value);
        double back;
        char kind;
        int exact;
        if (!decimal_read(to, &back, &kind, &exact) || back == value) break;
    }
    if (isfinite(value) && !strpbrk(to, ".e")) {
        memcpy(to + length, ".0", 3);
        length += 2;
    }
    return (size_t)length;
}
