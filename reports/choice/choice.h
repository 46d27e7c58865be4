/*
 * choice.h -- which metric for which question: how often a score puts two representations into their true order
 *
 * The pairs are those of a scenario that is a bank (assay_scenario.is_bank): two sides of known order, or level, that
 * differ besides in what the property does not mean. For a property and an output, over the ordered pairs,
 *
 *     concordance = P(score(A) > score(B)) + P(equal) / 2,         equal where a side is undefined
 *
 * of which a constant, a random score and a detector of any signal have one half. Each way to spoil the property counts
 * alike: it is the mean of theirs.
 *
 *   Interval   Wilson's, for the number of independent pairs that has the variance of the stratified mean; strata are
 *              the conditions. In each of them the variance is that of a share with half a pair right and half a pair
 *              wrong more. Pairs of one number share their draws under all conditions: where the spread among numbers
 *              is larger, it counts, with Student's quantile.
 *   Leading    by Hsu 1981, Annals of Statistics 9, p. 1026, with Bonferroni's bound in the place of his constants. A
 *              score of several properties may order pairs as well, but its change does not say which one changed.
 *
 * The other columns are defined in docs/choosing.md.
 */
#pragma once

#include "evidence.h"

typedef struct concordance {
    size_t pairs;
    double value, low, high; /* 95 %; NaN without pairs */
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
    double defined;           /* share of its pairs with both sides defined */
} choice_effect;

/* Ordered pairs under the same conditions, without contamination. */
typedef struct choice_stratum {
    const char *spoil, *kinds, *dependence, *noise;
    uint64_t rows;
    size_t pairs;
} choice_stratum;

typedef struct choice_strip {
    const evidence_series *of;
    concordance all, where_defined;
    double defined;          /* share of pairs with both sides defined */
    double resolution;       /* in truth; NaN: none */
    double false_difference; /* in responses; NaN: no response, or no level pairs; INFINITY: not above 0 */
    double seconds;          /* a score, on average */
    uint64_t rows;           /* from which on fewer cost it nothing for certain; 0: not known */
    int is_partial;          /* scored on fewer pairs than others: it comes last, and nothing is compared */
    choice_effect under[CHOICE_CONDITIONS];
    int leads, is_single;         /* is_single: it claims this property and no other */
    int worst;                    /* index of the condition of least concordance */
    int hurt[2];                  /* of the conditions that certainly take most; -1: none */
    double *right;                /* [n_strata] pairs ordered rightly, equal ones half */
    const evidence_series *below; /* the best control that it is certainly below; NULL: none */
} choice_strip;

typedef struct choice_property {
    uint32_t claim;
    size_t ordered, level;     /* pairs */
    size_t usual, usual_there; /* ordered pairs that concordance is of, and how many the store has of all kinds */
    int too_few;               /* like the user's data are fewer than CHOICE_LEAST: there are no strips */
    size_t n_conditions, n_strips;
    choice_condition condition[CHOICE_CONDITIONS];
    choice_stratum *stratum;
    size_t n_strata;
    choice_strip *strip; /* from the highest concordance down; controls among them */
} choice_property;

typedef struct choice {
    choice_property property[3]; /* modularity, compactness, explicitness; n_strips 0: no pairs, or nothing scored */
    uint64_t rows;               /* of most pairs: those that concordance in general is of */
    size_t seeds;                /* the most of a pair */
    int is_part;                 /* pairs were left out that are not like the user's data */
} choice;

enum { CHOICE_LEAST = 20 }; /* pairs: fewer rank nothing */

/* What the user's data are like: pairs that differ are left out. NULL and 0: any. */
typedef struct choice_like {
    const char *kinds, *dependence; /* words of the bank's conditions, comma-separated */
    const char *expect;             /* ways to spoil, noise and contaminations; others are not expected */
    uint64_t rows;                  /* the bank's nearest number, by ratio */
    size_t codes;                   /* up to twice and down to half as many */
} choice_like;

/* NULL, or why the bank has no such words: a sentence. */
const char *choice_like_refusal(const choice_like *like, char *to, size_t size);

/* Of the scenario's points in the evidence, which must outlive it. Outputs that claim the property, and those that
 * claim none. Free with choice_free. */
void choice_make(const evidence *from, const choice_like *like, choice *to); /* like NULL: all */
void choice_free(choice *c);

/* The pairs of a store, of the metrics of a list (NULL: all), and what is made of them. */
typedef struct stored_choice {
    evidence scores;
    choice made;
    char why_not[256]; /* why nothing is recommended, a sentence: no pairs, or not all of them; "": something may be */
} stored_choice;

/* Free with stored_choice_free, also after an error. */
assay_status stored_choice_read(store *s, const char *metrics, const choice_like *like, stored_choice *to,
                                assay_error *err);
void stored_choice_free(stored_choice *c);

size_t choice_honest(const choice_property *p); /* strips that are compared, without controls */
int choice_is_control(const choice_strip *s);
int choice_is_truth(const choice_strip *s); /* the control that is the truth */

/* The mean over groups of their mean values (0 to 1 each), with its 95 % interval. Values of a stratum stand together,
 * strata of a group, too. draw: values of one number come of the same draws and vary together; NULL: each of its
 * own. */
concordance concordance_of(const double *value, const size_t *stratum, const size_t *group, const double *draw,
                           size_t n);

/* The mean over groups of the means of their values, changes from -1 to 1, with the variance of that mean. A group whose
 * values are all alike is taken to hold one that is not. */
typedef struct grouped_change {
    double mean, variance, fewest; /* fewest: values of a group; mean NaN without groups */
} grouped_change;
grouped_change change_over_groups(const double *value, const size_t *group, size_t n);

/* The variance of a mean over groups by the spread among draws, and how many there are; NaN: too few. */
double drawn_variance(const double *value, const size_t *group, const double *draw, size_t n, size_t *draws);
