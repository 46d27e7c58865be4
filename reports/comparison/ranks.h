/*
 * ranks.h -- methods over several data sets, by their ranks in each: scores of different data sets have no mean.
 *
 * A difference of mean ranks is certain where ranks that are dealt anew within every data set give as large a one, of
 * any pair, in at most 5 of 100 cases. That is exact for any number of data sets, and for ties. The tables of Nemenyi
 * (Demsar 2006, Journal of Machine Learning Research 7, section 3.2.2) are of many: two methods and five data sets
 * pass them in 6.25 of 100 cases where nothing differs. Checked by tests/reports/comparison/test_ranks.c.
 */
#pragma once

#include <stddef.h>

enum { RANKS_SETS_LEAST = 5 };

/* value[set * n + method], all defined; more is better. mean[n]: the mean rank of each, 1 the best. Gives the least
 * difference of two mean ranks that is certain; INFINITY: none is, as with fewer than RANKS_SETS_LEAST data sets. */
double ranks_over_sets(const double *value, size_t sets, size_t n, double *mean);
