/*
 * exp_down.h -- e^t of four doubles t <= 0 at once, below -700 as at -700, from additions and multiplications alone and
 * so with the same bits on every machine
 *
 *   t = k ln 2 + r with |r| <= ln 2 / 2, ln 2 in two parts, the first of which k multiplies without rounding;
 *   e^r by Taylor to r^13, whose remainder is 4e-18; k is added to the exponent.
 */
#pragma once

#include "column_tiles.h"

TILE_INLINE void exp_down(lanes *t)
{
    static const double part[] = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
        1.0 / 720,        1.0 / 120,       1.0 / 24,       1.0 / 6,       0.5,          1.0,         1.0
    };
    const double magic = 6755399441055744.0; /* 1.5 * 2^52: adding it rounds to an integer, kept in the low bits */
    const lanes x = LANES_PICK(*t > LANES_ALL(-700.0), *t, LANES_ALL(-700.0));
    const lanes shifted = x * 1.4426950408889634 + magic, k = shifted - magic;
    const lanes r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
    lanes sum = LANES_ALL(part[0]);
    for (size_t i = 1; i < sizeof part / sizeof *part; i++) sum = sum * r + part[i];
    *t = (lanes)((lane_masks)sum + ((lane_masks)shifted << 52));
}
