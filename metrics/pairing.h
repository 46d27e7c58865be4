/*
 * pairing.h -- which code regularises which factor, for the metrics that ask (mig, sap, dmig, xmig, dlig, linearity).
 *
 * identity: factor i is regularised by code i, as a model is trained whose loss ties them; needs M <= d. best: by the
 * code that tells most of it, the first of equal ones, as the papers write it; a code that is best for several factors
 * counts as the one's of which it tells most, the first of equal ones. Equal: to 1e-12 of the factor's total.
 *
 * In Latte these are reg_dim = 0..M-1 (what fill_reg_dim fills in) and reg_dim = None; any other reg_dim is a
 * permutation of the codes.
 */
#pragma once

#include "option_list.h"

enum { PAIRING_BEST, PAIRING_IDENTITY };
#define OPTION_PAIRING(standard_)                                                                  \
    CHOICE_OF("pairing", "factor i belongs to the most informative code, or to code i", standard_, \
              0, [PAIRING_BEST] = "best", [PAIRING_IDENTITY] = "identity")

#define NOBODY SIZE_MAX

typedef struct pairing {
    size_t *code;   /* [M] of a factor */
    size_t *factor; /* [d] of a code; NOBODY: it regularises none */
    double why;     /* there is no pairing (identity, M > d); 0: there is */
} pairing;

/* relation: what each code tells of each factor. */
assay_status pairing_make(assay_call *call, const assay_rep *rep, const assay_relation *relation, int how, pairing *to);

/* The first of the largest of n values, up to rounding (1e-12 of total). Codes that mirror each other tell the same, in
 * sums of another order. */
size_t first_of_largest(const double *value, size_t n, double total);

/* Items of the first output: what each factor's own code (identity) tells of it less what the best other one does, so
 * below 0 where another tells more. Undefined as gap_per_factor and pairing_make say. */
assay_status gap_per_pair(const assay_rep *rep, const assay_relation *r, int normaliser, assay_call *call);

/* ---- the metrics of Latte: the preset latte2021, and when a quotient has no meaning ---- */

#define LATTE_OPTIONS "relation=mi-knn:label-scale=truncated"
#define LATTE_DEFECTS                                                                                                  \
    "H(v) is the estimator's I(v; v), which for a continuous factor is psi(n) - psi(4), a function of n alone: the "   \
    "score of one representation moves with n. Labels of a categorical factor are divided by their deviation and cut " \
    "to whole numbers where they stand for a column, so labels can merge, H(v) is then too small and scores exceed 1 " \
    "(1.5 for five labels). Ties among codes are broken by noise: a score of discrete codes moves with the seed."

/* Rounding leaves 1e-16 of the total where nothing is left; an estimate can be negative. */
static inline int nothing_left(double reach, double total) { return !(reach > 1e-12 * total); }

/*
 * The last of the largest but `own`, up to rounding (1e-12 of total). A code whose values are renamed sums the same
 * terms in another order: without the allowance the rival, and what remains of a factor, would hang on the last bit.
 */
static inline size_t rival_of(const double *value, size_t n, size_t own, double total)
{
    size_t best = own == 0;
    for (size_t k = 0; k < n; k++)
        if (k != own && value[k] > value[best]) best = k;
    size_t last = best;
    for (size_t k = best + 1; k < n; k++)
        if (k != own && value[k] >= value[best] - 1e-12 * total) last = k;
    return last;
}
