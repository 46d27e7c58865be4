/* scenario.h -- what the files of this room share. A scenario is one file, one descriptor and one line in list.h. */
#ifndef SCENARIO_H
#define SCENARIO_H

#include "assay.h"
#include "builders.h"

#define ASSAY_COUNT(array) (sizeof(array) / sizeof *(array))

/* A sweep over the values of an array of doubles. */
#define SWEEP(name, values) { .symbol = (name), .at = (values), .n_at = ASSAY_COUNT(values) }

/* The three entries of a truth, in their order. */
enum { MODULARITY, COMPACTNESS, EXPLICITNESS };

static inline assay_truth truth_is(double value)
{
    return (assay_truth){ ASSAY_IS, value };
}

static inline assay_truth truth_order(double value)
{
    return (assay_truth){ ASSAY_ORDER, value };
}

/* Makes every factor categorical, with the values 0 .. levels-1. */
static inline void factors_categorical(assay_data *data, int32_t levels)
{
    for (size_t i = 0; i < data->n_factors; i++) data->levels[i] = levels;
}

#endif
