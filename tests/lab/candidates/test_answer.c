/*
 * What candidates answer, read line by line: descriptions, bare results of a trial, scores of three outputs with
 * 0, 2 and 3 items, and what is refused with which word.
 */
#include "answer.h"
#include "check.h"
#include "plain_text.h"

enum { FACTORS = 2, CODES = 3 };

static void check_told(const char *line, answer_kind got, answer_kind want, const char *why, const char *says)
{
    if (got != want || (says && !strstr(why, says)))
        fail_msg("%s: kind %d '%s', want %d '%s'", line, (int)got, got == ANSWER_OK ? "" : why, (int)want,
                 says ? says : "");
}

/* A description in short: "name/title random absent separate blind; output axis measures low high ...; files". */
static void describe(const described *d, char *to, size_t size)
{
    size_t used = (size_t)snprintf(to, size, "%s/%s %d%d%d%d", d->name ? d->name : "-", d->title ? d->title : "-",
                                   d->random, d->absent, d->separate, d->blind);
    for (size_t o = 0; o < d->n_outputs; o++)
        used += (size_t)snprintf(to + used, size - used, "; %s %d %u %g %g", d->output[o].name, d->output[o].axis,
                                 d->output[o].measures, d->output[o].low, d->output[o].high);
    for (size_t k = 0; k < d->n_files; k++) used += (size_t)snprintf(to + used, size - used, " +%s", d->file[k]);
}

TEST(test_descriptions)
{
    static const struct {
        const char *line, *want;
    } known[] = {
        { "{\"outputs\": [\"gap\"]}", "-/- 1000; gap 0 0 0 1" },
        { "{\"outputs\": [\"gap\"], \"deterministic\": true}", "-/- 0000; gap 0 0 0 1" },
        { "{\"outputs\": [\"gap\"], \"deterministic\": 1}", "-/- 1000; gap 0 0 0 1" },
        { "{\"name\": \"g\", \"title\": \"Gap\", \"outputs\": [\"a\", \"b\"]}", "g/Gap 1000; a 0 0 0 1; b 0 0 0 1" },
        { "{\"outputs\": [\"a\"], \"kinds\": false, \"absent\": true}", "-/- 1101; a 0 0 0 1" },
        { "{\"outputs\": [\"a\"], \"kinds\": true, \"separate\": true}", "-/- 1010; a 0 0 0 1" },
        { "{\"outputs\": [{\"name\": \"a\", \"axis\": \"factor\"}, {\"name\": \"b\", \"axis\": \"code\"}]}",
          "-/- 1000; a 1 0 0 1; b 2 0 0 1" },
        { "{\"outputs\": [{\"name\": \"a\", \"axis\": \"overall\", \"low\": -1, \"high\": 2.5}]}",
          "-/- 1000; a 0 0 -1 2.5" },
        { "{\"low\": -1, \"high\": null, \"outputs\": [\"a\", {\"name\": \"b\", \"high\": 3}]}",
          "-/- 1000; a 0 0 -1 inf; b 0 0 -1 3" },
        { "{\"measures\": [\"modularity\", \"explicitness\"], \"outputs\": [\"a\", {\"name\": \"b\", \"measures\": "
          "[\"compactness\"]}, {\"name\": \"c\", \"measures\": []}, {\"name\": \"d\", \"measures\": null}]}",
          "-/- 1000; a 0 5 0 1; b 0 2 0 1; c 0 0 0 1; d 0 5 0 1" },
        { "{\"outputs\": [\"a\"], \"files\": [\"x.py\", \"y.so\"]}", "-/- 1000; a 0 0 0 1 +x.py +y.so" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(described_free) described d;
        char why[ANSWER_WHY] = "", text[512];
        check_told(known[k].line, answer_describe(known[k].line, &d, why), ANSWER_OK, why, NULL);
        describe(&d, text, sizeof text);
        if (strcmp(text, known[k].want) != 0) fail_msg("%s: %s, want %s", known[k].line, text, known[k].want);
    }
}

TEST(test_descriptions_refused)
{
    static const struct {
        const char *line;
        answer_kind kind;
        const char *says;
    } known[] = {
        { "", ANSWER_BROKEN, "candidate-garbage: an empty answer" },
        { " \t\r\n", ANSWER_BROKEN, "an empty answer" },
        { "hello", ANSWER_BROKEN, "not JSON: hello" },
        { "\n  Traceback\tof", ANSWER_BROKEN, "not JSON: Traceback of" },
        { "[1]", ANSWER_BROKEN, "not a JSON object: [1]" },
        { "{\"outputs\": [\"a\"], \"outputs\": [\"b\"]}", ANSWER_BROKEN, "a key comes twice" },
        { "{\"outputs\": [{\"name\": \"a\", \"name\": \"b\"}]}", ANSWER_BROKEN, "a key comes twice" },
        { "{\"low\": NaN, \"\\u0061\": 1, \"a\": 2, \"outputs\": [\"a\"]}", ANSWER_BROKEN, "a key comes twice" },
        { "{}", ANSWER_REFUSED, "it describes no outputs" },
        { "{\"outputs\": []}", ANSWER_REFUSED, "it describes no outputs" },
        { "{\"outputs\": [\"\"]}", ANSWER_REFUSED, "an output without a name" },
        { "{\"outputs\": [{\"axis\": \"code\"}]}", ANSWER_REFUSED, "an output without a name" },
        { "{\"outputs\": [\"a\", \"b\", \"a\"]}", ANSWER_REFUSED, "two outputs are called 'a'" },
        { "{\"outputs\": [{\"name\": \"a\", \"axis\": \"row\"}]}", ANSWER_REFUSED, "output 'a' has the axis 'row'" },
        { "{\"outputs\": [\"a\"], \"measures\": \"modularity\"}", ANSWER_REFUSED, "\"measures\" is not a list" },
        { "{\"outputs\": [\"a\"], \"measures\": [\"beauty\"]}", ANSWER_REFUSED, "claims to measure 'beauty'" },
        { "{\"outputs\": [\"a\"], \"measures\": [3]}", ANSWER_REFUSED, "claims to measure ''" },
        { "{\"outputs\": [\"a\"], \"low\": 1}", ANSWER_REFUSED, "\"low\" and \"high\" are no range" },
        { "{\"outputs\": [\"a\"], \"files\": [3]}", ANSWER_REFUSED, "files is not a list of paths" },
        { "{\"error\": \"no module\"}", ANSWER_REFUSED, "candidate-error: no module" },
        { "{\"error\": \"too much\", \"kind\": \"memory\"}", ANSWER_REFUSED, "candidate-memory: too much" },
        { "{\"error\": \"3 x 4\", \"kind\": \"shape\"}", ANSWER_REFUSED, "candidate-shape: 3 x 4" },
        { "{\"error\": \"why\", \"kind\": \"other\"}", ANSWER_REFUSED, "candidate-error: why" },
        { "{\"error\": 3}", ANSWER_REFUSED, "candidate-error: an error without a text" },
        { "{\"error\": \"install it\", \"kind\": \"no-numpy\"}", ANSWER_NO_NUMPY, "install it" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        described d;
        char why[ANSWER_WHY] = "";
        check_told(known[k].line, answer_describe(known[k].line, &d, why), known[k].kind, why, known[k].says);
        assert_int_equal(d.n_outputs, 0); /* nothing is left to be freed */
        assert_null(d.output);
    }
}

/* What is shown of a long answer is its beginning. */
TEST(test_long_garbage)
{
    char line[200], why[ANSWER_WHY] = "";
    described d;
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    assert_int_equal(answer_describe(line, &d, why), ANSWER_BROKEN);
    const char *shown = strstr(why, "JSON: ") + strlen("JSON: ");
    assert_int_equal(strspn(shown, "x"), 88);
    assert_memory_equal(shown + 88, "... (standard output", 20);
}

TEST(test_trials)
{
    static const struct {
        const char *text;
        int32_t axis;
        answer_kind kind;
        const char *want;
    } known[] = {
        { "0.5", -1, ANSWER_OK, "gap 0" },
        { "nan", -1, ANSWER_OK, "gap 0" },
        { "null", -1, ANSWER_OK, "gap 0" },
        { "\"constant\"", -1, ANSWER_OK, "gap 0" },
        { "[1, 2]", -1, ANSWER_OK, "gap 1" },
        { "[1, NaN, -inf]", -1, ANSWER_OK, "gap 2" },
        { "[1, 2]", ASSAY_PER_CODE, ANSWER_OK, "gap 2" },
        { "{\"a\": 1, \"b\": [1, 2], \"c\": [1, 2, 3]}", -1, ANSWER_OK, "a 0, b 1, c 2" },
        { "{\"scores\": [{\"output\": \"a\", \"items\": [1, 2, 3]}]}", -1, ANSWER_OK, "a 2" },
        { "[1, 2, 3, 4]", -1, ANSWER_REFUSED, "gap has 4 items in a trial with 2 factors and 3 codes" },
        { "true", -1, ANSWER_BROKEN, "neither a number nor an array nor an object: true" },
        { "{}", -1, ANSWER_BROKEN, "neither a number nor an array nor an object: {}" },
        { "{\"undefined\": \"why\"}", -1, ANSWER_REFUSED, "undefined in a trial" },
        { "{\"error\": \"why\"}", -1, ANSWER_REFUSED, "candidate-error: why" },
        { "nanny", -1, ANSWER_BROKEN, "not JSON: nanny" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(described_free) described d;
        char why[ANSWER_WHY] = "", text[256] = "";
        size_t used = 0;
        const answer_kind kind = answer_trial(known[k].text, FACTORS, CODES, known[k].axis, "gap", &d, why);
        check_told(known[k].text, kind, known[k].kind, why, kind == ANSWER_OK ? NULL : known[k].want);
        for (size_t o = 0; o < d.n_outputs; o++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %d", o ? ", " : "", d.output[o].name,
                                     d.output[o].axis);
        if (kind == ANSWER_OK && strcmp(text, known[k].want) != 0)
            fail_msg("%s: %s, want %s", known[k].text, text, known[k].want);
    }
}

static char reasons[1024]; /* what was told to be undefined, "[word: text]" one behind the other */

static double undefined_with(int32_t axis, size_t index, const char *word, const char *format, va_list args)
{
    size_t used = strlen(reasons);
    used += (size_t)snprintf(reasons + used, sizeof reasons - used, "[%s: ", word);
    used += (size_t)vsnprintf(reasons + used, sizeof reasons - used, format, args);
    if (axis) used += (size_t)snprintf(reasons + used, sizeof reasons - used, " of %d %zu", axis, index);
    snprintf(reasons + used, sizeof reasons - used, "]");
    return NAN;
}

static double undefined(assay_call *call, const char *word, const char *format, ...)
{
    va_list args;
    (void)call;
    va_start(args, format);
    const double value = undefined_with(0, 0, word, format, args);
    va_end(args);
    return value;
}

static double undefined_of(assay_call *call, int32_t axis, size_t index, const char *word, const char *format, ...)
{
    va_list args;
    (void)call;
    va_start(args, format);
    const double value = undefined_with(axis, index, word, format, args);
    va_end(args);
    return value;
}

/* The answer to cell 7 of a metric with outputs all (overall), per (two items, by factor) and code (three): its kind,
 * and the values that it gave, NaN for an overall one that it left. */
static answer_kind read_scores(const char *line, size_t n_outputs, int loose, double value[3], double item[5],
                               char why[ANSWER_WHY])
{
    static const assay_output outputs[] = { { "all", ASSAY_OVERALL, 0, 0, 1 },
                                            { "per", ASSAY_PER_FACTOR, 0, 0, 1 },
                                            { "code", ASSAY_PER_CODE, 0, 0, 1 } };
    static const char *const name[] = { "all", "per", "code" };
    const assay_metric metric = { .abi = ASSAY_ABI, .id = "m", .outputs = outputs, .n_outputs = n_outputs };
    assay_series series[] = { { NAN, 0, NULL }, { NAN, FACTORS, item }, { NAN, CODES, item + FACTORS } };
    assay_call call = {
        .abi = ASSAY_ABI, .series = series, .undefined = undefined, .undefined_of = undefined_of, .metric = &metric
    };
    for (size_t k = 0; k < FACTORS + CODES; k++) item[k] = -7; /* every item has to be given */
    reasons[0] = why[0] = '\0';
    const answer_kind kind = answer_scores(line, name, 7, loose, &call, why);
    for (size_t o = 0; o < 3; o++) value[o] = series[o].value;
    return kind;
}

#define SCORES(list) "{\"scores\": [" list "]}"
#define ALL "{\"output\": \"all\", \"value\": 0.5}"
#define PER "{\"output\": \"per\", \"items\": [1, 2]}"

TEST(test_scores)
{
    static const struct {
        const char *line;
        size_t n;
        int loose;
        double value[2], item[2];
        const char *reasons;
        /* clang-format off */
    } known[] = {
        { SCORES(ALL), 1, 0, { 0.5, NAN }, { NAN, NAN }, "" },
        { SCORES("{\"value\": 2}"), 1, 0, { 2, NAN }, { NAN, NAN }, "" },
        { "{\"cell\": 7, \"scores\": [" ALL "]}", 1, 0, { 0.5, NAN }, { NAN, NAN }, "" },
        { SCORES(PER "," ALL), 2, 0, { 0.5, NAN }, { 1, 2 }, "" },
        { SCORES(ALL ", {\"output\": \"per\", \"value\": 9, \"items\": [1, 2]}"), 2, 0, { 0.5, 9 }, { 1, 2 }, "" },
        { SCORES("{\"output\": \"all\", \"value\": null}"), 1, 0, { NAN, NAN }, { NAN, NAN },
          "[candidate-undefined: it gave no value]" },
        { SCORES("{\"output\": \"all\", \"value\": NaN}"), 1, 0, { NAN, NAN }, { NAN, NAN },
          "[candidate-nonfinite: it returned NaN]" },
        { SCORES("{\"output\": \"all\", \"value\": -Infinity}"), 1, 0, { NAN, NAN }, { NAN, NAN },
          "[candidate-nonfinite: it returned minus infinity]" },
        { SCORES("{\"output\": \"all\", \"value\": inf}"), 1, 0, { NAN, NAN }, { NAN, NAN },
          "[candidate-nonfinite: it returned infinity]" },
        { SCORES("{\"output\": \"all\", \"value\": 3, \"undefined\": \"one-code: d is 1\"}"), 1, 0, { 3, NAN },
          { NAN, NAN }, "" },
        { SCORES("{\"output\": \"all\", \"value\": null, \"undefined\": \"one-code: d is 1\"}"), 1, 0, { NAN, NAN },
          { NAN, NAN }, "[one-code: d is 1]" },
        { SCORES("{\"output\": \"all\", \"undefined\": \"No word: of ours\"}"), 1, 0, { NAN, NAN }, { NAN, NAN },
          "[candidate-undefined: No word: of ours]" },
        { SCORES(ALL ", {\"output\": \"per\", \"items\": [1, null], \"reasons\": [null, {\"word\": "
                     "\"constant-factor\", \"factor\": 1, \"text\": \"factor # is constant\"}]}"),
          2, 0, { 0.5, NAN }, { 1, NAN }, "[constant-factor: factor # is constant of 1 1]" },
        { SCORES("{\"output\": \"all\", \"undefined\": {\"word\": \"Bad word\", \"code\": 2, \"text\": \"x\"}}"), 1, 0,
          { NAN, NAN }, { NAN, NAN }, "[candidate-undefined: x of 2 2]" },
        { SCORES("{\"output\": \"all\", \"undefined\": {\"word\": \"one-code\", \"factor\": -1, \"text\": \"x\"}}"), 1,
          0, { NAN, NAN }, { NAN, NAN }, "[one-code: x]" },
        { "{\"undefined\": \"too-few-samples: 3\"}", 2, 0, { NAN, NAN }, { NAN, NAN },
          "[too-few-samples: 3][too-few-samples: 3]" },
        { SCORES(ALL ", {\"output\": \"per\", \"undefined\": \"one-code: d is 1\"}"), 2, 0, { 0.5, NAN }, { NAN, NAN },
          "[one-code: d is 1]" },
        { SCORES(ALL ", {\"output\": \"per\", \"value\": null}"), 2, 0, { 0.5, NAN }, { NAN, NAN },
          "[candidate-undefined: it gave no value]" },
        { "{\"undefined\": \"too-few-samples: nan of 3\", \"besides\": NaN}", 1, 0, { NAN, NAN }, { NAN, NAN },
          "[too-few-samples: nan of 3]" },
        { "0.25", 1, 1, { 0.25, NAN }, { NAN, NAN }, "" },
        { "{\"all\": 0.25, \"per\": [3, 4]}", 2, 1, { 0.25, NAN }, { 3, 4 }, "" },
        { "\"no samples\"", 1, 1, { NAN, NAN }, { NAN, NAN }, "[candidate-undefined: no samples]" },
    };
    /* clang-format on */
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char why[ANSWER_WHY];
        double value[3], item[5];
        check_told(known[k].line, read_scores(known[k].line, known[k].n, known[k].loose, value, item, why), ANSWER_OK,
                   why, NULL);
        for (size_t o = 0; o < 2; o++)
            if (!(value[o] == known[k].value[o]) && !(isnan(value[o]) && isnan(known[k].value[o])))
                fail_msg("%s: value %zu is %g", known[k].line, o, value[o]);
        for (size_t i = 0; i < 2 && known[k].n > 1; i++)
            if (!(item[i] == known[k].item[i]) && !(isnan(item[i]) && isnan(known[k].item[i])))
                fail_msg("%s: item %zu is %g", known[k].line, i, item[i]);
        if (strcmp(reasons, known[k].reasons) != 0)
            fail_msg("%s: %s, want %s", known[k].line, reasons, known[k].reasons);
    }
}

TEST(test_scores_refused)
{
    static const struct {
        const char *line;
        size_t n;
        int loose;
        answer_kind kind;
        const char *says;
    } known[] = {
        { "0.25", 1, 0, ANSWER_BROKEN, "candidate-garbage" },
        { "{\"all\": 0.25}", 1, 0, ANSWER_BROKEN, "neither \"scores\" nor \"undefined\" nor \"error\"" },
        { "{\"cell\": 8, \"scores\": [" ALL "]}", 1, 0, ANSWER_BROKEN, "candidate-garbage" },
        { SCORES(""), 1, 0, ANSWER_REFUSED, "no score for its output all" },
        { SCORES(ALL), 2, 0, ANSWER_REFUSED, "no score for its output per" },
        { SCORES("{\"value\": 1}, {\"value\": 2}"), 2, 0, ANSWER_REFUSED, "no score for its output all" },
        { SCORES(ALL "," PER), 1, 0, ANSWER_REFUSED, "2 scores for 1 outputs" },
        { SCORES("{\"output\": \"all\"}"), 1, 0, ANSWER_REFUSED, "all has no value" },
        { SCORES("{\"output\": \"all\", \"items\": [1]}"), 1, 0, ANSWER_REFUSED, "all has 1 items where 0 are wanted" },
        { SCORES(ALL ", {\"output\": \"per\", \"items\": [1]}"), 2, 0, ANSWER_REFUSED, "1 items where 2 are wanted" },
        { SCORES(ALL ", {\"output\": \"per\", \"items\": [1, 2, 3]}"), 2, 0, ANSWER_REFUSED, "3 items where 2" },
        { SCORES(ALL ", {\"output\": \"per\", \"items\": [1, true]}"), 2, 0, ANSWER_REFUSED, "item 1 of per is not a" },
        { SCORES("{\"output\": \"all\", \"value\": true}"), 1, 0, ANSWER_REFUSED, "the value of all is not a number" },
        { "{\"error\": \"why\"}", 1, 0, ANSWER_REFUSED, "candidate-error: why" },
        { "", 1, 1, ANSWER_BROKEN, "an empty answer" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char why[ANSWER_WHY];
        double value[3], item[5];
        check_told(known[k].line, read_scores(known[k].line, known[k].n, known[k].loose, value, item, why),
                   known[k].kind, why, known[k].says);
    }
}

/* Characters that a message cannot hold; RFC 3629's ends of each length, and what is just outside. */
TEST(test_clean)
{
    static const struct {
        const char *text, *clean;
    } known[] = {
        { "a\tb\x7f\nc", "a b  c" },
        { "\xc2\xa0\xdf\xbf", "\xc2\xa0\xdf\xbf" },
        { "\xc2\x80\xc2\x9fx", "    x" }, /* controls of a terminal, too */
        { "\xc1\xbf", "??" },
        { "\xe0\xa0\x80\xef\xbf\xbf", "\xe0\xa0\x80\xef\xbf\xbf" },
        { "\xe0\x9f\xbf", "???" },
        { "\xed\x9f\xbf", "\xed\x9f\xbf" },
        { "\xed\xa0\x80", "???" }, /* a surrogate */
        { "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
        { "\xf0\x8f\xbf\xbf", "????" },
        { "\xf4\x90\x80\x80", "????" },
        { "\xf5\x80\x80\x80", "????" },
        { "x\xe2\x82", "x??" }, /* cut in two */
        { "\x80x", "?x" },
        { "\xc2"
          "x\xe2"
          "x\x82",
          "?x?x?" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char text[32];
        snprintf(text, sizeof text, "%s", known[k].text);
        text_make_plain(text);
        if (strcmp(text, known[k].clean) != 0) fail_msg("case %zu: '%s', want '%s'", k, text, known[k].clean);
    }
}

TESTS_MAIN
