/*
 * forest-accuracy -- how well a classification forest predicts a factor from one code alone
 *
 *     value_ij = accuracy on the test rows of a forest that sees code j only      factor_total_i = code_total_j = 1,
 *     0: constant
 *
 *   Rows and labels: class_importance.h; trees: forest.h. All codes of a factor are judged on the same rows. A constant
 *   code's accuracy is that of the commonest value.
 *
 * Takes    factors [M x n] by value, codes [d x n].
 * Gives    M x d accuracies in [0, 1].
 * Cost     M * d * trees trees of one code; random.
 * R1  One raw draw of the relation's stream, after the rows, is the key; no bit depends on jobs.
 */
#include "class_importance.h"
#include "work.h"

#define OPTIONS(OPTION)                       \
    CLASS_OPTIONS(OPTION)                     \
    OPTION(ACCURACY_TREES, OPTION_TREES(100)) \
    OPTION(ACCURACY_DEPTH, OPTION_DEPTH(5))
OPTION_TABLE(OPTIONS);

static void *pair_make(void *shared)
{
    const class_job *const job = shared;
    return malloc(job->table.n * sizeof(int32_t));
}

/* task: factor i, code j */
static assay_status pair_run(void *shared, void *own, size_t task)
{
    const class_job *const job = shared;
    const class_factor *const f = &job->table.factor[task / job->d];
    const forest_plan plan = forest_of(job, job->option[ACCURACY_TREES], job->option[ACCURACY_DEPTH], 1, task);
    const learning_rows rows = rows_of(f);
    double importance;
    int32_t *const predicted = own;
    if (isnan(f->why)) return ASSAY_OK;
    ASSAY_TRY(forest_classify(&job->codes[task % job->d], f->label, f->classes, &rows, &plan, &importance, predicted));
    job->to.value[task] = forest_accuracy(f->label, predicted, f->test, f->n_test);
    return ASSAY_OK;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    static const crew_work work = { pair_make, free, pair_run, NULL };
    return class_run(rep, call, &work, rep->n_codes, &(class_job){ .d = 0 }, to);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double rows = class_rows_learnt(size, option), depth = option[ACCURACY_DEPTH];
    return work_cut(n, m) + work_sort(n) * d +
           0.25 * (1.0 + work_zeros(size)) * m * d *
               work_trees(option[ACCURACY_TREES], rows, 1.0, depth > 0.0 ? depth : 1e9);
}

const relation_kind relation_forest_accuracy = {
    .id = "forest-accuracy",
    .cyclic = 1,
    .split = 1,
    .title = "Accuracy of a forest on one code",
    .source = "Almudevar and Ortega 2025, section 6.1",
    RELATION_PARTS,
};
