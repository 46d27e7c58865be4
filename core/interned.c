/* Texts by number: a table that only grows, and a hash table of the numbers. */
#include "interned.h"

#include "fnv.h"

#include <pthread.h>
#include <string.h>

const char *interned_words[INTERNED + 1] = { "[v: 4 uniform; z1-4 = v]" };
static uint32_t slot[2 * INTERNED]; /* number + 1; 0: empty */
static uint32_t count;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

const char *interned_at(double number) { return interned_words[(size_t)number]; }

/* Where the text is, or could be. */
static uint32_t *slot_of(const char *text)
{
    size_t k = (size_t)(fnv_text(FNV_START, text) % (2 * INTERNED));
    while (slot[k] && strcmp(interned_words[slot[k] - 1], text) != 0) k = (k + 1) % (2 * INTERNED);
    return &slot[k];
}

static assay_status add(const char *text, uint32_t *at)
{
    char *copy = count < INTERNED ? strdup(text) : NULL;
    if (!copy) return ASSAY_ENOMEM;
    interned_words[count] = copy;
    *at = ++count;
    return ASSAY_OK;
}

assay_status interned(const char *text, double *to)
{
    assay_status status = ASSAY_OK;
    pthread_mutex_lock(&guard);
    if (!count) *slot_of(interned_words[0]) = ++count;
    uint32_t *at = slot_of(text);
    if (!*at) status = add(text, at);
    if (status == ASSAY_OK) *to = (double)(*at - 1);
    pthread_mutex_unlock(&guard);
    return status;
}
