/* What is known of two points, and the comparisons that follow from it. */
#include "judge_inside.h"

#include <math.h>
#include <stdio.h>
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
    int all = TRUTH_EQUAL;
    for (int p = 0; p < 3; p++) {
        if (!(claims_asked(s) >> p & 1)) continue;
        const int one = truth_compare(a->truth[p], b->truth[p], orders);
        if (!(s->measures & 7) && p && one != all) return TRUTH_UNKNOWN;
        if (one == TRUTH_UNKNOWN || (one != TRUTH_EQUAL && all != TRUTH_EQUAL && one != all)) return TRUTH_UNKNOWN;
        if (one != TRUTH_EQUAL) all = one;
    }
    return all;
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
static void name_claims(const evidence_series *s, const evidence_point *from, const evidence_point *to, int equal,
                        char *text, size_t size)
{
    char names[96];
    uint32_t named = 0;
    for (int p = 0; p < CLAIM_NAMES; p++) {
        const int same = fabs(from->truth[p].value - to->truth[p].value) <= SLACK;
        if (same == equal) named |= claims_asked(s) & 1u << p;
    }
    const int many = claims_join(named, ", ", " and ", names, sizeof names) > 1;
    snprintf(text, size, "%s %s", names, equal ? (many ? "are the same" : "is the same") : many ? "fall" : "falls");
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

static void compare_pairs(judging *j, const evidence_point *const *at, size_t n, int about, int every)
{
    const evidence_series *s = j->series;
    const double flat = judged_limit(j, "flat"), step = judged_limit(j, "step");
    char why[120];
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n; b++) {
            const int truth = truth_of_pair(s, at[a], at[b]);
            if (truth == TRUTH_UNKNOWN) continue;
            if (!every &&
                (truth == TRUTH_EQUAL ? !is_first_equal(s, at, a, b) : points_apart(at[a]->at, at[b]->at) > 1))
                continue;
            name_claims(s, at[a], at[b], truth == TRUTH_EQUAL, why, sizeof why);
            if (truth == TRUTH_EQUAL) {
                compare_change(j, at[a], at[b], -flat, flat, why);
                continue;
            }
            const size_t high = truth == TRUTH_HIGHER ? b : a, low = truth == TRUTH_HIGHER ? a : b;
            const int part =
                about == ANY_PROPERTY || fabs(at[a]->truth[about].value - at[b]->truth[about].value) > SLACK;
            if (part && !is_fine(s, at[a], at[b], threshold_value("step")) && are_neighbours(s, at, n, low, high))
                compare_change(j, at[high], at[low], -INFINITY, -step, why);
        }
    }
}

void compare_with_ideal(judging *j, const evidence_point *ideal, const evidence_point *const *at, size_t n)
{
    char why[120];
    for (size_t k = 0; ideal && k < n; k++) {
        if (!at[k] || truth_of_pair(j->series, ideal, at[k]) != TRUTH_EQUAL) continue;
        name_claims(j->series, ideal, at[k], 1, why, sizeof why);
        compare_change(j, ideal, at[k], -judged_limit(j, "flat"), INFINITY, why);
    }
}

void compare_by_truth(judging *j, const evidence_point *const *at, size_t n, int about)
{
    compare_pairs(j, at, n, about, 1);
}

void compare_by_truth_briefly(judging *j, const evidence_point *const *at, size_t n)
{
    compare_pairs(j, at, n, ANY_PROPERTY, 0);
}
