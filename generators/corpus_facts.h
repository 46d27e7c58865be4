/* corpus_facts.h -- the sentences of the two corpora, counted as the generators write them, for the checklist. */
#pragma once

#include "assay.h"
#include "named_value.h"

enum { CORPUS_STRUCTURES = 16, CORPUS_FACTS = CORPUS_STRUCTURES + 9 };
typedef struct corpus_facts {
    char name[CORPUS_STRUCTURES][24]; /* "pos-structure-1" */
    named_value at[CORPUS_FACTS];
    size_t count;
} corpus_facts;

/* Writes every sentence once, about 1 s. The facts point into `to`. */
assay_status corpus_facts_count(corpus_facts *to, assay_error *err);
