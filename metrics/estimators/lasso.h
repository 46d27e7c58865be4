/*
 * lasso -- linear regression with an absolute-value penalty, the penalty chosen by cross-validation
 *
 *     minimise over w, b   sum_s (y_s - x_s w - b)^2 / (2N) + a * sum_j |w_j|
 *
 *   one fit per factor, all on the same codes. The penalty a of a factor is the first of those with the smallest mean,
 *   over contiguous unshuffled folds, of the mean squared error on the fold left out; the fit is then done on all rows.
 *   The descent is scikit-learn's, step for step: codes are visited in order from w = 0,
 *
 *     w_j = soft(X_j'r + X_j'X_j w_j, aN) / X_j'X_j,      r = y - Xw, both centred,
 *
 *   and it stops once a sweep moved no coefficient by more than 1e-4 of the largest one (or none is left) and the
 *   duality gap is at most 1e-4 of sum y^2 (centred), or after the given number of sweeps. Early stopping is part of
 *   the published scores: where the codes are collinear the coefficients still drift slowly then, and where they end
 *   depends on the order of the codes. With `exact` the descent only finds a start. From there the codes with a weight
 *   are solved for at once; one that would change its sign leaves them, and the one that pulls most beyond the penalty
 *   joins, until none does: the optimum up to rounding, in any order of the codes.
 *
 * Source   Tibshirani 1996, JRSS B 58, p. 267; Friedman, Hastie, Tibshirani 2010, J. Stat. Softw. 33(1), section 2
 *          (covariance updates); Kim et al. 2007, IEEE J. Sel. Top. Signal Process. 1, section III (duality gap);
 *          Osborne, Presnell, Turlach 2000, IMA J. Numer. Anal. 20, section 3 (the optimum by sets of codes).
 * Takes    codes [n_codes * n], factors [n_factors * n], columns contiguous, finite; used as they are, in their units.
 * Gives    see lasso_result; weights in factor units per code unit, errors in squared factor units.
 * Cost     one pass for all folds and factors, n (d^2/2 + d M) products; then n_penalties * folds * M descents of d^2
 *          operations a sweep. Scratch O(folds * d (d + M)). Bits depend on the data alone.
 * R1  A constant code, in all rows or in those trained on, has weight 0. Of equal codes the first takes the weight and
 *     the others get 0, up to rounding of the last bits.
 * R2  Fewer rows than folds, or fewer than two of either while there is more than one penalty: ASSAY_EINPUT. A penalty
 *     that is not positive and finite: ASSAY_EINPUT.
 * R3  A constant factor: all weights 0, error 0, the first penalty.
 */
#pragma once

#include "option_list.h"

enum { STOP_OPTIMUM, STOP_PUBLISHED };
#define OPTION_STOP                                                                           \
    CHOICE("stop", "the lasso ends at its optimum, or where published code ends its descent", \
           [STOP_OPTIMUM] = "optimum", [STOP_PUBLISHED] = "published")

typedef struct lasso_options {
    const double *penalty; /* [n_penalties] in the order of preference; a single one is used without cross-validation */
    size_t n_penalties;
    size_t folds;         /* 10 */
    size_t search_sweeps; /* most sweeps of a fit during cross-validation: 5000 */
    size_t final_sweeps;  /* of the fit on all rows: 1000 */
    int32_t exact;        /* 1: to the optimum; 0: to the published stop */
} lasso_options;

/* Lent by the caller; any pointer may be NULL. */
typedef struct lasso_result {
    double *weight;         /* [n_factors * n_codes], row by row */
    double *intercept;      /* [n_factors] */
    size_t *chosen;         /* [n_factors] index into penalty */
    double *training_error; /* [n_factors] mean squared error of the final fit on all rows */
    double *fold_error;     /* [n_factors * n_penalties] mean error on the fold left out; NaN: no search */
    int32_t *stopped;       /* [n_factors] 1: the final fit met the gap; 0: it ran out of sweeps (the fit is kept) */
} lasso_result;

/* The eight penalties of Zaidi et al. 2020, 10 folds, 5000 and 1000 sweeps. */
lasso_options lasso_options_standard(void);

assay_status lasso_fit(const double *codes, const double *factors, size_t n, size_t n_codes, size_t n_factors,
                       const lasso_options *options, const lasso_result *result);
