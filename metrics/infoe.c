/*
 * infoe -- InfoExplicitness
 *
 *     E_i = (H0_i - Hz_i) / H0_i      score = mean_i E_i
 *
 *   Hz_i is the mean log loss, on the rows it was fitted to, of a multinomial logistic regression of factor i on all
 *   codes, without penalty, every value of the factor weighing the same; H0_i that of the same regression on nothing.
 *   Weighing alike, the latter says 1/K for each of the K values that occur: H0_i = log K.
 *
 * Source   Hsu, Dorrell, Whittington, Wu, Finn 2023, Disentanglement via latent quantization (NeurIPS),
 *          arXiv:2305.18378, section 5 and its published code (InfoMEC).
 * Takes    factors [M x n], continuous ones (unknown to the study) cut into factor-bins equal widths; codes [d x n],
 *          standardised.
 * Gives    "infoe", one per factor and their mean, at most 1; 0 where the codes say nothing. Linear: a factor that only
 *          a curve reads scores low. On the rows of the fit, so noise scores about K (d + 1) / (2 n log K) above 0.
 * Cost     up to `iterations` passes of n K (4 d + 40) operations per factor.
 * R1  A constant factor: undefined.
 * R2  Where the codes separate the values the loss has no minimum; the fit ends after `iterations` passes, close to 1.
 *     A row given no chance at all is charged as scikit-learn does it, -log of the smallest double spacing, 2.2e-16.
 */
#include "aggregate.h"
#include "class_split.h"
#include "histogram.h"
#include "logistic.h"
#include "neighbours.h"
#include "request.h"

#include <float.h>
#include <math.h>

#define OPTIONS(OPTION)                                                                                                \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                            \
    OPTION(ITERATIONS, { "iterations", "most passes of the fit over the rows", 100, 1, 100000, 1, NULL })
OPTION_TABLE(OPTIONS);

/* Codes divided by their deviation; taking off the mean is the intercept's business. */
static double *codes_over_deviation(const assay_rep *rep, assay_call *call)
{
    double *to = call->alloc(call, rep->n_codes * rep->n, sizeof *to);
    for (size_t j = 0; to && j < rep->n_codes; j++)
        (void)neighbours_scale(rep->codes + j * rep->n, rep->n, 0, to + j * rep->n);
    return to;
}

static assay_status log_loss(const assay_rep *rep, assay_call *call, const double *codes, const int32_t *label,
                             size_t classes, double *to)
{
    const size_t n = rep->n, d = rep->n_codes;
    const logistic_options how = { .form = LOGISTIC_MULTINOMIAL, .balanced = 1, .strength = 1e10,
                                   .passes = (size_t)call->option[ITERATIONS] };
    logistic_report report;
    double *weight = call->alloc(call, classes * (d + 1), sizeof *weight);
    double *chance = call->alloc(call, classes * n, sizeof *chance);
    if (!weight || !chance) return ASSAY_ENOMEM;
    assay_status status = logistic_fit(codes, n, n, d, label, classes, &how, weight, &report);
    if (status == ASSAY_OK)
        status = logistic_probability(codes, n, n, d, weight, classes, LOGISTIC_MULTINOMIAL, chance);
    double sum = 0.0;
    for (size_t s = 0; s < n && status == ASSAY_OK; s++)
        sum += log_nats(1.0 / fmax(chance[(size_t)label[s] * n + s], DBL_EPSILON)); /* R2 */
    *to = sum / (double)n;
    return status;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const cut how = { .rule = BIN_SCALED, .bins = (size_t)call->option[FACTOR_BINS], .rows = rep->n, .labels = 1 };
    const bins *v;
    const class_split *of; /* all rows: wanted for its labels */
    assay_status status = discretise_factors(rep, call, &how, &v);
    if (status == ASSAY_OK) status = class_split_of(v, HOLD_NONE, call, &of);
    if (status != ASSAY_OK) return status;
    const double *codes = codes_over_deviation(rep, call);
    if (!codes) return ASSAY_ENOMEM;
    for (size_t i = 0; i < rep->n_factors; i++) {
        double *item = &call->series[0].items[i], loss = 0.0;
        *item = class_split_undefined(&of[i], i, call); /* R1 */
        if (isnan(*item)) continue;
        status = log_loss(rep, call, codes, of[i].label, of[i].count, &loss);
        if (status != ASSAY_OK) return status;
        const double alone = log_nats((double)of[i].count);
        *item = (alone - loss) / alone;
    }
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "infoe", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Hsu et al. 2023, section 5", NULL, NULL },
};

const assay_metric assay_metric_infoe = {
    .abi = ASSAY_ABI,
    .id = "infoe",
    .title = "InfoExplicitness",
    .family = "predictor",
    .formula = "E_i = (log K - log loss of an unpenalised multinomial logistic regression of v_i on all codes) / log K",
    .source = "Hsu, Dorrell, Whittington, Wu, Finn 2023, arXiv:2305.18378, section 5",
    .outputs = outputs,
    .n_outputs = sizeof outputs / sizeof *outputs,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .presets = presets,
    .n_presets = sizeof presets / sizeof *presets,
    .score = score,
};
