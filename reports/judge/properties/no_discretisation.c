/*
 * no-discretisation -- continuous values are used as they are
 *
 *   Why     Where to cut is one more choice, and what falls into one bin is lost; several failures in the study come
 *           from it alone.
 *   Rule    `bins` and `factor-bins` cut, but not where the relation is a regression (r2) or goes by nearest neighbours
 *           (mi-knn); classifiers of one code (tree-accuracy, svm-accuracy) cut factors alone.
 */
#include "property.h"

#include <string.h>

/* NaN: the metric has, or reads, no such option. */
static double number_called(const assay_metric *metric, const double *option, const char *id)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (strcmp(metric->options[k].id, id) == 0 && assay_option_read(metric, option, k) == ASSAY_READ)
            return option[k];
    return NAN;
}

static void judge(judging *j)
{
    double option[OPTIONS_MOST];
    const assay_metric *metric = assay_metric_find(j->series->metric);
    if (!series_options(j->series, option)) {
        settle(j, VERDICT_NOT_CLAIMED, "its options are not known here");
        return;
    }
    /* a metric with `bins` alone cuts factors with it */
    const double factor_bins = number_called(metric, option, "factor-bins"),
                 bins = number_called(metric, option, "bins");
    const double factors = isnan(factor_bins) ? bins : factor_bins, codes = isnan(factor_bins) ? NAN : bins;
    const char *each = isnan(codes) ? "" : phrase(" and codes into %g", codes);
    if (!isnan(factors)) settle(j, VERDICT_FAIL, phrase("cuts continuous factors into %g bins%s", factors, each));
    else settle(j, VERDICT_PASS, "takes continuous factors and codes as they are");
}

const property property_no_discretisation = {
    { "no-discretisation", "needs no discretisation", "no bins", "Boilard 2022, table 3.2, column 10" },
    .asks = "Does the metric take continuous factors and codes as they are, without cutting them into bins?",
    .rule = "read from the options of the metric and its preset, not from scores",
    .scenarios = (const char *const[]){ NULL },
    .judge = judge,
};
