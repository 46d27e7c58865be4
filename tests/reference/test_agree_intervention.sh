#!/bin/sh
# Metrics that draw batches and orders of rows against their programs in reference/.
. tests/reference/agree.sh
agree --mixed 1 --every 13 z-diff z-min-var z-max-var mcc-null
