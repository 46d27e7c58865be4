/*
 * features -- a world of many features of which few fire, and encoders of it with a known defect
 *
 *     p_i = least + (most - least) (i^-exponent - M^-exponent) / (1 - M^-exponent),  i = 1 .. M
 *     g_si = sqrt(1 - |L_i|^2) e_si + L_i . h_s, L and h of `rank` numbers;  v_si = |1 + sd N| where i fires, else 0
 *
 *   The first features are `roots` of trees, then come their children, `branching` each, then theirs, `depth` times, as
 *   far as there are features; the rest stand alone. Feature i fires where g_si is below the normal quantile of p_i; a
 *   child only where its parent P fires, with probability p_i / p_P, so that p_i stays what it is but for what the rank
 *   ties together. Siblings exclude each other: the first one's g decides among them, and their probabilities are
 *   scaled to the parent's where they add up to more. exclusive=no: each by itself.
 *   D_i are M directions of length 1 in `dims` dimensions, pushed apart until the mean of the largest |cos| of each is
 *   `overlap`, 100 steps at most: D_i less half of sum_k cos^3 D_k. dims=0: the axes. Activations are v D.
 *
 *   Encoders, a the dose, 0 the ideal. Codes z = v and directions W = D but for:
 *     absorbed          a parent is off in a share a of the rows of its children, whose directions get a D_P
 *     split             a share of the features over two codes by context
 *     hedged            the direction of a parent gets a times that of its first child
 *     merged            a share of the features in pairs of one code, their sum
 *     dead, dense       a M more codes that never fire, or always: |.5 + .1 N|
 *     shrunk            z = (1 - a) v
 *     missed            the rarest a M features have no code
 *     noisy             a code fires in a share a of the other rows, too
 *     superposed        z = max(0, v + a (G - I) v), G = D D': read through the dims
 *     permuted-decoder  a share of the directions change places
 *     random            a share of the codes have their rows shuffled, and random directions
 *     random-decoder    a share of the directions are random
 *
 * Source   after SynthSAEBench, Chanin and Garriga-Alonso 2026, arXiv:2602.14687, whose configuration is
 *          features=16384, dims=768, exponent=0.5, most=0.4, least=5e-4, roots=128, branching=4, depth=3, rank=25; 34
 *          features fire in a row. Exclusion by one number for all siblings, and magnitudes around 1, are ours.
 */
#include "ascending.h"
#include "columns.h"
#include "dense.h"
#include "growing.h"
#include "owned.h"
#include "scenario.h"

#include <math.h>
#include <string.h>

/* clang-format off */
#define ENCODERS(WORD)                                                                                              \
    WORD(ORACLE, "oracle") WORD(ABSORBED, "absorbed") WORD(SPLIT, "split") WORD(HEDGED, "hedged")                   \
    WORD(MERGED, "merged") WORD(DEAD, "dead") WORD(DENSE, "dense") WORD(SHRUNK, "shrunk") WORD(MISSED, "missed")    \
    WORD(NOISY, "noisy") WORD(SUPERPOSED, "superposed") WORD(PERMUTED, "permuted-decoder") WORD(RANDOM, "random")   \
    WORD(RANDOM_DECODER, "random-decoder")
/* clang-format on */
enum { ENCODERS(WORD_PLACE) };

#define LOADING 0.1      /* of L */
#define LOADING_MOST 0.9 /* of |L_i|^2 */
#define PUSH 0.5
enum { PUSHES = 100, NONE = -1, RANK_MOST = 100 };
#define PARAMETERS(ROW, STILL)                                                                                         \
    ROW(ENCODER, "encoder", (ENCODERS(WORD_PLACE)),                                                                    \
        CHOICE_AMONG("encoder", "which defect the codes or their directions have", ORACLE, ENCODERS))                  \
    ROW(DOSE, "dose", (0, 0.1, 0.2, 0.4, 0.8), NUMBER("dose", "how much of it, 0 the ideal", 0.4, 0, 1))               \
    STILL(FEATURES, "M", LATER_WHOLE("features", "number of features, which are the factors", 64, 2, 65536))           \
    STILL(DIMS, "dims",                                                                                                \
          LATER_WHOLE("dims", "dimensions of the activations; 0: an axis for each feature", 32, 0, 4096))              \
    STILL(EXPONENT, "exponent",                                                                                        \
          LATER("exponent", "of the law by which features fire the less the later they come", 0.5, 0.01, 4))           \
    STILL(MOST, "most", LATER("most", "share of rows in which the first feature fires", 0.4, 1e-6, 0.99))              \
    STILL(LEAST, "least", LATER("least", "share of the rows in which the last one would", 0.01, 1e-6, 0.99))           \
    STILL(ROOTS, "roots", LATER_WHOLE("roots", "features that have children", 4, 0, 65536))                            \
    STILL(BRANCHING, "branching", LATER_WHOLE("branching", "children of each", 3, 1, 256))                             \
    STILL(DEPTH, "depth", LATER_WHOLE("depth", "generations of children", 2, 0, 8))                                    \
    STILL(EXCLUSIVE, "exclusive", NO_YES("exclusive", "whether siblings exclude each other", YES, ASSAY_NAMED_IF_SET)) \
    STILL(RANK, "rank",                                                                                                \
          LATER_WHOLE("rank", "of what makes features fire together; 0: nothing does", 25, 0, RANK_MOST))              \
    STILL(OVERLAP, "overlap",                                                                                          \
          LATER("overlap", "mean of the largest |cos| of each direction, to which they are pushed apart; 1: as drawn", \
                0.2, 0, 1))                                                                                            \
    STILL(SD, "sd", LATER("sd", "deviation of magnitudes around 1", 0.15, 0, 10))
PARAMETER_TABLE(PARAMETERS);

/* Which features fire, by their g. */
typedef struct feature {
    double chance, low, high; /* chance p_i; it fires where low <= g < high */
    long parent;              /* NONE: it stands alone */
    size_t latent;            /* whose g decides */
} feature;

typedef struct law {
    size_t m;
    feature *at; /* [m] */
} law;

static double horner(const double *at, size_t n, double x)
{
    double y = at[0];
    for (size_t k = 1; k < n; k++) y = y * x + at[k];
    return y;
}

/* The normal quantile, to 1.2e-9 of itself. Source: Acklam 2003, rational approximations in three regions. */
static double quantile(double p)
{
    static const double a[] = { -3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                                1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00 };
    static const double b[] = { -5.447609879822406e+01, 1.615858368580409e+02,  -1.556989798598866e+02,
                                6.680131188771972e+01,  -1.328068155288572e+01, 1.0 };
    static const double c[] = { -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                                -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00 };
    static const double d[] = { 7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                                3.754408661907416e+00, 1.0 };
    const double edge = 0.02425;
    if (p <= 0.0) return -INFINITY;
    if (p >= 1.0) return INFINITY;
    if (p < edge || p > 1.0 - edge) {
        const double q = sqrt(-2.0 * log(p < edge ? p : 1.0 - p)), y = horner(c, 6, q) / horner(d, 5, q);
        return p < edge ? y : -y;
    }
    const double q = p - 0.5, r = q * q;
    return horner(a, 6, r) * q / horner(b, 6, r);
}

static double zipf(const double *p, double i, double m)
{
    const double end = pow(m, -p[EXPONENT]);
    return p[LEAST] + (p[MOST] - p[LEAST]) * (m > 1.0 ? (pow(i, -p[EXPONENT]) - end) / (1.0 - end) : 1.0);
}

/* The children of a parent, count of them from `first` on. */
static void law_children(const law *of, size_t parent, size_t first, size_t count, int exclusive)
{
    const double whole = of->at[parent].chance;
    double sum = 0.0, at = 0.0;
    for (size_t c = first; c < first + count; c++) sum += of->at[c].chance / whole;
    for (size_t c = first; c < first + count; c++) {
        double share = of->at[c].chance / whole;
        if (exclusive && sum > 1.0) share = share / sum;
        share = fmin(share, 1.0);
        const double low = exclusive ? at : 0.0;
        of->at[c] =
            (feature){ whole * share, quantile(low), quantile(low + share), (long)parent, exclusive ? first : c };
        at += share;
    }
}

static void law_make(const double *p, const law *to)
{
    const size_t m = to->m, branching = (size_t)p[BRANCHING];
    for (size_t i = 0; i < m; i++) {
        const double chance = zipf(p, (double)i + 1.0, (double)m);
        to->at[i] = (feature){ chance, -INFINITY, quantile(chance), NONE, i };
    }
    size_t parent = 0, next = p[ROOTS] < (double)m ? (size_t)p[ROOTS] : m;
    for (size_t level = 0, end = next; level < (size_t)p[DEPTH]; level++, end = next)
        for (; parent < end && next < m; parent++) {
            const size_t count = m - next < branching ? m - next : branching;
            law_children(to, parent, next, count, p[EXCLUSIVE] == YES);
            next += count;
        }
}

/* Direction i, pushed by the others into to[dims]; its largest |cos|. */
static double push_one(const double *direction, size_t m, size_t dims, size_t i, double *to)
{
    double largest = 0.0;
    memset(to, 0, dims * sizeof *to);
    for (size_t k = 0; k < m; k++) {
        if (k == i) continue;
        const double cosine = dense_dot(direction + i * dims, direction + k * dims, dims);
        const double cube = cosine * cosine * cosine;
        largest = fmax(largest, fabs(cosine));
        for (size_t q = 0; q < dims; q++) to[q] += cube * direction[k * dims + q];
    }
    for (size_t q = 0; q < dims; q++) to[q] = direction[i * dims + q] - PUSH * to[q];
    return largest;
}

static assay_status push_apart(double *direction, size_t m, size_t dims, double overlap)
{
    OWNED double *to = zeroed(m * dims, sizeof *to);
    if (!to) return ASSAY_ENOMEM;
    for (size_t step = 0; step < PUSHES && overlap < 1.0; step++) {
        double largest = 0.0;
        for (size_t i = 0; i < m; i++) largest += push_one(direction, m, dims, i, to + i * dims);
        if (largest / (double)m <= overlap) break;
        dense_directions_scale(to, m, dims);
        memcpy(direction, to, m * dims * sizeof *to);
    }
    return ASSAY_OK;
}

static assay_status true_directions(const double *p, assay_stream *stream, assay_data *to)
{
    const size_t m = to->n_factors;
    if (p[DIMS] > 0.0) {
        dense_directions_draw(stream, m, to->dims, to->true_directions);
        return push_apart(to->true_directions, m, to->dims, p[OVERLAP]);
    }
    for (size_t i = 0; i < m; i++) to->true_directions[i * m + i] = 1.0;
    return ASSAY_OK;
}

/* L [rank * m], all of one factor after the other, and sqrt(1 - |L_i|^2) [m]. */
static void loadings_draw(assay_stream *stream, size_t m, size_t rank, double *loading, double *own)
{
    double l[RANK_MOST];
    for (size_t i = 0; i < m; i++) {
        for (size_t q = 0; q < rank; q++) l[q] = LOADING * assay_stream_normal(stream);
        const double squares = dense_dot(l, l, rank), shrink = sqrt(LOADING_MOST / squares);
        for (size_t q = 0; q < rank; q++) loading[q * m + i] = squares > LOADING_MOST ? l[q] * shrink : l[q];
        own[i] = sqrt(1.0 - fmin(squares, LOADING_MOST));
    }
}

/* Entries as they are drawn; factors row by row. */
typedef struct entries {
    sparse_entry *at;
    size_t count, room;
    int failed; /* memory ran out */
} entries;

static void entries_free(entries *of) { free(of->at); }

static void put(entries *to, size_t row, size_t column, double value)
{
    if (value == 0.0 || to->failed) return;
    sparse_entry *at = grown(to->at, sizeof *at, to->count, &to->room);
    to->failed = !at;
    if (to->failed) return;
    to->at = at;
    at[to->count++] = (sparse_entry){ (uint32_t)row, (uint32_t)column, value };
}

static assay_status entries_gather(const entries *of, size_t columns, assay_sparse *to)
{
    return of->failed ? ASSAY_ENOMEM : sparse_gather(of->at, of->count, columns, to);
}

/* What decides in a row: g_i = own_i e_i + L_i.h, of features with a parent only where that fires. */
typedef struct row_draws {
    size_t m, rank;
    double *loading, *own;    /* L [rank * m], [m] */
    double *e, *g, *v;        /* [m]; v: whether it fires */
    double common[RANK_MOST]; /* h */
} row_draws;

static double g_of(const row_draws *d, size_t i)
{
    double g = d->own[i] * d->e[i];
    for (size_t q = 0; q < d->rank; q++) g += d->loading[q * d->m + i] * d->common[q];
    return g;
}

/* Of the features first .. end - 1, so many at once as a small cache holds. */
static void g_of_all(row_draws *d, size_t first, size_t end)
{
    enum { BLOCK = 512 };
    for (size_t at = first, stop; at < end; at = stop) {
        stop = end - at < BLOCK ? end : at + BLOCK;
        for (size_t i = at; i < stop; i++) d->g[i] = d->own[i] * d->e[i];
        for (size_t q = 0; q < d->rank; q++)
            for (size_t i = at; i < stop; i++) d->g[i] += d->loading[q * d->m + i] * d->common[q];
    }
}

/* Row s of the factors. */
static void fire(const law *of, row_draws *d, double sd, size_t s, assay_stream *stream, entries *to)
{
    for (size_t i = 0; i < of->m; i++) {
        const feature *f = &of->at[i];
        const int alone = f->parent == NONE, may = alone || d->v[f->parent] != 0.0;
        const double at = alone ? d->g[i] : may ? g_of(d, f->latent) : 0.0;
        d->v[i] = may && f->low <= at && at < f->high;
    }
    for (size_t i = 0; i < of->m; i++)
        if (d->v[i] != 0.0) put(to, s, i, fabs(1.0 + sd * assay_stream_normal(stream)));
}

static assay_status factors_draw(const double *p, const law *of, size_t n, assay_stream *stream, entries *to)
{
    const size_t m = of->m, rank = (size_t)p[RANK];
    OWNED double *room = zeroed(m * rank + 4 * m, sizeof *room);
    if (!room) return ASSAY_ENOMEM;
    row_draws d = { .m = m, .rank = rank, .loading = room, .own = room + m * rank };
    d.e = d.own + m, d.g = d.e + m, d.v = d.g + m;
    size_t roots = 0, tree = m; /* those before, and those behind the tree have no parents */
    while (roots < m && of->at[roots].parent == NONE) roots++;
    while (tree > roots && of->at[tree - 1].parent == NONE) tree--;
    loadings_draw(stream, m, rank, d.loading, d.own);
    for (size_t s = 0; s < n; s++) {
        for (size_t q = 0; q < rank; q++) d.common[q] = assay_stream_normal(stream);
        for (size_t i = 0; i < m; i++) d.e[i] = assay_stream_normal(stream);
        g_of_all(&d, 0, roots);
        g_of_all(&d, tree, m);
        fire(of, &d, p[SD], s, stream, to);
    }
    return ASSAY_OK;
}

typedef struct encoding {
    const double *p;
    const law *law;
    assay_stream *stream;
    assay_data *to;
    const entries *drawn; /* the factors, row by row */
    entries *codes;
    double *context;          /* of each entry of the factors */
    double *column;           /* [n] scratch, zeros between uses */
    size_t *order;            /* [max(m, n)] scratch */
    size_t *chosen, n_chosen; /* [m] features that the dose is about, rising */
} encoding;

/* a m, rounded */
static size_t share_of(const double *p, double of) { return (size_t)floor(p[DOSE] * of + 0.5); }
static size_t pairs_of(const double *p) { return share_of(p, floor(p[FEATURES] / 2.0)); }

static size_t codes_count(const double *p)
{
    const size_t m = (size_t)p[FEATURES], share = share_of(p, p[FEATURES]);
    switch ((int)p[ENCODER]) {
    case SPLIT:
    case DEAD:
    case DENSE: return m + share;
    case MERGED: return m - pairs_of(p);
    case MISSED: return share < m ? m - share : 1;
    default: return m;
    }
}

static column_entries factor(const encoding *e, size_t i)
{
    const assay_data *of = e->to;
    return entries_of(&(column_table){ NULL, of->sparse_factors, of->n, of->n_factors }, i);
}

static double *along(const encoding *e, size_t j) { return e->to->directions + j * e->to->dims; }
static double *truly(const encoding *e, size_t i) { return e->to->true_directions + i * e->to->dims; }

static void direction_copy(const encoding *e, size_t j, size_t i)
{
    memcpy(along(e, j), truly(e, i), e->to->dims * sizeof(double));
}

static void direction_add(const encoding *e, size_t j, size_t i, double by)
{
    for (size_t k = 0; k < e->to->dims; k++) along(e, j)[k] += by * truly(e, i)[k];
}

/* Code j gets the values of feature i times `by`. */
static void code_add(encoding *e, size_t j, size_t i, double by)
{
    const column_entries v = factor(e, i);
    for (size_t k = 0; k < v.count; k++) put(e->codes, v.row[k], j, v.value[k] * by);
}

/* Draws permutation(m); its first `count`, rising. */
static void choose(encoding *e, size_t count)
{
    assay_stream_permutation(e->stream, e->order, e->law->m);
    memcpy(e->chosen, e->order, count * sizeof *e->chosen);
    qsort(e->chosen, count, sizeof *e->chosen, ascending_sizes);
    e->n_chosen = count;
}

/* Whether feature i is the next one chosen, of which *next came before. */
static int is_chosen(const encoding *e, size_t i, size_t *next)
{
    const int is = *next < e->n_chosen && e->chosen[*next] == i;
    *next += (size_t)is;
    return is;
}

/* Uniforms, one for each feature that fires, row by row. */
static void contexts_draw(encoding *e)
{
    size_t *next = e->order;
    memcpy(next, e->to->sparse_factors.start, e->law->m * sizeof *next);
    for (size_t k = 0; k < e->drawn->count; k++)
        e->context[next[e->drawn->at[k].column]++] = assay_stream_uniform(e->stream);
}

/* Marks the rows in which child c hides its parent, or takes the marks back. */
static void mark_hidden(encoding *e, size_t c, double mark)
{
    const column_entries v = factor(e, c);
    const double *context = e->context + e->to->sparse_factors.start[c];
    for (size_t k = 0; k < v.count; k++)
        if (context[k] < e->p[DOSE]) e->column[v.row[k]] = mark;
}

/* random(k), one for each feature that fires */
static void encode_absorbed(encoding *e)
{
    const size_t m = e->law->m;
    contexts_draw(e);
    for (size_t i = 0, first = 0, end; i < m; i++, first = end) {
        const column_entries v = factor(e, i);
        while (first < m && e->law->at[first].parent == NONE) first++;
        for (end = first; end < m && e->law->at[end].parent == (long)i; end++) mark_hidden(e, end, 1.0);
        for (size_t k = 0; k < v.count; k++)
            if (e->column[v.row[k]] == 0.0) put(e->codes, v.row[k], i, v.value[k]);
        for (size_t c = first; c < end; c++) {
            mark_hidden(e, c, 0.0);
            direction_add(e, c, i, e->p[DOSE]);
        }
    }
}

/* permutation(M): its first a M are split; random(k), one for each feature that fires */
static void encode_split(encoding *e)
{
    choose(e, share_of(e->p, e->p[FEATURES]));
    contexts_draw(e);
    for (size_t i = 0, j = 0, next = 0; i < e->law->m; i++, j++) {
        const int split = is_chosen(e, i, &next);
        const column_entries v = factor(e, i);
        const double *context = e->context + e->to->sparse_factors.start[i];
        for (size_t k = 0; k < v.count; k++) put(e->codes, v.row[k], j + (split && context[k] >= 0.5), v.value[k]);
        direction_copy(e, j, i);
        if (split) direction_copy(e, ++j, i);
    }
}

static void encode_hedged(encoding *e)
{
    long last = NONE;
    for (size_t c = 0; c < e->law->m; c++) {
        const long parent = e->law->at[c].parent;
        if (parent == NONE || parent == last) continue;
        direction_add(e, (size_t)parent, c, e->p[DOSE]);
        last = parent;
    }
}

/* permutation(M): pairs are its first two, its next two and so on; then come the features without a pair, rising. */
static void encode_merged(encoding *e)
{
    const size_t pairs = pairs_of(e->p);
    choose(e, 2 * pairs);
    for (size_t j = 0; j < pairs; j++) {
        for (size_t k = 2 * j; k < 2 * j + 2; k++) {
            code_add(e, j, e->order[k], 1.0);
            direction_add(e, j, e->order[k], 1.0);
        }
    }
    dense_directions_scale(e->to->directions, pairs, e->to->dims);
    for (size_t i = 0, j = pairs, next = 0; i < e->law->m; i++) {
        if (is_chosen(e, i, &next)) continue;
        code_add(e, j, i, 1.0);
        direction_copy(e, j++, i);
    }
}

/* dense: standard_normal((n, k)); both: standard_normal((k, dims)) */
static void encode_more(encoding *e)
{
    const size_t n = e->to->n, m = e->law->m, more = e->to->n_codes - m;
    for (size_t s = 0; s < n && e->p[ENCODER] == DENSE; s++)
        for (size_t j = m; j < m + more; j++) put(e->codes, s, j, fabs(0.5 + 0.1 * assay_stream_normal(e->stream)));
    dense_directions_draw(e->stream, more, e->to->dims, along(e, m));
}

/* random((n, M)); then a standard normal for each that fires falsely, row by row */
static void encode_noisy(encoding *e)
{
    const size_t n = e->to->n, m = e->law->m;
    const entries *fired = e->drawn;
    size_t k = e->codes->count, next = 0;
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < m; i++) {
            const double u = assay_stream_uniform(e->stream);
            if (next < fired->count && fired->at[next].row == s && fired->at[next].column == i) next++;
            else if (u < e->p[DOSE]) put(e->codes, s, i, 1.0);
        }
    for (; k < e->codes->count; k++) e->codes->at[k].value = fabs(1.0 + e->p[SD] * assay_stream_normal(e->stream));
}

static void encode_superposed(encoding *e)
{
    const size_t n = e->to->n, m = e->law->m;
    double *z = e->column;
    for (size_t j = 0; j < m; j++) {
        const column_entries own = factor(e, j);
        for (size_t k = 0; k < own.count; k++) z[own.row[k]] = own.value[k];
        for (size_t i = 0; i < m; i++) {
            const double share = e->p[DOSE] * dense_dot(truly(e, j), truly(e, i), e->to->dims);
            const column_entries v = factor(e, i);
            for (size_t k = 0; i != j && k < v.count; k++) z[v.row[k]] += share * v.value[k];
        }
        for (size_t s = 0; s < n; s++) put(e->codes, s, j, z[s] > 0.0 ? z[s] : 0.0);
        memset(z, 0, n * sizeof *z);
    }
}

/* permutation(M): its first k = a M; permutation(k): whose direction each gets */
static void encode_permuted(encoding *e)
{
    choose(e, share_of(e->p, e->p[FEATURES]));
    if (e->n_chosen) assay_stream_permutation(e->stream, e->order, e->n_chosen);
    for (size_t k = 0; k < e->n_chosen; k++)
        memcpy(along(e, e->chosen[k]), truly(e, e->chosen[e->order[k]]), e->to->dims * sizeof(double));
}

/* permutation(M): its first k = a M; random: permutation(n) for each of them; both: standard_normal((k, dims)) */
static void encode_random(encoding *e)
{
    const size_t n = e->to->n, m = e->law->m;
    choose(e, share_of(e->p, e->p[FEATURES]));
    for (size_t i = 0, next = 0; i < m; i++) {
        const column_entries v = factor(e, i);
        if (e->p[ENCODER] != RANDOM || !is_chosen(e, i, &next)) {
            code_add(e, i, i, 1.0);
            continue;
        }
        assay_stream_permutation(e->stream, e->order, n);
        for (size_t k = 0; k < v.count; k++) e->column[v.row[k]] = v.value[k];
        for (size_t s = 0; s < n; s++) put(e->codes, s, i, e->column[e->order[s]]);
        for (size_t k = 0; k < v.count; k++) e->column[v.row[k]] = 0.0;
    }
    for (size_t k = 0; k < e->n_chosen; k++) dense_directions_draw(e->stream, 1, e->to->dims, along(e, e->chosen[k]));
}

/* What an encoder does between the ideal's directions and the ideal's codes, unless it makes these itself. */
static const struct {
    void (*encode)(encoding *e);
    int own_directions, own_codes;
} encoders[RANDOM_DECODER + 1] = {
    [ABSORBED] = { encode_absorbed, 0, 1 },
    [SPLIT] = { encode_split, 1, 1 },
    [HEDGED] = { encode_hedged, 0, 0 },
    [MERGED] = { encode_merged, 1, 1 },
    [DEAD] = { encode_more, 0, 0 },
    [DENSE] = { encode_more, 0, 0 },
    [NOISY] = { encode_noisy, 0, 0 },
    [SUPERPOSED] = { encode_superposed, 0, 1 },
    [PERMUTED] = { encode_permuted, 0, 0 },
    [RANDOM] = { encode_random, 0, 1 },
    [RANDOM_DECODER] = { encode_random, 0, 1 },
};

static void encode(encoding *e)
{
    const int encoder = (int)e->p[ENCODER];
    const size_t m = e->law->m, ideal = m < e->to->n_codes ? m : e->to->n_codes;
    for (size_t j = 0; j < ideal && !encoders[encoder].own_directions; j++) direction_copy(e, j, j);
    if (encoders[encoder].encode) encoders[encoder].encode(e);
    for (size_t j = 0; j < ideal && !encoders[encoder].own_codes; j++)
        code_add(e, j, j, encoder == SHRUNK ? 1.0 - e->p[DOSE] : 1.0);
}

static assay_status codes_make(encoding *e)
{
    const size_t m = e->law->m, n = e->to->n;
    OWNED size_t *order = zeroed(m > n ? m : n, sizeof *order), *chosen = zeroed(m, sizeof *chosen);
    OWNED double *column = zeroed(n, sizeof *column), *context = zeroed(e->drawn->count, sizeof *context);
    if (!order || !chosen || !column || !context) return ASSAY_ENOMEM;
    e->order = order, e->chosen = chosen, e->column = column, e->context = context;
    encode(e);
    return entries_gather(e->codes, e->to->n_codes, &e->to->sparse_codes);
}

static assay_status build(const double *p, size_t n, assay_stream *stream, assay_data *to)
{
    const size_t m = (size_t)p[FEATURES];
    OWNED feature *features = zeroed(m, sizeof *features);
    const law of = { m, features };
    FREED(entries_free) entries drawn = { .room = 0 };
    FREED(entries_free) entries codes = { .room = 0 };
    encoding e = { .p = p, .law = &of, .stream = stream, .to = to, .drawn = &drawn, .codes = &codes };
    ASSAY_TRY(features ? columns_shape_sparse(to, n, m, codes_count(p)) : ASSAY_ENOMEM);
    ASSAY_TRY(assay_data_space(to, p[DIMS] > 0.0 ? (size_t)p[DIMS] : m, 0));
    law_make(p, &of);
    ASSAY_TRY(true_directions(p, stream, to));
    ASSAY_TRY(factors_draw(p, &of, n, stream, &drawn));
    ASSAY_TRY(entries_gather(&drawn, m, &to->sparse_factors));
    return codes_make(&e);
}

static int has_children(const double *p) { return p[DEPTH] > 0.0 && p[ROOTS] > 0.0 && p[ROOTS] < p[FEATURES]; }

/* How much of the ideal is left. */
static double left_of(const double *p)
{
    const int encoder = (int)p[ENCODER];
    if (encoder == MERGED) return 1.0 - 2.0 * (double)pairs_of(p) / p[FEATURES];
    if (encoder == SPLIT || encoder == MISSED || encoder == RANDOM)
        return 1.0 - (double)share_of(p, p[FEATURES]) / p[FEATURES];
    if ((encoder == ABSORBED && !has_children(p)) || (encoder == SUPERPOSED && p[DIMS] == 0.0)) return 1.0;
    return 1.0 - p[DOSE];
}

static void truth(const double *p, assay_truth to[3])
{
    const double left = left_of(p);
    const int encoder = (int)p[ENCODER];
    const assay_truth one = truth_is(1.0), part = left == 1.0 ? one : truth_order(0.1 + 0.9 * left);
    if (encoder == NOISY || (left == 0.0 && (encoder == SHRUNK || encoder == RANDOM))) {
        truth_blended(left, to);
        return;
    }
    switch (encoder) {
    case ABSORBED: truth_set(to, part, part, part); return;
    case SPLIT: truth_set(to, one, part, one); return;
    case MERGED: truth_set(to, part, one, part); return;
    case RANDOM:
    case MISSED: truth_set(to, one, part, part); return;
    case SUPERPOSED: truth_set(to, part, part, left < 1.0 ? truth_unknown() : one); return;
    default: truth_set(to, one, one, one);
    }
}

const assay_scenario assay_scenario_features = {
    .id = "features",
    .title = "Features that fire rarely, in trees and together, and encoders of them with a known defect",
    .formula = "p_i = least + (most - least) (i^-exponent - M^-exponent) / (1 - M^-exponent); i fires where own e_i + "
               "L_i.h is below the normal quantile of p_i, a child only where its parent does, one sibling at a time; "
               "v_i = |1 + sd N| where it fires, else 0; activations v D; codes z = v and directions W = D but for the "
               "encoder's defect",
    .draws = "standard_normal: (M, dims) directions, (M, rank) loadings; for each row rank, M, then one for each "
             "feature that fires; then the encoder's",
    .truth_text = "of the codes: 1, 1, 1 for oracle, hedged, dead, dense, shrunk, permuted-decoder and random-decoder; "
                  "absorbed: all fall; split: compactness falls; merged: modularity and explicitness; missed, random: "
                  "compactness and explicitness; noisy: explicitness; superposed: modularity and compactness",
    .source = "after SynthSAEBench, Chanin and Garriga-Alonso 2026, arXiv:2602.14687",
    SWEPT(20000, 10),
    OWN_ONLY(build, truth, "its factors are features, few of which fire in a row"),
    .order_within = ~(1u << DOSE),
    .is_asked_for = 1,
    .has_directions = 1,
};
