/*
 * property.h -- what the rules of this room share. A property is one descriptor `property_NAME`, a row of rows.c or,
 * where there is a rule to program, in a file NAME.c; and one line PROPERTY(NAME) in properties_list.h.
 *
 * A rule fetches the points it needs, makes comparisons between them, and returns. The engine (judge.c) does the rest:
 * the intervals, the outcome, the sentence. Points that are not in the store, that have too few seeds or undefined
 * scores are remembered by whoever fetches them: a verdict is not-run, undecided or undefined then, unless a comparison
 * fails all the same. A rule need not look at what a call could not do; memory that runs out is remembered, too.
 */
#pragma once

#include "judge.h"
#include "needed.h"

enum { MODULARITY, COMPACTNESS, EXPLICITNESS }; /* entries of a truth, in their order */
enum { ANY_PROPERTY = -1 };

enum { POINTS_MOST = 64 };

/* What the thresholds of a series are shares of; judge_scale.c. */
typedef struct score_scale {
    double top, base; /* what ideal codes and codes that say nothing ought to score */
    double floor;     /* the latter by the declared range, whatever the score moves on */
    double unit;      /* > 0 */
    int observed;     /* 1: the score moves on a smaller scale than it declares, and is judged on that */
} score_scale;

struct judging {
    const evidence *from;
    const evidence_series *series;
    score_scale scale;
    const property *rule;
    uint64_t samples; /* judged at this number of samples alone; 0: at the largest that has all points */
    int settled;      /* an outcome that needs no comparison, -1: none */
    const char *said; /* its text */
    int lacking; /* what keeps it from passing: VERDICT_UNDEFINED, _UNDECIDED, _NOT_RUN or _NOT_CLAIMED; -1: nothing */
    const char *lacking_why; /* the first reason met of that kind */
    const char *remark;      /* at the head of the evidence; "" */
    uint64_t rows[2];        /* the smallest and largest number of samples of the points looked at; 0: none */
    size_t seeds;            /* the fewest of them */
    comparison *comparison;
    size_t count, room;
};

/* Thresholds of scores are shares of the scale: 0.05 for `flat` where the range is 0 to 1. */
double judged_limit(const judging *j, const char *id);

int judged_claims(const judging *j, uint32_t mask); /* whether the output claims any property of the mask */

/* The same; where it does not, the verdict is not-claimed. A metric from outside that claims nothing is asked what
 * holds of every claim (mask 7): its truth at two points is that of all three properties, where they agree. */
int judged_asked(judging *j, uint32_t mask);

/* The properties whose truth the series is held to: those it claims; all, where it claims nothing. */
uint32_t claims_asked(const evidence_series *s);

/* Where scores are looked for, in words: "the store", or what was selected of it. */
const char *judged_place(const judging *j);

/* Whether an option is a number that one has to choose, and one that is read with these. */
int option_tunes(const assay_metric *metric, const double *option, size_t k);

void settle(judging *j, int outcome, const char *text);

/* What keeps the verdict from passing, unless a comparison fails: VERDICT_UNDEFINED, which goes before the others,
 * VERDICT_NOT_RUN, or VERDICT_UNDECIDED. The first reason of the kind stays. */
void lacking(judging *j, int outcome, const char *format, ...) ASSAY_PRINTF(3, 4);

enum {
    POINTS_OPTIONAL = 1,  /* nothing is missing where the scenario or a point is not in the store */
    POINTS_UNDEFINED = 2, /* points with undefined scores are handed out, too */
    POINTS_OF_TRUTH = 4   /* points of which something that the output claims is not known are left out */
};

typedef struct point_name {
    const char *scenario, *point;
} point_name;

/* Whether a parameter of a point is this word. */
int point_has_word(const scenario_point *point, const char *parameter, const char *word);

/* Codes that are the factors: what is known to be perfect is held to their score. */
/* clang-format off */
#define IDEAL_CODE { "noise", "alpha=0" }
/* clang-format on */

/* The points called so, all at one number of samples: the largest at which the series has every one of them with enough
 * seeds, or else most of them. to[k] is NULL where a point cannot be used. Returns how many can. */
size_t points_named(judging *j, const point_name *name, size_t n, int flags, const evidence_point **to);

/* The points of a scenario's standard sweep that `wanted` (NULL: all) accepts by name, as points_named finds them;
 * those that cannot be used are left out of to[POINTS_MOST]. ideal (NULL: not looked for): the ideal code at their
 * number of samples, NULL where it cannot be used. */
size_t points_of(judging *j, const char *scenario, int (*wanted)(const scenario_point *point), int flags,
                 const evidence_point **to, const evidence_point **ideal);

/* Whether a scenario exists on the factors that the series is on; 0: it does not, and the verdict says so. For rules
 * that look for points themselves. */
int judged_applies(judging *j, const char *scenario);

/* The change of the score from one point to another, a value per shared seed. */
void compare_change(judging *j, const evidence_point *from, const evidence_point *to, double least, double most,
                    const char *why);
void compare_value(judging *j, const evidence_point *at, double least, double most, const char *why);
/* By how much item k is above item i of the same point. */
void compare_items(judging *j, const evidence_point *at, size_t i, size_t k, double least, double most,
                   const char *why);
/* The change between two series at one point: by how much `other` is above. */
void compare_series(judging *j, const evidence_point *at, const evidence_point *other, const char *other_name,
                    double least, double most, const char *why);
/* The score ought to be defined here, and is not. defined: where it is, if that it is not here is a failure. */
void compare_undefined(judging *j, const evidence_point *at, const evidence_point *defined, const char *why);

/* Mean and half width of a change, in `family` comparisons; NAN where it is not known. The mean is returned. */
double change_of(const evidence_point *from, const evidence_point *to, size_t family, double *half);

/* What the series ought to say of two points, by all the properties it claims:
 *
 *     TRUTH_EQUAL   all of them are equal
 *     TRUTH_HIGHER  b is above a: no property is lower, one is higher
 *     TRUTH_LOWER   b is below a
 *     TRUTH_APART   all of them are known, one is higher and another lower
 *     TRUTH_UNKNOWN something is not known; of an output that claims nothing, also where properties are not alike
 *
 * Within a scenario values and orders compare with each other, orders as far as the scenario's descriptor says; between
 * scenarios values do, and a perfect value is above any order below 1. */
enum { TRUTH_UNKNOWN, TRUTH_EQUAL, TRUTH_HIGHER, TRUTH_LOWER, TRUTH_APART };
int truth_of_pair(const evidence_series *s, const evidence_point *a, const evidence_point *b);

/* Where all that the output claims is as good as in the ideal code: no more than `flat` below its score. NULL: not
 * compared. */
void compare_with_ideal(judging *j, const evidence_point *ideal, const evidence_point *const *at, size_t n);

/* How points are compared.
 *
 *     NEIGHBOURS    by their truth: where it is equal, scores within `flat`; where it is higher and `about` (or
 *                   ANY_PROPERTY) is part of the difference, a rise of `step` or more. Where what the output claims
 *                   goes apart, the score is held to each claim that differs as if it were the only one: no score
 *                   follows both
 *     BRIEFLY       the same of any property, for many points: one of which the same is true as of others is compared
 *                   with the first of them only, one of which more or less is true with those that differ in one
 *                   parameter
 *     WITH_IDEAL    each of them with the ideal code
 *     INVARIANT     each with each within `invariance`
 *     AT_TOP        no more than `limit`, a threshold, from the upper end
 *     TWINS_ALIKE   pairs, one behind the other, within `limit`; SECOND_LOWER: the second lower by it
 *     SECOND_WORSE  the same, higher where low is best (ASSAY_LOSS); SECOND_NOT_WORSE,
 *                   SECOND_NOT_BETTER: the second is not so by more than `limit`
 *     NO_RISE       no later point along a parameter higher by more than `limit`
 *     FACTORS_ALIKE the single factors of a point within `limit`
 *     CHANGED       within `limit` of the point where `along` is 0 or none, and undefined where that is */
enum {
    NEIGHBOURS = 1,
    NEIGHBOURS_AND_IDEAL,
    BRIEFLY,
    WITH_IDEAL,
    INVARIANT,
    AT_TOP,
    TWINS_ALIKE,
    SECOND_LOWER,
    SECOND_WORSE,
    SECOND_NOT_WORSE,
    SECOND_NOT_BETTER,
    NO_RISE,
    FACTORS_ALIKE,
    CHANGED
};

enum { POINTS_NAMED = 4 };
struct point_comparison {
    const char *scenario; /* the points of its standard sweep that are `wanted` (NULL: all), as points_of has them */
    int (*wanted)(const scenario_point *point);
    int flags;
    point_name named[POINTS_NAMED]; /* where there is no scenario: these; of WITH_IDEAL the first is the ideal code */
    int how;
    uint32_t claims, but; /* outputs with one of these claims alone (0: all), and without any of those */
    int about;            /* of NEIGHBOURS: a property, or ANY_PROPERTY */
    int (*top)(const scenario_point *point); /* of NEIGHBOURS: points that are at the upper end, too */
    const char *along, *limit;               /* of NO_RISE and CHANGED the parameter */
    const char *why;                         /* of what is not by truth */
};

/* For `compares` of a property. */
/* clang-format off */
#define COMPARES(...) (const point_comparison[]){ __VA_ARGS__, { .how = 0 } }
/* clang-format on */

/* How many points there were. */
size_t compare_points(judging *j, const point_comparison *c);

/* What the property's `compares` says, one after the other, of the outputs that its `claims` asks. */
void by_points(judging *j);
