/*
 * worst_found.h -- the worst that a kept hunt found of an output (atlas.csv, made by `assay hunt all`). That it found
 * nothing is a result and no proof.
 */
#pragma once

#include <stddef.h>

typedef struct worst_found {
    char metric[64], preset[64], output[64];
    char claim[24];    /* "none": nothing was found */
    char words[200];   /* "scores 0.99 for codes of noise", "none in 300 evaluations" */
    char recipe[1200]; /* of A */
    char size[16];     /* a share of the range; "": nothing was found */
} worst_found;

/* The largest violation of a variant, of this output or (NULL) of any; 0: it was not hunted. */
int worst_found_of(const char *metric, const char *preset, const char *output, worst_found *to);

/* "0.99 false-praise: scores 0.99 for codes of noise"; "" where it was not hunted. */
const char *worst_found_text(const char *metric, const char *preset, const char *output);
