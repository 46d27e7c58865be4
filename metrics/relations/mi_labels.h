/* mi_labels.h -- the options of the relation mi-labels; mi_labels.c says what it computes. */
#ifndef ASSAY_MI_LABELS_H
#define ASSAY_MI_LABELS_H

#include "discretise.h"

#define MI_LABELS_OPTIONS(OPTION) OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)

#endif
