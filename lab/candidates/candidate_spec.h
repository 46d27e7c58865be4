/* candidate_spec.h -- inside this room: an entry such as python:gap.py:gap:timeout=5, cut into its parts. */
#pragma once

#include "assay.h"

enum { SPEC_PYTHON, SPEC_EXEC, SPEC_PLUGIN };

typedef struct candidate_spec {
    int kind;
    char *text;            /* the entry as it was typed */
    char *target;          /* the file, or the command */
    char *function;        /* python; NULL: not said */
    char *name;            /* NULL: not said */
    double timeout, start; /* seconds */
    size_t memory;         /* megabytes */
    uint32_t measures;
    int measures_told;
    int32_t axis;    /* -1: not said */
    int is_template; /* a command with {factors} or {codes} in it */
    int cut;         /* a file without quotes, which a comma or colon ended */
} candidate_spec;

assay_status spec_read(const char *entry, size_t length, candidate_spec *to, assay_error *err);
void spec_free(candidate_spec *spec);

/* 8 hexadecimal digits of the content: of the file; of a command and of the files that are words of it. */
assay_status spec_hash(const candidate_spec *spec, char to[9], assay_error *err);

/* The same with more files in it; ASSAY_EINPUT where one cannot be read. */
assay_status spec_hash_files(char *const *file, size_t n_files, char hash[9], assay_error *err);

/* What it is called unless it says so itself. */
void spec_call(const candidate_spec *spec, char *to, size_t size);

/* Makes an id of a name: what lists, filters and file names give a meaning becomes '-'. In place. */
void spec_make_id(char *name);

/* "compactness" to its bit; 0 for an unknown word. */
uint32_t spec_property(const char *word, size_t length);
