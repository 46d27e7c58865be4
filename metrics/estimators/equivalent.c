#include "equivalent.h"

#include "lend.h"
#include "scaling.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

#define LEAST_CARRIED 0.02 /* of a code's variance */
#define LEAST_PART 0.05    /* of what a code carries */
#define SAME_FUNCTION 0.9  /* correlation */
enum { PAIRS_OF = 24, ROWS_LOOKED_AT = 2048, NEIGHBOURS = 4, ROWS_WITH_NEIGHBOURS = 1024 };
#define CERTAIN 4.0        /* standard deviations of chance */
#define CERTAIN_NO_SUM 6.0 /* drawn rows, of which some stand twice, have nearly twice the deviation */

static double share(const equivalent *e, size_t i, size_t j) { return e->fit.share[i * e->fit.d + j]; }

static double carried(const equivalent *e, size_t j)
{
    double sum = 0;
    for (size_t i = 0; i < e->fit.m; i++) sum += share(e, i, j);
    return sum;
}

static int carries(const equivalent *e, size_t j)
{
    const additive *a = &e->fit;
    const double chance = a->noise[j] * sqrt(2 * (double)a->p) / (double)a->n;
    return carried(e, j) >= LEAST_CARRIED && 1 - a->noise[j] >= LEAST_CARRIED && carried(e, j) > CERTAIN * chance;
}

static int is_part(const equivalent *e, size_t i, size_t j)
{
    return share(e, i, j) >= LEAST_CARRIED && share(e, i, j) >= LEAST_PART * carried(e, j);
}

/* The largest share of a factor without a code in a code without a factor. */
static int next_main(const equivalent *e, const unsigned char *has_code, size_t *factor, size_t *code)
{
    double most = 0;
    for (size_t i = 0; i < e->fit.m; i++)
        for (size_t j = 0; j < e->fit.d; j++) {
            if (has_code[i] || e->role[j] != CODE_FURTHER || !is_part(e, i, j) || share(e, i, j) <= most) continue;
            most = share(e, i, j);
            *factor = i, *code = j;
        }
    return most > 0;
}

static size_t main_of(const equivalent *e, size_t i)
{
    for (size_t j = 0; j < e->fit.d; j++)
        if (e->role[j] == CODE_MAIN && e->factor[j] == i) return j;
    return SIZE_MAX;
}

/* The covariance of the functions of one factor in two codes. */
static double shared(const additive *a, size_t i, size_t j, size_t k)
{
    double sum = 0;
    for (size_t f = a->first[i]; f < a->first[i + 1]; f++) sum += a->slope[j * a->p + f] * a->slope[k * a->p + f];
    return sum;
}

static int is_copy(const equivalent *e, size_t j)
{
    const size_t of = main_of(e, e->factor[j]);
    double both = 0;
    for (size_t i = 0; of != SIZE_MAX && i < e->fit.m; i++) both += shared(&e->fit, i, j, of);
    return of != SIZE_MAX && fabs(both) >= SAME_FUNCTION * sqrt(carried(e, j) * carried(e, of));
}

/* has_code[m], cleared. */
static void find_roles(equivalent *e, unsigned char *has_code)
{
    const additive *a = &e->fit;
    size_t i = 0, code = 0;
    for (size_t j = 0; j < a->d; j++) {
        e->role[j] = carries(e, j) ? CODE_FURTHER : CODE_IDLE;
        for (i = 1; i < a->m; i++)
            if (share(e, i, j) > share(e, e->factor[j], j)) e->factor[j] = i;
        e->mixed[j] = e->role[j] == CODE_IDLE ? 0 : 1 - share(e, e->factor[j], j) / carried(e, j);
    }
    while (next_main(e, has_code, &i, &code)) {
        has_code[i] = 1;
        e->role[code] = CODE_MAIN;
        e->factor[code] = i;
    }
    for (size_t j = 0; j < a->d; j++)
        if (e->role[j] == CODE_FURTHER && is_copy(e, j)) e->role[j] = CODE_COPY;
    for (i = 0; i < a->m; i++) {
        e->is_missing[i] = a->first[i + 1] > a->first[i];
        for (size_t j = 0; j < a->d; j++)
            if (e->role[j] != CODE_IDLE && is_part(e, i, j)) e->is_missing[i] = 0;
    }
}

/* Of the function of a factor in a code: what of its variance is not that of the factor's own code, in another size. */
static double unlike(const assay_rep *rep, const equivalent *e, size_t i, size_t j)
{
    const additive *a = &e->fit;
    const size_t own = main_of(e, i);
    const double all = share(e, i, j);
    const double bent = all - a->straight[i * a->d + j];
    if (own == j) return rep->levels[i] || 2 * bent < all ? 0 : bent; /* more bent than straight: up and down */
    if (own == SIZE_MAX) return rep->levels[i] ? 0 : bent;
    const double both = shared(a, i, j, own), of_own = share(e, i, own);
    return all - fmax(both * both / of_own - a->noise[j] / (double)a->n, 0);
}

/* left[rows * d]: what the sums leave of the codes in every step-th row, all codes of a row in turn. */
static assay_status find_left(const additive *a, size_t step, size_t rows, arena *memory, double *left)
{
    double *function, *of_code;
    ASSAY_TRY(LEND_ARENA(memory, LOAN(function, a->p * rows), LOAN(of_code, rows)));
    for (size_t k = 0; k < a->p; k++)
        for (size_t s = 0; s < rows; s++) function[k * rows + s] = a->function[k * a->n + s * step];
    for (size_t j = 0; j < a->d; j++) {
        for (size_t s = 0; s < rows; s++) of_code[s] = a->code[j * a->n + s * step];
        for (size_t k = 0; k < a->p; k++) vector_add(of_code, function + k * rows, -1 * a->slope[j * a->p + k], rows);
        for (size_t s = 0; s < rows; s++) left[s * a->d + j] = of_code[s];
    }
    return ASSAY_OK;
}

/* Adds to each code what a product explains of it; sum[d]: room for the sums of all codes, which go side by side. */
static void add_product(const additive *a, const double *product, const double *left, size_t rows, double *sum,
                        double *to)
{
    memset(sum, 0, a->d * sizeof *sum);
    for (size_t s = 0; s < rows; s++) vector_add(sum, left + s * a->d, product[s], a->d);
    for (size_t j = 0; j < a->d; j++)
        to[j] += sum[j] / (double)rows * (sum[j] / (double)rows) - a->noise[j] / (double)rows;
}

/* to[d]: the share of each code that products of two factors explain beyond chance. */
static assay_status find_products(const equivalent *e, const double *unit, arena *memory, double *to)
{
    const additive *a = &e->fit;
    const size_t step = a->n / ROWS_LOOKED_AT + 1, rows = (a->n + step - 1) / step;
    const size_t m = a->m < PAIRS_OF ? a->m : PAIRS_OF, pairs = m * (m - 1) / 2;
    double *left, *product, *sum;
    ASSAY_TRY(LEND_ARENA(memory, LOAN(left, a->d * rows), LOAN(product, rows), LOAN(sum, a->d)));
    ASSAY_TRY(find_left(a, step, rows, memory, left));
    for (size_t i = 1; i < m; i++)
        for (size_t k = 0; k < i; k++) {
            for (size_t s = 0; s < rows; s++) product[s] = unit[i * a->n + s * step] * unit[k * a->n + s * step];
            if (column_is_constant(product, rows)) continue;
            columns_scale(product, rows, 1, SCALING_STANDARD, product);
            add_product(a, product, left, rows, sum, to);
        }
    for (size_t j = 0; j < a->d; j++) {
        const double chance = a->noise[j] * sqrt(2 * (double)pairs) / (double)rows;
        to[j] = to[j] > CERTAIN * chance && to[j] > LEAST_CARRIED ? fmin(to[j], a->noise[j]) : 0;
    }
    return ASSAY_OK;
}

/* Whether two rows stand for one that was drawn twice. */
static int is_drawn_twice(const assay_rep *rep, size_t s, size_t t)
{
    for (size_t i = 0; i < rep->n_factors; i++)
        if (rep->factors[i * rep->n + s] != rep->factors[i * rep->n + t]) return 0;
    for (size_t j = 0; j < rep->n_codes; j++)
        if (rep->codes[j * rep->n + s] != rep->codes[j * rep->n + t]) return 0;
    return 1;
}

/* About .618 of the rows, and no divisor in common with their number. */
static size_t stride_of(size_t rows)
{
    size_t stride = rows * 618 / 1000 + 1;
    for (;; stride++) {
        size_t a = rows, b = stride;
        while (b) {
            const size_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1) return stride;
    }
}

/* to[NEIGHBOURS]: the rows next to row s of every step-th one, the nearest first, of equal ones those that come
 * first in strides from s, since the rows that follow on it may belong with it; x[rows * m]. Returns how many there
 * are. */
static size_t find_neighbours(const assay_rep *rep, size_t step, const double *x, size_t rows, size_t s, size_t *to)
{
    double nearest[NEIGHBOURS];
    const size_t m = rep->n_factors, stride = stride_of(rows);
    size_t n = 0;
    for (size_t turn = 1; turn < rows; turn++) {
        const size_t t = (s + turn * stride) % rows;
        double far = 0;
        for (size_t i = 0; i < m; i++) far += (x[s * m + i] - x[t * m + i]) * (x[s * m + i] - x[t * m + i]);
        if (n == NEIGHBOURS && far >= nearest[n - 1]) continue;
        if (!(far > 0) && is_drawn_twice(rep, s * step, t * step)) continue;
        size_t at = n < NEIGHBOURS ? n++ : n - 1;
        for (; at && nearest[at - 1] > far; at--) nearest[at] = nearest[at - 1], to[at] = to[at - 1];
        nearest[at] = far, to[at] = t;
    }
    return n;
}

/* Which codes are no sums of functions of one factor each. */
static assay_status find_no_sums(const assay_rep *rep, const double *unit, arena *memory, equivalent *e)
{
    const additive *a = &e->fit;
    const size_t step = a->n / ROWS_WITH_NEIGHBOURS + 1, rows = (a->n + step - 1) / step;
    double *left, *x, *shared_by, pairs = 0;
    size_t *near, *count;
    ASSAY_TRY(LEND_ARENA(memory, LOAN(left, a->d * rows), LOAN(x, rows * a->m), LOAN(shared_by, a->d),
                         LOAN(near, rows * NEIGHBOURS), LOAN(count, rows)));
    ASSAY_TRY(find_left(a, step, rows, memory, left));
    for (size_t s = 0; s < rows; s++)
        for (size_t i = 0; i < a->m; i++) x[s * a->m + i] = unit[i * a->n + s * step];
    for (size_t s = 0; s < rows; s++) count[s] = find_neighbours(rep, step, x, rows, s, near + s * NEIGHBOURS);
    for (size_t s = 0; s < rows; s++)
        for (size_t k = 0; k < count[s]; k++) {
            const size_t t = near[s * NEIGHBOURS + k];
            pairs += 1;
            for (size_t l = 0; l < count[t]; l++) pairs += near[t * NEIGHBOURS + l] == s;
            for (size_t j = 0; j < a->d; j++) shared_by[j] += left[s * a->d + j] * left[t * a->d + j];
        }
    for (size_t j = 0; j < a->d; j++) {
        const double each = NEIGHBOURS * (double)rows, share_of = shared_by[j] / each;
        e->is_no_sum[j] = share_of > LEAST_CARRIED && share_of > CERTAIN_NO_SUM * a->noise[j] * sqrt(pairs) / each;
        e->no_sums += e->is_no_sum[j];
        e->idle_no_sums += e->is_no_sum[j] && e->role[j] == CODE_IDLE;
    }
    if (e->no_sums) e->dose[NOISE] = e->dose[DESCRIBED] = NAN;
    if (e->idle_no_sums) e->dose[MISSING] = e->dose[IDLE] = NAN;
    return ASSAY_OK;
}

static assay_status find_described(const assay_rep *rep, const double *unit, arena *memory, equivalent *e)
{
    double *product = arena_alloc(memory, e->fit.d, sizeof *product), all = 0, unsaid = 0;
    if (!product) return ASSAY_ENOMEM;
    ASSAY_TRY(find_products(e, unit, memory, product));
    for (size_t j = 0; j < e->fit.d; j++) {
        double differs = 0;
        if (e->role[j] != CODE_IDLE)
            for (size_t i = 0; i < e->fit.m; i++) differs += unlike(rep, e, i, j);
        unsaid += fmax(differs, 0) + product[j];
        all += product[j] + (e->role[j] == CODE_IDLE ? 0 : carried(e, j));
    }
    e->dose[DESCRIBED] = all > 0 ? fmin(1, fmax(0, 1 - unsaid / all)) : 1;
    return ASSAY_OK;
}

/* unit[m * n]: the factors, of mean 0 and variance 1; a constant one is 0. */
static double dependence_of(const double *unit, size_t n, size_t m)
{
    double sum = 0, pairs = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < i; k++) {
            double both = 0;
            for (size_t s = 0; s < n; s++) both += unit[i * n + s] * unit[k * n + s] / (double)n;
            sum += both * both - 1 / (double)(n - 1);
            pairs += 1;
        }
    return pairs > 0 ? sqrt(fmax(sum / pairs, 0)) : 0;
}

static void find_doses(const assay_rep *rep, equivalent *e)
{
    const additive *a = &e->fit;
    double carrying = 0, curves = 0, *dose = e->dose;
    for (size_t j = 0; j < a->d; j++) {
        const size_t at = e->factor[j] * a->d + j;
        dose[IDLE] += e->role[j] == CODE_IDLE;
        dose[DUPLICATES] += e->role[j] == CODE_COPY;
        if (e->role[j] == CODE_IDLE) continue;
        carrying += 1;
        dose[NOISE] += a->noise[j];
        dose[MIXING] += e->mixed[j];
        if (e->role[j] == CODE_FURTHER || rep->levels[e->factor[j]]) continue;
        curves += 1;
        dose[CURVATURE] += 1 - a->straight[at] / a->share[at];
    }
    for (size_t i = 0; i < a->m; i++) dose[MISSING] += e->is_missing[i];
    dose[NOISE] = carrying > 0 ? dose[NOISE] / carrying : 1;
    dose[MIXING] = carrying > 0 ? fmin(1, fmax(0, dose[MIXING] / carrying)) : 0;
    dose[CURVATURE] = curves > 0 ? fmin(1, fmax(0, dose[CURVATURE] / curves)) : 0;
}

assay_status equivalent_fit(const assay_rep *rep, arena *memory, equivalent *to)
{
    *to = (equivalent){ .role = NULL };
    ASSAY_TRY(additive_fit(rep, memory, &to->fit));
    unsigned char *has_code;
    double *unit;
    ASSAY_TRY(LEND_ARENA(memory, LOAN(to->role, rep->n_codes), LOAN(to->factor, rep->n_codes),
                         LOAN(to->mixed, rep->n_codes), LOAN(to->is_missing, rep->n_factors),
                         LOAN(to->is_no_sum, rep->n_codes), LOAN(has_code, rep->n_factors),
                         LOAN(unit, rep->n * rep->n_factors)));
    columns_scale(rep->factors, rep->n, rep->n_factors, SCALING_STANDARD, unit);
    find_roles(to, has_code);
    find_doses(rep, to);
    to->dose[DEPENDENCE] = dependence_of(unit, rep->n, rep->n_factors);
    assay_status status = find_described(rep, unit, memory, to);
    if (status == ASSAY_OK) status = find_no_sums(rep, unit, memory, to);
    additive_clean(&to->fit);
    return status;
}

/* A code about its mean, as far as the stage goes; noise[n] of variance 1. */
static void make_code(const assay_rep *rep, const equivalent *e, size_t j, enum equivalent_stage stage,
                      const double *noise, double *to)
{
    const additive *a = &e->fit;
    const double *own = rep->factors + e->factor[j] * rep->n;
    const int is_idle = e->role[j] == CODE_IDLE;
    const double loud = is_idle ? 1 : stage == STAGE_NOISE ? sqrt(a->noise[j]) : 0;
    for (size_t s = 0; s < rep->n; s++) to[s] = loud * noise[s] + (is_idle || stage >= STAGE_CURVATURE ? 0 : own[s]);
    if (!is_idle && stage >= STAGE_CURVATURE) additive_add(a, stage >= STAGE_MIXING ? SIZE_MAX : e->factor[j], j, to);
}

/* Factors themselves, each that is not missing, until curvature comes to its code, or mixing where none is its own;
 * then codes from the stage of what they are: one beyond the factors that is no copy comes with mixing. */
static size_t list_columns(const equivalent *e, enum equivalent_stage stage, size_t *factor, size_t *code)
{
    static const enum equivalent_stage begins[] = { [CODE_IDLE] = STAGE_MISSING,
                                                    [CODE_COPY] = STAGE_DUPLICATES,
                                                    [CODE_MAIN] = STAGE_CURVATURE,
                                                    [CODE_FURTHER] = STAGE_MIXING };
    size_t n = 0;
    for (size_t i = 0; i < e->fit.m; i++)
        if (stage < (main_of(e, i) != SIZE_MAX ? STAGE_CURVATURE : STAGE_MIXING) &&
            !(stage > STAGE_IDEAL && e->is_missing[i]))
            factor[n] = i, code[n++] = SIZE_MAX;
    for (size_t j = 0; j < e->fit.d; j++)
        if (stage >= begins[e->role[j]]) code[n++] = j;
    return n;
}

assay_status equivalent_codes(const assay_rep *rep, const equivalent *e, enum equivalent_stage stage,
                              assay_stream *stream, assay_data *to)
{
    arena memory = { 0 };
    const size_t n = rep->n, most = e->fit.m + e->fit.d;
    size_t *factor, *code, columns = 0;
    double *noise;
    assay_status status = LEND_ARENA(&memory, LOAN(factor, most), LOAN(code, most), LOAN(noise, n));
    if (status == ASSAY_OK) columns = list_columns(e, stage, factor, code);
    if (status == ASSAY_OK) status = assay_data_shape(to, n, rep->n_factors, columns);
    if (status == ASSAY_OK) {
        memcpy(to->factors, rep->factors, n * rep->n_factors * sizeof *to->factors);
        memcpy(to->levels, rep->levels, rep->n_factors * sizeof *to->levels);
    }
    for (size_t c = 0; c < columns && status == ASSAY_OK; c++) {
        for (size_t s = 0; s < n; s++) noise[s] = assay_stream_normal(stream);
        if (code[c] != SIZE_MAX) make_code(rep, e, code[c], stage, noise, to->codes + c * n);
        else memcpy(to->codes + c * n, rep->factors + factor[c] * n, n * sizeof *noise);
    }
    arena_free(&memory);
    return status;
}
