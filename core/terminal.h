/*
 * terminal.h -- the one way on which names of files, messages of others and texts of stores reach a terminal: what
 * would steer it or end a line is a blank there, what is no UTF-8 a '?'.
 */
#pragma once

#include "assay.h"

#include <stdio.h>

/* To standard error. A line's end is one where the format itself ends with it. */
void terminal_say(const char *format, ...) ASSAY_PRINTF(1, 2);

/* The same to standard output, where that is a terminal; a program that reads it gets the bytes as they are. */
void terminal_print(const char *format, ...) ASSAY_PRINTF(1, 2);
