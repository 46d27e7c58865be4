/*
 * The scenario `nonlinear` itself: z against v for every alpha of its sweep, and how z falls into bins of equal width.
 *
 * Drawn from the first factor and code of the scenario's own data, seed 0, 2000 samples, in rising order of the factor;
 * every tenth sample is a point of the curve, all of them are counted in the bins.
 *
 * Source   Boilard 2022, section 3.3.3, equation 3.3, figures 3.4 and 3.6.
 */
#include "figure_nonlinear.h"

#include "figure_script.h"

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
    *to = (curves){ .at = calloc(count, sizeof *to->at) };
    if (!to->at) return making_no_memory(m);
    assay_status status = ASSAY_OK;
    for (; to->count < count && status == ASSAY_OK; to->count++)
        status = make_curve(scenario->sweeps[0].at[to->count], &to->at[to->count], m->err);
    return status;
}

/* ---- data ---- */

static void put_header(const figure_words *words, FILE *to)
{
    fprintf(to, "# %s.dat -- the numbers of figure %s\n# %s\n", words->name, words->name, words->note);
}

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

/* ---- scripts ---- */

static void put_axes(double left, double right, double top, double bottom, const char *x_label, FILE *to)
{
    fprintf(to, "    set lmargin at screen x(%.2f); set rmargin at screen x(%.2f)\n", left, right);
    fprintf(to, "    set tmargin at screen y(%.2f); set bmargin at screen y(%.2f)\n", top, bottom);
    fputs("    set xrange [0:1]\n    set yrange [-0.02:1.02]\n    set xtics 0.2\n    set ytics 0.2\n", to);
    fputs("    set xlabel ", to);
    gnuplot_string(x_label, to);
    fputs(" font text_font offset 0,0.7\n", to);
}

static void put_y_label(double at, double top, double bottom, FILE *to)
{
    fprintf(to, "    set label 'code z' at screen x(%.2f), y(%.2f) center rotate by 90 font text_font\n", at,
            0.5 * (top + bottom));
}

static void function_script(const curves *all, const figure_words *words, FILE *to)
{
    const double width = 84.0, top = 2.0, bottom = 54.0, note = 73.0;
    script_write_header(words, width, note + 3.0 * (double)script_note_lines(words->note, width) + 1.5, to);
    script_write_graded(all->count, to);
    script_write_note(words, width, note, to);
    put_y_label(3.0, top, bottom, to);
    put_axes(12.0, width - 2.5, top, bottom, "factor v", to);
    fputs("    set key at screen x(3), y(63) left top Left reverse vertical maxrows 2 samplen 3.2 spacing 1.0"
          " font small_font\n    plot", to);
    for (size_t k = 0; k < all->count; k++)
        fprintf(to, " data index %zu using 1:2 with linespoints ls %d pointinterval %d title 'α=%g'%s", k,
                SCRIPT_GRADED + (int)k, SAMPLES / EVERY / 8, all->at[k].alpha,
                k + 1 < all->count ? ", \\\n        " : "\n");
    fputs("\n    unset multiplot\n    unset output\n}\n", to);
}

/* Two indices for each panel: the curve, and the bins. */
static void bins_script(const curves *all, const figure_words *words, FILE *to)
{
    const double width = 174.0, plot = 44.0, high = 40.0, step_x = 56.5, step_y = 57.0;
    const double note = step_y * (double)((all->count + 2) / 3) + 2.0;
    script_write_header(words, width, note + 3.0 * (double)script_note_lines(words->note, width) + 1.5, to);
    fputs("    unset key\n    unset grid\n", to);
    script_write_note(words, width, note, to);
    for (size_t k = 0; k < all->count; k++) {
        const double left = 12.0 + step_x * (double)(k % 3), top = 7.0 + step_y * (double)(k / 3);
        fprintf(to, "\n    set title '(%c) α=%g' font text_font offset 0,-0.4\n", (char)('a' + k), all->at[k].alpha);
        if (k % 3 == 0) put_y_label(3.0, top, top + high, to);
        put_axes(left, left + plot, top, top + high, "factor v; bars: share of samples", to);
        for (size_t b = 1; b < BINS; b++)
            fprintf(to, "    set arrow from 0, %g to 1, %g nohead back ls 20\n", (double)b / BINS, (double)b / BINS);
        fprintf(to,
                "    plot data index %zu using (0.5*$1):(0.5*($2+$3)):(0):1:2:3 with boxxyerror fs solid 1.0"
                " border lc rgb '#808080' lc rgb '#C8C8C8' lw 0.5, \\\n"
                "         data index %zu using 1:2 with lines ls 3 dt 1 lw 1.5\n"
                "    unset label\n    unset arrow\n",
                2 * k + 1, 2 * k);
    }
    fputs("\n    unset multiplot\n    unset output\n}\n", to);
}

/* ---- figures ---- */

static assay_status draw(making *m, const char *name, const char *title, const char *note, int bins)
{
    char file[FIGURE_NAME + 8];
    FILE *to;
    curves all;
    const figure_words words = { .name = name, .axis = "", .note = note, .formats = m->words };
    snprintf(file, sizeof file, "%s.gp", name);
    assay_status status = make_curves(m, &all);
    if (status == ASSAY_OK) status = making_open(m, file, &to);
    if (status == ASSAY_OK) {
        if (bins) bins_script(&all, &words, to);
        else function_script(&all, &words, to);
        status = making_close(m, file, to);
    }
    snprintf(file, sizeof file, "%s.dat", name);
    if (status == ASSAY_OK) status = making_open(m, file, &to);
    if (status == ASSAY_OK) {
        put_header(&words, to);
        for (size_t k = 0; k < all.count; k++) {
            put_curve(&all.at[k], bins ? 2 * k : k, to);
            if (bins) put_bins(&all.at[k], 2 * k + 1, to);
        }
        status = making_close(m, file, to);
    }
    free(all.at);
    return status == ASSAY_OK ? making_draw(m, name, title, SCENARIO, note) : status;
}

assay_status nonlinear_draw_function(making *m, const char *name)
{
    return draw(m, name, "A curved code against its factor",
                "A code z against its factor v in the scenario nonlinear: nearly a line at α=0, flat in the middle and "
                "steep at both ends at α=1; 0, 1/2 and 1 stay where they are.",
                0);
}

assay_status nonlinear_draw_bins(making *m, const char *name)
{
    return draw(m, name, "What equal bins make of a curved code",
                "The codes of the scenario nonlinear in ten bins of equal width. Curve: a code z against its factor v. "
                "Bars: the share of 2000 samples (seed 0) in each bin; at α=0 all are alike, at α=1 nearly all samples "
                "are in the two bins in the middle.",
                1);
}
