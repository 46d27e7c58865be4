/*
 * Known    1/10 is no sum of powers of two: a mean of n such numbers is not always the number, and a variance computed
 *          from it not always 0.
 */
#include "scenario.h"

#include <string.h>

enum { PLACE_FIRST, PLACE_MIDDLE, PLACE_LAST }; /* halves of the codes before it */
#define PARAMETERS(ROW, STILL)                                                                        \
    ROW(COUNT, "k", (0, 1, 4), WHOLE("count", "constant codes", 1, 0, 64))                            \
    ROW(PLACE, "place", (0, 1, 2),                                                                    \
        CHOICE("place", "before, in the middle of or after the four others", [PLACE_FIRST] = "first", \
               [PLACE_MIDDLE] = "middle", [PLACE_LAST] = "last"))
PARAMETER_TABLE(PARAMETERS);

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)stream;
    const size_t n = v->n, m = v->n_factors, count = (size_t)parameter[COUNT];
    const size_t first = (size_t)parameter[PLACE] * m / 2;
    ASSAY_TRY(codes_copied(v, m, m + count, to));
    memmove(to->codes + (first + count) * n, to->codes + first * n, (m - first) * n * sizeof *to->codes);
    for (size_t k = first * n; k < (first + count) * n; k++) to->codes[k] = 0.1;
    return ASSAY_OK;
}

const assay_scenario assay_scenario_dead_code = {
    .id = "dead-code",
    .title = "Codes that never change",
    .formula = "codes v_0 .. v_3, v uniform on [0, 1), and `count` codes of 1/10; M = 4, d = 4 + count",
    .draws = "v = random((n, 4)), row by row",
    .truth_text = "all three properties are 1 wherever and however many the dead codes are",
    .source = "ours",
    .recipe = "v: 4 uniform; z = constant({count}); z = v",
    SWEPT(20000, 100),
    OF_UNIFORM(4, codes, truth_perfect),
    PROBES({ "count=1", 1000 }, { "count=4:place=middle", 1000 }),
};
