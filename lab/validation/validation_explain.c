/* What was found, in words: the causes that are left, else where values differ, and what else the user should know. */
#include "candidate.h"
#include "validation_inside.h"
#include "wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(comparison *c, const char *format, va_list args)
{
    char text[4096];
    vsnprintf(text, sizeof text, format, args);
    const char *kept = arena_text(&c->memory, text);
    c->no_memory |= !kept;
    return kept ? kept : "";
}

const char *comparison_text(comparison *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = text_of(c, format, args);
    va_end(args);
    return text;
}

void line_add(comparison *c, const char *format, ...)
{
    enum { LINES_MOST = 64 };
    validation *to = c->to;
    va_list args;
    if (!to->line) to->line = arena_alloc(&c->memory, LINES_MOST, sizeof *to->line);
    c->no_memory |= !to->line;
    if (!to->line || to->n_lines == LINES_MOST) return;
    va_start(args, format);
    to->line[to->n_lines++] = text_of(c, format, args);
    va_end(args);
}

/* "normaliser=code:constants=keep": the options that are read and are not `than`; NULL: of the preset. */
static void put_options(const cause *one, const double *than, const char *before, const char *between, wording *w)
{
    enum { MOST = 64 };
    double preset[MOST];
    assay_error ignored;
    const size_t start = w->used;
    if (!than && one->metric->n_options <= MOST) assay_options_settle(one->metric, one->preset, NULL, preset, &ignored);
    for (size_t k = 0; k < one->metric->n_options; k++) {
        char value[64];
        const assay_option *option = &one->metric->options[k];
        if (one->option[k] == (than ? than : preset)[k]) continue;
        if (assay_option_read(one->metric, one->option, k) == ASSAY_UNREAD) continue;
        assay_option_print(option, one->option[k], value, sizeof value);
        wording_add(w, "%s%s=%s", w->used > start ? between : before, option->id, value);
    }
}

/* As it is typed: "mig@locatello2019:rows=all". */
static void put_typed(const cause *one, wording *w)
{
    const int usual = strcmp(one->preset->id, "default") == 0;
    wording_add(w, "%s%s%s", one->metric->id, usual ? "" : "@", usual ? "" : one->preset->id);
    put_options(one, NULL, ":", ":", w);
}

void cause_typed(const cause *one, char *to, size_t size)
{
    wording w = wording_in(to, size);
    put_typed(one, &w);
}

/* "mig with bins=20", of the reference's own preset what is not the reference's. */
static void put_named(const comparison *c, const cause *one, wording *w)
{
    const variant *own = c->reference;
    const cause reference = { .metric = own->metric, .preset = own->preset, .option = own->option };
    if (one->metric == own->metric && one->preset == own->preset) {
        put_typed(&reference, w);
        put_options(one, own->option, " with ", ":", w);
    } else {
        const int bare = strcmp(one->preset->id, "default") == 0;
        put_typed(one, w);
        if (bare && one->metric != own->metric) wording_add(w, "@default");
    }
}

static void put_variant(const comparison *c, const cause *one, wording *w)
{
    const variant *own = c->reference;
    const int other = one->metric != own->metric, preset = one->preset != own->preset || other;
    if (one->output != SIZE_MAX && !other) {
        wording_add(w, "values are those of another output, the reference's %.100s",
                    one->metric->outputs[one->output].id);
        return;
    }
    wording_add(w, "values equal ");
    put_named(c, one, w);
    if (other && one->metric->n_outputs > 1) wording_add(w, " (%s)", one->metric->outputs[one->output].id);
    if (preset && one->changes == 1) wording_add(w, " (%s)", one->preset->source);
    if (preset && !other && one->changes == 1) put_options(one, own->option, ", which has ", ", ", w);
    if (preset && !other && one->changes == 1) wording_add(w, " where the reference has not");
    if (preset && one->changes == 1 && one->preset->defects)
        wording_add(
            w, ". %.*s",
            (int)(strlen(one->preset->defects) - (one->preset->defects[strlen(one->preset->defects) - 1] == '.')),
            one->preset->defects);
}

/* What is made of values that are the reference's, or of those before. */
static void put_made(const cause *one, const mistake *by, int first, wording *w)
{
    if (!by) return;
    wording_add(w, "%s%s",
                !first                 ? ", and of these: "
                : by->stage == AT_MEAN ? "overall values are not the reference's: "
                : one->of_items        ? "overall values are the mean of a function of the reference's items: "
                                       : "values are a function of the reference's: ",
                by->text);
}

void cause_sentence(const comparison *c, const cause *one, size_t output, char *to, size_t size)
{
    const variant *own = c->reference;
    const int options = one->option != own->option &&
                        (one->metric != own->metric ||
                         memcmp(one->option, own->option, own->metric->n_options * sizeof *own->option) != 0);
    const int first = !one->by && !options && one->output == SIZE_MAX;
    wording w = wording_in(to, size);
    wording_add(&w, "Your ");
    if (output != ALL_OUTPUTS) wording_add(&w, "%s ", own->metric->outputs[c->output[output].want].id);
    if (!one->by && !one->then && !one->zero) put_variant(c, one, &w);
    else if (!first) {
        wording_add(&w, "values are those of ");
        if (options) put_named(c, one, &w);
        else wording_add(&w, "the reference");
        if (one->by) wording_add(&w, " where %s", mistake_text(one->by, holds_squares(one->metric, one->option)));
    }
    put_made(one, one->then, first, &w);
    put_made(one, one->zero, first && !one->then, &w);
    if (one->odd) wording_add(&w, "; this holds where both are defined");
    if (one->missed) wording_add(&w, "; this holds where the reference does not draw");
    if (one->seeds) wording_add(&w, "; over %zu seeds means do not differ", one->seeds);
    wording_add(&w, ".");
    if (one->typed) {
        wording_add(&w, " --against ");
        put_typed(one, &w);
        wording_add(&w, " agrees.");
    }
}

/* Whether it gives all there is to give: at two points what differs, and half of all values at least. */
static int is_proven(const causes *s, const cause *one)
{
    if (one->seeds) return 1;
    return one->missed < MISSED_ONE && one->changes && one->points > 1 && 2 * one->given >= s->values &&
           2 * one->covered >= s->differing;
}

/* The first cause that is proven, the simplest first; others that give the same are its rivals; what one point alone
 * speaks for is counted. NULL: none is proven. */
static const cause *explain_found(comparison *c, const causes *s, size_t output)
{
    enum { SHOWN = 3 };
    const cause *best = NULL;
    char line[4096] = "", text[4096], other[4096];
    size_t rivals = 0, once = 0;
    wording w = WORDING(line);
    for (size_t k = 0; k < s->count; k++) {
        const cause *one = &s->at[k];
        if (!is_proven(s, one)) {
            once += one->missed < MISSED_ONE && one->changes && one->points == 1;
            continue;
        }
        if (!best) {
            best = one;
            cause_sentence(c, one, output, text, sizeof text);
            line_add(c, "%s", text);
            continue;
        }
        if (one->odd > best->odd || one->changes > best->changes || one->covered < best->covered) continue;
        if (one->by && one->by->stage == AT_EXCHANGE) continue; /* a metric that takes both alike always has it */
        cause_sentence(c, one, output, other, sizeof other);
        if (strcmp(text, other) != 0 && !strstr(line, other) && ++rivals <= SHOWN) wording_join(&w, " ", other);
    }
    if (!best && once && output == ALL_OUTPUTS)
        line_add(c,
                 "No cause is proven: %zu known cause%s the values at one point of one scenario, perhaps by accident.",
                 once, once == 1 ? " fits" : "s fit");
    if (rivals > SHOWN) wording_add(&w, " And %zu more.", rivals - SHOWN);
    if (rivals) line_add(c, "Indistinguishable on these data from: %s", line);
    return best;
}

/* ---- where values differ: what the data sets have in common on which they do ---- */

enum { OF_NUMBERS, OF_UNDEFINED_GOT, OF_UNDEFINED_WANT, OF_FAILURES }; /* kinds of differences */

static const struct peculiarity {
    unsigned bit;
    const char *text;
} peculiarities[] = {
    { PECULIAR_DEAD_CODE, "a code is constant" },
    { PECULIAR_CONSTANT_FACTOR, "a factor is constant" },
    { PECULIAR_ONE_CODE, "there is a single code" },
    { PECULIAR_ABSENT, "factor values are absent" },
    { PECULIAR_MORE_CODES, "there are more codes than factors" },
    { PECULIAR_MORE_FACTORS, "there are more factors than codes" },
    { PECULIAR_MORE_CODES | PECULIAR_MORE_FACTORS, "there are not as many codes as factors" },
    { PECULIAR_LABELS, "a factor is categorical" },
    { PECULIAR_NUMBERS, "a factor is continuous" },
    { PECULIAR_FEW, "there are fewer than 500 samples" },
};

/* Whether a cell has such a difference. */
static int cell_differs_so(const comparison *c, const compared_cell *cell, int kind)
{
    if (kind == OF_FAILURES) return cell->failed != NULL;
    for (size_t k = 0; k < cell->n_values && !cell->inapplicable; k++) {
        const value_pair *v = &cell->at[k];
        const int got = !isnan(v->got), want = !isnan(v->want);
        if (kind == OF_NUMBERS         ? got && want && values_differ(c, v)
            : kind == OF_UNDEFINED_GOT ? !got && want
                                       : got && !want)
            return 1;
    }
    return 0;
}

/* Cells that have such a difference, and that have none; those of each with the peculiarity. */
typedef struct peculiar_count {
    size_t with, without, equal, equal_without;
} peculiar_count;

static peculiar_count count_peculiar(const comparison *c, unsigned bit, int kind)
{
    peculiar_count n = { 0 };
    for (walk w = { 0 }; cell_next(c, &w);) {
        const int has = (w.cell->peculiar & bit) != 0;
        if (kind == OF_NUMBERS && (w.point->moves || !cell_has_numbers(w.cell))) continue;
        if (cell_differs_so(c, w.cell, kind)) has ? n.with++ : n.without++;
        else has ? n.equal++ : n.equal_without++;
    }
    return n;
}

/* Peculiarities that all differences have, and (exact) nothing else. One that most of the others have too says
 * nothing, and "not as many" says no more than "more" does, but of failures. */
static size_t name_common(const comparison *c, int kind, int exact, char *text, size_t size)
{
    unsigned named = 0;
    wording w = wording_in(text, size);
    for (size_t k = 0; k < sizeof peculiarities / sizeof *peculiarities; k++) {
        const unsigned bit = peculiarities[k].bit;
        const peculiar_count n = count_peculiar(c, bit, kind);
        if (kind == OF_FAILURES && (bit == PECULIAR_MORE_CODES || bit == PECULIAR_MORE_FACTORS)) continue;
        if (!n.with || n.without || !n.equal_without || n.equal > (exact ? 0 : n.equal_without) || named & bit)
            continue;
        wording_add(&w, "%s%s%s", w.used ? ", or " : "", exact ? "wherever " : "only where ", peculiarities[k].text);
        named |= bit;
    }
    return w.used;
}

static void explain_where(comparison *c, int kind, const char *start)
{
    char text[1024] = "";
    const peculiar_count n = count_peculiar(c, ~0u, kind);
    const size_t cells = n.with + n.without;
    size_t used = name_common(c, kind, 1, text, sizeof text); /* where and only where; else only where */
    if (!used) used = name_common(c, kind, 0, text, sizeof text);
    if (cells && used) line_add(c, "%s %s (%zu data set%s).", start, text, cells, cells == 1 ? "" : "s");
    else if (cells && kind != OF_NUMBERS && n.equal + n.equal_without)
        line_add(c, "%s in %zu data set%s.", start, cells, cells == 1 ? "" : "s");
}

/* ---- one number, whatever the data ---- */

/* Of the values that are defined in both, on more than one data set; NaN: they are not one. */
static double one_number(const comparison *c)
{
    moments m = { 0 };
    for (walk w = { 0 }; value_next(c, &w);)
        if (!isnan(w.value->want)) moments_add_defined(&m, w.value->got);
    const peculiar_count n = count_peculiar(c, 0, OF_NUMBERS);
    const int one = n.without + n.equal_without > 1 && m.most - m.least <= 1e-12 * fmax(fabs(m.least), fabs(m.most));
    return one ? m.least : NAN;
}

int values_constant(const comparison *c) { return !isnan(one_number(c)); }

static void explain_constant(comparison *c)
{
    line_add(c,
             "Your values are all %.6g, on each of the data sets: no difference in these data changes them. One number "
             "does not distinguish causes, so none was searched.",
             one_number(c));
}

static int is_fine(const validation_row *row)
{
    return row->verdict == VALIDATION_AGREES || row->verdict == VALIDATION_INAPPLICABLE;
}

/* A right metric that scales its data first rounds values to either side of an edge. Where nothing but numbers on edges
 * differs, of a reference that has bins, what was found there goes, and it agrees. */
static int forgive_edges(comparison *c)
{
    const validation *v = c->to;
    compared_point *edges = NULL;
    for (size_t k = 0; k < v->n_rows; k++) {
        const validation_row *row = &v->row[k];
        const int here = strcmp(row->scenario, VALIDATION_EDGES) == 0 && !row->failed && !row->undefined;
        if (!is_fine(row) && !here) return 0;
    }
    for (size_t k = 0; k < c->n_points && v->n_rows > 1; k++)
        if (strcmp(c->point[k].point.scenario->id, VALIDATION_EDGES) == 0) edges = &c->point[k];
    if (!edges || (option_of_role(c->reference->metric, ASSAY_CUTS_CODES) < 0 &&
                   option_of_role(c->reference->metric, ASSAY_CUTS_FACTORS) < 0))
        return 0;
    edges->cell->inapplicable = "values on the edges of bins fall to either side by rounding";
    compare_rows(c);
    line_add(c,
             "On " VALIDATION_EDGES " alone, whose values lie on the edges of bins, the values differ, and by no known "
             "mistake: data that are scaled or centred first are rounded to either side of an edge. It is left out.");
    return 1;
}

static void explain_unknown(comparison *c)
{
    const int over_seeds = worst_of(c, 1) > 1.0;
    const double worst = worst_of(c, 0) * c->tolerance, most = c->solved > 0.0 ? 100.0 * c->solved : 1e-4;
    const double enough = worst * 1.05; /* two digits may be rounded down */
    if (c->after) line_add(c, "%s", c->after);
    if (worst > c->tolerance && worst < most && !over_seeds)
        line_add(c, "All differences are below %.1e of the range%s. --tolerance %.1e counts them as equal.", enough,
                 c->solved > 0.0 ? "" : ", as of sums in single precision (float32)", enough);
    if (c->work > DEAR)
        line_add(c, "The reference is much work: only its presets and named options, and functions of its score, were "
                    "tried.");
    line_add(c, "None of the known mistakes gives your values.");
    if (!over_seeds) explain_relation(c);
    if (!over_seeds) explain_where(c, OF_NUMBERS, "Values that are defined in both differ");
}

/* How many seeds would decide what intervals leave open. */
static void explain_undecided(comparison *c)
{
    double seeds = 0.0;
    for (size_t k = 0; k < c->n_points; k++) {
        const compared_point *p = &c->point[k];
        double width = 0.0;
        if (p->moves) means_differ(c, p, &width);
        if (width > 1.0) seeds = fmax(seeds, 1.2 * width * width * (double)p->n_cells);
    }
    if (c->to->verdict == VALIDATION_UNDECIDED && seeds > 0.0 && !isinf(seeds))
        line_add(c,
                 "Nothing differs, but the seeds do not resolve %g of the range; about --seeds 0:%.0f would, or a "
                 "larger --resolution.",
                 c->options->resolution, ceil(seeds / 10.0) * 10.0);
}

static void explain_randomness(comparison *c)
{
    if (c->remembers)
        line_add(c,
                 "The candidate keeps state between calls: with other calls before it, one on the same data (%s) gives "
                 "values that differ by up to %.3g. Look for a cache, for edges or a model of the first call, for a "
                 "generator made once. Make them anew in each call.",
                 c->unrepeatable, c->unrepeatable_by);
    else if (c->unrepeatable)
        line_add(c,
                 "The candidate is not repeatable: called twice on the same data (%s) its values differ by up to "
                 "%.3g. It draws randomness that nothing seeds, or keeps state between calls; the scores are "
                 "compared statistically. Take every draw from a generator made from the seed of the call.",
                 c->unrepeatable, c->unrepeatable_by);
    if (c->reference_moves && !c->candidate_moves && c->candidate->metric->flags & ASSAY_RANDOM)
        line_add(c, "On this data the seed is ignored: the candidate takes one and gives the same values with another, "
                    "where the reference's values move with it.");
}

/* What the first failure says. */
static void explain_failures(comparison *c)
{
    walk w = { 0 };
    while (cell_next(c, &w) && !w.cell->failed) {
    }
    if (!w.cell || !w.cell->failed) return;
    const char *set = w.point->point.at.set.text;
    explain_where(c, OF_FAILURES, "The candidate fails");
    line_add(c, "First of its failures (%s%s%s, seed %llu): %s", w.point->point.scenario->id, set[0] ? " " : "", set,
             (unsigned long long)w.cell->seed, w.cell->failed);
}

/* The causes of all outputs together; else each by itself, by a cause or by the first step that differs. 1: where both
 * are defined, what is said gives what is undefined, too. */
static int explain_causes(comparison *c)
{
    causes s;
    causes_search(c, ALL_OUTPUTS, &s);
    const cause *found = explain_found(c, &s, ALL_OUTPUTS);
    const int alike = found && !found->odd;
    c->to->explained = found || forgive_solver(c);
    if (!c->to->explained) c->to->explained = explain_from_nearest(c, s.count ? s.at : NULL, s.cells);
    causes_free(&s);
    if (c->to->explained) return alike;
    if (c->step) line_add(c, "%s", c->step);
    c->to->explained = c->step != NULL;
    for (size_t o = 0; o < c->n_outputs && o < OUTPUTS_MOST && c->n_outputs > 1 && !c->step; o++) {
        if (!output_differs(c, o)) continue;
        causes_search(c, o, &s);
        if (s.count && (s.at->changes || s.at->missed || !s.values)) { /* else it is as far off as solvers are */
            const int one = explain_found(c, &s, o) != NULL;
            if (!one && c->step_of[o]) line_add(c, "%s", c->step_of[o]);
            c->to->explained |= one || c->step_of[o];
        }
        causes_free(&s);
    }
    for (size_t o = 0; o < c->n_outputs && c->candidate_moves && c->reference_moves && !c->to->explained; o++) {
        if (!causes_over_seeds(c, o, &s)) continue;
        c->to->explained = explain_found(c, &s, c->n_outputs > 1 ? o : ALL_OUTPUTS) != NULL;
        causes_free(&s);
    }
    return 0;
}

void explain_differences(comparison *c, int searched)
{
    const int numbers = count_peculiar(c, 0, OF_NUMBERS).without > 0 || worst_of(c, 1) > 1.0;
    explain_randomness(c);
    explain_undecided(c);
    const int alike = searched && !c->unrepeatable && explain_causes(c);
    if (!c->to->explained && !c->unrepeatable && forgive_edges(c)) return;
    if (numbers && !c->to->explained && !c->unrepeatable) searched ? explain_unknown(c) : explain_constant(c);
    if (!alike && c->to->verdict != VALIDATION_UNDECIDED) {
        explain_where(c, OF_UNDEFINED_GOT, "The candidate is undefined where the reference is not:");
        explain_where(c, OF_UNDEFINED_WANT, "The candidate is defined where the reference is not:");
    }
    explain_failures(c);
}

static void remark_limits(comparison *c)
{
    for (size_t k = 0; k < c->n_points; k++) {
        const compared_point *p = &c->point[k];
        if (point_is_limit(p) && p->n_cells && p->cell->inapplicable &&
            strcmp(p->cell->inapplicable, limit_reason) == 0)
            line_add(c, "A limit of the candidate: on %s (%s) it does not give the reference's values.",
                     p->point.scenario->id, p->point.scenario->title);
    }
}

void remark_single(comparison *c)
{
    const double worst = worst_of(c, 0) * c->tolerance;
    const char *why = c->solved > 0.0 ? "the reference solves for its values, and right solvers may differ so far"
                                      : "single precision (float32), at the end or in between, or a tiny epsilon "
                                        "explains it";
    if (c->options->tolerance > 0.0 || !(worst > EXACT) || c->to->n_lines) return;
    line_add(c,
             "Your values are equal to within %.1e of the range: %s. Up to %.1e counts as equal. --tolerance 1e-9 is "
             "stricter.",
             worst, why, c->tolerance);
}

void remark_candidate(comparison *c)
{
    const candidate_told told = candidate_tells(c->candidate->metric);
    if (c->to->verdict == VALIDATION_AGREES && !c->reference_moves && !c->candidate_moves) remark_limits(c);
    if (told.called) line_add(c, "Called as %s.", told.called);
    if (told.changed)
        line_add(c,
                 "The candidate writes into the %s it is given: what uses the same arrays after it gets other data. "
                 "Work on a copy, numpy.array(x), or write x = x - y for x -= y.",
                 told.changed);
    if (c->outside && candidate_is(c->candidate->metric))
        line_add(c,
                 "%zu of the candidate's values lie outside the range of its output (%.100s: %g to %g); they are "
                 "compared as they are. \"low\" and \"high\" of its description state another range.",
                 c->outside, c->outside_in.output, c->outside_in.low, c->outside_in.high);
    if (told.said) line_add(c, "The candidate wrote, in %zu of %zu calls: %s", told.calls, told.of, told.said);
}
