#include "folds.h"

#include <stdlib.h>

size_t folds_begin(size_t n, size_t folds, size_t fold)
{
    const size_t small = n / folds, larger = n % folds;
    return fold * small + (fold < larger ? fold : larger);
}

/* How many of the positions first .. first+count-1 of the sorted list fold `fold` is dealt: those congruent to it. */
static size_t dealt(size_t first, size_t count, size_t folds, size_t fold)
{
    const size_t end = first + count;
    return (end + folds - 1 - fold) / folds - (first + folds - 1 - fold) / folds;
}

/* Per class: rows in count[], order of first appearance in order[] (only classes that occur), number of them. */
static size_t classes_seen(const int32_t *label, size_t n, size_t *count, size_t *order)
{
    size_t seen = 0;
    for (size_t s = 0; s < n; s++)
        if (count[label[s]]++ == 0) order[seen++] = (size_t)label[s];
    return seen;
}

assay_status folds_stratified(const int32_t *label, size_t n, size_t classes, size_t folds, int32_t *fold)
{
    if (folds < 2 || n < folds) return ASSAY_EINPUT; /* R1 */
    size_t *count = calloc(5 * classes, sizeof *count);
    if (!count) return ASSAY_ENOMEM;
    size_t *order = count + classes, *next = order + classes, *left = next + classes;
    size_t *first = left + classes, largest = 0;
    const size_t seen = classes_seen(label, n, count, order);
    for (size_t c = 0, at = 0; c < seen; c++) {
        const size_t k = order[c];
        first[k] = at, at += count[k];
        if (count[k] > largest) largest = count[k];
        left[k] = dealt(first[k], count[k], folds, 0);
    }
    if (largest >= folds) {
        for (size_t s = 0; s < n; s++) {
            const size_t k = (size_t)label[s];
            while (left[k] == 0) left[k] = dealt(first[k], count[k], folds, ++next[k]);
            left[k]--;
            fold[s] = (int32_t)next[k];
        }
    }
    free(count);
    return largest >= folds ? ASSAY_OK : ASSAY_EINPUT; /* R2 */
}
