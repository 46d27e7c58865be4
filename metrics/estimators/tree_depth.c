#include "tree_depth.h"

#include "folds.h"
#include "lend.h"
#include "tree.h"

typedef struct depth_search {
    const rank_table *codes;
    const int32_t *label;
    size_t classes, deepest, folds;
    tree_space *space;
    void *block;
    uint32_t *weight, *rows; /* [n] */
    int32_t *fold;           /* [n] */
    size_t *depths;          /* [deepest] 1, 2, ... */
    double *sum, *right;     /* [deepest * n * classes], [deepest * folds] */
} depth_search;

static assay_status search_make(depth_search *search)
{
    const size_t n = search->codes->n, deepest = search->deepest, blocks = deepest * search->classes;
    if (blocks > SIZE_MAX / sizeof(double) / n) return ASSAY_ENOMEM;
    search->space = tree_space_new(search->codes, search->classes);
    search->block =
        LEND_BLOCK(LOAN(search->weight, n), LOAN(search->rows, n), LOAN(search->fold, n), LOAN(search->depths, deepest),
                   LOAN(search->sum, blocks * n), LOAN(search->right, deepest * search->folds));
    if (!search->space || !search->block) return ASSAY_ENOMEM;
    for (size_t c = 0; c < deepest; c++) search->depths[c] = c + 1;
    return ASSAY_OK;
}

static double accuracy_at(const depth_search *search, size_t depth, size_t count)
{
    const size_t n = search->codes->n, classes = search->classes;
    size_t right = 0;
    for (size_t k = 0; k < count; k++) {
        const double *const sum = search->sum + ((depth - 1) * n + search->rows[k]) * classes;
        size_t best = 0;
        for (size_t c = 1; c < classes; c++)
            if (sum[c] > sum[best]) best = c;
        right += best == (size_t)search->label[search->rows[k]];
    }
    return (double)right / (double)count;
}

/* Grows on the rows outside `fold` (all if there is no such fold), follows those inside; returns how many. */
static assay_status search_grow(depth_search *search, size_t fold, int everyone, size_t *count)
{
    const size_t n = search->codes->n;
    *count = 0;
    for (size_t s = 0; s < n; s++) {
        const int inside = everyone || (size_t)search->fold[s] == fold;
        search->weight[s] = everyone || !inside;
        if (inside) search->rows[(*count)++] = (uint32_t)s;
    }
    for (size_t c = 0; c < search->deepest; c++)
        for (size_t k = 0; k < *count; k++)
            memset(search->sum + (c * n + search->rows[k]) * search->classes, 0, search->classes * sizeof *search->sum);
    tree_space_rows(search->space, search->weight);
    tree_space_follow(search->space, search->rows, *count);
    tree_space_labels(search->space, search->label);
    tree_request request = { .tries = search->codes->d,
                             .depth = search->deepest,
                             .key = tree_key(0, fold),
                             .depths = search->depths,
                             .n_depths = search->deepest,
                             .sum = search->sum };
    return tree_grow(search->space, &request);
}

/* R1 */
static double lane_mean(const double *value, size_t count)
{
    double lane[8] = { 0 }, sum = 0;
    const size_t whole = count - count % 8;
    for (size_t i = 0; i < whole; i++) lane[i % 8] = i < 8 ? value[i] : lane[i % 8] + value[i];
    if (whole) sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
    for (size_t i = whole; i < count; i++) sum += value[i];
    return sum / (double)count;
}

static assay_status search_run(depth_search *search, size_t *depth, double *accuracy)
{
    size_t count;
    assay_status status =
        folds_stratified(search->label, search->codes->n, search->classes, search->folds, search->fold);
    for (size_t f = 0; f < search->folds && status == ASSAY_OK; f++) {
        status = search_grow(search, f, 0, &count);
        for (size_t c = 0; c < search->deepest; c++)
            search->right[c * search->folds + f] = accuracy_at(search, c + 1, count);
    }
    if (status != ASSAY_OK) return status;
    double best = -1;
    for (size_t c = 0; c < search->deepest; c++) {
        const double mean = lane_mean(search->right + c * search->folds, search->folds);
        if (mean > best) best = mean, *depth = c + 1;
    }
    status = search_grow(search, search->folds, 1, &count);
    if (status == ASSAY_OK) *accuracy = accuracy_at(search, *depth, count);
    return status;
}

assay_status tree_depth_choose(const rank_table *codes, const int32_t *label, size_t classes, size_t deepest,
                               size_t folds, size_t *depth, double *accuracy)
{
    if (classes == 0 || deepest == 0) return ASSAY_EINPUT; /* R3 */
    for (size_t s = 0; s < codes->n; s++)
        if (label[s] < 0 || (size_t)label[s] >= classes) return ASSAY_EINPUT;
    depth_search search = { .codes = codes, .label = label, .classes = classes, .deepest = deepest, .folds = folds };
    assay_status status = search_make(&search);
    if (status == ASSAY_OK) status = search_run(&search, depth, accuracy);
    tree_space_free(search.space);
    free(search.block);
    return status;
}
