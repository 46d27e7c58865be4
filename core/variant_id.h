/*
 * variant_id.h -- what names a variant of a metric: metric, preset, and the options that are unlike the preset's own.
 * The text "zaidi2020:bins=15" stands in stores, exports and tables; nobody takes it apart but variant_id_read.
 */
#pragma once

#include "settings.h"

typedef struct variant_id {
    char *metric;
    char *preset;     /* "zaidi2020"; of a metric from outside its content's hash */
    settings changed; /* in the order of the descriptor */
    char *text;       /* "zaidi2020:bins=15" */
} variant_id;

/* From parts. Strings are copied; free with variant_id_free. */
assay_status variant_id_from(const char *metric, const char *preset, const setting *changed, size_t n, variant_id *to);

/* text as in variant_id. ASSAY_EINPUT as settings_read. */
assay_status variant_id_read(const char *metric, const char *text, variant_id *to);

assay_status variant_id_copy(const variant_id *from, variant_id *to);
void variant_id_free(variant_id *v);

int variant_id_equal(const variant_id *a, const variant_id *b);
int variant_id_same_preset(const variant_id *a, const variant_id *b); /* whatever their options */

/* A variant as every table and figure names it, which is also how a LIST of metrics takes it: "mig", "mig:bins=5",
 * "mig@zaidi2020": the preset `default` goes without saying. text as in variant_id. */
void variant_print(const char *metric, const char *text, char *to, size_t size);

/* Whether a LIST of metrics names this very variant: "mig@default:bins=5" or, as it is printed, "mig:bins=5". The name
 * of a metric alone names none of its variants. */
int variant_is_listed(const char *list, const char *metric, const char *text);

/* The same and the output, where that is not named like the metric: "dci-rf@zaidi2020 modularity". */
void variant_print_output(const char *metric, const char *text, const char *output, char *to, size_t size);

const assay_preset *preset_find(const assay_metric *metric, const char *id); /* NULL: it has none of that name */
