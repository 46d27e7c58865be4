/* Pages: text goes to a buffer as it comes, ids and links are kept and compared when the page is written. */
#include "page_inside.h"

#include "embed.h"
#include "growing.h"
#include "wording.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

EMBED(page_style, "reports/page/page.css")
EMBED(page_script, "reports/page/page.js")

enum { DEPTH = 32 };

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
    const char *open[DEPTH];
    size_t depth;
    names attributes; /* name, value, ... of the next element */
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

static void add_name(page *p, names *to, const char *text)
{
    char **at = grown(to->at, sizeof *at, to->count, &to->room);
    if (at) to->at = at;
    if (at && (at[to->count] = strdup(text))) to->count++;
    else fail(p, ASSAY_ENOMEM, "memory ran out while making a page", "");
}

static void free_names(names *list)
{
    for (size_t k = 0; k < list->count; k++) free(list->at[k]);
    free(list->at);
    *list = (names){ 0 };
}

page *page_new(const char *title, const char *subtitle)
{
    page *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->title = strdup(title);
    p->subtitle = strdup(subtitle);
    p->body = open_memstream(&p->text, &p->size);
    if (p->title && p->subtitle && p->body) return p;
    page_free(p);
    return NULL;
}

void page_free(page *p)
{
    if (!p) return;
    if (p->body) fclose(p->body);
    free(p->text);
    free(p->title);
    free(p->subtitle);
    free_names(&p->ids);
    free_names(&p->links);
    free_names(&p->sections);
    free_names(&p->headings);
    free_names(&p->attributes);
    free(p);
}

FILE *page_body(page *p) { return p->body; }

void page_print_all(page *p)
{
    if (p) p->print_all = 1;
}

void page_fail(page *p, assay_status status)
{
    fail(p, status, status == ASSAY_ENOMEM ? "memory ran out while making a page" : "a page could not be made", "");
}

static void put_script(FILE *to) { fprintf(to, "<script>//<![CDATA[\n%s//]]>\n</script>\n", page_script); }

void page_script_here(page *p)
{
    if (!p || p->scripted) return;
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
    char *copy = strdup(text), *rest = copy;
    if (!copy) fail(p, ASSAY_ENOMEM, "memory ran out while making a page", "");
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
    char *text = wording_of(format, args);
    if (text) put_words(p, text);
    else fail(p, ASSAY_ENOMEM, "memory ran out while making a page", "");
    free(text);
}

/* ---- elements ---- */

void page_attribute(page *p, const char *name, const char *value)
{
    if (!p) return;
    add_name(p, &p->attributes, name);
    add_name(p, &p->attributes, value);
}

void page_open(page *p, const char *element, const char *class, const char *id)
{
    if (!p) return;
    if (p->depth == DEPTH) {
        fail(p, ASSAY_EINTERNAL, "elements are nested too deep at ", element);
        return;
    }
    p->open[p->depth++] = element;
    fprintf(p->body, "<%s", element);
    if (id) {
        fputs(" id=\"", p->body);
        page_put_id(id, p->body);
        fputc('"', p->body);
        add_name(p, &p->ids, id);
    }
    if (class) fprintf(p->body, " class=\"%s\"", class);
    for (size_t k = 0; k + 1 < p->attributes.count; k += 2) {
        fprintf(p->body, " %s=\"", p->attributes.at[k]);
        grid_html_text(p->attributes.at[k + 1], p->body);
        fputc('"', p->body);
    }
    free_names(&p->attributes);
    fputc('>', p->body);
}

/* Lines end where no space shows. */
static int ends_line(const char *element)
{
    static const char *const blocks[] = {
        "p",  "tr", "table", "thead", "tbody", "div", "details", "summary", "figure",
        "h2", "h3", "li",    "ul",    "dl",    "dd",  "pre",     "caption", "section"
    };
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        if (strcmp(element, blocks[k]) == 0) return 1;
    return 0;
}

void page_close(page *p)
{
    if (!p) return;
    if (!p->depth) {
        fail(p, ASSAY_EINTERNAL, "an element is closed that was not opened", "");
        return;
    }
    const char *element = p->open[--p->depth];
    fprintf(p->body, "</%s>%s", element, ends_line(element) ? "\n" : "");
}

void page_text(page *p, const char *format, ...)
{
    va_list args;
    if (!p) return;
    va_start(args, format);
    put_format(p, format, args);
    va_end(args);
}

void page_put(page *p, const char *element, const char *class, const char *format, ...)
{
    va_list args;
    if (!p) return;
    page_open(p, element, class, NULL);
    va_start(args, format);
    put_format(p, format, args);
    va_end(args);
    page_close(p);
}

void page_link(page *p, const char *to, const char *class, const char *hint, const char *format, ...)
{
    va_list args;
    if (!p) return;
    fputs("<a href=\"", p->body);
    if (to[0] == '#') {
        fputc('#', p->body);
        page_put_id(to + 1, p->body);
        add_name(p, &p->links, to + 1);
    } else {
        grid_html_text(to, p->body);
    }
    fputc('"', p->body);
    if (class) fprintf(p->body, " class=\"%s\"", class);
    if (hint) {
        fputs(" title=\"", p->body);
        grid_html_text(hint, p->body);
        fputc('"', p->body);
    }
    fputc('>', p->body);
    va_start(args, format);
    put_format(p, format, args);
    va_end(args);
    fputs("</a>", p->body);
}

/* ---- blocks ---- */

void page_section(page *p, const char *id, const char *heading)
{
    if (!p) return;
    if (p->sections.count) fputs("</section>\n", p->body);
    fputs("<section class=\"s-", p->body); /* of which print shows some */
    page_put_id(id, p->body);
    fputs("\">\n", p->body);
    add_name(p, &p->sections, id);
    add_name(p, &p->headings, heading);
    page_open(p, "h2", NULL, id);
    put_words(p, heading);
    page_close(p);
}

void page_heading(page *p, const char *id, const char *heading)
{
    if (!p) return;
    page_open(p, "h3", NULL, id);
    put_words(p, heading);
    page_close(p);
}

void page_paragraph(page *p, const char *format, ...)
{
    va_list args;
    if (!p) return;
    page_open(p, "p", NULL, NULL);
    va_start(args, format);
    put_format(p, format, args);
    va_end(args);
    page_close(p);
}

void page_note(page *p, const char *format, ...)
{
    va_list args;
    if (!p) return;
    page_open(p, "p", "note", NULL);
    va_start(args, format);
    put_format(p, format, args);
    va_end(args);
    page_close(p);
}

void page_code(page *p, const char *text)
{
    if (!p) return;
    page_open(p, "pre", NULL, NULL);
    grid_html_text(text, p->body);
    page_close(p);
}

void page_grid(page *p, const grid *g)
{
    assay_error err = { "" };
    if (!p) return;
    page_attribute(p, "tabindex", "0"); /* scrolls by keys where it is wider than the screen */
    page_open(p, "div", "wide", NULL);
    const assay_status status = grid_print(g, GRID_HTML, 0, p->body, &err);
    if (status != ASSAY_OK) fail(p, status, err.text, "");
    page_close(p);
}

/* A browser that runs scripts reads <noscript> as one text, which costs next to nothing; others read what is in it. */
void page_later_begin(page *p)
{
    if (!p || p->later++) return;
    p->any_later = 1;
    page_open(p, "noscript", NULL, NULL);
}

void page_later_end(page *p)
{
    if (p && --p->later == 0) page_close(p);
}

void page_details_begin(page *p, const char *id, const char *format, ...)
{
    va_list args;
    if (!p) return;
    page_open(p, "details", NULL, id);
    page_open(p, "summary", NULL, NULL);
    va_start(args, format);
    put_format(p, format, args);
    va_end(args);
    page_close(p);
    page_later_begin(p);
}

void page_details_end(page *p)
{
    page_later_end(p);
    page_close(p);
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
    if (!p) return;
    const char *root = strstr(svg, "<svg"), *width = root ? strstr(root, "width=\"") : NULL;
    if (!width) fail(p, ASSAY_EINPUT, "no picture to show: ", id);
    page_open(p, "figure", NULL, id);
    page_open(p, "div", "picture", NULL);
    fprintf(p->body, "<img style=\"--width:%gpx\" alt=\"", width ? strtod(width + strlen("width=\""), NULL) : 0.0);
    grid_html_text(seen, p->body);
    fputs("\" src=\"", p->body);
    put_address(svg, p->body);
    fputs("\"/>", p->body);
    page_close(p);
    page_open(p, "figcaption", NULL, NULL);
    put_words(p, caption);
    page_close(p);
    page_close(p);
}

/* ---- writing ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Ids given twice, and links that lead to none. */
static assay_status check_names(const page *p, assay_error *err)
{
    char **sorted = malloc((p->ids.count + 1) * sizeof *sorted);
    if (!sorted) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while making a page");
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
    fputs("</title>\n<style>\n", to);
    fputs(page_style, to);
    fputs("</style>\n</head>\n", to);
    fprintf(to, "<body%s>\n", p->print_all ? " class=\"full\"" : "");
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
    if (!p) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while making a page");
    if (p->status != ASSAY_OK) return assay_fail(err, p->status, "%s", p->wrong);
    if (p->depth) return assay_fail(err, ASSAY_EINTERNAL, "the page ends inside <%s>", p->open[p->depth - 1]);
    if (fflush(p->body) || ferror(p->body)) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while making a page");
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
