/*
 * The scale of a score: what its thresholds are shares of.
 *
 *   docs/judging.md, "Scale", has the rules. Where an end of the range is open, the upper end is 1 and the lower 0.
 *
 *   So every image a s + b with its range declared, and every a s with a small a, meets the thresholds that s meets. A
 *   score that gives ideal codes half of its range is no such image: it moves by half of it.
 */
#include "judge_inside.h"

/* Of sparse codes, which `noise` has none of, the encoders at either end. */
static const evidence_point *end_of_noise(const evidence_series *s, int ideal)
{
    const evidence_point *p = evidence_find(s, "noise", ideal ? "alpha=0" : "alpha=1", 0);
    if (!p) p = evidence_find(s, "features", ideal ? "encoder=oracle;dose=0" : "encoder=random;dose=1", 0);
    return p && (double)p->n >= threshold_value("seeds") && p->defined ? p : NULL;
}

static double mean_of(const evidence_point *p)
{
    const moments m = moments_of(p ? p->value : NULL, p ? p->n : 0);
    return moments_mean(&m);
}

/* Whether ideal codes certainly score something else than noise; noise NULL, undefined: than the lower end. */
static int surely_moves(const evidence_point *ideal, const evidence_point *noise, double base)
{
    double half = 0.0;
    if (noise) return fabs(change_of(noise, ideal, 1, &half)) > half;
    return mean_of(ideal) != base;
}

static void observe(score_scale *scale, double ideal, double noise)
{
    const double moved = fabs(ideal - noise);
    if (fabs(noise - scale->base) > moved) scale->base = noise;
    scale->top = ideal;
    scale->unit = ideal > scale->base ? ideal - scale->base : moved;
    scale->observed = 1;
}

static score_scale scale_declared(const evidence_series *s)
{
    const double noise = mean_of(end_of_noise(s, 0));
    score_scale scale = { .top = isfinite(s->high) ? s->high : 1.0, .base = isfinite(s->low) ? s->low : 0.0 };
    if (scale.base < 0.0 && scale.top > 0.0 && fabs(noise) < fabs(noise - scale.base)) scale.base = 0.0;
    scale.unit = scale.top > scale.base ? scale.top - scale.base : 1.0;
    scale.floor = scale.base;
    return scale;
}

score_scale scale_of(const evidence_series *s)
{
    const evidence_point *first = end_of_noise(s, 1), *last = end_of_noise(s, 0);
    score_scale scale = scale_declared(s);
    const double ideal = mean_of(first), from = last ? mean_of(last) : scale.base;
    const double share = threshold_value("scale") * scale.unit;
    if (first && ideal > from && ideal - from < share && scale.top - ideal > share &&
        surely_moves(first, last, scale.base))
        observe(&scale, ideal, from);
    return scale;
}

double judged_limit(const judging *j, const char *id) { return threshold_value(id) * j->scale.unit; }
