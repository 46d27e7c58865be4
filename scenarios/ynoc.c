/*
 * Known    Several values share a bin, for coordinates are random: metrics over bins read less than 1 at alpha = 0.
 */
#include "scenario.h"

#include "sentences.h"

enum { COORDINATES = 10 + 40 + 20 + 30 };

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    double coordinate[COORDINATES];
    ASSAY_TRY(assay_data_shape(to, n, YNOC_FACTORS, YNOC_FACTORS));
    coordinates_draw(stream, COORDINATES, coordinate);
    block_draw(stream, n, YNOC_FACTORS, to->factors);
    for (size_t i = 0; i < YNOC_FACTORS; i++) {
        to->levels[i] = ynoc_levels[i];
        block_classify(to->factors + i * n, n, ynoc_levels[i]);
    }
    block_draw(stream, n, YNOC_FACTORS, to->codes);
    coordinates_blend(to, 0, coordinate, parameter[0]);
    return ASSAY_OK;
}

const assay_scenario assay_scenario_ynoc = {
    .id = "ynoc",
    .title = "Year, name, occupation, city",
    .formula = "z_i = (1 - alpha) c_i(v_i) + alpha e_i, a random coordinate c_i for each of the 10, 40, 20, 30 values "
               "of the factors year, name, occupation and city; M = d = 4",
    .draws = "c = 2 random(100) - 1, factor by factor, v = floor(levels random((n, 4))), e = 2 random((n, 4)) - 1, "
             "each row by row; sentences (generate --text): permutation(720000)",
    .truth_text = "modularity and compactness are 1 for alpha < 1 and 0 at alpha = 1; explicitness falls from 1 at "
                  "alpha = 0 to 0 at alpha = 1",
    .source = "Zhang, Prokhorov and Shareghi 2021, sections 2.2 and 3.1",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "share of noise in every code", 0, 0, 1), "alpha", 0.0, 0.2, 0.4, 0.6, 0.8, 1.0),
    OWN_ONLY(build, noise_truth, "its factors are those of a corpus; the profile ynoc gives them to other scenarios"),
    PROBES({ "alpha=0.4", 1000 }),
};
