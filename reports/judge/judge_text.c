/* Verdicts in words: what was compared, the numbers, what is wanted. */
#include "judge_inside.h"

#include <string.h>

/* "alpha=0.2", or a word for the one point of a scenario without parameters */
static const char *point_words(const evidence_point *p) { return p->point[0] ? p->point : "its one point"; }

/* What distinguishes two points: scenario, number of samples, settings, with `moved` behind what they share: "mixing:
 * change from alpha=0.1 to alpha=0.2". */
static const char *change_text(const comparison *c, const char *moved)
{
    const evidence_point *a = c->at[0], *b = c->at[1];
    if (strcmp(a->scenario, b->scenario) != 0)
        return phrase("%s from %s%s%s to %s%s%s", moved, a->scenario, a->point[0] ? " " : "", a->point, b->scenario,
                      b->point[0] ? " " : "", b->point);
    if (a->samples != b->samples)
        return phrase("%s %s: %s from %llu to %llu samples", a->scenario, a->point, moved,
                      (unsigned long long)a->samples, (unsigned long long)b->samples);
    return phrase("%s: %s from %s to %s", a->scenario, moved, point_words(a), point_words(b));
}

/* The quantity alone. */
static const char *quantity_text(const comparison *c)
{
    const evidence_point *p = c->at[0];
    switch (c->kind) {
    case KIND_CHANGE: return change_text(c, "change");
    case KIND_ITEMS:
        return phrase("%s %s: score of factor v%zu minus that of factor v%zu", p->scenario, p->point, c->item[1] + 1,
                      c->item[0] + 1);
    case KIND_SERIES: return phrase("%s %s: score of %s less its own", p->scenario, p->point, c->other);
    default: return phrase("%s: score at %s", p->scenario, point_words(p));
    }
}

/* A number to read, not to compute with. */
static double readable(double value, double unit) { return fabs(value) < 5e-7 * unit ? 0.0 : value; }

/* Significant digits for a number on a scale that may be small next to it: three of .98, six of .50098 in .5 to
 * .501. */
static int digits_of(double value, double unit)
{
    const double times = isfinite(value) ? fabs(value) / unit : 0.0;
    return times > 2.0 ? (int)fmin(17.0, 3.0 + ceil(log10(times))) : 3;
}

static const char *interval_text(double low, double high, double unit)
{
    const int digits = digits_of(fmax(fabs(low), fabs(high)), unit);
    if (!(high - low > 1e-6 * unit)) return "";
    return phrase(" (%.*g to %.*g)", digits, readable(low, unit), digits, readable(high, unit));
}

/* Of a change "falls by 0.410 (0.401 to 0.419)", else "0.277 (0.275 to 0.279) lower". */
static const char *moved_text(const comparison *c, int change)
{
    const int down = c->value < 0.0;
    const char *interval = interval_text(down ? -c->high : c->low, down ? -c->low : c->high, c->unit);
    if (isnan(c->value)) return change ? "has no known change" : "neither higher nor lower, being undefined";
    if (fabs(c->value) < 5e-7 * c->unit) return phrase("%s%s", change ? "stays the same" : "the same", interval);
    return change ? phrase("%s by %.3g%s", down ? "falls" : "rises", fabs(c->value), interval)
                  : phrase("%.3g%s %s", fabs(c->value), interval, down ? "lower" : "higher");
}

/* "higgins: factor v6 scores 0.421 (0.41 to 0.43) lower than factor v1" */
static const char *items_text(const comparison *c)
{
    const char *scenario = c->at[0]->scenario, *number = moved_text(c, 0);
    const size_t a = c->item[1] + 1, b = c->item[0] + 1;
    if (isnan(c->value))
        return phrase("%s: factors v%zu and v%zu do not compare, as a score is undefined", scenario, a, b);
    if (fabs(c->value) < 5e-7 * c->unit) return phrase("%s: factors v%zu and v%zu score %s", scenario, a, b, number);
    return phrase("%s: factor v%zu scores %s than factor v%zu", scenario, a, number, b);
}

static const char *value_text(const comparison *c)
{
    if (isnan(c->value)) return "undefined";
    return phrase("%.*g%s", digits_of(c->value, c->unit), readable(c->value, c->unit),
                  interval_text(c->low, c->high, c->unit));
}

/* What is wanted of a change, "a fall of at least 0.01 is wanted"; of a value, "0.98 to 1.02 is wanted". */
static const char *wanted_text(const comparison *c)
{
    const int change = c->kind != KIND_VALUE;
    if (isinf(c->least) && isinf(c->most)) return "";
    const int digits[2] = { digits_of(c->least, c->unit), digits_of(c->most, c->unit) };
    if (!change && isinf(c->most)) return phrase("at least %.*g is wanted", digits[0], c->least);
    if (!change && isinf(c->least)) return phrase("at most %.*g is wanted", digits[1], c->most);
    if (!change) return phrase("%.*g to %.*g is wanted", digits[0], c->least, digits[1], c->most);
    if (isinf(c->least) && c->most < 0.0) return phrase("a fall of at least %.3g is wanted", -c->most);
    if (isinf(c->least)) return phrase("a rise of at most %.3g is allowed", c->most);
    if (isinf(c->most) && c->least < 0.0) return phrase("a fall of at most %.3g is allowed", -c->least);
    if (isinf(c->most)) return phrase("a rise of at least %.3g is wanted", c->least);
    return phrase("a difference of at most %.3g is allowed", c->most);
}

static const char *numbers_text(const comparison *c)
{
    const evidence_point *p = c->at[0];
    switch (c->kind) {
    case KIND_CHANGE: return change_text(c, moved_text(c, 1));
    case KIND_UNDEFINED:
        return phrase("%s: undefined at %s (%.200s)%s%s", p->scenario, point_words(p), p->undefined ? p->undefined : "",
                      c->at[1] ? ", defined at " : "", c->at[1] ? point_words(c->at[1]) : "");
    case KIND_VALUE: return phrase("%s: %s at %s", p->scenario, value_text(c), point_words(p));
    case KIND_ITEMS: return items_text(c);
    default: return phrase("%s %s: with %s the score is %s", p->scenario, p->point, c->other, moved_text(c, 0));
    }
}

static const char *sentence(const comparison *c)
{
    const char *wanted = wanted_text(c);
    const char *link = !c->why[0] ? "" : c->outcome == VERDICT_PASS ? " where " : " although ";
    return phrase("%s%s%s%s%s", numbers_text(c), link, c->why, *wanted ? "; " : "", wanted);
}

/* How many seeds, as far as these show their spread, would bring the mean's interval to one side of the bound it is
 * nearest to; 0: more than anybody runs. */
static size_t seeds_to_settle(const comparison *c)
{
    const double to_most = fabs(c->most - c->value), to_least = fabs(c->value - c->least);
    const double reach = fmax(c->high - c->value, c->value - c->low), away = fmin(to_most, to_least);
    const double seeds = (double)c->seeds * (reach / away) * (reach / away);
    return seeds < 10000.0 ? (size_t)(ceil(seeds / 10.0) * 10.0) : 0;
}

/* The variant judged, and where it is compared with another one of the metric, that too. */
static const char *variants_to_run(const judging *j, const comparison *c)
{
    char one[512], other[512];
    const evidence_series *s = j->series;
    if (!assay_metric_find(s->metric)) return "THIS";
    variant_print(s->metric, s->preset, one, sizeof one);
    if (c->kind != KIND_SERIES) return phrase("%s", one);
    variant_print(s->metric, c->other, other, sizeof other);
    return phrase("%s,%s", one, other);
}

static const char *scenarios_joined(const property *p, const char *between)
{
    const char *text = "";
    for (size_t k = 0; property_scenario(p, k); k++) text = phrase_join(text, between, property_scenario(p, k));
    return text;
}

/* A command that goes on until the verdict is decided. */
static const char *settling_text(const judging *j, const verdict *v)
{
    const comparison *c = &j->comparison[v->deciding];
    const property *p = property_at(v->property);
    const size_t seeds = seeds_to_settle(c);
    const char *samples = "";
    if (c->at[0] && (!c->at[1] || c->at[0]->samples == c->at[1]->samples))
        samples = phrase(" --samples %llu", (unsigned long long)c->at[0]->samples);
    if (!seeds || property_is_of_any(p)) return phrase("; %zu seeds leave it open", c->seeds);
    return phrase("; %zu seeds leave it open, about %zu may settle it: assay run audit --scenarios %s --metrics %s%s "
                  "--until-decided --at-most 0:%zu",
                  c->seeds, seeds, c->kind == KIND_SERIES ? c->at[0]->scenario : scenarios_joined(p, ","),
                  variants_to_run(j, c), samples, 2 * seeds);
}

static const char *tail_text(const judging *j, const verdict *v)
{
    size_t same = 0;
    const comparison *c = &j->comparison[v->deciding];
    const char *nearest = j->count > 1 ? phrase(" (of %zu comparisons the nearest to its limit)", j->count) : "";
    const size_t least = (size_t)threshold_value("seeds");
    for (size_t k = 0; k < j->count; k++) same += j->comparison[k].outcome == v->outcome;
    if (v->outcome == VERDICT_FAIL && same > 1) return phrase(" (%zu of %zu comparisons fail)", same, j->count);
    if (v->outcome == VERDICT_PASS && c->sd != 0.0) return nearest;
    if (v->outcome == VERDICT_PASS)
        return phrase("%s; all %zu seeds agree, which excludes failures in more than %.0f %% of seeds", nearest,
                      c->seeds, 100.0 * (1.0 - pow(threshold_value("level"), 1.0 / (double)c->seeds)));
    if (v->outcome != VERDICT_UNDECIDED) return "";
    if (c->bias > 0.0)
        return phrase(
            "; beyond that by less than %.3g, which the bias of %llu rows could explain: --samples 20000 would decide",
            c->bias, (unsigned long long)c->at[0]->samples);
    return c->seeds < least ? phrase("; only %zu of at least %zu seeds", c->seeds, least) : settling_text(j, v);
}

/* The evidence where no comparison decides; NULL where one does. */
static const char *text_without(const judging *j, const verdict *v)
{
    const int compared = j->count && j->comparison[v->deciding].outcome == v->outcome;
    if (v->outcome == VERDICT_FAIL && compared) return NULL;
    if (j->settled >= 0) return j->said;
    if (v->outcome == j->lacking) return j->lacking_why;
    return v->outcome == VERDICT_NOT_CLAIMED ? "what is known of the points does not order them" : NULL;
}

void verdict_say(const judging *j, verdict *to)
{
    for (size_t k = 0; k < j->count; k++) j->comparison[k].text = quantity_text(&j->comparison[k]);
    const char *said = text_without(j, to), *scale = "", *tail = said ? "" : tail_text(j, to);
    if (!said) said = sentence(&j->comparison[to->deciding]);
    if (j->scale.observed && j->count)
        scale = phrase(" (judged on the scale it moves on, %.*g to %.*g, not the declared %.3g to %.3g)",
                       digits_of(j->scale.base, j->scale.unit), j->scale.base, digits_of(j->scale.top, j->scale.unit),
                       j->scale.top, j->series->low, j->series->high);
    to->text = phrase("%s%s%s%s%s", j->remark, *j->remark ? "; " : "", said, tail, scale);
}

/* "1,000": digits in groups of three. */
static const char *count_text(uint64_t n)
{
    return n < 1000 ? phrase("%d", (int)n) : phrase("%s,%03d", count_text(n / 1000), (int)(n % 1000));
}

const char *property_scenarios(const property *of)
{
    return property_is_of_any(of) ? "every other one" : scenarios_joined(of, ", ");
}

int property_is_asked_for(const property *of)
{
    const char *first = property_scenario(of, 0);
    return first && assay_scenario_find(first)->is_asked_for;
}

const char *verdict_basis(const verdict *v)
{
    const char *many = v->seeds == 1 ? "" : "s", *most = count_text(v->samples[1]);
    if (!v->samples[0]) return "";
    return v->samples[0] == v->samples[1]
               ? phrase("%s rows, %zu seed%s", most, v->seeds, many)
               : phrase("%s to %s rows, %zu seed%s", count_text(v->samples[0]), most, v->seeds, many);
}

const char *verdict_sizes_text(const verdict *v)
{
    enum { NAMED = 16 };
    size_t same = v->n_sizes;
    int before = 0;
    const char *text = "";
    while (same && v->size[same - 1].outcome == v->outcome) same--;
    if (!same) return "";
    for (size_t k = 0; k < same; k++) before |= v->size[k].outcome == v->outcome;
    if (same < v->n_sizes && !before) return phrase("from %s rows on", count_text(v->size[same].samples));
    for (size_t k = 0; k < v->n_sizes && k < NAMED; k++)
        text = phrase("%s%s%s at %s", text, k ? ", " : "", verdict_symbol(v->size[k].outcome),
                      count_text(v->size[k].samples));
    if (v->n_sizes <= NAMED) return phrase("%s rows", text);
    return phrase("%s rows, and at %zu larger sizes", text, v->n_sizes - NAMED);
}

static uint64_t verdicts_most_samples(const verdicts *all)
{
    uint64_t most = 0;
    for (size_t k = 0; k < all->count; k++)
        if (all->at[k].samples[1] > most && !property_at(all->at[k].property)->across_sizes)
            most = all->at[k].samples[1];
    return most;
}

const char *verdicts_size_warning(const verdicts *all)
{
    const uint64_t most = verdicts_most_samples(all);
    if (!most || (double)most >= threshold_value("large")) return "";
    return phrase(
        "verdicts at one size rest on at most %s rows: what may be bias of so few is left open; plan thesis has 20,000",
        count_text(most));
}

int comparison_decimals(const comparison *c, int usual)
{
    return c->unit < 1.0 ? (int)fmin(17.0, usual + ceil(-log10(c->unit) - 1e-9)) : usual;
}

const char *comparison_wanted(const comparison *c)
{
    const int least = digits_of(c->least, c->unit), most = digits_of(c->most, c->unit);
    if (isinf(c->least)) return phrase("at most %.*g", most, c->most);
    return isinf(c->most) ? phrase("at least %.*g", least, c->least)
                          : phrase("between %.*g and %.*g", least, c->least, most, c->most);
}
