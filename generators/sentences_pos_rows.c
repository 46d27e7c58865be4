/*
 * sentences_pos_rows -- the factors of sentences drawn from the corpus's grammar
 *
 *     a structure as frequent as in the corpus, then one of all its sentences, so that a row may come twice
 *
 * Source   Zhang, Prokhorov and Shareghi 2021, section 3.2 and table 2.
 * Draws    see sentences.h.
 */
#include "sentences.h"

#include <math.h>

static uint64_t kept_of(const pos_structure *structure)
{
    return structure->sentences < POS_KEPT ? structure->sentences : POS_KEPT;
}

/* end[k]: sentences of the corpus in structures 0 to k */
static void ends_of(const pos_structure *structure, uint64_t end[POS_STRUCTURES])
{
    uint64_t sum = 0;
    for (size_t k = 0; k < POS_STRUCTURES; k++) end[k] = sum += kept_of(&structure[k]);
}

static size_t structure_at(const uint64_t end[POS_STRUCTURES], uint64_t number)
{
    size_t first = 0, last = POS_STRUCTURES - 1;
    while (first < last) {
        const size_t middle = first + (last - first) / 2;
        if (number < end[middle]) last = middle;
        else first = middle + 1;
    }
    return first;
}

void pos_rows(assay_stream *stream, size_t n, double *factors)
{
    pos_structure structure[POS_STRUCTURES];
    uint64_t end[POS_STRUCTURES];
    pos_structures(structure);
    ends_of(structure, end);
    for (size_t s = 0; s < n; s++) {
        uint8_t word[POS_MOST_TAGS];
        int32_t value[POS_FACTORS];
        const pos_structure *own = &structure[structure_at(end, assay_stream_below(stream, end[POS_STRUCTURES - 1]))];
        pos_unrank(own, assay_stream_below(stream, own->sentences), word);
        pos_values(own, word, value);
        for (size_t i = 0; i < POS_FACTORS; i++)
            factors[i * n + s] = value[i] == SENTENCE_ABSENT ? NAN : (double)value[i];
    }
}
