/* What scores are made of: the values of single factors or codes, as means over the seeds in which they are defined. */
#include "page_parts.h"

#include "needed.h"

#include <math.h>
#include <stdlib.h>
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

/* All points with items, by scenario, in it by series, in these in their order: each is looked at once, however many
 * scenarios there are. */
static int compare_item_points(const void *a, const void *b)
{
    const score_row *x = a, *y = b;
    const int scenario = strcmp(x->at->scenario, y->at->scenario);
    if (scenario) return scenario;
    if (x->of != y->of) return x->of < y->of ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static score_rows list_item_points(const evidence *from)
{
    size_t most = 0;
    for (size_t k = 0; k < from->count; k++) most += from->at[k].n_points;
    score_rows to = { .at = needed(malloc((most + 1) * sizeof *to.at)) };
    for (size_t k = 0; k < from->count; k++)
        for (size_t j = 0; j < from->at[k].n_points; j++)
            if (from->at[k].point[j].n_items) to.at[to.count++] = (score_row){ &from->at[k], &from->at[k].point[j] };
    qsort(to.at, to.count, sizeof *to.at, compare_item_points);
    return to;
}

/* Those of a scenario. */
static score_rows of_scenario(const score_rows *all, const char *scenario)
{
    size_t low = 0, high = all->count, n = 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(all->at[middle].at->scenario, scenario) < 0) low = middle + 1;
        else high = middle;
    }
    while (low + n < all->count && strcmp(all->at[low + n].at->scenario, scenario) == 0) n++;
    return (score_rows){ .at = all->at + low, .count = n };
}

/* Those of the series of the first; none: 0. */
static size_t of_one_series(const score_rows *of)
{
    size_t n = 0;
    while (n < of->count && of->at[n].of == of->at[0].of) n++;
    return n;
}

/* "alpha=0.2;order=peer" as the Greek letter, an equals sign and 0.2, then "order=peer". */
static void put_settings(page *p, const settings *set)
{
    if (!set->n) page_text(p, "%s", "(one point)");
    for (size_t k = 0; k < set->n; k++) {
        char value[64];
        setting_print(&set->at[k], value, sizeof value);
        page_text(p, "%s%s=%s", k ? ", " : "", symbol_text(set->at[k].name), value);
    }
}

static void put_point(page *p, const evidence_point *at, size_t columns, int several)
{
    page_html(p, "<tr><th scope=\"row\">");
    put_settings(p, &at->at->set);
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

/* What one score has of a scenario. */
typedef struct extent {
    size_t points, columns; /* points with items, the most items of one */
    uint64_t samples;
    int several; /* more than one number of samples */
    int differ;
    int32_t axis;
} extent;

static extent measure(const score_row *of, size_t n)
{
    extent e = { 0 };
    for (size_t j = 0; j < n; j++) {
        const evidence_point *at = of[j].at;
        if (at->n_items > e.columns) e.columns = at->n_items;
        if (e.points && e.samples != at->samples) e.several = 1;
        e.samples = at->samples;
        e.axis = at->axis;
        e.points++;
        e.differ |= items_differ(at);
    }
    if (!e.differ) e.points = 0;
    return e;
}

static void put_series(page *p, const score_row *of, size_t n)
{
    const extent e = measure(of, n);
    char name[256];
    if (!e.points) return;
    series_text(of->of, name, sizeof name);
    page_html(p, "<table class=\"items\"><caption>%s</caption>\n<thead>\n<tr><th scope=\"col\">%s</th>", name,
              e.axis == ASSAY_PER_FACTOR ? "factor" : "code");
    for (size_t k = 0; k < e.columns; k++) page_html(p, "<th scope=\"col\">%zu</th>", k);
    page_html(p, "</tr>\n</thead>\n<tbody>");
    for (size_t j = 0; j < n; j++)
        if (items_differ(of[j].at)) put_point(p, of[j].at, e.columns, e.several);
    page_html(p, "</tbody>\n</table>\n");
}

/* Whether there is something to show. */
static int put_scenario(page *p, const score_rows *all, const sheet *of)
{
    const score_rows here = of_scenario(all, of->scenario);
    size_t scores = 0, n;
    for (score_rows rest = here; (n = of_one_series(&rest)); rest.at += n, rest.count -= n)
        scores += measure(rest.at, n).points > 0;
    if (!scores) return 0;
    page_html(p, "<details id=\"items/%s\"><summary>%s<span class=\"soft\"> · %s</span><span class=\"counts\">%zu "
                 "score%s</span></summary>\n", of->scenario, of->scenario, of->title, scores, scores == 1 ? "" : "s");
    page_later_begin(p);
    page_html(p, "<div class=\"wide together\">");
    for (score_rows rest = here; (n = of_one_series(&rest)); rest.at += n, rest.count -= n) put_series(p, rest.at, n);
    page_html(p, "</div>\n");
    page_details_end(p);
    return 1;
}

void page_items(page *p, const evidence *from, const sheets *order)
{
    score_rows all = list_item_points(from);
    int any = 0;
    page_section(p, "items", "Factor by factor, code by code");
    page_paragraph(p,
                   "Most scores are means of values that belong to one factor or one code each. Here are those "
                   "values, means over seeds, shaded from 0 to 1; a dash where they are undefined in every seed. "
                   "Columns are the factors, or the codes, numbered from 0. Shown are points where they differ by more "
                   "than 0.25, or some alone are undefined; `tables/items.csv` has all, with their spread.");
    for (size_t k = 0; k < order->count; k++)
        if (sheets_is_first(order, k)) any |= put_scenario(p, &all, &order->at[k]);
    if (!any) page_note(p, "There is no such point here.");
    score_rows_free(&all);
}
