/*
 * resample.h -- the rows of a representation drawn again, and its codes shuffled against its factors. A draw depends on
 * the content of the representation, the kind and the number of the draw alone: not on threads, order or metrics.
 */
#ifndef ASSAY_RESAMPLE_H
#define ASSAY_RESAMPLE_H

#include "catalog.h"

/* Of shapes, kinds and every value, bit by bit. */
uint64_t resample_hash(const assay_rep *rep);

/* Draw number `draw` of `kind` (UNCERTAIN_...): rows with replacement, as many as there are; half of the rows, rounded
 * down, without; or all rows with the rows of the codes in another order. Rows keep their order. Classes that have no
 * row are closed up. *seed is for metrics that draw. Frees what `to` held. */
assay_status resample_draw(const assay_rep *rep, uint64_t hash, int32_t kind, uint64_t draw, assay_data *to,
                           uint64_t *seed);

/*
 * The interval of a score of n rows from the scores of its draws (NaN: undefined), cut at the range of the output
 * (student_interval).
 *
 *     s ± t(1 - (1 - level)/2; draws - 1) sd                        bootstrap (Efron 1979)
 *     s ± t(...) sd sqrt(m / (n - m))                               m of n rows (Shao and Wu 1989, delete-d jackknife;
 *                                                                   sqrt(m/n) where m is small beside n, Politis and
 *                                                                   Romano 1994)
 *
 * around the score itself, so that the bias that fewer or repeated rows bring does not move it. The second is right
 * for what is nearly a mean over rows. Scores that go by neighbours have other ones in a part of the rows, and their
 * interval is too wide, by about sqrt(n / (n - m)) = 1.4 at most (measured: 1.43, 200 rows, three neighbours).
 */
uncertainty resample_interval(double score, const double *draw, size_t draws, int32_t kind, size_t n, double level,
                              const double range[2]);

/* Mean and spread of the defined scores of shuffled codes, level point of all; p = (1 + draws as good as the score) /
 * (1 + draws) (Phipson and Smyth 2010). An undefined draw is not as good as a defined score. NaN where every draw is
 * undefined. */
uncertainty resample_null(double score, const double *draw, size_t draws, double level);

#endif
