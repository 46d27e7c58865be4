/*
 * null-safe -- codes that say nothing are told as such, however few the rows and however many the codes
 *
 *   Why     The largest of many correlations of noise is about sqrt(2 log m / n) for m codes and n rows (.24 for 20
 *           codes and 100 rows), and other scores have biases of their own: a table of small data cannot tell a
 *           representation that learnt something from one that learnt nothing.
 *   Rule    That a score is undefined there is no answer.
 *   Source  Joshi et al. 2026, section 5 and experiment 15, where the bound is derived.
 */
#include "property.h"

#include <string.h>

enum { KINDS = 2 };

static const char *const noise[KINDS] = { "structure=independent;codes=gaussian-noise;width=20",
                                          "structure=independent;codes=uniform-noise;width=20" };

static int is_noise(const evidence_point *p)
{
    for (size_t k = 0; k < KINDS; k++)
        if (strcmp(p->scenario, "guard") == 0 && strcmp(p->point, noise[k]) == 0) return 1;
    return 0;
}

/* What codes that say nothing ought to score: of a range that reaches below 0 it may be 0, whichever is nearer here;
 * the scenario that the scale is taken from leaves some scores undefined. */
static double base_at(const judging *j, const evidence_point *p)
{
    const double base = j->scale.base;
    return base < 0.0 && j->scale.top > 0.0 && fabs(p->mean) < fabs(p->mean - base) ? 0.0 : base;
}

static void compare_noise(judging *j, const evidence_point *p)
{
    const double most = base_at(j, p) + judged_limit(j, "null");
    if (p->undefined)
        lacking(j, VERDICT_UNDEFINED, "the score is undefined in guard %s at %llu samples (%.200s)", p->point,
                (unsigned long long)p->samples, p->undefined);
    else compare_value(j, p, -INFINITY, most, "the codes are noise");
}

/* most: seeds of a point that has too few of them; 0: there is none. */
static void lacking_sizes(judging *j, size_t most)
{
    const evidence_series *s = j->series;
    const char *what =
        most ? phrase("only %zu of %g seeds", most, threshold_value("seeds")) : "fewer than two numbers of samples";
    lacking(j, most ? VERDICT_UNDECIDED : VERDICT_NOT_RUN,
            "%s has %s of guard %s; run plan quick with --scenarios guard --metrics %s@%s", judged_place(j), what,
            noise[0], s->metric, s->preset);
}

static void judge(judging *j)
{
    const evidence_series *s = j->series;
    uint64_t first = 0;
    size_t few = 0;
    int sizes = 0;
    if (!judged_asked(j, 7) || !judged_applies(j, "guard")) return;
    for (size_t k = 0; k < s->n_points; k++) {
        const evidence_point *p = &s->point[k];
        if (!is_noise(p) || (double)p->samples > threshold_value("null-samples")) continue;
        if ((double)p->n < threshold_value("seeds")) {
            if (p->n > few) few = p->n;
            continue;
        }
        if (!sizes) first = p->samples;
        sizes |= p->samples == first ? 1 : 2;
        compare_noise(j, p);
    }
    if (sizes != 3) lacking_sizes(j, few);
}

const property property_null_safe = {
    { "null-safe", "noise is recognised as noise", "null", "Joshi et al. 2026, experiment 15" },
    .asks = "Do codes of noise score nothing, with few rows and many codes, too?",
    .rule =
        "guard, 20 codes of noise for 5 factors: no more than `null` above the score of nothing at every size up to "
        "`null-samples`; two sizes at least",
    .scenarios = (const char *const[]){ "guard", NULL },
    .across_sizes = 1,
    .off_sweep = 1,
    .judge = judge,
};
