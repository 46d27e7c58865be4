/*
 * A picture as part of a page. Tag by tag: the prolog, comments, descriptions and empty groups are left out, runs of
 * white space become one space, "xlink:href" becomes "href", and every id and every reference to one ("#x" of an
 * href, "url(#x)") gets the picture's own name in front: several pictures of one program use the same ids, and in one
 * page the first would answer for all. "." parts the name from the id; page_put_id never writes one, so these ids
 * meet no others.
 *
 * The root keeps its width, which the style of a page knows as --width, and its viewBox; the height follows.
 */
#include "page_inside.h"

#include "growing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct shrinking {
    const char *at;
    const char *id, *title;
    FILE *to;
    char **pending; /* tags of groups that nothing stands in yet */
    size_t n_pending, room;
    int texts; /* open <text> elements: white space counts there */
    int rooted, grouped, no_memory, broken; /* grouped: a <g> was met */
} shrinking;

typedef struct tag {
    const char *start, *end; /* from "<" to behind ">" */
    char name[32];
    int closes, empty; /* </g>, <g/> */
} tag;

static void flush_pending(shrinking *s)
{
    for (size_t k = 0; k < s->n_pending; k++) {
        fputs(s->pending[k], s->to);
        free(s->pending[k]);
    }
    s->n_pending = 0;
}

/* The end of a tag that starts here, ">" in quotes aside; NULL: there is none. */
static const char *tag_end(const char *c)
{
    char quote = 0;
    for (; *c; c++) {
        if (quote) quote = *c == quote ? 0 : quote;
        else if (*c == '"' || *c == '\'') quote = *c;
        else if (*c == '>') return c + 1;
    }
    return NULL;
}

static int read_tag(shrinking *s, tag *to)
{
    *to = (tag){ .start = s->at, .end = tag_end(s->at) };
    if (!to->end) return 0;
    const char *c = s->at + 1;
    if (*c == '/') {
        to->closes = 1;
        c++;
    }
    const size_t length = strcspn(c, " \t\r\n/>");
    snprintf(to->name, sizeof to->name, "%.*s", (int)length, c);
    to->empty = to->end[-2] == '/';
    s->at = to->end;
    return 1;
}

/* ---- attributes ---- */

/* A value with runs of white space as one space, and every "url(#x)" naming the picture. */
static void put_value(const shrinking *s, const char *c, const char *end, FILE *to)
{
    while (c < end && isspace((unsigned char)*c)) c++;
    while (end > c && isspace((unsigned char)end[-1])) end--;
    while (c < end) {
        if (end - c > 5 && strncmp(c, "url(#", 5) == 0) {
            fputs("url(#", to);
            page_put_id(s->id, to);
            fputc('.', to);
            c += 5;
        } else if (isspace((unsigned char)*c)) {
            while (c < end && isspace((unsigned char)*c)) c++;
            fputc(' ', to);
        } else {
            fputc(*c++, to);
        }
    }
}

/* name="value" at c, of a root or not; gives what follows. NULL: no attribute. */
static const char *put_attribute(shrinking *s, const char *c, const char *end, int root, FILE *to)
{
    const char *name = c;
    while (c < end && *c != '=' && !isspace((unsigned char)*c)) c++;
    const size_t length = (size_t)(c - name);
    while (c < end && isspace((unsigned char)*c)) c++;
    if (c >= end || *c++ != '=') return NULL;
    while (c < end && isspace((unsigned char)*c)) c++;
    if (c >= end || (*c != '"' && *c != '\'')) return NULL;
    const char quote = *c++, *value = c, *close = memchr(c, quote, (size_t)(end - c));
    if (!close) return NULL;
#define NAMED(text) (length == sizeof(text) - 1 && strncmp(name, text, length) == 0)
    if (NAMED("xmlns:xlink") || (root && (NAMED("height") || NAMED("role")))) return close + 1;
    const int refers = NAMED("xlink:href") || NAMED("href");
    if (root && NAMED("width")) fprintf(to, " style=\"--width:%gpx\"", strtod(value, NULL));
    fprintf(to, " %.*s=%c", refers ? 4 : (int)length, refers ? "href" : name, quote);
    if (NAMED("id") || (refers && *value == '#')) {
        if (refers) fputc(*value++, to);
        page_put_id(s->id, to);
        fputc('.', to);
    }
#undef NAMED
    put_value(s, value, close, to);
    fputc(quote, to);
    return close + 1;
}

static void put_tag(shrinking *s, const tag *t, FILE *to)
{
    const int root = !s->rooted;
    fprintf(to, "<%s%s", t->closes ? "/" : "", t->name);
    const char *c = t->start + 1 + t->closes + strlen(t->name), *end = t->end - 1 - t->empty;
    while (c) {
        while (c < end && isspace((unsigned char)*c)) c++;
        if (c >= end) break;
        c = put_attribute(s, c, end, root, to);
        if (!c) s->broken = 1;
    }
    if (root) {
        fputs(" role=\"img\" aria-label=\"", to);
        grid_html_text(s->title, to);
        fputc('"', to);
        s->rooted = 1;
    }
    fputs(t->empty ? "/>" : ">", to);
}

/* ---- the pieces ---- */

/* A group waits until something stands in it. */
static void hold_group(shrinking *s, const tag *t)
{
    size_t size;
    char *text = NULL;
    FILE *to = open_memstream(&text, &size);
    char **at = grown(s->pending, sizeof *at, s->n_pending, &s->room);
    if (at) s->pending = at;
    if (to) put_tag(s, t, to);
    if (!to || fclose(to) != 0 || !at) {
        free(text);
        s->no_memory = 1;
        return;
    }
    s->pending[s->n_pending++] = text;
}

static void skip_past(shrinking *s, const char *what)
{
    const char *found = strstr(s->at, what);
    if (found) s->at = found + strlen(what);
    else s->broken = 1;
}

/* What is of the program and not of the picture, of a picture that stands alone, or said by the root's label: a
 * program's <desc>, <style>, the <title> of the whole. NULL: nothing is skipped; else what ends it. */
static const char *skips_element(const shrinking *s, const tag *t)
{
    if (t->closes || t->empty) return NULL;
    if (strcmp(t->name, "style") == 0) return "</style>";
    if (strcmp(t->name, "desc") == 0 && strncmp(t->end, "Produced by", 11) == 0) return "</desc>";
    return strcmp(t->name, "title") == 0 && !s->grouped ? "</title>" : NULL;
}

static void put_element(shrinking *s)
{
    tag t;
    const char *end;
    if (!read_tag(s, &t)) {
        s->broken = 1;
    } else if ((end = skips_element(s, &t)) != NULL) {
        skip_past(s, end);
    } else if (strcmp(t.name, "g") == 0 && !t.closes && !t.empty) {
        s->grouped = 1;
        hold_group(s, &t);
    } else if (strcmp(t.name, "g") == 0 && t.closes && s->n_pending) {
        free(s->pending[--s->n_pending]);
    } else {
        flush_pending(s);
        put_tag(s, &t, s->to);
        if (strcmp(t.name, "text") == 0 && !t.empty) s->texts += t.closes ? -1 : 1;
    }
}

static void put_characters(shrinking *s)
{
    const size_t length = strcspn(s->at, "<"), blank = strspn(s->at, " \t\r\n");
    if (s->rooted && (s->texts > 0 || blank < length)) {
        flush_pending(s);
        fwrite(s->at, 1, length, s->to);
    }
    s->at += length;
}

assay_status page_put_svg(const char *svg, const char *id, const char *title, FILE *to)
{
    shrinking s = { .at = svg, .id = id, .title = title, .to = to };
    while (*s.at && !s.broken && !s.no_memory) {
        if (*s.at != '<') put_characters(&s);
        else if (strncmp(s.at, "<!--", 4) == 0) skip_past(&s, "-->");
        else if (s.at[1] == '?' || s.at[1] == '!') skip_past(&s, ">");
        else put_element(&s);
    }
    while (s.n_pending) free(s.pending[--s.n_pending]);
    free(s.pending);
    if (s.no_memory) return ASSAY_ENOMEM;
    return s.broken || !s.rooted ? ASSAY_EINPUT : ASSAY_OK;
}
