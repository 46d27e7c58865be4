/* two_labels.h -- eight rows of two independent binary factors, V0 and V1, with codes made by hand. */
#ifndef ASSAY_TWO_LABELS_H
#define ASSAY_TWO_LABELS_H

#include "golden_tables.h"

#define V0 0, 0, 0, 0, 1, 1, 1, 1
#define V1 0, 0, 1, 1, 0, 0, 1, 1
#define BOTH 0, 0, 0, 0, 0, 0, 1, 1
#define ONES 1, 1, 1, 1, 1, 1, 1, 1

static inline void labels_of(assay_data *data, size_t d, const double *codes)
{
    static const int32_t levels[2] = { 2, 2 };
    data_of(data, 8, 2, d, (const double[]){ V0, V1 }, codes, levels);
}

#endif
