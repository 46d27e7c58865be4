/*
 * desiderata.h -- what Almudevar and Ortega 2025, section 5.1, ask of a metric on the scenario `dependent`, as it comes
 * out
 *
 *   complete   where every code is a bijection of its factor (alpha = 1) the score is 1, however the factors depend on
 *              each other: `lowest` is the least mean over delta at alpha = 1.
 *   ordered    at fixed alpha the score does not grow with the independence delta of the factors: `rise` is the largest
 *              growth of the mean from one delta to a larger one, at `rise_at`.
 *   nuisance   a metric of minimality falls as codes depend on a nuisance (scenario `nuisance`): `fall` is the mean at
 *              beta = 0 less that at the largest beta.
 *
 * Means over seeds; a value that the store does not hold is NaN.
 */
#pragma once

#include "evidence.h"

typedef struct desideratum {
    const evidence_series *of; /* while the evidence is there */
    char metric[160];          /* "sap@almudevar2025", with the output where it has another name */
    double lowest;
    double rise;
    char rise_at[64];
    double fall;
} desideratum;

/* A list to be freed with free(); *count 0 where there are rows of neither scenario. */
void desiderata_of(const evidence *from, desideratum **to, size_t *count);
assay_status desiderata_read(store *s, desideratum **to, size_t *count, assay_error *err);
