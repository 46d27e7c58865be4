/* near_name.h -- the name that somebody may have meant who typed another one: few letters differ, whatever their
 * case, or it begins so. Names are offered one by one. */
#pragma once

#include <stddef.h>

typedef struct near_name {
    const char *typed;
    char name[64]; /* the nearest so far; "": none is near */
    size_t least;  /* changes of a letter (Levenshtein 1966) that it must have fewer than */
} near_name;

near_name near_to(const char *typed);
void near_offer(near_name *n, const char *name);
void near_offer_choices(near_name *n, const char *choices); /* "table|csv", up to a blank or the end */

/* "; did you mean 'noise'?" or "". */
enum { NEAR_QUESTION = 96 };
const char *near_question(const near_name *n, char to[NEAR_QUESTION]);
