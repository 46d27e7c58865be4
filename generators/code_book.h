/*
 * code_book.h -- the four letters of the text scenarios: 20 values each, every value with coordinates of its own
 *
 * A sample is a combination of four values; its codes are the coordinates of these, one or two for each factor.
 */
#pragma once

#include "assay.h"

enum { BOOK_FACTORS = 4, BOOK_VALUES = 20, BOOK_ROWS = 160000, BOOK_TEST_ROWS = 32000 };

/* For each factor and value the one coordinate of the first representation, then the two of the second. */
enum { BOOK_NUMBERS = BOOK_FACTORS * BOOK_VALUES * 3 };
typedef struct code_book {
    double at[BOOK_NUMBERS];
} code_book;

void code_book_publish(code_book *book); /* the published one */
void code_book_reread(code_book *book);  /* after a way through text and an inexact parser */

/* codes [BOOK_FACTORS * dims * n] of the values [BOOK_FACTORS * n]; dims is 1 or 2. */
void code_book_write(const code_book *book, const double *values, size_t n, size_t dims, double *codes);

/* Value 0 .. 19 of a factor in a combination; the last factor changes fastest. */
double combination_value(size_t combination, size_t factor);

/* to[BOOK_TEST_ROWS]: the combinations of the published test rows, in their order. scratch has room for BOOK_ROWS. */
void code_book_split(size_t *scratch, size_t *to);
