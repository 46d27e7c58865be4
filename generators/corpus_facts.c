/* Counts sentences: the structures of table 2 by what can be made of them, the parts by what the generators write. */
#include "corpus_facts.h"

#include "sentences.h"

#include <stdio.h>
#include <stdlib.h>

static void add_fact(corpus_facts *to, const char *name, double value)
{
    if (to->count < CORPUS_FACTS) to->at[to->count++] = (named_value){ name, value };
}

static size_t nouns_of(const pos_structure *s)
{
    size_t nouns = 0;
    for (size_t k = 0; k < s->n_tags; k++) nouns += s->tag[k] == 0; /* pos_factors[0] */
    return nouns;
}

/* A simple structure has two nouns, a complex one four. */
static assay_status count_structures(corpus_facts *to, assay_error *err)
{
    pos_structure *structure = calloc(POS_STRUCTURES, sizeof *structure);
    if (!structure) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    pos_structures(structure);
    size_t simple = 0;
    for (size_t k = 0; k < POS_STRUCTURES; k++) {
        if (nouns_of(&structure[k]) != 2) continue;
        if (simple < CORPUS_STRUCTURES) {
            snprintf(to->name[simple], sizeof to->name[simple], "pos-structure-%zu", simple + 1);
            add_fact(to, to->name[simple], (double)structure[k].sentences);
        }
        simple++;
    }
    add_fact(to, "pos-simple", (double)simple);
    add_fact(to, "pos-complex", (double)(POS_STRUCTURES - simple));
    free(structure);
    return ASSAY_OK;
}

static assay_status count_part(void *context, const sentence *s)
{
    uint64_t *part = context;
    part[s->part]++;
    return ASSAY_OK;
}

assay_status corpus_facts_count(corpus_facts *to, assay_error *err)
{
    *to = (corpus_facts){ .count = 0 };
    uint64_t pos[SENTENCE_PARTS] = { 0 }, ynoc[SENTENCE_PARTS] = { 0 };
    assay_stream stream;
    assay_status status = count_structures(to, err);
    if (status != ASSAY_OK) return status;
    assay_stream_seed(&stream, 0);
    status = pos_sentences(&stream, count_part, pos);
    assay_stream_seed(&stream, 0);
    if (status == ASSAY_OK) status = ynoc_sentences(&stream, count_part, ynoc);
    if (status != ASSAY_OK) return assay_fail(err, status, "memory ran out while counting sentences");
    add_fact(to, "pos-train", (double)pos[SENTENCE_TRAIN]);
    add_fact(to, "pos-valid", (double)pos[SENTENCE_VALID]);
    add_fact(to, "pos-test", (double)pos[SENTENCE_TEST]);
    add_fact(to, "ynoc-sentences", (double)(ynoc[SENTENCE_TRAIN] + ynoc[SENTENCE_VALID] + ynoc[SENTENCE_TEST]));
    add_fact(to, "ynoc-train", (double)ynoc[SENTENCE_TRAIN]);
    add_fact(to, "ynoc-valid", (double)ynoc[SENTENCE_VALID]);
    add_fact(to, "ynoc-test", (double)ynoc[SENTENCE_TEST]);
    return ASSAY_OK;
}
