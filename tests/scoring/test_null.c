/* Every function of assay.h is called without what it needs, and with nothing: it does what the header says of NULL and
 * 0. A function that is added is missing here until it has its line: the names are read out of the header. */
#include "check.h"

#include "assay_bench.h"

enum { N = 60, M = 2 };

static assay_error err;

/* The status, with a sentence that has `word`, whatever the error held before. */
static void refuses(assay_status status, assay_status want, const char *word)
{
    if (status != want || !strstr(err.text, word))
        fail_msg("%d, \"%s\", want %d, \"%s\"", status, err.text, want, word);
    err.text[0] = '\0';
}

static void draw(double *to, size_t count, uint64_t seed)
{
    assay_stream stream;
    assay_stream_seed(&stream, seed);
    assay_stream_fill(&stream, to, count);
}

static void streams_and_memory(void)
{
    assay_stream stream;
    const uint32_t words[1] = { 7 };
    double x[3] = { 5, 5, 5 };
    size_t order[3] = { 9, 9, 9 };
    assert_int_equal(assay_fail(NULL, ASSAY_EINPUT, "none"), ASSAY_EINPUT);
    assay_stream_seed(NULL, 1);
    assert_int_equal(assay_stream_seed_words(NULL, words, 1, NULL, 0), ASSAY_EUSAGE);
    assert_int_equal(assay_stream_seed_words(&stream, NULL, 1, NULL, 0), ASSAY_EUSAGE);
    assert_int_equal(assay_stream_seed_words(&stream, words, 0, NULL, 0), ASSAY_EUSAGE);
    assert_int_equal(assay_stream_seed_words(&stream, words, 1, NULL, 1), ASSAY_EUSAGE);
    assert_int_equal(assay_stream_seed_words(&stream, words, 1, NULL, 0), ASSAY_OK);
    assert_true(assay_stream_raw(NULL) == 0 && assay_stream_below(NULL, UINT64_MAX) == 0);
    assert_true(assay_stream_below(NULL, 3) == 0 && assay_stream_below(&stream, 0) == 0);
    (void)assay_stream_uniform(NULL);
    assert_true(assay_stream_normal(NULL) == 0.0);
    assay_stream_fill(NULL, x, 3);
    assay_stream_fill(&stream, NULL, 3);
    assay_stream_fill(&stream, x, 0);
    assert_true(x[0] == 5);
    assay_stream_permutation(NULL, order, 3);
    assert_true(order[2] == 2);
    assay_stream_permutation(&stream, NULL, 3);
    assay_stream_permutation(&stream, order, 0);
    assay_stream_advance(NULL, 0, 1);
    assay_stream_jump(NULL);
    assert_int_equal(assay_data_shape(NULL, 1, 1, 1), ASSAY_EUSAGE);
    assay_data empty = { 0 };
    assert_int_equal(assay_data_shape(&empty, 0, 0, 0), ASSAY_OK);
    assert_int_equal(assay_data_space(NULL, 1, 0), ASSAY_EUSAGE);
    assert_int_equal(assay_data_space(&empty, 0, 0), ASSAY_EUSAGE);
    assert_int_equal(assay_data_space(&empty, 2, 1), ASSAY_OK);
    assay_data_free(&empty);
    assay_data_free(NULL);
    assert_true(assay_data_view(NULL).n == 0);
}

static void options_and_metrics(void)
{
    const assay_metric *mig = assay_metric_find("mig");
    const assay_size size = { .n = N, .n_factors = M, .n_codes = M };
    double option[32];
    const char *work = "x";
    char text[32] = "kept";
    assert_non_null(mig);
    refuses(assay_options_parse(NULL, 1, "a=1", option, &err), ASSAY_EUSAGE, "options");
    refuses(assay_options_parse(mig->options, mig->n_options, "", NULL, &err), ASSAY_EUSAGE, "to");
    assert_int_equal(assay_options_parse(NULL, 0, NULL, NULL, NULL), ASSAY_OK);
    assay_options_standard(NULL, 1, option);
    assay_options_standard(mig->options, mig->n_options, NULL);
    assert_int_equal(assay_option_tunes(NULL), 0);
    assay_option_print(NULL, 20, NULL, 0);
    assay_option_print(NULL, 20, text, 0);
    assert_string_equal(text, "kept");
    const assay_option one = { .id = "w", .words = (const char *const[]){ "one", NULL } };
    assay_option_print(&one, 7, text, sizeof text);
    assert_string_equal(text, "7");
    assert_true(assay_metric_count() > 0);
    assert_null(assay_metric_at(SIZE_MAX));
    assert_null(assay_metric_find(NULL));
    assert_null(assay_metric_relation(NULL, option));
    assert_null(assay_metric_relation(mig, NULL));
    assay_options_standard(mig->options, mig->n_options, option);
    assert_int_equal(assay_size_of(NULL).n, 0);
    assert_true(assay_metric_tolerance(NULL, option) == 0.0 && assay_metric_tolerance(mig, NULL) == 0.0);
    assert_true(isnan(assay_metric_cost(NULL, option, &size)) && isnan(assay_metric_cost(mig, NULL, &size)));
    assert_true(isnan(assay_metric_cost(mig, option, NULL)));
    assert_true(assay_metric_solver_cost(NULL, option, &size, &work) == 0.0 && !work);
    assert_true(assay_metric_solver_cost(mig, NULL, &size, NULL) == 0.0);
    assert_true(assay_metric_solver_cost(mig, option, NULL, NULL) == 0.0);
    assert_int_equal(assay_option_read(NULL, option, 0), ASSAY_UNREAD);
    assert_int_equal(assay_option_read(mig, NULL, 0), ASSAY_UNREAD);
    assert_int_equal(assay_option_read(mig, option, mig->n_options), ASSAY_UNREAD);
    refuses(assay_options_settle(NULL, NULL, NULL, option, &err), ASSAY_EUSAGE, "metric");
    refuses(assay_options_settle(mig, NULL, NULL, NULL, &err), ASSAY_EUSAGE, "to");
    assert_int_equal(assay_options_settle(mig, NULL, NULL, option, NULL), ASSAY_OK);
}

static void scenarios_and_profiles(void)
{
    const assay_scenario *noise = assay_scenario_find("noise");
    const assay_profile *on = NULL;
    assay_truth truth[3] = { { 0 } };
    FREED(assay_data_free) assay_data data = { 0 };
    double parameter[16];
    assert_non_null(noise);
    assert_true(assay_scenario_count() > 0 && assay_profile_count() > 0);
    assert_null(assay_scenario_at(SIZE_MAX));
    assert_null(assay_profile_at(SIZE_MAX));
    assert_null(assay_scenario_find(NULL));
    assert_null(assay_profile_find(NULL));
    refuses(assay_scenario_parse(NULL, "", parameter, &on, &err), ASSAY_EUSAGE, "scenario");
    refuses(assay_scenario_parse(noise, "", NULL, &on, &err), ASSAY_EUSAGE, "parameter");
    refuses(assay_scenario_parse(noise, "", parameter, NULL, &err), ASSAY_EUSAGE, "on");
    assert_int_equal(assay_scenario_parse(noise, NULL, parameter, &on, NULL), ASSAY_OK);
    refuses(assay_scenario_build(NULL, parameter, N, 0, &data, &err), ASSAY_EUSAGE, "scenario");
    refuses(assay_scenario_build(noise, NULL, N, 0, &data, &err), ASSAY_EUSAGE, "parameter");
    refuses(assay_scenario_build(noise, parameter, N, 0, NULL, &err), ASSAY_EUSAGE, "to");
    refuses(assay_scenario_build(noise, parameter, 0, 0, &data, &err), ASSAY_EUSAGE, "0 samples");
    refuses(assay_scenario_build_on(noise, NULL, assay_profile_at(0), N, 0, &data, &err), ASSAY_EUSAGE, "parameter");
    refuses(assay_scenario_build_on(noise, parameter, assay_profile_at(0), 0, 0, &data, &err), ASSAY_EUSAGE, "0 samp");
    assay_scenario_truth_on(noise, NULL, NULL, truth);
    assay_scenario_truth_on(NULL, parameter, NULL, truth);
    assert_int_equal(truth[0].kind, ASSAY_UNKNOWN);
    assay_scenario_truth_on(noise, parameter, NULL, NULL);
    assert_null(assay_scenario_refusal(NULL, parameter, assay_profile_at(0)));
    assert_null(assay_scenario_refusal(noise, NULL, assay_profile_at(0)));
    refuses(assay_generate(NULL, NULL, N, 0, &data, &err), ASSAY_EUSAGE, "no scenario");
    refuses(assay_generate("noise", NULL, N, 0, NULL, &err), ASSAY_EUSAGE, "to");
    refuses(assay_generate("noise", NULL, 0, 0, &data, &err), ASSAY_EUSAGE, "0 samples");
    assert_int_equal(assay_generate("noise", NULL, N, 0, &data, NULL), ASSAY_OK);
    char program[4096];
    refuses(assay_numpy_program(NULL, NULL, 0, 0, program, sizeof program, &err), ASSAY_EUSAGE, "no such scenario");
    refuses(assay_numpy_program("noise", NULL, 0, 0, NULL, 0, &err), ASSAY_EUSAGE, "to is NULL");
    refuses(assay_numpy_program("noise", NULL, 0, 0, program, 99, &err), ASSAY_EUSAGE, "longer than 99 bytes");
    assert_int_equal(assay_numpy_program("noise", NULL, 0, 0, program, sizeof program, NULL), ASSAY_OK);
    refuses(assay_metric_program(NULL, program, sizeof program, &err), ASSAY_EUSAGE, "metric is NULL");
    refuses(assay_metric_program("mig", NULL, 0, &err), ASSAY_EUSAGE, "to is NULL");
    refuses(assay_metric_program("mig", program, 9, &err), ASSAY_EUSAGE, "longer than 9 bytes");
    refuses(assay_metric_program("mig,sap", program, sizeof program, &err), ASSAY_EUSAGE, "names 2 metrics");
}

typedef assay_status scorer(const assay_rep *, const char *, uint64_t, const char *, const char *, uint32_t,
                            assay_scores *, assay_error *);

static void a_list_by(scorer *score, const assay_rep *rep, const int32_t *levels)
{
    FREED(assay_scores_free) assay_scores scores = { 0 }, typed = { 0 };
    assay_rep whole = *rep, bad = *rep;
    refuses(score(NULL, "mig", 0, "", "", 1, &scores, &err), ASSAY_EUSAGE, "rep");
    refuses(score(rep, NULL, 0, "", "", 1, &scores, &err), ASSAY_EUSAGE, "metrics");
    refuses(score(rep, "", 0, "", "", 1, &scores, &err), ASSAY_EUSAGE, "metrics");
    refuses(score(rep, "mig", 0, "", "", 1, NULL, &err), ASSAY_EUSAGE, "to");
    bad.factors = NULL;
    refuses(score(&bad, "mig", 0, "", "", 1, &scores, &err), ASSAY_EINPUT, "factors");
    bad = *rep, bad.codes = NULL;
    refuses(score(&bad, "mig", 0, "", "", 1, &scores, &err), ASSAY_EINPUT, "codes");
    for (int k = 0; k < 2; k++) {
        bad = *rep;
        *(k == 0 ? &bad.n : &bad.n_codes) = 0;
        refuses(score(&bad, "mig", 0, "", "", 1, &scores, &err), ASSAY_EINPUT, "are needed");
    }
    bad = *rep, bad.n_factors = 0, bad.factors = NULL; /* codes alone */
    assert_int_equal(score(&bad, "mig,hoyer", 0, "", "", 1, &scores, &err), ASSAY_OK);
    assert_true(isnan(scores.at[0].overall.value) && !isnan(scores.at[1].overall.value));
    assay_scores_free(&scores);
    /* Levels that are NULL, texts that are NULL and 0 threads: as zeros, "" and 1. */
    assert_int_equal(score(rep, "mig,dci-lasso,z-diff", 3, NULL, NULL, 0, &scores, &err), ASSAY_OK);
    whole.levels = levels;
    assert_int_equal(score(&whole, "mig,dci-lasso,z-diff", 3, "", "", 1, &typed, &err), ASSAY_OK);
    assert_int_equal(scores.count, typed.count);
    for (size_t k = 0; k < scores.count; k++)
        assert_memory_equal(&scores.at[k].overall.value, &typed.at[k].overall.value, sizeof(double));
    assay_scores_free(NULL);
    char text[400] = "x";
    assay_warnings(NULL, NULL, text, sizeof text);
    assert_string_equal(text, "");
    assay_warnings(rep, NULL, text, 0);
    assay_warnings(rep, NULL, NULL, 4);
    assay_warnings(rep, NULL, text, 1);
    assert_string_equal(text, "");
}

static void matrices(const assay_rep *rep)
{
    assay_matrix matrix = { 0 };
    refuses(assay_matrix_make(NULL, "mi", 0, "", "", 1, &matrix, &err), ASSAY_EUSAGE, "rep");
    refuses(assay_matrix_make(rep, NULL, 0, "", "", 1, &matrix, &err), ASSAY_EUSAGE, "relation");
    refuses(assay_matrix_make(rep, "", 0, "", "", 1, &matrix, &err), ASSAY_EUSAGE, "relation");
    refuses(assay_matrix_make(rep, "mi", 0, "", "", 1, NULL, &err), ASSAY_EUSAGE, "to");
    assert_int_equal(assay_matrix_make(rep, "mi", 0, NULL, NULL, 0, &matrix, NULL), ASSAY_OK);
    assay_matrix_free(&matrix);
    refuses(assay_block_matrix_make(NULL, "mcc-weak", NULL, NULL, 0, 1, &matrix, &err), ASSAY_EUSAGE, "rep");
    refuses(assay_block_matrix_make(rep, NULL, NULL, NULL, 0, 1, &matrix, &err), ASSAY_EUSAGE, "matrix of blocks");
    refuses(assay_block_matrix_make(rep, "mcc-weak", NULL, NULL, 0, 1, NULL, &err), ASSAY_EUSAGE, "to");
    assert_int_equal(assay_block_matrix_make(rep, "mcc-weak", NULL, NULL, 0, 0, &matrix, NULL), ASSAY_OK);
    assay_matrix_free(&matrix);
    assert_non_null(assay_block_matrix_at(0));
    assert_null(assay_block_matrix_at(SIZE_MAX));
    assay_matrix_free(NULL);
}

TEST(each_function_says_what_it_lacks)
{
    static double factors[N * M], codes[N * M];
    static const int32_t continuous[M] = { 0, 0 };
    draw(factors, N * M, 1);
    draw(codes, N * M, 2);
    const assay_rep rep = {
        .abi = ASSAY_ABI, .n = N, .n_factors = M, .n_codes = M, .factors = factors, .codes = codes
    };
    streams_and_memory();
    options_and_metrics();
    scenarios_and_profiles();
    a_list_by(assay_score_all, &rep, continuous);
    a_list_by(assay_bench_score_all, &rep, continuous);
    matrices(&rep);
}

static char *whole_file(const char *path)
{
    static char text[200000];
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s cannot be read", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* The name that stands before the bracket of each "ASSAY_API ... assay_x(...)". */
TEST(each_function_of_the_headers_is_called_here)
{
    static const char *const headers[] = { "include/assay.h", "include/assay_bench.h" };
    OWNED char *here = strdup(whole_file("tests/scoring/test_null.c"));
    size_t count = 0;
    assert_non_null(here);
    for (size_t h = 0; h < 2; h++) {
        for (char *at = strstr(whole_file(headers[h]), "\nASSAY_API "); at; at = strstr(at, "\nASSAY_API ")) {
            char *end = at + strcspn(at, "("), *name = end;
            while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z')) name--;
            *end = '\0';
            if (!strstr(here, name)) fail_msg("%s of %s is not called here", name, headers[h]);
            at = end + 1;
            count++;
        }
    }
    assert_true(count > 40);
}

TESTS_MAIN
