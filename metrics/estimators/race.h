/*
 * race -- which settings can still have the smallest error, while their errors on the folds come in one by one
 *
 *   Settings come in lanes: one run on one fold gives the errors of a whole lane of settings (all depths of a forest,
 *   say). An error over the folds is the sum, in the order of the folds, of terms >= 0. With 0 in the place of the
 *   terms that are not known yet, the same sum in the same order is a lower bound of it, to the bit: rounded addition
 *   never falls when one of its terms rises. A setting whose bound exceeds the smallest complete sum, or equals it and
 *   comes later among equals, cannot be chosen and is dropped. So the choice is that of the full table of errors,
 *   whatever came in first, and only the work depends on the order.
 *
 *   The next run is one of the lane whose best setting left has the smallest mean so far, or promises the smallest
 *   error where no fold of it is known: a good setting is soon complete, which is what drops the others. Folds are
 *   taken in order until then, and after it those first in which the best setting has its largest errors. A run need
 *   not come to its end either: as soon as what it has so far says that a setting's error exceeds race_limit, that
 *   setting is lost.
 *
 * Source   Maron and Moore 1994, Hoeffding races (NIPS 6), with certain bounds for probable ones.
 * Gives    the setting of smallest sum; of equals the one of lower place in its lane, then of the lower lane.
 * Cost     O(settings * folds) per run that comes in.
 * R1  With `every`, nothing is dropped.
 */
#pragma once

#include "assay.h"

#define RACE_OVER SIZE_MAX

typedef struct race {
    size_t lanes, places, folds;
    int every;
    void *block;
    double *error;        /* [lanes * folds * places] */
    double *bound;        /* [lanes * places] the sum with 0 for what is not known */
    double *promise;      /* [lanes] of a lane of which nothing is known */
    unsigned char *state; /* [lanes * folds] not begun, begun, known */
    unsigned char *left;  /* [lanes * places] 1: not dropped */
    size_t best;          /* lane * places + place; RACE_OVER: no setting is complete yet */
} race;

/* Fails with ASSAY_ENOMEM; race_free also after a failure. */
assay_status race_new(race *to, size_t lanes, size_t places, size_t folds, int every);
void race_free(race *of);

/* A guess at the smallest error per fold in a lane, from the part of fold 0 that has been run: it comes first then.
 * Lanes that promise nothing are begun before all others. */
void race_promise(race *of, size_t lane, double error);
/* The next run, lane * folds + fold, now begun; RACE_OVER: no run is left that could change the choice. */
size_t race_next(race *of);
/* place[places]: those of the lane that are left, ascending; returns how many. */
size_t race_left(const race *of, size_t lane, size_t *place);
/* A setting whose error on the fold that is being run is larger than this cannot be chosen any more, whatever it turns
 * out to be; INFINITY while no setting is complete. */
double race_limit(const race *of, size_t lane, size_t place);
/* The run is known: error[k] is that of place[k], of `count` places, or larger than its limit was and no larger than it
 * would have come to. Terms of settings dropped meanwhile are let be. */
void race_know(race *of, size_t run, const size_t *place, const double *error, size_t count);
