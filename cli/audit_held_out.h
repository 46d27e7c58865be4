/* audit_held_out.h -- the held-out check of an audit: the same question on pairs that nobody had seen. */
#pragma once

#include "cli.h"
#include "held_out_lines.h"

/* What a check holds: zero-initialise before, free after. */
typedef struct held_out_check {
    uint64_t seed;
    stored_choice held_out;
    evidence published, fresh, again;
    held_out_lines lines;
} held_out_check;

/* The seed of --held-out-seed, or one that is drawn; the exit status. */
int audit_held_out_seed(const cli_args *args, uint64_t *to);

/* Scores the metric of the command on held-out pairs, some of them twice, and compares with what the audit's store
 * has of published ones of the variants of `own`, a list. DIR/held-out.db is written when the candidates have answered.
 * The exit status of the work; held_out_failed says what came of it. */
int audit_held_out(const cli_args *args, const char *own, const char *db, const char *directory, held_out_check *to);
void held_out_check_free(held_out_check *check);
