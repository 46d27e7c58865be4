/* variant.h -- metrics with every option settled: what is scored with, and the name it is kept under. */
#pragma once

#include "variant_id.h"

typedef struct variant {
    const assay_metric *metric;
    const assay_preset *preset; /* one of the metric's */
    variant_id id;              /* id.text: "zaidi2020", or with what was changed "zaidi2020:bins=15" */
    double *option;             /* [metric->n_options] */
    unsigned char *asked;       /* [metric->n_options] 1: it was asked for, "bins=20", even where the preset has 20 */
    int by_group;               /* "all", "family:F": nobody asked for the metric itself */
    void (*close)(const assay_metric *metric); /* of a metric from outside: called when the variant goes; else NULL */
} variant;

/* The preset with `options` ("bins=15:normaliser=code"; "": as it is) changed. ASSAY_EUSAGE as assay_options_settle.
 * Free with variant_free. */
assay_status variant_make(const assay_metric *metric, const assay_preset *preset, const char *options, variant *to,
                          assay_error *err);
void variant_free(variant *v);

/* The same with another value of an option (its place; -1: 0 is returned), no more than it may be, in `room`. */
enum { VARIANT_OPTIONS = 64 };
int variant_with(const variant *from, ptrdiff_t place, double x, double room[VARIANT_OPTIONS], variant *to);
double variant_work(const variant *v, const assay_size *size); /* of one score; INFINITY: not known */
/* The first option that has this flag, ASSAY_CUTS_CODES; -1: there is none. */
ptrdiff_t option_of_role(const assay_metric *metric, int32_t role);

size_t variant_metric_place(const variant *v); /* of its metric; behind the last: from outside */
size_t variant_preset_place(const variant *v); /* of its preset among the metric's */

/* What a list of metrics names. Zero-initialise before. */
typedef struct selection {
    variant *at;
    size_t count;
} selection;

/* What is there already is not added twice, and was asked for what `one` was asked for, too. What `one` holds goes
 * over, whatever comes of it. */
assay_status selection_take(selection *to, variant *one);
void selection_cut(selection *s, size_t count); /* to the first `count` */

/* Leaves out every variant of a metric in `dropped`, or, unless any_preset, those that are in it. */
void selection_drop(selection *from, const selection *dropped, int any_preset);

/* Whether only a group asks for a metric of dictionaries: of directions, or of concepts and codes that fire; and
 * whether a table leaves it out, which has no directions, and fewer zeros than half for the second. */
int variant_of_dictionaries(const variant *v);
int variant_left_out(const variant *v,
                     const assay_size *size); /* of which n, n_codes, n_zeros and dims are looked at */
/* Leaves out what only a group asks for where there are no directions, or no factors. */
void selection_fit(selection *s, const assay_rep *rep);
void selection_free(selection *s);

/* Several code tables of the same rows that stand side by side are scored by metrics that compare tables, which are
 * known by their option `tables`, how many there are. Of `from` these, told how many; the others, for which a row of
 * several tables is none of theirs, are left out. Where none is left: ASSAY_EUSAGE, with the way out. Zero-initialise
 * `to`. */
int variant_lacks_tables(const variant *v); /* it compares tables, and nobody says how many there are */
assay_status selection_of_tables(const selection *from, size_t tables, selection *to, assay_error *err);
