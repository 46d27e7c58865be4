#!/bin/sh
# The equivalent dose against its program in reference/, on tables of rows enough for it.
. tests/reference/agree.sh
agree --rows 400 --tables 3 dose
