/* near_name.h -- what is said to somebody who typed a name that is none, whatever it is a name of: the nearest of the
 * names that are offered one by one, of which few letters differ, whatever their case, or which begins so. */
#pragma once

#include <stddef.h>

/* The words of all; those of Python and of tests are in python/assay/_arrays.py and tests/cli/tap.sh. */
#define DID_YOU_MEAN "did you mean"

typedef struct near_name {
    const char *typed;
    char name[64]; /* the nearest so far; "": none is near */
    size_t least;  /* changes of a letter that it must have fewer than */
    char all[400], refusal[800];
    int is_cut; /* there is no room for more in `all` */
} near_name;

/* To be made where a name is refused, not before: it costs more than the reading. NULL: "". */
near_name near_to(const char *typed);
void near_offer(near_name *n, const char *name);
near_name near_among(const char *typed, const char *const *names, size_t n); /* a NULL among them ends them */
void near_offer_choices(near_name *n, const char *choices); /* "table|csv" or "low,high", up to a blank or the end */

/* "no preset 'zaidi' of mig: did you mean 'zaidi2020'? (default, zaidi2020)": what it was to be, of what (NULL: of
 * nothing), and what names all; remedy NULL: what was offered. The text is part of n. */
const char *no_such(near_name *n, const char *what, const char *of, const char *remedy);
