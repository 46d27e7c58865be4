/*
 * variance_votes.h -- the engine of z-min-var and z-max-var: each batch votes for the code whose variance in it,
 * relative to its variance in all rows, is smallest (or largest), and a table learnt from the training votes turns
 * codes into factors.
 *
 * R1  A code that does not vary, or whose standard deviation is below `std`, gets no vote; if that leaves none, the
 *     score is undefined, "no-active-code" (dead=drop), or 0 (dead=zero). dead=vote: the first code that does not vary
 *     makes 0/0 and gets every vote.
 * R2  Of equal variances (to 1e-12) the first code gets the vote; of equally many votes the first factor gets the code.
 *     A code without training votes counts for the first factor.
 * R3  Variances are ratios: a code times a power of two gets the same votes, bit for bit.
 */
#pragma once

#include "intervention.h"

enum { DEAD_DROP, DEAD_ZERO, DEAD_VOTE };

/* The options of such a metric. */
#define VOTES_OPTIONS(OPTION)                                                                                          \
    TRIAL_OPTIONS(OPTION, 200, 800, 800)                                                                               \
    OPTION(VOTES_STD,                                                                                                  \
           PARAMETER("std", "codes whose standard deviation is below this get no vote", 0, 0, 1e300, ASSAY_LIMIT))     \
    OPTION(VOTES_ROWS, WHOLE("variance-rows", "rows drawn to estimate the variance of every code; 0: all", 0, 0, 1e9)) \
    OPTION(VOTES_DEAD, CHOICE("dead",                                                                                  \
                              "codes that do not vary or fall below std: left out (the score is undefined where all "  \
                              "are), the same but 0, or 0/0 as published, which gets every vote",                      \
                              [DEAD_DROP] = "drop", [DEAD_ZERO] = "zero", [DEAD_VOTE] = "vote"))

/* fixed = 1: the factor is held fixed, the smallest variance wins; 0: it alone is free, the largest wins. */
assay_status variance_votes(const assay_rep *rep, int fixed, assay_call *call);

double variance_votes_cost(const assay_size *size, const double *option);
