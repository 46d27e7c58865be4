/*
 * code_tables.h -- what scores several code tables of the same rows that stand side by side: metrics that compare
 * tables. They are known by their option `tables`, which says how many there are.
 */
#pragma once

#include "variant.h"

/* Of `from` those that compare tables, told how many; the others, for which a row of several tables is none of theirs,
 * are left out. Where none is left: ASSAY_EUSAGE, with the way out. Zero-initialise `to`. */
int variant_lacks_tables(const variant *v); /* it compares tables, and nobody says how many there are */
assay_status selection_of_tables(const selection *from, size_t tables, selection *to, assay_error *err);
