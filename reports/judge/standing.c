/* Counts of verdicts, in sentences. */
#include "standing.h"

#include "wording.h"

#include <ctype.h>
#include <math.h>

static int counts(const verdict *v) { return !property_at(v->property)->diagnostic; }

standing standing_of(const verdict *of)
{
    standing to = { .of = of };
    for (size_t k = 0; k < property_count(); k++) {
        const verdict *v = &of[k];
        if (!counts(v)) continue;
        to.passed += v->outcome == VERDICT_PASS;
        to.earned += v->outcome == VERDICT_PASS && !v->free;
        to.failed += v->outcome == VERDICT_FAIL;
    }
    return to;
}

/* ---- of a claim ---- */

typedef struct tally {
    size_t scores, controls, outcome[VERDICT_KINDS], free;
} tally;

/* claim 0: of all scores, whatever they claim. */
static tally tally_of(const verdicts *all, uint32_t claim)
{
    const size_t n = property_count();
    tally to = { 0 };
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (claim && !(v->series->measures & claim)) continue;
        if (v->series->flags & ASSAY_CONTROL) {
            to.controls += k % n == 0;
            continue;
        }
        to.scores += k % n == 0;
        to.outcome[v->outcome] += (size_t)counts(v);
        to.free += counts(v) && v->outcome == VERDICT_PASS && v->free;
    }
    return to;
}

void claim_counts_text(const verdicts *all, uint32_t claim, char *to, size_t size)
{
    const tally t = tally_of(all, claim);
    wording w = wording_in(to, size);
    const char *name = claim_name(claim);
    wording_add(&w, "%c%s: ", toupper((unsigned char)name[0]), name + 1);
    if (!t.scores) {
        wording_add(&w, "no score here claims it%s.", t.controls ? ", except controls" : "");
        return;
    }
    wording_add(&w,
                "%zu score%s it. Verdicts: %zu pass (%zu of them free), %zu fail, %zu undefined, %zu undecided, "
                "%zu not run.", t.scores, t.scores == 1 ? " claims" : "s claim", t.outcome[VERDICT_PASS], t.free,
                t.outcome[VERDICT_FAIL], t.outcome[VERDICT_UNDEFINED], t.outcome[VERDICT_UNDECIDED],
                t.outcome[VERDICT_NOT_RUN]);
}

void no_advice_text(const verdicts *all, char *to, size_t size)
{
    const tally t = tally_of(all, 0);
    wording w = wording_in(to, size);
    wording_add(&w, "assay recommends no score: counts of passes do not show which score to report.");
    if (t.free)
        wording_add(&w, " A constant or a random score gets the free passes, too: %zu of %zu here.", t.free,
                    t.outcome[VERDICT_PASS]);
}

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
