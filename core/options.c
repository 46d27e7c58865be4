/* Options: "bins=20:normaliser=code" read against a table of names, ranges and words. */

#include "near_name.h"
#include "option_list.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void assay_options_standard(const assay_option *options, size_t n, double *to)
{
    for (size_t k = 0; options && to && k < n; k++) to[k] = options[k].standard;
}

int32_t assay_option_tunes(const assay_option *option)
{
    return option && !option->words && !(option->flags & (ASSAY_LIMIT | ASSAY_DEFINES));
}

size_t option_called(const assay_option *options, size_t n, const char *id)
{
    size_t k = 0;
    while (k < n && strcmp(options[k].id, id) != 0) k++;
    return k;
}

static assay_status unknown_option(const assay_option *options, size_t n, const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t k = 0; k < n; k++) near_offer(&near, options[k].id);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "option", NULL, NULL));
}

static assay_status unknown_word(const assay_option *option, const char *text, assay_error *err)
{
    near_name near = near_to(text);
    for (const char *const *word = option->words; *word; word++) near_offer(&near, *word);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "choice", option->id, NULL));
}

static assay_status read_word(const assay_option *option, const char *text, double *to, assay_error *err)
{
    for (size_t w = 0; option->words[w]; w++) {
        if (strcmp(text, option->words[w]) == 0) {
            *to = (double)w;
            return ASSAY_OK;
        }
    }
    return unknown_word(option, text, err);
}

static assay_status read_value(const assay_option *option, const char *text, double *to, assay_error *err)
{
    if (option->words) return read_word(option, text, to, err);
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value))
        return assay_fail(err, ASSAY_EUSAGE, "%s=%s: not a number", option->id, text);
    if (option->flags & ASSAY_WHOLE && value != floor(value))
        return assay_fail(err, ASSAY_EUSAGE, "%s=%s: a whole number is needed", option->id, text);
    if (value < option->low || value > option->high)
        return assay_fail(err, ASSAY_EUSAGE, "%s=%s: out of range, %g to %g", option->id, text, option->low,
                          option->high);
    *to = value;
    return ASSAY_OK;
}

assay_status assay_options_parse(const assay_option *options, size_t n, const char *text, double *to, assay_error *err)
{
    char name[256];
    if (n && (!options || !to)) return assay_fail(err, ASSAY_EUSAGE, "%s is NULL", options ? "to" : "options");
    for (const char *rest = text ? text : ""; *rest;) {
        const size_t length = strcspn(rest, ":");
        if (length >= sizeof name) return assay_fail(err, ASSAY_EUSAGE, "option too long: %.40s...", rest);
        memcpy(name, rest, length);
        name[length] = '\0';
        rest += length + (rest[length] == ':');

        char *value = strchr(name, '=');
        if (!value) return assay_fail(err, ASSAY_EUSAGE, "'%s': an option is written NAME=VALUE", name);
        *value++ = '\0';
        const size_t k = option_called(options, n, name);
        if (k == n) return unknown_option(options, n, name, err);
        ASSAY_TRY(read_value(&options[k], value, &to[k], err));
    }
    return ASSAY_OK;
}

/* NULL: it is the index of none. */
static const char *word_at(const assay_option *option, double value)
{
    size_t n = 0;
    while (option && option->words && option->words[n]) n++;
    return value >= 0 && value < (double)n ? option->words[(size_t)value] : NULL;
}

void assay_option_print(const assay_option *option, double value, char *to, size_t size)
{
    const char *word = word_at(option, value);
    if (!to || !size) return;
    if (word) {
        snprintf(to, size, "%s", word);
        return;
    }
    if (value == floor(value) && fabs(value) < 1e15) { /* 20, where %g would have 2e+01 */
        snprintf(to, size, "%.0f", value);
        return;
    }
    /* a number that fewer than 15 digits say is printed with these by 15, too (but for subnormal ones) */
    for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(to, size, "%.*g", digits, value);
        if (strtod(to, NULL) == value) return;
    }
}
