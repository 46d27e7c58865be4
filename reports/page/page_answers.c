/* The first screen: what was run, and what follows from it. */
#include "page_parts.h"

#include "standing.h"
#include "store_origin.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>

/* ---- what was run ---- */

enum { WORD = 512 }; /* no name in a store is longer */

typedef struct extent {
    char scenario[WORD]; /* of the row before */
    size_t scenarios;
    uint64_t samples[2], seed[2], cells, failed;
    char version[2][WORD];
    char *plans; /* "quick, audit"; NULL: none */
    char days[STORE_DAYS];
} extent;

static assay_status add_row(const store_extent *row, void *context)
{
    extent *e = context;
    const int first = e->cells == 0;
    if (row->of_study) return ASSAY_OK; /* which the section on models tells of */
    if (strcmp(e->scenario, row->scenario) != 0) e->scenarios++;
    snprintf(e->scenario, WORD, "%s", row->scenario);
    if (first || row->samples < e->samples[0]) e->samples[0] = row->samples;
    if (row->samples > e->samples[1]) e->samples[1] = row->samples;
    if (first || row->seed_least < e->seed[0]) e->seed[0] = row->seed_least;
    if (row->seed_most > e->seed[1]) e->seed[1] = row->seed_most;
    if (first || strcmp(row->version_least, e->version[0]) < 0) snprintf(e->version[0], WORD, "%s", row->version_least);
    if (strcmp(row->version_most, e->version[1]) > 0) snprintf(e->version[1], WORD, "%s", row->version_most);
    e->cells += row->cells;
    e->failed += row->failed;
    return ASSAY_OK;
}

static assay_status add_plan(const char *name, const char *text, void *context)
{
    extent *e = context;
    if (!text[0]) return ASSAY_OK; /* studies have no text */
    char *more = wording_made("%s%s%s", e->plans ? e->plans : "", e->plans ? ", " : "", name);
    if (!more) return ASSAY_ENOMEM;
    free(e->plans);
    e->plans = more;
    return ASSAY_OK;
}

static void put_span(page *p, const char *what, uint64_t low, uint64_t high)
{
    if (low == high) page_text(p, ", %s %llu", what, (unsigned long long)low);
    else page_text(p, ", %s %llu to %llu", what, (unsigned long long)low, (unsigned long long)high);
}

static void put_extent(page *p, const extent *e)
{
    page_html(p, "<p class=\"ran\">");
    if (e->plans) page_html(p, "Plan <code>%s</code>: ", e->plans);
    page_text(p, "%zu scenario%s", e->scenarios, e->scenarios == 1 ? "" : "s");
    put_span(p, "rows", e->samples[0], e->samples[1]);
    put_span(p, "seeds", e->seed[0], e->seed[1]);
    page_text(p, ", %llu cells", (unsigned long long)e->cells);
    if (e->failed)
        page_text(p, " (in %llu of them a metric failed and gave no score; `tables/scores.csv` says why)",
                  (unsigned long long)e->failed);
    page_text(p, ", computed by assay %s", e->version[0]);
    if (strcmp(e->version[0], e->version[1]) != 0) page_text(p, " to %s", e->version[1]);
    if (e->days[0]) page_text(p, "; the store was filled %s", e->days);
    page_html(p, ". <a href=\"#settings\">All settings</a></p>\n");
}

/* ---- sentences ---- */

/* "; fails calibrated, nonlinear", each a link to its verdict. */
static void put_verdicts_of(page *p, const verdict *of, int outcome, const char *before)
{
    size_t n = 0;
    for (size_t k = 0; k < property_count(); k++) {
        const verdict *v = &of[k];
        const property *one = property_at(v->property);
        if (v->outcome != outcome || one->diagnostic) continue;
        page_text(p, "%s", n++ ? ", " : before);
        page_verdict_link(p, v, "", v->text, one->id);
    }
}

/* What an audit is of: its verdicts by name. */
static void put_subject(page *p, const verdict *of)
{
    const evidence_series *s = of->series;
    char name[1200];
    series_text(s, name, sizeof name);
    page_html(p, "<li><a href=\"#evidence/%s\" title=\"%s\">%s</a> claims %s", s->metric, s->title, name,
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

/* subject: a list of variants; NULL where no score is singled out. */
static void put_answers(page *p, const verdicts *all, const char *subject)
{
    char text[512];
    undecided_text(all, text, sizeof text);
    if (!subject && !text[0]) return;
    page_section(p, "answers", "What the verdicts say");
    page_html(p, "<ul class=\"answers\">");
    if (text[0]) page_html(p, "<li>%s</li>\n", text);
    for (size_t k = 0; k < all->count; k += property_count()) {
        const evidence_series *s = all->at[k].series;
        if (variant_is_listed(subject, s->metric, s->preset)) put_subject(p, &all->at[k]);
    }
    page_html(p, "</ul>\n");
}

assay_status page_extent(page *p, store *s, const store_filter *filter, assay_error *err)
{
    extent e = { 0 };
    assay_status status = store_extents(s, filter, add_row, &e, err);
    if (status == ASSAY_OK) status = store_plans(s, add_plan, &e, err);
    if (status == ASSAY_OK) status = store_days(s, e.days, err);
    if (status == ASSAY_OK) put_extent(p, &e);
    free(e.plans);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out") : status;
}

void page_answers(page *p, const verdicts *all, const char *subject)
{
    char warning[256];
    verdicts_size_warning(all, warning, sizeof warning);
    if (warning[0]) page_html(p, "<p class=\"banner\">Too small for verdicts that last: %s.</p>\n", warning);
    put_answers(p, all, subject);
}
