/* What scores are made of: the values of single factors or codes, as means over the seeds in which they are defined. */
#include "page_parts.h"

#include "chart.h"

#include <math.h>
#include <string.h>

static const double ALIKE = 0.25; /* items that differ by no more, of fractions, are not shown */

size_t item_spread(const evidence_point *at, size_t item, double *mean, double *sd)
{
    double square = 0;
    size_t n = 0;
    *mean = 0;
    for (size_t seed = 0; seed < at->n; seed++) { /* Welford 1962 */
        const double value = at->item[seed * at->n_items + item];
        if (isnan(value)) continue;
        const double off = value - *mean;
        *mean += off / (double)++n;
        square += off * (value - *mean);
    }
    *sd = n > 1 ? sqrt(square / (double)(n - 1)) : NAN;
    if (!n) *mean = NAN;
    return n;
}

static double item_mean(const evidence_point *at, size_t item)
{
    double mean, sd;
    item_spread(at, item, &mean, &sd);
    return mean;
}

static void put_point(page *p, const evidence_point *at, size_t columns, int several)
{
    char set[1024];
    chart_settings(&at->at->set, set, sizeof set);
    page_html(p, "<tr><th scope=\"row\">");
    page_text(p, "%s", set[0] ? set : "(one point)");
    if (several) page_text(p, ", n=%llu", (unsigned long long)at->samples);
    page_html(p, "</th>");
    for (size_t k = 0; k < columns; k++) {
        const double value = k < at->n_items ? item_mean(at, k) : NAN;
        if (k >= at->n_items) page_html(p, "<td></td>");
        else if (value > 0) page_html(p, "<td class=\"h%d\">%.2f</td>", value >= 1 ? 9 : (int)(10 * value), value);
        else page_html(p, "<td>%.2f</td>", value);
    }
    page_html(p, "</tr>\n");
}

/* Whether the items of a point differ: where they do not, the score says it all. */
static int items_differ(const evidence_point *at)
{
    double least = INFINITY, most = -INFINITY;
    size_t undefined = 0;
    for (size_t k = 0; k < at->n_items; k++) {
        const double value = item_mean(at, k);
        if (isnan(value)) undefined++;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    return most - least > ALIKE || (undefined && undefined < at->n_items);
}

static int is_of(const evidence_point *at, const sheet *of)
{
    return at->n_items && strcmp(at->scenario, of->scenario) == 0;
}

/* What one score has of a scenario. */
typedef struct extent {
    size_t columns; /* the most items of a point; 0: there is nothing to show */
    uint64_t samples;
    int several; /* more than one number of samples */
    int32_t axis;
} extent;

static extent measure(const evidence_series *s, const sheet *of)
{
    extent e = { 0 };
    int differ = 0;
    for (size_t j = 0; j < s->n_points; j++) {
        const evidence_point *at = &s->point[j];
        if (!is_of(at, of)) continue;
        e.several |= e.columns && e.samples != at->samples;
        if (at->n_items > e.columns) e.columns = at->n_items;
        e.samples = at->samples;
        e.axis = at->axis;
        differ |= items_differ(at);
    }
    if (!differ) e.columns = 0;
    return e;
}

static void put_series(page *p, const evidence_series *s, const sheet *of)
{
    const extent e = measure(s, of);
    char name[256];
    if (!e.columns) return;
    series_text(s, name, sizeof name);
    page_html(p, "<table class=\"items\"><caption>%s</caption>\n<thead>\n<tr><th scope=\"col\">%s</th>", name,
              e.axis == ASSAY_PER_FACTOR ? "factor" : "code");
    for (size_t k = 0; k < e.columns; k++) page_html(p, "<th scope=\"col\">%zu</th>", k);
    page_html(p, "</tr>\n</thead>\n<tbody>");
    for (size_t j = 0; j < s->n_points; j++)
        if (is_of(&s->point[j], of) && items_differ(&s->point[j])) put_point(p, &s->point[j], e.columns, e.several);
    page_html(p, "</tbody>\n</table>\n");
}

/* Whether there is something to show. */
static int put_scenario(page *p, const evidence *from, const sheet *of)
{
    size_t scores = 0;
    for (size_t k = 0; k < from->count; k++) scores += measure(&from->at[k], of).columns > 0;
    if (!scores) return 0;
    page_html(p, "<details id=\"items/%s\"><summary>%s<span class=\"soft\"> · %s</span><span class=\"counts\">%zu "
                 "score%s</span></summary>\n", of->scenario, of->scenario, of->title, scores, scores == 1 ? "" : "s");
    page_later_begin(p);
    page_html(p, "<div class=\"wide together\">");
    for (size_t k = 0; k < from->count; k++) put_series(p, &from->at[k], of);
    page_html(p, "</div>\n");
    page_details_end(p);
    return 1;
}

void page_items(page *p, const evidence *from, const sheets *order)
{
    int any = 0;
    page_section(p, "items", "Factor by factor, code by code");
    page_paragraph(p,
                   "Most scores are means of values that belong to one factor or one code each. Here are those "
                   "values, means over seeds, shaded from 0 to 1; a dash where they are undefined in every seed. "
                   "Columns are the factors, or the codes, numbered from 0. Shown are points where they differ by more "
                   "than 0.25, or some alone are undefined; `tables/items.csv` has all, with their spread.");
    for (size_t k = 0; k < order->count; k++)
        if (sheets_is_first(order, k)) any |= put_scenario(p, from, &order->at[k]);
    if (!any) page_note(p, "There is no such point here.");
}
