/*
 *     Hoyer = 1/n sum_s [ sqrt(d) - ||m_s||_1 / ||m_s||_2 ] / (sqrt(d) - 1),  m_sj = z_sj / std z_j
 *
 *   The deviation has divisor n; nothing is centred.
 *
 * Takes    codes [d x n], d >= 2; factors are not looked at.
 * Gives    "hoyer", one number, a fraction: 1 = one code of a sample is not 0, 0 = all are equally large. It measures
 *          no property of factors.
 * Cost     O(n d), scratch O(n + d).
 * R1  A constant code has no deviation: left out (constants=skip), or the score is undefined as published (keep). Fewer
 *     than two left: one-code; none: constant-code.
 * R2  A sample of zeros has no sparsity: left out, or (keep) the score is undefined. All samples zero: not possible
 *     with a code that varies.
 * R3  Scaling a code by a power of two changes no bit, so does its sign; an offset does change the score.
 */
#include "aggregate.h"
#include "sparse_columns.h"
#include "work.h"

#define OPTIONS(OPTION) \
    OPTION(CONSTANTS,   \
           OPTION_KEPT("constant codes and samples of zeros: left out (skip), or no score as published (keep)"))
OPTION_TABLE(OPTIONS);

/* Of every sample over the codes with a deviation: |m|_1 and |m|_2^2. */
static void add_norms(const column_table *codes, const double *deviation, double *absolute, double *squares)
{
    for (size_t j = 0; j < codes->count; j++) {
        if (!(deviation[j] > 0.0)) continue;
        const column_entries z = entries_of(codes, j);
        for (size_t e = 0; e < z.count; e++) {
            const size_t s = entry_row(&z, e);
            const double m = z.value[e] / deviation[j];
            absolute[s] += fabs(m);
            squares[s] += m * m;
        }
    }
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const int keep = call->option[CONSTANTS] == CONSTANTS_KEEP;
    const column_table codes = codes_table(rep);
    double *deviation, *room, *absolute, *squares;
    ASSAY_TRY(
        LEND(call, LOAN(deviation, codes.count), LOAN(room, codes.n), LOAN(absolute, codes.n), LOAN(squares, codes.n)));
    size_t varying = 0, used = 0;
    for (size_t j = 0; j < rep->n_codes; j++) {
        deviation[j] = sqrt(column_squares(&codes, j, room) / (double)rep->n);
        varying += deviation[j] > 0.0;
        if (keep && !(deviation[j] > 0.0)) return score_refused(call, constant_code(call, j));
    }
    step_show(call, "the deviations", deviation, 1, rep->n_codes);
    if (!varying) return REFUSED(call, "constant-code", "no code varies"); /* R1 */
    if (varying < 2) return REFUSED(call, "one-code", "only one code varies");
    double sum = 0.0;
    const double root = sqrt((double)varying);
    add_norms(&codes, deviation, absolute, squares);
    for (size_t s = 0; s < rep->n; s++) {
        const double one = squares[s] > 0.0 ? (root - absolute[s] / sqrt(squares[s])) / (root - 1.0) : NAN;
        if (isnan(one) && keep) return REFUSED(call, "not-applicable", "sample %zu is zero in all codes", s); /* R2 */
        if (isnan(one)) continue;
        sum += one;
        used++;
    }
    call->series[0].value = sum / (double)used;
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "hoyer", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Hoyer 2004, section 3.1; Zhang et al. 2021", NULL, NULL },
    { "zhang2021", "Zhang et al. 2021, published code", "constants=keep",
      "A constant code or a sample of zeros makes 0/0 and the score undefined." },
};

const assay_metric assay_metric_hoyer = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_CODES_ALONE | ASSAY_SPARSE,
    .id = "hoyer",
    .title = "Hoyer sparsity of the codes",
    .family = "unsupervised",
    .formula = "mean over samples of (sqrt(d) - |m|_1 / |m|_2) / (sqrt(d) - 1), m_j = z_j / std z_j",
    .source = "Hoyer 2004, JMLR 5, section 3.1; Mathieu et al. 2019, arXiv:1812.02833; Zhang et al. 2021, table 4",
    METRIC_PARTS,
    .cost = work_codes_read,
};
