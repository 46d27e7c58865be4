/*
 * A card for each metric: what it computes, after whom, what it claims; its scores along every scenario next to a
 * perfect metric's; and the evidence behind its verdicts, a table for each score, a row for each property.
 */
#include "page_parts.h"

#include "reproduction.h"
#include "standing.h"

#include <string.h>

static int same_text(const verdict *a, const verdict *b)
{
    return strcmp(a->text ? a->text : "", b->text ? b->text : "") == 0;
}

void page_verdict_link(page *p, const verdict *v, const char *class, const char *hint, const char *text)
{
    const evidence_series *s = v->series;
    page_html(p, "<a href=\"#v/%s/%s/%s/%s\"", s->metric, s->preset, s->output, property_at(v->property)->id);
    if (class[0]) page_html(p, " class=\"%s\"", class);
    if (hint) page_html(p, " title=\"%s\"", hint);
    page_html(p, ">%s</a>", text);
}

/* Where such a link leads. */
static void verdict_id(const verdict *v, char *to, size_t size)
{
    const evidence_series *s = v->series;
    snprintf(to, size, "v/%s/%s/%s/%s", s->metric, s->preset, s->output, property_at(v->property)->id);
}

/* "0.912 [0.905, 0.919]", "wanted: at least 0.9", "10 seeds, 1000 samples" */
static void put_numbers(page *p, const verdict *v, const verdict *common)
{
    char basis[96], sizes[512];
    page_html(p, "<td>");
    if (v->n_comparisons) {
        const comparison *c = &v->comparison[v->deciding];
        char wanted[96];
        const int decimals = comparison_decimals(c, 3);
        comparison_wanted(c, wanted, sizeof wanted);
        page_html(p, "%.*f", decimals, c->value);
        if (!isnan(c->low)) page_html(p, " [%.*f, %.*f]", decimals, c->low, decimals, c->high);
        page_html(p, "<small>wanted: %s</small>", wanted);
    }
    verdict_basis(v, basis, sizeof basis);
    verdict_sizes_text(v, sizes, sizeof sizes);
    if (page_rests_alike(v, common)) basis[0] = '\0'; /* said above the cards */
    if (basis[0] || sizes[0]) page_html(p, "<small>%s%s%s</small>", basis, basis[0] && sizes[0] ? "; " : "", sizes);
    page_html(p, "</td>");
}

/* Links to the curves of the scenarios that the deciding comparison looks at. */
static void put_figures(page *p, const verdict *v)
{
    const char *before = NULL;
    for (size_t e = 0; v->n_comparisons && e < 2; e++) {
        const evidence_point *at = v->comparison[v->deciding].at[e];
        if (!at || (before && strcmp(before, at->scenario) == 0)) continue;
        page_html(p, "<div><a href=\"#curves/%s\">curves: %s</a></div>\n", at->scenario, at->scenario);
        before = at->scenario;
    }
}

static void put_row(page *p, const verdict *v, const verdict *common)
{
    const property *asked = property_at(v->property);
    const paper_entry *published = published_mark(v->series, asked->id);
    char id[2048];
    verdict_id(v, id, sizeof id);
    page_html(p,
              "<tr id=\"%s\"><th scope=\"row\"><span class=\"%s\">%s</span><a href=\"#property/%s\">%s</a></th>"
              "<td>%s</td>",
              id, page_mark_class(v->outcome), verdict_symbol(v->outcome), asked->id, asked->title,
              v->text ? v->text : "");
    put_numbers(p, v, common);
    page_html(p, "<td>");
    if (published) page_html(p, "<div>published: %s</div>\n", published_marks[published->mark]);
    put_figures(p, v);
    page_html(p, "</td></tr>\n");
}

/* Properties that ask nothing of this score, or were not run, with why: "calibrated, rotation (no scenario ...)". */
static void put_others(page *p, const verdict *of, int outcome, const char *heading)
{
    const size_t n = property_count();
    int any = 0;
    for (size_t k = 0; k < n; k++) {
        size_t earlier = 0, same = 0;
        if (of[k].outcome != outcome) continue;
        while (earlier < k && (of[earlier].outcome != outcome || !same_text(&of[earlier], &of[k]))) earlier++;
        if (earlier < k) continue;
        if (!any++) page_html(p, "<p class=\"note\">");
        page_text(p, "%s", any == 1 ? heading : "; ");
        for (size_t j = k; j < n; j++)
            if (of[j].outcome == outcome && same_text(&of[j], &of[k]))
                page_text(p, "%s%s", same++ ? ", " : "", property_at(j)->title);
        if (of[k].text && of[k].text[0]) page_text(p, " (%s)", of[k].text);
    }
    if (any) page_html(p, ".</p>\n");
}

static int is_row(const verdict *v) { return v->outcome != VERDICT_NOT_CLAIMED && v->outcome != VERDICT_NOT_RUN; }

static void put_table(page *p, const verdict *of, const verdict *common)
{
    static const char *const columns[] = { "property", "what was found", "what decides", "see also" };
    page_html(p, "<table class=\"evidence\"><thead>\n<tr>");
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) page_html(p, "<th scope=\"col\">%s</th>", columns[c]);
    page_html(p, "</tr>\n</thead>\n<tbody>");
    for (size_t k = 0; k < property_count(); k++)
        if (is_row(&of[k])) put_row(p, &of[k], common);
    page_html(p, "</tbody>\n</table>\n");
}

static void put_series(page *p, const verdict *of, const verdict *common)
{
    char name[256], id[2048];
    size_t rows = 0;
    series_text(of[0].series, name, sizeof name);
    page_html(p, "<h4>%s</h4>", name);
    for (size_t k = 0; k < property_count(); k++) rows += (size_t)is_row(&of[k]);
    if (rows) put_table(p, of, common);
    for (size_t k = 0; k < property_count(); k++) /* links of the table lead here */
        if (of[k].outcome == VERDICT_NOT_RUN) {
            verdict_id(&of[k], id, sizeof id);
            page_html(p, "<span id=\"%s\"></span>", id);
        }
    put_others(p, of, VERDICT_NOT_RUN, "Not run: ");
    put_others(p, of, VERDICT_NOT_CLAIMED, "Not claimed: ");
}

static void put_output(page *p, const evidence_series *s)
{
    char name[256];
    series_text(s, name, sizeof name);
    page_text(p, "%s claims %s", name, s->measures & 7 ? claims_text(s->measures) : "no property");
    if (isfinite(s->low) && isfinite(s->high))
        page_html(p, ", from %.*f to %.*f", s->low == floor(s->low) ? 0 : 2, s->low, s->high == floor(s->high) ? 0 : 2,
                  s->high);
    else page_html(p, ", without bound");
}

static void put_head(page *p, const verdict *of, size_t n)
{
    const size_t each = property_count();
    const evidence_series *s = of[0].series;
    const assay_metric *metric = assay_metric_find(s->metric);
    if (metric) {
        page_paragraph(p, "%s", metric->formula);
        page_note(p, "Source: %s", metric->source);
    } else {
        page_paragraph(p, "A metric from outside this program, which knows its scores alone.");
    }
    page_html(p, "<p class=\"note\">");
    for (size_t k = 0; k < n; k += each) {
        page_text(p, "%s", k ? "; " : "Scores: ");
        put_output(p, of[k].series);
    }
    page_html(p, ". Claims: modularity M, compactness C, explicitness E.</p>\n");
}

/* What a preset does differently from the definition. */
static void put_preset(page *p, const evidence_series *s)
{
    const assay_metric *metric = assay_metric_find(s->metric);
    const assay_preset *preset = metric ? preset_find(metric, s->variant->name.preset) : NULL;
    char name[256];
    if (!preset || (preset == metric->presets && !preset->defects)) return;
    variant_text(s, name, sizeof name);
    page_note(p, "`%s`, after %s%s%s", name, preset->source, preset->defects ? ". Differs from the definition: " : "",
              preset->defects ? preset->defects : "");
}

/* The failure that is furthest from what was wanted, in one line. */
static void put_against(page *p, const verdict *of, size_t n)
{
    const verdict *worst = verdicts_worst(of, n);
    char name[256];
    if (!worst) return;
    series_text(worst->series, name, sizeof name);
    page_html(p,
              "<p class=\"against\"><span class=\"%s\">%s</span> Strongest evidence against it (%s, "
              "<code>%s</code>): %s</p>\n",
              page_mark_class(VERDICT_FAIL), verdict_symbol(VERDICT_FAIL), name, property_at(worst->property)->id,
              worst->text ? worst->text : "");
}

/* Small charts: once for a variant's fractions, once for each score that is none. */
static void put_charts(page *p, const verdict *of, size_t n, const evidence *all, const sheets *order)
{
    const size_t each = property_count();
    for (size_t k = 0; k < n; k += each) {
        const evidence_series *s = of[k].series;
        size_t earlier = 0;
        char name[256];
        while (earlier < k && !page_same_charts(of[earlier].series, s)) earlier += each;
        if (earlier < k) continue;
        variant_text(s, name, sizeof name);
        put_preset(p, s);
        page_card_charts(p, all, order, s, series_is_fraction(s) ? name : s->output);
    }
}

/* What the cards are of. */
typedef struct study {
    const verdict *common; /* what most verdicts rest on */
    const evidence *scores;
    const sheets *order;
} study;

static void put_card(page *p, const verdict *of, size_t n, const study *from)
{
    page_html(p, "<details id=\"evidence/%s\" class=\"card\"><summary>%s<span class=\"soft\"> · %s</span></summary>\n",
              of->series->metric, of->series->metric, of->series->title);
    page_later_begin(p);
    put_head(p, of, n);
    put_against(p, of, n);
    put_charts(p, of, n, from->scores, from->order);
    for (size_t k = 0; k < n; k += property_count()) put_series(p, &of[k], from->common);
    page_details_end(p);
}

void page_cards(page *p, const verdicts *all, const evidence *scores, const sheets *order)
{
    const size_t n = property_count();
    const study from = { page_common_basis(all), scores, order };
    char basis[96];
    page_section(p, "evidence", "A card for each metric, with the evidence");
    page_paragraph(p, "What it computes, its scores along every scenario (grey, where it is known: a perfect metric), "
                      "and each verdict: what was found in a sentence; where scores decide, the comparison that "
                      "decides or is nearest to its threshold, as its mean over seeds with its interval, and what "
                      "was wanted of it; and, where Boilard 2022, table 3.2 gives this metric a verdict for this "
                      "property, that verdict. `tables/comparisons.csv` has all comparisons.");
    if (from.common) {
        verdict_basis(from.common, basis, sizeof basis);
        page_note(p, "A verdict rests on %s, unless it says otherwise or no scores decide it.", basis);
    }
    for (size_t first = 0, end; first < all->count; first = end) {
        for (end = first + n; end < all->count; end += n)
            if (strcmp(all->at[end].series->metric, all->at[first].series->metric) != 0) break;
        put_card(p, &all->at[first], end - first, &from);
    }
}
