/*
 * How far scores agree, as a triangle of cells in eleven colours (ColorBrewer's RdBu, Harrower and Brewer 2003): blue
 * where two scores rank alike, red where they rank the other way round. A name stands where its row ends and its column
 * begins. One path for all cells of a colour; numbers are in an attribute, for what a pointer shows.
 */
#include "page_inside.h"
#include "page_parts.h"

#include <math.h>

enum { CELL = 10, STEPS = 5 };

/* 1 to STEPS: agrees, -1 to -STEPS: contradicts, 0: neither. */
static int colour_of(double value)
{
    const int step = (int)fmin(STEPS, floor(fabs(value) * (STEPS + 0.5) + 0.5));
    return value < 0.0 ? -step : step;
}

static void put_colour(const agreement *a, int colour, int undefined, FILE *to)
{
    int any = 0;
    for (size_t i = 1; i < a->n_series; i++)
        for (size_t j = 0; j < i; j++) {
            const double value = a->value[i * a->n_series + j];
            if (isnan(value) != undefined || (!undefined && colour_of(value) != colour)) continue;
            if (!any++)
                fprintf(to, "<path class=\"%c%d\" d=\"", undefined ? 'u' : colour < 0 ? 'b' : 'a',
                        colour < 0 ? -colour : colour);
            fprintf(to, "M%zu %zuh9v9h-9z", CELL * j, CELL * i);
        }
    if (any) fputs("\"/>\n", to);
}

/* Row by row "83 75 90" in hundredths: the coefficient and its interval; empty where it is not defined. */
static void put_numbers(const agreement *a, FILE *to)
{
    fputs(" data-v=\"", to);
    for (size_t i = 0; i < a->n_series; i++) {
        for (size_t j = 0; j < i; j++) {
            const size_t at = i * a->n_series + j;
            if (j) fputc(',', to);
            if (isnan(a->value[at])) continue;
            fprintf(to, "%ld", lround(100.0 * a->value[at]));
            if (isnan(a->low[at])) continue;
            fprintf(to, " %ld %ld", lround(100.0 * a->low[at]), lround(100.0 * a->high[at]));
        }
        if (i + 1 < a->n_series) fputc(';', to);
    }
    fputc('"', to);
}

void page_agreement(page *p, const agreement_table *t, const agreement *a)
{
    FILE *to = page_body(p);
    page_html(p, "<div class=\"pairs\" id=\"agreement-map\">");
    fprintf(to, "<svg role=\"img\" aria-label=\"%zu scores, each pair coloured by its coefficient\" "
                "style=\"--units:%zupx\" viewBox=\"0 0 %zu %zu\"",
            a->n_series, CELL * a->n_series + 190, CELL * a->n_series + 190, CELL * a->n_series);
    put_numbers(a, to);
    fputs(">\n", to);
    for (int colour = -STEPS; colour <= STEPS; colour++) put_colour(a, colour, 0, to);
    put_colour(a, 0, 1, to);
    for (size_t k = 0; k < a->n_series; k++) {
        fprintf(to, "<text x=\"%zu\" y=\"%zu\">", CELL * k + 2, CELL * k + 8);
        grid_html_text(t->series[k], to);
        fputs("</text>\n", to);
    }
    fputs("</svg>", to);
    int undefined = 0;
    for (size_t i = 1; i < a->n_series; i++)
        for (size_t j = 0; j < i; j++) undefined |= isnan(a->value[i * a->n_series + j]);
    page_html(p, "</div>\n");
    page_note(p, "Blue: the two rank representations alike, from 0 to 1; red: the other way round%s. %zu scores on %zu "
                 "representation%s.", undefined ? "; grey: not defined, as where a score is the same everywhere" : "",
              a->n_series, t->n_rows, t->n_rows == 1 ? "" : "s");
}
