/*
 * dmig, xmig, dlig, infom, infoc, infoe, mcc, linearity, and what mi-knn adds to mig and modularity: known answers by
 * hand, refusals with their reasons, the assignment against all permutations.
 */
#include "check.h"

#include "assignment.h"

#define TOL 1e-12    /* sums of some logarithms of size 1 */
#define TOL_FIT 1e-6 /* a fit to 1e-8 of its parameters */

/* v0 = 0011, v1 = 0111, twice over: H(v0) = ln 2, H(v1) = .5623, I = .2158, all / ln 2: 1, .8113, .3113 */
#define V0 0, 0, 1, 1, 0, 0, 1, 1
#define V1 0, 1, 1, 1, 0, 1, 1, 1
#define W1 0, 1, 0, 1, 0, 1, 0, 1 /* independent of v0 */
#define ONES 1, 1, 1, 1, 1, 1, 1, 1
#define SUM01 0, 1, 2, 2, 0, 1, 2, 2 /* v0 + v1: tells both apart */
#define BOTH 0, 1, 2, 3, 0, 1, 2, 3  /* 2 v0 + w1 */
#define H1 0.81127812445913283
#define I01 0.31127812445913283

enum { ROWS = 8 };

static const struct known {
    const char *why, *metric;
    size_t m, d;
    double factors[3 * ROWS], codes[3 * ROWS], expected, tol;
    /* clang-format off */
} known[] = {
    { "z = v, dependent: the gap is all that is left", "dmig", 2, 2, { V0, V1 }, { V0, V1 }, 1, TOL },
    { "mig holds the dependence against it: (1 - I)/1, (H1 - I)/H1", "mig", 2, 2, { V0, V1 }, { V0, V1 },
      0.5 * ((1 - I01) + (H1 - I01) / H1), TOL },
    { "the same by identity", "mig:pairing=identity", 2, 2, { V0, V1 }, { V0, V1 }, 0.5 * ((1 - I01) + (H1 - I01) / H1),
      TOL },
    { "codes swapped, identity: as wrong as can be", "mig:pairing=identity", 2, 2, { V0, V1 }, { V1, V0 },
      -0.5 * ((1 - I01) + (H1 - I01) / H1), TOL },
    { "codes swapped: -1", "dmig", 2, 2, { V0, V1 }, { V1, V0 }, -1, TOL },
    { "codes swapped, each with its best: 1", "dmig:pairing=best", 2, 2, { V0, V1 }, { V1, V0 }, 1, TOL },
    { "a free copy of v0: its gap is 0; v1's rival is the last of two that carry I, the free one: (H1 - I)/H1", "dmig",
      2, 3, { V0, V1 }, { V0, V1, V0 }, 0.5 * (H1 - I01) / H1, TOL },
    { "the free code first wins no tie; rivals are z1 and z0, as in z = v", "dmig:pairing=best", 2, 3, { V0, V1 },
      { ONES, V0, V1 }, 1, TOL },
    /* SUM01 tells of v0, v1, w1 1, H1, .5; w1's own code is the second, its rival SUM01, which is v0's, of which it
     * tells more than of v1: D = H(w1 | v0) = 1 */
    { "a code that is best for two is the one's about which it is most informative: (1 + 1 + .5)/3", "dmig:pairing=best", 3, 2,
      { V0, V1, W1 }, { SUM01, W1 }, 2.5 / 3, TOL },
    { "whichever of the two comes first, and wherever the code stands", "dmig:pairing=best", 3, 2, { V1, V0, W1 },
      { W1, SUM01 }, 2.5 / 3, TOL },
    /* BOTH tells 1 bit of v0 and of w1 and I of v0 AND w, whose own code is the second: D = H(v0 AND w | v0) = 1/2;
     * were BOTH w1's, D would be H1 */
    { "of factors about which a code is equally informative, the first has it", "dmig:pairing=best", 3, 2,
      { V0, W1, 0, 0, 0, 0, 0, 0, 1, 1 }, { BOTH, 0, 0, 0, 0, 0, 0, 1, 1 }, 1, TOL },
    { "xmig sees the free copy alone", "xmig", 2, 3, { V0, V1 }, { V0, V1, V0 }, 0.5 * (H1 - I01) / H1, TOL },
    { "xmig: a free constant takes nothing away", "xmig", 2, 3, { V0, V1 }, { V0, V1, ONES }, 1, TOL },
    { "xmig: own codes constant, a free copy of v0: -1 and -I/H1", "xmig", 2, 3, { V0, V1 }, { ONES, ONES, V0 },
      0.5 * (-1 - I01 / H1), TOL },
    { "z = v: each code carries what is left of its factor", "dlig", 2, 2, { V0, V1 }, { V0, V1 }, 1, TOL },
    { "codes swapped: (I - H1)/(1 - I) and (I - 1)/(H1 - I)", "dlig", 2, 2, { V0, V1 }, { V1, V0 },
      0.5 * ((I01 - H1) / (1 - I01) + (I01 - 1) / (H1 - I01)), TOL },
    { "each with its best", "dlig:pairing=best", 2, 2, { V0, V1 }, { V1, V0 }, 1, TOL },
    { "a code of both: (1 - H1)/(1 - I) and, of v1, (I - 1)/(H1 - I)", "dlig", 2, 2, { V0, V1 }, { SUM01, V0 },
      0.5 * ((1 - H1) / (1 - I01) + (I01 - 1) / (H1 - I01)), TOL },
    { "a free code is left out", "dlig", 2, 3, { V0, V1 }, { V0, V1, V1 }, 1, TOL },
    { "independent, separated", "infom:relation=mi:level=1", 2, 2, { V0, W1 }, { V0, W1 }, 1, TOL },
    { "one code of both alike: share 1/2, the other 1", "infom:relation=mi:level=1", 2, 2, { V0, W1 }, { BOTH, W1 }, 0.5, TOL },
    { "dependent: shares 1/(1 + I/H1) and 1/(1 + I)", "infom:relation=mi:level=1", 2, 2, { V0, V1 }, { V0, V1 },
      1 / (1 + I01 / H1) + 1 / (1 + I01) - 1, TOL },
    { "a constant code is left out", "infom:relation=mi:level=1", 2, 3, { V0, W1 }, { V0, W1, ONES }, 1, TOL },
    { "independent, separated", "infoc:relation=mi:level=1", 2, 2, { V0, W1 }, { V0, W1 }, 1, TOL },
    { "v0 in two codes alike: (1/2 - 1/3)/(2/3); w1 in one", "infoc:relation=mi:level=1", 2, 3, { V0, W1 }, { V0, W1, V0 },
      0.5 * (0.25 + 1), TOL },
    { "a constant code is not counted: (1/2 - 1/2)/..., 1 would need another", "infoc:relation=mi:level=1", 1, 3, { V0 },
      { V0, V0, ONES }, 0, TOL },
    { "a small copy is not active and takes no part", "infoc:relation=mi:level=1", 2, 3, { V0, W1 },
      { V0, W1, 0, 0, .01, .01, 0, 0, .01, .01 }, 1, TOL },
    { "separable: the loss goes to 0", "infoe", 1, 1, { V0 }, { V0 }, 1, 1e-4 },
    { "codes say nothing: 0", "infoe", 1, 2, { V0 }, { W1, ONES }, 0, TOL_FIT },
    /* v against z: 3 1 / 1 3; P = 3/4: loss .5623, 1 - .5623/ln 2 */
    { "three of four right", "infoe", 1, 1, { V0 }, { 0, 0, 1, 1, 0, 1, 0, 1 }, 1 - H1, TOL_FIT },
    /* z = 0: 5 of class 0, 1 of class 1; z = 1: 1 and 1; weights 2/3 and 2: P(1|0) = 2/(2 + 10/3) = 3/8, P(1|1) = 3/4;
     * loss of the rows -(5 ln 5/8 + ln 3/8 + ln 1/4 + ln 3/4)/8 = .62560 */
    { "values weigh the same, rows are charged the same", "infoe", 1, 1, { 0, 0, 0, 0, 0, 1, 0, 1 },
      { 0, 0, 0, 0, 0, 0, 1, 1 }, 1 - 0.62560301 / 0.69314718, TOL_FIT },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t c = 0; c < sizeof known / sizeof *known; c++) {
        const struct known *k = &known[c];
        const int32_t levels[3] = { 2, 2, 2 };
        char what[256];
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, ROWS, k->m, k->d, k->factors, k->codes, levels);
        snprintf(what, sizeof what, "%s: %s", k->metric, k->why);
        check_near(score_of(&data, k->metric), k->expected, k->tol, what);
    }
}

/* clang-format off */
static const struct known numbers[] = { /* continuous */
    { "signs and order are free", "mcc", 2, 2, { 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 0, 1, 0, 1, 0, 1 },
      { 0, -1, 0, -1, 0, -1, 0, -1, 7, 6, 5, 4, 3, 2, 1, 0 }, 1, TOL },
    { "the square root of 4/84", "mcc", 1, 1, { 0, 1, 2, 3, 4, 5, 6, 7 }, { 0, 1, 0, 1, 0, 1, 0, 1 },
      0.21821789023599239, TOL },
    { "monotone: ranks agree", "mcc:correlation=spearman", 1, 1, { 0, 1, 2, 3, 4, 5, 6, 7 },
      { 0, 1, 8, 27, 64, 125, 216, 343 }, 1, TOL },
    /* ranks of 0 0 1 1 1 1 2 2 about their mean: -3 -3 0 0 0 0 3 3; of 0..7 -3.5..3.5: 36/sqrt(36 * 42) */
    { "ties share their mean rank", "mcc:correlation=spearman", 1, 1, { 0, 0, 1, 1, 1, 1, 2, 2 },
      { 0, 1, 2, 3, 4, 5, 6, 7 }, 0.92582009977255153, TOL },
    /* against z0 the factors correlate 1 and .8, against z1 .8 and 0 or so: greedy would take 1 + 0 */
    { "two factors, one code: the better is matched, the other left out", "mcc", 2, 1,
      { 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 0, 1, 0, 1, 0, 1 }, { 0, 1, 2, 3, 4, 5, 6, 7 }, 1, TOL },
    { "a line", "linearity", 1, 2, { 0, 1, 2, 3, 4, 5, 6, 7 }, 
      { 0, 1, 0, 1, 0, 1, 0, 1, 7, 6, 5, 4, 3, 2, 1, 0 }, 1, TOL },
    /* cov = 4/8, var = 42/8 and 2/8: 16/84 */
    { "its own code, however bad", "linearity:pairing=identity", 1, 2, { 0, 1, 2, 3, 4, 5, 6, 7 },
      { 0, 1, 0, 1, 0, 1, 0, 1, 7, 6, 5, 4, 3, 2, 1, 0 }, 4.0 / 84, TOL },
};
/* clang-format on */

TEST(test_numbers)
{
    for (size_t c = 0; c < sizeof numbers / sizeof *numbers; c++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, ROWS, numbers[c].m, numbers[c].d, numbers[c].factors, numbers[c].codes, NULL);
        check_near(score_of(&data, numbers[c].metric), numbers[c].expected, numbers[c].tol, numbers[c].why);
    }
}

TEST(test_refusals)
{
    static const struct {
        size_t m, d;
        double factors[3 * ROWS], codes[3 * ROWS];
        const char *metric, *word;
    } refused[] = {
        { 1, 2, { ONES }, { V0, V1 }, "dmig", "constant-factor" },
        { 1, 2, { ONES }, { V0, V1 }, "dmig@latte2021", "constant-factor" },
        { 1, 2, { ONES }, { V0, V1 }, "mig:pairing=identity", "constant-factor" },
        { 2, 2, { V0, V0 }, { V0, V1 }, "dmig", "constant-factor" }, /* nothing left */
        { 2, 2, { V0, V0 }, { V0, V1 }, "dlig", "constant-factor" },
        { 1, 1, { V0 }, { V0 }, "dmig", "one-code" },
        { 1, 1, { V0 }, { V0 }, "mig:pairing=identity", "one-code" },
        { 3, 2, { V0, V1, W1 }, { V0, V1 }, "dmig", "not-applicable" },
        { 3, 2, { V0, V1, W1 }, { V0, V1 }, "dlig", "not-applicable" },
        { 3, 2, { V0, V1, W1 }, { V0, V1 }, "xmig", "not-applicable" },
        { 3, 2, { V0, V1, W1 }, { V0, V1 }, "mig:pairing=identity", "not-applicable" },
        { 2, 2, { V0, V1 }, { V0, V1 }, "xmig", "not-applicable" },
        { 1, 2, { ONES }, { V0, V1 }, "xmig", "constant-factor" },
        { 1, 2, { V0 }, { V0, V1 }, "dlig", "one-factor" },
        { 1, 2, { V0 }, { V0, V1 }, "infom", "one-factor" },
        { 2, 2, { V0, V1 }, { ONES, ONES }, "infom", "no-active-code" },
        { 2, 2, { V0, V1 }, { ONES, ONES }, "infoc", "no-active-code" },
        { 2, 2, { V0, V1 }, { V0, ONES }, "infoc", "one-code" },
        { 1, 2, { ONES }, { V0, V1 }, "infoc", "constant-factor" },
        { 1, 2, { V0 }, { W1, W1 }, "infoc:relation=mi", "zero-importance" },
        { 1, 1, { ONES }, { V0 }, "infoe", "constant-factor" },
        { 2, 2, { V0, V1 }, { V0, V1 }, "modularity:least-information=0.7", "zero-importance" },
        { 1, 1, { V0 }, { V0 }, "mcc", "not-applicable" },
        { 1, 1, { ONES }, { V0 }, "mcc:nominal=number", "constant-factor" },
        { 1, 1, { V0 }, { V0 }, "linearity", "not-applicable" },
        { 2, 1, { V0, V1 }, { V0 }, "linearity:nominal=number:pairing=identity", "not-applicable" },
        { 1, 1, { ONES }, { V0 }, "linearity:nominal=number", "constant-factor" },
    };
    for (size_t r = 0; r < sizeof refused / sizeof *refused; r++) {
        const int32_t levels[3] = { 3, 3, 3 };
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, ROWS, refused[r].m, refused[r].d, refused[r].factors, refused[r].codes, levels);
        check_undefined(&data, refused[r].metric, refused[r].word);
    }
    /* four samples are too few for three neighbours; six labels of one row each are no classes */
    static const double few[] = { 0, 1, 2, 4, 7, 3, 1, 0 }, labels[] = { 0, 1, 2, 3 };
    static const int32_t levels[] = { 4 };
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, 4, 1, 2, few, few, NULL);
    check_undefined(&data, "mig@latte2021", "too-few-samples");
    check_undefined(&data, "dmig@latte2021", "too-few-samples");
    data_of(&data, 4, 1, 2, labels, few, levels);
    check_undefined(&data, "mig@latte2021", "too-few-samples");
}

/* A free copy of v0 under other names ties with v0's own code, if only up to rounding: the last is v1's rival. */
TEST(test_renamed_copy)
{
    enum { N = 500, LEVELS = 6 };
    static const double name[LEVELS] = { 5, 2, 0, 1, 3, 4 };
    for (unsigned seed = 0; seed < check_repeats(50); seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(seed);
        assert_int_equal(assay_data_shape(&data, N, 2, 3), ASSAY_OK);
        assay_stream_fill(&stream, data.factors, 2 * N);
        data_make_labels(&data, LEVELS);
        memcpy(data.codes, data.factors, 2 * N * sizeof *data.codes);
        memcpy(data.codes + 2 * N, data.factors, N * sizeof *data.codes);
        const double same = score_of(&data, "dmig");
        for (size_t s = 0; s < N; s++) data.codes[2 * N + s] = name[(size_t)data.factors[s]];
        check_near(score_of(&data, "dmig"), same, TOL, "dmig, the free copy renamed"); /* dmig's R2 */
    }
}

/* Published labels are cut to whole multiples of their deviation: five even labels become three numbers, 0 1 2, of
 * shares 2/5 1/5 2/5, so I(v; v) is about 1.05 instead of 1.61. */
TEST(test_truncated_labels)
{
    enum { N = 1000 };
    FREED(assay_data_free) assay_data data = { 0 };
    double value[1], total[1], code_total[1];
    assert_int_equal(assay_data_shape(&data, N, 1, 1), ASSAY_OK);
    for (size_t s = 0; s < N; s++) data.factors[s] = data.codes[s] = (double)(s % 5);
    data.levels[0] = 5;
    relation_of(&data, "mi-knn", value, total, code_total);
    check_near(total[0], log(5), 0.02, "five labels");
    check_near(value[0], total[0], 0.02, "a code that copies them");
    relation_of(&data, "mi-knn:label-scale=truncated", value, total, code_total);
    check_near(total[0], -0.8 * log(0.4) - 0.2 * log(0.2), 0.02, "three numbers left");
    relation_of(&data, "mi-knn:entropy=plugin", value, total, code_total);
    check_near(total[0], log(5), TOL, "counted");
    double psi = 0; /* psi(n) - psi(4) */
    for (int m = 4; m < N; m++) psi += 1.0 / m;
    check_near(code_total[0], psi, TOL, "a code could carry psi(n) - psi(k + 1)");
}

/* H(a0 | a1) takes a0 as the column: five labels cut to 0 0 1 2 2, of which a1 = [a0 is 1] is known by
 * I = H(a1) - .4 ln 2
 * (= .2231, and not H(a1) = .5004, as the other way round). So D = 1.0549 - .2231; the gap is 1.6094 - .5004.
 * (The other way round 2.0; ties move it by .03.) */
TEST(test_which_way_round)
{
    enum { N = 2000 };
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, N, 2, 2), ASSAY_OK);
    for (size_t s = 0; s < N; s++) {
        data.factors[s] = data.codes[s] = (double)(s % 5);
        data.factors[N + s] = data.codes[N + s] = s % 5 == 1;
    }
    data.levels[0] = 5;
    data.levels[1] = 2;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "dmig@latte2021");
    check_near(scores.at[0].items[0].value, (1.6094 - 0.5004) / (1.0549 - 0.2231), 0.1, "dmig of merged labels");
}

static void *plain_alloc(assay_call *call, size_t count, size_t size)
{
    void **kept = call->host;
    void *const block = calloc(count + 1, size);
    for (size_t k = 0; k < 16; k++)
        if (!kept[k]) return kept[k] = block;
    return NULL;
}

static double best_slowly(const double *weight, size_t rows, size_t columns, size_t row, unsigned used)
{
    if (row == rows) return 0.0;
    double best = rows > columns ? best_slowly(weight, rows, columns, row + 1, used) : -INFINITY;
    for (size_t c = 0; c < columns; c++) {
        if (used >> c & 1) continue;
        best = fmax(best, weight[row * columns + c] + best_slowly(weight, rows, columns, row + 1, used | 1u << c));
    }
    return best;
}

TEST(test_assignment)
{
    for (unsigned t = 0; t < check_repeats(300); t++) {
        assay_stream stream;
        double weight[36];
        size_t to[6];
        void *kept[16] = { 0 };
        assay_call call = { .alloc = plain_alloc, .host = kept };
        assay_stream_seed(&stream, t);
        const size_t rows = 1 + assay_stream_below(&stream, 6), columns = 1 + assay_stream_below(&stream, 6);
        for (size_t k = 0; k < rows * columns; k++)
            weight[k] = t % 3 ? assay_stream_uniform(&stream) : (double)assay_stream_below(&stream, 3);
        assert_int_equal(assignment_best(weight, rows, columns, &call, to), ASSAY_OK);
        double sum = 0;
        unsigned used = 0, matched = 0;
        for (size_t r = 0; r < rows; r++) {
            if (to[r] == SIZE_MAX) continue;
            assert_true(to[r] < columns && !(used >> to[r] & 1));
            used |= 1u << to[r];
            matched++;
            sum += weight[r * columns + to[r]];
        }
        assert_int_equal(matched, rows < columns ? rows : columns);
        check_near(sum, best_slowly(weight, rows, columns, 0, 0), TOL, "assignment against all permutations");
        for (size_t k = 0; k < 16; k++) free(kept[k]);
    }
}

/* The match is one to one, and the best one lies within the gap; of easy weights that is small. */
TEST(an_auction_proves_how_far_the_best_match_is)
{
    for (unsigned t = 0; t < check_repeats(300); t++) {
        assay_stream stream = stream_of(t);
        double weight[36], gap, sum = 0.0;
        unsigned char may[6];
        size_t to[6], matched = 0, all = 0;
        unsigned used = 0;
        void *kept[16] = { 0 };
        assay_call call = { .alloc = plain_alloc, .host = kept };
        const size_t rows = 1 + assay_stream_below(&stream, 6), columns = 1 + assay_stream_below(&stream, 6);
        for (size_t c = 0; c < columns; c++) all += may[c] = t % 4 || assay_stream_below(&stream, 3);
        for (size_t k = 0; k < rows * columns; k++)
            weight[k] = !may[k % columns] ? 0.0 : t % 3 ? assay_stream_uniform(&stream) : (double)(k % 5 == 0);
        assert_int_equal(auction_match(weight, rows, columns, may, &call, to, &gap), ASSAY_OK);
        for (size_t r = 0; r < rows; r++) {
            if (to[r] == SIZE_MAX) continue;
            assert_true(to[r] < columns && may[to[r]] && !(used >> to[r] & 1));
            used |= 1u << to[r];
            matched++;
            sum += weight[r * columns + to[r]];
        }
        assert_int_equal(matched, rows < all ? rows : all);
        const double best = best_slowly(weight, rows, columns, 0, 0);
        assert_true(sum <= best + TOL && best <= sum + gap + TOL);
        if (t % 3) assert_true(gap <= 7 * 0x1p-12);
        for (size_t k = 0; k < 16; k++) free(kept[k]);
    }
}

/* Bids differ by less than a step: row 0 keeps the column that row 1 needs, and the gap says so. */
TEST(the_gap_of_an_auction_is_what_its_steps_lose)
{
    const double weight[] = { 1, 1 - 1e-5, 1, 1 - 2e-5 };
    double gap;
    size_t to[2];
    void *kept[16] = { 0 };
    assay_call call = { .alloc = plain_alloc, .host = kept };
    assert_int_equal(auction_match(weight, 2, 2, (const unsigned char[]){ 1, 1 }, &call, to, &gap), ASSAY_OK);
    assert_true(to[0] == 0 && to[1] == 1 && gap >= 1e-5 && gap < 1e-3);
    for (size_t k = 0; k < 16; k++) free(kept[k]);
}

static char said[128];

static assay_status say_failure(assay_call *call, assay_status status, const char *format, ...)
{
    (void)call;
    va_list values;
    va_start(values, format);
    vsnprintf(said, sizeof said, format, values);
    va_end(values);
    return status;
}

/* R1: no search ends on such weights. */
TEST(test_assignment_refuses)
{
    static const double bad[] = { NAN, INFINITY, -INFINITY, 1e301 };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        double weight[6] = { 1, 2, 3, 4, 5, 6 };
        size_t to[2];
        assay_call call = { .alloc = NULL, .fail = say_failure };
        weight[4] = bad[k];
        assert_int_equal(assignment_best(weight, 2, 3, &call, to), ASSAY_EINPUT);
        assert_non_null(strstr(said, "row 1 and column 1 cannot be matched"));
    }
}

TESTS_MAIN
