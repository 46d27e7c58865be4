/* The built-in metrics, from metrics_list.h. */
#include "assay.h"

#include <string.h>

#define METRIC(name) extern const assay_metric assay_metric_##name;
#include "metrics_list.h"
#undef METRIC

static const assay_metric *const metrics[] = {
#define METRIC(name) &assay_metric_##name,
#include "metrics_list.h"
#undef METRIC
};

size_t assay_metric_count(void) { return sizeof metrics / sizeof *metrics; }

const assay_metric *assay_metric_at(size_t index) { return index < assay_metric_count() ? metrics[index] : NULL; }

const assay_metric *assay_metric_find(const char *id)
{
    for (size_t m = 0; id && m < assay_metric_count(); m++)
        if (strcmp(metrics[m]->id, id) == 0) return metrics[m];
    return NULL;
}
