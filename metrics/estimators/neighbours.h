/*
 * neighbours -- mutual information from the distances to nearest neighbours, in nats
 *
 *   Both columns continuous (KSG, first estimator): r_s is the distance of sample s to its k-th neighbour in the plane,
 *   the larger of the two coordinate differences; a_s and b_s count the other samples with |x - x_s| < r_s, |y - y_s| <
 *   r_s:
 *       I(x; y) = psi(n) + psi(k) - mean psi(a_s + 1) - mean psi(b_s + 1)
 *   One column a label (Ross): r_s is the distance to the k_s-th neighbour within the sample's class of n_s, k_s =
 *   min(k, n_s - 1); m_s counts all samples with |x - x_s| < r_s, s itself included:
 *       I(x; c) = psi(n) + mean psi(k_s) - mean psi(n_s) - mean psi(m_s)
 *   Both are cut off at 0. Samples alone in their class are left out of everything, n included.
 *
 * Source   Kraskov, Stoegbauer, Grassberger 2004, arXiv:cond-mat/0305641, equation 8; Ross 2014, PLoS ONE 9(2), e87357,
 *          equation 2; scikit-learn 1.2.1 for the conventions: columns are divided by their standard deviation (ddof 0)
 *          and get normal noise of 1e-10 max(1, mean |x|), and "< r" is "<= the next double below r".
 * Shapes   columns of n samples; 1 <= k < n for KSG; n < 2^31.
 * Cost     a column: one sort; a pair: O(n k) where densities do not differ wildly within a column, in no case more
 *          than O(n^2). Memory is the caller's: about 28 bytes per sample and column, 40 per sample for a pair.
 * R1  Exact: radii and counts are those of a comparison of all pairs in double arithmetic, ties and copies included.
 * R2  Samples in copies of more than k have r = 0 and count their copies.
 * R3  Same bits on every machine: no function of the mathematical library but exact ones and the square root, sums in a
 *     fixed order.
 * R4  Scaling is by the deviation whatever its size (scikit-learn leaves columns below 2e-15 unscaled); a column whose
 *     smallest and largest value are equal, or whose range is not finite, is left as it is.
 * R5  A column on a circle: the difference is the way around it, the shorter one. Its scale is the same at every turn:
 *     a circle that is the square root of 12 around, on which evenly spread values have deviation 1; noise of 1e-10.
 */
#pragma once

#include "assay.h"

enum { NEIGHBOURS_MOST = 64 };
#define NEIGHBOURS_AROUND 3.4641016151377544 /* R5 */

/* A column, ready to be paired with any other of as many samples. */
typedef struct neighbour_column {
    size_t n, n_cells;
    double *sorted;       /* [n] */
    uint32_t *row;        /* [n] which sample is the r-th */
    uint32_t *cell;       /* [n_cells + 1] how many samples lie below each of n_cells equal parts of the range */
    double low, per_unit; /* part = (x - low) per_unit */
    double density;       /* share of the samples per unit of length where a typical sample lies */
} neighbour_column;

/* A label for every sample. */
typedef struct neighbour_classes {
    size_t n_classes;
    const uint32_t *label; /* [n] 0..n_classes-1 */
    const uint32_t *count; /* [n_classes] */
} neighbour_classes;

/* to[m] = psi(m) for m = 1..n, psi the logarithmic derivative of the gamma function; to[0] is 0. */
void neighbours_psi(size_t n, double *to);

/* to = x divided by its standard deviation; R4. whole: cut to whole numbers afterwards. Returns 0 for a column left as
 * it is. */
int neighbours_scale(const double *x, size_t n, int whole, double *to);

/* x += 1e-10 max(1, mean |x|) noise; the noise of sample s is noise[s * stride]. */
void neighbours_jitter(double *x, size_t n, const double *noise, size_t stride);

/* Sorts a column into lent memory of neighbours_column_bytes(n), aligned as malloc's is. */
size_t neighbours_column_bytes(size_t n);
assay_status neighbours_column_sort(const double *value, size_t n, void *memory, neighbour_column *to);

/* Scratch for a pair, lent: neighbours_pair_bytes(n, classes), aligned as malloc's is. psi: up to n at least. */
size_t neighbours_pair_bytes(size_t n, size_t n_classes);
double neighbours_ksg(const neighbour_column *x, const neighbour_column *y, size_t k, const double *psi, void *scratch);

/* NaN where every sample is alone in its class. */
double neighbours_ross(const neighbour_column *x, const neighbour_classes *c, size_t k, const double *psi,
                       void *scratch);

/* R5: to = x on the circle, with noise[n]. Returns 0 for a column of one value. */
int neighbours_circle_scale(const double *x, size_t n, double period, const double *noise, double *to);

/* KSG of a column, on a circle, too, if it `turns`, and one on a circle; scratch: of neighbours_pair_bytes. */
double neighbours_ksg_circle(const neighbour_column *x, int turns, const neighbour_column *y, size_t k,
                             const double *psi, void *scratch);
