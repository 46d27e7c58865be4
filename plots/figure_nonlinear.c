/*
 * The scenario `nonlinear` itself: z against v for every alpha of its sweep, and how z falls into bins of equal width.
 *
 * Drawn from the first factor and code of the scenario's own data, seed 0, 2000 samples, in rising order of the factor;
 * every tenth sample is a point of the curve, all of them are counted in the bins.
 *
 * Source   Boilard 2022, section 3.3.3, equation 3.3, figures 3.4 and 3.6.
 */
#include "figure_documents.h"

#include "figure_script.h"
#include "needed.h"

#include <stdlib.h>

enum { SAMPLES = 2000, EVERY = 10, BINS = 10, MOST = 8 };
static const char SCENARIO[] = "nonlinear";

typedef struct pair {
    double v, z;
} pair;

typedef struct curve {
    double alpha;
    pair at[SAMPLES]; /* by rising v */
} curve;

typedef struct curves {
    curve *at;
    size_t count;
} curves;

static int by_factor(const void *a, const void *b)
{
    const double x = ((const pair *)a)->v, y = ((const pair *)b)->v;
    return (x > y) - (x < y);
}

static assay_status make_curve(double alpha, curve *to, assay_error *err)
{
    assay_data data = { 0 };
    char parameters[64];
    snprintf(parameters, sizeof parameters, "alpha=%.17g", alpha);
    const assay_status status = assay_generate(SCENARIO, parameters, SAMPLES, 0, &data, err);
    for (size_t s = 0; s < SAMPLES && status == ASSAY_OK; s++) to->at[s] = (pair){ data.factors[s], data.codes[s] };
    if (status == ASSAY_OK) qsort(to->at, SAMPLES, sizeof *to->at, by_factor);
    to->alpha = alpha;
    assay_data_free(&data);
    return status;
}

static assay_status make_curves(making *m, curves *to)
{
    const assay_scenario *scenario = assay_scenario_find(SCENARIO);
    const size_t count = scenario->sweeps[0].n_at < MOST ? scenario->sweeps[0].n_at : MOST;
    *to = (curves){ .at = needed(calloc(count, sizeof *to->at)) };
    assay_status status = ASSAY_OK;
    for (; to->count < count && status == ASSAY_OK; to->count++)
        status = make_curve(scenario->sweeps[0].at[to->count], &to->at[to->count], m->err);
    return status;
}

/* ---- data ---- */

static void put_curve(const curve *c, size_t index, FILE *to)
{
    fprintf(to, "%s\n# index %zu: alpha=%g, factor and code\n", index ? "\n" : "", index, c->alpha);
    for (size_t s = 0; s < SAMPLES; s++)
        if (s % EVERY == 0 || s == SAMPLES - 1) fprintf(to, "%.10g %.10g\n", c->at[s].v, c->at[s].z);
}

static void put_bins(const curve *c, size_t index, FILE *to)
{
    size_t count[BINS] = { 0 };
    for (size_t s = 0; s < SAMPLES; s++) {
        const double place = c->at[s].z * BINS;
        count[place <= 0.0 ? 0 : place >= BINS ? BINS - 1 : (size_t)place]++;
    }
    fprintf(to, "\n\n# index %zu: alpha=%g, share of the samples in the bin, its ends\n", index, c->alpha);
    for (size_t b = 0; b < BINS; b++)
        fprintf(to, "%.10g %g %g\n", (double)count[b] / SAMPLES, (double)b / BINS, (double)(b + 1) / BINS);
}

static void put_curves(const void *of, FILE *to)
{
    const curves *all = of;
    for (size_t k = 0; k < all->count; k++) put_curve(&all->at[k], k, to);
}

/* Two indices for each panel: the curve, and the bins. */
static void put_bin_data(const void *of, FILE *to)
{
    const curves *all = of;
    for (size_t k = 0; k < all->count; k++) {
        put_curve(&all->at[k], 2 * k, to);
        put_bins(&all->at[k], 2 * k + 1, to);
    }
}

/* ---- scripts ---- */

static void put_axes(const box *at, const char *x_label, int labelled, FILE *to)
{
    script_frame(at, to);
    fputs("    set xrange [0:1]\n    set yrange [-0.02:1.02]\n    set xtics 0.2\n    set ytics 0.2\n", to);
    script_label(x_label, 0.5 * (at->left + at->right), at->bottom + 6.5, "center font text_font", to);
    if (labelled)
        script_label("code z", at->left - 9.0, 0.5 * (at->top + at->bottom), "center rotate by 90 font text_font", to);
}

static const box WHOLE = { 12.0, 81.5, 2.0, 54.0 };

static void function_script(const void *of, FILE *to)
{
    const curves *all = of;
    script_write_graded(all->count, to);
    put_axes(&WHOLE, "factor v", 1, to);
    fputs("    set key at screen x(3), y(63) left top Left reverse vertical maxrows 2 samplen 3.2 spacing 1.0"
          " font small_font\n    plot", to);
    for (size_t k = 0; k < all->count; k++)
        fprintf(to, " data index %zu using 1:2 with linespoints ls %d pointinterval %d title 'α=%g'%s", k,
                SCRIPT_GRADED + (int)k, SAMPLES / EVERY / 8, all->at[k].alpha,
                k + 1 < all->count ? ", \\\n        " : "\n");
}

static const double STEP_X = 56.5, STEP_Y = 57.0; /* of panels in millimetres */

static void bins_script(const void *of, FILE *to)
{
    const curves *all = of;
    fputs("    unset key\n    unset grid\n", to);
    for (size_t k = 0; k < all->count; k++) {
        const double left = 12.0 + STEP_X * (double)(k % 3), top = 7.0 + STEP_Y * (double)(k / 3);
        fprintf(to, "\n    set title '(%c) α=%g' font text_font offset 0,-0.4\n", (char)('a' + k), all->at[k].alpha);
        put_axes(&(box){ left, left + 44.0, top, top + 40.0 }, "factor v; bars: share of samples", k % 3 == 0, to);
        for (size_t b = 1; b < BINS; b++)
            fprintf(to, "    set arrow from 0, %g to 1, %g nohead back ls 20\n", (double)b / BINS, (double)b / BINS);
        fprintf(to,
                "    plot data index %zu using (0.5*$1):(0.5*($2+$3)):(0):1:2:3 with boxxyerror fs solid 1.0"
                " border lc rgb '#808080' lc rgb '#C8C8C8' lw 0.5, \\\n"
                "         data index %zu using 1:2 with lines ls 3 dt 1 lw 1.5\n"
                "    unset label\n    unset arrow\n",
                2 * k + 1, 2 * k);
    }
}

/* ---- figures ---- */

/* With everything but its scripts, data and size. */
static assay_status draw(making *m, figure *what, double foot)
{
    curves all;
    const char *lacking = m->lacking;
    assay_status status = make_curves(m, &all);
    m->lacking = NULL; /* it is of no scores */
    what->of = &all;
    what->scenario = SCENARIO;
    what->foot = foot + (what->width > 100.0 ? STEP_Y * (double)((all.count + 2) / 3) : 0.0);
    if (status == ASSAY_OK) status = making_figure(m, what);
    m->lacking = lacking;
    free(all.at);
    return status;
}

assay_status nonlinear_draw_function(making *m, const score_rows *from, const document *about, const char *name)
{
    (void)from;
    figure what = { .name = name, .title = about->title, .width = 84.0, .script = function_script, .data = put_curves,
                    .note = "A code z against its factor v in the scenario nonlinear: nearly a line at α=0, flat in "
                            "the middle and steep at both ends at α=1; 0, 1/2 and 1 stay where they are." };
    return draw(m, &what, 73.0);
}

assay_status nonlinear_draw_bins(making *m, const score_rows *from, const document *about, const char *name)
{
    (void)from;
    figure what = { .name = name, .title = about->title, .width = 174.0, .script = bins_script, .data = put_bin_data,
                    .note = "The codes of the scenario nonlinear in ten bins of equal width. Curve: a code z against "
                            "its factor v. Bars: the share of 2000 samples (seed 0) in each bin; at α=0 all are alike, "
                            "at α=1 nearly all samples are in the two bins in the middle." };
    return draw(m, &what, 2.0);
}
