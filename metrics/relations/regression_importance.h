/* regression_importance.h -- the options of the relations that predict a factor by a regression on all codes: lasso and
 * forest. */
#pragma once

#include "lasso.h"
#include "r2.h"
#include "scaling.h"

enum { QUALITY_OUTSIDE, QUALITY_TWELVE, QUALITY_SIX };

enum { FOREST_RANKS = 2 }; /* of the option scale, after SCALING_MINMAX and SCALING_STANDARD */
#define OPTION_REGRESSION_SCALE                                                                 \
    {                                                                                           \
        "scale", "columns to [0, 1], or to variance 1", SCALING_MINMAX, 0, SCALING_STANDARD, 1, \
            WORDS("minmax", "standard")                                                         \
    }
#define OPTION_QUALITY                                                                                 \
    {                                                                                                  \
        "explicitness",                                                                                \
            "1 - MSE/variance outside the fold; 1 - 12 MSE of [0, 1] on the training rows; 1 - 6 MSE " \
            "outside",                                                                                 \
            QUALITY_OUTSIDE, 0, QUALITY_SIX, 1, WORDS("outside", "twelve", "six")                      \
    }

#define LASSO_OPTIONS(OPTION)                    \
    OPTION(LASSO_SCALE, OPTION_REGRESSION_SCALE) \
    OPTION(LASSO_EXPLICITNESS, OPTION_QUALITY)   \
    OPTION(LASSO_STOP, OPTION_STOP)              \
    OPTION(NOMINAL, OPTION_NOMINAL)

#define FOREST_OPTIONS(OPTION)                                                                                 \
    OPTION(FOREST_SCALE, { "scale",                                                                            \
                           "codes to [0, 1], to variance 1, or their ranks; factors likewise, with ranks to "  \
                           "[0, 1]",                                                                           \
                           FOREST_RANKS, 0, FOREST_RANKS, ASSAY_WHOLE, WORDS("minmax", "standard", "ranks") }) \
    OPTION(FOREST_GRID, { "grid",                                                                              \
                          "settings searched: 5 depths x 4 shares, 2 x 2, 5 depths with all codes, or only "   \
                          "depth "                                                                             \
                          "and share",                                                                         \
                          0, 0, 3, 1, WORDS("full", "small", "depth", "fixed") })                              \
    OPTION(FOREST_DEPTH, { "depth", "deepest level of a tree (grid=fixed)", 16, 1, 1000000, 1, NULL })         \
    OPTION(FOREST_SHARE, { "share", "share of the codes looked at per node (grid=fixed)", 1, 0, 1, 0, NULL })  \
    OPTION(FOREST_TREES, { "trees", "trees per forest", 10, 1, 10000, 1, NULL })                               \
    OPTION(FOREST_FOLDS, { "folds", "folds of the search", 10, 2, 1000, 1, NULL })                             \
    OPTION(FOREST_EXPLICITNESS, OPTION_QUALITY)                                                                \
    OPTION(NOMINAL, OPTION_NOMINAL)
