/*
 * resample.h -- the rows of a representation drawn again, and its codes shuffled against its factors. A draw depends on
 * the name of the data set, the kind and the number of the draw alone: representations of one data set get the same
 * rows, so that differences between them are paired, on whatever machine each was scored.
 */
#pragma once

#include "catalog.h"

/* Of shapes, kinds and every value, bit by bit; sparse or whole is one. Of sparse codes of more than 2^28 cells: of
 * their entries. */
uint64_t resample_hash(const assay_rep *rep);

/* The same in whatever order the rows of all arrays stand: a sum over rows. 0: memory ran out. */
uint64_t resample_hash_of_rows(const assay_rep *rep);

/* What is drawn of a data set: its rows, or clusters of rows (a subject, a video), each whole. */
typedef struct resample_set {
    uint64_t name;   /* of the stream */
    size_t clusters; /* 0: each row is one, and the lists are NULL */
    size_t *first;   /* [clusters + 1] where each begins in `row` */
    size_t *row;     /* [n] cluster by cluster */
    double *spread;  /* of directions of chance; NULL: there are none */
} resample_set;

/* The data set of a representation: by the name that was declared for it and the number of rows; declared NULL: by the
 * bytes of its factors. cluster[n]: equal numbers are one cluster, which the name holds, too; NULL: rows are
 * independent. Free with resample_set_free, also after ASSAY_ENOMEM. */
assay_status resample_set_make(const assay_rep *rep, const char *declared, const double *cluster, resample_set *to);
void resample_set_free(resample_set *set);

void resample_stream(const resample_set *set, int32_t kind, uint64_t draw, assay_stream *to); /* of a draw */

/* Draw number `draw` of `kind` (UNCERTAIN_...): rows with replacement, as many as there are; half of the rows, rounded
 * down, without; or all rows with the rows of the codes in another order. Of clusters: as many with replacement, half
 * of them without, or codes cluster by cluster in another order of the clusters, put next to the factors cluster by
 * cluster. Codes that are shuffled have directions of chance. Rows keep their order. Classes that have no row are
 * closed up. *seed is for metrics that draw. Frees what `to` held. */
assay_status resample_draw(const assay_rep *rep, const resample_set *set, int32_t kind, uint64_t draw, assay_data *to,
                           uint64_t *seed);

/* The rows in the order permutation(n) of default_rng(seed), those of factors, codes and activations alike; and numbers
 * that stand next to them. */
assay_status resample_shuffle(assay_data *data, uint64_t seed);
assay_status resample_shuffle_numbers(double *x, size_t n, uint64_t seed);

/*
 * The interval of a score of n rows, or clusters, from the scores of its draws (NaN: undefined), cut at the range of
 * the output (student_interval). Degrees of freedom: draws - 1, or n - 1 where that is less.
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

/* Directions of chance, to[n_codes * dims], from the spread of a set. */
void random_directions_draw(const double *spread, const assay_rep *rep, assay_stream *stream, double *to);
