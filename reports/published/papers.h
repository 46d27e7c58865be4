/*
 * papers.h -- what publications print, read from the files of papers/: one typed file of YAML a publication, part of
 * the program (papers_embedded.h). CONTRIBUTING.md, "Add a paper", has the keys.
 *
 * Everything is an entry: a number, a mark of a table of verdicts, a claim in words with its rule, a count of a
 * generator, or a statement that no score decides.
 *
 * Refused   with the file, the line and, where a name is unknown, the nearest one: keys, metrics, presets, options,
 *           outputs, scenarios, points, properties, items and words that are not there; keys that are missing; values
 *           that are no number; an item that two files have.
 */
#pragma once

#include "assay.h"

/* An array that grows. */
typedef struct paper_list {
    void *at;
    size_t count, room;
} paper_list;

typedef struct paper {
    const char *name;         /* "Boilard 2022", as every source begins */
    const char *plan;         /* that scores what it prints; NULL: none */
    const char *preset;       /* of its published code; NULL: default */
    const char *tables;       /* the word for it, "text" of text-1; NULL: none */
    const char *heading;      /* of its part of the checklist */
    int apart;                /* the checklist leaves it out unless it is asked for by its word */
    const char *title, *code; /* NULL: not said */
    const char *file;         /* "papers/boilard2022.yaml" */
} paper;

typedef struct paper_item {
    const char *id, *title; /* "S2-d", "Boilard 2022: table 3.1, modular but not compact" */
    const paper *of;
} paper_item;

/* Over the points of a claim, group by group: a group is the points that differ in the swept parameter only. */
enum {
    CLAIM_LEAST,     /* every mean is at least `bound` */
    CLAIM_MOST,      /* every mean is at most `bound` */
    CLAIM_NEAR,      /* every mean is within `tolerance` of `bound` */
    CLAIM_SOME_MOST, /* the least mean is at most `bound` */
    CLAIM_FLAT,      /* means of a group differ by at most `bound` */
    CLAIM_MOVES,     /* the means of a group differ by at least `bound`: of all its pairs the largest difference */
    CLAIM_FALLS,     /* each step of a group falls by at least `bound` */
    CLAIM_NO_RISE,   /* from no point of a group to a later one the mean rises by more than `bound` */
    CLAIM_DROPS,     /* from the first point of a group to the last the mean falls by at least `bound` */
    CLAIM_ABOVE,     /* the mean is larger than that of the other series or point by at least `bound` */
    CLAIM_EQUAL,     /* both means are within `bound` */
    CLAIM_UNEQUAL,   /* they are not */
    CLAIM_MEASURES   /* the outputs of the metric, together, claim exactly the properties of the mask `bound` */
};

enum { MARK_YES, MARK_NO, MARK_NO_BY_BINS, MARK_NOT_MEASURED, MARK_EXCLUDED, MARK_BLANK };
extern const char *const published_marks[]; /* "yes", "no", ... of MARK_YES, ..., ended by NULL */

/* Sections, in the order in which an item lists them. */
enum { PRINTS_MARK = 1, PRINTS_NUMBER = 2, PRINTS_CLAIM = 4, PRINTS_COUNT = 8, PRINTS_STATEMENT = 16 };

typedef struct claim_series {
    const char *metric, *preset, *output;
} claim_series;

/* What its section has no key for is empty: texts "", but for those that may be NULL. */
typedef struct paper_entry {
    int kind; /* PRINTS_... */
    const paper *in;
    const char *id, *source, *plan; /* "S2-d", "Boilard 2022, table 3.1", the plan that scores it */
    const char *scenario;
    const char *point;       /* settings of its points, "alpha=1"; where nothing is swept the whole point, as the store
                             names it; NULL: any */
    const char *place;       /* the same for people, "alpha=0 to 0.8" */
    claim_series of;         /* of a mark and a statement no output */
    const char *statement;   /* of a claim with its rule in words */
    const char *remark;      /* NULL: nothing to add; of a mark what contradicts it within the paper itself */
    const char *reason;      /* where it differs and that is known, or is not decided by scores; NULL */
    double value, tolerance; /* of a number: half a unit of the last printed digit; NaN: none */
    size_t decimals;         /* that it is printed with */
    size_t runs;             /* that the published value is a mean of; 0: exact */
    size_t samples;          /* that are scored; 0: the most that the store has */
    size_t seeds[2];         /* the first that the mean is over, and the end; 0, 0: all that the store has */
    const char *over;        /* of a claim: the swept parameter; NULL: one point */
    double from, to;         /* of the swept parameter; of a mark what its reason needs the deciding value to be */
    size_t points;           /* that the claim takes; fewer: not in this store */
    const char *than_scenario, *than_point; /* the other of two; NULL: the same */
    claim_series than;                      /* metric NULL: the same */
    int rule;                               /* CLAIM_... */
    double bound;
    int status;        /* REPRODUCTION_TESTED, _DIFFERS or _OUT_OF_REACH; -1: the store decides */
    const char *count; /* what the caller counts */
    const char *property;
    int mark;                  /* MARK_... */
    int verdict;               /* of ours, that the reason of a mark explains; -1: any */
    const char *where, *alone; /* what it needs besides: a text of the first comparison that failed, the one output that
                                  fails; NULL: nothing */
} paper_entry;

typedef struct papers {
    paper_list papers;    /* const paper * */
    paper_list items;     /* paper_item, by id */
    paper_list entries;   /* paper_entry, paper by paper, kind by kind */
    paper_list documents; /* const paper *: those that have items, by the first of them */
} papers;

/* An entry of a list, 0 <= k < count. */
#define PAPER_AT(type, list, k) (&((type const *)(list).at)[k])

/* Reads what is in the program, once; what is asked for below does so, too, and is empty where it fails. `file` (NULL:
 * none): one more, which takes the place of one in the program that is called so; only the first call may have one. Not
 * for several threads at once. */
assay_status papers_load(const char *file, assay_error *err);

/* Before: the names of the plans there are, ended by NULL, which papers are held against, but for those that are files
 * (mine.yaml). Without it a plan is any word. They must last until papers are read. */
void papers_plans(const char *const *names);
const papers *papers_all(void);
void papers_unload(void); /* for tests */

/* NULL past the end. */
const paper_entry *published_at(size_t index);
const paper_item *paper_item_at(size_t index);
const char *paper_asked_at(size_t index); /* what may be asked for: an item, or the word of a paper */
