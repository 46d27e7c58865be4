/*
 *   The codes are whole: what is missing is the label, as in a corpus whose sentences do not all have an adjective.
 */
#include "code_book.h"
#include "scenario.h"

#include <math.h>

static void values_drop(assay_stream *stream, double p, size_t n, size_t m, double *factors)
{
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < m; i++)
            if (assay_stream_uniform(stream) < p) factors[i * n + s] = NAN;
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, n, BOOK_FACTORS, BOOK_FACTORS));
    factors_categorical(to, BOOK_VALUES);
    code_book book;
    code_book_publish(&book);
    block_draw(stream, n, BOOK_FACTORS, to->factors);
    block_classify(to->factors, n * BOOK_FACTORS, BOOK_VALUES);
    code_book_write(&book, to->factors, n, 1, to->codes);
    values_drop(stream, parameter[0], n, BOOK_FACTORS, to->factors);
    return ASSAY_OK;
}

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(codes_copied(v, v->n_factors, v->n_factors, to));
    values_drop(stream, parameter[0], v->n, v->n_factors, to->factors);
    return ASSAY_OK;
}

const assay_scenario assay_scenario_absent = {
    .id = "absent",
    .title = "Factors without a value in some rows",
    .formula = "letters with one coordinate, M = d = 4, 20 values; each value absent with probability p",
    .draws = "u = random((n, 4)), row by row, y = floor(20 u); then random((n, 4)), row by row: below p, absent",
    .truth_text = "all three properties are 1 at every p; rows are left out factor by factor",
    .source = "ours, after Zhang, Prokhorov and Shareghi 2021, section 3.2",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("p", "probability that a value is absent", 0.2, 0, 0.95), "p", 0.0, 0.2, 0.5),
    BUILT(build, truth_perfect),
    .codes = codes,
    PROBES({ "p=0.2", 1000 }),
};
