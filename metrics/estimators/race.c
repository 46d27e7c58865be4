#include "race.h"

#include "lend.h"

#include <math.h>

enum { RUN_NOT_BEGUN, RUN_BEGUN, RUN_KNOWN };

assay_status race_new(race *to, size_t lanes, size_t places, size_t folds, int every)
{
    *to = (race){ .lanes = lanes, .places = places, .folds = folds, .every = every, .best = RACE_OVER };
    to->block = LEND_BLOCK(LOAN(to->error, lanes * folds * places), LOAN(to->bound, lanes * places),
                           LOAN(to->promise, lanes), LOAN(to->state, lanes * folds), LOAN(to->left, lanes * places));
    if (!to->block) return ASSAY_ENOMEM;
    memset(to->left, 1, lanes * places);
    return ASSAY_OK;
}

void race_free(race *of) { free(of->block); }

static size_t runs_in(const race *of, size_t lane, int state)
{
    size_t count = 0;
    for (size_t f = 0; f < of->folds; f++) count += of->state[lane * of->folds + f] == state;
    return count;
}

/* What the best setting left of a lane has per fold of those that are known; what it promises where none is. */
static double lane_mean(const race *of, size_t lane)
{
    const size_t known = runs_in(of, lane, RUN_KNOWN);
    double least = -1.0;
    if (!known) return of->promise[lane];
    for (size_t c = 0; c < of->places; c++) {
        const double mean = of->bound[lane * of->places + c] / (double)known;
        if (of->left[lane * of->places + c] && (least < 0 || mean < least)) least = mean;
    }
    return least;
}

static int lane_left(const race *of, size_t lane)
{
    return memchr(of->left + lane * of->places, 1, of->places) != NULL;
}

static double error_of(const race *of, size_t setting, size_t fold)
{
    return of->error[(setting / of->places * of->folds + fold) * of->places + setting % of->places];
}

/* The fold of a lane to be run next: where the best setting has its largest error, those of others are large as well,
 * and exceed its sum the sooner. Folds are taken in order while no setting is complete, and one in part run before. */
static size_t fold_next(const race *of, size_t lane)
{
    const unsigned char *const state = of->state + lane * of->folds;
    if (of->promise[lane] > 0 && state[0] == RUN_NOT_BEGUN) return 0;
    size_t next = RACE_OVER;
    double most = 0.0;
    for (size_t f = 0; f < of->folds; f++) {
        const double error = of->best == RACE_OVER ? 0.0 : error_of(of, of->best, f);
        if (state[f] == RUN_NOT_BEGUN && (next == RACE_OVER || error > most)) next = f, most = error;
    }
    return next;
}

size_t race_next(race *of)
{
    size_t chosen = RACE_OVER;
    double least = 0;
    for (size_t t = 0; t < of->lanes; t++) {
        if (!runs_in(of, t, RUN_NOT_BEGUN) || !lane_left(of, t)) continue;
        const double mean = lane_mean(of, t);
        if (chosen == RACE_OVER || mean < least) chosen = t, least = mean;
    }
    if (chosen == RACE_OVER) return RACE_OVER;
    const size_t run = chosen * of->folds + fold_next(of, chosen);
    of->state[run] = RUN_BEGUN;
    return run;
}

void race_promise(race *of, size_t lane, double error) { of->promise[lane] = error; }

/* Far more than rounding can move sums of a few terms. */
#define RACE_SAFE (1.0 + 1e-9)

double race_limit(const race *of, size_t lane, size_t place)
{
    if (of->every || of->best == RACE_OVER) return INFINITY;
    return of->bound[of->best] * RACE_SAFE - of->bound[lane * of->places + place];
}

size_t race_left(const race *of, size_t lane, size_t *place)
{
    size_t count = 0;
    for (size_t c = 0; c < of->places; c++)
        if (of->left[lane * of->places + c]) place[count++] = c;
    return count;
}

/* True if setting a comes before setting b among equals. */
static int comes_before(const race *of, size_t a, size_t b)
{
    const size_t place_a = a % of->places, place_b = b % of->places;
    return place_a != place_b ? place_a < place_b : a < b;
}

static int beaten(const race *of, size_t setting, size_t by)
{
    if (by == RACE_OVER || setting == by) return 0;
    if (of->bound[setting] != of->bound[by]) return of->bound[setting] > of->bound[by];
    return comes_before(of, by, setting);
}

void race_know(race *of, size_t run, const size_t *place, const double *error, size_t count)
{
    const size_t lane = run / of->folds;
    of->state[run] = RUN_KNOWN;
    for (size_t k = 0; k < count; k++) of->error[run * of->places + place[k]] = error[k];
    const int complete = runs_in(of, lane, RUN_KNOWN) == of->folds;
    for (size_t k = 0; k < count; k++) {
        const size_t setting = lane * of->places + place[k];
        double sum = 0;
        for (size_t f = 0; f < of->folds; f++) sum += of->error[(lane * of->folds + f) * of->places + place[k]];
        of->bound[setting] = sum;
        if (complete && of->left[setting] && !beaten(of, setting, of->best)) of->best = setting;
    }
    for (size_t s = 0; s < of->lanes * of->places && !of->every; s++)
        if (of->left[s] && beaten(of, s, of->best)) of->left[s] = 0;
}
