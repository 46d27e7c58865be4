/* mi.h -- the options of the relation mi; mi.c says what it computes. */
#pragma once

#include "discretise.h"
#include "rows.h"

enum { ESTIMATE_JOINT, ESTIMATE_STRATIFIED };
enum { LAST_EDGE_CLAMP, LAST_EDGE_LOSE };

#define MI_OPTIONS(OPTION)                                                                                         \
    OPTION(MI_RULE, OPTION_RULE(BIN_SCALED))                                                                       \
    OPTION(MI_BINS, OPTION_BINS(10))                                                                               \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                        \
    OPTION(CATEGORIES, OPTION_CATEGORIES)                                                                          \
    OPTION(ROWS, OPTION_ROWS)                                                                                      \
    OPTION(MI_ESTIMATE,                                                                                            \
           CHOICE("estimate",                                                                                      \
                  "information from the joint table, or as H(z) of all rows less H(z|v) of 10000 stratified rows", \
                  [ESTIMATE_JOINT] = "joint", [ESTIMATE_STRATIFIED] = "stratified"))                               \
    OPTION(MI_LAST_EDGE, CHOICE("last-edge", "rows beyond the last edge: into the last bin, or into none",         \
                                [LAST_EDGE_CLAMP] = "clamp", [LAST_EDGE_LOSE] = "lose"))
