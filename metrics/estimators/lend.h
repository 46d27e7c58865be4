/*
 * lend.h -- several arrays at once, all of them or none:
 *
 *     ASSAY_TRY(LEND(call, LOAN(f.mean, d), LOAN(f.row, n)));     memory of the call, which takes it back
 *     void *block = LEND_BLOCK(LOAN(f.mean, d), LOAN(f.row, n));  one block for free(); NULL: memory ran out
 *     return LEND_ROOM(f, LOAN(f.mean, d), LOAN(f.row, n));       the same, which begins with a copy of f
 *     ASSAY_TRY(LEND_ARENA(memory, LOAN(f.mean, d)));             memory of an arena
 *     size_t bytes = LEND_AT(memory, LOAN(f.mean, d));            memory there is, as it is; NULL: how much it takes
 *
 * LOAN(p, count): p becomes the address of `count` zeroed things of the kind it points at.
 */
#pragma once

#include "arena.h"
#include "assay.h"

#include <stdlib.h>
#include <string.h>

typedef struct loan {
    void *to; /* the address of a pointer */
    size_t count, size;
} loan;

#define LOAN(pointer, count)                   \
    {                                          \
        &(pointer), (count), sizeof *(pointer) \
    }
#define LOANS(...)                  \
    (const loan[])                  \
    {                               \
        __VA_ARGS__, { NULL, 0, 0 } \
    }
#define LEND_ARENA(memory, ...) lend_arena(memory, LOANS(__VA_ARGS__))
#define LEND(call, ...) lend(call, LOANS(__VA_ARGS__))
#define LEND_BLOCK(...) lend_block(NULL, 0, LOANS(__VA_ARGS__))
#define LEND_AT(memory, ...) lend_at(memory, LOANS(__VA_ARGS__))
#define LEND_ROOM(head, ...) lend_block(&(head), sizeof(head), LOANS(__VA_ARGS__))

static inline assay_status lend(assay_call *call, const loan *of)
{
    for (; of->to; of++) {
        void *const at = call->alloc(call, of->count, of->size);
        if (!at) return ASSAY_ENOMEM;
        memcpy(of->to, &at, sizeof at);
    }
    return ASSAY_OK;
}

static inline assay_status lend_arena(arena *memory, const loan *of)
{
    for (; of->to; of++) {
        void *const at = arena_alloc(memory, of->count, of->size);
        if (!at) return ASSAY_ENOMEM;
        memcpy(of->to, &at, sizeof at);
    }
    return ASSAY_OK;
}

enum { LEND_ALIGNED = 64 }; /* bytes */

static inline size_t lend_bytes(size_t bytes) { return (bytes / LEND_ALIGNED + 1) * LEND_ALIGNED; }

static inline size_t lend_at(void *memory, const loan *of)
{
    char *const first = memory;
    size_t bytes = 0;
    for (; of->to; bytes += lend_bytes(of->count * of->size), of++) {
        void *const at = first ? first + bytes : NULL;
        memcpy(of->to, &at, sizeof at);
    }
    return bytes;
}

static inline void *lend_block(const void *head, size_t size, const loan *of)
{
    size_t bytes = LEND_ALIGNED + lend_bytes(size);
    for (const loan *one = of; one->to; one++) {
        if (one->count > (SIZE_MAX / 2 - bytes) / one->size) return NULL;
        bytes += lend_bytes(one->count * one->size);
    }
    char *const block = calloc(bytes, 1), *at = block;
    if (!block) return NULL;
    at += LEND_ALIGNED - (uintptr_t)at % LEND_ALIGNED + lend_bytes(size);
    (void)lend_at(at, of);
    if (head) memcpy(block, head, size);
    return block;
}
