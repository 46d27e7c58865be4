#!/bin/sh
# Metrics over correlations, and of codes alone, against their programs in reference/.
. tests/reference/agree.sh
agree --mixed 2 --every 9 mcc mcc-crossfit mcc-weak hoyer active-units code-mi gaussian-tc gaussian-wasserstein \
    smoothness monotonicity dictionary snc tad mcc-rdc
