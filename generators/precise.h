/* precise.h -- a power and an arc tangent, rounded correctly: the same bits on every machine. See precise.c. */
#pragma once

double precise_power_of_1000(double x); /* |x| <= 1 */
double precise_arc_tangent(double x);   /* 0 <= x <= 100, radians */
