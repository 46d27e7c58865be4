/*
 * forest-classes -- importance by a classification forest
 *
 *   Each factor's value is predicted from all codes by a forest on its training rows; see forest.h for trees and
 *   importance, class_importance.h for the rows, value, totals and quality.
 *
 * Source   Breiman 2001, Machine Learning 45; Zhang et al. 2021, algorithm 6.
 * Takes    factors [M x n] by value, codes [d x n].
 * Gives    M x d shares, a factor's add up to 1 or are all 0; quality in [0, 1].
 * Cost     M * trees trees on the training rows; random.
 */
#include "class_importance.h"
#include "work.h"

OPTION_TABLE(FOREST_CLASS_OPTIONS);

static assay_status learn(const class_job *job, size_t i, double *importance, int32_t *predicted)
{
    const class_factor *f = &job->table.factor[i];
    const int root = job->option[FOREST_CLASS_FEATURES] == FEATURES_SQRT;
    const forest_plan plan = forest_of(job, job->option[FOREST_CLASS_TREES], job->option[FOREST_CLASS_DEPTH],
                                       root ? (size_t)sqrt((double)job->d) : job->d, i);
    const learning_rows rows = rows_of(f);
    return forest_classify(job->codes, f->label, f->classes, &rows, &plan, importance, predicted);
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    return class_importance(rep, call, (class_learner){ .classify = learn, .level = call->option[LEVEL] }, to);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double rows = class_rows_learnt(size, option), depth = option[FOREST_CLASS_DEPTH];
    const double tries = option[FOREST_CLASS_FEATURES] == FEATURES_SQRT ? sqrt(d) : d;
    const double lists = 2.0 * m * option[FOREST_CLASS_TREES] * rows * d; /* of a tree's rows by every code */
    const double sought = option[CLASS_SPLIT] == SPLIT_STRATIFIED && rows < 0.7 * n ? 5.0 * n * m * d : 0.0;
    /* trees of a given depth are no deeper on sparse codes; few classes are soon apart */
    const double deep = depth > 0.0 ? 1.0 : work_deep(size), few = fmin(1.0, 0.5 + 0.05 * work_values(size));
    return work_cut(n, m) + work_sort(n) * d + lists + sought +
           deep * few * m * work_trees(option[FOREST_CLASS_TREES], rows, tries, depth > 0.0 ? depth : 1e9);
}

const relation_kind relation_forest_classes = {
    .id = "forest-classes",
    .cyclic = 1,
    .split = 1,
    .title = "Importance by a classification forest",
    .source = "Zhang et al. 2021, algorithm 6",
    RELATION_PARTS,
};
