/* Pages: text goes to a buffer as it comes, ids and links are kept and compared when the page is written. */
#include "page_inside.h"

#include "embed.h"
#include "growing.h"
#include "needed.h"
#include "wording.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

EMBED(page_style, "reports/page/page.css")
EMBED(page_script, "reports/page/page.js")

enum { DEPTH = 32, TAG = 16 };

typedef struct names {
    char **at;
    size_t count, room;
} names;

struct page {
    char *title, *subtitle;
    FILE *body; /* grows text */
    char *text;
    size_t size;
    names ids, links, sections, headings; /* sections: the ids of headings */
    char open[DEPTH][TAG]; /* elements */
    size_t depth;
    int in_tag, in_value; /* where page_html stands: in a tag, in the value of an attribute */
    FILE *name;           /* of an id or a link that is being written; NULL: none is */
    names *name_of;
    char *name_text;
    size_t name_size;
    int print_all, scripted; /* scripted: the script stands in the text already */
    int later, any_later;    /* blocks that are kept for later and open; whether there is one */
    assay_status status;
    char wrong[200];
};

static void fail(page *p, assay_status status, const char *what, const char *which)
{
    if (p->status != ASSAY_OK) return;
    p->status = status;
    snprintf(p->wrong, sizeof p->wrong, "%s%.120s", what, which);
}

static void add_name(names *to, const char *text)
{
    to->at = needed(grown(to->at, sizeof *to->at, to->count, &to->room));
    to->at[to->count++] = needed(strdup(text));
}

static void free_names(names *list)
{
    for (size_t k = 0; k < list->count; k++) free(list->at[k]);
    free(list->at);
    *list = (names){ 0 };
}

page *page_new(const char *title, const char *subtitle)
{
    page *p = needed(calloc(1, sizeof *p));
    p->title = needed(strdup(title));
    p->subtitle = needed(strdup(subtitle));
    p->body = needed(open_memstream(&p->text, &p->size));
    return p;
}

void page_free(page *p)
{
    if (!p) return;
    fclose(p->body);
    free(p->text);
    free(p->title);
    free(p->subtitle);
    free_names(&p->ids);
    free_names(&p->links);
    free_names(&p->sections);
    free_names(&p->headings);
    if (p->name) fclose(p->name);
    free(p->name_text);
    free(p);
}

FILE *page_body(page *p) { return p->body; }

void page_print_all(page *p) { p->print_all = 1; }

static void put_script(FILE *to) { fprintf(to, "<script>//<![CDATA[\n%s//]]>\n</script>\n", page_script); }

void page_script_here(page *p)
{
    if (p->scripted) return;
    put_script(p->body);
    p->scripted = 1;
}

/* ---- texts ---- */

void page_put_id(const char *text, FILE *to)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const int plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '-';
        if (plain) fputc(*c, to);
        else fprintf(to, "_%02x", *c);
    }
}

/* `between these` becomes code; one that has no partner stays as it is. */
static void put_words(page *p, const char *text)
{
    char *copy = needed(strdup(text)), *rest = copy;
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
    free(copy);
}

static void put_format(page *p, const char *format, va_list args)
{
    char *text = needed(wording_of(format, args));
    put_words(p, text);
    free(text);
}

/* ---- markup ---- */

/* Elements that were opened are closed in their order. */
static void open_element(page *p, const char *tag)
{
    const size_t length = strcspn(tag, " />");
    if (p->depth == DEPTH) {
        fail(p, ASSAY_EINTERNAL, "elements are nested too deep at ", tag);
        return;
    }
    snprintf(p->open[p->depth++], TAG, "%.*s", (int)length, tag);
}

static void close_element(page *p, const char *tag)
{
    const char *last = p->depth ? p->open[p->depth - 1] : "";
    if (!last[0] || strncmp(tag, last, strlen(last)) != 0)
        fail(p, ASSAY_EINTERNAL, "an element is closed that was not opened last: ", tag);
    else p->depth--;
}

/* What follows, up to the quote, is an id, or the end of a link within the page. */
static void begin_name(page *p, names *of)
{
    p->name = needed(open_memstream(&p->name_text, &p->name_size));
    p->name_of = of;
}

static void end_name(page *p)
{
    needed_close(p->name);
    page_put_id(p->name_text, p->body);
    add_name(p->name_of, p->name_text);
    free(p->name_text);
    p->name = NULL;
    p->name_text = NULL;
}

static void put_quote(page *p, const char *format, const char *at)
{
    p->in_value = !p->in_value;
    if (!p->in_value && p->name) end_name(p);
    fputc('"', p->body);
    if (!p->in_value) return;
    if (at - format >= 4 && strncmp(at - 4, " id=", 4) == 0) begin_name(p, &p->ids);
    if (at - format >= 5 && strncmp(at - 5, "href=", 5) == 0 && at[1] == '#') begin_name(p, &p->links);
}

static void put_sign(page *p, const char *format, const char *at)
{
    if (*at == '"' && p->in_tag) {
        put_quote(p, format, at);
        return;
    }
    if (p->name) {
        if (*at == '#') fputc('#', p->body); /* the first of a link */
        else fputc(*at, p->name);
        return;
    }
    if (*at == '<') {
        p->in_tag = 1;
        if (at[1] == '/') close_element(p, at + 2);
        else open_element(p, at + 1);
    } else if (*at == '>' && !p->in_value) {
        p->in_tag = 0;
        if (at > format && at[-1] == '/') p->depth--;
    }
    fputc(*at, p->body);
}

static void put_text(page *p, const char *text)
{
    if (p->name) fputs(text, p->name);
    else if (p->in_tag) grid_html_text(text, p->body);
    else put_words(p, text);
}

/* The argument of the conversion at `at`; gives what follows it. */
static const char *put_argument(page *p, const char *at, va_list *args)
{
    const size_t length = strcspn(at, "sdufg") + 1;
    const int decimals = at[1] == '.' && at[2] == '*' ? va_arg(*args, int) : at[1] == '.' ? at[2] - '0' : 6;
    char text[512] = "";
    if (at[length - 1] == 's') {
        put_text(p, va_arg(*args, const char *));
        return at + length;
    }
    switch (at[length - 1]) {
    case 'f': grid_number_text(va_arg(*args, double), decimals, text, sizeof text); break;
    case 'g': snprintf(text, sizeof text, "%.*g", decimals, va_arg(*args, double)); break;
    case 'd': snprintf(text, sizeof text, "%d", va_arg(*args, int)); break;
    default:
        if (at[1] == 'z') snprintf(text, sizeof text, "%zu", va_arg(*args, size_t));
        else snprintf(text, sizeof text, "%llu", va_arg(*args, unsigned long long));
    }
    put_text(p, text);
    return at + length;
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
        put_sign(p, format, at++);
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

/* ---- blocks ---- */

void page_section(page *p, const char *id, const char *heading)
{
    if (p->sections.count) fputs("</section>\n", p->body);
    add_name(&p->sections, id);
    add_name(&p->headings, heading);
    fputs("<section class=\"s-", p->body); /* of which print shows some */
    page_put_id(id, p->body);
    fputs("\">\n", p->body);
    page_html(p, "<h2 id=\"%s\">%s</h2>\n", id, heading);
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
    page_html(p, "<pre>");
    grid_html_text(text, p->body);
    page_html(p, "</pre>\n");
}

void page_grid(page *p, const grid *g)
{
    assay_error err = { "" };
    page_html(p, "<div class=\"wide\" tabindex=\"0\">"); /* scrolls by keys where it is wider than the screen */
    const assay_status status = grid_print(g, GRID_HTML, 0, p->body, &err);
    if (status != ASSAY_OK) fail(p, status, err.text, "");
    page_html(p, "</div>\n");
}

/* A browser that runs scripts reads <noscript> as one text, which costs next to nothing; others read what is in it. */
void page_later_begin(page *p)
{
    if (p->later++) return;
    p->any_later = 1;
    page_html(p, "<noscript>");
}

void page_later_end(page *p)
{
    if (--p->later == 0) page_html(p, "</noscript>");
}

void page_details_begin(page *p, const char *id, const char *format, ...)
{
    va_list args;
    if (id) page_html(p, "<details id=\"%s\">", id);
    else page_html(p, "<details>");
    va_start(args, format);
    put_block(p, "<summary>", format, args, "</summary>\n");
    va_end(args);
    page_later_begin(p);
}

void page_details_end(page *p)
{
    page_later_end(p);
    page_html(p, "</details>\n");
}

/* A picture as an address of its own: what a reader of XML or of addresses takes for a sign is in hexadecimal. */
static void put_address(const char *svg, FILE *to)
{
    fputs("data:image/svg+xml,", to);
    for (const unsigned char *c = (const unsigned char *)svg; *c; c++) {
        if (*c == '\n' || *c == '\t') fputc(' ', to);
        else if (*c < ' ' || *c > '~' || strchr("\"%&'<>#", *c)) fprintf(to, "%%%02x", *c);
        else fputc(*c, to);
    }
}

void page_svg(page *p, const char *id, const char *seen, const char *caption, const char *svg)
{
    const char *root = strstr(svg, "<svg"), *width = root ? strstr(root, "width=\"") : NULL;
    if (!width) fail(p, ASSAY_EINPUT, "no picture to show: ", id);
    page_html(p, "<figure id=\"%s\"><div class=\"picture\"><img style=\"--width:%gpx\" alt=\"%s\" src=\"", id,
              width ? strtod(width + strlen("width=\""), NULL) : 0.0, seen);
    put_address(svg, p->body);
    page_html(p, "\"/></div>\n<figcaption>%s</figcaption></figure>\n", caption);
}

/* ---- writing ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Ids given twice, and links that lead to none. */
static assay_status check_names(const page *p, assay_error *err)
{
    char **sorted = needed(malloc((p->ids.count + 1) * sizeof *sorted));
    assay_status status = ASSAY_OK;
    if (p->ids.count) memcpy(sorted, p->ids.at, p->ids.count * sizeof *sorted);
    qsort(sorted, p->ids.count, sizeof *sorted, by_text);
    for (size_t k = 1; k < p->ids.count && status == ASSAY_OK; k++)
        if (strcmp(sorted[k - 1], sorted[k]) == 0)
            status = assay_fail(err, ASSAY_EINTERNAL, "the page has the id '%s' twice", sorted[k]);
    for (size_t k = 0; k < p->links.count && status == ASSAY_OK; k++)
        if (!bsearch(&p->links.at[k], sorted, p->ids.count, sizeof *sorted, by_text))
            status = assay_fail(err, ASSAY_EINTERNAL, "a link of the page leads to '%s', which is not "
                                                      "there", p->links.at[k]);
    free(sorted);
    return status;
}

static void put_head(const page *p, FILE *to)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>", to);
    grid_html_text(p->title, to);
    fprintf(to, "</title>\n<style>\n%s</style>\n</head>\n<body%s>\n", page_style,
            p->print_all ? " class=\"full\"" : "");
    fputs("<a class=\"skip\" href=\"#main\">To the contents</a>\n<header>\n<h1>", to);
    grid_html_text(p->title, to);
    fputs("</h1>\n", to);
    if (p->subtitle[0]) {
        fputs("<p class=\"subtitle\">", to);
        grid_html_text(p->subtitle, to);
        fputs("</p>\n", to);
    }
    fputs("</header>\n", to);
}

static void put_contents(const page *p, FILE *to)
{
    if (!p->sections.count) return;
    fputs("<nav aria-label=\"Contents\">\n<ol>\n", to);
    for (size_t k = 0; k < p->sections.count; k++) {
        fputs("<li><a href=\"#", to);
        page_put_id(p->sections.at[k], to);
        fputs("\">", to);
        grid_html_text(p->headings.at[k], to);
        fputs("</a></li>\n", to);
    }
    fputs("</ol>\n</nav>\n", to);
}

/* A server may forbid scripts in the page to a browser that runs scripts: then nobody makes what is kept for later. */
static void put_stuck(const page *p, FILE *to)
{
    if (!p->any_later) return;
    fputs("<script>document.documentElement.className = 'scripted';</script>\n"
          "<noscript><style>.stuck{display:none}</style></noscript>\n"
          "<p class=\"banner stuck\">Where this page comes from scripts in pages are forbidden, and cards and charts "
          "stay empty: save the page and open the file.</p>\n",
          to);
}

assay_status page_write(const page *p, FILE *to, assay_error *err)
{
    if (p->status != ASSAY_OK) return assay_fail(err, p->status, "%s", p->wrong);
    if (p->depth) return assay_fail(err, ASSAY_EINTERNAL, "the page ends inside <%s>", p->open[p->depth - 1]);
    if (fflush(p->body) || ferror(p->body)) needed(NULL);
    ASSAY_TRY(check_names(p, err));
    errno = 0;
    put_head(p, to);
    put_stuck(p, to);
    put_contents(p, to);
    fputs("<main id=\"main\">\n", to);
    fwrite(p->text, 1, p->size, to);
    if (p->sections.count) fputs("</section>\n", to);
    fputs("</main>\n", to);
    if (!p->scripted) put_script(to);
    fputs("</body>\n</html>\n", to);
    if (ferror(to) || fflush(to))
        return assay_fail(err, ASSAY_EENVIRONMENT, "the page could not be written: %s", strerror(errno));
    return ASSAY_OK;
}
