#include "evidence.h"

#include "needed.h"

#include <string.h>

static int is_dose(const score_row *row) { return strcmp(row->of->family, "dose") == 0; }

void score_rows_part(const score_rows *from, score_rows *scenarios, score_rows *studies, score_rows *doses)
{
    score_rows *all[] = { scenarios, studies, doses };
    size_t scores = 0;
    for (size_t k = 0; k < 3; k++) {
        if (!all[k]) continue;
        *all[k] = (score_rows){ .at = kept(from->count + 1, sizeof(score_row)), .lacking = from->lacking };
    }
    for (size_t r = 0; r < from->count; r++) scores += from->at[r].at->of->scenario->is_study && !is_dose(&from->at[r]);
    for (size_t r = 0; r < from->count; r++) {
        const int is_study = from->at[r].at->of->scenario->is_study;
        score_rows *to = scores && is_study && is_dose(&from->at[r]) ? doses : all[is_study != 0];
        if (to) to->at[to->count++] = from->at[r];
    }
}

/* Rows of one series and group with the same content side by side, in their order. */
static int by_content(const void *a, const void *b)
{
    const score_row *x = *(const score_row *const *)a, *y = *(const score_row *const *)b;
    const stored_point *p = x->at->of, *q = y->at->of;
    if (p->scenario != q->scenario) return (p->scenario->id > q->scenario->id) - (p->scenario->id < q->scenario->id);
    if (x->of != y->of) return (x->of > y->of) - (x->of < y->of);
    const int contents = strcmp(hash_of_rows(p->representation->hash), hash_of_rows(q->representation->hash));
    return contents ? contents : (x > y) - (x < y);
}

static int same_content(const score_row *x, const score_row *y)
{
    return x->of == y->of && x->at->of->scenario == y->at->of->scenario && x->at->of->representation->hash[0] &&
           strcmp(hash_of_rows(x->at->of->representation->hash), hash_of_rows(y->at->of->representation->hash)) == 0;
}

void groups_distinct(const score_rows *from, score_rows *to, size_t *equal)
{
    const score_row **sorted = kept(from->count + 1, sizeof *sorted);
    unsigned char *drop = kept(from->count + 1, 1);
    const stored_point *last = NULL;
    *equal = 0;
    *to = (score_rows){ .at = kept(from->count + 1, sizeof *to->at) };
    for (size_t r = 0; r < from->count; r++) sorted[r] = &from->at[r];
    qsort(sorted, from->count, sizeof *sorted, by_content);
    for (size_t r = 1; r < from->count; r++)
        if (same_content(sorted[r - 1], sorted[r])) drop[sorted[r] - from->at] = 1;
    for (size_t r = 0; r < from->count; r++) {
        if (!drop[r]) to->at[to->count++] = from->at[r];
        else if (from->at[r].at->of != last) last = from->at[r].at->of, ++*equal;
    }
}
