/* print.h -- what commands that print tables share: --format, -o, the width. */
#pragma once

#include "cli.h"
#include "grid.h"

/* --format as a GRID_ constant, and whether programs read it, as one whole. */
int print_format(const cli_args *args);
int print_is_whole(const cli_args *args);

/* Prints to -o or standard output as --format says, and frees the grids. */
int print_grids(const cli_args *args, grid **grids, size_t count);

/* The same; on a terminal the first screen of it, unless --all is given. Its lines; 0: everything is shown. */
int print_first(const cli_args *args, grid **grids, size_t count);
enum { SCREEN_LEAST = 24, SCREEN_MOST = 40 };
size_t print_lines(const cli_args *args);

/* A text that is no table, to where -o says; in another --format than table the one cell of one. */
int print_text(const cli_args *args, const char *text);

/* Prints a table to standard output, whatever --format and -o say, and frees it. */
int print_grid(const cli_args *args, grid *g);

/* Columns of the terminal; `elsewhere` where the output is not one. */
size_t print_width(const cli_args *args, size_t elsewhere);

/* What open candidates wrote, and how functions are called, as notes on standard error. */
void print_candidates(void);
