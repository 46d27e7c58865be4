/*
 * dci.h -- what the DCI metrics do with an importance matrix, whichever predictor made it
 *
 *   R_ij >= 0 is the importance of code j for factor i; p_ij its share among the factors, q_ij among the codes:
 *
 *     modularity      D_j = 1 + sum_i p_ij log_M p_ij      score = sum_j D_j (sum_i R_ij / sum R)
 *     compactness     C_i = 1 + sum_j q_ij log_d q_ij      score = mean over factors
 *     explicitness    the relation's quality               score = mean over factors
 *
 * Source   Eastwood and Williams 2018, ICLR, section 2, where they are named disentanglement, completeness,
 *          informativeness.
 * R1  A code of no importance is a dead code: its D_j is undefined, zero-importance, and weighs nothing.
 * R2  A factor that no code is important for, or that no code predicts by the relation's test (chance.h), has no C_i:
 *     undefined, zero-importance. Where no importance is above zero both scores are undefined.
 * R3  One factor has no modularity (one-factor), one code no compactness (one-code): the logarithm's base is 1.
 * R4  dead=stop: the loop over the codes ends at the first dead one; it and all after it count as 0, and the weights
 *     are those of the codes before it alone, so the score depends on the order of the codes and is 0 where the first
 *     is dead. A factor of no importance counts as 0. dead=even: a matrix of zeros is read as one of ones. Both as
 *     published.
 * R5  `least`: shares up to this are left out of the entropies; `added`: is added to every importance inside the
 *     entropies.
 * R6  A factor that the relation could not judge (its total is undefined) is left out of everything, with the
 *     relation's reason.
 * R7  M and d count the factors and codes that vary; columns=all: every one, so that constant columns raise modularity
 *     and compactness, as published.
 */
#pragma once

#include "aggregate.h"

enum { DCI_SKIP, DCI_STOP, DCI_EVEN };

/* The last options of every DCI metric. */
#define DCI_OPTIONS(OPTION)                                                                                           \
    OPTION(DCI_DEAD, CHOICE("dead",                                                                                   \
                            "a code of no importance is left out, or ends the loop over codes; even: a matrix of "    \
                            "zeros is taken as one of ones",                                                          \
                            [DCI_SKIP] = "skip", [DCI_STOP] = "stop", [DCI_EVEN] = "even"))                           \
    OPTION(DCI_LEAST,                                                                                                 \
           PARAMETER("least", "shares of importance up to this are left out of the entropies", 0, 0, 1, ASSAY_LIMIT)) \
    OPTION(DCI_ADDED, PARAMETER("added", "added to every importance inside the entropies", 0, 0, 1, ASSAY_DEFINES))   \
    OPTION(DCI_COLUMNS, OPTION_COLUMNS)

extern const assay_output dci_outputs[3];

/* What the descriptors of these metrics share. */
#define DCI_FORMULA \
    "modularity sum_j rho_j (1 + sum_i p_ij log_M p_ij); compactness 1/M sum_i (1 + sum_j q_ij log_d q_ij); "
#define DCI_UNTESTED "Of codes that carry nothing it scores the shares of noise. " /* of presets: level=1 */
#define DCI_PARTS \
    .abi = ASSAY_ABI, .family = "predictor", .outputs = dci_outputs, .n_outputs = 3, COUNTED(options), COUNTED(presets)

/* Fills the three series of dci_outputs; option: from DCI_DEAD on. */
assay_status dci_scores(const assay_relation *importance, const double *option, assay_call *call);
assay_status dci_of_relation(const assay_rep *rep, assay_call *call); /* of the metric's own, its options */
