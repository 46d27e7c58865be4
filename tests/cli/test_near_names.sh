#!/bin/sh
# Whoever mistypes a name of any kind is asked for the nearest; a name that several kinds have is described for each.
. tests/cli/tap.sh
cd "$dir" || exit 99
plan p 50 0:2 noise mig >p.yaml
exits 0 "$assay" run p.yaml --db p.db

# MEANT STATUS WORDS...: typed without a store, and with one
asks() {
    meant=$1 status=$2
    shift 2
    check "'$*' asks for $meant" refuses "$status" "$did_you_mean '$meant'?" "$assay" "$@"
}
asks score 2 SCORE
asks validate 2 help vlidate
asks --metrics 2 score --metrcs mig
asks zsh 2 help --completion zhs
asks metrics 2 list metric
asks csv 2 list --format cvs
asks quick 3 run quik
asks quick 3 run QUICK
asks mig 2 score --scenario noise --metrics MIG
asks mig 2 validate mig --against migg
asks zaidi2020 2 score --scenario noise --metrics mig@zaidi
asks bins 2 score --scenario noise --metrics mig:bin=5
asks range 2 score --scenario noise --metrics mig:rule=rnge
asks r2 2 score --scenario noise --metrics sap:relation=R2
asks information 2 run p.yaml --metrics family:infomation
asks liad 2 run p.yaml --metrics bundle:laid
asks bins 2 run p.yaml --metrics reads:bin
asks cheap 2 run p.yaml --metrics cost:chep
asks noise 2 generate nosie -o x.csv
asks noise 2 run p.yaml --scenarios Noise
asks alpha 2 generate noise --set alph=1 -o x.csv
asks peer 2 generate trig --set order=per -o x.csv
asks dsprites 2 generate noise --set factors=dsprits -o x.csv
asks dsprites 2 score --scenario noise --profile dsprite
asks mig 2 validate mig --against mig --metric-output mgi
asks mig 2 describe migg
asks noise 2 describe nois
asks calibrated 2 describe calibratd
asks dsprites 2 describe DSprites
asks noise-robust 2 judge mig noise-robsut --db p.db
asks noise 2 plot nosie --db p.db
asks thesis-3.2 2 plot thesis3.2 --db p.db
asks S2-a 2 reproduce S2a --db p.db
asks guard 2 reproduce gaurd --db p.db
asks lasso 2 score --scenario noise --metrics sap --relation lass
asks kendall 2 agree --kind kendal --db p.db
asks mig 3 table --db p.db --metrics MIG
asks mig 3 judge --db p.db migg
asks zaidi2020 3 export --db p.db --metrics mig@zaidi
asks noise 3 table --db p.db --scenarios nosie
asks dsprites 3 judge --db p.db --profile dsprite
check "a column that no manifest has" refuses 2 "no column 'epoch' of the manifests" "$assay" table --db p.db --along epoch
sed 's/^seeds/sedes/' p.yaml >bad.yaml
asks seeds 3 run bad.yaml
sed 's/noise/{noise: {alhpa: [0]}}/' p.yaml >bad.yaml
asks alpha 3 run bad.yaml
check "two changes and another first letter are another word" refuses 2 "no metric 'noise' (assay list metrics)" \
    "$assay" score --scenario noise --metrics noise
check "a name that is like none is asked for nothing" refuses 2 "no name 'xyzzy' (assay list)" "$assay" describe xyzzy
check "and no question stands there" test "$(grep -c "$did_you_mean" err)" = 0
check "names that a store has are no mistakes" exits 0 "$assay" table --db p.db --metrics mig@default --scenarios noise

check "the scenario is described" has "Codes are curved functions of the factors" describe nonlinear
check "the property, too" prints "asks        Does the score stay when codes are curved functions"
check "each under its kind" same "$(grep -c -x -e SCENARIO -e PROPERTY out)" 2
check "one that only one kind has needs no heading" exits 0 "$assay" describe mig
check "and has none" same "$(grep -c -x -e METRIC out)" 0
both_ways() { # judge understands either order
    exits 0 "$assay" judge mig calibrated --db p.db && mv out first && exits 0 "$assay" judge calibrated mig --db p.db &&
        cmp -s out first
}
check "a metric and a property in either order" both_ways
check "a property alone" refuses 2 "assay judge METRIC calibrated" "$assay" judge calibrated --db p.db
done_testing
