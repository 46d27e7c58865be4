/*
 * evidence.h -- what a store says, read once and held in memory: every score seed by seed, and its mean and spread over
 * seeds. Verdicts, agreement, tables, figures and the page are made of it.
 *
 * A series is one output of one variant of a metric; it has a point for every scenario, setting and number of samples
 * that the store holds. Values of one point come in rising order of the seeds, so that two points are paired by the
 * seeds they share.
 */
#pragma once

#include "moments.h"
#include "store.h"

typedef struct evidence_point {
    const stored_point *of;
    const scenario_point *at;                               /* scenario and settings: of->at */
    const char *scenario, *scenario_title, *symbol, *point; /* "dependent", ..., "alpha", "delta=1;alpha=0.25" */
    double x;                                               /* what figures draw along; NaN: no number */
    assay_truth truth[3];                                   /* modularity, compactness, explicitness */
    uint64_t samples, least_samples;                        /* least_samples: of a group of models; else the same */
    size_t n;                                               /* seeds */
    const uint64_t *seed;                                   /* [n] rising */
    const double *value;                                    /* [n] the overall score; NaN: undefined */
    const char *undefined; /* a reason met among the seeds, "word: text"; NULL: all are defined */
    int32_t axis;
    size_t n_items;                /* 0 for an overall output */
    const double *item;            /* [n * n_items], seed by seed */
    size_t otherwise;              /* seeds that are undefined for a reason of another word than `undefined` */
    size_t seeds, defined;         /* seeds: n, of evidence that was read; those with a defined value */
    double mean, sd, least, most;  /* over the defined; NaN where there is none, sd where there are fewer than two */
    double range[2];               /* of the output, as it declares it; infinite where it has no end */
    double square, seconds;        /* sum of squared deviations; mean seconds per cell */
    size_t items, items_undefined; /* of defined scores that are means over part of their items; 0: of none */
    uncertainty interval, chance;  /* of a study's model: over drawn rows, of shuffled codes; kind 0: not known */
    uncertainty tested;            /* its draws: p of the items */
    uncertainty defects;           /* its draws: of codes with its defects up to each stage (equivalent.h) */
} evidence_point;

typedef struct evidence_series {
    const stored_variant *variant;
    const char *metric, *title, *family, *preset, *output; /* preset: the variant's name, "zaidi2020:bins=15" */
    uint32_t flags, measures;
    double low, high; /* the range of the output, high is best */
    size_t n_points;
    const evidence_point *point; /* in the order of the store: scenario, point, samples */
    const char *profile;         /* that of the evidence */
    const char *remark; /* what speaks against all scores of the variant, a sentence; NULL: nothing that is known */
} evidence_series;

typedef struct evidence {
    evidence_series *at; /* in the order of the store: metric, preset, output */
    size_t count;
    size_t looks;        /* with how many numbers of seeds its verdicts were looked at before more were added; 0: one */
    const char *profile; /* whose factors all points are on; NULL: the scenarios' own, or nothing was asked for */
    const char *lacking; /* what its store lacks of its plans, a sentence (store_about.h); NULL: nothing */
    int has_pairs;       /* points of a bank were left out: they are read as pairs (reports/choice), never one by one */
    int is_part;         /* the reader left out scenarios or sizes, which may be in the store all the same */
    void *owner;
} evidence;

/* Zero-initialise before. Free with evidence_free, also after an error. Nothing of it depends on the store's staying
 * open. */
assay_status evidence_read(store *s, const store_filter *filter, evidence *to, assay_error *err);
/* Both in one pass: the pairs of banks, without items, next to the scores; either may be NULL. The pairs borrow from
 * the scores. */
assay_status evidence_read_both(store *s, const store_filter *filter, evidence *scores, evidence *pairs,
                                assay_error *err);
void evidence_free(evidence *e);

/* The profiles whose factors points of the store are on, PROFILE_OWN first if it is among them, then by name:
 * (*name)[*n]. */
assay_status evidence_profiles(store *s, const char ***name, size_t *n, assay_error *err);

/* For qsort of pointers to series of one evidence: in the order of tables, in which they stand there. */
int evidence_by_series(const void *a, const void *b);

/* Whether a series has other options ("default:bins=5") than one of the same preset that is there without: scored to
 * compare the two, and no metric by itself in a table. */
int evidence_is_variation(const evidence *e, const evidence_series *s);

/* Whether tables and pages show a series: a variation where the list names it, any other where the list (NULL: of all)
 * names it or its metric. */
int evidence_shows(const evidence *e, const evidence_series *s, const char *list);

/* The options of a series: its preset's, and what its name changes. 0: they cannot be known (a metric from outside). */
enum { OPTIONS_MOST = 64 };
int series_options(const evidence_series *of, double to[OPTIONS_MOST]);

/* A score that is no more than 1; one with another bound or none has an axis of its own. */
static inline int series_is_fraction(const evidence_series *s) { return s->high <= 1.0; }

/* The point of a scenario by its name and number of samples (0: the largest the series has there); NULL: not there. Of
 * a series on the factors of a profile the name need not say so: "alpha=0.2" is "alpha=0.2;factors=dsprites" there. */
const evidence_point *evidence_find(const evidence_series *of, const char *scenario, const char *point,
                                    uint64_t samples);

/* NaN: undefined, or (NULL) not in the store. */
static inline double evidence_mean(const evidence_point *of) { return of && of->defined ? of->mean : NAN; }

/* The 95 % interval of a point's mean over its seeds, cut at the ends of the output's range; NaN without a point and
 * for fewer than two defined values. Of models: that over drawn rows, or of a group over rows and runs. */
void evidence_mean_interval(const evidence_point *of, double to[2]);

/* The sums of a point over so many seeds. */
void evidence_summarise(evidence_point *at, size_t seeds, moments m);

/* Of the change from one point to another, over the seeds that both have with a defined value. */
moments evidence_paired(const evidence_point *from, const evidence_point *to);

/* A series at one of its points. */
typedef struct score_row {
    const evidence_series *of;
    const evidence_point *at;
} score_row;

typedef struct score_rows {
    score_row *at;
    size_t count;
    const char *lacking; /* as of the evidence; at the head of all that is made of the rows */
} score_rows;

/* Every series at every point, in the order scenario, point, samples, metric, preset, output. They borrow from the
 * evidence. */
void score_rows_list(const evidence *e, score_rows *to);

/* Both in one call, without items; both are to be freed, also after an error. */
assay_status evidence_read_rows(store *s, const store_filter *filter, evidence *to, score_rows *rows, assay_error *err);

/*
 * Evidence made by hand. evidence_add finds the point of the series that the entry names, or makes both; strings are
 * copied, numbers over seeds are taken as they are until evidence_score adds to the point. The pointer holds until the
 * next evidence_add. evidence_score adds a seed, larger than the seeds before; evidence_item gives an item of the last
 * seed.
 */
typedef struct evidence_entry {
    const char *scenario, *scenario_title, *symbol, *point;
    const char *only; /* the point is ONLY=TEXT, whatever is in the text; NULL: it may have several settings */
    double x;         /* of a scenario that is not known; else its descriptor says */
    assay_truth truth[3];
    uint64_t samples;
    const char *metric, *metric_title, *family, *preset, *output;
    const char *undefined;
    uint32_t flags, measures;
    double low, high;
    size_t seeds, defined;
    double mean, sd, least, most, seconds;
} evidence_entry;

evidence_entry evidence_entry_of(const evidence_series *s); /* scenario, point and scores are yet to be said */
evidence_point *evidence_add(evidence *to, const evidence_entry *where); /* NULL: a name that cannot be read */
void evidence_score(evidence_point *at, uint64_t seed, double value, const char *undefined);
void evidence_item(evidence_point *at, size_t item, double value);

/* Keeps of each point the scores from seeds[0] up to seeds[1], which are all before; 0: nothing of it. A series without
 * points goes, too. */
typedef int (*evidence_wanted)(const evidence_series *s, const evidence_point *p, const void *context,
                               uint64_t seeds[2]);
void evidence_keep(evidence *e, evidence_wanted wanted, const void *context);

/* Scores as every table and figure names them, which is also how a LIST of metrics takes them. A metric from outside
 * goes by its own name, "gap", and by "gap@d7b35523" where a store has two of that name. */

const char *variant_text(const evidence_series *s); /* "mig", "mig:bins=5", "mig@zaidi2020" */
const char *series_text(const evidence_series *s);  /* "mig", "dci-rf@zaidi2020 modularity" */

/* A point from its text; the descriptor of a scenario of that name says what is swept. ASSAY_EINPUT as
 * settings_read. */
assay_status point_read(const char *scenario, const char *text, scenario_point *to);

/* The same on the factors of a profile (NULL: as it is written); a number of factors in the writing falls away. */
assay_status point_read_on(const char *scenario, const char *text, const char *profile, scenario_point *to);

/* Parts rows into those of scenarios and those of studies, in their order; all borrow as `from` does; NULL: not
 * wanted. Equivalent doses are no scores of the studies where these have others. */
void score_rows_part(const score_rows *from, score_rows *scenarios, score_rows *studies, score_rows *doses);

/* Of studies: without the models that hold the same arrays as one before them in their group; *equal says how many
 * models those are. `to` borrows as `from` does. */
void groups_distinct(const score_rows *from, score_rows *to, size_t *equal);

/*
 * What a perfect metric would score at the points of a scenario. An output that claims properties (its `measures`)
 * should be, at each point, the least of their values where all of these are known (ASSAY_IS). Where only their order
 * among the points is known, that says which way it goes.
 */

/* Whether it is known what a perfect metric of these properties scores at a point, and *value; *ordered: some are known
 * by their order alone, and none is unknown. */
int ideal_at(const evidence_point *point, uint32_t measures, double *value, int *ordered);

enum { IDEAL_FLAT = 1, IDEAL_RISES = 2, IDEAL_FALLS = 4 };

/* Which ways a perfect metric goes along n points, a mask; 0 where all its values are known or some are not even
 * ordered. */
int ideal_ways(const evidence_point *const *point, size_t n, uint32_t measures);

/* "flat", "rises", "falls"; NULL where it is not one way. */
const char *ideal_way_word(int ways);
