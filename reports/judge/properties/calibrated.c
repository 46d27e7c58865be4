/*
 * calibrated -- the best score for ideal codes, the worst for noise
 *
 *   Why     Without both ends of the scale a single score cannot be read, and two metrics cannot be set side by side.
 *   Rule    For outputs all of whose claims are known to be perfect, or absent, there. A score that is undefined at
 *           either end in some seed has no value where one is asked for: the verdict is undefined, unless the seeds
 *           that have one show a failure.
 *   Source  section 3.1
 */
#include "property.h"

/* Whether all claims are known to have this value. */
static int claims_are(const evidence_series *s, const evidence_point *p, double value)
{
    for (int k = 0; k < 3; k++)
        if (claims_asked(s) >> k & 1 && (p->truth[k].kind != ASSAY_IS || p->truth[k].value != value)) return 0;
    return 1;
}

static void judge(judging *j)
{
    static const point_name ends[] = { { "noise", "alpha=0" }, { "noise", "alpha=1" } };
    const evidence_series *s = j->series;
    const double within = judged_limit(j, "calibration");
    const evidence_point *at[2];
    if (!judged_asked(j, 7)) return;
    points_named(j, ends, 2, POINTS_UNDEFINED, at);
    if (at[0] && at[0]->undefined)
        lacking(j, VERDICT_UNDEFINED, "the score is undefined in noise alpha=0 (%.200s)", at[0]->undefined);
    else if (at[0] && claims_are(s, at[0], 1.0))
        compare_value(j, at[0], j->scale.top - within, j->scale.top + within, "the codes are the factors");
    if (!at[1] || !claims_are(s, at[1], 0.0)) return;
    if (at[1]->undefined)
        lacking(j, VERDICT_UNDEFINED, "the score is undefined in %zu of %zu seeds in noise alpha=1 (%.200s)",
                at[1]->n - at[1]->defined, at[1]->n, at[1]->undefined);
    if (at[1]->defined)
        compare_value(j, at[1], j->scale.floor - within, j->scale.floor + within, "the codes are noise alone");
}

const property property_calibrated = {
    { "calibrated", "calibrated", "calibr.", "Boilard 2022, table 3.2, column 4" },
    .asks = "Is the score at its upper end for ideal codes, and at its lower end (0, where the range reaches below it) "
            "for noise?",
    .rule = "noise: within `calibration` of the upper end at alpha=0 and of the lower end at alpha=1; undefined at "
            "either end is undefined. What lies between is not asked: a score of 0 and 1 alone can pass",
    .scenarios = (const char *const[]){ "noise", NULL },
    .judge = judge,
};
