#include "data_warnings.h"
#include "kinds.h"

#include "axis_name.h"
#include "columns.h"
#include "moments.h"
#include "owned.h"
#include "student.h"
#include "wording.h"

#define BY_CHANCE 0.1 /* of a factor's variance */
#define EQUAL 0.99    /* correlation */
#define BY_LUCK 1e-4  /* of a table of independent rows */
#define ORDERED 0.1   /* deviations between halves; lag-1 correlation */
#define DECODED 0.5   /* of the variance of activations that is not explained without it */
enum { SEEN_TOGETHER = 10, NAMED_MOST = 4 };
enum { FOLDS = 5, FEW_VALUES = 20, LOOKED_AT = 2048, FACTORS_MOST = 500 };

typedef struct warnings {
    data_warning *at;
    size_t count;
} warnings;

#if defined __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
static void
warn(warnings *to, const char *word, const char *format, ...)
{
    va_list args;
    if (to->count == DATA_WARNINGS) return;
    data_warning *one = &to->at[to->count++];
    one->word = word;
    va_start(args, format);
    vsnprintf(one->text, sizeof one->text, format, args);
    va_end(args);
}

static void warn_few_rows(const assay_rep *rep, warnings *to)
{
    const double n = (double)rep->n, d = (double)rep->n_codes;
    const double share = fmin(fmax(d / (n - 1), 2 * log(2 * d) / n), 1.0), needed = fmax(d, 2 * log(2 * d)) / BY_CHANCE;
    if (share < BY_CHANCE) return;
    warn(to, "few-rows",
         "%zu rows for %zu code%s: codes that carry no information explain about %.0f %% of a factor by chance. Use "
         "%.0f rows or more, fewer codes, or compare scores with their chance level (assay study --draws 19)",
         rep->n, rep->n_codes, rep->n_codes == 1 ? "" : "s", 100 * share, ceil(needed) + 1);
}

static int is_constant(const double *x, size_t n)
{
    moments m = { 0 };
    for (size_t s = 0; s < n && m.least == m.most; s++) moments_add_defined(&m, x[s]);
    return m.least == m.most;
}

static int column_constant(const column_table *of, size_t k)
{
    const column_entries x = entries_of(of, k);
    return x.count == 0 || (x.count == x.n && is_constant(x.value, x.n));
}

static void warn_constant(const assay_rep *rep, int is_code, warnings *to)
{
    const column_table of = is_code ? codes_table(rep) : factors_table(rep);
    size_t count = 0, first = 0;
    for (size_t k = of.count; k-- > 0;)
        if (column_constant(&of, k)) first = k, count++;
    if (!count) return;
    warn(to, is_code ? "constant-code" : "constant-factor",
         "%zu of %zu %ss %s constant, %s %s first: %s. Leave %s out if this is not meant", count, of.count,
         is_code ? "code" : "factor", count == 1 ? "is" : "are", is_code ? "code" : "factor",
         NAME_OF(rep, is_code ? ASSAY_PER_CODE : ASSAY_PER_FACTOR, first),
         is_code ? "it carries no information, and counts as a code all the same"
                 : "no code can be compared with it, and metrics leave it out, count it as 0 or are undefined",
         count == 1 ? "it" : "them");
}

static int same_numbers(const double *x, const double *y, size_t n, size_t step)
{
    double count = 0, mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t s = 0; s < n; s += step) {
        if (isnan(x[s]) || isnan(y[s])) continue;
        const double dx = x[s] - mx, dy = y[s] - my;
        count += 1;
        mx += dx / count;
        my += dy / count;
        xx += dx * (x[s] - mx);
        yy += dy * (y[s] - my);
        xy += dx * (y[s] - my);
    }
    return count > 2 && xx > 0 && yy > 0 && fabs(xy) >= EQUAL * sqrt(xx) * sqrt(yy);
}

/* Each class of the one is a class of the other. place[2 levels]: room. */
static int same_classes(const double *x, const double *y, size_t n, int32_t levels, double *place)
{
    for (int32_t k = 0; k < 2 * levels; k++) place[k] = -1;
    for (size_t s = 0; s < n; s++) {
        if (isnan(x[s]) || isnan(y[s])) continue;
        double *forth = &place[(size_t)x[s]], *back = &place[(size_t)levels + (size_t)y[s]];
        if (*forth < 0 && *back < 0) *forth = y[s], *back = x[s];
        if (*forth != y[s] || *back != x[s]) return 0;
    }
    return 1;
}

static int same_factor(const assay_rep *rep, size_t i, size_t k, size_t step)
{
    const double *x = rep->factors + i * rep->n, *y = rep->factors + k * rep->n;
    const int32_t levels = rep->levels[i];
    if (is_constant(x, rep->n) || is_constant(y, rep->n)) return 0;
    if (!levels || levels != rep->levels[k]) return !levels == !rep->levels[k] && same_numbers(x, y, rep->n, step);
    OWNED double *place = zeroed(2 * (size_t)levels, sizeof *place);
    return (place && same_classes(x, y, rep->n, levels, place)) || (levels > 2 && same_numbers(x, y, rep->n, step));
}

/* Of many rows some are looked at, evenly spread. */
static void warn_equal_factors(const assay_rep *rep, warnings *to)
{
    const size_t m = rep->n_factors < FACTORS_MOST ? rep->n_factors : FACTORS_MOST;
    const size_t rows = m > 64 ? LOOKED_AT / 16 : LOOKED_AT, step = rep->n > rows ? rep->n / rows : 1;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < i; k++) {
            if (!same_factor(rep, k, i, step)) continue;
            warn(to, "equal-factors",
                 "factors %s and %s are nearly equal: a code of the one is a code of the other. Gap metrics score such "
                 "codes near 0, modularity metrics as mixed. Leave one of the two out",
                 NAME_OF(rep, ASSAY_PER_FACTOR, k), NAME_OF(rep, ASSAY_PER_FACTOR, i));
            return;
        }
}

static void warn_few_of_a_class(const assay_rep *rep, warnings *to)
{
    for (size_t i = 0; i < rep->n_factors; i++) {
        const size_t levels = rep->levels[i] > 0 ? (size_t)rep->levels[i] : 0;
        OWNED size_t *rows = zeroed(levels, sizeof *rows);
        size_t few = 0;
        for (size_t s = 0; rows && levels && s < rep->n; s++)
            if (!isnan(rep->factors[i * rep->n + s])) rows[(size_t)rep->factors[i * rep->n + s]]++;
        for (size_t k = 0; rows && k < levels; k++) few += rows[k] < FOLDS;
        if (!few) continue;
        warn(to, "few-of-a-class",
             "factor %s has %zu of %zu classes with fewer than %d rows: metrics that hold rows out learn or test "
             "nothing of them. %s",
             NAME_OF(rep, ASSAY_PER_FACTOR, i), few, levels, (int)FOLDS,
             2 * levels > rep->n ? "It may be a number: --kinds continuous" : "Merge rare classes or add rows");
        return;
    }
}

static uint64_t mix(uint64_t hash, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    hash = (hash ^ word) * UINT64_C(1099511628211);
    return hash ^ hash >> 29;
}

/* How many of hash[n] differ, or n if those are more than half. table [places]: room, a power of two above n. */
static size_t count_distinct(const uint64_t *hash, size_t n, uint64_t *table, size_t places)
{
    size_t distinct = 0;
    memset(table, 0, places * sizeof *table);
    for (size_t s = 0; s < n; s++) {
        const uint64_t one = hash[s] | 1; /* 0 is a free place */
        size_t at = (size_t)((one * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (places - 1);
        while (table[at] && table[at] != one) at = (at + 1) & (places - 1);
        distinct += !table[at];
        table[at] = one;
        if (2 * distinct > n) return n;
    }
    return distinct;
}

/* Rows of a study of fewer units than rows: a continuous factor has as many values as there are units. A grid has
 * fewer, or every one of them with every class. Without such a factor whole rows that stand there again and again say
 * it. */
static void warn_repeated_rows(const assay_rep *rep, warnings *to)
{
    const size_t n = rep->n;
    size_t most = 0, numbers = 0, places = 64;
    while (places < n + n / 2) places *= 2;
    OWNED uint64_t *row = zeroed(2 * n + places, sizeof *row);
    uint64_t *const one = row ? row + n : NULL;
    for (size_t i = 0; row && i < rep->n_factors; i++) {
        if (rep->levels[i]) continue;
        numbers++;
        for (size_t s = 0; s < n; s++) row[s] = mix(row[s], rep->factors[i * n + s]);
    }
    const size_t rows = row && numbers ? count_distinct(row, n, one + n, places) : n;
    for (size_t i = 0; row && i < rep->n_factors; i++)
        for (size_t s = 0; rep->levels[i] && s < n; s++) one[s] = mix(one[s], rep->factors[i * n + s]);
    const size_t classes = row && numbers < rep->n_factors ? count_distinct(one, n, one + n, places) : 1;
    for (size_t i = 0; 2 * rows <= n && i < rep->n_factors; i++) {
        if (rep->levels[i]) continue;
        for (size_t s = 0; s < n; s++) one[s] = mix(0, rep->factors[i * n + s]);
        const size_t distinct = count_distinct(one, n, one + n, places);
        most = distinct > most ? distinct : most;
    }
    if (rows <= FEW_VALUES || 2 * rows > n || most < rows - rows / 10 || rows * classes == n) return;
    warn(
        to, "repeated-rows",
        "the continuous factors take %zu different rows among %zu: if these are repeated measurements of %zu units, "
        "intervals are %.1f times too narrow, and independent codes can score above chance. Keep one row for each unit",
        rows, n, rows, sqrt((double)n / (double)rows));
}

/* How much a column is in order, beyond `most` standard errors of shuffled rows; 0: not so. *alike: neighbours are,
 * where the halves are not apart. Few rows that differ from the others, as of a rare feature, are seen together by
 * chance. */
static double order_of(const double *x, size_t n, double most, int *alike)
{
    moments half[2] = { { 0 }, { 0 } }, all = { 0 };
    double products = 0.0, fourth = 0.0, last = NAN;
    for (size_t s = 0; s < n; s++) {
        moments_add_defined(&all, x[s]);
        moments_add_defined(&half[2 * s >= n], x[s]);
    }
    const double rows = (double)all.n, sd = sqrt(all.square / rows);
    if (all.n < 8 || !half[0].n || !half[1].n || !(sd > 0.0) || !isfinite(sd)) return 0.0;
    const double apart = (half[1].mean - half[0].mean) / sd;
    *alike = fabs(apart) < ORDERED || fabs(apart) * sqrt((double)half[0].n * (double)half[1].n / rows) < most;
    if (!*alike) return apart;
    for (size_t s = 0; s < n; s++) {
        if (isnan(x[s])) continue;
        const double off = (x[s] - all.mean) / sd;
        if (!isnan(last)) products += off * last;
        fourth += off * off * off * off;
        last = off;
    }
    const double weighty = rows * rows / fourth, with_next = products / rows; /* rows that differ, as if alike */
    const int seen = weighty * weighty / rows >= SEEN_TOGETHER;
    return seen && fabs(with_next) >= ORDERED && fabs(with_next) * sqrt(rows) >= most ? with_next : 0.0;
}

/* Whether it learns from the first rows, say. */
int variant_by_order(const variant *v)
{
    static const char *const by_order[] = { "train", "half", "halves", "batches", "first", "fifths" };
    for (size_t k = 0; k < v->metric->n_options; k++) /* which decides, where there is such an option */
        if (v->metric->options[k].flags & ASSAY_BY_ORDER && assay_option_read(v->metric, v->option, k) != ASSAY_UNREAD)
            return v->option[k] == v->metric->options[k].low;
    for (size_t k = 0; k < v->metric->n_options; k++) {
        const assay_option *of = &v->metric->options[k];
        if (!of->words || assay_option_read(v->metric, v->option, k) == ASSAY_UNREAD) continue;
        if (of->flags & ASSAY_LAST_RANKS && v->option[k] == of->high) return 1;
        if (strcmp(of->id, "rows") != 0 && strcmp(of->id, "split") != 0) continue;
        for (size_t w = 0; w < sizeof by_order / sizeof *by_order; w++)
            if (strcmp(of->words[(size_t)v->option[k]], by_order[w]) == 0) return 1;
    }
    return 0;
}

static void name_asked(const selection *asked, int (*which)(const variant *v), wording *to)
{
    size_t count = 0;
    for (size_t k = 0; asked && k < asked->count; k++) {
        if (!which(&asked->at[k]) || count++ >= NAMED_MOST) continue;
        wording_add(to, "%s%.30s@%.30s", count > 1 ? ", " : "", asked->at[k].metric->id, asked->at[k].id.text);
    }
    if (count > NAMED_MOST) wording_add(to, " and %zu more", count - NAMED_MOST);
}

/* The first column that stands in an order, of factors and then codes. */
typedef struct ordered_column {
    int32_t axis;
    size_t at;
    double by; /* as of order_of; 0: none does */
    int alike;
} ordered_column;

static ordered_column find_ordered(const assay_rep *rep)
{
    const column_table of[2] = { factors_table(rep), codes_table(rep) };
    size_t looked[2];
    for (size_t t = 0; t < 2; t++) looked[t] = of[t].count < FACTORS_MOST ? of[t].count : FACTORS_MOST;
    OWNED double *scratch = zeroed(rep->n, sizeof *scratch);
    const double most = student_quantile(1 - BY_LUCK / (4 * (double)(looked[0] + looked[1])), (double)rep->n);
    ordered_column to = { .by = 0.0 };
    for (size_t t = 0; t < 2; t++)
        for (size_t k = 0; k < looked[t] && scratch && to.by == 0.0; k++) {
            to.by = order_of(column_lent(&of[t], k, scratch), rep->n, most, &to.alike);
            to.axis = t ? ASSAY_PER_CODE : ASSAY_PER_FACTOR, to.at = k;
        }
    return to;
}

int rows_stand_in_order(const assay_rep *rep) { return find_ordered(rep).by != 0.0; }

static int by_order_still(const variant *v) { return !(v->metric->flags & ASSAY_SPLIT) && variant_by_order(v); }

static void warn_rows_in_order(const assay_rep *rep, const selection *asked, warnings *to)
{
    char names[320] = "";
    wording said = WORDING(names);
    const ordered_column first = find_ordered(rep);
    if (first.by == 0.0) return;
    name_asked(asked, rep->learns ? by_order_still : variant_by_order, &said);
    if (asked && !names[0]) return;
    warn(to, "rows-in-order", "rows stand in an order: %s %s %.2g. %s%s. If the order means nothing, --shuffle 0%s",
         NAME_OF(rep, first.axis, first.at),
         first.alike ? "has a correlation with the next row of" : "changes between the halves, in deviations, by",
         first.by,
         names[0] ? "The score depends on it, by learning from the first rows, of "
                  : "Intervals take rows as independent, and are none here",
         names, asked ? "" : "; rows that belong together are declared by --cluster");
}

/* Whether it learns from some rows only, which are none of a split's. */
static int parts_rows(const variant *v)
{
    static const char *const own[] = { "order", "split", "splits", "folds", "train", "rows" };
    if (v->metric->flags & ASSAY_SPLIT) return 0;
    for (size_t k = 0; k < v->metric->n_options; k++) {
        const assay_option *of = &v->metric->options[k];
        const char *word = of->words ? of->words[(size_t)v->option[k]] : "";
        if (of->flags & ASSAY_PART_OF_ROWS || assay_option_read(v->metric, v->option, k) == ASSAY_UNREAD) continue;
        for (size_t w = 0; w < sizeof own / sizeof *own; w++)
            if (strcmp(of->id, own[w]) == 0 && strcmp(word, "none") != 0 && strcmp(word, "all") != 0) return 1;
    }
    return 0;
}

size_t split_warnings(const assay_rep *rep, const selection *asked, data_warning *to)
{
    char names[320] = "";
    wording said = WORDING(names);
    warnings all = { .at = to };
    if (rep->learns) name_asked(asked, parts_rows, &said);
    if (names[0])
        warn(&all, "split", "the split is not that of %s: rows are parted there in folds, batches or at random", names);
    return all.count;
}

/* Radians on a circle of 360, hours on one of 60: half of the circle or less. */
static void warn_period(const assay_rep *rep, warnings *to)
{
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double period = factor_period(rep, i), *x = rep->factors + i * rep->n;
        double low = INFINITY, high = -INFINITY;
        for (size_t s = 0; s < rep->n && period > 0.0; s++) low = fmin(low, x[s]), high = fmax(high, x[s]);
        if (!(high > low) || high - low > period / 2.0) continue;
        warn(to, "period",
             "%s has period %g, and its values are from %g to %g, half of the circle or less: is the period right, and "
             "in their unit?",
             NAME_OF(rep, ASSAY_PER_FACTOR, i), period, low, high);
        return;
    }
}

/* Sums over rows and dimensions, of activations x and codes times directions y: squares from means but for `off`. */
typedef struct decoding {
    double xx, yy, xy, off, between; /* sum (x - y)^2; |mean x - mean y|^2 */
} decoding;

static void decode_dim(const assay_rep *rep, const size_t *row, size_t rows, size_t k, const double *y, decoding *to)
{
    const double *x = rep->activations + k * rep->n;
    double mx = 0.0, my = 0.0;
    for (size_t s = 0; s < rows; s++) mx += x[row[s]] / (double)rows, my += y[s] / (double)rows;
    for (size_t s = 0; s < rows; s++) {
        const double dx = x[row[s]] - mx, dy = y[s] - my, off = x[row[s]] - y[s];
        to->xx += dx * dx, to->yy += dy * dy, to->xy += dx * dy, to->off += off * off;
    }
    to->between += (mx - my) * (mx - my);
}

/* Of up to LOOKED_AT rows, evenly spread; 0: memory ran out. */
static int decode(const assay_rep *rep, decoding *to)
{
    const size_t rows = rep->n < LOOKED_AT ? rep->n : LOOKED_AT;
    const column_table codes = codes_table(rep);
    OWNED uint32_t *at = zeroed(rows, sizeof *at);
    OWNED size_t *row = zeroed(rows, sizeof *row);
    OWNED double *z = zeroed(rows, sizeof *z);
    OWNED double *y = zeroed(rows * rep->dims, sizeof *y);
    const int made = at && row && z && y;
    for (size_t s = 0; made && s < rows; s++) at[s] = (uint32_t)(row[s] = s * rep->n / rows);
    for (size_t j = 0; made && j < rep->n_codes; j++) {
        column_at(&codes, j, at, rows, z);
        for (size_t s = 0; s < rows; s++)
            for (size_t k = 0; z[s] != 0.0 && k < rep->dims; k++)
                y[k * rows + s] += z[s] * rep->directions[j * rep->dims + k];
    }
    for (size_t k = 0; made && k < rep->dims; k++) decode_dim(rep, row, rows, k, y + k * rows, to);
    return made;
}

/* What the decoder adds, and no array says. */
static void warn_decoder(const assay_rep *rep, warnings *to)
{
    decoding sum = { 0 };
    if (!rep->activations || rep->reconstruction || !decode(rep, &sum) || !(sum.xx > 0.0) || !(sum.yy > 0.0)) return;
    const double plain = 1.0 - sum.off / sum.xx, moved = 1.0 - (sum.xx - 2.0 * sum.xy + sum.yy) / sum.xx;
    const double times = sum.xy / sum.yy, scaled = sum.xy * times / sum.xx;
    if (moved - plain > fmax(DECODED * (1.0 - plain), 0.01))
        warn(to, "decoder",
             "activations and codes times directions differ by about one vector, of length %.3g: explained variance is "
             "%.2f, and %.2f with it. If the decoder adds a bias (b_dec), give it as `bias`",
             sqrt(sum.between), plain, moved);
    if (times > 0.0 && scaled - moved > fmax(DECODED * (1.0 - moved), 0.01))
        warn(to, "decoder",
             "codes times directions explain %.2f of the variance of activations, and %.2f times %.3g. If inputs were "
             "scaled before they were encoded, give `scale`; if not, codes are too short or too long",
             moved, scaled, times);
    if (scaled < 0.5)
        warn(to, "decoder",
             "codes times directions explain %.2f of the variance of activations, whatever vector is added and "
             "whatever they are scaled by. If the decoder does more (a skip path, a norm of each row), give what it "
             "returns as `reconstruction`",
             scaled);
}

size_t data_warnings(const assay_rep *rep, const selection *asked, data_warning to[DATA_WARNINGS])
{
    warnings all = { .at = to };
    if (rep->n < 2) return 0;
    if (rep->n_factors) warn_few_rows(rep, &all);
    if (rep->factors && rep->n_factors) {
        warn_equal_factors(rep, &all);
        warn_repeated_rows(rep, &all);
        warn_few_of_a_class(rep, &all);
        warn_period(rep, &all);
    }
    warn_rows_in_order(rep, asked, &all);
    if (all.count < DATA_WARNINGS) all.count += split_warnings(rep, asked, &to[all.count]);
    warn_constant(rep, 0, &all);
    warn_constant(rep, 1, &all);
    if (rep->directions) warn_decoder(rep, &all);
    return all.count;
}

/* ---- few bins ---- */

/* The number of bins that codes are cut into; 0: they are not cut. */
static double bins_of(const assay_metric *metric, const double *option)
{
    const ptrdiff_t k = option_of_role(metric, ASSAY_CUTS_CODES);
    return k >= 0 && assay_option_read(metric, option, (size_t)k) != ASSAY_UNREAD ? option[k] : 0;
}

/* 0 also where the metric is not a built-in one. */
static double bins_by_name(const char *name, const char *text)
{
    double option[VARIANT_OPTIONS], bins = 0;
    variant_id id;
    const assay_metric *metric = assay_metric_find(name);
    if (!metric || metric->n_options > VARIANT_OPTIONS || variant_id_read(name, text, &id) != ASSAY_OK) return 0;
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, id.preset) == 0 &&
            assay_options_settle(metric, &metric->presets[p], id.changed.text, option, NULL) == ASSAY_OK)
            bins = bins_of(metric, option);
    variant_id_free(&id);
    return bins;
}

void few_bins_add(few_bins *to, const char *metric, const char *preset, const int32_t *levels, size_t n_factors)
{
    size_t most = 0;
    for (size_t i = 1; i < n_factors; i++)
        if (levels[i] > levels[most]) most = i;
    const double bins = n_factors && levels[most] > 1 ? bins_by_name(metric, preset) : 0;
    if (!(bins > 0) || bins >= levels[most]) return;
    char entry[160];
    const int plain = strcmp(preset, "default") == 0;
    snprintf(entry, sizeof entry, "%.64s%s%.64s (%g)", metric, plain ? "" : "@", plain ? "" : preset, bins);
    if (strstr(to->named, entry)) return;
    const size_t used = strlen(to->named);
    if (used + strlen(entry) + 3 < sizeof to->named)
        snprintf(to->named + used, sizeof to->named - used, "%s%s", used ? ", " : "", entry);
    else to->unnamed++;
    to->count++;
    if (levels[most] > to->classes) {
        to->classes = levels[most];
        to->factor = most;
    }
}

void few_bins_text(const few_bins *from, const assay_rep *rep, char *to, size_t size)
{
    char more[48] = "";
    to[0] = '\0';
    if (from->unnamed) snprintf(more, sizeof more, " and %zu more", from->unnamed);
    if (from->count)
        snprintf(to, size,
                 "factor %s has %d classes, and these cut each code into fewer bins: %s%s; codes so cut cannot "
                 "separate all classes, however good they are (the option bins=%d can)",
                 NAME_OF(rep, ASSAY_PER_FACTOR, from->factor), (int)from->classes, from->named, more,
                 (int)from->classes);
}
