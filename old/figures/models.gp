# models.gp -- draws figure models from models.dat, for gnuplot 5.4 or later.
# To restyle: change this file, or style.gp for all figures, and in this folder run
#     gnuplot models.gp
# Groups of models, each of which counts as a seed. Mean over 1 seed, 60 samples. All 1 values defined.

name = "models"
formats = "pdf svg png"   # any of: pdf svg png
W = 84.0   # millimetres
H = 35.2
x(mm) = mm / W           # from the left
y(mm) = 1.0 - mm / H     # from the top
data = name.".dat"

do for [format in formats] {
    reset
    load "style.gp"
    eval terminal(format, W, H)
    set output name.".".format
    set multiplot
    set label 1 'Groups of models, each of which counts as a seed. Mean over 1' at screen x(2), y(29.5) left font note_font tc rgb '#505050'
    set label 2 'seed, 60 samples. All 1 values defined.' at screen x(2), y(32.5) left font note_font tc rgb '#505050'

    # Information
    set lmargin at screen x(9.3); set rmargin at screen x(81.5)
    set tmargin at screen y(7.5); set bmargin at screen y(12.6)
    set title 'Information' font text_font offset 0,-0.4
    set xrange [-0.03:1.03]
    set xtics 0, 0.2, 1
    set yrange [1.5:0.5]
    set ytics ('mig' 1)
    set grid xtics ytics ls 20
    set xlabel 'score (fraction)' font text_font offset 0,0.7
    unset key
    plot data index 0 using ($2):($1+0.000) with points ls 1 title 'group=m'
    unset label

    unset multiplot
    unset output
}
