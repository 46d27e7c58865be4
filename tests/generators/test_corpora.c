/*
 * The two corpora of sentences: published counts, and fingerprints that were taken after a program in Python had made the
 * same bytes with NumPy's own generator. The factors of sentences are in the rows of the scenarios ynoc and pos.
 */
#include "sentences.h"

#include "check.h"

typedef struct seen {
    size_t part[SENTENCE_PARTS];
    uint64_t hash; /* FNV-1a of the sentences, a line feed after each */
    size_t of_structure[POS_STRUCTURES][SENTENCE_PARTS];
} seen;

static assay_status count(void *context, const sentence *s)
{
    seen *c = context;
    c->part[s->part]++;
    c->of_structure[s->structure][s->part]++;
    for (size_t k = 0; k <= s->length; k++)
        c->hash = (c->hash ^ (k < s->length ? (unsigned char)s->text[k] : '\n')) * 0x100000001B3u;
    return ASSAY_OK;
}

TEST(sentences_are_as_recorded)
{
    static const struct {
        assay_status (*stream)(assay_stream *stream, sentence_taker *take, void *context);
        uint64_t seed, hash;
        size_t train, valid, test;
    } known[] = {
        { ynoc_sentences, 0, 0x51b914df5d54b29fu, 432000, 144000, 144000 },
        { pos_sentences, 7, 0x94d9f11bbf0a05fcu, 1723680, 574560, 574560 },
    };
    for (size_t k = 0; k < 2; k++) {
        static seen c;
        assay_stream stream;
        c = (seen){ .hash = 0xCBF29CE484222325u };
        assay_stream_seed(&stream, known[k].seed);
        assert_int_equal(known[k].stream(&stream, count, &c), ASSAY_OK);
        assert_int_equal(c.part[SENTENCE_TRAIN], known[k].train);
        assert_int_equal(c.part[SENTENCE_VALID], known[k].valid);
        assert_int_equal(c.part[SENTENCE_TEST], known[k].test);
        if (c.hash != known[k].hash) fail_msg("corpus %zu: fingerprint %016llx", k, (unsigned long long)c.hash);
        for (size_t s = 0; s < POS_STRUCTURES && known[k].stream == pos_sentences; s++) {
            const size_t *of = c.of_structure[s], n = of[0] + of[1] + of[2];
            assert_int_equal(of[SENTENCE_TRAIN], (size_t)(.6 * (double)n));
            assert_int_equal(of[SENTENCE_VALID], (size_t)(.8 * (double)n) - (size_t)(.6 * (double)n));
        }
    }
}

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Table 2 in its order, and what section 3.2 says of the rest. */
TEST(test_structures)
{
    static const uint64_t simple[16] = { 200,  1000, 1000, 5000,  1000, 5000,  5000,  25000,
                                         1000, 4000, 5000, 20000, 5000, 20000, 25000, 100000 };
    static const uint64_t small[12] = { 200, 1000, 1000, 1000, 1000, 4000, 5000, 5000, 5000, 5000, 5000, 9600 };
    pos_structure s[POS_STRUCTURES];
    uint64_t below[POS_STRUCTURES], kept = 0;
    size_t n_simple = 0, n_below = 0;
    pos_structures(s);
    for (size_t k = 0; k < POS_STRUCTURES; k++) {
        size_t nouns = 0;
        for (size_t t = 0; t < s[k].n_tags; t++) nouns += s[k].tag[t] == 0;
        assert_true(nouns == 2 || nouns == 4);
        assert_true(s[k].n_tags <= (nouns == 2 ? 8 : POS_MOST_TAGS));
        if (nouns == 2) assert_int_equal(s[k].sentences, simple[n_simple++]);
        if (s[k].sentences <= POS_KEPT) below[n_below++] = s[k].sentences;
        kept += s[k].sentences < POS_KEPT ? s[k].sentences : POS_KEPT;
    }
    assert_int_equal(n_simple, 16);
    assert_int_equal(POS_STRUCTURES - n_simple, 279);
    assert_int_equal(n_below, 12);
    assert_int_equal(POS_STRUCTURES - n_below, 283);
    qsort(below, n_below, sizeof *below, ascending);
    assert_memory_equal(below, small, sizeof small);
    assert_int_equal(kept, 2872800);
}

/* A taker that has had enough ends the stream with its own status. */
static assay_status take_ten(void *context, const sentence *s)
{
    (void)s;
    return ++*(size_t *)context == 10 ? ASSAY_EINTERRUPTED : ASSAY_OK;
}

TEST(test_stop)
{
    size_t taken = 0;
    assay_stream stream;
    assay_stream_seed(&stream, 0);
    assert_int_equal(pos_sentences(&stream, take_ten, &taken), ASSAY_EINTERRUPTED);
    assert_int_equal(taken, 10);
    taken = 0;
    assert_int_equal(ynoc_sentences(&stream, take_ten, &taken), ASSAY_EINTERRUPTED);
    assert_int_equal(taken, 10);
}

TESTS_MAIN
