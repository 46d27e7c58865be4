/*
 * A triangle of cells. Each series has its name where its row ends and its column begins, on the diagonal, so that a
 * name stands for both and needs no other label. Colours are ColorBrewer's RdBu (Harrower and Brewer 2003), which
 * colour-blind readers can tell apart: blue where two series agree, red where they rank the other way round. Its
 * ends are alike in grey, so cells say their numbers, or where there is no room the sign of the negative ones.
 */
#include "figure_agreement.h"

#include "figure_making.h"
#include "figure_script.h"
#include "wording.h"

#include <math.h>
#include <stdlib.h>

/* Millimetres. */
static const double NARROW = 84.0, SHORT = 174.0, LONG = 235.0, /* of a page, which may be turned */
                    MARGIN = 3.0, TOP = 16.0, LARGEST_CELL = 8.0, LEAST_CELL = 0.5,
                    BAR = 36.0, GAP = 1.5;
static const double POINT = 25.4 / 72.0, POINTS = 7.0; /* of text */
static const double DARK = 0.6; /* |coefficient| from which text is white */

typedef struct drawing {
    const agreement_table *t;
    const agreement *a;
    const char *name, *title;
    double width, cell, numbers; /* numbers: points; 0: no room */
    int hundredths;              /* "83" rather than ".83" */
} drawing;

static double cell_value(const drawing *d, size_t row, size_t column)
{
    return d->a->value[row * d->a->n_series + column];
}

/* Points at which a text of that many characters of a number fits a cell; 0: too small to read. */
static double number_points(double cell, double characters)
{
    const double by_width = 0.92 * cell / (0.56 * characters * POINT), by_height = 0.75 * cell / POINT;
    return fmin(by_width, by_height) >= POINTS ? POINTS : 0.0;
}

/* The largest cells with which every name, which begins where its row ends, ends on the page; a name is no higher
 * than its row. */
static void place_on(drawing *d, double widest, double tallest)
{
    const size_t n = d->a->n_series;
    d->cell = LARGEST_CELL;
    for (int round = 0; round < 3; round++) { /* smaller cells have smaller names, which leave more room */
        double cell = fmin(LARGEST_CELL, (tallest - TOP - 12.0) / (double)n), right = 0.0;
        for (size_t s = 1; s < n; s++)
            cell = fmin(cell, (widest - 2.0 * MARGIN - GAP - text_millimetres(d->t->series[s], POINTS)) / (double)s);
        d->cell = fmax(cell, LEAST_CELL);
        for (size_t s = 0; s < n; s++)
            right = fmax(right, d->cell * (double)s + text_millimetres(d->t->series[s], POINTS));
        d->width = fmax(NARROW, right + GAP + 2.0 * MARGIN);
    }
    d->numbers = number_points(d->cell, 3.4); /* "-.21" */
    d->hundredths = d->numbers <= 0.0;
    if (d->hundredths) d->numbers = number_points(d->cell, 2.8); /* "-21" */
}

/* On the page as it stands, or turned where names would not be apart otherwise. */
static void place(drawing *d)
{
    place_on(d, SHORT, LONG);
    if (d->cell >= POINTS * POINT) return;
    const double upright = d->cell;
    place_on(d, LONG, SHORT);
    if (d->cell < upright) place_on(d, SHORT, LONG);
}

/* Names of the least size stand apart in rows that are about as high. */
static int has_names(const drawing *d) { return d->cell >= 0.9 * POINTS * POINT; }

static void cell_text(const drawing *d, double value, char to[AGREE_TEXT])
{
    agree_text(value, to);
    if (isnan(value)) return;
    const int hundredths = (int)lround(100.0 * value);
    if (d->hundredths) snprintf(to, AGREE_TEXT, "%d", hundredths);
    else if (abs(hundredths) == 100) snprintf(to, AGREE_TEXT, "%d", hundredths / 100); /* as wide as the others */
    if (d->numbers <= 0.0) snprintf(to, AGREE_TEXT, "%s", hundredths < 0 ? "-" : "");
}

/* ---- data ---- */

static void write_data(const void *of, FILE *to)
{
    const drawing *d = of;
    fputs("# columns: column row coefficient low high n text name-of-column name-of-row\n", to);
    for (size_t i = 1; i < d->a->n_series; i++)
        for (size_t j = 0; j < i; j++) {
            const size_t at = i * d->a->n_series + j;
            char text[AGREE_TEXT];
            cell_text(d, d->a->value[at], text);
            fprintf(to, "%zu %zu", j + 1, i + 1);
            script_put_number(d->a->value[at], to);
            script_put_number(d->a->low[at], to);
            script_put_number(d->a->high[at], to);
            fprintf(to, " %zu", d->a->n[at]);
            script_put_field(text, to);
            script_put_field(d->t->series[j], to);
            script_put_field(d->t->series[i], to);
            fputc('\n', to);
        }
}

/* ---- script ---- */

/* How many cells have a text in black (0) and in white (1), and how many no coefficient: gnuplot is not silent about
 * plots of nothing. */
static void count_cells(const drawing *d, size_t texts[2], size_t *undefined)
{
    texts[0] = texts[1] = *undefined = 0;
    for (size_t i = 1; i < d->a->n_series; i++)
        for (size_t j = 0; j < i; j++) {
            const double value = cell_value(d, i, j);
            char text[AGREE_TEXT];
            cell_text(d, value, text);
            if (isnan(value)) (*undefined)++;
            else if (text[0]) texts[fabs(value) > DARK]++;
        }
}

static void put_names(const drawing *d, FILE *to)
{
    for (size_t s = 0; s < d->a->n_series; s++)
        script_label(d->t->series[s], MARGIN + d->cell * (double)s + 0.8, TOP + d->cell * ((double)s + 0.5),
                     "left font small_font", to);
}

static void put_bar(const drawing *d, FILE *to)
{
    fputs("    set palette defined (-5 '#67001F', -4 '#B2182B', -3 '#D6604D', -2 '#F4A582', -1 '#FDDBC7', 0 '#F7F7F7',"
          " 1 '#D1E5F0', 2 '#92C5DE', 3 '#4393C3', 4 '#2166AC', 5 '#053061')\n"
          "    set cbrange [-1:1]; set cbtics -1, 0.5, 1 offset 0,0.5\n", to);
    fprintf(to, "    set colorbox user horizontal origin screen x(%.1f), y(%.1f) size screen %.1f / W, %.1f / H\n",
            d->width - MARGIN - 3.0 - BAR, TOP - 5.5, BAR, 2.5);
    script_label(agree_title(d->a->kind), d->width - MARGIN - 4.5 - BAR, TOP - 6.7, "right font small_font", to);
}

static void put_plot(const drawing *d, FILE *to)
{
    static const char *const sides[2] = { "<=", ">" }, *const inks[2] = { "black", "white" };
    size_t texts[2], undefined;
    count_cells(d, texts, &undefined);
    fputs("    plot data using 1:2:(half):(half):3 with boxxyerror fc palette", to);
    if (undefined) /* over boxes that gnuplot paints white */
        fputs(", \\\n        data using 1:(strcol(3) eq \"NaN\" ? $2 : NaN):(half):(half) with boxxyerror"
              " fc rgb '#D8D8D8'", to);
    for (size_t k = 0; k < 2; k++)
        if (texts[k])
            fprintf(to,
                    ", \\\n        data using 1:(abs($3) %s %g ? $2 : NaN):7 with labels font small_font tc rgb '%s'",
                    sides[k], DARK, inks[k]);
    fputc('\n', to);
}

static void write_script(const void *of, FILE *to)
{
    const drawing *d = of;
    const double n = (double)d->a->n_series;
    script_label(d->title, MARGIN, 4.0, "left font text_font", to);
    if (has_names(d)) put_names(d, to);
    put_bar(d, to);
    script_frame(&(box){ MARGIN, MARGIN + d->cell * n, TOP, TOP + d->cell * n }, to);
    fprintf(to, "    set xrange [0.5:%g]; set yrange [%g:0.5]\n", n + 0.5, n + 0.5);
    fputs("    unset border; unset xtics; unset ytics; unset grid; unset key\n"
          "    set style fill solid noborder\n    half = 0.48   # of a cell\n", to);
    put_plot(d, to);
    fputs("    unset label\n", to);
}

/* ---- the figure ---- */

static void note_text(const drawing *d, char *to, size_t size)
{
    const agreement_table *t = d->t;
    const size_t n = d->a->n_series;
    size_t least = t->n_rows, texts[2], undefined;
    wording w = wording_in(to, size);
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (d->a->n[i * n + j] < least) least = d->a->n[i * n + j];
    count_cells(d, texts, &undefined);
    wording_add(&w, "%s of %zu scores on ", agree_title(d->a->kind), n);
    if (least < t->n_rows) wording_add(&w, "%zu to ", least);
    wording_add(&w, "%zu representations", t->n_rows);
    if (t->n_clusters < t->n_rows) wording_add(&w, " (%zu points, each with its seeds)", t->n_clusters);
    wording_add(&w, "; a cell compares the score at the end of its row with the one at the top of its column.");
    if (d->numbers > 0.0 && d->hundredths) wording_add(&w, " Numbers: hundredths.");
    if (d->numbers <= 0.0) wording_add(&w, " A minus: below 0.");
    if (!has_names(d))
        wording_add(&w, " There is no room for names: %s.dat has them in this order.", d->name);
    if (undefined) wording_add(&w, " Grey: not defined, as where a score is the same everywhere.");
}

assay_status figure_agreement_draw(const agreement_figure *what, const char *directory, uint32_t formats, figures *to,
                                   assay_error *err)
{
    making m;
    char note[2048], clean[FIGURE_NAME];
    drawing d = { .t = what->table, .a = what->of, .title = what->title };
    *to = (figures){ 0 };
    if (d.a->n_series < 2) return assay_fail(err, ASSAY_EINPUT, "nothing to draw: fewer than two scores to compare");
    snprintf(clean, sizeof clean, "%s", what->name);
    making_clean_name(clean);
    assay_status status = making_start(&m, directory, formats, to, err);
    m.lacking = d.t->lacking;
    d.name = clean;
    place(&d); /* the note says what there was room for */
    note_text(&d, note, sizeof note);
    const figure one = { .name = clean, .title = what->title, .scenario = "", .note = note, .width = d.width,
                         .foot = TOP + d.cell * (double)d.a->n_series + 2.0,
                         .script = write_script, .data = write_data, .of = &d };
    if (status == ASSAY_OK) status = making_figure(&m, &one);
    return making_finish(&m, status);
}
