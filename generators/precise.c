/*
 * precise -- a power and an arc tangent, rounded correctly: the same bits on every machine
 *
 *     1000^x = exp(x ln 1000), exp by its series       atan x = a + (x cos a - sin a) / (cos a + x sin a), a near it
 *
 *   The C library's own are within a unit in the last place, but choose their instructions by the processor, and
 *   scenario parameters go through them: one unit more or less would move all data of a seed. Here numbers are
 *   unevaluated sums of two doubles, good for some 100 bits: the last rounding is right but for one case in 2^40.
 *
 * Source   Dekker 1971, "A floating-point technique for extending the available precision", Numerische Mathematik 18.
 * Cost     a few microseconds: for parameters, not for samples.
 */
#include "angles.h"

#include <math.h>

#define LN_1000_HIGH 0x1.ba18a998fffa0p+2
#define LN_1000_LOW 0x1.112fc120a0a22p-52

typedef struct pair {
    double high, low; /* the number is their sum, |low| at most half a unit in the last place of high */
} pair;

static pair sum_of(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return (pair){ sum, (a - (sum - part)) + (b - part) };
}

/* The upper 26 bits. */
static double half_of(double a)
{
    const double shifted = 0x1.0000002p27 * a;
    return shifted - (shifted - a);
}

static pair product_of(double a, double b)
{
    const double product = a * b, ah = half_of(a), bh = half_of(b), al = a - ah, bl = b - bh;
    return (pair){ product, ((ah * bh - product) + ah * bl + al * bh) + al * bl };
}

static pair pair_add(pair a, pair b)
{
    const pair high = sum_of(a.high, b.high);
    return sum_of(high.high, high.low + (a.low + b.low));
}

static pair pair_multiply(pair a, pair b)
{
    const pair high = product_of(a.high, b.high);
    return sum_of(high.high, high.low + (a.high * b.low + a.low * b.high));
}

/* The rest of the division is divided once more. */
static pair pair_divide(pair a, double by)
{
    const double quotient = a.high / by;
    const pair back = product_of(quotient, by);
    return sum_of(quotient, ((a.high - back.high) - back.low + a.low) / by);
}

double precise_power_of_1000(double x)
{
    const pair high = product_of(fabs(x), LN_1000_HIGH);
    const pair y = sum_of(high.high, high.low + fabs(x) * LN_1000_LOW);
    pair term = { 1.0, 0.0 }, sum = term;
    for (int k = 1; k <= 70; k++) { /* y < 7: the last term is below 2^-120 */
        term = pair_divide(pair_multiply(term, y), k);
        sum = pair_add(sum, term);
    }
    if (x >= 0) return sum.high;
    const double inverse = 1.0 / sum.high;
    const pair back = product_of(inverse, sum.high);
    return inverse + inverse * ((1.0 - back.high) - back.low - inverse * sum.low);
}

/* sin a and cos a by their series, |a| <= pi/2. */
static void sine_cosine(double a, pair *sine, pair *cosine)
{
    pair term = { 1.0, 0.0 };
    *sine = (pair){ 0.0, 0.0 };
    *cosine = term;
    for (int k = 1; k <= 40; k++) {
        term = pair_divide(pair_multiply(term, (pair){ a, 0.0 }), k);
        const double sign = k & 2 ? -1.0 : 1.0;
        pair *to = k & 1 ? sine : cosine;
        *to = pair_add(*to, (pair){ sign * term.high, sign * term.low });
    }
}

double precise_arc_tangent(double x)
{
    const double near = atan(x);
    pair sine, cosine;
    sine_cosine(near, &sine, &cosine);
    const pair there = pair_multiply((pair){ x, 0.0 }, cosine);
    const double gap = pair_add(there, (pair){ -sine.high, -sine.low }).high;
    return near + gap / (cosine.high + x * sine.high);
}
