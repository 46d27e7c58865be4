/*
 * reason.h -- why a score is undefined: a word of the list in CONTRIBUTING, and the factor or code it is about, where
 * it is about one (assay_reason). "constant-factor: factor v3 is constant" stands in exports and tables; here is its
 * one writer.
 */
#pragma once

#include "assay.h"

typedef struct reason {
    const char *word;
    size_t length;    /* of the word, which is not ended by '\0' */
    int32_t axis;     /* ASSAY_PER_FACTOR, ASSAY_PER_CODE; ASSAY_OVERALL: about neither */
    int64_t number;   /* of the factor or code, from 0; -1: about neither */
    const char *text; /* what stands behind the word; NULL: nothing */
} reason;

/* "constant-factor: factor v3 is constant", with the names of `rep` (NULL: none are known); what is longer than size is
 * cut. */
void reason_print(const assay_reason *r, const assay_rep *rep, char *to, size_t size);

/* The parts of a text in a store that was written before they had columns of their own; its first factor or code is
 * what it is about. */
reason reason_read(const char *text);
