/* column_roles.h -- which columns of a text file are factors ('v') and which codes ('z'), by their names
 * (representation_column_role). Errors name the file, the line and the column. */
#pragma once

#include "array_file.h"

/* That every column has a role, both roles are there, and numbered columns count up by one. */
assay_status roles_check(const array *all, const char *where, assay_error *err);

/* The columns of one role, as an array of their own; name pointers are borrowed from `from`. */
assay_status roles_take(const array *from, char role, array *to);

/* z1_1, z1_2, ..., z2_1, ...: how many tables there are, 0 where columns are not named so; ASSAY_EINPUT where they do
 * not count up, or a table has fewer codes than the first. */
assay_status roles_tables(const array *codes, const char *where, size_t *tables, assay_error *err);

/* Where there are columns of both roles, those of this one stay. */
assay_status roles_keep(array *all, char role, const char *where, assay_error *err);
