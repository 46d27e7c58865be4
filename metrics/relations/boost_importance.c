/*
 * boost -- importance by gradient-boosted trees
 *
 *   Each factor's value is predicted from all codes by boosted trees on its training rows; see boost.h for them,
 *   class_importance.h for the rows, value, totals and quality. continuous=values: a continuous factor is not cut into
 *   classes, its values are regressed (boost.h), one tree a stage.
 *
 * Source   Friedman 2001, Annals of Statistics 29; Locatello et al. 2019 (100 stages, depth 3, rate 0.1); Joshi et al.
 *          2026 (regression of continuous factors).
 * Takes    factors [M x n] by value, codes [d x n].
 * Gives    M x d shares, a factor's add up to 1 or are all 0; quality in [0, 1].
 * Cost     M * stages * values trees on the training rows; random where two codes split equally well, and by the rows.
 */
#include "boost.h"
#include "class_importance.h"
#include "work.h"

OPTION_TABLE(BOOST_OPTIONS);

static boost_plan plan_of(const class_job *job, size_t i)
{
    return (boost_plan){ .stages = (size_t)job->option[BOOST_STAGES],
                         .depth = (size_t)job->option[BOOST_DEPTH],
                         .rate = job->option[BOOST_RATE],
                         .key = tree_key(job->key, i) };
}

static assay_status learn_values(const class_job *job, size_t i, const double *target, double *importance,
                                 double *predicted)
{
    const class_factor *f = &job->table.factor[i];
    const boost_plan plan = plan_of(job, i);
    const learning_rows rows = rows_of(f);
    return boost_regress(job->codes, target, &rows, &plan, importance, predicted);
}

static assay_status learn(const class_job *job, size_t i, double *importance, int32_t *predicted)
{
    const class_factor *f = &job->table.factor[i];
    const boost_plan plan = plan_of(job, i);
    const learning_rows rows = rows_of(f);
    return boost_classify(job->codes, f->label, f->classes, &rows, &plan, importance, predicted);
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const int values = call->option[BOOST_CONTINUOUS] == BOOST_VALUES;
    return class_importance(rep, call, (class_learner){ learn, values ? learn_values : NULL, call->option[LEVEL] }, to);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double rows = class_rows_learnt(size, option);
    const double trees = option[BOOST_STAGES] * (option[BOOST_CONTINUOUS] == BOOST_VALUES ? 1.0 : work_values(size));
    return work_cut(n, m) + work_sort(n) * d +
           work_deep(size) * m * trees * (rows + 600.0) * option[BOOST_DEPTH] * d; /* 600: a tree of few rows */
}

const relation_kind relation_boost_importance = {
    .id = "boost",
    .split = 1,
    .title = "Importance by gradient-boosted trees",
    .source = "Friedman 2001, Annals of Statistics 29",
    RELATION_PARTS,
};
