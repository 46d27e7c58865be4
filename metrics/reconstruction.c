/*
 * reconstruction -- what codes and their directions give back of the activations, and how many codes it takes
 *
 *     xh_s = sum_j z_js W_j        explained-variance = 1 - sum_s |x_s - xh_s|^2 / sum_s |x_s - mean x|^2
 *     l0 = mean_s #{j: z_js != 0}  shrinkage = mean of |xh_s| / |x_s| over the rows with x_s != 0
 *
 * Source   SAELens evaluations; Gao et al. 2024, arXiv:2406.04093 (dead codes).
 * Takes    codes [d x n] and directions; activations [dims x n], or factors [M x n] times true directions.
 * Gives    "l0", codes that are active in a row; "explained-variance", at most 1, below 0 where the mean is nearer;
 *          "shrinkage", 1 = none; "dead" and "dense" per code, 1 = it is, and their shares of the codes. None measures
 *          a property of factors.
 * Cost     n (d + M), and dims for each of their values that is not 0.
 * R1  active=positive: a code is active above 0.
 * R2  variance=dims: the mean over dims of each one's, of those that vary; centred: of the residual less its mean;
 *     power: of sum |x|^2. Activations that do not vary have none: constant-factor.
 * R3  shrinkage=norms: mean |xh| / mean |x|; slope: sum x.xh / sum x.x; bias: sum xh.xh / sum x.xh. 0/0:
 *     not-applicable.
 * R4  dead: 0 in all rows. dense: not 0 in more than a share `dense` of the rows.
 */
#include "aggregate.h"
#include "columns.h"
#include "directions.h"

#include <float.h>

enum { ACTIVE_NONZERO, ACTIVE_POSITIVE };
enum { VARIANCE_POOLED, VARIANCE_DIMS, VARIANCE_CENTRED, VARIANCE_POWER };
enum { SHRINKAGE_ROWS, SHRINKAGE_NORMS, SHRINKAGE_SLOPE, SHRINKAGE_BIAS };

#define OPTIONS(OPTION)                                                                                                \
    OPTION(ACTIVE, CHOICE("active", "l0: a code is active that is not 0, or above 0", ACTIVE_NONZERO,                  \
                          0, [ACTIVE_NONZERO] = "nonzero", [ACTIVE_POSITIVE] = "positive"))                            \
    OPTION(VARIANCE, CHOICE("variance", "of all dims, the mean over dims, of the centred residual, or of sum |x|^2",   \
                            VARIANCE_POOLED, 0, [VARIANCE_POOLED] = "pooled", [VARIANCE_DIMS] = "dims",                \
                            [VARIANCE_CENTRED] = "centred", [VARIANCE_POWER] = "power"))                               \
    OPTION(SHRINKAGE, CHOICE("shrinkage", "mean over rows, ratio of mean norms, slope, or bias of the reconstruction", \
                             SHRINKAGE_ROWS, 0, [SHRINKAGE_ROWS] = "rows", [SHRINKAGE_NORMS] = "norms",                \
                             [SHRINKAGE_SLOPE] = "slope", [SHRINKAGE_BIAS] = "bias"))                                  \
    OPTION(DENSE, PARAMETER("dense", "a code is dense that is active in more than this share of the rows", 0.1, 0, 1,  \
                            ASSAY_DEFINES))
OPTION_TABLE(OPTIONS);

enum { L0, EXPLAINED_VARIANCE, SHRINKAGE_LEFT, DEAD, DENSE_CODES, OUTPUTS };
enum { TILE = 256 };

static void count_codes(const column_table *codes, assay_call *call)
{
    const int positive = call->option[ACTIVE] == ACTIVE_POSITIVE;
    const double n = (double)codes->n;
    double active = 0.0;
    for (size_t j = 0; j < codes->count; j++) {
        const column_entries z = entries_of(codes, j);
        size_t filled = 0, above = 0;
        for (size_t e = 0; e < z.count; e++) {
            filled += z.value[e] != 0.0;
            above += z.value[e] > 0.0;
        }
        active += (double)(positive ? above : filled);
        call->series[DEAD].items[j] = filled == 0;
        call->series[DENSE_CODES].items[j] = (double)filled > call->option[DENSE] * n;
    }
    call->series[L0].value = active / n; /* R1 */
}

/* Sums over rows; per dim by the updates of Welford 1962, which lose no digits to a large mean. */
typedef struct sums {
    double *mean, *spread;            /* [dims] of x */
    double *off_mean, *off_spread;    /* [dims] of x - xh */
    double *off_power;                /* [dims] sum (x - xh)^2 */
    double power, own_power, product; /* sum x.x, xh.xh, x.xh */
    double norms, own_norms, ratios;  /* sum |x|, |xh|, |xh| / |x| */
    size_t rows, filled;              /* filled: with x != 0 */
} sums;

static void add_dim(double *mean, double *spread, double x, double rows)
{
    const double from = x - *mean;
    *mean += from / rows;
    *spread += from * (x - *mean);
}

static void add_row(sums *to, const double *x, const double *own, size_t dims)
{
    double power = 0.0, own_power = 0.0, product = 0.0;
    const double rows = (double)++to->rows;
    for (size_t k = 0; k < dims; k++) {
        const double off = x[k] - own[k];
        add_dim(&to->mean[k], &to->spread[k], x[k], rows);
        add_dim(&to->off_mean[k], &to->off_spread[k], off, rows);
        to->off_power[k] += off * off;
        power += x[k] * x[k];
        own_power += own[k] * own[k];
        product += x[k] * own[k];
    }
    to->power += power;
    to->own_power += own_power;
    to->product += product;
    to->norms += sqrt(power);
    to->own_norms += sqrt(own_power);
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

static void activations_of(const assay_rep *rep, column_walk *factors, size_t first, size_t rows, double *to)
{
    if (!rep->activations) {
        add_columns(factors, rep->true_directions, rep->dims, first, rows, to);
        return;
    }
    for (size_t k = 0; k < rep->dims; k++)
        for (size_t s = 0; s < rows; s++) to[s * rep->dims + k] = rep->activations[k * rep->n + first + s];
}

static assay_status sum_rows(const assay_rep *rep, assay_call *call, sums *to)
{
    const size_t dims = rep->dims;
    double *room = call->alloc(call, 5 * dims, sizeof *room);
    double *x = call->alloc(call, TILE * dims, sizeof *x), *own = call->alloc(call, TILE * dims, sizeof *own);
    column_walk factors = { .of = factors_table(rep) }, codes = { .of = codes_table(rep) };
    if (!room || !x || !own) return ASSAY_ENOMEM;
    ASSAY_TRY(LEND(call, LOAN(factors.next, rep->n_factors), LOAN(codes.next, rep->n_codes)));
    *to = (sums){ .mean = room,
                  .spread = room + dims,
                  .off_mean = room + 2 * dims,
                  .off_spread = room + 3 * dims,
                  .off_power = room + 4 * dims };
    for (size_t first = 0; first < rep->n; first += TILE) {
        const size_t rows = rep->n - first < TILE ? rep->n - first : TILE;
        activations_of(rep, &factors, first, rows, x);
        add_columns(&codes, rep->directions, dims, first, rows, own);
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

/* R2 */
static double explained(const sums *of, size_t dims, assay_call *call)
{
    const int how = (int)call->option[VARIANCE];
    const double spread = how == VARIANCE_POWER ? of->power : total(of->spread, dims);
    if (!(spread > 0.0)) return call->undefined(call, "constant-factor", "the activations do not vary");
    const double *off = how == VARIANCE_CENTRED ? of->off_spread : of->off_power;
    if (how != VARIANCE_DIMS) return 1.0 - total(off, dims) / spread;
    double sum = 0.0;
    size_t used = 0;
    for (size_t k = 0; k < dims; k++) {
        if (!(of->spread[k] > 0.0)) continue;
        sum += 1.0 - of->off_power[k] / of->spread[k];
        used++;
    }
    return sum / (double)used;
}

/* R3 */
static double shrunk(const sums *of, assay_call *call)
{
    const double above[] = { of->ratios, of->own_norms, of->product, of->own_power };
    const double below[] = { (double)of->filled, of->norms, of->power, of->product };
    const size_t how = (size_t)call->option[SHRINKAGE];
    if (below[how] != 0.0) return above[how] / below[how];
    return call->undefined(call, "not-applicable", "no row has activations to compare with");
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    sums of;
    const column_table codes = codes_table(rep);
    count_codes(&codes, call);
    ASSAY_TRY(sum_rows(rep, call, &of));
    call->series[EXPLAINED_VARIANCE].value = explained(&of, rep->dims, call);
    call->series[SHRINKAGE_LEFT].value = shrunk(&of, call);
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

static const assay_preset presets[] = {
    { "default", "SAELens evaluations", NULL, NULL },
};

const assay_metric assay_metric_reconstruction = {
    .flags = ASSAY_DIRECTIONS | ASSAY_REPEATS | ASSAY_SPARSE,
    .id = "reconstruction",
    .title = "What codes and their directions give back, and how many codes it takes",
    .family = "dictionary",
    .formula = "1 - sum |x - xh|^2 / sum |x - mean x|^2, xh = sum_j z_j W_j; active codes a row; |xh| / |x|",
    .source = "SAELens evaluations; Gao et al. 2024, arXiv:2406.04093",
    METRIC_PARTS,
    .cost = cost,
};
