#include "page.h"

#include "embed.h"
#include "needed.h"
#include "wording.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

EMBED(page_frame, "reports/page/page.html")
EMBED(page_style, "reports/page/page.css")
EMBED(page_script, "reports/page/page.js")
extern const char page_frame[], page_style[], page_script[]; /* page.css: without "<" and "&" */

struct page {
    char *title;
    FILE *body, *contents; /* grow text and list */
    char *text, *list;
    size_t size, list_size, sections, figures;
    int in_tag, in_name; /* where page_html stands; in_name: in an id, or the end of a link within the page */
    int print_all;
    assay_status status;
    const char *wrong;
};

static void fail(page *p, assay_status status, const char *what, const char *which)
{
    if (p->status != ASSAY_OK) return;
    p->status = status;
    p->wrong = phrase("%s%s", what, which);
}

page *page_new(const char *title)
{
    page *p = kept(1, sizeof *p);
    p->title = phrase("%s", title);
    p->body = needed(open_memstream(&p->text, &p->size));
    p->contents = needed(open_memstream(&p->list, &p->list_size));
    return p;
}

void page_free(page *p)
{
    if (!p) return;
    fclose(p->body);
    fclose(p->contents);
    free(p->text);
    free(p->list);
}

void page_print_all(page *p) { p->print_all = 1; }

/* `between these` becomes code; one that has no partner stays as it is. */
static void put_words(page *p, const char *text)
{
    char *rest = phrase("%s", text);
    while (rest) {
        char *start = strchr(rest, '`'), *end = start ? strchr(start + 1, '`') : NULL;
        if (end) *start = *end = '\0';
        grid_html_text(rest, p->body);
        if (end) {
            fputs("<code>", p->body);
            grid_html_text(start + 1, p->body);
            fputs("</code>", p->body);
        }
        rest = end ? end + 1 : NULL;
    }
}

static void put_format(page *p, const char *format, va_list args)
{
    OWNED char *text = needed(wording_of(format, args));
    put_words(p, text);
}

/* A part of an id as letters, digits and "-", other bytes "_40": different texts are different ids. */
static void put_name(page *p, const char *text)
{
    for (const char *c = text; *c; c++) {
        const int plain = isalnum((unsigned char)*c) || *c == '-'; /* in the C locale */
        fprintf(p->body, plain ? "%c" : "_%02x", (unsigned char)*c);
    }
}

/* The argument of the conversion at `at`; gives what follows it. */
static const char *put_argument(page *p, const char *at, va_list *args)
{
    const size_t length = strcspn(at, "sdufg") + 1;
    const int decimals = at[1] == '.' && at[2] == '*' ? va_arg(*args, int) : at[1] == '.' ? at[2] - '0' : 6;
    const char *text;
    switch (at[length - 1]) {
    case 's': text = va_arg(*args, const char *); break;
    case 'f': text = grid_number_text(va_arg(*args, double), decimals); break;
    case 'g': text = phrase("%.*g", decimals, va_arg(*args, double)); break;
    case 'd': text = phrase("%d", va_arg(*args, int)); break;
    default:
        if (at[1] == 'z') text = phrase("%zu", va_arg(*args, size_t));
        else text = phrase("%llu", va_arg(*args, unsigned long long));
    }
    if (p->in_name) put_name(p, text);
    else if (p->in_tag) grid_html_text(text, p->body);
    else put_words(p, text);
    return at + length;
}

/* Whether an id, or the end of a link within the page, follows. */
static int begins_name(const char *format, const char *at)
{
    static const char *const begin[] = { " id=\"", " href=\"#" };
    for (size_t k = 0; k < 2; k++) {
        const size_t length = strlen(begin[k]);
        if ((size_t)(at - format) >= length && strncmp(at - length, begin[k], length) == 0) return 1;
    }
    return 0;
}

void page_html(page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *at = format; *at;) {
        if (*at == '%' && at[1] != '%') {
            at = put_argument(p, at, &args);
            continue;
        }
        at += *at == '%';
        if (strchr("<>", *at)) p->in_tag = *at == '<';
        if (*at == '"') p->in_name = 0;
        fputc(*at++, p->body);
        if (p->in_tag && begins_name(format, at)) p->in_name = 1;
    }
    va_end(args);
}

void page_text(page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_format(p, format, args);
    va_end(args);
}

void page_section(page *p, const char *id, const char *heading)
{
    if (p->sections++) page_html(p, "</section>\n");
    page_html(p, "<section class=\"s-%s\">\n<h2 id=\"%s\">%s</h2>\n", id, id, heading); /* print shows some */
    FILE *const body = p->body;
    p->body = p->contents;
    page_html(p, "<a href=\"#%s\">%s</a>\n", id, heading);
    p->body = body;
}

/* An element around a text. */
static void put_block(page *p, const char *begin, const char *format, va_list args, const char *end)
{
    fputs(begin, p->body);
    put_format(p, format, args);
    fputs(end, p->body);
}

void page_paragraph(page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_block(p, "<p>", format, args, "</p>\n");
    va_end(args);
}

void page_note(page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_block(p, "<p class=\"note\">", format, args, "</p>\n");
    va_end(args);
}

void page_code(page *p, const char *text)
{
    page_html(p, "<pre tabindex=\"0\">");
    grid_html_text(text, p->body);
    page_html(p, "</pre>\n");
}

void page_grid(page *p, const grid *g)
{
    assay_error err = { "" };
    if (!g) return;
    page_html(p, "<div class=\"wide\" tabindex=\"0\">"); /* scrolls by keys where it is wider than the screen */
    const assay_status status = grid_print(g, GRID_HTML, 0, p->body, &err);
    if (status != ASSAY_OK) fail(p, status, err.text, "");
    page_html(p, "</div>\n");
}

void page_details_begin(page *p, const char *id, const char *format, ...)
{
    va_list args;
    if (id) page_html(p, "<details id=\"%s\">", id);
    else page_html(p, "<details>");
    va_start(args, format);
    put_block(p, "<summary>", format, args, "</summary>\n");
    va_end(args);
}

void page_details_end(page *p) { page_html(p, "</details>\n"); }

/* What of an SVG the page does not need: its style, names that nothing refers to, what holds anyway, groups of nothing.
 * Where it ends; NULL: it is needed. */
static const char *left_out(const char *svg)
{
    static const char *const parts[][2] = { { "<style>", "</style>" },
                                            { " id=\"", "\"" },
                                            { " stroke-linecap=\"butt\" stroke-linejoin=\"", "miter\"" },
                                            { "<g ", ">\n</g>\n" } };
    for (size_t k = 0; k < 4; k++) {
        const size_t length = strlen(parts[k][0]);
        if (strncmp(svg, parts[k][0], length) != 0) continue;
        const char *end = k < 3 ? strstr(svg + length, parts[k][1]) : strchr(svg, '>');
        return end && strncmp(end, parts[k][1], strlen(parts[k][1])) == 0 ? end + strlen(parts[k][1]) : NULL;
    }
    return NULL;
}

/* Names within an SVG are of this figure alone. */
static void put_svg(page *p, const char *svg)
{
    static const char *const names[] = { " id='", "href='#", "url(#" };
    for (p->figures++; *svg;) {
        const char *behind = left_out(svg);
        size_t k = 0;
        while (k < 3 && strncmp(svg, names[k], strlen(names[k])) != 0) k++;
        const size_t length = k < 3 ? strlen(names[k]) : 1;
        if (!behind) fwrite(svg, 1, length, p->body);
        if (!behind && k < 3) fprintf(p->body, "f%zu-", p->figures);
        svg = behind ? behind : svg + length;
    }
}

void page_svg(page *p, const char *id, const char *svg)
{
    const char *root = strstr(svg, "<svg"), *width = root ? strstr(root, "width=\"") : NULL;
    if (!width) fail(p, ASSAY_EINPUT, "no picture to show: ", id);
    page_html(p, "<figure id=\"%s\"><div class=\"picture\" style=\"--width:%gpx\" tabindex=\"0\">", id,
              width ? strtod(width + strlen("width=\""), NULL) : 0.0);
    if (width) put_svg(p, root);
    page_html(p, "</div></figure>\n");
}

/* What stands in the frame at a place, "@TITLE@". */
static void put_place(const page *p, const char *name, size_t length, FILE *to)
{
    const struct {
        const char *name, *text;
    } places[] = {
        { "STYLE", page_style }, { "CLASS", p->print_all ? "full" : "brief" }, { "CONTENTS", p->list },
        { "BODY", p->text },     { "END", p->sections ? "</section>\n" : "" }, { "SCRIPT", page_script },
    };
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        if (strlen(places[k].name) == length && strncmp(places[k].name, name, length) == 0) fputs(places[k].text, to);
    if (strncmp(name, "TITLE", length) == 0) grid_html_text(p->title, to);
}

static void put_document(const page *p, FILE *to)
{
    const char *at = page_frame;
    for (const char *place; (place = strchr(at, '@')) != NULL;) {
        const size_t length = strcspn(place + 1, "@");
        fwrite(at, 1, (size_t)(place - at), to);
        put_place(p, place + 1, length, to);
        at = place + 1 + length + 1;
    }
    fputs(at, to);
}

assay_status page_write(const page *p, FILE *to, assay_error *err)
{
    if (p->status != ASSAY_OK) return assay_fail(err, p->status, "%s", p->wrong);
    if (fflush(p->body) || ferror(p->body) || fflush(p->contents)) needed(NULL);
    errno = 0;
    put_document(p, to);
    if (!ferror(to) && fflush(to) == 0) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT, "the page could not be written: %s", strerror(errno));
}
