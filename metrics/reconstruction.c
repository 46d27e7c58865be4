/*
 * reconstruction -- what codes and their directions give back of the activations, and how many codes it takes
 *
 *     xh_s = sum_j z_js W_j        explained-variance = 1 - sum_s |x_s - xh_s|^2 / sum_s |x_s - mean x|^2
 *     l0 = mean_s #{j: z_js != 0}  shrinkage = mean of |xh_s| / |x_s| over the rows with x_s != 0
 *
 * Source   SAELens evaluations; Gao et al. 2024, arXiv:2406.04093 (dead codes).
 * Takes    codes [d x n] and directions; activations [dims x n], or factors [M x n] times true directions;
 *          reconstruction [dims x n], xh itself, where the decoder does more than z W.
 * Gives    "l0", codes that are active in a row; "explained-variance", at most 1, below 0 where the mean is nearer;
 *          "shrinkage", 1 = none; "dead" and "dense" per code, 1 = it is, and their shares of the codes. None measures
 *          a property of factors.
 * Cost     n (d + M), and dims for each of their values that is not 0.
 * R1  Activations that do not vary: explained-variance is undefined, constant-factor. Activations of 0 alone: shrinkage
 *     is undefined, not-applicable.
 * R2  dead: 0 in all rows. dense: not 0 in more than a tenth of the rows.
 */
#include "aggregate.h"
#include "columns.h"

#define DENSE_MORE 0.1 /* of the rows */
enum { L0, EXPLAINED_VARIANCE, SHRINKAGE, DEAD, DENSE, OUTPUTS };
enum { TILE = 256 };

static void count_codes(const column_table *codes, assay_call *call)
{
    const double n = (double)codes->n;
    double active = 0.0;
    for (size_t j = 0; j < codes->count; j++) {
        const column_entries z = entries_of(codes, j);
        size_t filled = 0;
        for (size_t e = 0; e < z.count; e++) filled += z.value[e] != 0.0;
        active += (double)filled;
        call->series[DEAD].items[j] = filled == 0;
        call->series[DENSE].items[j] = (double)filled > DENSE_MORE * n;
    }
    call->series[L0].value = active / n;
}

/* Sums over rows; per dim by the updates of Welford 1962, which lose no digits to a large mean. */
typedef struct sums {
    double *mean, *spread; /* [dims] of x */
    double *off;           /* [dims] sum (x - xh)^2 */
    double ratios;         /* sum |xh| / |x| */
    size_t rows, filled;   /* filled: with x != 0 */
} sums;

static void add_row(sums *to, const double *x, const double *own, size_t dims)
{
    double power = 0.0, own_power = 0.0;
    const double rows = (double)++to->rows;
    for (size_t k = 0; k < dims; k++) {
        const double off = x[k] - own[k], from = x[k] - to->mean[k];
        to->mean[k] += from / rows;
        to->spread[k] += from * (x[k] - to->mean[k]);
        to->off[k] += off * off;
        power += x[k] * x[k];
        own_power += own[k] * own[k];
    }
    if (power == 0.0) return;
    to->ratios += sqrt(own_power) / sqrt(power);
    to->filled++;
}

/* Rows first .. first + rows of columns times their directions: to[rows * dims]. */
static void add_columns(column_walk *columns, const double *direction, size_t dims, size_t first, size_t rows,
                        double *to)
{
    double room[TILE];
    memset(to, 0, rows * dims * sizeof *to);
    for (size_t c = 0; c < columns->of.count; c++) {
        const double *z = column_walked(columns, c, first, rows, room), *w = direction + c * dims;
        for (size_t s = 0; z && s < rows; s++) {
            if (z[s] == 0.0) continue;
            for (size_t k = 0; k < dims; k++) to[s * dims + k] += z[s] * w[k];
        }
    }
}

static void lay_rows(const assay_rep *rep, const double *from, size_t first, size_t rows, double *to)
{
    for (size_t k = 0; k < rep->dims; k++)
        for (size_t s = 0; s < rows; s++) to[s * rep->dims + k] = from[k * rep->n + first + s];
}

static assay_status sum_rows(const assay_rep *rep, assay_call *call, sums *to)
{
    const size_t dims = rep->dims;
    double *x, *own;
    column_walk factors = { .of = factors_table(rep) }, codes = { .of = codes_table(rep) };
    *to = (sums){ 0 };
    ASSAY_TRY(LEND(call, LOAN(x, TILE * dims), LOAN(own, TILE * dims), LOAN(factors.next, rep->n_factors),
                   LOAN(codes.next, rep->n_codes), LOAN(to->mean, dims), LOAN(to->spread, dims), LOAN(to->off, dims)));
    for (size_t first = 0; first < rep->n; first += TILE) {
        const size_t rows = rep->n - first < TILE ? rep->n - first : TILE;
        if (rep->activations) lay_rows(rep, rep->activations, first, rows, x);
        else add_columns(&factors, rep->true_directions, dims, first, rows, x);
        if (rep->reconstruction) lay_rows(rep, rep->reconstruction, first, rows, own);
        else add_columns(&codes, rep->directions, dims, first, rows, own);
        for (size_t s = 0; s < rows; s++) add_row(to, x + s * dims, own + s * dims, dims);
    }
    return ASSAY_OK;
}

static double total(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += x[k];
    return sum;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    sums of;
    const column_table codes = codes_table(rep);
    count_codes(&codes, call);
    ASSAY_TRY(sum_rows(rep, call, &of));
    const double spread = total(of.spread, rep->dims);
    call->series[EXPLAINED_VARIANCE].value =
        spread > 0.0 ? 1.0 - total(of.off, rep->dims) / spread
                     : call->undefined(call, "constant-factor", "the activations do not vary"); /* R1 */
    call->series[SHRINKAGE].value =
        of.filled ? of.ratios / (double)of.filled
                  : call->undefined(call, "not-applicable", "no row has activations to compare with");
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, d = (double)size->n_codes, dims = (double)size->dims;
    (void)option;
    return n * (2.0 * d + (double)size->n_factors) + 0.5 * dims * (n * d - (double)size->n_zeros) + 20.0 * n * dims;
}

static const assay_output outputs[] = {
    { "l0", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, INFINITY },
    { "explained-variance", ASSAY_OVERALL, 0, -INFINITY, 1 },
    { "shrinkage", ASSAY_OVERALL, ASSAY_DESCRIBES, -INFINITY, INFINITY },
    { "dead", ASSAY_PER_CODE, ASSAY_DESCRIBES, 0, 1 },
    { "dense", ASSAY_PER_CODE, ASSAY_DESCRIBES, 0, 1 },
};

static const assay_preset presets[] = { { "default", "SAELens evaluations", NULL, NULL } };

const assay_metric assay_metric_reconstruction = {
    .flags = ASSAY_DIRECTIONS | ASSAY_REPEATS | ASSAY_SPARSE,
    .id = "reconstruction",
    .title = "What codes and their directions give back, and how many codes it takes",
    .family = "dictionary",
    .formula = "1 - sum |x - xh|^2 / sum |x - mean x|^2, xh = sum_j z_j W_j; active codes a row; |xh| / |x|",
    .source = "SAELens evaluations; Gao et al. 2024, arXiv:2406.04093",
    .abi = ASSAY_ABI,
    COUNTED(outputs),
    COUNTED(presets),
    .score = score,
    .cost = cost,
};
