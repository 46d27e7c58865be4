/*
 *     1/(d (d - 1)) sum over j != l of I(z_j; z_l), in nats
 *
 *   Plug-in estimates over bins, 20 of equal width for each code as in the source.
 *
 * Takes    codes [d x n], d >= 2; factors are not looked at.
 * Gives    "code-mi", one per code (the mean over the others) and their mean, in nats, 0 = independent, log(bins) at
 *          most. It measures no property of factors. Independent codes read (bins - 1)^2 / (2 n), the estimate's bias.
 * Cost     O(n d^2).
 * R1  A constant code tells nothing of any: left out (constants=skip, constant-code), or counted as 0 (keep, as
 *     published). Fewer than two left: undefined, one-code.
 * R2  Permuting codes, or scaling one by a power of two, changes no bit of an item but the order of its sum.
 */
#include "aggregate.h"
#include "histogram.h"
#include "rows.h"
#include "work.h"

#define OPTIONS(OPTION)                  \
    OPTION(RULE, OPTION_RULE(BIN_RANGE)) \
    OPTION(BINS, OPTION_BINS(20))        \
    OPTION(ROWS, OPTION_ROWS)            \
    OPTION(CONSTANTS, OPTION_KEPT("a constant code: left out (skip), or counted as 0 as published (keep)"))
OPTION_TABLE(OPTIONS);

/* I = H(z_j) + H(z_l) - H(z_j, z_l); a code's own entropy is that of its table with itself. */
typedef struct visit {
    size_t d, bins;
    double *entropy; /* [d] */
    double *joint;   /* [d * d] */
} visit;

static void see(void *context, size_t j, size_t l, const uint32_t *cell, size_t columns)
{
    visit *v = context;
    v->joint[j * v->d + l] = counts_entropy(cell, v->bins * columns);
    if (j == l) v->entropy[j] = v->joint[j * v->d + l];
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t d = rep->n_codes, rows = rows_asked(call->option[ROWS], rep->n);
    const cut how = { .rule = (bin_rule)call->option[RULE], .bins = (size_t)call->option[BINS], .rows = rows };
    const int keep = call->option[CONSTANTS] == CONSTANTS_KEEP;
    visit v = { .d = d, .bins = how.bins };
    const bins *cuts;
    ASSAY_TRY(discretise_codes(rep, call, &how, &cuts));
    ASSAY_TRY(LEND(call, LOAN(v.entropy, d), LOAN(v.joint, d * d)));
    ASSAY_TRY(histogram_pairs(cuts, cuts, 0, call, see, &v));

    assay_series *series = &call->series[0];
    size_t varying = 0;
    for (size_t j = 0; j < d; j++) varying += v.entropy[j] > 0.0;
    const size_t others = (keep ? d : varying) - 1;
    for (size_t j = 0; j < d; j++)
        for (size_t l = 0; l < d; l++) v.joint[j * d + l] = fmax(0.0, v.entropy[j] + v.entropy[l] - v.joint[j * d + l]);
    step_show(call, "the information", v.joint, d, d);
    for (size_t j = 0; j < d; j++) {
        double sum = 0.0;
        for (size_t l = 0; l < d; l++)
            if (l != j) sum += v.joint[j * d + l];
        if (!keep && v.entropy[j] == 0.0) series->items[j] = constant_code(call, j);
        else if (!others) series->items[j] = CODE_UNDEFINED(call, j, "one-code", "no other code than # varies");
        else series->items[j] = sum / (double)others;
    }
    return ASSAY_OK;
}

COST(cost, work_cut(n, d) + 0.1 * n * d * d + 4.0 * d * d * option[BINS] * option[BINS]);

static const assay_output outputs[] = { { "code-mi", ASSAY_PER_CODE, ASSAY_DESCRIBES, 0, INFINITY } };

static const assay_preset presets[] = {
    { "default", "Locatello et al. 2019, section 5.1", NULL, NULL },
    { "locatello2019", "Locatello et al. 2019, published code", "rows=train:constants=keep",
      "Only the training rows count: the first 10000, or two thirds where there are fewer than 15000. Constant codes "
      "count as 0 and lower the mean. Gives the mean alone." },
};

const assay_metric assay_metric_code_mi = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_CODES_ALONE,
    .id = "code-mi",
    .title = "Mutual information between codes",
    .family = "unsupervised",
    .formula = "mean over pairs j != l of I(z_j; z_l), nats; 0 = independent codes",
    .source = "Locatello et al. 2019, arXiv:1811.12359, section 5.1",
    METRIC_PARTS_AND_COST,
};
