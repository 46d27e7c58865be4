/* What rules call: comparisons, and verdicts that need none. */
#include "judge_inside.h"

void settle(judging *j, int outcome, const char *text)
{
    j->settled = outcome;
    j->said = text;
}

int judged_asked(judging *j, uint32_t mask)
{
    char text[96];
    const int outside = !assay_metric_find(j->series->metric), nothing = !judged_claims(j, 7);
    if (judged_claims(j, mask) || (outside && nothing && mask == 7)) return 1;
    claims_join(mask, " or ", " or ", text, sizeof text);
    settle(j, VERDICT_NOT_CLAIMED,
           phrase("does not claim to measure %s%s", text,
                  outside && nothing ? "; a candidate claims by `:measures=` and a property behind its name" : ""));
    return 0;
}

double change_of(const evidence_point *from, const evidence_point *to, size_t family, double *half)
{
    const moments m = evidence_paired(from, to);
    const double sd = moments_sd(&m), level = threshold_value("level") / (double)(2 * (family ? family : 1));
    *half = sd > 0.0 ? judged_reach(m.n, level) * sd / sqrt((double)m.n) : m.n < 2 ? NAN : 0.0;
    return moments_mean(&m);
}

/* The next comparison: `like` has its points and what is wanted of the values in m. */
static void comparison_add(judging *j, int kind, comparison like, moments m, const char *why)
{
    like.kind = kind;
    like.low = like.high = NAN;
    like.unit = j->scale.unit;
    like.seeds = kind == KIND_UNDEFINED ? like.at[0]->n : m.n;
    like.value = moments_mean(&m);
    like.sd = moments_sd(&m);
    like.seen[0] = m.n ? m.least : NAN;
    like.seen[1] = m.n ? m.most : NAN;
    like.why = why ? why : "";
    j->comparison = kept_grown(j->comparison, sizeof like, j->count, &j->room);
    j->comparison[j->count++] = like;
}

void compare_change(judging *j, const evidence_point *from, const evidence_point *to, double least, double most,
                    const char *why)
{
    comparison_add(j, KIND_CHANGE, (comparison){ .at = { from, to }, .least = least, .most = most },
                   evidence_paired(from, to), why);
}

void compare_series(judging *j, const evidence_point *at, const evidence_point *other, const char *other_name,
                    double least, double most, const char *why)
{
    const comparison like = { .at = { at, other }, .other = other_name, .least = least, .most = most };
    comparison_add(j, KIND_SERIES, like, evidence_paired(at, other), why);
}

void compare_value(judging *j, const evidence_point *at, double least, double most, const char *why)
{
    const comparison like = { .at = { at }, .least = least, .most = most };
    comparison_add(j, KIND_VALUE, like, moments_of(at->value, at->n), why);
}

void compare_items(judging *j, const evidence_point *at, size_t i, size_t k, double least, double most, const char *why)
{
    moments m = { 0 };
    for (const double *item = at->item; item < at->item + at->n * at->n_items; item += at->n_items)
        moments_add_defined(&m, item[k] - item[i]);
    const comparison like = { .at = { at }, .item = { i, k }, .least = least, .most = most };
    comparison_add(j, KIND_ITEMS, like, m, why);
}

void compare_undefined(judging *j, const evidence_point *at, const evidence_point *defined, const char *why)
{
    const comparison any = { .at = { at, defined }, .least = -INFINITY, .most = INFINITY };
    comparison_add(j, KIND_UNDEFINED, any, (moments){ 0 }, why);
}

int option_tunes(const assay_metric *metric, const double *option, size_t k)
{
    return assay_option_tunes(&metric->options[k]) && assay_option_read(metric, option, k) == ASSAY_READ;
}
