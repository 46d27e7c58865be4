/* Strips in sentences. */
#include "choice_table.h"

#include "claim_names.h"
#include "needed.h"
#include "plain_text.h"

#include <ctype.h>
#include <string.h>

enum { NAMED = 4 };

const char *condition_text(const choice_condition *c)
{
    return c->rows ? phrase("%llu rows", (unsigned long long)c->rows) : phrase("%s=%s", c->name, c->word);
}

const char *choice_undefined_text(const choice_property *p, const choice_strip *s)
{
    size_t n = 0;
    const char *text = "";
    for (size_t c = 0; c < p->n_conditions; c++)
        if (s->under[c].asked && !s->under[c].of.pairs && n++ < 2)
            text = phrase("%s%s%s", text, n == 1 ? ", undefined with " : ", ", condition_text(&p->condition[c]));
    return n > 2 ? phrase("%s and %zu more", text, n - 2) : text;
}

/* "dcimig (0.91, undefined with kinds=mixed)" */
static const char *strip_text(const choice_property *p, const choice_strip *s)
{
    return phrase("%s (%.2f%s)", series_text(s->of), s->all.value, choice_undefined_text(p, s));
}

/* "dcimig (0.91), mig (0.90) and 3 more" */
static const char *leaders_text(const choice_property *p)
{
    const size_t leaders = p->leaders, named = leaders > NAMED ? NAMED : leaders;
    const char *text = "";
    for (size_t k = 0, n = 0; k < p->n_strips && n < named; k++)
        if (p->strip[k].leads) text = phrase_join(text, ++n == leaders ? " and " : ", ", strip_text(p, &p->strip[k]));
    return leaders > named ? phrase("%s and %zu more", text, leaders - named) : text;
}

static int leads(const choice_strip *s) { return s->leads; }

static const choice_strip *highest(const choice_property *p, int (*is)(const choice_strip *s))
{
    for (size_t k = 0; k < p->n_strips; k++)
        if (is(&p->strip[k])) return &p->strip[k];
    return NULL;
}

/* What orders at least as many of the pairs where it is defined, and is no answer to the question: scores of several
 * properties, which cannot say which changed, or ones that are undefined too often. */
static void add_others(FILE *to, const choice_property *p, const choice_strip *first, int several)
{
    static const char *const words[] = {
        " Undefined on more than one pair in ten, at least as high elsewhere: ",
        " Metrics of several properties cannot say which of them changed; at least as high: "
    };
    size_t n = 0;
    for (size_t k = 0; k < p->n_strips && n < NAMED; k++) {
        const choice_strip *s = &p->strip[k];
        if (choice_is_control(s) || s->is_partial || s->leads || s->of->remark || !(s->of->measures & 7)) continue;
        if (several ? s->is_single : !s->is_single || s->defined >= CHOICE_DEFINED) continue;
        if (!(s->all.low > 0.5) || (first && !(s->all.value >= first->all.value))) continue;
        fprintf(to, "%s%s", n++ ? ", " : words[several], strip_text(p, s));
    }
    if (n) fputs(".", to);
}

/* A tie is not broken; who has to pick one is given what the bank knows besides. */
static void add_choice_of_one(FILE *to, const choice_property *p)
{
    const choice_strip *least = NULL;
    for (size_t k = 0; k < p->n_strips; k++) {
        const choice_strip *s = &p->strip[k];
        if (s->leads && isfinite(s->false_difference) && (!least || s->false_difference < least->false_difference))
            least = s;
    }
    if (p->leaders >= 2 && least)
        fprintf(to, "If one has to be picked, the smallest false difference is that of %s (%.2f). ",
                series_text(least->of), least->false_difference);
}

/* Why nothing leads; *no_good: since none of the metrics that were compared is good enough. */
static const char *why_none(const choice_property *p, int *no_good)
{
    static const char *const option[] = { "--kinds", "--dependence", "--expect", "--codes" };
    size_t least = 0;
    const choice_strip *best = highest(p, choice_is_rival), *control = p->strip;
    const char *claim = claim_name(p->claim);
    while (best && best->not_above && control->of != best->not_above) control++;
    *no_good = 0;
    if (p->too_few) {
        for (size_t k = 1; k < 4; k++) least = p->left_by[k] < p->left_by[least] ? k : least;
        return phrase("%zu pairs%s, and fewer than %d rank no metric%s. Ask for less, or run a larger bank.", p->usual,
                      p->usual < p->usual_there ? " are like these data" : "", CHOICE_LEAST,
                      p->left_by[least] < p->usual_there
                          ? phrase(" (%s alone leaves %zu of %zu)", option[least], p->left_by[least], p->usual_there)
                          : "");
    }
    if (p->lacks_controls)
        return "controls are not scored on all of these pairs. `assay run PLAN --metrics family:control --db STORE` "
               "adds "
               "them.";
    if (p->banks < CHOICE_LEAST_BANKS)
        return phrase("pairs of %zu bank%s, fewer than %d. `--seeds` adds banks.", p->banks, p->banks == 1 ? "" : "s",
                      CHOICE_LEAST_BANKS);
    if (choice_honest(p) < 2) return "one metric alone is scored. Score others on the same pairs.";
    *no_good = 1;
    if (!best) return phrase("no metric of %s alone is scored and defined on nine of ten pairs.", claim);
    const char *why = !best->not_above ? best->all.low > 0.5
                                             ? "has another that is certainly above it on the same pairs."
                                             : "is not certainly above one half, which a constant has."
                                       : phrase("is not certainly above %s (%.2f), which does not measure it.",
                                                series_text(control->of), control->all.value);
    return phrase("of metrics of %s alone the highest, %s (%.2f), %s", claim, series_text(best->of), best->all.value,
                  why);
}

const char *choice_sentence(const choice_property *p)
{
    const char *claim = claim_name(p->claim);
    const choice_strip *first = highest(p, leads);
    int no_good = 1;
    FILE *to = phrase_open();
    fprintf(to, "%c%s: ", toupper((unsigned char)claim[0]), claim + 1);
    if (!first) fprintf(to, "none is recommended: %s", why_none(p, &no_good));
    else {
        fputs(leaders_text(p), to);
        if (p->rivals == 1)
            fprintf(to, " leads alone: no other metric of %s alone is scored and defined on nine of ten pairs. ",
                    claim);
        else fputs(p->leaders > 1 ? " lead; the pairs do not distinguish them. " : " leads. ", to);
        fputs("In parentheses: concordance. ", to);
        add_choice_of_one(to, p);
        if (first->worst >= 0)
            fprintf(to, "The worst condition of %s is %s, with %.2f.", series_text(first->of),
                    condition_text(&p->condition[first->worst]), first->under[first->worst].of.value);
    }
    for (int several = 1; several >= 0 && no_good; several--) add_others(to, p, first, several);
    return phrase_close(to);
}

const char *choice_found(const choice *c)
{
    const char *text = "";
    int no_good;
    for (const choice_property *p = c->property; p < c->property + 3; p++) {
        if (!p->n_strips) continue;
        const char *found = p->leaders ? leaders_text(p) : phrase("none is recommended: %s", why_none(p, &no_good));
        const size_t length = strlen(found);
        text = phrase("%s%s%s: %.*s", text,
                      *text ? "; " : "Which metric to report, and its concordance: ", claim_name(p->claim),
                      (int)(length - (found[length - 1] == '.')), found);
    }
    return text;
}

static int has_strip(const choice_property *p, const char *metric)
{
    for (size_t k = 0; k < p->n_strips; k++)
        if (strcmp(p->strip[k].of->metric, metric) == 0) return 1;
    return 0;
}

const char *choice_unscored(const choice_property *p)
{
    const assay_metric *metric, *first = NULL;
    const char *text = "";
    for (size_t k = 0; (metric = assay_metric_at(k)); k++) {
        if (metric->flags & (ASSAY_CONTROL | ASSAY_DIRECTIONS)) continue; /* pairs have no directions */
        if (p->cyclic && !(metric->flags & CHOICE_CYCLIC)) continue;
        if (!(claims_of_outputs(metric) & p->claim) || has_strip(p, metric->id)) continue;
        text = phrase("%s%s%s", text, first ? ", " : "Not scored on these pairs: ", metric->id);
        if (!first) first = metric;
    }
    return first ? phrase("%s. `assay run bank --metrics %s --db STORE` adds one.", text, first->id) : "";
}

static void add_choice(const choice_strip *s, FILE *to)
{
    const assay_metric *metric = assay_metric_find(s->of->metric);
    fputs(series_text(s->of), to);
    if (metric) fprintf(to, " (%s)", metric->source);
    fprintf(to, ": concordance %.2f, 95 %% interval %.2f to %.2f", s->all.value, s->all.low, s->all.high);
    if (isfinite(s->false_difference)) fprintf(to, ", false difference %.2f of its response", s->false_difference);
}

static void add_choices(const choice *c, const choice_property *p, FILE *to)
{
    size_t n = 0;
    fprintf(to, "For %s ", claim_name(p->claim));
    for (size_t k = 0; k < p->n_strips; k++) {
        if (!p->strip[k].leads) continue;
        fputs(n++ ? "; " : "we report ", to);
        add_choice(&p->strip[k], to);
    }
    if (n > 1) fputs("; the pairs do not distinguish these", to);
    if (p->rivals == 1) fputs("; no other metric of it alone is scored and defined on nine of ten pairs", to);
    fprintf(to, " (%zu pairs of %zu banks, %llu rows). ", p->usual, p->banks, (unsigned long long)c->rows);
}

const char *choice_paragraph(const choice *c)
{
    FILE *to = phrase_open();
    int any = 0;
    for (int k = 0; k < 3 && !c->is_part; k++) {
        if (!c->property[k].leaders) continue;
        if (!any++)
            fputs(
                "Metrics were chosen by pairs of representations of known order (assay " ASSAY_VERSION "). The two "
                "of a pair differ for certain in one property, and at random in noise, units, curves and further "
                "codes. Concordance is the share of pairs that a metric orders rightly, of those where it is defined; "
                "a constant has 0.50. ",
                to);
        add_choices(c, &c->property[k], to);
    }
    return phrase_close(to);
}

const char *choice_references(const choice *c)
{
    const char *text = "", *cited = "";
    for (int p = 0; p < 3 && !c->is_part; p++)
        for (size_t k = 0; k < c->property[p].n_strips; k++) {
            const choice_strip *s = &c->property[p].strip[k];
            const assay_metric *metric = s->leads ? assay_metric_find(s->of->metric) : NULL;
            if (!metric || list_has(cited, metric->id)) continue;
            const char *one = choice_reference(metric->id, metric->title, metric->source);
            cited = phrase_join(cited, ",", metric->id);
            if (one) text = phrase_join(text, "", one);
        }
    return text;
}
