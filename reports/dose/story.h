/*
 * story.h -- what the scores of one representation say together: whether one amount of one defect explains them all.
 *
 * A score tells of a defect by the doses that give it (dose.h). Doses that all scores allow are a story; it needs two
 * scores at least that tell something. The level is shared among the scores, so that a true story is found to hold in
 * 95 of 100 representations, whatever the scores have to do with each other (Bonferroni).
 */
#ifndef ASSAY_STORY_H
#define ASSAY_STORY_H

#include "dose.h"
#include "grid.h"

/* The column of a representation that names the factor profile its curves are on. */
#define STORY_COLUMN "curves on"

typedef struct story_score {
    const evidence_series *of;
    const evidence_point *at;
    dose dose[DOSE_KINDS];   /* each by itself, at 95 % */
    dose shared[DOSE_KINDS]; /* at the level of the story */
} story_score;

typedef struct story {
    const stored_point *of;
    const char *profile; /* NULL: it has no curves */
    size_t factors;
    size_t n;
    story_score *score;  /* [n] those that are defined and have a curve of any defect */
    struct {
        int holds;        /* 1: every score allows the doses from low to high */
        size_t told;      /* scores that tell of it */
        double low, high;
    } of_kind[DOSE_KINDS];
} story;

typedef struct stories {
    story *at;
    size_t count;
} stories;

/* Whether curves were made on the factors of a representation. */
int story_has_curves(const stored_point *of);

/* Of every representation of a study among the evidence, in the order of the store. The evidence must outlive them. */
assay_status stories_make(const evidence *from, stories *to, assay_error *err);
void stories_free(stories *all);

/* A row for each representation with its sentence; and one for each of its scores with the doses. */
grid *stories_grid(const stories *all);
grid *doses_grid(const stories *all, int for_people);

#endif
