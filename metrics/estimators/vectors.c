#include "vectors.h"

#include "lanes.h"

#define FOUR(x, s) (*(const lanes *)((x) + (s)))

WIDE
double vector_product(const double *x, const double *y, size_t n)
{
    lanes a = LANES_ALL(0.0), b = a, c = a, d = a;
    size_t s = 0;
    for (; s + 4 * LANES <= n; s += 4 * LANES) {
        a += FOUR(x, s) * FOUR(y, s);
        b += FOUR(x, s + LANES) * FOUR(y, s + LANES);
        c += FOUR(x, s + 2 * LANES) * FOUR(y, s + 2 * LANES);
        d += FOUR(x, s + 3 * LANES) * FOUR(y, s + 3 * LANES);
    }
    double rest = 0.0;
    for (; s < n; s++) rest += x[s] * y[s];
    a = (a + b) + (c + d);
    return LANES_SUM(a) + rest;
}

WIDE
void vector_add(double *x, const double *y, double factor, size_t n)
{
    const lanes factors = LANES_ALL(factor);
    size_t s = 0;
    for (; s + LANES <= n; s += LANES) *(lanes *)(x + s) += factors * FOUR(y, s);
    for (; s < n; s++) x[s] += factor * y[s];
}
