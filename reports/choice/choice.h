/*
 * choice.h -- which metric for which question: how often a score puts two representations into their true order
 *
 * The pairs are those of a scenario that is a bank (assay_scenario.is_bank): two sides of known order, or level, that
 * differ besides in what the property does not mean. A seed draws a bank of pairs; a store has those of several. For a
 * property and an output, over the ordered pairs of all banks of which both sides are defined,
 *
 *     concordance = P(score(A) > score(B)) + P(equal) / 2
 *
 * of which a constant, a random score and a detector of any signal have one half. Each way to spoil the property counts
 * alike: it is the mean of theirs.
 *
 *   Interval   of what other banks would give: Wilson's, for the number of independent pairs that has the variance of
 *              the mean. The variance is the larger of two: among pairs within conditions, that of a share with half a
 *              pair right and half a pair wrong more; and, with Student's quantile, among draws. A draw is a number of
 *              a bank: its pairs share what was drawn, under every condition. Banks are draws and nothing besides:
 *              over 160 of them the means of banks spread as their draws do (tests/reports/choice/repeat.py).
 *   Leading    by Hsu 1981, Annals of Statistics 9, p. 1026, with Bonferroni's bound in the place of his constants. A
 *              score of several properties may order pairs as well, but its change does not say which one changed.
 *
 * The other columns are defined in docs/choosing.md.
 */
#pragma once

#include "evidence.h"

typedef struct concordance {
    size_t pairs;
    double value, low, high; /* 95 %; NaN without pairs, and of a control that has the same of every pair */
} concordance;

enum { CHOICE_CONDITIONS = 24 };

/* One word of a condition, "noise=better-side" or "rows=200". */
typedef struct choice_condition {
    const char *name, *word; /* borrowed from the scenario; word "" of rows */
    uint64_t rows;           /* of "rows"; else 0 */
    size_t place, which;     /* of the bank's conditions, and of its words; place past the end: rows */
    int is_base;             /* its effect is that of nothing */
    size_t twins;            /* pairs that have a matched one without the condition */
} choice_condition;

typedef struct choice_effect {
    concordance of;
    double effect, low, high; /* against matched pairs, 95 % for all conditions together; NaN: no such pairs */
    size_t asked;             /* its pairs, also those of which a side is undefined */
} choice_effect;

/* Ordered pairs under the same conditions, without contamination. */
typedef struct choice_stratum {
    const char *spoil, *kinds, *dependence, *noise;
    uint64_t rows;
    size_t pairs;
} choice_stratum;

typedef struct choice_strip {
    const evidence_series *of;
    concordance all;
    double defined;          /* share of pairs with both sides defined */
    double resolution;       /* in truth; NaN: none */
    double false_difference; /* in responses; NaN: no response, or no level pairs; INFINITY: not above 0 */
    double seconds;          /* a score, on average */
    uint64_t rows;           /* from which on fewer cost it nothing for certain; 0: not known */
    int is_partial;          /* scored on fewer pairs than others: it comes last, and nothing is compared */
    choice_effect under[CHOICE_CONDITIONS];
    int leads, is_single;       /* is_single: it claims this property and no other */
    size_t leads_in;            /* banks in which, by their own pairs, none is certainly above it; of banks_alone */
    int worst;                  /* index of the condition of least concordance; -1: none has enough pairs */
    int hurt[2];                /* of the conditions that certainly take most; -1: none */
    double *right, *of_defined; /* [n_strata] pairs ordered rightly, equal ones half, of so many defined ones */
    const evidence_series *not_above; /* a control that measures nothing, which it is not certainly above; NULL: none */
    const evidence_series *below;     /* the best control that it is certainly below; NULL: none */
} choice_strip;

typedef struct choice_property {
    uint32_t claim;
    size_t ordered, level;     /* pairs */
    size_t usual, usual_there; /* ordered pairs that concordance is of, and how many the store has of all kinds */
    int too_few;               /* like the user's data are fewer than CHOICE_LEAST: there are no strips */
    size_t left_by[4];         /* usual pairs alike in kinds, dependence, --expect or number of codes alone */
    size_t leaders;            /* strips that lead */
    int cyclic;                /* choice_like */
    size_t banks, banks_alone; /* that usual pairs are of; and those with pairs enough to rank by themselves */
    size_t rivals;             /* strips that may lead; of one alone it is said that it was compared with no other */
    int lacks_controls;        /* some control is not scored on all pairs: nothing leads */
    size_t n_conditions, n_strips;
    choice_condition condition[CHOICE_CONDITIONS];
    choice_stratum *stratum;
    size_t n_strata;
    choice_strip *strip; /* from the highest concordance down; controls among them */
} choice_property;

typedef struct choice {
    choice_property property[3]; /* modularity, compactness, explicitness; n_strips 0: no pairs, or nothing scored */
    uint64_t rows, rows_asked;   /* of most pairs: those that concordance in general is of; and what was asked for */
    int is_part;                 /* pairs were left out that are not like the user's data */
} choice;

enum {
    CHOICE_LEAST = 20,      /* pairs: fewer rank nothing, and have no number */
    CHOICE_LEAST_BANKS = 4, /* of fewer nothing leads */
};
#define CHOICE_CYCLIC (ASSAY_CYCLIC | ASSAY_CODES_ALONE | ASSAY_CONTROL)
#define CHOICE_DEFINED 0.9 /* a leader is defined on this share of the pairs */

/* What the user's data are like: pairs that differ are left out. NULL and 0: any. */
typedef struct choice_like {
    const char *kinds, *dependence; /* words of the bank's conditions, comma-separated */
    const char *expect;             /* ways to spoil, noise and contaminations; others are not expected */
    uint64_t rows;                  /* the bank's nearest number, by ratio */
    size_t codes;                   /* up to twice and down to half as many */
    uint64_t seed_first, seed_end;  /* banks; seed_end 0: all */
    int cyclic; /* a factor is an angle: of metrics those that take one (CHOICE_CYCLIC), and controls */
} choice_like;

/* NULL, or why the bank has no such words: a sentence. */
const char *choice_like_refusal(const choice_like *like);

/* Of the scenario's points in the evidence, which must outlive it. Outputs that claim the property, and those that
 * claim none. */
void choice_make(const evidence *from, const choice_like *like, choice *to); /* like NULL: all */

/* The pairs of a store, of controls and the metrics of a list (NULL: all), and what is made of them. */
typedef struct stored_choice {
    evidence scores;
    choice made;
    const char
        *why_not; /* why nothing is recommended, a sentence: no pairs, or not all of them; NULL: something may be */
} stored_choice;

/* Free with stored_choice_free, also after an error. */
assay_status stored_choice_read(store *s, const char *metrics, const choice_like *like, stored_choice *to,
                                assay_error *err);
/* The same of pairs that stand in it already. */
assay_status stored_choice_make(store *s, const choice_like *like, stored_choice *to, assay_error *err);
static inline void stored_choice_free(stored_choice *c) { evidence_free(&c->scores); }

int choice_is_chance(const choice_strip *s);    /* an interval that contains what a constant has; of no control */
size_t choice_honest(const choice_property *p); /* strips that are compared, without controls */
uint32_t claims_of_outputs(const assay_metric *metric); /* of any of them */
int choice_is_rival(const choice_strip *s);             /* it may lead, but for what others have */
int choice_is_control(const choice_strip *s);
int choice_is_truth(const choice_strip *s); /* the control that is the truth */

/* Values of pairs, 0 to 1 each or changes of such. Those of a stratum stand together, strata of a group, too. */
typedef struct pair_values {
    size_t n;
    double *value;
    size_t *stratum, *group;
    size_t *draw; /* what is drawn by itself: a number of a bank */
} pair_values;

/* The mean over groups of their mean values, with its 95 % interval. */
concordance concordance_of(const pair_values *v);

/* The mean over groups of the means of their changes, and an interval that leaves `outside` on either side: NaN where a
 * group has fewer than five. */
typedef struct change_interval {
    double change, low, high;
} change_interval;
change_interval change_of_pairs(const pair_values *v, double outside);
