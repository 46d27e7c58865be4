/*
 * tree_divide -- a list of rows becomes those that go left, then those that go right, both in their old order
 *
 *   Where the processor has eight wide lanes, eight rows at a time: their marks form a byte, and a table says which
 *   lanes that byte moves to the front. Only whole numbers are moved, so both ways give the same lists.
 *
 * Cost     1 to 2 cycles per row.
 */
#include "tree_space.h"

enum { WIDE = 8 };

#ifdef SPLIT_WIDE
typedef uint32_t divide_ids __attribute__((vector_size(32)));

static inline size_t eight_marks(const uint8_t *side, const uint32_t *id)
{
    const size_t low = side[id[0]] + 2 * (side[id[1]] + 2 * (side[id[2]] + 2 * (size_t)side[id[3]]));
    const size_t high = side[id[4]] + 2 * (side[id[5]] + 2 * (side[id[6]] + 2 * (size_t)side[id[7]]));
    return low + 16 * high;
}

/* Whole eights. What is written behind the last row of a part is overwritten by what follows, and never lies behind the
 * eight that are read. Returns how many go left. */
SPLIT_WIDE static size_t divide_eights(const tree_space *space, const uint32_t *from, uint32_t *to, size_t eights)
{
    size_t left = 0;
    for (size_t k = 0; k < eights; k += WIDE) {
        const size_t marks = eight_marks(space->side, from + k);
        divide_ids ids, first, last;
        memcpy(&ids, from + k, sizeof ids);
        memcpy(&first, space->front[marks], sizeof first);
        memcpy(&last, space->front[255 - marks], sizeof last);
        first = __builtin_shuffle(ids, first);
        last = __builtin_shuffle(ids, last);
        memcpy(to + left, &first, sizeof first);
        memcpy(space->spare + (k - left), &last, sizeof last);
        left += (unsigned)__builtin_popcountll(marks);
    }
    return left;
}
#endif

void tree_divide_prepare(tree_space *space)
{
    for (unsigned marks = 0; marks < 256; marks++)
        for (unsigned i = 0, place = 0; i < WIDE; i++)
            if (marks >> i & 1) space->front[marks][place++] = i;
#ifdef SPLIT_WIDE
    space->wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                  __builtin_cpu_supports("popcnt");
#endif
}

void tree_divide(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count)
{
    size_t left = 0, k = 0;
#ifdef SPLIT_WIDE
    if (space->wide) {
        k = count - count % WIDE;
        left = divide_eights(space, from, to, k);
    }
#endif
    for (; k < count; k++) {
        const uint32_t id = from[k];
        to[left] = id;
        space->spare[k - left] = id;
        left += space->side[id];
    }
    memcpy(to + left, space->spare, (count - left) * sizeof *to);
}
