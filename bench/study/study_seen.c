/* A table with open addresses. */
#include "study_seen.h"

#include <stdint.h>
#include <stdlib.h>

static struct seen_one *place_of(const study_seen *s, dev_t device, ino_t inode)
{
    uint64_t hash = ((uint64_t)inode ^ (uint64_t)device << 32) * UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (size_t)(hash >> 20) & (s->room - 1);
    while (s->at[at].number && (s->at[at].device != device || s->at[at].inode != inode)) at = (at + 1) & (s->room - 1);
    return &s->at[at];
}

static int grow(study_seen *s)
{
    study_seen more = { .count = s->count, .room = s->room ? 2 * s->room : 64 };
    more.at = calloc(more.room, sizeof *more.at);
    if (!more.at) return 0;
    for (size_t k = 0; k < s->room; k++)
        if (s->at[k].number) *place_of(&more, s->at[k].device, s->at[k].inode) = s->at[k];
    free(s->at);
    *s = more;
    return 1;
}

size_t study_seen_add(study_seen *s, const struct stat *about, size_t number)
{
    if (2 * s->count >= s->room && !grow(s)) return 0;
    struct seen_one *at = place_of(s, about->st_dev, about->st_ino);
    if (!at->number) {
        *at = (struct seen_one){ about->st_dev, about->st_ino, number };
        s->count++;
    }
    return at->number;
}
