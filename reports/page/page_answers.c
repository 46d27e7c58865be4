/* What an audit is of: its verdicts by name. */
#include "page_parts.h"

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

void page_answers(page *p, const verdicts *all, const char *subject)
{
    page_html(p, "<ul class=\"answers\">");
    for (size_t k = 0; k < all->count; k += property_count()) {
        const evidence_series *s = all->at[k].series;
        if (variant_is_listed(subject, s->metric, s->preset)) put_subject(p, &all->at[k]);
    }
    page_html(p, "</ul>\n");
}
