#!/bin/sh
# Tables as people have them go in by one command, and all that hold the same rows have the same scores.
. tests/cli/tap.sh
tables=$PWD/tests/cli/tables # as they came
cd "$dir" || exit 99

# table FILE SEPARATOR QUOTE ROWNAMES DECIMAL: 120 rows of a shape, a scale, a flag, three codes and a name.
table() {
    awk -v s="$2" -v q="$3" -v rows="$4" -v point="$5" '
        function number(x) { x = sprintf("%.6f", x); sub(/[.]/, point, x); return x }
        function text(x) { return q x q }
        BEGIN {
            srand(7)
            split("square ellipse heart", shape, " ")
            printf "%s%s\n", rows == "" ? "" : text("") s, text("shape") s text("scale") s text("flag") s text("z1") s \
                text("z2") s text("z3") s text("name")
            for (i = 1; i <= 120; i++) {
                k = 1 + int(3 * rand()); scale = rand(); flag = rand() < 0.5
                name = rows == "R" ? text(i) s : rows == "pandas" ? i - 1 s : rows == "names" ? text("row " i) s : ""
                printf "%s%s%s%s%s%s%s%s%s%s%s%s%s%s\n", name, text(shape[k]), s, number(scale), s,
                    flag ? "True" : "False", s, number(k + rand() / 3), s, number(scale + rand() / 5), s,
                    number(rand()), s, text("image " i)
            }
        }' >"$1"
}
# Columns of the scores: of a table whose columns are named.
scored() { "$assay" score --data "$1" --factors shape,scale,flag --codes z1..z3 --metrics mig,mcc,dci-rf:trees=5 --items --format csv 2>"$1.said"; }

table plain.csv , '' '' .
scored plain.csv >expected
check "a table goes in by the names of its columns" grep -q '^mig@default,mig,,0[.][1-9]' expected
check "a note says which column is which" grep -q 'v1 is shape, v2 is scale, v3 is flag' plain.csv.said
awk -F, -v OFS=, '{ print $1, $2, NR == 1 ? "a scale" : "0.5", $4, $5, NR == 1 ? "idle" : "2.5" }' plain.csv >named.csv
named() { "$assay" score --data named.csv --factors "shape,a scale" --metrics mig,active-units --relation r2 "$@" >out 2>err; }
check "items, reasons and the columns of a matrix have the names of the table" named --items --format csv
check "of factors" grep -q '^mig@default,mig,a scale,,constant-factor: factor a scale is constant' out
check "and codes" grep -q '^active-units.*,idle,' out
check "of a matrix" grep -q '^factor,scale,z1,z2,idle' out
check "and in warnings" grep -q '^warning: 1 of 4 codes is constant, code idle first' err
check "rows in another order keep them" named --shuffle 3 --items --format csv
check "each its own" grep -q '^mig@default,mig,a scale,' out
json_names() { named --format json && tr -d ' \n' <out | grep -q '"factor_names":\["shape","ascale"\],"code_names":\["scale","z1","z2","idle"\],'; }
check "JSON has them at its top" json_names
ASSAY_READERS=inside check "whichever process reads" json_names
check "and columns without names have no names" sh -c "sed 1d named.csv >bare.csv && '$assay' score --factors bare.csv:1 --codes bare.csv:4,5 --metrics mig --items --format csv | grep -q '^mig@default,mig,v1,'"
check "and in which order classes are" grep -q 'shape: 3 classes (ellipse, heart, square), in alphabetical order' plain.csv.said
same_scores() { scored "$1" | cmp -s - expected; }
table index.csv , '' pandas .
check "pandas' index is left out" same_scores index.csv
check "with a word" grep -q 'the first column has no name and is left out: row names' index.csv.said
table r.csv , '"' R .
check "so are R's row names" same_scores r.csv
table rows.csv , '"' names .
check "and row names of text" same_scores rows.csv
table excel.csv ';' '' '' ,
check "decimal commas between semicolons are numbers" same_scores excel.csv
table tab.tsv "$(printf '\t')" '' '' .
check "tabs separate" same_scores tab.tsv
{ printf '\357\273\277' && cat plain.csv; } >mark.csv
check "a mark of UTF-8 is no text" same_scores mark.csv
sed 's/$/\r/' plain.csv >windows.csv
check "lines may end as in DOS" same_scores windows.csv
gzip -c plain.csv >packed.csv.gz
check "a packed one is the same" same_scores packed.csv.gz

printf 'sep=,\r\n' | cat - windows.csv >sep.csv
check "Excel's line that names the separator is no header" same_scores sep.csv
{ echo '# made by hand' && echo '# in cm' && cat plain.csv; } >remarks.csv
check "nor are remarks" same_scores remarks.csv
sed '1s/^/# /' plain.csv | sed '1s/^/# by numpy\n/' >numpy.csv
check "but a header may begin with #" same_scores numpy.csv
sed 's/ellipse/f\xfcnf/; s/shape/Gr\xf6\xdfe/' plain.csv >latin.csv
check "a table in Latin-1 is read" exits 0 "$assay" score --data latin.csv --factors Größe --codes z1..z3 --metrics mig
check "  with its names and texts" says "v1 is Größe; Größe: 3 classes (fünf"
awk -F, 'BEGIN { OFS = "," } NR > 1 { $2 = "\"" NR ",500\"" } { print }' plain.csv >grouped.csv
check "separators of thousands are refused" refuses 3 "write it without separators of thousands" "$assay" score --data grouped.csv --factors scale --codes z1 --metrics mig
awk -F, 'BEGIN { OFS = "," } NR > 1 { $2 = NR "%" } { print }' plain.csv >percent.csv
check "so are units" refuses 3 "or write its numbers without units" "$assay" score --data percent.csv --factors scale --codes z1 --metrics mig

"$assay" score --data plain.csv --factors :shape,scale,flag --drop name --metrics mig,mcc,dci-rf:trees=5 --items --format csv >rest 2>/dev/null
check "without --codes all other columns are codes" cmp rest expected
"$assay" score --data plain.csv --codes z1,z2,z3 --drop name --metrics mig,mcc,dci-rf:trees=5 --items --format csv >rest 2>/dev/null
check "without --factors all others are factors" cmp rest expected
"$assay" score --factors plain.csv:shape,scale,flag --codes excel.csv:z1..z3 --metrics mig,mcc,dci-rf:trees=5 --items --format csv >two 2>/dev/null
check "columns of two files have names, too" cmp two expected

sed 's/square/TMP/; s/ellipse/square/; s/TMP/ellipse/' plain.csv >other.csv
scored other.csv >renamed
mig_of() { awk -F, '/^mig@/ { printf "%.9f\n", $4 }' "$1"; } # in another order sums are rounded otherwise
check "other words for the classes leave mig as it is" same "$(mig_of renamed)" "$(mig_of expected)"

check "a column that is not there is refused with the nearest name" refuses 3 "no column 'shpae': $did_you_mean 'shape'?" "$assay" score --data plain.csv --factors shpae --metrics mig
check "so is the end of a range" refuses 3 "no column 'z4': $did_you_mean" "$assay" score --data plain.csv --factors shape --codes z1..z4 --metrics mig
check "a range that runs back" refuses 3 "column 'z3' stands behind 'z1'" "$assay" score --data plain.csv --factors shape --codes z3..z1 --metrics mig
check "a column that is named twice" refuses 3 "'shape' is named twice" "$assay" score --data plain.csv --factors shape,shape --metrics mig
check "text among codes is refused with the column and a text" refuses 3 "column 6 ('name') of the codes holds text, 'image 1' for" "$assay" score --data plain.csv --factors shape --metrics mig
check "a text for each row is asked about" refuses 3 "120 different texts in 120 rows: is it an id? Leave it out: --drop 'name'" "$assay" score --data plain.csv --codes z1..z3 --metrics mig
awk -F, 'BEGIN { OFS = "," } NR > 1 { $2 = "as " NR % 3 } { print }' plain.csv >words.csv
check "text is no number" refuses 2 "factor scale is text and has no numbers" "$assay" score --data words.csv --factors flag,scale --codes z1 --kinds continuous --metrics mig
check "arrays have no names of columns" refuses 2 "columns have names in a table of text alone; name whole arrays, --factors FILE.npz:NAME" "$assay" score --data x.npz --factors shape --metrics mig
check "--drop belongs to one table" refuses 2 "name columns, --codes b.csv:-id" "$assay" score --factors a.csv --codes b.csv --drop id --metrics mig
check "so is one that is a factor and a code" refuses 3 "column 'z1' is named as a factor and as a code" "$assay" score --data plain.csv --factors shape,z1 --codes z1..z3 --metrics mig
check "  also of a whole file" refuses 3 "column 'shape' is named as a factor and as a code" "$assay" score --factors plain.csv --codes plain.csv:-scale --metrics mig

# As pandas, R and UCI write them: each has the first score of the others.
cut -d, -f1,4-6 plain.csv >few.csv
few() { "$assay" score --data "$1" --factors "${2:-shape}" --metrics mig --format csv 2>"$1.said" | cmp -s - few.expected; }
"$assay" score --data few.csv --factors shape --codes z1..z3 --metrics mig --format csv >few.expected 2>/dev/null
sed '1s/.*/0,1,2,3/' few.csv >counted.csv
check "a header that counts the columns is no row" few counted.csv 0
check "with a word" grep -q 'the first line counts the columns and is taken for a header' counted.csv.said
awk -F, 'BEGIN { OFS = "," } { print NR == 1 ? "" : NR - 2, $0 }' counted.csv >counted_index.csv
check "nor is one behind an index" few counted_index.csv 0
awk 'NR == 1 { print "0,1" } NR > 1 { print NR % 3 "," NR % 2 }' few.csv >counts.csv
check "but of data that count, too, it is" sh -c "'$assay' score --data counts.csv --factors 1 --codes 2 --metrics mig 2>&1 | grep -q '^121 samples'"
sed '1s/.*/Unnamed: 0,shape,z1,z2,z3/' counted_index.csv >twice.csv
check "an index that was saved twice is row names" few twice.csv
awk -F, '{ print (NR == 1 ? "" : "\"" NR - 1 "\" ") $1, $2, $3, $4 }' few.csv >r_table.txt
check "so is the column for which R's write.table has no name" few r_table.txt
sed 's/$/,/' few.csv >ended.csv
check "a separator at the end of every line is no column" few ended.csv
awk -F, 'BEGIN { OFS = "," } NR == 5 { $1 = "?" } { print }' few.csv >asked.csv
awk 'BEGIN { print "a,b,"; for (i = 0; i < 60; i++) print i % 3 "," i % 2 "," }' >short.csv
check "  of cells of one digit neither" exits 0 "$assay" score --data short.csv --factors a --codes b --metrics mig
check "? is no class but an absent value" sh -c "'$assay' score --data asked.csv --factors shape --codes z1..z3 --kinds absent:auto --metrics mig 2>&1 | grep -q 'shape: 3 classes'"
sed '1s/shape/"Shape, drawn"/' plain.csv >comma.csv
check "a quoted name may have a comma" sh -c "'$assay' score --data comma.csv --factors '\"Shape, drawn\",scale' --drop name,flag --metrics mig 2>&1 | grep -q 'v1 is Shape, drawn, v2 is scale; '"

awk -F, 'BEGIN { OFS = "," } NR == 5 { $1 = "" } NR == 9 { $1 = "NA" } { print }' plain.csv >missing.csv
check "a missing class is refused, with the remedy" refuses 3 "line 5, column 'shape' of the factors is NaN or empty; assay wants finite numbers: drop that sample or replace the value; if NaN marks a missing value, begin the list of --kinds with absent: (absent:auto)" "$assay" score --data missing.csv --factors shape --codes z1..z3 --metrics mig
"$assay" score --data missing.csv --factors shape --codes z1..z3 --kinds absent:auto --metrics mig >absent 2>&1
check "or is an absent one" grep -q 'no value in 2 of 120' absent
check "and no class" grep -q 'shape: 3 classes' absent
check "absent: before a kind of the list is refused, with its place" refuses 2 "absent: stands once, before the whole list" "$assay" score --data missing.csv --factors shape,scale --codes z1..z3 --kinds "absent:auto, absent:auto"
check "names, kinds and metrics may have blanks around them" exits 0 "$assay" score --data missing.csv --factors " shape .. scale , -flag" --codes "z1 ..z3" --kinds "absent:auto, auto" --metrics "mig, sap"

# A table without a header, as the Iris data come.
awk -F, 'NR > 1 { print $4 + 0 "5," $5 + 0 "5," $1 }' plain.csv >iris.data
cp iris.data iris.csv
check "columns of a table without a header are called by their places" refuses 3 "no column 'shape' (1, 2, 3)" "$assay" score --data iris.csv --factors shape --metrics mig
cut -d, -f3 iris.csv >labels.csv
cut -d, -f1,2 iris.csv >codes.csv
"$assay" score --factors labels.csv --codes codes.csv --metrics mig >iris.out 2>&1
check "labels of a file of their own are classes" grep -q 'v1: 3 classes (ellipse, heart, square)' iris.out
check "a first line of text that recurs is a row" grep -q '^120 samples, 1 factors, 2 codes' iris.out

mkdir models
cp plain.csv models/a.csv
cp excel.csv models/b.csv
check "a folder of them says how to name columns" refuses 3 "passed over: models/a.csv: has no columns of factors and of codes; name factors v1, v2, ... (or factor...) and codes z1, z2, ... (or code...), name columns, --factors shape,scale" "$assay" study models --db none.db
check "factors of a table are chosen by name" exits 0 "$assay" generate noise --factors-from plain.csv --factors shape..flag -o chosen.csv
check "  these alone" same "$(head -1 chosen.csv)" v1,v2,v3,z1,z2,z3
check "  in a plan, too" exits 0 "$assay" run quick --factors-from plain.csv:shape,scale --scenarios noise --metrics mig --seeds 0:1 --db chosen.db
check "  and with a recipe's scores" exits 0 "$assay" score --scenario noise --factors-from plain.csv --factors shape,scale --metrics mig
cut -d, -f1-3 plain.csv >whole.csv
check "a whole table of factors is said to be taken whole" exits 0 "$assay" run quick --factors-from whole.csv --scenarios noise --metrics mig --seeds 0:1 --db chosen.db
check "  by a run" says "note: all 3 columns are taken as factors (--factors COLUMNS chooses others); "
check "no table of both kinds is" refuses 3 "'shape' is neither a factor nor a code" "$assay" generate noise --factors-from plain.csv -o chosen.csv
check "nor one of v1 and others" sh -c "cut -d, -f2- whole.csv | sed 1s/scale/v1/ >v1.csv; ! '$assay' generate noise --factors-from v1.csv -o chosen.csv 2>err && grep -q \"'flag' is neither\" err"
check "--factors without a table is refused" refuses 2 "--factors names columns of a table" "$assay" generate noise --factors shape -o chosen.csv
"$assay" study models --factors shape,scale,flag --codes z1..z3 --metrics mig --draws 0 --db s.db >said 2>&1
check "a study takes tables by the names of their columns" grep -q '2 representations in s.db' said
"$assay" export --db s.db --format csv | grep ',mig,' | awk -F, '{ print $0 }' >rows
check "with the scores that they have alone" grep -q "$(sed -n 's/^mig@default,mig,,\(0[.][0-9]*\),.*/\1/p' expected | cut -c1-8)" rows
cat >manifest.csv <<'M'
name,factors,codes
one,"models/a.csv:shape,scale,flag",models/a.csv:z1..z3
M
"$assay" study manifest.csv --metrics mig --draws 0 --db m.db >said 2>&1
check "a manifest names columns as well" grep -q '1 representation in m.db' said
check "R's mtcars" exits 0 "$assay" score --data "$tables/mtcars.csv" --factors cyl,gear --codes mpg,disp..qsec --metrics mig
check "without its row names" says "row names; v1 is cyl, v2 is gear; z1 is mpg, z2 is disp, z3 is hp"
check "Fisher's iris without a header" exits 0 "$assay" score --data "$tables/iris.csv" --factors 5 --metrics mig
check "has classes and codes" says "v1 is 5; 5: 3 classes (Iris-setosa, Iris-versicolor, Iris-virginica), in alphabetical order; z1 is 1, z2 is 2, z3 is 3, z4 is 4"
cp "$tables/iris.csv" iris.data
check "as it is called in the repository that it is from" exits 0 "$assay" score --data iris.data --factors 5 --codes 1-4 --metrics mig
check "has the same" says "v1 is 5; 5: 3 classes (Iris-setosa, Iris-versicolor, Iris-virginica), in alphabetical order; z1 is 1, z2 is 2, z3 is 3, z4 is 4"
mkdir -p notes && cp iris.data notes/README.txt && cp plain.csv notes
check "but a folder's texts are of anything" exits 0 "$assay" study notes --factors shape --codes z1..z3 --metrics mig --draws 0 --db n.db
check "and passed over" says "passed over: notes/README.txt"
check "a table of Excel in German" exits 0 "$assay" score --data "$tables/excel.csv" --factors "Form,Größe" --metrics mig
check "with its names as they were typed" says "v1 is Form, v2 is Größe; Form: 2 classes (Kreis, Quadrat)"
check "nothing reads a 1 for 1,5" prints "5 samples, 2 factors, 2 codes"

awk -F, 'BEGIN { OFS = "," } { $7 = NR == 1 ? "subject" : "person " int(NR / 5); print }' plain.csv >people.csv
"$assay" study people.csv --factors shape,scale,flag --cluster subject --metrics mig --draws 9 --db c.db >said 2>&1
check "the cluster of each row is a column of words, and neither factor nor code" grep -q '1 representation in c.db' said
"$assay" table --db c.db --format json >c.json
check "and is drawn by" grep -q '"clusters": "*25' c.json
check "one that is not there is refused" exits 3 "$assay" study people.csv --factors shape --codes z1..z3 --cluster subjct --metrics mig --draws 0 --db d.db
check "with the nearest" says "$did_you_mean 'subject'?"
awk -F, 'BEGIN { OFS = "," } NR == 9 { $7 = "" } { print }' people.csv >lost.csv
check "so is a row without one" exits 3 "$assay" study lost.csv --factors shape --codes z1..z3 --cluster subject --metrics mig --draws 0 --db d.db
check "by its place" says "row 7 (counted from 0) has no cluster"
head -n 100 people.csv >short.csv
check "and one of another length" exits 3 "$assay" study people.csv --factors shape --codes z1..z3 --cluster short.csv:subject --metrics mig --draws 0 --db d.db
check "by both" says "have 99 values and the representation 120 rows"

{ head -n 1 index.csv; tail -n +2 index.csv | sort -t, -k1,1nr; } >turned.csv
check "row names that differ are refused, since rows go by their places" refuses 3 "have row names that differ" "$assay" score --factors index.csv:shape --codes turned.csv:z1 --metrics mig
check "those that count rows do not differ" exits 0 "$assay" score --factors index.csv:shape --codes r.csv:z1,z2 --metrics mig

for metric in hoyer active-units gaussian-tc gaussian-wasserstein code-mi udr:tables=3; do
    "$assay" score --codes plain.csv:z1..z3 --metrics $metric --format csv >alone 2>/dev/null
    "$assay" score --data plain.csv --factors shape --codes z1..z3 --metrics $metric --format csv >beside 2>/dev/null
    check "$metric needs no factors" cmp alone beside
done
check "leaves out what needs factors, and says so" notes "note: codes alone: " score --codes plain.csv:z1..z3
check "which by name does not apply" exits 0 "$assay" score --codes plain.csv:z1..z3 --metrics mig,hoyer
check "for a reason" prints "not-applicable: mig needs factors, and there are codes alone"
check "a group of none is refused" refuses 2 "family:unsupervised does" "$assay" score --codes plain.csv:z1..z3 --metrics family:information
check "so is a matrix" refuses 3 "mi: relates factors to codes" "$assay" score --codes plain.csv:z1..z3 --metrics hoyer --relation mi
done_testing
