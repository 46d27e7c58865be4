/*
 * equivalent -- what is wrong with codes, in amounts of known defects, and codes with these defects alone
 *
 * From the additive fit (additive.h), S_ij the variance of factor i's function in code j, s_j that of its noise:
 *
 *   noise        mean of s_j
 *   mixing       mean of 1 - max_i S_ij / sum_i S_ij, over the codes that carry something
 *   missing      factors that no code carries: S_ij below a twentieth of sum_i S_ij, or .02
 *   duplicates   carrying codes beyond the first of a factor whose sums correlate with that code's by .9 or more
 *   idle         codes that carry nothing
 *   curvature    mean of 1 - the straight part of the function of a continuous factor in its own code
 *   dependence   root mean square of the factors' correlations, free of what chance gives
 *   described    1 - what these cannot say, as a share of what the codes carry: functions more bent than straight, that
 *                differ from code to code in more than size, and products of two factors
 *
 * A code whose fit leaves what neighbours in the factors share is no such sum: its noise is not separable, NOISE and
 * DESCRIBED are not known, nor are MISSING and IDLE where its sum explains nothing of it. Neighbours are the four rows
 * next in the factors of standard units, of at most 1,024 rows: what is left of a row times the mean of what is left of
 * its neighbours is, on average, what they share. It has to be six standard deviations of chance, and .02 of the code.
 *
 * A code carries something where its functions explain .02 of it or more, certainly. Noise and mixing are means over
 * these codes; without any, noise is 1 and mixing 0.
 */
#pragma once

#include "additive.h"

enum equivalent_role { CODE_IDLE, CODE_MAIN, CODE_COPY, CODE_FURTHER };
enum equivalent_dose { NOISE, MIXING, MISSING, DUPLICATES, IDLE, CURVATURE, DEPENDENCE, DESCRIBED, DOSES };

/* Codes with more and more of the defects. */
enum equivalent_stage {
    STAGE_IDEAL,
    STAGE_MISSING,
    STAGE_DUPLICATES,
    STAGE_CURVATURE,
    STAGE_MIXING,
    STAGE_NOISE,
    STAGES
};

typedef struct equivalent {
    additive fit;
    enum equivalent_role *role; /* [d] */
    size_t *factor;             /* [d] the one that it carries most of; of CODE_MAIN the one that it stands for */
    double *mixed;              /* [d] of a code that carries something */
    unsigned char *is_missing;  /* [m] */
    unsigned char *is_no_sum;   /* [d] */
    size_t no_sums, idle_no_sums;
    double dose[DOSES]; /* NaN: not known */
} equivalent;

/* Where additive_refusal has nothing against it. Everything is of the arena. */
assay_status equivalent_fit(const assay_rep *rep, arena *memory, equivalent *to);

/* Codes of the representation's own factors with the defects up to a stage. Free with assay_data_free. */
assay_status equivalent_codes(const assay_rep *rep, const equivalent *e, enum equivalent_stage stage,
                              assay_stream *stream, assay_data *to);
