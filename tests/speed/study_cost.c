/*
 * `make bench`: what a study of the size of the largest published one costs: 12,800 representations of 10,000 rows, 10
 * codes and 5 factors (Locatello et al. 2019, arXiv:1811.12359). One of them is measured, on one core: each metric
 * alone, and all together, which share relations; the others are as many times that. Factors are classes of a grid of
 * 3 x 6 x 40 x 32 x 32, rows drawn evenly, or uniform numbers; a dash is a metric that does not apply to them.
 *
 * Core-hours of the scores, then with the draws that a study makes of itself: intervals and chance levels of scores
 * that take little (STUDY_DRAWS, STUDY_LITTLE), as many times the score, though draws share their relations, too.
 */
#include "array.h"
#include "relation.h"
#include "scoring.h"
#include "study_run.h"
#include "timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MODELS = 12800, ROWS = 10000, FACTORS = 5, CODES = 10 };

/* Codes are factors with noise, and noise. */
static assay_status make_model(int classes, assay_data *to)
{
    static const int32_t grid[FACTORS] = { 3, 6, 40, 32, 32 };
    assay_stream stream;
    assay_stream_seed(&stream, 0);
    const assay_status status = assay_data_shape(to, ROWS, FACTORS, CODES);
    for (size_t i = 0; status == ASSAY_OK && i < FACTORS; i++) {
        if (classes) to->levels[i] = grid[i];
        for (size_t s = 0; s < ROWS; s++)
            to->factors[i * ROWS + s] =
                classes ? (double)assay_stream_below(&stream, (uint64_t)grid[i]) : assay_stream_uniform(&stream);
    }
    for (size_t j = 0; status == ASSAY_OK && j < CODES; j++)
        for (size_t s = 0; s < ROWS; s++) {
            const double scale = classes && j < FACTORS ? grid[j] : 1.0;
            const double heard = j < FACTORS ? to->factors[j * ROWS + s] / scale : 0.0;
            to->codes[j * ROWS + s] = heard + 0.2 * assay_stream_normal(&stream);
        }
    return status;
}

/* Seconds of the scores of a list on one model; NaN: none is defined. */
static double time_list(const assay_data *data, const variant *v, size_t n)
{
    const assay_rep rep = assay_data_view(data);
    scoring *s = scoring_new();
    int defined = 0;
    const double start = cpu_seconds();
    assay_status status = s ? scoring_begin(s, &rep, 0, "", "") : ASSAY_ENOMEM;
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) {
        const assay_score *scores;
        status = scoring_run(s, &v[k], &scores);
        for (size_t o = 0; status == ASSAY_OK && o < v[k].metric->n_outputs; o++)
            defined |= !isnan(scores[o].overall.value);
    }
    const double took = cpu_seconds() - start;
    scoring_free(s);
    return status == ASSAY_OK && defined ? took : NAN;
}

static double hours(double seconds) { return seconds * MODELS / 3600; }

static void put_hours(double value)
{
    if (isnan(value)) printf(" %11s", "-");
    else printf(" %11.3f", value);
}

/* How often a study computes a score: itself, and each of its draws. */
static double times_drawn(const variant *v)
{
    const assay_size size = { .n = ROWS, .n_factors = FACTORS, .n_codes = CODES };
    return 1 + (double)study_draws_wanted(-1, 0, v, &size) + (double)study_draws_wanted(-1, 1, v, &size);
}

/* A file of one model read, the mean of a few. */
static double time_reading(const assay_data *data)
{
    enum { TIMES = 5 };
    char path[] = "/tmp/assay-study-XXXXXX", file[64];
    const int made = mkstemp(path);
    if (made < 0) return NAN;
    close(made);
    unlink(path);
    snprintf(file, sizeof file, "%s.npz", path);
    const assay_rep rep = assay_data_view(data);
    assay_data back = { 0 };
    assay_status status = representation_write(file, &rep, NULL);
    const double start = cpu_seconds();
    for (int k = 0; k < TIMES && status == ASSAY_OK; k++)
        status = representation_read_one(file, "auto", &back, NULL, NULL, 0, NULL);
    const double took = (cpu_seconds() - start) / TIMES;
    assay_data_free(&back);
    unlink(file);
    return status == ASSAY_OK ? took : NAN;
}

int main(void)
{
    selection all = { 0 };
    assay_data data[2] = { { 0 }, { 0 } };
    assay_error err = { "" };
    if (selection_add(&all, "all", &err) != ASSAY_OK || make_model(1, &data[0]) != ASSAY_OK ||
        make_model(0, &data[1]) != ASSAY_OK) {
        fprintf(stderr, "study_cost: %s\n", err.text);
        return 1;
    }
    printf("\nstudy: core-hours of %d representations, %d rows, %d codes, %d factors, extrapolated from one\n", MODELS,
           ROWS, CODES, FACTORS);
    printf("%-24s %11s %11s %11s %11s\n", "", "classes", "with draws", "continuous", "with draws");
    for (size_t k = 0; k < all.count; k++) {
        printf("%-24s", all.at[k].metric->id);
        for (int kind = 0; kind < 2; kind++) {
            const double took = time_list(&data[kind], &all.at[k], 1);
            put_hours(hours(took));
            put_hours(hours(took * times_drawn(&all.at[k])));
        }
        printf("\n");
    }
    printf("%-24s", "all, relations shared");
    for (int kind = 0; kind < 2; kind++) {
        put_hours(hours(time_list(&data[kind], all.at, all.count)));
        printf(" %11s", "");
    }
    printf("\n%-24s", "reading an .npz");
    for (int kind = 0; kind < 2; kind++) {
        put_hours(hours(time_reading(&data[kind])));
        printf(" %11s", "");
    }
    printf("\n");
    selection_free(&all);
    for (int kind = 0; kind < 2; kind++) assay_data_free(&data[kind]);
    return 0;
}
