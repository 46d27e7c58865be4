/*
 * exam.h -- a plan turned into an exam: the same questions, asked on data that nobody can have learnt by heart.
 *
 *   values    a parameter's value inside the scenario's own sweep moves a tenth to three tenths of the way to the next
 *             value of the sweep (a whole number to a whole number in between, where there is one). The ends stay:
 *             nothing and everything mean what they mean. A value moves to the same place wherever it stands, so that
 *             points that agree in a parameter still do.
 *   samples   one to ten in a hundred more than the plan's, the same for every point
 *   seeds     as many as the plan's, from a place far from where plans begin
 *   maps      what is done to each data set before it is scored; it leaves modularity, compactness and explicitness as
 *             they were: codes in another order, of another sign, in another unit and origin, along an increasing curve
 *             (one for all points of a seed), and classes of factors under other numbers
 *
 * All of it is a function of the exam's seed. A point of an exam is named by what its data are made of: the
 * parameters, the exam's seed and the maps, "alpha=0.23;exam=417;maps=order-sign-unit".
 */
#pragma once

#include "plan.h"

enum { EXAM_ORDER = 1, EXAM_SIGN = 2, EXAM_UNIT = 4, EXAM_CURVE = 8, EXAM_CLASSES = 16 };

#define EXAM_SEED_MOST UINT64_C(4294967295)

assay_status exam_seed_check(uint64_t seed, assay_error *err); /* ASSAY_EUSAGE above EXAM_SEED_MOST */

/* A plan, read before, becomes its exam; parts and points stay in their places, so that point k of part p of the exam
 * stands for point k of part p of the plan. maps: a mask. Errors as exam_seed_check. */
assay_status exam_make(plan *p, uint64_t seed, uint32_t maps, assay_error *err);

/* "order, sign, unit": the maps of a mask in words. */
void exam_maps_text(uint32_t maps, char *to, size_t size);

/* Applies the maps of a point of an exam to its data, built from this seed. Columns stay where they are. */
assay_status exam_disguise(const plan_point *point, uint64_t seed, assay_data *data);

/* Whether a metric tells classes under other numbers from those in their order: its mean scores over a few data sets of
 * categorical factors with an ideal code each differ by more than `within` of the output's range (of 1, where the range
 * is open). What reads class numbers as quantities does, and is right to. May start processes. */
assay_status exam_reads_order_of_classes(const variant *v, uint64_t seed, double within, int *to, assay_error *err);
