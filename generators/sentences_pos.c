/*
 * sentences_pos -- sentences made of parts of speech, no word twice
 *
 *     simple    S = (adj.) n. (adv.) v. (prep.) (adj.) n.  and end-punc.               2^4 = 16 structures
 *     complex   I: conj1. S1 , S2 end-punc.   II: S1 conj1. S2 end-punc.   III: S1 , conj2. S2 end-punc.
 *               for all S1, S2 with |S1| + |S2| <= 9 tags                              3 x 93 = 279 structures
 *
 *   k slots of a tag with V words can be filled in V (V-1) ... (V-k+1) ways, and a structure in the product over its
 *   tags: a sentence is a number below it, written in a mixed radix, the words left to choose from for each slot.
 *
 * Source   Zhang, Prokhorov and Shareghi 2021, section 3.2 and table 2.
 * Draws    see sentences.h.
 */
#include "sentences.h"

#include "ascending.h"
#include "owned.h"

#include <math.h>

/* Factors in their order, and the comma. */
enum { NOUN, VERB, ADVERB, ADJECTIVE, PREPOSITION, CONJ1, CONJ2, END, COMMA, TAGS };
enum { MOST_WORDS = 5, SIMPLE = 16, SIMPLE_TAGS = 7, PAIR_TAGS = 9 };

static const char *const words[TAGS][MOST_WORDS] = {
    { "dogs", "cats", "foxes", "horses", "tigers" },
    { "want", "need", "have", "get", "require" },
    { "really", "recently", "gradually", "frequently", "eventually" },
    { "happy", "big", "small", "beautiful", "fantastic" },
    { "on", "in", "for", "to", "of" },
    { "although", "because", "when", "where", "whereas" },
    { "and", "or" },
    { ".", "!" },
    { "," },
};
static const uint8_t n_words[TAGS] = { 5, 5, 5, 5, 5, 5, 2, 2, 1 };

const char *const pos_factors[POS_FACTORS] = { "n.", "v.", "adv.", "adj.", "prep.", "conj1.", "conj2.", "end-punc." };

/* How often a tag can occur: from one number in steps up to another. */
static const struct {
    uint8_t least, step;
} times[POS_FACTORS] = { { 2, 2 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 } };
const int32_t pos_levels[POS_FACTORS] = {
    5 * 4 + 5 * 4 * 3 * 2, 5 + 5 * 4, 5 + 5 * 4, 5 + 5 * 4 + 5 * 4 * 3, 5 + 5 * 4, 5, 2, 2,
};

static void put(pos_structure *to, int tag) { to->tag[to->n_tags++] = (uint8_t)tag; }

static void put_all(pos_structure *to, const pos_structure *from)
{
    for (size_t k = 0; k < from->n_tags; k++) put(to, from->tag[k]);
}

/* Bits of the number, the fastest first: second adj., adv., prep., first adj. */
static pos_structure simple_structure(unsigned number)
{
    pos_structure s = { .n_tags = 0 };
    if (number & 8) put(&s, ADJECTIVE);
    put(&s, NOUN);
    if (number & 2) put(&s, ADVERB);
    put(&s, VERB);
    if (number & 4) put(&s, PREPOSITION);
    if (number & 1) put(&s, ADJECTIVE);
    put(&s, NOUN);
    return s;
}

static pos_structure complex_structure(const pos_structure *first, const pos_structure *second, int rule)
{
    pos_structure s = { .n_tags = 0 };
    if (rule == 0) put(&s, CONJ1);
    put_all(&s, first);
    put(&s, rule == 1 ? CONJ1 : COMMA);
    if (rule == 2) put(&s, CONJ2);
    put_all(&s, second);
    return s;
}

static void finish(pos_structure *s)
{
    unsigned used[TAGS] = { 0 };
    put(s, END);
    s->sentences = 1;
    for (size_t k = 0; k < s->n_tags; k++) {
        s->radix[k] = (uint8_t)(n_words[s->tag[k]] - used[s->tag[k]]++);
        s->sentences *= s->radix[k];
    }
}

void pos_structures(pos_structure to[POS_STRUCTURES])
{
    for (unsigned i = 0; i < SIMPLE; i++) {
        const pos_structure first = simple_structure(i);
        *to = first;
        finish(to++);
        for (unsigned j = 0; j < SIMPLE; j++) {
            const pos_structure second = simple_structure(j);
            if (first.n_tags + second.n_tags > PAIR_TAGS) continue;
            for (int rule = 0; rule < 3; rule++) {
                *to = complex_structure(&first, &second, rule);
                finish(to++);
            }
        }
    }
}

/* The words of the rank-th sentence, the first word changes slowest, as numbers within their tag. */
static void pos_unrank(const pos_structure *structure, uint64_t rank, uint8_t word[POS_MOST_TAGS])
{
    unsigned taken[TAGS] = { 0 }; /* a bit for each word */
    uint8_t digit[POS_MOST_TAGS];
    for (size_t k = structure->n_tags; k-- > 0;) {
        digit[k] = (uint8_t)(rank % structure->radix[k]);
        rank /= structure->radix[k];
    }
    for (size_t k = 0; k < structure->n_tags; k++) {
        unsigned *used = &taken[structure->tag[k]], w = 0;
        for (unsigned left = digit[k]; left || (*used >> w & 1); w++) left -= !(*used >> w & 1);
        word[k] = (uint8_t)w;
        *used |= 1u << w;
    }
}

static void pos_values(const pos_structure *structure, const uint8_t word[POS_MOST_TAGS], int32_t value[POS_FACTORS])
{
    for (int f = 0; f < POS_FACTORS; f++) {
        unsigned taken = 0, count = 0;
        int32_t rank = 0;
        for (size_t k = 0; k < structure->n_tags; k++) {
            if (structure->tag[k] != f) continue;
            int32_t digit = word[k];
            for (unsigned w = 0; w < word[k]; w++) digit -= (int32_t)(taken >> w & 1);
            rank = rank * (int32_t)(n_words[f] - count++) + digit;
            taken |= 1u << word[k];
        }
        for (unsigned m = times[f].least; m < count; m += times[f].step) {
            int32_t selections = 1;
            for (unsigned k = 0; k < m; k++) selections *= (int32_t)(n_words[f] - k);
            rank += selections;
        }
        value[f] = count ? rank : SENTENCE_ABSENT;
    }
}

static size_t write_sentence(const pos_structure *structure, const uint8_t *word, char *to)
{
    char *end = to;
    for (size_t k = 0; k < structure->n_tags; k++) {
        if (k) *end++ = ' ';
        end = stpcpy(end, words[structure->tag[k]][word[k]]);
    }
    return (size_t)(end - to);
}

enum { SLOTS = 4 * 8192 }; /* three times POS_KEPT, a power of two */

typedef struct choice {
    size_t rank[POS_KEPT];
    uint64_t seen[SLOTS]; /* rank + 1; 0: free */
} choice;

static int is_new(choice *c, uint64_t rank)
{
    size_t at = (size_t)(rank * 0x9E3779B97F4A7C15u >> 49);
    for (; c->seen[at]; at = (at + 1) % SLOTS)
        if (c->seen[at] == rank + 1) return 0;
    c->seen[at] = rank + 1;
    return 1;
}

static size_t choose(choice *c, uint64_t sentences, assay_stream *stream)
{
    if (sentences <= POS_KEPT) {
        assay_stream_permutation(stream, c->rank, (size_t)sentences);
        return (size_t)sentences;
    }
    memset(c->seen, 0, sizeof c->seen);
    for (size_t k = 0; k < POS_KEPT;) {
        const uint64_t rank = assay_stream_below(stream, sentences);
        if (is_new(c, rank)) c->rank[k++] = (size_t)rank;
    }
    return POS_KEPT;
}

static assay_status stream_structure(const pos_structure *structure, size_t number, choice *c, assay_stream *stream,
                                     sentence_taker *take, void *context)
{
    const size_t n = choose(c, structure->sentences, stream);
    for (size_t k = 0; k < n; k++) {
        char text[256];
        uint8_t word[POS_MOST_TAGS];
        int32_t value[POS_FACTORS];
        pos_unrank(structure, c->rank[k], word);
        pos_values(structure, word, value);
        const sentence s = {
            .text = text,
            .length = write_sentence(structure, word, text),
            .part = sentence_part(k, n),
            .structure = number,
            .value = value,
        };
        ASSAY_TRY(take(context, &s));
    }
    return ASSAY_OK;
}

assay_status pos_sentences(assay_stream *stream, sentence_taker *take, void *context)
{
    pos_structure structure[POS_STRUCTURES];
    pos_structures(structure);
    OWNED choice *c = zeroed(1, sizeof *c);
    if (!c) return ASSAY_ENOMEM;
    for (size_t k = 0; k < POS_STRUCTURES; k++) ASSAY_TRY(stream_structure(&structure[k], k, c, stream, take, context));
    return ASSAY_OK;
}

void pos_rows(assay_stream *stream, size_t n, double *factors)
{
    pos_structure structure[POS_STRUCTURES];
    uint64_t end[POS_STRUCTURES], all = 0; /* end[k]: sentences of the corpus in structures 0 to k */
    pos_structures(structure);
    for (size_t k = 0; k < POS_STRUCTURES; k++)
        end[k] = all += structure[k].sentences < POS_KEPT ? structure[k].sentences : POS_KEPT;
    for (size_t s = 0; s < n; s++) {
        uint8_t word[POS_MOST_TAGS];
        int32_t value[POS_FACTORS];
        const uint64_t number = assay_stream_below(stream, all);
        size_t place;
        COUNT_WHILE(POS_STRUCTURES, k, end[k] <= number, place)
        const pos_structure *own = &structure[place];
        pos_unrank(own, assay_stream_below(stream, own->sentences), word);
        pos_values(own, word, value);
        for (size_t i = 0; i < POS_FACTORS; i++)
            factors[i * n + s] = value[i] == SENTENCE_ABSENT ? NAN : (double)value[i];
    }
}
