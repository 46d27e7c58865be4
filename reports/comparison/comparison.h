/*
 * comparison.h -- models and groups of a study compared: means, differences, the best set, chance; with the choice of
 * rows and the choice of training runs crossed.
 *
 * A side is a group: its runs r = 1 .. R, each the mean of its models (of one `seed`), scored on all rows, s_r, and on
 * draws b of the rows, x_rb. Models of one data set have the same draws, so that the variance over draws of a sum is
 * that of the sum's rows, whatever is in it; draws of different data sets are independent.
 *
 * docs/studies.md has the variance of a mean of runs, and its degrees of freedom.
 *
 * A - B is the same with the difference in V1, and the other terms of both sides; alike rows cancel. Interval and p are
 * Student's. Of one run only V1 counts: the result is of these models. Checked by `make coverage-of-intervals`
 * (docs/studies.md).
 */
#pragma once

#include "evidence.h"

typedef struct compared_model {
    double score;
    const char *data; /* whose rows are drawn; "": rows of its own */
    const char *seed; /* of its training run; NULL: a run of its own */
    size_t draws, shuffles;
    const double *draw, *shuffled; /* [draws] on drawn rows; [shuffles] of shuffled codes; NaN: undefined */
    double factor;                 /* of the standard deviation over draws (uncertainty_factor) */
    size_t units;                  /* rows or clusters that are drawn */
} compared_model;

/* A group under one output. Zero-initialise. */
typedef struct compared_side {
    const char *name; /* borrowed */
    compared_model *at;
    size_t n, room;
    size_t undefined; /* models that were left out */
    double range[2];
} compared_side;

/* What a manifest says of a model in a column; "": nothing. */
const char *comparison_column(const stored_representation *r, const char *name);

/* Adds a model of a study; one without a score is counted. */
void comparison_add(compared_side *to, const score_row *row);

enum comparison_refusal {
    COMPARED,
    REFUSED_EMPTY,   /* no model has a score */
    REFUSED_DRAWS,   /* scores on shared rows without draws */
    REFUSED_CLUSTERS /* fewer than two clusters, or draws that are undefined */
};
const char *comparison_why(enum comparison_refusal why); /* what to do about it */

typedef struct compared {
    enum comparison_refusal refused; /* value is known, nothing else */
    double value, error, freedom;
    double low, high; /* at the level asked for */
    double p;         /* two-sided, of a difference from 0 */
    size_t runs[2];   /* of the sides */
    double spread[2]; /* standard deviation over runs; NaN of one run */
    double effect;    /* a difference in units of the mean spread of runs (Cohen's d); NaN without one */
    double next[2];   /* of a mean: where another run scored on the same rows lies; NaN of one run */
} compared;

/* The mean of a side (b NULL), or the difference a - b. level 0: without ends. */
void comparison_make(const compared_side *a, const compared_side *b, double level, compared *to);

void comparison_ends(const double range[2], double level, compared *to); /* low and high; range NULL: a difference */

/* What all comparisons of a side have in common: of many sides the draws are summed once. */
typedef struct side_sums {
    const compared_side *of;
    struct set_sums *set; /* [n_sets] its data sets */
    double *in_run;       /* [of->n] weights in the mean of a run */
    size_t n_sets, runs;
    double value, spread;
} side_sums;
side_sums *comparison_sums(const compared_side *const *side, size_t n); /* to be freed */
void comparison_sums_free(side_sums *of, size_t n);
void comparison_of_sums(const side_sums *a, const side_sums *b, compared *to); /* as comparison_make, without ends */

/* Whether shuffled codes do as well: p = (1 + shuffles whose mean is as good) / (1 + shuffles), one shuffle of the rows
 * for all models. An undefined score counts as the lowest of the range, shuffled or not. NaN without shuffles. */
double comparison_chance(const compared_side *side, size_t *undefined);

/* p[n] adjusted for their number (Holm 1979, Scandinavian Journal of Statistics 6, p. 65); NaN stays and counts not. */
void comparison_holm(double *p, size_t n);

/* Which sides cannot be told from the best: none is above them with an adjusted p below 1 - level. Refused ones are in
 * no set. Returns whether two sides or more could be compared, of more than COMPARED_MOST never. */
enum { COMPARED_MOST = 2000 };
int comparison_best(const compared_side *side, size_t n, double level, unsigned char *is_best);

/* Items whose p (nested in `tested`) holds a false-discovery rate of `rate` among the items of the output (Benjamini
 * and Hochberg 1995, Journal of the Royal Statistical Society B 57, p. 289): is_found[*n], room for tested.draws; how
 * many. *n 0: not known. */
size_t items_found(const evidence_point *p, double rate, unsigned char *is_found, size_t *n);

/*
 * Methods over several data sets, by their ranks in each: scores of different data sets have no mean.
 *
 * A difference of mean ranks is certain where ranks that are dealt anew within every data set give as large a one, of
 * any pair, in at most 5 of 100 cases. That is exact for any number of data sets, and for ties. The tables of Nemenyi
 * (Demsar 2006, Journal of Machine Learning Research 7, section 3.2.2) are of many: two methods and five data sets
 * pass them in 6.25 of 100 cases where nothing differs. Checked by tests/reports/comparison/test_ranks.c.
 */

enum { RANKS_SETS_LEAST = 5 };

/* value[set * n + method], all defined; more is better. mean[n]: the mean rank of each, 1 the best. Gives the least
 * difference of two mean ranks that is certain; INFINITY: none is, as with fewer than RANKS_SETS_LEAST data sets. */
double ranks_over_sets(const double *value, size_t sets, size_t n, double *mean);
