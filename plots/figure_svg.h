/* figure_svg.h -- what gnuplot's SVG lacks: what is seen, in words; names of curves alone; dark where the reader's
 * screen is. */
#pragma once

#include <stdio.h>

/* The picture with <title> and <desc> in the place of gnuplot's own, and without the titles that it numbers
 * ("gnuplot_plot_1"). Colours turn over, hues stay, where a screen is set to dark. A text that is no SVG is written as
 * it is. */
void figure_svg_write(const char *svg, const char *title, const char *seen, FILE *to);
