/*
 * lasso -- importance as the size of a lasso's weights
 *
 *     value_ij = |w_ij|      factor_total_i = code_total_j = 1, or 0 where constant
 *
 *   Each factor is regressed on all codes with an absolute-value penalty chosen by cross-validation; see lasso.h.
 *   Factors and codes are scaled first, so that weights compare: minmax to [0, 1], or standard to variance 1.
 *
 *   quality   1 - 12 MSE on the training rows (explicitness=twelve: 0 for the best constant on a uniform factor), 1 - 6
 *             MSE of standardised variables (six), or 1 - MSE/variance on the rows left out of each fold (outside); at
 *             least 0.
 *
 * Source   Eastwood and Williams 2018, section 4.2 (lasso weights as importance); Zaidi et al. 2020 and Boilard 2022,
 *          section 1.3 (twelve, six).
 * Takes    factors [M x n] as numbers, codes [d x n].
 * Gives    M x d weights >= 0, in scaled units.
 * Cost     n (d^2/2 + d M) products and the descents; scratch: the scaled columns, O(n (M + d)).
 * Draws    permutation(n), in whose order the rows are cut into folds; order=table: none.
 * R1  Fewer than 20 rows (two to a fold): every factor is undefined, too-few-samples.
 * R2  Labels of three classes or more are names: undefined, not-applicable, unless nominal=number.
 * R3  A constant factor has no weights; its quality is undefined, constant-factor, unless nominal=number, where it is
 *     as published.
 * R4  A weight of up to 1e-12 of its factor's largest is 0: what the descent leaves of a copy is rounding.
 * R5  A factor of which the lasso explains nothing outside, by the test of chance.h, has no weights.
 * R6  stop=optimum: no score depends on the order of the codes by more than rounding, where there is one optimum.
 */
#include "regression_importance.h"
#include "work.h"

OPTION_TABLE(LASSO_OPTIONS);

/* Both scales start from the smallest value: taking off the mean is the intercept's business. Constant: zeros. */
static void column_scale(const double *x, size_t n, int scale, double *to)
{
    double low, high;
    column_extent(x, n, &low, &high);
    const double spread = scale == SCALING_MINMAX ? high - low : sqrt(column_variance(x, n));
    if (spread > 0.0) column_map(x, n, low, spread, to);
    else memset(to, 0, n * sizeof *to);
}

typedef struct scaled {
    double *factors, *codes;
} scaled;

static assay_status scale_all(const assay_rep *rep, assay_call *call, int scale, scaled *to)
{
    const size_t *order;
    ASSAY_TRY(rows_order(rep, call, call->option[ORDER], &order));
    ASSAY_TRY(LEND(call, LOAN(to->factors, rep->n * rep->n_factors), LOAN(to->codes, rep->n * rep->n_codes)));
    const size_t n = rep->n;
    for (size_t i = 0; i < rep->n_factors; i++)
        column_scale(rows_put(rep->factors + i * n, n, 1, order, to->factors + i * n), n, scale, to->factors + i * n);
    for (size_t j = 0; j < rep->n_codes; j++)
        column_scale(rows_put(rep->codes + j * n, n, 1, order, to->codes + j * n), n, scale, to->codes + j * n);
    return ASSAY_OK;
}

/* R4 */
static void settle_sizes(double *weight, size_t d)
{
    double most = 0.0;
    for (size_t j = 0; j < d; j++) most = fmax(most, weight[j] = fabs(weight[j]));
    for (size_t j = 0; j < d; j++)
        if (weight[j] <= 1e-12 * most) weight[j] = 0.0;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const double *option = call->option;
    const size_t m = rep->n_factors, d = rep->n_codes, n = rep->n;
    lasso_options search = lasso_options_standard();
    search.exact = option[LASSO_STOP] == STOP_OPTIMUM;
    lasso_result fit = { 0 };
    scaled x = { 0 };
    relation_cells own;
    ASSAY_TRY(relation_lend(call, to, &own));
    ASSAY_TRY(
        LEND(call, LOAN(fit.chosen, m), LOAN(fit.training_error, m), LOAN(fit.fold_error, m * search.n_penalties)));
    fit.weight = own.value;
    to->quality = own.quality;
    for (size_t i = 0; n < 2 * search.folds && i < m; i++)
        own.factor_total[i] = own.quality[i] =
            call->undefined(call, "too-few-samples", "%zu rows, 10 folds need at least 20", n); /* R1 */
    if (n < 2 * search.folds) return ASSAY_OK;
    ASSAY_TRY(scale_all(rep, call, (int)option[LASSO_SCALE], &x));
    ASSAY_TRY(lasso_fit(x.codes, x.factors, n, d, m, &search, &fit));
    for (size_t i = 0; i < m; i++) settle_sizes(fit.weight + i * d, d);
    for (size_t j = 0; j < d; j++) own.code_total[j] = column_variance(x.codes + j * n, n) > 0.0 ? 1.0 : 0.0;
    for (size_t i = 0; i < m; i++) {
        const double variance = column_variance(x.factors + i * n, n);
        const double outside = fit.fold_error[i * search.n_penalties + fit.chosen[i]];
        own.factor_total[i] = variance > 0.0 ? 1.0 : 0.0;
        if (!chance_is_small(chance_of_explained(1.0 - outside / variance, n), m, option[LEVEL])) /* R5 */
            memset(fit.weight + i * d, 0, d * sizeof *fit.weight);
        own.quality[i] =
            variance > 0.0 || option[NOMINAL] == NOMINAL_NUMBER
                ? quality_of((enum quality)option[LASSO_EXPLICITNESS], fit.training_error[i], outside, variance)
                : FACTOR_UNDEFINED(call, i, "constant-factor", "factor # is constant"); /* R3 */
        if (labels_are_names(rep, i, option[NOMINAL]))                                  /* R2 */
            own.factor_total[i] = own.quality[i] = FACTOR_UNDEFINED(
                call, i, "not-applicable",
                "factor # is categorical: a regression on its labels means nothing; dci-rfc takes classes");
    }
    return ASSAY_OK;
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const lasso_options search = lasso_options_standard();
    /* as published, 5 of independent codes to 60 of collinear ones, 1 of sparse ones; to the optimum, with the codes */
    const double alike = option[LASSO_STOP] == STOP_OPTIMUM ? d / 30.0 : d > m ? 11.0 : 0.0;
    const double sweeps = 1.0 + alike * (1.0 - work_zeros(size));
    const double fits = (double)(search.folds * search.n_penalties + 1) * m;
    return 0.6 * n * d * d + fits * sweeps * d * d;
}

COST(cost, 1.2 * n * m * d + solver_cost(size, option));

static const assay_solver solver = {
    "lasso, n d^2 and d^2 a sweep of its descent, for each factor, penalty and fold", solver_cost, 1e-4 /* of the gap */
};

const relation_kind relation_lasso_weights = {
    .id = "lasso",
    .title = "Importance by the weights of a lasso",
    .source = "Eastwood and Williams 2018, section 4.2",
    RELATION_PARTS,
    .solver = &solver,
};
