/*
 * plan.h -- what to run: scenarios and their points, sample sizes, seeds, metrics. A plan is a YAML file or a built-in
 * name.
 *
 * `assay help run` has the keys. Besides these there are
 *
 *     title: one line
 *     scenarios: all                   # of a whole number a range 0:24 is 0 to 23
 *     parts:                           # optional: each part may set the keys anew
 *       - {scenarios: [trig], seeds: 0:100}
 */
#pragma once

#include "point.h"
#include "selection.h"

typedef struct plan_point {
    const assay_scenario *scenario;
    size_t scenario_place, place; /* of the scenario in its list, of the point in the scenario's own sweep */
    double *parameter;            /* [scenario->n_parameters] */
    const assay_profile *on;      /* whose factors; NULL: the scenario's own */
    scenario_point at;
} plan_point;

/* As it is written; parts may name a cell more than once (cells.h has each cell once). */
typedef struct plan_part {
    plan_point *point;
    size_t n_points;
    uint64_t *samples;
    size_t n_samples;
    uint64_t seed_first, seed_end;
    selection metrics;
} plan_part;

typedef struct plan {
    char *name, *title, *text; /* text: the YAML */
    plan_part *part;
    size_t n_parts;
    assay_profile **from_file; /* [n_from_file] profiles of files that points are on */
    size_t n_from_file;
    char *note;     /* what the columns of a file of factors were taken for; NULL: nothing to say */
    char *left_out; /* scenarios that are not applicable on a profile, "trig on pos, ..."; NULL: none */
} plan;

/* Changes made on the command line; NULL or 0 leaves the plan's own. */
typedef struct plan_changes {
    const char *scenarios; /* keeps only these */
    const char *metrics;   /* instead of the plan's */
    const char *seeds;     /* "A:B" instead of the plan's */
    uint64_t samples;      /* instead of the plan's */
    const char *profiles;  /* "own,dsprites": on the factors of these, instead of the plan's */
    const char *factors;   /* a file whose factors they are on instead: its rows drawn, without `samples` as they are */
    const char *kinds;     /* of that file's factors; NULL: auto */
    int without_controls;  /* which pairs of known order have besides, for one who wants these metrics and no others */
    int run;               /* also candidates that the plan itself names */
} plan_changes;

/* name is a built-in plan or a file. Errors name the file and the line. */
assay_status plan_read(const char *name, const plan_changes *changes, plan *to, assay_error *err);
void plan_free(plan *p);

/* "0:10" is 0 to 9. A number alone is refused, since it is read as a count or as a seed. */
assay_status plan_seeds(const char *text, uint64_t *first, uint64_t *end, assay_error *err);

/* The point of a scenario with these parameters; on the factors of a profile (NULL: its own). Free with
 * plan_point_free. */
assay_status plan_point_make(const assay_scenario *scenario, const double *parameter, const assay_profile *on,
                             plan_point *to);
void plan_point_free(plan_point *point);

/* The text of a plan, to be freed. ASSAY_EINPUT: there is no such plan, or it is longer than the limit plan-bytes. */
assay_status plan_text_read(const char *name, char **to, assay_error *err);

size_t plan_builtin_count(void);
const char *const *plan_builtin_names(void);      /* behind the last NULL */
const char *plan_builtin_text(size_t index);      /* its YAML; NULL past the end */
const char *plan_builtin_named(const char *name); /* NULL: there is none */
