/*
 * Source   ours. Where an angle begins to be counted is a convention: no score should know it.
 * Truth    As of `trig`: a code depends on one factor, the codes give all of them back, and an angle takes two codes.
 *          Turning changes the names of the angles alone, so compactness is the same at every turn.
 * Known    Scores of pairs and of neighbours do not change by more than rounding. Bins are cut from 0 on: turned by
 *          half a circle ten of them are the same bins, turned by a quarter they are cut half a bin further.
 */
#include "angles.h"
#include "scenario.h"

#include <string.h>

enum { ANGLES = 2, M = 3, D = 5 };

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, n, M, D));
    block_draw(stream, n, M, to->factors);
    memcpy(to->codes + 2 * ANGLES * n, to->factors + ANGLES * n, n * sizeof *to->codes);
    block_scale(to->factors, n * ANGLES, TURN);
    codes_circle(to->factors, n, ANGLES, 1, to->codes);
    for (size_t i = 0; i < ANGLES; i++) to->period[i] = TURN;
    for (size_t k = 0; k < n * ANGLES; k++) {
        const double turned = to->factors[k] + TURN * parameter[0];
        to->factors[k] = turned < TURN ? turned : turned - TURN;
    }
    return ASSAY_OK;
}

TRUTH(p, truth_is(1.0), truth_order(0.7), truth_is(1.0));

const assay_scenario assay_scenario_turned = {
    .id = "turned",
    .title = "Angles counted from elsewhere",
    .formula = "theta = 2 pi u of factors 0 and 1, which are cyclic of period 2 pi; v = theta + 2 pi turn, less 2 pi "
               "from 2 pi on; v_2 = u_2. Codes sin theta_0, cos theta_0, sin theta_1, cos theta_1, v_2; M = 3, d = 5",
    .draws = "u = random((n, 3)), row by row",
    .truth_text = "modularity and explicitness are 1; compactness is below 1 and the same at every turn",
    .source = "ours",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("turn", "share of the circle that the angles are turned by", 0, 0, 1), "turn", 0, 0.25, 0.5),
    OWN_ONLY(build, truth, "its factors are angles"),
    .is_asked_for = 1,
};
