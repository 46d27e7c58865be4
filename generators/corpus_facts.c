#include "corpus_facts.h"

#include "sentences.h"

#include <stdio.h>

static void add_fact(corpus_facts *to, const char *name, double value)
{
    to->at[to->count++] = (named_value){ name, value };
}

/* A simple structure has two nouns, a complex one four. */
static void count_structures(corpus_facts *to)
{
    pos_structure structure[POS_STRUCTURES];
    pos_structures(structure);
    size_t simple = 0;
    for (size_t k = 0; k < POS_STRUCTURES; k++) {
        size_t nouns = 0;
        for (size_t t = 0; t < structure[k].n_tags; t++) nouns += structure[k].tag[t] == 0; /* pos_factors[0] */
        if (nouns != 2 || simple++ >= CORPUS_STRUCTURES) continue;
        snprintf(to->name[simple - 1], sizeof to->name[0], "pos-structure-%zu", simple);
        add_fact(to, to->name[simple - 1], (double)structure[k].sentences);
    }
    add_fact(to, "pos-simple", (double)simple);
    add_fact(to, "pos-complex", (double)(POS_STRUCTURES - simple));
}

static assay_status count_part(void *context, const sentence *s)
{
    uint64_t *part = context;
    part[s->part]++;
    part[SENTENCE_PARTS]++;
    return ASSAY_OK;
}

assay_status corpus_facts_count(corpus_facts *to, assay_error *err)
{
    static const struct {
        assay_status (*stream)(assay_stream *stream, sentence_taker *take, void *context);
        const char *names[SENTENCE_PARTS + 1]; /* the last: of all */
    } corpora[] = { { pos_sentences, { "pos-train", "pos-valid", "pos-test" } },
                    { ynoc_sentences, { "ynoc-train", "ynoc-valid", "ynoc-test", "ynoc-sentences" } } };
    *to = (corpus_facts){ .count = 0 };
    count_structures(to);
    for (size_t c = 0; c < sizeof corpora / sizeof *corpora; c++) {
        uint64_t part[SENTENCE_PARTS + 1] = { 0 };
        assay_stream stream;
        assay_stream_seed(&stream, 0);
        const assay_status status = corpora[c].stream(&stream, count_part, part);
        if (status != ASSAY_OK) return assay_fail(err, status, "memory ran out while counting sentences");
        for (size_t k = 0; k <= SENTENCE_PARTS && corpora[c].names[k]; k++)
            add_fact(to, corpora[c].names[k], (double)part[k]);
    }
    return ASSAY_OK;
}
