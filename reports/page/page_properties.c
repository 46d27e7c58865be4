/* The property table: metric x property. Rows are grouped by family, columns are the properties in their order. */
#include "page_parts.h"
#include "property_table.h"

#include <string.h>

static void put_legend(page *p)
{
    page_open(p, "ul", "legend", NULL);
    for (int k = 0; k < VERDICT_KINDS; k++) {
        page_open(p, "li", NULL, NULL);
        page_put(p, "span", page_mark_class(k), "%s", verdict_symbol(k));
        page_text(p, "%s: %s", verdict_word(k), verdict_meaning(k));
        page_close(p);
    }
    page_open(p, "li", NULL, NULL);
    page_put(p, "span", page_mark_class(VERDICT_PASS), VERDICT_FREE_SYMBOL);
    page_text(p, "pass, as a constant or a random score gets it from the same points");
    page_close(p);
    page_close(p);
}

static void put_head(page *p)
{
    page_open(p, "thead", NULL, NULL);
    page_open(p, "tr", NULL, NULL);
    page_attribute(p, "scope", "col");
    page_put(p, "th", NULL, "metric");
    for (size_t k = 0; k < property_count(); k++) {
        const property *one = property_at(k);
        char link[128];
        snprintf(link, sizeof link, "#property/%s", one->id);
        page_attribute(p, "scope", "col");
        page_open(p, "th", one->diagnostic ? "diagnostic" : NULL, NULL);
        page_link(p, link, NULL, one->title, "%s", one->brief);
        page_close(p);
    }
    page_close(p);
    page_close(p);
}

static void put_family(page *p, const char *family)
{
    char columns[24];
    page_open(p, "tr", "family", NULL);
    page_attribute(p, "scope", "rowgroup");
    page_put(p, "th", NULL, "%s", family);
    snprintf(columns, sizeof columns, "%zu", property_count());
    page_attribute(p, "colspan", columns);
    page_put(p, "td", NULL, "%s", "");
    page_close(p);
}

static void put_name(page *p, const evidence_series *s)
{
    char link[1024], name[1024];
    const size_t length = strlen(s->metric);
    series_text(s, name, sizeof name);
    snprintf(link, sizeof link, "#evidence/%s", s->metric);
    page_attribute(p, "scope", "row");
    page_open(p, "th", NULL, NULL);
    page_link(p, link, NULL, s->title, "%s", s->metric);
    if (strlen(name) > length) page_put(p, "small", NULL, "%s", name + length);
    page_close(p);
}

static void put_row(page *p, const verdict *of)
{
    const evidence_series *s = of[0].series;
    page_open(p, "tr", "series", NULL);
    put_name(p, s);
    for (size_t k = 0; k < property_count(); k++) {
        char link[2048], hint[1024], basis[96];
        snprintf(link, sizeof link, "#v/%s/%s/%s/%s", s->metric, s->preset, s->output, property_at(k)->id);
        verdict_basis(&of[k], basis, sizeof basis);
        snprintf(hint, sizeof hint, "%s: %s%s%s. %s", property_at(k)->title, verdict_word(of[k].outcome),
                 basis[0] ? ", " : "", basis, of[k].text ? of[k].text : "");
        page_open(p, "td", NULL, NULL);
        page_link(p, link, page_mark_class(of[k].outcome), hint, "%s", verdict_mark(&of[k]));
        page_close(p);
    }
    page_close(p);
}

/* How many metrics pass and fail each property. */
static void put_sums(page *p, const verdicts *all)
{
    const size_t n = property_count();
    page_open(p, "tr", "sums", NULL);
    page_attribute(p, "scope", "row");
    page_put(p, "th", NULL, "pass / fail");
    for (size_t k = 0; k < n; k++) {
        size_t count[VERDICT_KINDS] = { 0 };
        for (size_t row = 0; row * n + k < all->count; row++) count[all->at[row * n + k].outcome]++;
        page_put(p, "td", NULL, "%zu/%zu", count[VERDICT_PASS], count[VERDICT_FAIL]);
    }
    page_close(p);
}

static void put_counts(page *p, const verdicts *all)
{
    size_t count[VERDICT_KINDS] = { 0 }, n_free = 0;
    for (size_t k = 0; k < all->count; k++) {
        count[all->at[k].outcome]++;
        n_free += all->at[k].free != 0;
    }
    page_note(p,
              "%zu scores × %zu properties = %zu verdicts: %zu pass (%zu of them free), %zu fail, %zu undefined, %zu "
              "undecided, %zu not run, %zu not claimed. Columns in italics are reported only: failing them is no "
              "defect.",
              all->count / property_count(), property_count(), all->count, count[VERDICT_PASS], n_free,
              count[VERDICT_FAIL], count[VERDICT_UNDEFINED], count[VERDICT_UNDECIDED], count[VERDICT_NOT_RUN],
              count[VERDICT_NOT_CLAIMED]);
}

static int family_seen(const verdicts *all, size_t before, const char *family)
{
    for (size_t k = 0; k < before; k += property_count())
        if (strcmp(all->at[k].series->family, family) == 0) return 1;
    return 0;
}

/* Families in the order of their first metric, each with all of its metrics. */
static void put_rows(page *p, const verdicts *all)
{
    const size_t n = property_count();
    for (size_t first = 0; first < all->count; first += n) {
        const char *family = all->at[first].series->family;
        if (family_seen(all, first, family)) continue;
        put_family(p, family);
        for (size_t k = first; k < all->count; k += n)
            if (strcmp(all->at[k].series->family, family) == 0) put_row(p, &all->at[k]);
    }
}

static void put_table(page *p, const verdicts *all)
{
    page_open(p, "div", "verdicts", "property-table");
    page_open(p, "table", NULL, NULL);
    put_head(p);
    page_open(p, "tbody", NULL, NULL);
    put_rows(p, all);
    put_sums(p, all);
    page_close(p);
    page_close(p);
    page_close(p);
}

/* The thresholds of a property with their values: "step = 0.01, flat = 0.05". */
static void put_thresholds(page *p, const char *ids)
{
    for (const char *c = ids; *c;) {
        const size_t length = strcspn(c, ",");
        page_text(p, "%s%.*s", c == ids ? " · Thresholds: " : ", ", (int)length, c);
        for (size_t k = 0; k < threshold_count(); k++) {
            const threshold *one = threshold_at(k);
            if (strlen(one->id) == length && strncmp(one->id, c, length) == 0) page_text(p, " = %g", one->value);
        }
        c += length + (c[length] == ',');
    }
}

static void put_property(page *p, const property *one)
{
    char id[128], scenarios[512];
    snprintf(id, sizeof id, "property/%s", one->id);
    page_open(p, "dt", NULL, id);
    page_text(p, "%s", one->title);
    page_put(p, "div", "soft", "`%s`%s", one->id, one->diagnostic ? " reported only" : "");
    page_close(p);
    page_open(p, "dd", NULL, NULL);
    page_text(p, "%s", one->asks);
    page_put(p, "div", "note", "Rule: %s", one->rule);
    page_open(p, "div", "note", NULL);
    page_text(p, "Source: %s", one->source);
    property_scenarios(one, scenarios, sizeof scenarios);
    if (scenarios[0]) page_text(p, " · Scenarios: %s", scenarios);
    put_thresholds(p, one->thresholds);
    page_close(p);
    page_close(p);
}

void page_properties(page *p, const verdicts *all)
{
    page_section(p, "properties", "Which metric has which property");
    put_legend(p);
    put_table(p, all);
    put_counts(p, all);
    page_heading(p, "asked", "What each property asks");
    page_open(p, "dl", "terms", NULL);
    for (size_t k = 0; k < property_count(); k++) put_property(p, property_at(k));
    page_close(p);
}
