/*
 * twister -- MT19937 as two published generators seed and use it
 *
 * Source   Matsumoto and Nishimura 1998, ACM TOMACS 8(1), and their reference initialisations of 2002: by one number
 *          (numpy.random.seed) and by a list of words (Python's random.seed, which has a list of one). Doubles take 27
 *          and 26 bits of two words; Python's randrange takes the upper bits of a word until they are below the bound;
 *          its shuffle swaps from the end, Fisher and Yates. NumPy's permutation does so too, with the
 *          lower bits of a word.
 * Cost     a few nanoseconds a word.
 */
#include "twister.h"

enum { SHIFT = 397 };

void twister_seed_numpy(twister *t, uint32_t seed)
{
    t->state[0] = seed;
    for (uint32_t k = 1; k < TWISTER_WORDS; k++)
        t->state[k] = 1812433253u * (t->state[k - 1] ^ (t->state[k - 1] >> 30)) + k;
    t->next = TWISTER_WORDS;
}

/* The place after the last word is the second: the first is set at the end. */
static size_t place_after(twister *t, size_t k)
{
    if (k + 1 < TWISTER_WORDS) return k + 1;
    t->state[0] = t->state[TWISTER_WORDS - 1];
    return 1;
}

void twister_seed_python(twister *t, uint32_t seed)
{
    twister_seed_numpy(t, 19650218u);
    size_t k = 1;
    for (size_t turn = 0; turn < TWISTER_WORDS; turn++) {
        const uint32_t before = t->state[k - 1] ^ (t->state[k - 1] >> 30);
        t->state[k] = (t->state[k] ^ (before * 1664525u)) + seed;
        k = place_after(t, k);
    }
    for (size_t turn = 1; turn < TWISTER_WORDS; turn++) {
        const uint32_t before = t->state[k - 1] ^ (t->state[k - 1] >> 30);
        t->state[k] = (t->state[k] ^ (before * 1566083941u)) - (uint32_t)k;
        k = place_after(t, k);
    }
    t->state[0] = 0x80000000u;
}

static void renew(twister *t)
{
    for (size_t k = 0; k < TWISTER_WORDS; k++) {
        const uint32_t y = (t->state[k] & 0x80000000u) | (t->state[(k + 1) % TWISTER_WORDS] & 0x7fffffffu);
        t->state[k] = t->state[(k + SHIFT) % TWISTER_WORDS] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    t->next = 0;
}

uint32_t twister_word(twister *t)
{
    if (t->next == TWISTER_WORDS) renew(t);
    uint32_t y = t->state[t->next++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

double twister_uniform(twister *t, double low, double high)
{
    const uint32_t a = twister_word(t) >> 5, b = twister_word(t) >> 6;
    return low + (high - low) * (((double)a * 0x1p26 + (double)b) / 0x1p53);
}

/* The upper bits of a word, until they are no more than `most`, below 2^32 - 1. */
static uint32_t upper_bits(twister *t, uint32_t most)
{
    unsigned bits = 0;
    uint32_t x;
    while (bits < 32 && (most + 1) >> bits) bits++;
    do x = twister_word(t) >> (32 - bits);
    while (x > most);
    return x;
}

/* The lowest bits. */
static uint32_t lower_bits(twister *t, uint32_t most)
{
    uint32_t mask = most, x;
    for (unsigned shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    do x = twister_word(t) & mask;
    while (x > most);
    return x;
}

static void shuffle(twister *t, size_t *items, size_t n, uint32_t (*at_most)(twister *t, uint32_t most))
{
    for (size_t k = n; k-- > 1;) {
        const size_t other = at_most(t, (uint32_t)k), kept = items[k];
        items[k] = items[other];
        items[other] = kept;
    }
}

void twister_shuffle(twister *t, size_t *items, size_t n) { shuffle(t, items, n, upper_bits); }

void twister_permutation(twister *t, size_t *to, size_t n)
{
    for (size_t k = 0; k < n; k++) to[k] = k;
    shuffle(t, to, n, lower_bits);
}
