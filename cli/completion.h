/* completion.h -- what shells complete, written from the commands' descriptors: nothing is typed twice. */
#ifndef ASSAY_COMPLETION_H
#define ASSAY_COMPLETION_H

#include <stdio.h>

int completion_write(const char *shell, FILE *to); /* bash, zsh or fish; 0: no other is known */

#endif
