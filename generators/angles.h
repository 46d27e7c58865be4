/* angles.h -- sine, cosine and tangent of whole arrays, with the same bits on every machine. See angles.c. */
#pragma once

#include <stddef.h>

/* Angles are in radians, up to ANGLES_MOST either way; beyond it the digits are wrong. `to` may be x itself. What comes
 * before and after the function is done in the order of the formula, each operation rounded. */
#define ANGLES_MOST 100000.0

#define PI 0x1.921fb54442d18p+1
#define TURN (2.0 * PI)
#define DEGREE (PI / 180.0)

/* sine = sin x, cosine = cos x */
void angles_sine_cosine(const double *x, size_t n, double *sine, double *cosine);

/* to = cos(times x / over) */
void angles_cosine(const double *x, size_t n, double times, double over, double *to);

/* to = scale tan(times (x - centre)) + centre */
void angles_tangent(const double *x, size_t n, double centre, double times, double scale, double *to);

/* A power and an arc tangent, rounded correctly: the same bits on every machine. See precise.c. */
double precise_power_of_1000(double x); /* |x| <= 1 */
double precise_arc_tangent(double x);   /* 0 <= x <= 100, radians */
