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

/* Behind gnuplot's own title and description, which start here; else where they start. */
static const char *skip_own(const char *at)
{
    static const char *const own[] = { "<title>Gnuplot</title>", "<desc>Produced by GNUPLOT" };
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        const char *c = at + strspn(at, " \r\n\t");
        if (strncmp(c, own[k], strlen(own[k])) != 0) continue;
        const char *end = strstr(c, k ? "</desc>" : "</title>");
        if (end) at = end + strlen(k ? "</desc>" : "</title>");
    }
    return at;
}

void figure_svg_write(const char *svg, const char *title, const char *seen, FILE *to)
{
    static const char numbered[] = "<title>gnuplot_plot_", end[] = "</title>";
    const char *root = strstr(svg, "<svg"), *inside = root ? strchr(root, '>') : NULL;
    if (!inside || inside[-1] == '/') {
        fputs(svg, to);
        return;
    }
    fprintf(to, "%.*s<svg role=\"img\"", (int)(root - svg), svg);
    fwrite(root + 4, 1, (size_t)(inside + 1 - root - 4), to);
    put_head(title, seen, to);
    const char *at = skip_own(inside + 1);
    for (const char *next; (next = strstr(at, numbered)) != NULL;) {
        const char *behind = strstr(next, end);
        if (!behind) break;
        fwrite(at, 1, (size_t)(next - at), to);
        at = behind + strlen(end);
    }
    fputs(at, to);
}
