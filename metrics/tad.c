/*
 *     A_ij = max(AUC, 1 - AUC) of code j for factor i      gap_i = A_i,first - A_i,second      TAD = sum over kept i of
 *     gap_i
 *
 *   AUC is the area under the ROC curve of telling a binary factor by one code. A factor is kept where some code tells
 *   it (A_i,first >= .75) and no other factor does (I(v_i; v_k) / H(v_i) <= .2 for every k).
 *
 * Source   Yeats, Liu, Womble, Li 2022, NashAE: disentangling representations through adversarial covariance
 *          minimization (ECCV), arXiv:2209.10677, section 4; the readable copy in Wang et al. 2023, InfoDiffusion.
 * Takes    binary factors [M x n], codes [d x n], d >= 2.
 * Gives    "sum", in [0, M/2]: it grows with the number of factors; "mean", per factor and over all that are judged,
 *          those not kept counting 0; "kept", how many are. 1/2 is out of reach: the second of several codes that say
 *          nothing still has 1/2 and its luck (mean .46 at 1000 rows and 8 codes). Copies have gap 0, noise keeps
 *          nothing.
 * Cost     a sort of n per factor and code; n M^2.
 * R1  A factor that is not binary: undefined, not-applicable. One with one class: constant-factor; constants=keep: no
 *     score, as published.
 * R2  One code: undefined, one-code; second=zero: the second is 0, as published, and the gap at least 1/2.
 * R3  None is kept: sum 0, mean undefined, not-applicable. None is judged: sum and mean undefined for the first's
 *     reason.
 * R4  Ties count half, so constant codes have 1/2 where they count (columns=all). precision=single rounds codes first,
 *     which ties what differs by 6e-8.
 */
#include "aggregate.h"
#include "auc.h"
#include "histogram.h"
#include "scaling.h"
#include "work.h"

#define LEAST_AREA 0.75
#define MOST_SHARE 0.2

enum { PRECISION_DOUBLE, PRECISION_SINGLE };
enum { SECOND_NEEDED, SECOND_ZERO };
enum { SUM, MEAN, KEPT };

#define OPTIONS(OPTION)                                                                                              \
    OPTION(PRECISION, CHOICE("precision", "codes as they are, or rounded to single precision",                       \
                             [PRECISION_DOUBLE] = "double", [PRECISION_SINGLE] = "single"))                          \
    OPTION(                                                                                                          \
        SECOND,                                                                                                      \
        CHOICE("second",                                                                                             \
               "a single code has no second, or one of area 0", [SECOND_NEEDED] = "needed", [SECOND_ZERO] = "zero")) \
    OPTION(CONSTANTS, OPTION_KEPT("a constant factor is left out, or leaves no score"))                              \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

/* Attributes [M * n] of 0 and 1 (-1: of a factor that is not judged), and the reason in the items. */
static void make_attributes(const assay_rep *rep, assay_call *call, int32_t *to)
{
    double *items = call->series[MEAN].items;
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double *v = rep->factors + i * rep->n;
        double low, high;
        column_extent(v, rep->n, &low, &high);
        items[i] = 0.0;
        if (rep->levels[i] != 2) /* R1 */
            items[i] = FACTOR_UNDEFINED(call, i, "not-applicable", "factor # is not binary");
        else if (!(high > low)) items[i] = constant_factor(call, i);
        for (size_t s = 0; s < rep->n; s++) to[i * rep->n + s] = isnan(items[i]) ? -1 : v[s] > low / 2 + high / 2;
    }
}

/* The largest share of attribute i's entropy that another one knows. */
static double share_known(const int32_t *attribute, const double *items, size_t n, size_t m, size_t i)
{
    double most = 0.0;
    for (size_t k = 0; k < m; k++) {
        if (k == i || isnan(items[k])) continue;
        uint32_t cell[4] = { 0 };
        for (size_t s = 0; s < n; s++) cell[2 * attribute[i * n + s] + attribute[k * n + s]]++;
        const uint32_t own[2] = { cell[0] + cell[1], cell[2] + cell[3] };
        const uint32_t other[2] = { cell[0] + cell[2], cell[1] + cell[3] };
        const double entropy = counts_entropy(own, 2);
        most = fmax(most, (entropy + counts_entropy(other, 2) - counts_entropy(cell, 4)) / entropy);
    }
    return most;
}

/* A of all codes for one attribute. room [n]: of codes that are rounded. */
static assay_status areas(const assay_rep *rep, assay_call *call, const int32_t *attribute, double *room, double *to)
{
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double *z = rep->codes + j * rep->n;
        const int rounded = call->option[PRECISION] == PRECISION_SINGLE;
        for (size_t s = 0; rounded && s < rep->n; s++) room[s] = (double)(float)z[s];
        ASSAY_TRY(auc_class(rounded ? room : z, attribute, rep->n, 1, &to[j]));
        to[j] = fmax(to[j], 1.0 - to[j]);
    }
    return ASSAY_OK;
}

/* The sum over kept factors, their number, and the items. */
static assay_status add_gaps(const assay_rep *rep, assay_call *call, const int32_t *attribute)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    double *area, *gap, *room, sum = 0.0, kept = 0.0, *items = call->series[MEAN].items;
    ASSAY_TRY(LEND(call, LOAN(area, m * d), LOAN(gap, m), LOAN(room, n)));
    for (size_t i = 0; i < m; i++)
        if (!isnan(items[i])) ASSAY_TRY(areas(rep, call, attribute + i * n, room, area + i * d));
    step_show(call, "the areas", area, m, d);
    for (size_t i = 0; i < m; i++) {
        const top_two top = top_two_of(area + i * d, d, 1);
        if (isnan(items[i]) || top.first < LEAST_AREA) continue;
        if (share_known(attribute, items, n, m, i) > MOST_SHARE) continue;
        gap[i] = top.first - top.second;
        sum += gap[i];
        kept += 1.0;
    }
    call->series[SUM].value = sum;
    call->series[KEPT].value = kept;
    for (size_t i = 0; i < m; i++)
        if (!isnan(items[i])) items[i] = gap[i];
    if (kept == 0.0) /* R3 */
        call->series[MEAN].value = call->undefined(call, "not-applicable", "no code alone predicts any factor");
    return ASSAY_OK;
}

/* R1 to R3: the first reason why there is no score at all; 0: there is one. */
static double refusal(const assay_rep *rep, assay_call *call)
{
    const double *items = call->series[MEAN].items;
    const int keep = call->option[CONSTANTS] == CONSTANTS_KEEP;
    size_t judged = 0;
    if (rep->n_codes < 2 && call->option[SECOND] == SECOND_NEEDED) return no_second_code(call);
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (isnan(items[i]) && keep) return items[i];
        if (!isnan(items[i])) judged++;
    }
    return judged ? 0.0 : items[0];
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    int32_t *attribute;
    ASSAY_TRY(LEND(call, LOAN(attribute, rep->n * rep->n_factors)));
    make_attributes(rep, call, attribute);
    const double why = refusal(rep, call);
    if (!isnan(why)) return add_gaps(rep, call, attribute);
    call->series[SUM].value = call->series[KEPT].value = call->series[MEAN].value = why;
    for (size_t i = 0; i < rep->n_factors; i++)
        if (!isnan(call->series[MEAN].items[i])) call->series[MEAN].items[i] = why;
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    (void)option;
    const double two = size->n_values ? (double)size->n_binary : m; /* others are left out */
    return work_sort(n) * two * d + n * (4.0 * m + two * two);
}

static const assay_output outputs[] = {
    { "sum", ASSAY_OVERALL, 0, 0, INFINITY },
    { "mean", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 0.5 },
    { "kept", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, INFINITY },
};

static const assay_preset presets[] = {
    { "default", "Yeats et al. 2022, section 4", NULL, NULL },
    { "yeats2022", "Yeats et al. 2022, in the code of Wang et al. 2023",
      "precision=single:second=zero:constants=keep:columns=all",
      "Codes are rounded to single precision. With a single code the second area is 0, not 1/2, and the gap at least "
      "1/2; of a constant code it is 1/2. A factor with one class raises: no score is defined." },
};

const assay_metric assay_metric_tad = {
    .flags = ASSAY_VARYING,
    .id = "tad",
    .title = "Total AUROC Difference",
    .family = "predictor",
    .formula = "TAD = sum over kept i of (A_i,first - A_i,second), A_ij = max(AUC, 1 - AUC) of predicting binary v_i "
               "by z_j; kept: A_i,first >= .75 and max_k I(v_i; v_k) / H(v_i) <= .2",
    .source = "Yeats, Liu, Womble, Li 2022, arXiv:2209.10677, section 4",
    METRIC_PARTS_AND_COST,
};
