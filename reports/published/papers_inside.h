/* papers_inside.h -- what the files that read papers share: a file in reading, and what a key's value must be. */
#pragma once

#include "papers.h"
#include "plan_yaml.h"

typedef struct paper_reader {
    const char *file;
    const plan_node *root;
    const paper *of;
    papers *to;
    const char *const *plans; /* NULL: they are not known */
    assay_error *err;
} paper_reader;

/* What a value is: first the names that have a list of what there is, but that any text is one of PAPER_TEXT. */
typedef enum paper_kind {
    PAPER_TEXT,
    PAPER_ITEM,
    PAPER_PLAN,
    PAPER_SCENARIO,
    PAPER_METRIC,
    PAPER_PROPERTY,
    PAPER_PRESET,
    PAPER_OUTPUT,
    PAPER_CITED,    /* const char *: the paper's name before it */
    PAPER_SCORE,    /* claim_series */
    PAPER_NUMBER,   /* double */
    PAPER_COUNT,    /* size_t */
    PAPER_SEEDS,    /* size_t[2] */
    PAPER_WORD,     /* int, of `words` */
    PAPER_MEASURES, /* double, a mask */
    PAPER_ELSEWHERE /* known, and read by who needs it */
} paper_kind;

/* ASSAY_EINPUT and "FILE:LINE: ..." */
ASSAY_PRINTF(3, 4) assay_status paper_refuse(const paper_reader *r, const plan_node *node, const char *format, ...);
/* "no key 'valeu'; did you mean 'value'?": the keys of a mapping that are none of these. */
assay_status paper_check_keys(const paper_reader *r, const plan_node *map, const char *const *keys, size_t n);

assay_status paper_text(const paper_reader *r, const plan_node *node, paper_kind kind, const char **to);
assay_status paper_number(const paper_reader *r, const plan_node *node, double *to);
assay_status paper_count(const paper_reader *r, const plan_node *node, size_t *to);
assay_status paper_seeds(const paper_reader *r, const plan_node *node, size_t to[2]); /* "42:47" */
assay_status paper_word(const paper_reader *r, const plan_node *node, const char *const *words, int *to);
assay_status paper_measures(const paper_reader *r, const plan_node *node, double *to); /* a list, as a mask */
/* METRIC[@PRESET] [OUTPUT] */
assay_status paper_score(const paper_reader *r, const plan_node *node, const char *preset, claim_series *to);
/* Settings of a scenario; `whole`: the point as a store names it. */
assay_status paper_point(const paper_reader *r, const plan_node *node, const char *scenario, const char *text,
                         int whole);

void *paper_room(papers *p, size_t n, size_t size);                             /* zeroed, as long as p */
void *paper_add(papers *p, paper_list *list, size_t size);                      /* one more of a list, zeroed */
ASSAY_PRINTF(2, 3) const char *paper_words(papers *p, const char *format, ...); /* a text as long as p */

/* All of a file, into r->of. */
assay_status paper_read(paper_reader *r, paper *to);
