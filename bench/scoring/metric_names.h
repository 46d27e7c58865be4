/* metric_names.h -- inside this room: sentences about names that nothing has, with the nearest that something has. */
#ifndef ASSAY_METRIC_NAMES_H
#define ASSAY_METRIC_NAMES_H

#include "assay.h"

/* Both fill err and return ASSAY_EUSAGE. */
assay_status unknown_metric(const char *name, assay_error *err);
assay_status unknown_preset(const assay_metric *metric, const char *name, assay_error *err);

#endif
