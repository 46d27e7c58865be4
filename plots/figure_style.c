/*
 * The style of all figures. Colours are those of Okabe and Ito 2008 (Color Universal Design) without the yellow, which
 * does not show on paper; dashes and points differ too, so that curves can be told apart in grey and by readers who do
 * not see the colours.
 */
#include "figure_script.h"

#include "embed.h"

EMBED(figure_style, "plots/style.gp")
extern const char figure_style[];

void script_write_style(FILE *to) { fputs(figure_style, to); }

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
