/*
 * control-signal -- whether there is any signal, and in how many pairs. Two controls: a detector that says 1 as soon as
 * one code carries information about one factor, which measures none of the three properties, and the share of pairs
 * with a signal, which a metric of explicitness should beat.
 *
 *     |r(v_i, z_j)| sqrt(n) > 4, r the correlation of values, absent ones left out
 */
#include "control.h"

#include <math.h>

#define CLEAR 4.0 /* deviations: one pair of 10,000 by chance */

static int is_clear(const double *v, const double *z, size_t n)
{
    double count = 0.0, a = 0.0, b = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (size_t s = 0; s < n; s++) {
        if (isnan(v[s])) continue;
        count += 1.0;
        const double x = v[s] - a, y = z[s] - b;
        a += x / count;
        b += y / count;
        xx += x * (v[s] - a);
        yy += y * (z[s] - b);
        xy += x * (z[s] - b);
    }
    return fabs(xy / sqrt(xx) / sqrt(yy)) * sqrt(count) > CLEAR; /* no of what is constant: NaN */
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    size_t clear = 0;
    for (size_t i = 0; i < rep->n_factors; i++)
        for (size_t j = 0; j < rep->n_codes; j++)
            clear += (size_t)is_clear(rep->factors + i * rep->n, rep->codes + j * rep->n, rep->n);
    call->series[0].value = clear > 0;
    call->series[1].value = (double)clear / (double)(rep->n_factors * rep->n_codes);
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    (void)option;
    return 3.0 * (double)size->n * (double)size->n_factors * (double)size->n_codes;
}

static const assay_output outputs[] = {
    { "any", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
    { "share", ASSAY_OVERALL, ASSAY_EXPLICITNESS, 0, 1 },
};

const assay_metric assay_metric_control_signal = {
    .flags = ASSAY_CONTROL | ASSAY_ABSENT,
    .id = "control-signal",
    .title = "Control: any signal",
    .formula = "any: |r(v_i, z_j)| sqrt(n) > 4 for a pair; share: of pairs",
    CONTROL_METRIC,
    .cost = cost,
};
