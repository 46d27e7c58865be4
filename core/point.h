/*
 * point.h -- one setting of a scenario's parameters. The text of its settings, set.text = "copies=2;factors=4", names
 * the point in stores, tables and the entropy of random streams; nobody takes that text apart but settings_read.
 */
#pragma once

#include "settings.h"

enum { POINT_NOT_SWEPT = -1 };

typedef struct scenario_point {
    char *scenario;
    settings set;
    int swept; /* in set: the parameter that figures draw along; POINT_NOT_SWEPT: the points are no numbers */
} scenario_point;

/* The point with these parameters, one value for each of the scenario's, on the factors of a profile (NULL: the
 * scenario's own), which is one more setting, factors=dsprites; a number of factors is none there. Free with
 * point_free. */
assay_status point_make_on(const assay_scenario *scenario, const double *parameter, const char *profile,
                           scenario_point *to);

/* From parts, as a store holds them; swept as in point. */
assay_status point_from(const char *scenario, const setting *at, size_t n, int swept, scenario_point *to);

/* Takes the settings over. The scenario's descriptor, where it is known (else NULL), says what is swept. */
assay_status point_take(const char *scenario, const assay_scenario *known, settings *set, scenario_point *to);

assay_status point_copy(const scenario_point *from, scenario_point *to);
void point_free(scenario_point *p);

double point_number(const scenario_point *p, const char *parameter);    /* NaN: not set, or a word */
const char *point_word(const scenario_point *p, const char *parameter); /* NULL: not set, or a number */
const char *point_profile(const scenario_point *p);                     /* NULL: on the scenario's own factors */
double point_swept(const scenario_point *p);                            /* what figures draw along; NaN: no number */
const char *point_swept_name(const scenario_point *p);                  /* NULL: none */

int point_equal(const scenario_point *a, const scenario_point *b); /* the same scenario and settings */
int point_is(const scenario_point *p, const char *scenario, const char *text);
size_t points_apart(const scenario_point *a, const scenario_point *b); /* in how many settings two points differ */
/* The same settings, `but` (NULL: none) left aside. */
int points_alike(const scenario_point *a, const scenario_point *b, const char *but);

/* The values that a point gives the scenario's parameters, to[n_parameters]; those it does not name have their standard
 * value, the number of factors where the point has a profile. 0: it has a word that the parameter has not. */
int point_parameters(const scenario_point *p, const assay_scenario *scenario, double *to);

/* The index of the parameter that figures of a scenario draw along; POINT_NOT_SWEPT. */
int scenario_swept(const assay_scenario *scenario);

/* Where a point stands in the order of the scenario's own sweep, the last parameter fastest; 0: it is off the sweep. */
int scenario_sweep_place(const assay_scenario *scenario, const double *parameter, size_t *to);
