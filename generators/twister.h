/*
 * twister.h -- the Mersenne Twister as NumPy's legacy generator and Python's random seed and use it: for data that were
 * published with it, nothing else. Everything drawn here comes from assay_stream. See twister.c.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { TWISTER_WORDS = 624 };

typedef struct twister {
    uint32_t state[TWISTER_WORDS];
    size_t next; /* TWISTER_WORDS: all are used */
} twister;

void twister_seed_numpy(twister *t, uint32_t seed);  /* numpy.random.seed(seed) */
void twister_seed_python(twister *t, uint32_t seed); /* random.seed(seed) */

uint32_t twister_word(twister *t);                           /* 32 random bits */
double twister_uniform(twister *t, double low, double high); /* uniform(low, high): low + (high - low) u, 53 bits */
void twister_shuffle(twister *t, size_t *items, size_t n);   /* random.shuffle(items) */
void twister_permutation(twister *t, size_t *to, size_t n);  /* numpy.random.permutation(n), n <= 2^32 */
