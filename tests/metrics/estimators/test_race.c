/*
 * Races: tables of errors whose choice is known, and random ones, ties included, run through in any order of
 * completion; what is dropped, and what it saves.
 */
#include "race.h"

#include "testing.h"

#include <math.h>
#include <string.h>

enum { LANES = 4, PLACES = 3, FOLDS = 5, AT_ONCE = 6 };

typedef struct table {
    double error[LANES][FOLDS][PLACES];
} table;

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* The smallest sum in the order of the folds; of equals the lower place, then the lower lane. */
static size_t table_best(const table *of, double *least)
{
    size_t best = RACE_OVER;
    for (size_t c = 0; c < PLACES; c++)
        for (size_t t = 0; t < LANES; t++) {
            double sum = 0;
            for (size_t f = 0; f < FOLDS; f++) sum += of->error[t][f][c];
            if (best == RACE_OVER || sum < *least) *least = sum, best = t * PLACES + c;
        }
    return best;
}

typedef struct running {
    size_t run, place[PLACES], count;
    double limit[PLACES];
} running;

/* What a run is said to give: its errors, or of those above their limit any number from the limit on. */
static double error_told(const running *now, const table *from, size_t k, uint64_t *state)
{
    const double error = from->error[now->run / FOLDS][now->run % FOLDS][now->place[k]], limit = now->limit[k];
    if (!(error > limit) || draw(state) % 4 == 0) return error;
    const double least = nextafter(limit > 0 ? limit : 0, INFINITY), told = limit + (error - limit) * 0.25;
    return told > least ? told : least > error ? error : least;
}

/* Runs the whole race, up to `at_once` runs at a time that end in random order; returns how many runs there were. */
static size_t race_through(race *of, const table *from, size_t at_once, uint64_t *state)
{
    running now[AT_ONCE];
    size_t busy = 0, runs = 0;
    for (;;) {
        while (busy < at_once && (now[busy].run = race_next(of)) != RACE_OVER) {
            now[busy].count = race_left(of, now[busy].run / FOLDS, now[busy].place);
            assert_true(now[busy].count > 0);
            for (size_t k = 0; k < now[busy].count; k++)
                now[busy].limit[k] = race_limit(of, now[busy].run / FOLDS, now[busy].place[k]);
            busy++, runs++;
        }
        if (busy == 0) return runs;
        const size_t which = (size_t)draw(state) % busy;
        const running ended = now[which];
        double error[PLACES];
        now[which] = now[--busy];
        for (size_t k = 0; k < ended.count; k++) error[k] = error_told(&ended, from, k, state);
        race_know(of, ended.run, ended.place, error, ended.count);
    }
}

TEST(test_same_as_the_table)
{
    uint64_t seed = 5;
    for (int round = 0; round < 4000; round++) {
        table errors;
        double *const error = &errors.error[0][0][0], least = 0;
        /* a few whole numbers: equal sums are common; or fractions, whose sums round */
        for (size_t k = 0; k < LANES * FOLDS * PLACES; k++)
            error[k] = round % 2 ? (double)(draw(&seed) % (round % 3 ? 3 : 1)) : (double)draw(&seed) * 0x1.1p-31;
        for (int every = 0; every < 2; every++) {
            FREED(race_free) race of;
            assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, every), ASSAY_OK);
            for (size_t t = 0; t < LANES && round % 5 == 0; t++) race_promise(&of, t, (double)(draw(&seed) % 4));
            const size_t runs = race_through(&of, &errors, 1 + (size_t)round % AT_ONCE, &seed);
            const size_t best = table_best(&errors, &least);
            if (of.best != best || of.bound[best] != least) fail_msg("round %d: %zu, not %zu", round, of.best, best);
            if (every) assert_int_equal(runs, LANES * FOLDS);
        }
    }
}

/* One lane is ten times better than the others, which are dropped after one fold each; its deeper places tie with the
 * first, and are dropped only because they come later. */
TEST(test_what_is_dropped)
{
    table errors;
    uint64_t seed = 1;
    size_t place[PLACES];
    for (size_t t = 0; t < LANES; t++)
        for (size_t f = 0; f < FOLDS; f++)
            for (size_t c = 0; c < PLACES; c++) errors.error[t][f][c] = t == 2 ? 1 : 10;
    race of;
    assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, 0), ASSAY_OK);
    assert_int_equal(race_through(&of, &errors, 1, &seed), LANES - 1 + FOLDS);
    assert_int_equal(of.best, 2 * PLACES);
    assert_int_equal(race_left(&of, 2, place), 1);
    assert_int_equal(place[0], 0);
    assert_int_equal(race_left(&of, 0, place), 0);
    assert_int_equal(race_next(&of), RACE_OVER);
    race_free(&of);
    /* equal to the last bit everywhere: no lane can be dropped before it is complete, and the first one wins */
    for (size_t k = 0; k < LANES * FOLDS * PLACES; k++) (&errors.error[0][0][0])[k] = 0.1;
    assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, 0), ASSAY_OK);
    assert_int_equal(race_through(&of, &errors, 1, &seed), LANES * FOLDS);
    assert_int_equal(of.best, 0);
    race_free(&of);
}

/* The best lane has nearly all of its error in the last fold. The others, twice as bad, are run there second, and are
 * dropped: 2 + 20 is more than 1 + ... + 1 + 10. */
TEST(test_folds_that_tell)
{
    table errors;
    uint64_t seed = 1;
    for (size_t t = 0; t < LANES; t++)
        for (size_t f = 0; f < FOLDS; f++)
            for (size_t c = 0; c < PLACES; c++) errors.error[t][f][c] = (t == 2 ? 1 : 2) * (f == FOLDS - 1 ? 10 : 1);
    FREED(race_free) race of;
    assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, 0), ASSAY_OK);
    assert_int_equal(race_through(&of, &errors, 1, &seed), FOLDS + 2 * (LANES - 1));
    assert_int_equal(of.best, 2 * PLACES);
}

/* The lane that promises the least is run to its end, fold 0 first, before any other is begun; those then need one fold
 * each. A promise that is false costs runs and changes nothing. */
TEST(test_promises)
{
    table errors;
    uint64_t seed = 1;
    for (size_t t = 0; t < LANES; t++)
        for (size_t f = 0; f < FOLDS; f++)
            for (size_t c = 0; c < PLACES; c++) errors.error[t][f][c] = t == 2 ? 1 : 10;
    race of;
    for (size_t said = 0; said < LANES; said++) {
        assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, 0), ASSAY_OK);
        for (size_t t = 0; t < LANES; t++) race_promise(&of, t, t == said ? 12 : 13);
        assert_int_equal(race_next(&of), said * FOLDS);
        const size_t place[PLACES] = { 0, 1, 2 };
        race_know(&of, said * FOLDS, place, errors.error[said][0], PLACES);
        assert_int_equal(race_next(&of), said * FOLDS + 1);
        race_know(&of, said * FOLDS + 1, place, errors.error[said][1], PLACES);
        const size_t more = race_through(&of, &errors, 1, &seed);
        if (said == 2) assert_int_equal(more + 2, FOLDS + LANES - 1);
        assert_int_equal(of.best, 2 * PLACES);
        race_free(&of);
    }
}

/* A setting is lost above its limit and not below: the best one has 1 a fold, the other lanes 2 so far. */
TEST(test_limits)
{
    const size_t place[PLACES] = { 0, 1, 2 };
    const double one[PLACES] = { 1, 1, 1 }, two[PLACES] = { 2, 2, 2 };
    race of;
    assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, 0), ASSAY_OK);
    race_know(&of, 0, place, two, PLACES);
    for (size_t f = 0; f < FOLDS; f++) {
        assert_true(isinf(race_limit(&of, 0, 0)));
        race_know(&of, FOLDS + f, place, one, PLACES);
    }
    const double limit = race_limit(&of, 0, 0);
    assert_true(limit >= FOLDS - 2 && limit < FOLDS - 2 + 1e-6);
    const double above = nextafter(limit, INFINITY), more[PLACES] = { FOLDS - 2, above, above };
    race_know(&of, 1, place, more, PLACES);
    size_t left[PLACES];
    assert_int_equal(race_left(&of, 0, left), 1); /* an equal sum of a lane that comes first is left */
    assert_int_equal(left[0], 0);
    race_free(&of);
    assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, 1), ASSAY_OK);
    for (size_t f = 0; f < FOLDS; f++) race_know(&of, f, place, one, PLACES);
    assert_true(isinf(race_limit(&of, 1, 0))); /* nothing is dropped where all errors are wanted */
    race_free(&of);
}

TESTS_MAIN
