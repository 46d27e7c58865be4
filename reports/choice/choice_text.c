/* Strips in sentences. */
#include "choice_table.h"

#include "claim_names.h"
#include "names.h"
#include "needed.h"

#include <ctype.h>
#include <string.h>

enum { NAMED = 4, NAME = 1200 }; /* a store has no longer names */

static void add_name(wording *w, const choice_strip *s)
{
    char name[NAME];
    series_text(s->of, name, sizeof name);
    wording_add(w, "%s", name);
}

void add_undefined(wording *w, const choice_property *p, const choice_strip *s)
{
    size_t n = 0;
    for (size_t c = 0; c < p->n_conditions; c++) {
        char text[96];
        if (!s->under[c].asked || s->under[c].of.pairs || n++ > 1) continue;
        condition_text(&p->condition[c], text, sizeof text);
        wording_add(w, "%s%s", n == 1 ? ", undefined with " : ", ", text);
    }
    if (n > 2) wording_add(w, " and %zu more", n - 2);
}

/* "dcimig (0.91), mig (0.90) and 3 more" */
static void add_leaders(wording *w, const choice_property *p)
{
    const size_t leaders = p->leaders, named = leaders > NAMED ? NAMED : leaders;
    size_t n = 0;
    for (size_t k = 0; k < p->n_strips && n < named; k++) {
        if (!p->strip[k].leads) continue;
        wording_add(w, "%s", !n ? "" : n + 1 == leaders ? " and " : ", ");
        add_name(w, &p->strip[k]);
        wording_add(w, " (%.2f", p->strip[k].all.value);
        add_undefined(w, p, &p->strip[k]);
        wording_add(w, ")");
        n++;
    }
    if (leaders > named) wording_add(w, " and %zu more", leaders - named);
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
static void add_others(wording *w, const choice_property *p, const choice_strip *first, int several)
{
    size_t n = 0;
    for (size_t k = 0; k < p->n_strips && n < NAMED; k++) {
        const choice_strip *s = &p->strip[k];
        if (choice_is_control(s) || s->is_partial || s->leads || s->of->remark || !(s->of->measures & 7)) continue;
        if (several ? s->is_single : !s->is_single || s->defined >= CHOICE_DEFINED) continue;
        if (!(s->all.low > 0.5) || (first && !(s->all.value >= first->all.value))) continue;
        if (!n++)
            wording_add(w, "%s",
                        several ? " Metrics of several properties cannot say which of them changed; at least as "
                                  "high: "
                                : " Undefined on more than one pair in ten, at least as high elsewhere: ");
        else wording_add(w, ", ");
        add_name(w, s);
        wording_add(w, " (%.2f", s->all.value);
        add_undefined(w, p, s);
        wording_add(w, ")");
    }
    if (n) wording_add(w, ".");
}

/* A tie is not broken; who has to pick one is given what the bank knows besides. */
static void add_choice_of_one(wording *w, const choice_property *p)
{
    const choice_strip *least = NULL;
    for (size_t k = 0; k < p->n_strips; k++) {
        const choice_strip *s = &p->strip[k];
        if (s->leads && isfinite(s->false_difference) && (!least || s->false_difference < least->false_difference))
            least = s;
    }
    if (p->leaders < 2 || !least) return;
    wording_add(w, "If one has to be picked, the smallest false difference is that of ");
    add_name(w, least);
    wording_add(w, " (%.2f). ", least->false_difference);
}

/* Why nothing leads; whether that is since none of the metrics that were compared is good enough. */
static int add_why_none(wording *w, const choice_property *p)
{
    static const char *const option[] = { "--kinds", "--dependence", "--expect", "--codes" };
    size_t least = 0;
    const choice_strip *best = highest(p, choice_is_rival), *control = p->strip;
    while (best && best->not_above && control->of != best->not_above) control++;
    wording_add(w, "none is recommended: ");
    if (p->too_few) {
        for (size_t k = 1; k < 4; k++) least = p->left_by[k] < p->left_by[least] ? k : least;
        wording_add(w, "%zu pairs%s, and fewer than %d rank no metric", p->usual,
                    p->usual < p->usual_there ? " are like these data" : "", CHOICE_LEAST);
        if (p->left_by[least] < p->usual_there)
            wording_add(w, " (%s alone leaves %zu of %zu)", option[least], p->left_by[least], p->usual_there);
        wording_add(w, ". Ask for less, or run a larger bank.");
    } else if (p->lacks_controls) {
        wording_add(w, "controls are not scored on all of these pairs. `assay run PLAN --metrics family:control --db "
                       "STORE` adds them.");
    } else if (p->banks < CHOICE_LEAST_BANKS) {
        wording_add(w, "pairs of %zu bank%s, fewer than %d. `--seeds` adds banks.", p->banks, p->banks == 1 ? "" : "s",
                    CHOICE_LEAST_BANKS);
    } else if (choice_honest(p) < 2) {
        wording_add(w, "one metric alone is scored. Score others on the same pairs.");
    } else if (best) {
        wording_add(w, "of metrics of %s alone the highest, ", claim_name(p->claim));
        add_name(w, best);
        wording_add(w, " (%.2f), ", best->all.value);
        if (best->not_above) {
            wording_add(w, "is not certainly above ");
            add_name(w, control);
            wording_add(w, " (%.2f), which does not measure it.", control->all.value);
        } else
            wording_add(w, best->all.low > 0.5 ? "has another that is certainly above it on the same pairs."
                                               : "is not certainly above one half, which a constant has.");
        return 1;
    } else {
        wording_add(w, "no metric of %s alone is scored and defined on nine of ten pairs.", claim_name(p->claim));
        return 1;
    }
    return 0;
}

void choice_sentence(const choice_property *p, char *to, size_t size)
{
    const char *claim = claim_name(p->claim);
    const choice_strip *first = highest(p, leads);
    wording w = wording_in(to, size);
    wording_add(&w, "%c%s: ", toupper((unsigned char)claim[0]), claim + 1);
    if (!first) {
        if (!add_why_none(&w, p)) return;
        add_others(&w, p, NULL, 1);
        add_others(&w, p, NULL, 0);
        return;
    }
    add_leaders(&w, p);
    char under[96];
    if (p->rivals == 1)
        wording_add(&w, " leads alone: no other score of %s alone is defined on nine of ten pairs. ", claim);
    else wording_add(&w, p->leaders > 1 ? " lead; the pairs do not distinguish them. " : " leads. ");
    wording_add(&w, "In parentheses: concordance. ");
    add_choice_of_one(&w, p);
    if (first->worst >= 0) {
        condition_text(&p->condition[first->worst], under, sizeof under);
        wording_add(&w, "The worst condition of ");
        add_name(&w, first);
        wording_add(&w, " is %s, with %.2f.", under, first->under[first->worst].of.value);
    }
    add_others(&w, p, first, 1);
    add_others(&w, p, first, 0);
}

void choice_found(const choice *c, char *to, size_t size)
{
    size_t n = 0;
    wording w = wording_in(to, size);
    to[0] = '\0';
    for (const choice_property *p = c->property; p < c->property + 3; p++) {
        if (!p->n_strips) continue;
        wording_add(&w, "%s%s: ", n++ ? "; " : "Which metric to report, and its concordance: ", claim_name(p->claim));
        if (p->leaders) add_leaders(&w, p);
        else (void)add_why_none(&w, p);
        if (w.used && w.used < size && to[w.used - 1] == '.') to[--w.used] = '\0';
    }
}

static int has_strip(const choice_property *p, const char *metric)
{
    for (size_t k = 0; k < p->n_strips; k++)
        if (strcmp(p->strip[k].of->metric, metric) == 0) return 1;
    return 0;
}

void choice_unscored(const choice_property *p, char *to, size_t size)
{
    const assay_metric *metric, *first = NULL;
    wording w = wording_in(to, size);
    to[0] = '\0';
    for (size_t k = 0; (metric = assay_metric_at(k)); k++) {
        if (metric->flags & (ASSAY_CONTROL | ASSAY_DIRECTIONS)) continue; /* pairs have no directions */
        if (p->cyclic && !(metric->flags & CHOICE_CYCLIC)) continue;
        if (!(claims_of_outputs(metric) & p->claim) || has_strip(p, metric->id)) continue;
        wording_add(&w, "%s%s", first ? ", " : "Not scored on these pairs: ", metric->id);
        if (!first) first = metric;
    }
    if (first) wording_add(&w, ". `assay run bank --metrics %s --db STORE` adds one.", first->id);
}

static void add_choice(const choice_strip *s, FILE *to)
{
    char name[NAME];
    const assay_metric *metric = assay_metric_find(s->of->metric);
    series_text(s->of, name, sizeof name);
    fputs(name, to);
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
    if (p->rivals == 1) fputs("; no other score of it alone is defined on nine of ten pairs", to);
    fprintf(to, " (%zu pairs of %zu banks, %llu rows). ", p->usual, p->banks, (unsigned long long)c->rows);
}

char *choice_paragraph(const choice *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = needed(open_memstream(&text, &size));
    int any = 0;
    for (int k = 0; k < 3 && !c->is_part; k++) {
        if (!c->property[k].leaders) continue;
        if (!any++)
            fputs(
                "Metrics were chosen by pairs of representations of known order (assay " ASSAY_VERSION "). The two "
                "of a pair differ for certain in one property, and at random in noise, units, curves and further "
                "codes. Concordance is the share of pairs that a metric orders rightly, of those where it is defined; "
                "a constant has 0.50. ",
                memory);
        add_choices(c, &c->property[k], memory);
    }
    needed_close(memory);
    return text;
}

/* Whether an earlier property, or an earlier strip of this one, is led by the metric, too. */
static int is_cited(const choice *c, int property, size_t strip)
{
    const char *metric = c->property[property].strip[strip].of->metric;
    for (int p = 0; p <= property; p++)
        for (size_t k = 0; k < (p < property ? c->property[p].n_strips : strip); k++)
            if (c->property[p].strip[k].leads && strcmp(c->property[p].strip[k].of->metric, metric) == 0) return 1;
    return 0;
}

char *choice_references(const choice *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = needed(open_memstream(&text, &size));
    for (int p = 0; p < 3 && !c->is_part; p++)
        for (size_t k = 0; k < c->property[p].n_strips; k++) {
            const choice_strip *s = &c->property[p].strip[k];
            const assay_metric *metric = s->leads ? assay_metric_find(s->of->metric) : NULL;
            if (!metric || is_cited(c, p, k)) continue;
            char *one = choice_reference(metric->id, metric->title, metric->source);
            if (one) fputs(one, memory);
            free(one);
        }
    needed_close(memory);
    return text;
}
