#!/bin/sh
# Metrics over regressions, pairs of rows and tables of codes against their programs in reference/.
. tests/reference/agree.sh
agree --mixed 1 --every 13 dci-lasso udr r2-heldout omes t-mex
