/* print.h -- what commands that print tables share: --format, -o, the width. */
#pragma once

#include "cli.h"
#include "grid.h"

/* --format as a GRID_ constant in *to; the exit status says what was wrong. */
int print_format(const cli_args *args, int *to);

/* Prints to -o or standard output, and frees the grids. */
int print_grids(const cli_args *args, grid **grids, size_t count, int format);

/* Prints a table to standard output, whatever --format and -o say, and frees it. */
int print_grid(const cli_args *args, grid *g);

/* Columns of the terminal; `elsewhere` where the output is not one. */
size_t print_width(const cli_args *args, size_t elsewhere);

/* What open candidates wrote, and how functions are called, as notes on standard error. */
void print_candidates(void);
