#include "model_extras.h"

#include "ascending.h"

#include <stdlib.h>

size_t items_found(const evidence_point *p, double rate, unsigned char *is_found, size_t *items)
{
    const double *of = p->tested.draw;
    const size_t n = of && p->tested.draws > p->chance.draws ? (size_t)(p->tested.draws - p->chance.draws) : 0;
    *items = n;
    if (!n) return 0;
    double *sorted = malloc(n * sizeof *sorted), line = 0;
    size_t known = 0, found = 0;
    for (size_t k = 0; sorted && k < n; k++)
        if (!isnan(of[k])) sorted[known++] = of[k];
    if (known) qsort(sorted, known, sizeof *sorted, ascending);
    for (size_t k = 0; k < known; k++)
        if (sorted[k] <= rate * (double)(k + 1) / (double)known + 1e-12) line = sorted[k];
    free(sorted);
    for (size_t k = 0; k < n; k++) found += is_found[k] = of[k] <= line;
    return found;
}
