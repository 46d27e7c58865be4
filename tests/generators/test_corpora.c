/*
 * The two corpora of sentences: published counts, unranking, what every sentence
 * must keep, balance, and recorded fingerprints.
 *
 * Balance: a word that is drawn with probability p in N places is counted N p times, with a deviation of at most
 * sqrt(N p (1 - p)) (drawing without replacement only lowers it). SIGMAS of these are allowed: with some thousand
 * comparisons, one beyond 5 is expected in a thousand seeds. The fingerprints were taken after a program in Python had
 * made the same bytes with NumPy's own generator.
 */
#include "sentences.h"

#include "check.h"

#define SIGMAS 5.0

static void check_share(double count, double p, double n, const char *what)
{
    check_near(count, n * p, SIGMAS * sqrt(n * p * (1 - p)) + 0.5, what);
}

/* FNV-1a of the sentences, a line feed after each. */
static uint64_t fingerprint(uint64_t hash, const char *text, size_t length)
{
    for (size_t k = 0; k <= length; k++) hash = (hash ^ (k < length ? (unsigned char)text[k] : '\n')) * 0x100000001B3u;
    return hash;
}
#define FINGERPRINT_START 0xCBF29CE484222325u

/* ---- ynoc ---- */

typedef struct ynoc_count {
    size_t seen, part[SENTENCE_PARTS], template[SENTENCE_PARTS][YNOC_TEMPLATES];
    size_t value[SENTENCE_PARTS][YNOC_FACTORS][40], again;
    uint8_t *met; /* one for each combination and template */
    uint64_t hash;
    char first[3][128];
} ynoc_count;

static assay_status count_ynoc(void *context, const sentence *s)
{
    ynoc_count *c = context;
    size_t combination = 0;
    for (size_t i = 0; i < YNOC_FACTORS; i++) {
        assert_true(s->value[i] >= 0 && s->value[i] < ynoc_levels[i]);
        c->value[s->part][i][s->value[i]]++;
        combination = combination * (size_t)ynoc_levels[i] + (size_t)s->value[i];
    }
    c->again += c->met[combination * YNOC_TEMPLATES + s->structure]++;
    c->template[s->part][s->structure]++;
    c->part[s->part]++;
    if (c->seen < 3) snprintf(c->first[c->seen], sizeof c->first[0], "%.*s", (int)s->length, s->text);
    c->seen++;
    c->hash = fingerprint(c->hash, s->text, s->length);
    return ASSAY_OK;
}

static void test_ynoc(void **state)
{
    (void)state;
    static const double shares[SENTENCE_PARTS] = { 0.6, 0.2, 0.2 };
    assay_stream stream;
    ynoc_count *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->met = calloc(YNOC_SENTENCES, 1);
    assert_non_null(c->met);
    c->hash = FINGERPRINT_START;
    assay_stream_seed(&stream, 0);
    assert_int_equal(ynoc_sentences(&stream, count_ynoc, c), ASSAY_OK);
    assert_int_equal(c->seen, 720000);
    assert_int_equal(c->part[SENTENCE_TRAIN], 432000);
    assert_int_equal(c->part[SENTENCE_VALID], 144000);
    assert_int_equal(c->part[SENTENCE_TEST], 144000);
    assert_int_equal(c->again, 0); /* 720000 sentences, each once */
    for (size_t i = 0; i < YNOC_FACTORS; i++)
        for (size_t v = 0; v < (size_t)ynoc_levels[i]; v++)
            for (int p = 0; p < SENTENCE_PARTS; p++)
                check_share((double)c->value[p][i][v], shares[p], 720000.0 / ynoc_levels[i], "a value in a part");
    for (size_t t = 0; t < YNOC_TEMPLATES; t++)
        for (int p = 0; p < SENTENCE_PARTS; p++)
            check_share((double)c->template[p][t], shares[p], 240000, "a template's share of a part");
    /* permutation(720000) of default_rng(0) begins with year 5, name 12, occupation 17, city 26, template 0 */
    assert_string_equal(c->first[0], "in 2016 , Emma was a teacher in Sydney .");
    assert_string_equal(c->first[1], "in 2016 's Lima , Beth was a chemist .");
    assert_string_equal(c->first[2], "in 2011 's Berlin , Jack was an artist .");
    if (c->hash != 0x51b914df5d54b29fu) fail_msg("ynoc, seed 0: fingerprint %016llx", (unsigned long long)c->hash);
    free(c->met);
    free(c);
}

/* ---- pos ---- */

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Table 2 in its order, and what section 3.2 says of the rest. */
static void test_structures(void **state)
{
    (void)state;
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

/* All sentences of a structure have different words, in the order of their numbers, and none twice. */
static void test_unrank(void **state)
{
    (void)state;
    pos_structure s[POS_STRUCTURES];
    pos_structures(s);
    for (size_t k = 0; k < POS_STRUCTURES; k++) {
        uint8_t word[POS_MOST_TAGS], last[POS_MOST_TAGS] = { 0 };
        const uint64_t step = s[k].sentences / 5000 + 1;
        for (uint64_t rank = 0; rank < s[k].sentences; rank += step) {
            pos_unrank(&s[k], rank, word);
            for (size_t a = 0; a < s[k].n_tags; a++)
                for (size_t b = 0; b < a; b++) assert_true(s[k].tag[a] != s[k].tag[b] || word[a] != word[b]);
            if (rank) assert_true(memcmp(word, last, s[k].n_tags) > 0);
            memcpy(last, word, sizeof last);
        }
    }
    static const struct {
        uint64_t rank;
        uint8_t word[4]; /* n. v. n. end-punc. */
        int32_t noun, verb, end;
    } known[] = {
        { 0, { 0, 0, 1, 0 }, 0, 0, 0 },   { 1, { 0, 0, 1, 1 }, 0, 0, 1 },   { 2, { 0, 0, 2, 0 }, 1, 0, 0 },
        { 8, { 0, 1, 1, 0 }, 0, 1, 0 },   { 40, { 1, 0, 0, 0 }, 4, 0, 0 },  { 42, { 1, 0, 2, 0 }, 5, 0, 0 },
        { 199, { 4, 4, 3, 1 }, 19, 4, 1 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        uint8_t word[POS_MOST_TAGS];
        int32_t value[POS_FACTORS];
        pos_unrank(&s[0], known[k].rank, word);
        assert_memory_equal(word, known[k].word, 4);
        pos_values(&s[0], word, value);
        const int32_t want[POS_FACTORS] = { known[k].noun, known[k].verb, SENTENCE_ABSENT, SENTENCE_ABSENT,
                                            SENTENCE_ABSENT, SENTENCE_ABSENT, SENTENCE_ABSENT, known[k].end };
        assert_memory_equal(value, want, sizeof want);
    }
}

/* Four nouns come after the pairs, three adjectives after pairs and single ones. */
static void test_values(void **state)
{
    (void)state;
    const pos_structure s = { .tag = { 0, 0, 0, 0, 3, 3, 3, 1, 1 }, .n_tags = 9 };
    int32_t value[POS_FACTORS];
    pos_values(&s, (const uint8_t[POS_MOST_TAGS]){ 0, 1, 2, 3, 0, 1, 2, 0, 1 }, value);
    assert_int_equal(value[0], 20);
    assert_int_equal(value[3], 25);
    assert_int_equal(value[1], 5);
    pos_values(&s, (const uint8_t[POS_MOST_TAGS]){ 4, 3, 2, 1, 4, 3, 2, 4, 3 }, value);
    assert_int_equal(value[0], 139);
    assert_int_equal(value[3], 84);
    assert_int_equal(value[1], 24);
    pos_values(&s, (const uint8_t[POS_MOST_TAGS]){ 0, 1, 2, 4, 0, 2, 1, 2, 0 }, value);
    assert_int_equal(value[0], 21);
    assert_int_equal(value[3], 28); /* 25 + (0 of 5, 1 of 4, 0 of 3) = 25 + 3 */
    assert_int_equal(value[1], 13);
}

enum { TAGS = 9, TAG_WORDS = 5, WORD_ROOM = 16 }; /* the tags are the factors, and the comma */
typedef struct pos_count {
    pos_structure structure[POS_STRUCTURES];
    size_t per[POS_STRUCTURES][SENTENCE_PARTS], seen, repeated, again;
    size_t with[POS_FACTORS]; /* sentences with the tag */
    uint8_t value[POS_FACTORS][140];
    char word[TAGS][TAG_WORDS][WORD_ROOM];
    size_t n_words[TAGS], count[SENTENCE_PARTS][TAGS][TAG_WORDS];
    uint64_t hash, own[POS_KEPT];
    size_t n_own, last;
} pos_count;

static size_t word_number(pos_count *c, const char *text, size_t length, size_t tag)
{
    size_t w = 0;
    while (w < c->n_words[tag] && (memcmp(c->word[tag][w], text, length) != 0 || c->word[tag][w][length])) w++;
    if (w == c->n_words[tag]) {
        assert_true(w < TAG_WORDS && length < WORD_ROOM);
        memcpy(c->word[tag][w], text, length);
        c->n_words[tag]++;
    }
    return w;
}

/* Sentences of a finished structure that came twice, by 64 bits of each. */
static void count_again(pos_count *c)
{
    qsort(c->own, c->n_own, sizeof *c->own, ascending);
    for (size_t k = 1; k < c->n_own; k++) c->again += c->own[k] == c->own[k - 1];
    c->n_own = 0;
}

static assay_status count_pos(void *context, const sentence *s)
{
    pos_count *c = context;
    const pos_structure *structure = &c->structure[s->structure];
    uint64_t met = 0;
    size_t from = 0;
    if (s->structure != c->last) count_again(c);
    c->last = s->structure;
    for (size_t t = 0; t < structure->n_tags; t++) {
        size_t length = 0;
        while (from + length < s->length && s->text[from + length] != ' ') length++;
        const size_t tag = structure->tag[t], w = word_number(c, s->text + from, length, tag);
        c->repeated += met >> (TAG_WORDS * tag + w) & 1;
        met |= UINT64_C(1) << (TAG_WORDS * tag + w);
        c->count[s->part][tag][w]++;
        from += length + 1;
    }
    assert_int_equal(from, s->length + 1);
    for (size_t i = 0; i < POS_FACTORS; i++) {
        if (s->value[i] == SENTENCE_ABSENT) continue;
        assert_true(s->value[i] >= 0 && s->value[i] < pos_levels[i]);
        c->value[i][s->value[i]] = 1;
        c->with[i]++;
    }
    c->per[s->structure][s->part]++;
    c->own[c->n_own++] = fingerprint(FINGERPRINT_START, s->text, s->length);
    c->hash = fingerprint(c->hash, s->text, s->length);
    c->seen++;
    return ASSAY_OK;
}

static void check_parts(const pos_count *c)
{
    size_t sum[SENTENCE_PARTS] = { 0 };
    for (size_t k = 0; k < POS_STRUCTURES; k++) {
        const size_t n = c->structure[k].sentences < POS_KEPT ? (size_t)c->structure[k].sentences : POS_KEPT;
        assert_int_equal(c->per[k][SENTENCE_TRAIN], (size_t)(.6 * (double)n));
        assert_int_equal(c->per[k][SENTENCE_VALID], (size_t)(.8 * (double)n) - (size_t)(.6 * (double)n));
        for (size_t p = 0; p < SENTENCE_PARTS; p++) sum[p] += c->per[k][p];
    }
    assert_int_equal(c->seen, 2872800);
    assert_int_equal(sum[SENTENCE_TRAIN], 1723680);
    assert_int_equal(sum[SENTENCE_VALID], 574560);
    assert_int_equal(sum[SENTENCE_TEST], 574560);
}

static void check_words(const pos_count *c)
{
    static const size_t of_tag[TAGS] = { 5, 5, 5, 5, 5, 5, 2, 2, 1 };
    for (size_t tag = 0; tag < TAGS; tag++) {
        assert_int_equal(c->n_words[tag], of_tag[tag]);
        for (size_t k = 0; k < tag * TAG_WORDS; k++) /* no word has two tags */
            for (size_t w = 0; w < of_tag[tag]; w++)
                assert_string_not_equal(c->word[k / TAG_WORDS][k % TAG_WORDS], c->word[tag][w]);
        for (size_t p = 0; p < SENTENCE_PARTS; p++) {
            double all = 0;
            for (size_t w = 0; w < of_tag[tag]; w++) all += (double)c->count[p][tag][w];
            for (size_t w = 0; w < of_tag[tag]; w++)
                check_share((double)c->count[p][tag][w], 1.0 / (double)of_tag[tag], all, c->word[tag][w]);
        }
    }
}

static void test_pos(void **state)
{
    (void)state;
    static const double shares[POS_FACTORS] = { 1, 1, .5521, .8410, .5521, .6475, .3236, 1 };
    assay_stream stream;
    pos_count *c = calloc(1, sizeof *c);
    assert_non_null(c);
    pos_structures(c->structure);
    c->hash = FINGERPRINT_START;
    assay_stream_seed(&stream, 7);
    assert_int_equal(pos_sentences(&stream, count_pos, c), ASSAY_OK);
    count_again(c);
    check_parts(c);
    check_words(c);
    assert_int_equal(c->repeated, 0);
    assert_int_equal(c->again, 0);
    for (size_t i = 0; i < POS_FACTORS; i++) {
        check_near((double)c->with[i] / 2872800, shares[i], 5e-5, pos_factors[i]);
        int32_t values = 0;
        for (size_t v = 0; v < 140; v++) values += c->value[i][v];
        assert_int_equal(values, pos_levels[i]);
    }
    if (c->hash != 0x94d9f11bbf0a05fcu) fail_msg("pos, seed 7: fingerprint %016llx", (unsigned long long)c->hash);
    free(c);
}

/* A taker that has had enough ends the stream with its own status. */
static assay_status take_ten(void *context, const sentence *s)
{
    (void)s;
    return ++*(size_t *)context == 10 ? ASSAY_EINTERRUPTED : ASSAY_OK;
}

static void test_stop(void **state)
{
    (void)state;
    size_t taken = 0;
    assay_stream stream;
    assay_stream_seed(&stream, 0);
    assert_int_equal(pos_sentences(&stream, take_ten, &taken), ASSAY_EINTERRUPTED);
    assert_int_equal(taken, 10);
    taken = 0;
    assert_int_equal(ynoc_sentences(&stream, take_ten, &taken), ASSAY_EINTERRUPTED);
    assert_int_equal(taken, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ynoc),        cmocka_unit_test(test_structures), cmocka_unit_test(test_unrank),
        cmocka_unit_test(test_values),      cmocka_unit_test(test_pos),        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
