/*
 * Controls: metrics of which it is known what a judge must say. Two correlate columns:
 *
 *   control-blind    1 - mean |r(z_j, z_l)| over pairs of codes that vary. It never looks at a factor, and is not
 *                    toothless: whatever mixes or copies codes makes them correlate. A metric of modularity or
 *                    compactness should beat it.
 *   control-signal   |r(v_i, z_j)| sqrt(n) > 4, r the correlation of values, absent ones left out: whether there is any
 *                    signal, which measures none of the three properties, and in how many pairs, which a metric of
 *                    explicitness should beat.
 *
 * The others are right by definition (control-oracle), the same whatever they are shown (control-constant), or random
 * (control-noise).
 */
#include "counted.h"
#include "work.h"

enum { ALL = ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS };

static const assay_preset presets[] = { { "default", "ours", NULL, NULL } };

/* Of a descriptor: what all controls share, and its outputs. */
#define CONTROL(...)                                                           \
    .abi = ASSAY_ABI, .family = "control", .source = "ours", COUNTED(presets), \
    .outputs = (const assay_output[]){ __VA_ARGS__ },                          \
    .n_outputs = sizeof((const assay_output[]){ __VA_ARGS__ }) / sizeof(assay_output)

/* Of a control whose work does not grow with the data. */
static double cost_of_one(const assay_size *size, const double *option) { return (void)size, (void)option, 1.0; }

static assay_status score_constant(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    call->series[0].value = 0.5;
    return ASSAY_OK;
}

const assay_metric assay_metric_control_constant = {
    .flags = ASSAY_CONTROL | ASSAY_ABSENT,
    .id = "control-constant",
    .title = "Control: always one half",
    .formula = "1/2",
    CONTROL({ "control-constant", ASSAY_OVERALL, ALL, 0, 1 }),
    .score = score_constant,
    .cost = cost_of_one,
};

static assay_status score_noise(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    call->series[0].value = call->uniform(call);
    return ASSAY_OK;
}

const assay_metric assay_metric_control_noise = {
    .flags = ASSAY_CONTROL | ASSAY_RANDOM | ASSAY_ABSENT,
    .id = "control-noise",
    .title = "Control: a random number",
    .formula = "u, uniform on [0, 1)",
    CONTROL({ "control-noise", ASSAY_OVERALL, ALL, 0, 1 }),
    .score = score_noise,
    .cost = cost_of_one,
};

/* Where the truth is not known as a number, the output is undefined (not-applicable). */
static assay_status score_oracle(const assay_rep *rep, assay_call *call)
{
    for (size_t p = 0; p < call->metric->n_outputs; p++)
        call->series[p].value =
            isnan(rep->truth[p])
                ? call->undefined(call, "not-applicable", "the true %s is not known", call->metric->outputs[p].id)
                : rep->truth[p];
    return ASSAY_OK;
}

const assay_metric assay_metric_control_oracle = {
    .flags = ASSAY_CONTROL | ASSAY_TRUTH | ASSAY_ABSENT,
    .id = "control-oracle",
    .title = "Control: the scenario's own truth",
    .formula = "the truth of the scenario at this point",
    CONTROL({ "modularity", ASSAY_OVERALL, ASSAY_MODULARITY, 0, 1 },
            { "compactness", ASSAY_OVERALL, ASSAY_COMPACTNESS, 0, 1 },
            { "explicitness", ASSAY_OVERALL, ASSAY_EXPLICITNESS, 0, 1 }),
    .score = score_oracle,
    .cost = cost_of_one,
};

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

static assay_status score_blind(const assay_rep *rep, assay_call *call)
{
    double sum = 0.0, pairs = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++)
        for (size_t l = 0; l < j; l++) {
            const double r = fabs(correlation(rep->codes + j * rep->n, rep->codes + l * rep->n, rep->n));
            if (!isfinite(r)) continue;
            sum += r;
            pairs += 1.0;
        }
    call->series[0].value = pairs > 0.0 ? 1.0 - sum / pairs : call->undefined(call, "one-code", "no two codes vary");
    return ASSAY_OK;
}

COST(pairs_cost, 2.0 * n * d * d);

COST(blind_cost, pairs_cost(size, option) + n * d);

static const assay_solver blind_solver = { .work = "correlations of all pairs of codes, n d^2", .cost = pairs_cost };

const assay_metric assay_metric_control_blind = {
    .flags = ASSAY_CONTROL | ASSAY_ABSENT,
    .id = "control-blind",
    .title = "Control: codes alone",
    .formula = "1 - mean |r(z_j, z_l)| over pairs of codes that vary",
    CONTROL({ "control-blind", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS, 0, 1 }),
    .score = score_blind,
    .cost = blind_cost,
    .solver = &blind_solver,
};

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

static assay_status score_signal(const assay_rep *rep, assay_call *call)
{
    size_t clear = 0;
    for (size_t i = 0; i < rep->n_factors; i++)
        for (size_t j = 0; j < rep->n_codes; j++)
            clear += (size_t)is_clear(rep->factors + i * rep->n, rep->codes + j * rep->n, rep->n);
    call->series[0].value = clear > 0;
    call->series[1].value = (double)clear / (double)(rep->n_factors * rep->n_codes);
    return ASSAY_OK;
}

COST(signal_cost, 3.0 * n * m * d);

const assay_metric assay_metric_control_signal = {
    .flags = ASSAY_CONTROL | ASSAY_ABSENT,
    .id = "control-signal",
    .title = "Control: any signal",
    .formula = "any: |r(v_i, z_j)| sqrt(n) > 4 for a pair; share: of pairs",
    CONTROL({ "any", ASSAY_OVERALL, ALL, 0, 1 }, { "share", ASSAY_OVERALL, ASSAY_EXPLICITNESS, 0, 1 }),
    .score = score_signal,
    .cost = signal_cost,
};
