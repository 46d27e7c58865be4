/*
 * small-sample-bias -- the mean of the score does not depend on the number of samples
 *
 *   Why     Scores of 1000 and of 100000 samples stand in one table. Plug-in information is biased upwards by about
 *           (bins - 1)^2 / (2 n), so that little data look like better codes.
 *   Rule    The largest size is `many-samples` times the small one, for a bias of c/n shows as c/n less what is left of
 *           it at the largest size. The difference is taken seed by seed: seeds are independent of each other, and the
 *           smaller table of a seed begins with draws of the larger one, so that pairing is right and, where it changes
 *           anything, narrower than Welch's interval. Points that are undefined are not compared where they are so at
 *           the largest size, too.
 *   Source  ours; Miller 1955 and Panzeri and Treves 1996 on the bias of information.
 */
#include "property.h"

#include <string.h>

enum { SIZES = 32, LEVELS = 3 };

static const char *const level[LEVELS] = { "alpha=0", "alpha=0.4", "alpha=1" };

/* The sizes, rising, at which the series has all three points with enough seeds. */
static size_t sizes_of(const evidence_series *s, const char *scenario, uint64_t to[SIZES])
{
    size_t n = 0;
    for (size_t k = 0; k < s->n_points && n < SIZES; k++) {
        if (strcmp(s->point[k].scenario, scenario) != 0) continue;
        const uint64_t samples = s->point[k].samples;
        size_t there = 0, place = n;
        for (size_t l = 0; l < LEVELS; l++) {
            const evidence_point *p = evidence_find(s, scenario, level[l], samples);
            there += p && (double)p->n >= threshold_value("seeds");
        }
        if (there < LEVELS) continue;
        while (place > 0 && to[place - 1] > samples) place--;
        if (place > 0 && to[place - 1] == samples) continue;
        memmove(to + place + 1, to + place, (n++ - place) * sizeof *to);
        to[place] = samples;
    }
    return n;
}

/* The smallest size from which on all biases are clearly below the threshold; 0: not even the last but one. */
static uint64_t free_from(const judging *j, const char *scenario, const uint64_t *size, size_t n)
{
    const evidence_series *s = j->series;
    for (size_t k = n - 1; k-- > 0;) {
        for (size_t l = 0; l < LEVELS; l++) {
            const evidence_point *most = evidence_find(s, scenario, level[l], size[n - 1]);
            double half;
            if (!most->defined) continue;
            const double mean = change_of(most, evidence_find(s, scenario, level[l], size[k]), LEVELS * (n - 1), &half);
            if (!(fabs(mean) + half < judged_limit(j, "bias"))) return k + 2 < n ? size[k + 1] : 0;
        }
    }
    return size[0];
}

/* The number of levels that are defined at the largest size. */
static size_t compare_size(judging *j, const char *scenario, uint64_t size, uint64_t largest)
{
    const evidence_series *s = j->series;
    const double bias = judged_limit(j, "bias");
    size_t levels = 0;
    for (size_t l = 0; l < LEVELS; l++) {
        const evidence_point *most = evidence_find(s, scenario, level[l], largest);
        const evidence_point *few = evidence_find(s, scenario, level[l], size);
        if (!most->defined) continue;
        levels++;
        if ((double)evidence_paired(most, few).n < threshold_value("seeds"))
            lacking(j, VERDICT_UNDEFINED, "the score is undefined in %s %s at %llu samples (%.200s)", scenario,
                    level[l], (unsigned long long)size, few->undefined ? few->undefined : "too few seeds");
        else compare_change(j, most, few, -bias, bias, "the codes are as good");
    }
    return levels;
}

static void judge(judging *j)
{
    const evidence_series *s = j->series;
    const char *scenario = "sample-size";
    uint64_t size[SIZES];
    size_t defined = 0;
    size_t n = sizes_of(s, scenario, size);
    if (n < 3) n = sizes_of(s, scenario = "noise", size);
    const char *why = NULL;
    const double small = threshold_value("small-sample");
    if (n < 3) why = phrase("%s has fewer than three numbers of samples", judged_place(j));
    else if ((double)size[n - 1] < threshold_value("many-samples") * small)
        why = phrase("the largest number of samples, %llu, is too near to %g to show a bias",
                     (unsigned long long)size[n - 1], small);
    else if ((double)size[n - 2] < small)
        why = phrase("%s has fewer than two numbers of samples from %g on", judged_place(j), small);
    if (why) {
        lacking(j, VERDICT_NOT_RUN, "%s; run plan sample-size with --metrics %s@%s", why, s->metric, s->preset);
        return;
    }
    for (size_t k = 0; k + 1 < n; k++)
        if ((double)size[k] >= small) defined += compare_size(j, scenario, size[k], size[n - 1]);
    if (!defined)
        lacking(j, VERDICT_UNDEFINED, "the score is undefined at %llu samples", (unsigned long long)size[n - 1]);
    const uint64_t from = free_from(j, scenario, size, n);
    if (!defined) return;
    j->remark = from ? phrase("free of bias from %llu samples on", (unsigned long long)from)
                     : phrase("no size below %llu samples is clearly free of bias", (unsigned long long)size[n - 1]);
}

const property property_small_sample_bias = {
    { "small-sample-bias", "free of small-sample bias", "samples", "ours" },
    .asks = "Is the mean score of 1000 samples that of many samples?",
    .rule = "sample-size, alpha=0, 0.4 and 1: from `small-sample` samples on within `bias` of the mean at the"
            " largest number of samples; three sizes at least, two of them from `small-sample` on, the largest "
            "`many-samples`"
            " times that",
    .scenarios = (const char *const[]){ "sample-size", "noise", NULL },
    .across_sizes = 1,
    .judge = judge,
};
