/*
 * tree_divide -- a list of rows becomes those that go left, then those that go right, both in their old order
 *
 *   Where the processor has eight wide lanes, eight rows at a time: their marks form a byte, and a table says which
 *   lanes that byte moves to the front. Only whole numbers are moved, so both ways give the same lists.
 *
 * Cost     1 to 2 cycles per row; most of the time of a forest is spent here.
 */
#include "tree_space.h"

#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && !defined ASSAY_SANITIZED
#define DIVIDE_WIDE 1
#endif

enum { WIDE = 8 };

/* Divides from[k ..] behind the `left` rows that are already in place; returns how many go left in all. */
static size_t divide_on(const uint8_t *side, const uint32_t *from, uint32_t *to, uint32_t *spare, size_t k,
                        size_t count, size_t left)
{
    for (; k < count; k++) {
        const uint32_t id = from[k];
        to[left] = id;
        spare[k - left] = id;
        left += side[id];
    }
    return left;
}

#ifdef DIVIDE_WIDE
typedef uint32_t divide_ids __attribute__((vector_size(32)));

__attribute__((target("avx2"))) static size_t divide_eights(const uint32_t (*front)[WIDE], const uint8_t *side,
                                                            const uint32_t *from, uint32_t *to, uint32_t *spare,
                                                            size_t count)
{
    size_t left = 0;
    for (size_t k = 0; k + WIDE <= count; k += WIDE) {
        const uint32_t *const id = from + k;
        const size_t low = side[id[0]] + 2 * (side[id[1]] + 2 * (side[id[2]] + 2 * (size_t)side[id[3]]));
        const size_t high = side[id[4]] + 2 * (side[id[5]] + 2 * (side[id[6]] + 2 * (size_t)side[id[7]]));
        const size_t marks = low + 16 * high;
        divide_ids ids, first, last;
        memcpy(&ids, id, sizeof ids);
        memcpy(&first, front[marks], sizeof first);
        memcpy(&last, front[255 - marks], sizeof last);
        first = __builtin_shuffle(ids, first);
        last = __builtin_shuffle(ids, last);
        memcpy(to + left, &first, sizeof first); /* what is too many is overwritten by what follows */
        memcpy(spare + (k - left), &last, sizeof last);
        left += (unsigned)__builtin_popcountll(marks);
    }
    return left;
}
#endif

void tree_divide_prepare(tree_space *space)
{
    for (unsigned marks = 0; marks < 256; marks++) {
        unsigned place = 0;
        for (unsigned i = 0; i < WIDE; i++)
            if (marks >> i & 1) space->front[marks][place++] = i;
    }
#ifdef DIVIDE_WIDE
    space->wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                  __builtin_cpu_supports("popcnt");
#endif
}

void tree_divide(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count, size_t n_left,
                 int keep_left, int keep_right)
{
    const uint8_t *const side = space->side;
    if (keep_left && keep_right) {
        size_t left = 0, done = 0;
#ifdef DIVIDE_WIDE
        if (space->wide) {
            left = divide_eights(space->front, side, from, to, space->spare, count);
            done = count - count % WIDE;
        }
#endif
        divide_on(side, from, to, space->spare, done, count, left);
        memcpy(to + n_left, space->spare, (count - n_left) * sizeof *to);
    } else if (keep_left) {
        for (size_t k = 0, left = 0; left < n_left; k++) {
            const uint32_t id = from[k];
            to[left] = id;
            left += side[id];
        }
    } else {
        for (size_t k = count, place = count; place > n_left; k--) {
            const uint32_t id = from[k - 1];
            to[place - 1] = id;
            place -= (size_t)1 - side[id];
        }
    }
}
