#include "class_importance.h"

#include "rows.h"

enum { CLASS_OPTIONS(OPTION_PLACE) };

double class_rows_learnt(const assay_size *size, const double *option)
{
    const size_t n = size->n;
    const double drawn = option[CLASS_ROWS] < (double)n ? option[CLASS_ROWS] : (double)n;
    if (option[CLASS_SPLIT] == SPLIT_FIRST) return (double)rows_train(n);
    if (option[CLASS_SPLIT] == SPLIT_FIFTHS) return 0.8 * (double)n;
    return 0.8 * (option[CLASS_SPLIT] == SPLIT_REPLACED ? option[CLASS_ROWS] : drawn);
}

static assay_status class_codes(const assay_rep *rep, assay_call *call, const class_table *table, const double **to)
{
    const size_t n = rep->n, d = rep->n_codes;
    const int scale = (int)call->option[CLASS_SCALE];
    double *scaled, *picked;
    ASSAY_TRY(LEND(call, LOAN(scaled, n * d)));
    *to = scaled;
    if (scale == CLASS_RANKS) ASSAY_TRY(codes_ranked(rep, call, scaled));
    else columns_scale(rep->codes, n, d, scale == CLASS_NONE ? SCALING_RAW : SCALING_MINMAX, scaled);
    if (!table->pick) return ASSAY_OK;
    ASSAY_TRY(LEND(call, LOAN(picked, table->n * d)));
    for (size_t j = 0; j < d; j++)
        for (size_t r = 0; r < table->n; r++) picked[j * table->n + r] = scaled[j * n + table->pick[r]];
    *to = picked;
    return ASSAY_OK;
}

/* R2 where `beyond`. */
static assay_status class_totals(const assay_rep *rep, assay_call *call, class_job *job, int beyond)
{
    for (size_t i = 0; i < rep->n_factors; i++) {
        class_factor *f = &job->table.factor[i];
        if (beyond)
            f->why = call->undefined(
                call, "not-applicable",
                "a code has values that single precision cannot hold; the published code raises ValueError");
        job->to.factor_total[i] = isnan(f->why) ? f->why : f->classes > 1 ? 1.0 : 0.0;
    }
    return relation_code_totals(rep, call, &job->to);
}

/* ------------------------------------------------------------------------------------------ the learners -- */

static void *job_make(void *shared)
{
    const class_job *const job = shared;
    return malloc(3 * job->table.n * sizeof(double));
}

static int factor_is_regressed(const class_job *job, size_t i) { return job->learn.regress && !job->rep->levels[i]; }

/* NaN where the test rows have one value. */
static double share_explained(const class_factor *f, const double *target, const double *predicted)
{
    double mean = 0.0, squares = 0.0, errors = 0.0;
    for (size_t k = 0; k < f->n_test; k++) mean += target[f->test[k]] / (double)f->n_test;
    for (size_t k = 0; k < f->n_test; k++) {
        const double off = target[f->test[k]] - mean, error = target[f->test[k]] - predicted[f->test[k]];
        squares += off * off, errors += error * error;
    }
    return squares > 0.0 ? 1.0 - errors / squares : (double)NAN;
}

/* R5: of sums of x, y, xx, yy, xy over n rows */
static double chance_of_correlation(const double *sum, double n)
{
    const double xx = sum[2] - sum[0] * sum[0] / n, yy = sum[3] - sum[1] * sum[1] / n;
    return xx > 0.0 && yy > 0.0 ? chance_of_normal((sum[4] - sum[0] * sum[1] / n) * sqrt((n - 1.0) / (xx * yy))) : 1.0;
}

static void correlation_add(double *sum, double x, double y)
{
    sum[0] += x, sum[1] += y, sum[2] += x * x, sum[3] += y * y, sum[4] += x * y;
}

/* Of n rows `equal` or more, each by this chance. */
static double chance_of_equal(size_t n, size_t equal, double each)
{
    double p = equal ? 0.0 : 1.0, term = (double)n * log1p(-each);
    for (size_t k = 1; k <= n && each > 0.0 && each < 1.0; k++) {
        term += log((double)(n - k + 1) / (double)k * each / (1.0 - each));
        if (k >= equal) p += exp(term);
    }
    return each > 0.0 && each < 1.0 ? p : 1.0;
}

/* count: room for two counts of every class */
static double chance_of_labels(const class_factor *f, const int32_t *predicted, int32_t *count)
{
    const double n = (double)f->n_test;
    double sum[5] = { 0 }, each = 0.0;
    size_t equal = 0;
    memset(count, 0, 2 * f->classes * sizeof *count);
    for (size_t k = 0; k < f->n_test; k++) {
        const int32_t label = f->label[f->test[k]], guess = predicted[f->test[k]];
        correlation_add(sum, label, guess);
        count[2 * label]++, count[2 * guess + 1]++, equal += label == guess;
    }
    for (size_t c = 0; c < f->classes; c++) each += count[2 * c] / n * (count[2 * c + 1] / n);
    return fmin(chance_of_correlation(sum, n), chance_of_equal(f->n_test, equal, each));
}

/* That the labels' means of code j are as far apart, by Kruskal and Wallis. sum, count: room for one of every class */
static double chance_of_means(const class_job *job, const class_factor *f, size_t j, double *sum, int32_t *count)
{
    const size_t n = f->n_train + f->n_test;
    double mean = 0.0, squares = 0.0, between = 0.0;
    memset(sum, 0, f->classes * sizeof *sum);
    memset(count, 0, f->classes * sizeof *count);
    for (int again = 0; again < 2; again++)
        for (size_t k = 0; k < n; k++) {
            const size_t row = k < f->n_train ? f->train[k] : f->test[k - f->n_train];
            const double x = (double)job->codes->value[row * job->d + j];
            if (!again) mean += x / (double)n;
            else squares += (x - mean) * (x - mean), sum[f->label[row]] += x - mean, count[f->label[row]]++;
        }
    for (size_t c = 0; c < f->classes; c++) between += sum[c] * sum[c] / count[c];
    return squares > 0.0 && f->classes > 1
               ? chance_of_square((double)(n - 1) * between / squares, (double)(f->classes - 1))
               : 1.0;
}

/* R5 */
static void importance_settle(const class_job *job, size_t i, double p)
{
    if (!chance_is_small(p, job->rep->n_factors, job->learn.level))
        memset(job->to.value + i * job->d, 0, job->d * sizeof *job->to.value);
}

static assay_status job_regress(const class_job *job, size_t i, double *predicted)
{
    const class_table *t = &job->table;
    const double *values = job->rep->factors + i * job->rep->n;
    double *target = predicted + t->n;
    for (size_t r = 0; r < t->n; r++) predicted[r] = values[t->pick ? t->pick[r] : r];
    columns_scale(predicted, t->n, 1, SCALING_MINMAX, target);
    ASSAY_TRY(job->learn.regress(job, i, target, job->to.value + i * job->d, predicted));
    const class_factor *f = &t->factor[i];
    double sum[5] = { 0 };
    for (size_t k = 0; k < f->n_test; k++) correlation_add(sum, target[f->test[k]], predicted[f->test[k]]);
    job->to.quality[i] = share_explained(f, target, predicted);
    importance_settle(job, i, chance_of_correlation(sum, (double)f->n_test));
    return ASSAY_OK;
}

static assay_status job_run(void *shared, void *own, size_t i)
{
    const class_job *const job = shared;
    const class_factor *const f = &job->table.factor[i];
    int32_t *const predicted = own;
    if (isnan(f->why)) return ASSAY_OK;
    if (factor_is_regressed(job, i)) return job_regress(job, i, own);
    ASSAY_TRY(job->learn.classify(job, i, job->to.value + i * job->d, predicted));
    job->to.quality[i] = forest_accuracy(f->label, predicted, f->test, f->n_test);
    int32_t *const count = predicted + job->table.n;
    double p = 3.0 * chance_of_labels(f, predicted, count), *const sum = (double *)own + 2 * job->table.n;
    for (size_t j = 0; j < job->d && !chance_is_small(p, job->rep->n_factors, job->learn.level); j++)
        p = fmin(p, 3.0 * (double)job->d * chance_of_means(job, f, j, sum, count));
    importance_settle(job, i, p);
    return ASSAY_OK;
}

/* ------------------------------------------------------------------------------------------- the quality -- */

/* The share of the commonest value among the test rows. */
static assay_status commonest_share(const class_factor *f, assay_call *call, double *to)
{
    size_t *count, most = 0;
    ASSAY_TRY(LEND(call, LOAN(count, f->classes)));
    for (size_t k = 0; k < f->n_test; k++) {
        const size_t here = ++count[f->label[f->test[k]]];
        if (here > most) most = here;
    }
    *to = (double)most / (double)f->n_test;
    return ASSAY_OK;
}

static assay_status qualities(const assay_rep *rep, assay_call *call, const class_job *job)
{
    const int relative = call->option[CLASS_EXPLICITNESS] == EXPLICITNESS_RELATIVE;
    for (size_t i = 0; i < rep->n_factors; i++) {
        const class_factor *f = &job->table.factor[i];
        double guess = 0.0, score = isnan(f->why) ? f->why : job->to.quality[i];
        if (relative && !isnan(f->why) && !factor_is_regressed(job, i)) {
            ASSAY_TRY(commonest_share(f, call, &guess));
            score = 1.0 - (1.0 - score) / (1.0 - guess);
        }
        if (!isnan(f->why) && (isnan(score) || guess == 1.0)) /* R3 */
            score =
                FACTOR_UNDEFINED(call, i, "constant-factor", "factor # has one value in its %zu test rows", f->n_test);
        job->to.quality[i] = relative && score <= 0.0 ? 0.0 : score;
    }
    return ASSAY_OK;
}

assay_status class_run(const assay_rep *rep, assay_call *call, const crew_work *work, size_t tables, class_job *job,
                       assay_relation *to)
{
    const size_t d = rep->n_codes;
    const double *codes;
    rank_table *ranks;
    assay_status ranked = ASSAY_OK;
    ASSAY_TRY(relation_lend(call, to, &job->to));
    ASSAY_TRY(LEND(call, LOAN(ranks, tables)));
    ASSAY_TRY(class_table_draw(rep, call, &job->table));
    ASSAY_TRY(class_codes(rep, call, &job->table, &codes));
    job->rep = rep, job->codes = ranks, job->option = call->option, job->d = d;
    const size_t n = job->table.n;
    for (size_t k = 0; k < tables && ranked == ASSAY_OK; k++)
        ranked = rank_build(&ranks[k], codes + k * n, n, d / tables);
    job->key = assay_stream_raw(call->stream); /* R1 */
    assay_status status = ranked == ASSAY_ENOMEM ? ranked : class_totals(rep, call, job, ranked != ASSAY_OK);
    if (status == ASSAY_OK && ranked == ASSAY_OK) status = crew_run(work, job, rep->n_factors * tables, call->jobs);
    for (size_t k = 0; k < tables; k++) rank_free(&ranks[k]);
    return status;
}

assay_status class_importance(const assay_rep *rep, assay_call *call, class_learner learn, assay_relation *to)
{
    static const crew_work work = { job_make, free, job_run, NULL };
    class_job job = { .learn = learn };
    ASSAY_TRY(class_run(rep, call, &work, 1, &job, to));
    to->quality = job.to.quality;
    return qualities(rep, call, &job);
}
