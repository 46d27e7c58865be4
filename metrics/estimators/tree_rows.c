/*
 * tree_rows -- the rows of a tree in the order of every feature, out of the order of all rows
 *
 *   Up to 65535 rows, every row of the tree puts its number where it stands in the order of the feature, and what is
 *   in between is closed up, eight or sixteen places at a time where the processor has wide registers: two bytes a
 *   place stay near, and only the rows of the tree are looked at one by one. Beyond that, the order is gone through
 *   row by row. Only whole numbers are moved, so all ways give the same lists.
 *
 * Cost     1 to 2 cycles per row and feature; memory 2 bytes per row and feature.
 */
#include "tree_space.h"

#include <stdlib.h>

enum { EIGHT = 8, SIXTEEN = TREE_CHUNK, PLACES_MOST = UINT16_MAX };

/* place[j * n + row] in the order of feature j, then n slots that are 0, filled up to sixteens. */
int tree_rows_prepare(tree_space *space)
{
    const size_t n = space->n, d = space->d;
    if (n > PLACES_MOST) return 1;
    space->place = calloc(d * n + n + 2 * SIXTEEN, sizeof *space->place);
    if (!space->place) return 0;
    space->slot = space->place + d * n;
    for (size_t j = 0; j < d; j++)
        for (size_t r = 0; r < n; r++) space->place[j * n + space->codes->order[j * n + r]] = (uint16_t)r;
    return 1;
}

/* Closes up the n slots to a list, less 1 each, and empties them. */
static void slots_close(uint16_t *slot, size_t n, uint32_t *list)
{
    for (size_t r = 0, k = 0; r < n; r++) {
        if (!slot[r]) continue;
        list[k++] = (uint32_t)slot[r] - 1;
        slot[r] = 0;
    }
}

#ifdef SPLIT_WIDE
/* What is written behind the end of a list is written before the next one is; the last one has room behind it. */
SPLIT_WIDE static void slots_close_eights(const uint32_t (*front)[EIGHT], uint16_t *slot, size_t n, uint32_t *list)
{
    const __m128i none = _mm_setzero_si128();
    const __m256i one = _mm256_set1_epi32(1);
    for (size_t r = 0, k = 0; r < n; r += EIGHT) {
        const __m128i here = _mm_loadu_si128((const __m128i *)(const void *)(slot + r));
        const __m128i empty = _mm_cmpeq_epi16(here, none);
        const unsigned marks = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(empty, empty)) & 255;
        const __m256i way = _mm256_loadu_si256((const __m256i *)(const void *)front[255 - marks]);
        const __m256i ids = _mm256_sub_epi32(_mm256_cvtepu16_epi32(here), one);
        _mm_storeu_si128((__m128i *)(void *)(slot + r), none);
        _mm256_storeu_si256((__m256i *)(void *)(list + k), _mm256_permutevar8x32_epi32(ids, way));
        k += EIGHT - (unsigned)__builtin_popcount(marks);
    }
}

SPLIT_512 static void slots_close_sixteens(uint16_t *slot, size_t n, uint32_t *list)
{
    const __m512i one = _mm512_set1_epi32(1);
    for (size_t r = 0, k = 0; r < n; r += SIXTEEN) {
        const __m256i here = _mm256_loadu_si256((const __m256i *)(const void *)(slot + r));
        const __mmask16 marks = _mm256_test_epi16_mask(here, here);
        const __m512i ids = _mm512_sub_epi32(_mm512_cvtepu16_epi32(here), one);
        _mm256_storeu_si256((__m256i *)(void *)(slot + r), _mm256_setzero_si256());
        _mm512_storeu_si512(list + k, _mm512_maskz_compress_epi32(marks, ids));
        k += (unsigned)__builtin_popcount(marks);
    }
}
#endif

static void list_of_places(const tree_space *space, const uint16_t *place, uint32_t *list)
{
    uint16_t *const slot = space->slot;
    const uint32_t *const row_of = space->row_of;
    for (size_t i = 0; i < space->count; i++) slot[place[row_of[i]]] = (uint16_t)(i + 1);
#ifdef SPLIT_WIDE
    if (space->wide == SPLIT_WIDEST) slots_close_sixteens(slot, space->n, list);
    else if (space->wide) slots_close_eights(space->front, slot, space->n, list);
    else
#endif
        slots_close(slot, space->n, list);
}

/* id_of: the number of every row in the tree, TREE_NONE of the others */
static void list_of_order(const tree_space *space, const uint32_t *order, uint32_t *list)
{
    const uint32_t *const id_of = space->id_of;
    const size_t count = space->count;
    size_t k = 0, r = 0;
    /* the last ones with care: nothing may be written behind the list, where another one begins */
    while (r + TREE_CHUNK < space->n && k + TREE_CHUNK < count) {
        SPLIT_UNROLL
        for (size_t i = 0; i < TREE_CHUNK; i++) {
            const uint32_t id = id_of[order[r++]];
            list[k] = id;
            k += id < count;
        }
    }
    for (; k < count; r++) {
        list[k] = id_of[order[r]];
        k += list[k] < count;
    }
}

void tree_rows_order(tree_space *space)
{
    const size_t n = space->n;
    for (size_t j = 0; j < space->d; j++)
        if (space->place) list_of_places(space, space->place + j * n, space->base + j * n);
        else list_of_order(space, space->codes->order + j * n, space->base + j * n);
}
