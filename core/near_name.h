/* near_name.h -- the name that somebody may have meant who typed another one. Names are offered one by one. */
#ifndef ASSAY_NEAR_NAME_H
#define ASSAY_NEAR_NAME_H

#include <stddef.h>

typedef struct near_name {
    const char *typed, *name; /* name: the nearest so far; NULL: none is near */
    size_t least;             /* changes of a letter (Levenshtein 1966) that it must have fewer than */
} near_name;

near_name near_to(const char *typed);
void near_offer(near_name *n, const char *name); /* kept, not copied */

/* "; did you mean 'noise'?" or "". */
const char *near_question(const near_name *n, char to[96]);

#endif
