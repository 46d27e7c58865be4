/*
 * reproduction.h -- the checklist of published results: every number and every statement that the source documents
 * (papers/) give for what assay can build, next to what a store says of it.
 *
 * A row is an item of the checklist (S2-d), its source, what is published (a number, or a statement with the rule it is
 * held against), ours with its 95 % interval over seeds, and a status:
 *
 *     reproduced         a number: the mean rounds to what is printed. A statement: all its comparisons hold, intervals
 *                        included
 *     within error       a number: the interval of the difference reaches what rounds to it. A statement: some interval
 *                        holds the threshold, none lies wholly outside (claims.h)
 *     differs            neither; `reason` says why where it is known
 *     out of reach       it needs trained networks or images; `reason` names the tool of assay that serves
 *     not in this store  `reason` is the command that puts it there; so where one seed, which has no interval, differs
 *     checked by tests   exact definitions, theorems and corpora that no seed can move; `reason` names the test
 *
 * A verdict of table 3.2 is reproduced where the verdict is the same, within error where intervals leave the verdict
 * open.
 */
#pragma once

#include "evidence.h"
#include "judge.h"
#include "named_value.h"

enum {
    REPRODUCTION_DONE,
    REPRODUCTION_WITHIN_ERROR,
    REPRODUCTION_DIFFERS,
    REPRODUCTION_OUT_OF_REACH,
    REPRODUCTION_MISSING,
    REPRODUCTION_TESTED,
    REPRODUCTION_STATUSES
};
const char *reproduction_status_text(int status);

typedef struct reproduction_row {
    const char *id, *source;              /* "S2-d", "Boilard 2022, table 3.1" */
    const char *scenario, *point;         /* "" where it is about none, or about several */
    const char *metric, *preset, *output; /* likewise */
    const char *plan;                     /* that scores it; "" for none */
    double published, half;               /* half a unit of the last printed digit; NaN: a statement */
    int decimals;                         /* that the number is printed with */
    const char *statement;                /* what is stated and the rule it is held against; "" for a number */
    double ours, low, high; /* the number, or the comparison nearest to its threshold; low, high NaN: one seed */
    char *evidence;         /* a statement: the numbers in a sentence; NULL for a number */
    size_t seeds;
    uint64_t samples; /* 0: not in the store */
    int status;
    char *reason; /* NULL: nothing to add */
    char *own[2]; /* memory behind point and statement */
} reproduction_row;

typedef struct reproduction {
    reproduction_row *at; /* in the order of the checklist */
    size_t count, room;
    size_t by_status[REPRODUCTION_STATUSES];
} reproduction;

/* What the generators say of themselves, counted by the caller (this room does not see them): "ynoc-sentences" ->
 * 720000. A fact that is not given is listed as checked by the tests. */
typedef struct reproduction_facts {
    const named_value *at;
    size_t count;
} reproduction_facts;

/* Zero-initialise before. facts may be NULL. Free with reproduction_free, also after an error. */
assay_status reproduction_read(store *s, const reproduction_facts *facts, reproduction *to, assay_error *err);
/* The same from what has been read; judged may be NULL. */
assay_status reproduction_of(const score_rows *rows, const verdicts *judged, const reproduction_facts *facts,
                             reproduction *to, assay_error *err);
void reproduction_free(reproduction *all);

/* The items of the checklist in order, "S0-a" ... "S4-f"; NULL past the end. */
const char *reproduction_item(size_t index);
const char *reproduction_item_title(size_t index); /* "table 3.1: modular but not compact" */

int reproduction_counts(const char *item); /* whether it has what the caller counts */

/* The documents in the order of their items; NULL past the end. */
const char *reproduction_document(size_t index);
int reproduction_in(const reproduction_row *row, size_t document);
