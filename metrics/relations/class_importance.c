#include "class_importance.h"

#include "crew.h"
#include "forest.h"
#include "rows.h"

#include <math.h>

enum { CLASS_OPTIONS(OPTION_PLACE) };

class_plan class_plan_of(const double *option)
{
    return (class_plan){ .factor_bins = (size_t)option[FACTOR_BINS],
                         .rows = (size_t)option[CLASS_ROWS],
                         .split = (int)option[CLASS_SPLIT],
                         .constant = (int)option[CLASS_CONSTANT] };
}

double class_rows_learnt(const assay_size *size, const double *option)
{
    const size_t n = size->n;
    const double drawn = option[CLASS_ROWS] < (double)n ? option[CLASS_ROWS] : (double)n;
    if (option[CLASS_SPLIT] == SPLIT_FIRST) return (double)rows_train(n);
    if (option[CLASS_SPLIT] == SPLIT_FIFTHS) return 0.8 * (double)n;
    return 0.8 * (option[CLASS_SPLIT] == SPLIT_REPLACED ? option[CLASS_ROWS] : drawn);
}

double *class_codes(const assay_rep *rep, assay_call *call, int scale, const class_table *table)
{
    const size_t n = rep->n, d = rep->n_codes;
    double *scaled = call->alloc(call, n * d, sizeof *scaled);
    if (!scaled) return NULL;
    if (scale != CLASS_RANKS) columns_scale(rep->codes, n, d, scale ? SCALING_RAW : SCALING_MINMAX, scaled);
    else if (codes_ranked(rep, call, scaled) != ASSAY_OK) return NULL;
    if (!table->pick) return scaled;
    double *picked = call->alloc(call, table->n * d, sizeof *picked);
    for (size_t j = 0; picked && j < d; j++)
        for (size_t r = 0; r < table->n; r++) picked[j * table->n + r] = scaled[j * n + table->pick[r]];
    return picked;
}

assay_status class_totals(const assay_rep *rep, assay_call *call, class_table *table, int beyond, assay_relation *to)
{
    double *factor_total, *code_total;
    ASSAY_TRY(LEND(call, LOAN(factor_total, rep->n_factors), LOAN(code_total, rep->n_codes)));
    for (size_t i = 0; i < rep->n_factors; i++) {
        class_factor *f = &table->factor[i];
        if (beyond) /* R2 */
            f->why = call->undefined(
                call, "not-applicable",
                "a code has values that single precision cannot hold; the published code raises ValueError");
        factor_total[i] = isnan(f->why) ? f->why : f->classes > 1 ? 1.0 : 0.0;
    }
    for (size_t j = 0; j < rep->n_codes; j++)
        code_total[j] = column_is_constant(rep->codes + j * rep->n, rep->n) ? 0.0 : 1.0;
    to->factor_total = factor_total;
    to->code_total = code_total;
    return ASSAY_OK;
}

/* ------------------------------------------------------------------------------------------ the learners -- */

static void *job_make(void *shared)
{
    const class_job *const job = shared;
    return malloc(3 * job->table->n * sizeof(double));
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
        memset(job->importance + i * job->d, 0, job->d * sizeof *job->importance);
}

static assay_status job_regress(const class_job *job, size_t i, double *predicted)
{
    const class_table *t = job->table;
    const double *values = job->rep->factors + i * job->rep->n;
    double *target = predicted + t->n;
    for (size_t r = 0; r < t->n; r++) predicted[r] = values[t->pick ? t->pick[r] : r];
    columns_scale(predicted, t->n, 1, SCALING_MINMAX, target);
    const assay_status status = job->learn.regress(job, i, target, job->importance + i * job->d, predicted);
    if (status != ASSAY_OK) return status;
    const class_factor *f = &t->factor[i];
    double sum[5] = { 0 };
    for (size_t k = 0; k < f->n_test; k++) correlation_add(sum, target[f->test[k]], predicted[f->test[k]]);
    job->accuracy[i] = share_explained(f, target, predicted);
    importance_settle(job, i, chance_of_correlation(sum, (double)f->n_test));
    return status;
}

static assay_status job_run(void *shared, void *own, size_t i)
{
    const class_job *const job = shared;
    const class_factor *const f = &job->table->factor[i];
    int32_t *const predicted = own;
    if (isnan(f->why)) return ASSAY_OK;
    if (factor_is_regressed(job, i)) return job_regress(job, i, own);
    const assay_status status = job->learn.classify(job, i, job->importance + i * job->d, predicted);
    if (status != ASSAY_OK) return status;
    job->accuracy[i] = forest_accuracy(f->label, predicted, f->test, f->n_test);
    int32_t *const count = predicted + job->table->n;
    double p = 3.0 * chance_of_labels(f, predicted, count), *const sum = (double *)own + 2 * job->table->n;
    for (size_t j = 0; j < job->d && !chance_is_small(p, job->rep->n_factors, job->learn.level); j++)
        p = fmin(p, 3.0 * (double)job->d * chance_of_means(job, f, j, sum, count));
    importance_settle(job, i, p);
    return status;
}

/* ------------------------------------------------------------------------------------------- the quality -- */

/* The share of the commonest value among the test rows; negative: memory ran out. */
static double commonest_share(const class_factor *f, assay_call *call)
{
    size_t *count = call->alloc(call, f->classes, sizeof *count), most = 0;
    if (!count) return -1.0;
    for (size_t k = 0; k < f->n_test; k++) {
        const size_t here = ++count[f->label[f->test[k]]];
        if (here > most) most = here;
    }
    return (double)most / (double)f->n_test;
}

static double explained_of(const class_job *job, assay_call *call, size_t i)
{
    const double score = job->accuracy[i];
    if (isnan(score)) /* R3 */
        return call->undefined_of(call, ASSAY_PER_FACTOR, i, "constant-factor",
                                  "factor # has one value in its %zu test rows", job->table->factor[i].n_test);
    return call->option[CLASS_EXPLICITNESS] == EXPLICITNESS_RELATIVE && score < 0.0 ? 0.0 : score;
}

static assay_status qualities(const assay_rep *rep, assay_call *call, const class_job *job, double *quality)
{
    for (size_t i = 0; i < rep->n_factors; i++) {
        const class_factor *f = &job->table->factor[i];
        quality[i] = isnan(f->why) ? f->why : job->accuracy[i];
        if (isnan(f->why)) continue;
        if (factor_is_regressed(job, i)) {
            quality[i] = explained_of(job, call, i);
            continue;
        }
        if (call->option[CLASS_EXPLICITNESS] == EXPLICITNESS_ACCURACY) continue;
        const double guess = commonest_share(f, call);
        if (guess < 0.0) return ASSAY_ENOMEM;
        const double score = 1.0 - (1.0 - job->accuracy[i]) / (1.0 - guess);
        quality[i] = score > 0.0 ? score : 0.0;
        if (guess == 1.0) /* R3 */
            quality[i] = call->undefined_of(call, ASSAY_PER_FACTOR, i, "constant-factor",
                                            "factor # has one value in its %zu test rows", f->n_test);
    }
    return ASSAY_OK;
}

assay_status class_importance(const assay_rep *rep, assay_call *call, class_learner learn, assay_relation *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const class_plan plan = class_plan_of(call->option);
    double *value = call->alloc(call, m * d, sizeof *value), *quality = call->alloc(call, m, sizeof *quality);
    double *accuracy = call->alloc(call, m, sizeof *accuracy);
    class_table table;
    rank_table ranks;
    if (!value || !quality || !accuracy) return ASSAY_ENOMEM;
    assay_status status = class_table_draw(rep, call, &plan, &table);
    if (status != ASSAY_OK) return status;
    const double *codes = class_codes(rep, call, (int)call->option[CLASS_SCALE], &table);
    if (!codes) return ASSAY_ENOMEM;

    const assay_status ranked = rank_build(&ranks, codes, table.n, d);
    status = ranked == ASSAY_ENOMEM ? ranked : class_totals(rep, call, &table, ranked != ASSAY_OK, to);
    class_job job = { .rep = rep,
                      .table = &table,
                      .codes = &ranks,
                      .option = call->option,
                      .d = d,
                      .learn = learn,
                      .importance = value,
                      .accuracy = accuracy };
    if (status == ASSAY_OK && ranked == ASSAY_OK) {
        static const crew_work work = { job_make, free, job_run, NULL };
        job.key = assay_stream_raw(call->stream); /* R1 */
        status = crew_run(&work, &job, rep->n_factors, call->jobs);
    }
    if (status == ASSAY_OK) status = qualities(rep, call, &job, quality);
    rank_free(&ranks);
    to->value = value;
    to->quality = quality;
    return status;
}
