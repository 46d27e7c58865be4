#include "forest.h"

#include "crew.h"
#include "folds.h"
#include "lanes.h"
#include "lend.h"
#include "race.h"
#include "tree.h"

#include <math.h>

size_t forest_tries(double share, size_t d)
{
    const double tries = floor(share * (double)d);
    if (!(tries >= 1)) return 1;
    return tries < (double)d ? (size_t)tries : d;
}

/* ------------------------------------------------------------------------------------------- shared parts -- */

/* One thread's memory. */
typedef struct forest_own {
    tree_space *space;
    uint32_t *weight, *rows; /* [n] */
    double *sum;             /* [blocks*n] by row */
    double *importance;      /* [d] */
    size_t splits;
    /* grid: the settings of this run, and those of them that are still grown */
    size_t *place, *depths, n_places, n_depths;
    double *error, *limit, promise; /* [n_places] see race.h */
} forest_own;

static void own_drop(void *memory)
{
    tree_space_free(((forest_own *)memory)->space);
    free(memory);
}

/* depths: settings of the grid. */
static forest_own *own_make(const rank_table *codes, size_t classes, size_t blocks, size_t depths)
{
    const size_t n = codes->n;
    forest_own own = { .space = tree_space_new(codes, classes) };
    forest_own *const made = LEND_ROOM(own, LOAN(own.weight, n), LOAN(own.rows, n), LOAN(own.sum, blocks * n),
                                       LOAN(own.importance, codes->d), LOAN(own.place, depths),
                                       LOAN(own.depths, depths), LOAN(own.error, depths), LOAN(own.limit, depths));
    if (made && own.space) return made;
    tree_space_free(own.space);
    free(made);
    return NULL;
}

/* Draws n_rows of the rows with replacement: weight[row] counts how often. Two draws per random word. */
static void bootstrap(uint64_t key, const uint32_t *rows, size_t n_rows, size_t n, uint32_t *weight)
{
    memset(weight, 0, n * sizeof *weight);
    for (size_t i = 0; i < n_rows; i += 2) {
        const uint64_t word = tree_key(key, i);
        weight[rows[(size_t)((word >> 32) * (uint64_t)n_rows >> 32)]]++;
        if (i + 1 < n_rows) weight[rows[(size_t)((word & UINT32_MAX) * (uint64_t)n_rows >> 32)]]++;
    }
}

/* Sums become shares; false where there is nothing to share. */
static int shares(double *value, size_t count)
{
    double total = 0;
    for (size_t j = 0; j < count; j++) total += value[j];
    if (!(total > 0)) return 0;
    for (size_t j = 0; j < count; j++) value[j] /= total;
    return 1;
}

/* --------------------------------------------------------------------------------------------------- grid -- */

typedef struct grid_job {
    const rank_table *codes;
    const double *target;
    const forest_grid *grid;
    const uint32_t *q;
    tree_scale scale;
    double low, high; /* no leaf's value lies outside */
    race race;        /* a lane is a number of tries, a place in it a depth */
    double *begun;    /* [lanes * n_depths * rows of fold 0] what the first tree of each lane gives; NULL: not grown */
} grid_job;

static void *grid_make(void *shared)
{
    const grid_job *const job = shared;
    return own_make(job->codes, 0, job->grid->n_depths, job->grid->n_depths);
}

static size_t grid_pick(void *shared, void *memory)
{
    grid_job *const job = shared;
    forest_own *const own = memory;
    const size_t run = race_next(&job->race);
    if (run == RACE_OVER) return CREW_NOTHING;
    const size_t lane = run / job->grid->folds;
    own->n_places = own->n_depths = race_left(&job->race, lane, own->place);
    for (size_t k = 0; k < own->n_depths; k++) {
        own->depths[k] = job->grid->depths[own->place[k]];
        own->limit[k] = race_limit(&job->race, lane, own->place[k]);
    }
    return run;
}

/* The held-out rows and the others of a fold. */
typedef struct grid_rows {
    size_t fold, begin, count, n_train;
} grid_rows;

static grid_rows grid_fold(const grid_job *job, forest_own *own, size_t fold)
{
    const size_t n = job->codes->n, folds = job->grid->folds;
    const size_t begin = folds_begin(n, folds, fold), count = folds_begin(n, folds, fold + 1) - begin;
    for (size_t s = 0; s < count; s++) own->rows[s] = (uint32_t)(begin + s);
    tree_space_follow(own->space, own->rows, count);
    for (size_t s = 0; s < n - count; s++) own->rows[s] = (uint32_t)(s < begin ? s : s + count);
    for (size_t k = 0; k < own->n_depths; k++) memset(own->sum + k * n + begin, 0, count * sizeof *own->sum);
    return (grid_rows){ fold, begin, count, n - count };
}

/* Grows tree t of one fold and one number of tries, down to the deepest setting left. */
static assay_status grid_grow(const grid_job *job, forest_own *own, const grid_rows *rows, size_t tries, size_t t)
{
    const uint64_t key = tree_key(tree_key(tree_key(job->grid->key, rows->fold), tries), t);
    bootstrap(tree_key(key, 0), own->rows, rows->n_train, job->codes->n, own->weight);
    tree_space_rows(own->space, own->weight);
    tree_space_target(own->space, job->q, job->scale);
    tree_request request = { .tries = tries,
                             .depth = own->depths[own->n_depths - 1],
                             .key = tree_key(key, 1),
                             .depths = own->depths,
                             .n_depths = own->n_depths,
                             .sum = own->sum };
    return tree_grow(own->space, &request);
}

/* The share of a fold's rows in the mean squared error over the folds, of setting k when `trees` are grown. */
static double grid_error(const grid_job *job, const forest_own *own, const grid_rows *rows, size_t k, size_t trees)
{
    const double *const sum = own->sum + k * job->codes->n + rows->begin, *const target = job->target + rows->begin;
    double squares = 0;
    for (size_t s = 0; s < rows->count; s++) {
        const double miss = sum[s] / (double)trees - target[s];
        squares += miss * miss;
    }
    return squares / (double)rows->count / (double)job->grid->folds;
}

/* What that error cannot fall below, whatever the other `open` trees of the forest give: values between low and high.
 * Rounding moves it by far less than what is taken off in the end. */
WIDE
static double grid_least(const grid_job *job, const forest_own *own, const grid_rows *rows, size_t k, size_t open)
{
    const double *const sum = own->sum + k * job->codes->n + rows->begin, *const target = job->target + rows->begin;
    const double share = 1.0 / (double)job->grid->trees, low = (double)open * job->low, high = (double)open * job->high;
    const lanes none = LANES_ALL(0.0);
    lanes squares = none;
    for (size_t s = 0; s + LANES <= rows->count; s += LANES) {
        const lanes given = *(const lanes *)(sum + s), wanted = *(const lanes *)(target + s);
        const lanes above = (given + low) * share - wanted, below = wanted - (given + high) * share;
        lanes miss = LANES_MAX(above, below); /* at most one of both is above 0 */
        miss = LANES_MAX(miss, none);
        squares += miss * miss;
    }
    return LANES_SUM(squares) / (double)rows->count / (double)job->grid->folds * (1.0 - 1e-9);
}

/* Settings that cannot be chosen any more are given up, the deepest first: a shallower one is grown on the way. */
static void grid_give_up(const grid_job *job, forest_own *own, const grid_rows *rows, size_t open)
{
    while (own->n_depths > 0) {
        const size_t k = own->n_depths - 1;
        if (own->limit[k] == INFINITY) return;
        own->error[k] = grid_least(job, own, rows, k, open);
        if (!(own->error[k] > own->limit[k])) return;
        own->n_depths--;
    }
}

static double *grid_begun(const grid_job *job, size_t lane, size_t place)
{
    const size_t rows = folds_begin(job->codes->n, job->grid->folds, 1);
    return job->begun + (lane * job->grid->n_depths + place) * rows;
}

/* One fold and one number of tries; every depth that is left is scored on the way. */
static assay_status grid_run(void *shared, void *memory, size_t task)
{
    const grid_job *const job = shared;
    forest_own *const own = memory;
    const size_t lane = task / job->grid->folds, trees = job->grid->trees;
    const grid_rows rows = grid_fold(job, own, task % job->grid->folds);
    const size_t grown = rows.fold == 0 && job->begun;
    for (size_t k = 0; k < own->n_depths && grown; k++)
        memcpy(own->sum + k * job->codes->n, grid_begun(job, lane, own->place[k]), rows.count * sizeof *own->sum);
    if (grown) grid_give_up(job, own, &rows, trees - grown);
    for (size_t t = grown; t < trees && own->n_depths > 0; t++) {
        ASSAY_TRY(grid_grow(job, own, &rows, job->grid->tries[lane], t));
        if (t + 1 < trees) grid_give_up(job, own, &rows, trees - 1 - t);
    }
    for (size_t k = 0; k < own->n_depths; k++) own->error[k] = grid_error(job, own, &rows, k, trees);
    return ASSAY_OK;
}

/* The first tree of a lane on the first fold. */
static assay_status first_run(void *shared, void *memory, size_t lane)
{
    const grid_job *const job = shared;
    forest_own *const own = memory;
    own->n_depths = job->grid->n_depths;
    memcpy(own->depths, job->grid->depths, own->n_depths * sizeof *own->depths);
    const grid_rows rows = grid_fold(job, own, 0);
    const assay_status status = grid_grow(job, own, &rows, job->grid->tries[lane], 0);
    for (size_t k = 0; k < own->n_depths && status == ASSAY_OK; k++)
        memcpy(grid_begun(job, lane, k), own->sum + k * job->codes->n, rows.count * sizeof *own->sum);
    own->promise = grid_error(job, own, &rows, 0, 1);
    for (size_t k = 1; k < own->n_depths; k++) {
        const double error = grid_error(job, own, &rows, k, 1);
        if (error < own->promise) own->promise = error;
    }
    return status;
}

static void first_gather(void *shared, void *memory, size_t lane)
{
    grid_job *const job = shared;
    const forest_own *const own = memory;
    race_promise(&job->race, lane, own->promise);
}

static void grid_gather(void *shared, void *memory, size_t task)
{
    grid_job *const job = shared;
    const forest_own *const own = memory;
    race_know(&job->race, task, own->place, own->error, own->n_places);
}

/* One tree a lane says which of them to run first: the best one had better be complete when others are begun. */
static assay_status grid_first(grid_job *job)
{
    static const crew_work work = { grid_make, own_drop, first_run, first_gather };
    const forest_grid *const grid = job->grid;
    const size_t rows = folds_begin(job->codes->n, grid->folds, 1);
    if (grid->n_tries == 1 || job->race.every) return ASSAY_OK;
    job->begun = malloc(grid->n_tries * grid->n_depths * rows * sizeof *job->begun);
    if (!job->begun) return ASSAY_ENOMEM;
    return crew_run(&work, job, grid->n_tries, grid->jobs);
}

static assay_status grid_check(const rank_table *codes, const forest_grid *grid)
{
    if (grid->folds < 2 || grid->folds > codes->n || grid->trees == 0) return ASSAY_EINPUT;
    if (grid->n_depths == 0 || grid->n_tries == 0) return ASSAY_EINPUT;
    for (size_t c = 1; c < grid->n_depths; c++)
        if (grid->depths[c] <= grid->depths[c - 1]) return ASSAY_EINPUT;
    for (size_t t = 0; t < grid->n_tries; t++)
        if (grid->tries[t] < 1 || grid->tries[t] > codes->d) return ASSAY_EINPUT;
    return ASSAY_OK;
}

assay_status forest_grid_search(const rank_table *codes, const double *target, const forest_grid *grid,
                                forest_choice *best, double *mse)
{
    static const crew_work work = { grid_make, own_drop, grid_run, grid_gather };
    assay_status status = grid_check(codes, grid);
    if (status != ASSAY_OK) return status;
    uint32_t *const q = malloc(codes->n * sizeof *q);
    grid_job job = { .codes = codes, .target = target, .grid = grid, .q = q };
    status = race_new(&job.race, grid->n_tries, grid->n_depths, grid->folds, mse != NULL);
    if (!q) status = ASSAY_ENOMEM;
    if (status == ASSAY_OK && !tree_scale_target(target, codes->n, codes->n, &job.scale, q)) status = ASSAY_EINPUT;
    if (status == ASSAY_OK) {
        uint32_t most = 0;
        for (size_t s = 0; s < codes->n; s++) most = q[s] > most ? q[s] : most;
        job.low = job.scale.base - job.scale.unit; /* a unit more than rounding can do */
        job.high = job.scale.base + job.scale.unit * ((double)most + 1.0);
        status = grid_first(&job);
    }
    const size_t runs = grid->folds * grid->n_tries;
    if (status == ASSAY_OK) status = crew_run_picked(&work, grid_pick, &job, grid->jobs < runs ? grid->jobs : runs);
    if (status == ASSAY_OK)
        *best = (forest_choice){ grid->depths[job.race.best % grid->n_depths],
                                 grid->tries[job.race.best / grid->n_depths], job.race.bound[job.race.best] };
    if (status == ASSAY_OK && mse) memcpy(mse, job.race.bound, grid->n_tries * grid->n_depths * sizeof *mse);
    race_free(&job.race);
    free(job.begun);
    free(q);
    return status;
}

/* ------------------------------------------------------------------------------------------ one forest -- */

typedef struct fit_job {
    const rank_table *codes;
    const forest_plan *plan;
    size_t classes;    /* 0: regression */
    const uint32_t *q; /* regression */
    tree_scale scale;
    const int32_t *label; /* classification */
    const uint32_t *train, *follow;
    size_t n_train, n_follow, trees_split;
    double *importance, *sum; /* [d], [n * width] */
} fit_job;

/* One thread: trees come in their order, and each adds one value to a row, so all add to the same sum. */
static int alone(const fit_job *job) { return job->plan->jobs <= 1; }

static void *fit_make(void *shared)
{
    const fit_job *const job = shared;
    const size_t width = job->classes ? job->classes : 1;
    forest_own *const own = own_make(job->codes, job->classes, alone(job) ? 0 : width, 0);
    if (own) tree_space_follow(own->space, job->follow, job->n_follow);
    return own;
}

static assay_status fit_run(void *shared, void *memory, size_t task)
{
    const fit_job *const job = shared;
    forest_own *const own = memory;
    const size_t n = job->codes->n, width = job->classes ? job->classes : 1;
    const uint64_t key = tree_key(job->plan->key, task);
    memset(own->importance, 0, job->codes->d * sizeof *own->importance);
    if (!alone(job)) memset(own->sum, 0, width * n * sizeof *own->sum);
    bootstrap(tree_key(key, 0), job->train, job->n_train, n, own->weight);
    tree_space_rows(own->space, own->weight);
    if (job->classes) tree_space_labels(own->space, job->label);
    else tree_space_target(own->space, job->q, job->scale);
    tree_request request = { .tries = job->plan->tries,
                             .depth = job->plan->depth,
                             .key = tree_key(key, 1),
                             .depths = &job->plan->depth,
                             .n_depths = 1,
                             .sum = alone(job) ? job->sum : own->sum,
                             .importance = own->importance };
    const assay_status status = tree_grow(own->space, &request);
    own->splits = request.splits;
    return status;
}

static void fit_gather(void *shared, void *memory, size_t task)
{
    fit_job *const job = shared;
    forest_own *const own = memory;
    const size_t width = job->classes ? job->classes : 1;
    (void)task;
    for (size_t k = 0; k < job->codes->n * width && !alone(job); k++) job->sum[k] += own->sum[k];
    if (own->splits == 0) return;
    job->trees_split++;
    shares(own->importance, job->codes->d);
    for (size_t j = 0; j < job->codes->d; j++) job->importance[j] += own->importance[j];
}

static assay_status fit_forest(fit_job *job)
{
    static const crew_work work = { fit_make, own_drop, fit_run, fit_gather };
    memset(job->importance, 0, job->codes->d * sizeof *job->importance);
    const assay_status status = crew_run(&work, job, job->plan->trees, job->plan->jobs);
    if (status == ASSAY_OK) shares(job->importance, job->codes->d); /* R3: all 0 stay 0 */
    return status;
}

static int plan_fits(const rank_table *codes, const forest_plan *plan)
{
    return plan->trees > 0 && plan->tries >= 1 && plan->tries <= codes->d;
}

assay_status forest_fit(const rank_table *codes, const double *target, const forest_plan *plan, double *importance,
                        double *prediction)
{
    const size_t n = codes->n;
    if (!plan_fits(codes, plan)) return ASSAY_EINPUT;
    uint32_t *q = NULL, *all = NULL;
    double *sum = NULL;
    void *const block = LEND_BLOCK(LOAN(q, n), LOAN(all, n), LOAN(sum, n));
    fit_job job = { .codes = codes,
                    .plan = plan,
                    .q = q,
                    .train = all,
                    .follow = all,
                    .n_train = n,
                    .n_follow = prediction ? n : 0,
                    .importance = importance,
                    .sum = sum };
    assay_status status = block ? ASSAY_OK : ASSAY_ENOMEM;
    if (status == ASSAY_OK) {
        for (size_t s = 0; s < n; s++) all[s] = (uint32_t)s;
        status = tree_scale_target(target, n, n, &job.scale, q) ? fit_forest(&job) : ASSAY_EINPUT;
    }
    for (size_t s = 0; s < n && prediction && status == ASSAY_OK; s++) prediction[s] = sum[s] / (double)plan->trees;
    free(block);
    return status;
}

static int labels_fit(const int32_t *label, const uint32_t *rows, size_t count, size_t n, size_t classes)
{
    for (size_t k = 0; k < count; k++)
        if (rows[k] >= n || label[rows[k]] < 0 || (size_t)label[rows[k]] >= classes) return 0;
    return 1;
}

static void classes_pick(const fit_job *job, int32_t *predicted)
{
    for (size_t s = 0; s < job->codes->n; s++) predicted[s] = -1;
    for (size_t k = 0; k < job->n_follow; k++) {
        const double *const sum = job->sum + job->follow[k] * job->classes;
        size_t best = 0;
        for (size_t c = 1; c < job->classes; c++)
            if (sum[c] > sum[best]) best = c;
        predicted[job->follow[k]] = (int32_t)best;
    }
}

assay_status forest_classify(const rank_table *codes, const int32_t *label, size_t classes, const learning_rows *rows,
                             const forest_plan *plan, double *importance, int32_t *predicted)
{
    const size_t n = codes->n;
    if (!plan_fits(codes, plan) || rows->n_train == 0 || classes == 0) return ASSAY_EINPUT;
    if (!labels_fit(label, rows->train, rows->n_train, n, classes) ||
        !labels_fit(label, rows->test, rows->n_test, n, classes))
        return ASSAY_EINPUT;
    fit_job job = { .codes = codes,
                    .plan = plan,
                    .classes = classes,
                    .label = label,
                    .train = rows->train,
                    .follow = rows->test,
                    .n_train = rows->n_train,
                    .n_follow = rows->n_test,
                    .importance = importance };
    double *const sum = calloc(n * classes, sizeof *sum);
    job.sum = sum;
    const assay_status status = sum ? fit_forest(&job) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) classes_pick(&job, predicted);
    free(sum);
    return status;
}

double forest_accuracy(const int32_t *label, const int32_t *predicted, const uint32_t *rows, size_t n_rows)
{
    size_t right = 0;
    for (size_t k = 0; k < n_rows; k++) right += label[rows[k]] == predicted[rows[k]];
    return n_rows ? (double)right / (double)n_rows : NAN;
}
