/* Forests: answers that are certain whatever is drawn; the grid against single settings; threads. */
#include "forest.h"
#include "crew.h"
#include "tree.h"

#include "estimator_data.h"

static double uniform(uint64_t *state) { return (double)(tree_mix(*state += 0x9E3779B97F4A7C15u) >> 11) * 0x1p-53; }

/* codes [d*n] uniform, target their first plus noise */
static void random_data(uint64_t seed, size_t n, size_t d, double *codes, double *target)
{
    for (size_t k = 0; k < n * d; k++) codes[k] = uniform(&seed);
    for (size_t s = 0; s < n; s++) target[s] = 0.7 * codes[s] + 0.3 * uniform(&seed);
}

/* The errors of all settings: the search without a race. */
static assay_status grid_errors(const rank_table *ranks, const double *target, const forest_grid *grid, double *mse)
{
    forest_choice best;
    return forest_grid_search(ranks, target, grid, &best, mse);
}

TEST(test_tries)
{
    static const struct {
        double share;
        size_t d, tries;
    } known[] = {
        { 0.2, 8, 1 }, { 0.4, 8, 3 }, { 0.8, 8, 6 }, { 1.0, 8, 8 },
        { 0.2, 4, 1 }, { 0.8, 4, 3 }, { 2, 3, 3 },   { NAN, 3, 1 },
    };
    for (size_t t = 0; t < sizeof known / sizeof *known; t++)
        assert_int_equal(forest_tries(known[t].share, known[t].d), known[t].tries);
}

/* Two values of one code, far apart, each with its own target: every tree that sees both splits once and is right. */
TEST(test_two_values)
{
    double codes[80], target[40], importance[2], prediction[40];
    int32_t label[40], predicted[40];
    uint32_t rows[40];
    for (uint32_t s = 0; s < 40; s++) {
        codes[s] = 5, codes[40 + s] = s % 2 ? 1 : -1; /* the first code is constant */
        target[s] = s % 2 ? 3 : 2, label[s] = s % 2 ? 0 : 2, rows[s] = s;
    }
    FREED(rank_free) rank_table ranks;
    assert_int_equal(rank_build(&ranks, codes, 40, 2), ASSAY_OK);
    const forest_plan plan = { .trees = 10, .depth = 3, .tries = 1, .key = 4 };
    assert_int_equal(forest_fit(&ranks, target, &plan, importance, prediction), ASSAY_OK);
    assert_true(importance[0] == 0 && importance[1] == 1);
    for (size_t s = 0; s < 40; s++)
        if (!(fabs(prediction[s] - target[s]) <= 1e-9)) fail_msg("row %zu: %.17g", s, prediction[s]);
    assert_int_equal(forest_classify(&ranks, label, 3, LEARN(rows, 30, rows, 40), &plan, importance, predicted),
                     ASSAY_OK);
    assert_true(importance[0] == 0 && importance[1] == 1);
    for (size_t s = 0; s < 40; s++) assert_int_equal(predicted[s], label[s]);
    assert_true(forest_accuracy(label, predicted, rows, 40) == 1.0);
    predicted[3] = 1;
    assert_true(forest_accuracy(label, predicted, rows, 40) == 39.0 / 40);
    assert_true(isnan(forest_accuracy(label, predicted, rows, 0)));
    /* only test rows are predicted */
    assert_int_equal(forest_classify(&ranks, label, 3, LEARN(rows, 30, rows + 29, 2), &plan, importance, predicted),
                     ASSAY_OK);
    for (size_t s = 0; s < 40; s++) assert_int_equal(predicted[s], s == 29 || s == 30 ? label[s] : -1);
}

/* Whatever is drawn: a fold is predicted by the one target that all other rows have. */
TEST(test_known_errors)
{
    static const struct {
        const char *why;
        size_t n, folds;
        double target[4], mse;
    } known[] = {
        { "each row by the other: 3^2 twice", 2, 2, { 1, 4 }, 9 },
        { "rows 0 and 1 by row 2, and the other way round", 3, 2, { 0, 0, 3 }, 9 },
        { "rows 0 and 1 are 2 off, 2 and 3 as well: means, not sums", 4, 2, { 5, 5, 7, 7 }, 4 },
    };
    const size_t depths[] = { 1, 20 }, tries[] = { 1, 2 };
    const double codes[] = { 1, 2, 3, 4, 5, 5, 5, 5 };
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        double mse[4];
        FREED(rank_free) rank_table ranks;
        const forest_grid grid = { depths, 2, tries, 2, known[t].folds, 3, t, 1 };
        assert_int_equal(rank_build(&ranks, codes, known[t].n, 2), ASSAY_OK);
        assert_int_equal(grid_errors(&ranks, known[t].target, &grid, mse), ASSAY_OK);
        for (size_t k = 0; k < 4; k++)
            if (!(fabs(mse[k] - known[t].mse) <= 1e-8)) fail_msg("%s: %.17g", known[t].why, mse[k]);
    }
}

/* R3, and one row */
TEST(test_nothing_to_split)
{
    double codes[60], target[30], importance[2], prediction[30], mse[2];
    uint64_t seed = 3;
    for (size_t s = 0; s < 30; s++) codes[s] = codes[30 + s] = 1, target[s] = uniform(&seed);
    rank_table ranks;
    assert_int_equal(rank_build(&ranks, codes, 30, 2), ASSAY_OK);
    const forest_plan plan = { .trees = 7, .depth = 9, .tries = 2 };
    assert_int_equal(forest_fit(&ranks, target, &plan, importance, prediction), ASSAY_OK);
    assert_true(importance[0] == 0 && importance[1] == 0);
    for (size_t s = 1; s < 30; s++) assert_true(prediction[s] == prediction[0]);
    rank_free(&ranks);
    for (size_t k = 0; k < 60; k++) codes[k] = uniform(&seed);
    for (size_t s = 0; s < 30; s++) target[s] = 0.3;
    assert_int_equal(rank_build(&ranks, codes, 30, 2), ASSAY_OK);
    assert_int_equal(forest_fit(&ranks, target, &plan, importance, prediction), ASSAY_OK);
    assert_true(importance[0] == 0 && importance[1] == 0 && prediction[4] == 0.3);
    const size_t depths[] = { 2, 9 }, tries[] = { 1 };
    const forest_grid grid = { .depths = depths, .n_depths = 2, .tries = tries, .n_tries = 1, .folds = 4, .trees = 3 };
    assert_int_equal(grid_errors(&ranks, target, &grid, mse), ASSAY_OK);
    assert_true(mse[0] <= 1e-30 && mse[1] <= 1e-30);
    rank_free(&ranks);
    assert_int_equal(rank_build(&ranks, codes, 1, 1), ASSAY_OK);
    const forest_plan one = { .trees = 2, .depth = 9, .tries = 1 };
    assert_int_equal(forest_fit(&ranks, target, &one, importance, prediction), ASSAY_OK);
    assert_true(importance[0] == 0 && prediction[0] == 0.3);
    rank_free(&ranks);
}

TEST(test_refusals) /* R4 */
{
    const double codes[] = { 1, 2, 3, 4 }, bad[] = { 1, 2, NAN, 4 };
    const int32_t label[] = { 0, 1, 2, 0 };
    const uint32_t rows[] = { 0, 1, 2, 9 };
    double importance[1], mse[4];
    int32_t predicted[4];
    FREED(rank_free) rank_table ranks;
    assert_int_equal(rank_build(&ranks, codes, 4, 1), ASSAY_OK);
    const size_t up[] = { 1, 2 }, down[] = { 2, 2 }, one[] = { 1 }, none[] = { 0 }, two[] = { 2 };
    const forest_grid grids[] = {
        { down, 2, one, 1, 2, 3, 0, 1 }, { up, 2, none, 1, 2, 3, 0, 1 }, { up, 2, two, 1, 2, 3, 0, 1 },
        { up, 2, one, 1, 1, 3, 0, 1 },   { up, 2, one, 1, 5, 3, 0, 1 },  { up, 2, one, 1, 2, 0, 0, 1 },
        { up, 0, one, 1, 2, 3, 0, 1 },   { up, 2, one, 0, 2, 3, 0, 1 },
    };
    for (size_t t = 0; t < sizeof grids / sizeof *grids; t++)
        assert_int_equal(grid_errors(&ranks, codes, &grids[t], mse), ASSAY_EINPUT);
    const forest_grid good = { up, 2, one, 1, 2, 3, 0, 1 };
    assert_int_equal(grid_errors(&ranks, bad, &good, mse), ASSAY_EINPUT);
    assert_int_equal(grid_errors(&ranks, codes, &good, mse), ASSAY_OK);
    const forest_plan plan = { .trees = 2, .depth = 2, .tries = 1 }, empty = { .trees = 0, .depth = 2, .tries = 1 },
                      idle = { .trees = 2, .depth = 2, .tries = 0 };
    assert_int_equal(forest_fit(&ranks, bad, &plan, importance, NULL), ASSAY_EINPUT);
    assert_int_equal(forest_fit(&ranks, codes, &empty, importance, NULL), ASSAY_EINPUT);
    assert_int_equal(forest_fit(&ranks, codes, &idle, importance, NULL), ASSAY_EINPUT);
    assert_int_equal(forest_classify(&ranks, label, 2, LEARN(rows, 3, rows, 0), &plan, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(forest_classify(&ranks, label, 3, LEARN(rows, 4, rows, 0), &plan, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(forest_classify(&ranks, label, 3, LEARN(rows, 0, rows, 0), &plan, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(forest_classify(&ranks, label, 3, LEARN(rows, 3, rows, 0), &plan, importance, predicted),
                     ASSAY_OK);
}

enum { N = 400, D = 5 };

TEST(test_grid_is_its_settings) /* R2 */
{
    static double codes[N * D], target[N];
    const size_t depths[] = { 1, 3, 6, 9, 60 }, tries[] = { 1, 2, 5 };
    double mse[15];
    for (uint64_t seed = 0; seed < test_repeats(2); seed++) {
        random_data(seed, N, D, codes, target);
        FREED(rank_free) rank_table ranks;
        assert_int_equal(rank_build(&ranks, codes, N, D), ASSAY_OK);
        const forest_grid grid = {
            .depths = depths, .n_depths = 5, .tries = tries, .n_tries = 3, .folds = 7, .trees = 4, .key = seed
        };
        assert_int_equal(grid_errors(&ranks, target, &grid, mse), ASSAY_OK);
        for (size_t t = 0; t < 3; t++)
            for (size_t c = 0; c < 5; c++) {
                double alone;
                const forest_grid one = FIELDS(.depths = &depths[c], .n_depths = 1, .tries = &tries[t], .n_tries = 1,
                                               .folds = 7, .trees = 4, .key = seed);
                assert_int_equal(grid_errors(&ranks, target, &one, &alone), ASSAY_OK);
                if (alone != mse[t * 5 + c]) fail_msg("seed %d, tries %zu, depth %zu", (int)seed, tries[t], depths[c]);
            }
    }
}

/* The smallest error of the full table, the first of equals by depth, then by place in tries. */
static forest_choice table_choice(const forest_grid *grid, const double *mse)
{
    forest_choice best = { grid->depths[0], grid->tries[0], mse[0] };
    for (size_t c = 0; c < grid->n_depths; c++)
        for (size_t t = 0; t < grid->n_tries; t++)
            if (mse[t * grid->n_depths + c] < best.mse)
                best = (forest_choice){ grid->depths[c], grid->tries[t], mse[t * grid->n_depths + c] };
    return best;
}

/* The race chooses what the full table says, to the bit, on any number of threads: with trees that end before the
 * deeper settings (equal errors), one code (equal forests), targets without noise (most is dropped) and of nothing but
 * noise (nothing is). */
TEST(test_race_chooses_the_same)
{
    static double codes[N * D], target[N];
    static const size_t depths[] = { 1, 2, 4, 9, 60, 70 }, tries[] = { 1, 2, 5, 2 }, ones[] = { 1, 1, 1, 1 };
    double mse[24];
    size_t last_depths = 0;
    for (uint64_t seed = 0; seed < test_repeats(12); seed++) {
        const double noise = (double)(seed % 4) / 3;
        const size_t d = seed % 3 ? D : 1;
        random_data(seed, N, D, codes, target);
        for (size_t s = 0; s < N; s++) target[s] = (1 - noise) * codes[s] + noise * target[N - 1 - s];
        FREED(rank_free) rank_table ranks;
        assert_int_equal(rank_build(&ranks, codes, N, d), ASSAY_OK);
        forest_grid grid = { depths, 6, d == 1 ? ones : tries, 4, 10, 1 + seed % 5, seed, 1 };
        forest_choice whole, best;
        assert_int_equal(forest_grid_search(&ranks, target, &grid, &whole, mse), ASSAY_OK);
        const forest_choice want = table_choice(&grid, mse);
        last_depths += want.depth > 4;
        for (grid.jobs = 0; grid.jobs <= 3; grid.jobs++) {
            assert_int_equal(forest_grid_search(&ranks, target, &grid, &best, NULL), ASSAY_OK);
            if (memcmp(&best, &want, sizeof best) != 0 || memcmp(&whole, &want, sizeof whole) != 0)
                fail_msg("seed %d, %zu threads: depth %zu, tries %zu, %.17g", (int)seed, grid.jobs, best.depth,
                         best.tries, best.mse);
        }
    }
    assert_true(last_depths > 0 && last_depths < test_repeats(12)); /* shallow and deep ones were chosen */
}

/* Settings that are nearly equal, of forests large enough that the last trees change little: the best one is often
 * completed last, and a setting that is given up although it could still win would be missed. */
TEST(test_race_of_equals)
{
    enum { FEW = 60 };
    static double codes[FEW * D], target[FEW];
    static const size_t depths[] = { 1, 3 }, tries[] = { 3, 1, 5, 2, 4 };
    double mse[10];
    for (uint64_t seed = 0; seed < test_repeats(150); seed++) {
        random_data(seed, FEW, D, codes, target);
        for (size_t s = 0; s < FEW; s++)
            target[s] = codes[s] + codes[FEW + s] + codes[2 * FEW + s] + codes[3 * FEW + s] + codes[4 * FEW + s];
        FREED(rank_free) rank_table ranks;
        assert_int_equal(rank_build(&ranks, codes, FEW, D), ASSAY_OK);
        const forest_grid grid = { depths, 2, tries, 5, 2, 30 + seed % 20, seed, 1 };
        forest_choice best;
        assert_int_equal(grid_errors(&ranks, target, &grid, mse), ASSAY_OK);
        const forest_choice want = table_choice(&grid, mse);
        assert_int_equal(forest_grid_search(&ranks, target, &grid, &best, NULL), ASSAY_OK);
        if (memcmp(&best, &want, sizeof best) != 0)
            fail_msg("seed %d: depth %zu, tries %zu, not %zu, %zu", (int)seed, best.depth, best.tries, want.depth,
                     want.tries);
    }
}

typedef struct tally {
    size_t order[50], count, fail_at;
} tally;

static void *tally_make(void *shared) { return calloc(1, sizeof(size_t) + (shared == NULL)); }

static assay_status tally_run(void *shared, void *own, size_t task)
{
    *(size_t *)own = task;
    return task == ((const tally *)shared)->fail_at ? ASSAY_EINTERNAL : ASSAY_OK;
}

static void tally_gather(void *shared, void *own, size_t task)
{
    tally *const all = shared;
    assert_int_equal(*(size_t *)own, task);
    all->order[all->count++] = task;
}

TEST(test_crew)
{
    const crew_work work = { tally_make, free, tally_run, tally_gather };
    for (size_t jobs = 0; jobs <= 4; jobs++) {
        tally all = { .fail_at = 99 };
        assert_int_equal(crew_run(&work, &all, 50, jobs), ASSAY_OK);
        assert_int_equal(all.count, 50);
        for (size_t k = 0; k < 50; k++) assert_int_equal(all.order[k], k);
        tally failing = { .fail_at = 20 };
        assert_int_equal(crew_run(&work, &failing, 50, jobs), ASSAY_EINTERNAL);
        assert_true(failing.count <= 20);
    }
}

TESTS_MAIN
