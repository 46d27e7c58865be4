/* validation_inside.h -- what the files of validation share. */
#pragma once

#include "columns.h"
#include "moments.h"
#include "owned.h"
#include "plan.h"
#include "scoring.h"
#include "validation.h"

/* What is peculiar about data, to which a difference may be confined. LABELS, NUMBERS: some factor is categorical,
 * continuous; FEW: less than 500 samples. */
enum { PECULIAR_DEAD_CODE = 1, PECULIAR_CONSTANT_FACTOR = 2, PECULIAR_LABELS = 4, PECULIAR_NUMBERS = 8 };
enum { PECULIAR_MORE_CODES = 16, PECULIAR_MORE_FACTORS = 32, PECULIAR_ABSENT = 64, PECULIAR_ONE_CODE = 128 };
enum { PECULIAR_FEW = 256 };

/* Outputs that are explained each by itself; what comes after them shares the last place. */
enum { OUTPUTS_MOST = 8, ALL_OUTPUTS = OUTPUTS_MOST, OPTIONS_MOST = VARIANT_OPTIONS, LINES_MOST = 64 };
static inline size_t tally_place(size_t output) { return output < OUTPUTS_MOST ? output : OUTPUTS_MOST - 1; }

/* A value of both metrics; NaN is undefined, and then why says for what reason. */
typedef struct value_pair {
    double got, want; /* the candidate's, the reference's */
    const char *got_why, *want_why;
    size_t output;  /* in comparison.output */
    ptrdiff_t item; /* -1: overall */
} value_pair;

typedef struct compared_cell { /* one data set */
    uint64_t seed;
    assay_size size;
    value_pair *at;
    size_t n_values;                   /* 0 where they are not compared */
    const char *failed, *inapplicable; /* why; NULL: it was compared */
    unsigned peculiar;
} compared_cell;

typedef struct compared_point {
    plan_point point;
    uint64_t samples;
    uint64_t seed_first, seed_end; /* seed_end grows where the comparison is statistical */
    compared_cell *cell;
    size_t n_cells;
    int labelled; /* some factor is categorical, however it is read */
    int moves;    /* some metric, with its stream or from call to call: compared statistically */
    double worst; /* largest difference relative to what is allowed; INFINITY: one is undefined */
} compared_point;

typedef struct compared_output {
    size_t got, want; /* the candidate's, the reference's */
    int32_t axis;     /* of the reference's items */
    int items;        /* they are compared, where their numbers agree */
    double range;
} compared_output;

/* Of numbers, to a class each, to few classes; to whole numbers; to the opposite order. */
enum { NAMED = 1, GROUPED, CUT, ROUNDED, REVERSED };
enum { AS_THEY_ARE, AS_NUMBERS, AS_CLASSES }; /* how both metrics get factors */

typedef struct comparison {
    const variant *candidate, *reference;
    const validation_options *options;
    validation *to;
    int labelled;           /* the data built last have categories */
    int reading;            /* both metrics get every factor as continuous, or as categorical; 0 */
    int disturbs, of_codes; /* what becomes of factors, or codes, of the data that are built; 0 */
    int no_memory;          /* it ran out somewhere: what was said is not kept */
    compared_output *output;
    size_t n_outputs;
    compared_point *point;
    size_t n_points;
    scoring *scoring;
    assay_data data;
    arena memory;             /* texts and values, until the end */
    const char *unrepeatable; /* where the same call gave two answers; NULL */
    double unrepeatable_by;
    int remembers;          /* by what calls before it left behind */
    double tolerance;       /* of exact values, as a share of the range */
    double solved;          /* how far apart right solvers leave the reference's values; 0: it solves nothing */
    size_t outside;         /* values of the candidate outside the range that its output declares */
    assay_score outside_in; /* the first score with such */
    const char *step;       /* the candidate's first that differs: it gives all of its values; NULL: none is known */
    const char *step_of[OUTPUTS_MOST];    /* the same of one output, where none gives all */
    const char *after;                    /* its relation is the reference's own, and what is made of it is not; NULL */
    int reference_moves, candidate_moves; /* with their streams, or from call to call */
    double level;                         /* of one statistical interval, after Bonferroni */
    double work; /* of one score of the reference, the most, as of assay_metric_cost; INFINITY: not known */
    double start;
    size_t done;
} comparison;

/* Every data set, or every value, one after the other: for (walk w = { 0 }; value_next(c, &w);). Those of data to which
 * the candidate does not apply are left out. */
typedef struct walk {
    size_t p, s, k; /* of the next */
    const compared_point *point;
    const compared_cell *cell;
    const value_pair *value;
} walk;
int cell_next(const comparison *c, walk *w);
int value_next(const comparison *c, walk *w);

/* Units of assay_metric_cost: of a reference that is more work, fewer mistakes are tried; on fewer data. */
static const double EXPENSIVE = 2e7, COSTLY = 1e6;
static const assay_size usual_size = { .n = 1000, .n_factors = 8, .n_codes = 8 };
/* Of numbers of single precision: 64 of its roundings, 2^-24 each (docs/validating.md). */
static const double SINGLE = 64 * 0x1p-24;
/* Of the range: solvers that stop at a gradient, or a gap, of 1e-4 leave values so far from their least. */
static const double EARLY = 5e-4;
static const double EXACT = 1e-9; /* of the range: rounding of sums of 1e6 terms is below it, any real change above */

/* ---- validation_data.c: which data are compared ---- */
#define VALIDATION_EDGES "(on-edges)"                       /* the data set whose values lie on edges of bins */
int point_is_limit(const compared_point *p);                /* of what a right metric need not take */
int point_is_spared(const compared_point *p, size_t place); /* it says little more where most before it differ */
static const char limit_reason[] = "a limit of the candidate";
static const char fails_there[] = "the candidate fails where the reference is undefined, ";
static const char left_out[] = "left out: seeds are spent on other data";
assay_status data_choose(comparison *c, assay_error *err);
assay_status data_build(comparison *c, const compared_point *point, uint64_t seed, assay_error *err);
unsigned data_peculiar(const assay_data *data);

/* ---- validation_compare.c: both metrics on all of it ---- */
assay_status compare_all(comparison *c, assay_error *err);
assay_status compare_point(comparison *c, compared_point *p, assay_error *err); /* seeds that have not been */
/* How far a call with this stream is from the values that the first cell of a point has of the metric. */
double values_apart(comparison *c, const compared_point *p, int of_candidate, uint64_t stream);
compared_point few_rows(const compared_point *of); /* its first data set again, of 160 rows at most, to be compared */
/* Turns to data, of this point and seed; then scores of it, changed on their way or (NULL) not. NULL: the metric
 * failed, or memory ran out. */
void score_begin(comparison *c, const assay_data *data, const compared_point *p, uint64_t seed);
const assay_score *scores_by(comparison *c, const variant *v, scoring_change change, void *context);
const assay_score *scores_of_cell(comparison *c, const compared_point *p, uint64_t seed, uint64_t stream,
                                  const variant *v); /* builds its data */
void cell_fill(comparison *c, const assay_score *got, const assay_score *want, compared_cell *to);
int cell_differs(const comparison *c, const compared_cell *cell); /* some value does, exactly */
ASSAY_PRINTF(2, 3) const char *comparison_text(comparison *c, const char *format, ...);
const char *output_word(comparison *c, size_t output, const char *after); /* "" where there is one */
int output_differs(const comparison *c, size_t output);                   /* some value of it, or the mean over seeds */
static inline double score_at(const assay_score *of, ptrdiff_t item)      /* -1: the overall value */
{
    return item < 0 ? of->overall.value : (size_t)item < of->n_items ? of->items[item].value : NAN;
}
static inline double score_for(const comparison *c, const assay_score *score, const value_pair *v) /* the reference's */
{
    return score_at(&score[c->output[v->output].want], v->item);
}
double value_range(const comparison *c, const value_pair *v);   /* of its output, or what stands for it */
double value_allowed(const comparison *c, const value_pair *v); /* exact tolerance of a value */
int values_differ(const comparison *c, const value_pair *v);    /* exact */
/* Whether x, of another than the candidate, is its value; one that is rounded to single precision, so far. */
int value_gives(const comparison *c, const value_pair *v, double x);
void progress_say(comparison *c, const char *doing, const char *scenario, size_t all);
size_t compare_rows(comparison *c); /* scenarios that are amiss */
/* The largest difference of values compared exactly, or over seeds (moves), as a multiple of what is allowed. */
double worst_of(const comparison *c, int moves);
/* The interval of a mean: 1 where it does not hold 0. *half gets half its width. */
int mean_differs(const comparison *c, const moments *m, double *half);
/* Whether the mean over seeds of an output's overall values (ALL_OUTPUTS: of any) differs at a point; where it does not
 * *width is that of its interval, the widest. */
int mean_apart(const comparison *c, const compared_point *p, size_t output, double *width);
const char *place_text(comparison *c, const compared_point *p, const compared_cell *cell); /* "alpha=1, 1000 samples" */

/* ---- validation_changes.c: one step of the reference changed ---- */
/* Which step of the reference is changed. AT_BINS: by another rule; AT_MEAN: of the items; AT_SCORE: what becomes of
 * it, or of each item. */
enum { AT_BINS, AT_RELATION, AT_MEAN, AT_SCORE };
typedef struct mistake {
    int stage;
    const char *text, *of_squares; /* of a relation: NULL, not of such a one; it holds squares, or not */
    double (*score)(double x, double N, double M, double d); /* AT_SCORE: of N rows, M factors, d codes */
    double (*mean)(const double *x, size_t n);               /* AT_MEAN: of items in ascending order */
    int how, totals, change; /* AT_MEAN: 0, or how undefined items count; AT_RELATION: of values or lines, of totals;
                                AT_BINS: how of codes, change of factors */
} mistake;
extern const mistake mistakes[];
extern const size_t mistake_count;
int score_change_counts(const mistake *by, int columns);  /* whether its function is one of rows, or of columns */
const char *mistake_text(const mistake *by, int squares); /* NULL: of no relation that holds squares (or: none) */
typedef struct relation_change {
    const mistake *by;
    size_t bins, factor_bins;
    int applies; /* set by relation_change_make: the changed matrix is what the change gives */
} relation_change;
void relation_change_make(const changing_relation *r, void *change); /* a scoring_change */
/* Every column becomes the numbers of its bins under the mistaken rule, factors as labels: a reference with twice the
 * bins and 8 has no two of them in one. */
assay_status bins_change_make(const mistake *by, const assay_data *from, size_t bins, size_t factor_bins,
                              assay_data *to);

/* ---- validation_causes.c: what gives the candidate's values ---- */
typedef struct cause {
    const assay_metric *metric; /* the reference's, or another of its family */
    const assay_preset *preset;
    double *option;                  /* [n_options] */
    const mistake *by, *then, *zero; /* in a step; of what comes out: a mean or a function, undefined items; NULL */
    int of_items;                    /* then: of each */
    int changes;                     /* in how many places the reference is changed */
    size_t output;                   /* that is taken for the one compared; SIZE_MAX: it */
    size_t missed, odd; /* data it does not give (4096; 1 where the reference draws); values undefined in one alone */
    size_t given, covered; /* equal values; of overall ones those at which the reference differs */
    size_t order;
    size_t points;            /* at which the reference differs and it does not */
    const compared_point *at; /* the last of these */
} cause;

/* What it gives of an item (-1: overall) of these scores; INFINITY: it says nothing. */
double cause_gives(const cause *one, const assay_score *of, ptrdiff_t item, const assay_size *size);

enum { MISSED_ONE = 4096 }; /* of cause.missed: data that are not drawn */
typedef struct causes {
    cause *at; /* of the fewest missed, the simplest first */
    size_t count, room;
    size_t values, differing; /* of the candidate, of the data met; of overall ones, those that differ */
} causes;

int holds_squares(const assay_metric *metric, const double *option); /* its relation does */
void causes_begin(comparison *c, causes *to);                 /* the reference, and what is one known change away */
void causes_search(comparison *c, size_t output, causes *to); /* of one output, or ALL_OUTPUTS */
void causes_free(causes *s);

/* ---- validation_stages.c, validation_shrink.c, validation_explain.c: steps, data, words ---- */
void stages_watch(comparison *c); /* c->step, c->step_of, c->after: the steps that the candidate was seen to take */
int casts(comparison *c, int codes, int how); /* by the candidate, before it reads factors, or codes */
void shrink(comparison *c);                   /* c->to->example, the smallest data that show it, and a line of it */
void line_keep(comparison *c, const char *line);
#define line_add(c, ...) line_keep(c, comparison_text(c, __VA_ARGS__))
void cause_sentence(comparison *c, const cause *one, size_t output, char *to, size_t size); /* "Your values ..." */
void explain_differences(comparison *c);                                                    /* what differs, why */
void remarks(comparison *c); /* what it cannot take, how it is called, what it wrote */
