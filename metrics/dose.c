/*
 * dose -- equivalent dose: how much of which known defect a representation has
 *
 *     the amounts of equivalent.h: the codes as sums of functions of the factors and noise
 *
 * Takes    factors [M x n], codes [d x n]; a study scores it by itself.
 * Gives    "noise" and "mixing" per code and their mean, shares of variance; "missing", "duplicates", "idle", numbers
 *          of factors and codes; "curvature", a share of variance; "dependence", a correlation; "described", the share
 *          of what the codes carry that these amounts describe. Nothing says that more is better.
 * R1  Missing values, more than 100 factors, 64 classes of one, or fewer than three rows a class:
 *     undefined, not-applicable.
 * R2  Codes that are no sums of functions of one factor each (equivalent.h): noise of these, its mean and "described"
 *     are undefined, not-applicable; "missing" and "idle", too, where the sum explains nothing of one.
 * R3  A code that carries nothing has noise 1 and mixing 0, and counts in neither mean.
 */
#include "aggregate.h"
#include "equivalent.h"
#include "work.h"

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const char *refusal = additive_refusal(rep);
    arena memory = { 0 };
    equivalent e;
    if (refusal) return REFUSED(call, "not-applicable", "%s", refusal); /* R1 */
    const assay_status status = equivalent_fit(rep, &memory, &e);
    static const char no_sum[] = "%zu of %zu codes are no sums of functions of one factor each: noise is not separable";
    for (size_t o = 0; status == ASSAY_OK && o < DOSES; o++)
        call->series[o].value = !isnan(e.dose[o])
                                    ? e.dose[o]
                                    : call->undefined(call, "not-applicable", no_sum, e.no_sums, rep->n_codes); /* R2 */
    for (size_t j = 0; status == ASSAY_OK && j < rep->n_codes; j++) {
        call->series[NOISE].items[j] =
            e.is_no_sum[j]
                ? CODE_UNDEFINED(call, j, "not-applicable", "code # is no sum of functions of one factor each")
            : e.role[j] == CODE_IDLE ? 1 /* R3 */
                                     : e.fit.noise[j];
        call->series[MIXING].items[j] = e.mixed[j];
    }
    arena_free(&memory);
    return status;
}

static double solver_cost(const assay_size *size, const double *option)
{
    (void)option;
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes, p = 8 * m;
    return 6 * n * m * m + fmin(n, 2048) * d * fmin(m * m, 576) + 3 * p * p * (p + d) +
           fmin(n, 1024) * fmin(n, 1024) * m;
}

COST(cost, 4 * n * m * d + solver_cost(size, option));

static const assay_solver solver = {
    "least squares, n M^2 + M^3, products of factors, n d M^2, and neighbours, n^2 M to 1,024 rows", solver_cost, 0.0
};

static const assay_output outputs[] = {
    { "noise", ASSAY_PER_CODE, ASSAY_DESCRIBES, 0, 1 },     { "mixing", ASSAY_PER_CODE, ASSAY_DESCRIBES, 0, 1 },
    { "missing", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1e6 },  { "duplicates", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1e6 },
    { "idle", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1e6 },     { "curvature", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1 },
    { "dependence", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1 }, { "described", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1 },
};

static const assay_preset presets[] = { { "default", "ours", NULL, NULL } };

const assay_metric assay_metric_dose = {
    .abi = ASSAY_ABI,
    .flags = ASSAY_CONTROL,
    .id = "dose",
    .title = "Equivalent dose of known defects",
    .family = "dose",
    .formula = "z_j = sum_i g_ij(v_i) + e_j by least squares; amounts from the variances of g_ij and e_j",
    .source = "ours",
    COUNTED(outputs),
    COUNTED(presets),
    .score = score,
    .cost = cost,
    .solver = &solver,
};
