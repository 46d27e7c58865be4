/*
 * forest -- importance by a regression forest
 *
 *     value_ij = importance of code j in a forest that predicts factor i; a factor's importances add up to 1, or are
 *     all 0 factor_total_i = code_total_j = 1, or 0 where constant
 *
 *   Each factor is regressed on all codes. The deepest level of a tree and the share of codes looked at per node are
 *   those of smallest mean squared error over the folds (the first of equals, by depth, then by share), from
 *     full     {8, 16, 32, 64, 128} x {0.2, 0.4, 0.8, 1}      Zaidi et al. 2020
 *     small    {16, 64} x {0.4, 1}                            Almudevar and Ortega 2025
 *     depth    {8, 16, 32, 64, 128} x {1}                     Eastwood and Williams 2018: only the depth is searched
 *     fixed    the options depth and share: no search
 *   The forest whose importances count is grown on all rows. See forest.h for trees, bootstrap and importance.
 *
 *   quality   1 - MSE/variance on the rows left out of each fold (outside), 1 - 12 MSE on the training rows (twelve:
 *             0 for the best constant on a uniform factor in [0, 1]), or 1 - 6 MSE on the rows left out (six); at
 *             least 0. The error on the rows left out is the search's own, of the setting it chose.
 *
 * Source   Eastwood and Williams 2018, section 4.2 (forests, depth by cross-validation); Breiman 2001, Machine
 *          Learning 45; Zaidi et al. 2020 (grid, twelve); Boilard 2022, equation 1.5 (six).
 * Takes    factors [M x n] as numbers, codes [d x n], both scaled (scaling.h).
 * Gives    M x d shares >= 0.
 * Cost     M * folds * trees trees per share of codes, whatever the number of depths; n = 20000, M = d = 8: see make
 *          bench.
 * R1  Random: permutation(n) of the relation's stream, in whose order the rows are cut into folds (order=table: none),
 *     and one raw draw decide everything. No bit depends on jobs.
 * R2  Fewer than two rows to a fold, where folds are used: every factor is undefined, too-few-samples.
 * R3  Labels of three classes or more are names: undefined, not-applicable, unless nominal=number.
 * R4  A constant factor has no importances; its quality is undefined, constant-factor, unless nominal=number with
 *     twelve or six, where it is 1, as published.
 * R5  A factor of which no forest of the setting chosen explains anything outside, by the test of chance.h, has no
 *     importances.
 * R6  Trees see codes in single precision and do not split between values closer than 1e-7 of the code's range
 *     (rank.h).
 */
#include "forest.h"
#include "regression_importance.h"
#include "tree.h"
#include "work.h"

OPTION_TABLE(FOREST_OPTIONS);
#define FOREST_KEPT 0.6 /* of the search, after settings that cannot be the best have been dropped: for the cost */
enum { DEPTHS_MOST = 5, SHARES_MOST = 4 };

/* ------------------------------------------------------------------------------------------- the search -- */

typedef struct search {
    size_t depths[DEPTHS_MOST], tries[SHARES_MOST];
    forest_grid grid; /* of these */
    size_t factors;
    double level;
    int needed; /* 0: one setting whose error nobody wants */
    enum quality kind;
} search;

static void search_take(search *s, const double *depths, size_t n_depths, const double *shares, size_t n_shares,
                        size_t d)
{
    s->grid.n_depths = n_depths;
    for (size_t c = 0; c < n_depths; c++) s->depths[c] = (size_t)depths[c];
    for (size_t t = 0; t < n_shares; t++) {
        /* with few codes two shares are the same number of codes, and the same forest */
        const size_t tries = forest_tries(shares[t], d);
        if (s->grid.n_tries == 0 || s->tries[s->grid.n_tries - 1] != tries) s->tries[s->grid.n_tries++] = tries;
    }
}

static search search_new(const double *option, size_t d, size_t jobs)
{
    static const double full_depths[] = { 8, 16, 32, 64, 128 }, full_shares[] = { 0.2, 0.4, 0.8, 1.0 };
    static const double small_depths[] = { 16, 64 }, small_shares[] = { 0.4, 1.0 }, all[] = { 1.0 };
    search s = { .grid = { .folds = (size_t)option[FOREST_FOLDS], .trees = (size_t)option[FOREST_TREES], .jobs = jobs },
                 .level = option[LEVEL],
                 .kind = (enum quality)option[FOREST_EXPLICITNESS] };
    switch ((enum grid)option[FOREST_GRID]) {
    case GRID_FULL: search_take(&s, full_depths, 5, full_shares, 4, d); break;
    case GRID_SMALL: search_take(&s, small_depths, 2, small_shares, 2, d); break;
    case GRID_DEPTH: search_take(&s, full_depths, 5, all, 1, d); break;
    case GRID_FIXED: search_take(&s, option + FOREST_DEPTH, 1, option + FOREST_SHARE, 1, d); break;
    }
    s.needed = option[FOREST_GRID] != GRID_FIXED || s.kind != QUALITY_TWELVE || s.level < 1.0;
    return s;
}

/* The setting of smallest error over the folds, and that error. */
static assay_status search_run(const search *s, const rank_table *codes, const double *target, uint64_t key,
                               forest_choice *chosen)
{
    forest_grid grid = s->grid;
    grid.depths = s->depths, grid.tries = s->tries, grid.key = key;
    *chosen = (forest_choice){ .depth = s->depths[0], .tries = s->tries[0] };
    return s->needed ? forest_grid_search(codes, target, &grid, chosen, NULL) : ASSAY_OK;
}

/* ------------------------------------------------------------------------------------------- one factor -- */

static double mean_square(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += (x[s] - y[s]) * (x[s] - y[s]);
    return sum / (double)n;
}

/* importance[d] and quality of one factor; prediction: scratch */
static assay_status factor_fit(const search *s, const rank_table *codes, const double *target, uint64_t key,
                               double *prediction, double *importance, double *quality)
{
    forest_choice chosen;
    ASSAY_TRY(search_run(s, codes, target, tree_key(key, 0), &chosen));
    const forest_plan plan = { s->grid.trees, chosen.depth, chosen.tries, tree_key(key, 1), s->grid.jobs };
    ASSAY_TRY(forest_fit(codes, target, &plan, importance, s->kind == QUALITY_TWELVE ? prediction : NULL));
    const double training = s->kind == QUALITY_TWELVE ? mean_square(prediction, target, codes->n) : NAN;
    const double variance = column_variance(target, codes->n);
    *quality = quality_of(s->kind, training, chosen.mse, variance);
    if (!chance_is_small(chance_of_explained(1.0 - chosen.mse / variance, codes->n), s->factors, s->level)) /* R5 */
        memset(importance, 0, codes->d * sizeof *importance);
    return ASSAY_OK;
}

/* NaN with the reason why factor i has no score; 0: it has one */
static double factor_refusal(const assay_rep *rep, assay_call *call, const search *s, size_t i)
{
    const double *option = call->option;
    const size_t folds = s->grid.folds;
    if (s->needed && rep->n < 2 * folds) /* R2 */
        return call->undefined(call, "too-few-samples", "%zu rows, %zu folds need at least %zu", rep->n, folds,
                               2 * folds);
    if (labels_are_names(rep, i, option[NOMINAL])) /* R3 */
        return FACTOR_UNDEFINED(
            call, i, "not-applicable",
            "factor # is categorical: a regression on its labels means nothing; dci-rfc takes classes");
    return 0.0;
}

/* ----------------------------------------------------------------------------------------- the relation -- */

typedef struct forest_work {
    relation_cells to;
    double *codes, *target, *prediction;
} forest_work;

/* Ranks are of codes: factors go to [0, 1] then. */
static int scale_of_columns(const double *option)
{
    return option[FOREST_SCALE] == FOREST_RANKS ? SCALING_MINMAX : (int)option[FOREST_SCALE];
}

static assay_status factors_fit(const assay_rep *rep, assay_call *call, const search *s, const rank_table *codes,
                                forest_work *w)
{
    const double *option = call->option;
    const uint64_t key = assay_stream_raw(call->stream); /* R1 */
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double *factor = rep->factors + i * rep->n, refusal = factor_refusal(rep, call, s, i);
        const int constant = column_is_constant(factor, rep->n);
        w->to.factor_total[i] = isnan(refusal) ? refusal : constant ? 0.0 : 1.0;
        w->to.quality[i] = refusal;
        if (!isnan(refusal) && constant) /* R4 */
            w->to.quality[i] =
                option[NOMINAL] == NOMINAL_NUMBER && s->kind != QUALITY_OUTSIDE ? 1.0 : constant_factor(call, i);
        if (isnan(refusal) || constant) continue;
        columns_scale(factor, rep->n, 1, scale_of_columns(option), w->target);
        ASSAY_TRY(factor_fit(s, codes, w->target, tree_key(key, i), w->prediction, w->to.value + i * rep->n_codes,
                             &w->to.quality[i]));
    }
    return ASSAY_OK;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    search s = search_new(call->option, rep->n_codes, call->jobs);
    ordered_rows x;
    forest_work w;
    rank_table codes;
    const size_t d = rep->n_codes, n = rep->n;
    s.factors = rep->n_factors;
    ASSAY_TRY(relation_lend(call, to, &w.to));
    to->quality = w.to.quality;
    ASSAY_TRY(LEND(call, LOAN(w.codes, n * d), LOAN(w.target, n), LOAN(w.prediction, n)));
    ASSAY_TRY(rows_ordered(&rep, &call, call->option[ORDER], &x));
    ASSAY_TRY(relation_code_totals(rep, call, &w.to));
    columns_scale(rep->codes, n, d, scale_of_columns(call->option), w.codes);
    if (call->option[FOREST_SCALE] == FOREST_RANKS) ASSAY_TRY(codes_ranked(rep, call, w.codes));
    assay_status status = rank_build(&codes, w.codes, n, d);
    if (status == ASSAY_OK) status = factors_fit(rep, call, &s, &codes, &w);
    rank_free(&codes);
    if (status == ASSAY_EINPUT) return call->fail(call, status, "%zu rows are more than a forest can take", rep->n);
    return status;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, d = (double)size->n_codes;
    const search s = search_new(option, size->n_codes, 1);
    const double searched = s.needed ? 0.9 * option[FOREST_FOLDS] * FOREST_KEPT : 0.0;
    double tries = 0.0;
    for (size_t t = 0; t < s.grid.n_tries; t++) tries += (double)s.tries[t];
    const double numbers = work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER); /* R3 */
    return work_sort(n) * d + work_deep(size) * numbers *
                                  (searched * work_trees(option[FOREST_TREES], n, tries, 1e9) +
                                   work_trees(option[FOREST_TREES], n, d, 1e9));
}

const relation_kind relation_forest_importance = {
    .id = "forest",
    .title = "Importance by a regression forest",
    .source = "Eastwood and Williams 2018, section 4.2",
    RELATION_PARTS,
};
