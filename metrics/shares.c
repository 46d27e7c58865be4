#include "shares.h"
#include "correlation.h"

enum { SHARES_OPTIONS(OPTION_PLACE) };

/* How many rows differ from the value that more than half of them have; SIZE_MAX where no value has so many. */
static size_t rows_beside_commonest(const double *x, size_t n)
{
    double common = x[0];
    size_t lead = 0, others = 0;
    for (size_t s = 0; s < n; s++) { /* by majority vote */
        if (lead == 0) common = x[s];
        lead += x[s] == common ? 1 : (size_t)-1;
    }
    for (size_t s = 0; s < n; s++) others += x[s] != common;
    return 2 * others < n ? others : SIZE_MAX;
}

/* Whether neighbours find nothing but the noise that breaks its ties: all but k of its rows, which are more than 2 k,
 * have one value. */
static int is_silent(const assay_rep *rep, const assay_call *call, size_t j)
{
    const int by_neighbours = call->option[RELATION] == 0.0 && call->option[CODES] == CODES_CONTINUOUS;
    return by_neighbours && call->option[COLUMNS] == 0.0 && (double)rep->n > 2.0 * call->option[KNN_NEIGHBOURS] &&
           (double)rows_beside_commonest(rep->codes + j * rep->n, rep->n) <= call->option[KNN_NEIGHBOURS];
}

static assay_status find_active(const assay_rep *rep, assay_call *call, int *active, size_t *count)
{
    const extents *e;
    const double least = call->option[CODES] == CODES_DISCRETE ? 0.0 : call->option[LEAST_RANGE];
    ASSAY_TRY(extents_of_codes(rep, call, rep->n, &e));
    double most = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) most = fmax(most, e->high[j] - e->low[j]);
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double range = e->high[j] - e->low[j];
        active[j] = range > least * most && !is_silent(rep, call, j);
        *count += (size_t)active[j];
    }
    return ASSAY_OK;
}

enum { CELLS = 64 };

/* Ranks of the values of x that are not absent, as shares of their number, at the middle; absent ones stay NaN. */
static assay_status middle_ranks(const double *x, size_t n, double *sorted, uint32_t *row, double *room, double *to)
{
    double squares;
    size_t count = 0;
    for (size_t s = 0; s < n; s++)
        if (!isnan(x[s])) room[count++] = x[s];
    const double total = (double)count;
    if (count) ASSAY_TRY(ranks_centred(room, count, sorted, row, &squares));
    for (size_t s = n; s-- > 0;) to[s] = isnan(x[s]) ? NAN : (room[--count] + 0.5 * total) / total;
    return ASSAY_OK;
}

/* Chi-square's tail by Wilson and Hilferty. */
static double tail_of(double square, double freedom)
{
    const double spread = 2.0 / (9.0 * freedom);
    return 0.5 * erfc((cbrt(fmax(square, 0.0) / freedom) - 1.0 + spread) / sqrt(2.0 * spread));
}

/* A column as cells or numbers; of classes sum and count have room for each. */
typedef struct ranked_column {
    double *x;         /* [n] middles of even cells, or middle ranks; NAN: absent */
    size_t n, classes; /* 0: of numbers */
    const double *label;
    double *sum, *count;
} ranked_column;

/* Classes as the middles of even cells, those that occur alone. */
static void class_cells(ranked_column *v, size_t levels)
{
    v->classes = 0;
    for (size_t k = 0; k < levels; k++) v->count[k] = 0.0;
    for (size_t s = 0; s < v->n; s++)
        if (!isnan(v->label[s])) v->count[(size_t)v->label[s]] = 1.0;
    for (size_t k = 0; k < levels; k++)
        if (v->count[k] > 0.0) v->count[k] = (double)v->classes++;
    for (size_t s = 0; s < v->n; s++)
        v->x[s] = isnan(v->label[s]) ? NAN : (v->count[(size_t)v->label[s]] + 0.5) / (double)v->classes;
}

/* The p of X^2 of cells_v x cells cells. */
static double chance_of_cells(const double *v, const double *z, size_t n, size_t cells_v, size_t cells)
{
    double count[CELLS][CELLS] = { { 0 } }, of_v[CELLS] = { 0 }, of_z[CELLS] = { 0 }, rows = 0.0, sum = 0.0;
    size_t seen_v = 0, seen_z = 0;
    for (size_t s = 0; s < n; s++) {
        if (isnan(v[s])) continue;
        const size_t a = (size_t)(v[s] * (double)cells_v), b = (size_t)(z[s] * (double)cells);
        count[a][b]++, of_v[a]++, of_z[b]++, rows++;
    }
    for (size_t b = 0; b < cells; b++) seen_z += of_z[b] > 0.0;
    for (size_t a = 0; a < cells_v; a++) {
        seen_v += of_v[a] > 0.0;
        for (size_t b = 0; b < cells; b++)
            if (count[a][b] > 0.0) sum += count[a][b] * count[a][b] / (of_v[a] * of_z[b]);
    }
    if (seen_v < 2 || seen_z < 2) return 1.0;
    return tail_of(rows * (sum - 1.0), (double)((seen_v - 1) * (seen_z - 1)));
}

/* That of the correlation of the ranks, which is sure of weak lines where cells are not. */
static double chance_of_line(const double *v, const double *z, size_t n)
{
    double rows = 0.0, mean_v = 0.0, mean_z = 0.0, vz = 0.0, vv = 0.0, zz = 0.0;
    for (size_t s = 0; s < n; s++)
        if (!isnan(v[s])) rows++, mean_v += v[s], mean_z += z[s];
    mean_v /= rows, mean_z /= rows;
    for (size_t s = 0; s < n; s++) {
        if (isnan(v[s])) continue;
        vz += (v[s] - mean_v) * (z[s] - mean_z);
        vv += (v[s] - mean_v) * (v[s] - mean_v), zz += (z[s] - mean_z) * (z[s] - mean_z);
    }
    return vv > 0.0 && zz > 0.0 ? erfc(fabs(vz) * sqrt((rows - 1.0) / (2.0 * vv * zz))) : 1.0;
}

/* That of Kruskal and Wallis, of the mean ranks of classes. */
static double chance_of_means(const ranked_column *v, const double *z)
{
    double rows = 0.0, mean = 0.0, between = 0.0, all = 0.0;
    for (size_t k = 0; k < v->classes; k++) v->sum[k] = v->count[k] = 0.0;
    for (size_t s = 0; s < v->n; s++)
        if (!isnan(v->x[s])) rows++, mean += z[s];
    mean /= rows;
    for (size_t s = 0; s < v->n; s++) {
        if (isnan(v->x[s])) continue;
        const size_t k = (size_t)(v->x[s] * (double)v->classes);
        v->sum[k] += z[s] - mean, v->count[k]++, all += (z[s] - mean) * (z[s] - mean);
    }
    for (size_t k = 0; k < v->classes; k++) between += v->sum[k] * v->sum[k] / v->count[k];
    return v->classes > 1 && all > 0.0 ? tail_of((rows - 1.0) * between / all, (double)v->classes - 1.0) : 1.0;
}

static double chance_of(const ranked_column *v, const double *z)
{
    const size_t n = v->n;
    double least = v->classes ? chance_of_means(v, z) : chance_of_line(v->x, z, n), tries = 1.0;
    for (size_t cells = 2; cells <= CELLS && v->classes <= CELLS; cells *= 2, tries++) {
        const size_t cells_v = v->classes ? v->classes : cells;
        if (cells > 2 && 2 * cells * cells_v > n) break;
        least = fmin(least, chance_of_cells(v->x, z, n, cells_v, cells));
    }
    return fmin(least * tries, 1.0);
}

static assay_status find_chances(const assay_rep *rep, assay_call *call, const shares *s, double *chance)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    size_t most = 1;
    double *z, *sorted, *room;
    uint32_t *row;
    ranked_column v = { .n = n };
    for (size_t i = 0; i < m; i++)
        if (rep->levels[i] > 0 && (size_t)rep->levels[i] > most) most = (size_t)rep->levels[i];
    ASSAY_TRY(LEND(call, LOAN(v.x, n), LOAN(z, n * d), LOAN(sorted, n), LOAN(room, n), LOAN(row, n), LOAN(v.sum, most),
                   LOAN(v.count, most)));
    for (size_t k = 0; k < m * d; k++) chance[k] = 1.0;
    for (size_t j = 0; j < d; j++) ASSAY_TRY(middle_ranks(rep->codes + j * n, n, sorted, row, room, z + j * n));
    for (size_t i = 0; i < m; i++) {
        if (!s->told[i]) continue;
        v.label = rep->factors + i * n;
        v.classes = 0;
        if (rep->levels[i] > 0) class_cells(&v, (size_t)rep->levels[i]);
        else ASSAY_TRY(middle_ranks(v.label, n, sorted, row, room, v.x));
        for (size_t j = 0; j < d; j++)
            if (s->active[j]) chance[i * d + j] = chance_of(&v, z + j * n);
    }
    return ASSAY_OK;
}

int shares_carried(const assay_call *call, const double *chance, size_t n, size_t stride, size_t among)
{
    double least = 1.0;
    for (size_t k = 0; k < n; k++) least = fmin(least, chance[k * stride]);
    return fmin(least * (double)among, 1.0) <= call->option[LEVEL];
}

assay_status shares_make(const assay_rep *rep, assay_call *call, shares *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    int *active = call->alloc(call, d, sizeof *active), *told = call->alloc(call, m, sizeof *told);
    double *nmi = call->alloc(call, m * d, sizeof *nmi), *chance = call->alloc(call, m * d, sizeof *chance);
    if (!active || !told || !nmi || !chance) return ASSAY_ENOMEM;
    *to = (shares){ .active = active, .told = told, .nmi = nmi, .chance = chance };
    ASSAY_TRY(find_active(rep, call, active, &to->n_active));
    ASSAY_TRY(call->option[CODES] == CODES_DISCRETE ? relation_named(call, "mi-labels", &to->relation)
                                                    : relation_asked(call, RELATION, &to->relation));
    const double most = call->option[CLIP] != 0.0 ? 1.0 : INFINITY;
    for (size_t i = 0; i < m; i++) {
        const double total = to->relation->factor_total[i];
        told[i] = total > 0.0;
        for (size_t j = 0; told[i] && j < d; j++)
            if (active[j]) nmi[i * d + j] = fmin(to->relation->value[i * d + j] / total, most);
        to->n_told += (size_t)told[i];
    }
    return call->option[LEVEL] < 1.0 ? find_chances(rep, call, to, chance) : ASSAY_OK;
}

double share_of_largest(const double *value, size_t n, size_t stride, size_t among)
{
    double most = 0.0, sum = 0.0;
    for (size_t k = 0; k < n; k++) {
        most = fmax(most, value[k * stride]);
        sum += value[k * stride];
    }
    const double even = 1.0 / (double)among;
    return (most / sum - even) / (1.0 - even);
}
