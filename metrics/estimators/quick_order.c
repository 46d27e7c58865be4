/* quick_order -- see quick_order.h. */
#include "quick_order.h"

#include "radix_order.h"

enum { INSERTION = 17 };

static void exchange(uint32_t *a, uint32_t *b)
{
    const uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void insert_each(const double *value, uint32_t *row, size_t n)
{
    for (size_t r = 1; r < n; r++) {
        const uint32_t here = row[r];
        size_t to = r;
        for (; to > 0 && value[here] < value[row[to - 1]]; to--) row[to] = row[to - 1];
        row[to] = here;
    }
}

/* Parts row[n] at a pivot; returns its place. */
static size_t part(const double *value, uint32_t *row, size_t n)
{
    uint32_t *first = row, *middle = row + (n - 1) / 2, *last = row + n - 1;
    if (value[*middle] < value[*first]) exchange(middle, first);
    if (value[*last] < value[*middle]) exchange(last, middle);
    if (value[*middle] < value[*first]) exchange(middle, first);
    const double pivot = value[*middle];
    size_t low = 0, high = n - 2;
    exchange(middle, row + n - 2);
    for (;;) {
        do low++;
        while (value[row[low]] < pivot);
        do high--;
        while (pivot < value[row[high]]);
        if (low >= high) break;
        exchange(row + low, row + high);
    }
    exchange(row + low, row + n - 2);
    return low;
}

/* False where it was halved badly `depth` times. */
static int order(const double *value, uint32_t *row, size_t n, int depth)
{
    while (n > INSERTION) {
        if (depth-- == 0) return 0;
        const size_t at = part(value, row, n), above = n - at - 1;
        if (at < above) {
            if (!order(value, row, at, depth)) return 0;
            row += at + 1, n = above;
        } else {
            if (!order(value, row + at + 1, above, depth)) return 0;
            n = at;
        }
    }
    insert_each(value, row, n);
    return 1;
}

assay_status quick_order(const double *value, size_t n, double *sorted, uint32_t *row)
{
    int depth = 1;
    for (size_t left = n; left > 1; left /= 2) depth += 2;
    for (size_t s = 0; s < n; s++) row[s] = (uint32_t)s;
    return order(value, row, n, depth) ? ASSAY_OK : radix_order(value, n, sorted, row);
}
