/*
 * curves -- functions of one and of two factors
 *
 *     one    tanh(2x^3 - .1), sinh(2x^3 + .1), sgn(x) sqrt|x|, x^3, x^5, e^x, sgn(x) log(1 + |3x + 1|)
 *     two    x y, x + y, x^2 + y^2, tanh x tanh y, sgn(x y) sqrt|x y|
 *
 *     bounded, ours: tanh 2x, x / (1 + |x|), tanh x^3; of two, the product of tanh x and one of these of y
 *
 * Source   Joshi et al. 2026 (UAI, PMLR 337:2618-2660), published code.
 * R1  The seventh curve jumps at 0 and has the same value at -1/2 and -1/6: it is not one to one, though the source
 *     calls it so. The first reaches 1 in double precision at x = 2.2.
 * R2  tanh, sinh, exp, log1p and pow are the C library's, whose last bit is its own; so is NumPy's.
 */
#include "curves.h"

#include <math.h>

static double sign_of(double x) { return (double)((x > 0.0) - (x < 0.0)); }

double curve_at(size_t k, double x)
{
    switch (k % CURVES) {
    case 0: return tanh(2.0 * pow(x, 3.0) - 0.1);
    case 1: return sinh(2.0 * pow(x, 3.0) + 0.1);
    case 2: return sign_of(x) * sqrt(fabs(x));
    case 3: return pow(x, 3.0);
    case 4: return pow(x, 5.0);
    case 5: return exp(x);
    default: return sign_of(x) * log1p(fabs(3.0 * x + 1.0)); /* R1 */
    }
}

double joint_at(size_t k, double x, double y)
{
    switch (k % JOINTS) {
    case 0: return x * y;
    case 1: return x + y;
    case 2: return x * x + y * y;
    case 3: return tanh(x) * tanh(y);
    default: return sign_of(x * y) * sqrt(fabs(x * y));
    }
}

double bounded_curve_at(size_t k, double x)
{
    switch (k % 3) {
    case 0: return tanh(2.0 * x);
    case 1: return x / (1.0 + fabs(x));
    default: return tanh(x * x * x);
    }
}

double bounded_joint_at(size_t k, double x, double y) { return tanh(x) * bounded_curve_at(k, y); }
