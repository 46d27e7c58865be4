/*
 * Which metric to report: a strip of intervals for each property, from pairs of known order.
 *
 * A strip is read without script: what a constant has and the truth are lines across all of them, the interval a bar,
 * the concordance a dot. Its numbers stand next to it.
 */
#include "page_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 5 };

typedef struct strips {
    const choice *of;
    const choice_property *property;
    const verdicts *judged;
    const char *subject; /* variants, a list; NULL: none */
    double low;          /* where the axis begins */
    int is_scored[5];    /* columns that have a number */
} strips;

static const struct {
    const char *name, *word, *heading;
    uint64_t rows;
} column[] = {
    { "kinds", "continuous", "contin.", 0 },
    { "kinds", "categorical", "categ.", 0 },
    { "dependence", "dependent", "depend.", 0 },
    { "noise", "better-side", "noisier", 0 },
    { "rows", "", "200 rows", 200 },
};
enum { N_COLUMNS = sizeof column / sizeof *column };

/* NaN: the bank has no such pairs. */
static double under(const choice_property *p, const choice_strip *s, size_t which)
{
    for (size_t c = 0; c < p->n_conditions; c++) {
        const choice_condition *one = &p->condition[c];
        if (one->rows == column[which].rows && strcmp(one->name, column[which].name) == 0 &&
            strcmp(one->word, column[which].word) == 0)
            return s->under[c].of.pairs >= CHOICE_LEAST ? s->under[c].of.value : NAN;
    }
    return NAN;
}

/* Whether a control that is not the truth itself has more. */
static int is_below_control(const choice_property *p, const choice_strip *s, size_t which)
{
    for (size_t k = 0; k < p->n_strips; k++)
        if (choice_is_control(&p->strip[k]) && !choice_is_truth(&p->strip[k]) &&
            under(p, &p->strip[k], which) > under(p, s, which))
            return !choice_is_control(s);
    return 0;
}

static void put_condition(page *p, const choice_property *of, const choice_strip *s, size_t which)
{
    const double value = under(of, s, which);
    if (is_below_control(of, s, which)) page_html(p, "<td class=\"n\"><span class=\"below\">%.2f</span></td>", value);
    else page_html(p, "<td class=\"n\">%.2f</td>", value);
}

/* In per cent of the axis. */
static double place(const strips *s, double value) { return 100.0 * (fmax(value, s->low) - s->low) / (1.0 - s->low); }

static void put_picture(page *p, const strips *s, const concordance *of)
{
    page_html(p, "<td class=\"strip\"><div>");
    if (!isnan(of->low))
        page_html(p, "<i class=\"bar\" style=\"left:%g%%;width:%g%%\"></i>", place(s, of->low),
                  place(s, of->high) - place(s, of->low));
    if (!isnan(of->value)) page_html(p, "<i class=\"dot\" style=\"left:%g%%\"></i>", place(s, of->value));
    page_html(p, "</div></td>");
}

static int is_judged(const strips *s, const char *metric)
{
    for (size_t k = 0; k < s->judged->count; k++)
        if (strcmp(s->judged->at[k].series->metric, metric) == 0) return 1;
    return 0;
}

static int is_own(const strips *s, const choice_strip *strip)
{
    return variant_is_listed(s->subject, strip->of->metric, strip->of->preset);
}

static void put_name(page *p, const strips *s, const choice_strip *strip)
{
    const choice_property *of = s->property;
    const char *name = series_text(strip->of);
    page_html(p, "<th scope=\"row\">");
    if (is_judged(s, strip->of->metric))
        page_html(p, "<a href=\"#evidence.%s\" title=\"%s\">%s</a>", strip->of->metric, strip->of->title, name);
    else page_text(p, "%s", name);
    if (strip->leads && of->banks_alone)
        page_html(p, "<b class=\"mark pass\">leads in %zu of %zu</b>", strip->leads_in, of->banks_alone);
    else if (strip->leads) page_html(p, "<b class=\"mark pass\">leads</b>");
    else if (strip->is_partial) page_html(p, "<small> not all pairs</small>");
    else if (choice_is_chance(strip)) page_html(p, "<small class=\"fail\"> no better than a constant</small>");
    else if (strip->below) page_html(p, "<small class=\"fail\"> below %s</small>", strip->below->metric);
    else if (!strip->is_single && !choice_is_control(strip))
        page_html(p, "<small> claims %s</small>", claims_text(strip->of->measures));
    page_html(p, "</th>");
}

/* What the filters sum up: the pairs ordered rightly, stratum by stratum. */
static void put_right(page *p, const choice_property *of, const choice_strip *strip)
{
    if (!of->n_strata || strip->is_partial) return;
    page_html(p, " data-right=\"");
    for (size_t k = 0; k < of->n_strata; k++) page_html(p, "%s%.4g", k ? " " : "", strip->right[k]);
    page_html(p, "\" data-of=\"");
    for (size_t k = 0; k < of->n_strata; k++) page_html(p, "%s%.4g", k ? " " : "", strip->of_defined[k]);
    page_html(p, "\"");
}

/* "mixing,continuous,independent,none,1000,8" for each stratum. */
static void put_strata(page *p, const strips *s)
{
    page_html(p, " data-strata=\"");
    for (size_t k = 0; k < s->property->n_strata; k++) {
        const choice_stratum *at = &s->property->stratum[k];
        page_html(p, "%s%s,%s,%s,%s,%llu,%zu", k ? " " : "", at->spoil, at->kinds, at->dependence, at->noise,
                  (unsigned long long)at->rows, at->pairs);
    }
    page_html(p, "\" data-axis=\"%g %llu %s\"", s->low, (unsigned long long)s->of->rows,
              claim_name(s->property->claim));
}

static void put_conditions(page *p, const strips *s, const choice_strip *strip)
{
    const choice_property *of = s->property;
    for (size_t c = 0; c < N_COLUMNS; c++)
        if (s->is_scored[c]) put_condition(p, of, strip, c);
    page_html(p, "<td class=\"w\">%s</td>", choice_hurt_text(of, strip));
    if (isinf(strip->false_difference)) page_html(p, "<td class=\"n\">no response</td>");
    else page_html(p, "<td class=\"n\">%.2f</td>", strip->false_difference);
    page_html(p, "<td class=\"w\">%s</td>", choice_worst_text(of, strip));
}

/* full: with what it has under each condition. */
static void put_row(page *p, const strips *s, const choice_strip *strip, int full)
{
    page_html(p, "<tr class=\"%s\"", choice_is_control(strip) ? "control" : is_own(s, strip) ? "own" : "other");
    put_right(p, s->property, strip);
    page_html(p, ">");
    put_name(p, s, strip);
    put_picture(p, s, &strip->all);
    if (strip->of->remark) page_html(p, "<td class=\"n\">not ranked");
    else if (strip->all.pairs < CHOICE_LEAST) page_html(p, "<td class=\"n\">%zu defined: too few", strip->all.pairs);
    else page_html(p, "<td class=\"n\">%.2f", strip->all.value);
    if (!isnan(strip->all.low)) page_html(p, " <small>%.2f to %.2f</small>", strip->all.low, strip->all.high);
    page_html(p, "</td>");
    if (full) put_conditions(p, s, strip);
    page_html(p, "</tr>\n");
}

/* What the first screen shows: the best, what leads, the subject, the best control that is not the truth. */
static int is_shown(const strips *s, size_t k)
{
    const choice_strip *strip = &s->property->strip[k];
    size_t before = 0, controls = 0;
    for (size_t j = 0; j < k; j++) {
        const choice_strip *one = &s->property->strip[j];
        *(choice_is_control(one) ? &controls : &before) += !choice_is_truth(one);
    }
    if (choice_is_control(strip) && !is_own(s, strip)) return !controls && !choice_is_truth(strip);
    return before < SHOWN || strip->leads || is_own(s, strip);
}

static void put_table(page *p, const strips *s, int full)
{
    page_html(p, "<div class=\"wide\" tabindex=\"0\"><table class=\"strips%s\"",
              full ? " full" : ""); /* scrolls by keys */
    put_strata(p, s);
    page_html(p,
              " style=\"--half:%g%%\"><thead>\n<tr><th>output</th><th class=\"strip\"><div><span>constant</span>"
              "<span>truth</span></div></th><th>concordance</th>",
              place(s, 0.5));
    for (size_t k = 0; k < N_COLUMNS && full; k++)
        if (s->is_scored[k]) page_html(p, "<th class=\"n\">%s</th>", column[k].heading);
    if (full) page_html(p, "<th>hurt most by</th><th class=\"n\">false difference</th><th>worst, under</th>");
    page_html(p, "</tr>\n</thead>\n<tbody>");
    for (size_t k = 0; k < s->property->n_strips; k++)
        if (full || is_shown(s, k)) put_row(p, s, &s->property->strip[k], full);
    page_html(p, "</tbody>\n</table>\n</div>\n");
}

static size_t count_higher(const choice_property *p, const choice_strip *than)
{
    size_t n = 0;
    for (size_t k = 0; k < p->n_strips; k++)
        n += !choice_is_control(&p->strip[k]) && !p->strip[k].is_partial && p->strip[k].all.value > than->all.value;
    return n;
}

/* A sentence of each output of the subject: where it stands. */
static void put_own(page *p, const strips *s)
{
    for (size_t k = 0; k < s->property->n_strips; k++) {
        const choice_strip *strip = &s->property->strip[k];
        if (!is_own(s, strip) || choice_is_control(strip) || strip->is_partial || isnan(strip->all.value)) continue;
        page_paragraph(p, "%s orders %.0f of 100 pairs rightly (%.0f to %.0f)%s. Of %zu other outputs, %zu are higher.",
                       series_text(strip->of), 100.0 * strip->all.value, 100.0 * strip->all.low,
                       100.0 * strip->all.high,
                       strip->leads   ? " and leads"
                       : strip->below ? ", certainly below a control"
                                      : "",
                       choice_honest(s->property) - 1, count_higher(s->property, strip));
    }
}

/* The columns that have a number for some output, and the range of the axis. */
static void measure(strips *s)
{
    const choice_property *of = s->property;
    double low = 0.5;
    memset(s->is_scored, 0, sizeof s->is_scored);
    for (size_t k = 0; k < of->n_strips; k++) {
        low = fmin(low, of->strip[k].all.low); /* NaN: no interval */
        for (size_t c = 0; c < N_COLUMNS; c++) s->is_scored[c] |= !isnan(under(of, &of->strip[k], c));
    }
    s->low = fmax(0.0, floor(10.0 * low - 0.5) / 10.0);
}

static void put_property(page *p, strips *s)
{
    const choice_property *of = s->property;
    const char *claim = claim_name(of->claim);
    page_html(p, "<div><h3 id=\"choice.%s\">for %s</h3>\n", claim, claim);
    put_table(p, s, 0);
    page_paragraph(p, "%s", choice_sentence(of));
    put_own(p, s);
    for (size_t k = 0; k < of->n_strips; k++)
        if (of->strip[k].of->remark) page_note(p, "%s", of->strip[k].of->remark);
    page_html(p, "</div>\n");
}

static void put_all(page *p, strips *s)
{
    const choice_property *of = s->property;
    const char *unscored = choice_unscored(of);
    page_details_begin(p, NULL, "All outputs for %s: %zu pairs of %zu bank%s, %llu rows; %zu pairs with equal truth",
                       claim_name(of->claim), of->usual, of->banks, of->banks == 1 ? "" : "s",
                       (unsigned long long)s->of->rows, of->level);
    put_table(p, s, 1);
    if (*unscored) page_note(p, "%s", unscored);
    page_details_end(p);
}

/* What the script copies is marked by class. */
static void put_paragraph(page *p, const choice *of)
{
    const char *text = choice_paragraph(of), *cited = choice_references(of);
    if (!*text) return;
    page_html(p, "<h3 id=\"choice.paper\">A paragraph for a paper</h3>\n<blockquote class=\"text\">%s</blockquote>\n",
              text);
    if (*cited) {
        page_details_begin(p, NULL, "%s", "BibTeX");
        page_html(p, "<div class=\"BibTeX\">");
        page_code(p, cited);
        page_html(p, "</div>\n");
        page_details_end(p);
    }
    page_html(p, "<p class=\"note\">All strips as <a href=\"tables/strips.tex\">LaTeX</a>, <a "
                 "href=\"tables/strips.csv\">CSV</a>, <a href=\"tables/strips.json\">JSON</a>.</p>\n");
}

void page_strips(page *p, const stored_choice *from, const verdicts *judged, const page_front *front)
{
    strips s = { .of = &from->made, .judged = judged, .subject = front->subject };
    page_section(p, "choice", "Which metric for what");
    if (from->why_not) {
        page_paragraph(p, "This store recommends no metric. %s `assay run bank --db scores.db` scores them.",
                       from->why_not);
        return;
    }
    page_html(p, "<div class=\"claims\">");
    for (size_t k = 0; k < 3; k++) {
        s.property = &from->made.property[k];
        measure(&s);
        if (s.property->n_strips) put_property(p, &s);
    }
    page_html(p, "</div>\n");
    page_note(
        p, "%s",
        "Concordance is how often the better of two representations scores higher, whatever else differs. A "
        "constant has 0.50, the truth has 1. Bars: 95 % intervals of what other banks (draws of all pairs) would give; "
        "grey: the best control that does not look at the property. Leads: claims this property alone, and none "
        "such is certainly above it; in how many banks by themselves. M, C, E: what an output claims. False "
        "difference: between two that have the property alike, as a share of a score's response.");
}

void page_strips_in_full(page *p, const stored_choice *from, const verdicts *judged, const page_front *front)
{
    strips s = { .of = &from->made, .judged = judged, .subject = front->subject };
    if (from->why_not) return;
    page_section(p, "strips", "All outputs");
    put_paragraph(p, s.of);
    for (size_t k = 0; k < 3; k++) {
        s.property = &from->made.property[k];
        measure(&s);
        if (s.property->n_strips) put_all(p, &s);
    }
    page_details_begin(p, NULL, "%s", "The columns of the strips");
    page_note(p, "%s",
              "Leads: claims this property alone, is certainly above every control, and no other such output is "
              "certainly above it. Columns next to concordance: the same for continuous, categorical and dependent "
              "factors, for a noisier better side, and for 200 rows; ▾ and red: below a control. Hurt most by: change "
              "against pairs that differ in this condition alone, where it is certain. False difference: 95 % point of "
              "differences between representations that have the property alike, in units of the response.");
    page_details_end(p);
}
