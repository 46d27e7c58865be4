/*
 * until_decided.h -- a plan run with as many seeds as its verdicts need: all points with UNTIL_FIRST seeds (those of
 * --seeds where it is given and says more), then those points with more whose verdicts the judge leaves open or decides
 * on too few (early_verdict.h: fewer than the plan has, or UNTIL_USUAL), look by look, until none is open that seeds
 * would decide, or the seeds are used up.
 *
 * Looks are taken at numbers of seeds that are fixed beforehand: those at first, then twice as many each time, up to
 * the most. The judge shares its level among them (store_look), so that it holds whatever stops the run. What the looks
 * decide depends on the seeds of the looks alone, so that a run that was stopped goes on as if it had not been.
 */
#pragma once

#include "cli.h"
#include "plan.h"

typedef struct until_decided {
    const cli_args *args;
    plan *asked;
    const char *db, *command;
    unsigned jobs;
    uint64_t first, end; /* the seeds there may be; end 0: from the plan's first seed on, UNTIL_MOST */
} until_decided;

enum { UNTIL_MOST = 100, UNTIL_FIRST = 5, UNTIL_USUAL = 10 };

/* Moves the plan's seeds to begin at `first`. The exit status; prints the marks that are still open, and why, to
 * standard output. */
int until_decided_run(const until_decided *what);
