/*
 * angles -- sine, cosine and tangent of whole arrays, with the same bits on every machine
 *
 *     x = k pi/2 + r, |r| <= pi/4      sin r = r + r^3 S(r^2)      cos r = 1 - r^2/2 + r^4 C(r^2)      tan = sin / cos
 *
 *   The C library's functions choose their instructions by the processor (with or without fused multiply-add) and
 *   differ in the last bit from one machine to the next; the data of a seed must not. These use additions,
 *   multiplications and one division in a fixed order, so the vector versions of a loop give the bits of the plain one.
 *
 * Source   Cody and Waite 1980, "Software manual for the elementary functions", chapters 8 and 9: pi/2 in three parts,
 *          of 33, 33 and 53 bits, so that k times the first two is exact. S and C are Chebyshev fits, of relative error
 *          below 2^-56 and 2^-60 on |r| <= pi/4.
 * Error    below 1 unit in the last place for sine and cosine, 2.5 for the tangent, for |x| <= ANGLES_MOST (largest
 *          seen in ten million draws: .87 and 2.3).
 * Cost     about 60 operations an element, several elements at a time where the processor can.
 */
#include "angles.h"

#include <stdint.h>
#include <string.h>

/* Only the width of the vectors changes, never the bits: every operation is elementwise and rounds once. */
#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && !defined ASSAY_SANITIZED
#define WIDER __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDER
#endif

#define BLOCK 128 /* a constant, since the compiler makes vectors of loops whose length it knows */

typedef struct parts {
    double sine, cosine; /* of the remainder */
    uint64_t quadrant;   /* only the last two bits count */
} parts;

static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline double choose(uint64_t mask, double there, double here)
{
    return from_bits((bits_of(there) & mask) | (bits_of(here) & ~mask));
}

static inline parts parts_of(double x)
{
    /* adding 1.5 * 2^52 leaves the nearest integer in the last bits */
    const double shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, k = shifted - 0x1.8p52;
    const double t = x - k * 0x1.921fb544p+0; /* exact */
    const double w = k * 0x1.0b4611a6p-34;    /* exact */
    const double u = t - w;
    const double v = k * 0x1.3198a2e037073p-69 - ((t - u) - w); /* what is missing in u */
    const double r = u - v, rest = (u - r) - v;

    const double z = r * r;
    const double s = -0x1.5555555555555p-3 +
                     z * (0x1.1111111110babp-7 +
                          z * (-0x1.a01a019e820aep-13 +
                               z * (0x1.71de37946ed6dp-19 + z * (-0x1.ae6008d114485p-26 + z * 0x1.5e0a4fc16be59p-33))));
    const double c = 0x1.5555555555555p-5 +
                     z * (-0x1.6c16c16c16963p-10 +
                          z * (0x1.a01a019f4ddfdp-16 +
                               z * (-0x1.27e4fa16cc2d1p-22 + z * (0x1.1eeb67d026ec6p-29 - z * 0x1.907cd8ff5ede7p-37))));
    const double half = 0.5 * z, most = 1.0 - half;
    return (parts){
        .sine = r + (r * (z * s) + rest * most), /* sin(r + rest) = sin r + rest cos r */
        .cosine = most + (((1.0 - most) - half) + (z * z * c - r * rest)),
        .quadrant = bits_of(shifted),
    };
}

static inline double sine_of(parts p)
{
    return from_bits(bits_of(choose(-(p.quadrant & 1), p.cosine, p.sine)) ^ (p.quadrant & 2) << 62);
}

static inline double cosine_of(parts p)
{
    return from_bits(bits_of(choose(-(p.quadrant & 1), p.sine, p.cosine)) ^ ((p.quadrant + 1) & 2) << 62);
}

static inline double tangent_of(parts p)
{
    const uint64_t odd = -(p.quadrant & 1);
    const double ratio = choose(odd, p.cosine, p.sine) / choose(odd, p.sine, p.cosine);
    return from_bits(bits_of(ratio) ^ (p.quadrant & 1) << 63);
}

WIDER static void block_sine_cosine(const double *restrict x, double *restrict sine, double *restrict cosine)
{
    for (size_t k = 0; k < BLOCK; k++) {
        const parts p = parts_of(x[k]);
        sine[k] = sine_of(p);
        cosine[k] = cosine_of(p);
    }
}

WIDER static void block_cosine(const double *restrict x, double times, double over, double *restrict to)
{
    for (size_t k = 0; k < BLOCK; k++) to[k] = cosine_of(parts_of(times * x[k] / over));
}

WIDER static void block_tangent(const double *restrict x, double centre, double times, double scale,
                                double *restrict to)
{
    for (size_t k = 0; k < BLOCK; k++) to[k] = scale * tangent_of(parts_of(times * (x[k] - centre))) + centre;
}

/* Elements s and following, as many as fit a block; the rest of the block is 0. Returns how many. */
static size_t block_load(double block[BLOCK], const double *x, size_t s, size_t n)
{
    const size_t count = n - s < BLOCK ? n - s : BLOCK;
    memcpy(block, x + s, count * sizeof *block);
    if (count < BLOCK) memset(block + count, 0, (BLOCK - count) * sizeof *block);
    return count;
}

void angles_sine_cosine(const double *x, size_t n, double *sine, double *cosine)
{
    double in[BLOCK], s_out[BLOCK], c_out[BLOCK];
    for (size_t s = 0; s < n; s += BLOCK) {
        const size_t count = block_load(in, x, s, n);
        block_sine_cosine(in, s_out, c_out);
        memcpy(sine + s, s_out, count * sizeof *sine);
        memcpy(cosine + s, c_out, count * sizeof *cosine);
    }
}

void angles_cosine(const double *x, size_t n, double times, double over, double *to)
{
    double in[BLOCK], out[BLOCK];
    for (size_t s = 0; s < n; s += BLOCK) {
        const size_t count = block_load(in, x, s, n);
        block_cosine(in, times, over, out);
        memcpy(to + s, out, count * sizeof *to);
    }
}

void angles_tangent(const double *x, size_t n, double centre, double times, double scale, double *to)
{
    double in[BLOCK], out[BLOCK];
    for (size_t s = 0; s < n; s += BLOCK) {
        const size_t count = block_load(in, x, s, n);
        block_tangent(in, centre, times, scale, out);
        memcpy(to + s, out, count * sizeof *to);
    }
}
