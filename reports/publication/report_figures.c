/* The figures of a report, which gnuplot draws: files next to the page, some of them in it. */
#include "confine.h"
#include "needed.h"
#include "report_parts.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HEAVY = 350000 }; /* bytes of a picture that is shown on demand */

void report_figure_files(page *p, const char *name)
{
    static const char *const kinds[] = { "pdf", "svg", "gp", "dat" };
    page_html(p, "<p class=\"files\">%s: ", name);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        page_html(p, "<a href=\"figures/%s.%s\">%s</a> ", name, kinds[k], kinds[k]);
    page_html(p, "</p>\n");
}

static assay_status report_figure(report *r, const figure_entry *entry, assay_error *err)
{
    const char *path = phrase("%s/%s.svg", r->figures, entry->name);
    size_t size;
    char *svg = figure_read(path, &size);
    if (!svg) return assay_fail(err, ASSAY_EENVIRONMENT, "%s cannot be read: %s", path, strerror(errno));
    const int heavy = strlen(svg) > HEAVY;
    if (heavy) page_details_begin(r->p, NULL, "%s, a big figure", entry->title);
    page_svg(r->p, phrase("figure-%s", entry->name), svg);
    report_figure_files(r->p, entry->name);
    if (heavy) page_details_end(r->p);
    free(svg);
    return ASSAY_OK;
}

/* The figures of a scenario, from *begin to *end. They follow each other, in the order of the scenarios: *end is where
 * those of the scenario before ended. */
static void next_figures(const figures *drawn, const char *scenario, size_t *begin, size_t *end)
{
    for (*begin = *end; *end < drawn->count && strcmp(drawn->at[*end].scenario, scenario) == 0;) ++*end;
}

/* Groups of models are no scenario: nothing that is true of them is known. */
static int is_of_models(const report *r, const sheet *s)
{
    for (size_t k = 0; k < r->grouped.count; k++)
        if (s->curve[0] == &r->grouped.at[k]) return 1;
    return 0;
}

static int any_figure(const sheets *order)
{
    for (size_t k = 0; k < order->count; k++)
        if (!figure_is_too_long(&order->at[k])) return 1;
    return 0;
}

assay_status report_figures(report *r, assay_error *err)
{
    char program[UNFINISHED_PATH];
    r->draws = r->rows.count && confine_find("gnuplot", program, sizeof program);
    if (r->rows.count && !r->draws) {
        static const char without[] = "Without figures: gnuplot is not installed. apt-get install gnuplot-nox";
        terminal_say("%s\n", without);
        page_html(r->p, "<p class=\"banner\">%s</p>\n", without);
    }
    if (!r->draws || !any_figure(&r->order)) return ASSAY_OK;
    const assay_status status = figures_draw(&r->rows, r->figures, FIGURE_PDF | FIGURE_SVG, &r->drawn, err);
    if (status == ASSAY_OK && r->drawn.warnings[0]) terminal_say("gnuplot: %s\n", r->drawn.warnings);
    return status;
}

assay_status report_groups(report *r, assay_error *err)
{
    for (size_t k = 0, begin = 0, end = 0; k < r->order.count; k++) {
        const sheet *of = &r->order.at[k];
        if (!sheets_is_first(&r->order, k)) continue;
        next_figures(&r->drawn, of->scenario, &begin, &end);
        if (!is_of_models(r, of)) continue;
        page_html(r->p, "<h3 id=\"curves.%s\">%s</h3>\n", of->scenario, of->title);
        while (begin < end) ASSAY_TRY(report_figure(r, &r->drawn.at[begin++], err));
    }
    return ASSAY_OK;
}

/* A line a scenario: its figures, or why there is none. */
static void put_list(report *r)
{
    page_details_begin(r->p, "figures", "%s", "The figures of every scenario, all metrics: PDF, SVG, gnuplot, numbers");
    for (size_t k = 0, begin = 0, end = 0; k < r->order.count; k++) {
        const sheet *of = &r->order.at[k];
        if (!sheets_is_first(&r->order, k)) continue;
        next_figures(&r->drawn, of->scenario, &begin, &end);
        if (is_of_models(r, of)) continue;
        page_html(r->p, "<p class=\"scenario\"><code>%s</code>: %s", of->scenario, of->title);
        if (begin == end && figure_is_too_long(of))
            page_text(r->p, ": no figure, as %zu points are too many for one; `tables/scores.csv` has all",
                      of->n_points);
        else if (begin == end) page_text(r->p, ": no figure, as no score within bounds is defined here");
        page_html(r->p, "</p>\n");
        while (begin < end) report_figure_files(r->p, r->drawn.at[begin++].name);
    }
    page_details_end(r->p);
}

/* The outputs of what is shown first, those that lead before the others, as many as an eye distinguishes. */
enum { CURVES = 8, METRICS = 5 };
static size_t choose(const report *r, const evidence_series *to[CURVES])
{
    size_t n = 0;
    for (size_t m = 0; m < r->front.n && n < METRICS; m++)
        for (size_t k = 0; k < r->all.count && n < CURVES; k++) {
            const evidence_series *s = &r->all.at[k];
            const int shown = evidence_shows(&r->all, s, r->filter.metrics) && page_is_first(&r->front, s);
            if (shown && strcmp(s->metric, r->front.metric[m]) == 0 && series_is_fraction(s) && s->measures & 7)
                to[n++] = s;
        }
    return n;
}

assay_status report_fails(report *r, assay_error *err)
{
    const evidence_series *chosen[CURVES];
    figures drawn = { 0 };
    if (!r->draws) return ASSAY_OK;
    page_section(r->p, "curves", "Where each fails");
    const size_t n = choose(r, chosen);
    if (n) ASSAY_TRY(figures_side_by_side(&r->rows, chosen, n, r->figures, FIGURE_PDF | FIGURE_SVG, &drawn, err));
    for (size_t k = 0; k < drawn.count; k++) ASSAY_TRY(report_figure(r, &drawn.at[k], err));
    put_list(r);
    return ASSAY_OK;
}

assay_status report_sheets(report *r, assay_error *err)
{
    figures drawn = { 0 };
    if (!r->draws) return ASSAY_OK;
    page_html(r->p, "<h3 id=\"sheet\">Its scores compared with a perfect metric's</h3>\n");
    page_paragraph(r->p, "A panel for each scenario. The grey line is what a perfect metric would score, where that is "
                         "known; a grey word says which way its scores would go, where only their order is.");
    ASSAY_TRY(figures_sheets(&r->rows, r->subject, r->figures, FIGURE_PDF | FIGURE_SVG, &drawn, err));
    for (size_t k = 0; k < drawn.count; k++) ASSAY_TRY(report_figure(r, &drawn.at[k], err));
    return ASSAY_OK;
}
