#!/bin/sh
# What assay writes it reads back as the same, every scenario and profile; labels of known data sets; circles.
. tests/cli/tap.sh

scores() { # scores FILE OPTIONS...
    file=$1 && shift
    "$assay" score "$@" -m mig,mcc,modularity -i -j1 -f csv >"$file" 2>>"$dir/err"
}
same() { # same OPTIONS...: the scores of the data as they are, as an .npz and as a .csv
    : >"$dir/err"
    scores "$dir/a" --scenario "$@" || return 1
    for end in npz csv; do
        rm -f "$dir/k.$end"
        "$assay" generate "$@" -o "$dir/k.$end" 2>>"$dir/err" || return 1
        scores "$dir/b" --data "$dir/k.$end"
        cmp -s "$dir/a" "$dir/b" || { diff "$dir/a" "$dir/b" >"$dir/out"; return 1; }
    done
}
all_same() { # all_same LIST OPTIONS...: of each word of the list; {} in the options
    list=$1 && shift
    for word in $list; do
        same $(echo "$*" | sed "s/{}/$word/") || { echo "$word" >>"$dir/err"; return 1; }
    done
}
scenarios=$("$assay" list scenarios -f csv | sed 1d | cut -d, -f1 | grep -v '^bank$')
profiles=$("$assay" list profiles -f csv | sed 1d | cut -d, -f1)
check "there are scenarios and profiles" [ "$(echo "$scenarios" | wc -l)" -gt 20 ] && [ "$(echo "$profiles" | wc -l)" -gt 7 ]
check "every scenario: the same scores from .npz and .csv" all_same "$scenarios" {} -n 300
check "every profile: the same" all_same "$profiles" noise -n 300 --profile {}


# An angle: v1 in degrees, v2 a number; z1 and z2 its cosine and sine.
awk 'BEGIN { print "v1,v2,z1,z2,z3"; for (s = 0; s < 400; s++) { t = (s * 137.508) % 360; u = (s * 0.618034) % 1
    printf "%.9f,%.9f,%.9f,%.9f,%.9f\n", t, u, cos(t * 3.14159265358979 / 180), sin(t * 3.14159265358979 / 180), u } }' >"$dir/angle.csv"
awk -F, 'NR == 1 { print; next } { t = $1 + 180; if (t >= 360) t -= 360; printf "%.9f", t
    for (k = 2; k <= NF; k++) printf ",%s", $k; print "" }' "$dir/angle.csv" >"$dir/turned.csv"
awk 'NR == 1 { print "# kinds: cyclic:360,continuous" } { print }' "$dir/angle.csv" >"$dir/said.csv"
mcc() { "$assay" score "$@" -m mcc,linearity,mig:relation=mi-knn -j1 -f csv 2>"$dir/err" >"$dir/out"; }
value() { awk -F, -v m="$1" '$1 == m { printf "%.6f\n", $4 }' "$dir/out"; }
mcc --data "$dir/angle.csv" --kinds cyclic:360,continuous && cp "$dir/out" "$dir/here"
check "an angle whose cosine is a code: mcc is 1" [ "$(value mcc@default)" = 1.000000 ]
mcc --data "$dir/turned.csv" --kinds cyclic:360,continuous
check "turned by half a circle the scores are the same" [ "$(value mcc@default)" = 1.000000 ]
mcc --data "$dir/said.csv"
check "a .csv says its kinds in a first line" cmp "$dir/here" "$dir/out"
mcc --data "$dir/angle.csv"
check "as a number it is another score" [ "$(value mcc@default)" != 1.000000 ]
check "and a note names the kind of an angle" grep -q "; if v1 is an angle, its kind is cyclic:360 (--kinds)" "$dir/err"
check "of numbers that fill a circle alone" [ "$(grep -o 'is an angle' "$dir/err" | wc -l)" = 1 ]
check "a period that the values do not fit is refused before any score" refuses 3 \
    "factor v1 is cyclic with period 90, and its values span" "$assay" score --data "$dir/angle.csv" --kinds cyclic:90,auto -m mig
check "a period of 0 is refused" refuses 2 "'cyclic:0' is no kind" "$assay" score --data "$dir/angle.csv" --kinds cyclic:0
mkdir "$dir/models" && cp "$dir/angle.csv" "$dir/models/a-1.csv" && cp "$dir/turned.csv" "$dir/models/a-2.csv"
study() { "$assay" study "$dir/models" --db "$dir/s.db" -m mcc --draws 0 --kinds "$1" -f csv >"$dir/out" 2>"$dir/err"; }
check "a study takes the same kinds" study cyclic:360,continuous

# Labels of data sets: rows, columns, counts and order by what is written next to the files themselves.
for line in "dsprites 737280 6" "shapes3d 480000 6" "mpi3d 1036800 7" "cars3d 17568 3"; do
    set -- $line
    check "the labels of $1" "$assay" generate --grid --profile "$1" -o "$dir/$1.npz"
    check "are $2 x $3" sh -c "unzip -p '$dir/$1.npz' factors.npy | head -c 128 | grep -aq \"'<i8'.*($2, $3)\""
done
unzip -p "$dir/cars3d.npz" factors.npy | tail -c +129 | od -An -v -w24 -td8 | awk '{ print $1, $2, $3 }' >"$dir/rows"
awk 'BEGIN { for (a = 0; a < 4; a++) for (b = 0; b < 24; b++) for (c = 0; c < 183; c++) print a, b, c }' >"$dir/want"
check "of cars3d the car varies fastest, then the azimuth" cmp "$dir/rows" "$dir/want"
unzip -p "$dir/dsprites.npz" factors.npy | tail -c +129 | od -An -v -w48 -td8 | awk '{ print $1, $2, $3, $4, $5, $6 }' |
    sed -n '1p;2p;33p;1025p;40961p;245761p;737280p' >"$dir/rows"
printf '%s\n' "0 0 0 0 0 0" "0 0 0 0 0 1" "0 0 0 0 1 0" "0 0 0 1 0 0" "0 0 1 0 0 0" "0 1 0 0 0 0" "0 2 5 39 31 31" >"$dir/want"
check "of dsprites shape, scale, orientation, x, y" cmp "$dir/rows" "$dir/want"
check "smallnorb has no grid" refuses 2 "in an order of their own" "$assay" generate --grid --profile smallnorb -o "$dir/x.npz"
check "nor letters" refuses 2 "no data set whose labels are a grid" "$assay" generate --grid --profile letters -o "$dir/x.npz"
check "labels want .npz" refuses 2 "write .npz" "$assay" generate --grid --profile cars3d -o "$dir/x.csv"
check "and no scenario" refuses 2 "and no scenario" "$assay" generate noise --grid --profile cars3d -o "$dir/x.npz"
done_testing
