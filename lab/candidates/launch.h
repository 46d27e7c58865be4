/* launch.h -- inside this room: which program to start for a candidate, and starting it. */
#pragma once

#include "candidate_spec.h"
#include "handover.h"
#include "worker.h"

#include <stdio.h>

enum { LAUNCH_PATH = 4096 };

/* The k-th Python to try: $ASSAY_PYTHON alone, or python3 on the PATH and then the system's. Its name as a message says
 * it; NULL past the last. found: 0 where there is no such program. */
const char *launch_python(size_t k, char path[LAUNCH_PATH], int *found);

/* The program that serves plug-ins: $ASSAY_PROGRAM, this one, `assay` beside the library or on the PATH. */
assay_status launch_program(char path[LAUNCH_PATH], assay_error *err);
void launch_serves(void); /* this program does: called by candidate_serve */

/* As a shell reads it back: in single quotes where it needs them. */
void launch_quote(const char *text, FILE *to);

/* program: what the two above found; not used for commands. */
assay_status launch(const candidate_spec *spec, const char *program, const handover *data, worker **to,
                    assay_error *err);

/* A template's command with its {placeholders} filled in, run once. */
assay_status launch_template(const candidate_spec *spec, const handover *data, const assay_rep *rep, uint64_t seed,
                             worker **to, assay_error *err);
