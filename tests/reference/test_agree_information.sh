#!/bin/sh
# Metrics over counted information against their programs in reference/.
. tests/reference/agree.sh
agree --mixed 2 --every 5 mig rmig mig-sup jemmig dcimig modularity minimality sufficiency
