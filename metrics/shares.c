#include "shares.h"
#include "correlation.h"
#include "kinds.h"
#include "radix_order.h"

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
    const int by_neighbours = call->option[RELATION] == BY_NEIGHBOURS && call->option[CODES] == CODES_CONTINUOUS;
    return by_neighbours && call->option[COLUMNS] == COLUMNS_VARYING &&
           (double)rep->n > 2.0 * call->option[KNN_NEIGHBOURS] &&
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

/* A code's middle ranks as shares of n; rows that are not kept have one value, and so one share. */
typedef struct ranked_code {
    column_entries of;
    double *share, rest; /* [of.count]; NULL: not yet */
} ranked_code;

/* A factor as cells or numbers; of classes sum and count have room for each. */
typedef struct ranked_factor {
    double *x;                  /* [n] middles of even cells, or middle ranks; NAN: absent */
    size_t classes, cells, are; /* classes 0: of numbers; cells of a code at most; the factor it is */
    double rows, mean, squares, *sum, *count, of_cell[CELLS];
} ranked_factor;

typedef struct chance_test {
    const assay_rep *rep;
    column_table factors, codes;
    const int32_t *levels;
    ranked_factor v;
    ranked_code *z;
    double *sorted, *room, *lent, enough; /* enough: a p that settles it */
    uint32_t *row;
} chance_test;

/* Middle ranks, as shares of how many values there are; absent ones stay NaN. Returns that of a row not kept. */
static assay_status middle_ranks(const column_entries *of, chance_test *t, double *to, double *rest)
{
    double squares;
    size_t count = 0, below = 0, zeros = of->row ? of->n - of->count : 0;
    for (size_t e = 0; e < of->count; e++) {
        const double x = of->value[e];
        if (of->row && x == 0.0) zeros++;
        else if (!isnan(x)) t->room[count++] = x, below += x < 0.0;
    }
    const double half = 0.5 * (double)count, total = (double)(count + zeros);
    if (count) ASSAY_TRY(ranks_centred(t->room, count, t->sorted, t->row, &squares));
    *rest = of->row ? ((double)below + 0.5 * (double)zeros) / total : 0.5;
    for (size_t e = of->count; e-- > 0;) {
        const double x = of->value[e];
        if (of->row && x == 0.0) to[e] = *rest;
        else to[e] = isnan(x) ? NAN : (t->room[--count] + half + (x > 0.0 ? (double)zeros : 0.0)) / total;
    }
    return ASSAY_OK;
}

/* Classes as the middles of even cells, those that occur alone. */
static void class_cells(ranked_factor *v, const double *label, size_t n, size_t levels)
{
    v->classes = 0;
    for (size_t k = 0; k < levels; k++) v->count[k] = 0.0;
    for (size_t s = 0; s < n; s++)
        if (!isnan(label[s])) v->count[(size_t)label[s]] = 1.0;
    for (size_t k = 0; k < levels; k++)
        if (v->count[k] > 0.0) v->count[k] = (double)v->classes++;
    for (size_t s = 0; s < n; s++)
        v->x[s] = isnan(label[s]) ? NAN : (v->count[(size_t)label[s]] + 0.5) / (double)v->classes;
    for (size_t k = 0; k < levels; k++) v->count[k] = 0.0;
}

/* Into how many cells codes are cut at most; 1: into none. */
static size_t finest_cells(size_t classes, size_t n)
{
    size_t cells = 2;
    while (cells < CELLS && 4 * cells * (classes ? classes : 2 * cells) <= n) cells *= 2;
    return classes > CELLS ? 1 : cells;
}

/* A circle is cut where no value is for longest, the first such place: what follows turns with the values. To
 * t->lent. */
static assay_status cut_open(chance_test *t, const double *x, double period)
{
    size_t count = 0;
    double gap = 0.0, origin = 0.0;
    for (size_t s = 0; s < t->factors.n; s++)
        if (!isnan(x[s])) t->room[count++] = circle_part(x[s], period);
    if (count) ASSAY_TRY(radix_order(t->room, count, t->sorted, t->row));
    for (size_t r = 0; r < count; r++) {
        const double before = r ? t->sorted[r - 1] : t->sorted[count - 1] - 1.0;
        if (t->sorted[r] - before > gap) gap = t->sorted[r] - before, origin = t->sorted[r];
    }
    for (size_t s = 0; s < t->factors.n; s++) {
        const double part = circle_part(x[s], period);
        t->lent[s] = part - origin + (part < origin ? 1.0 : 0.0);
    }
    return ASSAY_OK;
}

static assay_status rank_factor(chance_test *t, size_t i)
{
    ranked_factor *v = &t->v;
    const size_t n = t->factors.n;
    if (v->are == i) return ASSAY_OK;
    column_entries of = { n, n, NULL, column_lent(&t->factors, i, t->lent) };
    const double period = factor_period(t->rep, i);
    double rest;
    if (period > 0.0) {
        ASSAY_TRY(cut_open(t, of.value, period));
        of.value = t->lent;
    }
    *v = (ranked_factor){ .x = v->x, .are = i, .sum = v->sum, .count = v->count };
    if (t->levels[i] > 0) class_cells(v, of.value, n, (size_t)t->levels[i]);
    else ASSAY_TRY(middle_ranks(&of, t, v->x, &rest));
    v->cells = finest_cells(v->classes, n);
    const double cells = (double)(v->classes ? v->classes : v->cells);
    for (size_t s = 0; s < n; s++) {
        if (isnan(v->x[s])) continue;
        const size_t cell = (size_t)(v->x[s] * cells);
        if (cell < CELLS) v->of_cell[cell]++;
        if (v->classes) v->count[cell]++;
        v->rows++, v->mean += v->x[s];
    }
    v->mean /= v->rows;
    for (size_t s = 0; s < n; s++)
        if (!isnan(v->x[s])) v->squares += (v->x[s] - v->mean) * (v->x[s] - v->mean);
    return ASSAY_OK;
}

/* The p of the correlation of the ranks, which is sure of weak lines where cells are not; of classes that of Kruskal
 * and Wallis, of the codes' mean ranks. */
static double chance_of_ranks(const ranked_factor *v, const ranked_code *z)
{
    double sum = 0.0, squares = 0.0, product = 0.0, between = 0.0;
    for (size_t k = 0; k < v->classes; k++) v->sum[k] = 0.0;
    for (size_t e = 0; e < z->of.count; e++) {
        const double x = v->x[entry_row(&z->of, e)], y = z->share[e] - z->rest;
        if (isnan(x)) continue;
        sum += y, squares += y * y, product += y * (x - v->mean);
        if (v->classes) v->sum[(int)(x * (double)v->classes)] += y;
    }
    const double around = squares - sum * sum / v->rows;
    if (!(around > 1e-10 * squares) || !(v->squares > 0.0)) return 1.0;
    if (!v->classes) return erfc(fabs(product) * sqrt((v->rows - 1.0) / (2.0 * v->squares * around)));
    for (size_t k = 0; k < v->classes; k++) {
        const double off = v->sum[k] - v->count[k] * sum / v->rows;
        between += off * off / v->count[k];
    }
    return chance_of_square((v->rows - 1.0) * between / around, (double)v->classes - 1.0);
}

/* That of X^2. */
static double chance_of_cells(double count[CELLS][CELLS], size_t cells_v, size_t cells, double rows)
{
    double of_v[CELLS] = { 0 }, of_z[CELLS] = { 0 }, sum = 0.0;
    size_t seen_v = 0, seen_z = 0;
    for (size_t a = 0; a < cells_v; a++)
        for (size_t b = 0; b < cells; b++) of_v[a] += count[a][b], of_z[b] += count[a][b];
    for (size_t b = 0; b < cells; b++) seen_z += of_z[b] > 0.0;
    for (size_t a = 0; a < cells_v; a++) {
        seen_v += of_v[a] > 0.0;
        for (size_t b = 0; b < cells; b++)
            if (count[a][b] > 0.0) sum += count[a][b] * count[a][b] / (of_v[a] * of_z[b]);
    }
    if (seen_v < 2 || seen_z < 2) return 1.0;
    return chance_of_square(rows * (sum - 1.0), (double)((seen_v - 1) * (seen_z - 1)));
}

/* Cells nest, so the finest are counted and the others added up. */
static double chance_of(const ranked_factor *v, const ranked_code *z, double enough)
{
    const double tries = 1.0 + log2((double)v->cells);
    double least = v->rows > 0.0 ? chance_of_ranks(v, z) : 1.0, left[CELLS], count[CELLS][CELLS];
    if (v->cells < 2 || least * tries <= enough) return fmin(least * tries, 1.0);
    size_t cells = v->cells, cells_v = v->classes ? v->classes : cells;
    const double by = (double)cells, by_v = (double)cells_v;
    memcpy(left, v->of_cell, sizeof left);
    for (size_t a = 0; a < cells_v; a++) memset(count[a], 0, cells * sizeof **count);
    for (size_t e = 0; e < z->of.count; e++) {
        const double x = v->x[entry_row(&z->of, e)];
        if (isnan(x)) continue;
        count[(int)(x * by_v)][(int)(z->share[e] * by)]++, left[(int)(x * by_v)]--;
    }
    for (size_t a = 0; a < cells_v; a++) count[a][(int)(z->rest * by)] += left[a];
    for (;; cells /= 2) {
        least = fmin(least, chance_of_cells(count, cells_v, cells, v->rows));
        if (cells == 2) return fmin(least * tries, 1.0);
        for (size_t a = 0; a < cells_v; a++)
            for (size_t b = 0; b < cells / 2; b++) count[a][b] = count[a][2 * b] + count[a][2 * b + 1];
        if (v->classes) continue;
        cells_v /= 2;
        for (size_t a = 0; a < cells_v; a++)
            for (size_t b = 0; b < cells / 2; b++) count[a][b] = count[2 * a][b] + count[2 * a + 1][b];
    }
}

/* Lowers *least to the pair's p. */
static assay_status lower(chance_test *t, assay_call *call, size_t i, size_t j, double *least)
{
    ranked_code *z = &t->z[j];
    if (!z->share) {
        z->of = entries_of(&t->codes, j);
        ASSAY_TRY(LEND(call, LOAN(z->share, z->of.count + 1)));
        ASSAY_TRY(middle_ranks(&z->of, t, z->share, &z->rest));
    }
    ASSAY_TRY(rank_factor(t, i));
    *least = fmin(*least, chance_of(&t->v, z, t->enough));
    return ASSAY_OK;
}

assay_status chances_make(const assay_rep *rep, assay_call *call, const assay_relation *r, const int *active,
                          int per_code, double level, const double **to)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes, items = per_code ? d : m;
    size_t most = 1, told = 0, speak = 0, *best;
    double *chance;
    chance_test t = {
        .rep = rep, .factors = factors_table(rep), .codes = codes_table(rep), .levels = rep->levels, .v.are = m
    };
    ASSAY_TRY(LEND(call, LOAN(chance, items)));
    *to = chance;
    if (level == 1.0) return ASSAY_OK;
    for (size_t i = 0; i < m; i++) {
        told += r->factor_total[i] > 0.0;
        if (rep->levels[i] > 0 && (size_t)rep->levels[i] > most) most = (size_t)rep->levels[i];
    }
    for (size_t j = 0; j < d; j++) speak += active ? active[j] != 0 : r->code_total[j] > 0.0;
    const double among = fmax(1.0, (double)(per_code ? told : speak));
    t.enough = level / (among * (double)items);
    ASSAY_TRY(LEND(call, LOAN(t.v.x, n), LOAN(t.v.sum, most), LOAN(t.v.count, most), LOAN(t.sorted, n), LOAN(t.row, n),
                   LOAN(t.room, n), LOAN(t.lent, n), LOAN(t.z, d), LOAN(best, items)));
    for (size_t k = 0; k < items; k++) {
        chance[k] = 1.0;
        best[k] = per_code ? top_two_of(r->value + k, m, d).at : top_two_of(r->value + k * d, d, 1).at;
    }
    for (size_t at = 0; at < 2 * m * d; at++) { /* first of each the one that it has most to do with */
        const size_t i = at / d % m, j = at % d, k = per_code ? j : i;
        const int counts = r->factor_total[i] > 0.0 && (active ? active[j] != 0 : r->code_total[j] > 0.0);
        if (counts && chance[k] > t.enough && (best[k] == (per_code ? i : j)) == (at < m * d))
            ASSAY_TRY(lower(&t, call, i, j, &chance[k]));
    }
    for (size_t k = 0; k < items; k++) chance[k] = fmin(chance[k] * among, 1.0);
    return ASSAY_OK;
}

typedef struct shares {
    size_t n_active;
    int *active;          /* codes */
    double *nmi;          /* [M x d], 0 where a code is not active or a factor has nothing to be told */
    const double *chance; /* as chances_make gives it */
    const assay_relation *relation;
} shares;

static assay_status shares_make(const assay_rep *rep, assay_call *call, int per_code, shares *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const double most = call->option[CLIP] == YES ? 1.0 : INFINITY;
    *to = (shares){ .n_active = 0 };
    ASSAY_TRY(LEND(call, LOAN(to->active, d), LOAN(to->nmi, m * d)));
    ASSAY_TRY(find_active(rep, call, to->active, &to->n_active));
    ASSAY_TRY(call->option[CODES] == CODES_DISCRETE ? relation_named(call, "mi-labels", &to->relation)
                                                    : relation_asked(call, RELATION, &to->relation));
    for (size_t k = 0; k < m * d; k++) {
        const double total = to->relation->factor_total[k / d];
        if (total > 0.0 && to->active[k % d]) to->nmi[k] = fmin(to->relation->value[k] / total, most);
    }
    return chances_make(rep, call, to->relation, to->active, per_code, call->option[LEVEL], &to->chance);
}

/* Of n values at a stride among `among` candidates; NaN: they are 0. */
static double share_of_largest(const double *value, size_t n, size_t stride, size_t among)
{
    double most = 0.0, sum = 0.0;
    for (size_t k = 0; k < n; k++) {
        most = fmax(most, value[k * stride]);
        sum += value[k * stride];
    }
    const double even = 1.0 / (double)among;
    return sum > 0.0 ? (most / sum - even) / (1.0 - even) : (double)NAN;
}

static double code_share(const assay_rep *rep, assay_call *call, const shares *s, size_t j)
{
    const double share = share_of_largest(s->nmi + j, rep->n_factors, rep->n_codes, rep->n_factors);
    if (!s->active[j]) return CODE_UNDEFINED(call, j, "constant-code", "code # is not active");
    if (isnan(share) || s->chance[j] > call->option[LEVEL])
        return CODE_UNDEFINED(call, j, "zero-importance", "code # carries no information about any factor");
    return share;
}

static double factor_share(const assay_rep *rep, assay_call *call, const shares *s, size_t i)
{
    const double total = s->relation->factor_total[i];
    const double share = share_of_largest(s->nmi + i * rep->n_codes, rep->n_codes, 1, s->n_active);
    if (!(total > 0.0)) return isnan(total) ? total : constant_factor(call, i);
    if (isnan(share) || s->chance[i] > call->option[LEVEL])
        return FACTOR_UNDEFINED(call, i, "zero-importance", "no active code carries information about factor #");
    return share;
}

assay_status shares_score(const assay_rep *rep, assay_call *call, int per_code)
{
    shares s;
    ASSAY_TRY(shares_make(rep, call, per_code, &s));
    if (per_code && rep->n_factors < 2) return score_refused(call, no_second_factor(call));
    if (!s.n_active) return REFUSED(call, "no-active-code", "every code is constant");
    if (!per_code && s.n_active < 2) return REFUSED(call, "one-code", "there is no second active code to compare with");
    for (size_t k = 0; k < call->series[0].n_items; k++)
        call->series[0].items[k] = per_code ? code_share(rep, call, &s, k) : factor_share(rep, call, &s, k);
    return ASSAY_OK;
}
