/*
 * sentences.h -- two corpora of sentences whose generative factors are known, streamed one sentence at a time
 *
 *   ynoc   Year, Name, Occupation, City: 10 x 40 x 20 x 30 values in 3 templates, 720000 sentences; 432000 to train,
 *          144000 to validate, 144000 to test
 *   pos    parts of speech: 16 simple and 279 complex sentence structures, of each all sentences or 10000 of them,
 *          2872800 in all; 1723680, 574560 and 574560
 *
 * Source   Zhang, Prokhorov and Shareghi 2021, sections 3.1 and 3.2, table 2. The words of ynoc are not published:
 *          ours.
 * Text     words and punctuation marks separated by one space.
 * Cost     pos about 1 s and 0.4 MB, ynoc 0.1 s and 6 MB (its order), what takes the sentences apart.
 */
#pragma once

#include "assay.h"

enum { SENTENCE_TRAIN, SENTENCE_VALID, SENTENCE_TEST, SENTENCE_PARTS };
enum { SENTENCE_ABSENT = -1 };

/* Of n in the order in which they came, the first int(.6 n) are to train, up to int(.8 n) to validate. */
static inline int sentence_part(uint64_t k, uint64_t n)
{
    return k < n * 6 / 10 ? SENTENCE_TRAIN : k < n * 8 / 10 ? SENTENCE_VALID : SENTENCE_TEST;
}

typedef struct sentence {
    const char *text; /* not ended by a line feed, nor by NUL */
    size_t length;
    int part;             /* SENTENCE_TRAIN ... */
    size_t structure;     /* ynoc: template; pos: in the order of pos_structures */
    const int32_t *value; /* one for each factor, or SENTENCE_ABSENT */
} sentence;

/* Takes a sentence, which is gone when it returns. Anything but ASSAY_OK ends the stream, which returns the same. */
typedef assay_status sentence_taker(void *context, const sentence *s);

enum { YNOC_FACTORS = 4, YNOC_TEMPLATES = 3, YNOC_SENTENCES = 720000 };
extern const int32_t ynoc_levels[YNOC_FACTORS]; /* year, name, occupation, city */

/* Draws permutation(720000): sentence k is number p[k], template fastest, then city, occupation, name, year. */
assay_status ynoc_sentences(assay_stream *stream, sentence_taker *take, void *context);

enum { POS_STRUCTURES = 295, POS_FACTORS = 8, POS_MOST_TAGS = 12, POS_KEPT = 10000 };

typedef struct pos_structure {
    uint8_t tag[POS_MOST_TAGS], radix[POS_MOST_TAGS]; /* what goes there; how many words are left to choose from */
    uint8_t n_tags;
    uint64_t sentences; /* that can be made with no word twice */
} pos_structure;

/* n. v. adv. adj. prep. conj1. conj2. end-punc.; the comma has one word and is no factor. A factor's value is the
 * ordered selection of its words in the sentence: how many there are (fewer first), then which (the first changes
 * slowest). */
extern const int32_t pos_levels[POS_FACTORS];
extern const char *const pos_factors[POS_FACTORS];

/* Each simple structure in the order of table 2, followed by the complex ones that it begins: for each second structure
 * the rules I, II and III. */
void pos_structures(pos_structure to[POS_STRUCTURES]);

/* Factors of n sentences, factors[POS_FACTORS * n], NaN where one is absent: for each row integers(2872800), which
 * gives the structure, and integers(sentences of it). */
void pos_rows(assay_stream *stream, size_t n, double *factors);

/* For each structure in order: up to 10000 sentences: permutation(sentences); beyond: integers(sentences) until 10000
 * different ones are there, in the order they came. */
assay_status pos_sentences(assay_stream *stream, sentence_taker *take, void *context);
