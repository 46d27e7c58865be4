/*
 * judge.h -- what the scores of a store say about the metrics: a verdict for each series and property.
 *
 * A property is a rule (reports/properties/, one file each). A rule makes comparisons: a quantity that has one value
 * per seed (a difference of the scores at two points on the same data, say), and what is wanted of its mean. Each mean
 * has an interval over seeds (judge.c) at a level of which a verdict is a wrong pass in at most 5 of 100 studies, a
 * wrong fail in at most 5, however many comparisons it has. Which intervals make which verdict, verdict_meaning says.
 *
 * A verdict is one on scores at a number of samples, and says at which. Where the store holds several, the rule is
 * decided at each, and the verdict is that of the largest that has all points.
 */
#pragma once

#include "claim_names.h"
#include "evidence.h"

enum {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_UNDEFINED,
    VERDICT_UNDECIDED,
    VERDICT_NOT_RUN,
    VERDICT_NOT_CLAIMED,
    VERDICT_KINDS
};
extern const char *const verdict_words[]; /* ended by NULL */
const char *verdict_word(int outcome);    /* "pass", "fail", "undefined", "undecided", "not-run", "not-claimed" */
const char *verdict_symbol(int outcome);  /* "✓", "✗", "∅", "?", "·", "–" */
const char *verdict_meaning(int outcome); /* "all intervals lie where they must", for legends */

enum { KIND_CHANGE, KIND_VALUE, KIND_ITEMS, KIND_SERIES, KIND_UNDEFINED };

/* One quantity and what is wanted of it. */
typedef struct comparison {
    const char *text;            /* "mixing: fall from alpha=0.1 to alpha=0.2" */
    const char *why;             /* it is wanted; "" */
    int kind;                    /* KIND_... */
    const evidence_point *at[2]; /* the points looked at; either may be NULL */
    size_t item[2];              /* of KIND_ITEMS */
    const char *other;           /* of KIND_SERIES: the preset of the other one */
    size_t seeds;
    double value, sd;   /* mean and deviation over seeds */
    double seen[2];     /* the least and the most of any seed; NaN: no seed has a value */
    double low, high;   /* its interval, that which decides (judge.c); NaN: unknown */
    double least, most; /* wanted: least <= value <= most; -INFINITY or INFINITY where one side is free */
    double unit;        /* of the scale that thresholds are shares of */
    double bias;        /* > 0: undecided although beyond what is wanted, by less than this, which so few rows
                                     may do: more seeds do not help */
    int outcome;        /* VERDICT_PASS, _FAIL, _UNDECIDED or _UNDEFINED */
} comparison;

/* What the rule says of the scores at one number of samples. */
typedef struct verdict_size {
    uint64_t samples;
    int outcome; /* VERDICT_PASS, _FAIL or _UNDEFINED */
} verdict_size;

typedef struct verdict {
    const evidence_series *series;
    size_t property; /* property_at(property) */
    int outcome;
    const char *text;     /* the evidence in one sentence */
    uint64_t samples[2];  /* the smallest and largest number of samples that it rests on; 0: it rests on no scores */
    size_t seeds;         /* the fewest of any comparison; 0 as above */
    size_t n_sizes;       /* where several sizes are decided, they follow: rising */
    verdict_size *size;   /* [n_sizes] */
    size_t n_comparisons; /* 0: the verdict does not rest on scores (see text) */
    comparison *comparison;
    size_t deciding; /* the comparison that decides, or is nearest to its threshold; when n_comparisons > 0 */
} verdict;

typedef struct verdicts {
    verdict *at; /* series by series, the properties in their order: at[s * property_count() + p] */
    size_t count;
    const char *lacking; /* as of the evidence */
} verdicts;

/* "1,000 rows, 10 seeds"; "" of a verdict that rests on no scores. */
const char *verdict_basis(const verdict *v);

/* How the outcome depends on the number of samples: "from 2,000 rows on" where smaller sizes are decided otherwise and
 * all from there on alike, "✗ at 1,000, ✓ at 2,000 rows" where that is no such line, and "" where sizes agree. */
const char *verdict_sizes_text(const verdict *v);

/* A sentence for the head of a table or page where no verdict rests on scores of many rows; "" where some do. */
const char *verdicts_size_warning(const verdicts *all);

/* Borrows the evidence, which must outlive the verdicts. */
void judge_all(const evidence *from, verdicts *to);

/* A number that a rule compares with; all stand in one table. */
typedef struct threshold {
    const char *id;   /* "flat" */
    double value;     /* 0.05 */
    const char *text; /* "scores that should be equal differ by less than this" */
} threshold;
size_t threshold_count(void);
const threshold *threshold_at(size_t index);
double threshold_value(const char *id); /* NaN: none is called so */

typedef struct judging judging; /* what a rule works with; properties/property.h */
typedef struct point_comparison point_comparison;

typedef struct property {
    struct { /* { "noise-robust", "robust to noise", "noise", "Boilard 2022, table 3.2" } */
        const char *id, *title, *brief, *source; /* brief: a column header of at most 8 characters */
    };
    const char *asks;             /* in one sentence, for a reader who knows nothing of assay */
    const char *rule;             /* how it is decided, each threshold by its id, `so` */
    const char *const *scenarios; /* up to a NULL; NULL: that of its comparisons, or any where it has none */
    int diagnostic;               /* 1: reported, but failing it is no defect */
    int exact;                    /* 1: the same data in another form; what differs is no bias of little data */
    int across_sizes; /* 1: it compares scores at several numbers of samples, or takes them size by size itself */
    int off_sweep;    /* 1: of its scenarios it asks of points that their own sweep has not */
    void (*judge)(judging *j); /* NULL: by_points */
    uint32_t claims;           /* of by_points: outputs that claim any of these are asked; 0: all outputs */
    uint32_t but;              /* of these: those that claim any of these are not, and why */
    const char *but_why;
    const point_comparison *compares; /* of by_points: up to one whose `how` is 0 */
} property;
size_t property_count(void);
const property *property_at(size_t index); /* NULL past the end */
const property *property_find(const char *id);

/* The k-th scenario that it looks at; NULL: there are no more, or property_is_of_any. */
const char *property_scenario(const property *of, size_t k);
int property_is_of_any(const property *of);

/* "trig, duplicate"; "every other one" of a property that may look at any; "" for none. */
const char *property_scenarios(const property *of);

/* Whether it asks only of stores that have its scenario: no plan of all scenarios has that. */
int property_is_asked_for(const property *of);

/* How many decimals distinguish its numbers as `usual` decimals do on a scale of 0 to 1. */
int comparison_decimals(const comparison *c, int usual);

/* What is wanted, in words: "at most 0.05", "between -0.05 and 0.05", "at least 0.01". */
const char *comparison_wanted(const comparison *c);

/* What may be said of many verdicts at once. They are not counted: a constant passes most of them. */

/* Why no verdict rests on scores, in one or two sentences; "" where one does. */
const char *undecided_text(const verdicts *all);

/* "without noisy-copy": scenarios that verdicts of the same property rest on, of other outputs with the same claims,
 * and this one, decided by scores, does not; "" where there are none. */
const char *verdict_without_text(const verdicts *all, const verdict *v);

/* The failure of these verdicts whose mean is furthest from what was wanted, as a share of the score's range; NULL:
 * none fails. */
const verdict *verdicts_worst(const verdict *of, size_t n);

/*
 * Whether a pass or fail of fewer seeds than usual is as good as one of the usual number, where verdicts decide which
 * seeds are added.
 *
 * Intervals do not see what comes once in ten seeds. A pass of fewer seeds than usual stands on the four terms of
 * docs/judging.md, "Seeds until decided"; 29 is how many scores exclude failures in more than a tenth of them.
 *
 * A fail stands by one comparison that fails, on the same terms, scores that lie all beyond counting like those within:
 * points of the series whose seeds say one thing. What comes now and then at one point alone is not seen by others.
 */

enum {
    EARLY_STANDS,      /* also what is neither pass nor fail, rests on the usual number of seeds, or on no scores */
    EARLY_LACKS_SEEDS, /* nothing lacks but a point with the usual number of seeds */
    EARLY_FALLS
};

/* `v` is one of `all`. */
int early_verdict(const verdicts *all, const verdict *v, size_t usual);

/* The worst that a kept hunt found of an output (atlas.csv, made by `assay hunt all`). That it found nothing is a
 * result and no proof. */
typedef struct worst_found {
    const char *metric, *preset, *output;
    const char *claim;  /* "none": nothing was found */
    const char *words;  /* "scores 0.99 for codes of noise", "none in 300 evaluations" */
    const char *recipe; /* of A */
    const char *size;   /* "0.99", a share of the range; "": nothing was found */
} worst_found;

/* The largest violation of a variant, of this output or (NULL) of any; 0: it was not hunted. */
int worst_found_of(const char *metric, const char *preset, const char *output, worst_found *to);

/* "0.99 false-praise: scores 0.99 for codes of noise"; "" where it was not hunted. */
const char *worst_found_text(const char *metric, const char *preset, const char *output);
