#include "judge.h"

#include "judge_inside.h"

enum { NOTHING, WITHIN, BEYOND, ASTRIDE };

/* Where the scores of all seeds lie; NOTHING: nothing is asked of them, or none is known. */
static int seeds_lie(const comparison *c)
{
    const double slack = SLACK * c->unit;
    if (isnan(c->seen[0]) || (isinf(c->least) && isinf(c->most))) return NOTHING;
    if (c->seen[0] > c->most + slack || c->seen[1] < c->least - slack) return BEYOND;
    return c->seen[0] >= c->least - slack && c->seen[1] <= c->most + slack ? WITHIN : ASTRIDE;
}

static int has_point(const comparison *c, const evidence_point *p) { return c->at[0] == p || c->at[1] == p; }

/* Of the comparisons that have the verdict's outcome: how many rest on fewer seeds than usual, and of these, how many
 * have seeds that agree to the bit. */
typedef struct deciding {
    size_t all, few, agreeing;
} deciding;

static deciding deciding_of(const verdict *v, size_t usual)
{
    deciding d = { 0 };
    for (size_t k = 0; k < v->n_comparisons; k++) {
        const comparison *c = &v->comparison[k];
        if (c->outcome != v->outcome) continue;
        d.all++;
        d.few += c->seeds < usual;
        d.agreeing += c->seeds < usual && c->seen[0] == c->seen[1];
    }
    return d;
}

static size_t points_compared(const verdict *v)
{
    const evidence_point **point = kept(2 * v->n_comparisons, sizeof *point);
    size_t count = 0;
    for (size_t k = 0; k < 2 * v->n_comparisons; k++) {
        const evidence_point *p = v->comparison[k / 2].at[k % 2];
        size_t before = 0;
        while (before < count && point[before] != p) before++;
        if (p && before == count) point[count++] = p;
    }
    return count;
}

static int fails_now_and_then(const verdict *of)
{
    const evidence_series *s = of->series;
    for (size_t k = 0; k < s->n_points; k++)
        if (s->point[k].defined && s->point[k].defined < s->point[k].n) return 1;
    for (size_t p = 0; p < property_count(); p++)
        for (size_t k = 0; k < of[p].n_comparisons; k++)
            if (seeds_lie(&of[p].comparison[k]) == ASTRIDE) return 1;
    return 0;
}

/* Whether the scores of a point lie within what some verdict wants; for a fail, or beyond it. */
static int bears_out(const verdict *of, const evidence_point *at, int outcome)
{
    for (size_t p = 0; p < property_count(); p++)
        for (size_t k = 0; k < of[p].n_comparisons; k++) {
            const comparison *c = &of[p].comparison[k];
            const int lie = has_point(c, at) ? seeds_lie(c) : NOTHING;
            if (lie == WITHIN || (lie == BEYOND && outcome == VERDICT_FAIL)) return 1;
        }
    return 0;
}

/* How many scores bear a verdict out; *seeds: the most of a point. */
static size_t scores_for(const verdict *of, int outcome, size_t *seeds)
{
    size_t count = 0;
    *seeds = 0;
    for (size_t k = 0; k < of->series->n_points; k++) {
        const evidence_point *at = &of->series->point[k];
        if (!bears_out(of, at, outcome)) continue;
        count += at->n;
        if (at->n > *seeds) *seeds = at->n;
    }
    return count;
}

/* A pass is all of its comparisons, a fail any. */
static size_t scores_wanted(const verdict *v, size_t usual)
{
    const size_t least = (size_t)scores_excluding(0.1);
    const size_t all = v->outcome == VERDICT_PASS ? usual * points_compared(v) : 0;
    return all > least ? all : least;
}

int early_verdict(const verdicts *all, const verdict *v, size_t usual)
{
    const verdict *of = &all->at[(size_t)(v - all->at) / property_count() * property_count()];
    const int pass = v->outcome == VERDICT_PASS;
    size_t seeds;
    if (!pass && v->outcome != VERDICT_FAIL) return EARLY_STANDS;
    const deciding d = deciding_of(v, usual);
    if (!d.few || (!pass && d.few < d.all)) return EARLY_STANDS;
    if ((pass ? d.agreeing > 0 : d.agreeing == d.few) || fails_now_and_then(of)) return EARLY_FALLS;
    if (scores_for(of, v->outcome, &seeds) < scores_wanted(v, usual)) return EARLY_FALLS;
    return seeds >= usual ? EARLY_STANDS : EARLY_LACKS_SEEDS;
}
