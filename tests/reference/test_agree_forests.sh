#!/bin/sh
# Metrics over forests against their programs in reference/, which grow the same trees.
. tests/reference/agree.sh
agree --mixed 1 --every 60 dci-rf dci-rfc rf-acc rf1-acc dci-gbt
