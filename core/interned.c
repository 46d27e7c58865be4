#include "interned.h"

#include <pthread.h>
#include <search.h>
#include <string.h>

const char *interned_words[INTERNED + 1] = { "[v: 4 uniform; z1-4 = v]" };
static size_t count;
static void *known; /* a tree of places in the table */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

const char *interned_at(double number) { return interned_words[(size_t)number]; }

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

assay_status interned(const char *text, double *to)
{
    pthread_mutex_lock(&guard);
    if (!count && tsearch(&interned_words[0], &known, by_text)) count = 1;
    const char **const *at = tfind(&text, &known, by_text);
    if (!at && count && count < INTERNED && (interned_words[count] = strdup(text)))
        at = tsearch(&interned_words[count++], &known, by_text);
    if (at) *to = (double)(*at - interned_words);
    pthread_mutex_unlock(&guard);
    return at ? ASSAY_OK : ASSAY_ENOMEM;
}
