/* study_names.h -- what the paths of a study say: which part of a representation a file is, its name and its group. */
#pragma once

#include "study_files.h"

#include <regex.h>

/* X_factors.npy, X-codes.csv, codes.npy, X_codes.npz, ... */
enum study_part { PART_NONE, PART_FACTORS, PART_CODES, PART_OTHER }; /* other: directions, activations */
enum study_part study_name_part(const char *path);

/* Another part of the same X: X_factors.npy beside X_codes.npy (of: "codes"), with an ending of its own (NULL: the
 * same). To be freed; NULL: it is no such name, or memory ran out. */
char *study_name_beside(const char *path, const char *of, const char *part, const char *end);

/* Strings of their own, one line each; NULL: memory ran out. A path that is too long keeps its end. */
char *study_name_plain(const char *text); /* of a model or group: never empty */
char *study_name_text(const char *text);  /* of another column of a manifest */
char *study_name_path(const char *path);

/* The path below root (NULL: its last part) without its ending, and of a pair without the word that tells its part. */
char *study_name_model(const char *root, const char *path, int is_pair);

/* --group: an expression. */
typedef struct study_groups {
    int is_expression;
    regex_t expression;
} study_groups;

/* text NULL: folders say it. ASSAY_EUSAGE: no expression. Free also after an error. */
assay_status study_groups_read(const char *text, study_groups *to, assay_error *err);
void study_groups_free(study_groups *g);

/* Gives an entry its group: the one that is said (NULL: none), the one of --group, or that of its folder. Counts those
 * that --group says nothing of. ASSAY_EINPUT: the group has too long a name. */
assay_status study_groups_tell(const study_groups *g, const char *root, study_entry *e, const char *said,
                               size_t *unmatched, assay_error *err);
