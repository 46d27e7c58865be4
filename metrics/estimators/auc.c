/* Scores in their order, run by run of equal ones: a row of the class wins against every other row met before it, and
 * half against those of its run. */
#include "auc.h"
#include "radix_order.h"

#include <math.h>
#include <stdlib.h>

/* Twice the number of pairs that the class wins, those of equal scores counting half. */
static double area_of(const double *sorted, const uint32_t *row, const int32_t *label, size_t n, int32_t class)
{
    __extension__ typedef unsigned __int128 wide; /* pairs of 2^32 rows and more still count exactly */
    wide won = 0;
    size_t inside = 0, outside = 0;
    for (size_t s = 0, end; s < n; s = end) {
        size_t here = 0;
        for (end = s; end < n && sorted[end] == sorted[s]; end++) here += label[row[end]] == class;
        const size_t others = end - s - here;
        won += (wide)here * (2 * outside + others);
        inside += here, outside += others;
    }
    return (double)won / (double)(2 * (wide)inside * outside);
}

assay_status auc_class(const double *score, const int32_t *label, size_t n, int32_t class, double *area)
{
    size_t positive = 0, absent = 0;
    for (size_t s = 0; s < n; s++) positive += label[s] == class, absent += isnan(score[s]) != 0;
    *area = NAN;
    if (positive == 0 || positive == n || absent) return ASSAY_OK; /* R1 */
    double *const sorted = malloc(n * sizeof *sorted);
    uint32_t *const row = malloc(n * sizeof *row);
    const assay_status status = sorted && row ? radix_order(score, n, sorted, row) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) *area = area_of(sorted, row, label, n, class);
    free(sorted);
    free(row);
    return status;
}
