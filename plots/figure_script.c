/*
 * What all kinds of figures write, and their style. Colours are those of Okabe and Ito 2008 (Color Universal Design)
 * without the yellow, which does not show on paper; dashes and points differ too, so that curves can be distinguished
 * in grey and by readers who do not see the colours.
 */
#include "figure_script.h"

#include "grid.h"

#include <string.h>

double text_millimetres(const char *text, double points)
{
    const double em = points * 25.4 / 72.0;
    return 0.58 * em * (double)grid_text_width(text); /* the mean of DejaVu Sans, a wide face */
}

/* Dark blue to light orange, darker is lower, in grey too; points differ. */
void script_write_graded(size_t n, FILE *to)
{
    static const char *const colour[] = { "#0D0887", "#5B02A3", "#9A179B", "#CB4678", "#EB7852", "#F5B041", "#E8D56A" };
    static const int point[] = { 7, 4, 9, 12, 5, 6, 11 };
    enum { STEPS = sizeof colour / sizeof *colour };
    const size_t last = n < STEPS ? STEPS - 2 : STEPS - 1; /* the lightest is the last resort */
    for (size_t k = 0; k < n; k++)
        fprintf(to, "    set style line %zu lc rgb '%s' lw line_width dt 1 pt %d ps 0.45\n", SCRIPT_GRADED + k,
                colour[n > 1 ? (k * last + (n - 1) / 2) / (n - 1) : 0], point[k % STEPS]);
}

void script_frame(const box *b, FILE *to)
{
    fprintf(to, "    set lmargin at screen x(%.2f); set rmargin at screen x(%.2f)\n", b->left, b->right);
    fprintf(to, "    set tmargin at screen y(%.2f); set bmargin at screen y(%.2f)\n", b->top, b->bottom);
}

void script_label(const char *text, double x, double y, const char *how, FILE *to)
{
    fputs("    set label ", to);
    gnuplot_string(text, to);
    fprintf(to, " at screen x(%.2f), y(%.2f) %s\n", x, y, how);
}

void script_ticks(const char *axis, const chart_tick *at, size_t n, double low, double millimetres, double room,
                  FILE *to)
{
    static const double OUT = 2.0, GAP = 0.8; /* how far a text may stand out at either end; between two */
    double limit = room + OUT;
    fprintf(to, "    set %stics (", axis);
    for (size_t k = n; k-- > 0;) {
        const double half = 0.5 * text_millimetres(at[k].text, SCRIPT_POINTS), place = (at[k].at - low) * millimetres;
        const int fits = millimetres <= 0.0 || (place + half <= limit && place - half >= -OUT && at[k].text[0]);
        if (fits) limit = place - half - GAP;
        gnuplot_string(fits ? at[k].text : "", to);
        fprintf(to, " %.6g%s", at[k].at, k ? ", " : "");
    }
    fputs(")\n", to);
}

static const double NOTE_LINE = 3.4, EDGE = 1.5;

/* Bytes of the words that fit a line, one word at least. */
static size_t line_of(const char *note, double width)
{
    enum { MOST = 511 };
    char line[MOST + 1];
    size_t end = strcspn(note, " ");
    for (size_t next = end; note[next];) {
        next += 1 + strcspn(note + next + 1, " ");
        snprintf(line, sizeof line, "%.*s", (int)next, note);
        if (next > MOST || text_millimetres(line, SCRIPT_POINTS) > width) break;
        end = next;
    }
    return end < MOST ? end : MOST;
}

double script_note(const char *note, double width, double top, FILE *to)
{
    double height = 0.0;
    while (*note) {
        char line[512];
        const size_t end = line_of(note, width - 4.0);
        snprintf(line, sizeof line, "%.*s", (int)end, note);
        height += NOTE_LINE;
        if (to) script_label(line, 2.0, top + height - 1.4, "left font small_font tc rgb '#505050'", to);
        note += end;
        while (*note == ' ') note++;
    }
    return height + EDGE;
}

void script_put_number(double value, FILE *to)
{
    if (isfinite(value)) fprintf(to, " %.10g", value);
    else fputs(" NaN", to);
}

void script_put_field(const char *text, FILE *to)
{
    fputc(' ', to);
    gnuplot_field(text, to);
}

int script_has_interval(const evidence_point *cell)
{
    double interval[2];
    evidence_mean_interval(cell, interval);
    return isfinite(interval[0]);
}

void script_put_cell(const evidence_point *cell, FILE *to)
{
    double interval[2];
    evidence_mean_interval(cell, interval);
    script_put_number(cell && cell->defined ? cell->mean : NAN, to);
    script_put_number(interval[0], to);
    script_put_number(interval[1], to);
    script_put_number(cell ? cell->sd : NAN, to);
    fprintf(to, " %zu %zu", cell ? cell->seeds : 0, cell ? cell->defined : 0);
    script_put_field(!cell                          ? "not in the store"
                     : cell->defined == cell->seeds ? ""
                     : cell->undefined              ? cell->undefined
                                                    : "undefined",
                     to);
}
