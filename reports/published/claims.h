/*
 * claims.h -- what papers state of metrics in words: shapes of curves, thresholds, orders; held against a store.
 *
 * A claim is an entry of `claims` in a file of papers/: a series (metric, preset, output), the points of a scenario
 * that it is about, and a shape. The shape makes comparisons of means over seeds, or of differences of two means, with
 * a least and a most. Each comparison has a Student interval at 1 - .05/m, m being the number of comparisons of the
 * claim (Bonferroni), so that all hold together in 95 of 100 studies; a difference takes the two means as independent,
 * which is on the safe side for points that share their data. The claim is
 *
 *     reproduced    where every interval lies wholly inside
 *     within error  where no interval lies wholly outside, but some reaches out
 *     differs       where some interval lies wholly outside
 *
 * One seed has no interval: a mean inside is within error, one outside differs.
 */
#pragma once

#include "reproduction.h"
#include "evidence.h"

/*
 * Over the points of the claim, group by group: a group is the points that differ in the swept parameter only.
 */
enum {
    CLAIM_LEAST,        /* every mean is at least `bound` */
    CLAIM_MOST,         /* every mean is at most `bound` */
    CLAIM_NEAR,         /* every mean is within `tolerance` of `bound` */
    CLAIM_SOME_MOST,    /* the least mean is at most `bound` */
    CLAIM_FLAT,         /* means of a group differ by at most `bound` */
    CLAIM_MOVES,        /* the means of a group differ by at least `bound`: of all its pairs the largest difference */
    CLAIM_FALLS,        /* each step of a group falls by at least `bound` */
    CLAIM_NO_RISE,      /* from no point of a group to a later one the mean rises by more than `bound` */
    CLAIM_DROPS,        /* from the first point of a group to the last the mean falls by at least `bound` */
    CLAIM_ABOVE,        /* the mean is larger than that of the other series or point by at least `bound` */
    CLAIM_EQUAL,        /* both means are within `bound` */
    CLAIM_UNEQUAL,      /* they are not */
    CLAIM_MEASURES      /* the outputs of the metric, together, claim exactly the properties of the mask `bound` */
};

typedef struct claim_series {
    const char *metric, *preset, *output;
} claim_series;

typedef struct claim {
    const char *id, *source, *plan; /* "S2-b", "Boilard 2022, section 3.3.2", the plan that scores it */
    const char *scenario;
    const char *fixed;   /* settings of the points, "alpha=1"; where nothing is swept the whole point; NULL: any */
    const char *over;    /* the swept parameter; NULL: one point */
    double from, to;     /* of the swept parameter */
    size_t points;       /* that it takes; fewer: not in this store */
    claim_series of;
    const char *than_scenario, *than_point; /* the other of two; NULL: the same */
    claim_series than;                      /* metric NULL: the same */
    int shape;
    double bound, tolerance;
    const char *statement;
    const char *reason; /* where it differs and that is known */
} claim;

size_t claim_count(void);
const claim *claim_at(size_t index); /* NULL past the end */

/* The rule in words, with its thresholds: "every mean within 0.01 of 1". */
void claim_rule(const claim *c, char *to, size_t size);

/* What the summaries say; fills ours, low, high, seeds, status, evidence and, where something is wrong, reason. Of
 * points scored at several sizes the largest counts. */
assay_status claim_judge(const claim *c, const score_rows *rows, reproduction_row *to);

/* printf into memory of its own; NULL: memory ran out. */
char *text_of(const char *format, ...) ASSAY_PRINTF(1, 2);
