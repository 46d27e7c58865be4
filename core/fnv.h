/* fnv.h -- FNV-1a of 64 bits (Fowler, Noll and Vo 1991): the same number for the same bytes on every machine. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FNV_START UINT64_C(14695981039346656037)

/* The hash of what was hashed so far (FNV_START: nothing) and these bytes behind it. */
static inline uint64_t fnv_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t k = 0; k < count; k++) hash = (hash ^ at[k]) * UINT64_C(1099511628211);
    return hash;
}

static inline uint64_t fnv_text(uint64_t hash, const char *text) { return fnv_bytes(hash, text, strlen(text)); }

/* Eight bytes at once, for long columns: each number is mixed, since a product carries no bit downwards. */
static inline uint64_t fnv_doubles(uint64_t hash, const double *value, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint64_t bits;
        memcpy(&bits, &value[k], sizeof bits);
        bits = (hash ^ bits) * UINT64_C(0xbf58476d1ce4e5b9); /* of SplitMix64 */
        hash = (bits ^ (bits >> 29)) * UINT64_C(1099511628211);
    }
    return hash;
}
