#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, LEAST = 1 << 18 };

struct arena_block {
    arena_block *next;
    size_t size, used;
    unsigned char *memory;
};

static arena_block *block_new(size_t size)
{
    arena_block *block = malloc(sizeof *block);
    if (!block) return NULL;
    const size_t rounded = (size < LEAST ? LEAST : size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    *block = (arena_block){ .size = rounded, .memory = aligned_alloc(ALIGNMENT, rounded) };
    if (!block->memory) {
        free(block);
        return NULL;
    }
    return block;
}

/* The first block from the current one on with room for size bytes, made if there is none. */
static arena_block *block_with_room(arena *a, size_t size)
{
    arena_block **link = a->current ? &a->current : &a->first;
    while (*link && (*link)->size - (*link)->used < size) link = &(*link)->next;
    if (!*link) *link = block_new(size);
    return *link;
}

void *arena_alloc(arena *a, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2) / size) return NULL;
    const size_t bytes = (count * size + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    arena_block *block = block_with_room(a, bytes);
    if (!block) return NULL;
    a->current = block;
    void *memory = block->memory + block->used;
    block->used += bytes;
    return memset(memory, 0, bytes);
}

char *arena_text(arena *a, const char *text)
{
    char *copy = arena_alloc(a, strlen(text) + 1, 1);
    return copy ? strcpy(copy, text) : NULL;
}

void arena_reset(arena *a)
{
    for (arena_block *block = a->first; block; block = block->next) block->used = 0;
    a->current = a->first;
}

void arena_free(arena *a)
{
    for (arena_block *block = a->first, *next; block; block = next) {
        next = block->next;
        free(block->memory);
        free(block);
    }
    *a = (arena){ 0 };
}
