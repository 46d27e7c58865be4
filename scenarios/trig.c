/*
 * Source   order=peer is that of the published code. No metric may care.
 * Truth    Modularity and explicitness are 1: a code depends on one angle, and a pair of codes gives the angle back. A
 *          factor takes two codes of the eight, so compactness is below 1 and equal to that of `duplicate` with two
 *          copies: 1 - ln 2 / ln 8 when all codes of a factor count the same.
 * Known    One code alone tells the angle up to a reflection only, which is where metrics of one code at a time (sap,
 *          mig, jemmig, dcimig) part from `duplicate`.
 */
#include "angles.h"
#include "owned.h"
#include "scenario.h"

#include <math.h>

enum { INTERLEAVED, PEER };

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, n, 4, 8));
    block_draw(stream, n, 4, to->factors);
    block_scale(to->factors, n * 4, TURN);
    codes_circle(to->factors, n, 4, parameter[0] == INTERLEAVED, to->codes);
    return ASSAY_OK;
}

/* Class k of K is the angle 2 pi k/K + pi/4: the sine and the cosine of two classes are different, then, too. */
static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)stream;
    const size_t n = v->n, m = v->n_factors;
    OWNED double *angle = zeroed(n * m, sizeof *angle);
    ASSAY_TRY(angle ? codes_begin(v, m, 2 * m, to) : ASSAY_ENOMEM);
    for (size_t i = 0; i < m; i++)
        for (size_t s = 0; s < n; s++)
            angle[i * n + s] = TURN * (v->scaled[i * n + s] * (v->levels[i] - 1.0) / v->levels[i] + 0.125);
    codes_circle(angle, n, m, parameter[0] == INTERLEAVED, to->codes);
    return ASSAY_OK;
}

TRUTH_OF_FACTORS(p, m, 4, truth_is(1.0), truth_order(1.0 - log(2.0) / log(2.0 * m)), truth_is(1.0));

static const char *refuse(const double *parameter, const assay_profile *on)
{
    (void)parameter;
    for (size_t i = 0; i < on->n_factors; i++)
        if (!on->levels[i] || (on->absent && on->absent[i]))
            return "it takes factors as angles, and what a whole turn of a continuous factor, or of one that may be "
                   "absent, would be is not known";
    return NULL;
}

const assay_scenario assay_scenario_trig = {
    .id = "trig",
    .title = "Sine and cosine of an angle",
    .formula = "theta = 2 pi u; codes sin theta_0, cos theta_0, sin theta_1, ...; M = 4, d = 8. On a profile class k "
               "of K is the angle 2 pi k/K + pi/4",
    .draws = "u = random((n, 4)), row by row",
    .truth_text = "modularity and explicitness are 1; compactness is below 1 and that of two copies, two codes of "
                  "eight for each factor",
    .source = "Boilard 2022, section 3.3.4, table 3.1",
    .recipe = "v: 4 circle; z = circle(v)",
    STUDIED(20000, 100),
    ONE_PARAMETER(
        CHOICE("order",
               "sine next to cosine, or all cosines before all sines", [INTERLEAVED] = "interleaved", [PEER] = "peer"),
        "order", INTERLEAVED),
    BUILT(build, truth),
    .codes = codes,
    .truth_on = truth_on,
    .refuse = refuse,
};
