/* paper_fields.h -- inside the readers of papers only: the entries of a section, field by field. */
#pragma once

#include "papers.h"
#include "plan_yaml.h"

#include <stddef.h>

typedef struct paper_reader {
    const char *file;
    const plan_node *root;
    const paper *of;
    papers *to;
    const char *const *plans; /* NULL: they are not known */
    assay_error *err;
} paper_reader;

/* An entry and what it inherits: a key that an entry has not is looked for in the one around it. An entry may be a text
 * alone, which is its score. */
typedef struct paper_scope {
    const plan_node *at;
    const struct paper_scope *up;
} paper_scope;

typedef enum paper_kind {
    FIELD_TEXT,     /* const char * */
    FIELD_FREE,     /* const char *, which may be empty */
    FIELD_CITED,    /* const char *: the paper's name before it */
    FIELD_ITEM,     /* const char *: of this paper */
    FIELD_PLAN,     /* const char *: or else the paper's */
    FIELD_SCENARIO, /* const char * */
    FIELD_METRIC,   /* const char * */
    FIELD_PROPERTY, /* const char * */
    FIELD_PRESET,   /* claim_series, its preset alone, before a score */
    FIELD_SCORE,    /* claim_series: METRIC[@PRESET] [OUTPUT] */
    FIELD_NUMBER,   /* double */
    FIELD_COUNT,    /* size_t */
    FIELD_WORD,     /* int, of `words` */
    FIELD_MEASURE,  /* int, of the grid's */
    FIELD_CLAIMS,   /* double: a list of modularity, compactness, explicitness as a mask */
    FIELD_NAMES,    /* paper_list: texts */
    FIELD_COLUMNS,  /* paper_list: properties */
    FIELD_ENTRIES,  /* paper_list: a section of `entries` */
    FIELD_READ,     /* read by its own reader */
    FIELD_OTHER     /* known, and read by the record's `finish` */
} paper_kind;

typedef struct paper_field {
    const char *key;
    paper_kind kind;
    size_t at;                /* in the record */
    unsigned needed, refused; /* sections that need it, and that have no such key */
    const char *const *words; /* ended by NULL */
    const struct paper_record *entries;
    assay_status (*read)(paper_reader *r, const plan_node *section);
} paper_field;
#define FIELD(key_, kind_, type, member) .key = (key_), .kind = (kind_), .at = offsetof(type, member)

/* A kind of entry. `finish` (NULL: none) looks at the whole. */
typedef struct paper_record {
    const paper_field *fields;
    size_t n_fields, size;
    assay_status (*finish)(paper_reader *r, const paper_scope *s, const struct paper_record *kind, void *made);
    unsigned section; /* PRINTS_..., where several share fields; else 1 */
} paper_record;

#define PAPER_RECORD(type, list, finish_, section_)                          \
    {                                                                        \
        list, sizeof(list) / sizeof *(list), sizeof(type), finish_, section_ \
    }

/* ASSAY_EINPUT and "FILE:LINE: ..." */
ASSAY_PRINTF(3, 4) assay_status paper_refuse(const paper_reader *r, const plan_node *node, const char *format, ...);

const plan_node *paper_look(const paper_scope *s, const char *key); /* NULL: it has none, and inherits none */

/* Every entry of a section, with those that stand in their `each`, at the end of a list. */
assay_status paper_entries(paper_reader *r, const plan_node *section, const paper_record *kind, paper_list *to);
/* The fields of one entry; of a list its members, in the order of the fields. */
assay_status paper_entry(paper_reader *r, const paper_scope *s, const paper_record *kind, void *to);

assay_status paper_check_keys(const paper_reader *r, const plan_node *map, const char *const *keys, size_t n);
assay_status paper_number(paper_reader *r, const plan_node *node, double *to); /* none: NaN */
assay_status paper_word(paper_reader *r, const plan_node *node, const char *const *words, int *to);
assay_status paper_score(paper_reader *r, const plan_node *node, const char *preset, claim_series *to);
assay_status paper_measure(paper_reader *r, const plan_node *node, int *to);
assay_status paper_point(paper_reader *r, const plan_node *node, const char *scenario, const char *text, int whole);

void *paper_room(papers *p, size_t n, size_t size);          /* zeroed, as long as p */
void *paper_add(papers *p, paper_list *list, size_t size); /* one more of a list, zeroed */

extern const paper_record paper_whole; /* a file, into a paper */
