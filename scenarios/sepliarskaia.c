/*
 * Truth    ideal: 1, 1, 1. xor: one code of three is moved by two factors, modularity 2/3 as a mean over codes; of its
 *          two factors it tells nothing alone, explicitness 2/4; compactness unknown, since each factor is in one code
 *          and yet not. sum: the same modularity; the sum tells H(sum) - 2 = .656 bits of the 2 in each factor,
 *          explicitness (2 + .656)/4; each factor is in one code, compactness 1. one: each code tells of one factor,
 *          modularity 1; one factor of four is determined, explicitness 1/4; it is in all codes and the others in none,
 *          compactness 0. split: modularity and explicitness 1, compactness that of two equal codes of eight.
 */
#include "scenario.h"

#include <math.h>

enum { IDEAL, XOR, SUM, ONE, SPLIT };
enum { M = 4 };

static void codes_split(const double *y, size_t n, double *z)
{
    for (size_t i = 0; i < M; i++) {
        for (size_t s = 0; s < n; s++) {
            const double upper = y[i * n + s] >= 2.0;
            z[2 * i * n + s] = upper;
            z[(2 * i + 1) * n + s] = y[i * n + s] - 2.0 * upper;
        }
    }
}

/* Factors 0 and 1 in the first code, the others as they are. */
static void codes_join(const double *y, size_t n, int exclusive, double *z)
{
    for (size_t s = 0; s < n; s++) z[s] = exclusive ? (double)((unsigned)y[s] ^ (unsigned)y[n + s]) : y[s] + y[n + s];
    for (size_t k = n; k < (M - 1) * n; k++) z[k] = y[n + k];
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    const int which = (int)parameter[0];
    const size_t d = which == SPLIT ? 2 * M : which == XOR || which == SUM ? M - 1 : M;
    ASSAY_TRY(assay_data_shape(to, n, M, d));
    factors_categorical(to, 4);
    block_draw(stream, n, M, to->factors);
    block_classify(to->factors, n * M, 4);
    if (which == IDEAL) codes_repeat(to->factors, n, M, 1, to->codes);
    else if (which == ONE) codes_repeat(to->factors, n, 1, M, to->codes);
    else if (which == SPLIT) codes_split(to->factors, n, to->codes);
    else codes_join(to->factors, n, which == XOR, to->codes);
    return ASSAY_OK;
}

static void truth(const double *parameter, assay_truth to[3])
{
    const assay_truth one = truth_is(1.0);
    const double bits =
        0.25 * 2.0 + 0.5 + 0.25 * 3.0 + 0.375 * log2(16.0 / 3.0); /* P(sum) = (1, 2, 3, 4, 3, 2, 1)/16 */
    switch ((int)parameter[0]) {
    case XOR: truth_set(to, truth_order(2.0 / 3.0), truth_unknown(), truth_is(0.5)); return;
    case SUM: truth_set(to, truth_order(2.0 / 3.0), one, truth_order((2.0 + (bits - 2.0)) / 4.0)); return;
    case ONE: truth_set(to, one, truth_is(0.0), truth_is(0.25)); return;
    case SPLIT: truth_set(to, one, truth_order(1.0 - log(2.0) / log(8.0)), one); return;
    default: truth_set(to, one, one, one);
    }
}

const assay_scenario assay_scenario_sepliarskaia = {
    .id = "sepliarskaia",
    .title = "Small cases to rate high or low",
    .formula = "four factors y of 4 values; codes: ideal, y; xor, y_0 xor y_1, y_2, y_3; sum, y_0 + y_1, y_2, y_3; "
               "one, y_0 four times; split, the two bits of each y",
    .draws = "u = random((n, 4)), row by row, y = floor(4 u)",
    .truth_text = "ideal: all 1; xor and sum: modularity lower, explicitness lower (1/2 for xor); one: explicitness "
                  "1/4, compactness 0; split: compactness alone is lower",
    .source = "ours, after Sepliarskaia, Kiseleva and de Rijke 2019, arXiv:1910.05587",
    STUDIED(20000, 100),
    ONE_PARAMETER(
        CHOICE("case", "which case", [IDEAL] = "ideal", [XOR] = "xor", [SUM] = "sum", [ONE] = "one", [SPLIT] = "split"),
        "case", IDEAL, XOR, SUM, ONE, SPLIT),
    OWN_ONLY(build, truth, "its cases are made of four factors of 4 values"),
    PROBES({ "case=xor", 1000 }, { "case=sum", 1000 }, { "case=split", 1000 }),
};
