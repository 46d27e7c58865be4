/*
 * class_importance.h -- what the relations have in common that predict a factor's value by a classifier
 *
 *     value_ij = importance of code j for factor i      factor_total_i = code_total_j = 1, or 0 where constant
 *     quality_i = accuracy on the test rows, or (relative) 1 - (1 - accuracy)/(1 - share of the commonest value among
 *     the test rows), at least 0: 0 for a guess that knows no code. A continuous factor whose values are regressed:
 *     1 - MSE/variance on the test rows, (relative) at least 0
 *
 *   Rows and labels: see below. A factor that cannot be scored has the reason in factor_total and quality.
 *
 * R1  One raw draw of the relation's stream is the key of all learners, taken after the draws of the rows. Factors
 *     are shared out over call->jobs threads; no bit depends on how many.
 * R2  Codes beyond single precision (scale=none): every factor is undefined, not-applicable, as the published code
 *     raises.
 * R3  Relative, all test rows of one value: undefined, constant-factor.
 * R4  Trees tell neighbours of a code apart that are more than 1e-7 apart in single precision (rank.h). Where a code
 *     spans many magnitudes scaling to [0, 1] merges most of its rows; scale=ranks takes the ranks of its values, which
 *     keeps every one of up to 2^24.
 * R5  A factor has no importances where the predictions of its test rows go with the labels by chance (chance.h), nor
 *     any code. p is thrice the least of three: of their correlation as numbers, r sqrt(n - 1) being normal; of as many
 *     that are equal, a sum of binomial chances with the mean of independent draws; and, sure of one weak code, d times
 *     that of Kruskal and Wallis, of the means of a code over the labels in all rows. Of a regression: the first's.
 */
#pragma once

#include "chance.h"
#include "crew.h"
#include "discretise.h"
#include "forest.h"
#include "rank.h"
#include "relation.h"
#include "scaling.h"
#include "tree.h"

/*
 * What a classifier of the factors learns from and is tested on (class_rows.c)
 *
 *   Every factor has labels (a categorical one its own, a continuous one factor-bins equal widths), training rows and
 *   test rows. The rows are
 *     stratified   drawn without replacement, of every value its share of at most `rows`; then of every value the
 *                  first four fifths (floor) for training
 *     first        rows 0 .. 9999 and the next 5000, or the first two thirds and the rest (rows.h)
 *     random       `rows` of the rows (all, if there are fewer) drawn without replacement once for all factors; a fifth
 *                  (ceiling) for testing
 *     fifths       the first four fifths (floor) and the rest
 *     replaced     `rows` rows drawn with replacement, then the same, so that test rows are training rows too
 *
 *   or, whatever the option, those that the representation says are learnt from, and the others.
 *
 * Source   Zhang et al. 2021, algorithm 6 (stratified), Locatello et al. 2019 (first), Almudevar and Ortega 2025
 *          (replaced): their published code.
 * Takes    factors [M x n].
 * Gives    labels 0 .. classes-1 by row of the table, the values that occur in ascending order.
 * Cost     O(n M).
 * R1  random and replaced make a table of their own: pick[r] is the representation's row in row r of the table.
 *     Otherwise row r is row r, and pick is NULL.
 * R2  A factor without a score has the reason (NaN) in `why`, and no rows: constant (constant-factor); no row for
 *     training or for testing (too-few-samples); more than 1000 values in its rows (not-applicable).
 * R3  constant=keep: a constant factor is like any other, as published. constant=refuse: if only one value of a
 *     factor is in its training rows, the published code raises an exception, and no factor has a score.
 */
enum { SPLIT_STRATIFIED, SPLIT_FIRST, SPLIT_RANDOM, SPLIT_REPLACED, SPLIT_FIFTHS };
enum { CONSTANT_SKIP, CONSTANT_KEEP, CONSTANT_REFUSE };
enum { CLASSES_MOST = 1000, CLASS_ROWS_LEAST = 10 };

typedef struct class_factor {
    int32_t *label; /* [n of the table] */
    size_t classes;
    uint32_t *train, *test;
    size_t n_train, n_test;
    double why; /* R2; 0: has a score */
} class_factor;

typedef struct class_table {
    size_t n;
    const uint32_t *pick; /* [n], R1 */
    class_factor *factor; /* [M] */
} class_table;

/* Moves `want` of the `all` rows at *rows to the front, drawn without replacement, in the order drawn. */
void rows_shuffle(uint32_t *rows, size_t all, size_t want, assay_stream *stream);

/* As the options of class_importance.h say. Draws from call->stream; all memory is call->alloc's. */
assay_status class_table_draw(const assay_rep *rep, assay_call *call, class_table *to);

/* ---- options ---- */

enum { EXPLICITNESS_RELATIVE, EXPLICITNESS_ACCURACY };
enum { FEATURES_ALL, FEATURES_SQRT };
enum { BOOST_CLASSES, BOOST_VALUES };

enum { CLASS_MINMAX, CLASS_NONE, CLASS_RANKS };
#define OPTION_CLASS_SCALE                                                          \
    CHOICE_OF("scale", "codes to [0, 1], as they are, or their ranks", CLASS_RANKS, \
              0, [CLASS_MINMAX] = "minmax", [CLASS_NONE] = "none", [CLASS_RANKS] = "ranks")
#define OPTION_CLASS_ROWS(standard_, low_) WHOLE("rows", "rows drawn (split=first: not used)", standard_, low_, 1e9)
#define OPTION_CLASS_QUALITY(standard_)                                                                            \
    CHOICE_OF("explicitness",                                                                                      \
              "accuracy on the test rows, relative to always guessing the commonest value or as it is", standard_, \
              0, [EXPLICITNESS_RELATIVE] = "relative", [EXPLICITNESS_ACCURACY] = "accuracy")
#define OPTION_TREES(standard_) WHOLE("trees", "trees per forest", standard_, 1, 10000)
#define OPTION_DEPTH(standard_) WHOLE("depth", "deepest level of a tree; 0: no limit", standard_, 0, 1000000)
#define OPTION_FEATURES(standard_)                                                                        \
    CHOICE_OF("features", "codes looked at per node: all, or the square root of their number", standard_, \
              0, [FEATURES_ALL] = "all", [FEATURES_SQRT] = "sqrt")

/* The first options of such a relation. */
#define CLASS_OPTIONS(OPTION)                                                                                         \
    OPTION(CLASS_SCALE, OPTION_CLASS_SCALE)                                                                           \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                           \
    OPTION(CLASS_SPLIT, CHOICE("split",                                                                               \
                               "rows: drawn in proportion to the values, the first ones, drawn, drawn with "          \
                               "replacement, or the first four fifths and the rest",                                  \
                               [SPLIT_STRATIFIED] = "stratified", [SPLIT_FIRST] = "first", [SPLIT_RANDOM] = "random", \
                               [SPLIT_REPLACED] = "replaced", [SPLIT_FIFTHS] = "fifths"))                             \
    OPTION(CLASS_ROWS, OPTION_CLASS_ROWS(10000, 10))                                                                  \
    OPTION(CLASS_EXPLICITNESS, OPTION_CLASS_QUALITY(EXPLICITNESS_RELATIVE))                                           \
    OPTION(CLASS_CONSTANT,                                                                                            \
           CHOICE("constant",                                                                                         \
                  "a constant factor is left out, kept as published, or refused with all others as published",        \
                  [CONSTANT_SKIP] = "skip", [CONSTANT_KEEP] = "keep", [CONSTANT_REFUSE] = "refuse"))

/* Of forest-classes. */
#define FOREST_CLASS_OPTIONS(OPTION)                             \
    CLASS_OPTIONS(OPTION)                                        \
    OPTION(FOREST_CLASS_TREES, OPTION_TREES(10))                 \
    OPTION(FOREST_CLASS_DEPTH, OPTION_DEPTH(0))                  \
    OPTION(FOREST_CLASS_FEATURES, OPTION_FEATURES(FEATURES_ALL)) \
    OPTION(LEVEL, OPTION_LEVEL)

enum { DRAWN_ONCE, DRAWN_AGAIN };

/* Of metrics over a forest's accuracy: the options that forest-classes and forest-accuracy have in common, narrowed to
 * what their study says. */
#define DRAWN_CLASS_OPTIONS(OPTION)                                                                                    \
    OPTION(CLASS_SCALE, OPTION_CLASS_SCALE)                                                                            \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                            \
    OPTION(CLASS_SPLIT,                                                                                                \
           CHOICE("split", "rows drawn without replacement, or with, before a fifth of them is set apart for testing", \
                  [DRAWN_ONCE] = "random", [DRAWN_AGAIN] = "replaced"))                                                \
    OPTION(CLASS_ROWS, OPTION_CLASS_ROWS(1000, 100))                                                                   \
    OPTION(CLASS_CONSTANT, CHOICE("constant", "a constant factor is left out, or kept as published",                   \
                                  [CONSTANT_SKIP] = "skip", [CONSTANT_KEEP] = "keep"))                                 \
    OPTION(CLASS_TREES, OPTION_TREES(100))                                                                             \
    OPTION(CLASS_DEPTH, OPTION_DEPTH(5))

/* The preset of both. */
#define DRAWN_CLASS_PUBLISHED                                                                                          \
    {                                                                                                                  \
        "almudevar2025", "Almudevar and Ortega 2025, published code",                                                  \
            "scale=none:split=replaced:rows=2000:constant=keep:columns=all",                                           \
            "Rows are drawn with replacement before the test rows are set apart, so that test rows are training rows " \
            "too and the accuracy is too high: by little where there are many more rows than 2000, by much for a "     \
            "small table. A constant factor counts as 1."                                                              \
    }

/* Of boost. */
#define BOOST_OPTIONS(OPTION)                                                                                    \
    CLASS_OPTIONS(OPTION)                                                                                        \
    OPTION(BOOST_STAGES, WHOLE("stages", "stages, each of one tree per value", 100, 1, 10000))                   \
    OPTION(BOOST_DEPTH, WHOLE("depth", "deepest level of a tree", 3, 1, 100))                                    \
    OPTION(BOOST_RATE, NUMBER("rate", "share of a tree's step that is taken", 0.1, 0, 1))                        \
    OPTION(BOOST_CONTINUOUS,                                                                                     \
           CHOICE_OF("continuous", "continuous factors are cut into classes, or their values regressed",         \
                     BOOST_CLASSES, ASSAY_NAMED_IF_SET, [BOOST_CLASSES] = "classes", [BOOST_VALUES] = "values")) \
    OPTION(LEVEL, OPTION_LEVEL)

typedef struct class_job class_job;

/* importance[d] and predicted[n] of factor i. regress: of continuous factors, whose target [n], in [0, 1], stands by
 * row of the table; NULL: they are cut into classes, too. */
typedef struct class_learner {
    assay_status (*classify)(const class_job *job, size_t i, double *importance, int32_t *predicted);
    assay_status (*regress)(const class_job *job, size_t i, const double *target, double *importance,
                            double *predicted);
    double level; /* of the test of R5 */
} class_learner;

struct class_job {
    const assay_rep *rep;
    class_table table;
    const rank_table *codes; /* of the table's rows; one for all codes, or [d] of one code each */
    const double *option;    /* the relation's */
    size_t d;
    uint64_t key;
    class_learner learn;
    relation_cells to; /* importances; quality: accuracy on the test rows, of a regression 1 - MSE/variance */
};

static inline learning_rows rows_of(const class_factor *f)
{
    return (learning_rows){ f->train, f->n_train, f->test, f->n_test };
}

/* depth 0: no limit. */
static inline forest_plan forest_of(const class_job *job, double trees, double depth, size_t tries, size_t task)
{
    return (forest_plan){ .trees = (size_t)trees,
                          .depth = depth > 0.0 ? (size_t)depth : SIZE_MAX,
                          .tries = tries,
                          .key = tree_key(job->key, task),
                          .jobs = 1 };
}

/* The relation of a learner; its options begin with the CLASS_OPTIONS. */
assay_status class_importance(const assay_rep *rep, assay_call *call, class_learner learn, assay_relation *to);

/* The same for relations that learn otherwise: fills the job, ranks the codes in one table or in d of one code each,
 * and runs the work, a task for each factor and table. */
assay_status class_run(const assay_rep *rep, assay_call *call, const crew_work *work, size_t tables, class_job *job,
                       assay_relation *to);

/* The training rows of a factor, for the costs. */
double class_rows_learnt(const assay_size *size, const double *option);
