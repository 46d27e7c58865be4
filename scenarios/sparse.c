/*
 * Truth    Absorbed: a parent is active where its code or its child's is, so explicitness is 1; its code answers to the
 *          child too, the more the larger the share. Superposed: every code answers to others by the share.
 * Known    Correlations and probes of one code read `absorbed` as nearly right, since a child is active in one tenth of
 *          the rows only.
 */
#include "dense.h"
#include "owned.h"
#include "scenario.h"

#include <math.h>

enum { DICTIONARY, SPLIT, ABSORBED, SUPERPOSED };
#define PARAMETERS(ROW, STILL)                                                                                        \
    ROW(CODES, "codes", (DICTIONARY, SPLIT, ABSORBED, SUPERPOSED),                                                    \
        CHOICE("codes", "one code for each factor, several, absorbed by a child's, or superposed",                    \
               [DICTIONARY] = "dictionary", [SPLIT] = "split", [ABSORBED] = "absorbed", [SUPERPOSED] = "superposed")) \
    ROW(SHARE, "share", (0, 0.5, 1),                                                                                  \
        NUMBER(                                                                                                       \
            "share",                                                                                                  \
            "share of a child's rows where its parent's code is off; share of the interference of superposed codes",  \
            1, 0, 1))                                                                                                 \
    STILL(FACTORS, "M", LATER_WHOLE("factors", "number of factors", 8, 2, 64))                                        \
    STILL(ACTIVE, "active",                                                                                           \
          LATER("active", "factors that are active in a row, on average, where none is a child", 1.6, 0.1, 64))       \
    STILL(PARTS, "k", LATER_WHOLE("parts", "codes of each split factor", 3, 1, 16))                                   \
    STILL(DIMS, "dims", LATER_WHOLE("dims", "dimensions that superposed factors share", 6, 2, 64))                    \
    STILL(SPARE, "spare", LATER_WHOLE("spare", "codes that answer to no factor", 4, 0, 256))
PARAMETER_TABLE(PARAMETERS);

#define SPARE_RATE 0.05

typedef struct drawn {
    size_t n, m;
    double *strength, *context; /* columns of n: f_i, c_i */
} drawn;

static size_t own_codes(const double *p) { return (size_t)p[FACTORS] * (p[CODES] == SPLIT ? (size_t)p[PARTS] : 1); }

/* Activities into factors; strengths and contexts. */
static void activities_draw(const double *p, const drawn *to, assay_stream *stream, double *y)
{
    const size_t n = to->n, m = to->m;
    block_draw(stream, n, m, y);
    block_draw(stream, n, m, to->strength);
    block_draw(stream, n, m, to->context);
    for (size_t i = 0; i < m; i++)
        for (size_t s = 0; s < n; s++) {
            const int child = p[CODES] == ABSORBED && i % 2;
            const double u = y[i * n + s];
            y[i * n + s] = child ? y[(i - 1) * n + s] == 1.0 && u < 0.5 : u < p[ACTIVE] / (double)m;
            to->strength[i * n + s] = y[i * n + s] == 0.0 ? 0.0 : 0.5 + to->strength[i * n + s];
        }
}

static void codes_split(const drawn *from, size_t parts, double *z)
{
    const size_t n = from->n;
    for (size_t k = 0; k < from->m * n; k++) {
        const size_t context = (size_t)((double)parts * from->context[k]);
        z[(k / n * parts + context) * n + k % n] = from->strength[k];
    }
}

/* The code of a factor that has no child, or whose child is not active, is its strength. */
static void codes_absorbed(const drawn *from, double share, double *z)
{
    const size_t n = from->n, m = from->m;
    for (size_t i = 0; i < m; i++)
        for (size_t s = 0; s < n; s++) {
            const int taken = i % 2 == 0 && i + 1 < m && from->strength[(i + 1) * n + s] > 0.0;
            z[i * n + s] = taken && from->context[i * n + s] < share ? 0.0 : from->strength[i * n + s];
        }
}

static void codes_superposed(const drawn *from, double share, const double *w, size_t dims, double *z)
{
    const size_t n = from->n, m = from->m;
    for (size_t i = 0; i < m; i++) {
        double *to = z + i * n;
        for (size_t s = 0; s < n; s++) to[s] = from->strength[i * n + s];
        for (size_t l = 0; l < m; l++) {
            const double along = dense_dot(w + i * dims, w + l * dims, dims);
            for (size_t s = 0; l != i && s < n; s++) to[s] += share * along * from->strength[l * n + s];
        }
        for (size_t s = 0; s < n; s++) to[s] = to[s] > 0.0 ? to[s] : 0.0;
    }
}

static assay_status build(const double *p, size_t n, assay_stream *stream, assay_data *to)
{
    const size_t m = (size_t)p[FACTORS], dims = (size_t)p[DIMS], own = own_codes(p), spare = (size_t)p[SPARE];
    double w[64 * 64];
    ASSAY_TRY(assay_data_shape(to, n, m, own + spare));
    factors_categorical(to, 2);
    if (p[CODES] == SUPERPOSED) dense_directions_draw(stream, m, dims, w);
    OWNED double *block = zeroed(2 * n * m, sizeof *block);
    if (!block) return ASSAY_ENOMEM;
    const drawn from = { n, m, block, block + n * m };
    activities_draw(p, &from, stream, to->factors);
    if (p[CODES] == SPLIT) codes_split(&from, (size_t)p[PARTS], to->codes);
    else if (p[CODES] == SUPERPOSED) codes_superposed(&from, p[SHARE], w, dims, to->codes);
    else codes_absorbed(&from, p[CODES] == ABSORBED ? p[SHARE] : 0.0, to->codes);
    double *z = to->codes + own * n;
    block_draw(stream, n, spare, z);
    for (size_t k = 0; k < n * spare; k++) z[k] = z[k] < SPARE_RATE ? 0.5 + z[k] / SPARE_RATE : 0.0;
    return ASSAY_OK;
}

static void truth(const double *p, assay_truth to[3])
{
    truth_perfect(p, to);
    if (p[CODES] == SPLIT && p[PARTS] > 1.0)
        to[COMPACTNESS] = truth_order(1.0 - log(p[PARTS]) / log(p[PARTS] * fmax(p[FACTORS], 2.0)));
    if ((p[CODES] == ABSORBED || p[CODES] == SUPERPOSED) && p[SHARE] > 0.0 && p[FACTORS] > 1.0)
        to[MODULARITY] = to[COMPACTNESS] = truth_order(1.0 - p[SHARE] / 2.0);
    if (p[CODES] == SUPERPOSED && p[SHARE] > 0.0) to[EXPLICITNESS] = truth_unknown();
}

const assay_scenario assay_scenario_sparse = {
    .id = "sparse",
    .title = "Sparse codes: split, absorbed, superposed",
    .formula = "y_i = 1 where u_i < active / M, f_i = y_i (1/2 + a_i). Codes: dictionary f; split f_i in the code "
               "floor(parts c_i) of its parts, the others 0; absorbed y_i of odd i is 1 where y_(i-1) is and u_i < "
               "1/2, and f_(i-1) is 0 where y_i = 1 and c_(i-1) < share; superposed max(0, f_i + share sum_l w_i.w_l "
               "f_l), l other than i, w of length 1; and spare codes 1/2 + 20 e where e < 1/20, else 0",
    .draws =
        "superposed: standard_normal((M, dims)); then u, a, c = random((n, M)) each and e = random((n, spare)), row "
        "by row",
    .truth_text = "dictionary: 1, 1, 1; split: compactness ordered by the codes of a factor; absorbed and superposed: "
                  "modularity and compactness fall with the share; explicitness is 1 but of superposed codes, where "
                  "nothing is stated",
    .source = "ours, after Chanin et al. 2024, arXiv:2409.14507, and Elhage et al. 2022, arXiv:2209.10652",
    SWEPT(20000, 100),
    OWN_ONLY(build, truth, "its factors are activities, few of which are there in a row"),
    .order_within = ~(1u << SHARE | 1u << PARTS),
    PROBES({ "codes=absorbed:share=0.5", 1000 }, { "codes=split", 1000 }),
};
