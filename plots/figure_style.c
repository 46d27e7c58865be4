/*
 * The style of all figures. Colours are those of Okabe and Ito 2008 (Color Universal Design) without the yellow, which
 * does not show on paper; dashes and points differ too, so that curves can be told apart in grey and by readers who do
 * not see the colours.
 */
#include "figure_script.h"

void script_write_style(FILE *to)
{
    fputs("# style.gp -- how all figures in this folder look; each NAME.gp loads it. Change it, then: gnuplot NAME.gp\n"
          "\n"
          "font_name = \"sans-serif\"\n"
          "text_size = 8.0       # points: titles and axes\n"
          "small_size = 7.0      # numbers and keys\n"
          "note_size = 6.0       # the lines at the foot\n"
          "line_width = 1.0      # points\n"
          "band_opacity = 0.18   # confidence bands\n"
          "png_dpi = 300.0\n"
          "\n"
          "set encoding utf8\n"
          "set datafile separator whitespace\n"
          "\n"
          "# Width and height in millimetres. pdf: for LaTeX; svg: for the web; png: for slides and text.\n"
          "inch = 25.4\n"
          "svg_scale = 96.0 / 72.0\n"
          "cairo_text = 72.0 / 96.0   # cairo's terminals take a font's points for 96 to the inch\n"
          "png_scale = png_dpi / 72.0\n"
          "terminal(format, w, h) = \\\n"
          "  format eq \"pdf\" ? sprintf(\"set terminal pdfcairo noenhanced font '%s,%g' fontscale %g\" \\\n"
          "    .\" linewidth 2 size %.4fin,%.4fin\", \\\n"
          "    font_name, text_size, cairo_text, w / inch, h / inch) : \\\n"
          "  format eq \"svg\" ? sprintf(\"set terminal svg noenhanced font '%s,%g' fontscale %g linewidth %g\" \\\n"
          "    .\" size %d,%d background rgb 'white'\", \\\n"
          "    font_name, text_size, svg_scale, svg_scale, int(w / inch * 96 + 0.5), int(h / inch * 96 + 0.5)) : \\\n"
          "  sprintf(\"set terminal pngcairo noenhanced font '%s,%g' fontscale %g linewidth %g\" \\\n"
          "    .\" pointscale %g size %d,%d background rgb 'white'\", \\\n"
          "    font_name, text_size, cairo_text * png_scale, png_scale, png_scale, \\\n"
          "    int(w / inch * png_dpi + 0.5), int(h / inch * png_dpi + 0.5))\n"
          "\n"
          "text_font = sprintf(\"%s,%g\", font_name, text_size)\n"
          "small_font = sprintf(\"%s,%g\", font_name, small_size)\n"
          "note_font = sprintf(\"%s,%g\", font_name, note_size)\n"
          "\n"
          "# Okabe and Ito's colours, told apart in grey by dash and point.\n"
          "set style line 1 lc rgb '#000000' lw line_width dt 1 pt 7 ps 0.45\n"
          "set style line 2 lc rgb '#D55E00' lw line_width dt (8,4) pt 4 ps 0.50\n"
          "set style line 3 lc rgb '#0072B2' lw line_width dt (2,3) pt 9 ps 0.60\n"
          "set style line 4 lc rgb '#009E73' lw line_width dt (10,3,2,3) pt 12 ps 0.65\n"
          "set style line 5 lc rgb '#E69F00' lw line_width dt (16,4) pt 5 ps 0.45\n"
          "set style line 6 lc rgb '#56B4E9' lw line_width dt (8,3,2,3,2,3) pt 6 ps 0.50\n"
          "set style line 7 lc rgb '#CC79A7' lw line_width dt (4,3) pt 11 ps 0.60\n"
          "set style line 8 lc rgb '#000000' lw line_width dt (2,3) pt 6 ps 0.50\n"
          "set style line 9 lc rgb '#D55E00' lw line_width dt 1 pt 5 ps 0.45\n"
          "set style line 10 lc rgb '#0072B2' lw line_width dt (8,4) pt 8 ps 0.60\n"
          "set style line 11 lc rgb '#009E73' lw line_width dt (16,4) pt 13 ps 0.65\n"
          "set style line 12 lc rgb '#E69F00' lw line_width dt (2,3) pt 4 ps 0.50\n"
          "set style line 13 lc rgb '#56B4E9' lw line_width dt 1 pt 7 ps 0.45\n"
          "set style line 14 lc rgb '#CC79A7' lw line_width dt (10,3,2,3) pt 10 ps 0.60\n"
          "\n"
          "set style line 20 lc rgb '#D8D8D8' lw 0.5 dt 1   # the grid\n"
          "set style line 21 lc rgb '#404040' lw 0.7 dt 1   # the frame\n"
          "set style line 22 lc rgb '#C0C0C0' lw 2 dt 1 pt 7 ps 0.35   # perfect metrics\n"
          "set style line 23 lc rgb '#D8CFC0' lw 2 dt 1 pt 7 ps 0.35\n"
          "set style line 24 lc rgb '#C8D0DC' lw 2 dt 1 pt 7 ps 0.35\n"
          "set style line 25 lc rgb '#D8D8D8' lw 2 dt 1 pt 7 ps 0.35\n"
          "set border 3 ls 21\n"
          "set tics nomirror out scale 0.5 font small_font\n"
          "set xtics offset 0,0.4\n"
          "set format '%g'\n"
          "set minussign\n"
          "set grid ytics ls 20\n"
          "set style fill transparent solid band_opacity noborder\n",
          to);
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
