/*
 * Rows in an order that a fixed seed makes, and what is learnt from and tested on, as somebody might have done. A
 * shuffle is NumPy's own, so that a seed is named only where it gives the candidate's values.
 *
 * A reference that learns from the first half of the rows and tests on the second is given a split of other shares as
 * rows that stand several times: 4/5 and 1/5 as the first four, and the last four times. A fit and a mean over rows
 * change by rounding alone. Where that makes more than MOST_COPIES of a row there is no prediction.
 */
#include "twister.h"
#include "validation_inside.h"

#include <stdlib.h>
#include <string.h>

enum { ORDER_KEPT, ORDER_RNG, ORDER_LEGACY };

assay_status rows_gather(const assay_data *from, const size_t *v, const size_t *z, size_t rows, assay_data *to)
{
    const size_t n = from->n;
    const assay_status status = rows ? data_shaped(from, rows, from->n_factors, from->n_codes, to) : ASSAY_EUSAGE;
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < from->n_factors; i++)
        for (size_t s = 0; s < rows; s++) to->factors[i * rows + s] = from->factors[i * n + v[s]];
    for (size_t j = 0; j < from->n_codes; j++)
        for (size_t s = 0; s < rows; s++) to->codes[j * rows + s] = from->codes[j * n + z[s]];
    return ASSAY_OK;
}

static void order_fill(const row_mistake *by, size_t *to, size_t n)
{
    assay_stream stream;
    twister legacy;
    for (size_t s = 0; by->order == ORDER_KEPT && s < n; s++) to[s] = s;
    if (by->order == ORDER_RNG) {
        assay_stream_seed(&stream, by->seed);
        assay_stream_permutation(&stream, to, n);
    } else if (by->order == ORDER_LEGACY) {
        twister_seed_numpy(&legacy, by->seed);
        twister_permutation(&legacy, to, n);
    }
}

static size_t common_divisor(size_t a, size_t b) { return b ? common_divisor(b, a % b) : a; }

/* Of n rows in an order: those learnt from and, as often as it takes, those tested on, two halves. 0: it cannot be. */
static size_t split(const row_mistake *by, const size_t *order, size_t n, size_t *to)
{
    enum { MOST_COPIES = 10 };
    const size_t tested =
        by->tested_first ? (n * by->tested + by->of - 1) / by->of : n - n * (by->of - by->tested) / by->of;
    const size_t learnt = n - tested, common = common_divisor(learnt, tested);
    if (!learnt || !tested || learnt / common > MOST_COPIES || tested / common > MOST_COPIES) return 0;
    const size_t half = learnt / common * tested;
    for (size_t s = 0; s < half && to; s++) {
        to[s] = order[s % learnt + (by->tested_first ? tested : 0)];
        to[half + s] = order[s % tested + (by->tested_first ? 0 : learnt)];
    }
    return 2 * half;
}

assay_status rows_apply(const assay_data *from, const row_mistake *by, assay_data *to)
{
    const size_t n = from->n, kept = by->kept ? n / by->kept : n, rows = by->of ? split(by, NULL, n, NULL) : kept;
    if (!rows) return ASSAY_EUSAGE;
    size_t *order = malloc(n * sizeof *order), *split_rows = malloc(rows * sizeof *split_rows), *as_they_are = NULL;
    if (by->apart) as_they_are = malloc(n * sizeof *as_they_are);
    assay_status status = order && split_rows && (as_they_are || !by->apart) ? ASSAY_OK : ASSAY_ENOMEM;
    if (status == ASSAY_OK) {
        order_fill(by, order, n);
        if (by->of) split(by, order, n, split_rows);
        else memcpy(split_rows, order, rows * sizeof *order);
        for (size_t s = 0; by->apart && s < n; s++) as_they_are[s] = s;
        status = rows_gather(from, by->apart == APART_CODES ? as_they_are : split_rows,
                             by->apart == APART_FACTORS ? as_they_are : split_rows, rows, to);
    }
    free(order);
    free(split_rows);
    free(as_they_are);
    return status;
}

#define RNG(seed_) "numpy.random.default_rng(" #seed_ ")"
#define LEGACY(seed_) "numpy.random.seed(" #seed_ ") or random_state=" #seed_
#define LEARNT(order_, seed_, text_, tested_, of_, first_)                                     \
    { .text = (text_),                                                                         \
      .rows = { .order = (order_), .seed = (seed_), .tested = (tested_), .of = (of_), .tested_first = (first_) } }
#define SHUFFLED(order_, seed_, name_)                                                           \
    { .text = "the rows are shuffled with a fixed seed, " name_ ", which every call repeats",    \
      .rows = { .order = (order_), .seed = (seed_) } },                                          \
        { .text = "the codes are shuffled against the factors with a fixed seed, " name_,        \
          .rows = { .order = (order_), .seed = (seed_), .apart = APART_CODES },                  \
          .apart = 1 },                                                                          \
        { .text = "the factors are shuffled against the codes with a fixed seed, " name_,        \
          .rows = { .order = (order_), .seed = (seed_), .apart = APART_FACTORS },                \
          .apart = 1 },                                                                          \
        { .text = "half of the rows are used, drawn with a fixed seed, " name_,                  \
          .rows = { .order = (order_), .seed = (seed_), .kept = 2 } },                           \
        LEARNT(order_, seed_, "4/5 of the rows are learnt from, shuffled by " name_, 1, 5, 0),   \
        LEARNT(order_, seed_, "3/4 of the rows are learnt from, shuffled by " name_, 1, 4, 0),   \
        LEARNT(order_, seed_, "7/10 of the rows are learnt from, shuffled by " name_, 3, 10, 0), \
        LEARNT(order_, seed_, "9/10 of the rows are learnt from, shuffled by " name_, 1, 10, 0)
#define TEST_SPLIT(seed_, tested_, of_, size_)                                                    \
    LEARNT(ORDER_LEGACY, seed_,                                                                   \
           "the rows are shuffled with a fixed seed and split, train_test_split(test_size=" size_ \
           ", random_state=" #seed_ ")",                                                          \
           tested_, of_, 1)
#define SEEDED(seed_)                                                                                     \
    SHUFFLED(ORDER_RNG, seed_, RNG(seed_)), SHUFFLED(ORDER_LEGACY, seed_, LEGACY(seed_)),                 \
        TEST_SPLIT(seed_, 1, 2, "0.5"), TEST_SPLIT(seed_, 3, 10, "0.3"), TEST_SPLIT(seed_, 1, 4, "0.25"), \
        TEST_SPLIT(seed_, 1, 5, "0.2"), TEST_SPLIT(seed_, 1, 10, "0.1")

static const transform transforms[] = {
    LEARNT(ORDER_KEPT, 0, "the first 4/5 of the rows are learnt from, not half", 1, 5, 0),
    LEARNT(ORDER_KEPT, 0, "the first 3/4 of the rows are learnt from, not half", 1, 4, 0),
    LEARNT(ORDER_KEPT, 0, "the first 7/10 of the rows are learnt from, not half", 3, 10, 0),
    LEARNT(ORDER_KEPT, 0, "the first 9/10 of the rows are learnt from, not half", 1, 10, 0),
    SEEDED(0),
    SEEDED(1),
    SEEDED(42),
    SEEDED(123),
    SEEDED(1234),
};

size_t row_transform_count(void) { return sizeof transforms / sizeof *transforms; }
const transform *row_transform_at(size_t index) { return &transforms[index]; }
