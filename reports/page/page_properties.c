/* The property table: metric x property. Rows of a family stand together, columns are the properties in their order. */
#include "page_parts.h"
#include "standing.h"
#include "worst_found.h"
#include "wording.h"

#include <string.h>

enum { BASIS = 96, SHORT = 32 };

static void put_legend(page *p)
{
    page_html(p, "<ul class=\"legend\">");
    for (int k = 0; k < VERDICT_KINDS; k++)
        page_html(p, "<li><span class=\"%s\">%s</span>%s: %s</li>\n", page_mark_class(k), verdict_symbol(k),
                  verdict_word(k), verdict_meaning(k));
    page_html(p, "</ul>\n");
}

int page_rests_alike(const verdict *a, const verdict *b)
{
    return a && b && a->samples[0] == b->samples[0] && a->samples[1] == b->samples[1] && a->seeds == b->seeds;
}

const verdict *page_common_basis(const verdicts *all)
{
    const verdict *common = NULL;
    size_t best = 0;
    for (size_t k = 0; k < all->count && 2 * best <= all->count; k++) {
        size_t count = 0;
        if (!all->at[k].samples[1] || page_rests_alike(&all->at[k], common)) continue;
        for (size_t j = k; j < all->count; j++) count += (size_t)page_rests_alike(&all->at[k], &all->at[j]);
        if (count <= best) continue;
        best = count;
        common = &all->at[k];
    }
    return common;
}

/* "1k", "2500" */
static void samples_text(uint64_t samples, char to[SHORT])
{
    if (samples >= 1000 && samples % 1000 == 0) snprintf(to, SHORT, "%lluk", (unsigned long long)(samples / 1000));
    else snprintf(to, SHORT, "%llu", (unsigned long long)samples);
}

/* "from 2,000 rows on"; or what is other than at most marks, "1k–5k", "5 seeds". */
static void own_basis(const verdict *v, const verdict *common, char *to, size_t size)
{
    char low[SHORT], high[SHORT];
    wording w = wording_in(to, size);
    verdict_sizes_text(v, to, size);
    if (to[0] || !v->samples[1]) return;
    if (!common) common = v;
    samples_text(v->samples[0], low);
    samples_text(v->samples[1], high);
    if (v->samples[0] != common->samples[0] || v->samples[1] != common->samples[1]) wording_add(&w, "%s", low);
    if (w.used && strcmp(low, high) != 0) wording_add(&w, "–%s", high);
    if (v->seeds != common->seeds) wording_add(&w, "%s%zu seeds", w.used ? " " : "", v->seeds);
}

/* Whether anything was run and is claimed of these. */
static int is_told(const verdict *v) { return v->outcome != VERDICT_NOT_CLAIMED && v->outcome != VERDICT_NOT_RUN; }

/* Whether a property has a column: it is said of some score. */
static int has_column(const verdicts *all, size_t which)
{
    for (size_t k = which; k < all->count; k += property_count())
        if (is_told(&all->at[k])) return 1;
    return 0;
}

static void put_head(page *p, const verdicts *all)
{
    page_html(p, "<thead>\n<tr><th scope=\"col\"><span>metric</span></th>"
                 "<th scope=\"col\" class=\"turned\"><span>claims</span></th>");
    for (size_t k = 0; k < property_count(); k++) {
        const property *one = property_at(k);
        char scenarios[512];
        if (!has_column(all, k)) continue;
        property_scenarios(one, scenarios, sizeof scenarios);
        page_html(p,
                  "<th class=\"%s\" data-s=\"%s\" scope=\"col\" data-p=\"%s\"><span><a href=\"#property/%s\" "
                  "title=\"%s\">%s</a></span></th>",
                  one->diagnostic ? "turned diagnostic" : "turned", scenarios, one->id, one->id, one->asks, one->id);
    }
    page_html(p, "<th scope=\"col\"><span><a href=\"#worst-found\">worst found</a></span></th></tr>\n</thead>\n");
}

static void put_name(page *p, const evidence_series *s)
{
    char name[1024];
    const size_t length = strlen(s->metric);
    series_text(s, name, sizeof name);
    page_html(p, "<th scope=\"row\"><a href=\"#evidence/%s\" title=\"%s\">%s</a>", s->metric, s->title, s->metric);
    if (strlen(name) > length) page_html(p, "<small>%s</small>", name + length);
    page_html(p, "</th>");
}

static void put_mark(page *p, const verdicts *all, const verdict *v, const verdict *common)
{
    char hint[1024], basis[BASIS], own[2][512];
    verdict_basis(v, basis, sizeof basis);
    if (page_rests_alike(v, common)) basis[0] = '\0'; /* the caption says it */
    snprintf(hint, sizeof hint, "%s%s%s", verdict_word(v->outcome), basis[0] ? ", " : "", basis);
    if (v->outcome == VERDICT_NOT_CLAIMED) { /* the cell is the mark: there are many */
        page_html(p, "<td class=\"not-claimed\">%s</td>", verdict_symbol(v->outcome));
        return;
    }
    page_html(p, "<td>");
    page_verdict_link(p, v, page_mark_class(v->outcome), hint, verdict_symbol(v->outcome));
    own_basis(v, common, own[0], sizeof own[0]);
    verdict_without_text(all, v, own[1], sizeof own[1]);
    for (size_t k = 0; k < 2; k++)
        if (own[k][0]) page_html(p, "<small>%s</small>", own[k]);
    page_html(p, "</td>");
}

static int is_asked(const verdict *of)
{
    for (size_t k = 0; k < property_count(); k++)
        if (is_told(&of[k])) return 1;
    return 0;
}

static void put_row(page *p, const verdicts *all, const verdict *of, const verdict *common)
{
    const evidence_series *s = of[0].series;
    char name[1024];
    series_text(s, name, sizeof name);
    page_html(p, "<tr class=\"series\" data-n=\"%s\" data-f=\"%s\">", name, s->family);
    put_name(p, s);
    page_html(p, "<td class=\"claims\">%s</td>", s->measures & 7 ? claims_text(s->measures) : "");
    for (size_t k = 0; k < property_count(); k++)
        if (has_column(all, k)) put_mark(p, all, &of[k], common);
    worst_found worst;
    if (!worst_found_of(s->metric, s->preset, s->output, &worst)) page_html(p, "<td></td>");
    else
        page_html(p, "<td><a href=\"#worst-found\" title=\"%s: %s\">%s %s</a></td>", worst.words, worst.recipe,
                  worst.size, worst.claim);
    page_html(p, "</tr>\n");
}

/* What has no row, as no property asks anything of it or nothing was run of it, and no column: rows and columns without a
 * mark say no more. */
static void put_left_out(page *p, const verdicts *all)
{
    int any = 0;
    for (size_t k = 0; k < all->count; k += property_count()) {
        char name[1024];
        if (is_asked(&all->at[k])) continue;
        series_text(all->at[k].series, name, sizeof name);
        page_html(p, any++ ? ", "
                           : "<p class=\"note\">Without a row, as no property here asks anything of them or "
                             "nothing it asks was run: ");
        page_html(p, "<a href=\"#evidence/%s\">%s</a>", all->at[k].series->metric, name);
    }
    if (any) page_html(p, ".</p>\n");
    any = 0;
    for (size_t k = 0; k < property_count() && all->count; k++) {
        const property *one = property_at(k);
        if (has_column(all, k)) continue;
        page_html(p, any++ ? ", "
                           : "<p class=\"note\">Without a column, as nothing they ask was run or is claimed "
                             "here: ");
        page_html(p, "<a href=\"#property/%s\" title=\"%s\">%s</a>", one->id, one->asks, one->id);
    }
    if (any) page_html(p, ".</p>\n");
}

/* Families in the order of their first metric, each with all of its metrics. */
static void put_rows(page *p, const verdicts *all, const verdict *common)
{
    const size_t n = property_count();
    for (size_t first = 0; first < all->count; first += n) {
        const char *family = all->at[first].series->family;
        size_t k = 0;
        while (strcmp(all->at[k].series->family, family) != 0) k += n;
        for (; k < all->count && k >= first; k += n)
            if (strcmp(all->at[k].series->family, family) == 0 && is_asked(&all->at[k]))
                put_row(p, all, &all->at[k], common);
    }
}

static void put_table(page *p, const verdicts *all)
{
    char basis[BASIS] = "", warning[256];
    const verdict *common = page_common_basis(all);
    if (common) verdict_basis(common, basis, sizeof basis);
    verdicts_size_warning(all, warning, sizeof warning);
    page_html(p, "<div id=\"property-table\" class=\"verdicts\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"verdicts: metrics by properties\"><table><caption>");
    if (common) page_text(p, "A mark rests on %s, unless it says otherwise", basis);
    else page_text(p, "%s", "No mark rests on a score");
    if (warning[0]) page_text(p, "; %s", warning);
    page_html(p, "</caption>\n");
    put_head(p, all);
    page_html(p, "<tbody>");
    put_rows(p, all, common);
    page_html(p, "</tbody>\n</table>\n</div>\n");
    put_left_out(p, all);
}

static void put_property(page *p, const property *one)
{
    char scenarios[512];
    property_scenarios(one, scenarios, sizeof scenarios);
    page_html(p,
              "<dt id=\"property/%s\">%s<div class=\"soft\"><code>%s</code>%s</div></dt><dd>%s"
              "<div class=\"note\">Rule: %s</div>\n<div class=\"note\">Source: %s%s%s",
              one->id, one->title, one->id, one->diagnostic ? " reported only" : "", one->asks, one->rule, one->source,
              scenarios[0] ? " · Scenarios: " : "", scenarios);
    page_html(p, "</div></dd>\n");
}

/* What the last column leads to. */
static void put_worst(page *p, const verdicts *all)
{
    grid *g = grid_new("");
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "size", "size", GRID_RIGHT }, { "claim", "claim", GRID_LEFT },
                 { "words", "in words", GRID_WRAP }, { "recipe", "recipe", GRID_WRAP });
    grid_note(g, 0,
              "Found by `assay hunt` among recipes of certain truth, as a share of the output's range. That "
              "nothing is found is a result and no proof. docs/hunt.md has the atlas.");
    for (size_t k = 0; k < all->count; k += property_count()) {
        const evidence_series *s = all->at[k].series;
        char name[1024];
        worst_found worst;
        series_text(s, name, sizeof name);
        if (!worst_found_of(s->metric, s->preset, s->output, &worst)) continue;
        GRID_ROW(g, GRID_TEXT(name), GRID_TEXT(worst.size), GRID_TEXT(worst.claim), GRID_TEXT(worst.words),
                 GRID_TEXT(worst.recipe));
    }
    page_details_begin(p, "worst-found", "The worst that was found of each");
    page_grid(p, g);
    page_details_end(p);
    grid_free(g);
}

void page_properties(page *p, const verdicts *all)
{
    page_section(p, "properties", "Which metric has which property");
    put_legend(p);
    put_table(p, all);
    put_worst(p, all);
    page_script_here(p);
    for (size_t k = 0; k < all->count; k++) {
        if (!is_told(&all->at[k]) || !property_at(all->at[k].property)->diagnostic) continue;
        page_note(p, "%s", "Columns in italics are reported only: failing them is no defect.");
        break;
    }
    page_html(p, "<h3 id=\"asked\">What each property asks</h3>\n<dl class=\"terms asked\">");
    for (size_t k = 0; k < property_count(); k++) put_property(p, property_at(k));
    page_html(p, "</dl>\n");
}
