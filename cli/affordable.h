/* affordable.h -- which metrics are scored where nobody names them: work is counted, and no clock is asked. */
#pragma once

#include "variant.h"

enum { WIDE_CODES = 1000 };

/* Of so many representations of a size. times[all->count]: how often each is scored of one, NULL: once. */
typedef struct work_asked {
    const selection *all;
    const double *times;
    const assay_size *size;
    size_t files;
    int fits; /* whole tables are made where a metric needs them; 0: such metrics do not apply, and are left out */
    double seconds; /* of one core, for all that are kept */
} work_asked;

/* Their ids, the cheapest first, as long as the sum is within `seconds`; of more than WIDE_CODES none that takes more
 * than a minute a representation. What is left out is named, with what it would take, on standard error. NULL: all are
 * kept, or none could be. */
const char *affordable_metrics(const work_asked *of);
