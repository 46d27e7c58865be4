/* What is known of two points, and the comparisons that follow from it. */
#include "judge_inside.h"

#include <string.h>

/* Whether orders of these two points may be compared: the scenario's descriptor says it. Of a scenario that is not
 * known nothing is. */
static int orders_compare(const evidence_point *a, const evidence_point *b)
{
    const assay_scenario *scenario = assay_scenario_find(a->scenario);
    if (strcmp(a->scenario, b->scenario) != 0 || !scenario) return 0;
    if (scenario->order_along_one && points_apart(a->at, b->at) > 1) return 0;
    const uint32_t within = scenario->order_within | (point_profile(a->at) ? scenario->order_within_on : 0);
    for (size_t p = 0; p < scenario->n_parameters; p++) {
        if (!(within >> p & 1)) continue;
        const setting *x = settings_find(&a->at->set, scenario->parameters[p].id);
        const setting *y = settings_find(&b->at->set, scenario->parameters[p].id);
        if (!x && !y) continue; /* both have the standard value */
        if (!x || !y || !setting_equal(x, y)) return 0;
    }
    return 1;
}

static int truth_compare(assay_truth a, assay_truth b, int orders)
{
    if (a.kind == ASSAY_UNKNOWN || b.kind == ASSAY_UNKNOWN) return TRUTH_UNKNOWN;
    if ((a.kind == ASSAY_ORDER || b.kind == ASSAY_ORDER) && !orders) {
        if (a.kind == ASSAY_IS && a.value == 1.0 && b.value < 1.0) return TRUTH_LOWER;
        if (b.kind == ASSAY_IS && b.value == 1.0 && a.value < 1.0) return TRUTH_HIGHER;
        return TRUTH_UNKNOWN;
    }
    if (fabs(a.value - b.value) <= SLACK) return TRUTH_EQUAL;
    return b.value > a.value ? TRUTH_HIGHER : TRUTH_LOWER;
}

int truth_of_pair(const evidence_series *s, const evidence_point *a, const evidence_point *b)
{
    const int orders = orders_compare(a, b);
    const assay_scenario *scenario = assay_scenario_find(a->scenario);
    int all = TRUTH_EQUAL, apart = 0;
    if (!orders && scenario && scenario->is_asked_for)
        return TRUTH_UNKNOWN; /* two recipes may have nothing in common */
    for (int p = 0; p < 3; p++) {
        if (!(claims_asked(s) >> p & 1)) continue;
        const int one = truth_compare(a->truth[p], b->truth[p], orders);
        if (one == TRUTH_UNKNOWN || (!(s->measures & 7) && p && one != all)) return TRUTH_UNKNOWN;
        apart |= one != TRUTH_EQUAL && all != TRUTH_EQUAL && one != all;
        if (one != TRUTH_EQUAL) all = one;
    }
    return apart ? TRUTH_APART : all;
}

/* No third point is between a and b. */
static int are_neighbours(const evidence_series *s, const evidence_point *const *at, size_t n, size_t a, size_t b)
{
    for (size_t k = 0; k < n; k++)
        if (k != a && k != b && truth_of_pair(s, at[a], at[k]) == TRUTH_HIGHER &&
            truth_of_pair(s, at[k], at[b]) == TRUTH_HIGHER)
            return 0;
    return 1;
}

/* "compactness falls", or "modularity and compactness are the same": the claims that (do not) differ. */
static const char *claims_moved(const evidence_series *s, const evidence_point *from, const evidence_point *to,
                                int equal)
{
    char names[48];
    uint32_t named = 0;
    for (int p = 0; p < CLAIM_NAMES; p++) {
        const int same = fabs(from->truth[p].value - to->truth[p].value) <= SLACK;
        if (same == equal) named |= claims_asked(s) & 1u << p;
    }
    const int many = claims_join(named, ", ", " and ", names, sizeof names) > 1;
    return phrase("%s %s", names, equal ? (many ? "are the same" : "is the same") : many ? "fall" : "falls");
}

/* Whether the truth of two points is nearer to each other than what a score has to move by: nothing is asked then. */
static int is_fine(const evidence_series *s, const evidence_point *a, const evidence_point *b, double step)
{
    for (int p = 0; p < 3; p++) {
        if (!(claims_asked(s) >> p & 1)) continue;
        if (fabs(a->truth[p].value - b->truth[p].value) >= step) return 0;
    }
    return 1;
}

/* Whether b is compared with a as the first point of which the same is true. */
static int is_first_equal(const evidence_series *s, const evidence_point *const *at, size_t a, size_t b)
{
    size_t first = 0;
    while (first < a && truth_of_pair(s, at[first], at[b]) != TRUTH_EQUAL) first++;
    return first == a;
}

typedef struct pairing { /* how points are compared, and in what */
    const evidence_point *const *at;
    size_t n;
    int about, every;
} pairing;

/* " (but compactness, claimed too, rises)": of all that the series claims; "" where none does. */
static const char *claims_opposed(const evidence_series *s, const evidence_point *from, const evidence_point *to)
{
    char names[48];
    uint32_t opposed = 0;
    for (int p = 0; p < CLAIM_NAMES; p++)
        if (to->truth[p].value - from->truth[p].value > SLACK) opposed |= claims_asked(s) & 1u << p;
    const size_t n = claims_join(opposed, ", ", " and ", names, sizeof names);
    return n ? phrase(" (but %s, claimed too, %s)", names, n > 1 ? "rise" : "rises") : "";
}

/* A fall of `step` from one to the other, which are neighbours by the claims of s. */
static void compare_order(judging *j, const evidence_series *s, const pairing *in, size_t high, size_t low)
{
    const evidence_point *from = in->at[high], *to = in->at[low];
    if (in->about != ANY_PROPERTY && fabs(from->truth[in->about].value - to->truth[in->about].value) <= SLACK) return;
    if (is_fine(s, from, to, threshold_value("step")) || !are_neighbours(s, in->at, in->n, low, high)) return;
    compare_change(j, from, to, -INFINITY, -judged_limit(j, "step"),
                   phrase_join(claims_moved(s, from, to, 0), "", claims_opposed(j->series, from, to)));
}

/* Each claim that differs by itself. */
static void compare_apart(judging *j, const pairing *in, size_t a, size_t b)
{
    evidence_series one = *j->series;
    for (int p = 0; p < 3; p++) {
        one.measures = claims_asked(j->series) & 1u << p;
        const int truth = one.measures ? truth_of_pair(&one, in->at[a], in->at[b]) : TRUTH_EQUAL;
        const int asked = in->about == ANY_PROPERTY || in->about == p;
        if (!asked || truth == TRUTH_EQUAL) continue;
        compare_order(j, &one, in, truth == TRUTH_HIGHER ? b : a, truth == TRUTH_HIGHER ? a : b);
    }
}

static void compare_pair(judging *j, const pairing *in, size_t a, size_t b)
{
    const evidence_series *s = j->series;
    const double flat = judged_limit(j, "flat");
    const int truth = truth_of_pair(s, in->at[a], in->at[b]);
    if (truth == TRUTH_UNKNOWN) return;
    if (!in->every &&
        (truth == TRUTH_EQUAL ? !is_first_equal(s, in->at, a, b) : points_apart(in->at[a]->at, in->at[b]->at) > 1))
        return;
    if (truth == TRUTH_EQUAL) {
        compare_change(j, in->at[a], in->at[b], -flat, flat, claims_moved(s, in->at[a], in->at[b], 1));
    } else if (truth == TRUTH_APART) {
        compare_apart(j, in, a, b);
    } else {
        compare_order(j, s, in, truth == TRUTH_HIGHER ? b : a, truth == TRUTH_HIGHER ? a : b);
    }
}

static void compare_pairs(judging *j, const pairing *in)
{
    for (size_t a = 0; a < in->n; a++)
        for (size_t b = a + 1; b < in->n; b++) compare_pair(j, in, a, b);
}

void compare_with_ideal(judging *j, const evidence_point *ideal, const evidence_point *const *at, size_t n)
{
    for (size_t k = 0; ideal && k < n; k++)
        if (at[k] && truth_of_pair(j->series, ideal, at[k]) == TRUTH_EQUAL)
            compare_change(j, ideal, at[k], -judged_limit(j, "flat"), INFINITY,
                           claims_moved(j->series, ideal, at[k], 1));
}

/* Of those with names all have to be there, but for twins. */
static size_t points_compared(judging *j, const point_comparison *c, const evidence_point **at,
                              const evidence_point **ideal)
{
    size_t n = 0;
    if (c->scenario)
        return points_of(j, c->scenario, c->wanted, c->flags, at, c->how == NEIGHBOURS_AND_IDEAL ? ideal : NULL);
    while (n < POINTS_NAMED && c->named[n].scenario) n++;
    return points_named(j, c->named, n, c->flags, at) == n || c->how == TWINS_ALIKE ? n : 0;
}

static void compare_top(judging *j, const point_comparison *c, const evidence_point *const *at, size_t n)
{
    const double top = j->scale.top, within = judged_limit(j, c->limit);
    for (size_t k = 0; k < n; k++) {
        if (c->top && !c->top(at[k]->at)) continue;
        if (at[k]->undefined) compare_undefined(j, at[k], NULL, c->why);
        else compare_value(j, at[k], top - within, top + within, c->why);
    }
}

static int low_is_best(const judging *j)
{
    const assay_metric *metric = assay_metric_find(j->series->metric);
    return metric && metric->flags & ASSAY_LOSS;
}

static void compare_twins(judging *j, const point_comparison *c, const evidence_point *const *at, size_t n)
{
    static const double wanted[][2] = { /* in limits; from SECOND_WORSE on where high is best */
                                        [TWINS_ALIKE] = { -1.0, 1.0 },
                                        [SECOND_LOWER] = { -INFINITY, -1.0 },
                                        [SECOND_WORSE] = { -INFINITY, -1.0 },
                                        [SECOND_NOT_WORSE] = { -1.0, INFINITY },
                                        [SECOND_NOT_BETTER] = { -INFINITY, 1.0 }
    };
    const double limit = judged_limit(j, c->limit), least = limit * wanted[c->how][0], most = limit * wanted[c->how][1];
    const int turned = c->how >= SECOND_WORSE && low_is_best(j);
    for (size_t k = 0; k + 1 < n; k += 2)
        if (at[k] && at[k + 1])
            compare_change(j, at[k], at[k + 1], turned ? -most : least, turned ? -least : most, c->why);
}

static void compare_along(judging *j, const point_comparison *c, const evidence_point *const *at, size_t n)
{
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            if (points_alike(at[a]->at, at[b]->at, c->along) &&
                point_number(at[a]->at, c->along) < point_number(at[b]->at, c->along))
                compare_change(j, at[a], at[b], -INFINITY, judged_limit(j, c->limit), c->why);
}

static int is_base(const evidence_point *p, const char *along)
{
    return point_number(p->at, along) == 0.0 || point_has_word(p->at, along, "none");
}

static const evidence_point *base_of(const evidence_point *const *at, size_t n, const evidence_point *p,
                                     const char *along)
{
    for (size_t k = 0; k < n; k++)
        if (is_base(at[k], along) && points_alike(at[k]->at, p->at, along)) return at[k];
    return NULL;
}

/* In how many of the seeds that they share one of two points alone is defined. */
static size_t defined_apart(const evidence_point *x, const evidence_point *y, size_t *shared)
{
    size_t apart = 0;
    *shared = 0;
    for (size_t a = 0, b = 0; a < x->n && b < y->n;) {
        if (x->seed[a] < y->seed[b]) a++;
        else if (x->seed[a] > y->seed[b]) b++;
        else {
            ++*shared;
            apart += !isnan(x->value[a++]) != !isnan(y->value[b++]);
        }
    }
    return apart;
}

/* A score that the change defines, or leaves undefined, in most seeds has changed; one undefined in all is not
 * asked. */
static void compare_changed(judging *j, const point_comparison *c, const evidence_point *const *at, size_t n)
{
    const double most = judged_limit(j, c->limit);
    const size_t before = j->count;
    for (size_t k = 0; k < n; k++) {
        const evidence_point *base = base_of(at, n, at[k], c->along);
        size_t shared, apart;
        if (!base || is_base(at[k], c->along)) continue;
        apart = defined_apart(base, at[k], &shared);
        if (2 * apart > shared)
            compare_undefined(j, base->undefined ? base : at[k], base->undefined ? at[k] : base, c->why);
        else if (apart)
            lacking(j, VERDICT_UNDEFINED, "the score is undefined in %zu of %zu seeds of one of %s %s and %s", apart,
                    shared, base->scenario, base->point, at[k]->point);
        else if (base->defined) compare_change(j, base, at[k], -most, most, c->why);
    }
    if (n && j->count == before)
        lacking(j, VERDICT_UNDEFINED, "the score is undefined in %s (%.200s)", at[0]->scenario,
                at[0]->undefined ? at[0]->undefined : "");
}

static void compare_factors(judging *j, const point_comparison *c, const evidence_point *at)
{
    const double most = judged_limit(j, c->limit);
    if (at->axis != ASSAY_PER_FACTOR || !at->n_items) settle(j, VERDICT_NOT_CLAIMED, "gives no score for each factor");
    else
        for (size_t i = 0; i < at->n_items; i++)
            for (size_t k = i + 1; k < at->n_items; k++) compare_items(j, at, i, k, -most, most, c->why);
}

size_t compare_points(judging *j, const point_comparison *c)
{
    const evidence_point *at[POINTS_MOST], *ideal = NULL;
    const size_t n = points_compared(j, c, at, &ideal);
    const double flat = judged_limit(j, "invariance");
    switch (c->how) {
    case WITH_IDEAL:
        if (n) compare_with_ideal(j, at[0], at + 1, n - 1);
        break;
    case AT_TOP: compare_top(j, c, at, n); break;
    case TWINS_ALIKE:
    case SECOND_LOWER:
    case SECOND_WORSE:
    case SECOND_NOT_WORSE:
    case SECOND_NOT_BETTER: compare_twins(j, c, at, n); break;
    case NO_RISE: compare_along(j, c, at, n); break;
    case FACTORS_ALIKE:
        if (n) compare_factors(j, c, at[0]);
        break;
    case CHANGED: compare_changed(j, c, at, n); break;
    case INVARIANT:
        for (size_t a = 0; a < n; a++)
            for (size_t b = a + 1; b < n; b++) compare_change(j, at[a], at[b], -flat, flat, c->why);
        break;
    default:
        if (c->top) compare_top(j, c, at, n);
        compare_pairs(j, &(pairing){ at, n, c->how == BRIEFLY ? ANY_PROPERTY : c->about, c->how != BRIEFLY });
        compare_with_ideal(j, ideal, at, n);
    }
    return n;
}

void by_points(judging *j)
{
    const char *first = property_scenario(j->rule, 0);
    if (property_is_asked_for(j->rule) && !series_has(j->series, first)) {
        settle(j, VERDICT_NOT_CLAIMED, phrase("there are no scores of scenario %s", first));
        return;
    }
    if (j->rule->claims && !judged_asked(j, j->rule->claims)) return;
    if (judged_claims(j, j->rule->but)) settle(j, VERDICT_NOT_CLAIMED, j->rule->but_why);
    for (const point_comparison *c = j->rule->compares; c->how && !judged_claims(j, j->rule->but); c++)
        if ((!c->claims || judged_claims(j, c->claims)) && !judged_claims(j, c->but)) compare_points(j, c);
}
