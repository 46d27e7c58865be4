/*
 * plan_yaml.h -- the YAML of plans and papers, as a tree of texts, lists and mappings, each with its line.
 *
 * Taken     one document of UTF-8: block and flow lists and mappings, plain, quoted and block texts. A text stays text
 *           (0:10, 1e-3, yes); who reads the tree makes numbers of it.
 * Refused   with the line and the remedy: anchors, aliases, tags, a second document, a key that comes twice or is no
 *           word, control characters (also as escapes), bytes that are no UTF-8, and what exceeds the limits
 *           plan-bytes, plan-nodes, plan-depth, plan-keys and plan-text.
 * Source    YAML 1.1 as libyaml 0.2 reads it, event by event.
 */
#pragma once

#include "arena.h"
#include "assay.h"

typedef enum plan_node_kind { PLAN_TEXT, PLAN_LIST, PLAN_MAP } plan_node_kind;

typedef struct plan_node {
    plan_node_kind kind;
    size_t line;                   /* where it begins, from 1 */
    const char *text;              /* of PLAN_TEXT; "" also where nothing is written */
    const char *key;               /* where the parent is a mapping: what it is called there */
    size_t n;                      /* members of a list, values of a mapping */
    const struct plan_node *first; /* of them, in the file's order */
    const struct plan_node *next;  /* the next one of the same parent */
} plan_node;

typedef struct plan_tree {
    const plan_node *root;
    arena owned;
} plan_tree;

/* `file` is for messages, "FILE:LINE: ...". Where the status is not ASSAY_OK the tree is empty. */
assay_status plan_yaml_read(const char *text, size_t size, const char *file, plan_tree *to, assay_error *err);

/* The same of a text from outside, by a process apart (apart.h); the tree comes back. */
assay_status plan_yaml_take(const char *text, size_t size, const char *file, plan_tree *to, assay_error *err);
void plan_yaml_free(plan_tree *tree);

/* The value of a key; NULL where the mapping has none, or the node is no mapping or NULL. */
const plan_node *plan_node_at(const plan_node *map, const char *key);
