/* What was found, in words: the causes that are left, else the first step that differs and where values differ, and
 * what else the user should know. */
#include "candidate.h"
#include "option_list.h"
#include "validation_inside.h"
#include "wording.h"

#include <stdio.h>
#include <string.h>

void line_keep(comparison *c, const char *line)
{
    if (c->to->n_lines < LINES_MOST) c->to->line[c->to->n_lines++] = line;
}

/* "normaliser=code:constants=keep": the options that are read and are not `than`; NULL: of the preset. */
static void put_options(const cause *one, const double *than, const char *before, const char *between, wording *w)
{
    double preset[OPTIONS_MOST];
    const size_t start = w->used;
    if (!than && one->metric->n_options <= OPTIONS_MOST)
        assay_options_settle(one->metric, one->preset, NULL, preset, NULL);
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

/* A variant of a metric, which is all that the cause is: it can be typed. */
static int is_variant(const cause *one) { return !one->by && !one->then && !one->zero; }

void cause_sentence(comparison *c, const cause *one, size_t output, char *to, size_t size)
{
    const variant *own = c->reference;
    const cause reference = { .metric = own->metric, .preset = own->preset, .option = own->option };
    const mistake *made[] = { one->by, one->then, one->zero };
    const int other = one->metric != own->metric, preset = other || one->preset != own->preset,
              swapped = one->output != SIZE_MAX && !other, alone = is_variant(one) && one->changes == 1;
    wording w = wording_in(to, size);
    wording_add(&w, "Your %svalues %s ", output_word(c, output, " "),
                is_variant(one) && !swapped ? "equal" : "are those of");
    if (swapped) wording_add(&w, "another output, the reference's %.100s", one->metric->outputs[one->output].id);
    else if (!preset && memcmp(one->option, own->option, own->metric->n_options * sizeof *own->option) == 0)
        wording_add(&w, "the reference");
    else put_typed(preset ? one : &reference, &w);
    if (!preset) put_options(one, own->option, " with ", ":", &w);
    if (other && strcmp(one->preset->id, "default") == 0) wording_add(&w, "@default");
    if (other && one->metric->n_outputs > 1) wording_add(&w, " (%s)", one->metric->outputs[one->output].id);
    if (preset && alone) wording_add(&w, " (%s)", one->preset->source);
    if (preset && alone && !other) {
        put_options(one, own->option, ", which has ", ", ", &w);
        wording_add(&w, " where the reference has not");
    }
    if (preset && alone && one->preset->defects) wording_add(&w, ". %s", one->preset->defects);
    for (size_t k = 0, said = 0; k < 3; k++)
        if (made[k] && made[k]->stage != AT_SCORE)
            wording_add(&w, "%s%s", said++ ? ", and " : " where ",
                        mistake_text(made[k], holds_squares(one->metric, one->option)));
    if (one->then && one->then->stage == AT_SCORE)
        wording_add(&w, ", %s%s", one->of_items ? "each item " : "", one->then->text);
    if (one->odd) wording_add(&w, "; this holds where both are defined");
    if (one->missed) wording_add(&w, "; this holds where the reference does not draw");
    if (w.used < size && to[w.used - 1] != '.') wording_add(&w, ".");
    if (!is_variant(one) || one->odd || one->missed) return;
    wording_add(&w, " --against ");
    put_typed(one, &w);
    wording_add(&w, " agrees.");
}

/* The first cause that is proven, the simplest first: it gives all there is to give, at two points what differs, and
 * half of all values at least. Where no number differs, it leaves undefined what the candidate does, of two values and
 * more. Others that give the same are its rivals. NULL: none is proven. */
static const cause *explain_found(comparison *c, const causes *s, size_t output)
{
    const cause *best = NULL;
    char line[4096] = "", text[4096], other[4096];
    size_t rivals = 0, odd = 0;
    wording w = WORDING(line);
    for (size_t k = 0; k < s->count; k++)
        if (!s->at[k].changes && !s->at[k].missed) odd = s->at[k].odd;
    for (size_t k = 0; k < s->count; k++) {
        const cause *one = &s->at[k];
        const int settles = odd > 1 && !one->odd && one->given;
        if (one->missed >= MISSED_ONE || !one->changes || (one->points < 2 && !settles) || 2 * one->given < s->values ||
            2 * one->covered < s->differing)
            continue;
        if (best && (one->odd > best->odd || one->changes > best->changes || one->covered < best->covered)) continue;
        cause_sentence(c, one, output, best ? other : text, sizeof text);
        if (!best) line_add(c, "%s", text);
        else if (strcmp(text, other) != 0 && !strstr(line, other) && ++rivals <= 3) wording_join(&w, " ", other);
        best = best ? best : one;
    }
    if (rivals > 3) wording_add(&w, " And %zu more.", rivals - 3);
    if (rivals) line_add(c, "Indistinguishable on these data from: %s", line);
    return best;
}

enum { OF_NUMBERS, OF_UNDEFINED_GOT, OF_UNDEFINED_WANT, OF_FAILURES }; /* kinds of differences */

/* In the order of their bits; the last is of two. */
static const char peculiarities[][40] = { "a code is constant",
                                          "a factor is constant",
                                          "a factor is categorical",
                                          "a factor is continuous",
                                          "there are more codes than factors",
                                          "there are more factors than codes",
                                          "factor values are absent",
                                          "there is a single code",
                                          "there are fewer than 500 samples",
                                          "there are not as many codes as factors" };

/* Cells without and with such a difference, of each those without and with the peculiarity. */
typedef size_t peculiar_count[2][2];
static void count_peculiar(const comparison *c, unsigned bit, int kind, peculiar_count n)
{
    memset(n, 0, sizeof(peculiar_count));
    for (walk w = { 0 }; cell_next(c, &w);) {
        int numbers = 0, so = kind == OF_FAILURES && w.cell->failed;
        for (size_t k = 0; k < w.cell->n_values && kind != OF_FAILURES; k++) {
            const value_pair *v = &w.cell->at[k];
            const int got = !isnan(v->got), want = !isnan(v->want);
            numbers |= got && want;
            so |= kind == OF_NUMBERS         ? got && want && values_differ(c, v)
                  : kind == OF_UNDEFINED_GOT ? !got && want
                                             : got && !want;
        }
        if (kind != OF_NUMBERS || (numbers && !w.point->moves)) n[so][(w.cell->peculiar & bit) != 0]++;
    }
}

/* Peculiarities that all differences have, and nothing else. "Not as many" says no more than
 * "more" does, but of failures. */
static void explain_where(comparison *c, int kind, const char *start)
{
    char text[1024] = "";
    wording w = WORDING(text);
    unsigned named = 0;
    peculiar_count all;
    count_peculiar(c, 0, kind, all);
    for (size_t k = 0; k < sizeof peculiarities / sizeof *peculiarities; k++) {
        const unsigned either = PECULIAR_MORE_CODES | PECULIAR_MORE_FACTORS, bit = k < 9 ? 1u << k : either;
        peculiar_count n;
        count_peculiar(c, bit, kind, n);
        if (kind == OF_FAILURES && bit & either && bit != either) continue;
        if (!n[1][1] || n[1][0] || !n[0][0] || n[0][1] || named & bit) continue;
        wording_add(&w, "%swherever %s", w.used ? ", or " : "", peculiarities[k]);
        named |= bit;
    }
    const size_t cells = all[1][0];
    if (cells && w.used) line_add(c, "%s %s (%zu data set%s).", start, text, cells, cells == 1 ? "" : "s");
    else if (cells && kind != OF_NUMBERS && all[0][0])
        line_add(c, "%s in %zu data set%s.", start, cells, cells == 1 ? "" : "s");
}

/* A right metric that scales its data first rounds values to either side of an edge. Where nothing but numbers on edges
 * differs, of a reference that has bins, what was found there goes, and it agrees. */
static int forgive_edges(comparison *c)
{
    const int32_t cuts = ASSAY_CUTS_CODES | ASSAY_CUTS_FACTORS;
    compared_point *edges = NULL;
    for (size_t k = 0; k < c->n_points; k++)
        if (strcmp(c->point[k].point.scenario->id, VALIDATION_EDGES) == 0) edges = &c->point[k];
        else if (c->point[k].worst > 1.0) return 0;
    if (!edges || !(edges->worst > 1.0) || isinf(edges->worst) || option_of_role(c->reference->metric, cuts) < 0 ||
        c->to->n_rows < 2 || c->to->verdict != VALIDATION_DIFFERS)
        return 0;
    edges->cell->inapplicable = "values on the edges of bins fall to either side by rounding";
    compare_rows(c);
    line_add(c,
             "On " VALIDATION_EDGES " alone, whose values lie on the edges of bins, the values differ, and by no known "
             "mistake: data that are scaled or centred first are rounded to either side of an edge. It is left out.");
    return 1;
}

/* Whether values are no further from the reference's than those of a solver that stops where published code does. */
static int is_between(comparison *c)
{
    const assay_metric *metric = c->reference->metric;
    const size_t stop = option_called(metric->options, metric->n_options, "stop");
    double option[OPTIONS_MOST];
    variant published;
    if (stop == metric->n_options || !variant_with(c->reference, (ptrdiff_t)stop, 1.0, option, &published)) return 0;
    for (walk w = { 0 }; cell_next(c, &w);) {
        if (w.point->moves || !cell_differs(c, w.cell)) continue;
        const assay_score *score = scores_of_cell(c, w.point, w.cell->seed, w.cell->seed, &published);
        for (size_t k = 0; k < w.cell->n_values; k++) {
            const value_pair *v = &w.cell->at[k];
            const double far = score ? score_for(c, score, v) : NAN;
            if (!(fabs(v->got - v->want) <= fabs(far - v->want) + 2.0 * value_allowed(c, v))) return 0;
        }
    }
    return 1;
}

/* Values lie where right solvers stop: they agree. A reference that states 1e-5 and has no option of its stop is given
 * as much. */
static int forgive_solver(comparison *c)
{
    const double worst = worst_of(c, 0) * c->tolerance;
    const int may = c->solved > 0.0 && worst_of(c, 1) <= 1.0 && isfinite(worst) && !(c->options->tolerance > 0.0) &&
                    c->to->verdict == VALIDATION_DIFFERS,
              between = may && is_between(c);
    if (!between && !(may && c->solved <= 2e-5 && worst <= EARLY)) return 0;
    c->tolerance = worst * (1.0 + EXACT);
    compare_rows(c);
    line_add(c,
             "Your solver stops %s: values are off by up to %.1e of the range, and no known mistake gives them. "
             "--tolerance is stricter.",
             between ? "between the reference's optimum and where published code stops"
                     : "earlier than the reference's",
             worst);
    return 1;
}

static void explain_unknown(comparison *c)
{
    const double worst = worst_of(c, 0) * c->tolerance, most = c->solved > 0.0 ? 100.0 * c->solved : 1e-4;
    if (c->after) line_add(c, "%s", c->after);
    if (worst > c->tolerance && worst < most && worst_of(c, 1) <= 1.0)
        line_add(c, "All differences are below %.1e of the range%s. --tolerance %.1e counts them as equal.",
                 1.05 * worst, c->solved > 0.0 ? "" : ", as of sums in single precision (float32)",
                 1.05 * worst); /* two digits may be rounded down */
    if (c->work > EXPENSIVE)
        line_add(c, "The reference is expensive: only its presets and named options, and functions of its score, were "
                    "tried.");
    line_add(c, "None of the known mistakes gives your values.");
    if (worst_of(c, 1) > 1.0) return;
    const validation_row *row = c->to->row, *top = NULL;
    for (; row < c->to->row + c->to->n_rows; row++)
        if (row->verdict == VALIDATION_DIFFERS && row->where && (!top || row->largest > top->largest)) top = row;
    if (top) line_add(c, "They differ most on %s, by %.3g: %s.", top->scenario, top->largest, top->where);
    explain_where(c, OF_NUMBERS, "Values that are defined in both differ");
}

/* Who draws, or remembers; how many seeds would decide what intervals leave open. */
static void explain_randomness(comparison *c)
{
    double seeds = 0.0;
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
    for (size_t k = 0; k < c->n_points; k++) {
        double width = 0.0;
        if (c->point[k].moves) mean_apart(c, &c->point[k], ALL_OUTPUTS, &width);
        if (width > 1.0) seeds = fmax(seeds, 1.2 * width * width * (double)c->point[k].n_cells);
    }
    if (c->to->verdict == VALIDATION_UNDECIDED && seeds > 0.0 && !isinf(seeds))
        line_add(c,
                 "Nothing differs, but the seeds do not resolve %g of the range; about --seeds 0:%.0f would, or a "
                 "larger --resolution.",
                 c->options->resolution, ceil(seeds / 10.0) * 10.0);
}

/* Whether the candidate casts factors, or codes, or (NAMED) takes values of a factor as classes: of what it reads, no
 * value changes where that is done before, and the reference's do. */
int casts(comparison *c, int codes, int how)
{
    int shown = 0, refuted = 0;
    for (size_t k = 0; k < c->n_points && shown < 6 && !refuted && c->work <= EXPENSIVE; k++) {
        compared_point p = few_rows(&c->point[k]);
        if (!(p.worst > 1.0) || compare_point(c, &p, NULL) != ASSAY_OK || !p.n_cells || !cell_differs(c, p.cell))
            continue;
        c->disturbs = how, c->of_codes = codes;
        refuted = values_apart(c, &p, 1, p.cell->seed) > (how == NAMED ? EXACT : 0.0); /* sums in another order */
        const int moves = !refuted && values_apart(c, &p, 0, p.cell->seed) > c->tolerance;
        c->disturbs = how == NAMED ? GROUPED : REVERSED;
        shown += moves && values_apart(c, &p, 1, p.cell->seed) > 0.0;
        c->disturbs = 0;
    }
    return !refuted && shown > 1;
}

/* The causes of all outputs together; else each by itself, by a cause or by the first step that differs. 1: where both
 * are defined, what is said gives what is undefined, too. */
static int explain_causes(comparison *c)
{
    FREED(causes_free) causes s;
    causes_search(c, ALL_OUTPUTS, &s);
    const cause *found = explain_found(c, &s, ALL_OUTPUTS);
    const int alike = found && !found->odd;
    c->to->explained = found || forgive_solver(c);
    int how = CUT, cast = 0;
    for (; how <= ROUNDED && !cast && !c->to->explained; how++) cast = casts(c, 0, how) + 2 * casts(c, 1, how);
    if (cast)
        line_add(c, "Your values stay the same where the %s are first %s, and the reference's do not.",
                 cast == 1   ? "factors"
                 : cast == 2 ? "codes"
                             : "factors and codes",
                 how > ROUNDED ? "rounded to whole numbers" : "cut to whole numbers (a cast to an integer type)");
    if ((c->to->explained |= cast > 0)) return alike;
    stages_watch(c);
    if (c->step) line_add(c, "%s", c->step);
    c->to->explained = c->step != NULL;
    for (size_t o = 0; o < c->n_outputs && o < OUTPUTS_MOST && c->n_outputs > 1 && !c->step; o++) {
        if (!output_differs(c, o)) continue;
        causes_free(&s);
        causes_search(c, o, &s);
        if (s.count && (s.at->changes || s.at->missed || !s.values)) { /* else it is as far off as solvers are */
            const int one = explain_found(c, &s, o) != NULL;
            if (!one && c->step_of[o]) line_add(c, "%s", c->step_of[o]);
            c->to->explained |= one || c->step_of[o];
        }
    }
    return 0;
}

/* What differs, why. One number whatever the data, of values that are defined in both, says nothing of its cause. */
void explain_differences(comparison *c)
{
    moments got = { 0 };
    peculiar_count n;
    walk w = { 0 };
    c->to->n_lines = 0;
    if (c->to->verdict == VALIDATION_AGREES) return;
    explain_randomness(c);
    count_peculiar(c, 0, OF_NUMBERS, n);
    while (value_next(c, &w))
        if (!isnan(w.value->want)) moments_add_defined(&got, w.value->got);
    const int is_one = got.most - got.least <= 1e-12 * fmax(fabs(got.least), fabs(got.most)) && n[0][0] + n[1][0] > 1,
              differ = fmax(worst_of(c, 0), worst_of(c, 1)) > 1.0;
    const int alike = differ && !is_one && !c->unrepeatable && explain_causes(c);
    if (!c->to->explained && !c->unrepeatable && forgive_edges(c)) return;
    if ((n[1][0] || worst_of(c, 1) > 1.0) && !c->to->explained && !c->unrepeatable) {
        if (!is_one) explain_unknown(c);
        else
            line_add(c,
                     "Your values are all %.6g, on each of the data sets: no difference in these data changes them. "
                     "One number does not distinguish causes, so none was searched.",
                     got.least);
    }
    if (!alike && c->to->verdict != VALIDATION_UNDECIDED) {
        explain_where(c, OF_UNDEFINED_GOT, "The candidate is undefined where the reference is not:");
        explain_where(c, OF_UNDEFINED_WANT, "The candidate is defined where the reference is not:");
    }
    for (w = (walk){ 0 }; cell_next(c, &w);) {
        if (!w.cell->failed) continue;
        explain_where(c, OF_FAILURES, "The candidate fails");
        line_add(c, "First of its failures (%s, %s): %s", w.point->point.scenario->id, place_text(c, w.point, w.cell),
                 w.cell->failed);
        return;
    }
}

static const char *const readings[] = {
    [AS_NUMBERS] = "The candidate ignores the kinds of factors (a Python function gets them as its parameter `kinds`), "
                   "so both metrics were given all of them as continuous.",
    [AS_CLASSES] = "The candidate takes every value of a factor as a class of its own, so continuous factors were cut "
                   "into 12 classes for both metrics. Cut yours before you call it.",
};

void remarks(comparison *c)
{
    const candidate_told reported = candidate_tells(c->candidate->metric);
    const int agrees = c->to->verdict == VALIDATION_AGREES;
    const double worst = worst_of(c, 0) * c->tolerance;
    if (agrees && !(c->options->tolerance > 0.0) && worst > EXACT && !c->to->n_lines)
        line_add(c,
                 "Your values are equal to within %.1e of the range: %s. Up to %.1e counts as equal. --tolerance 1e-9 "
                 "is stricter.",
                 worst,
                 c->solved > 0.0
                     ? "the reference solves for its values, and right solvers may differ so far"
                     : "single precision (float32), at the end or in between, or a tiny epsilon explains it",
                 c->tolerance);
    for (size_t k = 0, failed = 0; k < c->n_points && agrees && !c->reference_moves && !c->candidate_moves; k++) {
        const compared_point *p = &c->point[k];
        const char *why = p->n_cells ? p->cell->inapplicable : NULL;
        if (why && strncmp(why, fails_there, strlen(fails_there)) == 0 && !failed++)
            line_add(c, "On %s %s.", p->point.scenario->id, why);
        if (why && strcmp(why, limit_reason) == 0)
            line_add(c, "A limit of the candidate: on %s (%s) it does not give the reference's values.",
                     p->point.scenario->id, p->point.scenario->title);
    }
    if (reported.called) line_add(c, "Called as %s.", reported.called);
    if (reported.changed)
        line_add(c,
                 "The candidate writes into the %s it is given: what uses the same arrays after it gets other data. "
                 "Work on a copy, numpy.array(x), or write x = x - y for x -= y.",
                 reported.changed);
    if (c->outside && candidate_is(c->candidate->metric))
        line_add(c,
                 "%zu of the candidate's values lie outside the range of its output (%.100s: %g to %g); they are "
                 "compared as they are. \"low\" and \"high\" of its description state another range.",
                 c->outside, c->outside_in.output, c->outside_in.low, c->outside_in.high);
    if (reported.said)
        line_add(c, "The candidate wrote, in %zu of %zu calls: %s", reported.calls, reported.of, reported.said);
    if (readings[c->reading]) line_add(c, "%s", readings[c->reading]);
}
