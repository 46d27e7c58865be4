/* What was found, in words: the hypotheses that are left, else where values differ, and whether on a straight line. */
#include "candidate.h"
#include "validation_inside.h"
#include "wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 64 };

assay_status line_add(comparison *c, validation *to, const char *text)
{
    if (to->n_lines == LINES_MOST) return ASSAY_OK;
    if (!to->line && !(to->line = arena_alloc(&c->memory, LINES_MOST, sizeof *to->line))) return ASSAY_ENOMEM;
    to->line[to->n_lines] = arena_text(&c->memory, text);
    return to->line[to->n_lines++] ? ASSAY_OK : ASSAY_ENOMEM;
}

/* ---- hypotheses that are left ---- */

typedef struct found {
    const hypothesis *hypothesis;
    size_t function;
    int rank;
} found;

enum {
    SIMPLE = 10, /* ranks beyond it are two changes at once */
    HALF = 3     /* undefined values remain: worse than an explanation of all that is a little less simple */
};

static int simpler(const void *a, const void *b)
{
    const found *x = a, *y = b;
    if (x->rank != y->rank) return x->rank - y->rank;
    if (x->hypothesis != y->hypothesis) return x->hypothesis < y->hypothesis ? -1 : 1;
    return (int)x->function - (int)y->function;
}

/* The preset that a variant is, with nothing changed; NULL: it is none. */
static const assay_preset *preset_of(const variant *v) { return v->id.changed.n ? NULL : v->preset; }

static int is_preset_of(const comparison *c, const hypothesis *one)
{
    return one->kind == HYPOTHESIS_VARIANT && !one->transform && one->variant->metric == c->reference->metric &&
           preset_of(one->variant) != NULL;
}

/* Whether `one` differs from the reference in all that `other` does, by the same values, and in more. */
static int differs_in_more(const comparison *c, const hypothesis *one, const hypothesis *other)
{
    const variant *base = c->reference, *a = one->variant, *b = other->variant;
    size_t more = 0, shared = 0;
    if (other->kind != HYPOTHESIS_VARIANT || other->transform || b->metric != base->metric || b == base) return 0;
    for (size_t k = 0; k < base->metric->n_options; k++) {
        if (b->option[k] != base->option[k] && a->option[k] != b->option[k]) return 0;
        shared += b->option[k] != base->option[k];
        more += a->option[k] != base->option[k] && b->option[k] == base->option[k];
    }
    return shared && more;
}

/* An option that does it all is told before a preset that has more, which does nothing here. */
static void options_step_forward(const comparison *c, found *all, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        found *preset = &all[k];
        for (size_t l = 0; l < n && is_preset_of(c, preset->hypothesis); l++) {
            found *option = &all[l];
            if (is_preset_of(c, option->hypothesis) || option->function != preset->function) continue;
            if (option->hypothesis->odd > preset->hypothesis->odd) continue;
            if (!differs_in_more(c, preset->hypothesis, option->hypothesis)) continue;
            preset->rank |= 1; /* of the same simplicity, but behind */
            if (option->rank > preset->rank - 1) option->rank = preset->rank - 1;
        }
    }
    qsort(all, n, sizeof *all, simpler);
}

/* Of some values it says nothing, or gives another reading of what is undefined. */
static int in_part(const hypotheses *s, const hypothesis *one, size_t p)
{
    return one->odd > 0 || (one->proven[p] && one->covered[p] < s->differing);
}

/* Not the reference itself, all that was predicted fits, and most was predicted of what the candidate defines. *once:
 * those that one point alone speaks for, which are left out. */
static size_t find(const hypotheses *s, found *to, size_t room, size_t *once)
{
    size_t n = 0;
    *once = 0;
    for (size_t k = 0; k < s->count; k++) {
        const hypothesis *one = &s->at[k];
        const size_t p = hypothesis_function(s, one);
        const int of_items = one->kind == HYPOTHESIS_ITEMS;
        if (p == function_count() || n == room) continue;
        if (of_items && s->at[0].alive >> p & 1) continue; /* a straight line of the mean is one of the items */
        if (one->proven[p] && !(one->twice >> p & 1)) {
            ++*once;
            continue;
        }
        const int of_score =
            !k || of_items || one->kind == HYPOTHESIS_CHANCE; /* an option that does the same is told first */
        to[n++] = (found){ one, p,
                           2 * one->rank + of_score + (p && !of_score ? SIMPLE : 0) + (in_part(s, one, p) ? HALF : 0) };
    }
    qsort(to, n, sizeof *to, simpler);
    return n;
}

/* "normaliser=code, constants=keep": the settled options of b that a has otherwise. */
static void options_differing(const variant *a, const variant *b, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t k = 0; a->metric == b->metric && k < a->metric->n_options; k++) {
        char value[64];
        if (a->option[k] == b->option[k]) continue;
        assay_option_print(&b->metric->options[k], b->option[k], value, sizeof value);
        wording_add(&w, "%s%s=%s", w.used ? ", " : "", b->metric->options[k].id, value);
    }
}

static void describe_variant(const comparison *c, const hypothesis *one, char *to, size_t size)
{
    const assay_preset *preset = preset_of(one->variant);
    char differing[512];
    options_differing(c->reference, one->variant, differing, sizeof differing);
    wording w = wording_in(to, size);
    wording_add(&w, "values equal %s", one->text);
    if (preset) wording_add(&w, " (%s)", preset->source);
    if (differing[0] && preset)
        wording_add(&w, ", which has %s where %s@%s has not", differing, c->reference->metric->id,
                    c->reference->id.text);
    if (!preset && one->variant->metric != c->reference->metric) wording_add(&w, " (%s)", one->variant->metric->title);
}

/* A cause in a few words: "mig with bins=20, then x 100: percent". */
static void cause_text(const hypotheses *s, const hypothesis *one, size_t p, char *to, size_t size)
{
    const char *scale = p ? function_at(p)->text : NULL;
    if (one == s->at) snprintf(to, size, "%s", scale ? scale : one->text);
    else if (one->kind == HYPOTHESIS_ITEMS)
        snprintf(to, size, "%s%s", scale ? "item by item, " : "the plain mean of the items", scale ? scale : "");
    else snprintf(to, size, "%s%s%s", one->text, scale ? ", then " : "", scale ? scale : "");
}

/* What comes behind "Your ", but for a function that is taken of it. */
static void cause_sentence(const comparison *c, const hypotheses *s, const hypothesis *one, size_t p, char *to,
                           size_t size)
{
    char cause[1024];
    cause_text(s, one, p, cause, sizeof cause);
    if (one == s->at) snprintf(to, size, "values are a function of the reference's: %s", cause);
    else if (one->kind == HYPOTHESIS_ITEMS && !p)
        snprintf(to, size,
                 "overall values are the plain mean of the reference's items, where the reference takes another mean "
                 "(a "
                 "weighted one, say)");
    else if (one->kind == HYPOTHESIS_ITEMS)
        snprintf(to, size, "overall values are the mean of a function of the reference's items: %s",
                 function_at(p)->text);
    else if (one->kind == HYPOTHESIS_CHANCE)
        snprintf(to, size,
                 "values are, in the mean, those of chance, as where partner rows are not conditioned on the factor "
                 "(the "
                 "rows drawn for its value do not have it), or codes, factors or labels are those of other rows");
    else if (one->variant == c->reference && one->output != SIZE_MAX)
        snprintf(to, size, "values are those of another output, %s", one->text);
    else if (one->kind == HYPOTHESIS_FORM) snprintf(to, size, "values are %s", one->text);
    else if (one->kind == HYPOTHESIS_AGGREGATE)
        snprintf(to, size, "overall values are not the reference's: %s", one->text);
    else if (one->transform || one->kind == HYPOTHESIS_RELATION)
        snprintf(to, size, "values are those of the reference where %s", one->text);
    else describe_variant(c, one, to, size);
}

void explanation_text(const comparison *c, const hypotheses *s, const hypothesis *one, size_t p, char *to, size_t size)
{
    char what[2048], missed[128] = "";
    const char *scale = p && one != s->at && one->kind != HYPOTHESIS_ITEMS ? function_at(p)->text : NULL;
    const size_t covered = one->covered[p];
    cause_sentence(c, s, one, p, what, sizeof what);
    if (one->proven[p] && covered < s->differing)
        snprintf(missed, sizeof missed, "; of %zu of the %zu data sets on which they differ it says nothing",
                 s->differing - covered, s->differing);
    const int bare = one->kind == HYPOTHESIS_VARIANT && !one->transform && one != s->at;
    const assay_preset *preset = bare ? preset_of(one->variant) : NULL;
    const compared_output *of = c->only == SIZE_MAX ? NULL : &c->output[c->only];
    snprintf(to, size, "Your %s%s%s%s%s%s%s.%s%s", of ? c->reference->metric->outputs[of->want].id : "",
             of ? " " : "", what, scale ? ", then " : "", scale ? scale : "",
             one->odd ? "; this holds where both are defined" : "", missed, preset && preset->defects ? " " : "",
             preset && preset->defects ? preset->defects : "");
}

/* How many of the explanations found are made of as many changes as the first. */
static size_t count_rivals(const found *all, size_t n)
{
    size_t simple = 0;
    while (simple < n && (all[simple].rank < SIMPLE) == (all[0].rank < SIMPLE)) simple++;
    return simple;
}

static int tells_nothing(const hypothesis *one)
{
    return one->kind == HYPOTHESIS_CHANCE || transform_at(one->transform)->apart;
}

/* Whether two that were compared over seeds predict the same values: one cause by two names. How codes and factors came
 * apart no mean over seeds tells. */
static int same_by_seeds(const found *a, const found *b)
{
    if (tells_nothing(a->hypothesis) && tells_nothing(b->hypothesis)) return 1;
    if (!a->hypothesis->mark || !b->hypothesis->mark) return 0;
    const double x = a->hypothesis->mark[a->function], y = b->hypothesis->mark[b->function];
    return fabs(x - y) <= EXACT * fmax(1.0, fabs(x));
}

/* Where every value that tells was compared over seeds, an explanation is a proof only if no other was not rejected. */
static int is_proof(const found *all, size_t n)
{
    if (all[0].hypothesis->proven[all[0].function]) return 1;
    if (tells_nothing(all[0].hypothesis) && all[0].hypothesis->kind != HYPOTHESIS_CHANCE) return 0;
    const size_t rivals = count_rivals(all, n);
    size_t same = 1;
    while (same < rivals && same_by_seeds(&all[0], &all[same])) same++;
    return all[0].rank < SIMPLE && same == rivals;
}

static assay_status explain_compatible(comparison *c, size_t n, validation *to)
{
    char text[192];
    if (n == 1)
        snprintf(text, sizeof text,
                 "No cause is proven: the means over seeds fit one cause of two changes, and some such fit by chance.");
    else
        snprintf(text, sizeof text,
                 "No cause is proven: the means over seeds fit %zu known causes, and do not separate them.", n);
    return line_add(c, to, text);
}

/* What gives the same values wherever it was tried, data made to part them included, and is made of as many changes. */
static assay_status explain_rivals(comparison *c, const hypotheses *s, const found *all, size_t n, validation *to)
{
    enum { SHOWN = 3 };
    const size_t simple = count_rivals(all, n), covered = all[0].hypothesis->covered[all[0].function];
    char line[4096];
    size_t rivals = 0;
    wording w = WORDING(line);
    wording_add(&w, "Indistinguishable on these data from: ");
    for (size_t k = 1; k < simple; k++) {
        const hypothesis *one = all[k].hypothesis;
        char cause[1024];
        if (one->covered[all[k].function] < covered || ++rivals > SHOWN) continue;
        cause_text(s, one, all[k].function, cause, sizeof cause);
        wording_add(&w, "%s%s", rivals > 1 ? "; " : "", cause);
    }
    if (rivals > SHOWN) wording_add(&w, "; and %zu more", rivals - SHOWN);
    wording_add(&w, ".");
    return rivals ? line_add(c, to, line) : ASSAY_OK;
}

/* Nothing but numbers on the edges of bins, of a reference that has bins. */
static int edges_alone(const comparison *c, const validation *v)
{
    int differs = 0;
    if (option_of_role(c->reference->metric, ASSAY_CUTS_CODES) < 0 &&
        option_of_role(c->reference->metric, ASSAY_CUTS_FACTORS) < 0)
        return 0;
    for (size_t k = 0; k < v->n_rows; k++) {
        const validation_row *row = &v->row[k];
        const int fine = row->verdict == VALIDATION_AGREES || row->verdict == VALIDATION_INAPPLICABLE;
        if (!fine && (strcmp(row->scenario, VALIDATION_EDGES) != 0 || row->failed || row->undefined)) return 0;
        differs |= !fine;
    }
    return differs && v->n_rows > 1;
}

/* *count 0: nothing is proven. */
assay_status explain_found(comparison *c, const hypotheses *s, validation *to, size_t *count, int *undefined_too)
{
    enum { ROOM = 256 };
    found all[ROOM];
    size_t once, n = find(s, all, ROOM, &once);
    options_step_forward(c, all, n);
    *count = n;
    if (n && !is_proof(all, n)) {
        *count = 0;
        c->compatible = 1;
        return explain_compatible(c, n, to);
    }
    char text[4096];
    if (!n && once) {
        snprintf(text, sizeof text,
                 "No cause is proven: %zu known cause%s the values at one point of one scenario, and no other data "
                 "show "
                 "whether they do by accident.",
                 once, once == 1 ? " gives" : "s give");
        c->compatible = 1;
        return line_add(c, to, text);
    }
    if (!n) return ASSAY_OK;
    explanation_text(c, s, all[0].hypothesis, all[0].function, text, sizeof text);
    *undefined_too = !all[0].hypothesis->odd;
    const assay_status status = line_add(c, to, text);
    return status == ASSAY_OK ? explain_rivals(c, s, all, n, to) : status;
}

static int statistically_differ(const comparison *c)
{
    for (size_t k = 0; k < c->n_points; k++)
        if (c->point[k].moves && c->point[k].worst > 1.0 && !isinf(c->point[k].worst)) return 1;
    return 0;
}

/* ---- a straight line ---- */

typedef struct fit {
    size_t n;
    double x, y, xx, xy; /* means and centred sums */
    double a, b, worst;
} fit;

/* round 0: means; 1: centred sums; 2: the largest residual. */
static void fit_round(const comparison *c, int round, fit *f)
{
    for (size_t k = 0; k < c->n_points; k++) {
        for (size_t s = 0; s < c->point[k].n_cells && !c->point[k].moves; s++) {
            const compared_cell *cell = &c->point[k].cell[s];
            for (size_t l = 0; l < cell->n_values; l++) {
                const value_pair *v = &cell->at[l];
                if (isnan(v->got) || isnan(v->want) || v->item >= 0 || v->output) continue;
                if (round == 0) f->n++, f->x += v->want, f->y += v->got;
                else if (round == 1)
                    f->xx += (v->want - f->x) * (v->want - f->x), f->xy += (v->want - f->x) * (v->got - f->y);
                else f->worst = fmax(f->worst, fabs(f->a * v->want + f->b - v->got));
            }
        }
    }
}

static assay_status explain_line(comparison *c, validation *to)
{
    fit f = { 0 };
    fit_round(c, 0, &f);
    if (f.n < 4) return ASSAY_OK;
    f.x /= (double)f.n;
    f.y /= (double)f.n;
    fit_round(c, 1, &f);
    if (!(f.xx > 1e-6)) return ASSAY_OK;
    f.a = f.xy / f.xx;
    f.b = f.y - f.a * f.x;
    fit_round(c, 2, &f);
    if (!(f.worst <= 1e-8) || !(fabs(f.a) > 1e-6) || statistically_differ(c)) return ASSAY_OK;
    if (fabs(f.a - 1.0) <= EXACT && fabs(f.b) <= EXACT) return ASSAY_OK; /* the reference's own: items differ */
    char text[256], added[40] = "";
    if (!(fabs(f.b) < 1e-9)) snprintf(added, sizeof added, " %+.3g", f.b);
    snprintf(text, sizeof text, "Your overall values are %.10g x the reference's%s, wherever both are defined.", f.a,
             added);
    return line_add(c, to, text);
}

/* ---- when nothing explains it ---- */

static assay_status explain_scenarios(comparison *c, validation *to)
{
    char agree[768], differ[768];
    wording agreeing = WORDING(agree), differing = WORDING(differ);
    size_t agrees = 0, differs = 0;
    for (size_t k = 0; k < to->n_rows; k++) {
        const int same = to->row[k].verdict == VALIDATION_AGREES;
        if (to->row[k].verdict == VALIDATION_INAPPLICABLE) continue;
        wording_join(same ? &agreeing : &differing, ", ", to->row[k].scenario);
        same ? agrees++ : differs++;
    }
    char text[2048];
    if (!agrees)
        snprintf(text, sizeof text, "None of the known mistakes gives your values; they differ in every scenario.");
    else
        snprintf(text, sizeof text,
                 "None of the known mistakes gives your values. They agree in %s; they differ in %s.", agree, differ);
    return line_add(c, to, text);
}

/* The largest difference of values compared exactly, as a share of the range. */
static double worst_exact(const comparison *c)
{
    double worst = 0.0;
    for (size_t k = 0; k < c->n_points; k++)
        if (!c->point[k].moves) worst = fmax(worst, c->point[k].worst);
    return worst * c->tolerance;
}

/* Rounding on the way is met by nearly every value, to either side, by some 1e-7 of itself. */
static int looks_rounded(const comparison *c)
{
    static const double LEAST = 0x1p-30, MOST = 0x1p-15;
    size_t n = 0, above = 0, below = 0;
    for (size_t k = 0; k < c->n_points; k++) {
        for (size_t s = 0; s < c->point[k].n_cells && !c->point[k].moves; s++) {
            const compared_cell *cell = &c->point[k].cell[s];
            for (size_t l = 0; l < cell->n_values && !cell->inapplicable; l++) {
                const double want = cell->at[l].want, by = (cell->at[l].got - want) / fabs(want);
                if (isnan(by)) continue;
                n++;
                above += by >= LEAST && by <= MOST;
                below += -by >= LEAST && -by <= MOST;
            }
        }
    }
    return 10 * (above + below) >= 9 * n && 5 * above >= n && 5 * below >= n;
}

/* Differences that are a hair above what is allowed, and by no known mistake. */
static assay_status explain_hair(comparison *c, validation *to)
{
    const double worst = worst_exact(c), most = c->solved > 0.0 ? 100.0 * c->solved : 1e-5;
    char text[320];
    if (!(worst > c->tolerance) || !(worst < most) || statistically_differ(c)) return ASSAY_OK;
    const double enough = worst * 1.05; /* two digits may be rounded down */
    if (!(c->solved > 0.0) && looks_rounded(c))
        snprintf(text, sizeof text,
                 "All differences are below %.1e of the range, and on nearly every value: arithmetic in single "
                 "precision "
                 "(float32) is likely. --tolerance %.1e counts them as equal.", enough, enough);
    else
        snprintf(text, sizeof text, "All differences are below %.1e of the range. --tolerance %.1e counts them as "
                                    "equal.",
                 enough, enough);
    return line_add(c, to, text);
}

/* Where values differ on the edges of bins alone, by no known mistake: a right metric that scales its data first rounds
 * them to either side. What was found there goes, and it agrees. */
static assay_status forgive_edges(comparison *c, validation *to)
{
    for (size_t k = 0; k < to->n_rows; k++)
        if (to->row[k].verdict == VALIDATION_DIFFERS) {
            to->row[k].verdict = VALIDATION_INAPPLICABLE;
            to->row[k].why = "values on the edges of bins fall to either side by rounding";
        }
    to->verdict = VALIDATION_AGREES;
    return line_add(c, to,
                    "On " VALIDATION_EDGES
                    " alone, whose values lie on the edges of bins, the values differ, and by no known mistake: data "
                    "that are scaled or centred first are rounded to either side of an edge. It is left out.");
}

assay_status remark_single(comparison *c, validation *to)
{
    double worst = 0.0;
    for (size_t k = 0; k < c->n_points; k++)
        if (!c->point[k].moves && !isinf(c->point[k].worst)) worst = fmax(worst, c->point[k].worst * c->tolerance);
    if (c->options->tolerance > 0.0 || !(worst > EXACT)) return ASSAY_OK;
    char text[384];
    if (c->single)
        snprintf(text, sizeof text,
                 "Your values are in single precision (float32), and equal to within %.1e of the range, which it "
                 "explains: "
                 "up to %.1e counts as equal. Return float64 to be compared within 1e-9.",
                 worst, c->tolerance);
    else if (c->solved > 0.0)
        snprintf(text, sizeof text,
                 "Your values are equal to within %.1e of the range. The reference solves for its values, and right "
                 "solvers "
                 "may differ by %.1e: that counts as equal. --tolerance 1e-9 is stricter.",
                 worst, c->tolerance);
    else
        snprintf(text, sizeof text,
                 "Your values are equal to within %.1e of the range: more than rounding in double precision, and no "
                 "more "
                 "than single precision (float32) in between, or a tiny epsilon, explains; up to %.1e counts as equal. "
                 "--tolerance 1e-9 is stricter.",
                 worst, c->tolerance);
    return line_add(c, to, text);
}

static assay_status remark_outside(comparison *c, validation *to)
{
    char text[512];
    if (!c->outside || !candidate_is(c->candidate->metric)) return ASSAY_OK;
    snprintf(text, sizeof text,
             "%zu of the candidate's values lie outside the range of its output (%.100s: %g to %g); they are compared "
             "as they are. \"low\" and \"high\" of its description state another range.",
             c->outside, c->outside_in.output, c->outside_in.low, c->outside_in.high);
    return line_add(c, to, text);
}

assay_status remark_candidate(comparison *c, validation *to)
{
    const candidate_told told = candidate_tells(c->candidate->metric);
    char text[1024];
    assay_status status = ASSAY_OK;
    if (told.called) {
        snprintf(text, sizeof text, "Called as %s.", told.called);
        status = line_add(c, to, text);
    }
    if (status == ASSAY_OK && told.changed) {
        snprintf(text, sizeof text,
                 "The candidate writes into the %s it is given: what uses the same arrays after it gets other data. "
                 "Work on a copy, numpy.array(x), or write x = x - y for x -= y.", told.changed);
        status = line_add(c, to, text);
    }
    if (status == ASSAY_OK) status = remark_outside(c, to);
    if (!told.said || status != ASSAY_OK) return status;
    snprintf(text, sizeof text, "The candidate wrote, in %zu of %zu calls: %s", told.calls, told.of, told.said);
    return line_add(c, to, text);
}

static assay_status explain_unrepeatable(comparison *c, validation *to)
{
    char text[768];
    if (!c->unrepeatable) return ASSAY_OK;
    snprintf(text, sizeof text,
             "The candidate is not repeatable: called twice on the same data (%s) its values differ by up to "
             "%.3g. It draws randomness that nothing seeds, or keeps state between calls; the scores are "
             "compared statistically. Take every draw from a generator made from the seed of the call.",
             c->unrepeatable, c->unrepeatable_by);
    return line_add(c, to, text);
}

static int some_differ(const comparison *c, int kind)
{
    for (size_t k = 0; k < c->n_points; k++)
        for (size_t s = 0; s < c->point[k].n_cells; s++)
            if (!(kind == OF_NUMBERS && c->point[k].moves) && cell_differs(c, &c->point[k].cell[s], kind)) return 1;
    return 0;
}

/* What the first failure says. */
static assay_status explain_failures(comparison *c, validation *to)
{
    for (size_t k = 0; k < c->n_points; k++) {
        for (size_t s = 0; s < c->point[k].n_cells; s++) {
            const compared_cell *cell = &c->point[k].cell[s];
            char text[2048];
            if (!cell->failed) continue;
            snprintf(text, sizeof text, "First of its failures (%s%s%s, seed %llu): %s", c->point[k].point.scenario->id,
                     c->point[k].point.at.set.text[0] ? " " : "", c->point[k].point.at.set.text,
                     (unsigned long long)cell->seed, cell->failed);
            const assay_status status = explain_where(c, OF_FAILURES, "The candidate fails", 0, to);
            return status == ASSAY_OK ? line_add(c, to, text) : status;
        }
    }
    return ASSAY_OK;
}

static assay_status explain_unknown(comparison *c, validation *to)
{
    assay_status status = c->proven ? line_add(c, to, c->proven) : ASSAY_OK;
    if (status == ASSAY_OK) status = explain_open(c, to);
    if (status == ASSAY_OK) status = explain_hair(c, to);
    if (status == ASSAY_OK && c->work > DEAR)
        status = line_add(c, to,
                          "The reference is much work: only its presets and named options, and functions of its score, "
                          "were tried.");
    if (status == ASSAY_OK) status = explain_line(c, to);
    if (status == ASSAY_OK && !c->compatible) status = explain_scenarios(c, to);
    if (status == ASSAY_OK && !statistically_differ(c))
        status = explain_where(c, OF_NUMBERS, "Values that are defined in both differ", 1, to);
    if (status == ASSAY_OK) status = explain_growth(c, to);
    return status == ASSAY_OK ? explain_first_look(c, to) : status;
}

/* How many seeds would decide what intervals leave open. */
static assay_status explain_undecided(comparison *c, validation *to)
{
    double seeds = 0.0, now = 0.0;
    for (size_t k = 0; k < c->n_points; k++) {
        const compared_point *p = &c->point[k];
        const double width = p->moves ? point_width(c, p) : 0.0,
                     wanted = SEEDS_SPARE * width * width * (double)p->n_cells;
        if (!(width > 1.0) || !(wanted > seeds)) continue;
        seeds = wanted;
        now = (double)p->n_cells;
    }
    if (to->verdict != VALIDATION_UNDECIDED || !(seeds > 0.0) || isinf(seeds)) return ASSAY_OK;
    char text[256];
    snprintf(text, sizeof text,
             "Nothing differs, but %.0f seeds do not resolve %g of the range; about --seeds 0:%.0f would, or a larger "
             "--resolution.",
             now, c->options->resolution, ceil(seeds / 10.0) * 10.0);
    return line_add(c, to, text);
}

/* A seed that is told and changes nothing, where the reference's changes its values. */
static assay_status explain_seed(comparison *c, validation *to)
{
    int reference = 0, candidate = 0;
    for (size_t k = 0; k < c->n_points; k++) {
        reference |= c->point[k].reference_moves && c->point[k].candidate_asked;
        candidate |= c->point[k].candidate_moves;
    }
    if (!reference || candidate || !(c->candidate->metric->flags & ASSAY_RANDOM)) return ASSAY_OK;
    return line_add(c, to,
                    "On this data the seed is ignored: the candidate takes one and gives the same values with another, "
                    "where the reference's values move with it.");
}

assay_status explain_differences(comparison *c, hypotheses *s, validation *to)
{
    size_t found_ways = to->explained;
    int undefined_too = 0;
    const int numbers = some_differ(c, OF_NUMBERS) || statistically_differ(c);
    assay_status status = explain_unrepeatable(c, to);
    if (status == ASSAY_OK) status = explain_seed(c, to);
    if (status == ASSAY_OK) status = explain_undecided(c, to);
    if (status == ASSAY_OK && s && !c->unrepeatable) status = explain_found(c, s, to, &found_ways, &undefined_too);
    if (status == ASSAY_OK && c->step) status = line_add(c, to, c->step);
    to->explained = found_ways += c->step != NULL;
    if (status == ASSAY_OK && !found_ways && edges_alone(c, to)) return forgive_edges(c, to);
    if (status == ASSAY_OK && numbers && !found_ways && !c->unrepeatable)
        status = values_constant(c) ? explain_constant(c, to) : explain_unknown(c, to);
    if (status == ASSAY_OK && !undefined_too)
        status = explain_where(c, OF_UNDEFINED_GOT, "The candidate is undefined where the reference is not:", 0, to);
    if (status == ASSAY_OK && !undefined_too)
        status = explain_where(c, OF_UNDEFINED_WANT, "The candidate is defined where the reference is not:", 0, to);
    if (status == ASSAY_OK) status = explain_failures(c, to);
    return status;
}
