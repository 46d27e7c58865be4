#!/bin/sh
# Metrics over classifiers of all codes against their programs in reference/.
. tests/reference/agree.sh
agree --mixed 1 --every 26 explicitness infoe med sparse-probe sap
