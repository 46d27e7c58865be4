/* What a fit says of rows, tile by tile. */
#include "logistic_inside.h"

#include "lend.h"

#include <math.h>

/* Scores of up to one tile of rows: score [n_classes][TILE_ROWS]; x is room for the codes' columns. */
WIDE
static void tile_scores(const double *x, size_t d, const double *weight, size_t n_classes, double *score)
{
    for (size_t k = 0; k < n_classes; k++) {
        const double *w = weight + k * (d + 1);
        for (size_t s = 0; s < TILE_ROWS; s += LANES) {
            lanes sum = LANES_ALL(w[d]);
            for (size_t j = 0; j < d; j++) sum += w[j] * TILE_AT(x + j * TILE_ROWS + s);
            TILE_TO(score + k * TILE_ROWS + s) = sum;
        }
    }
}

/* Scores to probabilities, in place. */
WIDE
static void tile_probabilities(double *score, size_t n_classes, int32_t form)
{
    const lanes nothing = LANES_ALL(-HUGE_VAL), zero = LANES_ALL(0);
    for (size_t s = 0; s < TILE_ROWS; s += LANES) {
        lanes most = nothing, sum = zero;
        for (size_t k = 0; k < n_classes; k++) {
            const lanes here = TILE_AT(score + k * TILE_ROWS + s);
            most = LANES_PICK(here > most, here, most);
        }
        for (size_t k = 0; k < n_classes; k++) {
            const lanes here = TILE_AT(score + k * TILE_ROWS + s);
            lanes e, size = most - here;
            if (form != LOGISTIC_MULTINOMIAL) size = LANES_PICK(here < zero, -here, here);
            tile_exp_minus(&size, &e);
            if (form != LOGISTIC_MULTINOMIAL) e = LANES_PICK(here < zero, e, LANES_ALL(1.0)) / (1.0 + e);
            e = LANES_PICK(here == nothing, zero, e); /* R2 */
            TILE_TO(score + k * TILE_ROWS + s) = e;
            sum += e;
        }
        for (size_t k = 0; k < n_classes; k++)
            TILE_TO(score + k * TILE_ROWS + s) = TILE_AT(score + k * TILE_ROWS + s) / sum;
    }
}

/* Scores of up to one tile of rows from `first` on: how many they are; the columns are filled up with zeros. x has room
 * for the tile's columns and, behind them, its scores. */
static size_t scores_at(const logistic_rows *from, const double *weight, size_t first, double *x)
{
    const size_t left = from->n - first, rows = left < TILE_ROWS ? left : TILE_ROWS;
    for (size_t j = 0; j < from->n_codes; j++) {
        for (size_t s = 0; s < rows; s++) x[j * TILE_ROWS + s] = from->codes[j * from->stride + first + s];
        for (size_t s = rows; s < TILE_ROWS; s++) x[j * TILE_ROWS + s] = 0.0;
    }
    tile_scores(x, from->n_codes, weight, from->n_classes, x + from->n_codes * TILE_ROWS);
    return rows;
}

assay_status logistic_probability(const logistic_rows *of, const double *weight, int32_t form, double *probability)
{
    double *x = NULL;
    void *const block = LEND_BLOCK(LOAN(x, (of->n_codes + of->n_classes) * TILE_ROWS));
    if (!block) return ASSAY_ENOMEM;
    double *const score = x + of->n_codes * TILE_ROWS;
    for (size_t first = 0; first < of->n; first += TILE_ROWS) {
        const size_t rows = scores_at(of, weight, first, x);
        tile_probabilities(score, of->n_classes, form);
        for (size_t k = 0; k < of->n_classes; k++)
            memcpy(probability + k * of->n + first, score + k * TILE_ROWS, rows * sizeof *probability);
    }
    free(block);
    return ASSAY_OK;
}

assay_status logistic_accuracy(const logistic_rows *of, const double *weight, double *accuracy)
{
    double *x = NULL;
    void *const block = LEND_BLOCK(LOAN(x, (of->n_codes + of->n_classes) * TILE_ROWS));
    if (!block) return ASSAY_ENOMEM;
    double *const score = x + of->n_codes * TILE_ROWS;
    size_t right = 0;
    for (size_t first = 0; first < of->n; first += TILE_ROWS) {
        const size_t rows = scores_at(of, weight, first, x);
        for (size_t s = 0; s < rows; s++) {
            size_t best = 0;
            for (size_t k = 1; k < of->n_classes; k++)
                if (score[k * TILE_ROWS + s] > score[best * TILE_ROWS + s]) best = k;
            right += (int32_t)best == of->label[first + s];
        }
    }
    *accuracy = of->n ? (double)right / (double)of->n : NAN;
    free(block);
    return ASSAY_OK;
}
