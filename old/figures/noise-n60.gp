# noise-n60.gp -- draws figure noise-n60 from noise-n60.dat, for gnuplot 5.4 or later.
# To restyle: change this file, or style.gp for all figures, and in this folder run
#     gnuplot noise-n60.gp
# Noise replaces the codes. Mean over 1 seed, 60 samples. All 4 values defined.

name = "noise-n60"
formats = "pdf svg png"   # any of: pdf svg png
W = 174.0   # millimetres
H = 68.6
x(mm) = mm / W           # from the left
y(mm) = 1.0 - mm / H     # from the top
data = name.".dat"

do for [format in formats] {
    reset
    load "style.gp"
    eval terminal(format, W, H)
    set output name.".".format
    set multiplot
    set label 1 'Noise replaces the codes. Mean over 1 seed, 60 samples. All 4 values defined.' at screen x(2), y(65.9) left font note_font tc rgb '#505050'

    # (a) Information
    set lmargin at screen x(12.0); set rmargin at screen x(84.5)
    set tmargin at screen y(7.5); set bmargin at screen y(49.5)
    set title '(a) Information' font text_font offset 0,-0.4
    set xrange [-0.008:0.408]
    set xtics ('0.4' 0.4, '0' 0)
    set xlabel 'share of noise in every code, α' font text_font offset 0,0.7
    set yrange [-0.03:1.03]
    set ytics 0, 0.2, 1
    set label 'score (fraction)' at screen x(2.5), y(28.5) center rotate by 90 font text_font
    set key at screen x(3.0), y(58.5) left top Left reverse vertical maxrows 1 samplen 3.2 spacing 1.0 font small_font
    plot data index 2 using 1:2 with linespoints ls 22 title 'perfect metric', \
         data index 0 using 1:($2) with linespoints ls 1 title 'mig'
    unset label

    # (b) Control
    set lmargin at screen x(99.0); set rmargin at screen x(171.5)
    set tmargin at screen y(7.5); set bmargin at screen y(49.5)
    set title '(b) Control' font text_font offset 0,-0.4
    set xrange [-0.008:0.408]
    set xtics ('0.4' 0.4, '0' 0)
    set xlabel 'share of noise in every code, α' font text_font offset 0,0.7
    set yrange [-0.03:1.03]
    set ytics 0, 0.2, 1
    set key at screen x(90.0), y(58.5) left top Left reverse vertical maxrows 1 samplen 3.2 spacing 1.0 font small_font
    plot data index 3 using 1:2 with linespoints ls 22 title 'perfect metric', \
         data index 1 using 1:($2) with linespoints ls 1 title 'control-noise'
    unset label

    unset multiplot
    unset output
}
