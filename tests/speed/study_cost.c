/*
 * `make bench`: what a study of the size of the largest published one costs: 12,800 representations of 10,000 rows, 10
 * codes and 5 factors (Locatello et al. 2019, arXiv:1811.12359). One of them is measured, on one core: each metric
 * alone, and all together, which share relations; the others are as many times that. Factors have 3, 6, 40, 32 and
 * 100 classes, rows drawn evenly, or are uniform numbers; a dash is a metric that does not apply to them.
 *
 * Core-hours of the scores, then with the draws that a study makes of itself: intervals and chance levels of scores
 * that take little (STUDY_DRAWS, STUDY_LITTLE), as many times the score, though draws share their relations, too.
 */
#include "shapes.h"
#include "study_run.h"
#include "timing.h"

enum { MODELS = 12800, ROWS = 10000, FACTORS = 5, CODES = 10 };

/* Seconds of the scores of a list on one model; NaN: none is defined. */
static double time_list(const assay_data *data, const variant *v, size_t n)
{
    const assay_rep rep = assay_data_view(data);
    FREED(scoring_freed) scoring *s = scoring_new();
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
    return status == ASSAY_OK && defined ? took : NAN;
}

static double hours(double seconds) { return seconds * MODELS / 3600; }

static void put_hours(double value) { isnan(value) ? printf(" %11s", "-") : printf(" %11.3f", value); }

/* How often a study computes a score: itself, and each of its draws. */
static double times_drawn(const variant *v)
{
    const assay_size size = { .n = ROWS, .n_factors = FACTORS, .n_codes = CODES };
    return 1 + (double)study_draws_wanted(-1, 0, v, &size) + (double)study_draws_wanted(-1, 1, v, &size);
}

int main(void)
{
    selection all = { 0 };
    assay_data data[2] = { { 0 }, { 0 } };
    assay_error err = { "" };
    if (selection_add(&all, "all", &err) != ASSAY_OK) {
        fprintf(stderr, "study_cost: %s\n", err.text);
        return 1;
    }
    for (int kind = 0; kind < 2; kind++)
        shape_make(&(shape){ "", ROWS, FACTORS, CODES, kind ? NUMBERS : CLASSES, 0, 0 }, &data[kind]);
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
    printf("\n");
    selection_free(&all);
    for (int kind = 0; kind < 2; kind++) assay_data_free(&data[kind]);
    return 0;
}
