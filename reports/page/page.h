/*
 * page.h -- one HTML page that needs nothing else: no network, no other file, no script to be read.
 *
 *     page *p = page_new("Scores");
 *     page_section(p, "scores", "Scores by scenario");
 *     page_paragraph(p, "Run `assay run quick` first.");
 *     page_grid(p, g);
 *     status = page_write(p, to, err);
 *     page_free(p);
 *
 * Every text is escaped here and nowhere else. What is put into an id is any text: what an id may not hold is written
 * as "_40", the byte in hexadecimal, so that different texts are different ids, and in a link "#text" the same way.
 * That elements are closed, ids are given once and links lead somewhere is tested (tests/cli/test_report.sh). The page
 * is HTML in the syntax that is XML too, UTF-8, and a function of what it is given alone: no date, no path, no random
 * name.
 */
#pragma once

#include "grid.h"

typedef struct page page; /* page.html with what it is filled with; page.css, page.js */

page *page_new(const char *title);
void page_free(page *p);

/* Print shows everything, not the first sections alone. */
void page_print_all(page *p);

void page_section(page *p, const char *id, const char *heading);          /* a heading, and an entry of the contents */
void page_paragraph(page *p, const char *format, ...) ASSAY_PRINTF(2, 3); /* `between these` is code */
void page_note(page *p, const char *format, ...) ASSAY_PRINTF(2, 3);      /* the same in small letters */
void page_code(page *p, const char *text);                                /* lines as they are */
void page_grid(page *p, const grid *g); /* scrolls by itself where it is too wide for the window; NULL: nothing */

/* A block that is shown on demand, and always on paper. */
void page_details_begin(page *p, const char *id, const char *format, ...) ASSAY_PRINTF(3, 4); /* id NULL for none */
void page_details_end(page *p);

/* An SVG with a width, which says itself what is seen on it (figures.h), made part of the page. */
void page_svg(page *p, const char *id, const char *svg);

/* Markup with arguments, which are escaped: %s is text, `between these` code where it stands outside a tag; %.2f a
 * number as a reader sees it, of one digit's decimals or %.*f; %zu, %llu, %d and %g as they are. An element may be
 * opened by one call and closed by another: "<p class=\"note\">%s", "</p>\n"; so may a tag. */
void page_html(page *p, const char *format, ...) ASSAY_PRINTF(2, 3);
void page_text(page *p, const char *format, ...) ASSAY_PRINTF(2, 3); /* no markup; `between these` is code */

assay_status page_write(const page *p, FILE *to, assay_error *err);
