/*
 * papers.h -- what publications print, read from the files of papers/: one typed file of YAML a publication, part of
 * the program (papers_embedded.h). CONTRIBUTING.md, "Add a paper", has the keys.
 *
 * Refused   with the file, the line and, where a name is unknown, the nearest one: keys, metrics, presets, options,
 *           outputs, scenarios, points, properties, items and words that are not there; keys that are missing; values
 *           that are no number; an item that two files have.
 */
#pragma once

#include "arena.h"
#include "published.h"

/* An array that grows. */
typedef struct paper_list {
    void *at;
    size_t count, room;
} paper_list;

typedef struct paper {
    const char *name;    /* "Boilard 2022", as every source begins */
    const char *plan;    /* that scores what it prints; NULL: none */
    const char *preset;  /* of its published code; NULL: default */
    const char *tables;  /* the word that names its tables, "text" of text-1; NULL: none */
    const char *heading; /* of its part of the checklist */
    const char *file;
    paper_list entries; /* paper_result: what it prints, states and counts */
} paper;

typedef struct paper_item {
    const char *id, *title; /* "S2-d", "Boilard 2022: table 3.1, modular but not compact" */
    const paper *of;
} paper_item;

/* A table of verdicts. */
typedef struct verdict_doubt {
    const char *metric, *property, *text;
} verdict_doubt;
typedef struct verdict_reason {
    const char *metric, *property, *text; /* metric NULL: each that has no reason of its own */
    int outcome;                          /* VERDICT_...; -1: any */
    int holds;                            /* what must be so in the store, published_verdicts.c */
} verdict_reason;
typedef struct verdict_row {
    const char *metric;
    const int *mark; /* [columns], MARK_... */
} verdict_row;
enum { MARK_YES, MARK_NO, MARK_NO_BY_BINS, MARK_NOT_MEASURED, MARK_EXCLUDED, MARK_BLANK, MARK_COUNT };
typedef struct verdict_table {
    const paper *of; /* NULL: no paper has one */
    const char *id, *source;
    paper_list presets, columns; /* const char *: of the presets the first that a store has is compared */
    paper_list rows, doubts, reasons;
} verdict_table;

/* The means of a study of the scenario `guard`. */
typedef struct study_measure {
    const char *name;
    claim_series of, shared; /* shared: where both generators have one seed; metric NULL: the same */
    int split;               /* it learns from the rows that are not scored */
} study_measure;
typedef struct study_cell {
    size_t experiment, drawn, seeds;
    const char *filed, *structure, *codes, *settings;
    const double *mean; /* [n] of the measures first, first + 1, ...; NaN: none */
    size_t first, n;
} study_cell;
typedef struct study_number {
    const char *what, *scenario, *point;
    claim_series of;
    double value; /* TAKE_VALUE: of the published means alone */
    size_t but, samples;
    int take, measure, correlated; /* TAKE_... */
} study_number;
enum { TAKE_OURS, TAKE_REFUSED, TAKE_OURS_APART, TAKE_VALUE };
typedef struct study_defect {
    size_t number;
    const char *statement;
    size_t first, n; /* of the numbers */
} study_defect;
typedef struct study_grid {
    const paper *of; /* NULL: no paper has one */
    const char *scenario;
    size_t first_seed, defect_seeds, tested;
    paper_list measures, cells, defects, numbers;
} study_grid;

typedef struct papers {
    paper_list papers;    /* const paper * */
    paper_list items;     /* paper_item, by id */
    paper_list documents; /* const paper *: those that have items, by the first of them */
    verdict_table verdicts;
    study_grid grid;
    paper_list trees; /* plan_tree: the files */
    arena memory;     /* behind all else */
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

/* The paper whose sources begin so; NULL: none. */
const paper *paper_of_source(const char *source);
