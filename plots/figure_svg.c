/* Words and colours of an SVG that gnuplot wrote. */
#include "figure_svg.h"

#include "grid.h"

#include <string.h>

static void put_head(const char *title, const char *seen, FILE *to)
{
    fputs("\n<title>", to);
    grid_html_text(title, to);
    fputs("</title>\n<desc>", to);
    grid_html_text(seen, to);
    fputs("</desc>\n<style>@media (prefers-color-scheme:dark){svg{filter:invert(.92) hue-rotate(180deg)}}</style>", to);
}

/* Without gnuplot's own titles and description. */
static void put_rest(const char *at, FILE *to)
{
    static const char *const own[][2] = { { "<title>Gnuplot</title>", "</title>" },
                                          { "<desc>Produced by GNUPLOT", "</desc>" },
                                          { "<title>gnuplot_plot_", "</title>" } };
    for (const char *next; (next = strchr(at, '<')) != NULL;) {
        const char *behind = next + 1;
        size_t k = 0;
        while (k < 3 && strncmp(next, own[k][0], strlen(own[k][0])) != 0) k++;
        const char *end = k < 3 ? strstr(next, own[k][1]) : NULL;
        if (end) behind = end + strlen(own[k][1]);
        fwrite(at, 1, (size_t)((end ? next : behind) - at), to);
        at = behind;
    }
    fputs(at, to);
}

void figure_svg_write(const char *svg, const char *title, const char *seen, FILE *to)
{
    const char *root = strstr(svg, "<svg"), *inside = root ? strchr(root, '>') : NULL;
    if (!inside || inside[-1] == '/') {
        fputs(svg, to);
        return;
    }
    fprintf(to, "%.*s<svg role=\"img\"", (int)(root - svg), svg);
    fwrite(root + 4, 1, (size_t)(inside + 1 - root - 4), to);
    put_head(title, seen, to);
    put_rest(inside + 1, to);
}
