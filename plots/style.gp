# style.gp -- how all figures in this folder look; each NAME.gp loads it. Change it, then: gnuplot NAME.gp

font_name = "sans-serif"
text_size = 8.0       # points: titles and axes
small_size = 7.0      # numbers, keys and the lines at the foot
line_width = 1.0      # points
band_opacity = 0.18   # confidence bands
png_dpi = 300.0

set encoding utf8
set datafile separator whitespace

# Width and height in millimetres. pdf: for LaTeX; svg: for the web; png: for slides and text.
inch = 25.4
svg_scale = 96.0 / 72.0
cairo_text = 72.0 / 96.0   # cairo's terminals take a font's points for 96 to the inch
png_scale = png_dpi / 72.0
terminal(format, w, h) = \
  format eq "pdf" ? sprintf("set terminal pdfcairo noenhanced font '%s,%g' fontscale %g" \
    ." linewidth 2 size %.4fin,%.4fin", \
    font_name, text_size, cairo_text, w / inch, h / inch) : \
  format eq "svg" ? sprintf("set terminal svg noenhanced font '%s,%g' fontscale %g linewidth %g" \
    ." size %d,%d background rgb 'white'", \
    font_name, text_size, svg_scale, svg_scale, int(w / inch * 96 + 0.5), int(h / inch * 96 + 0.5)) : \
  sprintf("set terminal pngcairo noenhanced font '%s,%g' fontscale %g linewidth %g" \
    ." pointscale %g size %d,%d background rgb 'white'", \
    font_name, text_size, cairo_text * png_scale, png_scale, png_scale, \
    int(w / inch * png_dpi + 0.5), int(h / inch * png_dpi + 0.5))

text_font = sprintf("%s,%g", font_name, text_size)
small_font = sprintf("%s,%g", font_name, small_size)

# Okabe and Ito's colours, distinguishable in grey by dash and point.
set style line 1 lc rgb '#000000' lw line_width dt 1 pt 7 ps 0.45
set style line 2 lc rgb '#D55E00' lw line_width dt (8,4) pt 4 ps 0.50
set style line 3 lc rgb '#0072B2' lw line_width dt (2,3) pt 9 ps 0.60
set style line 4 lc rgb '#009E73' lw line_width dt (10,3,2,3) pt 12 ps 0.65
set style line 5 lc rgb '#E69F00' lw line_width dt (16,4) pt 5 ps 0.45
set style line 6 lc rgb '#56B4E9' lw line_width dt (8,3,2,3,2,3) pt 6 ps 0.50
set style line 7 lc rgb '#CC79A7' lw line_width dt (4,3) pt 11 ps 0.60
set style line 8 lc rgb '#000000' lw line_width dt (2,3) pt 6 ps 0.50
set style line 9 lc rgb '#D55E00' lw line_width dt 1 pt 5 ps 0.45
set style line 10 lc rgb '#0072B2' lw line_width dt (8,4) pt 8 ps 0.60
set style line 11 lc rgb '#009E73' lw line_width dt (16,4) pt 13 ps 0.65
set style line 12 lc rgb '#E69F00' lw line_width dt (2,3) pt 4 ps 0.50
set style line 13 lc rgb '#56B4E9' lw line_width dt 1 pt 7 ps 0.45
set style line 14 lc rgb '#CC79A7' lw line_width dt (10,3,2,3) pt 10 ps 0.60

set style line 20 lc rgb '#D8D8D8' lw 0.5 dt 1   # the grid
set style line 21 lc rgb '#404040' lw 0.7 dt 1   # the frame
set border 3 ls 21
set tics nomirror out scale 0.5 font small_font
set xtics offset 0,0.4
set format '%g'
set minussign
set grid ytics ls 20
set style fill transparent solid band_opacity noborder
