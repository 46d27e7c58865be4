/*
 * control-blind -- how little the codes correlate with each other; it never looks at a factor. A control that is not
 * toothless: whatever mixes or copies codes makes them correlate. A metric of modularity or compactness should beat it.
 *
 *     1 - mean |r(z_j, z_l)| over pairs of codes that vary
 */
#include "control.h"

#include <math.h>

static double correlation(const double *x, const double *y, size_t n)
{
    double a = 0.0, b = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (size_t s = 0; s < n; s++) {
        a += x[s] / (double)n;
        b += y[s] / (double)n;
    }
    for (size_t s = 0; s < n; s++) {
        xx += (x[s] - a) * (x[s] - a);
        yy += (y[s] - b) * (y[s] - b);
        xy += (x[s] - a) * (y[s] - b);
    }
    return xy / sqrt(xx) / sqrt(yy); /* NaN of a code that is constant */
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    double sum = 0.0, pairs = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++)
        for (size_t l = 0; l < j; l++) {
            const double r = fabs(correlation(rep->codes + j * rep->n, rep->codes + l * rep->n, rep->n));
            if (!isfinite(r)) continue;
            sum += r;
            pairs += 1.0;
        }
    call->series[0].value =
        pairs > 0.0 ? 1.0 - sum / pairs : call->undefined(call, "one-code", "no two codes vary");
    return ASSAY_OK;
}

static double pairs_cost(const assay_size *size, const double *option)
{
    (void)option;
    return 2.0 * (double)size->n * (double)size->n_codes * (double)size->n_codes;
}

static double cost(const assay_size *size, const double *option)
{
    return (double)size->n * (double)size->n_codes + pairs_cost(size, option);
}

static const assay_solver solver = { .work = "correlations of all pairs of codes, n d^2", .cost = pairs_cost };

static const assay_output outputs[] = { { "control-blind", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS, 0,
                                          1 } };

const assay_metric assay_metric_control_blind = {
    .flags = ASSAY_CONTROL | ASSAY_ABSENT,
    .id = "control-blind",
    .title = "Control: codes alone",
    .formula = "1 - mean |r(z_j, z_l)| over pairs of codes that vary",
    CONTROL_METRIC,
    .cost = cost,
    .solver = &solver,
};
