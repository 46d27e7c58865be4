/* Pairs of runs of a method. */
#include "consistency.h"

#include "growing.h"
#include "moments.h"
#include "orders.h"
#include "owned.h"
#include "resample.h"
#include "student.h"
#include "wording.h"

enum { MANY_SHUFFLES = 99, FEW_SHUFFLES = 19 };
#define MINUTE 1e11 /* products */

/* The codes of one model, or its directions: codes are NULL where they are sparse, directions where there are none. */
typedef struct run {
    const study_entry *of;
    uint64_t set;
    const char *order;
    size_t n, d, dims;
    double *codes, *directions, *spread; /* spread: of directions of chance */
} run;

static void run_free(run *r)
{
    free(r->codes);
    free(r->directions);
    free(r->spread);
}

static const char *seed_of(const run *r)
{
    const char *text = study_entry_text(r->of, "seed");
    return text ? text : r->of->path;
}

static int by_group(const void *a, const void *b)
{
    const run *x = a, *y = b;
    const int groups = strcmp(x->of->group, y->of->group);
    if (groups) return groups;
    const char *const data[] = { study_entry_text(x->of, "data"), study_entry_text(y->of, "data") };
    const int names = data[0] && data[1] ? strcmp(data[0], data[1]) : 0;
    if (names) return names;
    if (x->set != y->set) return x->set < y->set ? -1 : 1;
    const int seeds = strcmp(seed_of(x), seed_of(y));
    return seeds ? seeds : order_compare(y->order, x->order); /* the last checkpoint first */
}

static assay_status read_run(const study_entry *e, const char *kinds, run *to, int *is_sparse, assay_error *err)
{
    FREED(assay_data_free) assay_data data = { .keeps_sparse = 1 };
    FREED(resample_set_free) resample_set set = { 0 };
    size_t tables;
    const char *order = study_entry_text(e, "order");
    *to = (run){ .of = e };
    ASSAY_TRY(study_entry_read(e, kinds, &data, &tables, NULL, 0, err));
    const assay_rep rep = assay_data_view(&data);
    *is_sparse = !data.codes && !data.directions;
    ASSAY_TRY(resample_set_make(&rep, study_entry_text(e, "data"), NULL, &set));
    *to = (run){ e,
                 set.name,
                 order ? order : "",
                 rep.n,
                 rep.n_codes,
                 rep.dims,
                 given(&data.codes),
                 given(&data.directions),
                 given(&set.spread) };
    return ASSAY_OK;
}

/* What a run would have by chance: directions, or its codes in another order of rows; to: as many numbers. */
static assay_status draw_chance(const run *of, int by_directions, uint32_t shuffle, double *to)
{
    assay_stream stream;
    const assay_rep rep = { .dims = of->dims, .n_codes = of->d };
    const uint32_t entropy[] = { shuffle, (uint32_t)(by_directions ? of->d : of->n) };
    assay_stream_seed_words(&stream, entropy, 2, NULL, 0);
    if (by_directions) {
        random_directions_draw(of->spread, &rep, &stream, to);
        return ASSAY_OK;
    }
    OWNED size_t *row = zeroed(of->n, sizeof *row);
    if (!row) return ASSAY_ENOMEM;
    assay_stream_permutation(&stream, row, of->n);
    for (size_t j = 0; j < of->d; j++)
        for (size_t s = 0; s < of->n; s++) to[j * of->n + s] = of->codes[j * of->n + row[s]];
    return ASSAY_OK;
}

/* The score of a metric that compares the sides of a pair; shuffle 0: as they are. */
static assay_status agree(const run *x, const run *y, int by_directions, uint32_t shuffle, unsigned jobs, double *to,
                          assay_error *err)
{
    const size_t most = x->d > y->d ? x->d : y->d, n = by_directions ? 2 : x->n;
    FREED(assay_scores_free) assay_scores scores = { 0 };
    OWNED double *ones = zeroed(2 * most, sizeof *ones);
    OWNED double *drawn = shuffle ? zeroed(y->d * (by_directions ? y->dims : n), sizeof *drawn) : NULL;
    if (!ones || (shuffle && !drawn)) return ASSAY_ENOMEM;
    if (shuffle) ASSAY_TRY(draw_chance(y, by_directions, shuffle, drawn));
    for (size_t k = 0; k < 2 * most; k++) ones[k] = 1.0;
    assay_rep pair = { .abi = ASSAY_ABI, .n = n, .n_factors = x->d, .n_codes = y->d, .truth = { NAN, NAN, NAN } };
    pair.factors = by_directions ? ones : x->codes;
    pair.codes = by_directions ? ones : shuffle ? drawn : y->codes;
    if (by_directions) {
        pair.dims = x->dims;
        pair.directions = shuffle ? drawn : y->directions;
        pair.true_directions = x->directions;
    }
    const char *metric = by_directions ? "mcc-directions" : "mcc";
    ASSAY_TRY(assay_score_all(&pair, metric, 0, "", "", jobs ? jobs : 1, &scores, err));
    *to = scores.at[0].overall.value;
    return ASSAY_OK;
}

/* Of the sums over pairs, as they are and shuffled, and without each run in turn: the mean, its chance and interval. */
static void settle(const double *sum, const double *without, consistency *to)
{
    const double runs = (double)to->runs, pairs = (double)to->pairs, range[2] = { 0, 1 };
    size_t as_good = 0;
    moments shuffles = { 0 }, left = { 0 };
    double ends[2];
    for (size_t b = 1; b <= to->shuffles; b++) {
        as_good += sum[b] >= sum[0];
        moments_add(&shuffles, sum[b] / pairs);
    }
    to->value = sum[0] / pairs;
    to->chance = moments_mean(&shuffles);
    to->p = isnan(to->value) ? NAN : (double)(1 + as_good) / (double)(1 + to->shuffles);
    if (to->runs < 3) return;
    for (size_t r = 0; r < to->runs; r++) moments_add(&left, without[r] / ((runs - 1) * (runs - 2) / 2));
    const double error = sqrt((runs - 1) / runs * left.square);
    student_interval(to->value, student_quantile(0.975, runs - 1) * error, range, ends);
    to->low = ends[0], to->high = ends[1];
}

/* of[n]: the runs of one method. */
static assay_status compare(const run *of, size_t n, unsigned jobs, consistency *to, assay_error *err)
{
    double sum[1 + MANY_SHUFFLES] = { 0 }, without[CONSISTENCY_RUNS] = { 0 };
    size_t with = 0, dims = 0;
    int by_codes = 1;
    for (size_t r = 0; r < n; r++) {
        if (of[r].directions && !dims) dims = of[r].dims;
        with += of[r].directions && of[r].dims == dims;
        by_codes &= of[r].codes != NULL;
    }
    const int by_directions = with == n;
    *to = (consistency){ .group = of->of->group, .data = study_entry_text(of->of, "data"), .runs = n, .with = with };
    to->value = to->low = to->high = to->chance = to->p = NAN;
    if (!by_directions && !by_codes) return ASSAY_OK; /* some have no directions, or of another space */
    const double runs = (double)n, pairs = runs * (runs - 1) / 2, d = (double)of->d;
    const double each = (double)(by_directions ? of->dims : of->n) * d * d;
    const uint32_t n_shuffles = pairs * MANY_SHUFFLES * each < MINUTE ? MANY_SHUFFLES : FEW_SHUFFLES;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            for (uint32_t b = 0; b <= n_shuffles; b++) {
                double value;
                ASSAY_TRY(agree(&of[i], &of[j], by_directions, b, jobs, &value, err));
                sum[b] += value;
                for (size_t r = 0; r < n && !b; r++) without[r] += r == i || r == j ? 0 : value;
            }
    to->pairs = (size_t)pairs;
    to->by_directions = by_directions;
    to->shuffles = n_shuffles;
    settle(sum, without, to);
    return ASSAY_OK;
}

static assay_status read_all(const study_files *files, const char *kinds, run *to, size_t *n, consistencies *found)
{
    for (size_t k = 0; k < files->count; k++) {
        assay_error why;
        int is_sparse = 0;
        const assay_status status = read_run(&files->at[k], kinds, &to[*n], &is_sparse, &why);
        if (status == ASSAY_ENOMEM) return status;
        found->sparse += is_sparse != 0;
        found->unread += status != ASSAY_OK;
        if (status == ASSAY_OK && !is_sparse) ++*n;
        else run_free(&to[*n]);
    }
    return ASSAY_OK;
}

/* The one checkpoint of all groups of a data set: the last that all have, or most of them. NULL: none. */
static const char *shared_order(const run *all, size_t n, uint64_t set, order_of *room)
{
    size_t found = 0, group = 0;
    for (size_t k = 0; k < n; k++) {
        group += k && strcmp(all[k - 1].of->group, all[k].of->group) != 0;
        if (all[k].set == set) room[found++] = (order_of){ group, all[k].order };
    }
    return order_shared(room, found);
}

/* Of one run one checkpoint, of rows that are as many; returns how many runs stay. A group that says no order has no
 * other checkpoints. */
static size_t choose_runs(run *of, size_t n, const char *order, size_t *left_out)
{
    size_t kept = 0;
    int is_ordered = 0;
    for (size_t k = 0; k < n; k++) is_ordered |= *of[k].order != '\0';
    for (size_t k = 0; k < n; k++) {
        const int is_new = !kept || strcmp(seed_of(&of[kept - 1]), seed_of(&of[k])) != 0;
        if (!is_new || of[k].n != of[0].n || (is_ordered && order_compare(of[k].order, order) != 0)) continue;
        if (kept == CONSISTENCY_RUNS) ++*left_out;
        else if (kept != k) {
            const run one = of[kept];
            of[kept++] = of[k];
            of[k] = one; /* what goes is freed with the others */
        } else kept++;
    }
    return kept;
}

/* Runs that are read, to be freed. */
typedef struct run_list {
    run *at;
    size_t n;
} run_list;

static void run_list_free(run_list *of)
{
    for (size_t k = 0; k < of->n; k++) run_free(&of->at[k]);
    free(of->at);
}

static assay_status compare_all(const study_files *files, const char *kinds, unsigned jobs, consistencies *to,
                                assay_error *err)
{
    FREED(run_list_free) run_list all = { zeroed(files->count, sizeof(run)), 0 };
    OWNED order_of *room = zeroed(files->count, sizeof *room);
    OWNED uint64_t *sets = zeroed(files->count, sizeof *sets);
    size_t number = 0;
    *to = (consistencies){ .at = zeroed(files->count, sizeof *to->at) };
    wording few = WORDING(to->few);
    if (!all.at || !room || !sets || !to->at) return ASSAY_ENOMEM;
    ASSAY_TRY(read_all(files, kinds, all.at, &all.n, to));
    qsort(all.at, all.n, sizeof *all.at, by_group);
    for (size_t first = 0, end; first < all.n; first = end) {
        run *of = &all.at[first];
        for (end = first + 1; end < all.n; end++)
            if (all.at[end].set != of->set || strcmp(all.at[end].of->group, of->of->group) != 0) break;
        for (number = 0; number < to->data_sets && sets[number] != of->set;) number++;
        if (number == to->data_sets) sets[to->data_sets++] = of->set;
        const char *order = shared_order(all.at, all.n, of->set, room);
        const size_t runs = choose_runs(of, end - first, order, &to->left_out);
        if (runs < 2) {
            const char *set = study_entry_text(of->of, "data");
            wording_join(&few, ", ", of->of->group);
            if (set) wording_add(&few, " (%s)", set);
            continue;
        }
        ASSAY_TRY(compare(of, runs, jobs, &to->at[to->count], err));
        to->at[to->count].order = of->order;
        to->at[to->count++].number = number + 1;
    }
    return ASSAY_OK;
}

assay_status consistency_of(const study_files *files, const char *kinds, unsigned jobs, consistencies *to,
                            assay_error *err)
{
    return memory_named(compare_all(files, kinds, jobs, to, err), NULL, err);
}

void consistencies_free(consistencies *c)
{
    free(c->at);
    *c = (consistencies){ 0 };
}
