/* A card for each metric: what it computes, after whom, what it claims; how well it orders pairs of known order; the
 * worst that was found; and for each score a sentence for each property. */
#include "page_parts.h"

#include "needed.h"
#include "reproduction.h"
#include "judge.h"

#include <string.h>

static int same_text(const verdict *a, const verdict *b)
{
    return strcmp(a->text ? a->text : "", b->text ? b->text : "") == 0;
}

/* Behind a sentence: "5 seeds; from 2,000 rows on; without noisy-copy; published: yes". */
static void put_small(page *p, const verdicts *all, const verdict *v, const verdict *common)
{
    const paper_entry *published = published_mark(v->series, property_at(v->property)->id);
    const char *const part[] = { page_rests_alike(v, common) ? "" : verdict_basis(v), /* said above the cards */
                                 verdict_sizes_text(v), verdict_without_text(all, v),
                                 published ? phrase("published: %s", published_marks[published->mark]) : "" };
    const char *text = "";
    for (size_t k = 0; k < 4; k++)
        if (*part[k]) text = phrase_join(text, "; ", part[k]);
    if (*text) page_html(p, " <small>%s</small>", text);
}

static void put_row(page *p, const verdicts *all, const verdict *v, const verdict *common)
{
    const evidence_series *s = v->series;
    const property *one = property_at(v->property);
    page_html(p, "<li id=\"%s.%s.%s.%s\"><span class=\"%s\">%s</span> <b>%s</b>: %s", s->metric, s->preset, s->output,
              one->id, page_mark_class(v->outcome), verdict_symbol(v->outcome), one->title, v->text ? v->text : "");
    put_small(p, all, v, common);
    page_html(p, "</li>\n");
}

/* Properties that ask nothing of this score, or were not run, with why: "calibrated, rotation (no scenario ...)"; many
 * are counted, the table of properties has each. */
static void put_others(page *p, const verdicts *all, const verdict *of, int outcome, const char *heading)
{
    enum { MANY = 6 };
    const size_t n = property_count();
    int any = 0;
    for (size_t k = 0; k < n; k++) {
        size_t earlier = 0, same = 0, count = 0;
        if (of[k].outcome != outcome || !page_is_said(all, k)) continue;
        while (earlier < k && (of[earlier].outcome != outcome || !same_text(&of[earlier], &of[k]))) earlier++;
        if (earlier < k) continue;
        if (!any++) page_html(p, "<p class=\"note\">");
        page_text(p, "%s", any == 1 ? heading : "; ");
        for (size_t pass = 0; pass < 2; pass++)
            for (size_t j = k; j < n; j++) {
                if (of[j].outcome != outcome || !page_is_said(all, j) || !same_text(&of[j], &of[k])) continue;
                if (!pass) count++;
                else if (count <= MANY) page_text(p, "%s%s", same++ ? ", " : "", property_at(j)->title);
            }
        if (count > MANY) page_text(p, "%zu properties", count);
        if (of[k].text && of[k].text[0]) page_text(p, " (%s)", of[k].text);
    }
    if (any) page_html(p, ".</p>\n");
}

static void put_series(page *p, const verdicts *all, const verdict *of, const verdict *common)
{
    page_html(p, "<h4>%s</h4>\n<ul class=\"found\">", series_text(of[0].series));
    for (size_t k = 0; k < property_count(); k++)
        if (page_says(&of[k])) put_row(p, all, &of[k], common);
    page_html(p, "</ul>\n");
    put_others(p, all, of, VERDICT_NOT_RUN, "Not run: ");
    put_others(p, all, of, VERDICT_NOT_CLAIMED, "Not claimed: ");
}

static void put_output(page *p, const evidence_series *s)
{
    page_text(p, "%s claims %s", series_text(s), s->measures & 7 ? claims_text(s->measures) : "no property");
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
    if (!preset || (preset == metric->presets && !preset->defects)) return;
    page_note(p, "`%s`, after %s%s%s", variant_text(s), preset->source,
              preset->defects ? ". Differs from the definition: " : "", preset->defects ? preset->defects : "");
}

/* The failure that is furthest from what was wanted, in one line. */
static void put_against(page *p, const verdict *of, size_t n)
{
    const verdict *worst = verdicts_worst(of, n);
    if (worst)
        page_html(p,
                  "<p class=\"against\"><span class=\"%s\">%s</span> Strongest evidence against it (%s, "
                  "<code>%s</code>): %s</p>\n",
                  page_mark_class(VERDICT_FAIL), verdict_symbol(VERDICT_FAIL), series_text(worst->series),
                  property_at(worst->property)->id, worst->text ? worst->text : "");
}

/* How well it orders pairs, for each property that its outputs were compared on. */
static void put_concordance(page *p, const choice *of, const char *metric)
{
    size_t n = 0;
    for (size_t k = 0; k < 3; k++)
        for (size_t j = 0; j < of->property[k].n_strips; j++) {
            const choice_property *one = &of->property[k];
            const choice_strip *s = &one->strip[j];
            if (strcmp(s->of->metric, metric) != 0 || isnan(s->all.value) || s->of->remark) continue;
            const char *worst = choice_worst_text(one, s);
            if (!n++) page_html(p, "<ul>\n");
            page_html(p, "<li>%s orders %.0f of 100 pairs of %s rightly", series_text(s->of), 100.0 * s->all.value,
                      claim_name(one->claim));
            if (!isnan(s->all.low)) page_html(p, " (%.0f to %.0f)", 100.0 * s->all.low, 100.0 * s->all.high);
            page_html(p, "%s%s%s%s%s</li>\n",
                      s->leads   ? ", and leads"
                      : s->below ? ", certainly below "
                                 : "",
                      s->below && !s->leads ? s->below->metric : "", worst[0] ? "; at worst " : "", worst,
                      s->is_partial ? "; not all pairs are scored" : "");
        }
    if (n) page_html(p, "</ul>\n");
}

/* The worst that a hunt made it say. */
static void put_worst(page *p, const verdict *of, size_t n)
{
    for (size_t k = 0; k < n; k += property_count()) {
        const evidence_series *s = of[k].series;
        worst_found worst;
        if (worst_found_of(s->metric, s->preset, s->output, &worst))
            page_html(p, "<p class=\"note\">Worst found of %s: %s %s %s%s<code>%s</code></p>\n", series_text(s),
                      worst.size, worst.claim, worst.words, worst.recipe[0] ? ": " : "", worst.recipe);
    }
}

static void put_card(page *p, const verdicts *all, const verdict *of, size_t n, const verdict *common,
                     const choice *ordered)
{
    const size_t each = property_count();
    const char *metric = of->series->metric;
    page_html(p,
              "<details id=\"evidence.%s\" class=\"card\" data-metric=\"%s\"><summary>%s<span class=\"soft\"> · "
              "%s</span></summary>\n",
              metric, metric, metric, of->series->title);
    put_head(p, of, n);
    put_concordance(p, ordered, metric);
    put_against(p, of, n);
    put_worst(p, of, n);
    for (size_t k = 0; k < n; k += each)
        if (!k || of[k].series->variant != of[k - each].series->variant) put_preset(p, of[k].series);
    for (size_t k = 0; k < n; k += each) put_series(p, all, &of[k], common);
    page_details_end(p);
}

void page_cards(page *p, const verdicts *all, const choice *ordered)
{
    const size_t n = property_count();
    const verdict *common = page_common_basis(all);
    page_section(p, "evidence", "Can I trust …");
    page_details_begin(
        p, "cards",
        "A card for each metric: what it claims, how well it orders pairs, each verdict in a sentence, the worst "
        "that was found");
    if (common)
        page_note(p,
                  "A verdict rests on %s, unless it says otherwise or no scores decide it. `tables/comparisons.csv` "
                  "has all comparisons. Published: what Boilard 2022, table 3.2 says.",
                  verdict_basis(common));
    for (size_t first = 0, end; first < all->count; first = end) {
        for (end = first + n; end < all->count; end += n)
            if (strcmp(all->at[end].series->metric, all->at[first].series->metric) != 0) break;
        put_card(p, all, &all->at[first], end - first, common, ordered);
    }
    page_details_end(p);
}

/* What an audit is of: its verdicts by name. */

/* "; fails calibrated, nonlinear", each a link to its verdict. */
static void put_verdicts_of(page *p, const verdict *of, int outcome, const char *before)
{
    size_t n = 0;
    for (size_t k = 0; k < property_count(); k++) {
        const verdict *v = &of[k];
        const property *one = property_at(v->property);
        if (v->outcome != outcome || one->diagnostic) continue;
        page_text(p, "%s", n++ ? ", " : before);
        page_html(p, "<a href=\"#%s.%s.%s.%s\" title=\"%s\">%s</a>", v->series->metric, v->series->preset,
                  v->series->output, one->id, v->text ? v->text : "", one->id);
    }
}

static void put_subject(page *p, const verdict *of)
{
    const evidence_series *s = of->series;
    page_html(p, "<li><a href=\"#evidence.%s\" title=\"%s\">%s</a> claims %s", s->metric, s->title, series_text(s),
              s->measures & 7 ? claims_text(s->measures) : "no property");
    put_verdicts_of(p, of, VERDICT_FAIL, "; it fails ");
    put_verdicts_of(p, of, VERDICT_PASS, "; it passes ");
    put_verdicts_of(p, of, VERDICT_UNDEFINED, "; undefined: ");
    put_verdicts_of(p, of, VERDICT_UNDECIDED, "; undecided: ");
    size_t not_run = 0;
    for (size_t k = 0; k < property_count(); k++)
        not_run += of[k].outcome == VERDICT_NOT_RUN && !property_at(of[k].property)->diagnostic;
    if (not_run) page_text(p, "; not run: %zu", not_run);
    page_html(p, ".</li>\n");
}

void page_answers(page *p, const verdicts *all, const page_front *front)
{
    page_html(p, "<ul class=\"answers\">");
    for (size_t k = 0; k < all->count; k += property_count()) {
        const evidence_series *s = all->at[k].series;
        if (variant_is_listed(front->subject, s->metric, s->preset)) put_subject(p, &all->at[k]);
    }
    page_html(p, "</ul>\n");
}
