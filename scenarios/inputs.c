#include "scenario.h"

#include <math.h>
#include <string.h>

enum { M = 4, LEVELS = 6 };
/* clang-format off */
#define CHANGES(WORD)                                                                                               \
    WORD(NONE, "none") WORD(SHUFFLED, "shuffled") WORD(GAUSSIAN, "gaussian") WORD(TWICE, "twice")                   \
    WORD(CLASSES, "classes") WORD(MIXED, "mixed") WORD(UNBALANCED, "unbalanced") WORD(MERGED, "merged")             \
    WORD(RENAMED, "renamed") WORD(TINY, "tiny") WORD(HUGE_UNITS, "huge") WORD(OUTLIER, "outlier")                   \
    WORD(SWAPPED, "swapped")
/* clang-format on */
enum { CHANGES(WORD_PLACE) };

static double shuffled(double v)
{
    static const double place[] = { 2, 0, 3, 1 };
    const double quarter = floor(4.0 * v);
    return (place[(size_t)quarter] + (4.0 * v - quarter)) / 4.0;
}

/* A column of u becomes the factor, and its code. */
static void make_classes(int change, size_t n, double *v, double *z)
{
    static const double renamed[LEVELS] = { 2, 0, 5, 3, 1, 4 };
    double sum[LEVELS];
    classes_zipf(LEVELS, 1, sum);
    for (size_t s = 0; s < n; s++) {
        const double k =
            change == UNBALANCED ? (double)classes_find(sum, LEVELS, v[s]) : fmin(LEVELS - 1.0, floor(LEVELS * v[s]));
        z[s] = k / (LEVELS - 1.0);
        v[s] = change == MERGED ? floor(k / 2.0) : change == RENAMED ? renamed[(size_t)k] : k;
    }
}

static void change_codes(int change, size_t n, double *z)
{
    const size_t few = n / 100;
    for (size_t k = 0; change == SHUFFLED && k < n * M; k++) z[k] = shuffled(z[k]);
    if (change == TINY || change == HUGE_UNITS) block_scale(z, n * M, change == TINY ? 1e-100 : 1e100);
    if (change == OUTLIER) z[0] = 1e6;
    for (size_t j = 0; change == SWAPPED && few && j < M; j++) {
        const double first = z[j * n];
        memmove(z + j * n, z + j * n + 1, (few - 1) * sizeof *z);
        z[j * n + few - 1] = first;
    }
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    const int change = (int)parameter[0];
    ASSAY_TRY(assay_data_shape(to, n, change == TWICE ? M + 1 : M, M));
    if (change == GAUSSIAN) block_normal(stream, n, M, to->factors);
    else block_draw(stream, n, M, to->factors);
    memcpy(to->codes, to->factors, n * M * sizeof *to->codes);
    if (change == TWICE) memcpy(to->factors + M * n, to->factors, n * sizeof *to->factors);
    for (size_t i = 0; i < M; i++) {
        if (change < CLASSES || change > RENAMED || (change == MIXED && i % 2 == 0)) continue;
        to->levels[i] = change == MERGED ? LEVELS / 2 : LEVELS;
        make_classes(change, n, to->factors + i * n, to->codes + i * n);
    }
    change_codes(change, n, to->codes);
    return ASSAY_OK;
}

TRUTH(p, p[0] == TWICE ? truth_unknown() : truth_is(1.0), truth_is(1.0), truth_up_to_1(p[0] == SWAPPED ? 0.99 : 1.0));

const assay_scenario assay_scenario_inputs = {
    .id = "inputs",
    .title = "Perfect codes in other tables",
    .formula = "z = v = u, M = d = 4, but: shuffled z = (p[floor(4 v)] + 4 v - floor(4 v)) / 4, p = (2, 0, 3, 1); "
               "gaussian v normal; twice factor 0 again behind the others; classes v = k = floor(6 u), z = k / 5; "
               "mixed so of factors 1 and 3; unbalanced k the first class whose running share of 1, 1/2, ... 1/6 is "
               "above u; merged v = floor(k / 2), renamed v = (2, 0, 5, 3, 1, 4)[k], z = k / 5; tiny, huge z = 1e-100 "
               "v, 1e100 v; outlier z[0, 0] = 1e6; swapped the first floor(n / 100) rows of z move up by one, the "
               "first to their end",
    .draws = "u = random((n, 4)), gaussian: standard_normal((n, 4)), row by row",
    .truth_text = "all three properties are 1; of swapped rows explicitness is a little less, of a factor that stands "
                  "twice modularity is unknown",
    .source = "ours",
    STUDIED(20000, 100),
    ONE_PARAMETER(
        CHOICE_AMONG("change", "what is other than in the table of uniform factors and their codes", NONE, CHANGES),
        "change", CHANGES(WORD_PLACE)),
    OWN_ONLY(build, truth, "it changes the factors themselves"),
};
