# Raw outputs against the PCG author's C++ headers, over a million draws. The oracle is built by `make test`.
echo "1..1"
oracle=$O/tests/generators/pcg_oracle
if [ ! -x "$oracle" ]; then
    echo "# skipped: no g++: apt-get install g++"
    echo "ok 1 - raw outputs # SKIP no g++"
    exit 0
fi
"$oracle"
case $? in
0) echo "ok 1 - raw outputs equal those of the PCG author's headers" ;;
77) echo "# skipped: no headers of PCG: apt-get install libpcg-cpp-dev"; echo "ok 1 - raw outputs # SKIP no headers" ;;
*) echo "not ok 1 - raw outputs equal those of the PCG author's headers" ;;
esac
