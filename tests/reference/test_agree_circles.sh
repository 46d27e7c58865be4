#!/bin/sh
# Metrics that take factors on a circle, and some that do not, against their programs in reference/.
. tests/reference/agree.sh
agree --only circles --tables 3 --mixed 1 --every 9 mig jemmig dcimig modularity infom med sap rf-acc explicitness mcc \
    mcc-null r2-heldout linearity snc z-diff omes dci-lasso tad hoyer
