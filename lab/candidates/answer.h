/*
 * answer.h -- what a candidate answers (candidate.h), read: a description, or scores into the series of a call. JSON as
 * programs write it: NaN and Infinity are taken as such.
 */
#pragma once

#include "assay.h"

typedef struct described_output {
    char *name;
    int32_t axis;
    uint32_t measures;
    double low, high;
} described_output;

typedef struct described {
    char *name, *title, *understood; /* NULL: not said */
    int random, absent, separate;
    int codes_alone; /* it does not look at the factors */
    int blind;       /* it does not look at the factors' kinds */
    char **file;     /* what else it consists of */
    size_t n_files;
    described_output *output;
    size_t n_outputs;
} described;

/* What came of asking a candidate. */
typedef enum answer_kind {
    ANSWER_OK,
    ANSWER_BROKEN,    /* none, or not of the protocol: what it says next cannot be trusted either */
    ANSWER_REFUSED,   /* an error it told itself, or the wrong outputs or items */
    ANSWER_LATE,      /* none in time */
    ANSWER_NO_NUMPY,  /* this Python has no NumPy */
    ANSWER_NO_MEMORY, /* this and the next: ours */
    ANSWER_NO_ENVIRONMENT
} answer_kind;

/* Returns what went wrong, like ASSAY_TRY. */
#define ANSWER_TRY(...)                                     \
    do {                                                    \
        const answer_kind answer_kind_ = __VA_ARGS__;       \
        if (answer_kind_ != ANSWER_OK) return answer_kind_; \
    } while (0)

enum { ANSWER_WHY = 896 };

/* *why: "candidate-garbage: text" and the like, wherever the answer is not ANSWER_OK. */
answer_kind answer_describe(const char *line, described *to, char why[ANSWER_WHY]);

/* The description that the bare result of a trial gives: a number, an array whose length tells its axis (unless told),
 * an object of such. */
answer_kind answer_trial(const char *text, size_t n_factors, size_t n_codes, int32_t axis, const char *name,
                         described *to, char why[ANSWER_WHY]);
void described_free(described *d);

/* Scores into call->series. name[o] is what the candidate calls output o. cell is compared with the answer's, if it has
 * one. loose: a bare result is fine too. */
answer_kind answer_scores(const char *line, const char *const *name, uint64_t cell, int loose, assay_call *call,
                          char why[ANSWER_WHY]);

/* Whether an answer says that arrays were written into; they are named in `to`. */
int answer_changes(const char *line, char *to, size_t size);
