/* The curves of a report: charts in the page, gnuplot's figures as files next to it. */
#include "page_parts.h"
#include "report_parts.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 1024 };
enum { HEAVY = 200000 }; /* bytes of a picture that is shown on demand */

static void put_files(page *p, const char *name)
{
    static const char *const kinds[] = { "pdf", "svg", "png", "gp", "dat" };
    page_html(p, "<p class=\"files\">%s: ", name);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        page_html(p, "<a href=\"figures/%s.%s\">%s</a> ", name, kinds[k], kinds[k]);
    page_html(p, "</p>\n");
}

assay_status report_figure(report *r, const figure_entry *entry, assay_error *err)
{
    char id[NAME], path[UNFINISHED_PATH + NAME];
    size_t size;
    snprintf(path, sizeof path, "%s/%s.svg", r->figures, entry->name);
    char *svg = figure_read(path, &size);
    if (!svg) return assay_fail(err, ASSAY_EENVIRONMENT, "%s cannot be read: %s", path, strerror(errno));
    snprintf(id, sizeof id, "figure/%s", entry->name);
    const int heavy = strlen(svg) > HEAVY;
    if (heavy) page_details_begin(r->p, NULL, "%s, a big figure", entry->title);
    page_svg(r->p, id, entry->seen, entry->caption, svg);
    put_files(r->p, entry->name);
    if (heavy) page_details_end(r->p);
    free(svg);
    return ASSAY_OK;
}

static void put_index(report *r)
{
    page_html(r->p, "<p class=\"files\">");
    for (size_t k = 0; k < r->order.count; k++) {
        const sheet *s = &r->order.at[k];
        if (sheets_is_first(&r->order, k))
            page_html(r->p, "<a href=\"#curves/%s\" title=\"%s\">%s</a> ", s->scenario, s->title, s->scenario);
    }
    page_html(r->p, "</p>\n");
}

/* The figures of a scenario, from *begin to *end. They follow each other, in the order of the scenarios: *end is where
 * those of the scenario before ended. */
static void next_figures(const figures *drawn, const char *scenario, size_t *begin, size_t *end)
{
    for (*begin = *end; *end < drawn->count && strcmp(drawn->at[*end].scenario, scenario) == 0;) ++*end;
}

/* Links to the files of a scenario's figures. */
static void put_scenario_files(report *r, size_t first, const figure_entry *drawn, size_t count)
{
    const sheet *of = &r->order.at[first];
    if (!count && figure_is_too_long(of)) {
        page_note(r->p, "No figure for papers: %zu points are too many for one; `tables/scores.csv` has all.",
                  of->n_points);
        return;
    }
    if (!count) {
        page_note(r->p, "No figure for papers: no score within bounds is defined here.");
        return;
    }
    page_details_begin(r->p, NULL, "For papers: %zu figure%s as PDF, SVG and PNG", count, count == 1 ? "" : "s");
    for (size_t k = 0; k < count; k++) put_files(r->p, drawn[k].name);
    page_details_end(r->p);
}

/* "δ=0.25, n=2000", where the scenario has other sheets; what stands next to an option's values. */
static void put_sheet_name(page *p, const sheet *s, const sheet *first)
{
    char fixed[NAME];
    settings_text(&s->fixed, fixed, sizeof fixed);
    const int unchanged = first->along == SHEET_OPTION && s->along == SHEET_POINTS;
    const int other = s != first && s->along == SHEET_OPTION;
    if (!fixed[0] && !s->several_samples && !unchanged && !other) return;
    page_html(p, "<p class=\"sheet-name\">");
    if (unchanged) page_text(p, "%s", "scores at one value of their options");
    if (other) page_text(p, "by %s", s->symbol);
    page_text(p, "%s", fixed);
    if (s->several_samples) page_text(p, "%s%llu samples", fixed[0] ? ", " : "", (unsigned long long)s->samples);
    page_html(p, "</p>\n");
}

/* Groups of models are pictures: the page's charts lead to the cards of verdicts, which models have none of. */
static int is_of_models(const report *r, const sheet *s)
{
    for (size_t k = 0; k < r->grouped.count; k++)
        if (s->curve[0] == &r->grouped.at[k]) return 1;
    return 0;
}

static assay_status put_groups(report *r, const sheet *of, const figure_entry *drawn, size_t count, assay_error *err)
{
    assay_status status = ASSAY_OK;
    page_html(r->p, "<h3 id=\"curves/%s\">%s</h3>\n", of->scenario, of->title);
    for (size_t k = 0; k < count && status == ASSAY_OK; k++) status = report_figure(r, &drawn[k], err);
    return status;
}

/* Whether every score of a sheet is on the first of its scenario, where its colour is shown. */
static int is_told(const sheet *s, const sheet *first)
{
    for (size_t c = 0; c < s->n_curves; c++) {
        size_t k = 0;
        while (k < first->n_curves && first->curve[k] != s->curve[c]) k++;
        if (k == first->n_curves) return 0;
    }
    return 1;
}

/* The charts of one scenario: those of its first setting, the others on demand. */
static void put_scenario(report *r, size_t first, const figure_entry *drawn, size_t count)
{
    const sheet *of = &r->order.at[first];
    size_t shown = 0;
    page_html(r->p, "<h3 id=\"curves/%s\"><code>%s</code>: %s</h3>\n", of->scenario, of->scenario, of->title);
    for (size_t k = first; k < r->order.count && (k == first || !sheets_is_first(&r->order, k)); k++) {
        if (shown && !page_has_charts(&r->order.at[k])) continue;
        if (shown++ == 1) page_details_begin(r->p, NULL, "more of `%s`, in the colours of the first", of->scenario);
        put_sheet_name(r->p, &r->order.at[k], of);
        page_charts(r->p, &r->all, &r->order, k, shown > 1 && is_told(&r->order.at[k], of));
    }
    if (shown > 1) page_details_end(r->p);
    put_scenario_files(r, first, drawn, count);
}

static int any_figure(const sheets *order)
{
    for (size_t k = 0; k < order->count; k++)
        if (!figure_is_too_long(&order->at[k])) return 1;
    return 0;
}

assay_status report_curves(report *r, assay_error *err)
{
    figures drawn = { 0 };
    assay_status status = ASSAY_OK;
    page_section(r->p, "curves", r->has_truth ? "Scores along each scenario" : "Scores of the groups");
    if (r->has_truth)
        page_paragraph(r->p,
                       "Lines are means over seeds, bars, where there are several, the 95 %% intervals of these; wide "
                       "and grey, where it is known, what a perfect metric would score. A panel for each claim: only "
                       "what claims the same is held "
                       "against the same truth. Point at a curve to read it and to see its metric in every figure.");
    put_index(r);
    if (any_figure(&r->order))
        status = figures_draw(&r->rows, r->figures, FIGURE_PDF | FIGURE_SVG | FIGURE_PNG, &drawn, err);
    if (status == ASSAY_OK && drawn.warnings[0]) terminal_say("gnuplot: %s\n", drawn.warnings);
    for (size_t k = 0, begin = 0, end = 0; k < r->order.count && status == ASSAY_OK; k++) {
        if (!sheets_is_first(&r->order, k)) continue;
        next_figures(&drawn, r->order.at[k].scenario, &begin, &end);
        const figure_entry *of = drawn.at + begin;
        if (is_of_models(r, &r->order.at[k])) status = put_groups(r, &r->order.at[k], of, end - begin, err);
        else put_scenario(r, k, of, end - begin);
    }
    figures_free(&drawn);
    return status;
}

assay_status report_sheets(report *r, assay_error *err)
{
    figures drawn = { 0 };
    page_section(r->p, "sheet", "Its scores compared with a perfect metric's");
    page_paragraph(r->p, "A panel for each scenario. The grey line is what a perfect metric would score, where that is "
                         "known; a grey word says which way its scores would go, where only their order is.");
    assay_status status =
        figures_sheets(&r->rows, r->subject, r->figures, FIGURE_PDF | FIGURE_SVG | FIGURE_PNG, &drawn, err);
    for (size_t k = 0; k < drawn.count && status == ASSAY_OK; k++) status = report_figure(r, &drawn.at[k], err);
    figures_free(&drawn);
    return status;
}
