/*
 * reference.h -- the programs of this folder as text: FOLDER/NAME.py, which defines one metric or scenario with NumPy
 * alone, behind the parts that it needs. A file names them in its first line,
 *
 *     # needs: table bins information
 *
 * which are parts/table.py and so on; each may need others. A program stands behind all that it needs, every part once.
 */
#pragma once

#include "assay.h"

/* The bytes of a file, "reference/parts/table.py", without an end; NULL: there is none. */
const char *reference_file(const char *file, size_t *size);

/* The program of `id` (z-diff: z_diff.py) that runs alone: `head` (Python: constants, say), then the parts and the file,
 * then the part `tail`. head and tail may be NULL. ASSAY_EUSAGE: there is none, or it does not fit. */
assay_status reference_program(const char *folder, const char *id, const char *head, const char *tail, char *to,
                               size_t size, assay_error *err);

/* What the functions of that program say they do, "NAME: TEXT" and a line end each, its own before those of its parts. */
assay_status reference_rules(const char *folder, const char *id, char *to, size_t size, assay_error *err);
