#include "settings.h"

#include "owned.h"

#include <math.h>
#include <stdio.h>

enum { NUMBER = 64 };

void setting_print(const setting *s, char *to, size_t size)
{
    if (s->word) snprintf(to, size, "%s", s->word);
    else assay_option_print(NULL, s->number, to, size);
}

static char *put_text(char **room, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = memcpy(*room, text, size);
    *room += size;
    return copy;
}

assay_status settings_from(const setting *at, size_t n, int separator, settings *to)
{
    *to = (settings){ 0 };
    size_t strings = 0, written = 1, used = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t name = strlen(at[k].name) + 1, word = at[k].word ? strlen(at[k].word) + 1 : 0;
        strings += name + word;
        written += name + 1 + (word ? word - 1 : NUMBER);
    }
    setting *block = malloc(n * sizeof *block + strings + written);
    if (!block) return ASSAY_ENOMEM;
    char *room = (char *)(block + n), *text = room + strings;
    text[0] = '\0';
    for (size_t k = 0; k < n; k++) {
        char value[NUMBER];
        block[k] = (setting){ put_text(&room, at[k].name), NULL, at[k].word ? NAN : at[k].number };
        if (at[k].word) block[k].word = put_text(&room, at[k].word);
        setting_print(&at[k], value, sizeof value);
        used += (size_t)snprintf(text + used, written - used, "%.*s%s=%s", k > 0, (char[]){ (char)separator, 0 },
                                 block[k].name, at[k].word ? at[k].word : value);
    }
    *to = (settings){ n, block, text, (char)separator, block };
    return ASSAY_OK;
}

assay_status settings_make(const assay_option *options, size_t n, const double *value, const unsigned char *keep,
                           int separator, settings *to)
{
    *to = (settings){ 0 };
    OWNED setting *at = zeroed(n, sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    size_t count = 0;
    for (size_t k = 0; k < n; k++) {
        if (keep && !keep[k]) continue;
        const char *word = options[k].words ? options[k].words[(size_t)value[k]] : NULL;
        at[count++] = (setting){ options[k].id, word, value[k] };
    }
    return settings_from(at, count, separator, to);
}

/* One NAME=VALUE, ended by '\0'; 0 where it is not one. */
static int setting_read(char *text, setting *to)
{
    char *value = strchr(text, '='), *end;
    if (!value || value == text || !value[1]) return 0;
    *value++ = '\0';
    const double number = strtod(value, &end);
    *to = end != value && !*end && isfinite(number) ? (setting){ text, NULL, number } : (setting){ text, value, NAN };
    return 1;
}

static int named_before(const setting *at, size_t n)
{
    size_t k = 0;
    while (k < n && strcmp(at[k].name, at[n].name) != 0) k++;
    return k < n;
}

/* The next separator; what stands in brackets is a word with whatever is in it. NULL: there is none. */
static char *separator_in(char *text, int separator)
{
    int inside = 0;
    for (; *text; text++) {
        inside += (*text == '[') - (*text == ']');
        if (*text == separator && inside <= 0) return text;
    }
    return NULL;
}

assay_status settings_read(const char *text, int separator, settings *to)
{
    *to = (settings){ 0 };
    size_t most = 1, n = 0;
    for (const char *c = text; *c; c++) most += *c == separator;
    OWNED char *copy = text_copy(text, SIZE_MAX);
    OWNED setting *at = zeroed(most, sizeof *at);
    if (!copy || !at) return ASSAY_ENOMEM;
    for (char *rest = copy, *next; *text && rest; rest = next) {
        next = separator_in(rest, separator);
        if (next) *next++ = '\0';
        if (!setting_read(rest, &at[n]) || named_before(at, n)) return ASSAY_EINPUT;
        n++;
    }
    return settings_from(at, n, separator, to);
}

assay_status settings_without(const settings *from, const char *name, settings *to)
{
    *to = (settings){ 0 };
    size_t n = 0;
    OWNED setting *kept = zeroed(from->n, sizeof *kept);
    if (!kept) return ASSAY_ENOMEM;
    for (size_t k = 0; k < from->n; k++)
        if (strcmp(from->at[k].name, name) != 0) kept[n++] = from->at[k];
    return settings_from(kept, n, from->separator, to);
}

void settings_free(settings *s)
{
    free(s->owner);
    *s = (settings){ 0 };
}

const setting *settings_find(const settings *s, const char *name)
{
    for (size_t k = 0; k < s->n; k++)
        if (strcmp(s->at[k].name, name) == 0) return &s->at[k];
    return NULL;
}

double settings_number(const settings *s, const char *name)
{
    const setting *found = settings_find(s, name);
    return found && !found->word ? found->number : NAN;
}

const char *settings_word(const settings *s, const char *name)
{
    const setting *found = settings_find(s, name);
    return found ? found->word : NULL;
}

int setting_equal(const setting *a, const setting *b)
{
    if (strcmp(a->name, b->name) != 0 || !a->word != !b->word) return 0;
    return a->word ? strcmp(a->word, b->word) == 0 : a->number == b->number;
}

int settings_hold(const settings *s, const settings *part)
{
    for (size_t k = 0; k < part->n; k++) {
        const setting *mine = settings_find(s, part->at[k].name);
        if (!mine || !setting_equal(mine, &part->at[k])) return 0;
    }
    return 1;
}

int settings_equal(const settings *a, const settings *b) { return a->n == b->n && settings_hold(a, b); }
