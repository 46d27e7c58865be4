/* Scores of a whole series counted for a pass of few seeds. */
#include "early_pass.h"

#include "judge_inside.h"

#include <math.h>

/* ---- one comparison ---- */

static int asks_something(const comparison *c) { return isfinite(c->least) || isfinite(c->most); }

static int all_within(const comparison *c)
{
    const double slack = SLACK * c->unit;
    return asks_something(c) && c->seen[0] >= c->least - slack && c->seen[1] <= c->most + slack;
}

/* On one side. */
static int all_beyond(const comparison *c)
{
    const double slack = SLACK * c->unit;
    return c->seen[0] > c->most + slack || c->seen[1] < c->least - slack;
}

static int seeds_disagree(const comparison *c)
{
    return asks_something(c) && !isnan(c->seen[0]) && !all_within(c) && !all_beyond(c);
}

static int has_point(const comparison *c, const evidence_point *p) { return c->at[0] == p || c->at[1] == p; }

/* ---- a verdict ---- */

static int agrees_to_the_bit(const verdict *v, size_t usual)
{
    for (size_t k = 0; k < v->n_comparisons; k++)
        if (v->comparison[k].seeds < usual && v->comparison[k].seen[0] == v->comparison[k].seen[1]) return 1;
    return 0;
}

static int rests_on_usual(const verdict *v, size_t usual)
{
    for (size_t k = 0; k < v->n_comparisons; k++)
        if (v->comparison[k].seeds < usual) return 0;
    return 1;
}

/* Whether an earlier comparison is about a point. */
static int is_counted(const verdict *v, size_t k, const evidence_point *p)
{
    for (size_t before = 0; before < k; before++)
        if (has_point(&v->comparison[before], p)) return 1;
    return 0;
}

/* Different ones, those of other series too. */
static size_t points_compared(const verdict *v)
{
    size_t count = 0;
    for (size_t k = 0; k < v->n_comparisons; k++)
        for (size_t end = 0; end < 2; end++) {
            const evidence_point *p = v->comparison[k].at[end];
            count += p && !is_counted(v, k, p);
        }
    return count;
}

/* ---- a series: its verdicts, `of`[property_count()] ---- */

static int fails_now_and_then(const verdict *of)
{
    const evidence_series *s = of->series;
    for (size_t k = 0; k < s->n_points; k++)
        if (s->point[k].defined && s->point[k].defined < s->point[k].n) return 1;
    for (size_t p = 0; p < property_count(); p++)
        for (size_t k = 0; k < of[p].n_comparisons; k++)
            if (seeds_disagree(&of[p].comparison[k])) return 1;
    return 0;
}

/* Whether the scores of a point lie within what some verdict wants. */
static int is_within(const verdict *of, const evidence_point *at)
{
    for (size_t p = 0; p < property_count(); p++)
        for (size_t k = 0; k < of[p].n_comparisons; k++)
            if (has_point(&of[p].comparison[k], at) && all_within(&of[p].comparison[k])) return 1;
    return 0;
}

static int has_scores_within(const verdict *of, size_t wanted)
{
    size_t count = 0;
    for (size_t k = 0; k < of->series->n_points && count < wanted; k++)
        if (is_within(of, &of->series->point[k])) count += of->series->point[k].n;
    return count >= wanted;
}

static int has_seeds_within(const verdict *of, size_t wanted)
{
    for (size_t k = 0; k < of->series->n_points; k++)
        if (of->series->point[k].n >= wanted && is_within(of, &of->series->point[k])) return 1;
    return 0;
}

/* ---- */

int early_pass(const verdicts *all, const verdict *v, size_t usual)
{
    const verdict *of = &all->at[(size_t)(v - all->at) / property_count() * property_count()];
    const size_t scores = usual * points_compared(v), least = (size_t)scores_excluding(0.1);
    if (v->outcome != VERDICT_PASS || rests_on_usual(v, usual)) return EARLY_STANDS;
    if (agrees_to_the_bit(v, usual) || fails_now_and_then(of)) return EARLY_FALLS;
    if (!has_scores_within(of, scores > least ? scores : least)) return EARLY_FALLS;
    return has_seeds_within(of, usual) ? EARLY_STANDS : EARLY_LACKS_SEEDS;
}
