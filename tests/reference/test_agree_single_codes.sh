#!/bin/sh
# Metrics of pairs and single codes against their programs in reference/.
. tests/reference/agree.sh
agree --mixed 2 --every 9 dmig xmig dlig infom infoc irs linearity
