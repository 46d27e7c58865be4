/* logistic_inside.h -- what the files of logistic.h share: the packed rows and the scratch of a fit. */
#pragma once

#include "column_tiles.h"
#include "logistic.h"
#include "tally.h"
#include "vectors.h"

#include <stdlib.h>

enum { LEVELS = 3 };

typedef struct packed {
    size_t rows, tiles;
    void *block;
    double *x;     /* [tiles][columns][TILE_ROWS] */
    double *label; /* [tiles * TILE_ROWS]; -1 in rows that fill up the last tile */
    size_t *count; /* [classes] rows of each class */
} packed;

typedef struct logistic {
    size_t p, threes, columns, classes; /* p = codes + 1; columns = 3 threes >= p */
    double *mean, *scale;               /* [p] scaled = (code - mean) * scale */
    double *penalty;                    /* [p] second derivative of the penalty, divided by C */
    packed level[LEVELS];               /* all rows, every 4th, every 16th; rows == 0: not used */
    size_t passes_most, passes;
    void *block;
    /* binary */
    double target, weight_in, weight_out;
    double *theta, *trial, *step, *gradient, *hessian, *factor; /* [columns], hessian and factor [p * p] */
    lanes *sums;                                                /* gradient: 3 per three; Hessian: 9 per block */
    double *tile;                                               /* residual, curvature, curved columns */
    /* multinomial */
    double *class_weight, *whitener, *theta_all, *gradient_all; /* [classes], [p * p], [classes * columns] twice */
    double goal;                                                /* gradient norm to reach */
    double norm;                                                /* gradient norm last seen */
} logistic;

static inline size_t blocks_of(size_t threes) { return threes * (threes + 1) / 2; }

/* Fits class k against the rest into f->theta, coarse levels first; whether it converged. */
int binary_fit(logistic *f, size_t k, int balanced);

/* Fits all classes together into f->theta_all. */
assay_status softmax_fit(logistic *f, int balanced, int32_t *converged);
