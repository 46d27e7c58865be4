/*
 * shares.h -- what infom and infoc have in common: how much of all that is told belongs to the largest teller.
 *
 *     NMI_ij = I(v_i; z_j) / H(v_i)      share = (max NMI / sum NMI - 1/K) / (1 - 1/K)
 *
 * over the K factors for a code, over the K active codes for a factor: 1 = one of them alone, 0 = all alike. A code is
 * active when its range is more than least-range of the largest code's. codes=discrete: every value of a code is a
 * class (mi-labels), and a code is active when it has two of them. One that has a single value in all rows but k or
 * fewer is not active where k neighbours are asked: they are the noise that breaks ties, and its share was the seed's
 * (columns=all: as published).
 *
 * Shares are ratios: of codes that carry nothing they are noise over noise, .2 to 1. A code (a factor) whose least p
 * over all factors (active codes), times their number, is above `level`, carries nothing: of independent columns, one
 * in a hundred at most is taken to carry something. The p of two columns is the least of some tests of their ranks,
 * times how many: that of Spearman's correlation r (r sqrt(n - 1) is normal), and Pearson's X^2 of B x B even cells,
 * B = 2, 4, 8, ... 64 while 2 B^2 <= n, with the tail of Wilson and Hilferty: (cbrt(X^2/k) - 1 + 2/(9k)) /
 * sqrt(2/(9k)) is normal, k degrees of freedom. Of a factor of K classes, whose labels have no order, Kruskal and
 * Wallis's test of the codes' mean ranks stands for the correlation, and the cells are K x B while 2 K B <= n, none
 * where K > 64. level=1: no test, as published. modularity asks the same test of its codes.
 *
 * Source   Hsu, Dorrell, Whittington, Wu, Finn 2023, Disentanglement via latent quantization (NeurIPS), section 4
 *          and its published code (InfoMEC); see infom.c for what is taken.
 */
#pragma once

#include "aggregate.h"
#include "chance.h"
#include "request.h"

enum { BY_NEIGHBOURS, BY_COUNTS };
enum { CODES_CONTINUOUS, CODES_DISCRETE };

/* The options of both. */
#define SHARES_OPTIONS(OPTION)                                                                                         \
    OPTION(RELATION, OPTION_RELATION(BY_NEIGHBOURS, [BY_NEIGHBOURS] = "mi-knn", [BY_COUNTS] = "mi"))                   \
    MI_OPTIONS(OPTION)                                                                                                 \
    MI_KNN_OPTIONS(OPTION, 10, ENTROPY_PLUGIN)                                                                         \
    OPTION(LEAST_RANGE,                                                                                                \
           NUMBER("least-range", "a code is active when its range is above this share of the largest", 0.05, 0, 1))    \
    OPTION(CODES, CHOICE("codes",                                                                                      \
                         "columns of numbers, or labels: every value a class, counted whatever the relation, and "     \
                         "active where there are two of them",                                                         \
                         [CODES_CONTINUOUS] = "continuous", [CODES_DISCRETE] = "discrete"))                            \
    OPTION(CLIP,                                                                                                       \
           NO_YES("clip", "information beyond a factor's entropy, which neighbours can find, counts, or does not", NO, \
                  0))                                                                                                  \
    OPTION(LEVEL, OPTION_LEVEL)                                                                                        \
    OPTION(COLUMNS, OPTION_COLUMNS)

/* A preset of both. */
#define SHARES_HSU                                                                                                    \
    {                                                                                                                 \
        "hsu2023", "Hsu et al. 2023, published code, quantised codes", "codes=discrete:columns=all:level=1",          \
            "Counting overstates information, by about (values - 1)(values - 1)/(2n) nats: ideal codes of 8 factors " \
            "in ten "                                                                                                 \
            "values score .88 at 1000 rows. Continuous factors, unknown to that study, are cut into 10 equal widths." \
    }

/* Items: the share of the largest, of each code (infom) or each factor (infoc). */
assay_status shares_score(const assay_rep *rep, assay_call *call, int per_code);

/* p that a code and all factors whose total is above 0 are independent, [d]; or [M] a factor and all active codes
 * (NULL: those whose total is above 0). Where it is up to level over their number it may be less. level=1: 0. */
assay_status chances_make(const assay_rep *rep, assay_call *call, const assay_relation *r, const int *active,
                          int per_code, double level, const double **to);
