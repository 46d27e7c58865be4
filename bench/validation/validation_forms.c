/*
 * A relation aggregated as somebody might have done who meant a gap: which two values, along which axis, divided by
 * what and when.
 *
 *   rows     the values of one factor, over codes (a gap of mig, sap)
 *   columns  the values of one code, over factors (top two taken along the wrong axis; or a gap of mig-sup)
 *
 * Normalisers that depend on both members of a pair divide either before the ranking or, for the pair that came first,
 * after it. 0/0 of a constant column counts as 0; a row whose normaliser is 0 has no value and is left out of the mean.
 * The joint entropy is H(v) + H(z) - I.
 */
#include "validation_inside.h"

#include <stdio.h>

enum {
    GAP,
    FIRST_ALONE,
    LEAST_TWO,
    FIRST_LESS_MEAN,
    FIRST_LESS_LAST,
    LEAK,
    MISPLACED_GAP, /* first is the one at the place of the other line's largest */
    MISPLACED_ALONE,
    MISPLACED_LEAK,
    STATISTICS
};
/* What divides: nothing, a total or something of a pair's two totals, of the line, of the matrix. */
enum {
    BY_NONE,
    BY_FACTOR,
    BY_CODE,
    BY_JOINT,
    BY_LARGER,
    BY_SMALLER,
    BY_MEAN,
    BY_ROOT,
    BY_SHORT_CODE,
    BY_LOG_BINS,
    BY_MEAN_FACTOR,
    BY_LARGEST_FACTOR,
    BY_MEAN_CODE,
    BY_SHORT_FACTOR,
    BY_FIRST_VALUE,
    BY_SUM,
    BY_PLACE,
    BY_MATRIX_LARGEST
};
enum { SIGNED_NO, SIGNED_VALUES, SIGNED_SQUARES, SIGNED_ABSOLUTE, SIGNED_KINDS };

static const char *const statistic_text[STATISTICS] = {
    "the gap of the two largest",
    "the largest alone",
    "the gap of the two smallest",
    "the largest less the others' mean",
    "the largest less the smallest",
    "1 less the others' mean square over the square of the largest",
    "the one whose place is argmax over the other axis, less the largest of the others, of",
    "the one whose place is argmax over the other axis, alone, of",
    "1 less the others' mean square over the square of the one whose place is argmax over the other axis, of",
};
static const struct normaliser {
    int by, before; /* before: each value before the ranking; else the statistic, by the pair that came first */
    const char *text;
} normalisers[] = {
    { BY_NONE, 0, "not divided by anything" },
    { BY_FACTOR, 0, "divided by the factor's total (entropy)" },
    { BY_CODE, 1, "divided by the code's total (entropy) before ranking" },
    { BY_CODE, 0, "divided by the first code's total (entropy)" },
    { BY_JOINT, 1, "divided by the joint entropy before ranking" },
    { BY_JOINT, 0, "divided by the first pair's joint entropy" },
    { BY_LARGER, 1, "divided by the larger of the two totals before ranking" },
    { BY_LARGER, 0, "divided by the larger of the two totals of the first pair" },
    { BY_SMALLER, 1, "divided by the smaller of the two totals before ranking" },
    { BY_SMALLER, 0, "divided by the smaller of the two totals of the first pair" },
    { BY_MEAN, 1, "divided by the mean of the two totals before ranking" },
    { BY_MEAN, 0, "divided by the mean of the two totals of the first pair" },
    { BY_ROOT, 1, "divided by the root of the product of the two totals before ranking" },
    { BY_ROOT, 0, "divided by the root of the product of the two totals of the first pair" },
    { BY_LOG_BINS, 0, "divided by the logarithm of the number of bins" },
    { BY_MEAN_FACTOR, 0, "divided by the mean of all factors' totals" },
    { BY_LARGEST_FACTOR, 0, "divided by the largest of all factors' totals" },
    { BY_MEAN_CODE, 0, "divided by the mean of all codes' totals" },
    { BY_SHORT_FACTOR, 0, "divided by a factor entropy whose probabilities are counts/(N - 1) instead of counts/N" },
    { BY_SHORT_CODE, 1,
      "divided by the code's entropy before ranking, all probabilities being counts/(N - 1) instead of counts/N" },
    { BY_FIRST_VALUE, 0, "divided by the largest value" },
    { BY_SUM, 0, "divided by the sum of all values" },
    { BY_PLACE, 0, "divided by the total of the factor that has the code's place" },
    { BY_MATRIX_LARGEST, 0, "divided by the largest value of the whole matrix" },
};
enum { NORMALISERS = sizeof normalisers / sizeof *normalisers };
static const char *const signed_text[SIGNED_KINDS] = {
    "",
    " of correlations with their sign (the absolute value is missing)",
    " of correlations ranked with their sign, then squared (the absolute value is missing)",
    " of absolute correlations, not squared",
};

size_t form_count(void) { return 2 * STATISTICS * NORMALISERS * SIGNED_KINDS; }

form form_at(size_t index)
{
    const int k = (int)index;
    return (form){ .normaliser = k % NORMALISERS,
                   .statistic = k / NORMALISERS % STATISTICS,
                   .of_codes = k / (NORMALISERS * STATISTICS) % 2,
                   .signed_rank = k / (NORMALISERS * STATISTICS * 2) };
}

int form_is_none(const form *f)
{
    const int leaks = f->statistic == LEAK || f->statistic == MISPLACED_LEAK;
    const int by = normalisers[f->normaliser].by;
    return leaks && ((by != BY_NONE && by != BY_MATRIX_LARGEST) || f->signed_rank);
}

void form_text(const form *f, const char *what, char *to, size_t size)
{
    const int two = f->statistic == GAP || f->statistic == LEAST_TWO;
    const char *of = f->statistic >= MISPLACED_GAP ? " " : two ? " values of " : " of the values of ";
    snprintf(to, size, "%s%s%s, %s, %s", statistic_text[f->statistic], f->signed_rank ? "" : of,
             f->signed_rank ? signed_text[f->signed_rank] : what,
             f->of_codes ? "taken over factors instead of over codes" : "over codes", normalisers[f->normaliser].text);
}

static double code_total(const assay_relation *r, size_t i, size_t j)
{
    return r->code_total_for ? r->code_total_for[i * r->n_codes + j] : r->code_total[j];
}

/* Of the totals of the pair (i, j); 1: `by` is nothing of them. */
static double of_pair(int by, const assay_relation *r, size_t i, size_t j)
{
    const double v = r->factor_total[i], z = code_total(r, i, j);
    switch (by) {
    case BY_FACTOR: return v;
    case BY_SHORT_CODE:
    case BY_CODE: return z;
    case BY_JOINT: return v + z - r->value[i * r->n_codes + j];
    case BY_LARGER: return fmax(v, z);
    case BY_SMALLER: return fmin(v, z);
    case BY_MEAN: return 0.5 * (v + z);
    case BY_ROOT: return sqrt(v * z);
    default: return 1.0;
    }
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += x[k];
    return sum / (double)n;
}

static double largest_of(const double *x, size_t n)
{
    double most = x[0];
    for (size_t k = 1; k < n; k++) most = x[k] > most ? x[k] : most;
    return most;
}

/* A line of the matrix as it is ranked, and what it was counted from. */
typedef struct ranked_line {
    const double *value;
    size_t length, bins, rows;
} ranked_line;

/* By what the statistic is divided: (i, j) is the pair that came first. */
static double after(const form *f, const assay_relation *r, size_t i, size_t j, const ranked_line *line)
{
    const struct normaliser *const by = &normalisers[f->normaliser];
    const double v = r->factor_total[i];
    if (by->before) return 1.0;
    switch (by->by) {
    case BY_LOG_BINS: return log((double)line->bins);
    case BY_MEAN_FACTOR: return mean_of(r->factor_total, r->n_factors);
    case BY_LARGEST_FACTOR: return largest_of(r->factor_total, r->n_factors);
    case BY_MEAN_CODE: return mean_of(r->code_total, r->n_codes);
    case BY_SHORT_FACTOR:
        return line->rows > 1 && v != 0.0 ? v - log((double)line->rows / (double)(line->rows - 1)) : 0.0;
    case BY_FIRST_VALUE: return largest_of(line->value, line->length);
    case BY_SUM: return mean_of(line->value, line->length) * (double)line->length;
    case BY_PLACE: return f->of_codes && j < r->n_factors ? r->factor_total[j] : 0.0;
    case BY_MATRIX_LARGEST: return largest_of(r->value, r->n_factors * r->n_codes);
    default: return of_pair(by->by, r, i, j);
    }
}

/* The value at a place that another line's largest has, less the largest of the others. */
static double misplaced_gap(const double *value, size_t n, size_t place)
{
    double others = -INFINITY;
    for (size_t k = 0; k < n; k++) others = k == place ? others : fmax(others, value[k]);
    return value[place] - others;
}

/* key: what is ranked; value: what is reported of it. At least two. */
static double statistic_of(int statistic, const double *key, const double *value, size_t n, size_t *first)
{
    if (statistic == MISPLACED_GAP) return misplaced_gap(value, n, *first);
    if (statistic == MISPLACED_ALONE || statistic == MISPLACED_LEAK) return value[*first];
    size_t most = 0, second = 1, least = 0, next = 1;
    for (size_t k = 1; k < n; k++)
        if (key[k] > key[most]) most = k;
    second = most == 0;
    for (size_t k = 0; k < n; k++)
        if (k != most && key[k] > key[second]) second = k;
    for (size_t k = 1; k < n; k++)
        if (key[k] < key[least]) least = k;
    next = least == 0;
    for (size_t k = 0; k < n; k++)
        if (k != least && key[k] < key[next]) next = k;
    *first = most;
    switch (statistic) {
    case GAP: return value[most] - value[second];
    case FIRST_ALONE: return value[most];
    case LEAST_TWO: return value[next] - value[least];
    case FIRST_LESS_MEAN: return value[most] - (mean_of(value, n) * (double)n - value[most]) / (double)(n - 1);
    default: return value[most] - value[least];
    }
}

/* 1 - sum of the other squares / ((n - 1) by^2); by the largest where nothing else is meant. NaN: nothing is told. */
static double leak_of(const double *value, size_t n, size_t first, int normaliser, double by)
{
    double others = 0.0;
    const double most = normalisers[normaliser].by == BY_NONE ? value[first] : by;
    for (size_t k = 0; k < n; k++) others += k == first ? 0.0 : value[k] * value[k];
    return value[first] > 0.0 ? 1.0 - others / ((double)(n - 1) * most * most) : NAN;
}

/* What is ranked and what is reported of the pair (i, j); signed ranks want a relation of correlations. */
static void entry(const form *f, const assay_relation *r, size_t i, size_t j, size_t rows, double *key, double *value)
{
    /* with counts/(N - 1) every entropy is N/(N - 1) (H - log(N/(N - 1))), and so is the sum of three that information
     * is */
    const struct normaliser *const n = &normalisers[f->normaliser];
    const double less = n->by == BY_SHORT_CODE && rows > 1 ? log((double)rows / (double)(rows - 1)) : 0.0;
    const double x = r->value[i * r->n_codes + j] - less, by = (n->before ? of_pair(n->by, r, i, j) : 1.0) - less;
    *key = f->signed_rank == SIGNED_ABSOLUTE ? fabs(x) : by == 0.0 ? 0.0 : x / by;
    *value = f->signed_rank == SIGNED_SQUARES ? x * x : *key;
}

/* For line `o` the place of the largest in the o-th line across, as argmax over the other axis has it; SIZE_MAX:
 * there is no such line, or no such place in this one. */
static size_t place_across(const form *f, const assay_relation *r, size_t o, size_t rows)
{
    const size_t outer = f->of_codes ? r->n_codes : r->n_factors, inner = f->of_codes ? r->n_factors : r->n_codes;
    size_t place = 0;
    double most = -INFINITY, key, value;
    for (size_t k = 0; k < outer && o < inner; k++) {
        entry(f, r, f->of_codes ? o : k, f->of_codes ? k : o, rows, &key, &value);
        if (key > most) most = key, place = k;
    }
    return o < inner && place < inner ? place : SIZE_MAX;
}

double form_value(const form *f, const assay_relation *r, size_t bins, size_t rows, double *scratch, double *item,
                  size_t *n_items)
{
    const size_t outer = f->of_codes ? r->n_codes : r->n_factors, inner = f->of_codes ? r->n_factors : r->n_codes;
    double *key = scratch, *value = scratch + inner, sum = 0.0;
    const ranked_line line = { value, inner, bins, rows };
    size_t defined = 0;
    int unsaid = 0;
    *n_items = outer;
    for (size_t o = 0; o < outer; o++) {
        size_t first = f->statistic >= MISPLACED_GAP ? place_across(f, r, o, rows) : 0;
        item[o] = NAN;
        unsaid |= first == SIZE_MAX;
        if (first == SIZE_MAX) continue;
        if (inner < 2) continue;
        for (size_t k = 0; k < inner; k++)
            entry(f, r, f->of_codes ? k : o, f->of_codes ? o : k, rows, &key[k], &value[k]);
        const double x = statistic_of(f->statistic, key, value, inner, &first);
        const double by = after(f, r, f->of_codes ? first : o, f->of_codes ? o : first, &line);
        const int nothing = !f->of_codes && r->factor_total[o] == 0.0;
        const int leaks = f->statistic == LEAK || f->statistic == MISPLACED_LEAK;
        const double y = leaks ? leak_of(value, inner, first, f->normaliser, by) : x / by;
        if (by == 0.0 || nothing || isnan(y)) continue;
        item[o] = y;
        sum += item[o];
        defined++;
    }
    return defined && !unsaid ? sum / (double)defined : NAN;
}
