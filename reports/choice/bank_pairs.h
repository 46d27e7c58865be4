/* bank_pairs.h -- the pairs of a store, and what every output scored of them. */
#pragma once

#include "choice.h"

typedef struct bank_pair {
    const evidence_point *side[2];   /* of some series: the better one first */
    uint8_t word[CHOICE_CONDITIONS]; /* of each condition of the bank, in its order: which of its words */
    int is_contaminated;             /* and not expected to be */
    int is_expected;                 /* of a restriction */
    uint64_t samples, seed;
    double number, bank; /* of the pair, and the seed that drew it */
    double drawn_by;     /* bank; of a pair that was found and not drawn -1 */
    uint32_t claim;      /* of the properties, the one that is known */
    int is_ordered;
    double apart;       /* in truth */
    size_t stratum;     /* rising along the list */
    size_t group;       /* the same of all pairs that are spoilt alike; rising along those of one size */
    size_t draw, drawn; /* of all draws of pairs which one it is of, and of all banks which */
} bank_pair;

typedef struct pair_score {
    double score[2]; /* of the sides */
    unsigned there;  /* a bit for each side that was scored */
    int is_scored;   /* both were */
    double right;    /* 1, 1/2 or 0; NaN: not scored, or a side is undefined */
    double gap;      /* score(A) - score(B); NaN as `right` */
} pair_score;

typedef struct bank_pairs {
    const assay_scenario *bank;
    size_t n_conditions; /* parameters of the bank that are words, but for what the pair itself is */
    const assay_option *condition[CHOICE_CONDITIONS];
    bank_pair *at; /* by claim, ordered before level, then by stratum */
    size_t count, banks;
    size_t there, usual_there[3]; /* before some were left out; of each property those that concordance is of */
    size_t left_by[3][4];         /* choice_property */
    uint64_t rows;
    pair_score *score; /* [n_series * count] */
    double *seconds;   /* [n_series] */
} bank_pairs;

/* The word of a pair's condition; "": the bank has none of this name. */
const char *pair_word(const bank_pairs *in, const bank_pair *p, const char *condition);

bank_pairs bank_pairs_find(const evidence *from, const choice_like *like);
