#include "needed.h"

#include "arena.h"
#include "wording.h"

#include <string.h>

enum { NO_MEMORY = 4 }; /* the exit status of what this machine lacks */

void *needed(void *memory)
{
    if (memory) return memory;
    fputs("assay: memory ran out\n", stderr);
    exit(NO_MEMORY);
}

void needed_status(assay_status status)
{
    if (status == ASSAY_ENOMEM) needed(NULL);
}

void needed_close(FILE *text)
{
    if (fclose(text) != 0) needed(NULL);
}

static arena memory;

void *kept(size_t n, size_t size) { return needed(arena_alloc(&memory, n, size)); }

void *kept_grown(void *at, size_t size, size_t count, size_t *room)
{
    if (count < *room) return at;
    *room = *room ? 2 * *room : 16;
    void *to = kept(*room, size);
    return count ? memcpy(to, at, count * size) : to;
}

static char *keep_text(char *made)
{
    OWNED char *text = needed(made);
    return needed(arena_text(&memory, text));
}

char *phrase_of(const char *format, va_list args) { return keep_text(wording_of(format, args)); }

char *phrase(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = phrase_of(format, args);
    va_end(args);
    return text;
}

char *phrase_join(const char *text, const char *between, const char *piece)
{
    return phrase("%s%s%s", text, *text ? between : "", piece);
}

typedef struct open_text {
    FILE *to;
    char *text;
    size_t size;
    struct open_text *next;
} open_text;
static open_text *opened;

FILE *phrase_open(void)
{
    open_text *one = kept(1, sizeof *one);
    one->to = needed(open_memstream(&one->text, &one->size));
    one->next = opened;
    opened = one;
    return one->to;
}

char *phrase_close(FILE *text)
{
    open_text **link = &opened;
    while ((*link)->to != text) link = &(*link)->next;
    open_text *one = *link;
    *link = one->next;
    needed_close(text);
    return keep_text(one->text);
}
