#!/bin/sh
# Every row of the table of docs/differences.md: minutes.
METRICS='all@*' . tests/cli/test_invariances.sh
