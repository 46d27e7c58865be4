/* Many verdicts in a sentence. */
#include "standing.h"

#include "wording.h"

#include <math.h>

/* ---- where scores decide nothing ---- */

void undecided_text(const verdicts *all, char *to, size_t size)
{
    size_t seeds = 0, defined = 0;
    const size_t least = (size_t)threshold_value("seeds");
    wording w = wording_in(to, size);
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        const int decided = v->outcome == VERDICT_PASS || v->outcome == VERDICT_FAIL;
        if (decided && v->samples[1]) return;
        if (decided) defined++;
        if (v->samples[1] && v->seeds > seeds) seeds = v->seeds;
    }
    if (seeds && seeds < least)
        wording_add(&w, "Scores decide nothing here: a verdict needs %zu seeds, and there %s %zu.", least,
                    seeds == 1 ? "is" : "are", seeds);
    else if (seeds) wording_add(&w, "Scores decide nothing here: they are undefined, or leave every property open.");
    else wording_add(&w, "No verdict here rests on scores: those that the properties ask for were not run.");
    if (defined) wording_add(&w, " What passes or fails does so by the definition of the metric.");
}

/* ---- the furthest failure ---- */

static double excess(const verdict *v)
{
    const double range = v->series->high - v->series->low;
    double most = 0;
    for (size_t k = 0; k < v->n_comparisons; k++) {
        const comparison *c = &v->comparison[k];
        if (c->outcome == VERDICT_FAIL) most = fmax(most, fmax(c->least - c->value, c->value - c->most));
    }
    return isfinite(range) && range > 0 ? most / range : most;
}

const verdict *verdicts_worst(const verdict *of, size_t n)
{
    const verdict *worst = NULL;
    for (size_t k = 0; k < n; k++) {
        if (of[k].outcome != VERDICT_FAIL || property_at(of[k].property)->diagnostic) continue;
        if (!worst || excess(&of[k]) > excess(worst)) worst = &of[k];
    }
    return worst;
}
