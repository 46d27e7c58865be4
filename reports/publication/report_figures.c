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

static assay_status report_figure(const report_place *to, const figure_entry *entry, assay_error *err)
{
    const char *path = phrase("%s/%s.svg", to->figures, entry->name);
    size_t size;
    OWNED char *svg = figure_read(path, &size);
    if (!svg) return assay_fail(err, ASSAY_EENVIRONMENT, "%s cannot be read: %s", path, strerror(errno));
    const int heavy = strlen(svg) > HEAVY;
    if (heavy) page_details_begin(to->p, NULL, "%s, a big figure", entry->title);
    page_svg(to->p, phrase("figure-%s", entry->name), svg);
    report_figure_files(to->p, entry->name);
    if (heavy) page_details_end(to->p);
    return ASSAY_OK;
}

/* The figures of a scenario, from *begin to *end. They follow each other, in the order of the scenarios: *end is where
 * those of the scenario before ended. */
static void next_figures(const figures *drawn, const char *scenario, size_t *begin, size_t *end)
{
    for (*begin = *end; *end < drawn->count && strcmp(drawn->at[*end].scenario, scenario) == 0;) ++*end;
}

/* Groups of models are no scenario: nothing that is true of them is known. */
static int is_of_models(const report_drawn *of, const sheet *s)
{
    for (size_t k = 0; k < of->grouped.count; k++)
        if (s->curve[0] == &of->grouped.at[k]) return 1;
    return 0;
}

static int any_figure(const sheets *order)
{
    for (size_t k = 0; k < order->count; k++)
        if (!figure_is_too_long(&order->at[k])) return 1;
    return 0;
}

assay_status report_draw(report_drawn *of, report_place *to, assay_error *err)
{
    char program[UNFINISHED_PATH];
    to->draws = of->rows.count && confine_find("gnuplot", program, sizeof program);
    if (of->rows.count && !to->draws) {
        static const char without[] = "Without figures: gnuplot is not installed. apt-get install gnuplot-nox";
        terminal_say("%s\n", without);
        page_html(to->p, "<p class=\"banner\">%s</p>\n", without);
    }
    if (!to->draws || !any_figure(&of->order)) return ASSAY_OK;
    const assay_status status = figures_draw(&of->rows, to->figures, FIGURE_PDF | FIGURE_SVG, &of->figures, err);
    if (status == ASSAY_OK && of->figures.warnings[0]) terminal_say("gnuplot: %s\n", of->figures.warnings);
    return status;
}

assay_status report_groups(const report_drawn *of, const report_place *to, assay_error *err)
{
    for (size_t k = 0, begin = 0, end = 0; k < of->order.count; k++) {
        const sheet *s = &of->order.at[k];
        if (!sheets_is_first(&of->order, k)) continue;
        next_figures(&of->figures, s->scenario, &begin, &end);
        if (!is_of_models(of, s)) continue;
        page_html(to->p, "<h3 id=\"curves.%s\">%s</h3>\n", s->scenario, s->title);
        while (begin < end) ASSAY_TRY(report_figure(to, &of->figures.at[begin++], err));
    }
    return ASSAY_OK;
}

/* A line a scenario: its figures, or why there is none. */
static void put_list(const report_drawn *of, const report_place *to)
{
    page_details_begin(to->p, "figures", "%s",
                       "The figures of every scenario, all metrics: PDF, SVG, gnuplot, numbers");
    for (size_t k = 0, begin = 0, end = 0; k < of->order.count; k++) {
        const sheet *s = &of->order.at[k];
        if (!sheets_is_first(&of->order, k)) continue;
        next_figures(&of->figures, s->scenario, &begin, &end);
        if (is_of_models(of, s)) continue;
        page_html(to->p, "<p class=\"scenario\"><code>%s</code>: %s", s->scenario, s->title);
        if (begin == end && figure_is_too_long(s))
            page_text(to->p, ": no figure, as %zu points are too many for one; `tables/scores.csv` has all",
                      s->n_points);
        else if (begin == end) page_text(to->p, ": no figure, as no score within bounds is defined here");
        page_html(to->p, "</p>\n");
        while (begin < end) report_figure_files(to->p, of->figures.at[begin++].name);
    }
    page_details_end(to->p);
}

/* The outputs of what is shown first, those that lead before the others, as many as an eye distinguishes. */
enum { CURVES = 8, METRICS = 5 };
static size_t choose(const report_view *of, const evidence_series *to[CURVES])
{
    size_t n = 0;
    for (size_t m = 0; m < of->front.n && n < METRICS; m++)
        for (size_t k = 0; k < of->all.count && n < CURVES; k++) {
            const evidence_series *s = &of->all.at[k];
            const int shown = evidence_shows(&of->all, s, of->metrics) && page_is_first(&of->front, s);
            if (shown && strcmp(s->metric, of->front.metric[m]) == 0 && series_is_fraction(s) && s->measures & 7)
                to[n++] = s;
        }
    return n;
}

assay_status report_fails(const report_view *of, const report_drawn *from, const report_place *to, assay_error *err)
{
    const evidence_series *chosen[CURVES];
    figures drawn = { 0 };
    if (!to->draws) return ASSAY_OK;
    page_section(to->p, "curves", "Where each fails");
    const size_t n = choose(of, chosen);
    if (n) ASSAY_TRY(figures_side_by_side(&from->rows, chosen, n, to->figures, FIGURE_PDF | FIGURE_SVG, &drawn, err));
    for (size_t k = 0; k < drawn.count; k++) ASSAY_TRY(report_figure(to, &drawn.at[k], err));
    put_list(from, to);
    return ASSAY_OK;
}

assay_status report_sheets(const score_rows *rows, const char *subject, const report_place *to, assay_error *err)
{
    figures drawn = { 0 };
    if (!to->draws) return ASSAY_OK;
    page_html(to->p, "<h3 id=\"sheet\">Its scores compared with a perfect metric's</h3>\n");
    page_paragraph(to->p,
                   "A panel for each scenario. The grey line is what a perfect metric would score, where that is "
                   "known; a grey word says which way its scores would go, where only their order is.");
    ASSAY_TRY(figures_sheets(rows, subject, to->figures, FIGURE_PDF | FIGURE_SVG, &drawn, err));
    for (size_t k = 0; k < drawn.count; k++) ASSAY_TRY(report_figure(to, &drawn.at[k], err));
    return ASSAY_OK;
}
