/*
 * dose.h -- what a score is worth: how much of a defect gives an ideal code the same score, on the same factors and
 * with as many rows.
 *
 * A defect is done to ideal codes in doses: a share of noise, a share of the neighbouring factor, several codes for
 * each factor, factors without a code. The scores at the doses, over seeds, are a curve, which is read backwards.
 */
#ifndef ASSAY_DOSE_H
#define ASSAY_DOSE_H

#include "evidence.h"

enum { DOSE_NOISE, DOSE_MIXING, DOSE_COPIES, DOSE_DROPPED, DOSE_KINDS };

typedef struct dose_kind {
    const char *scenario, *parameter;
    const char *brief; /* "noise", a column */
    double ideal;      /* the dose that does nothing */
} dose_kind;
const dose_kind *dose_kind_at(int kind);

/* "38 to 41 % noise"; m: how many factors there are. */
void dose_text(int kind, double low, double high, size_t m, char *to, size_t size);

typedef struct dose_curve {
    size_t n, room; /* doses; fewer than 3: there is no curve */
    int turns;      /* 1: it goes back by more than chance, and cannot be read backwards */
    double *x;      /* rising */
    double *mean, *slope; /* monotone: of the values in one direction, and of the curve there */
    double *sd, *error;   /* error: how far a curve through the other doses may be off */
    size_t seeds;   /* the fewest of any dose */
} dose_curve;

/* The curve of a series on the factors of a profile at a number of samples. Doses with undefined scores are left
 * out. Free with dose_curve_free, also after ASSAY_ENOMEM. */
assay_status dose_curve_make(const evidence_series *of, int kind, const char *profile, uint64_t samples, dose_curve *to);

/* From values by hand: n doses, each with `seeds` values, value[k * seeds + s]. */
assay_status dose_curve_from(const double *x, const double *value, size_t n, size_t seeds, dose_curve *to);
void dose_curve_free(dose_curve *c);

enum {
    DOSE_NO_CURVE, /* fewer than three doses have scores */
    DOSE_TURNS,    /* the curve turns back */
    DOSE_FOUND,
    DOSE_ANY,      /* the score tells nothing of the defect: all doses give it */
    DOSE_ABOVE,    /* the score is above the whole curve */
    DOSE_BELOW     /* below */
};

typedef struct dose {
    int outcome;
    double at, low, high; /* where found: the nearest dose, and all that give the score; else NaN */
} dose;

/*
 * The doses x at which a score is one that comes of them,
 *
 *     |s - m(x)| <= sqrt((t(level; n - 1) sd(x) sqrt(1 + 1/n))^2 + half^2) + e(x)
 *
 * with the mean m and deviation sd over n seeds, the half width of the score's own interval (0: not known), and e, what
 * the curve may do between doses: a quarter of how far a dose is from the line through its neighbours (the error of
 * that line where the curve is smooth), and more where it is jagged.
 */
dose dose_of(const dose_curve *curve, double score, double half, double level);

#endif
