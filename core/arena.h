/* arena.h -- memory that is given out in order and taken back all at once: no free on any early return. One thread. */
#pragma once

#include <stddef.h>

typedef struct arena_block arena_block;
typedef struct arena {
    arena_block *first, *current;
} arena;

/* Zeroed, aligned to 64 bytes; NULL when memory ran out or count * size overflows. A count of 0 gives a valid
 * pointer. */
void *arena_alloc(arena *a, size_t count, size_t size);
char *arena_text(arena *a, const char *text); /* a copy */
void arena_reset(arena *a);                   /* takes everything back, keeps the blocks for the next round */
void arena_free(arena *a);                    /* gives the blocks back too */
