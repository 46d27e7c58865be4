/* curves.h -- strictly increasing curves and joint functions of a published study of identifiability. See curves.c. */
#pragma once

#include <stddef.h>

enum { CURVES = 7, CURVES_BIJECTIVE = 6, JOINTS = 5 };

/* Curve k mod CURVES at x. The first CURVES_BIJECTIVE are strictly increasing; the last is not one to one. */
double curve_at(size_t k, double x);

/* Curve and joint function k mod 3 that do not leave [-1, 1], ours: strictly increasing in each of x and y > 0. */
double bounded_curve_at(size_t k, double x);
double bounded_joint_at(size_t k, double x, double y);

/* Joint function k mod JOINTS of x and y. */
double joint_at(size_t k, double x, double y);
