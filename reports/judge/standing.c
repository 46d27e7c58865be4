#include "judge.h"

#include "needed.h"

#include <string.h>

const char *undecided_text(const verdicts *all)
{
    size_t seeds = 0, defined = 0;
    const size_t least = (size_t)threshold_value("seeds");
    const char *why = "No verdict here rests on scores: those that the properties ask for were not run.";
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        const int decided = v->outcome == VERDICT_PASS || v->outcome == VERDICT_FAIL;
        if (decided && v->samples[1]) return "";
        if (decided) defined++;
        if (v->samples[1] && v->seeds > seeds) seeds = v->seeds;
    }
    if (seeds && seeds < least)
        why = phrase("Scores decide nothing here: a verdict needs %zu seeds, and there %s %zu.", least,
                     seeds == 1 ? "is" : "are", seeds);
    else if (seeds) why = "Scores decide nothing here: they are undefined, or leave every property open.";
    return defined ? phrase_join(why, " ", "What passes or fails does so by the definition of the metric.") : why;
}

static int is_decided(const verdict *v)
{
    return v->n_comparisons && (v->outcome == VERDICT_PASS || v->outcome == VERDICT_FAIL);
}

static int rests_on(const verdict *v, const char *scenario)
{
    for (size_t c = 0; c < v->n_comparisons; c++)
        for (int e = 0; e < 2; e++)
            if (v->comparison[c].at[e] && strcmp(v->comparison[c].at[e]->scenario, scenario) == 0) return 1;
    return 0;
}

const char *verdict_without_text(const verdicts *all, const verdict *v)
{
    const char *text = "";
    const property *p = property_at(v->property);
    for (const char *const *s = p->scenarios; s && *s && is_decided(v); s++) {
        int other = 0;
        if (rests_on(v, *s)) continue;
        for (size_t k = 0; k < all->count && !other; k++)
            other = all->at[k].property == v->property && is_decided(&all->at[k]) &&
                    all->at[k].series->measures == v->series->measures && rests_on(&all->at[k], *s);
        if (other) text = phrase("%s%s%s", text, *text ? ", " : "without ", *s);
    }
    return text;
}

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
