/*
 * published.h -- what papers print of scores and state of them in words, and what a store says of the same: an entry of
 * `numbers`, `claims`, `stated` or `counts` in a file of papers/.
 *
 * A number is compared with the mean over seeds. It is reproduced where the mean rounds to what is printed, agrees
 * within error where the 95 % interval of the difference, both means having their error, reaches into what rounds to
 * it, and differs otherwise. Of a number that the text gives as "about", what rounds to it is taken as .05 to either
 * side.
 *
 * A claim is a series (metric, preset, output), the points of a scenario that it is about, and a rule. The rule makes
 * comparisons of means over seeds, or of differences of two means, with a least and a most. Each comparison has a
 * Student interval at 1 - .05/m, m being the number of comparisons of the claim (Bonferroni), so that all hold together
 * in 95 of 100 studies; a difference takes the two means as independent, which is on the safe side for points that
 * share their data. The claim is
 *
 *     reproduced    where every interval lies wholly inside
 *     within error  where no interval lies wholly outside, but some reaches out
 *     differs       where some interval lies wholly outside
 *
 * One seed has no interval: a mean inside is within error, one outside differs.
 */
#pragma once

#include "evidence.h"
#include "reproduction.h"

/*
 * Over the points of the claim, group by group: a group is the points that differ in the swept parameter only.
 */
enum {
    CLAIM_LEAST,     /* every mean is at least `bound` */
    CLAIM_MOST,      /* every mean is at most `bound` */
    CLAIM_NEAR,      /* every mean is within `tolerance` of `bound` */
    CLAIM_SOME_MOST, /* the least mean is at most `bound` */
    CLAIM_FLAT,      /* means of a group differ by at most `bound` */
    CLAIM_MOVES,     /* the means of a group differ by at least `bound`: of all its pairs the largest difference */
    CLAIM_FALLS,     /* each step of a group falls by at least `bound` */
    CLAIM_NO_RISE,   /* from no point of a group to a later one the mean rises by more than `bound` */
    CLAIM_DROPS,     /* from the first point of a group to the last the mean falls by at least `bound` */
    CLAIM_ABOVE,     /* the mean is larger than that of the other series or point by at least `bound` */
    CLAIM_EQUAL,     /* both means are within `bound` */
    CLAIM_UNEQUAL,   /* they are not */
    CLAIM_MEASURES   /* the outputs of the metric, together, claim exactly the properties of the mask `bound` */
};

typedef struct claim_series {
    const char *metric, *preset, *output;
} claim_series;

/* Sections, in the order in which an item lists them. */
enum { PRINTS_NUMBER = 1, PRINTS_CLAIM = 2, PRINTS_COUNT = 4, PRINTS_STATEMENT = 8 };

/* What its section has no key for is empty. */
typedef struct paper_result {
    int kind;                       /* PRINTS_... */
    const char *id, *source, *plan; /* "S2-d", "Boilard 2022, table 3.1", the plan that scores it */
    const char *scenario;
    const char *point; /* of a number: as the store names it; of a claim: settings of its points, "alpha=1", where
                          nothing is swept the whole point; NULL: any */
    claim_series of;   /* of a statement no output; metric NULL where it is about none */
    const char *statement, *remark;
    const char *reason;                     /* where it differs and that is known, or is not decided by scores; NULL */
    double value, tolerance;                /* of a number: half a unit of the last printed digit */
    size_t decimals;                        /* that it is printed with */
    size_t runs;                            /* that the published value is a mean of; 0: exact */
    const char *over;                       /* of a claim: the swept parameter; NULL: one point */
    double from, to;                        /* of the swept parameter */
    size_t points;                          /* that the claim takes; fewer: not in this store */
    const char *than_scenario, *than_point; /* the other of two; NULL: the same */
    claim_series than;                      /* metric NULL: the same */
    int rule;                               /* CLAIM_... */
    double bound;
    int status;        /* of a statement: REPRODUCTION_TESTED, _DIFFERS or _OUT_OF_REACH */
    const char *count; /* what the caller counts */
} paper_result;

const paper_result *published_at(size_t index); /* NULL past the end */

/* "least", "most", ... as papers/ have them, ended by NULL. */
extern const char *const claim_rule_words[];

/* The rule in words, with its thresholds: "every mean within 0.01 of 1". */
void claim_rule(const paper_result *claim, char *to, size_t size);

/* What the summaries say of a number, and of a claim; fills ours, low, high, seeds, status, of a claim evidence and,
 * where something is wrong, reason. Of points scored at several sizes the largest counts. */
void published_judge(const paper_result *number, const score_rows *rows, reproduction_row *to);
void claim_judge(const paper_result *claim, const score_rows *rows, reproduction_row *to);
