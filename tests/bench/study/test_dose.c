/*
 * Equivalent doses: what is wrong with codes that were made with one, two or three defects of known amounts, and
 * whether the intervals of a study hold the amounts.
 */
#include "check.h"

#include "equivalent.h"
#include "study_draws.h"

/* How codes are made: z_j = g(v_j) + mixed g(v_j+1) + noise e_j, g(x) = sign(x) |x|^power of uniform factors. */
typedef struct making {
    const char *name;
    double noise, mixed, power; /* noise: the standard deviation, of a signal of variance 1 */
    size_t missing, copies, idle;
    double alike;   /* above 0: normal factors with this correlation */
    size_t classes; /* above 0: classes as factors, code = number of the class */
    size_t factors; /* with a code; 0: three */
} making;

/* g, of variance 1 */
static double signal_of(const making *how, double x)
{
    const double k = (double)how->classes;
    if (how->classes) return (x - (k - 1) / 2) / sqrt((k * k - 1) / 12);
    return how->alike > 0 ? x : copysign(pow(fabs(x), how->power), x) * sqrt(2 * how->power + 1);
}

static void make_factors(const making *how, size_t n, size_t m, assay_stream *stream, assay_data *to)
{
    for (size_t s = 0; s < n && how->alike > 0; s++) {
        const double common = assay_stream_normal(stream);
        for (size_t i = 0; i < m; i++)
            to->factors[i * n + s] = sqrt(how->alike) * common + sqrt(1 - how->alike) * assay_stream_normal(stream);
    }
    for (size_t k = 0; k < n * m && !(how->alike > 0); k++) {
        const double u = assay_stream_uniform(stream);
        to->factors[k] = how->classes ? floor(u * (double)how->classes) : 2 * u - 1;
    }
    for (size_t i = 0; i < m; i++) to->levels[i] = (int32_t)how->classes;
}

/* Unused codes are left out, copies and idle codes stand last. */
static void make_codes(const making *how, size_t n, size_t m, assay_stream *stream, assay_data *to)
{
    const size_t kept = m - how->missing;
    assert_int_equal(assay_data_shape(to, n, m, kept + how->copies + how->idle), ASSAY_OK);
    make_factors(how, n, m, stream, to);
    for (size_t j = 0; j < to->n_codes; j++) {
        const double *own = to->factors + (j < kept ? j : (j - kept) % kept) * n;
        const double *other = to->factors + (j < kept ? (j + 1) % kept : (j - kept + 1) % kept) * n;
        const int is_idle = j >= kept + how->copies;
        for (size_t s = 0; s < n; s++) {
            const double signal = signal_of(how, own[s]) + how->mixed * signal_of(how, other[s]);
            to->codes[j * n + s] = (is_idle ? 0 : signal) + (is_idle ? 1 : how->noise) * assay_stream_normal(stream);
        }
    }
}

static const making makings[] = {
    { "ideal", .power = 1 },
    { "noise 20 %", .noise = 0.5, .power = 1 },
    { "noise 69 %", .noise = 1.5, .power = 1 },
    { "mixing 14 %", .mixed = 0.4, .power = 1 },
    { "curvature, noise", .noise = 0.2, .power = 3 },
    { "noise 18 %, mixing 14 %", .noise = 0.5, .mixed = 0.4, .power = 1 },
    { "mixing, curvature, noise", .noise = 0.3, .mixed = 0.3, .power = 2 },
    { "2 missing, 2 idle, noise", .noise = 0.3, .power = 1, .missing = 2, .idle = 2 },
    { "3 copies, mixing, noise", .noise = 0.4, .mixed = 0.3, .power = 1, .copies = 3 },
    { "all defects at once", .noise = 0.4, .mixed = 0.3, .power = 2, .missing = 1, .copies = 2, .idle = 1 },
    { "noise 76 %, mixing 20 %", .noise = 2, .mixed = 0.5, .power = 1 },
    { "factors of 5 classes", .noise = 0.5, .mixed = 0.4, .power = 1, .classes = 5 },
    { "correlated factors", .noise = 0.5, .mixed = 0.4, .power = 1, .alike = 0.5 },
    /* with ASSAY_LABS alone */
    { "8 factors, 3 idle codes", .noise = 0.5, .mixed = 0.4, .power = 1, .idle = 3, .factors = 8 },
    { "8 correlated factors, 2 missing", .noise = 0.4, .mixed = 0.3, .power = 1, .missing = 2, .alike = 0.3,
      .factors = 6 },
};
enum { MAKINGS = sizeof makings / sizeof *makings, ALL = 9, SHORT = MAKINGS - 2 };

static void truth_of(const making *how, double to[DOSES])
{
    const double parts = 1 + how->mixed * how->mixed, p = how->power;
    const double signal = parts + 2 * how->mixed * how->alike;
    memset(to, 0, DOSES * sizeof *to);
    to[NOISE] = how->noise * how->noise / (signal + how->noise * how->noise);
    to[MIXING] = how->mixed * how->mixed / parts;
    to[MISSING] = (double)how->missing;
    to[DUPLICATES] = (double)how->copies;
    to[IDLE] = (double)how->idle;
    to[DEPENDENCE] = how->alike;
    to[CURVATURE] = 1 - 3 * (2 * p + 1) / ((p + 2) * (p + 2));
    to[DESCRIBED] = 1;
}

/* 5,000 rows: shares have standard errors below .008. */
TEST(amounts_are_found)
{
    for (size_t k = 0; k < MAKINGS; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream;
        FREED(arena_free) arena memory = { 0 };
        equivalent e;
        double truth[DOSES];
        assay_stream_seed(&stream, k);
        make_codes(&makings[k], 5000, 5, &stream, &data);
        const assay_rep rep = assay_data_view(&data);
        assert_null(additive_refusal(&rep));
        assert_int_equal(equivalent_fit(&rep, &memory, &e), ASSAY_OK);
        truth_of(&makings[k], truth);
        for (size_t o = 0; o < DOSES; o++) check_near(e.dose[o], truth[o], 0.03, makings[k].name);
    }
}

/* Scores one simulation and counts which intervals over halves of the rows hold the amount. */
static void count_held(scoring *s, const variant *v, const making *how, uint64_t seed, size_t held[DOSES])
{
    enum { ROWS = 400, DRAWS = 19 };
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream;
    FREED(resample_set_free) resample_set set;
    const assay_score *scores;
    double truth[DOSES], score[DOSES];
    drawn_variant d = { .of = v, .draws = { DRAWS }, .interval_kind = UNCERTAIN_SUBSAMPLE, .score = score };
    assay_stream_seed(&stream, seed);
    make_codes(how, ROWS, (how->factors ? how->factors : 3) + how->missing, &stream, &data);
    truth_of(how, truth);
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(resample_set_make(&rep, NULL, NULL, &set), ASSAY_OK);
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, v, &scores), ASSAY_OK);
    for (size_t o = 0; o < DOSES; o++) score[o] = scores[o].overall.value;
    assert_int_equal(study_draws_make(s, &rep, &set, &d, 1, NULL, NULL), ASSAY_OK);
    for (size_t o = 0; o < DOSES; o++) {
        const uncertainty u = study_draws_say(&d, o, DRAWN_ROWS, ROWS, 0.95);
        held[o] += u.low <= truth[o] && truth[o] <= u.high;
    }
    study_draws_free(&d, 1);
}

/* A row of the table of docs/studies.md: amounts above 0, and of the numbers the one that is held least often. */
static void print_row(const making *how, const size_t held[DOSES], size_t sets)
{
    static const enum equivalent_dose shares[] = { NOISE, MIXING, CURVATURE, DEPENDENCE };
    double truth[DOSES];
    truth_of(how, truth);
    size_t least = held[MISSING] < held[DUPLICATES] ? held[MISSING] : held[DUPLICATES];
    if (held[IDLE] < least) least = held[IDLE];
    printf("| %s |", how->name);
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
        if (truth[shares[k]] > 0) printf(" %.0f |", 100.0 * (double)held[shares[k]] / (double)sets);
        else printf(" |");
    printf(" %.0f |\n", 100.0 * (double)least / (double)sets);
}

/* 60 simulations of each making: 95 in 100 hold, so that 49 or fewer have probability .0001. An amount of 0 is held
 * more often, since no interval goes below it. Of those above 0 all together (600 and more) 95 hold, give or take .9. */
TEST(intervals_hold_the_amounts)
{
    const char *asked = getenv("ASSAY_LABS");
    const size_t sets = asked ? (size_t)atoi(asked) : check_repeats(60);
    FREED(scoring_freed) scoring *s = scoring_new();
    assay_error err;
    variant v;
    size_t all = 0, above = 0;
    const assay_metric *dose = assay_metric_find("dose");
    assert_int_equal(variant_make(dose, dose->presets, "", &v, &err), ASSAY_OK);
    for (size_t k = 0; k < (asked ? MAKINGS : SHORT); k++) {
        size_t held[DOSES] = { 0 };
        double truth[DOSES];
        truth_of(&makings[k], truth);
        for (size_t r = 0; r < sets; r++) count_held(s, &v, &makings[k], 1000 * k + r, held);
        if (asked) print_row(&makings[k], held, sets);
        for (size_t o = 0; o < DOSES; o++) {
            const int is_share = o == NOISE || o == MIXING || o == CURVATURE || o == DEPENDENCE;
            if (6 * held[o] < 5 * sets)
                fail_msg("%s: %s is held by %zu of %zu", makings[k].name, dose->outputs[o].id, held[o], sets);
            if (!is_share || truth[o] <= 0) continue;
            above += held[o];
            all += sets;
        }
    }
    const double share = (double)above / (double)all;
    if (!(share > 0.93 && share < 0.98)) fail_msg("of amounts above 0 %g are held", share);
    variant_free(&v);
}

/* Codes with all of the defects have the variances and the correlations of the codes that they are made from. */
TEST(codes_with_the_defects_are_like_the_codes)
{
    FREED(assay_data_free) assay_data data = { 0 }, made = { 0 };
    assay_stream stream;
    FREED(arena_free) arena memory = { 0 };
    equivalent e, again;
    assay_stream_seed(&stream, 5);
    make_codes(&makings[ALL], 5000, 4, &stream, &data);
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(equivalent_fit(&rep, &memory, &e), ASSAY_OK);
    static const size_t columns[STAGES] = { 4, 4, 6, 6, 6, 6 }; /* 4 factors; 3 of them and an idle code; all codes */
    for (int stage = 0; stage < STAGES; stage++) {
        assay_stream_seed(&stream, 6);
        assert_int_equal(equivalent_codes(&rep, &e, (enum equivalent_stage)stage, &stream, &made), ASSAY_OK);
        assert_int_equal(made.n_codes, columns[stage]);
    }
    const assay_rep like = assay_data_view(&made);
    assert_int_equal(equivalent_fit(&like, &memory, &again), ASSAY_OK);
    for (size_t o = 0; o < DOSES; o++) check_near(again.dose[o], e.dose[o], 0.01, "made again");
}

/* Five codes of three factors, none like another: they stand in for mixing, and the stage of duplicates adds none. */
TEST(codes_beyond_the_factors_are_no_copies)
{
    static const double weight[5][3] = { { 1, .6, 0 }, { 0, 1, .6 }, { .6, 0, 1 }, { 1, -.6, .3 }, { .3, 1, -.6 } };
    FREED(assay_data_free) assay_data data = { 0 }, made = { 0 };
    assay_stream stream;
    FREED(arena_free) arena memory = { 0 };
    equivalent e;
    enum { N = 2000 };
    assay_stream_seed(&stream, 7);
    assert_int_equal(assay_data_shape(&data, N, 3, 5), ASSAY_OK);
    for (size_t k = 0; k < 3 * N; k++) data.factors[k] = 2 * assay_stream_uniform(&stream) - 1;
    for (size_t j = 0; j < 5; j++)
        for (size_t s = 0; s < N; s++) {
            data.codes[j * N + s] = 0.05 * assay_stream_normal(&stream);
            for (size_t i = 0; i < 3; i++) data.codes[j * N + s] += weight[j][i] * data.factors[i * N + s];
        }
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(equivalent_fit(&rep, &memory, &e), ASSAY_OK);
    assert_true(e.dose[DUPLICATES] == 0 && e.dose[MISSING] == 0 && e.dose[IDLE] == 0);
    static const size_t columns[STAGES] = { 3, 3, 3, 3, 5, 5 };
    for (int stage = 0; stage < STAGES; stage++) {
        assay_stream_seed(&stream, 6);
        assert_int_equal(equivalent_codes(&rep, &e, (enum equivalent_stage)stage, &stream, &made), ASSAY_OK);
        assert_int_equal(made.n_codes, columns[stage]);
        if (stage == STAGE_DUPLICATES) assert_memory_equal(made.codes, data.factors, 3 * N * sizeof *made.codes);
    }
}

/* Without any noise: turned and bent, and products of three; a sum with as much noise is none of these. */
TEST(what_is_no_sum_has_no_noise)
{
    enum { N = 1200, M = 4 };
    enum { BENT, PRODUCTS, SUMS };
    for (int kind = BENT; kind <= SUMS; kind++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream;
        FREED(arena_free) arena memory = { 0 };
        equivalent e;
        assay_stream_seed(&stream, 50);
        assert_int_equal(assay_data_shape(&data, N, M, M), ASSAY_OK);
        for (size_t k = 0; k < M * N; k++) data.factors[k] = 2 * assay_stream_uniform(&stream) - 1;
        for (size_t j = 0; j < M; j++)
            for (size_t s = 0; s < N; s++) {
                const double *v = data.factors + s, a = v[j * N], b = v[(j + 1) % M * N], c = v[(j + 2) % M * N];
                data.codes[j * N + s] = kind == BENT       ? tanh(3 * (0.6 * a + 0.6 * b - 0.5 * c))
                                        : kind == PRODUCTS ? a * b * c
                                                           : a + 0.3 * b + 0.5 * assay_stream_normal(&stream);
            }
        const assay_rep rep = assay_data_view(&data);
        assert_int_equal(equivalent_fit(&rep, &memory, &e), ASSAY_OK);
        assert_int_equal(e.no_sums, kind == SUMS ? 0 : M);
        assert_int_equal(isnan(e.dose[NOISE]) != 0, kind != SUMS);
        assert_int_equal(isnan(e.dose[DESCRIBED]) != 0, kind != SUMS);
        assert_int_equal(isnan(e.dose[MISSING]) != 0, kind == PRODUCTS); /* its codes are not idle, and lack nothing */
        assert_int_equal(isnan(e.dose[IDLE]) != 0, kind == PRODUCTS);
        if (kind == BENT) assert_true(e.dose[MIXING] > 0.4);
    }
}

TEST(missing_values_and_few_rows_are_refused)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream;
    assay_stream_seed(&stream, 1);
    make_codes(&makings[0], 40, 5, &stream, &data);
    assay_scores scores = scores_of(&data, "dose");
    assert_true(isnan(scores.at[0].overall.value));
    assert_non_null(strstr(scores.at[0].overall.undefined, "fewer than three rows"));
    assay_scores_free(&scores);
    assay_data_free(&data);
    make_codes(&makings[0], 500, 5, &stream, &data);
    data.factors[7] = NAN;
    const assay_rep rep = assay_data_view(&data);
    assert_string_equal(additive_refusal(&rep), "values of factors are missing");
}

TESTS_MAIN
