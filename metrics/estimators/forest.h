/*
 * forest -- random forests: cross-validated error over a grid of settings, regression and classification
 *
 *   A forest is `trees` trees; each is grown on as many rows as there are, drawn with replacement, and looks at `tries`
 *   features per node, drawn without replacement. Regression predicts the mean of the trees, classification the class
 *   of greatest mean leaf share (the lowest of equals). Importance: per tree the impurity drops by feature, as shares;
 *   the mean over trees that split at all; again as shares.
 *
 * Source   Breiman 2001, Machine Learning 45; conventions of scikit-learn 1.2.1 (RandomForestRegressor,
 *          RandomForestClassifier).
 * Takes    a rank_table (n rows x d features), target [n] or labels [n] in 0 .. classes-1, a key that stands for all
 *          random draws (one raw draw of a stream).
 * Gives    mean squared errors in squared units of the target, shares, accuracies as fractions.
 * Cost     grid: at most folds * n_tries * trees trees, whatever the number of depths, see race.h. About 2 ms per tree
 *          at n = 20000, d = 8.
 * R1  Bits do not depend on jobs.
 * R2  Tree t of a forest is a function of (key, fold, tries, t): a setting scores the same alone and inside any grid.
 * R3  Without any split in any tree (constant target or codes) all importances are 0.
 * R4  Non-finite targets, labels out of range, folds outside 2 .. n, no trees, tries outside 1 .. d: ASSAY_EINPUT.
 */
#pragma once

#include "rank.h"

/* Features per node for a share of d: max(1, floor(share * d)). */
size_t forest_tries(double share, size_t d);

typedef struct forest_grid {
    const size_t *depths; /* ascending */
    size_t n_depths;
    const size_t *tries;
    size_t n_tries;
    size_t folds, trees; /* folds are contiguous, unshuffled */
    uint64_t key;
    size_t jobs;
} forest_grid;

/* The setting of smallest error, the first of equals by depth, then by place in tries; mse: mean over folds of the mean
 * squared error on the held-out rows. */
typedef struct forest_choice {
    size_t depth, tries;
    double mse;
} forest_choice;

/* mse[t * n_depths + c] is that of tries[t], depths[c]. NULL: only the choice is wanted, and settings that cannot be
 * the best any more are grown no further (race.h); it is the same choice to the bit. */
assay_status forest_grid_search(const rank_table *codes, const double *target, const forest_grid *grid,
                                forest_choice *best, double *mse);

typedef struct forest_plan {
    size_t trees, depth, tries;
    uint64_t key;
    size_t jobs;
} forest_plan;

/* Grown on all rows. importance [d]; prediction [n] of all rows, may be NULL. */
assay_status forest_fit(const rank_table *codes, const double *target, const forest_plan *plan, double *importance,
                        double *prediction);

/* importance [d]; predicted [n]: classes of the rows in test, of which none stands twice and any may be in train,
 * others -1. */
assay_status forest_classify(const rank_table *codes, const int32_t *label, size_t classes, const learning_rows *rows,
                             const forest_plan *plan, double *importance, int32_t *predicted);

/* Share of rows whose prediction is their label; NaN for no rows. */
double forest_accuracy(const int32_t *label, const int32_t *predicted, const uint32_t *rows, size_t n_rows);
