/*
 * intervention.h -- what the metrics that intervene on factors have in common: their first options, the points that are
 * made under each factor, the split of points into training and test, and the score made of an accuracy.
 *
 * A point is made of one batch of rows drawn while a factor is held fixed (or while it alone is left free); its label
 * is that factor, and the score says how well the label can be told from the point.
 *
 * Draws    1. the factor of every training point, then of every test point (not with per-factor); 2. what the metric
 *          needs of its own; 3. factor by factor, point by point; 4. the splits.
 */
#pragma once

#include "batches.h"
#include "undefined.h"

enum { POINTS_ALL, POINTS_PER_FACTOR };
enum { VALUES_BY_ROWS, VALUES_ALIKE };
enum { SHORT_REPEAT, SHORT_REFUSE };
enum { CONSTANT_SKIP, CONSTANT_KEEP };

/* The first options of such a metric. */
#define TRIAL_OPTIONS(OPTION, batch_, train_, test_)                                                                  \
    OPTION(TRIAL_BATCH, WHOLE("batch", "rows (or pairs of rows) per point", batch_, 2, 10000))                        \
    OPTION(TRIAL_TRAIN, WHOLE("train", "points the classifier learns from", train_, 1, 1000000))                      \
    OPTION(TRIAL_TEST, WHOLE("test", "points it is tested on", test_, 1, 1000000))                                    \
    OPTION(TRIAL_POINTS,                                                                                              \
           CHOICE("points",                                                                                           \
                  "train and test count all points, each of a factor drawn at random, or the points of every factor", \
                  [POINTS_ALL] = "all", [POINTS_PER_FACTOR] = "per-factor"))                                          \
    OPTION(TRIAL_SPLITS, WHOLE("splits",                                                                              \
                               "0: training and test points are drawn apart; k: all points are cut at random k "      \
                               "times, in the proportion of train to test, and the accuracies averaged",              \
                               0, 0, 1000))                                                                           \
    OPTION(TRIAL_BINS, WHOLE("bins", "equal-width bins per continuous factor", 10, 2, BINS_MOST))                     \
    OPTION(TRIAL_CATEGORIES,                                                                                          \
           CHOICE("categories", "categorical factors keep their labels, or are cut into bins like continuous ones",   \
                  [CATEGORIES_LABELS] = "labels", [CATEGORIES_CUT] = "cut"))                                          \
    OPTION(TRIAL_VALUES, CHOICE("values", "the fixed value is drawn by its number of rows, or all values alike",      \
                                [VALUES_BY_ROWS] = "by-rows", [VALUES_ALIKE] = "alike"))                              \
    OPTION(TRIAL_SHORT,                                                                                               \
           CHOICE("short", "a value with fewer rows than a batch: its rows come again, or the score is undefined",    \
                  [SHORT_REPEAT] = "repeat", [SHORT_REFUSE] = "refuse"))                                              \
    OPTION(TRIAL_CONSTANTS,                                                                                           \
           CHOICE("constants", "factors (and codes) that do not vary: left out, or taken as they are",                \
                  [CONSTANT_SKIP] = "skip", [CONSTANT_KEEP] = "keep"))                                                \
    OPTION(TRIAL_SCALED,                                                                                              \
           NO_YES("scaled", "chance, one in the number of factors, becomes 0; or the plain accuracy", YES, 0))

/* Rows drawn into batches, for the costs. */
double trial_rows(const assay_size *size, const double *option);

typedef struct trial {
    const assay_rep *rep;
    assay_call *call;
    const bins *v;
    size_t n_played, batch;
    const size_t *played; /* [n_played] the factors that take part; a label is a place in this list */
    size_t points, n_train;
    size_t *first;   /* [n_played + 1] points are numbered factor by factor */
    uint32_t *label; /* [points] */
    size_t *order;   /* [points] training points, then test points */
    groups groups;   /* of the factor at hand */
    uint32_t *value; /* [batch] room for the groups drawn */
} trial;

/* Where there is nothing to score, each of these leaves the score undefined, with its reason, and says so. */
assay_status trial_begin(const assay_rep *rep, int others, assay_call *call, trial *to, int *defined);
/* Groups of equal values of the factor, or of all others; returns defined. */
int trial_group(trial *t, size_t label, int others, size_t least);
int trial_enough(trial *t, size_t label, size_t group); /* short=refuse: has the group rows for a batch? */
size_t trial_least(const trial *t); /* rows of a group that must serve whole batches: 2, or 1 where it may be refused */

void trial_values(trial *t, size_t count, uint32_t *to); /* draws groups */

/* Learns from some points and tells its accuracy on others. */
typedef assay_status trial_judge(void *context, const size_t *train, size_t n_train, const size_t *test, size_t n_test,
                                 double *accuracy);

/* The mean accuracy over the splits, scaled as asked, becomes the score. */
assay_status trial_end(trial *t, trial_judge *judge, void *context);
