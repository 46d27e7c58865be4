/* beta.h -- the regularised incomplete beta function, which Student's t and the binomial distribution are read from. */
#pragma once

/* I_x(a, b) for a, b > 0; y is 1 - x, given because the caller may know it without cancellation. 0 below x = 0, 1 above
 * x = 1. Of n tosses that succeed with the chance p, k or more do so with the chance I_p(k, n - k + 1). */
double beta_regularised(double x, double y, double a, double b);
