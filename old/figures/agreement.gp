# agreement.gp -- draws figure agreement from agreement.dat, for gnuplot 5.4 or later.
# To restyle: change this file, or style.gp for all figures, and in this folder run
#     gnuplot agreement.gp
# Kendall's τ-b of 2 scores on 2 to 15 representations (7 points, each with its seeds); a cell compares the score at the end of its row with the one at the top of its column. Grey: not defined, as where a score is the same everywhere.

name = "agreement"
formats = "pdf svg png"   # any of: pdf svg png
W = 84.0   # millimetres
H = 47.5
x(mm) = mm / W           # from the left
y(mm) = 1.0 - mm / H     # from the top
data = name.".dat"

do for [format in formats] {
    reset
    load "style.gp"
    eval terminal(format, W, H)
    set output name.".".format
    set multiplot
    set label 1 'Kendall’s τ-b of 2 scores on 2 to 15 representations (7 points,' at screen x(2), y(35.8) left font note_font tc rgb '#505050'
    set label 2 'each with its seeds); a cell compares the score at the end of its' at screen x(2), y(38.8) left font note_font tc rgb '#505050'
    set label 3 'row with the one at the top of its column. Grey: not defined, as' at screen x(2), y(41.8) left font note_font tc rgb '#505050'
    set label 4 'where a score is the same everywhere.' at screen x(2), y(44.8) left font note_font tc rgb '#505050'
    set label 'Agreement between metrics: Kendall’s τ-b over all representations' at screen x(3.0), y(4) left font text_font
    name_font = sprintf('%s,%g', font_name, 7)
    set label 'mig' at screen x(3.80), y(20.00) left font name_font
    set label 'control-noise' at screen x(11.80), y(28.00) left font name_font
    set palette defined (-5 '#67001F', -4 '#B2182B', -3 '#D6604D', -2 '#F4A582', -1 '#FDDBC7', 0 '#F7F7F7', 1 '#D1E5F0', 2 '#92C5DE', 3 '#4393C3', 4 '#2166AC', 5 '#053061')
    set cbrange [-1:1]; set cbtics -1, 0.5, 1 offset 0,0.5
    set colorbox user horizontal origin screen x(42.0), y(10.5) size screen 36.0 / W, 2.5 / H
    set label 'Kendall’s τ-b' at screen x(40.5), y(9.3) right font small_font
    set lmargin at screen x(3.00); set rmargin at screen x(19.00)
    set tmargin at screen y(16.00); set bmargin at screen y(32.00)
    set xrange [0.5:2.5]; set yrange [2.5:0.5]
    unset border; unset xtics; unset ytics; unset grid; unset key
    set style fill solid noborder
    half = 0.48   # of a cell
    cell_font = sprintf('%s,%g', font_name, 7)
    plot data using 1:2:(half):(half):3 with boxxyerror fc palette, \
        data using 1:(strcol(3) eq "NaN" ? $2 : NaN):(half):(half) with boxxyerror fc rgb '#D8D8D8'
    unset label

    unset multiplot
    unset output
}
