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

typedef struct curve {
    double alpha;
    double at[SAMPLES][2]; /* v and z by rising v */
} curve;

typedef struct curves {
    curve *at;
    size_t count;
    int bins; /* a panel for each, with what falls into bins; else one for all */
} curves;

static int by_factor(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static assay_status make_curve(double alpha, curve *to, assay_error *err)
{
    assay_data data = { 0 };
    char parameters[64];
    snprintf(parameters, sizeof parameters, "alpha=%.17g", alpha);
    ASSAY_TRY(assay_generate(SCENARIO, parameters, SAMPLES, 0, &data, err));
    to->alpha = alpha;
    for (size_t s = 0; s < SAMPLES; s++) {
        to->at[s][0] = data.factors[s];
        to->at[s][1] = data.codes[s];
    }
    qsort(to->at, SAMPLES, sizeof *to->at, by_factor);
    assay_data_free(&data);
    return ASSAY_OK;
}

/* ---- data ---- */

static void put_curve(const curve *c, size_t index, FILE *to)
{
    fprintf(to, "%s\n# index %zu: alpha=%g, factor and code\n", index ? "\n" : "", index, c->alpha);
    for (size_t s = 0; s < SAMPLES; s++)
        if (s % EVERY == 0 || s == SAMPLES - 1) fprintf(to, "%.10g %.10g\n", c->at[s][0], c->at[s][1]);
}

static void put_bins(const curve *c, size_t index, FILE *to)
{
    size_t count[BINS] = { 0 };
    for (size_t s = 0; s < SAMPLES; s++) {
        const double place = c->at[s][1] * BINS;
        count[place <= 0.0 ? 0 : place >= BINS ? BINS - 1 : (size_t)place]++;
    }
    fprintf(to, "\n\n# index %zu: alpha=%g, share of the samples in the bin, its ends\n", index, c->alpha);
    for (size_t b = 0; b < BINS; b++)
        fprintf(to, "%.10g %g %g\n", (double)count[b] / SAMPLES, (double)b / BINS, (double)(b + 1) / BINS);
}

/* With bins two indices for each panel. */
static void put_data(const void *of, FILE *to)
{
    const curves *all = of;
    for (size_t k = 0, index = 0; k < all->count; k++) {
        put_curve(&all->at[k], index++, to);
        if (all->bins) put_bins(&all->at[k], index++, to);
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

static void put_function(const curves *all, FILE *to)
{
    script_write_graded(all->count, to);
    put_axes(&(box){ 12.0, 81.5, 2.0, 54.0 }, "factor v", 1, to);
    fputs("    set key at screen x(3), y(63) left top Left reverse vertical maxrows 2 samplen 3.2 spacing 1.0"
          " font small_font\n    plot", to);
    for (size_t k = 0; k < all->count; k++)
        fprintf(to, " data index %zu using 1:2 with linespoints ls %d pointinterval %d title 'α=%g'%s", k,
                SCRIPT_GRADED + (int)k, SAMPLES / EVERY / 8, all->at[k].alpha,
                k + 1 < all->count ? ", \\\n        " : "\n");
}

static const double STEP_X = 56.5, STEP_Y = 57.0; /* of panels in millimetres */

static void put_panel(const curve *c, size_t k, FILE *to)
{
    const double left = 12.0 + STEP_X * (double)(k % 3), top = 7.0 + STEP_Y * (double)(k / 3);
    fprintf(to, "\n    set title '(%c) α=%g' font text_font offset 0,-0.4\n", (char)('a' + k), c->alpha);
    put_axes(&(box){ left, left + 44.0, top, top + 40.0 }, "factor v; bars: share of samples", k % 3 == 0, to);
    for (size_t b = 1; b < BINS; b++)
        fprintf(to, "    set arrow from 0, %g to 1, %g nohead back ls 20\n", (double)b / BINS, (double)b / BINS);
    fprintf(to, "    plot data index %zu using (0.5*$1):(0.5*($2+$3)):(0):1:2:3 with boxxyerror fs solid 1.0"
                " border lc rgb '#808080' lc rgb '#C8C8C8' lw 0.5, \\\n"
                "         data index %zu using 1:2 with lines ls 3 dt 1 lw 1.5\n"
                "    unset label\n    unset arrow\n",
            2 * k + 1, 2 * k);
}

static void put_script(const void *of, FILE *to)
{
    const curves *all = of;
    if (all->bins) fputs("    unset key\n    unset grid\n", to);
    else put_function(all, to);
    for (size_t k = 0; k < all->count && all->bins; k++) put_panel(&all->at[k], k, to);
}

/* ---- figures ---- */

static assay_status draw(making *m, int bins, const document *about, const char *name)
{
    static const char *const note[] = {
        "A code z against its factor v in the scenario nonlinear: nearly a line at α=0, flat in the middle and steep at "
        "both ends at α=1; 0, 1/2 and 1 stay where they are.",
        "The codes of the scenario nonlinear in ten bins of equal width. Curve: a code z against its factor v. Bars: the "
        "share of 2000 samples (seed 0) in each bin; at α=0 all are alike, at α=1 nearly all samples are in the two bins "
        "in the middle.",
    };
    const assay_sweep *sweep = &assay_scenario_find(SCENARIO)->sweeps[0];
    const char *lacking = m->lacking;
    curves all = { .at = needed(calloc(MOST, sizeof *all.at)), .bins = bins };
    assay_status status = ASSAY_OK;
    for (; all.count < sweep->n_at && all.count < MOST && status == ASSAY_OK; all.count++)
        status = make_curve(sweep->at[all.count], &all.at[all.count], m->err);
    const double panels = STEP_Y * (double)((all.count + 2) / 3);
    m->lacking = NULL; /* it is of no scores */
    if (status == ASSAY_OK)
        status = making_figure(m, &(figure){ .name = name, .title = about->title, .scenario = SCENARIO,
                                             .note = note[bins], .width = bins ? 174.0 : 84.0,
                                             .foot = bins ? 2.0 + panels : 73.0,
                                             .script = put_script, .data = put_data, .of = &all });
    m->lacking = lacking;
    free(all.at);
    return status;
}

assay_status nonlinear_draw_function(making *m, const score_rows *from, const document *about, const char *name)
{
    (void)from;
    return draw(m, 0, about, name);
}

assay_status nonlinear_draw_bins(making *m, const score_rows *from, const document *about, const char *name)
{
    (void)from;
    return draw(m, 1, about, name);
}
