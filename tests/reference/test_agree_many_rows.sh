#!/bin/sh
# Metrics as published and by default against their programs in reference/, on 100,000 rows. Those of neighbours and
# machines are left out: their programs take n^2.
. tests/reference/agree.sh
agree --rows 100000 --every 9 --variant @default --without : mig mig-sup rmig dcimig modularity jemmig minimality sufficiency linearity \
    mcc r2-heldout dictionary hoyer tad irs dlig monotonicity gaussian-tc dose
