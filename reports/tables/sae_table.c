#include "sae_table.h"

#include "evidence.h"
#include "needed.h"
#include "student.h"

#include <string.h>

#define SCENARIO "features"
#define DIFFERENCE 0.01
#define TIE 1e-9 /* scores as near as this differ by rounding alone */

/* Whether a point says encoder and dose and nothing else. */
static int is_standard(const evidence_point *p, uint64_t samples)
{
    return strcmp(p->scenario, SCENARIO) == 0 && p->samples == samples && p->at->set.n == 2 &&
           point_word(p->at, "encoder") && !isnan(point_number(p->at, "dose"));
}

/* The next larger size of a series' points; 0: there is none. */
static uint64_t size_after(const evidence_series *s, uint64_t samples)
{
    uint64_t next = 0;
    for (size_t k = 0; k < s->n_points; k++) {
        const evidence_point *p = &s->point[k];
        if (is_standard(p, p->samples) && p->samples > samples && (!next || p->samples < next)) next = p->samples;
    }
    return next;
}

/* The point of an encoder at its largest dose up to .8, or 1 where it has no other; NULL: none. */
static const evidence_point *strongest(const evidence_series *s, const char *encoder, uint64_t samples)
{
    const evidence_point *best = NULL;
    double best_dose = 2.0;
    for (size_t k = 0; k < s->n_points; k++) {
        const evidence_point *p = &s->point[k];
        if (!is_standard(p, samples) || strcmp(point_word(p->at, "encoder"), encoder) != 0) continue;
        const double dose = point_number(p->at, "dose");
        if (best && (best_dose <= 0.8 ? dose > 0.8 || dose < best_dose : dose > best_dose)) continue;
        best = p;
        best_dose = dose;
    }
    return best;
}

/* Encoders of a seed share its world, so that pooling them adds no degree of freedom: worlds - 1. */
typedef struct noise {
    double sd;
    size_t worlds;
} noise;

static noise noise_of(const evidence_series *s, uint64_t samples)
{
    noise to = { 0.0, 0 };
    size_t freedom = 0;
    for (size_t k = 0; k < s->n_points; k++) {
        const evidence_point *p = &s->point[k];
        if (!is_standard(p, samples) || p->defined < 2) continue;
        to.sd += p->sd * p->sd * (double)(p->defined - 1);
        freedom += p->defined - 1;
        if (p->defined > to.worlds) to.worlds = p->defined;
    }
    to.sd = freedom ? sqrt(to.sd / (double)freedom) : NAN;
    return to;
}

static double reliable_difference(noise of)
{
    return of.worlds ? student_quantile(0.975, (double)of.worlds - 1.0) * sqrt(2.0) * of.sd : NAN;
}

/* One where a difference of one is reliable; else as many as t has where it is all but normal. */
static double seeds_for(noise of)
{
    const double least = 2.0 * pow(1.96 * of.sd / DIFFERENCE, 2.0);
    return reliable_difference(of) <= DIFFERENCE + TIE ? 1.0 : fmax(ceil(least), 2.0);
}

static double rank_of(const double *of, size_t n, size_t k)
{
    double below = 0.0, alike = 0.0;
    for (size_t i = 0; i < n; i++) {
        below += of[i] < of[k] - TIE;
        alike += fabs(of[i] - of[k]) <= TIE;
    }
    return below + 0.5 * (alike - 1.0);
}

double rank_correlation(const double *a, const double *b, size_t n)
{
    const double middle = 0.5 * ((double)n - 1.0);
    double aa = 0.0, bb = 0.0, ab = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double x = rank_of(a, n, k) - middle, y = rank_of(b, n, k) - middle;
        aa += x * x;
        bb += y * y;
        ab += x * y;
    }
    return aa > 0.0 && bb > 0.0 ? ab / sqrt(aa * bb) : NAN;
}

static const evidence_series *series_called(const evidence *e, const char *metric, const char *output)
{
    for (size_t s = 0; s < e->count; s++)
        if (strcmp(e->at[s].metric, metric) == 0 && strcmp(e->at[s].preset, "default") == 0 &&
            strcmp(e->at[s].output, output) == 0)
            return &e->at[s];
    return NULL;
}

/* Over the encoders at which both are defined. */
static double validity(const evidence_series *s, const evidence_series *truth, uint64_t samples)
{
    double *value = kept(2 * s->n_points + 1, sizeof *value), *right = value + s->n_points;
    size_t n = 0;
    for (size_t k = 0; truth && k < s->n_points; k++) {
        const evidence_point *p = &s->point[k];
        const evidence_point *q = is_standard(p, samples) ? evidence_find(truth, SCENARIO, p->point, samples) : NULL;
        if (!q || isnan(p->mean) || isnan(q->mean)) continue;
        value[n] = p->mean;
        right[n++] = q->mean;
    }
    return rank_correlation(value, right, n);
}

/* The encoders but the oracle, as the scenario lists them; ended by NULL. */
static const char *const *encoders(void) { return assay_scenario_find(SCENARIO)->parameters[0].words + 1; }

/* In units of noise. What is beyond any noise is infinite: a dash for people, with its sign. */
static void put_effect(grid *g, const evidence_point *from, const evidence_point *to, noise of)
{
    const moments change = from && to ? evidence_paired(from, to) : (moments){ 0 };
    const double effect = fabs(moments_mean(&change)) <= TIE ? 0.0 : moments_mean(&change) / of.sd;
    const char *text = isinf(effect) ? effect > 0 ? "∞" : "-∞" : grid_number_text(effect, effect == 0.0 ? 0 : 1);
    grid_written(g, isinf(effect) ? NAN : effect, text);
    if (fabs(effect) * of.sd >= reliable_difference(of)) grid_strong(g);
}

static void put_series(grid *g, const evidence *e, const evidence_series *s, uint64_t samples)
{
    const evidence_point *oracle = evidence_find(s, SCENARIO, "encoder=oracle;dose=0", samples);
    const evidence_point *chance = evidence_find(s, SCENARIO, "encoder=random;dose=1", samples);
    const noise of = noise_of(s, samples);
    GRID_ROW(g, GRID_TEXT(series_text(s)), GRID_COUNT(samples), GRID_NUMBER(oracle ? oracle->mean : NAN, 3),
             GRID_NUMBER(chance ? chance->mean : NAN, 3), GRID_COUNT_IF(of.worlds), GRID_NUMBER(of.sd, 4),
             GRID_NUMBER(reliable_difference(of), 4), GRID_NUMBER(of.worlds ? seeds_for(of) : NAN, 0),
             GRID_NUMBER(validity(s, series_called(e, "detectors", "f1-by-factor"), samples), 2),
             GRID_NUMBER(validity(s, series_called(e, "mcc-directions", "mcc-directions"), samples), 2));
    for (const char *const *name_of = encoders(); *name_of; name_of++)
        put_effect(g, oracle, strongest(s, *name_of, samples), of);
}

static void note_columns(grid *g)
{
    grid_note(g, 0, "chance: of codes whose rows are shuffled, with random directions (encoder random, dose 1).");
    grid_note(g, 0,
              "noise: deviation over seeds, pooled over encoders; a seed draws features, directions and rows. "
              "reliable: what two models, scored once each, have to differ by, t sqrt(2) noise, t with seeds - 1 "
              "degrees. seeds .01: about how many each of them needs for a difference of .01.");
    grid_note(g, 0,
              "F1, MCC: rank correlation over all encoders and doses with the F1 of each feature's best code and with "
              "the matched cosines of directions.");
    grid_note(g, 0,
              "An encoder: change from the oracle to its largest dose up to .8, in units of noise; bold where two "
              "models scored once would show it.");
}

grid *sae_grid(const evidence *e)
{
    size_t rows = 0;
    grid *g = grid_new("What scores of sparse codes show: scenario features");
    GRID_COLUMNS(g, { "score", "score", GRID_LEFT }, { "rows", "rows", GRID_RIGHT }, { "oracle", "oracle", GRID_RIGHT },
                 { "chance", "chance", GRID_RIGHT }, { "worlds", "seeds", GRID_RIGHT },
                 { "noise", "noise", GRID_RIGHT }, { "reliable", "reliable", GRID_RIGHT },
                 { "seeds", "seeds .01", GRID_RIGHT }, { "validity_f1", "F1", GRID_RIGHT },
                 { "validity_mcc", "MCC", GRID_RIGHT });
    grid_stub(g, 2);
    for (const char *const *name = encoders(); *name; name++) grid_column(g, *name, *name, GRID_RIGHT);
    for (size_t s = 0; s < e->count; s++)
        for (uint64_t n = size_after(&e->at[s], 0); n; n = size_after(&e->at[s], n), rows++)
            put_series(g, e, &e->at[s], n);
    note_columns(g);
    return rows ? g : NULL;
}
