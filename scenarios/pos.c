/*
 * Truth    The factors depend on each other through the structure: which are there, and how often.
 * Known    zhang2021's information takes H(z) over all rows and H(z|v) over those that have the factor, which biases it
 *          for the four that may be absent (adv., prep. .552, adj. .841, conj1. .647, conj2. .324 of the rows have
 *          them).
 */
#include "scenario.h"

#include "sentences.h"

enum { COORDINATES = 140 + 25 + 25 + 85 + 25 + 5 + 2 + 2 + POS_FACTORS };

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    double coordinate[COORDINATES];
    ASSAY_TRY(assay_data_shape(to, n, POS_FACTORS, POS_FACTORS));
    for (size_t i = 0; i < POS_FACTORS; i++) to->levels[i] = pos_levels[i];
    coordinates_draw(stream, COORDINATES, coordinate);
    pos_rows(stream, n, to->factors);
    block_draw(stream, n, POS_FACTORS, to->codes);
    coordinates_blend(to, 1, coordinate, parameter[0]);
    return ASSAY_OK;
}

const assay_scenario assay_scenario_pos = {
    .id = "pos",
    .title = "Parts of speech, some of them absent",
    .formula = "z_i = (1 - alpha) c_i(v_i) + alpha e_i, a random coordinate c_i for each ordered selection of the "
               "words of tag i (140, 25, 25, 85, 25, 5, 2, 2) and for its absence; M = d = 8. A value counts "
               "selections, those of fewer words first, the first word slowest. Structures: S = (adj.) n. (adv.) v. "
               "(prep.) (adj.) n., its options counted by bits (second adj., adv., prep., first adj., fastest first), "
               "then end-punc.; each is followed by those of S and each S2, nine tags at most together: conj1. S , "
               "S2; S conj1. S2; S , conj2. S2; each with end-punc. Words: 5, of conj2. and end-punc. 2; none twice "
               "in a sentence. A structure stands for its sentences, 10000 at most, in 2872800; the first word of a "
               "sentence's number is slowest",
    .draws = "c = 2 random(317) - 1, factor by factor, the absent value last; for each row integers(2872800) for the "
             "structure, integers(its sentences); e = 2 random((n, 8)) - 1, row by row; sentences (generate --text): "
             "for each structure permutation(its sentences), or beyond 10000 integers(its sentences) until 10000 "
             "differ",
    .truth_text = "modularity and compactness are 1 for alpha < 1 and 0 at alpha = 1; explicitness falls from 1 at "
                  "alpha = 0 to 0 at alpha = 1",
    .source = "Zhang, Prokhorov and Shareghi 2021, sections 2.2 and 3.2, table 2",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "share of noise in every code", 0, 0, 1), "alpha", 0.0, 0.2, 0.4, 0.6, 0.8, 1.0),
    OWN_ONLY(build, noise_truth, "its factors are those of a corpus; the profile pos gives them to other scenarios"),
    PROBES({ "alpha=0.2", 1000 }),
};
