/*
 * classes -- factors that are classes 0 .. K-1, independent or dependent on each other, and codes on their grid
 *
 * Source   the kernel: Traeuble et al. 2021, arXiv:2006.07886, section 3; Roth et al. 2023, arXiv:2210.07347.
 * Cost     K^2 exponentials of a few microseconds for a table, log2 K steps for a draw.
 */
#include "classes.h"

#include "ascending.h"
#include "precise.h"

#include <math.h>

#define LN_1000 0x1.ba18a998fffa0p+2

/* exp(-x), x >= 0, with the same bits on every machine: whole thousandths are taken out first. */
static double decay(double x)
{
    const double powers = floor(x / LN_1000);
    if (powers > 100) return 0; /* 1e-300 of the largest weight */
    double y = precise_power_of_1000(-(x - powers * LN_1000) / LN_1000);
    for (int k = 0; k < (int)powers; k++) y /= 1000.0;
    return y;
}

void classes_grid(const double *y, size_t count, double levels, double *z)
{
    const double last = levels - 1.0;
    for (size_t s = 0; s < count; s++) z[s] = y[s] / last;
}

void classes_weigh(size_t levels, double spread, double *weight)
{
    const double last = (double)levels - 1.0;
    for (size_t a = 0; a < levels; a++) {
        for (size_t b = 0; b < levels; b++) {
            const double gap = (double)a / last - (double)b / last;
            weight[a * levels + b] = spread >= CLASSES_APART ? 1.0 : decay(gap * gap / (2.0 * spread * spread));
        }
    }
}

void classes_sum(double *weight, size_t count)
{
    for (size_t k = 1; k < count; k++) weight[k] += weight[k - 1];
}

void classes_zipf(size_t levels, size_t power, double *sum)
{
    for (size_t k = 0; k < levels; k++) {
        double weight = 1.0;
        for (size_t p = 0; p < power; p++) weight *= (double)(k + 1);
        sum[k] = 1.0 / weight;
    }
    classes_sum(sum, levels);
}

size_t classes_find(const double *sum, size_t count, double u)
{
    const double x = u * sum[count - 1];
    size_t place; /* the last where rounding makes x the whole sum */
    COUNT_WHILE(count - 1, k, sum[k] <= x, place)
    return place;
}
