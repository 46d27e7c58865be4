/* names.h -- scores as every table and figure names them, which is also how a LIST of metrics takes them. */
#ifndef ASSAY_NAMES_H
#define ASSAY_NAMES_H

#include <stddef.h>

/* "mig", "mig:bins=5", "mig@zaidi2020": the preset `default` goes without saying. */
void name_variant(const char *metric, const char *preset, char *to, size_t size);

/* The same and the output, where that is not named like the metric: "dci-rf@zaidi2020 modularity". */
void name_series(const char *metric, const char *preset, const char *output, char *to, size_t size);

#endif
