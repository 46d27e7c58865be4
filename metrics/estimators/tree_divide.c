/*
 * tree_divide -- a list of rows becomes those that go left, then those that go right, both in their old order
 *
 *   Where the processor has eight wide lanes, eight rows at a time: their marks form a byte, and a table says which
 *   lanes that byte moves to the front, the others behind them. Only whole numbers are moved, so both ways give the
 *   same lists.
 *
 * Cost     1 to 2 cycles per row.
 */
#include "tree_space.h"

#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && !defined ASSAY_SANITIZED
#define DIVIDE_WIDE 1
#endif

enum { WIDE = 8 };

/* Whether a row goes left: `side` marks those that do, or with `flip` the others. */
#define GOES_LEFT(id) (side[id] ^ flip)

/* Divides from[k ..] behind the `left` rows that are already in place; the others go to space->spare. */
static void divide_on(const tree_space *space, const uint32_t *from, uint32_t *to, size_t k, size_t count,
                      size_t left)
{
    const uint8_t *const side = space->side;
    const unsigned flip = (unsigned)space->flip;
    for (; k < count; k++) {
        const uint32_t id = from[k];
        to[left] = id;
        space->spare[k - left] = id;
        left += GOES_LEFT(id);
    }
}

#ifdef DIVIDE_WIDE
typedef uint32_t divide_ids __attribute__((vector_size(32)));

SPLIT_INLINE size_t least_of(size_t a, size_t b, size_t c)
{
    const size_t least = a < b ? a : b;
    return least < c ? least : c;
}

SPLIT_INLINE size_t eight_marks(const uint8_t *side, const uint32_t *id)
{
    const size_t low = side[id[0]] + 2 * (side[id[1]] + 2 * (side[id[2]] + 2 * (size_t)side[id[3]]));
    const size_t high = side[id[4]] + 2 * (side[id[5]] + 2 * (side[id[6]] + 2 * (size_t)side[id[7]]));
    return low + 16 * high;
}

/* Where rows go, and how many of them there is room for. */
typedef struct divide_parts {
    uint32_t *left, *right;
    size_t room_left, room_right;
} divide_parts;

/* Eight rows at a time, while both parts have room for eight more: what is too many is overwritten by what follows.
 * `apart`: those that go right go straight behind the n_left others, and not to space->spare. Returns how many
 * rows are done; *left: how many of them went left. */
SPLIT_WIDE static size_t divide_eights(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count,
                                       size_t n_left, int apart, size_t *left)
{
    const divide_parts part = { to, apart ? to + n_left : space->spare, apart ? n_left : count,
                                apart ? count - n_left : count };
    const uint32_t(*const front)[WIDE] = space->front;
    const uint8_t *const side = space->side;
    const size_t flip = space->flip ? 255 : 0;
    size_t k = 0, done = 0;
    for (size_t steps; (steps = least_of(count - k, part.room_left - done, part.room_right - (k - done)) / WIDE) > 0;)
        for (const size_t end = k + steps * WIDE; k < end; k += WIDE) {
            const size_t marks = eight_marks(side, from + k) ^ flip;
            divide_ids ids, first, last;
            memcpy(&ids, from + k, sizeof ids);
            memcpy(&first, front[marks], sizeof first);
            memcpy(&last, front[255 - marks], sizeof last);
            first = __builtin_shuffle(ids, first);
            last = __builtin_shuffle(ids, last);
            memcpy(to + done, &first, sizeof first);
            memcpy(part.right + (k - done), &last, sizeof last);
            done += (unsigned)__builtin_popcountll(marks);
        }
    *left = done;
    return k;
}

/* Eight rows, those of the marked lanes first. */
SPLIT_INLINE void eight_move(const tree_space *space, const uint32_t *from, size_t marks, uint32_t *to)
{
    divide_ids ids, way;
    memcpy(&ids, from, sizeof ids);
    memcpy(&way, space->front[marks], sizeof way);
    ids = __builtin_shuffle(ids, way);
    memcpy(to, &ids, sizeof ids);
}

/* Those that go left alone, from the first row on; returns how many rows are done. */
SPLIT_WIDE static size_t left_eights(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count,
                                     size_t n_left, size_t *left)
{
    const size_t flip = space->flip ? 255 : 0;
    size_t k = 0, done = 0;
    for (; k + WIDE <= count && done < n_left; k += WIDE) {
        const size_t marks = eight_marks(space->side, from + k) ^ flip;
        eight_move(space, from + k, marks, to + done);
        done += (unsigned)__builtin_popcountll(marks);
    }
    *left = done;
    return k;
}

/* Those that go right alone, from the last row on: they stand at the end of eight. Returns how many rows are not done;
 * *place: where the first of those that went right stands. */
SPLIT_WIDE static size_t right_eights(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count,
                                      size_t n_left, size_t *place)
{
    const size_t flip = space->flip ? 255 : 0;
    size_t k = count, at = count;
    for (; k >= WIDE && at > n_left; k -= WIDE) {
        const size_t marks = eight_marks(space->side, from + k - WIDE) ^ flip;
        eight_move(space, from + k - WIDE, marks, to + at - WIDE);
        at -= (size_t)WIDE - (unsigned)__builtin_popcountll(marks);
    }
    *place = at;
    return k;
}
#endif

void tree_divide_prepare(tree_space *space)
{
    for (unsigned marks = 0; marks < 256; marks++) {
        unsigned place = 0;
        for (unsigned i = 0; i < WIDE; i++)
            if (marks >> i & 1) space->front[marks][place++] = i;
        for (unsigned i = 0; i < WIDE; i++)
            if (!(marks >> i & 1)) space->front[marks][place++] = i;
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
    const unsigned flip = (unsigned)space->flip;
    size_t left = 0, k = 0;
    if (keep_left && keep_right && from != to) {
        /* straight to where they stay */
        uint32_t *const right = to + n_left;
#ifdef DIVIDE_WIDE
        if (space->wide) k = divide_eights(space, from, to, count, n_left, 1, &left);
#endif
        for (; k < count; k++)
            if (GOES_LEFT(from[k])) to[left++] = from[k];
            else right[k - left] = from[k];
    } else if (keep_left && keep_right) {
#ifdef DIVIDE_WIDE
        if (space->wide) k = divide_eights(space, from, to, count, n_left, 0, &left);
#endif
        divide_on(space, from, to, k, count, left);
        memcpy(to + n_left, space->spare, (count - n_left) * sizeof *to);
    } else if (keep_left) {
#ifdef DIVIDE_WIDE
        if (space->wide) k = left_eights(space, from, to, count, n_left, &left);
#endif
        for (; left < n_left; k++) {
            const uint32_t id = from[k];
            to[left] = id;
            left += GOES_LEFT(id);
        }
    } else {
        size_t place = k = count;
#ifdef DIVIDE_WIDE
        if (space->wide) k = right_eights(space, from, to, count, n_left, &place);
#endif
        for (; place > n_left; k--) {
            const uint32_t id = from[k - 1];
            to[place - 1] = id;
            place -= (size_t)1 - GOES_LEFT(id);
        }
    }
}
