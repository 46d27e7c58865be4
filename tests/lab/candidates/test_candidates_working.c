/*
 * Candidates that work: what a Python function, a plug-in, a program and a command say arrives as they said it; a
 * plug-in has the bits of the metric built in; identity follows the content.
 */
#include "candidates_check.h"

#include "candidate.h"
#include "scratch.h"
#include "selection.h"

#include <sys/wait.h>

#define FUNCTIONS "python:tests/candidates/functions.py:"
#define FAULTY "exec:sh tests/candidates/faulty.sh "

/* The overall value of a list's output, which must be defined. */
static double value_of(const char *list, const char *output, uint64_t seed)
{
    FREED(assay_scores_free) assay_scores scores = seeded_scores(list, seed);
    const assay_score *score = score_named(&scores, output);
    if (score->overall.undefined) fail_msg("%s: %s", list, score->overall.undefined);
    const double value = score->overall.value;
    return value;
}

static void said_why(const char *list, const char *output, const char *begins, const char *contains)
{
    FREED(assay_scores_free) assay_scores scores = seeded_scores(list, 0);
    const char *why = score_named(&scores, output)->overall.undefined;
    if (!why || strncmp(why, begins, strlen(begins)) != 0 || !strstr(why, contains))
        fail_msg("%s: \"%s\", want \"%s\" and \"%s\"", list, why ? why : "a value", begins, contains);
}

TEST(a_function_sees_the_data)
{
    double sum = 0.0;
    need_numpy();
    small_data();
    for (size_t k = 0; k < 100; k++) sum += data.factors[k];
    for (size_t k = 0; k < 150; k++) sum += 2 * data.codes[k];
    check_near(value_of(FUNCTIONS "total", "total", 0), sum, 1e-11, "total"); /* 250 terms up to 10 */
    assay_scores scores = seeded_scores(FUNCTIONS "corner", 0);
    assert_int_equal(scores.count, 4);
    assert_true(same_bits(score_named(&scores, "factor")->overall.value, data.factors[1]));
    assert_true(same_bits(score_named(&scores, "code")->overall.value, data.codes[1]));
    assert_true(same_bits(score_named(&scores, "wide")->overall.value, data.codes[100]));
    assert_true(same_bits(score_named(&scores, "samples")->overall.value, 0.05));
    assay_scores_free(&scores);
    check_near(value_of(FUNCTIONS "by_kind", "by_kind", 0), 0.5, 0, "one of two factors is categorical");
    check_near(value_of(FUNCTIONS "codes_first", "codes_have", 0), 3, 0, "parameters called codes, factors");
    check_near(value_of(FUNCTIONS "codes_first", "factors_have", 0), 2, 0, "parameters called codes, factors");
    check_near(value_of(FUNCTIONS "Called", "Called", 0), 0.5, 0, "an instance of a class");
    check_near(value_of(FUNCTIONS "labels_alone", "labels_alone", 0), 0.25, 0, "a trial with labels");
}

TEST(items_and_their_axes)
{
    need_numpy();
    small_data();
    assay_scores scores = seeded_scores(FUNCTIONS "per_factor," FUNCTIONS "per_code," FUNCTIONS "several", 0);
    const assay_score *of_factor = score_named(&scores, "per_factor"), *of_code = score_named(&scores, "per_code");
    assert_int_equal(of_factor->axis, ASSAY_PER_FACTOR);
    assert_int_equal(of_factor->n_items, 2);
    assert_true(same_bits(of_factor->items[1].value, data.factors[50]));
    check_near(of_factor->overall.value, (data.factors[0] + data.factors[50]) / 2, 1e-15, "the items' mean");
    assert_int_equal(of_code->axis, ASSAY_PER_CODE);
    assert_int_equal(of_code->n_items, 3);
    assert_true(same_bits(of_code->items[2].value, data.codes[100]));
    assert_int_equal(score_named(&scores, "all")->n_items, 0);
    assert_int_equal(score_named(&scores, "factors")->axis, ASSAY_PER_FACTOR);
    assert_int_equal(score_named(&scores, "codes")->n_items, 3);
    assay_scores_free(&scores);
}

TEST(seeds)
{
    need_numpy();
    small_data();
    static const char *const lists[] = { FUNCTIONS "drawn", FUNCTIONS "drawn_globally" };
    static const char *const names[] = { "drawn", "drawn_globally" };
    for (size_t k = 0; k < 2; k++) {
        const double first = value_of(lists[k], names[k], 1);
        assert_true(same_bits(first, value_of(lists[k], names[k], 1)));
        assert_false(same_bits(first, value_of(lists[k], names[k], 2)));
    }
    FREED(selection_free) selection s = { 0 };
    assay_error err = { "" };
    if (selection_add(&s, FUNCTIONS "drawn," FUNCTIONS "total," FUNCTIONS "several," FAULTY "random", &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(s.at[0].metric->flags, ASSAY_RANDOM);
    assert_int_equal(s.at[1].metric->flags, 0);
    assert_int_equal(s.at[1].metric->outputs[0].measures, 0); /* it claims nothing */
    for (size_t o = 0; o < 3; o++) {
        assert_int_equal(s.at[2].metric->outputs[o].measures, ASSAY_MODULARITY | ASSAY_EXPLICITNESS);
        check_near(s.at[2].metric->outputs[o].low, -1.0, 0, "the low end");
        assert_true(isinf(s.at[2].metric->outputs[o].high));
    }
    assert_int_equal(s.at[3].metric->flags, ASSAY_RANDOM);
    assert_string_equal(s.at[1].metric->title, "The sum of all values");
    assert_int_equal(selection_add(&s, FUNCTIONS "several:measures=compactness+modularity", &err), ASSAY_OK);
    assert_int_equal(s.at[4].metric->outputs[1].measures, ASSAY_MODULARITY | ASSAY_COMPACTNESS); /* told is told */
}

TEST(what_python_says_of_its_mistakes)
{
    char list[256];
    static const char broken[] = "def metric(factors, codes):\n    retrun 0.5\n",
                      two[] = "def a(f, c): pass\ndef b(f, c): pass\n", missing[] = "import no_such_module\n";
    need_numpy();
    small_data();
    said_why(FUNCTIONS "raises", "raises", "failed: candidate-error: ValueError: what is this? -- ",
             "functions.py:58, in raises: raise ValueError");
    said_why(FUNCTIONS "leaves", "leaves", "failed: candidate-error: SystemExit: goodbye", "in leaves");
    said_why(FUNCTIONS "falls", "falls", "failed: candidate-crashed: killed by signal 6 (aborted)", "line 74 in falls");
    said_why(FUNCTIONS "swallows:memory=1024", "swallows", "failed: candidate-memory: ", "in swallows");
    said_why(FUNCTIONS "unlike", "unlike", "failed: candidate-shape: unlike has 1 items where 2 are", "");
    said_why(FUNCTIONS "told", "told", "failed: candidate-error: RuntimeError: the outputs are told", "in told");
    said_why(FUNCTIONS "reason", "said", "one-code: only one", "");
    said_why(FUNCTIONS "reason", "none", "candidate-undefined: the function returned None", "");
    refused(FUNCTIONS "raises_always", ASSAY_EINPUT, "ZeroDivisionError: division by zero -- functions.py:63");
    refused(FUNCTIONS "table", ASSAY_EINPUT, "an array of shape (3, 3), one axis is wanted");
    refused(FUNCTIONS "table", ASSAY_EINPUT,
            "an array with an item per factor or per code, (number, array), or a dict");
    refused(FUNCTIONS "nothing_at_all", ASSAY_EINPUT, "returned an empty dict");
    refused(FUNCTIONS "Uncalled", ASSAY_EINPUT, "it has no __call__");
    refused(FUNCTIONS "few_columns", ASSAY_EINPUT, "few_columns.outputs = {\"few_columns\": \"factor\"}");
    refused(FUNCTIONS "nothing", ASSAY_EINPUT, "has no function 'nothing'");
    refused("python:tests/candidates/functions.py", ASSAY_EINPUT, "which function? It has total, corner");
    snprintf(list, sizeof list, "python:%s", scratch_write("broken.py", broken, sizeof broken - 1));
    refused(list, ASSAY_EINPUT, "broken.py:2: SyntaxError: invalid syntax");
    snprintf(list, sizeof list, "python:%s", scratch_write("two.py", two, sizeof two - 1));
    refused(list, ASSAY_EINPUT, "which function? It has a, b");
    snprintf(list, sizeof list, "python:%s", scratch_write("missing.py", missing, sizeof missing - 1));
    refused(list, ASSAY_EINPUT, "No module named 'no_such_module'");
}

TEST(nan_items_of_python)
{
    need_numpy();
    small_data();
    FREED(assay_scores_free) assay_scores scores = seeded_scores(FUNCTIONS "not_a_number", 0);
    assert_int_equal(scores.at[0].status, ASSAY_OK);
    assert_string_equal(scores.at[0].items[0].undefined, "candidate-nonfinite: it returned NaN");
    check_near(scores.at[0].items[1].value, 0.5, 0, "the other item");
    check_near(scores.at[0].overall.value, 0.5, 0, "the defined items' mean");
    assert_int_equal(scores.at[0].n_undefined, 1);
}

TEST(which_python)
{
    setenv("ASSAY_PYTHON", "/no/python", 1);
    refused(FUNCTIONS "total", ASSAY_EENVIRONMENT, "no Python with NumPy. Tried: /no/python: there is no such program");
    unsetenv("ASSAY_PYTHON");
}

/* Compiles a plug-in into the scratch folder; NULL where there is no compiler. */
static const char *compiled(const char *source, const char *name)
{
    char command[1024];
    const char *to = scratch_path(name), *cc = getenv("CC");
    snprintf(command, sizeof command, "%s -std=c17 -shared -fPIC -Iinclude -Icore %s -o %s >/dev/null 2>&1",
             cc && *cc ? cc : "cc", source, to);
    if (system(command) == 0) return to;
    print_message("# skipped: no C compiler: apt-get install gcc libc6-dev\n");
    return NULL;
}

TEST(a_plugin_has_the_bits_of_a_built_in_metric)
{
    char list[256];
    const char *plugin = compiled("examples/plugin.c", "gap.so");
    if (!plugin) skip();
    small_data();
    data.factors[7] = NAN; /* a relation of parts, and random relations of their own streams below */
    snprintf(list, sizeof list, "mig,plugin:%s", plugin);
    for (int round = 0; round < 2; round++) {
        assay_scores scores = seeded_scores(list, 3);
        assert_int_equal(scores.count, 2);
        assert_string_equal(scores.at[1].metric, "gap");
        assert_true(same_bits(scores.at[0].overall.value, scores.at[1].overall.value));
        assert_true(scores.at[0].overall.value > 0.01);
        for (size_t i = 0; i < 2; i++) assert_true(same_bits(scores.at[0].items[i].value, scores.at[1].items[i].value));
        assay_scores_free(&scores);
        data.factors[7] = 0.5;
    }
    for (size_t s = 0; s < 50; s++) data.factors[s] = 1.0;
    FREED(assay_scores_free) assay_scores scores = seeded_scores(list, 3);
    assert_string_equal(scores.at[1].items[0].undefined, "constant-factor: factor v1 is constant");
    assert_int_equal(scores.at[1].n_undefined, 1);
}

/* metrics/controls.c, its own file, with the line of a plug-in: its stream follows from the run's seed and the
 * data, and from no name. */
TEST(a_plugin_draws_by_seed_and_data)
{
    static const char source[] = "#include \"metrics/controls.c\"\nASSAY_PLUGIN(assay_metric_control_noise)\n";
    char list[256], what[512];
    snprintf(what, sizeof what, "-I. -Imetrics/estimators %s", scratch_write("noise.c", source, sizeof source - 1));
    const char *plugin = compiled(what, "noise.so");
    if (!plugin) skip();
    small_data();
    snprintf(list, sizeof list, "plugin:%s", plugin);
    assay_scores scores = seeded_scores(list, 3);
    assert_string_equal(scores.at[0].metric, "candidate-control-noise"); /* the name is taken */
    const char *output = "candidate-control-noise";
    const double drawn = scores.at[0].overall.value;
    assay_scores_free(&scores);
    assert_true(same_bits(value_of(list, output, 3), drawn));
    assert_false(same_bits(value_of(list, output, 4), drawn));
    data.codes[0] += 0.25;
    assert_false(same_bits(value_of(list, output, 3), drawn));
}

/* A part of absent values goes to the plug-in as a representation of one factor; its reasons come back as the whole
 * counts. */
TEST(a_plugin_names_factors_as_the_whole_counts)
{
    static const char source[] =
        "#include \"assay.h\"\n"
        "static assay_status score(const assay_rep *rep, assay_call *call)\n"
        "{\n"
        "    for (size_t i = 0; i < rep->n_factors; i++)\n"
        "        call->series[0].items[i] = call->undefined_of(call, ASSAY_PER_FACTOR, i, \"one-code\", \"for factor "
        "#\");\n"
        "    return ASSAY_OK;\n"
        "}\n"
        "static const assay_output output = { \"names\", ASSAY_PER_FACTOR, 0, 0, 1 };\n"
        "static const assay_metric names = { .abi = ASSAY_ABI, .flags = ASSAY_SEPARATE, .id = \"names\",\n"
        "                                    .outputs = &output, .n_outputs = 1, .score = score };\n"
        "ASSAY_PLUGIN(names)\n";
    char list[256];
    const char *plugin = compiled(scratch_write("names.c", source, sizeof source - 1), "names.so");
    if (!plugin) skip();
    small_data();
    data.factors[50 + 7] = NAN;
    snprintf(list, sizeof list, "plugin:%s", plugin);
    FREED(assay_scores_free) assay_scores scores = seeded_scores(list, 3);
    for (size_t i = 0; i < 2; i++) {
        const assay_item *item = &scores.at[0].items[i];
        assert_string_equal(item->undefined, i ? "one-code: for factor v2" : "one-code: for factor v1");
        assert_int_equal(item->reason->axis, ASSAY_PER_FACTOR);
        assert_int_equal(item->reason->index, i);
    }
}

TEST(plugins_that_are_none)
{
    static const char empty[] = "int nothing;\n",
                      old[] = "#include \"assay.h\"\nstatic const assay_metric m = { .abi = 99 };\n"
                              "ASSAY_PLUGIN(m)\n";
    char list[256];
    const char *plugin = compiled(scratch_write("empty.c", empty, sizeof empty - 1), "empty.so");
    if (!plugin) skip();
    snprintf(list, sizeof list, "plugin:%s", plugin);
    refused(list, ASSAY_EINPUT, "ends with the line ASSAY_PLUGIN(metric)");
    snprintf(list, sizeof list, "plugin:%s", compiled(scratch_write("old.c", old, sizeof old - 1), "old.so"));
    refused(list, ASSAY_EINPUT, "compile it again");
}

TEST(programs_that_speak)
{
    small_data();
    check_near(value_of(FAULTY "mean", "faulty", 0), 0.5, 0, "the mean of 0.25 and 0.75");
    assay_scores scores = seeded_scores(FAULTY "null-item," FAULTY "nan-item," FAULTY "pair", 0);
    assert_int_equal(scores.count, 4);
    assert_string_equal(scores.at[0].items[1].undefined, "one-code: alone");
    check_near(scores.at[0].overall.value, 0.25, 0, "the defined item");
    assert_string_equal(scores.at[1].items[1].undefined, "candidate-nonfinite: it returned NaN");
    assert_string_equal(scores.at[2].output, "left");
    check_near(scores.at[2].overall.value, 0, 0, "left");
    check_near(scores.at[3].overall.value, 1, 0, "right, which came first");
    assay_scores_free(&scores);
}

/* The same process, and the same files, for a smaller representation after a larger. */
TEST(files_have_the_size_of_their_data)
{
    FREED(selection_free) selection s = { 0 };
    assay_error err = { "" };
    FREED(scoring_freed) scoring *host = scoring_new();
    if (selection_add(&s, FAULTY "size", &err) != ASSAY_OK) fail_msg("%s", err.text);
    for (size_t n = 40; n >= 10; n /= 2) {
        const assay_score *score;
        assert_int_equal(assay_data_shape(&data, n, 3, 2), ASSAY_OK);
        const assay_rep rep = assay_data_view(&data);
        assert_int_equal(scoring_begin(host, &rep, 0, "", ""), ASSAY_OK);
        assert_int_equal(scoring_run(host, &s.at[0], &score), ASSAY_OK);
        if (score->overall.undefined) fail_msg("%s", score->overall.undefined);
        check_near(score->overall.value, (double)(128 + n * 3 * 8), 0, "bytes of the factors' file");
    }
}

TEST(commands)
{
    small_data();
    check_near(value_of("exec:'wc -c < {factors}'", "wc", 0), 128 + 100 * 8, 0, "the bytes of a .npy file");
    check_near(value_of("exec:'wc -l < {codes.csv}':name=rows", "rows", 0), 50, 0, "the lines of a text");
    assay_scores scores = seeded_scores("exec:'awk -F, \"NR == 2 { print \\\"[\\\" \\$0 \\\"]\\\" }\" {codes.csv}'", 0);
    assert_int_equal(scores.at[0].axis, ASSAY_PER_CODE);
    assert_int_equal(scores.at[0].n_items, 3);
    for (size_t j = 0; j < 3; j++) assert_true(same_bits(scores.at[0].items[j].value, data.codes[j * 50 + 1]));
    assay_scores_free(&scores);
    check_near(value_of("exec:\"echo '{\\\"a,b\\\": 0.25, \\\"c\\\": [1,2,3]}' # {codes}\":axis=overall,mig", "mig", 0),
               score_of(&data, "mig"), 0, "what comes after a command with commas");
    scores = seeded_scores("exec:'echo {seed} {kinds} >&2; echo nan # {codes}':axis=overall:name=odd", 0);
    assert_string_equal(scores.at[0].overall.undefined, "candidate-nonfinite: it returned NaN");
    assay_scores_free(&scores);
    said_why("exec:'sleep 5 # {codes}':timeout=0.2:axis=overall:name=slow", "slow",
             "failed: candidate-timeout: no answer within 0.2 s", "");
    said_why("exec:'sleep 5 & echo {kinds} >&2; kill -9 $$ # {codes}':axis=overall:name=dead", "dead",
             "failed: candidate-crashed: killed by signal 9 (killed); on standard error: continuous,categorical", "");
    said_why("exec:'echo 1 2 # {codes}':axis=overall:name=two", "two", "failed: candidate-garbage: ", "1 2");
}

/* What a command leaves running does not hold up the cell, though it has the pipe. */
TEST(a_command_that_leaves_a_child)
{
    small_data();
    check_near(value_of("exec:'sleep 1000 & echo 0.5 # {codes}':timeout=60:name=left", "left", 0), 0.5, 0,
               "the answer");
}

static void preset_of(const char *list, char to[64], char id[128])
{
    FREED(selection_free) selection s = { 0 };
    assay_error err = { "" };
    if (selection_add(&s, list, &err) != ASSAY_OK) fail_msg("%s: %s", list, err.text);
    snprintf(to, 64, "%s", s.at[0].id.text);
    snprintf(id, 128, "%s", s.at[0].metric->id);
}

TEST(identity_is_the_content)
{
    char first[64], again[64], other[64], id[128], list[256];
    static const char one[] = "while read -r l; do echo '{\"outputs\": [\"x\"]}'; done #1\n";
    const char *script = scratch_write("mig.sh", one, sizeof one - 1);
    snprintf(list, sizeof list, "exec:sh %s", script);
    preset_of(list, first, id);
    assert_string_equal(id, "candidate-mig"); /* called like its script; the name is taken */
    assert_int_equal(strlen(first), 8);
    strcat(list, ":timeout=3:memory=512:measures=modularity");
    preset_of(list, again, id);
    assert_string_equal(again, first); /* how it is run is no part of it */
    scratch_write("mig.sh", "while read -r l; do echo '{\"outputs\": [\"x\"]}'; done #2\n", sizeof one - 1);
    preset_of(list, other, id);
    assert_string_not_equal(other, first);
    preset_of("exec:sh tests/candidates/faulty.sh good", first, id);
    preset_of("exec:sh tests/candidates/faulty.sh  good", other, id);
    assert_string_not_equal(other, first); /* the command's text is a part */
    assert_string_equal(id, "faulty");
    preset_of("exec:'sh tests/candidates/faulty.sh good':name=a b;c", first, id);
    assert_string_equal(id, "a-b-c");
}

/* A module beside the metric is a part of it; one that is installed, or beside but not imported, is none. */
TEST(identity_has_the_modules_beside)
{
    static const char with[] = "import beside\ndef one(factors, codes):\n    return beside.value\n";
    char first[64], again[64], other[64], id[128], list[256];
    need_numpy();
    scratch_write("beside.py", "value = 1.0\n", 12);
    scratch_write("stranger.py", "value = 1.0\n", 12);
    snprintf(list, sizeof list, "python:%s", scratch_write("one.py", with, sizeof with - 1));
    preset_of(list, first, id);
    scratch_write("stranger.py", "value = 2.0\n", 12);
    preset_of(list, again, id);
    assert_string_equal(again, first);
    scratch_write("beside.py", "value = 2.0\n", 12);
    preset_of(list, other, id);
    assert_string_not_equal(other, first);
}

/* What a plug-in or a program writes into its arrays is noticed; the next call has them as they were. */
TEST(what_writes_into_its_arrays_is_noticed)
{
    static const char source[] =
        "#include \"assay.h\"\n"
        "static assay_status score(const assay_rep *rep, assay_call *call)\n"
        "{\n    call->series[0].value = rep->codes[0];\n    ((double *)rep->codes)[0] = 7;\n    return ASSAY_OK;\n}\n"
        "static const assay_output outputs[] = { { .id = \"w\", .axis = ASSAY_OVERALL, .high = 1 } };\n"
        "static const assay_metric m = { .abi = ASSAY_ABI, .id = \"w\", .title = \"w\", .outputs = outputs,\n"
        "                                .n_outputs = 1, .score = score };\nASSAY_PLUGIN(m)\n";
    char plugin[300];
    small_data();
    const char *made = compiled(scratch_write("writes.c", source, sizeof source - 1), "writes.so");
    snprintf(plugin, sizeof plugin, "plugin:%s", made ? made : "");
    const char *const lists[] = {
        "exec:'printf x | dd of={codes} bs=1 seek=131 conv=notrunc status=none; echo 0.5':axis=overall:name=w",
        "exec:'echo 0.5 # {codes}':axis=overall:name=w", plugin
    };
    const char *const changed[] = { "codes", NULL, "codes" };
    const assay_rep rep = assay_data_view(&data);
    for (size_t k = 0; k < (made ? 3u : 2u); k++) {
        FREED(selection_free) selection chosen = { 0 };
        assay_error err = { "" };
        const assay_score *scores;
        double value[2];
        FREED(scoring_freed) scoring *s = scoring_new();
        if (selection_add(&chosen, lists[k], &err) != ASSAY_OK) fail_msg("%s", err.text);
        for (int call = 0; call < 2; call++) {
            assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
            assert_int_equal(scoring_run(s, &chosen.at[0], &scores), ASSAY_OK);
            value[call] = scores[0].overall.value;
        }
        assert_true(same_bits(value[0], value[1]));
        const char *told = candidate_tells(chosen.at[0].metric).changed;
        if (!told != !changed[k] || (told && strcmp(told, changed[k]) != 0)) fail_msg("%s: %s", lists[k], told);
    }
}

TEST(a_list_holds_it_once)
{
    selection s = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&s, "mig," FAULTY "good,sap," FAULTY "good," FAULTY "pair", &err), ASSAY_OK);
    assert_int_equal(s.count, 4);
    assert_true(candidate_is(s.at[1].metric));
    assert_false(candidate_is(s.at[0].metric));
    selection_free(&s);
    assert_int_equal(selection_add(&s, "mig," FAULTY "good,-" FAULTY "good", &err), ASSAY_OK);
    assert_int_equal(s.count, 1);
    assert_int_equal(selection_add(&s, FAULTY "good,no-such-metric", &err), ASSAY_EUSAGE);
    assert_int_equal(s.count, 1);
    selection_free(&s);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* every one that was opened is closed: no child is left */
}

int main(int argc, char **argv)
{
    int served;
    if (candidate_serve(argc, argv, &served)) return served;
    return TESTS_RUN_IN(scratch_make, scratch_remove);
}
