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
} running;

/* Runs the whole race, up to `at_once` runs at a time that end in random order; returns how many runs there were. */
static size_t race_through(race *of, const table *from, size_t at_once, uint64_t *state)
{
    running now[AT_ONCE];
    size_t busy = 0, runs = 0;
    for (;;) {
        while (busy < at_once && (now[busy].run = race_next(of)) != RACE_OVER) {
            now[busy].count = race_left(of, now[busy].run / FOLDS, now[busy].place);
            assert_true(now[busy].count > 0);
            busy++, runs++;
        }
        if (busy == 0) return runs;
        const size_t which = (size_t)draw(state) % busy;
        const running ended = now[which];
        double error[PLACES];
        now[which] = now[--busy];
        for (size_t k = 0; k < ended.count; k++)
            error[k] = from->error[ended.run / FOLDS][ended.run % FOLDS][ended.place[k]];
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
            race of;
            assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, every), ASSAY_OK);
            const size_t runs = race_through(&of, &errors, 1 + (size_t)round % AT_ONCE, &seed);
            const size_t best = table_best(&errors, &least);
            if (of.best != best || of.bound[best] != least) fail_msg("round %d: %zu, not %zu", round, of.best, best);
            if (every) assert_int_equal(runs, LANES * FOLDS);
            race_free(&of);
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
    race of;
    assert_int_equal(race_new(&of, LANES, PLACES, FOLDS, 0), ASSAY_OK);
    assert_int_equal(race_through(&of, &errors, 1, &seed), FOLDS + 2 * (LANES - 1));
    assert_int_equal(of.best, 2 * PLACES);
    race_free(&of);
}

TESTS_MAIN
