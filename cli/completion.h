/* completion.h -- what shells complete. A shell's function asks this program, which offers what its commands'
 * descriptors and lists of names have: nothing is typed twice. */
#pragma once

#include <stddef.h>
#include <stdio.h>

int completion_write(const char *shell, FILE *to); /* bash, zsh or fish; 0: no other is known */

/* The words after the program's name, of which the last is to be completed: each whole word that it may become on a
 * line, commands and options with a tab and what they are. No line: it is a file, or anything. */
void completion_offer(char *const *word, size_t n, FILE *to);
