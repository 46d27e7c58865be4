/*
 * code_book -- the four letters of the text scenarios: 20 values each, every value with coordinates of its own
 *
 * Source   Zhang, Prokhorov and Shareghi 2021, section 2.2, and the published script that made the data of table 1:
 *          NumPy's legacy generator with seed 0; for factor A to D, for value 1 to 20 the one coordinate of the first
 *          representation, then the two of the second, all uniform on [-1, 1). Its rows are all 160000 combinations,
 *          shuffled three times by Python's random with seed 0; the last fifth is the test split that was scored.
 *          That study read its rows back from a CSV file, with pandas, whose parser up to version 1.1 adds up the
 *          digits and divides by powers of ten one after the other: the last bit of a coordinate may change on the way.
 * Cost     a few milliseconds for the split, a pass over the codes for the rest.
 */
#include "code_book.h"

#include "twister.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void code_book_publish(code_book *book)
{
    twister t;
    twister_seed_numpy(&t, 0);
    for (size_t k = 0; k < BOOK_NUMBERS; k++) book->at[k] = twister_uniform(&t, -1, 1);
}

/* Writes |x| < 10 with as few digits as give it back, and reads these as the parser does. No exponent: |x| >= 1e-4. */
static double reread(double x)
{
    char text[32];
    int digits = 1;
    do snprintf(text, sizeof text, "%.*e", digits - 1, fabs(x));
    while (strtod(text, NULL) != fabs(x) && digits++ < 17);
    const char *mark = strchr(text, 'e');
    double sum = 0, power = 10;
    for (const char *c = text; c < mark; c++)
        if (*c >= '0' && *c <= '9') sum = sum * 10.0 + (*c - '0');
    for (long left = digits - 1 - strtol(mark + 1, NULL, 10); left > 0; left /= 2, power *= power)
        if (left % 2) sum /= power;
    return copysign(sum, x);
}

void code_book_reread(code_book *book)
{
    for (size_t k = 0; k < BOOK_NUMBERS; k++) book->at[k] = reread(book->at[k]);
}

void code_book_write(const code_book *book, const double *values, size_t n, size_t dims, double *codes)
{
    for (size_t i = 0; i < BOOK_FACTORS; i++) {
        for (size_t c = 0; c < dims; c++) {
            double *column = codes + (i * dims + c) * n;
            for (size_t s = 0; s < n; s++) {
                const size_t value = (size_t)values[i * n + s];
                column[s] = book->at[3 * (i * BOOK_VALUES + value) + (dims == 1 ? 0 : 1 + c)];
            }
        }
    }
}

double combination_value(size_t combination, size_t factor)
{
    for (size_t i = factor + 1; i < BOOK_FACTORS; i++) combination /= BOOK_VALUES;
    return (double)(combination % BOOK_VALUES);
}

void code_book_split(size_t *scratch, size_t *to)
{
    twister t;
    twister_seed_python(&t, 0);
    for (size_t k = 0; k < BOOK_ROWS; k++) scratch[k] = k;
    for (int turn = 0; turn < 3; turn++) twister_shuffle(&t, scratch, BOOK_ROWS);
    memcpy(to, scratch + (BOOK_ROWS - BOOK_TEST_ROWS), BOOK_TEST_ROWS * sizeof *to);
}
