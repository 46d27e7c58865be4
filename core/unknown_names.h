/* unknown_names.h -- what to say where there is no scenario, metric or profile of a name, with the nearest that
 * there is; said by scenarios/registry.c and scoring/metric_list.c. */
#pragma once

#include "assay.h"

/* Each fills err and returns ASSAY_EUSAGE. */
assay_status unknown_scenario(const char *name, assay_error *err);
assay_status unknown_profile(const char *name, assay_error *err);
assay_status unknown_metric(const char *name, assay_error *err);
assay_status unknown_preset(const assay_metric *metric, const char *name, assay_error *err);
