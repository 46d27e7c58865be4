/*
 * reproduction.h -- the checklist of published results: every entry of papers/ next to what a store says of it.
 *
 *     reproduced         as `assay help reproduce` says; a mark where the verdict is the same
 *     undecided          so there; a mark where intervals leave the verdict open
 *     differs            neither; `reason` says why where it is known
 *     out of reach       it needs trained networks or images; `reason` names the tool of assay that serves
 *     not in this store  `reason` is the command that puts it there
 *     checked by tests   exact definitions, theorems and corpora that no seed can move; `reason` names the test
 *
 * A claim is a series (metric, preset, output), the points of a scenario that it is about, and a rule. The rule makes
 * comparisons of means over seeds, or of differences of two means, with a least and a most. Each comparison has a
 * Student interval at 1 - .05/m, m being the number of comparisons of the claim (Bonferroni), so that all hold together
 * in 95 of 100 studies; a difference takes the two means as independent, which is on the safe side for points that
 * share their data. One seed has no interval, so it decides nothing.
 *
 * Thresholds of a table of verdicts are not published. A metric of several outputs has one verdict there, so that its
 * verdicts are brought together here: a failure of one output is a failure of the metric, and so on (fail, undefined,
 * not run, undecided, pass, not claimed).
 */
#pragma once

#include "judge.h"
#include "named_value.h"
#include "papers.h"

enum {
    REPRODUCTION_DONE,
    REPRODUCTION_UNDECIDED,
    REPRODUCTION_DIFFERS,
    REPRODUCTION_OUT_OF_REACH,
    REPRODUCTION_MISSING,
    REPRODUCTION_TESTED,
    REPRODUCTION_STATUSES
};
const char *reproduction_status_text(int status);

/* Half the width of an interval that shows a score to be as published; of numbers above 1, this share of them. */
#define REPRODUCTION_MARGIN 0.05

typedef struct reproduction_row {
    const paper_entry *of;
    double ours, low, high; /* the number, or the comparison nearest to its threshold; low, high NaN: one seed */
    size_t seeds, needs;    /* needs: 0: not known; SIZE_MAX: no number of them decides */
    uint64_t samples;       /* 0: not in the store */
    int status;
    int outcome;          /* of a mark: our verdict, VERDICT_... */
    const char *evidence; /* of a claim and a mark: the numbers in a sentence; NULL for a number */
    const char *reason;   /* NULL: nothing to add */
} reproduction_row;

typedef struct reproduction {
    reproduction_row *at; /* in the order of the checklist */
    size_t count, room;
    size_t by_status[REPRODUCTION_STATUSES];
} reproduction;

/* "undecided (needs about 40 seeds)" */
const char *reproduction_status_words(const reproduction_row *row);

/* What is asked for: an item, a paper, or with neither all papers but those that are apart; kinds 0: all. */
typedef struct reproduction_part {
    const paper_item *item;
    const paper *of;
    int kinds; /* PRINTS_... */
} reproduction_part;

/* "S2-d" or the word of a paper, "guard", in any case; 0: the checklist has neither. */
int reproduction_find(const char *typed, reproduction_part *to);

/* What the generators say of themselves, counted by the caller (this room does not see them): "ynoc-sentences" ->
 * 720000. A fact that is not given is listed as checked by the tests. */
typedef struct reproduction_facts {
    const named_value *at;
    size_t count;
} reproduction_facts;
int reproduction_counts(const reproduction_part *part); /* whether it has what the caller counts */

/* Zero-initialise before; part and facts may be NULL. */
assay_status reproduction_read(store *s, const reproduction_part *part, const reproduction_facts *facts,
                               reproduction *to, assay_error *err);
/* The same from what has been read; judged may be NULL, and rows where only marks are asked for. */
void reproduction_of(const score_rows *rows, const verdicts *judged, const reproduction_part *part,
                     const reproduction_facts *facts, reproduction *to);

/* The rule of a claim in words, with its thresholds: "every mean within 0.01 of 1". */
const char *claim_rule(const paper_entry *claim);

/* The mark that a table gives a metric; NULL: it has no such metric or column, or the series is on the factors of a
 * profile, as what was published is on continuous factors. */
const paper_entry *published_mark(const evidence_series *s, const char *asked);
/* "no (Boilard 2022, table 3.2); the paper against itself: ..." */
const char *published_mark_text(const paper_entry *mark);

/* What the store says of one entry: of a number or claim from its scores, of a mark from its verdicts. Of points scored
 * at several sizes the largest counts. */
void published_judge(const paper_entry *of, const score_rows *rows, reproduction_row *to);
void mark_judge(const paper_entry *of, const verdicts *all, reproduction_row *to);
