/* regression_importance.h -- the options of the relations that predict a factor by a regression on all codes: lasso and
 * forest. */
#pragma once

#include "chance.h"
#include "lasso.h"
#include "request.h"
#include "scaling.h"

enum grid { GRID_FULL, GRID_SMALL, GRID_DEPTH, GRID_FIXED };
enum quality { QUALITY_OUTSIDE, QUALITY_TWELVE, QUALITY_SIX };

enum { FOREST_RANKS = 2 }; /* of the option scale, after SCALING_MINMAX and SCALING_STANDARD */
#define OPTION_REGRESSION_SCALE \
    CHOICE("scale", "columns to [0, 1], or to variance 1", [SCALING_MINMAX] = "minmax", [SCALING_STANDARD] = "standard")
#define OPTION_QUALITY                                                                                        \
    CHOICE("explicitness",                                                                                    \
           "1 - MSE/variance outside the fold; 1 - 12 MSE of [0, 1] on the training rows; 1 - 6 MSE outside", \
           [QUALITY_OUTSIDE] = "outside", [QUALITY_TWELVE] = "twelve", [QUALITY_SIX] = "six")

/* Of mean squared errors; never below 0. */
static inline double quality_of(enum quality kind, double training, double outside, double variance)
{
    double score = 0.0;
    switch (kind) {
    case QUALITY_OUTSIDE: score = 1.0 - outside / variance; break;
    case QUALITY_TWELVE: score = 1.0 - 12.0 * training; break;
    case QUALITY_SIX: score = 1.0 - 6.0 * outside; break;
    }
    return score > 0.0 ? score : 0.0;
}

#define LASSO_OPTIONS(OPTION)                    \
    OPTION(LASSO_SCALE, OPTION_REGRESSION_SCALE) \
    OPTION(LASSO_EXPLICITNESS, OPTION_QUALITY)   \
    OPTION(LASSO_STOP, OPTION_STOP)              \
    OPTION(NOMINAL, OPTION_NOMINAL)              \
    OPTION(ORDER, OPTION_ORDER)                  \
    OPTION(LEVEL, OPTION_LEVEL)

#define FOREST_OPTIONS(OPTION)                                                                                       \
    OPTION(FOREST_SCALE,                                                                                             \
           CHOICE_OF("scale",                                                                                        \
                     "codes to [0, 1], to variance 1, or their ranks; factors likewise, with ranks to [0, 1]",       \
                     FOREST_RANKS,                                                                                   \
                     0, [SCALING_MINMAX] = "minmax", [SCALING_STANDARD] = "standard", [FOREST_RANKS] = "ranks"))     \
    OPTION(FOREST_GRID,                                                                                              \
           CHOICE("grid",                                                                                            \
                  "settings searched: 5 depths x 4 shares, 2 x 2, 5 depths with all codes, or only depth and share", \
                  [GRID_FULL] = "full", [GRID_SMALL] = "small", [GRID_DEPTH] = "depth", [GRID_FIXED] = "fixed"))     \
    OPTION(FOREST_DEPTH, WHOLE("depth", "deepest level of a tree (grid=fixed)", 16, 1, 1000000))                     \
    OPTION(FOREST_SHARE, NUMBER("share", "share of the codes looked at per node (grid=fixed)", 1, 0, 1))             \
    OPTION(FOREST_TREES, WHOLE("trees", "trees per forest", 10, 1, 10000))                                           \
    OPTION(FOREST_FOLDS, WHOLE("folds", "folds of the search", 10, 2, 1000))                                         \
    OPTION(FOREST_EXPLICITNESS, OPTION_QUALITY)                                                                      \
    OPTION(NOMINAL, OPTION_NOMINAL)                                                                                  \
    OPTION(ORDER, OPTION_ORDER)                                                                                      \
    OPTION(LEVEL, OPTION_LEVEL)
