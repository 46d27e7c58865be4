/* forest_data.h -- what the tests of the forests share: DCI of an importance matrix, and agreement of random scores. */
#ifndef ASSAY_FOREST_DATA_H
#define ASSAY_FOREST_DATA_H

#include "estimator_data.h"

/* Rows learnt from, how many, rows predicted, how many. */
#define LEARN(...) \
    &(learning_rows) { __VA_ARGS__ }

/* 1 - normalised entropy of count shares, `stride` apart. */
SHARED double concentration(const double *value, size_t count, size_t stride)
{
    double total = 0, entropy = 0;
    for (size_t k = 0; k < count; k++) total += value[k * stride];
    for (size_t k = 0; k < count; k++)
        if (value[k * stride] > 0) entropy -= value[k * stride] / total * log(value[k * stride] / total);
    return 1 - entropy / log((double)count);
}

/* importance [m*d]: weighted mean over codes, plain mean over factors. */
SHARED void dci_scores(const double *importance, size_t m, size_t d, double *modularity, double *compactness)
{
    double total = 0;
    *modularity = *compactness = 0;
    for (size_t k = 0; k < m * d; k++) total += importance[k];
    for (size_t j = 0; j < d; j++) {
        double column = 0;
        for (size_t i = 0; i < m; i++) column += importance[i * d + j];
        if (column > 0) *modularity += column / total * concentration(importance + j, m, d);
    }
    for (size_t i = 0; i < m; i++) *compactness += concentration(importance + i * d, d, 1) / (double)m;
}

/* Means of count runs (runs[r * parts + k]) against the record: within 4 standard errors of the difference, or 0.03. */
SHARED void golden_agree(const json_t *record, const double *runs, size_t count, size_t parts)
{
    for (size_t k = 0; k < parts; k++) {
        double mean = 0, square = 0;
        for (size_t r = 0; r < count; r++) mean += runs[r * parts + k] / (double)count;
        for (size_t r = 0; r < count; r++) square += (runs[r * parts + k] - mean) * (runs[r * parts + k] - mean);
        const double want = json_number_value(json_array_get(json_object_get(record, "mean"), k));
        const double off = json_number_value(json_array_get(json_object_get(record, "std"), k));
        const double their = off * off / json_number_value(json_object_get(record, "runs"));
        const double ours = count > 1 ? square / (double)(count - 1) / (double)count : 0;
        const double allowed = fmax(0.03, 4 * sqrt(ours + their));
        if (!(fabs(mean - want) <= allowed))
            fail_msg("%s %zu: mean %.6f, golden %.6f, allowed %.4f",
                     json_string_value(json_object_get(record, "scenario")), k, mean, want, allowed);
    }
}

#endif
