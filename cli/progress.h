/* progress.h -- what long work shows and how it is stopped: a bar on a terminal, and the first signal asks for an
 * orderly end. */
#pragma once

#include <signal.h>
#include <stdint.h>

extern volatile sig_atomic_t progress_stop; /* the signal that asked for an end; 0: none */

/* SIGINT, SIGTERM and SIGUSR1 set progress_stop; a second one of a kind ends the program. */
void progress_listen(void);

/* Where something is kept, says what to type to go on, which is what was typed. The exit status of work that was
 * stopped. */
int progress_stopped(int is_kept);

/* What main was called with; it has to live on. */
void progress_typed(char *const *words);

/* Standard error is a terminal that can go back to the start of a line and clear it. */
int progress_on_terminal(void);

/* "[#####     ] " at the start of the line, which the caller goes on with; clear leaves the line empty. */
void progress_bar(uint64_t done, uint64_t all);
void progress_clear(void);

/* When it was last drawn; elsewhere than on a terminal long work writes a line from time to time. */
typedef struct meter {
    int terminal, drawn;
    double last; /* seconds into the work */
} meter;

/* $ASSAY_PROGRESS: `line` is of whoever shows the line elsewhere, `none` wants neither it nor what ends a study. */
int progress_asked(const char *word);

meter meter_new(void);
/* Whether it is time for a line, which the caller says then; on a terminal the bar is there. */
int meter_begin(meter *m, double seconds, uint64_t done, uint64_t all);
void meter_end(const meter *m); /* of the line */
void meter_clear(const meter *m);
