/* growing.h -- arrays that are added to one by one. */
#pragma once

#include <stdlib.h>

/* The array with room for one more than `count` entries of `size` bytes; NULL: memory ran out, and it stays as it is.
 * *room: of so many, 0 of NULL. */
static inline void *grown(void *at, size_t size, size_t count, size_t *room)
{
    if (count < *room) return at;
    const size_t more = *room ? 2 * *room : 16;
    void *to = realloc(at, more * size);
    if (to) *room = more;
    return to;
}
