/* fnv.h -- FNV-1a of 64 bits (Fowler, Noll and Vo 1991): the same number for the same bytes on every machine. */
#ifndef ASSAY_FNV_H
#define ASSAY_FNV_H

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

#endif
