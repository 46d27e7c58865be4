/* The property table: metric x property. Rows of a family stand together, columns are the properties in their order. */
#include "page_parts.h"

#include "needed.h"
#include "judge.h"

#include <string.h>

const char *page_mark_class(int outcome)
{
    static const char *const classes[VERDICT_KINDS] = { "mark pass",      "mark fail",    "mark undefined",
                                                        "mark undecided", "mark not-run", "mark not-claimed" };
    return outcome >= 0 && outcome < VERDICT_KINDS ? classes[outcome] : "mark";
}

int page_is_first(const page_front *front, const evidence_series *s)
{
    if (variant_is_listed(front->subject, s->metric, s->preset) || !assay_metric_find(s->metric)) return 1;
    for (size_t k = 0; k < front->n && strcmp(s->preset, "default") == 0; k++)
        if (strcmp(front->metric[k], s->metric) == 0) return 1;
    return 0;
}

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

int page_says(const verdict *v) { return v->outcome != VERDICT_NOT_CLAIMED && v->outcome != VERDICT_NOT_RUN; }

/* Whether a property is said of some score; `open`: also where no score's is more than undecided. */
static int is_said(const verdicts *all, size_t which, int open)
{
    for (size_t k = which; k < all->count; k += property_count())
        if (page_says(&all->at[k]) && (open || all->at[k].outcome != VERDICT_UNDECIDED)) return 1;
    return 0;
}

int page_is_said(const verdicts *all, size_t which) { return is_said(all, which, 1); }

static int has_column(const verdicts *all, size_t which) { return is_said(all, which, 0); }

static void put_head(page *p, const verdicts *all)
{
    page_html(p,
              "<thead>\n<tr><th scope=\"col\">metric</th><th scope=\"col\" class=\"turned\"><span>claims</span></th>");
    for (size_t k = 0; k < property_count(); k++) {
        const property *one = property_at(k);
        if (!has_column(all, k)) continue;
        page_html(p, "<th class=\"%s\" scope=\"col\" title=\"%s\"><span>%s</span></th>",
                  one->diagnostic ? "turned diagnostic" : "turned", one->asks, one->id);
    }
    page_html(p, "</tr>\n</thead>\n");
}

static void put_name(page *p, const evidence_series *s)
{
    const char *name = series_text(s);
    const size_t length = strlen(s->metric);
    page_html(p, "<th scope=\"row\"><a href=\"#evidence.%s\" title=\"%s\">%s</a>", s->metric, s->title, s->metric);
    if (strlen(name) > length) page_html(p, "<small>%s</small>", name + length);
    page_html(p, "</th>");
}

/* A star: it rests on something else than the caption says. The card has it in words. */
static void put_mark(page *p, const verdicts *all, const verdict *v, const verdict *common)
{
    const char *basis = page_rests_alike(v, common) ? "" : verdict_basis(v), *sizes = verdict_sizes_text(v);
    const char *without = verdict_without_text(all, v);
    page_html(p, "<td");
    if (page_says(v)) page_html(p, " class=\"%s\"", page_mark_class(v->outcome) + strlen("mark "));
    if (basis[0] || sizes[0] || without[0])
        page_html(p, " title=\"%s %s %s\">%s*</td>", basis, sizes, without, verdict_symbol(v->outcome));
    else page_html(p, ">%s</td>", verdict_symbol(v->outcome));
}

static int is_asked(const verdict *of)
{
    for (size_t k = 0; k < property_count(); k++)
        if (page_says(&of[k])) return 1;
    return 0;
}

static void put_row(page *p, const verdicts *all, const verdict *of, const verdict *common)
{
    const evidence_series *s = of[0].series;
    page_html(p, "<tr class=\"series\">");
    put_name(p, s);
    page_html(p, "<td class=\"claims\">%s</td>", s->measures & 7 ? claims_text(s->measures) : "");
    for (size_t k = 0; k < property_count(); k++)
        if (has_column(all, k)) put_mark(p, all, &of[k], common);
    page_html(p, "</tr>\n");
}

/* What has no row, as no property asks anything of it or nothing was run of it, and no column: rows and columns
 * without a mark say no more. */
static void put_left_out(page *p, const verdicts *all)
{
    static const char *const why[] = { "Undecided for all scores here: ", "Not run, or claimed by no score here: " };
    const char *rows = "";
    for (size_t k = 0; k < all->count; k += property_count())
        if (!is_asked(&all->at[k])) rows = phrase_join(rows, ", ", series_text(all->at[k].series));
    if (*rows) page_note(p, "Without a row, as nothing that is asked of them was run: %s.", rows);
    for (int said = 1; said >= 0; said--) {
        const char *columns = "";
        for (size_t k = 0; k < property_count() && all->count; k++)
            if (!has_column(all, k) && page_is_said(all, k) == said)
                columns = phrase_join(columns, ", ", property_at(k)->id);
        if (*columns) page_note(p, "%s%s.", why[!said], columns);
    }
}

static int is_row(const verdicts *all, size_t k, const page_front *front, int first)
{
    enum { FEW = 24 };
    const int all_first = all->count <= FEW * property_count();
    return is_asked(&all->at[k]) && (all_first || page_is_first(front, all->at[k].series)) == first;
}

/* Families in the order of their first metric, each with all of its metrics. How many rows there are. */
static size_t put_rows(page *p, const verdicts *all, const page_front *front, int shown, const verdict *common)
{
    const size_t n = property_count();
    size_t rows = 0;
    for (size_t first = 0; first < all->count; first += n) {
        const char *family = all->at[first].series->family;
        size_t k = 0;
        while (strcmp(all->at[k].series->family, family) != 0) k += n;
        for (; k < all->count && k >= first; k += n) {
            if (strcmp(all->at[k].series->family, family) != 0 || !is_row(all, k, front, shown)) continue;
            if (p) put_row(p, all, &all->at[k], common);
            rows++;
        }
    }
    return rows;
}

static void put_table(page *p, const verdicts *all, const page_front *front, int shown)
{
    const verdict *common = page_common_basis(all);
    page_html(p, "<div class=\"wide verdicts\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"verdicts: metrics by properties\"><table><caption>");
    if (common)
        page_text(p, "A mark rests on %s; * on something else, which the card of its metric says",
                  verdict_basis(common));
    else page_text(p, "%s", "No mark rests on a score");
    page_html(p, "</caption>\n");
    put_head(p, all);
    page_html(p, "<tbody>");
    put_rows(p, all, front, shown, common);
    page_html(p, "</tbody>\n</table>\n</div>\n");
}

void page_properties(page *p, const verdicts *all, const page_front *front)
{
    int diagnostic = 0;
    const char *small = verdicts_size_warning(all), *undecided = undecided_text(all);
    page_section(p, "properties", "Which metric has which property");
    if (*small) page_html(p, "<p class=\"banner\">Too small for verdicts that last: %s.</p>\n", small);
    if (*undecided) page_paragraph(p, "%s", undecided);
    put_legend(p);
    if (put_rows(NULL, all, front, 1, NULL)) put_table(p, all, front, 1);
    const size_t others = put_rows(NULL, all, front, 0, NULL);
    if (others) {
        page_details_begin(p, NULL, "%zu more scores", others);
        put_table(p, all, front, 0);
        page_details_end(p);
    }
    put_left_out(p, all);
    for (size_t k = 0; k < all->count; k++)
        diagnostic |= page_says(&all->at[k]) && property_at(all->at[k].property)->diagnostic;
    page_note(p,
              "A verdict says what a metric does in these scenarios, at these sizes, with these seeds, and no more.%s "
              "`assay describe PROPERTY` says what one asks and by which rule; `tables/properties` has all scores.",
              diagnostic ? " Columns in italics are reported only: failing them is no defect." : "");
}
