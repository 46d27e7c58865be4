/* work.h -- what several estimates of cost are made of, in the units of assay_metric_cost. The factors in all of them
 * are measured, on 1,000 to 20,000 rows and 4 to 32 columns. */
#pragma once

#include "assay.h"

#include <math.h>

enum { WORK_CLASSES = 10 }; /* values of a factor, where only the data know how many there are */

/* The function of a cost that is one expression, of n rows, m factors and d codes, of `size` and `option`. */
#define COST(name, ...)                                                                           \
    static double name(const assay_size *size, const double *option)                              \
    {                                                                                             \
        const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes; \
        return (void)n, (void)m, (void)d, (void)option, (__VA_ARGS__);                            \
    }                                                                                             \
    static double name(const assay_size *, const double *)

/* The mean number of values of a factor. */
static inline double work_values(const assay_size *size)
{
    return size->n_values ? (double)size->n_values / (double)size->n_factors : WORK_CLASSES;
}

static inline double work_levels(double n) { return log2(n + 2.0); }
static inline double work_sort(double n) { return 3.0 * n * work_levels(n); }
static inline double work_cut(double n, double columns) { return 2.2 * n * columns; } /* into bins */

/* Of K classes by d codes, to the end; passes 0: with a penalty, which takes some tens. Of many codes it takes more
 * passes, and each turns K d numbers by a d x d factor. */
static inline double work_multinomial(double n, double d, double classes, double passes)
{
    if (passes > 0.0) return n * classes * (0.35 * passes * d + 0.25 * d * fmin(d, n));
    return n * classes * (8.0 * d + 4.0) + 30.0 * classes * d * d + 0.5 * n * d * d;
}

/* Singular values and vectors of n x d, by rotations. */
static inline double work_svd(double n, double d) { return 0.5 * n * d * d + 7.0 * fmin(n, d) * d * d; }

/* Each of one set to one of another, at worst: of easy ones it takes less than a tenth. */
static inline double work_assignment(double m, double d) { return 0.1 * fmin(m, d) * fmin(m, d) * fmax(m, d); }

/* The share of zeros among the codes. */
static inline double work_zeros(const assay_size *size)
{
    return (double)size->n_zeros / ((double)size->n * (double)size->n_codes);
}

/* Codes that are not 0 in a row. */
static inline double work_active(const assay_size *size)
{
    return size->n_codes && size->n ? (double)size->n_codes * (1.0 - work_zeros(size)) : 0.0;
}

/* Factors that are numbers or of two classes; others are left out by who takes no names for numbers. */
static inline double work_numbers(const assay_size *size, int names_too)
{
    return (double)(size->n_factors - (names_too ? 0 : size->n_categorical - size->n_binary));
}

/* Whether some rows agree in all factors but one, as far as sizes tell. */
static inline int work_some_agree(const assay_size *size)
{
    const double n = (double)size->n;
    return !size->n_values || n * n > pow(work_values(size), (double)size->n_factors - 1.0);
}

/* All codes read, at so much a value; of sparse ones what is kept. */
static inline double work_codes(const assay_size *size, double a_value)
{
    const double all = (double)size->n * (double)size->n_codes;
    return size->bytes > 0.0 ? 30.0 * (all - (double)size->n_zeros) : a_value * all;
}

static inline double work_codes_read(const assay_size *size, const double *option)
{
    return (void)option, work_codes(size, 2.5);
}

/* The values of codes that correlations multiply: of codes that are mostly zeros the others. */
static inline double work_multiplied(const assay_size *size)
{
    const double all = (double)size->n * (double)size->n_codes, filled = all - (double)size->n_zeros;
    return 4.0 * filled <= all ? filled : all;
}

/* Trees on sparse codes are deep: what is no zero is cut off bit by bit. As often as on dense ones, as measured. */
static inline double work_deep(const assay_size *size) { return 1.0 + 5.0 * work_zeros(size) * work_zeros(size); }

/* Trees of a forest: each level looks at every row once for each code that its nodes try. */
static inline double work_trees(double trees, double rows, double tries, double depth)
{
    return 2.0 * trees * rows * (tries + 8.0) * fmin(depth, work_levels(rows));
}
