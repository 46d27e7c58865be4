/*
 * The judge: runs every rule on every series and turns its comparisons into verdicts.
 *
 *     m - r sd / sqrt(n), m + r sd / sqrt(n)          r = judged_reach(n, level), n seeds, judge_reach.c
 *
 *   is the interval of a comparison; docs/judging.md, "The rules", has the levels of passes and fails. A deviation of 0
 *   is legal: scores that agree in every seed have a point for an interval. Where the mean of a score is looked at
 *   itself, half of the level goes to what the range alone says of it (judge_bound.c): both hold together.
 *
 *   Where verdicts decided which seeds were added (assay run --until-decided), each of the L numbers of seeds that they
 *   could be looked at with has its share of the level, .05/L: intervals hold at all of them together, whenever one
 *   stopped.
 *
 * Source   Dunn 1961, Journal of the American Statistical Association 56, pp. 52-64 (Bonferroni intervals for means);
 *          Berger 1982, Technometrics 24, pp. 295-300 (what has to hold for all of several needs no share).
 * Cost     a handful of passes over the points of a series for each property.
 */
#include "judge_inside.h"

#include "ascending.h"

#include <string.h>

#define PROPERTY(name) extern const property property_##name;
#include "properties_list.h"
#undef PROPERTY

static const property *const properties[] = {
#define PROPERTY(name) &property_##name,
#include "properties_list.h"
#undef PROPERTY
};

size_t property_count(void) { return sizeof properties / sizeof *properties; }

const property *property_at(size_t index) { return index < property_count() ? properties[index] : NULL; }

const property *property_find(const char *id)
{
    for (size_t k = 0; k < property_count(); k++)
        if (strcmp(properties[k]->id, id) == 0) return properties[k];
    return NULL;
}

const char *property_scenario(const property *of, size_t k)
{
    const point_comparison *first = of->compares;
    if (of->scenarios) return of->scenarios[k];
    return k || !first ? NULL : first->scenario ? first->scenario : first->named[0].scenario;
}

int property_is_of_any(const property *of) { return !of->scenarios && !of->compares; }

const char *const verdict_words[] = { "pass", "fail", "undefined", "undecided", "not-run", "not-claimed", NULL };

static const struct {
    const char *symbol, *meaning;
} outcomes[VERDICT_KINDS] = {
    { "✓", "all intervals lie where they must, or the definition shows it" },
    { "✗", "an interval lies wholly where it must not, or the definition shows it" },
    { "∅", "a score is undefined where the rule needs a number" },
    { "?", "the scores are there and leave it open: more seeds or rows" },
    { "·", "scores that the rule needs are not in the store" },
    { "–", "the output does not claim, or give, what the property is about" },
};

static int is_known(int outcome) { return outcome >= 0 && outcome < VERDICT_KINDS; }

const char *verdict_word(int outcome) { return is_known(outcome) ? verdict_words[outcome] : ""; }

const char *verdict_symbol(int outcome) { return is_known(outcome) ? outcomes[outcome].symbol : ""; }

const char *verdict_meaning(int outcome) { return is_known(outcome) ? outcomes[outcome].meaning : ""; }

double scores_excluding(double share) { return ceil(log(threshold_value("level")) / log(1.0 - share)); }

/* A mean is in the range that all values are in; a difference is no larger than the range. An open end clips
 * nothing. */
static void clip(const evidence_series *s, comparison *c)
{
    const double width = s->high - s->low, low = c->kind == KIND_VALUE ? s->low : -width;
    const double high = c->kind == KIND_VALUE ? s->high : width;
    if (c->seen[0] >= low && c->low < low) c->low = low;
    if (c->seen[1] <= high && c->high > high) c->high = high;
}

static int comparison_outcome(const comparison *c)
{
    const double slack = SLACK * c->unit;
    if (c->kind == KIND_UNDEFINED) return c->at[1] ? VERDICT_FAIL : VERDICT_UNDEFINED;
    if (!((double)c->seeds >= threshold_value("seeds")) || isnan(c->low) || isnan(c->high)) return VERDICT_UNDECIDED;
    if (c->low > c->most + slack || c->high < c->least - slack) return VERDICT_FAIL;
    if (c->low >= c->least - slack && c->high <= c->most + slack) return VERDICT_PASS;
    return VERDICT_UNDECIDED;
}

/* The interval whose sides each miss in `level` of studies; what the scores' range says where that leaves it open. */
static int interval_at(const evidence_series *s, double level, comparison *c)
{
    const double own = c->kind == KIND_VALUE ? 0.5 * level : level;
    const double half = c->sd > 0.0 ? judged_reach(c->seeds, own) * c->sd / sqrt((double)c->seeds) : c->sd;
    c->low = c->value - half;
    c->high = c->value + half;
    clip(s, c);
    const int outcome = comparison_outcome(c);
    if (c->kind != KIND_VALUE || outcome != VERDICT_UNDECIDED) return outcome;
    narrow_by_range(s, own, c);
    return comparison_outcome(c);
}

/* How far little data may take a score: only where scores of different data are to be alike, or at an end of the scale.
 * What has to move, and what compares the same data in another form, is as it is at any size. */
static double bias_allowed(const judging *j, const comparison *c)
{
    const property *p = j->rule;
    uint64_t rows = UINT64_MAX;
    for (size_t e = 0; e < 2; e++)
        if (c->at[e] && c->at[e]->samples < rows) rows = c->at[e]->samples;
    const int moves = c->least > 0.0 || c->most < 0.0;
    if (p->exact || p->across_sizes || c->kind == KIND_SERIES || (double)rows >= threshold_value("large")) return 0.0;
    if (c->kind == KIND_VALUE ? isinf(c->least) || isinf(c->most) : moves) return 0.0;
    return judged_limit(j, "little-data") * sqrt(threshold_value("small-sample") / (double)rows);
}

/* The interval and the outcome. A failure that few rows may make is none. */
static void settle_comparison(const judging *j, double level, comparison *c)
{
    const double slack = SLACK * c->unit, bias = bias_allowed(j, c);
    c->outcome = interval_at(j->series, level, c);
    if (c->outcome != VERDICT_PASS && j->count > 1) c->outcome = interval_at(j->series, level / (double)j->count, c);
    if (c->outcome != VERDICT_FAIL || c->low > c->most + bias + slack || c->high < c->least - bias - slack) return;
    if (bias == 0.0) return;
    c->outcome = VERDICT_UNDECIDED;
    c->bias = bias;
}

/* How far a comparison's mean is beyond its thresholds; negative: within; -INFINITY: nothing is wanted or known. */
static double excess(const comparison *c)
{
    if (isnan(c->value)) return -INFINITY;
    return fmax(c->value - c->most, c->least - c->value);
}

static int has_outcome(const judging *j, int outcome)
{
    for (size_t k = 0; k < j->count; k++)
        if (j->comparison[k].outcome == outcome) return 1;
    return 0;
}

/* Fail first; then what no further seed would help, what is to be run, what is open. */
static int verdict_outcome(const judging *j)
{
    static const int order[] = { VERDICT_NOT_CLAIMED, VERDICT_UNDEFINED, VERDICT_NOT_RUN, VERDICT_UNDECIDED };
    if (has_outcome(j, VERDICT_FAIL)) return VERDICT_FAIL;
    if (j->settled >= 0) return j->settled;
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        if (j->lacking == order[k] || has_outcome(j, order[k])) return order[k];
    return j->count ? VERDICT_PASS : VERDICT_NOT_CLAIMED;
}

/* Of the comparisons with the verdict's outcome (or of all, where something else decides) the one furthest out. */
static size_t find_deciding(const judging *j, int outcome)
{
    size_t best = j->count;
    for (size_t k = 0; k < j->count; k++) {
        if (j->comparison[k].outcome != outcome) continue;
        if (best == j->count || excess(&j->comparison[k]) > excess(&j->comparison[best])) best = k;
    }
    for (size_t k = 0; best == j->count && k < j->count; k++)
        if (excess(&j->comparison[k]) >= excess(&j->comparison[0])) best = k;
    return best < j->count ? best : 0;
}

/* The sizes and seeds of what was compared, or, where nothing could be, of what was looked at. */
static void find_basis(judging *j, verdict *v)
{
    for (size_t k = 0; k < j->count; k++) {
        if (!k) j->rows[0] = j->rows[1] = j->seeds = 0;
        for (size_t e = 0; e < 2; e++)
            if (j->comparison[k].at[e]) judging_see(j, j->comparison[k].at[e], j->comparison[k].seeds);
    }
    v->samples[0] = j->rows[0];
    v->samples[1] = j->rows[1];
    v->seeds = j->seeds;
}

void judge_at(const evidence *from, const evidence_series *series, size_t index, uint64_t samples, verdict *to)
{
    const double level = threshold_value("level") / (double)(from->looks ? from->looks : 1);
    judging j = { .from = from,
                  .series = series,
                  .scale = scale_of(series),
                  .rule = properties[index],
                  .samples = samples,
                  .settled = -1,
                  .lacking = -1,
                  .remark = "" };
    if (j.rule->judge) j.rule->judge(&j);
    else by_points(&j);
    for (size_t k = 0; k < j.count; k++) settle_comparison(&j, level, &j.comparison[k]);
    *to = (verdict){ .series = series, .property = index, .comparison = j.comparison, .n_comparisons = j.count };
    to->outcome = verdict_outcome(&j);
    to->deciding = find_deciding(&j, to->outcome);
    find_basis(&j, to);
    verdict_say(&j, to);
}

static int is_about(const property *p, const evidence_point *at)
{
    const char *scenario;
    for (size_t k = 0; (scenario = property_scenario(p, k)); k++)
        if (strcmp(scenario, at->scenario) == 0) return 1;
    return property_is_of_any(p);
}

/* The numbers of samples, rising, of the points that the property may look at. */
static uint64_t *sizes_of(const property *p, const evidence_series *s, size_t *n)
{
    uint64_t *to = kept(s->n_points + 1, sizeof *to);
    size_t count = 0;
    *n = 0;
    for (size_t k = 0; k < s->n_points; k++)
        if (is_about(p, &s->point[k])) to[count++] = s->point[k].samples;
    qsort(to, count, sizeof *to, ascending_counts);
    for (size_t k = 0; k < count; k++)
        if (!*n || to[*n - 1] != to[k]) to[(*n)++] = to[k];
    return to;
}

/* Where the store has several sizes: what the rule says at each that decides it. A rule that compares sizes says
 * nothing of one. */
static void judge_sizes(const evidence *from, verdict *to)
{
    size_t n;
    const property *p = properties[to->property];
    if (p->across_sizes || to->outcome == VERDICT_NOT_CLAIMED) return;
    const uint64_t *size = sizes_of(p, to->series, &n);
    to->size = kept(n, sizeof *to->size);
    for (size_t k = 0; k < n && n > 1; k++) {
        verdict one;
        judge_at(from, to->series, to->property, size[k], &one);
        if (one.n_comparisons && one.outcome <= VERDICT_UNDEFINED)
            to->size[to->n_sizes++] = (verdict_size){ size[k], one.outcome };
    }
}

void judge_all(const evidence *from, verdicts *to)
{
    const size_t n = property_count();
    *to = (verdicts){ kept(from->count * n, sizeof *to->at), 0, from->lacking };
    for (size_t s = 0; s < from->count; s++)
        for (size_t p = 0; p < n; p++) {
            verdict *one = &to->at[to->count++];
            judge_at(from, &from->at[s], p, 0, one);
            judge_sizes(from, one);
        }
}
