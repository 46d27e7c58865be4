/* What was found, in words: the causes that are left, else where values differ, and whether on a straight line. */
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

/* ---- causes that are left ---- */

static int in_part(const causes *s, const cause *one)
{
    return one->odd > 0 || one->covered < s->differing;
}

/* Those that give all there is to give, the whole before the part, else as they are listed: the simplest first. *once:
 * how many one point alone speaks for, which are left out. */
static size_t find(const causes *s, const cause **to, size_t room, size_t *once)
{
    size_t n = 0;
    *once = 0;
    for (int part = 0; part < 2; part++) {
        for (size_t k = 0; k < s->count; k++) {
            const cause *one = &s->at[k];
            if (!cause_fits(s, one) || in_part(s, one) != part || n == room) continue;
            if (!one->twice) ++*once;
            else to[n++] = one;
        }
    }
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

static void describe_variant(const comparison *c, const cause *one, char *to, size_t size)
{
    const variant *v = one->variant, *reference = c->reference;
    const assay_preset *preset = v->id.changed.n ? NULL : v->preset;
    char differing[512];
    wording w = wording_in(to, size);
    options_differing(reference, v, differing, sizeof differing);
    if (one->output != SIZE_MAX && v == reference) {
        wording_add(&w, "values are those of another output, %s", one->text);
        return;
    }
    wording_add(&w, "values equal %s", one->text);
    if (preset) wording_add(&w, " (%s)", preset->source);
    if (differing[0] && preset)
        wording_add(&w, ", which has %s where %s@%s has not", differing, reference->metric->id, reference->id.text);
    if (!preset && v->metric != reference->metric) wording_add(&w, " (%s)", v->metric->title);
    if (preset && preset->defects) wording_add(&w, ". %s", preset->defects);
    if (w.used && to[w.used - 1] == '.') to[w.used - 1] = '\0';
}

void cause_sentence(const comparison *c, const causes *s, const cause *one, char *to, size_t size)
{
    static const char *const says[] = {
        [CHANGED_SCORE] = "values are a function of the reference's: %s",
        [CHANGED_ITEMS] = "overall values are the mean of a function of the reference's items: %s",
        [CHANGED_MEAN] = "overall values are not the reference's: %s",
        [CHANGED_RELATION] = "values are those of the reference where %s",
        [CHANGED_BINS] = "values are those of the reference where %s",
        [CHANGED_EXCHANGED] = "values are those of the reference where %s",
    };
    char what[2048], missed[128] = "";
    if (one->step == CHANGED_OPTIONS) describe_variant(c, one, what, sizeof what);
    else snprintf(what, sizeof what, says[one->step], one->text);
    if (one->covered < s->differing)
        snprintf(missed, sizeof missed, "; of %zu of the %zu data sets on which they differ it says nothing",
                 s->differing - one->covered, s->differing);
    const char *of = c->only == SIZE_MAX ? NULL : c->reference->metric->outputs[c->output[c->only].want].id;
    snprintf(to, size, "Your %s%s%s%s%s.", of ? of : "", of ? " " : "", what,
             one->odd ? "; this holds where both are defined" : "", missed);
}

/* What is merely compatible is counted. */
static assay_status explain_compatible(comparison *c, size_t n, validation *to)
{
    char text[192];
    snprintf(text, sizeof text,
             "No cause is proven: %zu known cause%s the values at one point of one scenario, perhaps by accident.", n,
             n == 1 ? " fits" : "s fit");
    return line_add(c, to, text);
}

/* What gives the same values wherever it was tried, data made to part them included. */
static assay_status explain_rivals(comparison *c, const cause *const *all, size_t n, validation *to)
{
    enum { SHOWN = 3 };
    char line[4096];
    size_t rivals = 0;
    wording w = WORDING(line);
    wording_add(&w, "Indistinguishable on these data from: ");
    for (size_t k = 1; k < n; k++) {
        if (all[k]->step == CHANGED_EXCHANGED) continue; /* a metric that takes both alike always has it */
        if (all[k]->covered < all[0]->covered || strcmp(all[k]->text, all[0]->text) == 0 || ++rivals > SHOWN) continue;
        wording_add(&w, "%s%s", rivals > 1 ? "; " : "", all[k]->text);
    }
    if (rivals > SHOWN) wording_add(&w, "; and %zu more", rivals - SHOWN);
    wording_add(&w, ".");
    return rivals ? line_add(c, to, line) : ASSAY_OK;
}

static int is_fine(const validation_row *row)
{
    return row->verdict == VALIDATION_AGREES || row->verdict == VALIDATION_INAPPLICABLE;
}

/* Nothing but numbers on the edges of bins, of a reference that has bins. */
static int edges_alone(const comparison *c, const validation *v)
{
    int differs = 0;
    const int bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES) >= 0 ||
                     option_of_role(c->reference->metric, ASSAY_CUTS_FACTORS) >= 0;
    for (size_t k = 0; k < v->n_rows; k++) {
        const validation_row *row = &v->row[k];
        const int edges = bins && strcmp(row->scenario, VALIDATION_EDGES) == 0 && !row->failed && !row->undefined;
        if (!is_fine(row) && !edges) return 0;
        differs |= !is_fine(row);
    }
    return differs && v->n_rows > 1;
}

/* *count 0: nothing is proven. */
assay_status explain_found(comparison *c, const causes *s, validation *to, size_t *count, int *undefined_too)
{
    enum { ROOM = 256 };
    const cause *all[ROOM];
    char text[4096];
    size_t once, n = find(s, all, ROOM, &once);
    *count = 0;
    if (!n && !once) return ASSAY_OK;
    if (!n) return explain_compatible(c, once, to);
    *count = n;
    *undefined_too = !all[0]->odd;
    cause_sentence(c, s, all[0], text, sizeof text);
    ASSAY_TRY(line_add(c, to, text));
    return explain_rivals(c, all, n, to);
}

static int statistically_differ(const comparison *c)
{
    for (size_t k = 0; k < c->n_points; k++)
        if (c->point[k].moves && c->point[k].worst > 1.0 && !isinf(c->point[k].worst)) return 1;
    return 0;
}

/* ---- when nothing explains it ---- */

/* The largest difference of values compared exactly, as a share of the range. */
static double worst_exact(const comparison *c)
{
    double worst = 0.0;
    for (size_t k = 0; k < c->n_points; k++)
        if (!c->point[k].moves) worst = fmax(worst, c->point[k].worst);
    return worst * c->tolerance;
}

/* Differences that are a hair above what is allowed, and by no known mistake. */
static assay_status explain_hair(comparison *c, validation *to)
{
    const double worst = worst_exact(c), most = c->solved > 0.0 ? 100.0 * c->solved : 1e-5;
    char text[320];
    if (!(worst > c->tolerance) || !(worst < most) || statistically_differ(c)) return ASSAY_OK;
    const double enough = worst * 1.05; /* two digits may be rounded down */
    snprintf(text, sizeof text, "All differences are below %.1e of the range. --tolerance %.1e counts them as equal.",
             enough, enough);
    return line_add(c, to, text);
}

/* A right metric that scales its data first rounds values to either side of an edge. What was found there goes, and it
 * agrees. */
static assay_status forgive_edges(comparison *c, validation *to)
{
    for (size_t k = 0; k < to->n_rows; k++) {
        if (is_fine(&to->row[k])) continue;
        to->row[k].verdict = VALIDATION_INAPPLICABLE;
        to->row[k].why = "values on the edges of bins fall to either side by rounding";
    }
    to->verdict = VALIDATION_AGREES;
    return line_add(c, to,
                    "On " VALIDATION_EDGES
                    " alone, whose values lie on the edges of bins, the values differ, and by no known mistake: data "
                    "that are scaled or centred first are rounded to either side of an edge. It is left out.");
}

assay_status remark_limits(comparison *c, validation *to)
{
    const int moves = c->reference_moves || c->candidate_moves;
    for (size_t k = 0; k < c->n_points && to->verdict == VALIDATION_AGREES && !moves; k++) {
        const compared_point *p = &c->point[k];
        char text[512];
        if (!point_is_limit(p) || !p->n_cells || !p->cell->inapplicable ||
            strcmp(p->cell->inapplicable, limit_reason) != 0)
            continue;
        snprintf(text, sizeof text, "A limit of the candidate: on %s (%s) it does not give the reference's values.",
                 p->point.scenario->id, p->point.scenario->title);
        ASSAY_TRY(line_add(c, to, text));
    }
    return ASSAY_OK;
}

assay_status remark_single(comparison *c, validation *to)
{
    const double worst = worst_exact(c);
    const char *why = c->single         ? "your values are in single precision (float32), which explains it"
                      : c->solved > 0.0 ? "the reference solves for its values, and right solvers may differ so far"
                                        : "single precision (float32) in between, or a tiny epsilon, explains it";
    if (c->options->tolerance > 0.0 || !(worst > EXACT)) return ASSAY_OK;
    char text[384];
    snprintf(text, sizeof text,
             "Your values are equal to within %.1e of the range: %s. Up to %.1e counts as equal. --tolerance 1e-9 is "
             "stricter.",
             worst, why, c->tolerance);
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

static int some_differ(const comparison *c)
{
    for (walk w = { 0 }; cell_next(c, &w);)
        if (!w.point->moves && cell_differs(c, w.cell, OF_NUMBERS)) return 1;
    return 0;
}

/* What the first failure says. */
static assay_status explain_failures(comparison *c, validation *to)
{
    walk w = { 0 };
    char text[2048];
    while (cell_next(c, &w) && !w.cell->failed) {}
    if (!w.cell || !w.cell->failed) return ASSAY_OK;
    const char *set = w.point->point.at.set.text;
    snprintf(text, sizeof text, "First of its failures (%s%s%s, seed %llu): %s", w.point->point.scenario->id,
             set[0] ? " " : "", set, (unsigned long long)w.cell->seed, w.cell->failed);
    ASSAY_TRY(explain_where(c, OF_FAILURES, "The candidate fails", 0, to));
    return line_add(c, to, text);
}

static assay_status explain_unknown(comparison *c, validation *to)
{
    assay_status status = c->after ? line_add(c, to, c->after) : ASSAY_OK;
    if (status == ASSAY_OK) status = explain_hair(c, to);
    if (status == ASSAY_OK && c->work > DEAR)
        status = line_add(c, to,
                          "The reference is much work: only its presets and named options, and functions of its score, "
                          "were tried.");
    if (status == ASSAY_OK) status = line_add(c, to, "None of the known mistakes gives your values.");
    if (status == ASSAY_OK && !statistically_differ(c))
        status = explain_where(c, OF_NUMBERS, "Values that are defined in both differ", 1, to);
    return status;
}

/* How many seeds would decide what intervals leave open. */
static assay_status explain_undecided(comparison *c, validation *to)
{
    double seeds = 0.0;
    for (size_t k = 0; k < c->n_points; k++) {
        const compared_point *p = &c->point[k];
        const double width = p->moves ? point_width(c, p) : 0.0;
        if (width > 1.0) seeds = fmax(seeds, 1.2 * width * width * (double)p->n_cells);
    }
    if (to->verdict != VALIDATION_UNDECIDED || !(seeds > 0.0) || isinf(seeds)) return ASSAY_OK;
    char text[256];
    snprintf(text, sizeof text,
             "Nothing differs, but the seeds do not resolve %g of the range; about --seeds 0:%.0f would, or a larger "
             "--resolution.",
             c->options->resolution, ceil(seeds / 10.0) * 10.0);
    return line_add(c, to, text);
}

/* A seed that is told and changes nothing, where the reference's changes its values. */
static assay_status explain_seed(comparison *c, validation *to)
{
    if (!c->reference_moves || c->candidate_moves || !(c->candidate->metric->flags & ASSAY_RANDOM)) return ASSAY_OK;
    return line_add(c, to,
                    "On this data the seed is ignored: the candidate takes one and gives the same values with another, "
                    "where the reference's values move with it.");
}

assay_status explain_differences(comparison *c, causes *s, validation *to)
{
    size_t found_ways = to->explained;
    int undefined_too = 0;
    const int numbers = some_differ(c) || statistically_differ(c);
    assay_status status = explain_unrepeatable(c, to);
    if (status == ASSAY_OK) status = explain_seed(c, to);
    if (status == ASSAY_OK) status = explain_undecided(c, to);
    if (status == ASSAY_OK && s && !c->unrepeatable) status = explain_found(c, s, to, &found_ways, &undefined_too);
    if (status == ASSAY_OK && c->offered) status = line_add(c, to, c->offered);
    if (status == ASSAY_OK && c->step) status = line_add(c, to, c->step);
    to->explained = found_ways += c->step || c->offered;
    if (status == ASSAY_OK && !found_ways && edges_alone(c, to) && !c->unrepeatable) return forgive_edges(c, to);
    if (status == ASSAY_OK && numbers && !found_ways && !c->unrepeatable)
        status = values_constant(c) ? explain_constant(c, to) : explain_unknown(c, to);
    if (status == ASSAY_OK && !undefined_too)
        status = explain_where(c, OF_UNDEFINED_GOT, "The candidate is undefined where the reference is not:", 0, to);
    if (status == ASSAY_OK && !undefined_too)
        status = explain_where(c, OF_UNDEFINED_WANT, "The candidate is defined where the reference is not:", 0, to);
    if (status == ASSAY_OK) status = explain_failures(c, to);
    return status;
}
