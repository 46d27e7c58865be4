/*
 * Truth    A constant is known by no code and missed by none: modularity and compactness are those of codes that mix
 *          two factors alike, explicitness is 1, at every point. What a score adds for it is counted columns.
 */
#include "scenario.h"

enum { M = 4 };
enum { PLACE_FIRST, PLACE_LAST };
#define PARAMETERS(ROW, STILL)                                               \
    ROW(COUNT, "k", (0, 1, 8), WHOLE("count", "constant factors", 1, 0, 64)) \
    ROW(PLACE, "place", (0, 1),                                              \
        CHOICE("place", "before or after the four others", [PLACE_FIRST] = "first", [PLACE_LAST] = "last"))
PARAMETER_TABLE(PARAMETERS);

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    const size_t count = (size_t)parameter[COUNT], first = parameter[PLACE] == PLACE_FIRST ? count : 0;
    ASSAY_TRY(assay_data_shape(to, n, M + count, M));
    double *v = to->factors + first * n;
    block_draw(stream, n, M, v);
    for (size_t j = 0; j < M; j += 2)
        for (size_t s = 0; s < n; s++) {
            to->codes[j * n + s] = (v[j * n + s] + v[(j + 1) * n + s]) / 2.0;
            to->codes[(j + 1) * n + s] = (v[j * n + s] - v[(j + 1) * n + s]) / 2.0;
        }
    return ASSAY_OK;
}

TRUTH(p, truth_order(0.5), truth_order(0.5), truth_is(1.0));

const assay_scenario assay_scenario_dead_factor = {
    .id = "dead-factor",
    .title = "Factors that never change",
    .formula = "codes (v_0 + v_1)/2, (v_0 - v_1)/2, (v_2 + v_3)/2, (v_2 - v_3)/2, v uniform on [0, 1), and `count` "
               "factors of 0; M = 4 + count, d = 4",
    .draws = "v = random((n, 4)), row by row",
    .truth_text = "modularity, compactness and explicitness are the same wherever and however many the constant "
                  "factors are; explicitness is 1",
    .source = "ours",
    SWEPT(20000, 100),
    OWN_ONLY(build, truth, "its constant factors are added to factors of its own"),
    PROBES({ "count=1", 1000 }, { "count=8:place=last", 1000 }),
};
