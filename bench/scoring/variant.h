/* variant.h -- a metric with every option settled: what is scored with, and the name it is kept under. */
#ifndef ASSAY_VARIANT_H
#define ASSAY_VARIANT_H

#include "variant_id.h"

typedef struct variant {
    const assay_metric *metric;
    const assay_preset *preset; /* one of the metric's */
    variant_id id;              /* id.text: "zaidi2020", or with what was changed "zaidi2020:bins=15" */
    double *option;             /* [metric->n_options] */
} variant;

/* The preset with `options` ("bins=15:normaliser=code"; "": as it is) changed. ASSAY_EUSAGE as assay_options_settle.
 * Free with variant_free. */
assay_status variant_make(const assay_metric *metric, const assay_preset *preset, const char *options, variant *to,
                          assay_error *err);
void variant_free(variant *v);

const assay_preset *preset_find(const assay_metric *metric, const char *id); /* NULL: it has none of that name */
size_t variant_preset_place(const variant *v);                               /* of its preset among the metric's */

#endif
