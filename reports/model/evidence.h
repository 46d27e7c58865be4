/*
 * evidence.h -- the scores of a store seed by seed, in memory: what verdicts and agreements are made of.
 *
 * A series is one output of one metric@preset; it has a value for every scenario, point, number of samples and seed
 * that the store holds. Values of one point come in rising order of the seeds, so that two points are paired by the
 * seeds they share.
 */
#ifndef ASSAY_EVIDENCE_H
#define ASSAY_EVIDENCE_H

#include "store.h"

typedef struct evidence_point {
    const char *scenario, *symbol, *point; /* "dependent", "delta", "alpha=0.25;delta=1" */
    double x;                              /* the swept value, NaN where points are not numbers */
    assay_truth truth[3];                  /* modularity, compactness, explicitness */
    uint64_t samples;
    size_t n;              /* seeds */
    const uint64_t *seed;  /* [n] rising */
    const double *value;   /* [n] the overall score; NaN: undefined */
    const char *undefined; /* a reason met among the seeds, "word: text"; NULL: all are defined */
    int32_t axis;
    size_t n_items;     /* 0 for an overall output */
    const double *item; /* [n * n_items], seed by seed */
} evidence_point;

typedef struct evidence_series {
    const char *metric, *title, *family, *preset, *output;
    uint32_t flags, measures;
    double low, high;             /* the range of the output, high is best */
    size_t n_points;
    const evidence_point *point;  /* in the order of the store: scenario, point, samples */
} evidence_series;

typedef struct evidence {
    evidence_series *at; /* in the order of the store: metric, preset, output */
    size_t count;
    int is_part; /* the reader left out scenarios or sizes, which may be in the store all the same */
    void *owner;
} evidence;

/* Zero-initialise before. Free with evidence_free, also after an error. */
assay_status evidence_read(store *s, const store_filter *filter, evidence *to, assay_error *err);
void evidence_free(evidence *e);

/* Whether a series has other options ("default:bins=5") than one of the same preset that is there without: scored to
 * compare the two, and no metric by itself in a table. */
int evidence_is_variation(const evidence *e, const evidence_series *s);

/* The point of a scenario by its name and number of samples (0: the largest the series has there); NULL: not there. */
const evidence_point *evidence_find(const evidence_series *of, const char *scenario, const char *point,
                                    uint64_t samples);

/* The value of one parameter of a point's name: "alpha=0.25;delta=1", "delta" -> "1" in to. 0 where there is none. */
int evidence_parameter(const char *point, const char *name, char *to, size_t size);

/*
 * Evidence made by hand, the way evidence_read makes it. evidence_add finds the point of the series that `where`
 * names, or makes both (the numbers of `where` over seeds are not read; strings are copied); the pointer holds until
 * the next evidence_add. evidence_score adds a seed, larger than the seeds before; evidence_item gives an item of the
 * last seed.
 */
assay_status evidence_add(evidence *to, const store_summary *where, evidence_point **point);
assay_status evidence_score(evidence *to, evidence_point *at, uint64_t seed, double value, const char *undefined);
assay_status evidence_item(evidence_point *at, size_t item, double value);

#endif
