/* The evidence behind the verdicts: a block for each metric, a table for each of its scores, a row for each property.
 * */
#include "page_parts.h"

#include "published_verdicts.h"
#include "property_table.h"

#include <math.h>
#include <string.h>

/* "0.912 [0.905, 0.919]", "wanted: at least 0.9", "10 seeds, 1000 samples" */
static void put_numbers(page *p, const verdict *v)
{
    char basis[96], sizes[512];
    page_open(p, "td", "numbers", NULL);
    if (v->n_comparisons) {
        const comparison *c = &v->comparison[v->deciding];
        char value[64], low[64], high[64], wanted[96];
        comparison_wanted(c, wanted, sizeof wanted);
        page_text(p, "%s", page_number(c->value, 3, value, sizeof value));
        if (!isnan(c->low))
            page_text(p, " [%s, %s]", page_number(c->low, 3, low, sizeof low),
                      page_number(c->high, 3, high, sizeof high));
        page_put(p, "div", "soft", "wanted: %s", wanted);
    }
    verdict_basis(v, basis, sizeof basis);
    verdict_sizes_text(v, sizes, sizeof sizes);
    if (basis[0]) page_put(p, "div", "soft", "%s%s%s", basis, sizes[0] ? "; " : "", sizes);
    page_close(p);
}

/* Links to the curves of the scenarios that the deciding comparison looks at. */
static void put_figures(page *p, const verdict *v)
{
    const char *before = NULL;
    for (size_t e = 0; v->n_comparisons && e < 2; e++) {
        const evidence_point *at = v->comparison[v->deciding].at[e];
        char link[256];
        if (!at || (before && strcmp(before, at->scenario) == 0)) continue;
        snprintf(link, sizeof link, "#curves/%s", at->scenario);
        page_open(p, "div", NULL, NULL);
        page_link(p, link, NULL, "the curves of this scenario", "curves: %s", at->scenario);
        page_close(p);
        before = at->scenario;
    }
}

static void put_row(page *p, const verdict *v)
{
    const evidence_series *s = v->series;
    const property *asked = property_at(v->property);
    published_verdict published;
    char id[2048], link[128];
    snprintf(id, sizeof id, "v/%s/%s/%s/%s", s->metric, s->preset, s->output, asked->id);
    snprintf(link, sizeof link, "#property/%s", asked->id);
    page_open(p, "tr", NULL, id);
    page_attribute(p, "scope", "row");
    page_open(p, "th", NULL, NULL);
    page_put(p, "span", page_mark_class(v->outcome), "%s", verdict_mark(v));
    page_link(p, link, NULL, asked->asks, "%s", asked->title);
    page_close(p);
    page_put(p, "td", NULL, "%s", v->text ? v->text : "");
    put_numbers(p, v);
    page_open(p, "td", "from", NULL);
    if (published_verdict_find(s->metric, asked->id, &published))
        page_put(p, "div", NULL, "published: %s", published.text);
    put_figures(p, v);
    page_close(p);
    page_close(p);
}

static void put_series(page *p, const verdict *of)
{
    char name[256];
    static const char *const columns[] = { "property", "what was found", "what decides", "see also" };
    series_text(of[0].series, name, sizeof name);
    page_open(p, "table", "evidence", NULL);
    page_put(p, "caption", NULL, "%s", name);
    page_open(p, "thead", NULL, NULL);
    page_open(p, "tr", NULL, NULL);
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        page_attribute(p, "scope", "col");
        page_put(p, "th", NULL, "%s", columns[c]);
    }
    page_close(p);
    page_close(p);
    page_open(p, "tbody", NULL, NULL);
    for (size_t k = 0; k < property_count(); k++) put_row(p, &of[k]);
    page_close(p);
    page_close(p);
}

static void put_summary(page *p, const evidence_series *s, const verdict *of, size_t n)
{
    static const char *const classes[VERDICT_KINDS] = { "pass", "fail", "open", "open", NULL, NULL };
    size_t count[VERDICT_KINDS] = { 0 };
    for (size_t k = 0; k < n; k++) count[of[k].outcome]++;
    page_open(p, "summary", NULL, NULL);
    page_text(p, "%s", s->metric);
    page_put(p, "span", "soft", " · %s", s->title);
    page_open(p, "span", "counts", NULL);
    for (int k = 0; k < VERDICT_KINDS; k++)
        if (count[k] && k != VERDICT_NOT_CLAIMED) page_put(p, "b", classes[k], "%s %zu", verdict_symbol(k), count[k]);
    page_close(p);
    page_close(p);
}

void page_evidence(page *p, const verdicts *all)
{
    const size_t n = property_count();
    page_section(p, "evidence", "The evidence");
    page_paragraph(p,
                   "For each verdict: what was found in a sentence; the comparison that decides or is nearest to its "
                   "threshold, as its mean over seeds with its interval, and what was wanted of it; and, where "
                   "Boilard 2022, table 3.2 gives this metric a verdict for this property, that verdict. "
                   "`tables/comparisons.csv` has all comparisons.");
    for (size_t first = 0, end; first < all->count; first = end) {
        const evidence_series *s = all->at[first].series;
        char id[1024];
        for (end = first + n; end < all->count; end += n)
            if (strcmp(all->at[end].series->metric, s->metric) != 0) break;
        snprintf(id, sizeof id, "evidence/%s", s->metric);
        page_open(p, "details", NULL, id);
        put_summary(p, s, &all->at[first], end - first);
        for (size_t k = first; k < end; k += n) put_series(p, &all->at[k]);
        page_close(p);
    }
}
