/* Which score to use: counts of verdicts, ranked. */
#include "advice.h"

#include <math.h>

standing standing_of(const verdict *of)
{
    standing to = { .of = of };
    for (size_t k = 0; k < property_count(); k++) {
        const verdict *v = &of[k];
        if (property_at(v->property)->diagnostic) continue;
        to.outcome[v->outcome]++;
        to.asked += v->outcome != VERDICT_NOT_CLAIMED;
        to.passed += v->outcome == VERDICT_PASS;
        to.earned += v->outcome == VERDICT_PASS && !v->free;
        to.failed += v->outcome == VERDICT_FAIL;
    }
    return to;
}

static double share(const standing *s) { return s->asked ? (double)s->passed / (double)s->asked : 0.0; }

/* Below 0: a is the better one. */
static int rank(const standing *a, const standing *b)
{
    if (share(a) != share(b)) return share(a) > share(b) ? -1 : 1;
    if (a->earned != b->earned) return a->earned > b->earned ? -1 : 1;
    if (a->failed != b->failed) return a->failed < b->failed ? -1 : 1;
    return 0;
}

/* Controls are held against the rules to test these. */
static int is_candidate(const standing *s, uint32_t claim)
{
    const evidence_series *of = s->of->series;
    return of->measures & claim && !(of->flags & ASSAY_CONTROL) && s->earned + s->failed > 0;
}

static int rests_on_enough(const standing *s)
{
    const double large = threshold_value("large");
    for (size_t k = 0; k < property_count(); k++) {
        const verdict *v = &s->of[k];
        if (v->samples[1] && (double)v->samples[1] < large && !property_at(v->property)->across_sizes) return 0;
    }
    return 1;
}

void advice_make(const verdicts *all, uint32_t claim, advice *to)
{
    *to = (advice){ .claim = claim };
    for (size_t k = 0; k < all->count; k += property_count()) {
        const standing one = standing_of(&all->at[k]);
        if (!is_candidate(&one, claim)) continue;
        to->candidates++;
        if (one.failed && (!to->worst.of || one.failed > to->worst.failed)) to->worst = one;
        if (!one.earned) continue;
        const int place = to->n_best ? rank(&one, &to->best[0]) : -1;
        if (place < 0) to->n_best = to->n_alike = 0;
        to->n_alike += place <= 0;
        if (place <= 0 && to->n_best < ADVICE_MOST) to->best[to->n_best++] = one;
    }
    to->fit = to->n_best && to->best[0].passed == to->best[0].asked;
    for (size_t k = 0; k < to->n_best && to->fit; k++) to->fit = rests_on_enough(&to->best[k]);
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
