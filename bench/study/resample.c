/* Rows drawn again. */
#include "resample.h"

#include "ascending.h"
#include "cholesky.h"
#include "columns.h"
#include "fnv.h"
#include "kinds.h"
#include "moments.h"
#include "owned.h"
#include "products.h"
#include "student.h"

/* FNV-1a by words of 64 bits, each folded: one word that differs makes another hash. */
static uint64_t add_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 1099511628211u;
    return hash ^ (hash >> 32);
}

static uint64_t add_values(uint64_t hash, const double *value, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint64_t word;
        memcpy(&word, &value[k], sizeof word);
        hash = add_word(hash, word);
    }
    return hash;
}

#define WHOLE_CELLS 0x1p28

/* Column by column: the same of whole and sparse tables. */
static uint64_t add_columns(uint64_t hash, const column_table *of)
{
    for (size_t k = 0; k < of->count; k++) {
        const column_entries x = entries_of(of, k);
        size_t s = 0;
        for (size_t e = 0; e < x.count; e++, s++) {
            for (; s < entry_row(&x, e); s++) hash = add_word(hash, 0);
            hash = add_values(hash, &x.value[e], 1);
        }
        for (; s < x.n; s++) hash = add_word(hash, 0);
    }
    return hash;
}

/* Of sparse codes of very many cells what is kept: another hash than that of the whole table. */
static uint64_t add_codes(uint64_t hash, const assay_rep *rep)
{
    const column_table codes = codes_table(rep);
    const assay_sparse *of = &rep->sparse_codes;
    if (rep->codes || (double)rep->n * (double)rep->n_codes <= WHOLE_CELLS) return add_columns(hash, &codes);
    for (size_t j = 0; j <= rep->n_codes; j++) hash = add_word(hash, of->start[j]);
    for (size_t e = 0; e < of->start[rep->n_codes]; e++)
        hash = add_values(add_word(hash, of->row[e]), &of->value[e], 1);
    return hash;
}

uint64_t resample_hash(const assay_rep *rep)
{
    const column_table factors = factors_table(rep);
    uint64_t hash = 14695981039346656037u;
    hash = add_word(add_word(add_word(hash, rep->n), rep->n_factors), rep->n_codes);
    for (size_t i = 0; i < rep->n_factors; i++) hash = add_word(hash, (uint64_t)rep->levels[i]);
    hash = add_codes(add_columns(hash, &factors), rep);
    /* kinds that change scores; a representation without them keeps the hash that it had before there were any */
    for (size_t i = 0; rep->period && i < rep->n_factors; i++)
        if (factor_period(rep, i) > 0.0 || rep->period[i] < 0.0)
            hash = add_values(add_word(hash, i), &rep->period[i], 1);
    for (size_t s = 0; rep->learns && s < rep->n; s++) hash = add_word(hash, rep->learns[s]);
    if (!rep->directions) return hash;
    hash = add_values(hash, rep->directions, rep->n_codes * rep->dims);
    hash = add_values(hash, rep->true_directions, rep->n_factors * rep->dims);
    if (rep->activations) hash = add_values(hash, rep->activations, rep->n * rep->dims);
    return rep->reconstruction ? add_values(hash, rep->reconstruction, rep->n * rep->dims) : hash;
}

uint64_t resample_hash_of_rows(const assay_rep *rep)
{
    const column_table tables[] = { factors_table(rep),
                                    codes_table(rep),
                                    { rep->activations, { NULL, NULL, NULL }, rep->n, rep->dims },
                                    { rep->reconstruction, { NULL, NULL, NULL }, rep->n, rep->dims } };
    const double nothing = 0.0;
    OWNED uint64_t *row = zeroed(rep->n, sizeof *row);
    uint64_t sum = 0;
    if (!row) return 0;
    for (uint64_t t = 0; t < (rep->reconstruction ? 4 : rep->activations ? 3 : 2); t++)
        for (size_t k = 0; k < tables[t].count; k++) {
            const column_entries x = entries_of(&tables[t], k);
            for (size_t e = 0; e < x.count; e++) /* zeros, kept or not, add nothing */
                if (x.value[e] != 0.0) row[entry_row(&x, e)] += add_values(add_word(t + 1, k), &x.value[e], 1);
        }
    for (size_t s = 0; s < rep->n; s++) sum += add_word(add_word(1, row[s]), row[s]);
    assay_rep none = *rep;
    none.n = 0;
    none.factors = none.codes = &nothing; /* without rows, and not looked at */
    none.activations = none.reconstruction = NULL;
    none.learns = NULL, none.period = NULL;
    return add_word(add_word(resample_hash(&none), rep->n), sum);
}

/*
 * Directions of chance: as many as there are, normal, of the second moments of those given
 *
 *     w'_j = L g_j      L L' = sum_j w_j w_j' / d      g_j: dims of standard_normal()
 *
 *   What a dictionary of this shape says of features that it knows nothing of. Moments are
 *   kept, because directions share the few dimensions in which activations are large.
 *
 * Cost     d dims^2 and dims^3 once; d dims^2 a draw.
 */

/* to[dims * dims], the lower factor L; owned. NULL: there are no directions. */
static assay_status random_directions_spread(const assay_rep *rep, double **to)
{
    *to = NULL;
    if (!rep->directions) return ASSAY_OK;
    const size_t dims = rep->dims, d = rep->n_codes;
    OWNED double *second = zeroed(dims * dims, sizeof *second);
    if (!second || !(*to = zeroed(dims * dims, sizeof **to))) return ASSAY_ENOMEM;
    const column_set all = { .at = rep->directions, .step = dims, .count = d };
    ASSAY_TRY(products_of_rows(all, NULL, dims, second));
    for (size_t k = 0; k < dims * dims; k++) second[k] /= (double)d;
    cholesky(second, dims, *to);
    return ASSAY_OK;
}

void random_directions_draw(const double *spread, const assay_rep *rep, assay_stream *stream, double *to)
{
    const size_t dims = rep->dims;
    for (size_t j = 0; j < rep->n_codes; j++) {
        double *w = to + j * dims;
        for (size_t k = 0; k < dims; k++) w[k] = assay_stream_normal(stream);
        for (size_t k = dims; k-- > 0;) { /* from the last: each takes numbers before it alone */
            const double *row = spread + k * dims;
            double sum = 0.0;
            for (size_t l = 0; l <= k; l++) sum += row[l] * w[l];
            w[k] = sum;
        }
    }
}

void resample_stream(const resample_set *set, int32_t kind, uint64_t draw, assay_stream *to)
{
    const uint64_t name = set->name;
    const uint32_t entropy[] = { (uint32_t)name, (uint32_t)(name >> 32), (uint32_t)kind, (uint32_t)draw,
                                 (uint32_t)(draw >> 32) };
    (void)assay_stream_seed_words(to, entropy, sizeof entropy / sizeof *entropy, NULL, 0); /* there is entropy */
}

typedef struct member {
    double cluster;
    size_t row;
} member;

static int by_cluster(const void *a, const void *b)
{
    const member *x = a, *y = b;
    return x->cluster != y->cluster ? (x->cluster > y->cluster) - (x->cluster < y->cluster)
                                    : (x->row > y->row) - (x->row < y->row);
}

static assay_status list_clusters(const double *cluster, size_t n, resample_set *to)
{
    OWNED member *all = zeroed(n, sizeof *all);
    to->first = zeroed(n + 1, sizeof *to->first);
    to->row = zeroed(n + 1, sizeof *to->row);
    if (!all || !to->first || !to->row) return ASSAY_ENOMEM;
    for (size_t s = 0; s < n; s++) all[s] = (member){ cluster[s], s };
    qsort(all, n, sizeof *all, by_cluster);
    for (size_t s = 0; s < n; s++) {
        if (!s || all[s].cluster != all[s - 1].cluster) to->first[to->clusters++] = s;
        to->row[s] = all[s].row;
        to->name = add_word(add_word(to->name, all[s].row), to->clusters);
    }
    to->first[to->clusters] = n;
    return ASSAY_OK;
}

assay_status resample_set_make(const assay_rep *rep, const char *declared, const double *cluster, resample_set *to)
{
    const column_table factors = factors_table(rep);
    *to = (resample_set){ .name = add_word(UINT64_C(14695981039346656037), rep->n) };
    if (declared) {
        to->name = fnv_text(to->name, declared);
    } else {
        to->name = add_word(to->name, rep->n_factors);
        for (size_t i = 0; i < rep->n_factors; i++) to->name = add_word(to->name, (uint64_t)rep->levels[i]);
        to->name = add_columns(to->name, &factors);
    }
    ASSAY_TRY(random_directions_spread(rep, &to->spread));
    return cluster ? list_clusters(cluster, rep->n, to) : ASSAY_OK;
}

void resample_set_free(resample_set *set)
{
    free(set->first);
    free(set->row);
    free(set->spread);
    *set = (resample_set){ 0 };
}

/* How many rows the clusters unit[drawn] have. row: where they go, one after the other, or each to its place[]. */
static size_t rows_of(const resample_set *set, const size_t *unit, size_t drawn, const size_t *place, size_t *row)
{
    size_t n = 0;
    for (size_t k = 0; k < drawn; k++)
        for (size_t s = set->first[unit[k]]; s < set->first[unit[k] + 1]; s++, n++)
            if (row) row[place ? place[n] : n] = set->row[s];
    return n;
}

/* The drawn rows of n, *drawn of them; NULL: memory ran out. */
static size_t *draw_rows(size_t n, const resample_set *set, int32_t kind, assay_stream *stream, size_t *drawn)
{
    const size_t units = set->clusters ? set->clusters : n;
    const int shuffles = kind == UNCERTAIN_NULL;
    OWNED size_t *unit = zeroed(units, sizeof *unit);
    if (!unit) return NULL;
    if (kind != UNCERTAIN_BOOTSTRAP) assay_stream_permutation(stream, unit, units);
    for (size_t s = 0; kind == UNCERTAIN_BOOTSTRAP && s < units; s++)
        unit[s] = (size_t)assay_stream_below(stream, units);
    *drawn = kind == UNCERTAIN_SUBSAMPLE ? uncertainty_part(units) : units;
    OWNED size_t *row = set->clusters ? zeroed(rows_of(set, unit, *drawn, NULL, NULL), sizeof *row) : given(&unit);
    if (row && set->clusters) *drawn = rows_of(set, unit, *drawn, shuffles ? set->row : NULL, row);
    if (row && !shuffles) qsort(row, *drawn, sizeof *row, ascending_sizes);
    return given(&row);
}

static void take_rows(const double *from, size_t n, const size_t *row, size_t drawn, size_t columns, double *to)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t s = 0; s < drawn; s++) to[c * drawn + s] = from[c * n + (row ? row[s] : s)];
}

/* Where each row goes (row NULL: to itself): place[first[r]] .. place[first[r + 1] - 1]. first: [n + 2] zeros. */
static void list_places(const size_t *row, size_t drawn, size_t n, size_t *first, uint32_t *place)
{
    for (size_t s = 0; s < drawn; s++) first[(row ? row[s] : s) + 2]++;
    for (size_t r = 0; r < n; r++) first[r + 2] += first[r + 1];
    for (size_t s = 0; s < drawn; s++) place[first[(row ? row[s] : s) + 1]++] = (uint32_t)s;
}

/* Column by column; to->row NULL: only where they end. */
static void draw_entries(const column_table *of, const size_t *first, const uint32_t *place, assay_sparse *to)
{
    size_t count = 0;
    for (size_t k = 0; k < of->count; k++) {
        const column_entries x = entries_of(of, k);
        for (size_t e = 0; e < x.count; e++)
            for (size_t p = first[x.row[e]]; p < first[x.row[e] + 1]; p++, count++)
                if (to->row) to->row[count] = place[p], to->value[count] = x.value[e];
        to->start[k + 1] = count;
    }
}

static assay_status take_sparse_rows(const column_table *of, const size_t *row, size_t drawn, assay_sparse *to)
{
    OWNED size_t *first = zeroed(of->n + 2, sizeof *first), *end = zeroed(of->count + 1, sizeof *end);
    OWNED uint32_t *place = zeroed(drawn, sizeof *place);
    if (!first || !end || !place) return ASSAY_ENOMEM;
    list_places(row, drawn, of->n, first, place);
    draw_entries(of, first, place, &(assay_sparse){ end, NULL, NULL });
    ASSAY_TRY(sparse_shape(to, of->count, end[of->count]));
    draw_entries(of, first, place, to);
    const assay_status status = sparse_order(to, of->count);
    if (status != ASSAY_OK) sparse_free(to);
    return status;
}

/* The rows of a table, whole or sparse as it is. */
static assay_status take_table(column_table of, const size_t *row, size_t drawn, double **whole, assay_sparse *sparse)
{
    if (!of.whole) return take_sparse_rows(&of, row, drawn, sparse);
    *whole = malloc((drawn * of.count + 1) * sizeof **whole);
    if (*whole) take_rows(of.whole, of.n, row, drawn, of.count, *whole);
    return *whole ? ASSAY_OK : ASSAY_ENOMEM;
}

/* Directions are of codes and factors; activations are of the rows of the factors, what is decoded of those of the
 * codes. */
static assay_status take_space(const assay_rep *rep, const size_t *row, const size_t *of_codes, assay_data *to)
{
    if (!rep->directions) return ASSAY_OK;
    ASSAY_TRY(assay_data_space(to, rep->dims, rep->activations != NULL));
    memcpy(to->directions, rep->directions, rep->n_codes * rep->dims * sizeof *to->directions);
    memcpy(to->true_directions, rep->true_directions, rep->n_factors * rep->dims * sizeof *to->true_directions);
    if (rep->activations) take_rows(rep->activations, rep->n, row, to->n, rep->dims, to->activations);
    if (!rep->reconstruction) return ASSAY_OK;
    if (!(to->reconstruction = malloc((to->n * rep->dims + 1) * sizeof *to->reconstruction))) return ASSAY_ENOMEM;
    take_rows(rep->reconstruction, rep->n, of_codes, to->n, rep->dims, to->reconstruction);
    return ASSAY_OK;
}

/* Classes that are left become 0, 1, ... in their order; column: n values, others: whether further rows are 0. */
static assay_status close_up(double *column, size_t n, int others, int32_t *levels)
{
    OWNED int32_t *place = zeroed((size_t)*levels, sizeof *place);
    int32_t left = 0;
    if (!place) return ASSAY_ENOMEM;
    place[0] = others;
    for (size_t s = 0; s < n; s++)
        if (!isnan(column[s])) place[(size_t)column[s]] = 1;
    for (int32_t k = 0; k < *levels; k++)
        if (place[k]) place[k] = left++;
    for (size_t s = 0; s < n; s++)
        if (!isnan(column[s])) column[s] = place[(size_t)column[s]];
    *levels = left;
    return ASSAY_OK;
}

static assay_status close_up_all(const assay_rep *rep, assay_data *to)
{
    for (size_t i = 0; i < rep->n_factors; i++) {
        const size_t *start = to->factors ? NULL : to->sparse_factors.start + i;
        double *value = to->factors ? to->factors + i * to->n : to->sparse_factors.value + start[0];
        const size_t count = start ? start[1] - start[0] : to->n;
        if (to->levels[i]) ASSAY_TRY(close_up(value, count, count < to->n, &to->levels[i]));
    }
    return ASSAY_OK;
}

/* Rows of a representation; row NULL: as they are. */
static assay_status take_rep(const assay_rep *rep, const size_t *of_factors, const size_t *of_codes, size_t drawn,
                             assay_data *to)
{
    ASSAY_TRY(columns_shape_sparse(to, drawn, rep->n_factors, rep->n_codes));
    memcpy(to->levels, rep->levels, rep->n_factors * sizeof *to->levels);
    if (rep->period) memcpy(to->period, rep->period, rep->n_factors * sizeof *to->period);
    if (rep->learns && !(to->learns = malloc(drawn + 1))) return ASSAY_ENOMEM;
    for (size_t s = 0; rep->learns && s < drawn; s++) to->learns[s] = rep->learns[of_factors ? of_factors[s] : s];
    ASSAY_TRY(take_table(factors_table(rep), of_factors, drawn, &to->factors, &to->sparse_factors));
    ASSAY_TRY(take_table(codes_table(rep), of_codes, drawn, &to->codes, &to->sparse_codes));
    return take_space(rep, of_factors, of_codes, to);
}

static size_t *shuffled_rows(size_t n, uint64_t seed)
{
    assay_stream stream;
    size_t *row = zeroed(n, sizeof *row);
    assay_stream_seed(&stream, seed);
    if (row) assay_stream_permutation(&stream, row, n);
    return row;
}

assay_status resample_shuffle(assay_data *data, uint64_t seed)
{
    const assay_rep rep = assay_data_view(data);
    FREED(assay_data_free) assay_data made = { .keeps_sparse = data->keeps_sparse };
    OWNED size_t *row = shuffled_rows(rep.n, seed);
    ASSAY_TRY(row ? take_rep(&rep, row, row, rep.n, &made) : ASSAY_ENOMEM);
    memcpy(made.truth, data->truth, sizeof made.truth);
    made.factor_names = given(&data->factor_names);
    made.code_names = given(&data->code_names);
    const assay_data before = *data;
    *data = made;
    made = before; /* which goes */
    return ASSAY_OK;
}

assay_status resample_shuffle_numbers(double *x, size_t n, uint64_t seed)
{
    OWNED size_t *row = shuffled_rows(n, seed);
    OWNED double *from = zeroed(n, sizeof *from);
    if (!row || !from) return ASSAY_ENOMEM;
    memcpy(from, x, n * sizeof *from);
    take_rows(from, n, row, n, 1, x);
    return ASSAY_OK;
}

assay_status resample_draw(const assay_rep *rep, const resample_set *set, int32_t kind, uint64_t draw, assay_data *to,
                           uint64_t *seed)
{
    const int shuffles = kind == UNCERTAIN_NULL;
    assay_stream stream;
    size_t drawn;
    resample_stream(set, kind, draw, &stream);
    OWNED size_t *row = draw_rows(rep->n, set, kind, &stream, &drawn);
    if (!row) return ASSAY_ENOMEM;
    ASSAY_TRY(take_rep(rep, shuffles ? NULL : row, row, drawn, to));
    if (!shuffles) ASSAY_TRY(close_up_all(rep, to));
    *seed = assay_stream_raw(&stream) >> 32; /* as many bits as every random generator takes */
    if (shuffles && set->spread) random_directions_draw(set->spread, rep, &stream, to->directions);
    return ASSAY_OK;
}

/* How many are defined, their mean and spread; ends and p are yet to be said. */
static uncertainty spread_of(int32_t kind, const double *draw, size_t draws, double level)
{
    moments m = { 0 };
    for (size_t k = 0; k < draws; k++) moments_add_defined(&m, draw[k]);
    return (uncertainty){ kind, level, draws, m.n, moments_mean(&m), moments_sd(&m), NAN, NAN, NAN, NULL };
}

uncertainty resample_interval(double score, const double *draw, size_t draws, int32_t kind, size_t n, double level,
                              const double range[2])
{
    uncertainty u = spread_of(kind, draw, draws, level);
    u.sd *= uncertainty_factor(kind, n);
    if (u.defined < 2 || isnan(score)) return u;
    const double freedom = (double)((u.defined < n ? u.defined : n) - 1);
    if (freedom < 1) return u;
    const double wide = student_quantile(0.5 + level / 2, freedom) * u.sd;
    double ends[2];
    student_interval(score, wide, range, ends);
    u.low = ends[0];
    u.high = ends[1];
    return u;
}

/* The smallest value that a share `level` of the draws does not exceed, counted with one more draw; undefined ones are
 * worse than any. NaN: it is one of those. */
static double level_point(const double *draw, size_t draws, double level)
{
    OWNED double *sorted = zeroed(draws, sizeof *sorted);
    size_t n = 0;
    if (!sorted) return NAN;
    for (size_t k = 0; k < draws; k++)
        if (!isnan(draw[k])) sorted[n++] = draw[k];
    qsort(sorted, n, sizeof *sorted, ascending);
    const size_t place = (size_t)ceil(level * (double)(draws + 1) - 1e-9), undefined = draws - n;
    const size_t at = place < draws ? place : draws;
    return at > undefined ? sorted[at - undefined - 1] : NAN;
}

uncertainty resample_null(double score, const double *draw, size_t draws, double level)
{
    uncertainty u = spread_of(UNCERTAIN_NULL, draw, draws, level);
    size_t as_good = 0;
    for (size_t k = 0; k < draws; k++) as_good += draw[k] >= score;
    u.high = level_point(draw, draws, level);
    if (u.defined && !isnan(score)) u.p = (double)(1 + as_good) / (double)(1 + draws);
    return u;
}
